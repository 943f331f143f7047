"""Games on the network at the screen: playing, watching, the end, another one, coming back."""

import os
from contextlib import suppress
from dataclasses import replace

import pytest

from chez_tui.hosting import Place, unfinished
from chez_tui.screens.end import EndScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.table import TableScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.screens.watch import WatchScreen
from chez_tui.screens.watchlobby import WatchLobby
from core.actions import LEAVE, Action, Refused
from net.table.remote import RemoteSession
from tests.chez_tui.driver import LARGE
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
    await person.comes_to(EndScreen)


async def started(ann: Person, *names: str) -> list[Place]:
    """Guests whose seats bots play; the game has begun."""
    places = [await ann.guest(name, bot="normal") for name in names]
    for place in places:
        place.table.set_ready(True)
    await ann.sees("enter starts the game")
    await ann.press("enter")
    await ann.until(lambda: ann.at_table and ann.lobby._table.referee.game.begun)
    return places


async def start_again(ann: Person, bob: Place) -> None:
    """Let both be ready for another game, and who keeps the list start it."""
    tables = (ann.lobby._table, bob.table)
    await ann.until(lambda: any(table.desk is not None for table in tables))
    for table in tables:
        table.set_ready(True)
    keeper = next(table for table in tables if table.desk is not None)
    await ann.until(lambda: keeper.lobby and all(chair.ready for chair in keeper.lobby.chairs))
    keeper.start()


async def test_a_game_to_its_end_and_another_one() -> None:
    async with hosting(seats=2) as ann:
        (bob,) = await started(ann, "Bob")
        async with closing(bob):
            table = ann.lobby._table
            await leave(ann)
            await ann.sees("cards: sealed, audited: yes; dice: verified")
            winners = table.referee.game.winners
            assert winners == (1,)
            await ann.until(lambda: bob.table.over)
            assert bob.table.referee.game.digest() == table.referee.game.digest()
            await ann.press("enter")
            await ann.comes_to(LobbyScreen)
            await ann.sees("Bob")
            await start_again(ann, bob)
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


async def test_joining_where_one_has_a_seat_leads_back_to_it() -> None:
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
            await ann.comes_to(TitleScreen)
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
            await ann.comes_to(TitleScreen)
            await ann.sees("Continue")
            ann.app.config = replace(ann.app.config, name="Root")
            await ann.press("0")
            await ann.until(lambda: ann.at_table)
            session = session_of(ann)
            assert session.seat == seat
            assert ann.lobby._table.settings.name == "Ann"  # by which the others know the key
            assert [session.view.face[c] for c in session.view.hands[seat or 0]] == hand
            await ann.until(lambda: "no connection" not in ann.text)


async def test_watching_from_the_lobby_to_the_end() -> None:
    async with hosting(seats=2) as ann, someone("Eve", LARGE) as eve:
        eve.app.open_watching(ann.address)
        await eve.comes_to(WatchLobby)
        await eve.sees("you watch"[1:])
        places = await started(ann, "Bob")
        async with closing(*places):
            await eve.comes_to(WatchScreen)
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
            await eve.comes_to(WatchLobby)


async def test_a_spectator_takes_a_chair_for_the_next_game() -> None:
    async with hosting(seats=2) as ann, someone("Eve") as eve:
        places = await started(ann, "Bob")
        eve.app.open_watching(ann.address)
        await eve.comes_to(WatchScreen)
        await leave(ann)
        await eve.comes_to(EndScreen)
        await eve.press("enter")
        await eve.comes_to(WatchLobby)
        assert "sits down" not in eve.text
        await ann.press("enter")
        await ann.comes_to(LobbyScreen)
        await ann.sees("1 spectator: Eve")
        await places[0].close()
        await eve.sees("a chair is free: enter sits down")
        await eve.press("enter")
        await eve.comes_to(LobbyScreen)
        await ann.sees("Eve sits down")
        await ann.sees("nobody watches")
        assert not any(isinstance(screen, WatchLobby) for screen in eve.app.screen_stack)


def table_log(person: Person) -> list[str]:
    screen = next(s for s in person.app.screen_stack if isinstance(s, TableScreen))
    return [line.plain for line in screen.log_lines]


async def test_a_spectator_goes_back_to_the_title() -> None:
    async with hosting(seats=2) as ann:
        places = await started(ann, "Bob")
        async with closing(*places), someone("Eve") as eve:
            eve.app.open_watching(ann.address, wall=True)
            await eve.comes_to(WatchScreen)
            await eve.press("escape")
            await eve.comes_to(TitleScreen)


async def test_the_host_quits_and_the_others_go_on() -> None:
    async with hosting(seats=3) as ann:
        places = await started(ann, "Bob", "Cy")
        bob = places[0].table
        async with closing(*places):
            assert ann.lobby._table.game is not None
            assert ann.lobby._table.game.hosting
            await ann.press("escape", "2", "enter")
            await ann.comes_to(TitleScreen)
            cy = places[1].table
            await ann.until(lambda: bob.game.hosting or cy.game.hosting)
            assert not bob.closed
            assert not cy.closed


@pytest.mark.parametrize("wall", [False, True])
async def test_who_still_looks_at_the_end_is_shown_the_next_game(wall: bool) -> None:
    async with hosting(seats=2) as ann, someone("Eve") as eve:
        eve.app.open_watching(ann.address, wall=wall)
        await eve.comes_to(WatchLobby)
        places = await started(ann, "Bob")
        async with closing(*places):
            await eve.comes_to(WatchScreen)
            first = eve.app.screen
            await leave(ann)
            if not wall:
                await eve.comes_to(EndScreen)
            await ann.press("enter")
            await ann.comes_to(LobbyScreen)
            await start_again(ann, places[0])

            await eve.until(lambda: eve.app.screen is not first)
            await eve.comes_to(WatchScreen)
            await eve.sees("round 1")
            assert eve.app.screen is not first


async def test_a_game_to_which_nobody_comes_back_can_be_given_up() -> None:
    async with hosting(seats=2) as ann:
        (bob,) = await started(ann, "Bob")
        await bob.close()
        mine = ann.lobby._table.me.pid.hex()
        folder = next(folder for folder in unfinished() if folder.parent.name in mine)
        os.utime(folder / "seeds")  # of the two on this disk, the newest
        await ann.press("escape", "2", "enter")
        await ann.comes_to(TitleScreen)
        await ann.sees("Continue")
        await ann.press("0")
        await ann.sees("The game goes on when most of its players are back")
        await ann.sees("Waiting for Bob")
        assert "enter ready" not in ann.text
        assert "1 of 2 is here, 2 are needed" in ann.words
        await ann.press("escape")
        assert "wait for the others" in ann.text
        await ann.press("1", "enter")
        assert isinstance(ann.app.screen, LobbyScreen)
        await ann.press("escape", "3", "enter")
        await ann.comes_to(TitleScreen)
        assert (folder / "over").exists()
        assert folder not in unfinished()
