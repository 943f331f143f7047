"""The app with the driver that writes less: the same on the screen, fewer bytes on the line."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from textual import constants
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.drivers.linux_driver import LinuxDriver

from benchmarks.screen_grid import Cell, Grid
from benchmarks.screen_pty import Terminal
from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.terminal.driver import LeanDriver

TABLE = [sys.executable, "-m", "benchmarks.screen_table"]
READY = b"Enter plays or marks a card"
KEYS = (
    b"\x1b[B", b"\x1b[B", b"\r", b"\t", b"\x1b[B", b"\t", b"\x1b", b"?", b"\x1b",
    b"/hi \xe6\x97\xa5\x1b", b"l", b"\x1b", b"\x1b[A",
)  # fmt: skip
NOISE = Cell("?", "31")  # what nobody can rely on
PATIENCE = 30.0


class Shown:
    """The table in a terminal, and what that shows."""

    def __init__(self, folder: Path, **surroundings: str) -> None:
        surroundings |= {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self.terminal = Terminal(TABLE, (120, 40), surroundings)
        self.terminal.until(READY)
        self.grid = Grid((120, 40))
        self.taken = 0  # of the bytes that were seen

    def take(self) -> None:
        """Shows what was written since; every byte counts, whoever waited for it."""
        seen = self.terminal.seen
        self.grid.feed(seen[self.taken :])
        self.taken = len(seen)

    def spoil(self, size: tuple[int, int]) -> None:
        self.take()
        self.grid.fill(size, NOISE)


def agree(one: Shown, other: Shown) -> None:
    """Waits until both show the same and nothing is left of what was there before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        taken = one.taken, other.taken
        for shown in (one, other):
            shown.terminal.listen(0.05)
            shown.take()
        noisy = any(NOISE in row for row in one.grid.cells)
        quiet = taken == (one.taken, other.taken)
        if quiet and not noisy and one.grid.cells == other.grid.cells:
            return
    assert one.grid.text() == other.grid.text()
    assert one.grid.cells == other.grid.cells
    raise AssertionError("not everything is painted again")


def test_it_shows_what_textuals_own_driver_shows(tmp_path: Path) -> None:
    ours = Shown(tmp_path / "a")
    textuals = Shown(tmp_path / "b", TEXTUAL_DRIVER="textual.drivers.linux_driver:LinuxDriver")
    with ours.terminal, textuals.terminal:
        agree(ours, textuals)
        before = ours.taken, textuals.taken
        for key in KEYS:
            for shown in (ours, textuals):
                shown.terminal.send(key)
            agree(ours, textuals)
        assert ours.taken - before[0] < textuals.taken - before[1]
        for size in ((80, 24), (120, 40)):
            for shown in (ours, textuals):
                shown.terminal.resize(size)
                shown.spoil(size)
            agree(ours, textuals)
        for shown in (ours, textuals):
            os.kill(shown.terminal.pid, signal.SIGTSTP)
            shown.terminal.settle(0.3, 3.0)
            os.kill(shown.terminal.pid, signal.SIGCONT)
            shown.spoil((120, 40))
        agree(ours, textuals)


@pytest.mark.parametrize("kind", ["xterm-256color", "linux"])
def test_the_window_is_named_and_gets_its_name_back(tmp_path: Path, kind: str) -> None:
    terminal = Shown(tmp_path, TERM=kind).terminal
    with terminal:
        terminal.send(b"n", 0.5, 5.0)
        assert (b"\x1b]2;your turn\x07" in terminal.seen) == (kind != "linux")
        terminal.send(b"\x11")
        terminal.send(b"y")
        assert terminal.wait() == 0
    assert terminal.seen.count(b"\x1b[22;2t") == terminal.seen.count(b"\x1b[23;2t")
    assert (b"\x1b[23;2t" in terminal.seen) == (kind != "linux")


def test_other_drivers_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ChezApp(Config()).driver_class is LeanDriver
    monkeypatch.setattr(App, "get_driver_class", lambda self: HeadlessDriver)
    assert ChezApp(Config()).driver_class is HeadlessDriver


def test_a_driver_can_be_named_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "DRIVER", "textual.drivers.linux_driver:LinuxDriver")
    assert ChezApp(Config()).driver_class is LinuxDriver
