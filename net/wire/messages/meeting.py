"""Messages of two peers that meet, and those that keep a link alive."""

from typing import Annotated, Final, NamedTuple

from net.log.entries import GID_SIZE
from net.wire.cpace import SHARE_SIZE, TAG_SIZE
from net.wire.fields import number, octets, text, word
from net.wire.messages.parts import Count, Flag, Name, Sentence

PURPOSES: Final = ("play", "watch", "probe")
REASONS: Final = {
    "left": "leaves the table",
    "closed": "closes the table",
    "full": "has no free seat",
    "seated": "holds your seat in a running game",
    "version": "has a different version or cards",
    "password": "has a different password",
    "removed": "removed you from the table",
    "malformed": "got a message that makes no sense",
    "flood": "got too many messages",
    "slow": "waited too long",
    "cheating": "has proof of cheating",
    "busy": "has too many connections",
}


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
    locked: Flag  # whether the sender's table asks for a password
    rules_version: Annotated[int, number(0, 65535)]  # says who has the older rules


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


def mismatch(mine: Hello, theirs: Hello) -> str | None:
    """Return why two peers can't play together and who must update, or None."""
    if mine.version != theirs.version:
        older, newer = sorted((mine, theirs), key=lambda hello: hello.version)
        same = newer.program == older.program
        programs = "" if same else f" ({newer.program}, not {older.program})"
        return f"{older.name} must update chez-tui: {newer.name} has a newer version{programs}"
    if mine.rules_version != theirs.rules_version:
        older, newer = sorted((mine, theirs), key=lambda hello: hello.rules_version)
        return (
            f"{older.name} must update chez-tui: {newer.name} has newer rules "
            f"(version {newer.rules_version}, not {older.rules_version})"
        )
    if mine.rules != theirs.rules:
        return _differ(mine, theirs, "have different rules")
    if mine.cards != theirs.cards:
        return _differ(mine, theirs, "have different cards")
    return None


def _differ(mine: Hello, theirs: Hello, what: str) -> str:
    both = f"{mine.name} and {theirs.name} {what}"
    if mine.program == theirs.program:
        return f"{both}, though both run chez-tui {mine.program}: one of them should reinstall it"
    older, newer = sorted((mine, theirs), key=_age)
    return f"{both}: {older.name} must update chez-tui {older.program} to {newer.program}"


def _age(hello: Hello) -> list[int]:
    """Return the numbers of a version, for comparing."""
    return [int(part) if part.isdecimal() else -1 for part in hello.program.split(".")]
