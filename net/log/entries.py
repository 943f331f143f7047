"""What is signed: acts of players, entries of the log, acks and votes.

The bytes that were signed are kept and passed on as they are; nothing is ever encoded a second
time, because msgpack has more than one spelling for the same value. Whatever comes in is read
strictly: no floats, no maps with odd keys, nothing deep, nothing big.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

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
    if kind is int or kind is bytes or kind is str:
        if kind is int and not -MAX_NUMBER <= value <= MAX_NUMBER:  # type: ignore[operator]
            raise EntryError(f"{what} holds a number that is too big")
    elif isinstance(value, list):
        for item in value:
            _plain(item, what, depth - 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if type(key) is not str:
                raise EntryError(f"{what} has a map with a key that is no word")
            _plain(item, what, depth - 1)
    else:
        raise EntryError(f"{what} holds a {kind.__name__}")


def fields(value: object, what: str, *shape: type | int) -> list[Any]:
    """The items of a list that must have this shape, one item for each.

    A type asks for that type (a number must not be negative), a number for bytes of that length.
    """
    if not isinstance(value, list) or len(value) != len(shape):
        raise EntryError(f"{what} must have {len(shape)} fields")
    for item, wanted in zip(value, shape, strict=True):
        if isinstance(wanted, int):
            fits = type(item) is bytes and len(item) == wanted
        elif wanted is int:
            fits = type(item) is int and item >= 0
        else:
            fits = isinstance(item, wanted)
        if not fits:
            raise EntryError(f"{what} has a field of the wrong kind")
    return value


def _versioned(raw: bytes, limit: int, what: str, *shape: type | int) -> list[Any]:
    value = unpack(raw, limit, what)
    if isinstance(value, list) and value and value[0] != VERSION:
        raise EntryError(f"{what} is of version {value[0]!r:.20}; this program reads {VERSION}")
    return fields(value, what, int, *shape)[1:]


# -- acts and entries ------------------------------------------------------------------------------

_REMEMBERED: Final = 256
_genuine: dict[tuple[bytes, bytes], None] = {}  # acts lately found to be signed, and the signatures


def _remember(signed: tuple[bytes, bytes]) -> None:
    """An act comes from its author and again from the host: it is checked once."""
    _genuine[signed] = None
    if len(_genuine) > _REMEMBERED:
        del _genuine[next(iter(_genuine))]


class Place(NamedTuple):
    """A place in the log: which entry, and the hash of everything up to it."""

    seq: int = 0
    head: bytes = START


class Asked(NamedTuple):
    """An entry as acks and reveals name it."""

    term: int
    seq: int
    head: bytes


@dataclass(frozen=True, slots=True)
class Act:
    """What a player wants done, signed by him; `basis` is the last entry he had seen.

    A player numbers his acts from 1. What a host does as host has the number 0 and is bound to one
    place instead: it can only stand right after its basis.
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
        raw = pack([VERSION, gid, me.pid, author_seq, basis.seq, basis.head, kind, payload])
        signature = me.sign("czd/action", raw)
        _remember((raw, signature))
        return cls.read(raw, signature)

    @classmethod
    def read(cls, raw: bytes, signature: bytes) -> Self:
        gid, author, author_seq, seq, head, kind, payload = _versioned(
            raw, MAX_ACT, "an act", GID_SIZE, PID_SIZE, int, int, HEAD_SIZE, str, object
        )
        if not 1 <= len(kind) <= MAX_KIND:
            raise EntryError("an act is of no known kind")
        if len(signature) != SIGNATURE_SIZE:
            raise EntryError("a signature has 64 bytes")
        return cls(raw, signature, gid, author, author_seq, Place(seq, head), kind, payload)

    @property
    def sealed(self) -> bytes:
        """The act with its signature, as it travels to the host."""
        return pack([self.raw, self.signature])

    @classmethod
    def unseal(cls, sealed: bytes) -> Self:
        return cls.read(*_unsealed(sealed, "an act"))

    def genuine(self) -> bool:
        """Has its author signed it?"""
        signed = (self.raw, self.signature)
        if signed not in _genuine:
            if not verify(self.author, self.signature, "czd/action", self.raw):
                return False
            _remember(signed)
        return True


@dataclass(frozen=True, slots=True)
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
        gid, term, seq, prev, inner, signed = _versioned(
            raw, MAX_SEALED, "an entry", GID_SIZE, int, int, HEAD_SIZE, bytes, SIGNATURE_SIZE
        )
        act = Act.read(inner, signed)
        if act.gid != gid:
            raise EntryError("an entry holds an act of another game")
        if term == 0 or seq == 0:
            raise EntryError("terms and entries are counted from 1")
        return cls(sealed, raw, signature, gid, term, seq, prev, act, digest("czd/entry", raw))

    @property
    def place(self) -> Place:
        return Place(self.seq, self.head)

    @property
    def asked(self) -> Asked:
        return Asked(self.term, self.seq, self.head)

    def ordered_by(self, host: bytes) -> bool:
        """Has this host put it here?"""
        return verify(host, self.signature, "czd/seq", self.head)


def _unsealed(sealed: bytes, what: str) -> tuple[bytes, bytes]:
    value = unpack(sealed, MAX_SEALED, what)
    raw, signature = fields(value, what, bytes, SIGNATURE_SIZE)
    if pack(value) != sealed:
        raise EntryError(f"{what} is sealed in an unusual spelling")
    return raw, signature


# -- acks and votes --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ack:
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
    def make(cls, me: Identity, gid: bytes, term: int, at: Asked) -> Self:
        return cls(gid, me.pid, term, at, me.sign("czd/ack", gid, term, *at))

    @classmethod
    def read(cls, raw: bytes) -> Self:
        gid, pid, term, at_term, seq, head, signature = _versioned(
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
        return verify(self.pid, self.signature, "czd/ack", self.gid, self.term, *self.at)


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
        gid, pid, term, candidate, last_term, last_seq, last_head, signature = _versioned(
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
