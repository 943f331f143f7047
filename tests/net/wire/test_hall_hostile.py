"""A hall among enemies: whatever one connection does, it loses that connection and nothing else."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgpack
import pytest

from net.wire.codes import Address
from net.wire.frames import FRAME_LIMIT, HANDSHAKE_LIMIT, framed, opened
from net.wire.hall import DEFAULT_LIMITS, HallError
from net.wire.limits import Limits
from net.wire.link import STRANGER_LIMIT, Link
from net.wire.messages import KINDS, Bye, Join, Message, Ping, Proposal, Seat, Share, Tag, pack
from net.wire.noise import Handshake
from tests.net import halls
from tests.net.halls import Rogue, guest, hello_of, rogue, soon, table

pytestmark = pytest.mark.usefixtures("clock")

BRISK = DEFAULT_LIMITS._replace(meeting=0.4, linger=0.1)
FEW = DEFAULT_LIMITS._replace(rate=10.0, burst=100.0)


@asynccontextmanager
async def besieged(
    limits: Limits = DEFAULT_LIMITS, password: str = ""
) -> AsyncIterator[tuple[halls.Owner, Rogue]]:
    """A table with an honest guest and a rogue at the door; the guest must notice nothing."""
    async with table(password, limits) as ann, guest() as bo:
        link = await bo.dial(ann, password=password)
        hers = await soon(ann.links.get())
        async with rogue(ann.address) as other:
            yield ann, other
        while not ann.heard.empty():
            ann.heard.get_nowait()
        link.send(Join(3, ""))
        assert await soon(ann.heard.get()) == Join(3, "")
        hers.send(Seat(3, ""))
        assert await soon(bo.heard.get()) == Seat(3, "")


# -- before the ciphers ----------------------------------------------------------------------------

FIRST = framed(Handshake(True, halls.ROGUE, b"s" * 32, b"e" * 32).write_message())


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        bytes(4),
        b"\xff" * 1000,
        (HANDSHAKE_LIMIT + 1).to_bytes(4, "big"),
        framed(b"x" * 31),
        framed(b"x" * 33),
        framed(bytes(32)) + framed(b"x" * 160),
    ],
)
async def test_garbage_gets_no_answer_but_the_end(data: bytes) -> None:
    async with besieged() as (ann, other):
        before = asyncio.get_running_loop().time()
        other.writer.write(data)
        while (answer := await other.frame()) is not None:
            assert len(answer) == 192, "the second message of the handshake"
        assert ann.links.empty()
        assert asyncio.get_running_loop().time() < before + DEFAULT_LIMITS.meeting


@pytest.mark.parametrize("data", [b"", FIRST, FIRST + bytes(3)], ids=["none", "half", "more"])
async def test_half_a_handshake_is_not_waited_for(data: bytes) -> None:
    async with besieged(BRISK) as (ann, other):
        other.writer.write(data)
        if data:
            assert await other.frame()
        assert await other.frame() is None
        assert ann.links.empty()


async def test_one_byte_at_a_time_does_not_keep_a_stranger_alive() -> None:
    async with besieged(BRISK) as (_, other):
        other.writer.write((200).to_bytes(4, "big"))
        loop = asyncio.get_running_loop()
        began = loop.time()
        end = asyncio.ensure_future(other.reader.read())
        while not end.done() and loop.time() < began + 2 * BRISK.meeting:
            other.writer.write(b"x")
            await asyncio.sleep(BRISK.meeting / 20)
        assert end.done(), "a byte now and then is as good as a handshake"
        assert loop.time() >= began + BRISK.meeting / 2


# -- what no honest program does -------------------------------------------------------------------

Move = Callable[[Rogue], object]
Way = Callable[[Rogue], Coroutine[None, None, None]]


class Case(NamedTuple):
    """What a rogue does when it has come so far, and what it is told before the end."""

    move: Move
    told: str
    reason: str = "malformed"
    limits: Limits = DEFAULT_LIMITS


def writing(data: bytes) -> Move:
    return lambda other: other.writer.write(data)


def saying(*messages: Message) -> Move:
    return lambda other: other.say(*messages)


def packing(value: object) -> Move:
    """A frame that is all right, with something else than a message in it."""
    return lambda other: other.writer.write(other.sealed(msgpack.packb(value)))


def named(name: str) -> Move:
    fields = msgpack.unpackb(pack(hello_of("Rogue")))
    return packing([*fields[:3], name, *fields[4:]])


def replaying(other: Rogue) -> None:
    other.writer.write(other.sealed(pack(Ping(1))) * 2)


def altering(other: Rogue) -> None:
    frame = bytearray(other.sealed(pack(Ping(1))))
    frame[-1] ^= 1
    other.writer.write(frame)


def swapping(other: Rogue) -> None:
    first, second = other.sealed(pack(Ping(1))), other.sealed(pack(Ping(2)))
    other.writer.write(second + first)


def leaving_out(other: Rogue) -> None:
    other.sealed(pack(Ping(1)))
    other.say(Ping(2))


async def reflecting(other: Rogue) -> None:
    other.say(Ping(1))
    body = await other.frame()
    assert body is not None
    assert other.channel is not None
    opened(other.channel.receive, body)
    other.writer.write(len(body).to_bytes(4, "big") + body)


FORGED = "a message was forged, replayed, lost or damaged"
FLOOD = "more messages came than an honest client sends"
UNCLEAN = "a message Hello is wrong: the field name must be a clean text of 1 to 20 letters"
ONCE = Share(b"\x09" + bytes(31))
AT_THE_DOOR = {  # the ciphers are there
    "silence": Case(writing(b""), "0.4 s weren't enough to connect", "slow", BRISK),
    "a big frame": Case(
        writing((STRANGER_LIMIT + 1).to_bytes(4, "big")),
        "a frame of 2049 bytes is over the limit of 2048",
    ),
    "escapes in a name": Case(named("\x1b[2J\x1b[31mAnn"), UNCLEAN),
    "a long name": Case(named("x" * 21), UNCLEAN),
    "a Join at once": Case(saying(Join(-1, "")), "a Join came instead of a Hello"),
    "a Share at once": Case(saying(ONCE), "a Share came instead of a Hello"),
    "a Tag at once": Case(saying(Tag(b"t" * 64)), "a Tag came instead of a Hello"),
    "a flood": Case(saying(*map(Ping, range(100))), FLOOD, "flood"),
}
LET_IN = {  # both have said Hello
    "replayed": Case(replaying, FORGED),
    "altered": Case(altering, FORGED),
    "swapped": Case(swapping, FORGED),
    "left out": Case(leaving_out, FORGED),
    "reflected": Case(reflecting, FORGED),
    "a huge frame": Case(
        writing((FRAME_LIMIT + 1).to_bytes(4, "big") + b"x" * 1000),
        f"a frame of {FRAME_LIMIT + 1} bytes is over the limit of {FRAME_LIMIT}",
    ),
    "aren't a value": Case(packing(1.5), "a message must begin with the number of its kind"),
    "no message": Case(packing({"kind": 1}), "a message must begin with the number of its kind"),
    "an unknown kind": Case(packing([len(KINDS), 1]), f"unknown kind of message: {len(KINDS)}"),
    "a second Hello": Case(saying(hello_of("Rogue")), "a Hello came out of turn"),
    "a late Share": Case(saying(ONCE), "a Share came out of turn"),
    "a late Tag": Case(saying(Tag(b"t" * 64)), "a Tag came out of turn"),
}
ONLY_A_LOOK = {
    "a Join": Case(saying(Join(-1, "")), "a Join came from a connection that only wanted a look")
}
LOCKED = {  # both have said Hello, and a password is due
    "a Join": Case(saying(Join(-1, "")), "a Join came instead of a Share"),
    "a Tag": Case(saying(Tag(b"t" * 64)), "a Tag came instead of a Share"),
    "two Shares": Case(saying(ONCE, ONCE), "a Share came instead of a Tag"),
    "low order": Case(
        saying(Share(bytes(32))), "the other side sent a share of low order", "password"
    ),
}


async def expelled(case: Case, come: Way, password: str = "", was_in: bool = False) -> None:
    """The rogue is told why, and what it says then is not heard any more."""
    async with besieged(case.limits, password) as (ann, other):
        await come(other)
        done = case.move(other)
        if isinstance(done, Awaitable):
            await done
        if case.reason != "slow":
            other.say(Join(1, ""))
        assert await other.last() == Bye(case.reason, case.told)
        assert other.count < DEFAULT_LIMITS.stranger_burst + 5
        assert ann.heard.empty()
        assert ann.links.qsize() == was_in
        if was_in:
            assert ann.lost.get_nowait() == f"the connection to Rogue was closed: {case.told}"
        assert ann.lost.empty()


@pytest.mark.parametrize("name", AT_THE_DOOR)
async def test_who_was_not_let_in_is_turned_away_at_the_first_oddity(name: str) -> None:
    await expelled(AT_THE_DOOR[name], Rogue.shake)


@pytest.mark.parametrize("name", LET_IN)
async def test_what_no_honest_program_does_ends_the_connection(name: str) -> None:
    await expelled(LET_IN[name], Rogue.meet, was_in=True)


@pytest.mark.parametrize("name", ONLY_A_LOOK)
async def test_who_wanted_a_look_gets_a_look(name: str) -> None:
    await expelled(ONLY_A_LOOK[name], lambda other: other.meet("probe"))


@pytest.mark.parametrize("name", LOCKED)
async def test_there_is_no_way_around_the_password(name: str) -> None:
    await expelled(LOCKED[name], Rogue.meet, "teapot")


# -- too much --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "number", "heard"),
    [(Join(-1, ""), 300, range(80, 111)), (Proposal(b"x" * 40_000), 20, range(8, 11))],
    ids=["many", "long ones count more"],
)
async def test_a_flood_after_admission_is_stopped_too(
    message: Join | Proposal, number: int, heard: range
) -> None:
    async with besieged(FEW) as (ann, other):
        await other.meet()
        other.say(*[message] * number)
        assert await other.last() == Bye("flood", FLOOD)
        assert ann.lost.get_nowait() == f"the connection to Rogue was closed: {FLOOD}"
        assert ann.heard.qsize() in heard


def is_closed(sock: socket.socket) -> bool:
    """Whether the other side has closed a connection on which nothing was said."""
    try:
        return sock.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def knock(address: Address) -> socket.socket:
    sock = socket.create_connection(address)
    sock.setblocking(False)
    return sock


def all_links() -> int:
    gc.collect()
    return sum(isinstance(one, Link) for one in gc.get_objects())


async def test_a_thousand_silent_connections_keep_nobody_out() -> None:
    before = all_links()
    async with table() as ann, guest() as bo:
        crowd: list[socket.socket] = []
        for _ in range(20):
            crowd += [knock(ann.address) for _ in range(50)]
            link = await bo.dial(ann)
            link.send(Join(-1, ""))
            assert await soon(ann.heard.get()) == Join(-1, "")
            link.close("left")
            await soon(ann.lost.get())
            for sock in filter(is_closed, crowd):
                sock.close()
            crowd = [sock for sock in crowd if sock.fileno() >= 0]
            assert len(crowd) <= DEFAULT_LIMITS.strangers_each
        kept = all_links() - before
        for sock in crowd:
            sock.close()
        assert kept < 100, "of more than a thousand"


async def test_the_greediest_address_gives_way_first() -> None:
    modest = "::1" if halls.has_ipv6() else halls.HERE
    limits = DEFAULT_LIMITS._replace(strangers=4)
    async with (
        table(limits=limits) as ann,
        rogue(ann.address) as first,
        rogue(Address(modest, ann.address.port)) as quiet,
        rogue(ann.address) as second,
        rogue(ann.address) as third,
        rogue(ann.address) as fourth,
    ):
        assert await first.frame() is None, "the oldest of the greediest"
        for other in (second, third, fourth, quiet):
            await other.meet()
        assert ann.links.qsize() == 4


# -- password --------------------------------------------------------------------------------------


async def test_one_connection_is_one_guess() -> None:
    async with besieged(password="teapot") as (ann, other):
        await other.meet()
        proof = other.proof("sofa")
        other.say(Share(proof.share))
        share = await other.hear()
        assert isinstance(share, Share)
        other.say(Tag(proof.receive(share.share)), Share(proof.share))
        assert await other.last() == Bye("password", "the password is wrong")
        assert ann.links.empty()


async def test_guesses_side_by_side_are_counted_too() -> None:
    async with besieged(password="teapot") as (ann, _), guest() as bo:
        guesses = [bo.hall.dial(ann.address, "play", password=f"sofa {n}") for n in range(12)]
        errors = await soon(asyncio.gather(*guesses, return_exceptions=True))
        reasons = sorted(error.reason for error in errors if isinstance(error, HallError))
        assert reasons == ["busy"] * 7 + ["password"] * 5


async def test_a_table_that_does_not_know_the_password_is_found_out() -> None:
    async def pretend(other: Rogue) -> None:
        await other.shake(initiator=False)
        await other.hear()
        other.say(hello_of("Ann")._replace(locked=True))
        proof = other.proof("sofa", initiator=False)
        share = await other.hear()
        assert isinstance(share, Share)
        other.say(Share(proof.share), Tag(proof.receive(share.share)))
        await other.last()

    async with halls.trap(pretend) as address, guest() as bo:
        with pytest.raises(HallError, match="the password is wrong") as caught:
            await soon(bo.hall.dial(address, "play", password="teapot"))
        assert caught.value.reason == "password"
