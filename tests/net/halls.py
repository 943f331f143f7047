"""Halls on the loopback for tests, owners that remember, and a rogue that says what it likes."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TypeVar

from net.identity import Identity
from net.wire.codes import Address
from net.wire.cpace import CPace
from net.wire.frames import FRAME_LIMIT, FrameReader, framed, opened, sealed
from net.wire.hall import DEFAULT_LIMITS, Hall
from net.wire.limits import Limits
from net.wire.link import Link
from net.wire.messages import VERSION, Bye, Hello, Message, Ping, pack, unpack
from net.wire.noise import Channel, Handshake

T = TypeVar("T")
Changes = Callable[[Hello], Hello]

ANN, BO, ROGUE = Identity(b"a" * 32), Identity(b"b" * 32), Identity(b"r" * 32)
NAMES = {ANN.pid: "Ann", BO.pid: "Bo", ROGUE.pid: "Rogue"}
HERE = "127.0.0.1"
PATIENCE = 300.0  # seconds until a test gives up
HASTY = DEFAULT_LIMITS._replace(meeting=2.0, quiet=0.05, silence=0.3, linger=0.1)


def hello_of(name: str, purpose: str = "play") -> Hello:
    return Hello(VERSION, "0.4.0", name, purpose, b"g" * 16, b"r" * 32, b"c" * 32, 4000, False, 2)


async def soon(waiting: Awaitable[T]) -> T:
    """What comes, or a failed test."""
    async with asyncio.timeout(PATIENCE):
        return await waiting


async def until(holds: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits until something holds."""
    async with asyncio.timeout(patience):
        while not holds():
            await asyncio.sleep(0.005)


class Owner:
    """A peer's hall, and what it heard of its links."""

    def __init__(
        self,
        identity: Identity,
        password: str = "",
        limits: Limits = DEFAULT_LIMITS,
        changes: Changes = lambda hello: hello,
    ) -> None:
        name = NAMES[identity.pid]
        self.hall = Hall(
            identity,
            lambda purpose: changes(hello_of(name, purpose)),
            self.take,
            password,
            turned_away=self._turned_away,
            limits=limits,
        )
        self.links: asyncio.Queue[Link] = asyncio.Queue()
        self.heard: asyncio.Queue[Message] = asyncio.Queue()
        self.lost: asyncio.Queue[str] = asyncio.Queue()
        self.refused: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self.address = Address(HERE, 0)

    def take(self, link: Link) -> None:
        link.on_message = lambda _, message: self.heard.put_nowait(message)
        link.on_lost = lambda _, sentence: self.lost.put_nowait(sentence)
        self.links.put_nowait(link)

    def _turned_away(self, address: Address, reason: str, sentence: str) -> None:
        assert address.host in (HERE, "::1")
        self.refused.put_nowait((reason, sentence))

    async def dial(self, other: "Owner", purpose: str = "play", password: str = "") -> Link:
        """A link to another owner's hall, taken at both ends."""
        link = await soon(self.hall.dial(other.address, purpose, password=password))
        self.take(link)
        return link


@asynccontextmanager
async def table(
    password: str = "",
    limits: Limits = DEFAULT_LIMITS,
    changes: Changes = lambda hello: hello,
    identity: Identity = ANN,
) -> AsyncIterator[Owner]:
    """Ann, who listens."""
    owner = Owner(identity, password, limits, changes)
    if identity is ANN:
        owner.address = Address(HERE, await owner.hall.listen())
    try:
        yield owner
    finally:
        await soon(owner.hall.close())


def guest(
    limits: Limits = DEFAULT_LIMITS, changes: Changes = lambda hello: hello
) -> AbstractAsyncContextManager[Owner]:
    """Bo, who does not."""
    return table("", limits, changes, BO)


@asynccontextmanager
async def couple(limits: Limits = DEFAULT_LIMITS) -> AsyncIterator[tuple[Owner, Link, Owner, Link]]:
    """Ann and Bo with a link between them: both owners, each with its end."""
    async with table(limits=limits) as ann, guest(limits) as bo:
        mine = await bo.dial(ann)
        yield ann, await soon(ann.links.get()), bo, mine


class Rogue:
    """A connection whose owner follows the protocol as long as it pleases."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.frames = FrameReader(FRAME_LIMIT)
        self.channel: Channel | None = None
        self.count = 0  # of messages heard while waiting for the last one

    async def frame(self) -> bytes | None:
        """The body of the next frame; None when there is no more."""
        while (body := self.frames.take(0.0)) is None:
            try:
                data = await soon(self.reader.read(1 << 16))
            except ConnectionError:
                return None
            if not data:
                return None
            self.frames.feed(data, 0.0)
        return body

    async def shake(self, identity: Identity = ROGUE, initiator: bool = True) -> None:
        """The handshake, as it should be."""
        handshake = Handshake(initiator, identity, b"s" * 32, b"e" * 32)
        while not handshake.done:
            if handshake.writes:
                self.writer.write(framed(handshake.write_message()))
            else:
                body = await self.frame()
                assert body is not None
                handshake.read_message(body)
        self.channel = handshake.finish()

    def sealed(self, content: bytes) -> bytes:
        """A frame that is all right; what is in it may not be."""
        assert self.channel is not None
        return sealed(self.channel.send, content)

    def say(self, *messages: Message) -> None:
        self.writer.write(b"".join(self.sealed(pack(message)) for message in messages))

    async def hear(self) -> Message | None:
        """The next message that is no Ping; None when there is no more."""
        assert self.channel is not None
        while (body := await self.frame()) is not None:
            message = unpack(opened(self.channel.receive, body))
            if not isinstance(message, Ping):
                return message
        return None

    async def meet(self, purpose: str = "play") -> None:
        """Everything until admission to an open table."""
        await self.shake()
        self.say(hello_of("Rogue", purpose))
        assert isinstance(await self.hear(), Hello)

    def proof(self, password: str, initiator: bool = True) -> CPace:
        """What it takes to show that one knows a password, or not."""
        assert self.channel is not None
        hashed, pid = self.channel.handshake_hash, self.channel.pid
        return CPace(initiator, password, hashed, ROGUE.pid, pid, b"k" * 32)

    async def last(self) -> Bye | None:
        """What the other side says before it closes the connection; None: nothing."""
        said: Message | None = None
        while (message := await self.hear()) is not None:
            said = message
            self.count += 1
        assert said is None or isinstance(said, Bye)
        return said


@asynccontextmanager
async def rogue(address: Address) -> AsyncIterator[Rogue]:
    """A rogue that knocks."""
    reader, writer = await soon(asyncio.open_connection(*address))
    try:
        yield Rogue(reader, writer)
    finally:
        await hung_up(writer)


async def hung_up(writer: asyncio.StreamWriter) -> None:
    """Closes a connection without a word."""
    writer.transport.abort()
    with suppress(OSError):
        await soon(writer.wait_closed())


@asynccontextmanager
async def trap(behave: Callable[[Rogue], Awaitable[None]]) -> AsyncIterator[Address]:
    """A rogue that waits for callers."""
    rogues: list[Rogue] = []

    async def called(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        rogues.append(Rogue(reader, writer))
        with suppress(ConnectionError):
            await behave(rogues[-1])
        writer.close()

    server = await asyncio.start_server(called, HERE, 0)
    try:
        yield Address(HERE, server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for each in rogues:
            await hung_up(each.writer)


def has_ipv6() -> bool:
    """Whether this machine can talk to itself by IPv6."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as door:
            door.bind(("::1", 0))
    except OSError:
        return False
    return True


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as door:
        door.bind((HERE, 0))
        port: int = door.getsockname()[1]
        return port
