"""Keeps what the local network hears of a table true, from whichever program is responsible."""

import asyncio
from contextlib import suppress

from net.chores import sentence, start
from net.discovery import Advertiser, Notice
from net.table.table import NetTable
from net.wire.messages import VERSION
from net.wire.versions import cards_hash


def notice_of(table: NetTable) -> Notice | None:
    """What is published about the table; None if nobody is to hear of it, or another program
    sees to that."""
    play, lobby = table.play, table.lobby
    hosting = play is not None and (play.game.hosting or play.game.host is None)
    if table.closed or not (hosting or table.desk is not None):
        return None
    if play is not None and table.desk is None:
        offline = play.terms.manners.offline
        places, alive = play.terms.seats, play.referee.game.alive if play.begun else ()
        gone = {seat for seat, here in enumerate(alive) if not here}
        sitting = [(p.name, p.bot) for seat, p in enumerate(places) if seat not in gone]
        seats = len(places)
        title, editions = play.terms.manners.title, play.terms.header.editions
        options = play.terms.header.options
    elif lobby is not None:
        offline = lobby.offline
        sitting = [(chair.name, chair.bot) for chair in lobby.chairs if chair.pid]
        seats = len(lobby.chairs)
        title, editions, options = lobby.title, lobby.editions, lobby.options
    else:
        return None
    if offline:
        return None
    return Notice(
        table.id, title, table.phase, len(sitting), seats, bool(table.settings.password),
        editions, table.settings.program, VERSION, table.me.pid, cards_hash(),
        tuple(f"{name}={value}" for name, value in sorted(options.items())),
        tuple(name for name, _ in sorted(sitting, key=lambda one: bool(one[1]))),
    )  # fmt: skip


class Publisher:
    """Publishes the table while this program speaks for it, and withdraws it when it doesn't."""

    def __init__(self, table: NetTable) -> None:
        self._table = table
        self._advertiser = Advertiser(table.port)
        self._said: Notice | None = None
        self._changed = asyncio.Event()
        self._changed.set()
        table.on_change.append(self._changed.set)
        self._fault = ""
        self._task = start(self._run(), self._failed)

    @property
    def trouble(self) -> str:
        """Why nobody hears of the table, if so."""
        return self._fault or self._advertiser.trouble

    def _failed(self, error: BaseException) -> None:
        """A table that nobody hears of is still a table."""
        self._fault = sentence(error)

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
            notice = notice_of(self._table)
            if notice is None:
                if self._said is not None:
                    await self._advertiser.withdraw()
            elif notice != self._said:
                self._advertiser.publish(notice)
            self._said = notice
