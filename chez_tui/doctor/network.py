"""The network: interfaces, whether multicast gets through, whether others could connect."""

import errno
import secrets
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from select import select
from typing import TYPE_CHECKING, Final

from chez_tui.doctor.findings import BAD, NOTE, OK, Check

if TYPE_CHECKING:
    from net.discovery.interfaces import Place

PATIENCE: Final = 1.0  # seconds for our own packet to come back
GROUPS: Final = {4: "224.0.0.251", 6: "ff02::fb"}
MDNS: Final = 5353
BY_ADDRESS: Final = "join by address: chez-tui join HOST:PORT"


def interfaces() -> Iterator[Check]:
    places = _places()
    outside: dict[str, list[str]] = {}
    for place in places:
        if not place.ip.is_loopback:
            outside.setdefault(place.interface, []).append(str(place.ip))
    for name, addresses in outside.items():
        yield Check("interface", OK, f"{name}: {', '.join(addresses)}")
    if not outside:
        said = "only this machine's own" if places else "no interface has an address"
        yield Check("interface", NOTE, said, "connect to a network to play with others")


def _places() -> "tuple[Place, ...]":
    from net.discovery.interfaces import places

    try:
        return places()
    except OSError:
        return ()


# -- multicast -------------------------------------------------------------------------------------


def multicast() -> Iterator[Check]:
    """Send a packet to everyone on each interface and wait for it to come back."""
    places = _places()
    heard, silent = echoes(places)
    for name, versions in heard.items():
        words = " and ".join(f"IPv{version}" for version in sorted(versions))
        yield Check("multicast", OK, f"{name}: {words}")
    for name in silent:
        yield Check("multicast", NOTE, f"{name}: our own packet didn't come back")
    outside = {place.interface for place in places if not place.ip.is_loopback}
    if not heard or (outside and not outside & set(heard)):
        advice = f"open UDP port {MDNS} in the firewall, or {BY_ADDRESS}"
        yield Check("multicast", BAD, "doesn't work, so chez-tui can't find tables", advice)
    yield _shared_port()


def echoes(places: "tuple[Place, ...]") -> tuple[dict[str, set[int]], list[str]]:
    """Return the interfaces on which our own packets came back, and the silent ones."""
    waiting: dict[socket.socket, tuple[str, int]] = {}
    heard: dict[str, set[int]] = {}
    word = secrets.token_bytes(16)
    with ExitStack() as stack:
        for interface, number, version, ip in _ends(places):
            with suppress(OSError):
                ear = stack.enter_context(_ear(version, number, ip))
                ear.sendto(word, (GROUPS[version], ear.getsockname()[1]))
                waiting[ear] = (interface, version)
        until = time.monotonic() + PATIENCE
        while waiting and (left := until - time.monotonic()) > 0:
            for ear in select(list(waiting), [], [], left)[0]:
                with suppress(OSError):
                    if ear.recv(64) == word:
                        interface, version = waiting.pop(ear)
                        heard.setdefault(interface, set()).add(version)
    names = dict.fromkeys(place.interface for place in places if not place.ip.is_loopback)
    return heard, [name for name in names if name not in heard]


def _ends(places: "tuple[Place, ...]") -> Iterator[tuple[str, int, int, str]]:
    """Yield one address of each kind for each interface."""
    seen = set()
    for place in places:
        key = (place.interface, place.number, place.ip.version)
        if key not in seen:
            seen.add(key)
            yield *key, str(place.ip)


def _ear(version: int, number: int, ip: str) -> socket.socket:
    """Return a socket that sends to and hears the group on one interface, at its own port."""
    ear = socket.socket(socket.AF_INET if version == 4 else socket.AF_INET6, socket.SOCK_DGRAM)
    try:
        ear.setblocking(False)
        if version == 4:
            here = socket.inet_aton(ip)
            ear.bind(("", 0))
            group = socket.inet_aton(GROUPS[4]) + here
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, here)
        else:
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            ear.bind(("::", 0))
            index = struct.pack("@I", number)
            group = socket.inet_pton(socket.AF_INET6, GROUPS[6]) + index
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
    except OSError:
        ear.close()
        raise
    return ear


def _shared_port() -> Check:
    """Check whether we can open multicast DNS's port beside other programs that use it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            with suppress(OSError):
                ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            ear.bind(("", MDNS))
        except OSError as error:
            used = error.errno == errno.EADDRINUSE
            why = "another program won't share it" if used else error.strerror or str(error)
            said = f"can't open UDP port {MDNS}: {why}"
            return Check("discovery", BAD, said, f"close that program, or {BY_ADDRESS}")
    return Check("discovery", OK, f"UDP port {MDNS} is available")


# -- connections -----------------------------------------------------------------------------------


def ports() -> Iterator[Check]:
    """Open a port as a host does, and connect to it from here."""
    advice = "let someone else host: players don't need an open port"
    try:
        with socket.create_server(("", 0), backlog=8) as server:
            port = server.getsockname()[1]
            for address in ("127.0.0.1", *_outside()):
                with socket.create_connection((address, port), PATIENCE):
                    pass
    except OSError as error:
        said = f"connections fail even on this machine: {error.strerror or error}"
        yield Check("hosting", BAD, said, advice)
    else:
        said = "chez-tui can open a port and connect to it"
        yield Check("hosting", OK, said, "a firewall may still block others")


def _outside() -> list[str]:
    return [str(p.ip) for p in _places() if p.ip.version == 4 and not p.ip.is_loopback]
