"""Sockets of multicast DNS and what is said through them, when the library has its troubles."""

import asyncio
from ipaddress import ip_address
from types import SimpleNamespace
from typing import Any

import pytest
from zeroconf import IPVersion, NonUniqueNameException, NotRunningException, ServiceStateChange

from net.discovery import Advertiser, Browser
from net.discovery import daemon as module
from net.discovery.browser import MAX_RESOLVING
from net.discovery.daemon import SERVICE, Daemon
from net.discovery.interfaces import Place
from tests.net.notices import PATIENCE, notice, until

pytestmark = pytest.mark.usefixtures("clock")

LAN = Place("eth0", 2, ip_address("192.168.0.7"), 24)


class FakeZeroconf:
    """Stands in for the library; remembers what it was asked to do."""

    made: list["FakeZeroconf"]
    refuses: tuple[IPVersion, ...]

    def __init__(self, interfaces: object, ip_version: IPVersion) -> None:
        if ip_version in self.refuses:
            raise OSError(97, "Address family not supported by protocol")
        self.version = ip_version
        self.calls: list[str] = []
        self.infos: list[Any] = []
        self.trouble: dict[str, Exception] = {}
        self.zeroconf = SimpleNamespace(
            engine=SimpleNamespace(senders=[object()]), async_wait_for_start=self._wait
        )
        self.made.append(self)

    async def _call(self, name: str, info: Any = None) -> Any:
        self.calls.append(name)
        if name in self.trouble:
            raise self.trouble[name]
        if info is not None:
            self.infos.append(info)
        return asyncio.sleep(0)

    async def _wait(self) -> None:
        (await self._call("wait")).close()

    async def async_close(self) -> None:
        (await self._call("close")).close()

    async def async_update_interfaces(self) -> None:
        (await self._call("follow")).close()

    async def async_register_service(self, info: Any) -> Any:
        return await self._call("register", info)

    async def async_update_service(self, info: Any) -> Any:
        return await self._call("update", info)


class World:
    """The addresses of this machine, and the library's instances."""

    def __init__(self) -> None:
        self.places: tuple[Place, ...] = (LAN,)
        self.made: list[FakeZeroconf] = []


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    FakeZeroconf.made, FakeZeroconf.refuses = made.made, ()
    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", FakeZeroconf)
    monkeypatch.setattr(module, "places", lambda: made.places)
    return made


# -- sockets ---------------------------------------------------------------------------------------


async def test_both_kinds_of_addresses_or_else_the_old_one(world: World) -> None:
    daemon = Daemon()
    assert await daemon.refresh()
    assert world.made[0].version is IPVersion.All
    await daemon.close()
    FakeZeroconf.refuses = (IPVersion.All,)
    assert await daemon.refresh()
    assert world.made[1].version is IPVersion.V4Only
    assert daemon.trouble == ""


async def test_a_library_that_does_not_start_is_closed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: FakeZeroconf) -> None:
        raise NotRunningException

    monkeypatch.setattr(FakeZeroconf, "_wait", broken)
    daemon = Daemon()
    assert not await daemon.refresh()
    assert daemon.trouble.startswith("multicast does not work here (NotRunningException), so")
    assert [made.calls for made in world.made] == [["close"], ["close"]]


async def test_nothing_is_new_unless_something_has_changed(world: World) -> None:
    daemon = Daemon()
    await daemon.refresh()
    assert not await daemon.refresh()
    world.places = (LAN, Place("eth1", 3, ip_address("10.0.0.1"), 8))
    assert await daemon.refresh()
    assert not await daemon.refresh()
    world.made[0].zeroconf.engine.senders.append(object())  # an address has become usable
    assert await daemon.refresh()
    assert daemon.opened == 1
    world.places = (LAN._replace(number=5),)
    assert await daemon.refresh()
    assert daemon.opened == 2, "an address that moves opens everything again"
    assert world.made[0].calls[-1] == "close"


async def test_interfaces_that_all_go_are_said_to_be_gone(world: World) -> None:
    daemon = Daemon()
    await daemon.refresh()
    world.places = ()
    assert not await daemon.refresh()
    assert daemon.trouble == module.NO_NETWORK
    world.places = (LAN,)
    assert await daemon.refresh()
    assert daemon.trouble == ""
    world.made[0].zeroconf.engine.senders.clear()
    await daemon.refresh()
    assert daemon.trouble.startswith("no network interface takes part in multicast")


async def test_a_library_that_fails_is_opened_again(world: World) -> None:
    daemon = Daemon()
    await daemon.refresh()
    world.made[0].trouble["follow"] = RuntimeError("odd")
    await daemon.refresh()
    assert daemon.trouble.startswith("multicast does not work here (odd)")
    assert await daemon.refresh()
    assert (daemon.trouble, daemon.opened) == ("", 2)


# -- publishing ------------------------------------------------------------------------------------


async def said(advertiser: Advertiser, **changes: object) -> None:
    advertiser.publish(notice(**changes))  # type: ignore[arg-type]
    await asyncio.wait_for(advertiser.settled(), PATIENCE)


async def test_a_table_is_published_once_and_then_changed(world: World) -> None:
    advertiser = Advertiser(4000)
    await said(advertiser)
    await said(advertiser)
    await said(advertiser, phase="play")
    await advertiser.withdraw()
    (zc,) = world.made
    calls = [call for call in zc.calls if call not in ("wait", "follow")]
    assert calls == ["register", "update", "close"]
    first, second = zc.infos
    assert first.text == notice().record()
    assert second.text == notice(phase="play").record()
    assert first.name == second.name
    assert first.name.startswith(f"{notice().code} ")
    assert (first.port, first.addresses) == (4000, [LAN.ip.packed])


async def test_two_publications_share_no_name_and_one_can_be_published_again(world: World) -> None:
    one, two = Advertiser(4000), Advertiser(4000)
    await said(one)
    await said(two)
    first, second = (made.infos[0] for made in world.made)
    assert first.name != second.name
    assert first.server != second.server
    await two.withdraw()
    await two.withdraw()
    await said(two)
    await two.withdraw()
    await one.withdraw()
    assert [made.calls.count("register") for made in world.made] == [1, 1, 1]


@pytest.mark.parametrize("error", [NonUniqueNameException(), OSError(19, "No such device")])
async def test_a_failure_is_a_sentence_and_is_tried_again(world: World, error: Exception) -> None:
    advertiser = Advertiser(4000, poll=0.3)
    await said(advertiser)
    world.made[0].trouble["update"] = error
    await said(advertiser, phase="play")
    assert advertiser.trouble.startswith("multicast does not work here (")
    await until(lambda: not advertiser.trouble)
    assert world.made[1].infos[0].text == notice(phase="play").record()
    await advertiser.withdraw()


async def test_new_addresses_are_published(world: World) -> None:
    advertiser = Advertiser(4000, poll=0.01)
    await said(advertiser)
    other = ip_address("10.0.0.1")
    world.places = (LAN, Place("eth1", 3, other, 8))
    await until(lambda: len(world.made[0].infos) == 2)
    await advertiser.withdraw()
    assert set(world.made[0].infos[1].addresses) == {LAN.ip.packed, other.packed}


# -- hearing ---------------------------------------------------------------------------------------


async def test_names_that_tell_nothing_are_looked_up_but_not_all_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    never = asyncio.Event()

    async def request(self: Any, *_: object) -> bool:
        asked.append(self.name)
        await never.wait()
        return False

    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo.load_from_cache", lambda *_: False)
    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo.async_request", request)
    daemon = Daemon()
    browser = Browser(daemon=daemon)
    daemon.zc = SimpleNamespace(zeroconf=None, async_close=never_mind)  # type: ignore[assignment]
    names = [f"x{number}.{SERVICE}" for number in range(3 * MAX_RESOLVING)]
    for name in [*names, *names, "odd", ""]:
        browser._notified(None, SERVICE, name, ServiceStateChange.Added)
    await until(lambda: len(asked) >= MAX_RESOLVING)
    assert asked == names[:MAX_RESOLVING]
    await browser.close()
    assert not browser._resolving


async def never_mind() -> None:
    pass


async def test_who_is_stopped_while_a_table_is_withdrawn_stops() -> None:
    """Somebody's own end must not be taken for the end of what he waits for."""
    advertiser = Advertiser(1)
    going = asyncio.Event()

    async def slow_to_go() -> None:
        try:
            await asyncio.sleep(PATIENCE)
        finally:
            going.set()
            await asyncio.sleep(0.2)

    advertiser._task = asyncio.create_task(slow_to_go())
    await asyncio.sleep(0)
    caller = asyncio.create_task(advertiser.withdraw())
    await going.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    await advertiser.withdraw()
