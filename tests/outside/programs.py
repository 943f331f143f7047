"""The installed versions that the suite runs: as processes, and through the adapter.

`CHEZ` names the command under test; without it, it is the one beside this interpreter, with the
tree that the suite lies in. `BEFORE` names the version before, for tables of two versions.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Timer
from typing import Any, Final

import pytest

HERE: Final = Path(__file__).parent
TESTS: Final = HERE.parent
ROOT: Final = TESTS.parent
BOX: Final = TESTS / "data" / "box.txt"  # a line a card: copies, id
KEPT: Final = HERE / "kept"  # files that the programs find where they run
PATIENCE: Final = 300.0  # seconds; for hangs only
MISSING: Final = 3  # the status of the adapter for a version that has no such module
FORGOTTEN: Final = ("COLUMNS", "LINES", "NO_COLOR", "SSH_CONNECTION", "TMUX")


@dataclass(frozen=True, slots=True)
class Chez:
    """A version of chez-tui that is installed somewhere."""

    command: Path
    paths: tuple[Path, ...] = ()  # where Python looks first
    variables: Mapping[str, str] = field(default_factory=dict)  # instead of the usual ones

    def with_recorded_cards(self, folder: Path) -> "Chez":
        """Return this version with the cards of `box.txt` in its editions, as often as it says, and
        no others: cards that are added later change none of its games. The folder is for them."""
        rows = (line.split() for line in BOX.read_text(encoding="utf-8").splitlines())
        box = {id: int(copies) for copies, id in (row for row in rows if row[0] != "#")}
        self.ask("themes", {"box": box, "folder": str(folder)})
        return replace(self, paths=(folder, *self.paths))

    def environment(self, home: Path) -> Mapping[str, str]:
        """Return surroundings that are the same everywhere, without the user's settings."""
        kept = {name: value for name, value in os.environ.items() if name not in FORGOTTEN}
        return (
            kept
            | {
                "XDG_DATA_HOME": str(home / "data"),
                "XDG_CONFIG_HOME": str(home / "config"),
                "PYTHONPATH": os.pathsep.join(map(str, self.paths)),
                "PYTHONUNBUFFERED": "1",
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "LANG": "C.UTF-8",
            }
            | self.variables
        )

    @contextmanager
    def running(
        self, words: Sequence[str], home: Path, streams: int = PIPE
    ) -> Iterator[Popen[str]]:
        """Start the program; it ends with the block at the latest, or when it hangs."""
        argv, env = [str(self.command), *words], self.environment(home)
        with Popen(
            argv, cwd=home, env=env, encoding="utf-8",
            stdin=streams, stdout=streams, stderr=streams,
        ) as process:  # fmt: skip
            hung = Timer(PATIENCE, process.kill)
            hung.start()
            try:
                yield process
            finally:
                hung.cancel()
                process.kill()

    def run(self, *words: str, home: Path) -> tuple[int, str, str]:
        """Run the program to its end; return its status, what it said, and its errors."""
        with self.running(words, home) as process:
            said, wrong = process.communicate()
            return process.returncode, said, wrong

    def ask(self, request: str, about: object = None) -> Any:
        """Return the answer of the adapter; skip the test if this version can't know it."""
        python = self.command.resolve().with_name("python")
        done = subprocess.run(
            [str(python), "-P", str(HERE / "adapter.py"), request],
            env=self.environment(Path(os.devnull)),
            input=json.dumps(about),
            encoding="utf-8",
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode == MISSING and ROOT not in self.paths:
            pytest.skip(f"{self.command}: {done.stderr.strip()}")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def _named(variable: str) -> Chez | None:
    command = os.environ.get(variable)
    return Chez(Path(command).absolute()) if command else None


NOW: Final = _named("CHEZ") or Chez(Path(sys.executable).with_name("chez-tui"), (ROOT,))
BEFORE: Final = _named("BEFORE")
