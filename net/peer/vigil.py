"""Holds what other programs say against our own log, and against what they have said before.

Two kinds of trouble stop a table: two programs make different tables of the same log, or somebody
has signed two things that no honest program signs both. The second is proven to everybody.
"""

from collections.abc import Callable, Iterable
from typing import Final

from net.identity import Identity
from net.log.entries import Ack, Act, Asked, Entry, EntryError, Vote
from net.log.kinds import NOOP
from net.log.payloads import read_votes
from net.log.proofs import (
    ACK_AND_VOTE,
    FORK,
    ORDER_AND_VOTE,
    TWO_ACKS,
    TWO_ACTS,
    TWO_VOTES,
    Proof,
)
from net.log.terms import Terms
from net.peer.around import Alarm
from net.peer.dialect import Forged
from net.peer.ledger import Ledger
from net.wire import messages as wire

EARLY: Final = 64  # digests kept for entries that have not come yet
VOTES: Final = 512  # votes remembered
RECENT: Final = 16  # entries at the end of the log that votes are held against
REMEMBERED: Final = 64  # binding acks remembered of each player

Tell = Callable[[wire.Message], None]


class Vigil:
    """What one program remembers of the others, and the alarm if it does not go together."""

    def __init__(
        self, me: Identity, terms: Terms, ledger: Ledger, tell: Tell, halt: Callable[[Alarm], None]
    ) -> None:
        """`tell` says something to all other players, `halt` stops the table."""
        self._me = me
        self._terms = terms
        self._ledger = ledger
        self._tell = tell
        self._halt = halt
        self._states: dict[int, dict[bytes, tuple[bytes, bytes]]] = {}  # seq -> pid -> head, digest
        self._acks: dict[bytes, dict[tuple[int, int], Ack]] = {}
        self._votes: dict[tuple[bytes, int], Vote] = {}
        self._hosts: dict[int, bytes] = {}  # of the terms in our own log, where it was asked for

    # -- two programs, two tables ------------------------------------------------------------------

    def state(self, seq: int) -> bytes:
        """Our own digest of the table after an entry; empty: not known any more."""
        return self._ledger.digests.get(seq, b"")

    def compare(self, pid: bytes, message: wire.Ack) -> None:
        """Holds what another program makes of the log against our own."""
        seq, head, digest = message.at.seq, message.at.head, message.state
        if not digest:
            return
        if seq <= len(self._ledger.log):
            self._match(pid, seq, head, digest)
        elif seq <= len(self._ledger.log) + EARLY:
            self._states.setdefault(seq, {})[pid] = (head, digest)

    def grown(self) -> None:
        """The log has another end than before; its digest is worked out before it is asked for."""
        self.state(len(self._ledger.log))
        for seq in [seq for seq in self._states if seq <= len(self._ledger.log)]:
            for pid, (head, digest) in self._states.pop(seq).items():
                self._match(pid, seq, head, digest)

    def _match(self, pid: bytes, seq: int, head: bytes, digest: bytes) -> None:
        ours, log = self.state(seq), self._ledger.log
        if not (ours and seq and log.head(seq) == head and ours != digest):
            return
        at, gid = log.entry(seq).asked, self._terms.gid
        signature = Ack.make(self._me, gid, self._ledger.tip.term, at).signature
        self._tell(wire.Ack(gid, self._ledger.tip.term, wire.Point(*at), signature, False, ours))
        who = self._ledger.tip.name(pid)
        report = "\n".join(
            (
                f"after entry {seq} ({head.hex()}) {who}'s table is {digest.hex()},",
                f"ours is {ours.hex()}",
                *(entry.sealed.hex() for entry in log),
            )
        )
        text = f"{who} and you see different tables after entry {seq}"
        self._halt(Alarm("mismatch", pid, text, report.encode()))

    # -- two signatures ----------------------------------------------------------------------------

    def acked(self, ack: Ack) -> None:
        """A player has signed that he holds an entry; the signature was checked."""
        if not ack.binding:
            return
        known = self._acks.setdefault(ack.pid, {})
        other = known.setdefault(ack.at[:2], ack)
        if other.at.head != ack.at.head:
            self.accuse(Proof(TWO_ACKS, ack.pid, other.raw, ack.raw))
        while len(known) > REMEMBERED:
            del known[next(iter(known))]

    def acted(self, act: Act, other: Act | None) -> None:
        """A player has signed an act; the other one has the same number."""
        if other is not None and other.raw != act.raw:
            self.accuse(Proof(TWO_ACTS, act.author, other.sealed, act.sealed))

    def examine(self, entries: Iterable[Entry]) -> None:
        """Looks for a second entry of one host at a place, and for second votes. Raises Forged if
        one of them was not signed: nobody honest holds such a thing."""
        log = self._ledger.log
        for theirs in entries:
            if theirs.act.kind == NOOP:
                self.voted(theirs)
            if theirs.gid != log.gid or theirs.seq > len(log):
                continue
            ours = log.entry(theirs.seq)
            if ours.term == theirs.term and ours.head != theirs.head:
                host = self._host_of(ours)
                if theirs.ordered_by(host):
                    self.accuse(Proof(FORK, host, ours.sealed, theirs.sealed))
                elif not any(map(theirs.ordered_by, self._terms.pids)):
                    raise Forged("an entry came without a player's signature")

    def _host_of(self, entry: Entry) -> bytes:
        """Who has put an entry of our own log there."""
        if entry.term not in self._hosts:
            signers = (pid for pid in self._terms.pids if entry.ordered_by(pid))
            self._hosts[entry.term] = next(signers, b"")
        return self._hosts[entry.term]

    def voted(self, entry: Entry) -> None:
        """A host has shown its votes."""
        try:
            votes = read_votes(entry.act.payload)
        except EntryError:
            return
        for vote in votes:
            if vote.gid == self._terms.gid and vote.pid in self._terms.pids:
                self._count(vote)

    def _count(self, vote: Vote) -> None:
        other = self._votes.get((vote.pid, vote.term))
        if vote != other and not vote.genuine():
            raise Forged("a vote came without its voter's signature")
        if other is None:
            self._votes[vote.pid, vote.term] = vote
            while len(self._votes) > VOTES:
                del self._votes[next(iter(self._votes))]
        elif other.candidate != vote.candidate:
            self.accuse(Proof(TWO_VOTES, vote.pid, other.raw, vote.raw))
        for ack in self._acks.get(vote.pid, {}).values():
            if vote.term > ack.term and vote.last[:2] < ack.at[:2]:
                self.accuse(Proof(ACK_AND_VOTE, vote.pid, ack.raw, vote.raw))
        log = self._ledger.log
        for seq in range(max(1, len(log) - RECENT), len(log) + 1):
            entry = log.entry(seq)
            if vote.term > entry.term and vote.last[:2] < entry.asked[:2]:
                self.accuse(Proof(ORDER_AND_VOTE, vote.pid, entry.sealed, vote.raw))

    def accuse(self, proof: Proof) -> None:
        """Tells everybody, if it is a proof."""
        if proof.holds():
            self._tell(wire.Evidence(self._terms.gid, proof.raw))
            self.believe(proof)

    def believe(self, proof: Proof) -> None:
        """Stops the table if somebody at it has been shown to cheat in this very game."""
        if proof.pid in self._terms.pids and proof.gid == self._terms.gid and proof.holds():
            begun = len(self._ledger.log) > 0
            who = self._ledger.tip.name(proof.pid) if begun else "a player"
            self._halt(Alarm("cheating", proof.pid, f"{who} {proof.sentence()}", proof.raw))


def ack_of(gid: bytes, pid: bytes, message: wire.Ack) -> Ack:
    """The signed ack in a message."""
    return Ack(gid, pid, message.term, Asked(*message.at), message.proof)
