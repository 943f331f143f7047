"""The lobby without a face: what may be done, what comes next, what is told."""

from types import SimpleNamespace
from typing import Any

import pytest

from net.table.lobby import LobbyError
from tests.chez_tui.netscenes import ADA, BIX, PAM, changed, desk_of, lobby_of, still

KEYS = {"begin": ("f2",), "back": ("f3",)}
LOBBY = lobby_of(desk_of())


@pytest.mark.parametrize(
    ("me", "offered", "step"),
    [
        (PAM, {"add_bot", "send_away", "agree", "begin", "ready"}, "waiting for Bix to be ready"),
        (ADA, {"begin", "ready"}, "you're ready; waiting for Bix"),
        (BIX, {"begin", "ready"}, "press f2 when you're ready"),
        (b"x" * 32, set(), "the table is full: you get the next free seat"),
        (b"", {"begin"}, "you're watching; f2 takes the free seat"),
    ],
    ids=["host", "ready", "not ready", "late", "spectator"],
)
def test_everybody_is_offered_what_they_can_do(me: bytes, offered: set[str], step: str) -> None:
    model = still(LOBBY, me, desk_of() if me == PAM else None)
    commands = ("add_bot", "send_away", "agree", "begin", "ready", "open_hand")
    assert {command for command in commands if model.may(command)} == offered
    assert model.next_step(KEYS)[0] == step
    model.place.table.closed = "the host has gone for {good}"
    assert not any(map(model.may, offered - {"begin"}))
    assert model.next_step(KEYS) == ("the host has gone for {good}. F3 goes back", True)


def test_who_only_watches_can_do_nothing_at_the_table() -> None:
    model = still(LOBBY, b"")
    model.attempt("start")
    assert model.message == "you're only watching this table"
    with pytest.raises(LobbyError):
        model.do("add_bot")
    assert model.parting() == ""


async def test_what_is_new_is_told_once_and_a_game_is_shown_once() -> None:
    model = still(LOBBY, ADA)
    assert model.look() == []
    model.joined.on_chat[0]("Pam", "hello")
    changed(model, LOBBY._replace(beat=5))
    async for _ in model.changes():
        break
    assert [(note.name, note.text) for note in model.notes] == [
        ("Pam", "hello"),
        ("", "Changed: 5 s to respond"),
    ]
    assert model.look() == []
    game: Any = SimpleNamespace()
    model.joined.playing, model.joined.session = True, game
    assert model.new_game() is game
    assert model.new_game() is None
