"""Single nodes of an election, brought to where a test begins."""

from collections.abc import Sequence

from net.election import Node, Point, Saved
from net.election.effects import Effect, Send
from net.election.messages import Ack, Message, PreVoted, Voted
from net.election.replica import HOST
from net.election.words import Pid
from tests.net.sim.paper import START, Action, Line, Paper, Pen, line

A, B, C, D, E = b"a", b"b", b"c", b"d", b"e"
EMPTY = Point(0, 0, START)


def node(
    me: Pid = A,
    voters: Sequence[Pid] = (A, B, C),
    lines: Sequence[Line] = (),
    saved: Saved | None = None,
    batch: int = 64,
) -> Node:
    return Node(me, Paper(tuple(voters), lines), Pen(), saved or Saved(), 0.0, lambda: 0.5, batch)


def history(*terms: int) -> list[Line]:
    """A log with an action in each of these terms."""
    lines: list[Line] = []
    for number, term in enumerate(terms, 1):
        lines.append(line(term, end(lines), Action(E, number)))
    return lines


def end(lines: Sequence[Line]) -> Point:
    return Point(lines[-1].term, lines[-1].seq, lines[-1].head) if lines else EMPTY


def sent(effects: Sequence[Effect], to: Pid | None = None) -> list[Message]:
    return [e.message for e in effects if isinstance(e, Send) and to in (None, e.peer)]


def of(effects: Sequence[Effect], *kinds: type[Effect]) -> list[Effect]:
    """The effects of these kinds."""
    return [effect for effect in effects if isinstance(effect, kinds)]


def elected(made: Node, *voters: Pid, now: float = 1.0) -> list[Effect]:
    """Makes a node host with these votes."""
    made.tick(now)
    for pid in voters:
        made.receive(pid, PreVoted(made.term + 1, True), now)
    effects: list[Effect] = []
    for pid in voters:
        effects += made.receive(pid, Voted(made.term, True, b"proof"), now)
    assert made.role == HOST
    return effects


def ack(made: Node, peer: Pid, seq: int | None = None, now: float = 1.0) -> list[Effect]:
    at = made.log.point(made.log.last.seq if seq is None else seq)
    return made.receive(peer, Ack(made.term, at, b"", False), now)
