"""Proofs that a pass over the deck was made as it should be, showing nothing of how.

For a strict table. Who makes a pass shows the trace of his mask, and with each pass a proof that
binds it to that trace: nobody waits for the end of the game to know that no card was marked,
doubled or put in. The formulas, and why they hold, are in docs/sealed-deck.md.

All here is arithmetic on what is passed in: safe in a thread. Whether a proof holds is the same
for everybody who looks at it.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from net.deck import group, shuffle
from net.deck.group import ORDER, SCALAR_SIZE, GroupError
from net.deck.questions import (
    Context,
    Transcript,
    dice,
    number,
    of_generator,
    powers,
    read_scalars,
    scalar,
    sized,
    some,
    total,
)

__all__ = [
    "CARRYING",
    "NO_KEY",
    "REKEYING",
    "Context",
    "exchange_holds",
    "mask_holds",
    "prove_exchange",
    "prove_mask",
]

NO_KEY: Final = group.generator_times(group.ONE)  # the trace of a key that isn't there

CARRYING: Final = b"carry"
REKEYING: Final = b"rekey"
_MASK: Final = b"mask"


def prove_mask(
    context: Context,
    mask: bytes,
    order: Sequence[int],
    given: Sequence[bytes],
    points: Sequence[bytes],
    secret: bytes,
) -> bytes:
    """Proves that points[j] is mask times given[order[j]] for each j.

    `secret` is 32 bytes that nobody else knows; the same ones may serve for several proofs.
    """
    if len(given) < shuffle.FEWEST:
        keys = (group.ONE,) * len(given)
        return prove_exchange(_MASK, context, mask, keys, given, points, secret)
    asked = Transcript(_MASK, context, (group.generator_times(mask),), given, points)
    return shuffle.prove(asked, number(mask), order, given, secret)


def mask_holds(
    context: Context,
    trace: bytes,
    given: Sequence[bytes],
    points: Sequence[bytes],
    proof: bytes,
) -> bool:
    """Whether the points are surely the given ones in some order, all masked alike."""
    if len(given) < shuffle.FEWEST:
        traces = (NO_KEY,) * len(given)
        return exchange_holds(_MASK, context, trace, traces, given, points, proof)
    if not (sized(given, points) and sized((trace,))):
        return False
    asked = Transcript(_MASK, context, (trace,), given, points)
    try:
        return shuffle.holds(asked, trace, given, points, proof)
    except GroupError:
        return False


# -- exchange: mask times one point = key times another, for each card -----------------------------


def prove_exchange(
    kind: bytes,
    context: Context,
    mask: bytes,
    keys: Sequence[bytes],
    given: Sequence[bytes],
    points: Sequence[bytes],
    secret: bytes,
) -> bytes:
    """Proves that the points are the given ones with mask and keys exchanged.

    CARRYING: each key was taken off and the mask put on; a key that isn't there is ONE.
    REKEYING: the mask was taken off each card and the key of its place put on.
    """
    masked, locked = _sides(kind, given, points)
    traces = list(map(group.generator_times, keys))
    asked = Transcript(kind, context, (group.generator_times(mask),), traces, masked, locked)
    luck = dice(secret, asked.state, number(mask))
    blind, *blinds = some(luck, len(keys) + 1)
    weights = powers(asked.ask(), len(keys))
    # locked[j] is mask / key times masked[j]: one multiplication for each card is enough
    factors = (
        weight * (blind - own * number(mask) * number(group.inverse(key)) % ORDER)
        for weight, own, key in zip(weights, blinds, keys, strict=True)
    )
    balance = total(zip(factors, masked, strict=True))
    question = asked.ask(balance, *map(of_generator, (blind, *blinds)))
    answers = (
        own + question * number(key)
        for own, key in zip((blind, *blinds), (mask, *keys), strict=True)
    )
    return b"".join(map(scalar, (question, *answers)))


def exchange_holds(
    kind: bytes,
    context: Context,
    trace: bytes,
    traces: Sequence[bytes],
    given: Sequence[bytes],
    points: Sequence[bytes],
    proof: bytes,
) -> bool:
    """Whether mask and keys were surely exchanged; NO_KEY where there was none."""
    masked, locked = _sides(kind, given, points)
    if not (sized(traces, masked, locked) and sized((trace,))):
        return False
    if len(proof) != (len(traces) + 2) * SCALAR_SIZE:
        return False
    read = read_scalars(proof)
    if read is None:
        return False
    question, answer, *answers = read
    asked = Transcript(kind, context, (trace,), traces, masked, locked)
    weights = powers(asked.ask(), len(traces))
    minus = (-weight * own for weight, own in zip(weights, answers, strict=True))
    try:
        balance = total(
            chain(
                zip((weight * answer for weight in weights), masked, strict=True),
                zip(minus, locked, strict=True),
            )
        )
        blinds = [
            group.subtract(of_generator(own), group.times(scalar(question), known))
            for own, known in zip((answer, *answers), (trace, *traces), strict=True)
        ]
    except GroupError:
        return False
    return asked.ask(balance, *blinds) == question


def _sides(
    kind: bytes, given: Sequence[bytes], points: Sequence[bytes]
) -> tuple[Sequence[bytes], Sequence[bytes]]:
    """Mask times the first ones is key times the second ones, card by card."""
    return (points, given) if kind == REKEYING else (given, points)
