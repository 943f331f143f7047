"""Points and scalars of the group in which cards are locked: the prime-order part of edwards25519.

Both are 32 bytes. A card is locked by multiplying its point with a secret scalar; locks of several
players can be put on and taken off in any order. Everything that comes from a stranger is checked
here: points of the wrong order could mark a card, and a scalar has just one spelling.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_from_uniform,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_scalar_invert,
    crypto_core_ed25519_scalar_mul,
    crypto_core_ed25519_scalar_reduce,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)

from net.hashing import digest

POINT_SIZE: Final = 32
SCALAR_SIZE: Final = 32
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
ONE: Final = (1).to_bytes(SCALAR_SIZE, "little")


class GroupError(Exception):
    """Bytes that are no point or no scalar, or a product that no honest player makes."""


def times(scalar: bytes, point: bytes) -> bytes:
    """The point so many times; raises unless it is of the right order."""
    try:
        return crypto_scalarmult_ed25519_noclamp(scalar, point)
    except RuntimeError:
        raise GroupError("not a point of the group") from None


def all_times(scalars: Iterable[bytes], points: Iterable[bytes]) -> list[bytes]:
    """Each point so many times."""
    return [times(scalar, point) for scalar, point in zip(scalars, points, strict=True)]


def generator_times(scalar: bytes) -> bytes:
    """The generator so many times: a public trace of a secret scalar."""
    try:
        return crypto_scalarmult_ed25519_base_noclamp(scalar)
    except RuntimeError:
        raise GroupError("zero times the generator isn't a point") from None


def add(one: bytes, other: bytes) -> bytes:
    try:
        return crypto_core_ed25519_add(one, other)
    except RuntimeError:
        raise GroupError("not a point of the group") from None


def subtract(one: bytes, other: bytes) -> bytes:
    try:
        return crypto_core_ed25519_sub(one, other)
    except RuntimeError:
        raise GroupError("not a point of the group") from None


def is_point(value: object) -> bool:
    """Whether these are the bytes of a point of the prime order, and not the neutral one."""
    return (
        type(value) is bytes
        and len(value) == POINT_SIZE
        and crypto_core_ed25519_is_valid_point(value)
    )


def is_scalar(value: object) -> bool:
    """Whether these are the only bytes for a scalar that isn't zero."""
    return (
        type(value) is bytes
        and len(value) == SCALAR_SIZE
        and 0 < int.from_bytes(value, "little") < ORDER
    )


def inverse(scalar: bytes) -> bytes:
    return crypto_core_ed25519_scalar_invert(scalar)


def product(scalars: Iterable[bytes]) -> bytes:
    result = ONE
    for scalar in scalars:
        result = crypto_core_ed25519_scalar_mul(result, scalar)
    return result


def scalar(seed: bytes, label: str, *parts: bytes | int) -> bytes:
    """A secret scalar; 512 bits are reduced, so that each is as likely as any other."""
    halves = (digest(label, seed, half, *parts) for half in (0, 1))
    made = crypto_core_ed25519_scalar_reduce(b"".join(halves))
    if made == bytes(SCALAR_SIZE):  # never within the life of the universe
        raise GroupError("zero isn't a key")
    return made


@lru_cache(maxsize=4)
def card_points(gid: bytes, count: int) -> tuple[bytes, ...]:
    """The open face of each card of a deck; nobody knows how one of them comes from another."""
    return tuple(
        crypto_core_ed25519_from_uniform(digest("czd/card", gid, number)) for number in range(count)
    )


def fingerprint(points: Sequence[bytes]) -> bytes:
    """32 bytes that stand for a list of points."""
    return blake2b(b"".join(points), digest_size=32, person=b"czd/points").digest()
