"""Listening: one port for both families, and a sentence where that can't be."""

import resource
import socket
import sys

import pytest

from net.wire import doors
from net.wire.codes import Address
from net.wire.hall import HallError
from tests.net.halls import HERE, free_port, guest, has_ipv6, soon, table

NO_FAMILY = 999


async def test_both_families_listen_on_one_port() -> None:
    hosts = [HERE, "localhost", *(["::1"] if has_ipv6() else [])]
    async with table() as ann, guest() as bo:
        for host in hosts:
            link = await soon(bo.hall.dial(Address(host, ann.address.port), "play"))
            assert link.address.port == ann.address.port
            assert (await soon(ann.links.get())).address.host in (HERE, "::1")


async def test_a_chosen_port_is_taken_and_a_taken_one_told() -> None:
    port = free_port()
    async with guest() as bo:
        assert await bo.hall.listen(port) == port
        async with guest() as other:
            with pytest.raises(HallError) as caught:
                await other.hall.listen(port)
            assert str(caught.value) == f"port {port} can't be used: another program has it"
            with pytest.raises(HallError, match="a port is a number between 0 and 65535"):
                await other.hall.listen(65536)


async def test_a_port_taken_in_one_family_only_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_ipv6():
        monkeypatch.setattr(doors, "_PLACES", doors._PLACES[:1] * 2)
    with socket.socket(socket.AF_INET6 if has_ipv6() else socket.AF_INET) as door:
        if has_ipv6():
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        door.bind(("::" if has_ipv6() else "0.0.0.0", 0))
        door.listen()
        with pytest.raises(doors.DoorError, match="another program has it"):
            doors.open_doors(door.getsockname()[1])


@pytest.mark.parametrize("second", [(NO_FAMILY, "::"), (socket.AF_INET, "192.0.2.1")])
async def test_without_ipv6_one_family_is_enough(
    monkeypatch: pytest.MonkeyPatch, second: tuple[int, str]
) -> None:
    """There is no such family, or it is switched off."""
    monkeypatch.setattr(doors, "_PLACES", (*doors._PLACES[:1], second))
    async with table() as ann, guest() as bo:
        await bo.dial(ann)


async def test_without_any_network_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "_PLACES", ((NO_FAMILY, "::"),))
    async with guest() as bo:
        with pytest.raises(HallError, match="port 0 can't be used: "):
            await bo.hall.listen()


@pytest.mark.parametrize(
    ("soft", "allowed"), [(1000, 904), (97, 1), (50, 0), (resource.RLIM_INFINITY, sys.maxsize)]
)
def test_files_are_left_for_everything_else(
    monkeypatch: pytest.MonkeyPatch, soft: int, allowed: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, 5000))
    assert doors.files_allowed() == allowed
