"""The addresses of this machine, and which addresses of others are worth a try."""

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from net.wire.codes import Address

MAX_PUBLISHED: Final = 12  # addresses; a machine full of virtual networks has many more
_OWN: Final = ipaddress.IPv4Address("127.0.0.1")

IP = ipaddress.IPv4Address | ipaddress.IPv6Address


class Place(NamedTuple):
    """An address of this machine on one of its interfaces."""

    interface: str
    number: int  # of the interface
    ip: IP
    prefix: int

    def holds(self, other: IP) -> bool:
        """Whether another address is on the same network."""
        bits = self.ip.max_prefixlen - self.prefix
        return other.version == self.ip.version and int(other) >> bits == int(self.ip) >> bits


def places() -> tuple[Place, ...]:
    """All addresses of this machine, loopback too."""
    import ifaddr

    found = [
        Place(
            adapter.nice_name,
            adapter.index or 0,
            ipaddress.ip_address(address.ip if isinstance(address.ip, str) else address.ip[0]),
            address.network_prefix,
        )
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
    ]
    return tuple(sorted(found, key=lambda place: (place.ip.version, place.number, int(place.ip))))


def published(places: Iterable[Place]) -> list[bytes]:
    """The addresses under which others reach this machine; its own if it has no network."""
    outside = [place.ip for place in places if not place.ip.is_loopback]
    return [ip.packed for ip in outside[:MAX_PUBLISHED] or [_OWN]]


def worth_trying(texts: Sequence[str], port: int | None, places: Sequence[Place]) -> list[Address]:
    """What can be dialed of the addresses that a stranger published.

    An address somewhere in the world is left out: nobody shall make a whole room knock at the
    door of a third party.
    """
    if not port or not 0 < port < 65536:
        return []
    found, adrift = [], []
    for text in texts:
        try:
            ip = ipaddress.ip_address(text)
        except ValueError:
            continue
        if ip.is_multicast or ip.is_unspecified:
            continue
        if ip.version == 6 and ip.is_link_local and not ip.scope_id:
            adrift.append(text)
        elif not ip.is_global or any(place.holds(ip) for place in places):
            found.append(Address(text, port))
    return found or [
        Address(f"{text}%{number}", port) for text in adrift for number in _links(places)
    ]


def _links(places: Iterable[Place]) -> Iterable[int]:
    """The interfaces on which an address may be that says nothing about its own."""
    return dict.fromkeys(
        place.number for place in places if place.ip.version == 6 and place.ip.is_link_local
    )
