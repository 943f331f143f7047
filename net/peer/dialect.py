"""Between the words of the election and the messages of the wire.

What comes in is checked here: every signature, and that bytes are what they claim to be. So the
election never hears anything that its sender has not signed.
"""

from collections.abc import Callable
from typing import Final

from net.election import Node
from net.election import messages as said
from net.election.words import Point, Signer
from net.identity import Identity
from net.log.entries import Ack, Entry, Vote
from net.peer.ledger import Wish
from net.wire import messages as wire

ELECTION: Final = (
    wire.Append, wire.Ack, wire.Nack, wire.PreVote, wire.PreVoted, wire.VoteRequest, wire.Vote,
    wire.TimeoutNow,
)  # fmt: skip


class Forged(Exception):
    """A signature that its sender can't have made."""


class Pen(Signer):
    """Signs votes and acks with this player's key."""

    def __init__(self, me: Identity, gid: bytes) -> None:
        self._me = me
        self._gid = gid

    def vote(self, term: int, candidate: bytes, last: Point) -> bytes:
        return Vote.make(self._me, self._gid, term, candidate, last).signature

    def ack(self, term: int, at: Point) -> bytes:
        return Ack.make(self._me, self._gid, term, at).signature


def outgoing(gid: bytes, message: said.Message, state: Callable[[int], bytes]) -> wire.Message:
    """A message for the wire; `state` knows the digest of the table after an entry."""
    match message:
        case said.Append(term, prev, entries, committed, awaited):
            sealed = tuple([entry.sealed for entry in entries if isinstance(entry, Entry)])
            return wire.Append(gid, term, wire.Point(*prev), sealed, committed, awaited)
        case said.Ack(term, at, proof, asking):
            return wire.Ack(gid, term, wire.Point(*at), proof, asking, state(at.seq))
        case said.Nack(term, retry):
            return wire.Nack(gid, term, retry)
        case said.PreVote(term, last):
            return wire.PreVote(gid, term, wire.Point(*last))
        case said.PreVoted(term, granted):
            return wire.PreVoted(gid, term, granted)
        case said.Vote(term, last):
            return wire.VoteRequest(gid, term, wire.Point(*last))
        case said.Voted(term, granted, proof):
            return wire.Vote(gid, term, granted, proof)
        case said.TimeoutNow(term):
            return wire.TimeoutNow(gid, term)
        case said.Submit(item):
            assert isinstance(item, Wish)
            return wire.Action(gid, item.act.sealed)


def counts(seq: int, node: Node) -> bool:
    """Whether an ack can still help to make something certain or final. If not, nobody looks at its
    signature: that its sender has said it, the channel shows."""
    return seq > min(node.certified, node.committed)


def incoming(gid: bytes, sender: bytes, message: wire.Message, node: Node) -> said.Message:
    """A message for the election, other than an ack; raises Forged or EntryError."""
    match message:
        case wire.Append(_, term, prev, entries, committed, awaited):
            read = tuple(map(Entry.read, entries))
            return said.Append(term, Point(*prev), read, committed, awaited)
        case wire.Nack(_, term, retry):
            return said.Nack(term, retry)
        case wire.PreVote(_, term, prev):
            return said.PreVote(term, Point(*prev))
        case wire.PreVoted(_, term, granted):
            return said.PreVoted(term, granted)
        case wire.VoteRequest(_, term, prev):
            return said.Vote(term, Point(*prev))
        case wire.Vote(_, term, granted, proof):
            vote = Vote(gid, sender, term, node.me, node.stood, proof)
            if granted and term == node.term and not vote.genuine():
                raise Forged("a vote came without its sender's signature")
            return said.Voted(term, granted, proof)
        case wire.TimeoutNow(_, term):
            return said.TimeoutNow(term)
        case _:
            raise TypeError(f"the election doesn't know {type(message).__name__}")
