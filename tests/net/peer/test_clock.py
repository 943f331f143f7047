"""The time for an answer, as one peer counts it."""

from functools import cache

from core.game import Game
from core.state import Window
from net.peer.clock import BOTS, EXTRA, SLACK, WindowClock
from tests.net.honest import HonestTable


@cache
def game(window: bool) -> Game:
    """A game in which a window is open, or none."""
    table = HonestTable(3, seed=3).open()
    while window and not (table.game.stack and isinstance(table.game.stack[-1], Window)):
        table.step()
    found: Game = table.game
    return found


def seen(window: bool = True, beat: int = 20, now: float = 0.0) -> WindowClock:
    clock = WindowClock(beat)
    clock.look(game(window), now)
    return clock


def test_nothing_closes_without_a_window() -> None:
    clock = seen(window=False)
    assert clock.open == 0
    for asking in (None, 0, 1):
        assert clock.deadline(asking) is None
        assert not clock.is_up(asking, 1e9)


def test_a_beat_runs_from_when_the_window_was_seen_and_more_is_added() -> None:
    clock = seen(now=5.0)
    clock.look(game(window=True), 9.0)
    assert clock.open == game(window=True).stack[-1].ref  # type: ignore[union-attr]
    assert (clock.deadline(0), clock.deadline(2)) == (25.0, 25.0 + 2 * EXTRA)
    assert not clock.is_up(0, 25.0 - SLACK - 0.01)
    assert clock.is_up(0, 25.0 - SLACK), "a little patient with other clocks"
    assert not clock.is_up(1, 35.0)


def test_a_window_without_people_closes_as_soon_as_bots_can_have_responded() -> None:
    clock = seen(now=5.0)
    assert clock.deadline(None) == 5.0 + BOTS
    assert not clock.is_up(None, 5.0 + BOTS - SLACK - 0.01)
    assert clock.is_up(None, 5.0 + BOTS - SLACK)


def test_time_stands_still_while_the_table_waits() -> None:
    clock = seen()
    clock.stop(10.0)
    clock.stop(12.0)
    assert clock.deadline(0) is None
    clock.go_on(110.0)
    clock.go_on(120.0)
    assert clock.deadline(0) == 120.0
    clock = seen(window=False)
    clock.stop(10.0)
    clock.look(game(window=True), 15.0)
    clock.go_on(30.0)
    assert clock.deadline(0) == 50.0, "a window that opens meanwhile has all its time afterwards"
