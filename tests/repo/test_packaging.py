"""The wheel holds the whole program: unpacked far away from the checkout it works. Imports go one
way, and a start loads what it needs: contracts stand in pyproject.toml and are run by `make test`;
what they can't say is tested here."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

from chez_tui import __version__
from docs import shells
from tests.kit.imports import imported
from tests.kit.places import ROOT

PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import chez_tui, core, net, themes
from chez_tui.cli import main
assert all(package.__path__[0].startswith(sys.path[0]) for package in (chez_tui, core, net, themes))
sys.exit(main())
"""


def run(*argv: str | Path, cwd: Path) -> str:
    """Run a command in a folder without the checkout's paths; return what it prints."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(argv, capture_output=True, text=True, cwd=cwd, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_is_the_whole_program(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    info = f"chez_tui-{__version__}.dist-info"
    with ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        scripts = archive.read(f"{info}/entry_points.txt").decode()
        archive.extractall(tmp_path / "far")
    tree = {
        path.relative_to(ROOT).as_posix()
        for package in ("chez_tui", "core", "net", "themes")
        for path in (ROOT / package).rglob("*")
        if path.suffix in (".py", ".toml", ".chez", ".txt")
    }
    data = f"chez_tui-{__version__}.data"
    tree |= {f"{data}/data/{path.relative_to(ROOT)}" for path in shells.pages()}
    assert tree - packed == set()
    assert {name.partition("/")[0] for name in packed} == {
        "chez_tui", "core", "net", "themes", info, data,
    }  # fmt: skip
    assert scripts.split() == ["[console_scripts]", "chez-tui", "=", "chez_tui.cli:main"]

    program = (sys.executable, "-c", PROGRAM, tmp_path / "far")
    assert run(*program, "--version", cwd=tmp_path) == f"chez-tui {__version__}\n"
    cards = json.loads(run(*program, "cards", "--no-own", "--json", cwd=tmp_path))
    assert {card["kind"] for card in cards} == {"role", "person", "thing", "activity", "whenever"}


def test_a_clone_that_was_moved_builds_its_environment_anew(tmp_path: Path) -> None:
    """Make and the .venv are real; only what pip would fetch is left out."""

    def made() -> str:
        return run("make", "-C", clone, "setup", "PIP=true", cwd=tmp_path)

    clone = tmp_path / "clone, the first"
    clone.mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, clone)
    assert "building .venv" in made()
    assert "building" not in made() + made()
    clone = clone.rename(tmp_path / "clone, the second")
    assert "building .venv" in made()
    assert str(clone) in (clone / ".venv" / "bin" / "activate").read_text(encoding="utf-8")
    assert "building" not in made()


# -- imports ---------------------------------------------------------------------------------------

NAMED_OTHERWISE = {"pynacl": "nacl"}
OPTIONAL = {"ifaddr"}  # comes with zeroconf
SCREEN = {"rich", "textual"}
DISCOVERY = {"zeroconf", "ifaddr", "net.discovery", "asyncio"}
STARTS = {  # in this order in one process, and what none of them may have loaded by its end
    "cards --help": SCREEN | DISCOVERY,
    "tables --help": SCREEN | DISCOVERY,
    "cards --json": SCREEN | DISCOVERY,
    "--version": SCREEN | DISCOVERY,
    "--help": SCREEN | DISCOVERY,
    "tables --seconds 0": SCREEN | {"zeroconf", "ifaddr", "asyncio", "nacl"},
    "check --help": SCREEN,
    "export --help": SCREEN,
    "simulate --help": SCREEN,
    "verify --json none": SCREEN,
    "daily 2026-11-19 --plain": SCREEN | {"zeroconf", "ifaddr", "net.table.table"},
}
RUN = """
import io, json, sys
from contextlib import redirect_stdout
from chez_tui.cli import main
loaded = []
for line in sys.argv[1:]:
    with redirect_stdout(io.StringIO()):
        main(line.split())
    loaded.append(sorted(sys.modules))
print(json.dumps(loaded))
"""


def test_each_package_imports_what_it_may() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"\W", entry, maxsplit=1)[0] for entry in project["dependencies"]}
    declared = {NAMED_OTHERWISE.get(name, name) for name in names}
    core = sys.stdlib_module_names | {"core", "themes", "_sha256", "_sha2"}  # before 3.12, since
    allowed = {
        "themes": set(),
        "core": core,
        "net": core | {"net"} | OPTIONAL | declared - SCREEN,
        "chez_tui": core | {"net", "chez_tui"} | declared,
    }
    wrong = {
        path.relative_to(ROOT).as_posix(): strange
        for package, known in allowed.items()
        for path in (ROOT / package).rglob("*.py")
        if (strange := {name.partition(".")[0] for name in imported(path)} - known)
    }
    assert wrong == {}


def test_a_start_loads_what_it_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, *STARTS], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {line: set(names) for line, names in zip(STARTS, json.loads(done.stdout), strict=True)}
    found = {line: loaded[line] & unwanted for line, unwanted in STARTS.items()}
    assert {line: names for line, names in found.items() if names} == {}
    verbs = {name for name in loaded["cards --help"] if name.startswith("chez_tui.verbs.")}
    assert verbs == {"chez_tui.verbs.cards", "chez_tui.verbs.flags"}
    assert "net.discovery.glance" in loaded["tables --seconds 0"]
