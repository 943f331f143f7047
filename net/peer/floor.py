"""Who is heard in the election: those with a vote, and those who show that they have one."""

from typing import Final

from net.election import Node
from net.election.messages import Append, Nack
from net.election.words import Point
from net.log.entries import Entry, Place
from net.peer.around import Surroundings
from net.peer.claims import Claims
from net.peer.dialect import Forged, incoming
from net.peer.ledger import Ledger
from net.peer.vigil import Vigil
from net.wire import messages as wire

EXAMINED: Final = 64  # entries sent to somebody who asks for a piece of the log


class Floor:
    """Decides whom one program listens to."""

    def __init__(
        self, gid: bytes, ledger: Ledger, node: Node, vigil: Vigil, around: Surroundings
    ) -> None:
        self._gid = gid
        self._ledger = ledger
        self._node = node
        self._vigil = vigil
        self._around = around
        self._claims = Claims(ledger)

    def changed(self) -> None:
        """The log has another end than before."""
        self._claims.clear()

    def is_open(self, pid: bytes, message: wire.Message) -> bool:
        """Whether the election hears this. Those without a vote may only answer the host who shows
        them the log, unless they have shown that they have one, or are host themselves. Nor is
        anything given up for a host who has not shown it."""
        node = self._node
        if self._votes(pid):
            if not isinstance(message, wire.Append) or not message.entries:
                return True
            return not (self._claims.goes_on(pid, message.prev) or self._replaces(pid, message))
        match message:
            case wire.Ack() | wire.Nack():
                return message.term <= node.term
            case wire.PreVote() | wire.VoteRequest():
                return self._claims.has_vote(pid)
            case wire.Append():
                # He has shown it, and this log does not reach there yet.
                return pid == node.host and self._ledger.tip.term < message.term == node.term
            case _:
                return False

    def claim(self, pid: bytes, message: wire.Append, now: float) -> Append | None:
        """Somebody says to be host who has to show it first; what the election hears of it, if he
        is. Who hears a host has no need of one without a vote."""
        node = self._node
        if message.term < node.term:
            answer: Append | Nack = Nack(node.term, node.committed)
        elif node.host is not None and not self._votes(pid):
            return None
        else:
            said = incoming(self._gid, pid, message, node)
            assert isinstance(said, Append)
            self._vigil.examine(entry for entry in said.entries if isinstance(entry, Entry))
            answer = self._claims.examine(pid, said, node.before(said.prev.seq), now)
        if isinstance(answer, Append):
            return answer
        self._around.send(pid, wire.Nack(self._gid, answer.term, answer.retry))
        return None

    def appeal(self, pid: bytes, message: wire.PreVote | wire.VoteRequest) -> None:
        """Somebody without a vote asks for one: he is to show that he has a seat."""
        if self._node.host is None and Point(*message.last).reaches(self._ledger.last):
            self._ask(pid, self._claims.end(pid))

    def shown(self, pid: bytes, message: wire.Snapshot, now: float) -> None:
        """Somebody has sent a piece of his log; raises Forged or EntryError."""
        if len(message.entries) > EXAMINED:
            raise Forged("more entries came than anyone asks for")
        entries = [Entry.read(raw) for raw in message.entries]
        self._vigil.examine(entries)
        if entries and self._node.host is None and not self._votes(pid):
            retry = self._node.before(max(0, entries[0].seq - 1))
            more = self._claims.show(pid, entries, retry, now)
            if more is not None:
                self._ask(pid, more)

    def asked(self, pid: bytes, message: wire.Sync) -> None:
        """Somebody wants a piece of this player's log, with the entry that he has."""
        after = max(0, message.last.seq - 1)
        entries = self._ledger.log.slice(after, EXAMINED, 1 << 17)
        sealed = tuple([entry.sealed for entry in entries])
        self._around.send(pid, wire.Snapshot(self._gid, after, sealed))

    def _ask(self, pid: bytes, end: Point) -> None:
        self._around.send(pid, wire.Sync(self._gid, wire.Point(*end)))

    def _replaces(self, pid: bytes, message: wire.Append) -> bool:
        """Whether a host of a newer term has other entries than this log, which would be given up
        for them. (If they are of one term or this one's are final, that is fraud, and the election
        says so.)"""
        node, log, at = self._node, self._ledger.log, message.prev
        if at.seq >= len(log) or not log.holds(Place(at.seq, at.head)):
            return False
        if message.term < node.term or (message.term == node.term and node.host not in (None, pid)):
            return False
        for raw in message.entries:
            theirs = Entry.read(raw)
            if not at.seq < theirs.seq <= len(log):
                return False
            ours = log.entry(theirs.seq)
            if ours.head != theirs.head:
                return theirs.seq > node.committed and not ours.term == theirs.term == message.term
        return False

    def _votes(self, pid: bytes) -> bool:
        return pid in self._node.voters or pid in self._node.peers
