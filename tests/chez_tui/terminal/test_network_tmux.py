"""Three real terminals: one hosts, one joins from the list, one watches; the host quits."""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.chez_tui.terminal.shown import CHEZ, Tmux, folders, needs_tmux, play

LISTENING = 8.0  # seconds after which a list that stays empty is left for the address


@contextmanager
def terminal(home: Path, *words: str) -> Iterator[Tmux]:
    """A terminal in which the program has been started."""
    with Tmux(folders(home)) as tmux:
        tmux.until(r"^[$#] *$")
        quoted = " ".join(f"'{word}'" for word in words)
        tmux.line(f"{' '.join(CHEZ)} {quoted}; echo status=$?")
        yield tmux


@contextmanager
def robot(home: Path, address: str) -> Iterator[None]:
    """A third player, so that two are left when the host has gone."""
    words = [*CHEZ, "join", address, "--bot", "easy", "--name", "Cy"]
    process = subprocess.Popen(
        words,
        env={**os.environ, **folders(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def choose_from_list(bob: Tmux, code: str, address: str) -> None:
    """Goes to the table in the list; where nothing can be heard, to its address."""
    bob.until("Join a table")
    end = time.monotonic() + LISTENING
    while time.monotonic() < end:
        rows = [line for line in bob.screen() if re.match(r" [▸ ] \d+-\w+-\w+", line)]
        if any(code in row for row in rows):
            here = next(row for row in rows if row.startswith(" ▸"))
            if code in here:
                bob.keys("Enter")
                return
            bob.keys("Down")
        time.sleep(0.2)
    bob("send-keys", "-l", address)
    bob.keys("Enter")


def deck(tmux: Tmux) -> int:
    found = re.search(r"deck (\d+)", tmux.screen()[0])
    return int(found[1]) if found else 0


@needs_tmux
def test_three_terminals_and_a_host_who_quits(tmp_path: Path) -> None:
    with ExitStack() as stack:
        words = ("host", "--as", "Ann", "--name", "Table 3", "--seats", "3", "--wait", "1")
        ann = stack.enter_context(terminal(tmp_path / "ann", *words))
        lobby = "\n".join(ann.until("chairs taken"))
        found = re.search(r"code (\S+) +address \S+:(\d+)", lobby)
        assert found, lobby
        code, address = found[1], f"127.0.0.1:{found[2]}"

        stack.enter_context(robot(tmp_path / "cy", address))
        bob = stack.enter_context(terminal(tmp_path / "bob", "join", "--name", "Bob"))
        choose_from_list(bob, code, address)
        bob.until("Enter says that you are ready")
        eve = stack.enter_context(terminal(tmp_path / "eve", "watch", address, "--name", "Eve"))
        eve.until("You watch")
        ann.until("1 spectator")
        ann.until("Cy +. +. ready|Cy .*ready")
        bob.keys("Enter")
        ann.until("enter starts the game")
        ann.keys("Enter")
        for tmux in (ann, bob, eve):
            tmux.until("round 1")

        full = deck(eve)
        play([ann, bob], lambda: deck(eve) < full - 3)
        ann.keys("C-q")
        ann.until("Quit?")
        ann.keys("y")
        ann.until("^status=0")

        bob.until("no connection to Ann .*a bot plays on")
        bob.keys("w")
        bob.until("a bot plays on for Ann")
        bob.keys("2", "Enter")
        bob.until(r"^Table")
        eve.until(r"^(Table|Geek) ")  # a long line leaves the title out
        left = deck(eve)
        play([bob], lambda: deck(eve) < left - 3)
        for tmux in (bob, eve):
            assert "Traceback" not in "\n".join(tmux.screen())
        eve.keys("C-q")
        eve.until("^status=0")
