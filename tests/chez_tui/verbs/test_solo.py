"""`chez-tui solo`: from the command line to the table."""

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest
from textual.app import App

from chez_tui.app import ChezApp
from chez_tui.errors import UserError
from chez_tui.settings import Settings, save_settings
from chez_tui.verbs import solo
from chez_tui.verbs.flags import launch
from chez_tui.world import TerminalTraits, World
from net.sessions.local import PACES, LocalTable
from tests.conftest import Cli
from tests.kit.places import DATA
from tests.kit.worlds import here, world_with


class Sat(list[tuple[LocalTable, int]]):
    """The tables that were opened, in which seat, and how the last one is told."""

    settings: Settings

    @property
    def table(self) -> LocalTable:
        return self[-1][0]


@pytest.fixture
def sat(monkeypatch: pytest.MonkeyPatch) -> Sat:
    """Stands in for the plain mode: looks at the table and goes away."""
    sat = Sat()

    def play(table: LocalTable, seat: int, world: World) -> int:
        sat.append((table, seat))
        sat.settings = world.settings
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
    save_settings(Settings(auto_next=False, preset="able"), here().settings)
    for _ in range(2):
        assert cli("solo", "--plain", "--ascii") == (4, "", "")
    assert sat.settings == Settings(ascii=True, auto_next=False, preset="able")
    assert [seat for _, seat in sat] == [0, 0]
    assert sat.table.pace == PACES["instant"]  # nobody looks at a pipe
    assert sat[0][0].setup.seed != sat.table.setup.seed
    cli("solo", "--plain", "--pace", "fast", "--cards", own, "--seed", "K7QF-3M9P")
    assert sat.table.pace == PACES["fast"]
    assert sat.table.settings.seed == "K7QF-3M9P"
    assert sat.table.setup.catalog.named("Night Porter")


def test_somebody_without_a_login_has_a_name_too() -> None:
    assert World(here()).name == "Player 1"


# -- the full screen -------------------------------------------------------------------------------


def test_the_table_opens_at_once(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[LocalTable, tuple[int, ...]]] = []
    configs: list[Settings] = []

    def stand_in(world: World, opening: Callable[[object], object]) -> int:
        configs.append(world.settings)
        opening(SimpleNamespace(open_table=lambda table, seats: opened.append((table, seats))))
        return 0

    monkeypatch.setattr(TerminalTraits, "need", lambda *words: None)
    monkeypatch.setattr(solo, "launch", stand_in)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    save_settings(Settings(pace="slow"), here().settings)
    assert cli("solo", "--ascii", "--theme", "mono", "--calm").status == 0
    ((table, seats),) = opened
    table.close()
    assert seats == (0,)
    assert table.pace == PACES["slow"]
    (config,) = configs
    assert (config.ascii, config.theme, config.calm) == (True, "mono", True)


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_dumb_terminal_is_told_so(term: str) -> None:
    with pytest.raises(
        UserError, match="can move its cursor; without one there is chez-tui bots"
    ) as caught:
        TerminalTraits(kind=term).need("the title screen", "chez-tui bots")
    assert caught.value.status == 2
    TerminalTraits().need("the title screen", "chez-tui bots")


def test_launching_runs_the_app_from_its_first_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChezApp, "run", lambda app: App.run(app, headless=True))
    opened: list[ChezApp] = []

    def opening(app: ChezApp) -> None:
        opened.append(app)
        app.exit(0)

    assert launch(world_with(theme="goth"), opening) == 0
    assert opened[0].theme == "goth"
