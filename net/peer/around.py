"""What a running game asks of the program around it."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

from net.log.entries import Act
from net.peer.ledger import Happened
from net.wire import messages as wire

T = TypeVar("T")


class Alarm(NamedTuple):
    """The table stops here: somebody did what no honest program does, or the disk has failed."""

    kind: str  # mismatch, cheating, disk
    pid: bytes  # whom it is about
    text: str
    report: bytes  # empty: there is nothing to show to anybody


class Surroundings(Protocol):
    """What a game needs of the program around it."""

    def send(self, pid: bytes, message: wire.Message) -> None:
        """To a player; it may be lost when there is no link."""

    def happened(self, what: Happened) -> None:
        """An entry is final."""

    def refused(self, act: Act, reason: str) -> None:
        """An act of this player's own has come to nothing."""

    def shifted(self) -> None:
        """Called when the host, the pause state or the absent players change."""

    def alarmed(self, alarm: Alarm) -> None:
        """The game is over for this program."""

    def compute(self, work: Callable[[], T], done: Callable[[T, float], None]) -> None:
        """Does something that takes long where nobody waits for it; tells the result and the time.

        `done` is not called any more when the game has been closed.
        """

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        """A peer has broken the protocol: the connection is closed."""
