"""What the suite itself has to be: not too large, easy to find one's way in."""

from collections.abc import Iterable
from pathlib import Path

from tests.kit.imports import imported
from tests.kit.places import ROOT, TESTS

MOST_LINES = 0.83  # for each line of the program; 40,000 when the program had 48,400
ROOMS = {
    "chez_tui", "core", "data", "golden", "kit", "net", "older", "outside", "repo", "scenarios",
}  # fmt: skip


def modules(folder: Path = TESTS) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def size(paths: Iterable[Path]) -> int:
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


def test_the_suite_is_small_enough_to_be_read() -> None:
    program = [p for name in ("chez_tui", "core", "net") for p in (ROOT / name).rglob("*.py")]
    assert size(modules()) <= MOST_LINES * size(program)


def test_the_folders_mirror_the_source() -> None:
    files = [path for path in TESTS.glob("*/**/*") if path.suffix != ".pyc" and path.is_file()]
    rooms = {path.relative_to(TESTS).parts[0] for path in files}
    assert rooms == ROOMS
    assert [path.name for path in TESTS.glob("*.py")] == ["conftest.py"]


def test_a_table_is_set_by_notation_and_by_nothing_else() -> None:
    setting = [path for path in modules() if "core.arrangement" in imported(path)]
    assert [path for path in setting if path.parent.name != "kit"] == []
