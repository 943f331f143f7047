"""How long the commands take that must feel instant, against Python doing nothing."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Work

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests" / "scenarios"


def command(*arguments: str) -> Work:
    """Runs `chez-tui` with these arguments so many times."""
    script = Path(sys.executable).with_name("chez-tui")
    start = [str(script)] if script.exists() else [sys.executable, "-m", "chez_tui"]
    return _runs([*start, *arguments])


def nothing() -> Work:
    """Runs `python -c pass` so many times."""
    return _runs([sys.executable, "-c", "pass"])


def scenario() -> Path:
    """A file of table notation to check."""
    return min(SCENARIOS.rglob("*.chez"))


def _runs(words: Sequence[str]) -> Work:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def work(count: int) -> int:
        for _ in range(count):
            subprocess.run(words, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
        return count

    return work
