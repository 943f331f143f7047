"""Messages between a table and those who watch it."""

from typing import Annotated, NamedTuple

from net.log.entries import GID_SIZE, MAX_ACT
from net.wire.fields import most, octets, raw
from net.wire.messages.parts import DIGEST_SIZE, MAX_ENTRIES, Count, Flag, Gid


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
