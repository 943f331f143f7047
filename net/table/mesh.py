"""The connections between the players of a table: each pair has one, and makes it anew if it fails.

Both sides dial, the one with the greater key first. If two connections meet, both sides keep the
one that the smaller key has made, or the newer one when they are far apart: then the older one is
what a crashed program has left behind.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, Protocol

from net.chores import start
from net.wire.codes import Address
from net.wire.hall import UNREACHABLE, Hall, HallError
from net.wire.link import Link
from net.wire.messages import MAX_LISTENERS, Listener, Message, Peers, pack

AGAIN: Final = 2.0  # seconds between attempts
SECOND: Final = 0.7  # seconds by which the smaller key lets the greater one go first
TOGETHER: Final = 3.0  # seconds within which two connections count as having met
ADDRESSES: Final = 4  # kept for each peer
OTHERS: Final = 64  # peers that were named and are not wanted, or not yet


class Company(Protocol):
    """Who the connections are for."""

    def joined(self, link: Link) -> None:
        """There is a connection to a peer."""

    def parted(self, pid: bytes, sentence: str, reason: str) -> None:
        """There is none any more, and why, in a sentence and a word."""

    def heard(self, link: Link, message: Message) -> None:
        """A peer says something."""

    def refused(self, pid: bytes, problem: HallError) -> None:
        """A peer is there, and will not have this program."""

    def failed(self, error: BaseException) -> None:
        """The connections are looked after no more, by a fault of this program."""


class Mesh:
    """One link to each peer, and the addresses at which peers may be found."""

    def __init__(self, me: bytes, hall: Hall, company: Company, password: str) -> None:
        self._me = me
        self._hall = hall
        self._company = company
        self._password = password
        self.links: dict[bytes, Link] = {}
        self._said: Message | None = None  # what was sent last: most things are said to everybody
        self._packed = b""
        # Where peers may be found, the best guess last, and whether one was found there.
        self._addresses: dict[bytes, dict[Address, bool]] = {}
        self._wanted: set[bytes] = set()
        self._tasks: dict[bytes, asyncio.Task[None]] = {}

    # -- addresses ---------------------------------------------------------------------------------

    def learn(self, pid: bytes, address: Address) -> None:
        """A peer may be found there; the latest address is tried first."""
        self._learn(pid, address)
        self._forget_others()

    def _learn(self, pid: bytes, address: Address) -> None:
        known = self._addresses.setdefault(pid, {})
        if pid in self.links:  # where he is now we know better
            self._addresses[pid] = {address: False} | known if address not in known else known
        else:
            known[address] = known.pop(address, False)
        self._forget_some(pid)

    def _learn_for_sure(self, link: Link) -> None:
        """A peer is found where he listens by his own account."""
        known = dict.fromkeys(self._addresses.get(link.pid, {}), False)
        address = Address(link.address.host, link.hello.port)
        known.pop(address, None)
        known[address] = True
        self._addresses[link.pid] = known
        self._forget_some(link.pid)

    def _forget_some(self, pid: bytes) -> None:
        """What others say drives out what others have said, and not what is certain."""
        known = self._addresses[pid]
        while len(known) > ADDRESSES:
            del known[next(address for address, sure in known.items() if not sure)]

    def _forget_others(self) -> None:
        """Whoever has a connection can name peers without end; few of them are remembered."""
        kept = self._wanted | set(self.links)
        others = [pid for pid in self._addresses if pid not in kept]
        for pid in others[: max(0, len(others) - OTHERS)]:
            del self._addresses[pid]

    def listeners(self) -> Peers:
        """Where the peers of this table may be found, for others."""
        found = [
            Listener(pid, address.host, address.port)
            for pid, known in self._addresses.items()
            if pid in self._wanted
            for address in known
        ]
        return Peers(tuple(found[:MAX_LISTENERS]))

    def place(self, pid: bytes) -> Address | None:
        """Where a peer is found, as far as is known."""
        return next(reversed(self._addresses.get(pid, {})), None)

    def hear_of(self, link: Link, message: Peers) -> None:
        """Takes addresses from a peer; what is local to it, we find where we found it."""
        for listener in message.listeners:
            if listener.pid != self._me:
                self._learn(listener.pid, seen_from(link.address, listener))
        self._forget_others()

    # -- links -------------------------------------------------------------------------------------

    def want(self, pids: Iterable[bytes]) -> None:
        """Keeps connections to these, and to nobody else."""
        self._wanted = set(pids) - {self._me}
        for pid in self._wanted - set(self._tasks):
            self._tasks[pid] = start(self._keep(pid), self._company.failed)
        for pid in set(self._tasks) - self._wanted:
            self._tasks.pop(pid).cancel()

    def add(self, link: Link) -> bool:
        """Takes a connection, if it is better than the one that is there."""
        known = self.links.get(link.pid)
        if known is not None and known.alive:
            if not self._better(link, known):
                link.close("left", "there is another connection")
                return False
            known.on_message = known.on_lost = None
            known.close("left", "there is another connection")
        self.links[link.pid] = link
        if link.hello.port:
            self._learn_for_sure(link)
            self._forget_others()
        link.on_message = self._company.heard
        link.on_lost = self._lost
        if known is None:
            self._company.joined(link)
        return True

    def _better(self, link: Link, known: Link) -> bool:
        if abs(link.opened_at - known.opened_at) > TOGETHER:
            return link.opened_at > known.opened_at
        return self._maker(link) < self._maker(known)

    def _maker(self, link: Link) -> bytes:
        return self._me if link.initiated else link.pid

    def _lost(self, link: Link, sentence: str) -> None:
        if self.links.get(link.pid) is link:
            del self.links[link.pid]
            self._company.parted(link.pid, sentence, link.reason)

    def send(self, pid: bytes, message: Message) -> None:
        link = self.links.get(pid)
        if link is not None:
            if message is not self._said:
                self._said, self._packed = message, pack(message)
            link.send_packed(self._packed)

    def drop(self, pid: bytes, reason: str, text: str = "") -> None:
        """Ends a connection."""
        link = self.links.get(pid)
        if link is not None:
            link.close(reason, text)

    async def _keep(self, pid: bytes) -> None:
        """Makes a connection whenever there is none."""
        await asyncio.sleep(0 if self._me > pid else SECOND)
        while True:
            if pid not in self.links:
                for address in reversed(list(self._addresses.get(pid, {}))):
                    try:
                        link = await self._hall.dial(
                            address, "play", pid=pid, password=self._password
                        )
                    except HallError as problem:
                        if problem.reason != UNREACHABLE:
                            self._company.refused(pid, problem)
                        continue
                    self.add(link)
                    break
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def seen_from(source: Address, listener: Listener) -> Address:
    """Where to find a peer that another one has named; what is local to that one is found there."""
    local = _is_loopback(listener.host) and not _is_loopback(source.host)
    return Address(source.host if local else listener.host, listener.port)


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host.partition("%")[0]).is_loopback
    return host == "localhost"
