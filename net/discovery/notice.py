"""What is published about a table, and how a stranger's notice is read.

A notice travels as the TXT record of a service: pieces `key=value`, each with its length before
it. Keys never change their meaning, so that a table of another version is still shown, and said
to be one.
"""

import re
from collections.abc import Iterable
from itertools import islice, takewhile
from typing import Final, NamedTuple

from net.wire.codes import JoinCode, code_of
from net.wire.fields import MAX_NAME, MAX_TITLE, tidy

ID_SIZE: Final = 16
PRINT_SIZE: Final = 8  # bytes of the host's key that are published
CARDS_SIZE: Final = 4  # bytes of the hash of the cards
PHASES: Final = ("lobby", "play", "paused", "over")

MAX_RECORD: Final = 399  # of ours, in bytes: it fits in a message of 512 (RFC 6763, 6.2)
MAX_PIECE: Final = 255  # bytes of a piece: its length is one byte
MAX_STRANGE: Final = 1300  # of others: more does not fit in a packet
MAX_SEATS: Final = 99
MAX_PROTOCOL: Final = 65535
MAX_EDITIONS: Final = 12
MAX_PLAYERS: Final = 8  # that are named

_PROGRAM: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,15}", re.ASCII)
_EDITION: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,11}", re.ASCII)
_OPTION: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,23}=[a-z0-9-]{1,24}", re.ASCII)
_SEATS: Final = re.compile(r"([0-9]{1,2})/([0-9]{1,2})", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]{1,5}", re.ASCII)


class Notice(NamedTuple):
    """A table as everybody on the network may see it."""

    table: bytes  # its id
    title: str
    phase: str
    seated: int
    seats: int
    locked: bool  # behind a password
    editions: tuple[str, ...]
    program: str  # the version that people know
    protocol: int
    host: bytes  # the beginning of the host's key
    cards: bytes  # the beginning of the hash of the cards
    options: tuple[str, ...] = ()  # house rules as name=value, as many as there was room for
    players: tuple[str, ...] = ()  # who sits there by name, as many as there was room for

    @property
    def code(self) -> JoinCode:
        return code_of(self.table)

    def record(self) -> bytes:
        """The TXT record; what is too long for it is cut off, names of players first."""
        if len(self.table) != ID_SIZE or self.phase not in PHASES:
            raise ValueError("a notice needs the id of a table and a phase")
        pieces = [
            b"v=%d" % self.protocol,
            b"id=" + self.table,
            b"st=" + self.phase.encode(),
            b"pl=%d/%d" % (self.seated, self.seats),
            b"pw=%d" % self.locked,
            b"pv=" + self.program.encode(),
            b"fp=" + self.host[:PRINT_SIZE],
            b"ch=" + self.cards[:CARDS_SIZE],
        ]
        pieces.append(b"ed=" + _shortened(self.editions, _room(pieces, b"ed=")).encode())
        title = tidy(self.title, MAX_TITLE).encode()[: _room(pieces, b"t=")]
        pieces.append(b"t=" + title.decode(errors="ignore").rstrip().encode())
        options = _shortened(self.options, _room(pieces, b"o="), ",", _OPTION)
        if options:
            pieces.append(b"o=" + options.encode())
        names = _fitting(_tidied(self.players, self.seated), _room(pieces, b"n="))
        if names:
            pieces.append(b"n=" + "\n".join(names).encode())
        return b"".join(bytes((len(piece),)) + piece for piece in pieces)


def read_notice(record: bytes) -> Notice | None:
    """The notice in somebody's TXT record; None if it is no such thing."""
    found = _pieces(record)
    if found is None:
        return None
    try:
        words = {key: found[key].decode() for key in ("v", "st", "pl", "pw", "pv", "ed", "t")}
        table, host, cards = found["id"], found["fp"], found["ch"]
    except (KeyError, UnicodeDecodeError):
        return None
    seats = _SEATS.fullmatch(words["pl"])
    editions = tuple(words["ed"].split("+")) if words["ed"] else ()
    if (
        seats is None
        or int(seats[1]) > int(seats[2])
        or words["st"] not in PHASES
        or words["pw"] not in ("0", "1")
        or not _NUMBER.fullmatch(words["v"])
        or int(words["v"]) > MAX_PROTOCOL
        or not _PROGRAM.fullmatch(words["pv"])
        or len(editions) > MAX_EDITIONS
        or not all(map(_EDITION.fullmatch, editions))
        or (len(table), len(host), len(cards)) != (ID_SIZE, PRINT_SIZE, CARDS_SIZE)
    ):
        return None
    return Notice(
        table,
        tidy(words["t"], MAX_TITLE),
        words["st"],
        int(seats[1]),
        int(seats[2]),
        words["pw"] == "1",
        editions,
        words["pv"],
        int(words["v"]),
        host,
        cards,
        _options(found.get("o", b"")),
        _tidied(found.get("n", b"").decode(errors="replace").split("\n"), int(seats[1])),
    )


def _options(text: bytes) -> tuple[str, ...]:
    """House rules as somebody has written them; none if they make no sense."""
    words = text.decode(errors="replace").split(",")[:MAX_EDITIONS]
    return tuple(words) if all(map(_OPTION.fullmatch, words)) else ()


def _tidied(names: Iterable[str], seated: int) -> tuple[str, ...]:
    """Names that may be shown anywhere, of no more players than there are."""
    clean = (tidy(name, MAX_NAME) for name in names)
    return tuple(islice(filter(None, clean), min(seated, MAX_PLAYERS)))


def _pieces(record: bytes) -> dict[str, bytes] | None:
    """The values by their keys; the first of several with one key counts (RFC 6763)."""
    if len(record) > MAX_STRANGE:
        return None
    found: dict[str, bytes] = {}
    at = 0
    while at < len(record):
        end = at + 1 + record[at]
        if end > len(record):
            return None
        key, equals, value = record[at + 1 : end].partition(b"=")
        if equals and key.isascii():
            found.setdefault(key.decode().lower(), value)
        at = end
    return found


def _room(pieces: Iterable[bytes], key: bytes) -> int:
    """The bytes for the value of one more piece; every piece has its length before it."""
    used = sum(1 + len(piece) for piece in pieces)
    return min(MAX_PIECE, MAX_RECORD - used - 1) - len(key)


def _shortened(
    words: tuple[str, ...], room: int, sign: str = "+", shape: re.Pattern[str] = _EDITION
) -> str:
    """As many editions or options as there is room for."""
    good = takewhile(shape.fullmatch, words[:MAX_EDITIONS])
    return sign.join(_fitting(good, room))


def _fitting(words: Iterable[str], room: int) -> list[str]:
    """The first words, as many as fit with a sign between them."""
    fitting: list[str] = []
    for word in words:
        room -= len(word.encode()) + bool(fitting)
        if room < 0:
            break
        fitting.append(word)
    return fitting
