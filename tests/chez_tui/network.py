"""Network tables for screens: everything on loopback, nothing published, nothing heard."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from chez_tui import flows
from chez_tui.play.online import JoinedTable, WatchedTable, look_in, sit_down
from chez_tui.play.options import TableSpec
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.settings import Settings
from net.table.table import NetTable
from net.wire.codes import Address
from tests.chez_tui.driver import SMALL, Player, Size, WatchedApp
from tests.kit.worlds import world_with
from tests.net.tablesim.toygroup import toy_group

PATIENCE = 240.0  # seconds; less than a test may take, so that the screen is told


class Quiet:
    """Publishes nothing."""

    trouble = ""

    def __init__(self, table: object) -> None:
        self.table = table

    async def close(self) -> None:
        """There is nothing to withdraw."""


class Person(Player):
    """Somebody in front of an app with others on the network, who has seen enough of deals."""

    others: AsyncExitStack  # who sits at the table or watches, until it is left

    async def press(self, *keys: str) -> None:
        await self.go_on()
        await super().press(*keys)

    async def until(self, true: Callable[[], object]) -> None:
        """Let time pass until something holds."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.rest()
                while not true():
                    await asyncio.sleep(0.01)
                    await self.rest()
                    await self.go_on()
        except TimeoutError:
            raise AssertionError(f"it does not happen on\n{self.text}") from None

    async def sees(self, words: str) -> None:
        await self.until(lambda: words in self.text)

    async def comes_to(self, screen: type) -> None:
        await self.until(lambda: isinstance(self.app.screen, screen))

    @property
    def lobby(self) -> LobbyScreen:
        return next(s for s in self.app.screen_stack if isinstance(s, LobbyScreen))

    @property
    def table(self) -> NetTable:
        """The table that they have joined."""
        table = self.lobby.model.joined
        assert table is not None
        return table

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.table.port)

    async def guest(self, name: str, bot: str = "", password: str = "") -> JoinedTable:
        place = await sit_down(self.address, world_with(name=name), bot=bot, password=password)
        return await self.others.enter_async_context(place)

    async def spectator(self, name: str = "Eve") -> WatchedTable:
        return await self.others.enter_async_context(
            await look_in(self.address, world_with(name=name))
        )


@asynccontextmanager
async def someone(name: str = "Ann", size: Size = SMALL) -> AsyncIterator[Person]:
    """Start an app with its title screen."""
    app = WatchedApp(Settings(name=name, pace="instant", calm=True))
    async with app.run_test(size=size) as pilot:
        person = Person(app, pilot)
        await person.open(lambda app: app.walk(flows.begin(app)))
        yield person


@asynccontextmanager
async def hosting(size: Size = SMALL, **plan: object) -> AsyncIterator[Person]:
    """Start an app that has opened a table."""
    async with someone(size=size) as ann, AsyncExitStack() as ann.others:
        values: dict[str, object] = {"player": "Ann", "title": "Friday", "port": 0, **plan}
        ann.app.go("open", TableSpec(**values))  # type: ignore[arg-type]
        await ann.comes_to(LobbyScreen)
        yield ann


@pytest.fixture(autouse=True)
def unheard(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test talks to the real network, and cards are locked with toys."""
    monkeypatch.setattr("chez_tui.play.online.Publisher", Quiet)
    with toy_group():
        yield
