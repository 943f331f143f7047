"""Who says to be host although this player's log gives him no vote.

He may have been removed long ago and want to disturb. Or he was removed, has come back and been
elected, all while this program was away: then nobody else shows it the rest of the log. The log
that he offers decides. It is tried out beside this player's own, entry by entry, and he is heard
once its votes have made him host; until then he is told from where to go on, and nothing changes.
"""

from dataclasses import replace

from net.election.messages import Append, Nack
from net.election.words import Entry as AnyEntry
from net.election.words import Point
from net.log.entries import Entry, Place
from net.log.referee import RefereeError
from net.peer.dialect import Forged
from net.peer.ledger import Ledger


class Claim:
    """What somebody has shown so far of the log whose host he says to be."""

    def __init__(self, ledger: Ledger, pid: bytes, term: int, start: Point) -> None:
        self.term = term
        self.start = start  # where it leaves this player's log, or before
        self.entries: list[AnyEntry] = []
        self._pid = pid
        self._log, self._referee = ledger.branch(start.seq)

    @property
    def end(self) -> Point:
        return Point(*self._log.last)

    @property
    def proven(self) -> bool:
        """Whether the votes in this log have made him host."""
        referee = self._referee
        return (referee.term, referee.host) == (self.term, self._pid)

    def add(self, entry: AnyEntry) -> None:
        """Goes on by one entry; raises Forged if no honest log does."""
        assert isinstance(entry, Entry)
        problem = self._log.refusal(entry)
        if problem is None:
            try:
                self._referee.check(entry)
                self._referee.apply(entry)
            except RefereeError as error:
                problem = str(error)
        if problem is not None:
            raise Forged(f"entry {entry.seq}: {problem}")
        self._log.append(entry)
        self.entries.append(entry)


class Claims:
    """The claims of all who make one."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._claims: dict[bytes, Claim] = {}

    def examine(self, pid: bytes, said: Append, retry: int) -> Append | Nack:
        """Looks at what somebody says as host. The answer is his whole log from where it leaves
        this player's, if it proves him right, or from where he is to go on; `retry` is where a host
        should try if the logs don't fit."""
        claim = self._claims.get(pid)
        if claim is None or said.prev != claim.end or not self._goes_on(claim, said.term):
            self._claims.pop(pid, None)
            if not self._ledger.log.holds(Place(*said.prev[1:])):
                return Nack(said.term, retry)
            final = self._ledger.final.last.seq
            if said.prev.seq < final:
                return Nack(said.term, final)
            if not said.entries:
                return Nack(said.term, said.prev.seq)
            claim = Claim(self._ledger, pid, said.term, said.prev)
        for entry in said.entries:
            claim.add(entry)
        if claim.proven:
            self._claims.pop(pid, None)
            return replace(said, prev=claim.start, entries=tuple(claim.entries))
        self._claims[pid] = claim
        return Nack(said.term, claim.end.seq)

    def _goes_on(self, claim: Claim, term: int) -> bool:
        """Whether a claim is still of use: the same host makes it, at the same log."""
        return claim.term == term and self._ledger.log.holds(Place(*claim.start[1:]))
