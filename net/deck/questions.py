"""What proofs about the deck are made of: numbers, sums of points, questions and chance.

A proof is one side of a conversation. The other side only asks for numbers that nobody could
foresee, so a hash of all that has been said takes its place.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, count
from typing import Final, NamedTuple

from net.deck import group
from net.deck.group import ORDER, POINT_SIZE, SCALAR_SIZE
from net.hashing import digest

NEUTRAL: Final = (1).to_bytes(POINT_SIZE, "little")  # what a sum of points is when nothing is left


class Context(NamedTuple):
    """What a proof belongs to; in any other place it is worth nothing."""

    gid: bytes
    head: bytes  # of the entry that began the deal
    pid: bytes  # whose pass it is


def number(scalar: bytes) -> int:
    """A scalar to calculate with."""
    return int.from_bytes(scalar, "little")


def scalar(value: int) -> bytes:
    """A number as a scalar."""
    return (value % ORDER).to_bytes(SCALAR_SIZE, "little")


def powers(base: int, length: int) -> list[int]:
    """The base, its square, its cube and so on."""
    return list(accumulate([base] * length, lambda one, other: one * other % ORDER))


def read_scalars(raw: bytes) -> list[int] | None:
    """Numbers in one piece of bytes; None if one of them isn't written as it must be."""
    pieces = [raw[at : at + SCALAR_SIZE] for at in range(0, len(raw), SCALAR_SIZE)]
    return list(map(number, pieces)) if all(map(group.is_scalar, pieces)) else None


def total(terms: Iterable[tuple[int, bytes]]) -> bytes:
    """So many times each point, all added up; raises if one isn't a point of the group."""
    result = NEUTRAL
    for factor, point in terms:
        if factor % ORDER:
            result = group.add(result, group.times(scalar(factor), point))
    return result


def of_generator(factor: int) -> bytes:
    """The generator so many times, which may be nothing."""
    return group.generator_times(scalar(factor)) if factor % ORDER else NEUTRAL


def sized(*lists: Sequence[bytes]) -> bool:
    """Whether all lists are of one length, and all in them of the size of a point."""
    return len({len(points) for points in lists}) == 1 and all(
        len(point) == POINT_SIZE for points in lists for point in points
    )


class Transcript:
    """All that has been said in a proof; each question is a hash of it."""

    def __init__(self, kind: bytes, context: Context, *lists: Sequence[bytes]) -> None:
        said = (digest("czd/proof/list", *points) for points in lists)
        self.state = digest("czd/proof", kind, *context, *said)

    def ask(self, *said: bytes) -> int:
        """The next question, after something more was said."""
        self.state = digest("czd/proof/said", self.state, *said)
        return number(group.scalar(self.state, "czd/proof/ask"))


def dice(secret: bytes, state: bytes, mask: int) -> Iterator[int]:
    """Numbers that nobody can guess.

    They depend on what is to be proven: the same ones in two proofs would give the mask away.
    """
    seed = digest("czd/proof/dice", secret, scalar(mask), state)
    return (number(group.scalar(seed, "czd/proof/die", at)) for at in count())


def some(source: Iterator[int], length: int) -> list[int]:
    """The next few of those numbers."""
    return [next(source) for _ in range(length)]
