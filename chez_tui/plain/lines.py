"""Lines in and lines out: what is typed or piped in, and what is printed, safe for any terminal."""

import asyncio
import os
import re
import select
import threading
import unicodedata
from typing import TYPE_CHECKING, Final, TextIO

from chez_tui.kit.ascii import to_ascii

if TYPE_CHECKING:
    from chez_tui.world import World

WIDTH: Final = 79
HANG: Final = "  "
MARKS: Final = re.compile(r"\s*(\d+\. |Choose )")  # how choices and questions begin
CHUNK: Final = 4096
MAX_LINE: Final = 1000  # bytes; whatever else stands in a line is dropped


class LineReader:
    """Reads lines from a file descriptor in a thread, so that the table never waits for them.

    The thread reads only when it is asked to: an endless pipe fills no memory. It takes bytes
    from the descriptor itself, because a thread that holds the lock of `sys.stdin` would spoil
    the end of the program.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._wanted = threading.Semaphore(0)
        self._pending = bytearray()
        self._ended = False
        threading.Thread(target=self._fetch, name="typed lines", daemon=True).start()

    async def line(self) -> str | None:
        """The next line without its end; None when there are no more."""
        while (end := self._pending.find(b"\n")) < 0 and not self._ended:
            del self._pending[MAX_LINE:]
            self._wanted.release()
            chunk = await self._chunks.get()
            self._pending += chunk
            self._ended = not chunk
        if end < 0:
            if not self._pending:
                return None
            end = len(self._pending)
        line = bytes(self._pending[: min(end, MAX_LINE)])
        del self._pending[: end + 1]
        return line.decode("utf-8", "replace").strip()

    def put_back(self, line: str | None) -> None:
        """Let a line be typed once more: it was meant for somebody else."""
        if line is not None:
            self._pending[:0] = f"{line}\n".encode()

    def stop(self) -> None:
        """Nobody will ask for a line any more."""
        self._ended = True
        self._wanted.release()

    def _fetch(self) -> None:
        chunk = b"-"
        while chunk:
            self._wanted.acquire()
            if self._ended:
                return
            chunk = self._read()
            try:
                self._loop.call_soon_threadsafe(self._chunks.put_nowait, chunk)
            except RuntimeError:  # the table is closed, nobody listens any more
                return

    def _read(self) -> bytes:
        while True:
            try:
                return os.read(self._descriptor, CHUNK)
            except BlockingIOError:  # whoever started us left it that way
                select.select([self._descriptor], [], [])
            except OSError:  # a terminal that has gone away is the end of the input
                return b""


class Printer:
    """Paper for paragraphs, each line printed at once; nothing in them can steer the terminal."""

    def __init__(self, sink: TextIO, ascii: bool = False) -> None:
        self._sink = sink
        self._ascii = ascii

    def say(self, *texts: str) -> None:
        """Print some texts. Nobody's name makes one look like a choice or a question."""
        self.ask(*(f"- {text}" if MARKS.match(text) else text for text in texts))

    def ask(self, *texts: str) -> None:
        """Print a question as it is: the choices, and the line that says that one is awaited."""
        for text in map(harmless, texts):
            for line in wrapped(to_ascii(text) if self._ascii else text):
                self._sink.write(f"{line}\n")
                self._sink.flush()


def harmless(text: str) -> str:
    """The text in one line without control and format characters."""
    line = " ".join(text.split())
    return "".join(c for c in line if unicodedata.category(c)[0] != "C")


def cells(text: str) -> int:
    """How many columns a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def wrapped(text: str, width: int = WIDTH) -> list[str]:
    """The text in lines of at most so many columns, unless a single word takes more.

    The second and all later lines are indented.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        if not line:
            line = word
        elif cells(line) + 1 + cells(word) <= width:
            line += f" {word}"
        else:
            lines.append(line)
            line = HANG + word
    return [*lines, line]


def printer_of(world: "World") -> Printer:
    """Return what prints for a person; it begins with what is wrong with their settings."""
    world.complain()
    return Printer(world.out, world.settings.ascii)
