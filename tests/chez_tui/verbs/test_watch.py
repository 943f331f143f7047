"""`chez-tui watch`: in a pipe it tells a game as those do who play it."""

import asyncio
import io
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from chez_tui.plain import watching
from chez_tui.plain.lines import Printer
from net.table.changing import Changing
from net.table.watching import WatchTable
from tests.chez_tui.netscenes import desk_of, lobby_of

CHEZ = [sys.executable, "-m", "chez_tui"]
PATIENCE = 90  # seconds for a whole game


class Program:
    """A program of somebody with a home of his own."""

    def __init__(self, home: Path, *words: str) -> None:
        folders = {"XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        self._process = subprocess.Popen(
            [*CHEZ, *words],
            env={**os.environ, **folders, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def line(self, pattern: str) -> str:
        """What a line says after that pattern."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.match(pattern, line):
                return line[found.end() :].strip()
        raise AssertionError(f"no line {pattern!r}: {self.ended()}")

    def ended(self) -> tuple[int, str, str]:
        out, err = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, out, err

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


def test_a_game_told_to_a_pipe(tmp_path: Path) -> None:
    host = Program(
        tmp_path / "ann", "host", "--bot", "normal", "--as", "Ann", "--seats", "2", "--start",
        "--port", str(free_port()), "--offline",
    )  # fmt: skip
    programs = [host]
    try:
        address = f"127.0.0.1:{host.line('port: ')}"
        eve = Program(tmp_path / "eve", "watch", address, "--plain", "--name", "Eve")
        programs.append(eve)
        assert eve.line("Ann's table: ") == "Ann is at the table."
        eve.line("The game has not begun yet.")
        bob = Program(tmp_path / "bob", "join", address, "--bot", "easy", "--name", "Bob")
        programs.append(bob)
        told = {name: p.ended() for name, p in zip("hbe", (host, bob, eve), strict=True)}
    finally:
        for program in programs:
            program.kill()
    for status, _, err in told.values():
        assert (status, err) == (0, "")
    last = {name: out.splitlines()[-2:] for name, (_, out, _) in told.items()}
    assert last["h"] == last["b"] == last["e"]
    assert re.fullmatch("winner: (Ann|Bob)", last["e"][0])
    assert re.fullmatch("digest: [0-9a-f]+", last["e"][1])
    assert "Ann is up in round 1" in told["e"][1]


class Shown(Changing):
    """A table that is watched, at which one thing after the other happens."""

    def __init__(self, *happens: str) -> None:
        super().__init__()
        self.lobby, self.closed = lobby_of(desk_of()), ""
        self.session: str | None = None
        self.on_chat: list[object] = []
        self._happens = list(happens)

    async def news(self) -> None:
        match self._happens.pop(0):
            case "nothing":
                await asyncio.Event().wait()
            case "news, later":
                await asyncio.sleep(0.02)
            case "a game":
                self.session = "a game"


async def before_the_game(*happens: str) -> list[str]:
    sink = io.StringIO()
    await watching._wait(cast(WatchTable, Shown(*happens)), Printer(sink))
    return sink.getvalue().splitlines()


async def test_a_game_that_is_played_already_is_said_to_be_one() -> None:
    assert await before_the_game("news", "a game") == [
        "Friday at #42: Pam, Ada, Cleo and Bix are at the table.",
        "A game is being played; this is what has happened in it so far.",
    ]


async def test_whoever_waits_for_a_game_is_told_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SOON", 0.0)
    assert await before_the_game("nothing", "news", "a game") == [
        "Friday at #42: Pam, Ada, Cleo and Bix are at the table.",
        "The game has not begun yet.",
    ]


async def test_a_game_that_begins_before_her_eyes_is_not_said_to_be_played_already(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watching, "SOON", 0.03)
    said = await before_the_game(*["news, later"] * 4, "a game")
    assert said[1:] == ["The game has not begun yet."]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
