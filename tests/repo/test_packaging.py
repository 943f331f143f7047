"""The wheel holds the whole program: unpacked far away from the checkout it works."""

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from chez_tui import __version__
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
    assert tree - packed == set()
    assert {name.partition("/")[0] for name in packed} == {
        "chez_tui", "core", "net", "themes", info,
    }  # fmt: skip
    assert scripts.split() == ["[console_scripts]", "chez-tui", "=", "chez_tui.cli:main"]

    program = (sys.executable, "-c", PROGRAM, tmp_path / "far")
    assert run(*program, "--version", cwd=tmp_path) == f"chez-tui {__version__}\n"
    cards = json.loads(run(*program, "cards", "--no-own", "--json", cwd=tmp_path))
    assert {card["kind"] for card in cards} == {"role", "person", "thing", "activity", "whenever"}
