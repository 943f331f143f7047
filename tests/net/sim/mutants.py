"""Nodes that each break one rule. A simulator that doesn't notice them would prove nothing."""

from collections.abc import Container, Iterator

from net.election import Entry, Item, Node, Point
from net.election.docket import Docket, Held
from net.election.effects import Certified, Effect, Send
from net.election.messages import Message, Nack, PreVote
from net.election.replica import FOLLOWER, HOST
from net.election.seating import agreed, change_refusal, is_quorum
from net.election.words import HEARTBEAT, Pid, Voters


class NoPreVote(Node):
    """Begins a term without asking first."""

    def _ask(self, now: float) -> None:
        self._stand(now)


class Fickle(Node):
    """Would vote for another host although it hears one."""

    def _content(self, now: float) -> bool:
        return False


class Blind(Node):
    """Votes for any log, however old."""

    def _reaches(self, last: Point) -> bool:
        return True


class VotesTwice(Node):
    """Gives its vote to everybody who asks."""

    def _may_vote(self, peer: Pid) -> bool:
        return True


class Forgetful(Node):
    """Doesn't save its votes."""

    def _save(self) -> None:
        self._unsaved = False


class Hasty(Node):
    """Saves after it has spoken."""

    def _send(self, peer: Pid, message: Message) -> None:
        self._effects.append(Send(peer, message))


class OldTerms(Node):
    """Counts signatures for entries of older terms."""

    def _of_this_term(self, seq: int) -> bool:
        return True


class HalfIsEnough(Node):
    """Holds half of the voters for a majority."""

    def _count(self, now: float) -> None:
        super()._count(now)
        seq = min(self._matched, agreed(self._rolls, self._held)[0])
        if seq > self.committed and self._of_this_term(seq):
            self._commit(seq, now)


class TrustsOne(Node):
    """Reveals as soon as it holds an entry itself."""

    def _count(self, now: float) -> None:
        if self._matched > self.certified and self._of_this_term(self._matched):
            self.certified = self._matched
            self._effects.append(Certified(self._matched))
        super()._count(now)


class NeverLonely(Node):
    """Stays host without a majority."""

    def _has_quorum(self, now: float) -> bool:
        return True


class TooBusy(Node):
    """Looks around only when nothing was to be ordered for a while."""

    def _ordered(self, entry: Entry, now: float) -> None:
        super()._ordered(entry, now)
        self._beat = now + HEARTBEAT


class ForgetsHost(Node):
    """Doesn't remember that it hears a host once it has asked for votes itself."""

    def _ask(self, now: float) -> None:
        super()._ask(now)
        self._lease = now


class KeepsOldSignatures(Node):
    """Counts what was signed in the term before."""

    def _enter(self, term: int, vote: Pid | None) -> None:
        held = dict(self._held)
        super()._enter(term, vote)
        self._held = held


class SignsItsTail(Node):
    """Signs all it holds, although the host may not hold it."""

    def _reach(self, seq: int) -> None:
        super()._reach(self.log.last.seq)


class Stubborn(Node):
    """Remains a candidate after it has lost, so that answers to its questions are ignored."""

    def _ask(self, now: float) -> None:
        role = self.role
        super()._ask(now)
        if self.role == FOLLOWER:
            self.role = role


class DeafToNack(Node):
    """Never goes back for a peer that missed something."""

    def _on_nack(self, peer: Pid, message: Nack, now: float) -> None:
        self._newer(message.term, now)


class KeepsItsTerm(Node):
    """Doesn't say which term it is in when it refuses."""

    def _on_pre_vote(self, peer: Pid, message: PreVote, now: float) -> None:
        if message.term > self.term:
            super()._on_pre_vote(peer, message, now)


class AllChangesAtOnce(Node):
    """Changes the voters while they are being changed."""

    def _order(self, item: Item, now: float) -> None:
        if self.role == HOST and item.voters and self.me in item.voters:
            self._ordered(self.log.order(self.term, item), now)
        else:
            super()._order(item, now)


class ForgetsOldVoters(Node):
    """Holds for certain what new voters have signed, although they are not final."""

    def _count(self, now: float) -> None:
        super()._count(now)
        seq = min(self._matched, agreed(self._rolls[-1:], self._held)[0])
        if seq > self.certified and self._of_this_term(seq):
            self.certified = seq
            self._effects.append(Certified(seq))


class ElectedByNewVoters(Node):
    """Is host by the new voters alone, although they are not final."""

    def _elects(self, votes: Container[Pid]) -> bool:
        return is_quorum(self.voters, votes)


class ChangesUnproven(Node):
    """Changes the voters before anything of its term is final."""

    def _may_reseat(self, voters: Voters, now: float) -> bool:
        return len(self._rolls) == 1 and change_refusal(self.voters, voters) is None


class ForgetsOrder(Docket):
    """Holds for new what is in the log."""

    def knows(self, item: Item) -> bool:
        return item.key in self._held

    def unordered(self) -> Iterator[Held]:
        yield from list(self._held.values())


class OrdersTwice(Node):
    """Orders an action each time it arrives."""

    def receive(self, peer: Pid, message: Message, now: float) -> list[Effect]:
        if not isinstance(self.docket, ForgetsOrder):
            self.docket = ForgetsOrder(self.log)
        return super().receive(peer, message, now)


class Silencer(Node):
    """As host, orders nothing that comes from others."""

    def _order(self, item: Item, now: float) -> None:
        if item.key[0] == self.me:
            super()._order(item, now)


class Rude(Node):
    """Takes the answer of one peer for that of a majority when it asks who would vote."""

    def _ask(self, now: float) -> None:
        super()._ask(now)
        self._would |= set(self.peers[:1])


BREAKERS: tuple[type[Node], ...] = (
    NoPreVote,
    Fickle,
    Blind,
    VotesTwice,
    Forgetful,
    Hasty,
    OldTerms,
    HalfIsEnough,
    TrustsOne,
    NeverLonely,
    TooBusy,
    ForgetsHost,
    KeepsOldSignatures,
    SignsItsTail,
    Stubborn,
    DeafToNack,
    KeepsItsTerm,
    AllChangesAtOnce,
    ForgetsOldVoters,
    ElectedByNewVoters,
    ChangesUnproven,
    OrdersTwice,
    Silencer,
    Rude,
)
