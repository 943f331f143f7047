"""`chez-tui solo`: from the command line to the table."""

import getpass
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from textual.app import App

from chez_tui import launch
from chez_tui.app import ChezApp
from chez_tui.config import Config, save_config
from chez_tui.games import record_files
from chez_tui.newgame import your_name
from chez_tui.verbs import solo
from net.sessions.local import PACES, LocalTable
from net.sessions.record import read_record
from tests.conftest import Cli

OWN = """\
[[role]]
name = "Night Porter"
income = [2, 3]
free_time = 2
goal = 18
text = "Nothing special."
flavor = "Nobody ever comes."
"""


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

    module = ModuleType("chez_tui.plain")
    vars(module)["play"] = play
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return sat


def names(table: LocalTable) -> list[str]:
    return [chair.name for chair in table.setup.chairs]


def levels(table: LocalTable) -> list[str]:
    return [chair.level for chair in table.setup.chairs]


def test_a_table_with_three_bots(cli: Cli, sat: Sat) -> None:
    assert cli("solo", "--plain", "--name", "Pam") == (4, "", "")
    ((table, seat),) = sat
    assert seat == 0
    assert names(table) == ["Pam", "Ada", "Bix", "Cleo"]
    assert levels(table) == ["", "normal", "normal", "normal"]
    assert table.settings.title == "Solo"
    assert table.pace == PACES["instant"]  # nobody looks at a pipe
    assert record_files() == [table.setup.record]


def test_all_that_can_be_asked_for(cli: Cli, sat: Sat, tmp_path: Path) -> None:
    cards = tmp_path / "own.toml"
    cards.write_text(OWN)
    record = tmp_path / "friday.game"
    said = cli(
        "solo", "--plain", "--bots", "5", "--level", "easy,normal", "--seed", "K7QF-3M9P",
        "--pace", "fast", "--option", "hand=7", "--option", "guests = off", "--name", "Bix",
        "--edition", "Geek", "--cards", cards, "--record", record,
    )  # fmt: skip
    assert said.err == ""
    table = sat.table
    assert names(table) == ["Bix", "Ada", "Cleo", "Dov", "Emi", "Fitz"]
    assert levels(table) == ["", "easy", "normal", "easy", "normal", "easy"]
    assert table.settings.seed == "K7QF-3M9P"
    assert table.pace == PACES["fast"]
    assert (table.game.options["hand"], table.game.options["guests"]) == ("7", "off")
    assert table.setup.catalog.named("Night Porter")
    assert read_record(record).header.about["seed"] == "K7QF-3M9P"
    assert record_files() == []


def test_the_same_seed_is_the_same_game(cli: Cli, sat: Sat) -> None:
    for _ in range(2):
        cli("solo", "--plain", "--seed", "42")
    one, two = (table for table, _ in sat)
    assert (one.setup.seed, one.setup.first) == (two.setup.seed, two.setup.first)


def test_who_begins_is_drawn_by_lot(cli: Cli, sat: Sat) -> None:
    for seed in range(20):
        cli("solo", "--plain", "--seed", seed)
    assert {table.setup.first for table, _ in sat} == {0, 1, 2, 3}


def test_plain_mode_is_told_the_settings(cli: Cli, sat: Sat) -> None:
    save_config(Config(auto_next=False, preset="able"))
    cli("solo", "--plain", "--ascii")
    assert sat.options == {"ascii": True, "auto_next": False, "preset": "able"}


def test_fresh_seeds_differ(cli: Cli, sat: Sat) -> None:
    for _ in range(2):
        cli("solo", "--plain")
    assert sat[0][0].setup.seed != sat[1][0].setup.seed


def test_own_cards_can_be_left_out(cli: Cli, sat: Sat, data_home: Path) -> None:
    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    (folder / "own.toml").write_text(OWN)
    cli("solo", "--plain")
    assert sat.table.setup.catalog.named("Night Porter")
    cli("solo", "--plain", "--no-own")
    assert not sat.table.setup.catalog.named("Night Porter")


def test_the_name_comes_from_the_settings_or_the_login(
    cli: Cli, sat: Sat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "mike")
    cli("solo", "--plain")
    assert names(sat.table)[0] == "Mike"
    save_config(Config(name="Pam"))
    cli("solo", "--plain")
    assert names(sat.table)[0] == "Pam"
    cli("solo", "--plain", "--name", "\x1b[1m Lee \n[bold]")
    assert names(sat.table)[0] == "[1m Lee [bold]"


def test_somebody_without_a_login_has_a_name_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no such user")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert your_name("") == "Player 1"


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--bots", "0"], "1 to 7 bots can play, not '0'"),
        (["--bots", "8"], "1 to 7 bots can play, not '8'"),
        (["--bots", "²"], "1 to 7 bots can play"),
        (["--level", "sly"], "there is no level 'sly'; there is easy, normal and hard"),
        (["--bots", "1", "--level", "easy,easy"], "2 levels are too many for --bots 1"),
        (["--seed", "UUU"], '"UUU" is no seed'),
        (["--pace", "warp"], "invalid choice: 'warp'"),
        (["--option", "hand"], "an option is written NAME=VALUE, not 'hand'"),
        (["--option", "hand=99"], "option hand can be"),
        (["--option", "wings=2"], "unknown option 'wings'"),
        (["--edition", "gneek"], "there is no edition 'gneek'"),
        (["--theme", "beige"], "there is no theme 'beige'; there is edition, geek"),
    ],
)
def test_mistakes_are_one_sentence(cli: Cli, sat: Sat, argv: list[str], complaint: str) -> None:
    said = cli("solo", "--plain", *argv)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err
    assert said.err.count("\n") == 1
    assert sat == []


def test_a_record_that_cannot_be_written(cli: Cli, sat: Sat, data_home: Path) -> None:
    (data_home / "chez-tui").mkdir(parents=True)
    (data_home / "chez-tui" / "games").touch()  # where the folder should be
    said = cli("solo", "--plain")
    assert said.status == 1
    assert "the game can't be recorded" in said.err
    assert sat == []


def test_damaged_settings_are_one_sentence(cli: Cli, sat: Sat) -> None:
    save_config(Config())
    from chez_tui.config import config_path

    config_path().write_text("pace = 3")
    said = cli("solo", "--plain")
    assert (said.status, said.err.count("\n")) == (1, 1)


# -- the full screen -------------------------------------------------------------------------------


def test_without_a_terminal_it_says_so(cli: Cli) -> None:
    assert cli("solo") == (
        2,
        "",
        "chez-tui: this table needs a terminal; "
        "without one there are chez-tui solo --plain and chez-tui bots\n",
    )
    assert record_files() == []


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


# -- editions --------------------------------------------------------------------------------------


def keys(table: LocalTable) -> list[str]:
    return [edition.key for edition in table.setup.catalog.editions]


@pytest.mark.parametrize(
    ("argv", "editions"),
    [
        (["--edition", "goth"], "goth"),
        (["--edition", "geek+cthulhu"], "geek+cthulhu"),
        (["--edition", "Goth + Grunt"], "goth+grunt"),
        (["--mix", "goth,grunt"], "geek+goth+grunt"),
        (["--edition", "cthulhu", "--mix", "greek"], "cthulhu+greek"),
    ],
)
def test_any_edition_or_mix(cli: Cli, sat: Sat, argv: list[str], editions: str) -> None:
    assert cli("solo", "--plain", *argv).status == 4
    assert "+".join(keys(sat.table)) == editions


def test_what_was_played_last_is_played_again(cli: Cli, sat: Sat) -> None:
    save_config(Config(editions="geek+grunt"))
    cli("solo", "--plain")
    assert keys(sat.table) == ["geek", "grunt"]
    cli("solo", "--plain", "--edition", "goth")
    assert keys(sat.table) == ["goth"]
    cli("solo", "--plain")
    assert keys(sat.table) == ["geek", "grunt"]  # that was for one run


def test_options_of_a_mix(cli: Cli, sat: Sat) -> None:
    argv = (
        "--edition",
        "geek+greek+cthulhu",
        "--option",
        "mix=students",
        "--option",
        "madness=off",
    )
    cli("solo", "--plain", "--bots", "7", *argv)
    game = sat.table.game
    assert (game.options["mix"], game.options["madness"]) == ("students", "off")
    assert {game.faces[role].edition for role in game.role_pile} == {"greek", "cthulhu"}


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--edition", "goth", "--bots", "5"], "Goth is for up to 5, not 6"),
        (["--edition", "goth", "--mix", "goth"], "goth+goth names an edition twice"),
        (["--mix", "gnome"], "there is no edition 'gnome'; there is geek, greek, goth"),
        (["--edition", "geek+greek", "--option", "mix=never"], "option mix can be"),
    ],
)
def test_what_cannot_be_is_a_sentence(cli: Cli, argv: list[str], sentence: str) -> None:
    said = cli("solo", "--plain", *argv)
    assert (said.status, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_settings_with_an_edition_that_is_gone_are_a_sentence(cli: Cli) -> None:
    save_config(Config(editions="gnome"))
    said = cli("solo", "--plain")
    assert said.status == 1
    assert "settings.toml: editions: there is no edition 'gnome'" in said.err
