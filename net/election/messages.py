"""What peers say to each other about the host and the log.

They arrive over a link that says for certain who sent them, and with their signatures checked.
"""

from dataclasses import dataclass

from net.election.words import Entry, Item, Pid, Point


@dataclass(slots=True)
class PreVote:
    """Would you vote for me in that term? Nobody is bound by the answer."""

    term: int
    last: Point


@dataclass(slots=True)
class PreVoted:
    """Yes, in that term; or no, and that is the term I am in."""

    term: int
    granted: bool


@dataclass(slots=True)
class Vote:
    """Vote for me in that term."""

    term: int
    last: Point


@dataclass(slots=True)
class Voted:
    """Yes, signed; or no, and that is the term I am in."""

    term: int
    granted: bool
    proof: bytes = b""


@dataclass(slots=True)
class Append:
    """The host's entries after a place; with none of them, it is a sign of life."""

    term: int
    prev: Point
    entries: tuple[Entry, ...]
    committed: int  # a hint: each peer counts signatures by itself
    awaited: tuple[Pid, ...]  # whom the table waits for


@dataclass(slots=True)
class Ack:
    """I hold the host's log up to there, signed for everybody."""

    term: int
    at: Point
    proof: bytes
    asking: bool  # whether I lack signatures and want yours


@dataclass(slots=True)
class Nack:
    """Your entries don't follow mine; try after that number. Or your term is over."""

    term: int
    retry: int


@dataclass(slots=True)
class TimeoutNow:
    """The host goes: be the next one, without waiting."""

    term: int


@dataclass(slots=True)
class Submit:
    """An action to be ordered; it goes to all, so that a host can't keep it from the table."""

    item: Item


Message = PreVote | PreVoted | Vote | Voted | Append | Ack | Nack | TimeoutNow | Submit
