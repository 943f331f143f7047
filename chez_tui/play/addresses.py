"""Which table is meant, and where it can be reached."""

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError

if TYPE_CHECKING:
    from net.wire.codes import Address, JoinCode

PORT: Final = 24398  # where a table listens, if it can
SHOWN: Final = 3  # addresses of this machine in a lobby
SEARCH: Final = 4.0  # seconds in which the table of a code must be heard of


def read_target(text: str) -> "JoinCode | Address":
    """What somebody typed to say which table he means; HOST alone has the usual port."""
    from net.wire.codes import CodeError, parse_address, parse_target

    try:
        return parse_target(text)
    except CodeError as error:
        with suppress(CodeError):
            if "." in text or text == "localhost":
                return parse_address(f"{text}:{PORT}")
        raise UserError(str(error), 2) from None


async def addresses_of(target: "JoinCode | Address") -> "list[Address]":
    """Where the table that is meant may be reached; raises UserError if it is not heard of."""
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
            f"no table with the code {target} was heard of{why}; "
            "chez-tui join HOST:PORT finds one by its address"
        )
    return [address for table in found for address in table.addresses]


def own_addresses(port: int) -> tuple[str, ...]:
    """Where others may find a table of this machine, for people to read out."""
    from net.discovery.interfaces import places
    from net.wire.codes import Address

    ips = [place.ip for place in places() if place.ip.version == 4]
    outside = [ip for ip in ips if not ip.is_loopback and not ip.is_link_local] or ips
    return tuple(str(Address(str(ip), port)) for ip in outside[:SHOWN])


def addresses_at(place: "Address") -> tuple[str, ...]:
    """Where others may find a table that this program reaches there; one of this machine has the
    addresses that its own program shows."""
    from ipaddress import ip_address

    from net.discovery.interfaces import places

    try:
        ip = ip_address(place.host.partition("%")[0])
        local = ip.is_loopback or ip in [own.ip for own in places()]
    except ValueError:
        local = place.host == "localhost"
    return own_addresses(place.port) if local else (str(place),)
