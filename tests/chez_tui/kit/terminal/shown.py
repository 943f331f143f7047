"""The program in real terminals, which are asked what they show."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from benchmarks.screen_grid import Grid
from benchmarks.screen_pty import Terminal
from chez_tui.play.guard import UNSEEN

CHEZ: Final = [sys.executable, "-m", "chez_tui"]
SIZE: Final = (80, 24)
PATIENCE: Final = 300.0  # seconds after which something hangs
ASKED: Final = "n next phase|space pass"
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


def folders(home: Path) -> dict[str, str]:
    """Return folders of its own for the program, as variables of its surroundings; it has been
    started there before, so that nobody is asked for a name."""
    settings = home / "config" / "chez-tui" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.touch()
    return {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}


class Shown(Terminal):
    """A terminal line, and what a terminal at its end shows."""

    def __init__(
        self, words: Sequence[str], surroundings: Mapping[str, str], size: tuple[int, int] = SIZE
    ) -> None:
        super().__init__(words, size, surroundings)
        self.grid = Grid(size)
        self.taken = 0  # of the bytes that were seen

    def take(self) -> str:
        """Show what was written since, and return it all as text."""
        self.grid.feed(self.seen[self.taken :])
        self.taken = len(self.seen)
        return self.grid.text()

    def shows(self, pattern: str) -> str:
        """Wait until a pattern is to be seen, and return the screen."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.take()):
            assert time.monotonic() < end, f"{pattern!r} is not to be seen on\n{self.take()}"
            self._read(0.2)
        return self.take()

    def press(self, keys: bytes, pattern: str) -> str:
        """Press keys and wait until they have shown that."""
        os.write(self._line, keys)
        return self.shows(pattern)

    def change(self, keys: bytes) -> None:
        """Press keys and wait until something else is to be seen."""
        before = self.take()
        os.write(self._line, keys)
        end = time.monotonic() + PATIENCE
        while self.take() == before:
            assert time.monotonic() < end, f"{keys!r} changes nothing on\n{before}"
            self._read(0.2)
        while self._read(0.05):  # the rest of it, if it does not come much later
            continue

    def begin(self) -> str:
        """End the scene in which cards are dealt, and read what is below it."""
        self.shows("Any key")
        self.press(b" ", ASKED)
        self.read()
        return self.take()

    def read(self) -> None:
        """Look until keys count that answer what has just appeared."""
        self.settle(UNSEEN, UNSEEN)

    def ended(self) -> int:
        return self.wait(PATIENCE)


class Tmux:
    """A terminal that shows everything as users see it."""

    def __init__(self, surroundings: Mapping[str, str], size: tuple[int, int] = SIZE) -> None:
        self.folder = tempfile.mkdtemp(prefix="tmux-")  # short enough for a socket
        wanted = {"LANG": "C.UTF-8", "COLORTERM": "truecolor", "TMUX_TMPDIR": self.folder}
        given = {k: v for k, v in os.environ.items() if k != "TMUX"}
        self._environment = {**given, **wanted, **surroundings}
        columns, rows = map(str, size)
        self("-u", "-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows, "sh")
        self("set", "-g", "status", "off")

    def __enter__(self) -> "Tmux":
        return self

    def __exit__(self, *_: object) -> None:
        self("kill-server")
        shutil.rmtree(self.folder)

    def __call__(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", "chez", *words],
            env=self._environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    def keys(self, *names: str) -> None:
        self("send-keys", *names)

    def line(self, text: str) -> None:
        self("send-keys", "-l", text)
        self.keys("Enter")

    def screen(self) -> list[str]:
        return self("capture-pane", "-p").splitlines()

    def flag(self, name: str) -> str:
        return self("display-message", "-p", f"#{{{name}}}").strip()

    def until(self, wanted: str) -> list[str]:
        """Wait until a pattern is to be seen."""
        end = time.monotonic() + PATIENCE
        while not re.search(wanted, "\n".join(lines := self.screen()), re.MULTILINE):
            assert time.monotonic() < end, f"{wanted!r} is not on\n" + "\n".join(lines)
            time.sleep(0.05)
        return lines


def play(players: Sequence[Tmux], enough: Callable[[], bool]) -> None:
    """Everybody presses what the screen asks for, as soon as they can have read it."""
    end = time.monotonic() + PATIENCE
    looked: dict[Tmux, tuple[list[str], float]] = {}
    while not enough():
        now = time.monotonic()
        assert now < end, "nothing goes on:\n" + "\n".join(players[-1].screen())
        for tmux in players:
            lines = tmux.screen()
            before, read = looked.get(tmux, ([], now))
            if lines != before:
                looked[tmux] = lines, now + UNSEEN
            elif now > read and (key := next_key(lines)):
                tmux.keys(key)
                looked[tmux] = lines, end  # what was pressed is still to be seen
        time.sleep(0.05)


def next_key(lines: list[str]) -> str:
    """Return the key that the prompt line names first, if the keys line has it, too."""
    *rows, prompt, last = lines
    if "Any key" in prompt:
        return "space"
    does = dict(re.findall(r"(\S+) (\S+(?: \S+)*)", last))
    named = re.findall(r"\b(enter|space|[a-z])\b", prompt.lower())
    key = next((name for name in named if name in does), "")
    if does.get(key) == "unmark" and "Mark" in prompt:
        key = next(m[1] for row in rows if (m := re.match(r"[▌ ] (\d) .*▸", row)))
    return str(key)
