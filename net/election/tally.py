"""Who holds what of the log, and what that makes of it.

Acknowledgments go to everybody, so that each peer sees by itself what is committed (a majority
holds it) and what is certified (so many have signed it that no honest election can drop it). Both
count only signatures given in the term of the entry; older entries follow with a newer one.
"""

from net.election.effects import Certified, Committed, Disagreed, Effect
from net.election.seating import agreed, in_force
from net.election.words import Log, Pid, Point, Saved, Voters


class Tally:
    """The signatures of a term, counted; what comes of it piles up as effects."""

    def __init__(self, me: Pid, log: Log, saved: Saved, now: float) -> None:
        self.me = me
        self.log = log
        self.term, self.vote, self.committed, self.floor = saved
        self.certified = saved.committed
        self.host: Pid | None = None
        self._effects: list[Effect] = []
        self._matched = 0  # up to there, the log is the host's
        self._held: dict[Pid, int] = {}  # up to there, a peer has signed in this term
        self._early: dict[Pid, Point] = {}  # signed, but not reached here yet
        self._seen: dict[Pid, float] = {}  # when anybody was heard last
        self._rolls: tuple[Voters, ...] = ()
        self.peers: tuple[Pid, ...] = ()  # every other voter, also one that is about to go
        self._reseat(now)

    @property
    def voters(self) -> Voters:
        """Whose seats count from the end of the log on."""
        return self._rolls[-1]

    def _note(self, peer: Pid, at: Point) -> None:
        if at.seq > self._matched:
            if peer not in self._early or self._early[peer].seq < at.seq:
                self._early[peer] = at
            return
        ours = self.log.point(at.seq)
        if ours.head != at.head:
            self._effects.append(Disagreed(peer, ours, at))
        else:
            self._held[peer] = max(at.seq, self._held.get(peer, 0))

    def _reach(self, seq: int) -> None:
        """Notes that the log equals the host's up to there."""
        if seq <= self._matched:
            return
        self._matched = seq
        self._held[self.me] = seq
        if self.host is not None:
            self._held[self.host] = seq
        for peer, at in list(self._early.items()):
            if at.seq <= seq:
                del self._early[peer]
                self._note(peer, at)

    def signers(self, seq: int) -> set[Pid]:
        """Whose signatures of this term reach that far."""
        return {peer for peer, held in self._held.items() if held >= seq}

    def _of_this_term(self, seq: int) -> bool:
        """Whether signatures for that entry count by themselves."""
        return self.log.point(seq).term == self.term

    def _count(self, now: float) -> None:
        """Finds what enough peers hold by now."""
        if min(self.certified, self.committed) >= self._matched:
            return
        sealed, seq = agreed(self._rolls, self._held)
        sealed, seq = min(self._matched, sealed), min(self._matched, seq)
        if sealed > self.certified and self._of_this_term(sealed):
            self.certified = sealed
            self._effects.append(Certified(sealed))
        if seq > self.committed and self._of_this_term(seq):
            self._commit(seq, now)
            self._count(now)

    def _commit(self, seq: int, now: float) -> None:
        if seq > self.committed:
            self.committed = seq
            self._effects.append(Committed(seq))
            self._reseat(now)

    def _reseat(self, now: float) -> None:
        rolls = in_force(self.log.seatings(), self.committed)
        if rolls != self._rolls:
            self._rolls = rolls
            voters = dict.fromkeys(voter for voters in rolls for voter in voters)
            self.peers = tuple(voter for voter in voters if voter != self.me)
            for peer in self.peers:
                self._seen.setdefault(peer, now)
