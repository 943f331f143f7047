"""Messages between the players of a running game."""

from typing import Annotated, Final, NamedTuple

from net.identity import PID_SIZE, SIGNATURE_SIZE
from net.log.entries import MAX_SEALED, MAX_SMALL
from net.wire.fields import most, octets, raw
from net.wire.messages.parts import (
    DIGEST_SIZE,
    MAX_SEATS,
    Act,
    Count,
    Entries,
    Flag,
    Gid,
    Head,
    Pid,
    Point,
    Signature,
)

MAX_KEYS: Final = 1 << 15


class Action(NamedTuple):
    """An act to be ordered."""

    gid: Gid
    act: Act


class Append(NamedTuple):
    """The host's entries after a place; with none of them, its heartbeat."""

    gid: Gid
    term: Count
    prev: Point
    entries: Entries
    committed: Count
    awaited: Annotated[tuple[Pid, ...], most(MAX_SEATS)]  # whom the table waits for


class Ack(NamedTuple):
    """I hold the host's log up to there, and this is what my rules make of it."""

    gid: Gid
    term: Count
    at: Point
    proof: Signature
    asking: Flag  # whether I lack signatures and want yours
    state: Annotated[bytes, octets(0, DIGEST_SIZE)]  # the digest of the table; empty: not known


class Nack(NamedTuple):
    """Your entries don't follow mine, or your term is over."""

    gid: Gid
    term: Count
    retry: Count


class PreVote(NamedTuple):
    """Would you vote for me?"""

    gid: Gid
    term: Count
    last: Point


class PreVoted(NamedTuple):
    """Whether I would."""

    gid: Gid
    term: Count
    granted: Flag


class VoteRequest(NamedTuple):
    """Vote for me."""

    gid: Gid
    term: Count
    last: Point


class Vote(NamedTuple):
    """My vote, signed; or none."""

    gid: Gid
    term: Count
    granted: Flag
    proof: Annotated[bytes, octets(0, SIGNATURE_SIZE)]


class TimeoutNow(NamedTuple):
    """The host goes: be the next one."""

    gid: Gid
    term: Count


class Reveal(NamedTuple):
    """A link of a chain of dice."""

    gid: Gid
    reveal: Annotated[bytes, raw(MAX_SMALL)]


class Keys(NamedTuple):
    """My keys on cards that you may read, signed (`net.peer.shares.Handed`)."""

    gid: Gid
    keys: Annotated[bytes, raw(MAX_KEYS)]


class Clock(NamedTuple):
    """For so long a window has been open, for those who have not seen it open."""

    gid: Gid
    window: Count
    elapsed: Count  # milliseconds


class Want(NamedTuple):
    """I lack keys of these players on cards that I may read; everybody hears whose."""

    gid: Gid
    lacking: Annotated[tuple[Pid, ...], most(MAX_SEATS)]


class Sync(NamedTuple):
    """My log ends there: send me what follows."""

    gid: Gid
    last: Point


class Snapshot(NamedTuple):
    """Entries after a number."""

    gid: Gid
    after: Count
    entries: Entries


class Consent(NamedTuple):
    """I agree that a player who has vanished loses the seat, at this place of the log."""

    gid: Gid
    victim: Pid
    heir: Annotated[bytes, octets(0, PID_SIZE)]  # who plays it from then on; empty: nobody
    throw: Count  # the next one
    head: Head
    signature: Signature


class Evidence(NamedTuple):
    """A proof of cheating (`net.log.proofs`)."""

    gid: Gid
    proof: Annotated[bytes, raw(2 * MAX_SEALED + 256)]
