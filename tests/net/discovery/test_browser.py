"""The live list and what is published, without a network: what is heard is put in by hand."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from ipaddress import ip_address
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from zeroconf import (
    DNSText,
    IPVersion,
    NonUniqueNameException,
    NotRunningException,
    ServiceStateChange,
)

from net.discovery import Advertiser, Browser, listens, race
from net.discovery.advertiser import APART
from net.discovery.browser import EXPIRING, INTERNET, MAX_RESOLVING, TXT, newest
from net.discovery.daemon import NO_NETWORK, SERVICE, Daemon
from net.discovery.interfaces import Place, published, worth_trying
from net.wire.codes import Address, parse_code
from tests.net.halls import PATIENCE, until
from tests.net.notices import at, notice

pytestmark = pytest.mark.usefixtures("clock")

LAN = Place("eth0", 2, ip_address("192.168.0.7"), 24)


class Deaf(Daemon):
    """Multicast DNS that hears nothing."""

    async def refresh(self) -> bool:
        return False


class Hosts:
    """Machines that answer, or don't."""

    def __init__(self, *up: Address) -> None:
        self.up = set(up)
        self.asked: list[Address] = []

    async def __call__(self, address: Address) -> bool:
        self.asked.append(address)
        if address.host.startswith("10."):
            await asyncio.sleep(3600)  # packets vanish
        if address.port == 1:
            raise ConnectionRefusedError
        return address in self.up


def browser(hosts: Hosts, changed: Callable[[], None] | None = None) -> Browser:
    return Browser(hosts, changed, period=0.02, daemon=Deaf())


def states(list_of: Browser) -> list[str]:
    return [found.state for found in list_of.tables]


async def test_a_table_comes_turns_grey_goes_and_comes_back_when_it_answers_again() -> None:
    hosts, seen = Hosts(*at(1)), []
    async with browser(hosts) as list_of:
        list_of.heard("A", notice(), at(1))
        async for tables in list_of.changes():
            seen.append([found.state for found in tables])
            if seen[-1] == ["here"]:
                hosts.up.clear()
            if not tables and len(seen) > 1:
                break
        assert [each for each in seen if each] == [["here"], ["grey"]]
        hosts.up.update(at(1))
        await until(lambda: states(list_of) == ["here"])


async def test_a_goodbye_is_told_at_once() -> None:
    calls: list[int] = []
    async with browser(Hosts(*at(1)), lambda: calls.append(1)) as list_of:
        list_of.heard("Name", notice(), at(1))
        await until(lambda: len(list_of.tables) == 1)
        list_of.left("name")
        await until(lambda: not list_of.tables)
    assert len(calls) == 2


async def test_dead_addresses_do_not_keep_a_table_from_answering() -> None:
    dead = [Address("10.0.0.1", 9), Address("192.168.0.9", 1), Address("10.0.0.2", 9)]
    hosts = Hosts(*at(1))
    async with browser(hosts) as list_of:
        list_of.heard("A", notice(), [*dead, *at(1)])
        await until(lambda: bool(list_of.tables) and list_of.tables[0].addresses[0] == at(1)[0])
        assert states(list_of) == ["here"]
        asked = len(hosts.asked)
        await until(lambda: len(hosts.asked) > asked)
        assert hosts.asked[asked] == at(1)[0]  # what answered is asked first from now on


async def test_a_probe_that_breaks_is_a_miss_and_no_end() -> None:
    calls: list[Address] = []

    async def broken(address: Address) -> bool:
        calls.append(address)
        raise EOFError

    async with Browser(broken, period=0.02, daemon=Deaf()) as list_of:
        list_of.heard("A", notice(), at(1))
        await until(lambda: len(calls) >= 3 and not list_of.tables)


async def test_a_code_leads_to_its_tables_even_if_they_come_later() -> None:
    twin = notice(300)._replace(table=notice(300).table[:3] + bytes(13), title="Twin")
    async with browser(Hosts(*at(1, 2, 3))) as list_of:
        list_of.heard("A", notice(1), at(1))
        assert await list_of.find(notice(300).code, 0.05) == ()
        finding = asyncio.create_task(list_of.find(parse_code(str(notice(300).code)), PATIENCE))
        await until(lambda: len(list_of.tables) == 1)
        list_of.heard("B", notice(300), at(2))
        list_of.heard("C", twin, at(3))
        found = await finding
        assert [one.notice.title for one in found] == ["Table 300", "Twin"]
        assert [one.addresses for one in found] == [tuple(at(2)), tuple(at(3))]


async def test_changes_end_with_the_browser() -> None:
    list_of = browser(Hosts())
    list_of.start()
    following = list_of.changes()
    assert await anext(following) == ()
    last = asyncio.ensure_future(anext(following, None))
    await list_of.close()
    assert await asyncio.wait_for(last, PATIENCE) is None
    await list_of.close()


# -- trouble ---------------------------------------------------------------------------------------


PLACES, LIBRARY = "net.discovery.daemon.places", "zeroconf.asyncio.AsyncZeroconf"


@pytest.mark.parametrize(
    ("broken", "error", "told"),
    [
        (PLACES, None, NO_NETWORK),
        (PLACES, OSError(13, "Denied"), "the network interfaces can't be read: Denied"),
        (LIBRARY, OSError(19, "No such device"), "multicast doesn't work here (No such device)"),
        (LIBRARY, RuntimeError("None there"), "multicast doesn't work here (None there)"),
    ],
)
async def test_without_a_network_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, broken: str, error: Exception | None, told: str
) -> None:
    monkeypatch.setattr(broken, Mock(side_effect=error, return_value=()))
    advertiser = Advertiser(4000)
    advertiser.publish(notice())
    await asyncio.wait_for(advertiser.settled(), PATIENCE)
    assert advertiser.trouble.startswith(told)
    await advertiser.withdraw()
    async with Browser(Hosts()) as list_of:
        await until(lambda: list_of.trouble.startswith(told))


# -- the library -----------------------------------------------------------------------------------


class FakeZeroconf:
    """Stands in for the library; remembers what it was asked to do."""

    made: list["FakeZeroconf"]
    refuses: tuple[IPVersion, ...]
    starts: bool

    def __init__(self, interfaces: object, ip_version: IPVersion) -> None:
        if ip_version in self.refuses:
            raise OSError(97, "Address family not supported by protocol")
        self.version = ip_version
        self.calls: list[str] = []
        self.infos: list[Any] = []
        self.trouble: dict[str, Exception] = {} if self.starts else {"wait": NotRunningException()}
        self.zeroconf = SimpleNamespace(
            engine=SimpleNamespace(senders=[object()]), async_wait_for_start=self.async_wait
        )
        self.made.append(self)

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Awaitable[None]]]:
        return partial(self._call, name.removeprefix("async_"))

    async def _call(self, name: str, *infos: Any) -> Awaitable[None]:
        self.calls.append(name)
        if name in self.trouble:
            raise self.trouble[name]
        self.infos += infos
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done


class World:
    """The addresses of this machine, and the library's instances."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.places: tuple[Place, ...] = (LAN,)
        self.made: list[FakeZeroconf] = []
        FakeZeroconf.made, FakeZeroconf.refuses, FakeZeroconf.starts = self.made, (), True
        monkeypatch.setattr(LIBRARY, FakeZeroconf)
        monkeypatch.setattr(PLACES, lambda: self.places)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


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


async def test_a_library_that_does_not_start_is_closed(world: World) -> None:
    FakeZeroconf.starts = False
    daemon = Daemon()
    assert not await daemon.refresh()
    assert daemon.trouble.startswith("multicast doesn't work here (NotRunningException), so")
    assert [made.calls for made in world.made] == [["wait", "close"], ["wait", "close"]]


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
    assert daemon.trouble == NO_NETWORK
    world.places = (LAN,)
    assert await daemon.refresh()
    assert daemon.trouble == ""
    world.made[0].zeroconf.engine.senders.clear()
    await daemon.refresh()
    assert daemon.trouble.startswith("no network interface supports multicast")


async def test_a_library_that_fails_is_opened_again(world: World) -> None:
    daemon = Daemon()
    await daemon.refresh()
    world.made[0].trouble["update_interfaces"] = RuntimeError("odd")
    await daemon.refresh()
    assert daemon.trouble.startswith("multicast doesn't work here (odd)")
    assert await daemon.refresh()
    assert (daemon.trouble, daemon.opened) == ("", 2)


# -- publishing ------------------------------------------------------------------------------------


async def said(advertiser: Advertiser, **changes: object) -> None:
    advertiser.publish(notice(**changes))  # type: ignore[arg-type]
    await asyncio.wait_for(advertiser.settled(), PATIENCE)


@pytest.mark.usefixtures("clock")
async def test_a_table_is_published_twice_and_then_changed(world: World) -> None:
    """An older answer that was on its way may have come after the first time."""
    advertiser = Advertiser(4000)
    await said(advertiser)
    await asyncio.sleep(10 * APART)
    await said(advertiser)
    await said(advertiser, phase="play")
    await advertiser.withdraw()
    (zc,) = world.made
    calls = [call for call in zc.calls if call not in ("wait", "update_interfaces")]
    assert calls == ["register_service", "update_service", "update_service", "close"]
    first, again, second = zc.infos
    assert first.text == again.text == notice().record()
    assert second.text == notice(phase="play").record()
    assert first.name == again.name == second.name
    assert first.name.startswith(f"{notice().code} ")
    assert (first.port, first.addresses) == (4000, [LAN.ip.packed])


@pytest.mark.usefixtures("clock")
async def test_what_changes_often_is_announced_every_second_and_a_half(world: World) -> None:
    advertiser, loop = Advertiser(4000), asyncio.get_running_loop()
    await said(advertiser)
    begun = loop.time()
    for title in ("One", "Two", "Three"):
        advertiser.publish(notice(title=title))
        await asyncio.sleep(0.1)
    await asyncio.wait_for(advertiser.settled(), PATIENCE)
    assert loop.time() - begun >= APART
    texts = [info.text for info in world.made[0].infos]
    assert texts == [notice().record(), notice(title="Three").record()]
    await advertiser.withdraw()


def test_of_several_records_the_newest_is_read() -> None:
    """They live side by side for a second, whichever came first (RFC 6762, 10.2)."""

    def text(word: bytes, created: float, ttl: int = 4500) -> DNSText:
        return DNSText(f"a.{SERVICE}", TXT, INTERNET, ttl, word, created=created)

    assert newest([]) == b""
    assert newest([text(b"old", 1000), text(b"new", 1500)]) == b"new"
    assert newest([text(b"again", 1900), text(b"between", 1500)]) == b"again"
    assert newest([text(b"now", 3000), text(b"replaced", 3000, EXPIRING)]) == b"now"


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
    assert [made.calls.count("register_service") for made in world.made] == [1, 1, 1]


@pytest.mark.parametrize("error", [NonUniqueNameException(), OSError(19, "No such device")])
async def test_a_failure_is_a_sentence_and_is_tried_again(world: World, error: Exception) -> None:
    advertiser = Advertiser(4000, poll=0.3)
    await said(advertiser)
    world.made[0].trouble["update_service"] = error
    await said(advertiser, phase="play")
    assert advertiser.trouble.startswith("multicast doesn't work here (")
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
    daemon.zc = SimpleNamespace(zeroconf=None, async_close=AsyncMock())  # type: ignore[assignment]
    names = [f"x{number}.{SERVICE}" for number in range(3 * MAX_RESOLVING)]
    for name in [*names, *names, "odd", ""]:
        browser._notified(None, SERVICE, name, ServiceStateChange.Added)
    await until(lambda: len(asked) >= MAX_RESOLVING)
    assert asked == names[:MAX_RESOLVING]
    await browser.close()
    assert not browser._resolving


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


# -- addresses -------------------------------------------------------------------------------------


def place(ip: str, prefix: int = 24, number: int = 2) -> Place:
    return Place(f"eth{number}", number, ip_address(ip), prefix)


def test_what_is_published_is_loopback_only_if_there_is_nothing_else() -> None:
    own, lan = place("127.0.0.1", 8, 1), place("192.168.0.7")
    link = place("fe80::7", 64)
    assert published([own, lan, link]) == [lan.ip.packed, link.ip.packed]
    assert published([own]) == [b"\x7f\0\0\1"]
    assert published([place("::1", 128, 1)]) == [b"\x7f\0\0\1"]
    assert len(published([place(f"10.0.{n}.1") for n in range(99)])) == 12


@pytest.mark.parametrize(
    ("given", "tried"),
    [
        (["192.168.7.7", "10.1.1.1", "127.0.0.1"], ["192.168.7.7", "10.1.1.1", "127.0.0.1"]),
        (["fe80::1%2", "fd00::1"], ["fe80::1%2", "fd00::1"]),
        (["fe80::1"], ["fe80::1%2", "fe80::1%3"]),
        (["192.168.7.7", "fe80::1"], ["192.168.7.7"]),
        (["8.8.8.8", "2606:4700::1111"], []),
        (["9.9.9.200"], ["9.9.9.200"]),
        (["224.0.0.1", "ff02::1", "0.0.0.0", "::", "", "host", "1.2.3"], []),
    ],
)
def test_only_addresses_near_by_are_tried(given: list[str], tried: list[str]) -> None:
    mine = [place("9.9.9.9"), place("fe80::9", 64, 2), place("fe80::9", 64, 3)]
    assert worth_trying(given, 4000, mine) == [Address(host, 4000) for host in tried]


@pytest.mark.parametrize("port", [None, 0, -1, 65536])
def test_without_a_port_nothing_is_tried(port: int | None) -> None:
    assert worth_trying(["192.168.7.7"], port, []) == []


# -- racing ----------------------------------------------------------------------------------------


async def test_the_first_that_gets_through_wins_and_the_rest_is_cancelled() -> None:
    cancelled: list[Address] = []

    async def attempt(address: Address) -> str | None:
        try:
            await asyncio.sleep(0 if address == at(2)[0] else 3600)
        except asyncio.CancelledError:
            cancelled.append(address)
            raise
        return address.host

    assert await race(at(1, 2, 3), attempt, gap=0.01) == (at(2)[0], "192.168.0.2")
    assert cancelled == at(1)


async def test_a_failure_lets_the_next_begin_at_once() -> None:
    async def attempt(address: Address) -> bool | None:
        if address == at(3)[0]:
            return True
        raise ConnectionRefusedError

    async with asyncio.timeout(PATIENCE):
        assert await race(at(1, 2, 3), attempt, gap=3600) == (at(3)[0], True)
        assert await race(at(1, 2), attempt, gap=3600) is None
        assert await race([], attempt) is None


async def test_the_simplest_probe() -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
    assert await listens(address)
    server.close()
    await server.wait_closed()
    with pytest.raises(OSError, match="Connect"):
        await listens(address)
