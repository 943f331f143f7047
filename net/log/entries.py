"""What is signed: acts of players, entries of the log, acks and votes.

The bytes that were signed are kept and passed on as they are; nothing is ever encoded a second
time, because msgpack has more than one spelling for the same value. Whatever comes in is read
strictly: no floats, no maps with odd keys, nothing deep, nothing big.
"""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

from net.election.words import Point
from net.hashing import digest
from net.identity import Identity, verify
from net.wire import packing

VERSION: Final = 1
GID_SIZE: Final = 16  # the name of a game
PID_SIZE: Final = 32  # the name of a player: his public key
HEAD_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
START: Final = bytes(HEAD_SIZE)  # the head before the first entry

MAX_ACT: Final = 1 << 18
MAX_SEALED: Final = MAX_ACT + 512
MAX_SMALL: Final = 512  # an ack, a vote
MAX_ITEMS: Final = 4096
MAX_DEPTH: Final = 6
MAX_KIND: Final = 16
MAX_NUMBER: Final = (1 << 63) - 1


class EntryError(Exception):
    """Bytes that are no entry, act, ack or vote, or that say something impossible."""


# -- bytes and values ------------------------------------------------------------------------------


def pack(value: object) -> bytes:
    """A value of our own as msgpack."""
    return packing.pack(value)


def unpack(raw: bytes, limit: int, what: str) -> object:
    """The value in bytes from a stranger; only whole numbers, bytes, text, lists and maps."""
    if len(raw) > limit:
        raise EntryError(f"{what} is longer than {limit} bytes")
    try:
        value = packing.unpack(raw, MAX_ITEMS, lists=True)
    except packing.PackingError as error:
        raise EntryError(f"{what} can't be read: {error}") from None
    _plain(value, what, MAX_DEPTH)
    return value


def _plain(value: object, what: str, depth: int) -> None:
    if depth == 0:
        raise EntryError(f"{what} is nested too deeply")
    kind = type(value)
    if kind is list:
        for item in value:  # type: ignore[attr-defined]
            inner = type(item)
            if (
                inner is bytes
                or inner is str
                or (inner is int and -MAX_NUMBER <= item <= MAX_NUMBER)
            ):
                if depth == 1:
                    raise EntryError(f"{what} is nested too deeply")
            else:
                _plain(item, what, depth - 1)
    elif kind is int:
        if not -MAX_NUMBER <= value <= MAX_NUMBER:  # type: ignore[operator]
            raise EntryError(f"{what} holds too big a number")
    elif isinstance(value, dict):
        for key, item in value.items():
            if type(key) is not str:
                raise EntryError(f"{what} has a map with a key that isn't a word")
            _plain(item, what, depth - 1)
    elif kind is not bytes and kind is not str:
        raise EntryError(f"{what} holds a {kind.__name__}")


def fields(value: object, what: str, *shape: type | int) -> list[Any]:
    """The items of a list that must have this shape, one item for each.

    A type asks for that type (a number must not be negative), a number for bytes of that length.
    """
    if not isinstance(value, list) or len(value) != len(shape):
        raise EntryError(f"{what} must have {len(shape)} fields")
    for item, wanted in zip(value, shape, strict=True):
        if wanted is int:
            fits = type(item) is int and item >= 0
        elif isinstance(wanted, int):
            fits = type(item) is bytes and len(item) == wanted
        else:
            fits = isinstance(item, wanted)
        if not fits:
            raise EntryError(f"{what} has a field of the wrong kind")
    return value


def _versioned(raw: bytes, limit: int, what: str, *shape: type | int) -> list[Any]:
    value = unpack(raw, limit, what)
    if isinstance(value, list) and value and value[0] != VERSION:
        raise EntryError(f"{what} is of version {value[0]!r:.20}, and this client reads {VERSION}")
    return fields(value, what, int, *shape)


# -- acts and entries ------------------------------------------------------------------------------

_REMEMBERED: Final = 256
_genuine: dict[tuple[bytes, bytes], "Act"] = {}  # acts lately found to be signed, by their bytes


class Place(NamedTuple):
    """A place in the log: which entry, and the hash of everything up to it."""

    seq: int = 0
    head: bytes = START


Asked = Point  # an entry as acks and reveals name it


@dataclass(slots=True)
class Act:
    """What a player wants done, signed by him; `basis` is the last entry he had seen.

    A player numbers his acts from 1. What a host does as host has the number 0 and is bound to one
    place instead: it can only stand right after its basis. Such an order is nothing without its
    entry, and the host signs it with that alone: its own signature is empty.
    """

    raw: bytes
    signature: bytes
    gid: bytes
    author: bytes
    author_seq: int
    basis: Place
    kind: str
    payload: object

    @classmethod
    def make(
        cls, me: Identity, gid: bytes, author_seq: int, basis: Place, kind: str, payload: object
    ) -> Self:
        """An act of one's own; the payload is made of plain lists and maps."""
        _plain(payload, "an act", MAX_DEPTH - 1)
        raw = pack([VERSION, gid, me.pid, author_seq, basis.seq, basis.head, kind, payload])
        signature = me.sign("czd/action", raw) if author_seq else b""
        act = cls(raw, signature, gid, me.pid, author_seq, basis, kind, payload)
        act._remember()
        return act

    @classmethod
    def read(cls, raw: bytes, signature: bytes) -> "Act":
        known = _genuine.get((raw, signature))
        if known is not None:
            return known
        _, gid, author, author_seq, seq, head, kind, payload = _versioned(
            raw, MAX_ACT, "an act", GID_SIZE, PID_SIZE, int, int, HEAD_SIZE, str, object
        )
        if not 1 <= len(kind) <= MAX_KIND:
            raise EntryError("an act is of an unknown kind")
        if len(signature) != (SIGNATURE_SIZE if author_seq else 0):
            raise EntryError("an act has a signature of 64 bytes, and a host's order has none")
        return cls(raw, signature, gid, author, author_seq, Place(seq, head), kind, payload)

    @property
    def sealed(self) -> bytes:
        """The act with its signature, as it travels to the host."""
        return pack([self.raw, self.signature])

    @classmethod
    def unseal(cls, sealed: bytes) -> "Act":
        return cls.read(*_unsealed(sealed, "an act"))

    def genuine(self) -> bool:
        """Has its author signed it? For the order of a host, see who has signed its entry."""
        if (self.raw, self.signature) not in _genuine:
            if self.author_seq and not verify(self.author, self.signature, "czd/action", self.raw):
                return False
            self._remember()
        return True

    def _remember(self) -> None:
        """An act comes from its author and again from the host: it is read and checked once."""
        _genuine[self.raw, self.signature] = self
        if len(_genuine) > _REMEMBERED:
            del _genuine[next(iter(_genuine))]


@dataclass(slots=True)
class Entry:
    """An act at its place in the log, signed by the host of the term."""

    sealed: bytes  # with the host's signature: what lies on disk and goes over the wire
    raw: bytes
    signature: bytes
    gid: bytes
    term: int
    seq: int
    prev: bytes
    act: Act
    head: bytes
    place: Place = field(init=False, compare=False)
    asked: Asked = field(init=False, compare=False)

    def __post_init__(self) -> None:
        self.place = Place(self.seq, self.head)
        self.asked = Asked(self.term, self.seq, self.head)

    @classmethod
    def make(cls, host: Identity, term: int, prev: Place, act: Act) -> Self:
        """The next entry after `prev`."""
        raw = pack([VERSION, act.gid, term, prev.seq + 1, prev.head, act.raw, act.signature])
        head = digest("czd/entry", raw)
        signature = host.sign("czd/seq", head)
        sealed = pack([raw, signature])
        return cls(sealed, raw, signature, act.gid, term, prev.seq + 1, prev.head, act, head)

    @classmethod
    def read(cls, sealed: bytes) -> Self:
        raw, signature = _unsealed(sealed, "an entry")
        _, gid, term, seq, prev, inner, signed = _versioned(
            raw, MAX_SEALED, "an entry", GID_SIZE, int, int, HEAD_SIZE, bytes, bytes
        )
        act = Act.read(inner, signed)
        if act.gid != gid:
            raise EntryError("an entry holds an act of another game")
        if term == 0 or seq == 0:
            raise EntryError("terms and entries are counted from 1")
        return cls(sealed, raw, signature, gid, term, seq, prev, act, digest("czd/entry", raw))

    def ordered_by(self, host: bytes) -> bool:
        """Has this host put it here?"""
        return verify(host, self.signature, "czd/seq", self.head)


_SEAL: Final = b"\xc4" + bytes([SIGNATURE_SIZE])  # msgpack for: so many bytes follow
_TAIL: Final = len(_SEAL) + SIGNATURE_SIZE
# A list of two whose first member is bytes: how wide their length is, and the least that needs it.
_HEADS: Final = ((b"\x92\xc4", 1, 0), (b"\x92\xc5", 2, 1 << 8), (b"\x92\xc6", 4, 1 << 16))


def _unsealed(sealed: bytes, what: str) -> tuple[bytes, bytes]:
    """The two parts of a list of bytes and signature, in the spelling of `pack` and no other."""
    if len(sealed) <= MAX_SEALED and sealed[-_TAIL:-SIGNATURE_SIZE] == _SEAL:
        for mark, width, least in _HEADS:
            start = len(mark) + width
            size = len(sealed) - start - _TAIL
            if least <= size < 1 << 8 * width:
                if sealed[:start] == mark + size.to_bytes(width, "big"):
                    return sealed[start:-_TAIL], sealed[-SIGNATURE_SIZE:]
                break
    fields(unpack(sealed, MAX_SEALED, what), what, bytes, SIGNATURE_SIZE)
    raise EntryError(f"{what} is sealed in a nonstandard encoding")


# -- acks and votes --------------------------------------------------------------------------------

_acks: dict[tuple[bytes, bytes, int, Asked], "Ack"] = {}  # lately made, or found to be signed


class Ack(NamedTuple):
    """A player holds the host's log up to `at`, said in a term.

    Both the running term and that of the entry are signed: only an ack given in the term of its
    entry binds its signer (see `binding`), because an older entry may yet be replaced.
    """

    gid: bytes
    pid: bytes
    term: int
    at: Asked
    signature: bytes

    @classmethod
    def make(cls, me: Identity, gid: bytes, term: int, at: Asked) -> "Ack":
        known = _acks.get((gid, me.pid, term, at))
        if known is not None:
            return known
        ack = cls(gid, me.pid, term, at, me.sign("czd/ack", gid, term, *at))
        ack._remember()
        return ack

    @classmethod
    def read(cls, raw: bytes) -> Self:
        _, gid, pid, term, at_term, seq, head, signature = _versioned(
            raw, MAX_SMALL, "an ack", GID_SIZE, PID_SIZE, int, int, int, HEAD_SIZE, SIGNATURE_SIZE
        )
        return cls(gid, pid, term, Asked(at_term, seq, head), signature)

    @property
    def raw(self) -> bytes:
        return pack([VERSION, self.gid, self.pid, self.term, *self.at, self.signature])

    @property
    def binding(self) -> bool:
        """Does it count for a certificate and against its signer?"""
        return self.term == self.at.term

    def genuine(self) -> bool:
        if _acks.get(self[:4]) != self:
            if not verify(self.pid, self.signature, "czd/ack", self.gid, self.term, *self.at):
                return False
            self._remember()
        return True

    def _remember(self) -> None:
        """An ack comes again with a link of the dice: it is signed once and checked once."""
        _acks[self[:4]] = self
        if len(_acks) > _REMEMBERED:
            del _acks[next(iter(_acks))]


@dataclass(frozen=True, slots=True)
class Vote:
    """A player wants this candidate, whose log ends at `last`, as host of the term."""

    gid: bytes
    pid: bytes
    term: int
    candidate: bytes
    last: Asked
    signature: bytes

    @classmethod
    def make(cls, me: Identity, gid: bytes, term: int, candidate: bytes, last: Asked) -> Self:
        signature = me.sign("czd/vote", gid, term, candidate, *last)
        return cls(gid, me.pid, term, candidate, last, signature)

    @classmethod
    def read(cls, raw: bytes) -> Self:
        _, gid, pid, term, candidate, last_term, last_seq, last_head, signature = _versioned(
            raw, MAX_SMALL, "a vote",
            GID_SIZE, PID_SIZE, int, PID_SIZE, int, int, HEAD_SIZE, SIGNATURE_SIZE,
        )  # fmt: skip
        return cls(gid, pid, term, candidate, Asked(last_term, last_seq, last_head), signature)

    @property
    def raw(self) -> bytes:
        fixed = [VERSION, self.gid, self.pid, self.term, self.candidate]
        return pack([*fixed, *self.last, self.signature])

    def genuine(self) -> bool:
        return verify(
            self.pid, self.signature, "czd/vote", self.gid, self.term, self.candidate, *self.last
        )
