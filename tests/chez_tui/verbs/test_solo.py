"""`chez-tui solo`: from the command line to the table."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import ModuleType

import pytest

from chez_tui.settings import Settings
from chez_tui.world import World
from net.sessions.local import PACES, LocalTable
from tests.conftest import Cli
from tests.kit.places import DATA
from tests.kit.worlds import here, keep


class Sat(list[tuple[LocalTable, Sequence[int]]]):
    """The tables that were opened, in which seat, and how the last one is told."""

    settings: Settings

    @property
    def table(self) -> LocalTable:
        return self[-1][0]


@pytest.fixture
def sat(monkeypatch: pytest.MonkeyPatch) -> Sat:
    """Stands in for the plain mode: looks at the table and goes away."""
    sat = Sat()

    def play(table: LocalTable, seats: Sequence[int], world: World) -> int:
        sat.append((table, seats))
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
    keep(Settings(auto_next=False, preset="able"))
    for _ in range(2):
        assert cli("solo", "--plain", "--ascii") == (4, "", "")
    assert sat.settings == Settings(ascii=True, auto_next=False, preset="able")
    assert [seats for _, seats in sat] == [(0,), (0,)]
    assert sat.table.pace == PACES["instant"]  # nobody looks at a pipe
    assert sat[0][0].setup.seed != sat.table.setup.seed
    cli("solo", "--plain", "--pace", "fast", "--cards", own, "--seed", "K7QF-3M9P")
    assert sat.table.pace == PACES["fast"]
    assert sat.table.settings.seed == "K7QF-3M9P"
    assert sat.table.setup.catalog.named("Night Porter")


def test_the_deal_of_a_day_is_the_same_for_everybody(cli: Cli, sat: Sat) -> None:
    keep(Settings(editions="goth", pace="slow"))
    cards = here().cards
    cards.mkdir(parents=True)
    (cards / "own.toml").write_bytes((DATA / "own-cards.toml").read_bytes())
    assert cli("daily", "2026-11-19", "--plain", "--name", "Zoë") == (4, "", "")
    cli("daily", "20261119", "--plain", "--name", "Ada", "--pace", "fast")
    cli("solo", "--edition", "geek", "--no-own", "--seed", "20261119", "--plain")
    deals = [table.header().fingerprint for table, _ in sat]
    assert len(set(deals)) == 1
    first, *others = (table.setup for table, _ in sat)
    for other in others:
        assert (other.seed, other.first, other.options) == (20261119, first.first, {})
        assert [chair.level for chair in other.chairs] == ["", *["normal"] * 3]
    assert first.title == "Deal of 2026-11-19"
    day = datetime.now(UTC).date()
    cli("daily", "--plain")
    assert sat.table.setup.title in {f"Deal of {day}", f"Deal of {day + timedelta(1)}"}


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "19.11.2026", ""])
def test_a_day_that_is_none_opens_no_table(cli: Cli, sat: Sat, day: str) -> None:
    said = cli("daily", day, "--plain")
    assert said.status == 2
    assert f"write dates like 2026-11-19, not {day!r}" in said.err
    assert not sat


def test_somebody_without_a_login_has_a_name_too() -> None:
    assert World(here()).name == "Player 1"
