"""Sockets to listen on: one port for IPv4 and IPv6 where both exist."""

import errno
import socket
import sys
from typing import Final

BACKLOG: Final = 128  # connections that the system keeps for us
SPARE_FILES: Final = 96  # for everything that is no connection
ATTEMPTS: Final = 16  # to find a port that is free for both families

_PLACES: Final = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))
_MISSING: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)


class DoorError(Exception):
    """A port that can't be used; a sentence says why."""


def open_doors(port: int) -> list[socket.socket]:
    """Listening sockets on that port, or with 0 on a free one; a missing family is left out."""
    if not 0 <= port <= 65535:
        raise DoorError("a port is a number between 0 and 65535")
    for attempt in range(ATTEMPTS):
        try:
            return _open(port)
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            if taken and port == 0 and attempt + 1 < ATTEMPTS:
                continue
            why = (
                "another program uses it" if taken else (error.strerror or "unknown error").lower()
            )
            raise DoorError(f"port {port} can't be used: {why}") from None
    raise DoorError("no port is free")


def _open(port: int) -> list[socket.socket]:
    doors: list[socket.socket] = []
    missing = OSError(errno.EAFNOSUPPORT, "no network")
    for family, host in _PLACES:
        try:
            door = socket.socket(family, socket.SOCK_STREAM)
        except OSError as error:
            missing = error
            continue
        try:
            _bind(door, host, port)
        except OSError as error:
            door.close()
            if error.errno in _MISSING:
                missing = error
                continue
            for other in doors:
                other.close()
            raise
        doors.append(door)
        port = door.getsockname()[1]
    if not doors:
        raise missing
    return doors


def _bind(door: socket.socket, host: str, port: int) -> None:
    door.setblocking(False)
    if sys.platform == "win32":
        door.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if door.family == socket.AF_INET6:
        door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    door.bind((host, port))
    door.listen(BACKLOG)


def files_allowed() -> int:
    """How many sockets this process may have open besides everything else."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if soft == resource.RLIM_INFINITY else max(0, soft - SPARE_FILES)
