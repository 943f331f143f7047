"""Spectators for the benchmark, all in one process, that only look when the last bytes come.

    python -m benchmarks.network_crowd watch PORT COUNT    real spectators of a table
    python -m benchmarks.network_crowd raw PORT COUNT      bare connections to `network_fanout`
    python -m benchmarks.network_crowd sync PORT COUNT     one who wants so many actions, for once

On each line of standard input they wait until every one of them has got something, and say how many
seconds lay between the first and the last. Spectators have made their handshakes; what comes after
is not decrypted, since in life they are as many machines as people.
"""

import asyncio
import json
import select
import socket
import sys
import time
from contextlib import suppress

from net.identity import Identity
from net.table.watching import Visitor, WatchTable
from net.wire.codes import Address
from net.wire.hall import DEFAULT_LIMITS, Hall
from net.wire.link import Link
from net.wire.messages import Hello, Watch
from net.wire.versions import cards_hash, hello_of

PATIENCE = 5.0
# Nobody looks whether the host speaks; they ask for a sign of life so seldom that the answers leave
# pauses, in which everything that was under way has come.
PATIENT = DEFAULT_LIMITS._replace(silence=1000.0, quiet=8.0)
QUIET = 0.1  # seconds without a byte until everything that was under way has come


def say(value: object) -> None:
    print(json.dumps(value), flush=True)


class Ears:
    """Sockets that are read and not listened to."""

    def __init__(self, sockets: list[socket.socket]) -> None:
        self._sockets = {one.fileno(): one for one in sockets}
        self._poll = select.epoll()
        for number in self._sockets:
            self._poll.register(number, select.EPOLLIN)

    def _take(self, number: int) -> bool:
        with suppress(BlockingIOError):
            return bool(self._sockets[number].recv(1 << 16))
        return False

    def drain(self) -> None:
        """Takes what has come until nothing comes any more."""
        while ready := self._poll.poll(QUIET):
            for number, _ in ready:
                self._take(number)

    def all_hear(self) -> float:
        """Waits until all have got something; the seconds between the first and the last."""
        silent = set(self._sockets)
        first = last = 0.0
        while silent:
            ready = self._poll.poll(PATIENCE)
            now = time.monotonic()
            if not ready:
                raise TimeoutError(f"{len(silent)} have heard nothing")
            first = first or now
            for number, _ in ready:
                if self._take(number):
                    silent.discard(number)
            last = time.monotonic()
        return last - first


def _hello(purpose: str) -> Hello:
    return hello_of("0", "Eve", purpose)


async def watchers(port: int, count: int) -> list[Link]:
    """Spectators who have seen the game so far."""
    links: list[Link] = []
    for number in range(count):
        identity = Identity(number.to_bytes(32, "big"))
        hall = Hall(identity, _hello, lambda link: None, limits=PATIENT)
        link = await hall.dial(Address("127.0.0.1", port), "watch")
        link.on_message = lambda link, message: None
        link.send(Watch(b"", 0))
        links.append(link)
    await asyncio.sleep(QUIET)
    return links


async def sync(port: int, count: int) -> float:
    """How long a newcomer takes to know, check and play through so many actions."""
    visitor = Visitor(Identity(b"n" * 32), "Newcomer", "0")
    start = time.monotonic()
    table = await WatchTable.open(visitor, [Address("127.0.0.1", port)])
    while table.session is None or len(table.session.actions) < count:
        await table.news()
    took = time.monotonic() - start
    await table.close()
    return took


async def main(kind: str, port: int, count: int) -> None:
    if kind == "sync":
        cards_hash()  # a program that is running has read its cards
        say({"seconds": await sync(port, count)})
        return
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    start = time.monotonic()
    sockets = []
    if kind == "watch":
        for link in await watchers(port, count):
            transport = link._transport
            assert transport is not None
            transport.pause_reading()
            sockets.append(transport.get_extra_info("socket").dup())
    else:
        sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    for one in sockets:
        one.setblocking(False)
    ears = Ears(sockets)
    say({"seconds": time.monotonic() - start})
    while await reader.readline():
        await asyncio.to_thread(ears.drain)
        say({"ready": True})
        say({"seconds": await asyncio.to_thread(ears.all_hear)})


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
