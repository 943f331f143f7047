"""The table screen around the game: looking, reading, talking, sizes, leaving, alerts."""

import pytest
from rich.cells import cell_len
from textual.events import Paste

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.newgame import solo_game
from chez_tui.screens.catalogue import CatalogueScreen
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.help import HelpScreen
from chez_tui.screens.reader import ReaderScreen
from chez_tui.screens.title import TitleScreen
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import (
    LARGE,
    SMALL,
    SetTable,
    Size,
    at_keys,
    dealt,
    key_event,
    laid,
    sitting,
)
from tests.chez_tui.screens.test_table_playing import ADA_ACTS

FREE_TIME = laid("at-home")

# -- looking and reading ---------------------------------------------------------------------------


async def test_everything_can_be_looked_at_in_turn() -> None:
    async with sitting(SetTable(FREE_TIME), LARGE) as pam:
        for words in ("table: Raise on Pam", "Pam · Tech Support · Income 3 · Free Time 2"):
            assert words in pam.text
        text = await pam.after("tab")
        assert pam.screen.pane == "room"
        assert "Slack" in text
        text = await pam.after("right", "z")
        assert isinstance(pam.app.screen, ReaderScreen)
        for words in ("The room of Pam", "On the table beside this room:", "Raise"):
            assert words in text
        assert "scroll" in text.splitlines()[-1]
        text = await pam.after("escape", "tab")
        assert pam.screen.pane == "opponents"
        assert text.count("Tattoo") >= 2
        text = await pam.after("z")
        assert "The room of Ada" in text
        assert "Income 2/3 · Free Time 3 · Goal 21" in text
        for card in pam.game.rooms[1]:
            assert pam.game.printed(card).text[:60] in text
        await pam.press("escape", "escape")
        assert pam.screen.pane == "hand"
        await pam.press("shift+tab", "z")
        assert isinstance(pam.app.screen, ReaderScreen)
        assert "The log" in await pam.after("escape", "l")
        await pam.close(1)
        await pam.sit(SetTable(laid("at-home", table="Raise on Ada")))
        assert "On the table beside: Raise" in await pam.after("tab", "tab")


async def test_help_cards_and_rules_are_a_key_away() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        text = await pam.after("question_mark")
        assert isinstance(pam.app.screen, HelpScreen)
        assert "Reach your Slack Goal first" in text
        assert "page 1 of 2: any key for more, esc closes" in text
        await pam.press("escape")  # on any page
        assert pam.at_table
        await pam.press("question_mark")
        for _ in range(4):  # keys may come faster than screens go
            pam.app.post_message(key_event("x"))
        await pam.rest()
        assert pam.at_table
        await pam.press("2", "c")
        assert isinstance(pam.app.screen, CatalogueScreen)
        assert "The only hobby" in pam.words
        await pam.press("escape")
        assert pam.at_table
        for key in ("c", "up"):  # or before they are there
            pam.app.post_message(key_event(key))
        await pam.rest()
        assert isinstance(pam.app.screen, CatalogueScreen)


async def test_every_card_can_be_read_in_a_window() -> None:
    async with sitting(SetTable(ADA_ACTS)) as pam:
        await pam.moved("Ada: do Sleep")
        for size in (SMALL, LARGE):
            await pam.resize(size)
            text = await pam.after("z")
            for card in pam.game.hands[0]:
                assert pam.game.printed(card).name in text
                assert pam.game.printed(card).text[:60] in text
            assert "Not now: no answer to this (RUL-1)" in text
            await pam.press("down", "end", "pageup", "escape")
            assert pam.desk.window is not None


async def test_an_empty_hand_and_an_empty_room_say_so() -> None:
    async with sitting(SetTable("players: Pam; Ada\nturn: Pam, free time")) as pam:
        assert "no cards in hand" in await pam.after("z")
        assert "the room is empty" in await pam.after("escape", "tab", "z")


async def test_the_log_keeps_the_whole_game() -> None:
    async with sitting(dealt(seed=4)) as pam:
        await pam.play(Clever(4), until=lambda: pam.game.round > 2)
        told = len(pam.log)
        assert told > 30
        assert pam.log[0][:40] in await pam.after("l", "home")
        await pam.press("end", "pageup", "up", "down", "escape")
        assert pam.at_table
        assert len(pam.log) == told


# -- talking and names -----------------------------------------------------------------------------


async def test_what_is_said_is_shown_harmlessly() -> None:
    async with sitting(dealt(("Pam", "Ada"), ("", ""), 4), LARGE) as pam:
        await pam.press("slash")
        await pam.type("[bold red]hi[/] n 1 q")
        assert "Pam: [bold red]hi[/] n 1 q" in await pam.after("enter")
        assert pam.screen.focused is None
        pam.table.say(1, "\x1b[2J\x07wiped\u202eback\r\nwards \u200b 寿司")
        await pam.rest()
        assert "Ada: [2Jwipedback wards 寿司" in pam.text
        assert not any(c in pam.text for c in "\x1b\x07\u202e\r\u200b")
        await pam.press("slash")
        pam.app.post_message(Paste("two\nlines \x1b[31m"))
        await pam.rest()
        assert "two" not in await pam.after("escape")
        assert pam.at_table
        pam.table.say(1, "x" * 5000)
        await pam.rest()
        assert pam.text.count("x" * 20) < 12


async def test_odd_names_are_shown_as_they_are() -> None:
    names = ("寿司食べたい人達がいっぱい", "[bold]Bo[/bold]", "\x1b[31mRed", "\u202eevil\u202c Zoë")
    async with sitting(dealt(names, ("", "easy", "easy", "easy"), 5)) as pam:
        await pam.play(Clever(5), until=lambda: len(pam.table.actions) > 40)
        assert not any(c in pam.text for c in "\x1b\u202e\u202c")
        assert "[bold]Bo" in pam.text


async def test_long_names_do_not_push_the_numbers_out_of_the_top_line() -> None:
    async with sitting(SetTable(FREE_TIME.replace("Pam", "Wilhelmina the Great"))) as pam:
        top = pam.text.splitlines()[0]
        assert "Wilhelmina the Great: Free Time · Income 4 · Free Time 2" in top
        assert top.endswith(f"deck {len(pam.game.deck)}")


# -- sizes -----------------------------------------------------------------------------------------


async def test_the_size_may_change_in_the_middle_of_the_game() -> None:
    sizes: list[Size] = [LARGE, (200, 50), (60, 15), SMALL, (20, 5), (110, 30), (79, 23)]
    async with sitting(dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), 6)) as pam:
        lines = pam.text.splitlines()
        log = next(n for n, line in enumerate(lines) if line.startswith("── Log"))
        assert len(lines) - 2 - log - 1 >= 4, "a short hand leaves more lines to the log"
        clever = Clever(6)
        for size in sizes:
            await pam.resize(size)
            lines = pam.text.splitlines()
            assert len(lines) <= size[1]
            assert all(cell_len(line) <= size[0] for line in lines)
            assert pam.screen.wide == (size[0] >= 110 and size[1] >= 30)
            assert (f"{size[0]}x{size[1]}: 80x24" in lines[0]) == (size < SMALL or size[1] < 24)
            await pam.do(clever(pam.desk))


@pytest.mark.parametrize("players", [2, 8])
async def test_everybody_has_a_place(players: int) -> None:
    names = ("Pam", "Ada", "Bix", "Cleo", "Dov", "Emi", "Fitz", "Gus")[:players]
    async with sitting(dealt(names, ("", *["easy"] * (players - 1)), 7)) as pam:
        await pam.play(Clever(7), until=lambda: pam.game.round > 1)
        for size in (SMALL, LARGE, (200, 50)):
            await pam.resize(size)
            text = pam.text
            for seat, name in enumerate(names):
                assert name in text
                assert f"{pam.game.slack[seat]}/{pam.game.goal(seat)}" in text
            for item in pam.items[:5]:
                assert item.text in text


# -- leaving ---------------------------------------------------------------------------------------


async def test_quitting_asks() -> None:
    async with sitting(dealt(seed=8)) as pam:
        assert "Quit? The game is kept." in await pam.after("ctrl+q")
        assert isinstance(pam.app.screen, ConfirmScreen)
        await pam.press("n")
        assert pam.at_table
        assert "Quit? The game is kept." in await pam.after("f1", "ctrl+q"), "from above the table"
        await pam.press("escape", "escape")
        await pam.press("ctrl+q", "y")
    assert pam.app.return_code == 0


async def test_back_to_the_title_and_on_with_the_game() -> None:
    async with sitting(dealt(seed=8), title=True) as pam:
        assert "Go back to the title?" in await pam.after("escape")
        await pam.press("escape")
        assert pam.at_table
        await pam.press("escape", "enter")
        assert isinstance(pam.app.screen, TitleScreen)
        assert pam.table._closed


@pytest.mark.parametrize("title", [True, False])
async def test_leaving_for_good(title: bool) -> None:
    table = dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), 8)
    async with sitting(table, title=title) as pam:
        assert "Leave the game for good?" in await pam.after("ctrl+l")
        await pam.press("y")
        assert not pam.game.alive[0]
        assert isinstance(pam.app.screen, TitleScreen)


async def test_a_game_of_the_past_goes_on() -> None:
    """Out through the quit question, in again through the title screen."""
    game = solo_game("Pam", 2, ["easy"])
    game.seed, game.pace = 11, "instant"
    async with sitting(game.table()) as pam:
        await pam.play(Clever(11), until=lambda: pam.game.round > 1)
        before = (pam.game.digest(), pam.game.round)
        await pam.press("ctrl+q", "y")
    async with at_keys() as pam:
        await pam.press("0")
        assert (pam.game.digest(), pam.game.round) == before
        assert pam.at_table
        await pam.play(Clever(11), until=lambda: pam.game.round > 2)


# -- alerts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_bell_for_turns_and_for_windows(
    wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[str] = []
    monkeypatch.setattr(ChezApp, "bell", lambda app: rung.append(app.window_title))
    config = Config(pace="instant", bell_turn=wanted, bell_window=wanted)
    async with sitting(SetTable(ADA_ACTS), config=config) as pam:
        await pam.moved("Ada: do Sleep")
        assert len(rung) == wanted
        assert pam.app.window_title == "you may respond"
        await pam.press("space")
        await pam.moved(
            "Bix: pass", "Ada: next", "Ada: next", "Bix: next", "Bix: next", "Bix: next"
        )
        assert pam.app.window_title == ChezApp.TITLE, "the others are at work"
    text = ADA_ACTS.replace("turn: Ada, free time", "turn: Bix, discard")
    async with sitting(SetTable(text), config=config) as pam:
        await pam.moved("Bix: next")
        assert len(rung) == 2 * wanted
        assert pam.app.window_title == "your turn"
