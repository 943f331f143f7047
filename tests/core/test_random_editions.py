"""Random games of each other edition and of mixes: everything is checked as in Geek alone."""

from functools import cache
from itertools import combinations
from typing import Final

import pytest

from core.actions import Action
from core.catalog import EDITIONS, Catalog, load_catalog
from core.notation import check
from core.notation.export import export
from core.rules.setup import options_for
from tests.core import invariants
from tests.core.random_play import STEP_LIMIT, Choices, new_game, next_action
from tests.core.test_random_games import thorough
from tests.core.test_replicas import Replica, stays_alike

MIXES: Final = tuple("+".join(m) for n in range(2, 6) for m in combinations(EDITIONS, n))
TABLES: Final = (*EDITIONS[1:], *MIXES)
GAMES: Final = {1: 40, 2: 12, 3: 6, 4: 6, 5: 20}  # by the number of editions
SAMPLE: Final = 61


@cache
def catalog(table: str) -> Catalog:
    return load_catalog(tuple(table.split("+")))


def numbers(table: str) -> range:
    return range(GAMES[table.count("+") + 1])


def options(table: str, source: Choices) -> dict[str, str]:
    """Random table options, those for mixes included."""
    return {
        name: values[source.below(len(values))]
        for name, (values, _) in options_for(table.split("+")).items()
        if source.below(2)
    }


def seats(table: str, number: int) -> int:
    return 2 + number % (7 if "+" in table else 4)


@pytest.mark.parametrize("table", TABLES)
def test_random_games(table: str) -> None:
    """Cards conserved, hands within limits, Slack as it lies there, nothing leaks, never stuck."""
    for number in numbers(table):
        source = Choices(b"", number, table)
        players = seats(table, number)
        winners = (number % players,) if number % 3 == 0 else ()
        game = new_game(players, options(table, source), number % players, winners, catalog(table))
        audit = invariants.Audit(game)
        for step in range(STEP_LIMIT):
            action = next_action(game, source)
            audit.after(action, game.apply(action))
            if step % SAMPLE == 0:
                audit.whole()
                thorough(game, action, source)
            if not game.waiting():
                break
        assert game.winners, f"game {number} has no end"
        audit.whole()


@pytest.mark.parametrize("table", TABLES)
def test_replicas_keep_equal_digests(table: str) -> None:
    for number in list(numbers(table))[::3]:
        source = Choices(b"", number, f"replicas of {table}")
        players = seats(table, number)
        chosen = options(table, source)
        seat = source.below(players) if number % 4 else None  # some are spectators
        truth = new_game(players, chosen, catalog=catalog(table))
        replica = Replica(new_game(players, chosen, catalog=catalog(table)), seat)
        stays_alike(truth, replica, source)


@pytest.mark.parametrize("table", TABLES)
def test_an_exported_game_is_played_again(table: str) -> None:
    for number in range(2):
        source = Choices(b"", number, f"export of {table}")
        start = new_game(seats(table, number), options(table, source), catalog=catalog(table))
        game = start.copy()
        actions: list[Action] = []
        while game.waiting():
            actions.append(next_action(game, source))
            game.apply(actions[-1])
        again = check(export(start, actions), lambda keys: catalog("+".join(keys)))
        assert again.digest() == game.digest()
