"""One connection: what is said arrives, once and in order, and its end is always told."""

import asyncio
import socket
from unittest.mock import Mock, create_autospec

import pytest

import net.wire.frames
from net.wire.codes import Address
from net.wire.hall import DEFAULT_LIMITS
from net.wire.link import MAX_AFTERMATH, Link
from net.wire.messages import Bye, Join, Malformed, Message, Ping, Pong, Proposal, Seat, pack
from net.wire.noise import CipherState, Handshake
from net.wire.sockets import address_of, half_close, tune
from tests.kit.clock import Clock
from tests.net.halls import ANN, HASTY, HERE, Rogue, couple, guest, hello_of, rogue, soon, table

pytestmark = pytest.mark.usefixtures("clock")

SAID: tuple[Message, ...] = tuple(Join(-1, str(number)) for number in range(50))


async def read_on(rogue: Rogue) -> None:
    """Reads whatever comes until nothing does."""
    while await soon(rogue.reader.read(1 << 20)):
        pass


def wire_to() -> Mock:
    """A socket that somebody else has, as far as a link asks."""
    wire: Mock = create_autospec(asyncio.Transport, instance=True)
    wire.get_extra_info = {"peername": (HERE, 4000)}.get
    wire.get_write_buffer_size.return_value = 0
    wire.is_closing.return_value = False
    return wire


def link_on(wire: Mock) -> Link:
    """A link on such a socket that has begun its handshake, and has a cipher nevertheless."""
    link = Link(Handshake(True, ANN, b"1" * 32, b"2" * 32), True, Mock(), DEFAULT_LIMITS)
    link.connection_made(wire)
    assert len(wire.write.call_args.args[0]) == 4 + 32
    wire.write.reset_mock()
    link._send = CipherState(bytes(32))
    return link


# -- talking ---------------------------------------------------------------------------------------


async def test_all_arrives_in_order_whatever_its_size_and_however_it_was_sent() -> None:
    big = Proposal(b"x" * 250_000)
    async with couple() as (ann, _, _, his):
        for message in (*SAID, big, *SAID):
            his.send(message)
        assert [await soon(ann.heard.get()) for _ in range(101)] == [*SAID, big, *SAID]
        his.prepare(pack(Seat(1, "")))
        his.prepare(pack(Seat(2, "")))
        his.send(Seat(3, ""))
        his.prepare(pack(Seat(4, "")))
        Link.release_all([his], 0.0)
        Link.release_all([his], 0.0)
        his.prepare(pack(Seat(5, "")))
        his.close("left", "good night")
        his.prepare(pack(Seat(6, "")))
        his.release()
        assert [await soon(ann.heard.get()) for _ in range(5)] == [Seat(n, "") for n in range(1, 6)]
        assert "good night" in await soon(ann.lost.get())


async def test_what_was_prepared_waits_until_something_is_sent() -> None:
    wire = wire_to()
    link = link_on(wire)
    link.prepare(pack(Seat(1, "")))
    link.prepare(pack(Seat(2, "")))
    assert wire.write.call_count == 0
    for release in (link.release, link.release, lambda: Link.release_all([link], 0.0)):
        release()
        assert wire.write.call_count == 1
    link.prepare(pack(Seat(3, "")))
    Link.release_all([link], 0.0)
    assert wire.write.call_count == 2
    link.connection_lost(None)


async def test_what_comes_right_behind_the_hello_is_kept_for_the_owner() -> None:
    async with table() as ann, rogue(ann.address) as other:
        await other.shake()
        other.say(hello_of("Rogue"), *SAID)
        assert [await soon(ann.heard.get()) for _ in SAID] == list(SAID)


async def test_messages_and_the_end_wait_for_an_owner_who_comes_late() -> None:
    async with table() as ann, guest() as bo:
        link = await soon(bo.hall.dial(ann.address, "play"))
        hers = await soon(ann.links.get())
        for message in SAID:
            hers.send(message)
        hers.close("full", f"eight\x1b[2J  are {'z' * 400}")
        await asyncio.sleep(0.05)
        assert link.alive
        bo.take(link)
        assert [await soon(bo.heard.get()) for _ in SAID] == list(SAID)
        told = await soon(bo.lost.get())
        assert told.startswith("Ann has no free seat: eight[2J are zzz")
        assert told.isprintable()


@pytest.mark.parametrize("turns", [0, 1], ids=["in that moment", "later"])
async def test_an_end_is_told_once_to_an_owner_who_comes_late(turns: int) -> None:
    async with table() as ann, guest() as bo:
        link = await soon(bo.hall.dial(ann.address, "play"))
        link.abort()
        for _ in range(turns):
            await asyncio.sleep(0)
        bo.take(link)
        assert await soon(bo.lost.get()) == "the connection to Ann was cut"
        assert await soon(ann.lost.get()) == "Bo disconnected"
        assert bo.lost.empty()
        hers = ann.links.get_nowait()
        assert hers.reason == ""
        hers.send(SAID[0])  # to nobody


# -- the end ---------------------------------------------------------------------------------------


async def test_a_goodbye_is_told_at_both_ends_once() -> None:
    async with couple() as (ann, hers, bo, his):
        his.close("left")
        his.close("closed", "again")
        his.send(SAID[0])
        assert bo.lost.empty(), "nobody is called back from within his own call"
        assert await soon(ann.lost.get()) == "Bo leaves the table"
        assert await soon(bo.lost.get()) == "the connection to Ann was closed"
        assert (hers.reason, his.reason) == ("left", "left")
        assert not hers.alive
        assert not his.alive
        await soon(ann.hall.close())  # all that was on its way has come, or never will
        assert [queue.qsize() for queue in (ann.lost, bo.lost, ann.heard)] == [0, 0, 0]


async def test_a_goodbye_survives_what_the_other_side_still_says() -> None:
    async with couple() as (ann, hers, bo, his):
        for _ in range(200):
            his.send(Proposal(b"x" * 1000))
        hers.close("removed")
        assert await soon(bo.lost.get()) == "Ann removed you from the table"
        assert await soon(ann.lost.get()) == "the connection to Bo was closed"


async def test_a_closed_link_listens_a_moment_longer_so_that_the_goodbye_is_not_taken_back() -> (
    None
):
    async with table() as ann, rogue(ann.address) as other:
        await other.meet()
        (await soon(ann.links.get())).close("full")
        assert await other.last() == Bye("full", "")
        for _ in range(3):
            other.writer.write(b"x" * 1000)
            await soon(other.writer.drain())
            await asyncio.sleep(0.01)
        assert not other.writer.transport.is_closing()


@pytest.mark.parametrize("size", [1, MAX_AFTERMATH // 4])
async def test_who_does_not_take_the_goodbye_is_cut_off(size: int) -> None:
    limits = DEFAULT_LIMITS._replace(linger=0.1 if size == 1 else 60.0)
    async with table(limits=limits) as ann, rogue(ann.address) as other:
        await other.meet()
        (await soon(ann.links.get())).close("full")
        for _ in range(40):
            try:
                other.writer.write(b"x" * size)
                await soon(other.writer.drain())
            except ConnectionError:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("nobody cut it off")


@pytest.mark.parametrize(
    ("reason", "hers_told", "his_told"),
    [
        ("malformed", ": not yet", "got a message that makes no sense: not yet"),
        ("full", "", "has no free seat"),
    ],
)
async def test_an_owner_may_call_a_message_malformed_or_close_in_the_middle(
    reason: str, hers_told: str, his_told: str
) -> None:
    heard = []

    def handle(link: Link, message: Message) -> None:
        heard.append(message)
        if reason == "malformed":
            raise Malformed("not yet")
        link.close(reason)

    async with couple() as (ann, hers, bo, his):
        hers.on_message = handle
        for message in SAID:
            his.send(message)
        assert await soon(bo.lost.get()) == f"Ann {his_told}"
        assert await soon(ann.lost.get()) == f"the connection to Bo was closed{hers_told}"
        assert hers.reason == his.reason == reason
        assert heard == [SAID[0]]


# -- alive or not ----------------------------------------------------------------------------------


async def test_quiet_links_keep_themselves_alive_and_own_sleep_is_not_held_against_others(
    clock: Clock,
) -> None:
    async with couple(HASTY) as (ann, hers, bo, his):
        await asyncio.sleep(3 * HASTY.silence)
        assert hers.alive
        assert his.alive
        assert ann.heard.empty(), "pings are not for owners"
        hers.send(SAID[0])
        assert await soon(bo.heard.get()) == SAID[0]
        await asyncio.sleep(1.5 * HASTY.quiet)
        clock.sleep(2 * HASTY.silence)
        his.send(SAID[0])
        assert await soon(ann.heard.get()) == SAID[0]
        await asyncio.sleep(HASTY.silence)
        assert his.alive
        assert bo.lost.empty()


async def test_who_talks_needs_no_ping() -> None:
    wire = wire_to()
    link = link_on(wire)
    link.admit()
    for number in range(1, 9):
        await asyncio.sleep(DEFAULT_LIMITS.quiet / 2)
        link.data_received(b"")
        link.send(SAID[0])
        assert wire.write.call_count == number
    await asyncio.sleep(1.5 * DEFAULT_LIMITS.quiet)
    assert wire.write.call_count == 8 + 1
    link.connection_lost(None)


async def test_who_does_not_even_take_a_ping_is_cut_off() -> None:
    wire = wire_to()
    link = link_on(wire)
    link.admit()
    wire.get_write_buffer_size.return_value = DEFAULT_LIMITS.backlog + 1
    link.pause_writing()
    await asyncio.sleep(DEFAULT_LIMITS.quiet + DEFAULT_LIMITS.linger / 2)
    assert (link.reason, wire.abort.called) == ("slow", False)
    await asyncio.sleep(DEFAULT_LIMITS.linger)
    assert wire.abort.called
    link.connection_lost(None)


@pytest.mark.parametrize("year", [30, 31, 32, 33])
async def test_a_silent_peer_is_given_up(clock: Clock, year: int) -> None:
    """At any time: 0.3 s later is sometimes a little less than that, as far as numbers go."""
    clock.now = 2.0**year
    async with table(limits=HASTY) as ann, rogue(ann.address) as other:
        await other.meet()
        async with asyncio.timeout(10 * HASTY.silence):
            assert await ann.lost.get() == ("the connection to Rogue was closed: silent for 0.3 s")
        assert await other.last() == Bye("slow", "silent for 0.3 s")


async def test_a_ping_is_answered_before_and_after_admission() -> None:
    async with table() as ann, rogue(ann.address) as other:
        await other.shake()
        other.say(Ping(7))
        assert await other.hear() == Pong(7)
        other.say(hello_of("Rogue"), Ping(8))
        await other.hear()
        assert await other.hear() == Pong(8)


async def test_a_frame_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net.wire.frames, "FRAME_SECONDS", 0.3)
    async with table(limits=HASTY) as ann, rogue(ann.address) as other:
        await other.meet()
        other.writer.write((10_000).to_bytes(4, "big"))
        told = asyncio.ensure_future(ann.lost.get())
        for _ in range(50):
            if not told.done():
                other.writer.write(b"x")
                await asyncio.sleep(0.02)
        assert told.result() == ("the connection to Rogue was closed: a message broke off")
        assert await other.last() == Bye("slow", "a message broke off")


# -- sockets ---------------------------------------------------------------------------------------


def test_an_address_is_one_that_can_be_dialed() -> None:
    assert address_of(("192.168.0.7", 4000)) == Address("192.168.0.7", 4000)
    assert address_of(("2001:db8::7", 4000, 0, 0)) == Address("2001:db8::7", 4000)
    assert address_of(("fe80::7", 4000, 0, 3)) == Address("fe80::7%3", 4000)
    assert address_of(("fe80::7%4", 4000, 0, 3)) == Address("fe80::7%4", 4000)
    assert address_of(None) == Address("nowhere", 0)


def test_a_socket_sends_at_once_and_gives_up_in_time() -> None:
    with socket.socket() as sock:
        tune(sock, 10.0)
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 10_000


def test_the_end_is_told_at_once_unless_something_is_on_its_way() -> None:
    wire = wire_to()
    half_close(wire)
    assert (wire.write_eof.call_count, wire.abort.call_count) == (1, 0)
    wire.write_eof.side_effect = OSError
    half_close(wire)
    assert (wire.write_eof.call_count, wire.abort.call_count) == (2, 1)
    wire.get_write_buffer_size.return_value = 1
    half_close(wire)
    assert (wire.write_eof.call_count, wire.abort.call_count) == (2, 1)


# -- slow readers ----------------------------------------------------------------------------------

PAGE = Proposal(b"x" * 30_000)


async def test_a_link_says_when_it_is_full_and_when_there_is_room_again() -> None:
    async with table() as ann, rogue(ann.address) as other:
        await other.meet()
        link = await soon(ann.links.get())
        room: asyncio.Queue[Link] = asyncio.Queue()
        link.on_room = room.put_nowait
        assert link.roomy
        assert link.backlog == 0
        while link.roomy:
            link.send(PAGE)
        assert DEFAULT_LIMITS.high_water < link.backlog < 2 * DEFAULT_LIMITS.high_water
        reading = asyncio.ensure_future(read_on(other))
        assert await soon(room.get()) is link
        assert link.roomy
        assert link.backlog < DEFAULT_LIMITS.high_water
        assert link.alive
        link.abort()
        await soon(reading)


async def test_who_never_reads_is_dropped_and_holds_no_more_than_the_limit() -> None:
    async with table(limits=HASTY) as ann, rogue(ann.address) as other:
        await other.meet()
        link = await soon(ann.links.get())
        most = 0
        while link.alive:
            link.send(PAGE)
            most = max(most, link.backlog)
        assert most < HASTY.backlog + 2 * len(pack(PAGE))
        assert link.reason == "slow"
        assert await soon(ann.lost.get()) == (
            "the connection to Rogue was closed: too much data piled up"
        )


async def test_who_asks_and_never_reads_the_answers_is_dropped() -> None:
    limits = DEFAULT_LIMITS._replace(backlog=1 << 17)
    async with table(limits=limits) as ann, rogue(ann.address) as other:
        await other.meet()
        link = await soon(ann.links.get())
        while link.roomy:
            link.send(PAGE)
        for _ in range(1000):
            other.say(*(Ping(number) for number in range(100)))
            await asyncio.sleep(0.005)
            if not link.alive:
                break
        assert link.reason in ("slow", "flood")
