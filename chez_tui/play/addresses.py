"""Which table a person means, and where it is."""

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError

if TYPE_CHECKING:
    from net.wire.codes import Address, JoinCode

PORT: Final = 24398  # where a table listens, if it can
SHOWN: Final = 3  # of this machine's addresses, shown in a lobby
SEARCH: Final = 4.0  # seconds to find the table of a code


def read_target(text: str) -> "JoinCode | Address":
    """Return the table that a person typed; HOST alone gets the usual port."""
    from net.wire.codes import CodeError, parse_address, parse_target

    try:
        return parse_target(text)
    except CodeError as error:
        with suppress(CodeError):
            if "." in text or text == "localhost":
                return parse_address(f"{text}:{PORT}")
        raise UserError(str(error), 2) from None


async def addresses_of(target: "JoinCode | Address") -> "list[Address]":
    """Return the addresses where the table may be; raise UserError if it isn't found."""
    from net.discovery import Browser
    from net.wire.codes import Address

    if isinstance(target, Address):
        return [target]
    async with Browser() as browser:
        found = await browser.find(target, SEARCH)
        trouble = browser.trouble
    if not found:
        why = f" ({trouble})" if trouble else ""
        raise UserError(
            f"no table found for {target}{why}. Know its address? Use chez-tui join HOST:PORT."
        )
    return [address for table in found for address in table.addresses]


def own_addresses(port: int) -> tuple[str, ...]:
    """Return the addresses of a table on this machine, for people to read out."""
    from net.discovery.interfaces import places
    from net.wire.codes import Address

    ips = [place.ip for place in places() if place.ip.version == 4]
    outside = [ip for ip in ips if not ip.is_loopback and not ip.is_link_local] or ips
    return tuple(str(Address(str(ip), port)) for ip in outside[:SHOWN])


def addresses_at(place: "Address") -> tuple[str, ...]:
    """Return the addresses of a table that we reach there. If it's on this machine, its own client
    knows more of them, and those count."""
    from ipaddress import ip_address

    from net.discovery.interfaces import places

    try:
        ip = ip_address(place.host.partition("%")[0])
        local = ip.is_loopback or ip in [own.ip for own in places()]
    except ValueError:
        local = place.host == "localhost"
    return own_addresses(place.port) if local else (str(place),)
