"""The suite can't be edited into agreement: only the adapter imports ours."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.outside.programs import HERE, ROOT

OURS = {"core", "net", "chez_tui", "themes", "importlib", "runpy"}  # the last two hide the others
NEIGHBORS = {"tests", "benchmarks", "docs"}  # of ours; what they import counts as well
ADAPTER = HERE / "adapter.py"


def imported(path: Path) -> Iterator[str]:
    """Yield the full name of everything that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files_of(name: str) -> Iterator[Path]:
    """Yield the files that are run when a neighbor is imported: its packages and itself."""
    place = ROOT
    for part in name.split("."):
        place /= part
        files = (place / "__init__.py", place.with_suffix(".py"))
        yield from (file for file in files if file.is_file())


def ways_to_ours(path: Path, seen: set[Path]) -> Iterator[str]:
    """Yield how a file imports ours, itself or through its neighbors."""
    if path in seen:
        return
    seen.add(path)
    for name in imported(path):
        top = name.partition(".")[0]
        if top in OURS:
            yield f"{path.relative_to(ROOT)} imports {name}"
        for file in files_of(name) if top in NEIGHBORS else ():
            yield from ways_to_ours(file, seen)


@pytest.mark.parametrize("path", sorted(HERE.rglob("*.py")), ids=lambda path: path.stem)
def test_only_the_adapter_imports_ours(path: Path) -> None:
    ways = list(ways_to_ours(path, set()))
    assert bool(ways) == (path == ADAPTER), ways
