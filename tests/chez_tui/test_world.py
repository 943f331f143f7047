"""Worlds: several in one process don't disturb each other, and nothing below them asks for more."""

import ast
import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from chez_tui import flows
from chez_tui.app import ChezApp
from chez_tui.play.games import record_files
from chez_tui.settings import Settings, load_settings
from chez_tui.world import ENVIRONMENT, MANY, Folders, TerminalTraits, World, variable
from tests.chez_tui.driver import SMALL, Player, WatchedApp, strips
from tests.kit.places import ROOT

EDGE = ("world.py", "cli.py", "kit/terminal/driver.py", "doctor/")
OF_THE_PROCESS = {"environ", "getenv", "stdin", "stdout", "stderr"}


def asked_of_the_process(path: Path) -> Iterator[str]:
    """Return what a module takes from `os`, `sys`, `getpass` and `signal` that only an edge may."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or ""
            names = {alias.name for alias in node.names}
            wrong = {*names, module} & {"getpass", "signal"}
            if module in ("os", "sys"):
                wrong |= names & OF_THE_PROCESS
            yield from wrong
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            streams = node.attr in OF_THE_PROCESS or node.attr.startswith("__std")
            if node.value.id in ("os", "sys") and streams:
                yield f"{node.value.id}.{node.attr}"


def test_every_variable_is_on_the_page_about_settings() -> None:
    """Whoever reads a variable by another way than `variable` names one that is listed, too."""
    named = [
        word
        for path in sorted((ROOT / "chez_tui").rglob("*.py"))
        for word in re.findall(r"environ(?:\.get\(|\[)(\"\w+\"|\w+)", path.read_text("utf-8"))
    ]
    assert {*named} == {"name", '"TERM"'}
    assert "TERM" in ENVIRONMENT
    with pytest.raises(AssertionError):
        variable("CHEZ_TUI")


def test_only_the_edge_asks_the_process() -> None:
    root = ROOT / "chez_tui"
    names = {path.relative_to(root).as_posix(): path for path in root.rglob("*.py")}
    asked = {
        name: found for name, path in names.items() if (found := [*asked_of_the_process(path)])
    }
    assert set(asked) >= {"world.py", "cli.py", "kit/terminal/driver.py"}
    assert [name for name in asked if not name.startswith(EDGE)] == []


def test_a_process_says_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("COLORTERM", "NO_COLOR", "SSH_CONNECTION", "LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (
        ("TERM", "xterm-256color"), ("LANG", "de_DE.UTF-8"), ("COLUMNS", "50"),
        ("XDG_CONFIG_HOME", "not/absolute"), ("XDG_DATA_HOME", ""), ("HOME", str(tmp_path)),
    ):  # fmt: skip
        monkeypatch.setenv(name, value)
    traits = TerminalTraits.of_process()
    assert traits[-4:] == (256, False, 50, "de_DE.UTF-8")
    for name, value, colors in (
        ("COLORTERM", "24bit", MANY), ("NO_COLOR", "", MANY), ("NO_COLOR", "1", 0),
    ):  # fmt: skip
        monkeypatch.setenv(name, value)
        assert TerminalTraits.of_process().colors == colors
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert TerminalTraits.of_process().remote
    folders = Folders.of_process()
    assert folders.settings == tmp_path / ".config" / "chez-tui" / "settings.toml"
    assert folders.games == tmp_path / ".local" / "share" / "chez-tui" / "games"


def world(home: Path, **traits: object) -> World:
    """Return the world of somebody who lives there."""
    folders = Folders(str(home / "config"), str(home / "data"))
    login = home.name
    return World(folders, TerminalTraits(**traits), login=lambda: login)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "ascii"),
    [
        ("C", True),
        ("de_DE.ISO-8859-1", True),
        ("C.UTF-8", False),
        ("de_DE.utf8", False),
        ("", False),
    ],
)
def test_a_locale_without_unicode_gets_plain_signs(
    tmp_path: Path, language: str, ascii: bool
) -> None:
    assert world(tmp_path, language=language).settings.ascii is ascii


def colors(app: ChezApp) -> set[object]:
    """Return the colors of all that is shown."""
    styles = [part.style for strip in strips(app) for part in strip if part.style]
    both = {color for style in styles for color in (style.color, style.bgcolor)}
    return {color for color in both if color is not None and not color.is_default}


async def test_two_apps_in_one_process_do_not_disturb_each_other(tmp_path: Path) -> None:
    worlds = world(tmp_path / "ann", colors=0), world(tmp_path / "bob")
    together = asyncio.Barrier(2)
    seen: dict[str, tuple[str, set[object]]] = {}

    async def play(world: World, *changes: tuple[str, str], starts: bool) -> None:
        app = WatchedApp(world=world)
        async with app.run_test(size=SMALL) as pilot:
            person = Player(app, pilot)
            await person.open(lambda app: app.walk(flows.begin(app)))
            await person.press("s")
            for change in changes:
                await together.wait()
                await person.go(*change)
            await person.press("escape", "1")
            await together.wait()
            seen[world.name] = person.text, colors(app)
            if starts:
                await person.press("enter")
                assert app.tables[0].setup.history == world.folders.history

    ascii, theme, pace = ("ascii", "right"), ("theme", "right"), ("pace", "right")
    await asyncio.gather(
        play(worlds[0], pace, pace, starts=True),
        play(worlds[1], ascii, theme, starts=False),
    )
    (ann, plain), (bob, colored) = seen["Ann"], seen["Bob"]
    assert ("Ann" in ann.split(), "Bob" in ann.split(), ann.isascii()) == (True, False, False)
    assert ("Ann" in bob.split(), "Bob" in bob.split(), bob.isascii()) == (False, True, True)
    assert (plain, bool(colored)) == (set(), True)
    kept = [load_settings(world.folders.settings).settings for world in worlds]
    assert kept == [Settings(pace="instant"), Settings(ascii=True, theme="geek")]
    assert [len(record_files(world.folders.games)) for world in worlds] == [1, 0]
