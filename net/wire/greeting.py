"""What two peers say before one lets the other in: who am I, do we fit, do you know the password.

Each side is a generator that is sent the other side's messages and speaks through the link; its end
is the admission. There is no clock here and no socket.
"""

from collections.abc import Callable, Generator
from typing import NoReturn, TypeVar

from net.wire.cpace import CPace, PasswordError
from net.wire.link import Link
from net.wire.messages import Hello, Malformed, Message, Share, Tag, mismatch

R = TypeVar("R")
T = TypeVar("T", Hello, Share, Tag)

Greeting = Generator[None, Message, None]
Random = Callable[[int], bytes]


class Unwelcome(Exception):
    """Why one side does not want the other; `reason` is one of REASONS."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def joining(
    link: Link, own_pid: bytes, mine: Hello, pid: bytes | None, password: str, random: Random
) -> Greeting:
    """The side that made the connection. With a password at hand it takes no table that does not
    prove to know it: somebody in between might say that none is needed."""
    if pid is not None and link.pid != pid:
        raise Unwelcome("left", f"someone unexpected answers at {link.address}")
    link.send(mine)
    theirs = link.hello = yield from _due(Hello)
    if mine.purpose == "probe":
        return
    _compare(mine, theirs)
    if not theirs.locked:
        if password:
            raise Unwelcome("password", f"{theirs.name}'s table has no password")
        return
    if not password:
        raise Unwelcome("password", f"{theirs.name}'s table needs a password")
    proof = _proof(True, link, own_pid, password, random)
    link.send(Share(proof.share))
    share = yield from _due(Share)
    link.send(Tag(_checked(proof.receive, share.share)))
    tag = yield from _due(Tag)
    _checked(proof.confirm, tag.tag)


def receiving(
    link: Link,
    own_pid: bytes,
    hello: Callable[[str], Hello],
    password: str,
    random: Random,
    vet: Callable[[Link], None],
    guess: Callable[[Link, bool], None],
) -> Greeting:
    """The side that was called. `vet` may raise Unwelcome for want of room; `guess` is told that a
    password is about to be tried, and may forbid it, and that it was right."""
    theirs = link.hello = yield from _due(Hello)
    mine = hello(theirs.purpose)
    if theirs.purpose == "probe":
        link.send(mine)
        yield from _silence()
    vet(link)
    link.send(mine)
    _compare(mine, theirs)
    if not password:
        return
    share = yield from _due(Share)
    guess(link, False)
    proof = _proof(False, link, own_pid, password, random)
    link.send(Share(proof.share))
    answer = _checked(proof.receive, share.share)
    tag = yield from _due(Tag)
    _checked(proof.confirm, tag.tag)
    guess(link, True)
    link.send(Tag(answer))


def _due(kind: type[T]) -> Generator[None, Message, T]:
    message = yield
    if not isinstance(message, kind):
        raise Malformed(f"a {type(message).__name__} came instead of a {kind.__name__}")
    return message


def _silence() -> Generator[None, Message, NoReturn]:
    message = yield
    raise Malformed(f"a {type(message).__name__} came from a connection that only wanted a look")


def _compare(mine: Hello, theirs: Hello) -> None:
    sentence = mismatch(mine, theirs)
    if sentence is not None:
        raise Unwelcome("version", sentence)


def _proof(first: bool, link: Link, own_pid: bytes, password: str, random: Random) -> CPace:
    try:
        return CPace(first, password, link.handshake_hash, own_pid, link.pid, random(32))
    except PasswordError as error:
        raise Unwelcome("password", str(error)) from None


def _checked(step: Callable[[bytes], R], data: bytes) -> R:
    try:
        return step(data)
    except PasswordError as error:
        raise Unwelcome("password", str(error)) from None
