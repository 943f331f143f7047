"""Connections as TCP has them: in order, late, silent or broken, but never with a hole.

What was sent while the way is blocked arrives later, all of it. A side that hears nothing for ten
seconds closes its end; what was under way is lost with it, and a new connection is made as soon as
there is a way. The other side may never have noticed.
"""

from collections import deque
from typing import TYPE_CHECKING

from net.wire.messages import Message, pack, unpack
from tests.net.tablesim.program import Program

if TYPE_CHECKING:
    from tests.net.tablesim.table import SimTable

SILENCE = 10.0
AGAIN = 2.0
INSTANT = 1e-6
Queue = deque[tuple[float, Message | bytes | None]]  # when, and what; None is the end of it


class Wire:
    """A connection between two programs, as long as both live."""

    def __init__(self, one: Program, other: Program, now: float) -> None:
        self.ends = (one, other)
        self.lives = (one.life, other.life)
        self.heard = {one.pid: now, other.pid: now}  # by whom something was heard, and when
        self.queues: dict[bytes, Queue] = {one.pid: deque(), other.pid: deque()}  # for whom
        self.ready = {one.pid: now, other.pid: now}

    def peer(self, program: Program) -> Program:
        return self.ends[1] if self.ends[0] is program else self.ends[0]

    def alive(self, program: Program) -> bool:
        """Whether it is the connection of a program that runs."""
        life = self.lives[self.ends.index(program)]
        known = program.links.get(self.peer(program).pid)
        return program.running and program.life == life and known is self


class Wires:
    """All connections of a table."""

    def __init__(self, table: "SimTable", strict: bool) -> None:
        self.table = table
        self.strict = strict  # whether messages are packed and unpacked on their way
        self.cut: set[tuple[bytes, bytes]] = set()  # from, to

    def open(self, one: Program, other: Program) -> bool:
        """Whether messages get from one to the other."""
        return (one.pid, other.pid) not in self.cut

    # -- making and ending -------------------------------------------------------------------------

    def connect(self, one: Program, other: Program) -> None:
        wire = Wire(one, other, self.table.now)
        for me, peer in ((one, other), (other, one)):
            known = me.links.get(peer.pid)
            me.links[peer.pid] = wire
            if known is None or not known.alive(me):
                self.table.reach(me, "linked", peer.pid)
        self.table.at(1.0, self._watch, wire)

    def redial(self, program: Program, life: int) -> None:
        """A program looks whom it lacks, again and again."""
        if not program.running or program.life != life:
            return
        table = self.table
        for other in table.programs:
            if (
                other is not program
                and other.pid not in program.links
                and other.running
                and max(program.frozen, other.frozen) <= table.now
                and self.open(program, other)
                and self.open(other, program)
            ):
                self.connect(program, other)
        table.at(AGAIN * table.luck.uniform(0.8, 1.2), self.redial, program, life)

    def hang_up(self, program: Program) -> None:
        """The end of a program closes what it had."""
        for wire in program.links.values():
            self._put(wire, program, wire.peer(program), None)

    def _watch(self, wire: Wire) -> None:
        """Who has heard nothing for long closes his end."""
        table, live = self.table, False
        for me in wire.ends:
            if not wire.alive(me):
                continue
            live, peer = True, wire.peer(me)
            if wire.alive(peer) and peer.frozen <= table.now and self.open(peer, me):
                wire.heard[me.pid] = table.now
            elif me.frozen <= table.now and table.now - wire.heard[me.pid] >= SILENCE:
                self._close(wire, me)
        if live:
            table.at(1.0, self._watch, wire)

    def drop(self, me: Program, pid: bytes) -> None:
        """A program wants nothing more to do with another one, for now."""
        wire = me.links.get(pid)
        if wire is not None:
            self.table.at(0.0, self._drop, wire, me)

    def _drop(self, wire: Wire, me: Program) -> None:
        if wire.alive(me):
            self._close(wire, me)

    def _close(self, wire: Wire, me: Program) -> None:
        peer = wire.peer(me)
        del me.links[peer.pid]
        self._put(wire, me, peer, None)
        self.table.reach(me, "unlinked", peer.pid)

    # -- messages ----------------------------------------------------------------------------------

    def post(self, sender: Program, pid: bytes, message: Message) -> None:
        wire = sender.links.get(pid)
        if wire is not None:
            what = pack(message) if self.strict else message
            self._put(wire, sender, wire.peer(sender), what)

    def _put(
        self, wire: Wire, sender: Program, receiver: Program, what: Message | bytes | None
    ) -> None:
        table = self.table
        slow = table.weather.slowest * max(sender.drag, receiver.drag)
        when = max(table.now + table.luck.uniform(0.0005, slow), wire.ready[receiver.pid] + INSTANT)
        wire.ready[receiver.pid] = when
        wire.queues[receiver.pid].append((when, what))
        table.at(when - table.now, self._pump, wire, sender, receiver)

    def _pump(self, wire: Wire, sender: Program, receiver: Program) -> None:
        """Delivers what is due, in order, if there is a way and somebody who listens."""
        table, queue = self.table, wire.queues[receiver.pid]
        while queue and queue[0][0] <= table.now + INSTANT:
            if not wire.alive(receiver):
                queue.clear()
                return
            if not self.open(sender, receiver):
                return
            if receiver.frozen > table.now:
                table.at(receiver.frozen - table.now, self._pump, wire, sender, receiver)
                return
            _, what = queue.popleft()
            wire.heard[receiver.pid] = table.now
            if what is None:
                self._close(wire, receiver)
                return
            message = unpack(what) if isinstance(what, bytes) else what
            table.reach(receiver, "receive", sender.pid, message)

    # -- trouble -----------------------------------------------------------------------------------

    def reset(self, one: Program, other: Program) -> None:
        """A connection breaks, and what was under way is lost with it."""
        wire = one.links.get(other.pid)
        if wire is not None:
            for queue in wire.queues.values():
                queue.clear()
            for me in wire.ends:
                if wire.alive(me):
                    self._close(wire, me)

    def block(self, ways: set[tuple[bytes, bytes]]) -> None:
        self.cut |= ways

    def clear(self, ways: set[tuple[bytes, bytes]]) -> None:
        """There is a way again; what waits is sent once more after a while."""
        self.cut -= ways
        table = self.table
        wires = {id(wire): wire for p in table.programs for wire in p.links.values()}
        for wire in wires.values():
            one, other = wire.ends
            for sender, receiver in ((one, other), (other, one)):
                if (sender.pid, receiver.pid) in ways and wire.queues[receiver.pid]:
                    delay = table.luck.uniform(0.1, 1.0)
                    queue = wire.queues[receiver.pid]
                    moved = [(max(when, table.now + delay), what) for when, what in queue]
                    wire.queues[receiver.pid] = deque(moved)
                    wire.ready[receiver.pid] = max(wire.ready[receiver.pid], moved[-1][0])
                    for when in sorted({when for when, _ in moved}):
                        table.at(when - table.now, self._pump, wire, sender, receiver)
