"""Where a peer takes and makes connections.

A `Hall` lets in who shows a key, plays the same game and knows the password if there is one, and
hands the link over; it turns everybody else away with a sentence. Strangers can keep it from
nothing: they are few at a time, have seconds, and the greediest give way first.
"""

import asyncio
import ipaddress
import secrets
import socket
from collections.abc import Callable
from typing import Final

from net.identity import Identity
from net.wire.codes import Address
from net.wire.cpace import PasswordError, octets
from net.wire.doors import BACKLOG, DoorError, files_allowed, open_doors
from net.wire.fields import tidy
from net.wire.greeting import Greeting, Random, Unwelcome, joining, receiving
from net.wire.limits import Limits
from net.wire.link import Link
from net.wire.messages import MAX_SENTENCE, Hello, Message
from net.wire.noise import Handshake
from net.wire.rates import TokenBucket

MAX_ORIGINS: Final = 1024  # addresses whose guesses are remembered
ATTEMPTS: Final = 4  # to get in where many want to
ATTEMPT_DELAY: Final = 0.4  # seconds between two of them, at most
STAGGER: Final = 0.25  # seconds between the addresses of a host

UNREACHABLE: Final = "unreachable"
DEFAULT_LIMITS: Final = Limits()


class HallError(Exception):
    """Why there is no connection: a sentence, and one of REASONS or `unreachable`."""

    def __init__(self, sentence: str, reason: str = UNREACHABLE) -> None:
        super().__init__(tidy(sentence, MAX_SENTENCE))
        self.reason = reason


class Hall:
    """All connections of one peer."""

    def __init__(
        self,
        identity: Identity,
        hello: Callable[[str], Hello],
        arrived: Callable[[Link], None],
        password: str = "",
        *,
        turned_away: Callable[[Address, str, str], None] | None = None,
        limits: Limits = DEFAULT_LIMITS,
        random: Random = secrets.token_bytes,
    ) -> None:
        """`hello` makes our own greeting for a purpose, `arrived` takes the links that others made.
        `turned_away` hears of those who don't fit or don't know the password: from where, the
        reason, and the sentence that they were told."""
        self._identity = identity
        self._hello = hello
        self._arrived = arrived
        self._turned_away = turned_away
        self._random = random
        self._limits = limits
        self._static = random(32)
        self.password = password
        self._servers: list[asyncio.Server] = []
        self._links: dict[Link, None] = {}  # whose socket is open
        self._crowds: dict[str, dict[Link, None]] = {}  # strangers by origin, oldest first
        self._greetings: dict[Link, Greeting] = {}
        self._calls: dict[Link, _Call] = {}
        self._guesses: dict[str, TokenBucket] = {}  # by origin, the latest last
        self._emptied: asyncio.Future[None] | None = None
        self._closed = False

    @property
    def password(self) -> str:
        """What those who come must know; empty if nothing."""
        return self._password

    @password.setter
    def password(self, password: str) -> None:
        if password:
            try:
                octets(password)
            except PasswordError as error:
                raise HallError(str(error), "password") from None
        self._password = password

    # -- for the owner -----------------------------------------------------------------------------

    async def listen(self, port: int = 0) -> int:
        """Takes connections on all interfaces from now on; gives the port."""
        try:
            doors = open_doors(port)
        except DoorError as error:
            raise HallError(str(error)) from None
        loop = asyncio.get_running_loop()
        port = int(doors[0].getsockname()[1])
        for door in doors:
            server = await loop.create_server(lambda: self._link(False), sock=door, backlog=BACKLOG)
            self._servers.append(server)
        return port

    async def dial(
        self,
        address: Address,
        purpose: str,
        pid: bytes | None = None,
        password: str = "",
        timeout: float = 5.0,
    ) -> Link:
        """An open link to whoever listens there; or HallError."""
        call = _Call(address, purpose, pid, password)
        try:
            async with asyncio.timeout(timeout):
                for _ in range(ATTEMPTS - 1):
                    try:
                        return await self._connect(call)
                    except _PushedOut:
                        await asyncio.sleep(ATTEMPT_DELAY * self._random(1)[0] / 256)
                return await self._connect(call)
        except TimeoutError:
            raise HallError(f"{address} doesn't answer") from None

    async def probe(self, address: Address, timeout: float = 2.0) -> Hello | None:
        """How whoever listens there introduces himself; None if nobody does."""
        try:
            link = await self.dial(address, "probe", timeout=timeout)
        except HallError:
            return None
        link.close("left")
        return link.hello

    async def close(self) -> None:
        """Says goodbye to all and closes everything, for good."""
        self._closed = True
        for server in self._servers:
            server.close()
        for link in list(self._links):
            link.close("left")
        if self._links:
            self._emptied = self._emptied or asyncio.get_running_loop().create_future()
            await self._emptied
        for server in self._servers:
            await server.wait_closed()
        self._servers.clear()

    # -- making connections ------------------------------------------------------------------------

    def _link(self, initiated: bool) -> Link:
        handshake = Handshake(initiated, self._identity, self._static, self._random(32))
        return Link(handshake, initiated, self, self._limits)

    async def _connect(self, call: "_Call") -> Link:
        """One attempt to get in."""
        host, port = call.address
        if self._closed:
            raise HallError("this table takes no more connections")
        if not 0 < port <= 65535:
            raise HallError(f"port {port} doesn't exist")
        loop = asyncio.get_running_loop()
        link = self._link(True)
        call.result = loop.create_future()
        self._calls[link] = call
        try:
            stagger = None if _is_numeric(host) else STAGGER
            await loop.create_connection(lambda: link, host, port, happy_eyeballs_delay=stagger)
            return await call.result
        except (OSError, ValueError) as error:
            raise HallError(_unreachable(call.address, error)) from None
        except BaseException:
            call.result.cancel()
            if link.alive:
                link.abort()
            raise
        finally:
            del self._calls[link]

    # -- what links tell ---------------------------------------------------------------------------

    def connected(self, link: Link) -> None:
        """A socket is there. Where strangers are too many, the oldest of the greediest goes."""
        self._links[link] = None
        if self._closed:
            link.abort()
        if link.initiated or self._closed:
            return
        origin = origin_of(link.address.host)
        crowd = self._crowds.get(origin, {})
        if len(crowd) < self._limits.strangers_each:
            full = sum(map(len, self._crowds.values())) >= self._limits.strangers
            crowd = max(self._crowds.values(), key=len) if full else {}
        if crowd:
            oldest = next(iter(crowd))
            self._forget(oldest)
            oldest.abort()
        self._crowds.setdefault(origin, {})[link] = None

    def shaken(self, link: Link) -> None:
        """The ciphers are there: the greeting begins."""
        me, random = self._identity.pid, self._random
        if link.initiated:
            call = self._calls[link]
            greeting = joining(
                link, me, self._introduced(call.purpose), call.pid, call.password, random
            )
        else:
            greeting = receiving(
                link, me, self._introduced, self._password, random, self._vet, self._guess
            )
        self._greetings[link] = greeting
        self._greet(link, lambda: next(greeting))

    def heard(self, link: Link, message: Message) -> None:
        """The greeting goes on."""
        greeting = self._greetings[link]
        self._greet(link, lambda: greeting.send(message))

    def ended(self, link: Link) -> None:
        """A link is over; if somebody waits for it, he waits no longer."""
        greeting = self._greetings.pop(link, None)
        call = self._calls.get(link)
        if call is not None and not call.result.done():
            if link.reason == "malformed" and greeting is None:
                sentence = f"{call.address} isn't a chez-tui table"
                call.result.set_exception(HallError(sentence, link.reason))
            elif link.reason:
                sentence = link.farewell or link.sentence
                call.result.set_exception(HallError(sentence, link.reason))
            else:
                call.result.set_exception(_PushedOut(f"{link.address} hung up right away"))

    def gone(self, link: Link) -> None:
        """A socket is closed."""
        self._forget(link)
        del self._links[link]
        if not self._links and self._emptied is not None and not self._emptied.done():
            self._emptied.set_result(None)

    # -- greetings ---------------------------------------------------------------------------------

    def _introduced(self, purpose: str) -> Hello:
        return self._hello(purpose)._replace(purpose=purpose, locked=bool(self._password))

    def _greet(self, link: Link, step: Callable[[], None]) -> None:
        """One step of a greeting, and what follows when it was the last one."""
        try:
            step()
        except StopIteration:
            if link.alive:
                self._let_in(link)
        except Unwelcome as no:
            call = self._calls.get(link)
            if call is not None and not call.result.done():
                reason = UNREACHABLE if no.reason == "left" else no.reason
                call.result.set_exception(HallError(str(no), reason))
            link.close(no.reason, str(no))
            if self._turned_away is not None and not link.initiated:
                self._turned_away(link.address, no.reason, str(no))

    def _let_in(self, link: Link) -> None:
        del self._greetings[link]
        link.admit()
        if not link.initiated:
            self._forget(link)
            self._arrived(link)
        elif not (result := self._calls[link].result).done():
            result.set_result(link)

    def _vet(self, link: Link) -> None:
        """Keeps room for strangers, so that the hall can always say that it is full."""
        strangers = sum(map(len, self._crowds.values()))
        most = min(self._limits.connections, files_allowed()) - self._limits.strangers
        if len(self._links) - strangers >= most:
            raise Unwelcome("busy", "too many connections. Try again later.")

    def _guess(self, link: Link, right: bool) -> None:
        """Counts the guesses of an address; a right one costs nothing."""
        origin = origin_of(link.address.host)
        now = asyncio.get_running_loop().time()
        most = self._limits.guesses
        bucket = self._guesses.pop(origin, None) or TokenBucket(most / 60, most, now)
        self._guesses[origin] = bucket
        if len(self._guesses) > MAX_ORIGINS:
            del self._guesses[next(iter(self._guesses))]
        if not bucket.take(now, -1.0 if right else 1.0):
            raise Unwelcome("busy", "too many wrong passwords. Try again in a minute.")

    def _forget(self, link: Link) -> None:
        """A stranger is one no more."""
        origin = origin_of(link.address.host)
        crowd = self._crowds.get(origin, {})
        crowd.pop(link, None)
        if not crowd:
            self._crowds.pop(origin, None)


class _PushedOut(HallError):
    """The other side had no time for us yet."""


class _Call:
    """A connection that somebody waits for."""

    result: asyncio.Future[Link]

    def __init__(self, address: Address, purpose: str, pid: bytes | None, password: str) -> None:
        self.address = address
        self.purpose = purpose
        self.pid = pid
        self.password = password


def origin_of(host: str) -> str:
    """Who counts as one: an address, or the /64 network of which any machine has every address."""
    if ":" not in host:
        return host
    address, _, scope = host.partition("%")
    return f"{ipaddress.ip_network((address, 64), strict=False)}%{scope}"


def _is_numeric(host: str) -> bool:
    """Whether it is an address and not a name: then there is nothing to try side by side."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _unreachable(address: Address, error: Exception) -> str:
    if isinstance(error, socket.gaierror):
        return f"unknown host {address.host}"
    if isinstance(error, ConnectionRefusedError):
        return f"nothing is listening at {address}"
    return f"can't reach {address}"
