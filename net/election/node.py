"""One peer in the choice of a host, without sockets, clock or luck of its own.

Messages, the time and wishes go in, effects come out. The rules are Raft's: one vote per term and
only for a log that is at least as new, a question before a candidacy, a majority behind every
final entry, and a host that steps down when it has lost that majority.
"""

from collections.abc import Callable, Collection, Container, Mapping
from math import inf

from net.election.docket import Docket
from net.election.effects import Effect, Hosting, Rejected
from net.election.messages import (
    Ack,
    Append,
    Message,
    Nack,
    PreVote,
    PreVoted,
    Submit,
    TimeoutNow,
    Vote,
    Voted,
)
from net.election.replica import CANDIDATE, FOLLOWER, HOST, Replica
from net.election.seating import change_refusal, is_quorum
from net.election.words import (
    AT_ONCE,
    BATCH,
    GONE,
    HANDOVER,
    HEARTBEAT,
    LONELY,
    MAX_LEAP,
    PATIENCE,
    RESEND,
    REST,
    Item,
    Log,
    Pid,
    Point,
    Saved,
    Signer,
    Voters,
)


class Node(Replica):
    """A peer with its log; every input returns what is to be done, in order."""

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
        super().__init__(me, log, signer, saved, now, chance, batch)
        self.docket = Docket(log)
        self._asked = 0  # the term that peers were asked about
        self._would: set[Pid] = set()  # who would vote for this one then
        self._votes: dict[Pid, bytes] = {}  # who has, and the proof
        self.stood = log.last  # where the log ended when this peer was a candidate last
        self._heir: Pid | None = None  # who is to be host instead
        self._heir_by = now
        self._rest = now  # until then, nobody without a vote makes this host stand again

    @property
    def wake(self) -> float:
        """When the next tick has something to do, at the latest."""
        if self.role == HOST:
            return self._beat
        times = [held.again for held in self.docket.unordered()]
        if self.me in self.voters:
            times.append(self._deadline)
        if self.host is None and self.awaited is None:
            times.append(self._heard + GONE)
        return min(times, default=inf)

    # -- inputs ------------------------------------------------------------------------------------

    def found(self, item: Item, now: float) -> list[Effect]:
        """Begins the log of a new table, whose players have all agreed on this first host."""
        self._take_office(dict.fromkeys(self.voters, b""), now)
        self._ordered(self.log.order(self.term, item), now)
        return self._done()

    def receive(self, peer: Pid, message: Message, now: float) -> list[Effect]:
        """A message has come from a peer."""
        self._seen[peer] = now
        match message:
            case Submit(item):
                if self.docket.take(item, now) and self.role == HOST:
                    self._order(item, now)
                return self._done()
            case _ if message.term > self.term + MAX_LEAP:
                return self._done()
            case Ack():
                self._on_ack(peer, message, now)
                self._on_with_heir()
            case Append():
                self._on_append(peer, message, now)
            case PreVote():
                self._on_pre_vote(peer, message, now)
            case PreVoted():
                self._on_pre_voted(peer, message, now)
            case Vote():
                self._on_vote(peer, message, now)
            case Voted():
                self._on_voted(peer, message, now)
            case Nack():
                self._on_nack(peer, message, now)
            case TimeoutNow():
                whole = self.me in self.voters and self.log.last[:2] >= self.floor
                if peer == self.host and message.term == self.term and whole:
                    self._stand(now)
        return self._done()

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        if self.role == HOST and not self._has_quorum(now):
            self._leave_office(now)
        if self.role == HOST:
            self._await(self._missing(now))
            if self._heir is not None and now >= self._heir_by:
                self._heir = None
            self._order_all(now)
            if now >= self._beat:
                self._beat = now + HEARTBEAT
                self._push_all()
        else:
            if now >= self._deadline and self.me in self.voters:
                self._ask(now)
            if self.host is None and now - self._heard >= GONE:
                self._await_host(self._missing(now))
            self._resend(now)
        return self._done()

    def propose(self, item: Item, now: float) -> list[Effect]:
        """A player of this peer wants an action ordered; all hear of it."""
        refusal = item.voters and change_refusal(self.voters, item.voters)
        if refusal:
            self._effects.append(Rejected(item, refusal))
        elif self.docket.take(item, now):
            if self.role == HOST:
                self._order(item, now)
            if self.log.find(item.key) is None:
                self._send_all(Submit(item))
        elif not self.docket.knows(item):
            self._effects.append(Rejected(item, "too many actions are waiting for the host"))
        return self._done()

    def decree(self, item: Item, now: float) -> list[Effect]:
        """Something only a host may do, at this very place of the log; at once or not at all."""
        if (
            self.may_order
            and not self.log.must_wait(item)
            and self.log.refusal(item) is None
            and (item.voters is None or self._may_reseat(item.voters, now))
        ):
            self._ordered(self.log.order(self.term, item), now)
        return self._done()

    def hand_over(self, now: float, going: Collection[Pid] = ()) -> list[Effect]:
        """The host wants to go: a peer with the newest log takes its place, and stays if it can."""
        self._hand_over(now, going)
        return self._done()

    def catch_up(self, term: int, now: float) -> list[Effect]:
        """A peer without a vote is in a newer term, so that no host before it can show it the log.

        It may have been removed and not know. The host stands again in a term after that, not too
        often, since anybody can claim any term.
        """
        if self.role == HOST and self.term < term <= self.term + MAX_LEAP and now >= self._rest:
            self._rest = now + REST
            self._leave_office(now)
            self._enter(term, None)
            self._stand(now)
        return self._done()

    def link_down(self, peer: Pid, now: float) -> list[Effect]:
        """The link to a peer was closed from its side: its program has ended."""
        if peer == self.host:
            self._lease = now
            self._leave_office(now)
            self._deadline = min(self._deadline, self._patience(now, AT_ONCE))
        return self._done()

    def link_up(self, peer: Pid, now: float) -> list[Effect]:
        """There is a link to a peer again: a host tells it at once what it has missed."""
        self._seen[peer] = now
        if self.role == HOST and (peer in self.peers or peer in self.learners):
            self._push(peer)
        return self._done()

    # -- election ----------------------------------------------------------------------------------

    def _elects(self, votes: Container[Pid]) -> bool:
        """Whether those are enough for a host: a majority of the voters, and of those before a
        change that is not final, who may hold something for certain that this peer lacks."""
        return all(is_quorum(voters, votes) for voters in self._rolls)

    def _has_quorum(self, now: float) -> bool:
        """Whether a host has heard of a majority lately."""
        return is_quorum(self.voters, self._near(now, LONELY))

    def _near(self, now: float, within: float) -> set[Pid]:
        """Who has answered this host lately, itself included."""
        near = {peer for peer, when in self._answered.items() if now - when < within}
        return near | {self.me}

    def _content(self, now: float) -> bool:
        """Whether there is a host that nobody should replace."""
        if self.role == HOST:
            return True
        return now < self._lease and not self._distrusts(now)

    def _distrusts(self, now: float) -> bool:
        return self.docket.overdue(self._since, now)

    def _reaches(self, last: Point) -> bool:
        """Whether a candidate's log is at least as new as all that this one has signed."""
        return last.reaches(self.log.last) and last[:2] >= self.floor

    def _ask(self, now: float) -> None:
        """Asks who would vote for this peer; a candidate that lost is a follower again."""
        self._leave_office(now)
        self._deadline = self._patience(now, PATIENCE)
        if self.log.last[:2] < self.floor:
            return  # it would vote for a log without what it has signed: its own
        self._asked = self.term + 1
        self._would = {self.me}
        self._send_all(PreVote(self._asked, self.log.last))
        if self._elects(self._would):
            self._stand(now)

    def _on_pre_vote(self, peer: Pid, message: PreVote, now: float) -> None:
        granted = (
            message.term > self.term and self._reaches(message.last) and not self._content(now)
        )
        self._send(peer, PreVoted(message.term if granted else self.term, granted))

    def _on_pre_voted(self, peer: Pid, message: PreVoted, now: float) -> None:
        if not message.granted:
            self._newer(message.term, now)
        elif (
            self.role == FOLLOWER
            and self.host is None
            and message.term == self._asked == self.term + 1
        ):
            self._would.add(peer)
            if self._elects(self._would):
                self._stand(now)

    def _stand(self, now: float) -> None:
        """Begins a term as a candidate."""
        self._leave_office(now)
        self._enter(self.term + 1, self.me)
        self.role = CANDIDATE
        self._deadline = self._patience(now, PATIENCE)
        last = self.stood = self.log.last
        self._votes = {self.me: self._signer.vote(self.term, self.me, last)}
        self._send_all(Vote(self.term, last))
        if self._elects(self._votes):
            self._win(now)

    def _may_vote(self, peer: Pid) -> bool:
        """Whether the one vote of this term is free, or was for that peer."""
        return self.vote in (None, peer)

    def _on_vote(self, peer: Pid, message: Vote, now: float) -> None:
        self._newer(message.term, now)
        granted = (
            message.term == self.term
            and self.role == FOLLOWER
            and self._may_vote(peer)
            and self._reaches(message.last)
        )
        proof = b""
        if granted:
            self._unsaved = self._unsaved or self.vote != peer
            self.vote = peer
            self._deadline = self._patience(now, PATIENCE)
            proof = self._signer.vote(self.term, peer, message.last)
        self._send(peer, Voted(self.term, granted, proof))

    def _on_voted(self, peer: Pid, message: Voted, now: float) -> None:
        self._newer(message.term, now)
        if self.role == CANDIDATE and message.granted and message.term == self.term:
            self._votes[peer] = message.proof
            if self._elects(self._votes):
                self._win(now)

    def _win(self, now: float) -> None:
        """Is the host: shows its votes in the log, then orders what is waiting."""
        self._take_office(self._votes, now)
        self._ordered(self.log.open_term(self.term, self._votes), now)
        self._order_all(now)

    def _take_office(self, votes: Mapping[Pid, bytes], now: float) -> None:
        self.role, self.host, self._heir = HOST, self.me, None
        self._beat = now + HEARTBEAT
        self._answered = dict.fromkeys(votes, now)
        self._next = dict.fromkeys(self.peers, self.log.last.seq + 1)
        self._save()
        self._effects.append(Hosting(self.term))
        self._await(self._missing(now))

    # -- ordering ----------------------------------------------------------------------------------

    def _commit(self, seq: int, now: float) -> None:
        super()._commit(seq, now)
        self.docket.settle(self.committed)

    def _order_all(self, now: float) -> None:
        for held in self.docket.unordered():
            self._order(held.item, now)

    def _order(self, item: Item, now: float) -> None:
        """Puts an action into the log, unless it has to wait."""
        if self._heir is not None or self.role != HOST or self.log.must_wait(item):
            return
        refusal = self.log.refusal(item)
        if refusal:
            self._reject(item, refusal)
            return
        if item.voters is not None:
            refusal = change_refusal(self.voters, item.voters)
            if refusal:
                self._reject(item, refusal)
                return
            if not self._may_reseat(item.voters, now):
                return
            if self.me not in item.voters:
                self._hand_over(now)
                return
        self._ordered(self.log.order(self.term, item), now)

    def _may_reseat(self, voters: Voters, now: float) -> bool:
        """One change at a time, none before the term has proven itself, and only to voters who
        can go on: those who come have not been asked anything yet."""
        arriving = set(voters) - set(self.voters)
        return (
            len(self._rolls) == 1
            and self._of_this_term(self.committed)
            and change_refusal(self.voters, voters) is None
            and is_quorum(voters, self._near(now, PATIENCE) | arriving)
        )

    def _reject(self, item: Item, reason: str) -> None:
        self.docket.drop(item)
        self._effects.append(Rejected(item, reason))

    def _resend(self, now: float) -> None:
        for held in self.docket.unordered():
            if now >= held.again:
                held.again = now + RESEND
                refusal = not self.log.must_wait(held.item) and self.log.refusal(held.item)
                if refusal:
                    self._reject(held.item, refusal)
                elif self.host is not None:
                    self._send(self.host, Submit(held.item))

    def forget_refused(self) -> list[Effect]:
        """The log has grown: what can't be ordered any more is given back to its author."""
        for held in self.docket.unordered():
            if not self.log.must_wait(held.item):
                refusal = self.log.refusal(held.item)
                if refusal:
                    self._reject(held.item, refusal)
        return self._done()

    @property
    def may_order(self) -> bool:
        """Whether this is a host that can put something into the log right now."""
        return self.role == HOST and self._heir is None

    def unordered(self, since: float) -> list[Item]:
        """The actions that this peer has known of since then, and that are not in the log."""
        return [held.item for held in self.docket.unordered() if held.since <= since]

    # -- handing over ------------------------------------------------------------------------------

    def _hand_over(self, now: float, going: Collection[Pid] = ()) -> None:
        alive = self._near(now, PATIENCE) - {self.me}
        near = [peer for peer in self.voters if peer in (alive.difference(going) or alive)]
        if self.role == HOST and self._heir is None and near:
            self._heir = max(near, key=lambda peer: self._held.get(peer, 0))
            self._heir_by = now + HANDOVER
            self._on_with_heir()

    def _on_with_heir(self) -> None:
        """Lets the heir stand as soon as it has the whole log; nothing is ordered until then."""
        if self.role != HOST or self._heir is None:
            return
        if self._held.get(self._heir, 0) == self.log.last.seq:
            self._send(self._heir, TimeoutNow(self.term))
