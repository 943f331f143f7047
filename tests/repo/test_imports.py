"""Imports go one way. The contracts stand in pyproject.toml and are run by `make test`; what they
can't say is tested here."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.places import ROOT

CORE = sorted((ROOT / "core").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The packages that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_core_needs_the_standard_library_only(path: Path) -> None:
    assert imported(path) <= sys.stdlib_module_names | {"core", "themes"}


def test_themes_holds_no_code() -> None:
    for path in (ROOT / "themes").rglob("*.py"):
        assert imported(path) == set()


def modules_after(*argv: str) -> set[str]:
    """The modules that a run of the command line has imported by its end."""
    code = (
        "import sys; from chez_tui.cli import main; "
        f"main({list(argv)!r}); print('MODULES', *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.rpartition("MODULES")[2].split())


@pytest.mark.parametrize(
    "argv",
    [
        ("--version",),
        ("--help",),
        ("check", "--help"),
        ("export", "--help"),
        ("simulate", "--help"),
        ("cards", "--json"),
        ("tables", "--seconds", "0"),
        ("verify", "--json", "none"),
    ],
    ids=" ".join,
)
def test_what_runs_in_pipes_starts_without_a_screen(argv: tuple[str, ...]) -> None:
    assert not {"rich", "textual"} & modules_after(*argv)


@pytest.mark.parametrize("argv", [("cards", "--json"), ("tables", "--help")], ids=" ".join)
def test_discovery_is_loaded_when_it_is_used(argv: tuple[str, ...]) -> None:
    assert not {"zeroconf", "ifaddr", "net.discovery", "asyncio"} & modules_after(*argv)


def test_a_look_at_the_network_needs_no_library() -> None:
    modules = modules_after("tables", "--seconds", "0")
    assert "net.discovery.glance" in modules
    assert not {"zeroconf", "ifaddr", "asyncio", "nacl"} & modules


def test_only_the_verb_asked_for_is_imported() -> None:
    verbs = {
        name for name in modules_after("cards", "--help") if name.startswith("chez_tui.verbs.")
    }
    assert verbs == {"chez_tui.verbs.cards"}
