"""The lobby and the game on the network in lines of text."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from chez_tui.config import Config
from chez_tui.hosting import Place, TablePlan, open_table, sit_down
from chez_tui.plain.lines import LineReader, Printer
from chez_tui.plain.lobby import GOODBYE, PlainLobby
from net.identity import fingerprint
from net.wire.codes import Address, code_of
from tests.conftest import Cli

PATIENCE = 20.0  # seconds for one thing to happen


class Talker:
    """Somebody who types lines and hears lines."""

    def __init__(self, place: Place, live: bool) -> None:
        self.place = place
        self._sink = io.StringIO()
        reader, self._writer = os.pipe()
        self._typed = LineReader(reader)
        config = Config(preset="able")
        self._lobby = PlainLobby(place, self._typed, Printer(self._sink), config, live)
        self.running = asyncio.create_task(self._lobby.run(("192.0.2.7:24398",)))

    @property
    def said(self) -> str:
        return " ".join(self._sink.getvalue().split())

    def type(self, *lines: str) -> None:
        for line in lines:
            os.write(self._writer, f"{line}\n".encode())

    async def until(self, true: Callable[[], object]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"it does not happen: {self._sink.getvalue()}") from None

    async def hears(self, words: str) -> None:
        await self.until(lambda: words in self.said)

    async def goes(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return await self.running

    async def close(self) -> None:
        self.running.cancel()
        self._typed.stop()
        os.close(self._writer)
        await asyncio.gather(self.running, return_exceptions=True)
        await self.place.close()


@asynccontextmanager
async def talking(live: bool = True, **plan: object) -> AsyncIterator[Talker]:
    values: dict[str, object] = {"seats": 3, "port": 0, "published": False, **plan}
    place = await open_table(TablePlan("Ann", "Friday", **values))  # type: ignore[arg-type]
    ann = Talker(place, live)
    try:
        yield ann
    finally:
        await ann.close()


@asynccontextmanager
async def guest(ann: Talker, name: str = "Bob", bot: str = "") -> AsyncIterator[Place]:
    address = Address("127.0.0.1", ann.place.table.port)
    place = await sit_down(address, name, bot=bot, published=False)
    try:
        yield place
    finally:
        await place.close()


async def test_the_way_in_and_the_settings_are_read_out() -> None:
    async with talking() as ann:
        await ann.hears(f"Join code: {code_of(ann.place.table.id)}.")
        await ann.hears("Address: 192.0.2.7:24398.")
        await ann.hears("Chair 1: Ann, you, host, ready.")
        await ann.hears("cards: sealed: nobody can look or stack")
        ann.type("?")
        await ann.hears("set NAME VALUE: the host changes")
        ann.type("key")
        await ann.hears(f"Your key: {fingerprint(ann.place.table.me.pid)}.")


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        ("dance", "There is no command 'dance'; ? lists them all."),
        ("start", "Nobody plays alone: wait for somebody, or add a bot."),
        ("bot genius", "Bots are easy or normal"),
        ("remove everybody", "Say remove and the number of a chair."),
        ("remove 3", "Nobody sits there."),
        ("remove 1", "The host can't be sent away."),
        ("set", "Say set, what, and to what"),
        ("set clock soon", "Clock is a number."),
        ("set spectators shout", "Spectators: may talk or only watch."),
        ("set hands all", "Hands: hidden or one or late."),
        ("show", "At this table nobody shows his hand to spectators by himself."),
        ("set guests perhaps", "Guests is on or off."),
        (
            "set weather fine",
            "There is no setting 'weather' at this table; its options are guests, ",
        ),
        ("set seats 99", "A table has 2 to 8 seats, and one for everybody."),
        ("say", "Say what?"),
    ],
)
async def test_what_makes_no_sense_is_a_sentence(typed: str, heard: str) -> None:
    async with talking() as ann:
        ann.type(typed)
        await ann.hears(heard)


async def test_people_bots_and_settings() -> None:
    async with talking() as ann:
        ann.type("bot easy", "set clock 30", "set hand 7", "set spectators only watch")
        await ann.hears("Ada (bot, easy) sits down.")
        await ann.hears("Changed: 30 s to respond.")
        await ann.hears("Changed: house rules: hand 7.")
        await ann.hears("Changed: only players talk.")
        ann.type("set hands late", "set hands one", "show", "hide")
        await ann.hears("Changed: spectators see all hands a round late.")
        await ann.hears("Changed: spectators see the hand of whoever agrees: nobody yet.")
        await ann.hears("Changed: spectators see the hand of Ann.")
        ann.type("set edition geek+cthulhu", "set madness off", "set edition goth", "about")
        await ann.hears("Changed: Geek + Cthulhu.")
        await ann.hears("Changed: mixed: madness double.")
        await ann.hears("Changed: house rules: hand 7, madness off.")
        await ann.hears("Changed: Goth.")
        await ann.hears("Goth: 8 Jobs, 100 cards, for 2 to 5 players.")
        await ann.hears("Hand 7: draw up to so many cards")
        await ann.hears("Misery loves company. If nobody is in your room")
        ann.type("set seats 6", "set guests off", "set edition geek")
        await ann.hears("Goth alone is for up to 5 players; in a mix there is room for eight.")
        await ann.hears("There is no setting 'guests' at this table")
        await ann.hears("Changed: Geek.")
        async with guest(ann) as bob:
            await ann.hears("Bob sits down.")
            ann.type("key")
            await ann.hears(f"Key of Bob, new to you: {fingerprint(bob.table.me.pid)}.")
            bob.table.say("hello")
            await ann.hears("Bob says: hello")
            bob.table.set_ready(True)
            await ann.hears("Bob is ready.")
            ann.type("remove 2")
            await ann.hears("Ada is gone.")
            await ann.hears("Bob is not ready any more.")
        await ann.hears("Bob is gone.")
        ann.type("quit")
        assert await ann.goes() == 0


async def test_a_script_plays_when_everybody_is_ready() -> None:
    async with talking(live=False, seats=2) as ann:
        ann.type("start", "table", "quit")
        async with guest(ann, bot="easy") as bob:
            bob.table.set_ready(True)
            await ann.hears("You are Ann; you play with Bob")
            assert await ann.goes() == 0
            assert GOODBYE.split(";")[0] in ann.said


async def test_the_end_and_another_game(data_home: Path) -> None:
    (data_home / "chez-tui" / "history.jsonl").mkdir(parents=True)  # nothing can be written there
    async with talking(seats=2) as ann, guest(ann, bot="easy") as bob:
        bob.table.set_ready(True)
        await ann.hears("Bob is ready.")
        ann.type("start")
        await ann.hears("is up in round 1")
        ann.type("leave")
        await ann.hears("Leave? Your cards are discarded")
        await asyncio.sleep(1.1)  # a question that has just changed is not answered
        ann.type("1")
        await ann.hears("The game is over in round 1. Won by: Bob.")
        await ann.hears("cards: sealed; dice: verified. Type ready for another game")
        await ann.hears("Cards: sealed, audited: yes")
        assert ann.said.count("This game isn't in your history: Is a directory") == 1
        ann.type("who")
        await ann.until(lambda: ann.said.count("Chair 2: Bob") == 1)


async def test_a_table_that_is_closed_says_why() -> None:
    async with talking() as ann, guest(ann) as place:
        bob = Talker(place, live=True)
        await bob.hears("Chair 2: Bob, you, not ready.")
        await ann.hears("Bob sits down.")
        ann.type("remove 2")
        assert await bob.goes() == 0
        assert "The table is closed:" in bob.said
        assert "Ann has sent you away from the table" in bob.said
        await bob.close()


@pytest.mark.parametrize("verb", ["join", "watch"])
def test_a_table_must_be_named(cli: Cli, verb: str) -> None:
    said = cli(verb, "--plain")
    assert said.status == 2
    assert "chez-tui tables lists them" in said.err
