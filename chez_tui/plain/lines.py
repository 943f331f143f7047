"""Lines in and lines out: what is typed or piped in, and what we print, safe for any terminal."""

import asyncio
import os
import re
import select
import threading
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, TextIO

from chez_tui.kit.ascii import to_ascii
from chez_tui.world import World, columns, lend_to_the_shell

Finish = Callable[[str], Iterable[str]]  # whole lines that a beginning may become

WIDTH: Final = 79
HANG: Final = "  "
MARKS: Final = re.compile(r"\s*(\d+\. |Choose )")  # how choices and questions begin
CHUNK: Final = 4096
SETTLING: Final = 1.0  # seconds, for a thread that hangs
MAX_LINE: Final = 1000  # bytes; the rest of a line is dropped


def _nothing(begun: str) -> Iterable[str]:
    return ()


class LineReader:
    """Reads lines from a file descriptor in a thread, so the table never waits for them.

    The thread reads only on request, so an endless pipe fills no memory. It reads the descriptor
    directly: a thread that holds the lock of `sys.stdin` would break our exit.
    """

    def __init__(self, descriptor: int, editor: "Editor | None" = None) -> None:
        self.finish: Finish = _nothing  # what Tab may make of a line
        self.live = os.isatty(descriptor)  # a person types
        self._descriptor = descriptor
        self._editor = editor
        if editor is not None:
            editor.begin(lambda begun: self.finish(begun))
        self._loop = asyncio.get_running_loop()
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._wanted = threading.Semaphore(0)
        self._pending = bytearray()
        self._ended = False
        threading.Thread(target=self._fetch, name="typed lines", daemon=True).start()

    async def line(self) -> str | None:
        """Return the next line without its end; None when there are no more."""
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
        """Let a line be read once more: it was for someone else."""
        if line is not None:
            self._pending[:0] = f"{line}\n".encode()

    def forget(self) -> None:
        """Leave nothing that was typed, and no names, to the next person."""
        self.finish = _nothing
        if self._editor is not None:
            self._editor.forget()

    def stop(self) -> None:
        """Stop reading: no one will ask for another line."""
        self._ended = True
        self._wanted.release()
        if self._editor is not None:
            self._editor.end()

    def _fetch(self) -> None:
        chunk = b"-"
        while chunk:
            if self._editor is None:  # a person types no faster than we read
                self._wanted.acquire()
            if self._ended:
                return
            chunk = self._read() if self._editor is None else self._editor.read()
            try:
                self._loop.call_soon_threadsafe(self._chunks.put_nowait, chunk)
            except RuntimeError:  # the table is closed, no one listens anymore
                return

    def _read(self) -> bytes:
        while True:
            try:
                return os.read(self._descriptor, CHUNK)
            except BlockingIOError:  # the parent left the descriptor non-blocking
                select.select([self._descriptor], [], [])
            except OSError:  # a terminal that's gone means the end of the input
                return b""


class Editor:
    """A line on a terminal that readline edits, with history and Tab, while others print."""

    def __init__(self, descriptor: int) -> None:
        import readline
        import termios

        self._descriptor = descriptor
        self._modes = termios.tcgetattr(descriptor)
        self._readline = readline
        self._found: list[str] = []
        self._over = False
        self._settled = threading.Event()  # the terminal is set for readline, or unused

    def begin(self, finish: Finish) -> None:
        """Bind Tab. Keep a line in one row, so that others can be printed above it."""

        def nth(begun: str, number: int) -> str | None:
            if number == 0:
                self._found = sorted(set(finish(begun)))
            return self._found[number] if number < len(self._found) else None

        self._settled.set()
        self._readline.set_startup_hook(self._settled.set)
        self._readline.set_completer(nth)
        self._readline.set_completer_delims("")  # card names have spaces in them
        libedit = "libedit" in (self._readline.__doc__ or "")
        self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        for setting in ("horizontal-scroll-mode on", "enable-bracketed-paste off"):
            self._readline.parse_and_bind(f"set {setting}")

    def read(self) -> bytes:
        """Return the next line, nothing at the end of the input."""
        self._settled.clear()
        try:
            return b"" if self._over else f"{input()}\n".encode("utf-8", "replace")
        except (EOFError, OSError):
            return b""
        finally:
            self._settled.set()

    def end(self) -> None:
        """Give the terminal back.

        No one can end the thread that may still edit a line. So wait until it has changed the
        terminal, then change that back.
        """
        import termios

        self._over = True
        self._settled.wait(SETTLING)
        with suppress(termios.error):  # it may be gone
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._modes)

    def lend(self) -> Callable[[], None]:
        """Give the terminal back for a while; return a function that takes it again, with the line
        so far."""
        import termios

        ours = termios.tcgetattr(self._descriptor)
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._modes)

        def take() -> None:
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, ours)
            os.write(self._descriptor, f"\r{self._readline.get_line_buffer()}".encode())

        return take

    def forget(self) -> None:
        """Start with an empty history."""
        self._readline.clear_history()

    def above(self, line: str) -> str:
        """Return text that prints a line above what has been typed so far."""
        if self._over or not self._readline.get_line_buffer():
            return f"{line}\n"
        rows = -(-cells(line) // columns()) or 1
        # Make room below and come back; save the column; push the typed line down, print, restore
        # it.
        room = "\x1bD" * rows + f"\x1b[{rows}A"
        return f"{room}\x1b7\r\x1b[{rows}L{line}\x1b8\x1b[{rows}B"


def typed_lines(world: World, out: "Printer") -> LineReader:
    """Return a reader for a session's lines, with an editor if a person types at a terminal."""
    descriptor, terminal = world.typed(), world.terminal
    editor = None
    if descriptor == 0 and terminal.reads and terminal.shows and terminal.moves:
        with suppress(ImportError):  # Windows has no readline
            editor = Editor(descriptor)
            out.put = editor.above
            lend_to_the_shell(editor.lend)
    return LineReader(descriptor, editor)


class Printer:
    """Prints paragraphs, each line at once; nothing in them can control the terminal."""

    def __init__(self, sink: TextIO, ascii: bool = False) -> None:
        self._sink = sink
        self._ascii = ascii
        self.put: Callable[[str], str] = "{}\n".format  # turns a line into what is written

    def say(self, *texts: str) -> None:
        """Print some texts. No one's name can make one look like a choice or a question."""
        self.ask(*(f"- {text}" if MARKS.match(text) else text for text in texts))

    def ask(self, *texts: str) -> None:
        """Print a question as it is: the choices, and the line that asks for an answer."""
        for text in map(harmless, texts):
            for line in wrapped(to_ascii(text) if self._ascii else text):
                self._sink.write(self.put(line))
                self._sink.flush()


def harmless(text: str) -> str:
    """Return the text in one line without control and format characters."""
    line = " ".join(text.split())
    return "".join(c for c in line if unicodedata.category(c)[0] != "C")


def cells(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def wrapped(text: str, width: int = WIDTH) -> list[str]:
    """Return the text in lines of at most `width` columns, unless a single word takes more.

    All lines but the first are indented.
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
    """Return a printer for a person; it first prints what's wrong with their settings."""
    world.complain()
    return Printer(world.out, world.settings.ascii)
