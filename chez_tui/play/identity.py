"""What network verbs and screens share: who plays, where games are kept, how tables are found."""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chez_tui import __version__
from chez_tui.errors import UserError
from chez_tui.paths import data_folder, my_history

if TYPE_CHECKING:
    from net.identity import Identity, KnownPeers
    from net.sessions.local import Pace
    from net.table.table import Settings
    from net.table.watching import Visitor
    from net.wire.codes import Address, JoinCode

SLOTS: Final = 64  # programs of one user that can play at the same time
PORT: Final = 24398  # where a table listens, if it can
SHOWN: Final = 3  # addresses of this machine in a lobby
SEARCH: Final = 4.0  # seconds in which the table of a code must be heard of

_held: dict[bytes, int] = {}  # locks of the identities that this process uses


def my_identity() -> "Identity":
    """The identity of this installation, or another one if a program that runs already uses it.

    So two programs of one user can sit at the same table.
    """
    for path in _slots():
        lock = _locked(path)
        if lock is not None:
            return _taken(_load(path), lock)
    raise UserError(f"{SLOTS} programs of yours are playing already")


def identity_among(pids: tuple[bytes, ...]) -> "Identity | None":
    """One of this user's identities that plays in a game and is not in use."""
    for path in _slots():
        if not path.exists():
            continue
        identity = _load(path)
        lock = _locked(path) if identity.pid in pids else None
        if lock is not None:
            return _taken(identity, lock)
    return None


def in_use_here(pids: tuple[bytes, ...]) -> bool:
    """Whether this very process uses one of these identities."""
    return any(pid in _held for pid in pids)


def my_pids() -> list[bytes]:
    """All players that this user has been; more programs of theirs may sit at a table."""
    found = []
    for path in _slots():
        with suppress(UserError):
            if path.exists():
                found.append(_load(path).pid)
    return found


def let_go(identity: "Identity") -> None:
    """This process does not use an identity any more."""
    lock = _held.pop(identity.pid, None)
    if lock is not None and lock >= 0:
        os.close(lock)


def _taken(identity: "Identity", lock: int) -> "Identity":
    _held[identity.pid] = lock
    return identity


def _slots() -> Iterator[Path]:
    folder = data_folder()
    yield folder / "identity"
    for number in range(2, SLOTS + 1):
        yield folder / f"identity-{number}"


def _load(path: Path) -> "Identity":
    from net.identity import IdentityError, load_identity

    try:
        return load_identity(path, secrets.token_bytes)
    except IdentityError as error:
        raise UserError(str(error)) from None


def _locked(path: Path) -> int | None:
    """Takes an identity for one table alone: its lock, or None if another table has it."""
    try:
        import fcntl
    except ImportError:  # where there is no such lock, nobody shares a machine over SSH either
        return None if path.name.count("-") else -1
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def known_peers() -> "KnownPeers":
    """The names and keys of people met before."""
    from net.identity import IdentityError, KnownPeers

    try:
        return KnownPeers(data_folder() / "peers")
    except IdentityError as error:
        raise UserError(str(error)) from None


def net_folder() -> Path:
    """Where this user's parts of network games are kept."""
    return data_folder() / "net"


def table_settings(
    name: str,
    *,
    bot: str = "",
    pace: "Pace | None" = None,
    port: int = 0,
    password: str = "",
    record: Path | None = None,
    identity: "Identity | None" = None,
) -> "Settings":
    """How this program sits down at a table."""
    from chez_tui.play.games import new_record
    from net.sessions.local import INSTANT
    from net.table.table import Settings

    identity = identity or my_identity()
    return Settings(
        identity=identity,
        name=name,
        program=__version__,
        folder=net_folder() / identity.pid.hex()[:16],
        bot=bot,
        pace=pace or INSTANT,
        port=port,
        password=password,
        new_log=lambda title: reserved(record or new_record(title)),
        known=known_peers(),
        history=my_history(),
        mine=my_pids,
    )


def reserved(path: Path) -> Path:
    """Make that file, or one beside it with a number if it's taken, so that nobody else can."""
    free, number = path, 1
    while True:
        try:
            free.touch(mode=0o600, exist_ok=False)
            return free
        except FileExistsError:
            number += 1
            free = path.with_stem(f"{path.stem}-{number}")


def visitor(name: str, password: str = "") -> "Visitor":
    """How this program watches."""
    from net.table.watching import Visitor

    return Visitor(my_identity(), name, __version__, password)


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
