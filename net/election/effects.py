"""What a node wants done. Effects are carried out in their order, and what has to be on disk
before a message may leave stands before that message."""

from dataclasses import dataclass

from net.election.messages import Message
from net.election.words import Entry, Item, Pid, Point


@dataclass(slots=True)
class Send:
    """A message for a peer; it may be lost when there is no link."""

    peer: Pid
    message: Message


@dataclass(slots=True)
class Save:
    """Term, vote, floor and how much is committed go to disk for certain."""

    term: int
    vote: Pid | None
    floor: tuple[int, int]
    committed: int


@dataclass(slots=True)
class Appended:
    """The log has grown by these."""

    entries: tuple[Entry, ...]


@dataclass(slots=True)
class Truncated:
    """The log ends with that number now; what followed had not been committed."""

    seq: int


@dataclass(slots=True)
class Committed:
    """Everything up to that number is final."""

    seq: int


@dataclass(slots=True)
class Certified:
    """This peer holds enough signatures to reveal what entries up to that number ask for."""

    seq: int


@dataclass(slots=True)
class Hosting:
    """This peer is the host of a term."""

    term: int


@dataclass(slots=True)
class Following:
    """Another peer is the host, or nobody that is known."""

    term: int
    host: Pid | None


@dataclass(slots=True)
class Paused:
    """The table waits for these; for a host, if they are none."""

    awaited: tuple[Pid, ...]


@dataclass(slots=True)
class Resumed:
    """The table waits for nobody any more."""


@dataclass(slots=True)
class Rejected:
    """An action can't be ordered, and why."""

    item: Item
    reason: str


@dataclass(slots=True)
class Disagreed:
    """A peer and this one hold different entries where honest hosts leave no room for it."""

    peer: Pid
    ours: Point
    theirs: Point


Effect = (
    Send
    | Save
    | Appended
    | Truncated
    | Committed
    | Certified
    | Hosting
    | Following
    | Paused
    | Resumed
    | Rejected
    | Disagreed
)
