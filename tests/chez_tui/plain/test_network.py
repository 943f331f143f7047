"""The lobby and the game on the network in lines of text."""

import asyncio
import io
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from chez_tui.plain import conversation
from chez_tui.plain.lines import LineReader, Printer
from chez_tui.plain.lobby import GOODBYE, PlainLobby, sit
from chez_tui.play.online import JoinedTable, open_table, sit_down
from chez_tui.play.options import TableSpec
from chez_tui.settings import Settings
from net.identity import fingerprint
from net.wire.codes import Address, code_of
from tests.kit.worlds import world_with
from tests.net.halls import PATIENCE
from tests.net.party import party
from tests.net.tablesim.toygroup import toy_group


class Talker:
    """A person who types lines and hears lines."""

    def __init__(self, place: JoinedTable, live: bool) -> None:
        self.place = place
        self._sink = io.StringIO()
        reader, self._writer = os.pipe()
        self._typed = LineReader(reader)
        config = Settings(preset="able")
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
                    await asyncio.sleep(0.002)
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
        await self.place.aclose()


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    """Cards are locked with toys: the real locks have tests of their own."""
    with toy_group():
        yield


@asynccontextmanager
async def talking(live: bool = True, **plan: object) -> AsyncIterator[Talker]:
    values: dict[str, object] = {"seats": 3, "port": 0, "offline": True, **plan}
    place = await open_table(TableSpec("Ann", "Friday", **values), world_with())  # type: ignore[arg-type]
    ann = Talker(place, live)
    try:
        yield ann
    finally:
        await ann.close()


@asynccontextmanager
async def guest(ann: Talker, name: str = "Bob", bot: str = "") -> AsyncIterator[JoinedTable]:
    address = Address("127.0.0.1", ann.place.table.port)
    async with await sit_down(address, world_with(name=name), bot=bot) as place:
        yield place


async def test_people_come_with_keys_talk_and_go() -> None:
    async with talking() as ann:
        await ann.hears(f"Join code: {code_of(ann.place.table.id)}. Address: 192.0.2.7:24398.")
        ann.type("key", "bot easy")
        await ann.hears(f"Your fingerprint: {fingerprint(ann.place.table.me.pid)}.")
        await ann.hears("Ada (bot, easy) sits down.")
        async with guest(ann) as bob:
            await ann.hears("Bob sits down.")
            ann.type("key")
            await ann.hears(f"Bob's fingerprint, new to you: {fingerprint(bob.table.me.pid)}.")
            bob.table.say("hello")
            await ann.hears("Bob says: hello")
            ann.type("start")
            await ann.hears("Waiting for Bob to be ready.")
            bob.table.set_ready(True)
            await ann.hears("Bob is ready.")
            ann.type("remove 2")
            await ann.hears("Ada left.")
            await ann.hears("Bob isn't ready anymore.")
        await ann.hears("Bob left.")
        ann.type("quit")
        assert await ann.goes() == 0


async def test_a_guest_is_ready_or_not_and_sent_away() -> None:
    async with talking(seats=2) as ann, guest(ann) as place:
        bob = Talker(place, live=True)
        await bob.hears("Type ready when you want to begin.")
        bob.type("ready", "start")
        await ann.hears("Bob is ready.")
        await bob.hears("Only the host can start the game.")
        bob.type("unready")
        await ann.hears("Bob isn't ready anymore.")
        ann.type("remove 2")
        assert await bob.goes() == 0
        assert "The table is closed: Ann removed you from the table." in bob.said
        await bob.close()


async def test_a_script_plays_when_everybody_is_ready() -> None:
    async with talking(live=False, seats=2) as ann:
        ann.type("start", "table", "quit")
        async with guest(ann, bot="easy") as bob:
            bob.table.set_ready(True)
            await ann.hears("You are Ann; you play with Bob")
            assert await ann.goes() == 0
            assert GOODBYE.split(".")[0] in ann.said


async def test_a_script_that_is_ready_waits_for_the_game() -> None:
    async with talking(seats=2) as ann, guest(ann) as place:
        bob = Talker(place, live=False)
        bob.type("ready", "leave")
        await ann.hears("Bob is ready.")
        ann.type("start")
        await bob.hears("Leave? You discard your cards")
        bob.type("1")
        await ann.hears("The game is over in round 1. Won by: You.")
        await bob.close()


async def test_the_end_and_another_game(data_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "HASTE", 0.0)
    (data_home / "chez-tui" / "history.jsonl").mkdir(parents=True)  # nothing can be written there
    async with talking(seats=2) as ann, guest(ann, bot="easy") as bob:
        bob.table.set_ready(True)
        await ann.hears("Bob is ready.")
        ann.type("start")
        await ann.hears("is up in round 1")
        ann.type("leave")
        await ann.hears("Leave? You discard your cards")
        ann.type("1")
        await ann.hears("The game is over in round 1. Won by: Bob.")
        await ann.hears("cards: sealed; dice: verified. Type ready for another game")
        await ann.hears("Cards: sealed, audited: yes")
        assert ann.said.count("This game isn't in your history: Is a directory") == 1
        ann.type("who")
        await ann.until(lambda: ann.said.count("Seat 2: Bob") == 1)


async def test_a_game_that_is_taken_up_names_who_is_missing(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await made.host(seats=3)
        await made.join("Bo")
        await made.join("Cy")
        await made.begin()
        for name in ("Ann", "Bo", "Cy"):
            await made.leave(name)
        bo = Talker(JoinedTable(await made.resume("Bo"), world_with().keys), live=True)
        await bo.hears("The game resumes with 2 of 3 players. Here now: 1")
        await bo.hears("Waiting for Ann and Cy.")
        await made.resume("Ann")
        await bo.hears("You are Bo; you play with Ann and Cy")
        bo.type("quit")
        assert await bo.goes() == 0
        made.tables.pop("Bo")
        await bo.close()


async def test_sitting_down_reads_standard_input_and_leaves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    world = world_with(ascii=True)
    coming = open_table(TableSpec("Ann", "Friday", port=0, offline=True), world)
    assert await sit(coming, world, lambda port: [f"x:{port}"]) == 0
    out = capsys.readouterr().out
    assert "Address: x:" in out
    assert "Seat 1: Ann, you, host, ready." in out


async def test_with_start_a_full_table_begins_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    world = world_with()
    spec = TableSpec("Ann", "Friday", seats=2, bots=1, port=0, offline=True)
    ended = asyncio.create_task(sit(open_table(spec, world), world, start=True))
    said = ""
    async with asyncio.timeout(PATIENCE):
        while "You are Ann; you play with" not in said:
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
    ended.cancel()
    await asyncio.gather(ended, return_exceptions=True)
