"""A lobby in words: who watches, and who came or went."""

import pytest

from chez_tui import lobbying
from net.wire.messages import Audience, Lobby
from tests.tui.netscenes import PAM, desk_of, lobby_of


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
