"""`chez-tui solo`: from the command line to the table."""

import getpass
import sys
from collections.abc import Callable, Mapping
from types import ModuleType, SimpleNamespace

import pytest
from textual.app import App

from chez_tui import launch
from chez_tui.app import ChezApp
from chez_tui.play.newgame import your_name
from chez_tui.settings import Config, save_config
from chez_tui.verbs import solo
from net.sessions.local import PACES, LocalTable
from tests.conftest import Cli
from tests.kit.places import DATA


class Sat(list[tuple[LocalTable, int]]):
    """The tables that were opened, in which seat, and how the last one is told."""

    options: Mapping[str, object]

    @property
    def table(self) -> LocalTable:
        return self[-1][0]


@pytest.fixture
def sat(monkeypatch: pytest.MonkeyPatch) -> Sat:
    """Stands in for the plain mode: looks at the table and goes away."""
    sat = Sat()

    def play(table: LocalTable, seat: int, **options: object) -> int:
        sat.append((table, seat))
        sat.options = options
        table.close()
        return 4

    module = ModuleType("chez_tui.plain.play")
    vars(module)["play"] = play
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return sat


def test_who_begins_is_drawn_by_lot(cli: Cli, sat: Sat) -> None:
    for seed in range(6):
        cli("solo", "--plain", "--bots", "1", "--seed", seed)
    assert {table.setup.first for table, _ in sat} == {0, 1}


def test_plain_mode_is_told_the_settings_and_a_fresh_seed(cli: Cli, sat: Sat) -> None:
    own = DATA / "own-cards.toml"
    save_config(Config(auto_next=False, preset="able"))
    for _ in range(2):
        assert cli("solo", "--plain", "--ascii") == (4, "", "")
    assert sat.options == {"ascii": True, "auto_next": False, "preset": "able"}
    assert [seat for _, seat in sat] == [0, 0]
    assert sat.table.pace == PACES["instant"]  # nobody looks at a pipe
    assert sat[0][0].setup.seed != sat.table.setup.seed
    cli("solo", "--plain", "--pace", "fast", "--cards", own, "--seed", "K7QF-3M9P")
    assert sat.table.pace == PACES["fast"]
    assert sat.table.settings.seed == "K7QF-3M9P"
    assert sat.table.setup.catalog.named("Night Porter")


def test_somebody_without_a_login_has_a_name_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no such user")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert your_name("") == "Player 1"


# -- the full screen -------------------------------------------------------------------------------


def test_the_table_opens_at_once(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[LocalTable, tuple[int, ...]]] = []
    configs: list[Config] = []

    def stand_in(config: Config, opening: Callable[[object], object]) -> int:
        configs.append(config)
        opening(SimpleNamespace(open_table=lambda table, seats: opened.append((table, seats))))
        return 0

    monkeypatch.setattr(solo, "need_terminal", lambda *words: None)
    monkeypatch.setattr(solo, "launch", stand_in)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    save_config(Config(pace="slow"))
    assert cli("solo", "--ascii", "--theme", "mono", "--calm").status == 0
    ((table, seats),) = opened
    table.close()
    assert seats == (0,)
    assert table.pace == PACES["slow"]
    (config,) = configs
    assert (config.ascii, config.theme, config.calm) == (True, "mono", True)


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_is_told_so(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", term)
    with pytest.raises(
        launch.UserError, match="can move its cursor; without one there is chez-tui bots"
    ) as caught:
        launch.need_terminal("the title screen", "chez-tui bots")
    assert caught.value.status == 2
    monkeypatch.setenv("TERM", "xterm-256color")
    launch.need_terminal("the title screen", "chez-tui bots")


def test_launching_runs_the_app_from_its_first_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChezApp, "run", lambda app: App.run(app, headless=True))
    opened: list[ChezApp] = []

    def opening(app: ChezApp) -> None:
        opened.append(app)
        app.exit(0)

    assert launch.launch(Config(theme="goth"), opening) == 0
    assert opened[0].theme == "goth"
