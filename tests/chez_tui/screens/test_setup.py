"""Before a game: the form, what it refuses, and the table that comes of it."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.games import HOT_SEAT, SOLO, games_folder, record_files
from chez_tui.newgame import Seat, name_problem
from chez_tui.screens.setup import PACES as PACE_WORDS
from chez_tui.screens.setup import SetupScreen
from chez_tui.screens.title import TitleScreen
from core.catalog import EDITIONS
from core.rules.setup import OPTIONS
from net.sessions.local import PACES
from tests.chez_tui.driver import shown
from tests.chez_tui.forms import Tables, form, go

SIZES = [(80, 24), (60, 18)]


async def opened(pilot: Pilot[int], app: ChezApp, hot_seat: bool = False) -> None:
    if hot_seat:
        app.push_screen(SetupScreen(hot_seat=True))
    else:
        app.open_setup()
    await pilot.pause()


async def write(pilot: Pilot[int], text: str) -> None:
    """Empties the text of the row and writes another."""
    await pilot.press("enter", "ctrl+u", *text)


async def start(pilot: Pilot[int]) -> None:
    await go(pilot, "start")
    await pilot.press("enter")
    await pilot.pause()


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_it_fits_every_size(size: tuple[int, int]) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=size) as pilot:
        await opened(pilot, app)
        text = shown(app)
        assert "Start the game" in text
        assert ("small" in text) == (size < (80, 24))
        if size >= (80, 24):
            for word in ("Edition", "Players", "Pace", "Seed", "Seat 4", "Cleo", "Hand"):
                assert word in text
        for row in form(app).rows:  # every row can be reached and seen
            if row.usable:
                await go(pilot, row.key)
                assert row.label in shown(app)


@pytest.mark.asyncio
async def test_two_enters_from_the_title_begin_a_game(tables: Tables) -> None:
    app = ChezApp(Config(name="Pam", pace="slow"))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_title()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)  # the form has done its work
    ((table, seats),) = tables
    assert seats == (0,)
    assert [tuple(chair) for chair in table.setup.chairs] == [
        ("Pam", ""),
        ("Ada", "normal"),
        ("Bix", "normal"),
        ("Cleo", "normal"),
    ]
    assert table.pace == PACES["slow"]
    assert table.settings.title == SOLO
    assert record_files() == [table.setup.record]


@pytest.mark.asyncio
async def test_everything_can_be_chosen(tables: Tables) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "players")
        await pilot.press("right", "l")
        await go(pilot, "first")
        await pilot.press("right", "right", "right")
        await go(pilot, "pace")
        await pilot.press("h")
        await go(pilot, "seed")
        await write(pilot, "k7qf-3m9p")
        await pilot.press("enter")
        assert "K7QF-3M9P" in shown(app)
        await go(pilot, "seat1")
        await pilot.press("left")
        await write(pilot, "Lee")
        await pilot.press("down")
        await go(pilot, "hand")
        await pilot.press("right")
        await start(pilot)
    ((table, seats),) = tables
    setup = table.setup
    assert [chair.name for chair in setup.chairs] == ["Pam", "Lee", "Bix", "Cleo", "Dov", "Emi"]
    assert [chair.level for chair in setup.chairs][1:3] == ["easy", "normal"]
    assert seats == (0,)
    assert setup.first == 2
    assert table.pace == PACES["slow"]
    assert table.settings.seed == "K7QF-3M9P"
    assert table.game.options["hand"] == "4"


@pytest.mark.asyncio
async def test_hot_seat(tables: Tables) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, hot_seat=True)
        assert "2 people and 2 bots" in shown(app)
        await go(pilot, "seat2")
        await pilot.press("right", "right")  # from a normal bot by a hard one around to a person
        assert form(app).row("seat2").text == "Player 3"
        await go(pilot, "seat1")
        await pilot.press("right")
        assert form(app).row("seat1").text not in (None, "Player 2", "Pam")
        await pilot.press("left")
        assert form(app).row("seat1").text == "Player 2"
        await start(pilot)
    ((table, seats),) = tables
    assert seats == (0, 1, 2)
    assert table.settings.title == HOT_SEAT


@pytest.mark.asyncio
async def test_bots_alone_are_refused(tables: Tables) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, hot_seat=True)
        for seat in ("seat0", "seat1"):
            await go(pilot, seat)
            await pilot.press("right")
        await start(pilot)
        assert "Somebody has to play" in shown(app)
        assert tables == []
        await pilot.press("down")
        assert "Somebody has to play" not in shown(app)


@pytest.mark.asyncio
async def test_two_players_have_an_option_of_their_own() -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert "Two player" not in shown(app)
        await go(pilot, "first")
        await pilot.press("left")  # the last of four begins
        await go(pilot, "players")
        await pilot.press("left", "left")
        assert form(app).row("two-player").choices == OPTIONS["two-player"].values
        assert form(app).row("first").choices == ("by lot", "Pam", "Ada")
        assert form(app).row("first").at == 2
        assert "more below" not in shown(app)
        await pilot.press("left")
        assert form(app).row("players").choices[form(app).row("players").at] == "8"
        assert "2 more below" in shown(app)
        await pilot.press("end")
        assert "more below" not in shown(app)


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["ada", "  ADA ", "", "   "])
async def test_names_must_differ_and_be_there(name: str, tables: Tables) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "seat0")
        await write(pilot, name)
        await pilot.press("enter")
        assert form(app).editing
        assert "is called" in shown(app) or "needs a name" in shown(app)
        await pilot.press("escape")
        assert not form(app).editing
        assert form(app).row("seat0").text == "Pam"


@pytest.mark.asyncio
async def test_a_wrong_seed_is_refused(tables: Tables) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "seed")
        await write(pilot, "unlucky")
        await pilot.press("enter")
        assert "is no seed" in shown(app)
        await pilot.press("ctrl+u", "4", "2", "enter")
        await start(pilot)
    assert tables[0][0].setup.seed == 42


@pytest.mark.asyncio
async def test_editing_a_text() -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await go(pilot, "seat0")
        await pilot.press("enter", "e", "l", "a", "left", "backspace", "home", "delete", "S", "end")
        await pilot.press("question_mark", "k", "tab")
        assert form(app).row("seat0").text == "Samea?k"
        assert form(app).current.key == "seat1"
        await pilot.press("enter", *"x" * 40, "up")
        assert len(form(app).row("seat1").text or "") == 20
        assert form(app).current.key == "seat0"


@pytest.mark.asyncio
async def test_names_are_shown_and_kept_harmlessly(tables: Tables) -> None:
    app = ChezApp(Config(name="[bold]漢字\x1b[31m"))
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, app)
        assert "[bold]漢字[31m" in shown(app)
        await start(pilot)
    assert tables[0][0].setup.chairs[0].name == "[bold]漢字[31m"


@pytest.mark.asyncio
async def test_own_cards_can_be_left_out(tables: Tables, data_home: Path) -> None:
    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    (folder / "own.toml").write_text("[[role]]\nname = 3\n")
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await start(pilot)
        assert tables == []
        assert "own.toml" in shown(app)
        await go(pilot, "own")
        await pilot.press("right")
        await start(pilot)
    assert len(tables) == 1


@pytest.mark.asyncio
async def test_a_folder_that_cannot_be_written_gives_a_sentence(tables: Tables) -> None:
    games_folder().parent.mkdir(parents=True)
    games_folder().touch()
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await start(pilot)
        assert "can't be recorded" in shown(app)
    assert tables == []


@pytest.mark.asyncio
async def test_the_table_is_drawn_where_there_is_room() -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        assert "fresh luck" not in shown(app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "fresh luck" in shown(app)
        await go(pilot, "players")
        await pilot.press("left", "left", "left")
        assert shown(app).count("Gus") == 2
        await go(pilot, "first")
        await pilot.press("right")
        assert "Pam begins" in shown(app)


@pytest.mark.asyncio
async def test_clicks_do_what_keys_do(tables: Tables) -> None:
    app = ChezApp(Config(name="Pam"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)

        async def click(word: str) -> None:
            row = next(y for y, line in enumerate(shown(app).splitlines()) if word in line)
            await pilot.click(offset=(6, row))
            await pilot.pause()

        await click("Players")
        assert form(app).current.key == "players"
        await click("Players")
        assert form(app).row("players").at == 3
        await click("House rules")
        assert form(app).current.key == "players"
        await click("Start")
    assert len(tables) == 1


@pytest.mark.asyncio
async def test_escape_goes_back_and_a_key_of_the_settings_wins() -> None:
    app = ChezApp(Config(name="Pam", keys={"help": ("l",)}))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_title()
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        setup = app.screen
        assert isinstance(setup, SetupScreen)
        await pilot.press("down", "down", "l")
        await pilot.pause()
        assert "any key closes" in shown(app)
        await pilot.press("x", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, SetupScreen)


def test_every_pace_and_edition_has_words() -> None:
    assert set(PACE_WORDS) == set(PACES)
    assert EDITIONS[0] == "geek"


def test_names_are_compared_as_people_see_them() -> None:
    seats = [Seat("Pam"), Seat("Straße")]
    assert name_problem(seats, 0, "STRASSE")
    assert name_problem(seats, 0, "Pam\u200b") == ""
    assert name_problem(seats, 1, "pam\u200b")
