"""A hall among enemies: whatever one connection does, it loses that connection and nothing else."""

import asyncio
import gc
import socket
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgpack
import pytest

from net.wire.codes import Address
from net.wire.cpace import CPace
from net.wire.frames import FRAME_LIMIT, HANDSHAKE_LIMIT, framed, opened
from net.wire.hall import DEFAULT_LIMITS, HallError
from net.wire.limits import Limits
from net.wire.link import STRANGER_LIMIT
from net.wire.messages import KINDS, Bye, Join, Ping, Proposal, Seat, Share, Tag, pack
from net.wire.noise import Handshake
from tests.net.halls import (
    HERE,
    ROGUE,
    Owner,
    Rogue,
    guest,
    has_ipv6,
    hello_of,
    rogue,
    soon,
    table,
    trap,
)

pytestmark = pytest.mark.usefixtures("clock")

BRISK = DEFAULT_LIMITS._replace(meeting=0.4, linger=0.1)


@asynccontextmanager
async def besieged(
    limits: Limits = DEFAULT_LIMITS, password: str = ""
) -> AsyncIterator[tuple[Owner, Rogue]]:
    """A table with an honest guest and a rogue at the door; the guest must notice nothing."""
    async with table(password, limits) as ann, guest() as bo:
        link = await bo.dial(ann, password=password)
        hers = await soon(ann.links.get())
        async with rogue(ann.address) as other:
            yield ann, other
        link.send(Join(3, ""))
        assert await soon(ann.heard.get()) == Join(3, "")
        hers.send(Seat(3, ""))
        assert await soon(bo.heard.get()) == Seat(3, "")


def only_lost(ann: Owner, sentence: str) -> None:
    assert ann.lost.get_nowait() == sentence
    assert ann.lost.empty()


# -- before the ciphers ----------------------------------------------------------------------------


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
        other.writer.write(data)
        while (answer := await other.frame()) is not None:
            assert len(answer) == 192, "the second message of the handshake"
        assert ann.links.empty()


@pytest.mark.parametrize("step", [0, 1, 2])
async def test_half_a_handshake_is_not_waited_for(step: int) -> None:
    async with besieged(BRISK) as (ann, other):
        if step:
            handshake = Handshake(True, ROGUE, b"s" * 32, b"e" * 32)
            other.writer.write(framed(handshake.write_message()))
            assert await other.frame()
        if step == 2:
            other.writer.write(bytes(3))
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


async def test_a_stranger_without_a_hello_is_told_that_time_is_up() -> None:
    async with besieged(BRISK) as (_, other):
        await other.shake()
        assert await other.last() == Bye("slow", "0.4 s were not enough to get acquainted")


# -- ciphers ---------------------------------------------------------------------------------------


async def replayed(other: Rogue) -> None:
    frame = other.sealed(pack(Ping(1)))
    other.writer.write(frame + frame)


async def altered(other: Rogue) -> None:
    frame = bytearray(other.sealed(pack(Ping(1))))
    frame[-1] ^= 1
    other.writer.write(frame)


async def swapped(other: Rogue) -> None:
    first, second = other.sealed(pack(Ping(1))), other.sealed(pack(Ping(2)))
    other.writer.write(second + first)


async def left_out(other: Rogue) -> None:
    other.sealed(pack(Ping(1)))
    other.say(Ping(2))


async def reflected(other: Rogue) -> None:
    other.say(Ping(1))
    body = await other.frame()
    assert body is not None
    assert other.channel is not None
    opened(other.channel.receive, body)
    other.writer.write(len(body).to_bytes(4, "big") + body)


@pytest.mark.parametrize("meddle", [replayed, altered, swapped, left_out, reflected])
async def test_meddling_with_ciphertext_ends_the_connection(
    meddle: Callable[[Rogue], Awaitable[None]],
) -> None:
    sentence = "a message was forged, replayed, lost or damaged"
    async with besieged() as (ann, other):
        await other.meet()
        await meddle(other)
        assert await other.last() == Bye("malformed", sentence)
        only_lost(ann, f"the connection to Rogue was closed: {sentence}")


# -- frames and messages ---------------------------------------------------------------------------


async def test_big_frames_are_for_those_who_were_let_in() -> None:
    async with besieged() as (ann, other):
        await other.shake()
        other.writer.write((STRANGER_LIMIT + 1).to_bytes(4, "big"))
        assert await other.last() == Bye(
            "malformed", "a frame of 2049 bytes came where 2048 is the limit"
        )
        assert ann.lost.empty()


async def test_no_frame_is_too_big_for_a_refusal() -> None:
    async with besieged() as (ann, other):
        await other.meet()
        other.writer.write((FRAME_LIMIT + 1).to_bytes(4, "big") + b"x" * 1000)
        bye = await other.last()
        assert bye is not None
        assert bye.reason == "malformed"
        only_lost(ann, f"the connection to Rogue was closed: {bye.text}")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xc1", "these bytes are no value, or one beyond the limits"),
        (
            msgpack.packb([len(KINDS), 1]),
            f"there is no kind of message with the number {len(KINDS)}",
        ),
        (msgpack.packb([-1]), "there is no kind of message with the number -1"),
        (msgpack.packb({"kind": 1}), "a message must begin with the number of its kind"),
        (pack(hello_of("Rogue")), "a Hello came out of turn"),
        (pack(Share(b"y" * 32)), "a Share came out of turn"),
        (pack(Tag(b"t" * 64)), "a Tag came out of turn"),
    ],
)
async def test_nonsense_after_admission_ends_the_connection(content: bytes, sentence: str) -> None:
    async with besieged() as (ann, other):
        await other.meet()
        other.writer.write(other.sealed(content) + other.sealed(pack(Join(1, ""))))
        assert await other.last() == Bye("malformed", sentence)
        only_lost(ann, f"the connection to Rogue was closed: {sentence}")


@pytest.mark.parametrize("name", ["\x1b[2J\x1b[31mAnn", "A\u202enn", "A\nnn", "", "x" * 21])
async def test_a_name_that_could_fool_a_screen_is_turned_away(name: str) -> None:
    async with besieged() as (ann, other):
        await other.shake()
        fields = msgpack.unpackb(pack(hello_of("Rogue")))
        fields[3] = name
        other.writer.write(other.sealed(msgpack.packb(fields)))
        bye = await other.last()
        assert bye is not None
        assert bye.reason == "malformed"
        assert bye.text.startswith("a message Hello is wrong: the field name must be a clean text")
        assert ann.links.empty()


@pytest.mark.parametrize("early", [Join(-1, ""), Share(b"y" * 32), Tag(b"t" * 64)])
async def test_nothing_is_heard_before_the_hello(early: Join | Share | Tag) -> None:
    async with besieged() as (ann, other):
        await other.shake()
        other.say(early)
        assert await other.last() == Bye(
            "malformed", f"a {type(early).__name__} came where a Hello was due"
        )
        assert ann.heard.empty()


async def test_who_wanted_a_look_gets_a_look() -> None:
    async with besieged() as (ann, other):
        await other.meet("probe")
        other.say(Join(-1, ""))
        assert await other.last() == Bye(
            "malformed", "a Join came from somebody who only wanted a look"
        )
        assert ann.heard.empty()
        assert ann.links.empty()


# -- too much --------------------------------------------------------------------------------------

FLOOD = "more messages came than an honest program sends"


async def test_a_flood_of_a_stranger_is_stopped_early() -> None:
    async with besieged() as (_, other):
        await other.shake()
        other.say(*(Ping(number) for number in range(100)))
        assert await other.last() == Bye("flood", FLOOD)
        assert other.count < DEFAULT_LIMITS.stranger_burst + 5


async def test_a_flood_after_admission_is_stopped_too() -> None:
    limits = DEFAULT_LIMITS._replace(rate=10.0, burst=100.0)
    async with besieged(limits) as (ann, other):
        await other.meet()
        other.say(*(Join(-1, str(number)) for number in range(300)))
        assert await other.last() == Bye("flood", FLOOD)
        only_lost(ann, f"the connection to Rogue was closed: {FLOOD}")
        assert 80 <= ann.heard.qsize() <= 110
        while not ann.heard.empty():
            ann.heard.get_nowait()


async def test_long_messages_count_more() -> None:
    limits = DEFAULT_LIMITS._replace(rate=10.0, burst=100.0)
    async with besieged(limits) as (ann, other):
        await other.meet()
        other.say(*(Proposal(b"x" * 40_000) for _ in range(20)))
        assert await other.last() == Bye("flood", FLOOD)
        assert 8 <= ann.heard.qsize() <= 10
        while not ann.heard.empty():
            ann.heard.get_nowait()


def is_closed(sock: socket.socket) -> bool:
    """Whether the other side has closed a connection on which nothing was said."""
    try:
        return sock.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


async def test_a_thousand_silent_connections_keep_nobody_out() -> None:
    async with table() as ann, guest() as bo:
        crowd: list[socket.socket] = []
        grown = 0
        try:
            for part in range(21):
                if part == 1:  # what is allocated once is there by now
                    gc.collect()
                    tracemalloc.start()
                crowd += [socket.create_connection(ann.address) for _ in range(50)]
                link = await bo.dial(ann)
                link.send(Join(-1, ""))
                assert await soon(ann.heard.get()) == Join(-1, "")
                link.close("left")
                await soon(ann.lost.get())
            gc.collect()
            grown = tracemalloc.get_traced_memory()[0]
            for sock in crowd:
                sock.setblocking(False)
            assert sum(map(is_closed, crowd)) >= len(crowd) - DEFAULT_LIMITS.strangers_each
        finally:
            tracemalloc.stop()
            for sock in crowd:
                sock.close()
        assert grown < 1 << 20


async def test_the_greediest_address_gives_way_first() -> None:
    modest = "::1" if has_ipv6() else HERE
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
        assert other.channel is not None
        hashed, pid = other.channel.handshake_hash, other.channel.pid
        proof = CPace(True, "sofa", hashed, ROGUE.pid, pid, b"k" * 32)
        other.say(Share(proof.share))
        share = await other.hear()
        assert isinstance(share, Share)
        other.say(Tag(proof.receive(share.share)), Share(proof.share))
        assert await other.last() == Bye("password", "the password is wrong")
        assert ann.links.empty()


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        ((Join(-1, ""),), "a Join came where a Share was due"),
        ((Tag(b"t" * 64),), "a Tag came where a Share was due"),
        (
            (Share(b"\x09" + bytes(31)), Share(b"\x09" + bytes(31))),
            "a Share came where a Tag was due",
        ),
        ((Share(bytes(32)),), "the other side sent a share of low order"),
    ],
)
async def test_there_is_no_way_around_the_password(
    messages: tuple[Join | Share | Tag, ...], text: str
) -> None:
    async with besieged(password="teapot") as (ann, other):
        await other.meet()
        other.say(*messages)
        bye = await other.last()
        assert bye is not None
        assert bye.text == text
        assert ann.links.empty()
        assert ann.heard.empty()


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
        assert other.channel is not None
        hashed, pid = other.channel.handshake_hash, other.channel.pid
        proof = CPace(False, "sofa", hashed, ROGUE.pid, pid, b"k" * 32)
        share = await other.hear()
        assert isinstance(share, Share)
        other.say(Share(proof.share), Tag(proof.receive(share.share)))
        await other.last()

    async with trap(pretend) as address, guest() as bo:
        with pytest.raises(HallError, match="the password is wrong") as caught:
            await soon(bo.hall.dial(address, "play", password="teapot"))
        assert caught.value.reason == "password"
