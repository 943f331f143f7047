"""The lobby with people in it: sitting down, agreeing, talking, starting, going."""

from types import SimpleNamespace

from chez_tui.hosting import TablePlan
from chez_tui.network import own_addresses
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.hostsetup import HostSetupScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.title import TitleScreen
from core.actions import NEXT, Action
from net.identity import fingerprint
from net.wire.codes import Address, code_of
from tests.chez_tui.driver import LARGE
from tests.chez_tui.netscenes import ADA, BIX, PAM, desk_of, lobby_of, still
from tests.chez_tui.network import closing, hosting, someone, unheard

__all__ = ["unheard"]


async def test_two_keys_from_the_title_to_a_lobby() -> None:
    async with someone() as ann:
        await ann.press("3")
        assert isinstance(ann.app.screen, HostSetupScreen)
        assert "Ann's table" in ann.text
        await ann.press("enter")
        await ann.comes_to(LobbyScreen)
        await ann.sees("1 of 4 chairs taken")
        assert str(code_of(ann.lobby._table.id)) in ann.text
        assert f":{ann.lobby._table.port}" in ann.text
        assert fingerprint(ann.lobby.me) in ann.words  # it may be wrapped
        assert "cards: sealed" in ann.text


async def test_what_the_form_says_is_what_the_table_is_like() -> None:
    async with someone() as ann:
        await ann.press("3", "down", "enter", "ctrl+u")
        await ann.type("game night")
        await ann.press("enter", "down", "down", "left", "down", "right")
        assert "Level" in ann.text
        await ann.press("down", "right", "down", "right", "right")
        await ann.press("home", "enter")
        await ann.comes_to(LobbyScreen)
        await ann.sees("2 of 3 chairs taken")
        for words in ("game night", "bot, ", "30 s to respond", "no password"):
            assert words in ann.text


async def test_what_can_be_no_password_stays_in_the_form() -> None:
    async with someone() as ann:
        await ann.press("3")
        await ann.go("password", "enter")
        await ann.type("   ")
        await ann.press("enter")
        await ann.sees("A password is more than spaces")
        await ann.press("escape", "home", "enter")
        await ann.comes_to(LobbyScreen)
        await ann.sees("no password")


async def test_people_sit_down_and_get_ready() -> None:
    async with hosting(seats=3) as ann:
        await ann.sees("nobody plays alone"[1:])
        bob = await ann.guest("Bob")
        async with closing(bob):
            await ann.sees("Bob sits down")
            await ann.sees("Waiting for Bob to be ready")
            await ann.press("enter")
            assert not bob.table.playing
            bob.table.set_ready(True)
            await ann.sees("Bob is ready")
            await ann.sees("enter starts the game")
            await ann.press("enter")
            await ann.until(lambda: ann.at_table and bob.table.playing)

            def agreed() -> bool:
                """Both see the same game; a referee may take up another one at any time."""
                games = [table.referee.game for table in (ann.lobby._table, bob.table)]
                return games[0].begun and games[0].digest() == games[1].digest()

            await ann.until(agreed)
            session = ann.lobby._table.session
            assert session is not None
            seat, before = session.view.turn, session.view.phase
            mover = session if seat == session.seat else bob.table.session
            assert mover is not None
            await mover.act(Action(NEXT, seat))
            await ann.until(lambda: ann.lobby._table.referee.game.phase != before)
            await ann.until(agreed)


async def test_what_the_host_changes_everybody_must_say_yes_to_again() -> None:
    async with hosting(seats=3) as ann:
        bob = await ann.guest("Bob")
        async with closing(bob):
            bob.table.set_ready(True)
            await ann.sees("enter starts the game")
            await ann.press("s", "down", "down", "down", "down", "right")
            await ann.sees("< 15 s >")
            await ann.press("escape")
            await ann.sees("everybody but the host must be ready anew")
            await ann.sees("Changed: 15 s to respond")
            await ann.sees("Bob is not ready any more")
            await ann.until(lambda: bob.table.lobby is not None and bob.table.lobby.seconds == 15)


async def test_bots_come_learn_and_go() -> None:
    async with hosting(seats=3) as ann:
        await ann.press("b")
        await ann.sees("2 of 3 chairs taken")
        await ann.press("down")
        assert "v level" in ann.text
        before = ann.lobby.chair
        await ann.press("v")
        assert ann.lobby.chair != before
        await ann.press("b", "b")
        assert "every seat is taken"[1:] in ann.text
        await ann.press("x")
        await ann.sees("2 of 3 chairs taken")
        await ann.press("up", "x")
        assert "he host can't be sent away" in ann.text


async def test_somebody_is_sent_away_after_a_question() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        bob.app.open_joining(ann.address)
        await bob.sees("Friday")
        await ann.sees("Bob")
        await ann.press("down", "x")
        assert isinstance(ann.app.screen, ConfirmScreen)
        await ann.press("n")
        await ann.press("x")
        await ann.press("y")
        await ann.sees("Bob is gone")
        await bob.sees("Ann has sent you away from the table. Esc goes back")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)


async def test_a_guest_has_no_keys_of_the_host() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        bob.app.open_joining(ann.address)
        await bob.sees("Enter says that you are ready")
        assert "b bot" not in bob.text
        await bob.press("b", "x", "s")
        assert isinstance(bob.app.screen, LobbyScreen)
        await bob.press("enter")
        await bob.sees("Ann can start the game")
        await bob.press("r")
        await bob.sees("Enter says that you are ready")


async def test_talk_is_no_markup_and_reaches_all() -> None:
    async with hosting() as ann:
        bob, eve = await ann.guest("[b]Bob[/b]"), await ann.spectator()
        async with closing(bob, eve):
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
        bob.app.open_joining(ann.address)
        await bob.sees("Friday")
        await ann.sees("Bob")
        await ann.press("escape")
        assert "closes for everybody" in ann.text
        await ann.press("n")
        assert isinstance(ann.app.screen, LobbyScreen)
        await ann.press("escape", "y")
        await ann.comes_to(TitleScreen)
        await bob.sees("Esc goes back")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)


async def test_quitting_the_program_leaves_the_table() -> None:
    async with hosting() as ann:
        bob = await ann.guest("Bob")
        async with closing(bob):
            async with someone("Cy") as cy:
                cy.app.open_joining(ann.address)
                await ann.sees("Cy sits down")
                await cy.sees("Friday")
                await cy.press("ctrl+q")
                assert "Leave the table?" in cy.text
                await cy.press("y")
            await ann.sees("Cy is gone")


async def test_a_changed_key_is_shown_and_can_be_trusted() -> None:
    async with hosting() as ann:
        known = ann.lobby._table.settings.known
        assert known is not None
        known.meet("Bob", bytes(32))
        bob = await ann.guest("Bob")
        async with closing(bob):
            await ann.sees("the key is new")
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
    place = still(lobby, ADA)
    table = place.table
    places = {PAM: Address("192.0.2.7", 24398), BIX: Address("127.0.0.1", 33021)}
    table.mesh = SimpleNamespace(place=places.get)
    table.lobby = None
    async with someone() as ada:
        screen = LobbyScreen(place, ("192.0.2.2:42375",))
        ada.app.push_screen(screen)
        await ada.sees("192.0.2.2:42375")  # by which she has joined
        table.lobby = lobby
        screen._changed()
        await ada.sees("192.0.2.7:24398")
        assert lobby.chairs[screen.cursor].pid == ADA
        table.lobby = lobby._replace(chairs=tuple(c for c in lobby.chairs if c.pid != PAM))
        screen._changed()
        assert table.lobby.chairs[screen.cursor].pid == ADA
        table.lobby = lobby
        screen._changed()
        assert "42375" not in ada.text
        table.foyer.keeper = BIX
        table.lobby = lobby._replace(host=BIX)
        screen._changed()
        await ada.sees(":33021")
        assert "127.0.0.1" not in ada.text or own_addresses(1) == ("127.0.0.1:1",)


async def test_a_full_lobby_shows_a_key_to_its_last_word() -> None:
    lobby = lobby_of(desk_of())
    place = still(lobby._replace(chairs=lobby.chairs * 2), ADA)
    async with someone() as ada:
        ada.app.push_screen(LobbyScreen(place, ("192.0.2.7:24398",)))
        await ada.press("down", "down")
        await ada.sees("key of Bix (NOT the one you met before)")
        assert fingerprint(BIX) in ada.words
        assert str(code_of(place.table.id)) in ada.text


async def test_who_finds_no_free_chair_is_told_so() -> None:
    place = still(lobby_of(desk_of()), b"x" * 32)
    async with someone() as ted:
        ted.app.push_screen(LobbyScreen(place, ("192.0.2.7:24398",)))
        await ted.sees("All chairs are taken: you get one when somebody goes")
        assert "enter ready" not in ted.text
        await ted.press("enter")


async def test_a_table_that_starts_by_itself() -> None:
    async with hosting(seats=2, start=True) as ann:
        bob = await ann.guest("Bob", bot="easy")
        async with closing(bob):
            bob.table.set_ready(True)
            await ann.until(lambda: ann.at_table)


async def test_a_port_that_is_taken_is_a_sentence() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        bob.app.open_hosting(TablePlan("Bob", "Saturday", port=ann.address.port))
        await bob.sees("try again")
        assert str(ann.address.port) in bob.text
        await bob.press("escape")
        await bob.comes_to(TitleScreen)


async def test_it_keeps_working_at_every_size() -> None:
    async with hosting((10, 3), seats=8) as ann:
        await ann.press("b", "down", "v", "s", "escape", "slash", "h", "enter", "question_mark")
        await ann.press("x")
        await ann.resize(LARGE)
        await ann.sees("2 of 8 chairs taken")
        await ann.sees("Ann: h")
