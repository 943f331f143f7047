"""Everything that peers say to each other once a channel stands.

Each kind is a NamedTuple whose annotations are its whole format: a type, and the rule that a value
must obey. A message goes over the wire as a list of its kind's number and its fields. What was
signed (acts, entries, reveals) travels inside as the very bytes that were signed; who sent a
message is known from the channel and not repeated in it.
"""

from typing import Annotated, Any, Final, NamedTuple, get_args

from net.cpace import SHARE_SIZE, TAG_SIZE
from net.entries import GID_SIZE, HEAD_SIZE, MAX_ACT, MAX_NUMBER, MAX_SEALED, MAX_SMALL
from net.fields import CHOICES, FLAG, Misfit, most, number, octets, raw, reader, text, word
from net.frames import FrameError, pack_value, unpack_value
from net.identity import PID_SIZE, SIGNATURE_SIZE

VERSION: Final = 1

MAX_SEATS: Final = 8
MAX_TITLE: Final = 40
MAX_NAME: Final = 20
MAX_CHAT: Final = 300
MAX_SENTENCE: Final = 300
MAX_ENTRIES: Final = 256  # in one message
MAX_LISTENERS: Final = 64

PURPOSES: Final = ("play", "watch", "probe")
PHASES: Final = ("lobby", "play", "paused", "over")
REASONS: Final = {
    "left": "leaves the table",
    "closed": "closes the table",
    "full": "has no free seat",
    "version": "plays another version or other cards",
    "password": "has another password",
    "removed": "takes the seat away by a vote of the table",
    "malformed": "got a message that makes no sense",
    "flood": "got too many messages",
    "slow": "waited too long",
    "cheating": "has proof of cheating",
    "busy": "has too many connections",
}


class Malformed(Exception):
    """A message that no honest program sends; a sentence says what is wrong with it."""


Flag = Annotated[bool, FLAG]
Count = Annotated[int, number(0, MAX_NUMBER)]
Gid = Annotated[bytes, octets(GID_SIZE)]
Pid = Annotated[bytes, octets(PID_SIZE)]
Head = Annotated[bytes, octets(HEAD_SIZE)]
Signature = Annotated[bytes, octets(SIGNATURE_SIZE)]
Name = Annotated[str, text(1, MAX_NAME)]
Level = Annotated[str, text(0, 16)]
Sentence = Annotated[str, text(0, MAX_SENTENCE)]
AnySeat = Annotated[int, number(-1, MAX_SEATS - 1)]  # -1: whichever, or none
Act = Annotated[bytes, raw(MAX_SEALED)]
Entries = Annotated[tuple[Act, ...], most(MAX_ENTRIES)]


class Point(NamedTuple):
    """A place in a log: term and number of an entry, and the hash of all up to it."""

    term: Count
    seq: Count
    head: Head


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


# -- meeting ---------------------------------------------------------------------------------------


class Hello(NamedTuple):
    """The first message of both sides."""

    version: Annotated[int, number(0, 65535)]  # of the protocol
    program: Annotated[str, text(1, 24)]  # the version that people know
    name: Name
    purpose: Annotated[str, word(*PURPOSES)]
    gid: Annotated[bytes, octets(0, GID_SIZE)]  # empty: whatever table the other side has
    rules: Annotated[bytes, octets(32)]  # hash of the rules that the program knows
    cards: Annotated[bytes, octets(32)]  # hash of the set of cards
    port: Annotated[int, number(0, 65535)]  # where the sender listens, 0: nowhere


class Ping(NamedTuple):
    """Are you there?"""

    number: Count


class Pong(NamedTuple):
    """Yes."""

    number: Count


class Share(NamedTuple):
    """The first half of proving the password."""

    share: Annotated[bytes, octets(SHARE_SIZE)]


class Tag(NamedTuple):
    """The second half of proving the password."""

    tag: Annotated[bytes, octets(TAG_SIZE)]


class Bye(NamedTuple):
    """The last message, and why nothing follows."""

    reason: Annotated[str, word(*REASONS)]
    text: Sentence


# -- before the game -------------------------------------------------------------------------------


class Lobby(NamedTuple):
    """How the table stands; each one replaces the one before."""

    gid: Gid
    revision: Count
    title: Annotated[str, text(1, MAX_TITLE)]
    phase: Annotated[str, word(*PHASES)]
    host: Pid
    chairs: Annotated[tuple[Chair, ...], most(MAX_SEATS)]
    watchers: Annotated[int, number(0, 65535)]
    locked: Flag  # by a password
    editions: Annotated[tuple[Annotated[str, text(1, 40)], ...], most(16)]
    options: Annotated[dict[str, str], CHOICES]
    seconds: Annotated[int, number(0, 3600)]  # to answer in a window, 0: nobody hurries


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
    nonce: Annotated[bytes, octets(0, 16)]


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


class Peers(NamedTuple):
    """Where the others listen."""

    listeners: Annotated[tuple[Listener, ...], most(MAX_LISTENERS)]


class Chat(NamedTuple):
    """Somebody says something; signed, since watchers have it from others."""

    author: Pid
    number: Count
    text: Annotated[str, text(1, MAX_CHAT)]
    signature: Signature


# -- the game --------------------------------------------------------------------------------------


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
    """I hold the host's log up to there."""

    gid: Gid
    term: Count
    at: Point
    proof: Signature
    asking: Flag  # whether I lack signatures and want yours


class Nack(NamedTuple):
    """Your entries don't follow mine, or your term is over."""

    gid: Gid
    term: Count
    retry: Count


class State(NamedTuple):
    """What my rules make of the log up to that entry."""

    gid: Gid
    seq: Count
    digest: Annotated[bytes, octets(16)]


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


class Sync(NamedTuple):
    """My log ends there: send me what follows."""

    gid: Gid
    last: Point


class Snapshot(NamedTuple):
    """Entries after a number, and whether more of them will come."""

    gid: Gid
    after: Count
    entries: Entries
    more: Flag


class Watch(NamedTuple):
    """Let me watch, from the entry after that number on."""

    gid: Gid
    after: Count


Message = (
    Hello | Ping | Pong | Share | Tag | Bye
    | Lobby | Join | Seat | Ready | Stake | Proposal | Signed | Peers | Chat
    | Action | Append | Ack | Nack | State
    | PreVote | PreVoted | VoteRequest | Vote | TimeoutNow | Reveal | Sync | Snapshot | Watch
)  # fmt: skip

# The number of a kind on the wire is its place here: new kinds go to the end.
KINDS: Final[tuple[type[Message], ...]] = get_args(Message)
_READERS: Final = tuple(reader(kind) for kind in KINDS)
_NUMBERS: Final[dict[type[Any], int]] = {kind: place for place, kind in enumerate(KINDS)}


def pack(message: Message) -> bytes:
    """A message as bytes; raises Malformed for one that the other side would not take."""
    kind = _NUMBERS[type(message)]
    try:
        return pack_value((kind, *_READERS[kind](message)))
    except (FrameError, Misfit) as error:
        raise Malformed(_told(kind, error)) from None


def unpack(data: bytes) -> Message:
    """Reads a message."""
    try:
        value = unpack_value(data)
    except FrameError as error:
        raise Malformed(str(error)) from None
    if not isinstance(value, tuple) or not value or type(value[0]) is not int:
        raise Malformed("a message must begin with the number of its kind")
    kind = value[0]
    if not 0 <= kind < len(KINDS):
        raise Malformed(f"there is no kind of message with the number {kind}")
    try:
        return _READERS[kind](value[1:])
    except Misfit as error:
        raise Malformed(_told(kind, error)) from None


def _told(kind: int, error: Exception) -> str:
    return f"a message {KINDS[kind].__name__} is wrong: {error}"


def mismatch(mine: Hello, theirs: Hello) -> str | None:
    """Why two programs can't play with each other, and who must do something about it."""
    if mine.version != theirs.version:
        older, newer = sorted((mine, theirs), key=lambda hello: hello.version)
        return (
            f"{older.name} must update: {older.name} plays with chez-tui {older.program}, "
            f"{newer.name} with {newer.program}"
        )
    if mine.rules != theirs.rules:
        return (
            f"{mine.name} and {theirs.name} play by different rules "
            f"(chez-tui {mine.program} and {theirs.program}); the older one must update"
        )
    if mine.cards != theirs.cards:
        return f"{mine.name} and {theirs.name} have different sets of cards"
    return None
