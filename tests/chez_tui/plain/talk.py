"""A reader for plain mode who answers every question, and tables to sit at."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence

from chez_tui.plain.play import play
from core.catalog import Catalog
from net.sessions.local import INSTANT, Chair, LocalTable, TableSetup
from tests.kit.places import ROOT
from tests.kit.table import at, cards
from tests.kit.transcript import Answering, Paper, seated
from tests.kit.worlds import world_with

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u202e]")
CHOICE = re.compile(r"(\d+)\. (.*)")
PAM = Chair("Pam")
BOTS = (Chair("Ada", "normal"), Chair("Bix", "easy"))

SHOPPING = """
    players: Pam; Ada; Bix
    Pam holds: Beer; Sleep; Pizza
    Pam income: 1
    Pam free time: 1
    turn: Pam, free time
"""
ASLEEP = """
    players: Pam; Ada; Bix
    Pam holds: Car Alarm; Beer
    Ada holds: Sleep
    turn: Ada, free time
    Ada: do Sleep
"""


def set_up(text: str, *levels: str, seconds: int = 0) -> LocalTable:
    """Return a table that stands as its notation says; the first player is a person."""
    return seated(at(text), "", *(levels or ("easy",) * 7), seconds=seconds)


def dealt(
    catalog: Catalog | None = None, chairs: Sequence[Chair] = (PAM, *BOTS), seed: int = 7
) -> LocalTable:
    return LocalTable(TableSetup(catalog or cards(), chairs, seed=seed), INSTANT)


def talk(
    table: LocalTable, answers: Iterable[str] | Answering = (), ahead: bytes = b"", **options: bool
) -> Paper:
    """Play seat 0 with these answers until they or the game end."""
    paper = Paper(answers)
    paper.type(ahead)
    try:
        assert play(table, [0], world_with(out=paper, typed=paper.reader, **options)) == 0
    finally:
        paper.close_input()
    return paper


def choices(said: Sequence[str]) -> list[str]:
    """Return the numbered list among these lines, without what is wrapped."""
    return [match[2] for line in said if (match := CHOICE.fullmatch(line))]


def sensible(said: Sequence[str]) -> str:
    """Buy, call and play what comes first; keep the cards otherwise."""
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
    """Play a whole game as a script of its own would: exit status, output, errors."""
    with subprocess.Popen(
        [sys.executable, "-m", "chez_tui", *argv],
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
