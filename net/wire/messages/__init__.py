"""Everything that peers say to each other once a channel stands.

Each kind is a NamedTuple whose annotations are its whole format: a type, and the rule that a value
must obey. A message goes over the wire as a list of its kind's number and its fields. What was
signed (acts, entries, reveals) travels inside as the very bytes that were signed; who sent a
message is known from the channel and not repeated in it.
"""

from typing import Any, Final, get_args

from net.wire import packing
from net.wire.fields import MAX_NAME, Misfit, reader
from net.wire.frames import MAX_CONTENT, MAX_COUNT
from net.wire.messages.game import (
    Ack,
    Action,
    Append,
    Clock,
    Consent,
    Evidence,
    Keys,
    Nack,
    PreVote,
    PreVoted,
    Reveal,
    Snapshot,
    Sync,
    TimeoutNow,
    Vote,
    VoteRequest,
    Want,
)
from net.wire.messages.lobby import (
    MAX_AUDIENCE,
    MAX_CHAT,
    MAX_LISTENERS,
    PHASES,
    Audience,
    Chair,
    Chat,
    Entrant,
    Entrants,
    Join,
    Listener,
    Lobby,
    Peers,
    Proposal,
    Ready,
    Seat,
    Signed,
    Stake,
    Willing,
)
from net.wire.messages.meeting import (
    PURPOSES,
    REASONS,
    Bye,
    Hello,
    Ping,
    Pong,
    Share,
    Tag,
    mismatch,
)
from net.wire.messages.parts import (
    ALL_LATE,
    DIGEST_SIZE,
    HANDS,
    MAX_ENTRIES,
    MAX_SEATS,
    MAX_SENTENCE,
    NO_HAND,
    NONCE_SIZE,
    ONE_HAND,
    Point,
)
from net.wire.messages.watching import (
    MAX_HAND,
    Hand,
    News,
    Played,
    Scene,
    Watch,
)

__all__ = [
    "ALL_LATE",
    "DIGEST_SIZE",
    "HANDS",
    "KINDS",
    "MAX_AUDIENCE",
    "MAX_CHAT",
    "MAX_ENTRIES",
    "MAX_HAND",
    "MAX_LISTENERS",
    "MAX_NAME",
    "MAX_SEATS",
    "MAX_SENTENCE",
    "NONCE_SIZE",
    "NO_HAND",
    "ONE_HAND",
    "PHASES",
    "PURPOSES",
    "REASONS",
    "VERSION",
    "Ack",
    "Action",
    "Append",
    "Audience",
    "Bye",
    "Chair",
    "Chat",
    "Clock",
    "Consent",
    "Entrant",
    "Entrants",
    "Evidence",
    "Hand",
    "Hello",
    "Join",
    "Keys",
    "Listener",
    "Lobby",
    "Malformed",
    "Message",
    "Nack",
    "News",
    "Peers",
    "Ping",
    "Played",
    "Point",
    "Pong",
    "PreVote",
    "PreVoted",
    "Proposal",
    "Ready",
    "Reveal",
    "Scene",
    "Seat",
    "Share",
    "Signed",
    "Snapshot",
    "Stake",
    "Sync",
    "Tag",
    "TimeoutNow",
    "Vote",
    "VoteRequest",
    "Want",
    "Watch",
    "Willing",
    "mismatch",
    "pack",
    "unpack",
]

VERSION: Final = 4


class Malformed(Exception):
    """A message that no honest program sends; a sentence says what is wrong with it."""


Message = (
    Hello | Ping | Pong | Share | Tag | Bye
    | Lobby | Join | Seat | Ready | Stake | Proposal | Signed | Peers | Chat
    | Action | Append | Ack | Nack
    | PreVote | PreVoted | VoteRequest | Vote | TimeoutNow | Reveal | Sync | Snapshot | Watch
    | Entrants | Consent | Evidence | Scene | Played | Keys | Want | Audience | Willing
    | Hand | News | Clock
)  # fmt: skip

# The number of a kind on the wire is its place here: new kinds go to the end.
KINDS: Final[tuple[type[Message], ...]] = get_args(Message)
_READERS: Final = tuple(reader(kind) for kind in KINDS)
_NUMBERS: Final[dict[type[Any], int]] = {kind: place for place, kind in enumerate(KINDS)}
# What every action waits for is made of what was read or signed here, and is not looked at again.
_SURE: Final = frozenset((Action, Append, Ack, Reveal, Played))


def pack(message: Message) -> bytes:
    """A message as bytes; raises Malformed for one that the other side would not take."""
    kind = _NUMBERS[type(message)]
    try:
        if type(message) not in _SURE:
            _READERS[kind](message)
        data = packing.pack((kind, *message))
        if len(data) > MAX_CONTENT:
            raise Misfit(f"it has at most {MAX_CONTENT} bytes")
        return data
    except (packing.PackingError, Misfit) as error:
        raise Malformed(_told(kind, error)) from None


def unpack(data: bytes) -> Message:
    """Reads a message."""
    if len(data) > MAX_CONTENT:
        raise Malformed(f"a message has at most {MAX_CONTENT} bytes")
    try:
        # What is in it is for the rules of its fields to say: they leave no room for more.
        value = packing.unpack(data, MAX_COUNT, lists=False)
    except packing.PackingError as error:
        raise Malformed(str(error)) from None
    if not isinstance(value, tuple) or not value or type(value[0]) is not int:
        raise Malformed("a message must begin with the number of its kind")
    kind = value[0]
    if not 0 <= kind < len(KINDS):
        raise Malformed(f"unknown kind of message: {kind}")
    fields = value[1:]
    if kind == 0 and fields and type(fields[0]) is int:
        fields = _of_any_version(fields)
    try:
        return _READERS[kind](fields)
    except Misfit as error:
        raise Malformed(_told(kind, error)) from None


def _of_any_version(hello: tuple[object, ...]) -> tuple[object, ...]:
    """The fields of a Hello that are known here, so that whoever says it gets a sentence."""
    known = len(Hello._fields)
    if hello[0] == 1 and len(hello) == known - 1:
        return (*hello, 1)  # the first version had no number of the rules
    newer = isinstance(hello[0], int) and hello[0] > VERSION
    return hello[:known] if newer else hello  # later versions may say more


def _told(kind: int, error: Exception) -> str:
    return f"a message {KINDS[kind].__name__} is wrong: {error}"
