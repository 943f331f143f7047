"""What messages are made of: the kinds of their fields, and parts that several of them share."""

from typing import Annotated, Final, NamedTuple

from net.identity import PID_SIZE, SIGNATURE_SIZE
from net.log.entries import GID_SIZE, HEAD_SIZE, MAX_NUMBER, MAX_SEALED
from net.wire.fields import FLAG, MAX_NAME, most, number, octets, raw, text

MAX_SEATS: Final = 8
NONCE_SIZE: Final = 16
DIGEST_SIZE: Final = 16
MAX_SENTENCE: Final = 300
MAX_ENTRIES: Final = 256  # in one message
# Which hands those who watch see: none, that of a player who is willing, or all, a round late.
NO_HAND, ONE_HAND, ALL_LATE = "hidden", "one", "late"
HANDS: Final = (NO_HAND, ONE_HAND, ALL_LATE)

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
