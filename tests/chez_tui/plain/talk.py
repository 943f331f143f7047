"""A reader for line mode who answers every question, and tables for him to sit at."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

from chez_tui.plain import play
from core.arrangement import Arrangement, Placed, Seat, arranged
from core.catalog import Catalog
from core.state import FREE_PHASE, Trim
from net.sessions.local import INSTANT, Chair, LocalTable, TableSetup
from tests.kit.places import ROOT

CHOICE = re.compile(r"(\d+)\. (.*)")
PAM = Chair("Pam")
ADA = Chair("Ada", "easy")
BIX = Chair("Bix", "easy")

WAIT = "(says nothing)"
Answer = str | Callable[[], str] | None


class Talk(io.StringIO):
    """Standard output whose reader answers each question, from a list or as a function says."""

    def __init__(self, answers: Sequence[Answer] | Callable[[list[str]], Answer]) -> None:
        super().__init__()
        self.reader, self._writer = os.pipe()
        self._answers = answers if callable(answers) else None
        self._left: Iterator[Answer] = iter(() if callable(answers) else answers)
        self._open = True
        self._asked_at = 0

    @property
    def lines(self) -> list[str]:
        return self.getvalue().splitlines()

    def write(self, text: str) -> int:
        count = super().write(text)
        if text.startswith("Choose"):
            said = self.lines[self._asked_at :]
            self._asked_at = len(self.lines)
            answer = next(self._left, None) if self._answers is None else self._answers(said)
            self.type(answer() if callable(answer) else answer)
        return count

    def type(self, line: str | None) -> None:
        """A line for the game; None is the end of them."""
        if line is None:
            self.hang_up()
        elif self._open and line is not WAIT:
            os.write(self._writer, f"{line}\n".encode())

    def hang_up(self) -> None:
        if self._open:
            self._open = False
            os.close(self._writer)


def talk(
    table: LocalTable,
    answers: Sequence[Answer] | Callable[[list[str]], Answer] = (),
    ahead: str = "",
    **options: bool | str,
) -> Talk:
    """Plays seat 0 with these answers until they or the game end."""
    script = Talk(answers)
    if ahead:
        os.write(script._writer, ahead.encode())
    try:
        assert play(table, 0, descriptor=script.reader, sink=script, **options) == 0
    finally:
        script.hang_up()
        os.close(script.reader)
    return script


def dealt(catalog: Catalog, chairs: Sequence[Chair] = (PAM, ADA, BIX), seed: int = 7) -> LocalTable:
    return LocalTable(TableSetup(catalog, chairs, seed=seed), INSTANT)


def laid_out(
    catalog: Catalog,
    hand: str = "",
    room: str = "",
    phase: int = FREE_PHASE,
    turn: int = 0,
    others: Sequence[tuple[str, str]] = (("", ""), ("", "")),
    chairs: Sequence[Chair] = (PAM, ADA, BIX),
    seconds: int = 0,
    **seat: int,
) -> LocalTable:
    """A table at which everybody has what is said, as `hand` and `room` parted by semicolons."""

    def faces(names: str) -> tuple[int, ...]:
        return tuple(catalog.named(name.strip())[0] for name in names.split(";") if name.strip())

    def placed(names: str) -> tuple[Placed, ...]:
        return tuple(Placed(face) for face in faces(names))

    seats = [Seat(hand=faces(hand), room=placed(room), **seat)]
    seats += [Seat(hand=faces(held), room=placed(there)) for held, there in others]
    table = LocalTable(TableSetup(catalog, chairs, seconds=seconds), INSTANT)
    names = [chair.name for chair in chairs]
    game = arranged(catalog, names, None, Arrangement(tuple(seats), turn=turn, phase=phase))
    table.game = table._match.game = game
    return table


def choices(said: Sequence[str]) -> list[str]:
    """The numbered list among these lines, without what is wrapped."""
    return [match[2] for line in said if (match := CHOICE.fullmatch(line))]


def number(said: Sequence[str], beginning: str) -> str:
    """The number of the choice that begins so."""
    texts = choices(said)
    return str(1 + next(at for at, text in enumerate(texts) if text.startswith(beginning)))


def announced(
    catalog: Catalog, hand: str, seconds: int = 0, chairs: Sequence[Chair] = (PAM, ADA, BIX)
) -> LocalTable:
    """Ada has just announced Sleep; Pam may answer."""
    table = laid_out(
        catalog, hand, turn=1, others=(("Sleep", ""), ("", "")), seconds=seconds, chairs=chairs
    )
    (nap,) = (a for a in table.game.legal(1) if a.kind == "do")
    table.game.apply(nap)
    return table


def trimmed(catalog: Catalog) -> LocalTable:
    table = laid_out(catalog, "Beer; Pizza; Sleep; Sleep")
    table.game.ref = 1
    table.game.stack.append(Trim("trim", 1, 0, 2))
    return table


def sensible(said: Sequence[str]) -> str:
    """Buys, calls and plays what comes first, and keeps its cards otherwise."""
    texts = choices(said)
    if not texts:  # on a network the choices can change while one is made
        return "1"
    if texts[-1] == "End the turn" and texts[0].startswith("Discard") and len(texts) < 7:
        return str(len(texts))
    many = re.match(r"Choose (\d+) numbers", said[-1])
    return " ".join(map(str, range(1, 1 + int(many[1])))) if many else "1"


def through_a_pipe(
    *argv: str, env: dict[str, str] | None = None, first: str = ""
) -> tuple[int, list[str], str]:
    """A whole game in lines, played by this script: exit status, output, errors."""
    command = [sys.executable, "-m", "chez_tui", *argv]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        env=os.environ | (env or {}),
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        lines: list[str] = []
        asked_at = 0
        running.stdin.write(first)
        running.stdin.flush()
        for line in running.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Choose"):
                running.stdin.write(f"{sensible(lines[asked_at:])}\n")
                running.stdin.flush()
                asked_at = len(lines)
            if line.startswith("The game is over"):
                running.stdin.close()
        return running.wait(), lines, running.stderr.read()
