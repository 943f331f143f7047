"""Before a game: the form, what it refuses, and the table that comes of it."""

from pathlib import Path

import pytest

from chez_tui.config import Config
from chez_tui.games import HOT_SEAT, SOLO, games_folder, record_files
from chez_tui.newgame import Seat, name_problem
from chez_tui.screens.setup import PACES as PACE_WORDS
from chez_tui.screens.setup import SetupScreen
from chez_tui.screens.title import TitleScreen
from core.rules.setup import OPTIONS
from net.sessions.local import PACES
from tests.chez_tui.driver import LARGE, Player, Tables, at_keys

PAM = Config(name="Pam")


async def write(pam: Player, text: str) -> None:
    """Empty the text of the row and write another."""
    await pam.press("enter", "ctrl+u", *text)


async def test_every_row_is_there_at_every_size() -> None:
    async with at_keys(config=PAM) as pam:
        await pam.press("1")
        for word in ("Start", "Edition", "Players", "Pace", "Seed", "Seat 4", "Cleo", "Hand"):
            assert word in pam.text
        assert "small" not in pam.text
        assert "fresh luck" not in pam.text
        await pam.resize((60, 18))
        assert "small" in pam.text
        for row in pam.form.rows:  # every row can be reached and seen
            if row.usable:
                await pam.go(row.key)
                assert row.label in pam.text
        await pam.resize(LARGE)
        assert "fresh luck" in pam.text, "the table is drawn where there is room"
        await pam.go("players", "left", "left", "left")
        assert pam.text.count("Gus") == 2
        await pam.go("first", "right")
        assert "Pam begins" in pam.text


async def test_two_enters_from_the_title_begin_a_game(tables: Tables) -> None:
    async with at_keys(config=Config(name="Pam", pace="slow")) as pam:
        await pam.press("enter", "enter")
        assert isinstance(pam.app.screen, TitleScreen)  # the form has done its work
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


async def test_everything_can_be_chosen(tables: Tables) -> None:
    async with at_keys(config=PAM) as pam:
        await pam.press("1")
        await pam.go("players", "right", "l")
        await pam.go("first", "right", "right", "right")
        await pam.go("pace", "h")
        await pam.go("seed")
        await write(pam, "unlucky")
        assert "is no seed" in await pam.after("enter")
        await pam.press("ctrl+u", *"k7qf-3m9p", "enter")
        assert "K7QF-3M9P" in pam.text
        await pam.go("seat1", "left")
        await write(pam, "Lee")
        await pam.press("down")
        await pam.go("hand", "right")
        await pam.go("start", "enter")
    ((table, seats),) = tables
    setup = table.setup
    assert [chair.name for chair in setup.chairs] == ["Pam", "Lee", "Bix", "Cleo", "Dov", "Emi"]
    assert [chair.level for chair in setup.chairs][1:3] == ["easy", "normal"]
    assert seats == (0,)
    assert setup.first == 2
    assert table.pace == PACES["slow"]
    assert table.settings.seed == "K7QF-3M9P"
    assert table.game.options["hand"] == "4"


async def test_hot_seat(tables: Tables) -> None:
    async with at_keys(config=PAM) as pam:
        await pam.press("2")
        assert "2 people and 2 bots" in pam.text
        for seat in ("seat0", "seat1"):
            await pam.go(seat, "right")
        await pam.go("start", "enter")
        assert "Somebody has to play" in pam.text
        assert tables == []
        assert "Somebody has to play" not in await pam.after("down")
        await pam.go("seat0", "left")
        assert pam.form.row("seat1").text not in (None, "Player 2", "Pam")
        await pam.go("seat1", "left")
        assert pam.form.row("seat1").text == "Player 2"
        await pam.go("seat2", "right", "right")  # from a normal bot by a hard one to a person
        assert pam.form.row("seat2").text == "Player 3"
        await pam.go("start", "enter")
    ((table, seats),) = tables
    assert seats == (0, 1, 2)
    assert table.settings.title == HOT_SEAT


async def test_two_players_have_an_option_of_their_own() -> None:
    async with at_keys(config=PAM) as pam:
        assert "Two player" not in await pam.after("1")
        await pam.go("first", "left")  # the last of four begins
        await pam.go("players", "left", "left")
        assert pam.form.row("two-player").choices == OPTIONS["two-player"].values
        assert pam.form.row("first").choices == ("by lot", "Pam", "Ada")
        assert pam.form.row("first").at == 2
        assert "more below" not in pam.text
        assert "2 more below" in await pam.after("left")
        assert pam.form.row("players").choices[pam.form.row("players").at] == "8"
        assert "more below" not in await pam.after("end")


async def test_names_must_differ_and_be_there() -> None:
    async with at_keys(config=PAM) as pam:
        await pam.press("1")
        await pam.go("seat0")
        for name in ("ada", "  ADA ", "", "   "):
            await write(pam, name)
            text = await pam.after("enter")
            assert pam.form.editing
            assert ("is called" if name.strip() else "needs a name") in text
            await pam.press("escape")
            assert not pam.form.editing
            assert pam.form.row("seat0").text == "Pam"


async def test_editing_a_text() -> None:
    async with at_keys(config=PAM) as pam:
        await pam.press("1")
        await pam.go("seat0", "enter", *"ela", "left", "backspace", "home", "delete", "S", "end")
        await pam.press("question_mark", "k", "tab")
        assert pam.form.row("seat0").text == "Samea?k"
        assert pam.form.current.key == "seat1"
        await pam.press("enter", *"x" * 40, "up")
        assert len(pam.form.row("seat1").text or "") == 20
        assert pam.form.current.key == "seat0"


async def test_names_are_shown_and_kept_harmlessly(tables: Tables) -> None:
    async with at_keys(LARGE, Config(name="[bold]漢字\x1b[31m")) as pam:
        assert "[bold]漢字[31m" in await pam.after("1")
        await pam.go("start", "enter")
    assert tables[0][0].setup.chairs[0].name == "[bold]漢字[31m"


async def test_own_cards_can_be_left_out(tables: Tables, data_home: Path) -> None:
    folder = data_home / "chez-tui" / "cards"
    folder.mkdir(parents=True)
    (folder / "own.toml").write_text("[[role]]\nname = 3\n")
    async with at_keys(config=PAM) as pam:
        await pam.press("1")
        await pam.go("start", "enter")
        assert tables == []
        assert "own.toml" in pam.text
        await pam.go("own", "right")
        await pam.go("start", "enter")
    assert len(tables) == 1


async def test_a_folder_that_cannot_be_written_gives_a_sentence(tables: Tables) -> None:
    games_folder().parent.mkdir(parents=True)
    games_folder().touch()
    async with at_keys(config=PAM) as pam:
        await pam.press("1")
        await pam.go("start", "enter")
        assert "can't be recorded" in pam.text
    assert tables == []


async def test_clicks_do_what_keys_do(tables: Tables) -> None:
    async with at_keys(config=PAM) as pam:
        await pam.press("1")

        async def click(word: str) -> None:
            lines = pam.text.splitlines()
            await pam.click(6, next(y for y, line in enumerate(lines) if word in line))

        await click("Players")
        assert pam.form.current.key == "players"
        await click("Players")
        assert pam.form.row("players").at == 3
        await click("House rules")
        assert pam.form.current.key == "players"
        await click("Start")
    assert len(tables) == 1


async def test_escape_goes_back_and_a_key_of_the_settings_wins() -> None:
    async with at_keys(config=Config(name="Pam", keys={"help": ("l",)})) as pam:
        await pam.press("1")
        assert isinstance(pam.app.screen, SetupScreen)
        assert "any key closes" in await pam.after("down", "down", "l")
        await pam.press("x", "escape")
        assert isinstance(pam.app.screen, TitleScreen)


def test_every_pace_has_words() -> None:
    assert set(PACE_WORDS) == set(PACES)


@pytest.mark.parametrize(
    ("seat", "name", "taken"),
    [(0, "STRASSE", True), (0, "Pam\u200b", False), (1, "pam\u200b", True)],
)
def test_names_are_compared_as_people_see_them(seat: int, name: str, taken: bool) -> None:
    assert bool(name_problem([Seat("Pam"), Seat("Straße")], seat, name)) == taken
