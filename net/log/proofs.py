"""Proofs of cheating: two signed things that no honest player signs both.

A proof stands alone. Whoever holds it can show it to anybody, and it needs no log to be checked.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, Self

from net.deck.handing import Handed
from net.log.entries import (
    MAX_SEALED,
    PID_SIZE,
    VERSION,
    Ack,
    Act,
    Entry,
    EntryError,
    Vote,
    fields,
    pack,
    unpack,
)

FORK: Final = "fork"
TWO_ACTS: Final = "two acts"
TWO_ACKS: Final = "two acks"
TWO_VOTES: Final = "two votes"
ACK_AND_VOTE: Final = "ack and vote"
ORDER_AND_VOTE: Final = "order and vote"
WRONG_KEY: Final = "wrong key"


class Proof(NamedTuple):
    """Against whom, and the two things he signed, as the bytes that came."""

    kind: str
    pid: bytes
    first: bytes
    second: bytes

    @property
    def raw(self) -> bytes:
        return pack([VERSION, *self])

    @classmethod
    def read(cls, raw: bytes) -> Self:
        value = unpack(raw, 2 * MAX_SEALED + 256, "a proof")
        version, *rest = fields(value, "a proof", int, str, PID_SIZE, bytes, bytes)
        if version != VERSION or rest[0] not in _CHECKS:
            raise EntryError("a proof is of an unknown kind")
        return cls(*rest)

    def holds(self) -> bool:
        """Does it show that this player cheated?"""
        check = _CHECKS.get(self.kind)
        try:
            return check is not None and check(self)
        except EntryError:
            return False

    @property
    def gid(self) -> bytes:
        """The game it is about; empty if it can't be read."""
        try:
            if self.kind in (FORK, ORDER_AND_VOTE):
                return Entry.read(self.first).gid
            if self.kind in (TWO_ACTS, WRONG_KEY):
                return Act.unseal(self.first).gid
            return Vote.read(self.first).gid if self.kind == TWO_VOTES else Ack.read(self.first).gid
        except EntryError:
            return b""

    def sentence(self) -> str:
        """What it shows, without the name."""
        return _SENTENCES[self.kind]


def _fork(proof: Proof) -> bool:
    first, second = Entry.read(proof.first), Entry.read(proof.second)
    return (
        (first.gid, first.term, first.seq) == (second.gid, second.term, second.seq)
        and first.head != second.head
        and first.ordered_by(proof.pid)
        and second.ordered_by(proof.pid)
    )


def _two_acts(proof: Proof) -> bool:
    first, second = Act.unseal(proof.first), Act.unseal(proof.second)
    return (
        first.author == second.author == proof.pid
        and (first.gid, first.author_seq) == (second.gid, second.author_seq)
        and first.author_seq > 0
        and first.raw != second.raw
        and first.genuine()
        and second.genuine()
    )


def _two_acks(proof: Proof) -> bool:
    first, second = Ack.read(proof.first), Ack.read(proof.second)
    return (
        first.pid == second.pid == proof.pid
        and (first.gid, first.at[:2]) == (second.gid, second.at[:2])
        and first.at.head != second.at.head
        and first.binding
        and second.binding
        and first.genuine()
        and second.genuine()
    )


def _two_votes(proof: Proof) -> bool:
    first, second = Vote.read(proof.first), Vote.read(proof.second)
    return (
        first.pid == second.pid == proof.pid
        and (first.gid, first.term) == (second.gid, second.term)
        and first.candidate != second.candidate
        and first.genuine()
        and second.genuine()
    )


def _ack_and_vote(proof: Proof) -> bool:
    """He had the entry in his log, yet later voted for a log that ends before it.

    An honest player votes only for logs that reach every entry he confirmed in its own term, even
    if a later host has made him drop it; and after a vote he confirms nothing of an earlier term.
    """
    ack, vote = Ack.read(proof.first), Vote.read(proof.second)
    return (
        ack.pid == vote.pid == proof.pid
        and ack.gid == vote.gid
        and ack.binding
        and vote.term > ack.term
        and vote.last[:2] < ack.at[:2]
        and ack.genuine()
        and vote.genuine()
    )


def _order_and_vote(proof: Proof) -> bool:
    """He put an entry into the log as host, yet later voted for a log that ends before it."""
    entry, vote = Entry.read(proof.first), Vote.read(proof.second)
    return (
        vote.pid == proof.pid
        and entry.gid == vote.gid
        and vote.term > entry.term
        and vote.last[:2] < entry.asked[:2]
        and entry.ordered_by(proof.pid)
        and vote.genuine()
    )


def _wrong_key(proof: Proof) -> bool:
    """He has locked cards with a key of which he showed a trace, and handed out another one."""
    act, handed = Act.unseal(proof.first), Handed.unseal(proof.second)
    return (
        act.author == proof.pid
        and act.gid == handed.gid
        and handed.wrong(act)
        and act.genuine()
        and handed.signed_by(proof.pid)
    )


_CHECKS: Final[dict[str, Callable[[Proof], bool]]] = {
    FORK: _fork,
    TWO_ACTS: _two_acts,
    TWO_ACKS: _two_acks,
    TWO_VOTES: _two_votes,
    ACK_AND_VOTE: _ack_and_vote,
    ORDER_AND_VOTE: _order_and_vote,
    WRONG_KEY: _wrong_key,
}
_SENTENCES: Final = {
    FORK: "put two different entries in one place of the log",
    TWO_ACTS: "signed two different acts with the same number",
    TWO_ACKS: "confirmed two different entries for one place of the log",
    TWO_VOTES: "voted for two hosts in the same term",
    ACK_AND_VOTE: "confirmed an entry, then voted for a log without it",
    ORDER_AND_VOTE: "ordered an entry, then voted for a log without it",
    WRONG_KEY: "handed out a key that isn't the one on the card",
}
