"""Pictures: what a program draws on a real terminal line, after keys have been pressed.

    $ chez-tui replay evening.game --calm
    # 80x24
    === press
    (what the terminal shows at first)
    === press end
    (what it shows then)

A picture that stands among the snapshots already is named and not written down again:
`=== press 9: rules-80x24 signs` is the part `signs` of that file of `tests/chez_tui/snapshots`.
"""

import os
import pty
import re
import select
import shlex
import shutil
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.screen_grid import Grid
from tests.outside.programs import HERE, KEPT, PATIENCE, TESTS, Chez

FOLDER: Final = HERE / "pictures"
SNAPSHOTS: Final = TESTS / "chez_tui" / "snapshots"
QUIET: Final = 60.0  # seconds without a byte, after which the picture won't become another
KEYS: Final = {"end": "\x1b[F"}  # those that are no letters
PARTS: Final = re.compile(r"^=== (.*)\n((?:(?!=== ).*\n)*)", re.M)
READ: Final = 0.5  # seconds in which nothing is written, after which a key counts as meant
SCENE: Final = re.compile(r"press ?(\S*?)(?:: (\S+) (\S+))?")


class Scene(NamedTuple):
    """A key, and the picture that it should lead to."""

    title: str
    key: str
    text: str
    known: bool  # as a snapshot


def read(path: Path) -> tuple[str, list[Scene]]:
    """Return the head of a file of pictures, with the command and the size, and its scenes."""
    text = path.read_text(encoding="utf-8")
    scenes: list[Scene] = []
    for title, picture in PARTS.findall(text):
        found = SCENE.fullmatch(title)
        assert found, f"{path}: {title}"
        key, file, part = found.groups()
        if file:
            parts = PARTS.findall((SNAPSHOTS / f"{file}.txt").read_text(encoding="utf-8"))
            picture = dict(parts)[f"{part} ==="]
        scenes.append(Scene(title, key, picture, bool(file)))
    return text.partition("=== ")[0], scenes


def taken(
    head: str, scenes: list[Scene], chez: Chez, home: Path, quiet: float = QUIET
) -> Iterator[str]:
    """Yield what the terminal shows in each scene: at once if it is the picture that is expected,
    otherwise when nothing more has come for a while."""
    command, size = head.splitlines()
    columns, rows = map(int, size.removeprefix("# ").split("x"))
    shutil.copytree(KEPT, home, dirs_exist_ok=True)
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (rows, columns))
    grid = Grid((columns, rows))
    try:
        with chez.running(shlex.split(command)[2:], home, theirs):
            os.close(theirs)
            for scene in scenes:
                while select.select([ours], [], [], READ)[0]:
                    grid.feed(os.read(ours, 1 << 16))
                os.write(ours, KEYS.get(scene.key, scene.key).encode())
                yield _settled(ours, grid, scene.text, quiet)
    finally:
        os.close(ours)


def _settled(line: int, grid: Grid, expected: str, quiet: float) -> str:
    end = time.monotonic() + PATIENCE
    while (picture := f"{grid.text()}\n") != expected and time.monotonic() < end:
        data = b""
        if select.select([line], [], [], quiet)[0]:
            with suppress(OSError):  # the program has ended
                data = os.read(line, 1 << 16)
        if not data:
            break
        grid.feed(data)
    return picture
