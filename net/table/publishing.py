"""Keeps what the local network hears of a table true, from whichever program is responsible."""

import asyncio
from contextlib import suppress
from typing import Final

from net.discovery import Advertiser, Notice
from net.table.table import NetTable

SETTLE: Final = 0.3  # seconds that changes are gathered for


class Publisher:
    """Publishes the table while this program speaks for it, and withdraws it when it doesn't."""

    def __init__(self, table: NetTable) -> None:
        self._table = table
        self._advertiser = Advertiser(table.port)
        self._said: Notice | None = None
        self._changed = asyncio.Event()
        self._changed.set()
        table.on_change.append(self._changed.set)
        self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def trouble(self) -> str:
        """Why nobody hears of the table, if so."""
        return self._advertiser.trouble

    async def close(self) -> None:
        self._table.on_change.remove(self._changed.set)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                await self._advertiser.withdraw()

    async def _run(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            notice = self._table.notice_of()
            if notice is None:
                if self._said is not None:
                    await self._advertiser.withdraw()
            elif notice != self._said:
                self._advertiser.publish(notice)
            self._said = notice
            await asyncio.sleep(SETTLE)
