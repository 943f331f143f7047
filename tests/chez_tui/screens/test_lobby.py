"""Tables on the network: the list of them, the lobby, games from it, and coming back."""

import asyncio
import os
import re
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from chez_tui.kit.dialogs import Ask, Confirm
from chez_tui.play import online as hosting_of
from chez_tui.play.addresses import own_addresses
from chez_tui.play.games import parts as parts_by_log
from chez_tui.play.online import JoinedTable
from chez_tui.play.options import TableSpec
from chez_tui.screens.connecting import Connecting
from chez_tui.screens.end import EndScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.setup import SetupScreen
from chez_tui.screens.table.screen import TableScreen
from chez_tui.screens.tables import TablesScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.screens.watch import WatchScreen
from core.actions import LEAVE, NEXT, Action, Refused
from net.discovery import GREY
from net.identity import fingerprint
from net.table.remote import RemoteSession
from net.wire.codes import Address, code_of
from net.wire.messages import VERSION
from tests.chez_tui.driver import LARGE
from tests.chez_tui.netscenes import ADA, BIX, ID, PAM, changed, desk_of, found, lobby_of, still
from tests.chez_tui.network import Person, hosting, someone, unheard


async def listed(person: Person) -> None:
    person.app.go("join")
    await person.comes_to(TablesScreen)


async def test_tables_come_and_go() -> None:
    async with someone() as bob:
        await bob.press("4")
        await bob.sees("No tables yet")
        ears = bob.app.ears
        assert ears.running
        ears.hear(found(0), found(1, "[b]Saturday[/b]", "play"), found(2, "Sunday", locked=True))
        await bob.sees(str(code_of(bytes((1, *ID[1:])))))
        for words in ("2/8", "waiting", "playing", "[b]Saturday[/b]", "password", "0.1.0"):
            assert words in bob.text
        ears.hear(found(0, state=GREY), found(1, protocol=VERSION + 1))
        await bob.sees("no answer")
        assert "other version" in bob.text
        assert "other cards" not in bob.text
        assert "Sunday" not in bob.text
        ears.hear(found(0, cards=b"card"), found(1, cards=b"card", protocol=VERSION + 1))
        await bob.sees("other cards")
        assert "other version" in bob.text
        ears.hear(trouble="no network")
        await bob.sees("Can't search for tables: no network")
        assert "chez-tui doctor" in bob.text
        ears.hear()
        await bob.sees("No tables yet")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)
        await bob.until(lambda: not ears.running)


async def test_who_is_in_stands_below_each_table_and_the_cursor_stays_with_it() -> None:
    async with someone() as bob:
        await listed(bob)
        ears, screen = bob.app.ears, bob.app.screen
        assert isinstance(screen, TablesScreen)
        crowd = tuple(f"[b]Bartholomew {n}[/b]" for n in range(8))
        ears.hear(
            found(1, "Friday", players=("Ann", "[red]Eve[/red]")),
            found(2, "Saturday", "play", players=crowd, seated=8),
            found(3, "Sunday"),
        )
        await bob.sees("Sunday")
        lines = bob.text.splitlines()
        below = {
            title: lines[at + 1].strip(" │▌")
            for title in ("Friday", "Saturday", "Sunday")
            for at, line in enumerate(lines)
            if title in line
        }
        assert below["Friday"] == "Ann and [red]Eve[/red]"
        assert below["Saturday"].startswith("[b]Bartholomew 0[/b], [b]Bartholomew 1[/b]")
        assert re.search(r" and [2-6] others$", below["Saturday"])
        assert below["Sunday"] == "2 players"
        await bob.press("down")
        ears.hear(*(found(n, f"Table {n}.", players=(f"Ann{n}.",)) for n in range(30)))
        await bob.sees("Table 0.")
        assert screen._list.cursor == 2
        assert "Table 20." not in bob.text
        await bob.press(*["down"] * 18)
        lines = bob.text.splitlines()
        (at,) = (n for n, line in enumerate(lines) if "Table 20." in line)
        assert "Ann20." in lines[at + 1]
        await bob.press(*["down"] * 9)
        assert "Ann29." in bob.text


async def test_a_game_can_be_watched_and_an_address_is_typed() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        await listed(bob)
        bob.app.ears.hear(found(phase="play", address=ann.address))
        await bob.press("enter")
        assert isinstance(bob.app.screen, Confirm)
        await bob.press("n")
        assert isinstance(bob.app.screen, TablesScreen)
        await bob.type("nonsense")
        await bob.press("enter")
        assert "a join code is a number and two words" in bob.text
        await bob.press("escape")
        assert isinstance(bob.app.screen, TablesScreen)
        await bob.type(str(ann.address))
        await bob.press("enter")
        await bob.comes_to(LobbyScreen)
        await ann.sees("Bob sits down")


async def test_a_password_is_asked_for_until_it_is_right() -> None:
    async with hosting(password="tea") as ann, someone("Bob") as bob:
        await listed(bob)
        bob.app.ears.hear(found(address=ann.address, locked=True))
        await bob.press("enter")
        await bob.comes_to(Ask)
        assert "needs a password" in bob.text
        await bob.type("milk")
        assert "milk" not in bob.text
        assert "••••" in bob.text
        await bob.press("enter")
        await bob.until(lambda: isinstance(bob.app.screen, Ask) and "••••" not in bob.text)
        await bob.type("  ")
        await bob.press("enter")
        await bob.sees("The password can't be blank")
        await bob.type("tea")
        await bob.press("enter")
        await bob.comes_to(LobbyScreen)
        assert "password" in ann.text


async def test_who_has_a_seat_in_the_game_is_not_asked_to_watch_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting_of, "game_at", {bytes((0, *ID[1:])): Path("game")}.get)
    async with hosting() as ann, someone("Bob") as bob:
        await listed(bob)
        bob.app.ears.hear(found(phase="play", address=ann.address))
        await bob.press("enter")
        await bob.comes_to(LobbyScreen)


async def test_what_cannot_be_reached_or_opened_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(*given: object) -> None:
        raise OSError(30, "Read-only file system", "/somewhere/chez-tui")

    async with hosting() as ann, someone("Bob") as bob:
        bob.app.go("join", Address("127.0.0.1", 9))
        await bob.sees("try again")
        assert isinstance(bob.app.screen, Connecting)
        assert "127.0.0.1:9" in bob.text
        await bob.press("escape")
        await bob.comes_to(TitleScreen)
        bob.app.go("open", TableSpec("Bob", "Saturday", port=ann.address.port))
        await bob.sees("try again")
        assert str(ann.address.port) in bob.text
        await bob.press("escape")
        await bob.comes_to(TitleScreen)
        monkeypatch.setattr("chez_tui.world.Keys.take", nothing)
        bob.app.go("open", TableSpec("Bob", "Friday", port=0))
        await bob.sees("/somewhere/chez-tui: Read-only file system")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)


async def test_what_is_reached_too_late_is_closed_again() -> None:
    async with someone("Bob") as bob:
        reached: asyncio.Future[Any] = asyncio.Future()
        closing = AsyncMock()
        await bob.show(Connecting("Join", "One moment", lambda password: reached))
        await bob.press("escape")
        assert isinstance(bob.app.screen, TitleScreen)
        reached.set_result(closing)
        await bob.rest()
        closing.aclose.assert_awaited_once_with()


__all__ = ["unheard"]


async def test_two_keys_from_the_title_to_a_lobby() -> None:
    async with someone() as ann:
        await ann.press("3")
        assert isinstance(ann.app.screen, SetupScreen)
        assert "Ann's table" in ann.text
        await ann.press("enter")
        await ann.comes_to(LobbyScreen)
        await ann.sees("1 of 4 seats taken")
        assert str(code_of(ann.table.id)) in ann.text
        assert f":{ann.table.port}" in ann.text
        assert fingerprint(ann.table.me.pid) in ann.words  # it may be wrapped
        assert "cards: sealed" in ann.text


async def test_what_the_form_says_is_what_the_table_is_like() -> None:
    async with someone() as ann:
        await ann.press("3")
        await ann.go("password", "enter")
        await ann.type("   ")
        await ann.press("enter")
        await ann.sees("The password can't be blank")
        await ann.press("escape", "home", "down", "enter", "ctrl+u")
        await ann.type("game night")
        await ann.press("enter", "down", "down", "left", "down", "right")
        assert "Level" in ann.text
        await ann.press("down", "right", "down", "right", "right")
        await ann.press("home", "enter")
        await ann.comes_to(LobbyScreen)
        await ann.sees("2 of 3 seats taken")
        for words in ("game night", "bot, ", "5 s to respond", "no password"):
            assert words in ann.text


async def test_people_sit_down_and_get_ready() -> None:
    async with hosting(seats=3) as ann:
        await ann.sees("you need two players"[1:])
        bob = await ann.guest("Bob")
        await ann.sees("Bob sits down")
        await ann.sees("Waiting for Bob to be ready")
        await ann.press("enter")
        assert not bob.table.playing
        bob.table.set_ready(True)
        await ann.sees("Bob is ready")
        await ann.sees("Enter starts the game")
        await ann.press("enter")
        await ann.until(lambda: ann.at_table and bob.table.playing)

        def agreed() -> bool:
            """Both see the same game; a referee may take up another one at any time."""
            games = [table.referee.game for table in (ann.table, bob.table)]
            return games[0].begun and games[0].digest() == games[1].digest()

        await ann.until(agreed)
        session = ann.table.session
        assert session is not None
        seat, before = session.view.turn, session.view.phase
        mover = session if seat == session.seat else bob.table.session
        assert mover is not None
        await mover.act(Action(NEXT, seat))
        await ann.until(lambda: ann.table.referee.game.phase != before)
        await ann.until(agreed)


async def test_what_the_host_changes_everybody_must_say_yes_to_again() -> None:
    async with hosting(seats=3) as ann:
        bob = await ann.guest("Bob")
        bob.table.set_ready(True)
        await ann.sees("Enter starts the game")
        await ann.press("s", "down", "down", "down", "down", "right")
        await ann.sees("< 3 s >")
        await ann.press("escape")
        await ann.sees("Everyone but the host has to ready up again")
        await ann.sees("Changed: 3 s to respond")
        await ann.sees("Bob isn't ready anymore")
        await ann.until(lambda: bob.table.lobby is not None and bob.table.lobby.beat == 3)


async def test_bots_come_learn_and_go() -> None:
    async with hosting(seats=3) as ann:
        await ann.press("b")
        await ann.sees("2 of 3 seats taken")
        await ann.press("down")
        assert "v level" in ann.text
        before = ann.lobby.model.chair
        await ann.press("v")
        assert ann.lobby.model.chair != before
        await ann.press("b", "b")
        assert "every seat is taken"[1:] in ann.text
        await ann.press("down", "down")
        assert ann.lobby.model.cursor == 2, "the last chair"
        await ann.press("up")
        await ann.press("x")
        await ann.sees("2 of 3 seats taken")
        await ann.press("up", "x")
        assert "he host can't be removed" in ann.text


async def test_a_guest_has_no_keys_of_the_host_and_is_sent_away_after_a_question() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        bob.app.go("join", ann.address)
        await bob.sees("ress Enter when you're ready")
        assert "Friday" in bob.text
        assert "b bot" not in bob.text
        await bob.press("b", "x", "s")
        assert isinstance(bob.app.screen, LobbyScreen)
        await bob.press("enter")
        await bob.sees("Ann can start the game")
        await bob.press("r")
        await bob.sees("ress Enter when you're ready")
        await ann.sees("Bob")
        await ann.press("down", "x")
        assert isinstance(ann.app.screen, Confirm)
        await ann.press("n")
        await ann.press("x")
        await ann.press("y")
        await ann.sees("Bob left")
        await bob.sees("Ann removed you from the table. Esc goes back")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)


async def test_talk_is_no_markup_and_reaches_all() -> None:
    async with hosting() as ann:
        bob, eve = await ann.guest("[b]Bob[/b]"), await ann.spectator()
        await ann.sees("[b]Bob[/b]")
        await ann.sees("1 spectator")
        heard: list[str] = []
        bob.table.on_chat.append(lambda name, text: heard.append(f"{name}: {text}"))
        await ann.press("slash")
        await ann.type("hello [red]all[/]")
        await ann.press("enter")
        await ann.until(lambda: heard == ["Ann: hello [red]all[/]"])
        eve.table.say("hi from \x1b[31mme")
        await ann.sees("Eve (watching): hi from")
        assert "\x1b" not in ann.text


async def test_leaving_asks_and_closes_the_table_for_all() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        await ann.press("slash", "escape")
        bob.app.go("join", ann.address)
        await bob.sees("Friday")
        await ann.sees("Bob")
        await ann.press("escape")
        assert "closes for everyone" in ann.text
        await ann.press("n")
        assert isinstance(ann.app.screen, LobbyScreen)
        await ann.press("escape", "y")
        await ann.comes_to(TitleScreen)
        await bob.sees("Esc goes back")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)


async def test_quitting_the_program_leaves_the_table() -> None:
    async with hosting() as ann:
        await ann.guest("Bob")
        async with someone("Cy") as cy:
            cy.app.go("join", ann.address)
            await ann.sees("Cy sits down")
            await cy.sees("Friday")
            await cy.press("ctrl+q")
            assert "Leave the table?" in cy.text
            await cy.press("y")
        await ann.sees("Cy left")


async def test_a_changed_key_is_shown_and_can_be_trusted() -> None:
    async with hosting() as ann:
        known = ann.table.settings.known
        assert known is not None
        known.meet("Bob", bytes(32))
        await ann.guest("Bob")
        await ann.sees("has a new key")
        await ann.press("down")
        await ann.sees("NOT the one you met before")
        assert "the key has changed" in ann.text
        assert "t trust" in ann.text
        await ann.press("t")
        await ann.sees("met before")
        assert "the key has changed" not in ann.text


async def test_the_address_is_that_of_who_keeps_the_list() -> None:
    """Whoever it was when the lobby was opened, and also for those who came back to the game."""
    lobby = lobby_of(desk_of())
    model = still(None, ADA, addresses=("192.0.2.2:42375",))
    table = model.joined
    places = {PAM: Address("192.0.2.7", 24398), BIX: Address("127.0.0.1", 33021)}
    table.mesh = SimpleNamespace(place=places.get)
    async with someone() as ada:
        ada.app.push_screen(LobbyScreen(model))
        await ada.sees("192.0.2.2:42375")  # by which she has joined
        changed(model, lobby)
        await ada.sees("192.0.2.7:24398")
        assert lobby.chairs[model.cursor].pid == ADA
        changed(model, lobby._replace(chairs=tuple(c for c in lobby.chairs if c.pid != PAM)))
        await ada.rest()
        assert table.lobby.chairs[model.cursor].pid == ADA
        changed(model, lobby)
        await ada.rest()
        assert "42375" not in ada.text
        table.foyer.keeper = BIX
        changed(model, lobby._replace(host=BIX))
        await ada.sees(":33021")
        assert "127.0.0.1" not in ada.text or own_addresses(1) == ("127.0.0.1:1",)


async def test_a_full_lobby_shows_a_key_to_its_last_word_and_who_gets_no_chair() -> None:
    lobby = lobby_of(desk_of())
    model = still(lobby._replace(chairs=lobby.chairs * 2), ADA)
    async with someone() as ada:
        ada.app.push_screen(LobbyScreen(model))
        await ada.press("down", "down")
        await ada.sees("Bix's fingerprint (NOT the one you met before)")
        assert fingerprint(BIX) in ada.words
        assert str(code_of(model.joined.id)) in ada.text
        ada.app.push_screen(LobbyScreen(still(lobby, b"x" * 32)))
        await ada.sees("The table is full: you get the next free seat")
        assert "enter ready" not in ada.text
        await ada.press("enter")


async def test_a_table_that_starts_by_itself() -> None:
    async with hosting(seats=2, start=True) as ann:
        bob = await ann.guest("Bob", bot="easy")
        bob.table.set_ready(True)
        await ann.until(lambda: ann.at_table)


def session_of(person: Person) -> RemoteSession:
    session = person.table.session
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


async def started(ann: Person, *names: str) -> list[JoinedTable]:
    """Guests whose seats bots play; the game has begun."""
    places = [await ann.guest(name, bot="normal") for name in names]
    for place in places:
        place.table.set_ready(True)
    await ann.sees("Enter starts the game")
    await ann.press("enter")
    await ann.until(lambda: ann.at_table and ann.table.referee.game.begun)
    return places


async def start_again(ann: Person, bob: JoinedTable) -> None:
    """Let both be ready for another game, and who keeps the list start it."""
    tables = (ann.table, bob.table)
    await ann.until(lambda: any(table.desk is not None for table in tables))
    for table in tables:
        table.set_ready(True)
    keeper = next(table for table in tables if table.desk is not None)
    await ann.until(lambda: keeper.lobby and all(chair.ready for chair in keeper.lobby.chairs))
    keeper.start()


async def test_a_game_to_its_end_and_another_one() -> None:
    async with hosting(seats=2) as ann:
        (bob,) = await started(ann, "Bob")
        table = ann.table
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
        await ann.until(lambda: ann.at_table and not ann.table.over)
        assert table.play is not None
        assert table.play.terms.header.winners == winners


async def test_joining_where_one_has_a_seat_leads_back_to_it() -> None:
    async with hosting(seats=3) as ann:
        bob, _ = await started(ann, "Bob", "Cy")
        await bob.aclose()
        again = await ann.guest("Bob", bot="normal")
        assert again.table.me.pid == bob.table.me.pid
        await ann.until(lambda: again.table.playing)
        assert again.table.seat == bob.table.seat
        assert again.table.settings.name == "Bob"


async def test_going_away_coming_back_from_the_title_and_leaving_for_good() -> None:
    async with hosting(seats=3) as ann:
        places = await started(ann, "Bob", "Cy")
        bob, cy = (place.table for place in places)
        assert ann.table.game is not None
        assert ann.table.game.hosting
        seat = session_of(ann).seat
        hand = [session_of(ann).view.face[c] for c in session_of(ann).view.hands[seat or 0]]
        await ann.press("escape", "2", "enter")
        await ann.comes_to(TitleScreen)
        await ann.sees("Continue")
        await ann.until(lambda: bob.game.hosting or cy.game.hosting)
        assert not bob.closed
        assert not cy.closed
        ann.app.world.settings = ann.app.world.settings._replace(name="Root")
        await ann.press("0")
        await ann.until(lambda: ann.at_table)
        session = session_of(ann)
        assert session.seat == seat
        table = ann.table
        assert table.settings.name == "Ann"  # by which the others know the key
        assert [session.view.face[c] for c in session.view.hands[seat or 0]] == hand
        await ann.until(lambda: "no connection" not in ann.text)
        assert table.play is not None
        folder = table.settings.folder / table.play.terms.gid.hex()
        await ann.press("escape", "3", "enter", "y")  # bots may come to the end before she is away
        await ann.until(lambda: isinstance(ann.app.screen, TitleScreen | EndScreen))
        await ann.until(lambda: not bob.referee.game.alive[0])
        assert (folder / "over").exists()  # nobody is asked to come back


async def test_watching_from_the_lobby_to_the_end_and_a_chair_for_the_next_game() -> None:
    async with hosting(seats=2) as ann, someone("Eve", LARGE) as eve:
        eve.app.go("watch", ann.address)
        await eve.comes_to(LobbyScreen)
        await eve.sees("you're watching"[1:])
        (bob,) = await started(ann, "Bob")
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
        await eve.sees("dice: as players show them")
        await eve.press("enter")
        await eve.comes_to(LobbyScreen)
        assert "Enter takes the free seat" not in eve.text
        await ann.press("enter")
        await ann.comes_to(LobbyScreen)
        await ann.sees("1 spectator: Eve")
        await bob.aclose()
        await eve.sees("Enter takes the free seat")
        await eve.press("enter")
        await eve.comes_to(LobbyScreen)
        await ann.sees("Eve sits down")
        await ann.sees("no spectators")
        assert sum(isinstance(screen, LobbyScreen) for screen in eve.app.screen_stack) == 1


def table_log(person: Person) -> list[str]:
    screen = next(s for s in person.app.screen_stack if isinstance(s, TableScreen))
    return [told.sentence for told in screen.now.log]


@pytest.mark.parametrize("wall", [False, True])
async def test_who_still_looks_at_the_end_is_shown_the_next_game(wall: bool) -> None:
    async with hosting(seats=2) as ann, someone("Eve") as eve:
        eve.app.go("watch", ann.address, "", wall)
        await eve.comes_to(LobbyScreen)
        places = await started(ann, "Bob")
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
        await bob.aclose()
        mine = ann.table.me.pid.hex()
        parts = {part: log for log, part in parts_by_log(ann.app.world.folders.net).items()}
        folder = next(part for part in parts if part.parent.name in mine)
        os.utime(parts[folder])  # of the two on this disk, the newest
        await ann.press("escape", "2", "enter")
        await ann.comes_to(TitleScreen)
        await ann.sees("Continue")
        await ann.press("0")
        await ann.sees("The game resumes with")
        await ann.sees("Waiting for Bob")
        assert "enter ready" not in ann.text
        assert "The game resumes with 2 of 2 players. Here now: 1" in ann.words
        await ann.press("escape")
        assert "wait for the others" in ann.text
        await ann.press("1", "enter")
        assert isinstance(ann.app.screen, LobbyScreen)
        await ann.press("escape", "3", "enter", "enter")
        assert "Give up this game? You can't come back to it." in ann.text
        await ann.press("y")
        await ann.comes_to(TitleScreen)
        assert (folder / "over").exists()
        assert folder not in parts_by_log(ann.app.world.folders.net).values()


async def test_a_player_agrees_in_the_lobby_and_a_spectator_sees_that_hand() -> None:
    eyes = someone("Eve")
    async with hosting(seats=2, hands="one") as ann, eyes as eve:
        bob = await ann.guest("Bob", bot="normal")
        await ann.sees("spectators see one volunteer's hand: no volunteer yet")
        await ann.press("o")
        await ann.sees("spectators see Ann's hand")
        await ann.press("o")
        await ann.sees("no volunteer yet")
        await ann.press("o")
        await ann.until(lambda: bob.table.lobby and bob.table.lobby.willing == ann.table.me.pid)
        eve.app.go("watch", ann.address)
        await eve.sees("spectators see Ann's hand")
        bob.table.set_ready(True)
        await ann.sees("Enter starts the game")
        await ann.press("enter")
        await ann.until(lambda: ann.at_table and ann.table.referee.game.begun)
        await ann.sees("hand seen")
        await eve.until(lambda: isinstance(eve.app.screen, WatchScreen))
        game = ann.table.referee.game
        await eve.sees("Ann holds")
        await eve.sees(game.printed(game.hands[0][0]).name)
        await eve.press("escape")
        await eve.comes_to(TitleScreen)
