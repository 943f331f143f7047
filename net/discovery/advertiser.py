"""Publishes a table on the local network for as long as it is there."""

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from net.chores import sentence as fault
from net.chores import start
from net.discovery.daemon import POLL, SERVICE, Daemon, sentence
from net.discovery.interfaces import published
from net.discovery.notice import Notice

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo

_TAG_SIZE: Final = 4
APART: Final = 1.5  # seconds from one announcement to the next; two at once would be mixed up


class Advertiser:
    """Says what a table is like to whoever asks; `trouble` says why nobody hears it, if so.

    All work is done in the background and nothing is raised: a table without discovery is still
    a table.
    """

    def __init__(self, port: int, *, poll: float = POLL, daemon: Daemon | None = None) -> None:
        self.port = port
        # Names of this publication alone: two programs that shared one would be taken for one
        # machine with the addresses of both.
        self._tag = os.urandom(_TAG_SIZE).hex()
        self._poll = poll
        self._daemon = daemon or Daemon()
        self._notice: Notice | None = None
        self._said: tuple[int, bytes, list[bytes]] | None = None
        self._twice = False  # whether that was said twice
        self._trouble = ""
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def trouble(self) -> str:
        return self._trouble or self._daemon.trouble

    def publish(self, notice: Notice) -> None:
        """Publishes the table, or what has changed about it; returns at once."""
        self._notice = notice
        self._idle.clear()
        self._wake.set()
        if self._task is None:
            self._task = start(self._run(), self._failed)

    async def settled(self) -> None:
        """Waits until the last notice is out, or can't be brought out for now."""
        await self._idle.wait()

    async def withdraw(self) -> None:
        """Takes the table off the network; it can be published again."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])  # whoever is cancelled himself meanwhile hears of it
        self._said = None
        await self._daemon.close()

    def _failed(self, error: BaseException) -> None:
        self._trouble = fault(error)
        self._idle.set()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            await self._daemon.refresh()
            said = await self._say()
            if not self._wake.is_set():
                self._idle.set()
            if said:
                await asyncio.sleep(APART)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll):
                    await self._wake.wait()

    async def _say(self) -> bool:
        """Announce how the table stands, and once more, because an older answer that was on its
        way may have come after it; return whether there was something to say."""
        from zeroconf import Error

        zc, notice = self._daemon.zc, self._notice
        if zc is None or notice is None or not self._daemon.places:
            return False
        saying = (self._daemon.opened, notice.record(), published(self._daemon.places))
        again = saying == self._said
        if again and self._twice:
            return False
        info = self._info(notice, saying[2])
        try:
            if self._said is None or self._said[0] != saying[0]:
                await (await zc.async_register_service(info))
            else:
                await (await zc.async_update_service(info))
        except (Error, OSError, RuntimeError) as error:
            self._trouble, self._said = sentence(error), None
            await self._daemon.close()
        else:
            self._trouble, self._said, self._twice = "", saying, again
        return True

    def _info(self, notice: Notice, addresses: list[bytes]) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            SERVICE,
            f"{notice.code} {self._tag}.{SERVICE}",
            port=self.port,
            properties=notice.record(),
            server=f"cz-{self._tag}.local.",
            addresses=addresses,
        )
