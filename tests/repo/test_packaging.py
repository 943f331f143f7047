"""The installed program works far away from the checkout."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

from chez_tui import __version__
from tests.kit.places import ROOT


def run(*argv: str | Path, cwd: Path) -> str:
    """Run a command in a folder without the checkout's paths; what it prints."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(argv, capture_output=True, text=True, cwd=cwd, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_works_in_an_empty_venv(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")

    with ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    data = {path.relative_to(ROOT).as_posix() for path in (ROOT / "themes").rglob("*.toml")}
    assert data <= packed
    assert {name.partition("/")[0] for name in packed} == {
        "chez_tui", "core", "net", "themes", f"chez_tui-{__version__}.dist-info",
    }  # fmt: skip

    target = tmp_path / "venv"
    venv.create(target)
    scripts = target / ("Scripts" if sys.platform == "win32" else "bin")
    run(*pip, "--python", scripts / "python", "install", wheel, cwd=tmp_path)
    program = scripts / "chez-tui"
    assert run(program, "--version", cwd=tmp_path) == f"chez-tui {__version__}\n"
    cards = json.loads(run(program, "cards", "--no-own", "--json", cwd=tmp_path))
    assert {card["kind"] for card in cards} == {"role", "person", "thing", "activity", "whenever"}
    assert "Sleep" in run(program, "cards", "sleep", cwd=tmp_path)
