"""A proof that a list of cards came out as it went in: masked alike, in some order.

This is the argument of Bayer and Groth with one row. The order is sealed, then powers of a
question in that order. That both are in one and the same order follows from a product that is the
same in every order; that the cards went along with it, from weighing them with those powers. The
formulas have the same names in docs/sealed-deck.md.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, chain
from typing import Final

from nacl.bindings import crypto_core_ed25519_from_uniform

from net.deck import group
from net.deck.group import ORDER, POINT_SIZE, SCALAR_SIZE
from net.deck.questions import (
    NEUTRAL,
    Transcript,
    dice,
    of_generator,
    powers,
    read_scalars,
    scalar,
    some,
    total,
)
from net.hashing import digest

FEWEST: Final = 2  # fewer cards have no order
_SAID: Final = 8  # points at the head of a proof
_BLINDS: Final = 4  # numbers at its end, after those that belong to cards


def proof_size(length: int) -> int:
    """The bytes of a proof for so many cards."""
    return _SAID * POINT_SIZE + (3 * length - 2 + _BLINDS) * SCALAR_SIZE


@cache
def axis(place: int) -> bytes:
    """One of the points by which lists of numbers are sealed; nobody knows how they relate."""
    return crypto_core_ed25519_from_uniform(digest("czd/proof/axis", place))


def _seal(numbers: Sequence[int], blind: int) -> bytes:
    """Fixes a list of numbers without showing it."""
    terms = zip(numbers, map(axis, range(len(numbers))), strict=True)
    return group.add(of_generator(blind), total(terms))


def prove(
    asked: Transcript, mask: int, order: Sequence[int], given: Sequence[bytes], secret: bytes
) -> bytes:
    """Proves that what came out at j is mask times given[order[j]]; `asked` has heard both."""
    length = len(given)
    luck = dice(secret, asked.state, mask)
    # the order, then powers of x in that order
    blind_order, blind_own = some(luck, 2)
    seal_order = _seal([at + 1 for at in order], blind_order)
    xs = powers(asked.ask(seal_order), length)
    own = [xs[at] for at in order]
    seal_own = _seal(own, blind_own)
    y, z = asked.ask(seal_own), asked.ask()
    # both in one: factors whose product is the same in every order
    factors = [(y * (at + 1) + xs[at] - z) % ORDER for at in order]
    products = list(accumulate(factors, lambda one, other: one * other % ORDER))
    hides, blind_hides, blind_low, blind_high = some(luck, length), *some(luck, 3)
    steps = [hides[0], *some(luck, length - 2), 0]
    low = [-steps[at - 1] * hides[at] for at in range(1, length)]
    high = [
        steps[at] - factors[at] * steps[at - 1] - products[at - 1] * hides[at]
        for at in range(1, length)
    ]
    # the cards: what came out is written as what went in, which takes one multiplication each
    covers, blind_covers, cover_mask = some(luck, length), *some(luck, 2)
    weights = [-cover_mask * x for x in xs]
    for at, cover in zip(order, covers, strict=True):
        weights[at] += mask * cover
    said = (
        _seal(hides, blind_hides),
        _seal(low, blind_low),
        _seal(high, blind_high),
        _seal(covers, blind_covers),
        total(zip(weights, given, strict=True)),
        of_generator(cover_mask),
    )
    w = asked.ask(*said)
    answers = chain(
        (w * factor + hide for factor, hide in zip(factors, hides, strict=True)),
        (w * product + step for product, step in zip(products[1:-1], steps[1:-1], strict=True)),
        (w * x + cover for x, cover in zip(own, covers, strict=True)),
        (
            w * (y * blind_order + blind_own) + blind_hides,
            w * blind_high + blind_low,
            w * blind_own + blind_covers,
            w * mask + cover_mask,
        ),
    )
    return b"".join((seal_order, seal_own, *said, *map(scalar, answers)))


def holds(
    asked: Transcript,
    trace: bytes,
    given: Sequence[bytes],
    points: Sequence[bytes],
    proof: bytes,
) -> bool:
    """Whether a proof is right; raises if something in it isn't a point of the group."""
    length = len(given)
    if len(proof) != proof_size(length):
        return False
    said = [proof[at : at + POINT_SIZE] for at in range(0, _SAID * POINT_SIZE, POINT_SIZE)]
    read = read_scalars(proof[_SAID * POINT_SIZE :])
    if read is None:
        return False
    seal_order, seal_own, seal_hides, seal_low, seal_high, seal_covers, balance, cover_mask = said
    xs = powers(asked.ask(seal_order), length)
    y, z = asked.ask(seal_own), asked.ask()
    w = asked.ask(*said[2:])
    factors, middle, own = (
        read[:length],
        read[length : 2 * length - 2],
        read[2 * length - 2 : -_BLINDS],
    )
    blind_factors, blind_high, blind_own, mask = read[-_BLINDS:]
    product = 1
    for at, x in enumerate(xs):
        product = product * (y * (at + 1) + x - z) % ORDER
    products = [factors[0], *middle, w * product]
    steps = [w * products[at] - products[at - 1] * factors[at] for at in range(1, length)]
    # Five equations, each of them "nothing is left over", are checked as one: each counts as often
    # as a hash of the whole proof says.
    one, two, three, four, five = powers(asked.ask(*map(scalar, read)), 5)
    seals = (
        one * (factor + w * z) + two * step + three * x
        for factor, step, x in zip(factors, (*steps, 0), own, strict=True)
    )
    blind = one * blind_factors + two * blind_high + three * blind_own + five * mask
    rest = (
        (-one * w * y, seal_order),
        (-(one + three) * w, seal_own),
        (-one, seal_hides),
        (-two, seal_low),
        (-two * w, seal_high),
        (-three, seal_covers),
        (-four, balance),
        (-five, cover_mask),
        (-five * w, trace),
    )
    left = total(
        chain(
            zip(seals, map(axis, range(length)), strict=True),
            zip((four * x for x in own), points, strict=True),
            zip((-four * mask * x for x in xs), given, strict=True),
            rest,
        )
    )
    return group.add(left, of_generator(blind)) == NEUTRAL
