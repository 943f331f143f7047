"""The live list without a network: what is heard is put in by hand."""

import asyncio
from collections.abc import Callable
from ipaddress import ip_address

import pytest

from net.discovery import Advertiser, Browser, listens, race
from net.discovery.daemon import NO_NETWORK, Daemon
from net.discovery.interfaces import Place, published, worth_trying
from net.wire.codes import Address, parse_code
from tests.net.notices import PATIENCE, at, notice, until


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


def failing(error: Exception) -> Callable[..., None]:
    def fail(**_: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("broken", "instead", "told"),
    [
        ("net.discovery.daemon.places", tuple, NO_NETWORK),
        (
            "net.discovery.daemon.places",
            failing(OSError(13, "Permission denied")),
            "the network interfaces can't be read: Permission denied",
        ),
        (
            "zeroconf.asyncio.AsyncZeroconf",
            failing(OSError(19, "No such device")),
            "multicast does not work here (No such device)",
        ),
        (
            "zeroconf.asyncio.AsyncZeroconf",
            failing(RuntimeError("No interfaces")),
            "multicast does not work here (No interfaces)",
        ),
    ],
)
async def test_without_a_network_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, broken: str, instead: Callable[..., object], told: str
) -> None:
    monkeypatch.setattr(broken, instead)
    advertiser = Advertiser(4000)
    advertiser.publish(notice())
    await asyncio.wait_for(advertiser.settled(), PATIENCE)
    assert advertiser.trouble.startswith(told)
    await advertiser.withdraw()
    async with Browser(Hosts()) as list_of:
        await until(lambda: list_of.trouble.startswith(told))


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
