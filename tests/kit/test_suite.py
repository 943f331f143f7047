"""What the suite itself has to be: not too large, easy to find one's way in."""

from pathlib import Path

from tests.kit.imports import imported
from tests.kit.places import TESTS

MOST_LINES = 40_000
ROOMS = {
    "chez_tui", "core", "data", "golden", "kit", "net", "older", "outside", "repo", "scenarios",
}  # fmt: skip


def modules(folder: Path = TESTS) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def test_the_suite_is_small_enough_to_be_read() -> None:
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in modules())
    assert lines <= MOST_LINES


def test_the_folders_mirror_the_source() -> None:
    files = [path for path in TESTS.glob("*/**/*") if path.suffix != ".pyc" and path.is_file()]
    rooms = {path.relative_to(TESTS).parts[0] for path in files}
    assert rooms == ROOMS
    assert [path.name for path in TESTS.glob("*.py")] == ["conftest.py"]


def test_a_table_is_set_by_notation_and_by_nothing_else() -> None:
    setting = [path for path in modules() if "core.arrangement" in imported(path)]
    assert [path for path in setting if path.parent.name != "kit"] == []
