"""The command line and plain mode as transcripts: tests/data/commands and tests/data/plain.

`make transcripts` writes them as they come out now; read the diff.
"""

import shutil
from dataclasses import replace
from difflib import unified_diff
from functools import partial
from pathlib import Path

import pytest

from core.actions import LEAVE, Action
from net.log.chain import MAGIC
from net.sessions.record import Record
from tests.kit.places import DATA, OLDER
from tests.kit.recorded import recorded, write
from tests.kit.transcript import Given, Shell, rerun
from tests.net.honest import change_terms, file_of, finished, interrupted, sealed

FILES = sorted(path for room in ("commands", "plain") for path in (DATA / room).glob("*.txt"))
DEALT = 4  # actions: three roles and the life deck
GAME = "data-home/chez-tui/net/0123456789abcdef/game"


def doctored(path: Path) -> None:
    """A network game in which two entries have changed their places."""
    entries = sealed(finished())
    entries[9], entries[10] = entries[10], entries[9]
    path.write_bytes(file_of(entries))


def illegal(path: Path) -> None:
    record = recorded()
    actions = (*record.actions[:40], record.actions[3], *record.actions[40:])
    write(path, Record(record.header, actions))


def left(path: Path) -> None:
    """A game that Lee has left as soon as the cards were dealt."""
    record = recorded()
    write(path, Record(record.header, (*record.actions[:DEALT], Action(LEAVE, 1))))


def bragging(path: Path) -> None:
    """A result that the actions don't come to."""
    record = recorded()
    assert record.result is not None
    write(path, replace(record, result=replace(record.result, slack=(99, 99, 99))))


def damaged(path: Path) -> None:
    lines = write(path, recorded(), 40).read_bytes().split(b"\n")
    lines[9] = b"[1, 2"
    path.write_bytes(b"\n".join(lines))


GIVEN: dict[str, Given] = {
    "network.log": lambda path: path.write_bytes(finished().data),
    "doctored.log": doctored,
    "empty.log": lambda path: path.write_bytes(MAGIC),
    "hello.log": lambda path: path.write_bytes(MAGIC + b"\x00\x00\x00\x05hello"),
    "noise.log": lambda path: path.write_bytes(MAGIC + b"\xff" * 50),
    "noise.game": lambda path: path.write_bytes(b"\x1b[31m\x00\n"),
    "solo.game": lambda path: write(path, recorded()),
    "half.game": lambda path: write(path, recorded(), 40),
    "begun.game": lambda path: write(path, recorded(), 1),
    GAME: interrupted,
    f"{GAME}/terms": lambda path: change_terms(path.parent, rules=None, version=1),
    "left.game": left,
    "illegal.game": illegal,
    "bragging.game": bragging,
    "damaged.game": damaged,
    **{
        f"{name}-1.game": partial(shutil.copy, OLDER / f"{name}.game")
        for name in ("bots", "network", "solo")
    },
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_transcript(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    now = rerun(path, Shell(tmp_path, monkeypatch, GIVEN))
    if request.config.getoption("--renew"):
        path.write_text(now, encoding="utf-8")
    expected = path.read_text(encoding="utf-8")
    lines = [text.splitlines(keepends=True) for text in (expected, now)]
    difference = "".join(unified_diff(*lines, f"{path.name}, expected", "now"))
    if difference:
        pytest.fail(f"make transcripts writes what is new\n{difference}", pytrace=False)
