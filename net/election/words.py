"""What the election needs to know of a log, of its entries and of what players ask for.

The log with its signatures lies behind these protocols: the election puts entries in order and
never looks inside them. Times are seconds on any clock that doesn't run backwards.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

Pid = bytes  # who a peer is: its public key
Voters = tuple[Pid, ...]  # in the order of their seats
Key = tuple[Pid, int]  # an author and the number he gave his action

HEARTBEAT: Final = 0.25  # a host speaks at least so often
PATIENCE: Final = 1.5  # a host not heard for so long may be replaced
STEP: Final = 0.2  # later seats wait longer, so that candidates don't meet
JITTER: Final = 0.1  # at most, by chance
AT_ONCE: Final = 0.1  # in place of PATIENCE, when there is certainly no host
LONELY: Final = 3.0  # a host without a majority for so long is none
GONE: Final = 5.0  # the table waits for a player not heard for so long
RESEND: Final = 1.0  # an action not ordered by then is sent to the host again
CENSORED: Final = 3.0  # and by then, the host has lost this peer's trust
REST: Final = 10.0  # between two elections for the sake of a peer without a vote
HANDOVER: Final = 1.5  # a hand-over that took longer has failed
BATCH: Final = 64  # entries in one message, at most
MAX_LEAP: Final = 1 << 20  # terms that one message may skip, at most
MAX_HELD: Final = 16  # unordered actions kept of one author, at most


class Point(NamedTuple):
    """A place in a log: the term and number of an entry and the hash of all up to it."""

    term: int
    seq: int
    head: bytes

    def reaches(self, other: "Point") -> bool:
        """Whether a log that ends here is at least as new as one that ends there."""
        return (self.term, self.seq) >= (other.term, other.seq)


class Item(Protocol):
    """A signed action that its author wants in the log."""

    @property
    def key(self) -> Key:
        """Equal for two copies of one action only."""

    @property
    def voters(self) -> Voters | None:
        """Who shall vote from then on, if that is what it asks for."""


class Entry(Protocol):
    """An action in its place in the log, or the votes that begin a term."""

    @property
    def term(self) -> int:
        """When it was ordered first."""

    @property
    def seq(self) -> int:
        """Its number."""

    @property
    def head(self) -> bytes:
        """The hash of everything up to it."""

    @property
    def prev(self) -> bytes:
        """The hash of everything before it."""


class Log(Protocol):
    """The entries a peer holds; numbers begin at 1, and 0 is the place before the first."""

    @property
    def last(self) -> Point:
        """Where it ends."""

    def point(self, seq: int) -> Point:
        """The place with this number, not beyond the end."""

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        """The entries that follow that number, not more than the limit."""

    def seatings(self) -> Sequence[tuple[int, Voters]]:
        """Every change of the voters and its number, oldest first, never empty."""

    def find(self, key: Key) -> int | None:
        """The number of the entry that holds this action."""

    def open_term(self, term: int, votes: Mapping[Pid, bytes]) -> Entry:
        """Adds the entry with which a host shows its votes, and returns it."""

    def order(self, term: int, item: Item) -> Entry:
        """Adds an entry for an action, and returns it."""

    def append(self, entry: Entry) -> None:
        """Adds a host's entry that follows the last one."""

    def truncate(self, seq: int) -> None:
        """Drops everything after that number."""

    def refusal(self, item: Item) -> str | None:
        """Why an action can't be ordered where the log ends now, nor later."""

    def must_wait(self, item: Item) -> bool:
        """Whether an action can't be ordered yet."""

    def welcomes(self, entry: Entry, now: float, spread: bool) -> bool:
        """Whether this peer would sign the entry now; it is offered again if not.

        `spread` says that a majority has signed it, so that nothing is gained by waiting.
        """


class Signer(Protocol):
    """Makes the signatures of this peer."""

    def vote(self, term: int, candidate: Pid, last: Point) -> bytes:
        """For a candidate whose log ends there."""

    def ack(self, term: int, at: Point) -> bytes:
        """For holding the host's log up to there."""


class Saved(NamedTuple):
    """What a peer must remember when it starts again, besides its log.

    `committed` may be less than what was, but not less than the last change of voters that was.
    `floor` is the newest place it has ever had to give up again: its log was signed up to there,
    so it votes for nobody whose log is older.
    """

    term: int = 0
    vote: Pid | None = None
    committed: int = 0
    floor: tuple[int, int] = (0, 0)  # term and number
