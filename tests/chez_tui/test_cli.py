"""The command line as a whole: help, errors, exit statuses, pipes."""

import os
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from types import ModuleType

import pytest

from chez_tui import __version__, cli
from chez_tui.errors import UserError
from chez_tui.settings import Settings
from chez_tui.world import TerminalTraits, World
from tests.conftest import Cli
from tests.kit.places import ROOT


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A verb of our own in place of `check`, whose `run` a test may set."""
    module = ModuleType("chez_tui.verbs.check")

    def add_arguments(parser: ArgumentParser) -> None:
        parser.add_argument("word", nargs="*")

    vars(module)["add_arguments"] = add_arguments
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def test_without_a_verb_the_title_screen_opens(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[World] = []
    monkeypatch.setattr(TerminalTraits, "need", lambda *_: None)
    monkeypatch.setattr("chez_tui.flows.run", lambda world: opened.append(world) or 7)
    assert cli().status == 7
    assert cli("--ascii", "--name", "Pam", "--calm").status == 7
    assert opened[0].settings == Settings()
    assert opened[1].settings == Settings(ascii=True, name="Pam", calm=True)


def test_help_is_as_wide_as_columns_says(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(columns: str) -> str:
        monkeypatch.setenv("COLUMNS", columns)
        return cli("solo", "--help").out

    usual = shown("80")
    assert max(map(len, usual.splitlines())) in range(60, 79)
    assert [shown(said) == usual for said in ("1", "0", "-3", "wide", "81", "140")] == [
        False, True, True, True, False, False,
    ]  # fmt: skip


def test_the_verb_gets_its_arguments_and_gives_the_status(cli: Cli, verb: ModuleType) -> None:
    seen: list[Namespace] = []
    vars(verb)["run"] = lambda args, world: seen.append(args) or 5
    assert cli("check", "a", "b").status == 5
    assert seen[0].word == ["a", "b"]


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (UserError("the table has no legs"), 1, "chez-tui: the table has no legs\n"),
        (UserError("say which table", 2), 2, "chez-tui: say which table\n"),
        (FileNotFoundError(2, "No such file", "x"), 1, "chez-tui: x: No such file\n"),
        (OSError("odd"), 1, "chez-tui: odd\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
    ids=lambda value: repr(value) if isinstance(value, BaseException) else None,
)
def test_an_error_is_a_sentence(
    cli: Cli, verb: ModuleType, error: BaseException, status: int, sentence: str
) -> None:
    def run(args: Namespace, world: World) -> int:
        raise error

    vars(verb)["run"] = run
    assert cli("check") == (status, "", sentence)


def process(body: str, **env: str) -> subprocess.Popen[bytes]:
    """A program of its own whose verbs all do that."""
    code = f"import sys, time; from chez_tui import cli\ndef run(argv):\n    {body}\n"
    return subprocess.Popen(
        [sys.executable, "-c", f"{code}cli._run = run; sys.exit(cli.main([]))"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | env,
    )


def test_a_reader_that_leaves_is_no_error() -> None:
    with process("while True: print('x' * 1000)") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 141


def test_interrupting_leaves_no_traceback() -> None:
    with process("print('ready', flush=True); time.sleep(300)") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.stderr.read() == b""
        assert running.wait() == 130


def test_output_is_utf8_whatever_the_locale() -> None:
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    with process("print('Caf\\u00e9 \\udcff'); return 0", **plain) as running:
        out, err = running.communicate()
    assert out.decode().strip() == "Café ?"
    assert (err, running.returncode) == (b"", 0)


def test_other_packages_may_be_called_like_ours(tmp_path: Path) -> None:
    """`python -m` looks into the folder where it is started first, and PYTHONPATH comes next."""
    for name in ("core", "net", "themes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('not yours')")
    game = ("simulate", "--games", "2", "--players", "2", "--jobs", "2")
    by_module = (sys.executable, "-m", "chez_tui")
    for argv, path in (
        (by_module, ROOT),
        (by_module, tmp_path),
        ((Path(sys.executable).with_name("chez-tui"),), tmp_path),
    ):
        env = os.environ | {"PYTHONPATH": str(path) if path == ROOT else f"{path}:{ROOT}"}
        done = subprocess.run([*argv, *game], capture_output=True, text=True, cwd=tmp_path, env=env)
        assert (done.returncode, done.stdout[:10]) == (0, "2 games of")


def test_a_package_of_others_in_place_of_ours_is_named(tmp_path: Path) -> None:
    for name in ("chez_tui", "core", "net"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=lambda *_: ["__pycache__"])
    argv = [sys.executable, "-m", "chez_tui", "--version"]
    for theirs, why in ((None, str(ROOT / "themes")), ("import nowhere", "ModuleNotFoundError")):
        if theirs:
            (tmp_path / "themes.py").write_text(theirs)
        done = subprocess.run(
            argv, capture_output=True, text=True, cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        said = f"chez-tui: {tmp_path} has no working package themes ({why}"
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(said)
        assert done.stderr.count("\n") == 1


def test_every_verb_module_is_in_the_table() -> None:
    modules = (ROOT / "chez_tui" / "verbs").glob("[!_]*.py")
    verbs = {path.stem for path in modules if "\ndef run(" in path.read_text(encoding="utf-8")}
    assert verbs | {cli.HELP} == {verb.name for verb in cli.VERBS}


def test_help_and_the_version_are_where_people_look(cli: Cli) -> None:
    assert cli("-V") == cli("--version") == (0, f"chez-tui {__version__}\n", "")
    assert cli("help") == cli("help", "--help") == cli("help", "help") == cli("--help")
    assert cli("--ascii", "help", "solo") == cli("help", "solo")
    assert cli("--name", "help", "help") == cli("help")
    assert cli("help", "solo") == cli("solo", "--help")
    assert cli("help", "sollo") == (
        2,
        "",
        "chez-tui: unknown command 'sollo'. Did you mean solo?\n",
    )
    assert cli("help", "solo", "bots").status == 2
