r"""Transcripts: what is typed at a shell, and every line that comes back.

    # The catalog and a card of one's own.
    $ cat > lamp.toml
    | [[card]]
    | name = "Lava Lamp"
    $ chez-tui cards --cards lamp.toml lava
    Lava Lamp (own): Thing, cost 2, Slack 2.
    $ chez-tui cards zzyzx
    ! chez-tui: no such card
    [status 1]

A line after `$` is a command, `|` what a file or a table is made of, `>` an answer to a line that
begins with `Choose`, `!` what is said on standard error, and everything else what is printed.
When the answers are used up, the input ends. A comment stands before a command. Output that would
look like one of these, or is empty, stands behind a backslash; control characters are written
`\x1b`, what differs from run to run as {here}, {version} and so on; spaces at the end don't count.

Commands beside `chez-tui` are those of `Shell` below. They all run in this process, in a folder
of their own.
"""

import asyncio
import io
import json
import os
import re
import shlex
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Final, cast

import pytest

from chez_tui import __version__
from chez_tui.cli import main
from chez_tui.plain.lines import LineReader, Printer
from chez_tui.plain.lobby import PlainLobby
from chez_tui.plain.play import play
from chez_tui.play.online import open_table
from chez_tui.play.options import TableSpec
from chez_tui.settings import Settings
from core.game import Game
from net.discovery import HERE, Found
from net.sessions.local import INSTANT, Chair, LocalTable, TableSetup
from net.wire.codes import parse_address
from tests.kit.table import at
from tests.kit.worlds import world_with
from tests.net.notices import notice

Answering = Callable[[list[str]], str | None]
Given = Callable[[Path], object]  # writes a file that can't be typed

PROMPT: Final = "Choose"
SETTLING: Final = 20  # turns of the event loop
TYPED: Final = "\0"  # marks an answer among the output
MARKS: Final = ("$ ", "| ", "> ", "! ", "#", "[status ", "\\")
CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
WRITTEN: Final = re.compile(r"\\x([0-9a-f]{2})")
VARYING: Final = (
    (re.compile(re.escape(__version__)), "{version}"),
    (re.compile(r"\d{4}-\d\d-\d\d(-\d{6}| \d\d:\d\d)"), "{time}"),
    (re.compile(r"\b[0-9a-f]{32,}\b"), "{digest}"),
    (re.compile(r"Join code: .*\."), "Join code: {code}."),
    (re.compile(r"Your fingerprint: .*(\n  .*)*"), "Your fingerprint: {key}."),
    (re.compile(r"\d+ steps per second"), "{n} steps per second"),
    (re.compile(r'"cards_never_played": \[[^]]*\]'), '"cards_never_played": {cards}'),
    (re.compile(r"(?m)^(cards never played|deck): .{100,}"), r"\1: {cards}"),
    # argparse says and wraps these as its version likes.
    (re.compile(r"\(choose from [^)]*\)"), "(choose from {choices})"),
    (re.compile(r"folder\s+is\s+/[^)]*\)"), "folder is {folder})"),
    (re.compile(r"(?m)^usage: .*(?:\n +.*)*"), lambda usage: " ".join(usage[0].split())),
)


class Unreadable(Exception):
    """A transcript that makes no sense."""


@dataclass(slots=True)
class Step:
    """A command with all that belongs to it."""

    place: str  # file and line
    before: list[str]  # comments and empty lines
    command: str
    content: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)


def steps(path: Path) -> Iterator[Step]:
    """Read what is done in a transcript; what came back is left to the comparison."""
    before: list[str] = []
    step: Step | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark, rest = line[:2], line[2:]
        if line == "" or line.startswith("#"):
            before.append(line)
        elif mark == "$ ":
            if step is not None:
                yield step
            step = Step(f"{path.name}:{number}", before, rest)
            before = []
        elif step is None or before:
            raise Unreadable(f"{path.name}:{number}: no command before this line: {line}")
        elif mark in ("| ", "|"):
            step.content.append(rest)
        elif mark in ("> ", ">"):
            step.typed.append(unescaped(rest))
    if step is not None:
        yield step


def unescaped(text: str) -> str:
    return WRITTEN.sub(lambda code: chr(int(code[1], 16)), text)


def rerun(path: Path, shell: "Shell") -> str:
    """Return the transcript as it comes out now."""
    lines: list[str] = []
    for step in steps(path):
        lines += [*step.before, f"$ {step.command}"]
        lines += [f"| {line}".rstrip() for line in step.content]
        try:
            lines += shell.run(step)
        except Exception as error:
            error.add_note(f"at {step.place}: {step.command}")
            raise
    return "".join(f"{line}\n" for line in lines)


class Paper(io.StringIO):
    """Standard output whose reader answers each line that asks; `answers` may look at the lines
    since the last question. None, or no answer left, is the end of the input.
    """

    def __init__(self, answers: Iterable[str] | Answering, echo: str = "") -> None:
        super().__init__()
        self.reader, self._writer = os.pipe()
        left = iter(()) if callable(answers) else iter(answers)
        self._answer = answers if callable(answers) else lambda said: next(left, None)
        self._echo = echo  # what stands before an answer that is written down, too
        self._asked_at = 0
        self._open = True

    @property
    def lines(self) -> list[str]:
        return self.getvalue().splitlines()

    def write(self, text: str) -> int:
        count = super().write(text)
        if text.startswith(PROMPT):
            answer = self.answer()
            if answer is None:
                self.hang_up()
            else:
                self.type(f"{answer}\n".encode())
        return count

    def answer(self) -> str | None:
        """The next answer; it is written down."""
        said = self.lines[self._asked_at :]
        self._asked_at += len(said)
        answer = self._answer(said)
        if answer is not None and self._echo:
            super().write(f"{self._echo}{answer}\n")
        return answer

    def type(self, data: bytes) -> None:
        if self._open:
            os.write(self._writer, data)

    def hang_up(self) -> None:
        if self._open:
            self._open = False
            os.close(self._writer)

    def close_input(self) -> None:
        self.hang_up()
        os.close(self.reader)


def seated(game: Game, *levels: str, seconds: int = 0, seed: int = 0) -> LocalTable:
    """Return a table at which that game is played; who has no level is a person."""
    levels = (*levels, *[""] * len(game.names))[: len(game.names)]
    chairs = [Chair(*chair) for chair in zip(game.names, levels, strict=True)]
    table = LocalTable(TableSetup(game.catalog, chairs, seed=seed, seconds=seconds), INSTANT)
    table.game = table._match.game = game
    return table


class Patient:
    """Stands in for the reader of lines: types one when all that follows the last has happened."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper

    async def line(self) -> str | None:
        for _ in range(SETTLING):
            await asyncio.sleep(0)
        return self._paper.answer()

    def forget(self) -> None:
        """There is nothing to forget."""


class Shell:
    """Runs commands in a folder, with nothing of the user's around."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, given: Mapping[str, Given]
    ) -> None:
        self._folder = folder
        self._patch = monkeypatch
        self._given = given
        self._seconds = 1_700_000_000  # since the epoch
        monkeypatch.chdir(folder)
        for name, value in (("COLUMNS", "80"), ("TERM", "dumb"), ("LOGNAME", "pam")):
            monkeypatch.setenv(name, value)
        for name in ("DATA", "CONFIG"):
            monkeypatch.setenv(f"XDG_{name}_HOME", str(folder / f"{name.lower()}-home"))
        for name in ("NO_COLOR", "SSH_CONNECTION"):
            monkeypatch.delenv(name, raising=False)

    def run(self, step: Step) -> list[str]:
        """Run one command; return what came back, as a transcript has it."""
        verb, *words = [unescaped(word) for word in shlex.split(step.command)]
        out, err = Paper(step.typed, TYPED), io.StringIO()
        stdin = SimpleNamespace(fileno=lambda: out.reader, isatty=lambda: False)
        try:
            with redirect_stdout(out), redirect_stderr(err), self._patch.context() as patched:
                patched.setattr(sys, "stdin", stdin)
                if verb == "chez-tui":
                    status = main(words)
                else:
                    status = getattr(self, f"do_{verb}")(words, step.content) or 0
        finally:
            out.close_input()
        said = [self._line(line) for line in self._steady(out.getvalue())]
        said += [f"! {line}" for line in self._steady(err.getvalue())]
        return said if status == 0 else [*said, f"[status {status}]"]

    def _steady(self, text: str) -> list[str]:
        """The lines without what is different in every run."""
        text = text.replace(str(self._folder), "{here}")
        for varying, name in VARYING:
            text = varying.sub(name, text)
        return [line.rstrip() for line in text.splitlines()]

    def _line(self, line: str) -> str:
        typed, line = line.startswith(TYPED), line.removeprefix(TYPED)
        line = CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", line)
        if typed:
            return f"> {line}".rstrip()
        return f"\\{line}" if not line or line.startswith(MARKS) else line

    # -- the other commands ------------------------------------------------------------------------

    def do_cat(self, words: list[str], content: list[str]) -> None:
        """cat > FILE, cat FILE"""
        if words[0] == ">":
            path = Path(words[1])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
        else:
            print(Path(words[0]).read_text(encoding="utf-8"), end="")

    def do_ls(self, words: list[str], content: list[str]) -> None:
        """ls: every file and every empty folder"""
        for path in sorted(Path().rglob("*")):
            if not path.is_dir() or path.is_symlink() or not any(path.iterdir()):
                print(path.as_posix() + "/" * path.is_dir())

    def do_mkdir(self, words: list[str], content: list[str]) -> None:
        Path(words[0]).mkdir(parents=True)

    def do_ln(self, words: list[str], content: list[str]) -> None:
        """ln -s TARGET LINK"""
        Path(words[2]).symlink_to(words[1])

    def do_cp(self, words: list[str], content: list[str]) -> None:
        """cp FILE... COPY; each copy is a second younger than the last"""
        *sources, target = map(Path, words)
        target.parent.mkdir(parents=True, exist_ok=True)
        for source in sources:
            copy = Path(shutil.copy(source, target))
            self._seconds += 1
            os.utime(copy, (self._seconds, self._seconds))

    def do_truncate(self, words: list[str], content: list[str]) -> None:
        """truncate -s [-]BYTES FILE"""
        path, size = Path(words[2]), int(words[1])
        path.write_bytes(path.read_bytes()[:size])

    def do_sed(self, words: list[str], content: list[str]) -> None:
        """sed -i EDIT FILE..., EDIT being s/OLD/NEW/, $p (last line twice) or $d (without it)"""
        edit, *paths = words[1:]
        for path in map(Path, paths):
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            if edit == "$p":
                lines.append(lines[-1])
            elif edit == "$d":
                del lines[-1]
            else:
                _, old, new, _ = edit.replace("\\", "\\\\").split("/")
                lines = [re.sub(old, new, line) for line in lines]
            path.write_text("".join(lines), encoding="utf-8")

    def do_export(self, words: list[str], content: list[str]) -> None:
        """export NAME=VALUE"""
        name, _, value = words[0].partition("=")
        self._patch.setenv(name, value.replace("{here}", str(self._folder)))

    def do_given(self, words: list[str], content: list[str]) -> None:
        """given FILE: one of those that the test can make"""
        for word in words:
            self._given[word](Path(word))

    def do_heard(self, words: list[str], content: list[str]) -> None:
        """heard [TROUBLE]: the tables that are on the network from now on, what differs as JSON"""
        found: list[Found] = []
        for line in content:
            told = {k: tuple(v) if isinstance(v, list) else v for k, v in json.loads(line).items()}
            ends = tuple(map(parse_address, told.pop("at")))
            state = told.pop("state", HERE)
            found.append(Found(notice(**told), ends, state))

        def glance(seconds: float) -> tuple[tuple[Found, ...], str]:
            print(f"(listens for {seconds} s)")
            return tuple(found), " ".join(words)

        self._patch.setattr("net.discovery.glance.glance", glance)

    def do_table(self, words: list[str], content: list[str]) -> int:
        """table [OPTIONS]: the first player's seat in plain mode, the others are bots"""
        parser = ArgumentParser("table")
        parser.add_argument("--ascii", action="store_true")
        parser.add_argument("--all-phases", action="store_true")
        parser.add_argument("--preset", default="always")
        parser.add_argument("--seconds", type=int, default=0)
        options = parser.parse_args(words)
        game = at("\n".join(content))
        levels = ["easy"] * (len(game.names) - 1)
        before = game.digest()
        table = seated(game, "", *levels, seconds=options.seconds)
        status = play(
            table,
            [0],
            world_with(
                ascii=options.ascii, auto_next=not options.all_phases, preset=options.preset
            ),
        )
        asyncio.set_event_loop(None)
        if table.game.digest() == before:
            print("(nothing has changed)")
        return status

    def do_lobby(self, words: list[str], content: list[str]) -> int:
        """lobby: Ann alone at a table of three; a line is typed when the last one is dealt with"""

        async def sit() -> int:
            plan = TableSpec("Ann", "Friday", seats=3, port=0, offline=True)
            assert isinstance(sys.stdout, Paper)
            typed = cast(LineReader, Patient(sys.stdout))
            async with await open_table(plan, world_with(name="Ann")) as place:
                lobby = PlainLobby(place, typed, Printer(sys.stdout), Settings(), live=True)
                return await lobby.run(("192.0.2.7:24398",))

        return asyncio.run(sit())
