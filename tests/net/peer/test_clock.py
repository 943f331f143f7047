"""The time for an answer, as one peer counts it."""

from functools import cache

from core.game import Game
from core.state import Window
from net.peer.clock import SLACK, WindowClock
from tests.net.honest import HonestTable


@cache
def in_window() -> Game:
    table = HonestTable(3, seed=3).open()
    while not (table.game.stack and isinstance(table.game.stack[-1], Window)):
        table.step()
    game: Game = table.game
    return game


@cache
def quiet() -> Game:
    game: Game = HonestTable(3).open().game
    return game


def seen(game: Game, seconds: int = 20, now: float = 0.0) -> WindowClock:
    clock = WindowClock(seconds)
    clock.look(game, now)
    return clock


def test_nobody_hurries_without_a_window_or_a_limit() -> None:
    assert seen(quiet()).open == 0
    for clock in (seen(quiet()), seen(in_window(), seconds=0)):
        assert clock.deadline(0) is None
        assert not clock.is_up(0, 1e9)


def test_the_time_runs_from_when_the_window_was_seen_and_more_is_added() -> None:
    clock, game = seen(in_window(), now=5.0), in_window()
    clock.look(game, 9.0)
    assert clock.open == game.stack[-1].ref  # type: ignore[union-attr]
    assert clock.deadline(0) == 25.0
    assert clock.deadline(2) == 65.0


def test_a_peer_is_a_little_patient_with_other_clocks() -> None:
    clock = seen(in_window())
    assert not clock.is_up(0, 20.0 - SLACK - 0.01)
    assert clock.is_up(0, 20.0 - SLACK)
    assert not clock.is_up(1, 30.0)


def test_time_stands_still_while_the_table_waits() -> None:
    clock = seen(in_window())
    clock.stop(10.0)
    clock.stop(12.0)
    assert clock.deadline(0) is None
    clock.go_on(110.0)
    clock.go_on(120.0)
    assert clock.deadline(0) == 120.0


def test_a_window_that_opens_meanwhile_has_all_its_time_afterwards() -> None:
    clock = seen(quiet())
    clock.stop(10.0)
    clock.look(in_window(), 15.0)
    clock.go_on(30.0)
    assert clock.deadline(0) == 50.0
