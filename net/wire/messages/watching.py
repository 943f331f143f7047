"""Messages between a table and those who watch it."""

from typing import Annotated, Final, NamedTuple

from net.log.entries import GID_SIZE, MAX_ACT
from net.wire.fields import most, number, octets, raw
from net.wire.messages.parts import (
    DIGEST_SIZE,
    MAX_ENTRIES,
    MAX_SEATS,
    Count,
    Flag,
    Gid,
    Pid,
    Sentence,
    Signature,
)

MAX_HAND: Final = 64  # cards that are shown; more than any deck deals

Place = Annotated[int, number(0, MAX_SEATS - 1)]


class Watch(NamedTuple):
    """Let me watch, from the action after that number on."""

    gid: Annotated[bytes, octets(0, GID_SIZE)]  # empty: whatever is played
    after: Count


class Scene(NamedTuple):
    """What a watcher is going to see: the terms of the game."""

    terms: Annotated[bytes, raw(MAX_ACT)]


class Played(NamedTuple):
    """What everybody may know of the actions after a number."""

    gid: Gid
    after: Count
    actions: Annotated[tuple[Annotated[bytes, raw(MAX_ACT)], ...], most(MAX_ENTRIES)]
    state: Annotated[bytes, octets(0, DIGEST_SIZE)]  # the digest after the last of them
    more: Flag  # whether others follow at once


class News(NamedTuple):
    """How well the table hangs together, and what has become of somebody's seat."""

    standing: Sentence  # empty: nothing is wrong
    text: Sentence  # empty: there is nothing new
    window: Count = 0
    asking: Annotated[tuple[Place, ...], most(MAX_SEATS)] = ()  # who wants more time in it


Cards = Annotated[tuple[Annotated[int, number(0, 65535)], ...], most(MAX_HAND)]


class Hand(NamedTuple):
    """The cards of a seat for those who watch, if the table has agreed to that.

    Signed, since they may have it from another player; a hand replaces what was shown of the seat.
    """

    gid: Gid
    author: Pid
    seat: Place
    round: Count  # in which it was held
    after: Count  # after so many actions
    cards: Cards
    faces: Cards  # what is printed on them
    signature: Signature
