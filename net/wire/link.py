"""One encrypted connection, from its first byte to the goodbye.

A `Link` is what asyncio calls a protocol: bytes come in, frames are found, opened and read, and the
message is handed over, all in one go, since every action of a game waits for it. It keeps itself
alive, notices when the other side is gone, and ends at the first thing that no honest program does;
whoever owns it hears of messages and of the end, and of nothing in between.
"""

import asyncio
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Final, Protocol

from net.wire.codes import Address
from net.wire.fields import tidy
from net.wire.frames import (
    FRAME_LIMIT,
    HANDSHAKE_LIMIT,
    FrameError,
    FrameReader,
    framed,
    opened,
    sealed,
)
from net.wire.limits import Limits
from net.wire.messages import (
    MAX_SENTENCE,
    REASONS,
    Bye,
    Hello,
    Malformed,
    Message,
    Ping,
    Pong,
    Share,
    Tag,
    pack,
    unpack,
)
from net.wire.noise import CipherState, Handshake, NoiseError
from net.wire.rates import TokenBucket
from net.wire.sockets import address_of, half_close, tune

STRANGER_LIMIT: Final = 2048  # bytes of a frame before admission: a goodbye with a long sentence
BYTES_PER_TOKEN: Final = 4096
MAX_AFTERMATH: Final = 1 << 20  # bytes that are thrown away after the goodbye


class Phase(Enum):
    """How far a link has come."""

    SHAKING = auto()  # no ciphers yet
    MEETING = auto()  # ciphers, but nobody has been let in
    OPEN = auto()
    OVER = auto()  # for both of us; the socket may take a moment longer


class Doorman(Protocol):
    """Whoever decides about a link until it is open, and counts sockets."""

    def connected(self, link: "Link") -> None:
        """A socket is there."""

    def shaken(self, link: "Link") -> None:
        """The ciphers and the other side's identity are there."""

    def heard(self, link: "Link", message: Message) -> None:
        """Something was said before admission; raises Malformed if it should not have been."""

    def ended(self, link: "Link") -> None:
        """The link is over, and says why."""

    def gone(self, link: "Link") -> None:
        """The socket is closed."""


_KEPT: Final = frozenset((Ping, Pong, Bye))
_GREETINGS: Final = frozenset((Hello, Share, Tag))

OnMessage = Callable[["Link", Message], None]
OnLost = Callable[["Link", str], None]
OnRoom = Callable[["Link"], None]


class Link(asyncio.Protocol):
    """A connection to one other peer.

    The owner sets `on_message` and `on_lost`; nothing is read or lost before. `on_lost` is called
    once, whoever ended the link and why, and never from within a call of the owner's. A message
    handler that raises Malformed ends the link.
    """

    hello: Hello  # of the other side; there once the link is open

    def __init__(self, handshake: Handshake, initiated: bool, doorman: Doorman, limits: Limits):
        self._loop = asyncio.get_running_loop()
        self._handshake = handshake
        self._doorman = doorman
        self._limits = limits
        self._transport: asyncio.Transport | None = None
        self._phase = Phase.SHAKING
        self._reader = FrameReader(HANDSHAKE_LIMIT)
        self._send: CipherState | None = None
        self._receive: CipherState | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._on_message: OnMessage | None = None
        self._on_lost: OnLost | None = None
        self._due = 0.0
        self._told = False
        self._pings = 0
        self._aftermath = 0
        self._ready = b""  # frames that are encrypted and not yet sent
        self.opened_at = self._heard_at = self._sent_at = self._loop.time()
        self._bucket = TokenBucket(limits.stranger_rate, limits.stranger_burst, self.opened_at)
        self.on_room: OnRoom | None = None
        self.initiated: Final = initiated
        self.pid = b""
        self.handshake_hash = b""
        self.address = Address("", 0)
        self.roomy = True
        self.reason = ""  # of the end, one of REASONS; empty if nobody said goodbye
        self.farewell = ""  # the other side's own words
        self.sentence = ""  # why it ended

    # -- for the owner -----------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether anything can still be said."""
        return self._phase is not Phase.OVER

    @property
    def name(self) -> str:
        """What to call the other side in a sentence."""
        return self.hello.name if hasattr(self, "hello") else str(self.address)

    @property
    def backlog(self) -> int:
        """Bytes that were sent and not yet written."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    @property
    def on_message(self) -> OnMessage | None:
        """What is called with each message; as long as it is None, the messages wait."""
        return self._on_message

    @on_message.setter
    def on_message(self, handler: OnMessage | None) -> None:
        self._on_message = handler
        self._loop.call_soon(self._resume)

    @property
    def on_lost(self) -> OnLost | None:
        """What is called once when the link is over, also if that was before it was set."""
        return self._on_lost

    @on_lost.setter
    def on_lost(self, handler: OnLost | None) -> None:
        self._on_lost = handler
        if self._phase is Phase.OVER:
            self._loop.call_soon(self._tell)

    def send(self, message: Message) -> None:
        """Says something; to a link that is over, nothing."""
        self.send_packed(pack(message))

    def send_packed(self, data: bytes) -> None:
        """Says what `pack` made of a message, which many links may share."""
        self.prepare(data)
        self.release()

    def prepare(self, data: bytes) -> None:
        """Encrypts a packed message, and keeps it until something is sent."""
        transport, cipher = self._transport, self._send
        if self._phase is Phase.OVER or cipher is None or transport is None:
            return
        if not transport.is_closing():
            self._ready += sealed(cipher, data)

    def release(self) -> None:
        """Sends what was prepared."""
        if not self._ready or self._transport is None:
            return
        frames, self._ready = self._ready, b""
        self._transport.write(frames)
        self._sent(self._loop.time())

    def _sent(self, now: float) -> None:
        self._sent_at = now
        if not self.roomy and self.backlog > self._limits.backlog:
            self.close("slow", "too much data piled up")

    @staticmethod
    def release_all(links: "Sequence[Link]", now: float) -> None:
        """Sends what was prepared for many links, with nothing between one and the next."""
        some = [link for link in links if link._ready and link._transport is not None]
        writes = [(link._transport.write, link._ready) for link in some if link._transport]
        for write, frames in writes:
            write(frames)
        for link in some:
            link._ready = b""
            link._sent(now)

    def close(self, reason: str, text: str = "") -> None:
        """Says goodbye and ends the link; without ciphers it just ends."""
        text = tidy(text, MAX_SENTENCE)
        told = f": {text}" if text else ""
        self._end(reason, f"the connection to {self.name} was closed{told}", Bye(reason, text))

    def abort(self) -> None:
        """Ends the link without a word."""
        self._end("", f"the connection to {self.name} was cut")
        if self._transport is not None:
            self._transport.abort()

    # -- for the doorman ---------------------------------------------------------------------------

    def admit(self) -> None:
        """Lets the other side in: bigger frames, more of them, and all the time it wants."""
        now = self._loop.time()
        self._phase = Phase.OPEN
        self._reader.limit = FRAME_LIMIT
        self._bucket = TokenBucket(self._limits.rate, self._limits.burst, now)
        self._heard_at = now
        self._wake_at(now + self._limits.quiet, self._tick)

    # -- for asyncio -------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A socket is there: the handshake begins."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=self._limits.high_water)
        tune(transport.get_extra_info("socket"), self._limits.silence)
        self.address = address_of(transport.get_extra_info("peername"))
        self._wake_at(self.opened_at + self._limits.meeting, self._expire)
        self._doorman.connected(self)
        if self._phase is Phase.SHAKING and self._handshake.writes:
            transport.write(framed(self._handshake.write_message()))

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        if self._phase is Phase.OVER:
            self._aftermath += len(data)
            if self._aftermath > MAX_AFTERMATH and self._transport is not None:
                self._transport.abort()
            return
        now = self._heard_at = self._loop.time()
        try:
            self._reader.feed(data, now)
            self._pump(now)
        except (FrameError, Malformed, NoiseError) as error:
            self.close("malformed", str(error))

    def eof_received(self) -> None:
        """The other side says no more, so it is gone; asyncio closes the socket."""
        self._end("", f"{self.name} disconnected")

    def pause_writing(self) -> None:
        """The other side reads more slowly than we write."""
        self.roomy = False

    def resume_writing(self) -> None:
        """It caught up."""
        self.roomy = True
        if self.on_room is not None and self._phase is Phase.OPEN:
            self.on_room(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed."""
        self._end("", f"{self.name} disconnected")
        if self._timer is not None:
            self._timer.cancel()
        self._doorman.gone(self)

    # -- reading -----------------------------------------------------------------------------------

    def _pump(self, now: float) -> None:
        """Takes out all frames that are complete and wanted; raises for what makes no sense."""
        while self._phase is not Phase.OVER:
            if self._phase is Phase.OPEN and self._on_message is None:
                if self._transport is not None:
                    self._transport.pause_reading()
                return
            body = self._reader.take(now)
            if body is None:
                return
            if not self._bucket.take(now, 1.0 + len(body) / BYTES_PER_TOKEN):
                self.close("flood", "more messages came than an honest client sends")
            elif self._receive is None:
                self._shake(body)
            else:
                self._hear(unpack(opened(self._receive, body)))

    def _hear(self, message: Message) -> None:
        kind = type(message)
        if kind in _KEPT:
            self._keep(message)
        elif self._phase is not Phase.OPEN:
            self._doorman.heard(self, message)
        elif kind in _GREETINGS:
            raise Malformed(f"a {kind.__name__} came out of turn")
        elif self._on_message is not None:
            self._on_message(self, message)

    def _keep(self, message: Message) -> None:
        """Answers what is between the two links and not for their owners."""
        if isinstance(message, Ping):
            self.send(Pong(message.number))
        elif isinstance(message, Bye):
            self.farewell = message.text
            told = f": {message.text}" if message.text else ""
            self._end(message.reason, f"{self.name} {REASONS[message.reason]}{told}")

    def _shake(self, body: bytes) -> None:
        """Takes a message of the handshake and gives the next one."""
        handshake = self._handshake
        handshake.read_message(body)
        if handshake.writes and self._transport is not None:
            self._transport.write(framed(handshake.write_message()))
        if handshake.done:
            self._send, self._receive, self.handshake_hash, self.pid = handshake.finish()
            self._phase = Phase.MEETING
            self._reader.limit = STRANGER_LIMIT
            self._doorman.shaken(self)

    def _resume(self) -> None:
        """Reads on after the owner took the link over."""
        if self._phase is Phase.OPEN and self._on_message is not None:
            now = self._heard_at = self._loop.time()
            if self._transport is not None:
                self._transport.resume_reading()
            try:
                self._pump(now)
            except (FrameError, Malformed, NoiseError) as error:
                self.close("malformed", str(error))

    # -- time --------------------------------------------------------------------------------------

    def _wake_at(self, when: float, what: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._due = when
        self._timer = self._loop.call_at(when, what)

    def _tick(self) -> None:
        """Looks after an open link: is the other side there, does it know that we are? Time in
        which this process slept is not held against the other side."""
        now = self._loop.time()
        limits = self._limits
        self._heard_at = min(now, self._heard_at + now - self._due)
        if now >= self._heard_at + limits.silence:  # as it was planned: rounded alike
            self.close("slow", f"silent for {limits.silence:g} s")
        elif self._reader.overdue(now):
            self.close("slow", "a message broke off")
        else:
            if now - self._sent_at >= limits.quiet:
                self._pings += 1
                self.send(Ping(self._pings))
                self._sent_at = now
            if self._phase is Phase.OPEN:
                due = min(self._sent_at + limits.quiet, self._heard_at + limits.silence)
                self._wake_at(due, self._tick)

    def _expire(self) -> None:
        """A stranger had all the time there is."""
        self.close("slow", f"{self._limits.meeting:g} s weren't enough to connect")

    # -- the end -----------------------------------------------------------------------------------

    def _end(self, reason: str, sentence: str, bye: Bye | None = None) -> None:
        """The end for both sides, once. The goodbye gets a moment to arrive: a socket closed with
        something unread in it would take back what was written."""
        if self._phase is Phase.OVER:
            return
        was_open = self._phase is Phase.OPEN
        self._phase = Phase.OVER
        self.reason, self.sentence = reason, sentence
        self._reader = FrameReader(HANDSHAKE_LIMIT)
        ready, self._ready = self._ready, b""
        transport = self._transport
        if transport is not None:
            if bye is None or self._send is None or transport.is_closing():
                transport.close()
            else:
                transport.write(ready + sealed(self._send, pack(bye)))
                transport.resume_reading()
                half_close(transport)
            self._wake_at(self._loop.time() + self._limits.linger, transport.abort)
        self._doorman.ended(self)
        if was_open:
            self._loop.call_soon(self._tell)

    def _tell(self) -> None:
        if self._on_lost is not None and not self._told:
            self._told = True
            self._on_lost(self, self.sentence)
