"""Pages say what is true: links lead somewhere, files and commands exist, and every command of the
README runs."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from chez_tui import cli
from tests.chez_tui.kit.terminal.shown import Shown, folders
from tests.conftest import Cli
from tests.kit.places import ROOT

DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (*sorted(ROOT.glob("*.md")), *DOCS, *sorted((ROOT / "tests").rglob("README.md")))
}
README = PAGES["README.md"]
OURS = "chez_tui|core|net|themes|docs|tests|benchmarks|share"


def prose(page: str) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"^```.*?^```$|^    .*$", "", page, flags=re.MULTILINE | re.DOTALL)


def shell(page: str) -> list[str]:
    """Return the commands in the indented blocks of a page, without comments."""
    lines = re.findall(r"^    ((?:chez-tui|make|uv|pipx|pip)\b.*)$", page, re.MULTILINE)
    return [re.sub(r"\s{2,}#.*| [|>&].*", "", line).strip() for line in lines]


def anchors(page: str) -> set[str]:
    """Return what a link can name on a page, made from its headings as GitHub does."""
    titles = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


# -- links, files, commands ------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    page = re.sub(r"`[^`]*`", "", prose(PAGES[name]))
    for link in re.findall(r"\]\(([^)\s]+)\)", page):
        if "://" not in link:
            file, _, anchor = link.partition("#")
            target = ((ROOT / name).parent / file).resolve() if file else ROOT / name
            assert target.exists(), link
            assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("name", PAGES)
def test_files_and_targets_that_a_page_names_exist(name: str) -> None:
    named = set(re.findall(rf"(?<![\w/.~])((?:{OURS})/[\w./-]*\w)", PAGES[name]))
    assert [file for file in sorted(named) if not (ROOT / file).exists()] == []
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    assert set(re.findall(r"(?:`|^    )make ([a-z-]+)", PAGES[name], re.MULTILINE)) <= targets


@pytest.mark.parametrize("name", PAGES)
def test_commands_on_a_page_can_be_typed(name: str) -> None:
    for line in shell(PAGES[name]):
        command, *words = shlex.split(line)
        if command == "chez-tui" and words and not words[0].startswith("-"):
            assert words[0] in cli.BY_NAME, line
            if words[0] != cli.HELP:
                cli.parser_of(cli.BY_NAME[words[0]])[0].parse_args(words[1:])


# -- the README's commands -------------------------------------------------------------------------

SCREENS = {  # what a terminal shows of each
    "make play": "Lessons",
    "chez-tui": "Lessons",
    "chez-tui solo --bots 3": "round 1",
    "chez-tui solo --edition geek+goth": "round 1",
    "chez-tui daily": "round 1",
}
PLAIN = {"chez-tui solo --plain": "Choose", "chez-tui lesson --plain": "Slack"}
FILES = {
    "my-cards.toml": '[[card]]\nname = "Lava Lamp"\nkind = "thing"\ncategories = ["Furniture"]\n'
    'cost = 2\nslack = 1\ntext = "No special rules."\nflavor = "It does nothing, slowly."\n',
    "my-test.chez": "players: Ann; Bo\nAnn holds: Sleep\nturn: Ann, free time\n\n"
    "Ann: do Sleep\nexpect Ann has: Sleep\n",
}
HEADLESS = {
    "chez-tui cards --validate my-cards.toml": "1 card, 0 roles: fine",
    "chez-tui check my-test.chez": "1 passed",
    "chez-tui simulate --games 200 --report": "Drummer",
    "chez-tui doctor": "Python",
}
INSTALLERS = {"uv": ("uv", "tool", "install", "."), "pipx": ("pipx", "install", ".")}
SAVED = ("chez-tui resume", "chez-tui replay")
NETWORK = (
    "chez-tui host",
    "chez-tui join 7-teapot-sofa",
    "chez-tui watch 7-teapot-sofa --wall",
)


def test_every_command_of_the_readme_is_run_here() -> None:
    install = {"pip install .", *map(" ".join, INSTALLERS.values())}
    run = {*SCREENS, *PLAIN, *HEADLESS, *SAVED, *NETWORK, *install}
    assert set(shell(README)) == run


def program(line: str, *more: str) -> list[str]:
    """Return how a command is started here; only make is found by its name."""
    first, *words = shlex.split(line)
    return [first, *words] if first == "make" else [sys.executable, "-m", "chez_tui", *words, *more]


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    return {**folders(tmp_path), "PATH": os.environ["PATH"]}


@pytest.mark.parametrize("line", SCREENS)
def test_a_command_of_the_readme_opens_a_screen(line: str, surroundings: dict[str, str]) -> None:
    with Shown(program(line), surroundings) as terminal:
        terminal.shows(SCREENS[line])


def test_games_of_the_readme_are_continued_and_replayed(surroundings: dict[str, str]) -> None:
    solo = program("chez-tui solo --plain", "--name", "Pam", "--pace", "instant")
    subprocess.run(
        solo, env={**os.environ, **surroundings}, input=b"", capture_output=True, check=True
    )
    for line in SAVED:
        with Shown(program(line), surroundings) as terminal:
            terminal.shows("Ada|round 1")  # your own name is You in a window


def test_a_table_of_the_readme_is_joined_and_watched(surroundings: dict[str, str]) -> None:
    host, *guests = NETWORK
    with Shown(program(host, "--offline"), surroundings) as hosting:
        screen = hosting.shows(r"\d-[a-z]+-[a-z]+[^#]*?:\d{4,5}\b")
        found = re.search(r"[\d.]+:\d{4,5}\b", screen)
        assert found, screen
        for line in guests:
            words = program(line.replace("7-teapot-sofa", found[0]))
            with Shown(words, surroundings) as guest:
                guest.shows(r"\d-[a-z]+-[a-z]+|[Ww]aiting")


@pytest.mark.parametrize("line", PLAIN)
def test_a_command_of_the_readme_plays_in_plain_mode(
    line: str, surroundings: dict[str, str]
) -> None:
    done = subprocess.run(
        program(line), env={**os.environ, **surroundings}, input="", capture_output=True,
        encoding="utf-8", check=True,
    )  # fmt: skip
    assert PLAIN[line] in done.stdout


@pytest.mark.parametrize("line", HEADLESS)
def test_a_command_of_the_readme_prints_what_it_promises(
    line: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    status, out, _ = cli(*shlex.split(line)[1:])
    assert HEADLESS[line] in out
    assert status == 0 or line == "chez-tui doctor"


# -- the README's ways to install ------------------------------------------------------------------


def places(folder: Path) -> dict[str, str]:
    """Return surroundings in which installers use this folder, and programs our dependencies."""
    site = sysconfig.get_path("purelib")
    tools = {f"{tool}_BIN_DIR": str(folder / "bin") for tool in ("UV_TOOL", "PIPX")}
    home = {"UV_TOOL_DIR": str(folder / "uv"), "PIPX_HOME": str(folder / "pipx")}
    return {**os.environ, **tools, **home, "PYTHONPATH": site}


def test_pip_installs_it_into_an_environment(tmp_path: Path) -> None:
    assert "pip install ." in shell(README)
    venv.create(tmp_path / "venv", with_pip=True)
    python, env = tmp_path / "venv" / "bin" / "python", places(tmp_path)
    install = [python, "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", "."]
    env.pop("PYTHONPATH")
    subprocess.run(install, cwd=ROOT, env=env, check=True, capture_output=True)
    said = subprocess.run(
        [python.with_name("chez-tui"), "cards", "--no-own", "Drummer"], cwd=tmp_path,
        env=places(tmp_path), check=True, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert "Drummer" in said.stdout


@pytest.mark.parametrize("tool", INSTALLERS)
def test_a_tool_installs_it(tool: str, tmp_path: Path) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    env = places(tmp_path)
    env.pop("PYTHONPATH")
    subprocess.run(INSTALLERS[tool], cwd=ROOT, env=env, check=True, capture_output=True)
    command = tmp_path / "bin" / "chez-tui"
    said = subprocess.run([command, "--version"], check=True, capture_output=True, text=True)
    assert said.stdout.startswith("chez-tui ")
