"""The command line as a whole: help, errors, exit statuses, pipes."""

import os
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from types import ModuleType

import pytest

from chez_tui import __version__, cli
from chez_tui.cli import VERBS
from chez_tui.errors import UserError
from tests.conftest import Cli
from tests.kit.places import ROOT

NAMES = ", ".join(verb.name for verb in VERBS)
NO_TERMINAL = (
    "chez-tui: the title screen needs a terminal; "
    "without one there are chez-tui bots and chez-tui solo --plain\n"
)


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A verb of our own in place of `check`, whose `run` a test may set."""
    module = ModuleType("chez_tui.verbs.check")

    def add_arguments(parser: ArgumentParser) -> None:
        parser.add_argument("word", nargs="*")

    vars(module)["add_arguments"] = add_arguments
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def test_help_has_an_example_for_every_verb(cli: Cli) -> None:
    said = cli("--help")
    assert said.status == 0
    for verb in VERBS:
        assert verb.help in said.out
        assert verb.example in said.out


@pytest.mark.parametrize("name", [verb.name for verb in VERBS])
def test_every_verb_has_help_with_its_example(cli: Cli, name: str) -> None:
    said = cli(name, "--help")
    assert said.status == 0
    assert f"usage: chez-tui {name}" in said.out
    assert f"example: chez-tui {name}" in said.out
    assert said.err == ""


def test_version(cli: Cli) -> None:
    assert cli("--version") == (0, f"chez-tui {__version__}\n", "")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["crads"], "there is no verb 'crads'; did you mean cards?"),
        (["xyzzy"], f"there is no verb 'xyzzy'; there is {NAMES}"),
        ([""], f"there is no verb ''; there is {NAMES}"),
        (["--loud"], "unrecognized arguments: --loud; chez-tui --help says more"),
        (["cards", "--loud"], "unrecognized arguments: --loud; chez-tui cards --help says more"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(cli: Cli, argv: list[str], sentence: str) -> None:
    assert cli(*argv) == (2, "", f"chez-tui: {sentence}\n")


def test_an_abbreviation_is_not_guessed(cli: Cli) -> None:
    assert cli("cards", "--val", "x").status == 2


def test_without_a_verb_and_a_terminal_there_is_one_line(cli: Cli) -> None:
    assert cli() == (2, "", NO_TERMINAL)
    assert cli("--ascii", "--theme", "mono") == (2, "", NO_TERMINAL)


@pytest.mark.parametrize(
    ("argv", "what", "ways"),
    [
        ("solo", "this table", "are chez-tui solo --plain and chez-tui bots"),
        ("host", "the lobby", "are chez-tui host --plain and chez-tui host --bot normal"),
        ("resume", "this table", "are chez-tui resume --plain and chez-tui resume --bot normal"),
        (
            "join x:9",
            "this table",
            "are chez-tui join TABLE --plain and chez-tui join TABLE --bot normal",
        ),
        ("join", "the list of tables", "are chez-tui tables and chez-tui join TABLE --plain"),
        ("watch x:9 --wall", "this table", "is chez-tui watch TABLE --plain"),
        ("watch", "the list of tables", "are chez-tui tables and chez-tui watch TABLE --plain"),
    ],
)
def test_without_a_terminal_each_verb_names_its_own_way_out(
    cli: Cli, argv: str, what: str, ways: str
) -> None:
    sentence = f"chez-tui: {what} needs a terminal; without one there {ways}\n"
    assert cli(*argv.split()) == (2, "", sentence)


@pytest.mark.parametrize(
    ("argv", "command"),
    [
        ("--name Ann host", "host --as Ann"),
        ("--name=Ann join 7-teapot-sofa", "join 7-teapot-sofa --name Ann"),
        ("--ascii --theme mono solo --bots 2", "solo --bots 2 --theme mono --ascii"),
        ("--name Ann --no-calm host --name Friday", "host --name Friday --as Ann --no-calm"),
        ("--name host --calm host", "host --as host --calm"),
        ("--seats 3 host --bots 1", "host --bots 1 --seats 3"),
        ("--json tables", "tables --json"),
    ],
)
def test_options_before_a_verb_are_told_their_place(cli: Cli, argv: str, command: str) -> None:
    sentence = f"chez-tui: options stand behind the verb: chez-tui {command}\n"
    assert cli(*argv.split()) == (2, "", sentence)


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ("--ascii tables", "options stand behind the verb; chez-tui tables --help names its own"),
        ("--seats 99 host", "options stand behind the verb; chez-tui host --help names its own"),
        ("--ascii crads", "there is no verb 'crads'; did you mean cards?"),
        ("--loud crads", "unrecognized arguments: --loud crads; chez-tui --help says more"),
        ("--name", "argument --name: expected one argument; chez-tui --help says more"),
    ],
)
def test_what_would_not_work_there_either_is_not_advised(
    cli: Cli, argv: str, sentence: str
) -> None:
    assert cli(*argv.split()) == (2, "", f"chez-tui: {sentence}\n")


def test_a_name_in_a_command_is_quoted(cli: Cli) -> None:
    said = cli("--name", "Ann O'Hara", "host")
    assert said.err.endswith(": chez-tui host --as 'Ann O'\"'\"'Hara'\n")


def test_the_help_of_host_tells_the_two_names_apart(cli: Cli) -> None:
    said = " ".join(cli("host", "--help").out.split())
    assert "--name TITLE what the table is called; your own name goes to --as" in said
    assert "--as NAME what you are called at the table" in said
    assert said.index("--as NAME what") < said.index("--seats N chairs")


def test_without_a_verb_the_title_screen_opens(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Namespace] = []
    monkeypatch.setattr("chez_tui.cli.open_title", lambda args: opened.append(args) or 7)
    assert cli().status == 7
    assert cli("--ascii", "--name", "Pam", "--no-calm").status == 7
    assert (opened[0].ascii, opened[0].player, opened[0].calm) == (False, None, None)
    assert (opened[1].ascii, opened[1].player, opened[1].calm) == (True, "Pam", False)


def test_the_verb_gets_its_arguments_and_gives_the_status(cli: Cli, verb: ModuleType) -> None:
    seen: list[Namespace] = []
    vars(verb)["run"] = lambda args: seen.append(args) or 5
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
    def run(args: Namespace) -> int:
        raise error

    vars(verb)["run"] = run
    assert cli("check") == (status, "", sentence)


def process(code: str, **env: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | env,
    )


def test_a_reader_that_leaves_is_no_error() -> None:
    code = (
        "import sys; from chez_tui import cli\n"
        "def flood(argv):\n"
        "    while True: print('x' * 1000)\n"
        "cli._run = flood; sys.exit(cli.main([]))"
    )
    with process(code) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 141


def test_interrupting_leaves_no_traceback() -> None:
    code = (
        "import sys, time; from chez_tui import cli\n"
        "def wait(argv):\n"
        "    print('ready', flush=True); time.sleep(60)\n"
        "cli._run = wait; sys.exit(cli.main([]))"
    )
    with process(code) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.stderr.read() == b""
        assert running.wait() == 130


def test_output_is_utf8_whatever_the_locale() -> None:
    code = (
        "import sys; from chez_tui import cli\n"
        "cli._run = lambda argv: print('Caf\\u00e9 \\udcff') or 0\n"
        "sys.exit(cli.main([]))"
    )
    with process(code, LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0") as running:
        out, err = running.communicate()
    assert out.decode().strip() == "Café ?"
    assert err == b""
    assert running.returncode == 0


def test_python_m_is_the_same_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "chez_tui", "--version"], capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stdout) == (0, f"chez-tui {__version__}\n")


def test_every_verb_module_is_in_the_table() -> None:
    modules = {path.stem for path in (ROOT / "chez_tui" / "verbs").glob("[!_]*.py")}
    assert modules == {verb.name for verb in cli.VERBS}
