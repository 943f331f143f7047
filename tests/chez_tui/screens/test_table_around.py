"""The table screen around the game: looking, talking, names, sizes, leaving, alerts."""

import asyncio

import pytest
from rich.cells import cell_len
from textual.events import Paste

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.help import HelpScreen
from chez_tui.screens.reader import ReaderScreen
from chez_tui.screens.title import TitleScreen
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import (
    LARGE,
    SMALL,
    Player,
    SetTable,
    Size,
    WatchedApp,
    dealt,
    key_event,
    sitting,
)
from tests.chez_tui.moments import ADA_ACTS, FREE_TIME

# -- looking around --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_panes_are_looked_at_in_turn(size: Size) -> None:
    text = FREE_TIME.replace("Ada is", "Pam has: Shrooms; Tattoo\nAda is").replace(
        "Shrooms; NT", "NT"
    )
    async with sitting(SetTable(text), size) as pam:
        await pam.press("tab")
        assert pam.screen.pane == "room"
        assert "Worth" in pam.text or "Slack" in pam.text
        await pam.press("right", "z")
        assert isinstance(pam.app.screen, ReaderScreen)
        assert "The room of Pam" in pam.text
        await pam.press("escape", "tab")
        assert pam.screen.pane == "opponents"
        assert pam.text.count("Pizza") >= 2
        await pam.press("z")
        assert "The room of Ada" in pam.text
        await pam.press("escape", "escape")
        assert pam.screen.pane == "hand"
        await pam.press("shift+tab", "z")
        assert isinstance(pam.app.screen, ReaderScreen)
        await pam.press("escape", "l")
        assert "The log" in pam.text
        await pam.press("escape", "question_mark")
        assert isinstance(pam.app.screen, HelpScreen)
        assert "Reach your Slack Goal first" in pam.text


async def test_the_log_keeps_the_whole_game() -> None:
    async with sitting(dealt(seed=4)) as pam:
        await pam.play(Clever(4), until=lambda: pam.game.round > 2)
        told = len(pam.screen.log_lines)
        assert told > 30
        await pam.press("l", "home")
        first = pam.text
        assert "round" in first.lower() or "draws" in first or "is" in first
        await pam.press("end", "pageup", "up", "down", "escape")
        assert pam.at_table
        assert len(pam.screen.log_lines) == told


# -- talking ---------------------------------------------------------------------------------------


async def test_what_is_said_is_shown_harmlessly() -> None:
    table = dealt(("Pam", "Ada"), ("", ""), 4)
    async with sitting(table, LARGE) as pam:
        await pam.press("slash")
        await pam.type("[bold red]hi[/] n 1 q")
        await pam.press("enter")
        assert "Pam: [bold red]hi[/] n 1 q" in pam.text
        assert pam.screen.focused is None
        table.say(1, "\x1b[2J\x07wiped\u202eback\r\nwards \u200b 寿司")
        await pam.rest()
        text = pam.text
        assert "Ada: [2Jwipedback wards 寿司" in text
        assert not any(c in text for c in "\x1b\x07\u202e\r\u200b")
        await pam.press("slash")
        pam.app.post_message(Paste("two\nlines \x1b[31m"))
        await pam.rest()
        await pam.press("escape")
        assert pam.at_table
        assert "two" not in pam.text
        table.say(1, "x" * 5000)
        await pam.rest()
        assert pam.text.count("x" * 20) < 12


# -- names -----------------------------------------------------------------------------------------

NAMES = (
    "寿司食べたい人達がいっぱいいる",
    "[bold]Bo[/bold]",
    "\x1b[31mRed\x1b[0m",
    "\u202eevil\u202c Zoë",
)


@pytest.mark.parametrize(
    ("size", "ascii_only"),
    [(SMALL, False), (LARGE, True)],
)
async def test_odd_names_do_no_harm(size: Size, ascii_only: bool) -> None:
    table = dealt(NAMES, ("", "easy", "easy", "easy"), 5)
    config = Config(pace="instant", ascii=ascii_only)
    async with sitting(table, size, config) as pam:
        await pam.play(Clever(5), until=lambda: len(pam.table.actions) > 40)
        text = pam.text
        assert not any(c in text for c in "\x1b\u202e\u202c")
        assert "[bold]Bo" in text
        assert all(cell_len(line) <= size[0] for line in text.splitlines())
        assert text.isascii() == ascii_only
        await pam.press("tab", "tab", "z")
        assert all(cell_len(line) <= size[0] for line in pam.text.splitlines())


# -- sizes -----------------------------------------------------------------------------------------


async def test_the_size_may_change_in_the_middle_of_the_game() -> None:
    sizes: list[Size] = [LARGE, (200, 50), (60, 15), SMALL, (20, 5), (110, 30), (79, 23)]
    async with sitting(dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), 6)) as pam:
        clever = Clever(6)
        for turn in range(len(sizes)):
            size = sizes[turn % len(sizes)]
            await pam.resize(size)
            lines = pam.text.splitlines()
            assert len(lines) <= size[1]
            assert all(cell_len(line) <= size[0] for line in lines)
            assert pam.screen.wide == (size[0] >= 110 and size[1] >= 30)
            assert (f"{size[0]}x{size[1]}: 80x24" in lines[0]) == (size < SMALL or size[1] < 24)
            for _ in range(2):
                if pam.at_table and pam.desk.asked:
                    await pam.do(clever(pam.desk))


@pytest.mark.parametrize("players", [2, 8])
async def test_everybody_has_a_place(players: int) -> None:
    names = ("Pam", "Ada", "Bix", "Cleo", "Dov", "Emi", "Fitz", "Gus")[:players]
    table = dealt(names, ("", *["easy"] * (players - 1)), 7)
    async with sitting(table) as pam:
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
        await pam.press("ctrl+q")
        assert isinstance(pam.app.screen, ConfirmScreen)
        assert "Quit? The game is kept." in pam.text
        await pam.press("n")
        assert pam.at_table
        await pam.press("f1", "ctrl+q")
        assert "Quit? The game is kept." in pam.text, "also from a screen above the table"
        await pam.press("escape", "escape")
        await pam.press("ctrl+q", "y")
        await asyncio.sleep(0)
    assert pam.app.return_code == 0


async def test_back_to_the_title_and_on_with_the_game() -> None:
    async with sitting(dealt(seed=8), title=True) as pam:
        await pam.press("escape")
        assert "Go back to the title?" in pam.text
        await pam.press("escape")
        assert pam.at_table
        await pam.press("escape", "enter")
        assert isinstance(pam.app.screen, TitleScreen)
        assert pam.table._closed


@pytest.mark.parametrize("title", [True, False])
async def test_leaving_for_good(title: bool) -> None:
    table = dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), 8)
    async with sitting(table, title=title) as pam:
        await pam.press("ctrl+l")
        assert "Leave the game for good?" in pam.text
        await pam.press("y")
        assert not pam.game.alive[0]
        await pam.rest()
        assert isinstance(pam.app.screen, TitleScreen)


async def test_keys_may_come_faster_than_screens_go() -> None:
    async with sitting(dealt(seed=8), title=True) as pam:
        await pam.press("question_mark")
        for _ in range(4):
            pam.app.post_message(key_event("x"))
        await pam.rest()
        assert pam.at_table


async def test_a_game_of_the_past_goes_on() -> None:
    """Out through the quit question, in again through the title screen."""
    from chez_tui.newgame import solo_game

    game = solo_game("Pam", 2, ["easy"])
    game.seed, game.pace = 11, "instant"
    async with sitting(game.table()) as pam:
        await pam.play(Clever(11), until=lambda: pam.game.round > 1)
        before = (pam.game.digest(), pam.game.round)
        await pam.press("ctrl+q", "y")
    app = WatchedApp()
    async with app.run_test(size=SMALL) as pilot:
        pam = Player(app, pilot)
        app.open_title()
        await pam.rest()
        await app.workers.wait_for_complete()
        await pam.rest()
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
    table = SetTable(ADA_ACTS)
    async with sitting(table, config=config) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        assert len(rung) == wanted
        assert pam.app.window_title == "you may respond"
        await pam.press("space")
        for move in ("Bix: pass", "Ada: next", "Ada: next", "Bix: next", "Bix: next", "Bix: next"):
            table.move(move)
        await pam.rest()
        assert pam.app.window_title == ChezApp.TITLE, "the others are at work"
