"""The die of a table that trusts nobody: hash chains made beforehand, one link of each per throw.

Every player lays down the anchor of a chain before the game. For throw number r each shows link
r, which nobody could know and he himself can no longer choose; all links and the entry that asked
for the throw are hashed into a *beacon*, and all numbers are drawn from that.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, NamedTuple, Self, TypeVar

from net.hashing import digest
from net.identity import Identity
from net.log.entries import MAX_SMALL, VERSION, Ack, Asked, EntryError, fields, pack, unpack

T = TypeVar("T")

LINKS: Final = 4096  # throws that one chain lasts for
LINK_SIZE: Final = 32
_WORDS: Final = 1 << 32
_LABEL: Final = (6).to_bytes(4, "big") + b"stream" + (8).to_bytes(4, "big")


class DiceError(Exception):
    """A link that does not belong to its chain, or that must not be shown."""


# -- chains ----------------------------------------------------------------------------------------


def next_link(gid: bytes, pid: bytes, link: bytes) -> bytes:
    """The link before this one in the order of throws: one step of hashing towards the anchor."""
    return digest("czd/chain", gid, pid, link)


class LinkChain:
    """A player's own chain: link 0 is the anchor, link r belongs to throw `start` + r."""

    def __init__(
        self, gid: bytes, pid: bytes, seed: bytes, start: int = 0, length: int = LINKS
    ) -> None:
        link = digest("czd/chain/seed", gid, pid, seed)
        links = [link]
        for _ in range(length):
            link = next_link(gid, pid, link)
            links.append(link)
        links.reverse()
        self._links = links
        self.start = start

    @property
    def anchor(self) -> bytes:
        return self._links[0]

    @property
    def last(self) -> int:
        """The last throw it is good for."""
        return self.start + len(self._links) - 1

    def link(self, index: int) -> bytes:
        if not self.start < index <= self.last:
            raise DiceError(f"this chain has no link for roll {index}")
        return self._links[index - self.start]


class KnownLinks:
    """What everybody knows of the chains of the players: the last link shown of each."""

    def __init__(self, gid: bytes) -> None:
        self._gid = gid
        self._last: dict[bytes, tuple[int, bytes]] = {}
        self._anchors: set[bytes] = set()
        self.laid: dict[bytes, tuple[bytes, int]] = {}  # the anchor of each, and where it begins

    def copy(self) -> "KnownLinks":
        """The same knowledge, to go on with separately."""
        other = KnownLinks(self._gid)
        other._last, other._anchors = self._last.copy(), self._anchors.copy()
        other.laid = self.laid.copy()
        return other

    def new(self, anchor: bytes) -> bool:
        """May somebody lay down a chain with this anchor?"""
        return len(anchor) == LINK_SIZE and anchor not in self._anchors

    def anchor(self, pid: bytes, anchor: bytes, index: int = 0) -> None:
        """A player lays down a chain whose first link belongs to throw `index` + 1."""
        if not self.new(anchor):
            raise DiceError("two chains must not have the same anchor")
        self._anchors.add(anchor)
        self._last[pid] = (index, anchor)
        self.laid[pid] = (anchor, index)

    def fits(self, pid: bytes, index: int, link: bytes) -> bool:
        """Is this the link of that player for that throw? Throws that were left out are hashed."""
        if pid not in self._last or len(link) != LINK_SIZE:
            return False
        known, value = self._last[pid]
        if not known < index <= known + LINKS:
            return False
        for _ in range(index - known):
            link = next_link(self._gid, pid, link)
        return link == value

    def shown(self, pid: bytes, index: int, link: bytes) -> None:
        """Takes note of a link that has become public in the log."""
        if not self.fits(pid, index, link):
            raise DiceError(f"a link for roll {index} doesn't belong to its player's chain")
        self._last[pid] = (index, link)


# -- beacon and numbers ----------------------------------------------------------------------------


def beacon(gid: bytes, index: int, head: bytes, links: Mapping[bytes, bytes]) -> bytes:
    """32 bytes that nobody could foresee or choose, from the links of all players."""
    parts: list[bytes] = []
    for pid in sorted(links):
        parts += (pid, links[pid])
    return digest("czd/roll", gid, index, head, *parts)


class Draws:
    """An endless row of fair numbers from 32 bytes; several throws may share one."""

    __slots__ = ("_at", "_block", "_count", "_seed")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != LINK_SIZE:
            raise ValueError("numbers are drawn from 32 bytes")
        self._seed = seed
        self._count = 0
        self._block = b""
        self._at = 0

    def take(self, count: int) -> bytes:
        """The next bytes."""
        while len(self._block) - self._at < count:
            data = _LABEL + self._count.to_bytes(8, "big")
            block = blake2b(data, key=self._seed, digest_size=64).digest()
            self._block = self._block[self._at :] + block
            self._at = 0
            self._count += 1
        self._at += count
        return self._block[self._at - count : self._at]

    def d6(self) -> int:
        """One throw, 1 to 6: from one byte, and from the next if that one would be unfair."""
        while True:
            value = self.take(1)[0]
            if value < 252:
                return 1 + value % 6

    def below(self, limit: int) -> int:
        """One of 0 ... limit-1, each equally likely."""
        if not 1 <= limit <= _WORDS:
            raise ValueError("nothing to draw from")
        fair = _WORDS - _WORDS % limit
        while True:
            value = int.from_bytes(self.take(4), "big")
            if value < fair:
                return value % limit

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a fair order (Fisher and Yates, from the last place down)."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return pile


# -- showing a link --------------------------------------------------------------------------------


def blocking(players: int) -> int:
    """How many signatures an entry needs before links are shown for it: half, rounded up.

    Every majority then has a signer in it, so no honest election can drop the entry.
    """
    return (players + 1) // 2


@dataclass(frozen=True, slots=True)
class Reveal:
    """A link shown for the entry that asks for it, with an ack of that entry.

    When a new host has taken over since, the ack is of an entry of the new term after it: an ack
    is only ever given in the term of its entry.
    """

    ack: Ack
    index: int
    link: bytes

    @property
    def raw(self) -> bytes:
        return pack([VERSION, self.ack.raw, self.index, self.link])

    @classmethod
    def read(cls, raw: bytes) -> Self:
        value = unpack(raw, MAX_SMALL, "a reveal")
        version, ack, index, link = fields(value, "a reveal", int, bytes, int, LINK_SIZE)
        if version != VERSION:
            raise EntryError("a reveal is from another version")
        return cls(Ack.read(ack), index, link)


class Burnt(NamedTuple):
    """The last throw a link was shown for, and the entry it was shown to."""

    throw: int = 0
    head: bytes = bytes(32)


class Revealer:
    """Guards a player's own chain: decides whether a link may be shown now, and burns it.

    `save` must put the burnt index on the disk before it returns: a player who forgets it could
    be brought to show the same link for two different histories.
    """

    def __init__(
        self,
        me: Identity,
        gid: bytes,
        chain: LinkChain,
        save: Callable[[Burnt], None],
        burnt: Burnt | None = None,
    ) -> None:
        self._me = me
        self._gid = gid
        self._chain = chain
        self._save = save
        self.burnt = Burnt() if burnt is None else burnt

    def renew(self, chain: LinkChain) -> None:
        """Goes on with a new chain, once its anchor is in the log."""
        self._chain = chain

    def refusal(
        self,
        index: int,
        due: Asked | None,
        top: Asked,
        signers: Collection[bytes],
        host: bytes,
        players: Collection[bytes],
    ) -> str | None:
        """Why link `index` may not be shown now, or None.

        `due` is the entry for which my own log and my own rules want this throw. `top` is the
        entry of the running term that is confirmed with it: `due` itself, or one after it when a
        new host has taken over since. `signers` are those whose binding acks of
        `top`, or of a later entry of its term, were checked.
        """
        if due is None:
            return "my own log has no roll due"
        if top.term < due.term or top.seq < due.seq or (top.seq == due.seq and top != due):
            return "the confirmations don't cover the entry that needs the roll"
        if self._me.pid not in players or host not in players:
            return "only players roll"
        if not self._chain.start < index <= self._chain.last:
            return f"my chain has no link for roll {index}"
        if index < self.burnt.throw or (index == self.burnt.throw and due.head != self.burnt.head):
            return f"my link for roll {self.burnt.throw} has been shown already"
        # The host signed the entry, and showing my link is my own signature.
        signed = {host, self._me.pid, *signers} & set(players)
        wanted = blocking(len(players))
        if len(signed) < wanted:
            return f"{len(signed)} of {wanted} players have confirmed the entry"
        return None

    def burn(self, index: int, due: Asked) -> bytes:
        """The link; ask `refusal` first. Showing it again for the same entry is harmless."""
        link = self._chain.link(index)
        burnt = Burnt(index, due.head)
        if burnt != self.burnt:
            if index <= self.burnt.throw:
                raise DiceError(f"the link for roll {index} has been shown already")
            self._save(burnt)
            self.burnt = burnt
        return link

    def reveal(self, index: int, due: Asked, top: Asked) -> Reveal:
        """The same with this player's signature, for others."""
        return Reveal(Ack.make(self._me, self._gid, top.term, top), index, self.burn(index, due))
