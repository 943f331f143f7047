"""The bots: always legal, never peeping, stronger the higher their level, in every edition."""

from __future__ import annotations

from typing import Any

import pytest

from core.actions import CHOOSE
from core.bots import LEVELS, make_bot
from core.bots.judge import Judge
from core.bots.values import expected_slack, values_of
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.luck import Stream
from core.play import play_out
from core.view import view
from tests.core.bots.seated import EDITIONS, NAMES, Watched, tables_of
from tests.kit.places import ROOT


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


# -- what holds for every bot ----------------------------------------------------------------------


def watched(game: Game, levels: tuple[str, ...], luck: Stream) -> None:
    """A whole game of bots whose every answer is checked."""
    bots = [
        Watched(make_bot(levels[s % len(levels)], luck.fork(f"bot-{s}")), s, game)
        for s in range(game.players)
    ]
    play_out(game, bots, luck)
    assert game.winners
    assert all(bot.asked for bot in bots)


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("players", range(2, 9))
def test_always_legal_with_a_view_only(catalog: Catalog, level: str, players: int) -> None:
    for number in range(4):
        luck = Stream(number).fork(f"{level}-{players}")
        watched(Game(catalog, NAMES[:players]), (level,), luck)


MIXES = ["geek+greek", "geek+goth", "geek+grunt", "geek+cthulhu", "+".join(EDITIONS)]


@pytest.mark.parametrize("editions", [*EDITIONS[1:], *MIXES])
@pytest.mark.parametrize("players", [3, 5])
def test_legal_in_every_edition_and_in_mixes(editions: str, players: int) -> None:
    catalog = tables_of(editions).catalog
    for number in range(3):
        luck = Stream(number).fork(f"{editions}-{players}")
        watched(Game(catalog, NAMES[:players]), ("normal", "easy"), luck)


@pytest.mark.parametrize("option", [{"two-player": "start"}, {"hand": "4"}, {"hand": "9"}])
def test_legal_under_table_options(catalog: Catalog, option: dict[str, str]) -> None:
    for number in range(6):
        luck = Stream(number)
        watched(Game(catalog, NAMES[:2], option), ("normal", "easy"), luck)


def test_last_winners_pick_a_role(catalog: Catalog) -> None:
    game = Game(catalog, NAMES[:3], winners=(1,))
    assert game.waiting() == (1,)
    for level in LEVELS:
        action = make_bot(level, Stream(1)).choose(view(game, 1))
        assert action.kind == CHOOSE
        assert game.refusal(action) is None


def test_spectators_have_no_bot(catalog: Catalog) -> None:
    with pytest.raises(ValueError, match="spectator"):
        Judge(view(Game(catalog, NAMES[:2]), None))


def test_the_bot_of_the_docs_plays(catalog: Catalog) -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], names)
    luck = Stream(3)
    game = Game(catalog, NAMES[:2])
    play_out(game, [names["Patient"](), make_bot("normal", luck.fork("bot"))], luck)
    assert game.winners == (1,)


# -- values ----------------------------------------------------------------------------------------


def test_expected_slack(catalog: Catalog) -> None:
    faces = catalog.faces
    assert expected_slack(faces[catalog.named("Pizza")[0]]) == 2
    assert expected_slack(faces[catalog.named("Nookie at Jimmy's")[0]]) == 2.5


def test_values_are_read_from_the_data(catalog: Catalog) -> None:
    values = values_of(catalog)
    assert values is values_of(catalog)

    def standing(name: str) -> float:
        return values.standing[catalog.named(name)[0]]

    assert standing("Pizza") == 0
    assert standing("Hungry Girl") < 0 < standing("TV Queen")
    assert standing("Psycho Ex") < standing("Clumsy Drunk")

    def keep(name: str) -> float:
        return values.keep[catalog.named(name)[0]]

    assert keep("Brain Fart") > keep("Car Alarm") > 0
    assert keep("Narcolepsy") > keep("Change in Couch") > 0
