"""Nodes that each break one rule. A simulator that doesn't notice them would prove nothing."""

from collections.abc import Callable, Iterator

from net.election import Entry, Item, Node
from net.election.docket import Docket, Held
from net.election.effects import Certified, Effect, Send
from net.election.messages import Message, PreVote
from net.election.replica import FOLLOWER, HOST
from net.election.seating import agreed, change_refusal, is_quorum
from net.election.words import HEARTBEAT, Pid

# What a node does in place of a rule of that name.
INSTEAD: dict[str, tuple[str, Callable[..., object]]] = {
    # Begins a term without asking first.
    "NoPreVote": ("_ask", Node._stand),
    # Would vote for another host although it hears one.
    "Fickle": ("_content", lambda self, now: False),
    # Votes for any log, however old.
    "Blind": ("_reaches", lambda self, last: True),
    # Gives its vote to everybody who asks.
    "VotesTwice": ("_may_vote", lambda self, peer: True),
    # Doesn't save its votes.
    "Forgetful": ("_save", lambda self: setattr(self, "_unsaved", False)),
    # Saves after it has spoken.
    "Hasty": ("_send", lambda self, peer, message: self._effects.append(Send(peer, message))),
    # Counts signatures for entries of older terms.
    "OldTerms": ("_of_this_term", lambda self, seq: True),
    # Stays host without a majority.
    "NeverLonely": ("_has_quorum", lambda self, now: True),
    # Signs all it holds, although the host may not hold it.
    "SignsItsTail": ("_reach", lambda self, seq: Node._reach(self, self.log.last.seq)),
    # Never goes back for a peer that missed something.
    "DeafToNack": ("_on_nack", lambda self, peer, nack, now: self._newer(nack.term, now)),
    # Is host by the new voters alone, although they are not final.
    "ElectedByNewVoters": ("_elects", lambda self, votes: is_quorum(self.voters, votes)),
    # Changes the voters before anything of its term is final.
    "ChangesUnproven": (
        "_may_reseat",
        lambda self, voters, now: (
            len(self._rolls) == 1 and change_refusal(self.voters, voters) is None
        ),
    ),
}


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


class Stubborn(Node):
    """Remains a candidate after it has lost, so that answers to its questions are ignored."""

    def _ask(self, now: float) -> None:
        role = self.role
        super()._ask(now)
        if self.role == FOLLOWER:
            self.role = role


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
    *(type(name, (Node,), {method: what}) for name, (method, what) in INSTEAD.items()),
    HalfIsEnough, TrustsOne, TooBusy, ForgetsHost, KeepsOldSignatures, Stubborn, KeepsItsTerm,
    AllChangesAtOnce, ForgetsOldVoters, OrdersTwice, Silencer, Rude,
)  # fmt: skip
