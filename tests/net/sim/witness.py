"""Sees everything that happens in a run and knows what must never happen."""

from collections.abc import Iterable, Mapping

from net.election import Node, Point, effects
from net.election.messages import Ack, Append, Message, Nack, PreVoted, TimeoutNow, Voted
from net.election.replica import HOST
from net.election.seating import blocking, is_quorum, majority
from net.election.words import HEARTBEAT, LONELY, PATIENCE, Key, Pid, Voters
from tests.kit.soak import Broken
from tests.net.sim.paper import Disk, Line, Paper


class Witness:
    """Compares what peers say and do with what all of them have said and done before."""

    def __init__(self, disks: Mapping[Pid, Disk]) -> None:
        self._disks = disks
        self.final: list[Line] = []  # what somebody holds for committed
        self.keys: dict[Key, int] = {}  # where its actions stand
        self.sealed: dict[int, bytes] = {}  # what somebody holds for certified
        self._since: dict[int, int] = {}  # and in which term that was
        self.hosts: dict[int, Pid] = {}
        self.acknowledged: dict[Key, float] = {}
        self._votes: dict[tuple[Pid, int], Pid] = {}
        self._grants: dict[tuple[Pid, int], set[Pid]] = {}
        self._called: set[tuple[Pid, int]] = set()  # told by a host to stand
        self._fed: dict[Pid, tuple[float, int]] = {}  # when a host was heard, and its term
        self._answers: dict[Pid, dict[Pid, float]] = {}

    # -- what arrives ------------------------------------------------------------------------------

    def delivered(self, peer: Pid, to: Pid, message: Message, term: int, now: float) -> None:
        """A message is about to reach a peer that is in that term."""
        match message:
            case PreVoted(asked, True):
                self._grants.setdefault((to, asked), set()).add(peer)
            case TimeoutNow(of):
                self._called.add((to, of + 1))
            case Append(of) if of >= term:
                self._fed[to] = (now, of)
            case Ack(of) | Nack(of) if of == term:
                self._answers.setdefault(to, {})[peer] = now

    def unplugged(self, peer: Pid) -> None:
        """A peer has crashed or lost its host for certain."""
        self._fed.pop(peer, None)

    # -- what a peer does --------------------------------------------------------------------------

    def sees(self, me: Pid, node: Node, effect: effects.Effect, now: float) -> None:
        """An effect is about to be carried out."""
        match effect:
            case effects.Save():
                self._save(me, node, effect)
            case effects.Send(_, message):
                self._send(me, node, effect.peer, message, now)
            case effects.Appended(entries):
                self._appended(node, entries)
                for voter in node.voters if node.role == HOST else ():
                    self._answers.setdefault(me, {}).setdefault(voter, now)
            case effects.Committed(seq):
                self._committed(me, node, seq, now)
            case effects.Certified(seq):
                self._certified(node, seq)
            case effects.Hosting(term):
                self._hosting(me, node, term, now)
            case effects.Disagreed():
                raise Broken(f"honest peers disagree: {effect}")

    def _save(self, me: Pid, node: Node, save: effects.Save) -> None:
        disk = self._disks[me]
        if save.term < disk.term:
            raise Broken("a term goes backwards")
        if save.term == disk.term and disk.vote not in (None, save.vote):
            raise Broken("a vote is taken back")
        if save.vote == me and save.term > disk.term:
            willing = self._grants.get((me, save.term), set()) | {me}
            if (me, save.term) not in self._called and not is_quorum(node.voters, willing):
                raise Broken("a term is begun that no majority asked for")

    def _send(self, me: Pid, node: Node, peer: Pid, message: Message, now: float) -> None:
        disk = self._disks[me]
        match message:
            case Voted(term, True):
                if (disk.term, disk.vote) != (term, peer):
                    raise Broken("a vote is given before it is saved")
                if self._votes.setdefault((me, term), peer) != peer:
                    raise Broken("two votes are given in one term")
            case PreVoted(_, True):
                when, term = self._fed.get(me, (now - PATIENCE, 0))
                if now - when < PATIENCE and term == node.term and not node._distrusts(now):
                    raise Broken("a host is given up that was heard just now")
            case Ack(_, at):
                if at.seq and not disk.holds(at.seq, at.head):
                    raise Broken("an entry is acknowledged before it is saved")
            case Append(_, prev, entries):
                last = entries[-1] if entries else prev
                if last.seq and not disk.holds(last.seq, last.head):
                    raise Broken("an entry is spread before it is saved")

    def _appended(self, node: Node, entries: Iterable[object]) -> None:
        rolls = [seq for seq, _ in node.log.seatings()]
        if len(rolls) > 1 and rolls[-2] > len(self.final):
            raise Broken("a change of voters begins before the last one is committed")
        for entry in entries:
            assert isinstance(entry, Line)
            if entry.item is None and not is_quorum(self._voters(node, entry.seq), entry.votes):
                raise Broken("a term is opened without a majority of votes")

    def _voters(self, node: Node, seq: int) -> Voters:
        return [voters for at, voters in node.log.seatings() if at <= seq][-1]

    def _holders(self, node: Node, at: Point) -> tuple[int, int]:
        """How many voters have an entry on disk, and of how many: the last change of voters in the
        log counts also for what comes before it."""
        voters = node.voters
        return sum(self._disks[voter].holds(at.seq, at.head) for voter in voters), len(voters)

    def _committed(self, me: Pid, node: Node, seq: int, now: float) -> None:
        if seq <= self._disks[me].committed:
            raise Broken("what is final shrinks")
        assert isinstance(node.log, Paper)
        for entry in node.log.lines[self._disks[me].committed : seq]:
            at = Point(entry.term, entry.seq, entry.head)
            self._since.setdefault(at.seq, node.term)
            if self.sealed.setdefault(at.seq, at.head) != at.head:
                raise Broken(f"entry {at.seq} was certified with another content")
            if at.seq <= len(self.final):
                if self.final[at.seq - 1].head != at.head:
                    raise Broken(f"a fork: entry {at.seq} is final with two contents")
            else:
                self._first(node, entry, at)
            if entry.item is not None and entry.item.key[0] == me:
                self.acknowledged.setdefault(entry.item.key, now)

    def _first(self, node: Node, entry: Line, at: Point) -> None:
        held, voters = self._holders(node, at)
        if held < majority(voters):
            raise Broken(f"entry {at.seq} is final with {held} of {voters} voters")
        self.final.append(entry)
        if entry.item is not None and self.keys.setdefault(entry.item.key, at.seq) != at.seq:
            raise Broken(f"action {entry.item.key} is final twice")

    def _certified(self, node: Node, seq: int) -> None:
        assert isinstance(node.log, Paper)
        at = node.log.point(seq)
        held, voters = self._holders(node, at)
        if held < blocking(voters):
            raise Broken(f"entry {seq} is certified with {held} of {voters} voters")
        while at.seq and at.seq not in self.sealed:
            self.sealed[at.seq] = at.head
            self._since[at.seq] = node.term
            at = node.log.point(at.seq - 1)
        if at.seq and self.sealed[at.seq] != at.head:
            raise Broken(f"entry {at.seq} is certified with two contents")

    def _hosting(self, me: Pid, node: Node, term: int, now: float) -> None:
        if self.hosts.setdefault(term, me) != me:
            raise Broken(f"term {term} has two hosts")
        assert isinstance(node.log, Paper)
        self._answers[me] = dict.fromkeys(node.voters, now)
        for seq, head in self.sealed.items():
            if self._since[seq] >= term:
                continue  # votes that came late made a host whose term is over already
            if seq > node.log.last.seq or node.log.point(seq).head != head:
                raise Broken(f"the host of term {term} lacks entry {seq}, which was certified")

    def hosts_still(self, me: Pid, node: Node, now: float) -> None:
        """A peer is host after a tick."""
        near = {
            peer
            for peer, when in self._answers.get(me, {}).items()
            if now - when < LONELY + 2 * HEARTBEAT
        }
        if not is_quorum(node.voters, near | {me}):
            raise Broken("a host goes on without a majority")
