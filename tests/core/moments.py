"""Moments of random games, and what tests say about them."""

import json
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.actions import Refused
from core.game import Game
from tests.kit.invariants import FIELDS
from tests.kit.random_play import Choices, new_game, next_action


def moments(players: int, seed: int, every: int = 1) -> Iterator[tuple[Game, Choices]]:
    """One random game, stopped before each, or each n-th, of its actions."""
    source = Choices(b"", seed, "contract")
    game = new_game(players)
    step = 0
    while game.waiting():
        if step % every == 0:
            yield game, source
        game.apply(next_action(game, source))
        step += 1


def moment(players: int, seed: int, wanted: Callable[[Game], bool]) -> Game:
    """The first moment of some random game that is as wanted."""
    for number in range(seed, seed + 50):
        for game, _ in moments(players, number):
            if wanted(game):
                return game
    raise AssertionError("no such moment in fifty games")


def top(game: Game) -> object:
    return game.stack[-1] if game.stack else None


def idle(game: Game) -> bool:
    return game.begun and not game.stack


def written(value: Any) -> Any:
    """State as JSON can hold it; anything that is not plain data has no place in it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple | array | bytearray):
        return [written(item) for item in value]
    assert isinstance(value, dict), f"{type(value)} is no plain data"
    return [[written(key), written(item)] for key, item in value.items()]


def everything(game: Game) -> str:
    return json.dumps({name: written(getattr(game, name)) for name in FIELDS})


def refused(game: Game, action: Any) -> str:
    """The text of the refusal; nothing has changed by asking or trying."""
    before = everything(game)
    refusal = game.refusal(action)
    assert refusal is not None, f"{action} is not refused"
    with pytest.raises(Refused, match=r".+ \(\w"):
        game.apply(action)
    assert everything(game) == before
    return refusal.text
