"""A small group in place of the real one, so that many sealed games fit into a test.

The squares modulo a prime of 61 bits: the same laws, and keys that any laptop could find.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from unittest.mock import patch

from net.deck import group, sealed
from net.deck.group import GroupError
from net.hashing import digest

PRIME = 2305843009213691579
ORDER = (PRIME - 1) // 2
GENERATOR = 4
_NUMBERS = sealed._numbers.__wrapped__  # what real points are called must not be remembered here


def _number(raw: bytes) -> int:
    return int.from_bytes(raw, "big")


def _bytes(number: int) -> bytes:
    return number.to_bytes(32, "big")


def times(scalar: bytes, point: bytes) -> bytes:
    if not is_point(point):
        raise GroupError("not a point of the group")
    return _bytes(pow(_number(point), _number(scalar), PRIME))


def generator_times(scalar: bytes) -> bytes:
    return _bytes(pow(GENERATOR, _number(scalar), PRIME))


def is_point(value: object) -> bool:
    return type(value) is bytes and len(value) == 32 and 1 < _number(value) < PRIME


def is_scalar(value: object) -> bool:
    return type(value) is bytes and len(value) == 32 and 0 < _number(value) < ORDER


def inverse(scalar: bytes) -> bytes:
    return _bytes(pow(_number(scalar), -1, ORDER))


def product(scalars: Iterable[bytes]) -> bytes:
    result = 1
    for scalar in scalars:
        result = result * _number(scalar) % ORDER
    return _bytes(result)


def scalar(seed: bytes, label: str, *parts: bytes | int) -> bytes:
    return _bytes(1 + _number(digest(label, seed, *parts)) % (ORDER - 1))


@lru_cache(maxsize=4)
def card_points(gid: bytes, count: int) -> tuple[bytes, ...]:
    roots = (_number(digest("czd/card", gid, number)) % PRIME for number in range(count))
    return tuple(_bytes(pow(root, 2, PRIME)) for root in roots)


@contextmanager
def toy_group() -> Iterator[None]:
    """Everything within locks its cards with toys."""
    with ExitStack() as stack:
        for one in (
            times, generator_times, is_point, is_scalar, inverse, product, scalar, card_points,
        ):  # fmt: skip
            stack.enter_context(patch.object(group, one.__name__, one))
        stack.enter_context(patch.object(group, "ONE", _bytes(1)))
        stack.enter_context(patch.object(sealed, "_numbers", lru_cache(4)(_NUMBERS)))
        yield
