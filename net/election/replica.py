"""The part of a node that keeps its log equal to the host's."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from typing import Final

from net.election.effects import (
    Appended,
    Disagreed,
    Effect,
    Following,
    Paused,
    Resumed,
    Save,
    Send,
    Truncated,
)
from net.election.messages import Ack, Append, Message, Nack
from net.election.seating import is_quorum
from net.election.tally import Tally
from net.election.words import (
    AT_ONCE,
    BATCH,
    GONE,
    JITTER,
    PATIENCE,
    STEP,
    Entry,
    Log,
    Pid,
    Point,
    Saved,
    Signer,
)

FOLLOWER: Final = "follower"
CANDIDATE: Final = "candidate"
HOST: Final = "host"


class Replica(Tally, ABC):
    """A log among its copies; what it wants done piles up until `_done` hands it out."""

    def __init__(
        self,
        me: Pid,
        log: Log,
        signer: Signer,
        saved: Saved,
        now: float,
        chance: Callable[[], float],
        batch: int = BATCH,
    ) -> None:
        super().__init__(me, log, saved, now)
        self.role = FOLLOWER
        self.awaited: tuple[Pid, ...] | None = None  # None: the table goes on
        self.learners: tuple[Pid, ...] = ()  # who is shown the log without a vote
        self._signer = signer
        self._chance = chance  # a number from 0 to 1
        self._batch = batch
        self._unsaved = False
        self._withholds = False  # whether it has not signed the last entry that it was offered
        self._next: dict[Pid, int] = {}  # what a host sends to a peer next
        self._answered: dict[Pid, float] = {}  # when a host heard a peer last in its term
        self._beat = now  # when a host looks around and speaks again
        self._heard = now  # when a host was heard last, or given up
        self._lease = now  # until then, the host is not to be replaced
        self._followed: tuple[int, Pid] | None = None  # the last host, and its term
        self._since = now  # when that began
        self._deadline = self._patience(now, AT_ONCE)  # when it is time to be a candidate

    # -- effects -----------------------------------------------------------------------------------

    def _send(self, peer: Pid, message: Message) -> None:
        if self._unsaved:
            self._save()
        self._effects.append(Send(peer, message))

    def _send_all(self, message: Message) -> None:
        """To every voter, the host first: the others wait for what it does."""
        if self.host in self.peers:
            assert self.host is not None
            self._send(self.host, message)
        for peer in self.peers:
            if peer != self.host:
                self._send(peer, message)

    def _save(self) -> None:
        if self._unsaved:
            self._unsaved = False
            self._effects.append(Save(self.term, self.vote, self.floor, self.committed))

    def _done(self) -> list[Effect]:
        if self._unsaved:
            self._save()
        effects, self._effects = self._effects, []
        return effects

    def _commit(self, seq: int, now: float) -> None:
        """That a change of voters is final must not be forgotten: those before it may be gone."""
        changing = len(self._rolls) > 1
        super()._commit(seq, now)
        self._unsaved = self._unsaved or (changing and len(self._rolls) == 1)

    # -- terms and time ----------------------------------------------------------------------------

    def _patience(self, now: float, base: float) -> float:
        seat = self.voters.index(self.me) if self.me in self.voters else len(self.voters)
        return now + base + STEP * seat + JITTER * self._chance()

    def _enter(self, term: int, vote: Pid | None) -> None:
        """Goes to a newer term, in which nobody has signed anything yet."""
        self.term, self.vote = term, vote
        self._unsaved = True
        self._lease = -inf
        self._matched = 0
        self._held.clear()
        self._early.clear()

    def _leave_office(self, now: float) -> None:
        """Follows nobody for the moment, whatever it did before."""
        if self.role != FOLLOWER:
            self._deadline = self._patience(now, PATIENCE)
        if self.role == HOST:
            self._heard = now
        known, self.role, self.host = self.host, FOLLOWER, None
        if known is not None:
            self._effects.append(Following(self.term, None))

    def _newer(self, term: int, now: float) -> None:
        """Follows a term that a peer has shown to be newer, if it is."""
        if term > self.term:
            self._enter(term, None)
            self._leave_office(now)

    # -- the host's side ---------------------------------------------------------------------------

    def _push(self, peer: Pid, said: Append | None = None) -> Append:
        """Sends what a peer lacks, counting on that it arrives; a Nack tells if not. Most lack the
        same: what was `said` to another one."""
        after = self._next.setdefault(peer, self.log.last.seq + 1) - 1
        if said is None or said.prev.seq != after:
            entries = tuple(self.log.entries(after, self._batch))
            prev, awaited = self.log.point(after), self.awaited or ()
            said = Append(self.term, prev, entries, self.committed, awaited)
        self._next[peer] = after + len(said.entries) + 1
        self._send(peer, said)
        return said

    def _push_all(self) -> None:
        said = None
        for peer in (*self.peers, *self.learners):
            said = self._push(peer, said)

    def _ordered(self, entry: Entry, now: float) -> None:
        """Spreads an entry that this host has made."""
        voters = self.voters
        self._effects.append(Appended((entry,)))
        self._reseat(now)
        for newcomer in set(self.voters).difference(voters):
            self._answered.setdefault(newcomer, now)  # he has not been asked anything yet
        self._reach(self.log.last.seq)
        self._push_all()
        self._count(now)

    def _on_nack(self, peer: Pid, message: Nack, now: float) -> None:
        self._newer(message.term, now)
        if self.role == HOST and message.term == self.term and peer in self._next:
            self._answered[peer] = now
            back = max(self._held.get(peer, 0), message.retry) + 1
            if back < self._next[peer] or back == self._next[peer] <= self.log.last.seq:
                self._next[peer] = back
                self._push(peer)

    # -- the follower's side -----------------------------------------------------------------------

    def _on_append(self, peer: Pid, message: Append, now: float) -> None:
        if message.term < self.term:
            self._send(peer, Nack(self.term, self.committed))
            return
        if message.term == self.term and self.host not in (None, peer):
            self._effects.append(Disagreed(peer, self.log.last, message.prev))
            return  # two hosts in one term: the first one is believed
        self._newer(message.term, now)
        self._follow(peer, now)
        self._await(message.awaited)
        prev = message.prev
        if prev.seq > self.log.last.seq or self.log.point(prev.seq).head != prev.head:
            self._send(peer, Nack(self.term, self.before(prev.seq)))
            return
        before = self._matched
        reached = self._take(peer, message, now)
        if reached is None:
            return
        self._reach(reached)
        self._count(now)
        # What the host calls final is not believed but asked about: signatures have to show it.
        self._send_ack(peer, self._matched > before, min(message.committed, self._matched))

    def _follow(self, peer: Pid, now: float) -> None:
        if self.role != FOLLOWER:
            self._leave_office(now)
        if self._followed != (self.term, peer):
            self._followed, self._since = (self.term, peer), now
        if self.host is None:
            self.host = peer
            self._effects.append(Following(self.term, peer))
        self._heard, self._lease = now, now + PATIENCE
        if not self._distrusts(now):
            self._deadline = self._patience(now, PATIENCE)

    @abstractmethod
    def _distrusts(self, now: float) -> bool:
        """Whether the host keeps an action from the table."""

    def before(self, seq: int) -> int:
        """Where a host may try next: before the whole term in which the logs part."""
        last = self.log.last.seq
        if last < seq:
            return last
        strange = self.log.point(seq).term
        while seq > self.committed and self.log.point(seq).term == strange:
            seq -= 1
        return seq

    def _take(self, peer: Pid, message: Append, now: float) -> int | None:
        """Adds the entries of a host; says how far the logs are equal now, if they can be."""
        fresh: list[Entry] = []
        reached = self._add(peer, message, now, fresh)
        if fresh:
            self._effects.append(Appended(tuple(fresh)))
        self._reseat(now)
        return reached

    def _add(self, peer: Pid, message: Append, now: float, fresh: list[Entry]) -> int | None:
        """As `_take`; what was added is in `fresh`, also if something after it can't be."""
        at = message.prev
        self._withholds = False
        for entry in message.entries:
            point = Point(entry.term, entry.seq, entry.head)
            if (
                entry.seq != at.seq + 1
                or entry.prev != at.head
                or not at.term <= entry.term <= self.term
            ):
                self._effects.append(Disagreed(peer, at, point))
                return None
            if entry.seq <= self.log.last.seq:
                ours = self.log.point(entry.seq)
                if ours.head != entry.head:
                    if entry.seq <= self.committed or ours.term == self.term == entry.term:
                        self._effects.append(Disagreed(peer, ours, point))
                        return None
                    self._give_up(at.seq)
            if entry.seq > self.log.last.seq:
                if not self.log.welcomes(entry, now, self._spread(point)):
                    self._withholds = True
                    break
                self.log.append(entry)
                fresh.append(entry)
            at = point
        return at.seq

    def _spread(self, at: Point) -> bool:
        """Whether a majority has signed an entry that this peer lacks."""
        if not self._early and len(self.voters) > 1:
            return False
        signed = {
            peer
            for peer, known in self._early.items()
            if known.seq > at.seq or known.head == at.head
        }
        if self.host is not None:
            signed.add(self.host)
        return is_quorum(self.voters, signed)

    def _give_up(self, seq: int) -> None:
        """Drops what another host has ordered, and remembers for certain how far that went."""
        self.floor = max(self.floor, self.log.last[:2])
        self._unsaved = True
        self._save()
        self.log.truncate(seq)
        self._effects.append(Truncated(seq))

    def _send_ack(self, host: Pid, fresh: bool, final: int) -> None:
        """Signs what is held: for all while it is new, else as a sign of life for the host."""
        at = self.log.point(self._matched)
        asking = self.certified < self._matched or self._withholds or self.committed < final
        ack = Ack(self.term, at, self._signer.ack(self.term, at), asking)
        if fresh or asking or self.committed < self.log.last.seq:
            self._send_all(ack)
        else:
            self._send(host, ack)

    # -- counting ----------------------------------------------------------------------------------

    def _on_ack(self, peer: Pid, message: Ack, now: float) -> None:
        self._newer(message.term, now)
        if message.term != self.term:
            return
        self._note(peer, message.at)
        self._count(now)
        if self.role == HOST:
            self._answered[peer] = now
            if peer in self._next and self._next[peer] <= self.log.last.seq:
                self._push(peer)
        elif message.asking and self._matched and self.host is not None:
            at = self.log.point(self._matched)
            self._send(peer, Ack(self.term, at, self._signer.ack(self.term, at), False))

    def heard(self, peer: Pid) -> float:
        """When a peer was heard last, or was first expected."""
        return self._seen.get(peer, -inf)

    # -- waiting for players -----------------------------------------------------------------------

    def _missing(self, now: float) -> tuple[Pid, ...]:
        """The voters who have not been heard for long."""
        return tuple(peer for peer in self.peers if now - self._seen[peer] >= GONE)

    def _await(self, missing: tuple[Pid, ...]) -> None:
        """Pauses for those whom a host waits for; goes on if they are none."""
        if missing and missing != self.awaited:
            self._effects.append(Paused(missing))
        elif not missing and self.awaited is not None:
            self._effects.append(Resumed())
        self.awaited = missing or None

    def _await_host(self, missing: tuple[Pid, ...]) -> None:
        """Pauses although nobody may be missing: there is no host."""
        if missing != self.awaited:
            self.awaited = missing
            self._effects.append(Paused(missing))
