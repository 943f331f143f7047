"""Games on the network at the screen: playing, watching, the end, another one, coming back."""

import asyncio
import os
from contextlib import suppress
from dataclasses import replace

import pytest

from chez_tui.config import Config
from chez_tui.hosting import Place, unfinished
from chez_tui.screens.end import EndScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.table import TableScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.screens.watch import WatchScreen
from chez_tui.screens.watchlobby import WatchLobby
from core.actions import LEAVE, Action, Refused
from net.table.remote import RemoteSession
from tests.chez_tui.driver import LARGE, SMALL, Size
from tests.chez_tui.network import Person, closing, hosting, someone, unheard

__all__ = ["unheard"]


def session_of(person: Person) -> RemoteSession:
    session = person.lobby._table.session
    assert session is not None
    return session


async def leave(person: Person) -> None:
    """Where two play, the other one wins by that."""
    await person.until(lambda: session_of(person).view.begun)
    session = session_of(person)
    await person.until(lambda: session.refusal(Action(LEAVE, session.seat or 0)) is None)
    with suppress(Refused):
        await session.act(Action(LEAVE, session.seat or 0))
    await person.until(lambda: isinstance(person.app.screen, EndScreen))


async def started(ann: Person, *names: str) -> list[Place]:
    """Guests whose seats bots play; the game has begun."""
    places = [await ann.guest(name, bot="normal") for name in names]
    for place in places:
        place.table.set_ready(True)
    await ann.sees("enter starts the game")
    await ann.press("enter")
    await ann.until(lambda: ann.at_table and ann.lobby._table.referee.game.begun)
    return places


async def test_a_game_to_its_end_and_another_one() -> None:
    async with hosting(seats=2) as ann:
        bob = await ann.guest("Bob", bot="normal")
        async with closing(bob):
            bob.table.set_ready(True)
            await ann.sees("enter starts the game")
            await ann.press("enter")
            await ann.until(lambda: ann.at_table)
            table = ann.lobby._table
            await leave(ann)
            await ann.sees("cards: sealed, audited: yes; dice: verified")
            winners = table.referee.game.winners
            assert winners == (1,)
            await ann.until(lambda: bob.table.over)
            assert bob.table.referee.game.digest() == table.referee.game.digest()
            await ann.press("enter")
            await ann.until(lambda: isinstance(ann.app.screen, LobbyScreen))
            await ann.sees("Bob")
            keeper, other = (
                (ann.lobby._table, bob.table)
                if ann.lobby._table.desk is not None
                else (bob.table, ann.lobby._table)
            )
            other.set_ready(True)
            keeper.set_ready(True)
            await ann.until(
                lambda: keeper.lobby is not None and all(c.ready for c in keeper.lobby.chairs)
            )
            keeper.start()
            await ann.until(lambda: ann.at_table and not ann.lobby._table.over)
            assert table.play is not None
            assert table.play.terms.header.winners == winners


async def test_the_table_screen_says_who_is_away_and_leaving_asks_how() -> None:
    async with hosting(seats=3, wait=0) as ann:
        bob, cy = await started(ann, "Bob", "Cy")
        async with closing(cy):
            await ann.press("escape")
            assert "go away for now" in ann.text
            assert "for good" in ann.text
            await ann.press("escape")
            await bob.close()
            said = ("o connection to Bob", "A bot plays on for Bob")
            await ann.until(lambda: any(words in ann.text for words in said))


async def test_who_joins_where_he_has_a_seat_comes_back_to_it() -> None:
    async with hosting(seats=3) as ann:
        bob, cy = await started(ann, "Bob", "Cy")
        await bob.close()
        again = await ann.guest("Bob", bot="normal")
        async with closing(again, cy):
            assert again.table.me.pid == bob.table.me.pid
            await ann.until(lambda: again.table.playing)
            assert again.table.seat == bob.table.seat
            assert again.table.settings.name == "Bob"


async def test_leaving_for_good() -> None:
    async with hosting(seats=3) as ann:
        places = await started(ann, "Bob", "Cy")
        async with closing(*places):
            table = ann.lobby._table
            assert table.play is not None
            folder = table.settings.folder / table.play.terms.gid.hex()
            await ann.press("escape", "3", "enter")
            await ann.until(lambda: isinstance(ann.app.screen, TitleScreen))
            bob = places[0].table
            assert not bob.referee.game.alive[0]
            assert (folder / "over").exists()  # nobody is asked to come back


async def test_going_away_and_coming_back_from_the_title() -> None:
    async with hosting(seats=3) as ann:
        places = await started(ann, "Bob", "Cy")
        async with closing(*places):
            seat = session_of(ann).seat
            hand = [session_of(ann).view.face[c] for c in session_of(ann).view.hands[seat or 0]]
            await ann.press("escape", "2", "enter")
            await ann.until(lambda: isinstance(ann.app.screen, TitleScreen))
            await ann.sees("Continue")
            ann.app.config = replace(ann.app.config, name="Root")
            await ann.press("0")
            await ann.until(lambda: ann.at_table)
            session = session_of(ann)
            assert session.seat == seat
            assert ann.lobby._table.settings.name == "Ann"  # by which the others know the key
            assert [session.view.face[c] for c in session.view.hands[seat or 0]] == hand
            await ann.until(lambda: "no connection" not in ann.text)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_watching_from_the_lobby_to_the_end(size: Size) -> None:
    async with hosting(seats=2) as ann, someone(size, Config(name="Eve", calm=True)) as eve:
        eve.app.open_watching(ann.address)
        await eve.until(lambda: isinstance(eve.app.screen, WatchLobby))
        await eve.sees("you watch"[1:])
        places = await started(ann, "Bob")
        async with closing(*places):
            await eve.until(lambda: isinstance(eve.app.screen, WatchScreen))
            await eve.sees("round 1")
            assert "watching" in eve.text
            await eve.press("slash")
            await eve.type("hello")
            await eve.press("enter")
            await ann.until(lambda: any("Eve: hello" in line for line in table_log(ann)))
            await eve.press("w")
            await eve.sees("░░░░░░░░░░")
            await eve.press("w")
            await leave(ann)
            await eve.sees("dice: as the players showed them")
            await eve.press("enter")
            await eve.until(lambda: isinstance(eve.app.screen, WatchLobby))


async def test_a_spectator_takes_a_chair_for_the_next_game() -> None:
    async with hosting(seats=2) as ann, someone(config=Config(name="Eve", calm=True)) as eve:
        places = await started(ann, "Bob")
        eve.app.open_watching(ann.address)
        await eve.until(lambda: isinstance(eve.app.screen, WatchScreen))
        await leave(ann)
        await eve.until(lambda: isinstance(eve.app.screen, EndScreen))
        await eve.press("enter")
        await eve.until(lambda: isinstance(eve.app.screen, WatchLobby))
        assert "sits down" not in eve.text
        await ann.press("enter")
        await ann.until(lambda: isinstance(ann.app.screen, LobbyScreen))
        await ann.sees("1 spectator: Eve")
        await places[0].close()
        await eve.sees("a chair is free: enter sits down")
        await eve.press("enter")
        await eve.until(lambda: isinstance(eve.app.screen, LobbyScreen))
        await ann.sees("Eve sits down")
        await ann.sees("nobody watches")
        assert not any(isinstance(screen, WatchLobby) for screen in eve.app.screen_stack)


def table_log(person: Person) -> list[str]:
    screen = next(s for s in person.app.screen_stack if isinstance(s, TableScreen))
    return [line.plain for line in screen.log_lines]


async def test_a_spectator_goes_back_to_the_title() -> None:
    async with hosting(seats=2) as ann:
        places = await started(ann, "Bob")
        async with closing(*places), someone(config=Config(calm=True)) as eve:
            eve.app.open_watching(ann.address, wall=True)
            await eve.until(lambda: isinstance(eve.app.screen, WatchScreen))
            await eve.press("escape")
            await eve.until(lambda: isinstance(eve.app.screen, TitleScreen))


async def test_the_host_quits_and_the_others_go_on() -> None:
    async with hosting(seats=3) as ann:
        places = await started(ann, "Bob", "Cy")
        bob = places[0].table
        async with closing(*places):
            assert ann.lobby._table.game is not None
            assert ann.lobby._table.game.hosting
            await ann.press("escape", "2", "enter")
            await ann.until(lambda: isinstance(ann.app.screen, TitleScreen))
            cy = places[1].table
            await ann.until(lambda: bob.game.hosting or cy.game.hosting)
            await asyncio.sleep(0)
            assert not bob.closed
            assert not cy.closed


async def test_coming_back_before_the_others() -> None:
    async with hosting(seats=2) as ann:
        places = await started(ann, "Bob")
        await places[0].close()
        await ann.press("escape", "2", "enter")
        await ann.until(lambda: isinstance(ann.app.screen, TitleScreen))
        await ann.sees("Continue")
        await ann.press("0")
        await ann.sees("The game goes on when most of its players are back")
        await ann.sees("Waiting for")
        assert "enter ready" not in ann.text


@pytest.mark.parametrize("wall", [False, True])
async def test_who_still_looks_at_the_end_is_shown_the_next_game(wall: bool) -> None:
    async with hosting(seats=2) as ann, someone(config=Config(name="Eve", calm=True)) as eve:
        eve.app.open_watching(ann.address, wall=wall)
        await eve.until(lambda: isinstance(eve.app.screen, WatchLobby))
        places = await started(ann, "Bob")
        async with closing(*places):
            bob = places[0].table
            await eve.until(lambda: isinstance(eve.app.screen, WatchScreen))
            first = eve.app.screen
            await leave(ann)
            if not wall:
                await eve.until(lambda: isinstance(eve.app.screen, EndScreen))
            await ann.press("enter")
            await ann.until(lambda: isinstance(ann.app.screen, LobbyScreen))
            await ann.until(lambda: ann.lobby._table.desk or bob.desk)
            for table in (ann.lobby._table, bob):
                table.set_ready(True)
            keeper = ann.lobby._table if ann.lobby._table.desk is not None else bob
            await ann.until(lambda: keeper.lobby and all(c.ready for c in keeper.lobby.chairs))
            keeper.start()

            def shown_anew() -> bool:
                screen = eve.app.screen
                return isinstance(screen, WatchScreen) and screen is not first

            await eve.until(shown_anew)
            await eve.sees("round 1")
            assert shown_anew()


async def test_a_game_to_which_nobody_comes_back_can_be_given_up() -> None:
    async with hosting(seats=2) as ann:
        (bob,) = await started(ann, "Bob")
        await bob.close()
        mine = ann.lobby._table.me.pid.hex()
        folder = next(folder for folder in unfinished() if folder.parent.name in mine)
        os.utime(folder / "seeds")  # of the two on this disk, the newest
        await ann.press("escape", "2", "enter")
        await ann.until(lambda: isinstance(ann.app.screen, TitleScreen))
        await ann.sees("Continue")
        await ann.press("0")
        await ann.sees("Waiting for Bob")
        assert "1 of 2 is here, 2 are needed" in " ".join(ann.text.split())
        await ann.press("escape")
        assert "wait for the others" in ann.text
        await ann.press("1", "enter")
        assert isinstance(ann.app.screen, LobbyScreen)
        await ann.press("escape", "3", "enter")
        await ann.until(lambda: isinstance(ann.app.screen, TitleScreen))
        assert (folder / "over").exists()
        assert folder not in unfinished()
