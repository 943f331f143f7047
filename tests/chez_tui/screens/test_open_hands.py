"""Hands that spectators see, on the screens: agreed on in the lobby, shown, and never forgotten."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from chez_tui.config import Config
from chez_tui.screens.watch import WatchScreen
from net.sessions.session import SeenHand
from tests.chez_tui.driver import LARGE, SMALL, Player, at_keys, dealt
from tests.chez_tui.network import closing, hosting, someone, unheard

__all__ = ["unheard"]

NAMES = ("Pam", "Ada", "Bix")


async def test_a_player_agrees_in_the_lobby_and_a_spectator_sees_that_hand() -> None:
    eyes = someone("Eve")
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
async def watched(hands: str, wall: bool) -> AsyncIterator[tuple[Player, Any]]:
    """A spectator at a table that shows hands in that way."""
    table = dealt(NAMES, ("", "easy", "easy"), 3)
    session = table.session(None)
    seats = {"late": range(len(NAMES)), "one": (1,), "": ()}[hands]
    seen = {seat: SeenHand(1, table.game.house.life[5 * seat : 5 * seat + 5]) for seat in seats}
    if hands:
        settings = session.settings._replace(hands=hands, shown=1 if hands == "one" else -1)
        session.__class__ = type(
            "Seeing", (type(session),), {"seen_hands": seen, "settings": settings}
        )
    async with at_keys(config=Config(calm=True), title=False) as eve:
        await eve.open(lambda app: app.open_watch(session, wall))
        yield eve, session


@pytest.mark.parametrize("wall", [False, True])
async def test_a_hand_is_on_the_page_and_all_of_them_one_key_away(wall: bool) -> None:
    async with watched("one", wall) as (eve, session):
        names = [session.view.faces[face].name for face in session.seen_hands[1].faces]
        fresh = session.seen_hands[1]
        for size in (SMALL, LARGE, (40, 12)):
            session.seen_hands[1] = fresh
            await eve.resize(size)
            assert "Ada holds" in eve.text
            assert names[0] in eve.text
            assert "Ada, round 1" in await eve.after("h")
            await eve.press("escape")
            session.seen_hands[1] = fresh._replace(fresh=False)
            await eve.open(lambda app: app.screen.repaint())
            assert "Ada held before" in eve.text
            assert "Ada, round 1, and not any more" in await eve.after("h")
            await eve.press("escape")
    async with watched("late", wall) as (eve, _):
        for size in (SMALL, (40, 12), LARGE):
            await eve.resize(size)
            assert "held a round ago" in eve.text
        assert "Pam, round 1" in await eve.after("h")


async def test_the_key_is_offered_only_where_hands_are_shown() -> None:
    for hands in ("one", ""):
        async with watched(hands, False) as (eve, _):
            assert ("h hands" in eve.text) == bool(hands)
            await eve.press("h")
            assert isinstance(eve.app.screen, WatchScreen) != bool(hands)
