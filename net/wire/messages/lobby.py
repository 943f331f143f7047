"""Messages of a table before its game, and of those who talk at it."""

from typing import Annotated, Final, NamedTuple

from net.identity import PID_SIZE
from net.log.entries import GID_SIZE, MAX_ACT
from net.wire.fields import CHOICES, MAX_NAME, MAX_TITLE, most, number, octets, raw, text, word
from net.wire.messages.parts import (
    HANDS,
    MAX_SEATS,
    NONCE_SIZE,
    AnySeat,
    Count,
    Flag,
    Gid,
    Level,
    Name,
    Pid,
    Sentence,
    Signature,
)

MAX_CHAT: Final = 300
MAX_LISTENERS: Final = 64
MAX_AUDIENCE: Final = 24  # spectators who are named; all others are counted
PHASES: Final = ("lobby", "play", "paused", "over")


class Chair(NamedTuple):
    """A place at the table before the game."""

    pid: Annotated[bytes, octets(0, PID_SIZE)]  # empty while nobody sits there
    name: Annotated[str, text(0, MAX_NAME)]
    bot: Level  # empty for a person
    ready: Flag
    here: Flag  # whether a connection stands


class Listener(NamedTuple):
    """Where a peer takes connections."""

    pid: Pid
    host: Annotated[str, text(1, 253)]
    port: Annotated[int, number(1, 65535)]


class Lobby(NamedTuple):
    """How the table stands; each one replaces the one before."""

    table: Gid
    revision: Count
    title: Annotated[str, text(1, MAX_TITLE)]
    phase: Annotated[str, word(*PHASES)]
    host: Pid
    chairs: Annotated[tuple[Chair, ...], most(MAX_SEATS)]
    watchers: Annotated[int, number(0, 65535)]
    locked: Flag  # by a password
    editions: Annotated[tuple[Annotated[str, text(1, 40)], ...], most(16)]
    options: Annotated[dict[str, str], CHOICES]
    beat: Annotated[int, number(1, 3600)]  # seconds for which every window stays open
    wait: Annotated[int, number(0, 3600)]  # for a person who has vanished
    first: Annotated[int, number(0, MAX_SEATS - 1)]  # the seat that begins
    winners: Annotated[tuple[AnySeat, ...], most(MAX_SEATS)]  # of the game before
    game: Annotated[bytes, octets(0, GID_SIZE)]  # what was played last; empty: nothing yet
    strict: Flag  # whether everybody proves that he shuffles honestly
    audience: Annotated[tuple[Name, ...], most(MAX_AUDIENCE)]  # who watches, by name
    quiet: Flag  # whether only players talk
    hands: Annotated[str, word(*HANDS)]  # what those who watch see of them
    willing: Annotated[bytes, octets(0, PID_SIZE)]  # whose hand they see; empty: nobody's, or all
    offline: Flag  # whether the local network is not told of it
    quick: Flag  # whether programs pass at once for players who can't respond


class Join(NamedTuple):
    """Give me that seat."""

    seat: AnySeat
    bot: Level  # empty for a person


class Seat(NamedTuple):
    """You have that seat, or none, and why."""

    seat: AnySeat
    text: Sentence


class Ready(NamedTuple):
    """I am ready, and here is my part of the name of the game; or I am not."""

    ready: Flag
    nonce: Annotated[bytes, octets(0, NONCE_SIZE)]


class Willing(NamedTuple):
    """I let those who watch see my hand; or I do not any more."""

    willing: Flag


class Entrant(NamedTuple):
    """A player of the game that is about to begin."""

    pid: Pid
    nonce: Annotated[bytes, octets(NONCE_SIZE)]


class Entrants(NamedTuple):
    """Who plays: their nonces name the game."""

    players: Annotated[tuple[Entrant, ...], most(MAX_SEATS)]


class Stake(NamedTuple):
    """What my dice and my part of the deal are bound to, in the game with that name."""

    gid: Gid
    anchor: Annotated[bytes, octets(32)]
    commitment: Annotated[bytes, octets(32)]


class Proposal(NamedTuple):
    """The terms that every player is asked to sign."""

    terms: Annotated[bytes, raw(MAX_ACT)]


class Signed(NamedTuple):
    """I agree to the terms of that game."""

    gid: Gid
    signature: Signature


class Audience(NamedTuple):
    """Who watches the table through me: how many, and the names of some."""

    many: Annotated[int, number(0, 65535)]
    names: Annotated[tuple[Name, ...], most(MAX_AUDIENCE)]


class Peers(NamedTuple):
    """Where the others listen."""

    listeners: Annotated[tuple[Listener, ...], most(MAX_LISTENERS)]


class Chat(NamedTuple):
    """Somebody says something; signed, since watchers have it from others."""

    author: Pid
    name: Name
    number: Count
    text: Annotated[str, text(1, MAX_CHAT)]
    signature: Signature
