"""Players who have vanished, and the vote of the others on what becomes of their seats."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from net.election.words import GONE
from net.identity import Identity, verify
from net.log.referee import Referee
from net.log.votes import consent, majority
from net.wire.messages import Consent

BOT_PATIENCE: Final = 1.0  # seconds for which the seat of a bot is kept when its program has ended
REPEAT: Final = 1.0


class Ballot(NamedTuple):
    """What is voted on, and at which place of the log."""

    victim: bytes
    heir: bytes  # who plays the seat from then on; empty: nobody
    throw: int
    head: bytes


@dataclass(slots=True)
class Missed:
    """A player without a link, or one that says nothing."""

    since: float
    ended: bool  # whether his program has closed the connection


class Absence:
    """Who is away, what this player wants done about it, and who agrees."""

    def __init__(self, me: Identity, gid: bytes) -> None:
        self._me = me
        self._gid = gid
        self._missed: dict[bytes, Missed] = {}
        self.going: set[bytes] = set()  # whose programs have said that they end
        self.wishes: dict[bytes, bool] = {}  # victim -> whether somebody else plays the seat on
        self._opinions: dict[bytes, dict[bytes, bool]] = {}  # victim -> player -> his wish
        self._agreed: dict[Ballot, dict[bytes, bytes]] = {}
        self._sent: dict[bytes, tuple[Ballot, bytes, float]] = {}

    def left(self, pid: bytes, now: float, ended: bool) -> None:
        """A player can't be reached any more."""
        known = self._missed.get(pid)
        self._missed[pid] = Missed(now if known is None else known.since, ended)

    def back(self, pid: bytes) -> None:
        """He is here again: nobody wants his seat any more."""
        self._missed.pop(pid, None)
        self.wishes.pop(pid, None)
        self._opinions.pop(pid, None)
        self._sent.pop(pid, None)

    def came(self, pid: bytes) -> None:
        """His program has made a connection: it is not about to end."""
        self.going.discard(pid)
        self.back(pid)

    def opinions(self, victim: bytes) -> dict[bytes, bool]:
        """Who of the others wants somebody else to play the seat on, and who nobody."""
        return self._opinions.get(victim, {})

    def since(self, pid: bytes) -> float | None:
        """Since when a player is away; None: he is here."""
        missed = self._missed.get(pid)
        return None if missed is None else missed.since

    def patience(self, pid: bytes, referee: Referee) -> float:
        """For how long his seat is kept."""
        if not _only_bots(pid, referee):
            return float(referee.terms.manners.wait)
        missed = self._missed.get(pid)
        return BOT_PATIENCE if missed is None or missed.ended else GONE

    def may_vote(self, pid: bytes, referee: Referee, now: float) -> bool:
        """Whether the others may decide about his seat by now.

        A program that plays only bots and is about to end says so, and goes when another one has
        taken its seats: so nobody misses its vote.
        """
        if pid not in referee.players or len(referee.players) <= 2:
            return False
        if pid in self.going and _only_bots(pid, referee):
            return True
        missed = self._missed.get(pid)
        return missed is not None and now - missed.since >= self.patience(pid, referee)

    def side_with_people(self, referee: Referee, now: float) -> None:
        """Takes the wishes that need nobody's thought.

        The seat of a bot is always played on. A program that plays only bots sides with what most
        of the people who are here want; if there are none, everything is played on.
        """
        if not self._missed and not self.going:
            return
        for victim in referee.players:
            if not self.may_vote(victim, referee, now):
                continue
            if _only_bots(victim, referee):
                self.wishes.setdefault(victim, True)
            elif _only_bots(self._me.pid, referee):
                wish = self._wish_of_people(victim, referee)
                if wish is not None:
                    self.wishes[victim] = wish

    def _wish_of_people(self, victim: bytes, referee: Referee) -> bool | None:
        """What most of the people want who are here now; None: they have not said it yet."""
        here = [
            pid
            for pid in referee.players
            if pid not in self._missed and not _only_bots(pid, referee)
        ]
        if not here:
            return True
        given = [self._opinions.get(victim, {}).get(pid) for pid in here]
        for stand_in in (True, False):
            if 2 * given.count(stand_in) > len(here):
                return stand_in
        return None

    def ballots(self, referee: Referee, host: bytes, head: bytes, now: float) -> list[Consent]:
        """What this player agrees to where the log ends now, each once a second."""
        throw = (referee.due.throw if referee.due else referee.index) + 1
        made = []
        for victim, stand_in in self.wishes.items():
            if not self.may_vote(victim, referee, now) or victim == host:
                continue
            ballot = Ballot(victim, host if stand_in else b"", throw, head)
            sent = self._sent.get(victim)
            if sent is not None and sent[:2] == (ballot, host) and now < sent[2] + REPEAT:
                continue
            self._sent[victim] = (ballot, host, now)
            signature = consent(self._me, self._gid, *ballot)
            self._agree(ballot, self._me.pid, signature)
            made.append(Consent(self._gid, *ballot, signature))
        return made

    def take(self, pid: bytes, message: Consent, referee: Referee, head: bytes) -> bool:
        """Counts another player's consent; says whether he has signed it."""
        ballot = Ballot(message.victim, message.heir, message.throw, message.head)
        if pid not in referee.players:
            return True
        if not verify(pid, message.signature, "czd/remove", self._gid, *ballot):
            return False
        if ballot.victim == pid:
            self.going.add(pid)
        if ballot.victim in self._missed:
            self._opinions.setdefault(ballot.victim, {})[pid] = bool(ballot.heir)
        if ballot.head == head and ballot.victim in referee.players:
            self._agree(ballot, pid, message.signature)
        return True

    def _agree(self, ballot: Ballot, pid: bytes, signature: bytes) -> None:
        """Notes the last word of a player about a victim."""
        for known, given in list(self._agreed.items()):
            if known.victim == ballot.victim:
                given.pop(pid, None)
            if not given:
                del self._agreed[known]
        self._agreed.setdefault(ballot, {})[pid] = signature

    def decided(self, referee: Referee, head: bytes, now: float) -> list[list[object]]:
        """The payloads of the removals that a majority agrees to where the log ends now. Not each
        of them may be possible: most of those who stay have to be there."""
        if not self._agreed:
            return []
        self._agreed = {b: given for b, given in self._agreed.items() if b.head == head}
        found: list[list[object]] = []
        for ballot, given in self._agreed.items():
            wanted = set(given) & set(referee.players) - {ballot.victim}
            if (
                len(wanted) >= majority(len(referee.players))
                and ballot.heir != ballot.victim
                and self.may_vote(ballot.victim, referee, now)
            ):
                pairs = [[pid, given[pid]] for pid in sorted(wanted)]
                found.append([ballot.victim, ballot.heir, ballot.throw, pairs])
        return found


def _only_bots(pid: bytes, referee: Referee) -> bool:
    """Whether nobody sits at a program: nobody is hurt when another one plays on for it."""
    seats = [seat for seat in referee.first_seats(pid) if referee.game.alive[seat]]
    return all(referee.terms.seats[seat].bot for seat in seats)
