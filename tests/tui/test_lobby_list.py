"""The list of tables on the local network, and the ways to one that is not in it."""

from chez_tui.config import Config
from chez_tui.screens.ask import AskScreen
from chez_tui.screens.confirm import ConfirmScreen
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.reaching import ReachingScreen
from chez_tui.screens.tables import TablesScreen
from chez_tui.screens.title import TitleScreen
from net.discovery import GREY, HERE, Found, Notice
from net.wire.codes import Address
from net.wire.messages import VERSION
from tests.tui.network import Person, hosting, someone, unheard

__all__ = ["unheard"]

ID = bytes(range(16))


def found(
    number: int = 0,
    title: str = "Friday",
    phase: str = "lobby",
    locked: bool = False,
    state: str = HERE,
    protocol: int = VERSION,
    address: Address | None = None,
) -> Found:
    notice = Notice(
        bytes([number, *ID[1:]]), title, phase, 2, 4, locked, ("geek",), "0.1.0", protocol,
        bytes(8), bytes(4),
    )  # fmt: skip
    return Found(notice, (address or Address("127.0.0.1", 9),), state)


async def listed(person: Person, watching: bool = False) -> None:
    if watching:
        person.app.open_watching()
    else:
        person.app.open_joining()
    await person.until(lambda: isinstance(person.app.screen, TablesScreen))
    await person.pilot.pause()


async def test_tables_come_and_go() -> None:
    async with someone() as bob:
        await bob.press("4")
        await bob.sees("No table has been heard of yet")
        ears = bob.app.ears
        assert ears.running
        ears.hear(found(0), found(1, "[b]Saturday[/b]", "play"), found(2, "Sunday", locked=True))
        await bob.sees("1-acorn-acrobat")
        for words in (
            "2/4",
            "waiting",
            "playing",
            "[b]Saturday[/b]",
            "(password)",
            "0.1.0",
            "Geek",
        ):
            assert words in bob.text
        ears.hear(found(0, state=GREY), found(1, protocol=VERSION + 1))
        await bob.sees("no answer")
        assert "other version" in bob.text
        assert "Sunday" not in bob.text
        ears.hear()
        await bob.sees("No table has been heard of yet")
        await bob.press("escape")
        await bob.until(lambda: isinstance(bob.app.screen, TitleScreen))
        await bob.until(lambda: not ears.running)


async def test_the_cursor_stays_with_its_table() -> None:
    async with someone() as bob:
        await listed(bob)
        ears = bob.app.ears
        ears.hear(found(1), found(2))
        await bob.press("down")
        ears.hear(found(0), found(1), found(2))
        await bob.pilot.pause()
        screen = bob.app.screen
        assert isinstance(screen, TablesScreen)
        assert screen._list.cursor == 2


async def test_no_discovery_is_said_with_the_way_on() -> None:
    async with someone() as bob:
        await listed(bob)
        bob.app.ears.hear(trouble="no network")
        await bob.sees("Tables can't be heard of: no network")
        assert "chez-tui doctor" in bob.text


async def test_a_table_of_the_list_is_joined() -> None:
    async with hosting() as ann, someone(config=Config(name="Bob", calm=True)) as bob:
        await listed(bob)
        bob.app.ears.hear(found(address=ann.address))
        await bob.sees("Friday")
        await bob.press("enter")
        await bob.until(lambda: isinstance(bob.app.screen, LobbyScreen))
        await ann.sees("Bob sits down")


async def test_an_address_is_typed() -> None:
    async with hosting() as ann, someone(config=Config(name="Bob", calm=True)) as bob:
        await listed(bob)
        await bob.type("nonsense")
        await bob.press("enter")
        assert "a join code is a number and two words" in bob.text
        await bob.press("escape")
        assert isinstance(bob.app.screen, TablesScreen)
        await bob.press(*(":" if c == ":" else c for c in str(ann.address)))
        await bob.press("enter")
        await bob.until(lambda: isinstance(bob.app.screen, LobbyScreen))


async def test_a_password_is_asked_for_until_it_is_right() -> None:
    async with hosting(password="tea") as ann, someone(config=Config(name="Bob")) as bob:
        await listed(bob)
        bob.app.ears.hear(found(address=ann.address, locked=True))
        await bob.pilot.pause()
        await bob.press("enter")
        await bob.until(lambda: isinstance(bob.app.screen, AskScreen))
        assert "asks for a password" in bob.text
        await bob.type("milk")
        assert "milk" not in bob.text
        assert "****" in bob.text
        await bob.press("enter")
        await bob.until(lambda: isinstance(bob.app.screen, AskScreen) and "****" not in bob.text)
        await bob.type("tea")
        await bob.press("enter")
        await bob.until(lambda: isinstance(bob.app.screen, LobbyScreen))
        assert "password" in ann.text


async def test_a_table_where_a_game_goes_on_can_be_watched() -> None:
    async with hosting() as ann, someone() as bob:
        await listed(bob)
        bob.app.ears.hear(found(phase="play", address=ann.address))
        await bob.pilot.pause()
        await bob.press("enter")
        assert isinstance(bob.app.screen, ConfirmScreen)
        await bob.press("n")
        assert isinstance(bob.app.screen, TablesScreen)


async def test_nobody_there_is_a_sentence_and_another_try() -> None:
    async with someone() as bob:
        bob.app.open_joining(Address("127.0.0.1", 9))
        await bob.sees("try again")
        assert isinstance(bob.app.screen, ReachingScreen)
        assert "127.0.0.1:9" in bob.text
        await bob.press("escape")
        await bob.until(lambda: isinstance(bob.app.screen, TitleScreen))
