"""A lobby in words: who watches, and who came or went."""

from types import SimpleNamespace
from typing import Any

import pytest

from chez_tui import lobbying
from net.wire.messages import Audience, Lobby
from tests.chez_tui.netscenes import PAM, desk_of, lobby_of


def watched(many: int, *names: str) -> Lobby:
    desk = desk_of()
    lobby_of(desk)
    desk.audience = {PAM: Audience(many, names)}
    return desk.snapshot()


@pytest.mark.parametrize(
    ("many", "names", "words"),
    [
        (0, (), "nobody watches"),
        (1, ("Eve",), "1 spectator: Eve"),
        (3, ("Eve", "Fay", "Gus"), "3 spectators: Eve, Fay and Gus"),
        (2, ("Eve",), "2 spectators: Eve and 1 other"),
        (500, ("Eve", "Fay"), "500 spectators: Eve, Fay and 498 others"),
        (7, (), "7 spectators"),
    ],
)
def test_spectators_are_named(many: int, names: tuple[str, ...], words: str) -> None:
    assert lobbying.watching(watched(many, *names)) == words


def test_whoever_comes_to_watch_or_goes_is_news() -> None:
    before, now = watched(2, "Eve", "Fay"), watched(2, "Eve", "Gus")
    assert lobbying.news(before, now, b"") == ["Gus watches", "Fay watches no longer"]
    assert lobbying.news(now, watched(3, "Eve", "Eve", "Gus"), b"") == ["Eve watches"]
    assert lobbying.news(now, now, b"") == []


def test_a_crowd_is_counted() -> None:
    few, many = watched(1, "Eve"), watched(90, "Eve", "Fay")
    assert lobbying.news(few, many, b"") == ["90 spectators: Eve, Fay and 88 others"]
    assert lobbying.news(many, watched(90, "Eve", "Gus"), b"") == []


def test_the_whole_name_of_a_table_is_said() -> None:
    lobby = watched(0)
    long = lobby._replace(title="Plain table with a long name for friends")
    assert lobbying.news(lobby, long, b"") == [f"The table is called {long.title} now"]


# -- a game that is taken up -----------------------------------------------------------------------


def taken_up(*missing: int, over: bool = False, left: tuple[int, ...] = ()) -> Any:
    """A table of four, some of whom are not there yet, and some of whom have left the game."""
    pids = (b"a", b"b", b"c", b"d")
    names = ("Ann", "Bob", "Cy", "Di")
    tip = SimpleNamespace(players=tuple(pid for n, pid in enumerate(pids) if n not in left))
    play = SimpleNamespace(
        over=over,
        name=lambda pid: names[pids.index(pid)],
        game=SimpleNamespace(begun=True, ledger=SimpleNamespace(tip=tip)),
        terms=SimpleNamespace(
            pids=pids,
            seats=[SimpleNamespace(name=name) for name in names],
            manners=SimpleNamespace(title="Friday"),
        ),
    )
    return SimpleNamespace(play=play, missing=tuple(pids[number] for number in missing))


def test_a_game_that_is_taken_up_says_how_many_it_needs() -> None:
    table = taken_up(1, 2, 3)
    assert lobbying.missing(table) == ["Bob", "Cy", "Di"]
    assert lobbying.going_on(table) == (
        "Friday: Ann, Bob, Cy and Di. The game goes on when most of its players are back: "
        "1 of 4 is here, 3 are needed."
    )


def test_nobody_waits_for_who_has_left() -> None:
    table = taken_up(2, 3, left=(3,))
    assert lobbying.missing(table) == ["Cy"]
    assert lobbying.going_on(table).endswith("2 of 3 are here, 2 are needed.")


def test_a_game_that_is_over_does_not_go_on() -> None:
    table = taken_up(2, 3, over=True)
    assert lobbying.missing(table) == []
    assert "goes on" not in lobbying.going_on(table)
    assert lobbying.going_on(SimpleNamespace(play=None)) == ""  # type: ignore[arg-type]
