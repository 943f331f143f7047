"""The app with the driver that writes less: the same on the screen, fewer bytes on the line."""

import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual import constants
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.drivers.linux_driver import LinuxDriver

from benchmarks.screen_grid import Cell
from chez_tui.app import ChezApp
from chez_tui.kit.terminal import driver
from chez_tui.kit.terminal.driver import KEEP_TITLE, OLD_TITLE, LeanDriver
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
            shown.shows("Enter plays or marks a card")
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
        table.shows("Enter plays or marks a card")
        assert written(table, b"/") <= 500
        assert not table.listen(1.2), "a chat box left open, for two blinks of a cursor"
        for key in (b"\x1b", b"?", b"\x1b", b"l", b"\x1b", b"c", b"\x1b", b"\x1bOP", b"\x1b"):
            assert written(table, key) <= 12_000, key
    with Shown([*CHEZ, "--calm"], folders(tmp_path), LARGE) as title:
        title.shows("Solo game")
        for digit in b"123456789":
            for key in (bytes((digit,)), b"\x1b"):
                assert written(title, key) <= 12_000, key


def written(shown: Shown, key: bytes) -> int:
    """Press a key and return how many bytes come of it."""
    shown.settle(0.3, 0.3)
    shown.take()
    before = shown.taken
    shown.change(key)
    shown.settle(0.3, 0.3)
    shown.take()
    return shown.taken - before


# -- without a terminal ----------------------------------------------------------------------------


class Bench:
    """A driver whose writes, signals and watchers are seen by the test."""

    def __init__(self, patch: pytest.MonkeyPatch, resized: Any) -> None:
        self.written: list[str] = []
        self.killed = 0  # by which signal
        self.beside: list[Any] = []  # what was to run in threads
        self.watching: dict[str, Any] = {}
        self.handler: Any = resized
        patch.setattr(LinuxDriver, "start_application_mode", lambda _: self._start())
        patch.setattr(LinuxDriver, "stop_application_mode", lambda self: None)
        patch.setattr(LinuxDriver, "write", lambda _, data: self.written.append(data))
        signals = SimpleNamespace(
            SIGWINCH=signal.SIGWINCH, SIGHUP=signal.SIGHUP, SIGTERM=signal.SIGTERM,
            SIG_IGN=signal.SIG_IGN,
            getsignal=lambda number: self.handler, signal=self._install,
        )  # fmt: skip
        patch.setattr(driver, "signal", signals)
        system = SimpleNamespace(environ=os.environ, getpid=os.getpid, kill=self._kill)
        patch.setattr(driver, "os", system)
        patch.setattr(driver, "Thread", self._thread)
        app: Any = SimpleNamespace(size=(24, 6), watch=self._watch)
        self.driver = LeanDriver(app)
        self.line, self.driver.fileno = os.openpty()

    def _start(self) -> None:
        assert self.beside, "to start never ends where the terminal is gone, unless that is seen"

    def _install(self, number: int, handler: Any) -> None:
        assert number == signal.SIGWINCH
        self.handler = handler

    def _kill(self, pid: int, number: int) -> None:
        assert pid == os.getpid()
        self.killed = number

    def _thread(self, target: Any, daemon: bool) -> Any:
        assert daemon, "the program does not wait for it"
        return SimpleNamespace(start=lambda: self.beside.append(target))

    def _watch(self, app: object, name: str, told: Any) -> None:
        self.watching[name] = told


async def test_what_is_shown_is_not_written_again_until_the_size_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[int] = []
    monkeypatch.setenv("TERM", "linux")
    bench = Bench(monkeypatch, lambda number, frame: seen.append(number))
    bench.driver.start_application_mode()
    line = "\x1b[2;1H\x1b[31mPam\x1b[0m\x1b[1;1H"
    for _ in range(2):
        bench.driver.write(line)
    assert bench.written == [line]
    bench.handler(signal.SIGWINCH, None)
    assert seen == [signal.SIGWINCH], "Textual hears of it, too"
    bench.driver.write(line)
    assert bench.written == [line, line]
    bench.driver.stop_application_mode()
    assert bench.written == [line, line], "this terminal would print the title"
    os.close(bench.line)
    (await_hang_up,) = bench.beside
    await_hang_up()
    assert bench.killed == signal.SIGHUP, "it ends with its terminal"
    bench.handler = signal.SIG_IGN  # under nohup
    await_hang_up()
    assert bench.killed == signal.SIGTERM


async def test_the_window_is_named_and_gets_its_name_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    bench = Bench(monkeypatch, signal.SIG_DFL)
    bench.driver.start_application_mode()
    assert bench.handler == signal.SIG_DFL, "there is nobody to tell"
    bench.watching["window_title"]("your\x1b turn")
    bench.driver.stop_application_mode()
    assert bench.written == [KEEP_TITLE, "\x1b]2;your turn\x07", OLD_TITLE]


async def test_only_a_terminal_that_is_gone_ends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(monkeypatch, signal.SIG_DFL)
    for end in (bench.line, bench.driver.fileno):
        os.close(end)
    bench.driver._await_hang_up()  # the line is closed on this side
    assert not bench.killed


def test_other_drivers_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ChezApp(world_with()).driver_class is LeanDriver
    monkeypatch.setattr(App, "get_driver_class", lambda self: HeadlessDriver)
    assert ChezApp(world_with()).driver_class is HeadlessDriver


def test_a_driver_can_be_named_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "DRIVER", "textual.drivers.linux_driver:LinuxDriver")
    assert ChezApp(world_with()).driver_class is LinuxDriver
