"""The list of tables on the local network, and the ways to one that is not in it."""

import re
from pathlib import Path

import pytest

from chez_tui import hosting as hosting_of
from chez_tui.hosting import TablePlan
from chez_tui.screens.ask import AskScreen
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.reaching import ReachingScreen
from chez_tui.screens.tables import TablesScreen
from chez_tui.screens.title import TitleScreen
from net.discovery import GREY
from net.wire.codes import Address, code_of
from net.wire.messages import VERSION
from tests.chez_tui.netscenes import ID, found
from tests.chez_tui.network import Person, hosting, someone, unheard

__all__ = ["unheard"]


async def listed(person: Person) -> None:
    person.app.open_joining()
    await person.comes_to(TablesScreen)


async def test_tables_come_and_go() -> None:
    async with someone() as bob:
        await bob.press("4")
        await bob.sees("No table has been heard of yet")
        ears = bob.app.ears
        assert ears.running
        ears.hear(found(0), found(1, "[b]Saturday[/b]", "play"), found(2, "Sunday", locked=True))
        await bob.sees(str(code_of(bytes((1, *ID[1:])))))
        for words in ("2/8", "waiting", "playing", "[b]Saturday[/b]", "(password)", "0.1.0"):
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
        await bob.sees("Tables can't be heard of: no network")
        assert "chez-tui doctor" in bob.text
        ears.hear()
        await bob.sees("No table has been heard of yet")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)
        await bob.until(lambda: not ears.running)


async def test_who_is_in_stands_below_each_table() -> None:
    async with someone() as bob:
        await listed(bob)
        crowd = tuple(f"[b]Bartholomew {n}[/b]" for n in range(8))
        bob.app.ears.hear(
            found(0, "Friday", players=("Ann", "[red]Eve[/red]")),
            found(1, "Saturday", "play", players=crowd, seated=8),
            found(2, "Sunday"),
        )
        await bob.sees("Sunday")
        lines = bob.text.splitlines()
        below = {
            title: lines[at + 1].strip()
            for title in ("Friday", "Saturday", "Sunday")
            for at, line in enumerate(lines)
            if title in line
        }
        assert below["Friday"] == "Ann and [red]Eve[/red]"
        assert below["Saturday"].startswith("[b]Bartholomew 0[/b], [b]Bartholomew 1[/b]")
        assert re.search(r" and [2-6] others$", below["Saturday"])
        assert below["Sunday"] == "2 players"


async def test_many_tables_are_leafed_through() -> None:
    async with someone() as bob:
        await listed(bob)
        bob.app.ears.hear(*(found(n, f"Table {n}.", players=(f"Ann{n}.",)) for n in range(30)))
        await bob.sees("Table 0.")
        assert "Table 20." not in bob.text
        await bob.press(*["down"] * 20)
        lines = bob.text.splitlines()
        (at,) = (n for n, line in enumerate(lines) if "Table 20." in line)
        assert "Ann20." in lines[at + 1]
        await bob.press(*["down"] * 9)
        assert "Ann29." in bob.text


async def test_the_cursor_stays_with_its_table() -> None:
    async with someone() as bob:
        await listed(bob)
        ears = bob.app.ears
        ears.hear(found(1), found(2))
        await bob.press("down")
        ears.hear(found(0), found(1), found(2))
        screen = bob.app.screen
        assert isinstance(screen, TablesScreen)
        assert screen._list.cursor == 2


async def test_a_table_of_the_list_is_joined() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        await listed(bob)
        bob.app.ears.hear(found(address=ann.address))
        await bob.sees("Friday")
        await bob.press("enter")
        await bob.comes_to(LobbyScreen)
        await ann.sees("Bob sits down")


async def test_an_address_is_typed() -> None:
    async with hosting() as ann, someone("Bob") as bob:
        await listed(bob)
        await bob.type("nonsense")
        await bob.press("enter")
        assert "a join code is a number and two words" in bob.text
        await bob.press("escape")
        assert isinstance(bob.app.screen, TablesScreen)
        await bob.type(str(ann.address))
        await bob.press("enter")
        await bob.comes_to(LobbyScreen)


async def test_a_password_is_asked_for_until_it_is_right() -> None:
    async with hosting(password="tea") as ann, someone("Bob") as bob:
        await listed(bob)
        bob.app.ears.hear(found(address=ann.address, locked=True))
        await bob.press("enter")
        await bob.comes_to(AskScreen)
        assert "asks for a password" in bob.text
        await bob.type("milk")
        assert "milk" not in bob.text
        assert "****" in bob.text
        await bob.press("enter")
        await bob.until(lambda: isinstance(bob.app.screen, AskScreen) and "****" not in bob.text)
        await bob.type("  ")
        await bob.press("enter")
        await bob.sees("A password is more than spaces")
        await bob.type("tea")
        await bob.press("enter")
        await bob.comes_to(LobbyScreen)
        assert "password" in ann.text


async def test_a_table_where_a_game_goes_on_can_be_watched() -> None:
    async with hosting() as ann, someone() as bob:
        await listed(bob)
        bob.app.ears.hear(found(phase="play", address=ann.address))
        await bob.press("enter")
        assert isinstance(bob.app.screen, ConfirmScreen)
        await bob.press("n")
        assert isinstance(bob.app.screen, TablesScreen)


async def test_who_has_a_seat_in_the_game_is_not_asked_to_watch_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting_of, "game_at", {bytes((0, *ID[1:])): Path("game")}.get)
    async with hosting() as ann, someone("Bob") as bob:
        await listed(bob)
        bob.app.ears.hear(found(phase="play", address=ann.address))
        await bob.press("enter")
        await bob.comes_to(LobbyScreen)


async def test_nobody_there_is_a_sentence_and_another_try() -> None:
    async with someone() as bob:
        bob.app.open_joining(Address("127.0.0.1", 9))
        await bob.sees("try again")
        assert isinstance(bob.app.screen, ReachingScreen)
        assert "127.0.0.1:9" in bob.text
        await bob.press("escape")
        await bob.comes_to(TitleScreen)


async def test_a_disk_that_takes_nothing_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*given: object) -> None:
        raise OSError(30, "Read-only file system", "/somewhere/chez-tui")

    async with someone() as bob:
        monkeypatch.setattr("chez_tui.network.my_identity", nothing)
        bob.app.open_hosting(TablePlan("Bob", "Friday", port=0))
        await bob.sees("/somewhere/chez-tui: Read-only file system")
        await bob.press("escape")
        await bob.comes_to(TitleScreen)
