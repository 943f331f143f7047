"""A program on a real terminal line: keys go in, bytes come out and are timed."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
QUIET: Final = 0.1  # seconds without a byte after which an update is over
PATIENCE: Final = 20.0  # seconds for anything to happen at all

# Where the size, the colours or the language come from the outside, they come from here.
SURROUNDINGS: Final = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "LANG": "C.UTF-8",
    "PYTHONPATH": str(ROOT),
}
_CHANGING: Final = (
    "PYTHONDONTWRITEBYTECODE", "NO_COLOR", "SSH_CONNECTION", "COLUMNS", "LINES", "TEXTUAL",
    "TEXTUAL_DRIVER", "TMUX", "TERM_PROGRAM",
)  # fmt: skip


class Silent(Exception):
    """The program did not do what was waited for."""


class Update(NamedTuple):
    """What came after something was sent: the bytes, and the seconds until the last of them."""

    data: bytes
    seconds: float


class Terminal:
    """A child process whose terminal we are."""

    def __init__(
        self,
        words: Sequence[str],
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        given = {k: v for k, v in os.environ.items() if k not in _CHANGING}
        self._environment = given | SURROUNDINGS | dict(environment or {})
        self.started = time.perf_counter()
        self.pid, self._line = pty.fork()
        if self.pid == 0:
            self._become(words, size)
        self._resize(self._line, size)
        self.seen = b""
        self.status: int | None = None  # once it has ended

    def _become(self, words: Sequence[str], size: tuple[int, int]) -> None:
        """In the child: turns into the program."""
        try:
            self._resize(0, size)
            os.chdir(ROOT)
            os.execvpe(words[0], list(words), self._environment)
        finally:
            os._exit(127)

    @staticmethod
    def _resize(line: int, size: tuple[int, int]) -> None:
        columns, rows = size
        fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, size: tuple[int, int]) -> None:
        self._resize(self._line, size)
        os.kill(self.pid, signal.SIGWINCH)

    # -- reading ---------------------------------------------------------------------------------

    def _read(self, wait: float) -> bytes:
        """What has come, after at most that many seconds; nothing if nothing has."""
        if not select.select([self._line], [], [], wait)[0]:
            return b""
        try:
            data = os.read(self._line, 1 << 16)
        except OSError:  # the other end is closed
            data = b""
        self.seen += data
        return data

    def until(self, mark: bytes) -> float:
        """Reads on until the mark was written; the seconds since the start."""
        end = time.perf_counter() + PATIENCE
        while mark not in self.seen:
            if time.perf_counter() > end:
                raise Silent(f"{mark!r} was never written; the last was {self.seen[-400:]!r}")
            self._read(0.2)
        return time.perf_counter() - self.started

    def settle(self, quiet: float = QUIET, patience: float = PATIENCE) -> Update:
        """Reads until nothing has come for a while."""
        start = last = time.perf_counter()
        data = b""
        while True:
            now = time.perf_counter()
            left = (last + quiet if data else start + patience) - now
            if left <= 0:
                return Update(data, last - start)
            part = self._read(left)
            if part:
                data += part
                last = time.perf_counter()

    def send(self, keys: bytes, quiet: float = QUIET, patience: float = 1.0) -> Update:
        """Presses keys and reads what comes of it; what was still on its way does not count."""
        while self._read(0):
            continue
        os.write(self._line, keys)
        return self.settle(quiet, patience)

    def listen(self, seconds: float) -> bytes:
        """Everything that is written in that time."""
        end = time.perf_counter() + seconds
        data = b""
        while (left := end - time.perf_counter()) > 0:
            data += self._read(left)
        return data

    # -- the process -----------------------------------------------------------------------------

    def memory(self) -> int:
        """Bytes of memory that the process holds now."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        raise Silent("the process tells nothing about its memory")

    def close(self) -> None:
        """Ends the process, if it has not ended by itself."""
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)  # still ours, since nobody has waited for it
            self._ended(os.waitpid(self.pid, 0)[1])

    def wait(self, patience: float = PATIENCE) -> int:
        """Reads on until the process has ended by itself; its exit status."""
        end = time.perf_counter() + patience
        while self.status is None and time.perf_counter() < end:
            self._read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self._read(0):
                    continue
                self._ended(status)
        if self.status is None:
            raise Silent("the process does not end")
        return self.status

    def _ended(self, status: int) -> None:
        self.status = os.waitstatus_to_exitcode(status)
        os.close(self._line)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def chez(*words: str) -> list[str]:
    """The words that start chez-tui."""
    script = Path(sys.executable).with_name("chez-tui")
    return [str(script), *words] if script.exists() else [sys.executable, "-m", "chez_tui", *words]
