"""The live list of tables on the local network."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Self

from net.chores import sentence, start
from net.discovery.daemon import POLL, SERVICE, Daemon
from net.discovery.interfaces import worth_trying
from net.discovery.notice import Notice, read_notice
from net.discovery.packets import TXT
from net.discovery.reach import listens, race
from net.discovery.roster import PERIOD, Found, Roster
from net.wire.codes import Address, JoinCode

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

    from net.discovery.texts import Texts

Probe = Callable[[Address], Awaitable[bool]]

PATIENCE: Final = 2.5  # seconds for all addresses of a table to answer
RESOLVE: Final = 3000  # milliseconds to find out what is behind a name
MAX_RESOLVING: Final = 64  # names at a time; strangers can invent any number of them
MAX_PROBING: Final = 16
INTERNET: Final = 1  # the class of all records (RFC 1035)
EXPIRING: Final = 1  # seconds that a record still lives that has been replaced
OTHERS: Final = 0.3  # seconds to wait for a second table with the same code


class Browser:
    """Hears of tables, asks each now and then whether it is still there, and says what changed.

    `probe` answers whether a table takes connections at an address; `changed` is called after
    every change of `tables` or `trouble`, which says why nothing can be heard, if so.
    """

    def __init__(
        self,
        probe: Probe = listens,
        changed: Callable[[], None] | None = None,
        *,
        period: float = PERIOD,
        poll: float = POLL,
        daemon: Daemon | None = None,
    ) -> None:
        self.tables: tuple[Found, ...] = ()
        self.trouble = ""
        self._probe = probe
        self._changed = changed
        self._poll = poll
        self._roster = Roster(period)
        self._daemon = daemon or Daemon()
        self._news = asyncio.Event()
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._resolving: set[str] = set()
        self._probing = asyncio.Semaphore(MAX_PROBING)
        self._browser: AsyncServiceBrowser | None = None
        self._texts: Texts | None = None
        self._main: asyncio.Task[None] | None = None
        self._fault = ""

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Begins to listen; returns at once."""
        if self._main is None:
            self._main = start(self._run(), self._failed)

    async def close(self) -> None:
        running = [task for task in (self._main, *self._tasks) if task is not None]
        self._main = None
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)
        await self._stop_browser()
        await self._daemon.close()
        self._rouse()

    async def changes(self) -> AsyncIterator[tuple[Found, ...]]:
        """The list of tables as it is now, and again whenever it has changed."""
        shown: tuple[Found, ...] | None = None
        while self._main is not None:
            if self.tables != shown:
                shown = self.tables
                yield shown
            else:
                await self._news.wait()

    async def find(self, code: JoinCode, timeout: float) -> tuple[Found, ...]:
        """The tables that a code may mean; nearly always one, none if it takes too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                async for tables in self.changes():
                    if any(code.fits(found.notice.table) for found in tables):
                        await asyncio.sleep(OTHERS)
                        break
        return tuple(found for found in self.tables if code.fits(found.notice.table))

    def heard(self, name: str, notice: Notice, addresses: Sequence[Address]) -> None:
        """Somebody publishes a table under a name of his own."""
        self._roster.heard(name.lower(), notice, addresses, monotonic())
        self._wake.set()

    def left(self, name: str) -> None:
        """What was published under a name is withdrawn."""
        self._roster.left(name.lower())
        self._wake.set()

    # -- the loop ----------------------------------------------------------------------------------

    async def _run(self) -> None:
        look = monotonic()
        while True:
            self._wake.clear()
            now = monotonic()
            if look <= now:
                if await self._daemon.refresh():
                    await self._listen()
                look = monotonic() + self._poll
            for table, addresses in self._roster.due(monotonic()):
                self._spawn(self._ask(table, addresses))
            self._tell()
            pause = min(look, self._roster.next()) - monotonic()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, pause)):
                    await self._wake.wait()

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = start(work, self._failed)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, table: bytes, addresses: tuple[Address, ...]) -> None:
        answered = None
        try:
            async with self._probing, asyncio.timeout(PATIENCE):
                answered = await race(addresses, self._answers)
        except TimeoutError:
            pass
        finally:
            self._roster.probed(table, answered[0] if answered else None, monotonic())
            self._wake.set()

    async def _answers(self, address: Address) -> bool | None:
        return await self._probe(address) or None

    def _tell(self) -> None:
        """Lets all know if the list has changed."""
        found, trouble = self._roster.found(), self._fault or self._daemon.trouble
        if (found, trouble) != (self.tables, self.trouble):
            self.tables, self.trouble = found, trouble
            self._rouse()
            if self._changed is not None:
                self._changed()

    def _failed(self, error: BaseException) -> None:
        self._fault = sentence(error)
        self._tell()

    def _rouse(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    # -- hearing of tables -------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Asks the network anew: a browser never notices that an interface has come."""
        from zeroconf import DNSQuestionType
        from zeroconf.asyncio import AsyncServiceBrowser

        from net.discovery.texts import Texts

        await self._stop_browser()
        zc = self._daemon.zc
        if zc is not None:
            self._texts = Texts(zc.zeroconf, self._said)
            # Answers to one asker alone get lost among programs that share the port.
            self._browser = AsyncServiceBrowser(
                zc.zeroconf, SERVICE, [self._notified], question_type=DNSQuestionType.QM
            )

    async def _stop_browser(self) -> None:
        browser, self._browser = self._browser, None
        texts, self._texts = self._texts, None
        if texts is not None:
            texts.close()
        if browser is not None:
            await browser.async_cancel()

    def _notified(
        self, zeroconf: object, service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        from zeroconf import ServiceStateChange

        if state_change is ServiceStateChange.Removed:
            self.left(name)
        else:
            self._said(name)

    def _said(self, name: str) -> None:
        """Something was said about a table: how does it stand?"""
        zc, info = self._daemon.zc, _info(name)
        if zc is None or info is None:
            return
        # Whoever tells all at once needs no place among those that must be asked for more.
        if info.load_from_cache(zc.zeroconf):
            self._publication(name, info, zc.zeroconf)
        elif name not in self._resolving and len(self._resolving) < MAX_RESOLVING:
            self._resolving.add(name)
            self._spawn(self._resolve(zc, name, info))

    async def _resolve(self, zc: "AsyncZeroconf", name: str, info: "AsyncServiceInfo") -> None:
        from zeroconf import DNSQuestionType, Error

        try:
            if await info.async_request(zc.zeroconf, RESOLVE, DNSQuestionType.QM):
                self._publication(name, info, zc.zeroconf)
        except (Error, OSError, RuntimeError):
            return  # the network has gone in the meantime
        finally:
            self._resolving.discard(name)

    def _publication(self, name: str, info: "AsyncServiceInfo", zc: "Zeroconf") -> None:
        texts = zc.cache.get_all_by_details(info.name, TXT, INTERNET)
        notice = read_notice(newest(texts) or info.text or b"")
        if notice is None:
            return
        addresses = worth_trying(info.parsed_scoped_addresses(), info.port, self._daemon.places)
        self.heard(name, notice, addresses)


def newest(texts: Iterable[Any]) -> bytes:
    """Return what was said last: records that came within a second live side by side, and older
    ones for a second more (RFC 6762, 10.2)."""
    last = max(texts, key=lambda text: (text.ttl > EXPIRING, text.created), default=None)
    return b"" if last is None else bytes(last.text)


def _info(name: str) -> "AsyncServiceInfo | None":
    from zeroconf import Error
    from zeroconf.asyncio import AsyncServiceInfo

    try:
        return AsyncServiceInfo(SERVICE, name)
    except Error:
        return None  # not a name that we would give
