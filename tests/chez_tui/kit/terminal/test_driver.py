"""The app with the driver that writes less: the same on the screen, fewer bytes on the line."""

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual import constants
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.drivers.linux_driver import LinuxDriver

from benchmarks.screen_grid import Cell
from chez_tui.app import ChezApp
from chez_tui.kit.terminal.driver import CellDriver
from tests.chez_tui.kit.terminal.shown import CHEZ, PATIENCE, Shown, folders
from tests.kit.worlds import world_with

TABLE = [sys.executable, "-m", "benchmarks.screen_table"]
LARGE = (120, 40)
KEYS = (
    b"\x1b[B", b"\x1b[B", b"\r", b"\t", b"\x1b[B", b"\t", b"\x1b", b"?", b"\x1b",
    b"/", b"hi \xe6\x97\xa5", b"\x1b", b"l", b"\x1b", b"\x1b[A",
)  # fmt: skip
NOISE = Cell("?", "31")  # what nobody can rely on


def spoil(shown: Shown, size: tuple[int, int]) -> None:
    shown.take()
    shown.grid.fill(size, NOISE)


def agree(one: Shown, other: Shown) -> None:
    """Wait until both show the same and nothing is left of what was there before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        taken = one.taken, other.taken
        for shown in (one, other):
            shown.listen(0.05)
            shown.take()
        noisy = any(NOISE in row for row in one.grid.cells)
        quiet = taken == (one.taken, other.taken)
        if quiet and not noisy and one.grid.cells == other.grid.cells:
            return
    assert one.grid.text() == other.grid.text()
    assert one.grid.cells == other.grid.cells
    raise AssertionError("not everything is painted again")


def test_it_shows_what_textuals_own_driver_shows(tmp_path: Path) -> None:
    own = {"TEXTUAL_DRIVER": "textual.drivers.linux_driver:LinuxDriver"}
    ours = Shown(TABLE, folders(tmp_path / "a"), LARGE)
    textuals = Shown(TABLE, {**folders(tmp_path / "b"), **own}, LARGE)
    both = (ours, textuals)
    with ours, textuals:
        for shown in both:
            shown.shows("n next phase")
        agree(ours, textuals)
        before = ours.taken, textuals.taken
        for key in KEYS:
            for shown in both:
                shown.change(key)
            agree(ours, textuals)
        assert ours.taken - before[0] < textuals.taken - before[1]
        for size in ((80, 24), LARGE):
            for shown in both:
                spoil(shown, size)
                shown.resize(size)
            agree(ours, textuals)
        for shown in both:
            os.kill(shown.pid, signal.SIGTSTP)
            assert os.WIFSTOPPED(os.waitpid(shown.pid, os.WUNTRACED)[1])
            shown.listen(0.05)  # how it went to sleep
            spoil(shown, LARGE)
            os.kill(shown.pid, signal.SIGCONT)
        agree(ours, textuals)
        spoil(ours, LARGE)  # another program has written there
        for shown in both:
            os.write(shown._line, b"\x0c")
        agree(ours, textuals)


def test_what_is_opened_writes_little_and_then_nothing(tmp_path: Path) -> None:
    with Shown(TABLE, folders(tmp_path), LARGE) as table:
        table.shows("n next phase")
        assert written(table, b"/") <= 500
        assert not table.listen(1.2), "a chat box left open, for two blinks of a cursor"
        assert written(table, b"\x1b") <= 12_000, "which closes it"
        open_and_close(table, b"? l c \x1bOP".split())
    with Shown([*CHEZ, "--calm"], folders(tmp_path), LARGE) as title:
        title.shows("Solo game")
        open_and_close(title, list(map(str.encode, "123456789e")))


def open_and_close(shown: Shown, keys: Sequence[bytes]) -> None:
    """What was below is put back at once: all of it is new, and so it may take more bytes."""
    spoil(shown, LARGE)
    whole = written(shown, b"\x0c")
    for key in keys:
        assert written(shown, key) <= 12_000, key
        assert written(shown, b"\x1b") <= whole, key


def written(shown: Shown, key: bytes) -> int:
    """Press a key and return how many bytes come of it."""
    shown.settle(0.3, 0.3)
    shown.take()
    before = shown.taken
    shown.change(key)
    shown.settle(0.3, 0.3)
    shown.take()
    return shown.taken - before


def test_other_drivers_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ChezApp(world_with()).driver_class is CellDriver
    monkeypatch.setattr(App, "get_driver_class", lambda self: HeadlessDriver)
    assert ChezApp(world_with()).driver_class is HeadlessDriver


def test_a_driver_can_be_named_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "DRIVER", "textual.drivers.linux_driver:LinuxDriver")
    assert ChezApp(world_with()).driver_class is LinuxDriver
