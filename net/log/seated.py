"""A table as its log tells it, up to one entry: who sits there and what is waited for."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from core.actions import Action
from core.game import Game
from core.state import Window
from net.deck.sealed import SealedDealer
from net.log.deal import Dealer
from net.log.dice import KnownLinks
from net.log.entries import START, Asked
from net.log.terms import Terms


class Due(NamedTuple):
    """A throw that the table waits for: its number, and the entry that asks for it."""

    throw: int
    asked: Asked


class Seated:
    """What a log adds up to. Only a referee changes it."""

    terms: Terms
    game: Game
    dealer: Dealer

    def __init__(self, gid: bytes) -> None:
        self.gid = gid
        self.term = 0
        self.host = b""
        self.players: tuple[bytes, ...] = ()  # those who vote and throw now
        self.owners: list[bytes] = []  # seat -> the player who acts for it
        self.due: Due | None = None
        self.last = Asked(0, 0, START)
        self.index = 0  # the last throw that was made or given up
        self.actions: tuple[Action, ...] = ()  # what the last entry did to the game
        # A window, and who has asked for more time in it.
        self.patience: tuple[int, frozenset[bytes]] = (0, frozenset())
        self.timed = 0  # windows that were closed while a person could still respond
        self.sealed: SealedDealer | None = None  # who deals, if nobody can look into the deck
        self.removals: Mapping[bytes, int] = {}  # how often somebody was removed
        self.told = False  # whether the log says how the game ended
        self.today = False  # whether the rules at hand do, whatever the game was played by
        self._links: KnownLinks
        self._lost = False  # whether secrets went with a player, so that cards are dealt anew

    def copy(self) -> Self:
        """Another one at the same place of the log; what happens to it leaves this one alone."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other.owners = self.owners.copy()
        if self.last.seq:
            other.game = self.game.copy()
            other._give_out(self.dealer.copy())
            other._links = self._links.copy()
        return other

    def _give_out(self, dealer: Dealer) -> None:
        """Lets somebody deal."""
        self.dealer = dealer
        self.sealed = dealer if isinstance(dealer, SealedDealer) else None

    @property
    def busy(self) -> bool:
        """Whether the players must wait for dice or cards."""
        return self.due is not None or (self.sealed is not None and self.sealed.busy)

    @property
    def over(self) -> bool:
        """Whether nothing more is played: somebody has won, or the deck is worth nothing."""
        return bool(self.game.winners) or (self.sealed is not None and bool(self.sealed.spoiled))

    def entered(self, asked: Asked) -> None:
        """What was tried out before it had a place in the log has one now."""
        if self.sealed is not None:
            self.sealed.entered(self.last, asked)
        if self.due is not None and self.due.asked == self.last:
            self.due = Due(self.due.throw, asked)
        self.last = asked

    def fits(self, pid: bytes, index: int, link: bytes) -> bool:
        """Is this the link of that player for that throw?"""
        return self._links.fits(pid, index, link)

    def laid(self, pid: bytes) -> tuple[bytes, int]:
        """The anchor of a player's chain, and the throw before its first."""
        return self._links.laid[pid]

    @property
    def silent(self) -> list[int]:
        """The seats of people who can respond in the open window, or press space, and have not.

        A bot responds at once or not at all, so nobody waits for it.
        """
        stack, seats, pids = self.game.stack, self.terms.seats, self.terms.pids
        if not stack or not isinstance(stack[-1], Window):
            return []
        waiting = self.game.waiting()
        return [s for s in waiting if not seats[s].bot and self.owners[s] == pids[seats[s].owner]]

    @property
    def asking(self) -> list[int]:
        """Those of them who want more time for it."""
        ref, wanting = self.patience
        silent = self.silent
        if not silent or self.game.stack[-1][1] != ref:
            return []
        return [seat for seat in silent if self.owners[seat] in wanting]

    def first_seats(self, pid: bytes) -> list[int]:
        """The seats that a player took when the game began."""
        number = self.terms.pids.index(pid)
        return [s for s, seat in enumerate(self.terms.seats) if seat.owner == number]

    def seats_of(self, pid: bytes) -> list[int]:
        """The seats still in the game for which a player acts."""
        return [s for s, owner in enumerate(self.owners) if owner == pid and self.game.alive[s]]

    def name(self, pid: bytes) -> str:
        """The name under which a player took his first seat."""
        return self.terms.seats[self.first_seats(pid)[0]].name
