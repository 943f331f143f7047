"""How the program is built: its rooms, who may know whom, and how large it is.

One room is a folder of a package, or a module at its root; what is imported lazily or for types
only counts like everything else.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.places import ROOT

OURS = ("chez_tui", "core", "net")
AT_THE_ROOT = {"world", "settings", "commands", "errors", "cli", "app", "flows"}
ROOMS = {"play", "kit", "screens", "plain", "verbs", "doctor"}
MOST_LINES, MOST_FILES, MOST_STATEMENTS = 14_200, 100, 30_000
# What other parts took the place of: how screens were opened and told what to show.
GONE = re.compile(
    r"\bdef open_\w+\(self|DEFAULT_CSS|\bGlyphs|\bTableView|\bTableManners|\bEar\b|from rich\.text"
    r"|\b(?:screens\.reaching|chez_tui\.meeting)\b|\.palette\b|\bpalette[:,)=]"
)
FREE_OF_IT = ("kit/themes.py", "verbs/colored.py")


def sources(*packages: str) -> dict[Path, ast.Module]:
    paths = [path for name in packages for path in sorted((ROOT / name).rglob("*.py"))]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def room(module: str) -> str:
    """Return the room that a module is in, or is."""
    return ".".join(module.split(".")[:2])


def imports(package: str) -> Iterator[tuple[str, str]]:
    """Yield each room that a room of this package imports, after the latter."""
    for path, tree in sources(package).items():
        here = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(tree):
            names: list[str] = []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                if name.startswith("chez_tui.") and "__" not in name and room(name) != room(here):
                    yield room(here), room(name)


def contracts() -> list[dict[str, Any]]:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = told["tool"]["importlinter"]["contracts"]
    return found


def test_the_rooms_are_those_of_the_plan() -> None:
    paths = [path for path in (ROOT / "chez_tui").iterdir() if path.name[0] not in "_."]
    assert {path.stem for path in paths if path.suffix == ".py"} == AT_THE_ROOT
    assert {path.name for path in paths if path.is_dir()} == ROOMS


def test_imports_are_held_by_contracts_without_exceptions() -> None:
    assert not any(key.startswith("ignore") for contract in contracts() for key in contract)
    held = {name for contract in contracts() for name in contract.get("source_modules", ())}
    assert held >= {"chez_tui.play", "chez_tui.kit", "chez_tui.plain", "chez_tui.screens"}


def test_no_rooms_of_the_program_import_each_other_in_a_circle() -> None:
    known: dict[str, set[str]] = {}
    for here, there in imports("chez_tui"):
        known.setdefault(here, set()).add(there)
    while leaves := {name for rest in known.values() for name in rest} - set(known):
        for rest in known.values():
            rest -= leaves
        known = {here: rest for here, rest in known.items() if rest}
    assert known == {}


@pytest.mark.xfail(strict=True)
def test_it_is_small_enough_to_be_read() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "chez_tui").rglob("*.*css")}
    texts |= {path: path.read_text(encoding="utf-8") for path in sources("chez_tui")}
    assert len(texts) <= MOST_FILES
    assert sum(text.count("\n") for text in texts.values()) <= MOST_LINES
    trees = sources(*OURS).values()
    assert sum(isinstance(n, ast.stmt) for t in trees for n in ast.walk(t)) <= MOST_STATEMENTS


def test_what_was_replaced_is_gone() -> None:
    files = [p for p in sources("chez_tui") if not p.as_posix().endswith(FREE_OF_IT)]
    found = {str(p.relative_to(ROOT)): GONE.findall(p.read_text(encoding="utf-8")) for p in files}
    assert {path: names for path, names in found.items() if names} == {}


def test_the_page_about_the_building_has_the_four_walks() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walks = ("A key", "A cue", "A card's text", "A spectator")
    assert [walk for walk in walks if f"### {walk}" not in page] == []
