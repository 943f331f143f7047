"""Every verb has words that leave no parameter out; refusals say what would be needed, and why."""

import pytest

from core.actions import NOBODY, NOTHING
from core.cards import CARD_TARGET, FORBID, Effect
from core.catalog import EDITIONS
from core.clauses import clauses
from core.game import Game
from core.rules.lookup import forbidden
from core.rules.targets import target_problem
from core.telling.effects import PHRASES, effects_of, phrase
from core.vocabulary import BY, UNTIL, VERBS, WHO, WHOSE
from tests.kit.deals import cards

EARN, CHARM = (Effect(verb, {"amount": 1}) for verb in ("earn", "charm"))
VALUES: dict[str, tuple[object, ...]] = {
    "filter": (("Food",), ("Food", "Booze"), ("Booze", "invited")),
    "number": (-1, 1, 2),
    "who": WHO,
    "whose": WHOSE,
    "until": UNTIL,
    "by": BY,
    "effects": ((), (EARN,), (EARN, CHARM)),
    "flag": (False, True),
}


def test_every_verb_has_words_of_its_own() -> None:
    assert PHRASES.keys() == VERBS.keys()
    assert len(set(PHRASES.values())) == len(PHRASES)


@pytest.mark.parametrize("verb", VERBS)
def test_every_value_of_a_parameter_tells(verb: str) -> None:
    params = {name: VALUES[spec.type][-1] for name, spec in VERBS[verb].params.items()}
    for name, spec in VERBS[verb].params.items():
        values = VALUES[spec.type]
        told = {phrase(Effect(verb, {**params, name: value})) for value in values}
        assert len(told) == len(values), name


def test_the_text_of_a_card_is_not_looked_at() -> None:
    face = cards().faces[cards().named("Bad Boss")[0]].copy()
    face.text = "Something else."
    assert effects_of(face) == (
        "misfortune; on another player only; the target's Slack Goal changes by +2"
    )


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("Bum", "a card in another room: Cigarettes"),
        ("Breakup", "a card in play: S.O."),
        ("Sucks to Be You!", "a card in play: Person, Thing, Activity or Whenever"),
    ],
)
def test_what_a_card_is_played_on(name: str, needs: str) -> None:
    game = Game(cards(), ("Ann", "Bo"))
    face = game.faces[game.catalog.named(name)[0]]
    problem = target_problem(game, 0, face, NOBODY, NOTHING)
    assert problem is not None
    assert problem.text == f"{name} needs {needs}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_refusals_by_every_card(edition: str) -> None:
    """Only a pest of Geek forbids by GEEK-2, and only a role by the clause about roles."""
    game = Game(cards((edition,)), ("Ann", "Bo"))
    for face in game.faces:
        if face.target == CARD_TARGET:
            problem = target_problem(game, 0, face, NOBODY, NOTHING)
            assert problem is not None
            assert problem.text.partition(": ")[2]
        if face.stands & FORBID:
            game.stands[0], game.has[0] = (face.number,), face.stands
            problem = forbidden(game, 0, face.forbid.index(True))
            assert problem is not None
            assert set(problem.clauses) <= clauses().keys()
            assert ("GEEK-2" in problem.clauses) == (face.name == "Psycho Ex")
            assert (problem.clause == "R-ROLE-6") == (face.kind == "role")
