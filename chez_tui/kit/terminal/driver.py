"""Textual's driver for terminals on Linux and macOS, writing only the cells that have changed."""

import os
import select
import signal
from contextlib import suppress
from threading import RLock, Thread
from types import FrameType
from typing import Any, Final, TextIO

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from chez_tui.errors import HUNG_UP
from chez_tui.kit.terminal.cells import Cells

UNTITLED: Final = ("linux", "vt100", "vt220")  # some of these would print the title
FOR_MAIN: Final = {
    signal.SIGCONT, signal.SIGTSTP, signal.SIGWINCH, signal.SIGINT, signal.SIGTERM, signal.SIGHUP,
}  # fmt: skip
KEEP_TITLE, OLD_TITLE = "\x1b[22;2t", "\x1b[23;2t"


def wait_for_the_shell() -> None:
    """Stop, with all that the shell has started together with this program, until `fg`.

    Where no shell waits, as in a separate window, the system continues the program right away.
    """
    ours = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(0, signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, ours)


class Line:
    """The way to a terminal. Output to one that has gone is lost, and no one waits."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


class CellDriver(LinuxDriver):
    """A driver that sends only what changed, since over SSH bytes are the latency."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        self._shown = Cells()
        # Writes come from the thread of the keys too, and from signals in the middle of a write.
        self._writing = RLock()
        self._of = app
        super().__init__(app, **options)
        self._file: Any = Line(self._file)

    def write(self, data: str) -> None:
        with self._writing:
            shorter = self._shown.shorter(data, self._of.size)
            if shorter:
                super().write(shorter)

    def forget(self) -> None:
        """Write everything the next time: something else has been written to the terminal."""
        self._shown.forget()

    def start_application_mode(self) -> None:
        # Threads inherit that these signals aren't for them: only the main thread can answer one,
        # and it sleeps on if another has got it: a program that goes on would stay dead.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, FOR_MAIN)
        try:
            # First of all, since a terminal may be gone by now.
            Thread(target=self._await_hang_up, daemon=True).start()
            super().start_application_mode()  # type: ignore[no-untyped-call]
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        resized = signal.getsignal(signal.SIGWINCH)

        def forget_first(number: int, frame: FrameType | None) -> None:
            """Forget the cells, as a terminal that changes its size moves or cuts what it shows."""
            self.forget()
            if callable(resized):
                resized(number, frame)

        if callable(resized):
            signal.signal(signal.SIGWINCH, forget_first)
        if os.environ.get("TERM") not in UNTITLED:
            self.write(KEEP_TITLE)
            self._of.watch(self._of, "window_title", self._name_window)

    def stop_application_mode(self) -> None:
        if os.environ.get("TERM") not in UNTITLED:
            self.write(OLD_TITLE)
        super().stop_application_mode()

    def run_input_thread(self) -> None:
        with suppress(OSError):  # the terminal has gone, which ends the app
            super().run_input_thread()

    def _await_hang_up(self) -> None:
        """End the app with its terminal, even if the system sends no signal: reading from
        a terminal that is gone would keep a core busy for ever."""
        terminal = select.poll()
        terminal.register(self.fileno, 0)  # nothing but the end wakes it
        if any(event & select.POLLHUP for _, event in terminal.poll()):
            with suppress(RuntimeError):  # the app has ended before
                self._loop.call_soon_threadsafe(self._of.exit, None, HUNG_UP)

    def _name_window(self, title: str) -> None:
        """Put what happens into the window's title, for people who look at other windows."""
        name = "".join(character for character in title if character.isprintable())
        self.write(f"\x1b]2;{name}\x07")
