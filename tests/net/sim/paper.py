"""A log without signatures for the simulator, and the disk on which it lies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from net.election import Entry, Item, Point
from net.election.words import Key, Pid, Voters

START = bytes(8)
WITHHELD_EVERY = 7  # each seventh action of an author is signed only after a while
WITHHELD_FOR = 0.4  # seconds, at most


class Action(NamedTuple):
    """What an author wants; some of it changes the voters."""

    author: Pid
    number: int
    voters: Voters | None = None

    @property
    def key(self) -> Key:
        return (self.author, self.number)


class Line(NamedTuple):
    """An entry of the log: an action, or the votes of a term."""

    term: int
    seq: int
    prev: bytes
    head: bytes
    item: Item | None
    votes: frozenset[Pid] = frozenset()


def line(term: int, prev: Point, item: Item | None, votes: frozenset[Pid] = frozenset()) -> Line:
    said = repr((term, prev.seq, item and item.key, sorted(votes))).encode()
    head = blake2b(prev.head + said, digest_size=8).digest()
    return Line(term, prev.seq + 1, prev.head, head, item, votes)


@dataclass
class Disk:
    """What outlives a crash."""

    term: int = 0
    vote: Pid | None = None
    floor: tuple[int, int] = (0, 0)
    committed: int = 0  # what it holds for final while it runs
    final: int = 0  # what it remembers of that
    lines: list[Line] = field(default_factory=list)

    def holds(self, seq: int, head: bytes) -> bool:
        return seq <= len(self.lines) and self.lines[seq - 1].head == head


class Paper:
    """The log in the memory of a peer."""

    def __init__(self, voters: Voters, lines: Sequence[Line]) -> None:
        self.lines: list[Line] = []
        self._seatings: list[tuple[int, Voters]] = [(0, voters)]
        self._found: dict[Key, int] = {}
        self._offered: dict[bytes, float] = {}
        for each in lines:
            self.append(each)

    @property
    def last(self) -> Point:
        return self.point(len(self.lines))

    def point(self, seq: int) -> Point:
        if seq == 0:
            return Point(0, 0, START)
        at = self.lines[seq - 1]
        return Point(at.term, seq, at.head)

    def entries(self, after: int, limit: int) -> Sequence[Line]:
        return self.lines[after : after + limit]

    def seatings(self) -> Sequence[tuple[int, Voters]]:
        return self._seatings

    def find(self, key: Key) -> int | None:
        return self._found.get(key)

    def open_term(self, term: int, votes: Mapping[Pid, bytes]) -> Line:
        made = line(term, self.last, None, frozenset(votes))
        self.append(made)
        return made

    def order(self, term: int, item: Item) -> Line:
        made = line(term, self.last, item)
        self.append(made)
        return made

    def append(self, entry: Entry) -> None:
        assert isinstance(entry, Line)
        assert entry.prev == self.last.head
        self.lines.append(entry)
        if entry.item is not None:
            self._found[entry.item.key] = entry.seq
            if entry.item.voters is not None:
                self._seatings.append((entry.seq, entry.item.voters))

    def truncate(self, seq: int) -> None:
        del self.lines[seq:]
        while self._seatings[-1][0] > seq:
            self._seatings.pop()
        self._found = {key: at for key, at in self._found.items() if at <= seq}

    def refusal(self, item: Item) -> str | None:
        return None

    def must_wait(self, item: Item) -> bool:
        return False

    def welcomes(self, entry: Entry, now: float, spread: bool) -> bool:
        assert isinstance(entry, Line)
        if entry.item is None or spread or entry.item.key[1] % WITHHELD_EVERY:
            return True
        wait = WITHHELD_FOR * entry.head[0] / 255
        return now - self._offered.setdefault(entry.head, now) >= wait


class Pen:
    """Signs nothing in particular."""

    def vote(self, term: int, candidate: Pid, last: Point) -> bytes:
        return b"vote"

    def ack(self, term: int, at: Point) -> bytes:
        return b"ack"
