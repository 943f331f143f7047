"""What players say about themselves that this player's own log does not show.

Somebody without a vote by it may have been removed long ago and want to disturb. Or he was removed
and has come back, all while this program was away; and if he is host now, nobody else shows it the
rest of the log. The log that he offers decides. It is tried out beside this player's own, entry by
entry: once its votes have made him host he is heard as one, once his seat is in it he may ask for
votes. Until then he is told from where to go on, and nothing changes. It is the same with anybody
whose entries would replace this player's.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import Final

from net.election.messages import Append, Nack
from net.election.words import Point
from net.log.entries import Entry, Place
from net.log.referee import RefereeError
from net.peer.dialect import Forged
from net.peer.ledger import Ledger
from net.wire import messages as wire

REST: Final = 1.0  # seconds between two beginnings of one player: each may cost a whole replay


class Claim:
    """What somebody has shown so far of his log, from a place on that is in this player's, too."""

    def __init__(self, ledger: Ledger, start: int) -> None:
        self.start = ledger.point(start)
        self.entries: list[Entry] = []
        self.log, self._referee = ledger.branch(start)

    def elects(self, pid: bytes, term: int) -> bool:
        """Whether the votes in this log have made somebody host of a term, and he still plays."""
        referee = self._referee
        return (referee.host, referee.term) == (pid, term) and pid in referee.players

    def seats(self, pid: bytes) -> bool:
        """Whether somebody has a vote at the end of this log."""
        return pid in self._referee.players

    def add(self, entry: Entry) -> None:
        """Goes on by one entry; raises Forged if no honest log does."""
        problem = self.log.refusal(entry)
        if problem is None:
            try:
                self._referee.check(entry)
                self._referee.apply(entry)
            except RefereeError as error:
                problem = str(error)
        if problem is not None:
            raise Forged(f"entry {entry.seq}: {problem}")
        self.log.append(entry)
        self.entries.append(entry)


class Claims:
    """The logs of all who have shown one, beside this player's own as it is now."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._claims: dict[bytes, Claim] = {}
        self._rest: dict[bytes, float] = {}  # until then, somebody may not begin anew

    def clear(self) -> None:
        """This player's own log has changed."""
        self._claims.clear()

    def examine(self, pid: bytes, said: Append, retry: int, now: float) -> Append | Nack:
        """Looks at what somebody says as host. The answer is his whole log from where it leaves
        this player's, if that makes him host, or from where he is to go on; `retry` is where a host
        should try if the logs don't fit."""
        entries = [entry for entry in said.entries if isinstance(entry, Entry)]
        fits = self._go_on(pid, Place(*said.prev[1:]), entries, now)
        claim = self._claims.get(pid)
        if claim is not None and claim.elects(pid, said.term):
            return replace(said, prev=claim.start, entries=tuple(claim.entries))
        return Nack(said.term, self.end(pid).seq if fits or claim else max(retry, self._final))

    def show(self, pid: bytes, entries: list[Entry], retry: int, now: float) -> Point | None:
        """Looks at a piece of somebody's log. The answer is from where he is to show more of it;
        None: this was all. `retry` is as above."""
        before = self.end(pid)
        if not self._go_on(pid, Place(entries[0].seq - 1, entries[0].prev), entries, now):
            return self._ledger.point(max(retry, self._final))
        after = self.end(pid)
        return after if after != before else None

    def end(self, pid: bytes) -> Point:
        """Where the log ends that somebody has shown; if he has shown none, this player's own."""
        claim = self._claims.get(pid)
        return self._ledger.last if claim is None else Point(*claim.log.last)

    def goes_on(self, pid: bytes, prev: wire.Point) -> bool:
        """Whether what follows a place may belong to the log that somebody is showing."""
        claim = self._claims.get(pid)
        return claim is not None and claim.log.holds(Place(prev.seq, prev.head))

    def has_vote(self, pid: bytes) -> bool:
        """Whether somebody has shown a log that is no older than this player's, and his vote."""
        claim = self._claims.get(pid)
        return claim is not None and claim.seats(pid) and self.end(pid).reaches(self._ledger.last)

    @property
    def _final(self) -> int:
        return self._ledger.final.last.seq

    def _go_on(self, pid: bytes, prev: Place, entries: Iterable[Entry], now: float) -> bool:
        """Adds entries to what somebody has shown, or begins with them where they leave this
        player's own log; says whether that can be."""
        claim = self._claims.get(pid)
        log = self._ledger.log if claim is None else claim.log
        fresh = deque(entries)
        while fresh and log.holds(fresh[0].place):
            prev = fresh.popleft().place
        if prev.seq > len(log):
            return False
        if claim is not None and (not log.holds(prev) or (fresh and prev != log.place)):
            del self._claims[pid]  # what he has shown is not his log any more
            return self._go_on(pid, prev, fresh, now)
        if not log.holds(prev) or prev.seq < self._final:
            return False
        if not fresh:
            return True
        claim = self._claims.pop(pid, None)
        if claim is None:
            if now < self._rest.get(pid, -inf):
                return False
            self._rest[pid] = now + REST
            claim = Claim(self._ledger, prev.seq)
        for entry in fresh:
            claim.add(entry)
        self._claims[pid] = claim
        return True
