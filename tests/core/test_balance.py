"""The decks stay balanced, roughly: a few games of every small edition and pair, with wide limits.

`chez-tui simulate` plays the two thousand games that the real limits are held against.
"""

from functools import cache
from typing import Final

import pytest

from chez_tui.simulation import Setup, play_game
from chez_tui.verbs.simulate import never_played
from core.catalog import load_catalog
from core.rules.setup import settled_options
from core.stats import Summary, percentile

EDITIONS: Final = ("greek", "goth", "grunt", "cthulhu")
PAIRS: Final = ("geek+greek", "geek+goth", "geek+grunt", "geek+cthulhu")
ROUNDS: Final = range(6, 15)  # how long the median game may be
WIDE: Final = range(5, 16)  # the same in a small sample
LONGEST: Final = 40  # rounds; whatever takes longer goes nowhere
HELD: Final = 12  # a role held less often than this says nothing


@cache
def played(editions: str, players: int, games: int) -> tuple[Setup, Summary]:
    """Normal bots at such tables."""
    options = settled_options({})
    setup = Setup(load_catalog(tuple(editions.split("+"))), ("normal",) * players, options, 11)
    summary = Summary(players)
    for index in range(games):
        summary.add(play_game(setup, index))
    return setup, summary


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition(edition: str) -> None:
    setup, summary = played(edition, 4, 36)
    assert summary.finished == summary.games
    assert percentile(summary.rounds, 50) in ROUNDS
    assert max(summary.rounds) <= LONGEST
    shares = {name: role.share for name, role in summary.roles.items() if role.games >= HELD}
    assert not {name: share for name, share in shares.items() if share > 3}
    assert never_played(summary, setup) == []


@pytest.mark.parametrize("editions", PAIRS)
def test_geek_with_every_other(editions: str) -> None:
    _, summary = played(editions, 4, 12)
    assert summary.finished == summary.games
    assert percentile(summary.rounds, 50) in WIDE
    assert max(summary.rounds) <= LONGEST


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_full_house_comes_to_an_end(edition: str) -> None:
    _, summary = played(edition, 5, 8)
    assert summary.finished == summary.games
    assert max(summary.rounds) <= LONGEST
