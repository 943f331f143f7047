"""Hands that spectators see, on the screens: agreed on in the lobby, shown, and never forgotten."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.screens.watch import WatchScreen
from net.sessions.session import SeenHand, Session
from tests.chez_tui.driver import LARGE, SMALL, Size, dealt, shown
from tests.chez_tui.network import closing, hosting, someone, unheard

__all__ = ["unheard"]

NAMES = ("Pam", "Ada", "Bix")


async def test_a_player_agrees_in_the_lobby_and_a_spectator_sees_his_hand() -> None:
    eyes = someone(config=Config(name="Eve", calm=True))
    async with hosting(seats=2, hands="one") as ann, eyes as eve:
        bob = await ann.guest("Bob", bot="normal")
        async with closing(bob):
            await ann.sees("spectators see the hand of whoever agrees: nobody yet")
            await ann.press("o")
            await ann.sees("spectators see the hand of Ann")
            await ann.press("o")
            await ann.sees("nobody yet")
            await ann.press("o")
            await ann.until(lambda: bob.table.lobby and bob.table.lobby.willing == ann.lobby.me)
            eve.app.open_watching(ann.address)
            await eve.sees("spectators see the hand of Ann")
            bob.table.set_ready(True)
            await ann.sees("enter starts the game")
            await ann.press("enter")
            await ann.until(lambda: ann.at_table and ann.lobby._table.referee.game.begun)
            await ann.sees("hand seen")
            await eve.until(lambda: isinstance(eve.app.screen, WatchScreen))
            game = ann.lobby._table.referee.game
            await eve.sees("Ann holds")
            await eve.sees(game.printed(game.hands[0][0]).name)


@asynccontextmanager
async def watched(hands: str, size: Size, wall: bool) -> AsyncIterator[tuple[Any, Any, Session]]:
    """A spectator at a table that shows hands in that way."""
    table = dealt(NAMES, ("", "easy", "easy"), 3)
    session = table.session(None)
    seats = range(len(NAMES)) if hands == "late" else (1,)
    seen = {seat: SeenHand(1, table.game.house.life[5 * seat : 5 * seat + 5]) for seat in seats}
    settings = session.settings._replace(hands=hands, shown=1 if hands == "one" else -1)
    session.__class__ = type("Seeing", (type(session),), {"seen_hands": seen, "settings": settings})
    app = ChezApp(Config(calm=True))
    async with app.run_test(size=size) as pilot:
        app.open_watch(session, wall)
        await pilot.pause()
        await pilot.pause()
        yield app, pilot, session


@pytest.mark.parametrize("size", [SMALL, LARGE, (40, 12)])
@pytest.mark.parametrize("wall", [False, True])
async def test_a_hand_is_on_the_page_and_all_of_them_one_key_away(size: Size, wall: bool) -> None:
    async with watched("one", size, wall) as (app, pilot, session):
        names = [session.view.faces[face].name for face in session.seen_hands[1].faces]
        assert "Ada holds" in shown(app)
        assert names[0] in shown(app)
        await pilot.press("h")
        await pilot.pause()
        assert "Ada, round 1" in shown(app)
        await pilot.press("escape")
        session.seen_hands[1] = session.seen_hands[1]._replace(fresh=False)
        app.screen.repaint()
        await pilot.pause()
        assert "Ada held before" in shown(app)
        await pilot.press("h")
        await pilot.pause()
        assert "Ada, round 1, and not any more" in shown(app)
    async with watched("late", size, wall) as (app, pilot, session):
        assert "held a round ago" in shown(app)
        if size == LARGE:
            await pilot.press("h")
            await pilot.pause()
            assert "Pam, round 1" in shown(app)


async def test_the_key_is_offered_only_where_hands_are_shown() -> None:
    async with watched("one", SMALL, False) as (app, _, _):
        assert "h hands" in shown(app)
    app = ChezApp(Config(calm=True))
    async with app.run_test(size=SMALL) as pilot:
        app.open_watch(dealt(NAMES, ("", "easy", "easy"), 3).session(None))
        await pilot.pause()
        await pilot.press("h")
        assert "h hands" not in shown(app)
        assert isinstance(app.screen, WatchScreen)
