"""Network tables for screens: everything on loopback, nothing published, nothing heard."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.hosting import Bench, Place, TablePlan, look_in, sit_down
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.table import TableScreen
from net.discovery import Found
from net.wire.codes import Address
from tests.chez_tui.driver import SMALL, Size, shown
from tests.net.tablesim.toygroup import toy_group

PATIENCE = 20.0  # seconds for one thing to happen


class Quiet:
    """Publishes nothing."""

    trouble = ""

    def __init__(self, table: object) -> None:
        self.table = table

    async def close(self) -> None:
        """There is nothing to withdraw."""


class Ears:
    """Hears what the test tells it."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.tables: tuple[Found, ...] = ()
        self.trouble = ""
        self.changed = changed
        self.running = False

    def start(self) -> None:
        self.running = True

    async def close(self) -> None:
        self.running = False

    def hear(self, *tables: Found, trouble: str = "") -> None:
        self.tables, self.trouble = tables, trouble
        self.changed()


class NetApp(ChezApp):
    """An app that hears of tables only what the test says."""

    ears: Ears

    def browser(self, changed: Callable[[], None]) -> Ears:  # type: ignore[override]
        self.ears = Ears(changed)
        return self.ears


class Person:
    """Somebody in front of an app."""

    def __init__(self, app: NetApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def text(self) -> str:
        return shown(self.app)

    async def until(self, true: Callable[[], object]) -> None:
        """Lets time pass until something holds."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    await asyncio.sleep(0.01)
                    await self.pilot.pause(0)
        except TimeoutError:
            raise AssertionError(f"it does not happen on\n{self.text}") from None

    async def sees(self, words: str) -> None:
        await self.until(lambda: words in self.text)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.pilot.press(*({" ": "space", "/": "slash"}.get(c, c) for c in text))
        await self.pilot.pause()

    @property
    def lobby(self) -> LobbyScreen:
        return next(s for s in self.app.screen_stack if isinstance(s, LobbyScreen))

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.lobby._table.port)

    async def guest(self, name: str, bot: str = "", password: str = "") -> Place:
        return await sit_down(self.address, name, bot=bot, password=password)

    async def spectator(self, name: str = "Eve") -> Bench:
        return await look_in(self.address, name)

    @property
    def at_table(self) -> bool:
        return isinstance(self.app.screen, TableScreen)


@asynccontextmanager
async def someone(
    size: Size = SMALL, config: Config | None = None, title: bool = True
) -> AsyncIterator[Person]:
    """An app with its title screen."""
    app = NetApp(config or Config(name="Ann", pace="instant", calm=True))
    async with app.run_test(size=size) as pilot:
        if title:
            app.open_title()
            await pilot.pause()
        yield Person(app, pilot)


@asynccontextmanager
async def hosting(size: Size = SMALL, **plan: object) -> AsyncIterator[Person]:
    """An app that has opened a table."""
    async with someone(size) as ann:
        values: dict[str, object] = {"player": "Ann", "title": "Friday", "port": 0, **plan}
        ann.app.open_hosting(TablePlan(**values))  # type: ignore[arg-type]
        await ann.until(lambda: isinstance(ann.app.screen, LobbyScreen))
        yield ann


@asynccontextmanager
async def closing(*places: Place | Bench) -> AsyncIterator[None]:
    try:
        yield
    finally:
        for place in places:
            await place.close()


@pytest.fixture(autouse=True)
def unheard(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test talks to the real network, and cards are locked with toys."""
    monkeypatch.setattr("chez_tui.hosting.Publisher", Quiet)
    with toy_group():
        yield
