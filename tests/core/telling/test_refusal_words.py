"""Refusals say what would be needed, and rest on the clause that fits."""

import pytest

from core.actions import NOBODY, NOTHING
from core.cards import CARD_TARGET, FORBID
from core.catalog import EDITIONS, load_catalog
from core.clauses import clauses
from core.game import Game
from core.rules.lookup import forbidden
from core.rules.targets import target_problem


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Bum", "Bum needs a card in another room: Cigarettes"),
        ("Breakup", "Breakup needs a card in play: S.O."),
        (
            "Sucks to Be You!",
            "Sucks to Be You! needs a card in play: Person, Thing, Activity or Whenever",
        ),
    ],
)
def test_what_a_card_is_played_on(name: str, text: str) -> None:
    game = Game(load_catalog(), ("Ann", "Bo"))
    face = game.faces[game.catalog.named(name)[0]]
    problem = target_problem(game, 0, face, NOBODY, NOTHING)
    assert problem is not None
    assert problem.text == text


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_with_a_target_says_which(edition: str) -> None:
    game = Game(load_catalog((edition,)), ("Ann", "Bo"))
    for face in game.faces:
        if face.target == CARD_TARGET:
            problem = target_problem(game, 0, face, NOBODY, NOTHING)
            assert problem is not None
            assert problem.text.partition(": ")[2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bans_rest_on_known_clauses(edition: str) -> None:
    """Only a pest of Geek forbids by GEEK-2, and only a role by the clause about roles."""
    game = Game(load_catalog((edition,)), ("Ann", "Bo"))
    for by in game.faces:
        if not by.stands & FORBID:
            continue
        game.stands[0], game.has[0] = (by.number,), by.stands
        problem = forbidden(game, 0, by.forbid.index(True))
        assert problem is not None
        assert set(problem.clauses) <= clauses().keys()
        assert ("GEEK-2" in problem.clauses) == (by.name == "Psycho Ex")
        assert (problem.clause == "R-ROLE-6") == (by.kind == "role")
