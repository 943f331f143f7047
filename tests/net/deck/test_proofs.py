"""Proofs of passes: right ones hold, and no wrong pass, altered proof or other place is believed.

Who cheats is given all he could wish for: he runs the prover himself, on false statements too, and
another one that takes no short cuts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pytest

from net.deck import group, shuffle
from net.deck.group import ORDER
from net.deck.keys import rekeyed
from net.deck.proofs import NO_KEY, Context
from net.deck.questions import Transcript, number, scalar, total
from tests.net import forger
from tests.net.deck.points import NEUTRAL, NO_POINTS, ORDER_8
from tests.net.forger import GID, HERE, KINDS, TWO, Pass, honest, swapped, twice

ALIEN = group.card_points(GID, 9)[8]
GOOD = {kind: honest(kind, 4) for kind in KINDS}


# -- what is right ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("length", [0, 1, 2, 3, 9])
def test_an_honest_pass_is_believed(kind: str, length: int) -> None:
    made = honest(kind, length)
    assert made.holds()
    if length > 1:
        assert made.forged().holds(), "the forger is believed, too, when he says the truth"
    assert made.proof == made.proven().proof, "a proof is made of what is passed in, and no more"


def test_a_proof_is_small_and_a_card_without_a_key_counts_as_one_with_the_key_one() -> None:
    assert shuffle.proof_size(4) == len(GOOD["mask"].proof)
    assert shuffle.proof_size(202) == 19_712
    assert len(GOOD["rekey"].proof) == len(GOOD["carry"].proof) == (4 + 2) * 32

    assert GOOD["carry"].traces[-1] == NO_KEY
    assert GOOD["carry"].points[-1] == group.times(GOOD["carry"].mask, GOOD["carry"].given[-1])


def test_a_sum_leaves_out_what_counts_nothing() -> None:
    assert total([(0, ALIEN), (1, NO_KEY), (ORDER, ALIEN)]) == NO_KEY
    assert total([(ORDER + 2, NO_KEY), (-1, NO_KEY)]) == NO_KEY
    assert total([(ORDER, ALIEN)]) == NEUTRAL


# -- wrong passes ----------------------------------------------------------------------------------


Cheat = Callable[[Pass], Pass]

WRONG: dict[str, Cheat] = {  # in a pass of any kind
    "a card replaced": lambda p: p.out(at2=ALIEN),
    "a card replaced by a masked stranger": lambda p: p.out(at2=group.times(p.mask, ALIEN)),
    "a card marked as twice another": lambda p: p.out(at1=twice(p.points[0])),
    "one card multiplied otherwise": lambda p: p.out(at1=twice(p.points[1])),
    "the last card multiplied otherwise": lambda p: p.out(at3=twice(p.points[3])),
    "two cards mixed": lambda p: p.out(
        at0=group.add(p.points[0], p.points[1]), at1=group.subtract(p.points[1], p.points[0])
    ),
    "two errors that cancel each other": lambda p: p.out(
        at0=group.add(p.points[0], NO_KEY), at1=group.subtract(p.points[1], NO_KEY)
    ),
    "a card less": lambda p: replace(p, points=p.points[:-1]),
    "a card more": lambda p: replace(p, points=(*p.points, NO_KEY)),
    "the trace of another mask": lambda p: replace(p, trace=twice(p.trace)),
    "another mask than its trace": lambda p: replace(p, mask=group.product((TWO, p.mask))),
}
WRONG_ORDER: dict[str, Cheat] = {
    "another order than he claims": lambda p: replace(p, order=(*p.order[1:], p.order[0])),
    "a card doubled, in an order that says so": lambda p: replace(
        p.out(at1=p.points[0]), order=(p.order[0], p.order[0], *p.order[2:])
    ),
    "a card doubled under another mask": lambda p: replace(
        p.out(at1=twice(p.points[0])), order=(p.order[0], p.order[0], *p.order[2:])
    ),
}
WRONG_KEYS: dict[str, Cheat] = {
    "two cards changed places": lambda p: p.out(at0=p.points[1], at1=p.points[0]),
    "the trace of another key": lambda p: replace(
        p, traces=swapped(p.traces, at1=twice(p.traces[1]))
    ),
    "another key than its trace": lambda p: replace(
        p, keys=swapped(p.keys, at1=group.product((TWO, p.keys[1])))
    ),
    "the keys of other places": lambda p: replace(
        p, traces=swapped(p.traces, at0=p.traces[1], at1=p.traces[0])
    ),
    "keys and mask multiplied alike": lambda p: replace(
        p,
        mask=group.product((TWO, p.mask)),
        keys=tuple(group.product((TWO, key)) for key in p.keys),
    ),
    "a key less": lambda p: replace(p, traces=p.traces[:-1]),
    "no keys": lambda p: replace(p, traces=()),
}
CHEATS = [
    *((kind, name, cheat) for kind in KINDS for name, cheat in WRONG.items()),
    *(("mask", name, cheat) for name, cheat in WRONG_ORDER.items()),
    *((kind, name, cheat) for kind in KINDS[1:] for name, cheat in WRONG_KEYS.items()),
]


@pytest.mark.parametrize(
    ("kind", "cheat"),
    [(kind, cheat) for kind, _, cheat in CHEATS],
    ids=[f"{kind}: {name}" for kind, name, _ in CHEATS],
)
def test_a_wrong_pass_is_not_believed(kind: str, cheat: Cheat) -> None:
    good = GOOD[kind]
    bad = cheat(good)
    if bad.statement != good.statement:
        assert not bad.holds(), "with the proof of the right pass"
    if len(bad.points) == len(good.points):
        assert not bad.proven().holds(), "with a proof of his own making"
        assert not bad.forged().holds(), "with a proof by a better forger"


@pytest.mark.parametrize("order", [(0, 0, 1, 2), (3, 3, 3, 3), (0, 1, 2, 2)])
def test_an_order_that_is_none_has_no_proof_even_for_what_it_would_do(
    order: tuple[int, ...],
) -> None:
    good = GOOD["mask"]
    points = tuple(group.times(good.mask, good.given[place]) for place in order)
    assert not replace(good, order=order, points=points).forged().holds()


def mixed_weights(order: Sequence[int], powers: list[int]) -> list[int]:
    """Weights with which (a + b, b - a) weighs as much as (a, b) does with the right ones."""
    one, other, *rest = (powers[place] for place in order)
    half = pow(2, -1, ORDER)
    return [(one + other) * half % ORDER, (other - one) * half % ORDER, *rest]


def test_cards_that_are_mixed_have_no_proof_even_with_weights_that_fit() -> None:
    good = GOOD["mask"]
    bad = WRONG["two cards mixed"](good)
    places, weights = [place + 1 for place in good.order], partial(mixed_weights, good.order)
    said = Transcript(b"mask", HERE, (bad.trace,), bad.given, bad.points)
    made = forger.forged_shuffle(said, bad.mask, places, weights, bad.given, bad.points)
    assert not replace(bad, proof=made).holds()


def test_errors_that_cancel_each_other_are_found_because_every_card_counts_differently() -> None:
    # k0 * k1 * D - k1 * k0 * D is nothing; the simpler case stands above.
    carry, keys = GOOD["carry"], GOOD["carry"].keys
    bad = carry.out(
        at0=group.add(carry.points[0], group.times(keys[1], NO_KEY)),
        at1=group.subtract(carry.points[1], group.times(keys[0], NO_KEY)),
    )
    assert not bad.forged().holds()


# -- the place of a proof --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_proof_counts_only_where_it_was_made_and_for_one_list(kind: str) -> None:
    good = GOOD[kind]
    for other in (
        HERE._replace(gid=b"else" * 4),
        HERE._replace(head=b"else" * 8),
        HERE._replace(pid=b"else" * 8),
        Context(GID + forger.HEAD[:1], forger.HEAD[1:], forger.ANN),
    ):
        assert not good.holds(other)
    # All cards multiplied alike, before and after: what is claimed is still true.
    given, points = (tuple(map(twice, some)) for some in (good.given, good.points))
    moved = replace(good, given=given, points=points)
    assert not moved.holds()
    assert moved.proven().holds()


def test_a_proof_is_of_one_kind_of_pass() -> None:
    one = honest("rekey", 1)
    # A carry of the same cards backwards says the same, but was not what this proof is about.
    there = replace(one, kind="carry", given=one.points, points=one.given)
    assert there.proven().holds()
    assert not there.holds()


# -- proofs that were altered ----------------------------------------------------------------------


def altered(proof: bytes, first: int) -> Iterator[bytes]:
    """Proofs with a bit turned, of another length, or with a number spelled in another way.

    `first` is the place of the first number; points stand before it.
    """
    for at in range(0, len(proof), 7):  # meets every number and point four times
        yield proof[:at] + bytes([proof[at] ^ 1 << at * 5 % 8]) + proof[at + 1 :]
    yield from (b"", proof[:-1], proof[:-32], proof[32:], proof * 2)
    yield from (proof + more for more in (b"\0", bytes(32), scalar(1)))
    for at in range(32 * first, len(proof), 32):
        value = number(proof[at : at + 32])
        for same in (value + ORDER, value + 7 * ORDER):
            yield proof[:at] + same.to_bytes(32, "little") + proof[at + 32 :]
    yield proof[: 32 * first] + bytes(len(proof) - 32 * first)


@pytest.mark.parametrize("kind", KINDS)
def test_no_altered_proof_is_believed(kind: str) -> None:
    good = honest(kind, 3)
    for bad in altered(good.proof, 8 if kind == "mask" else 0):
        assert not replace(good, proof=bad).holds(), bad.hex()


@pytest.mark.parametrize("kind", KINDS)
def test_only_points_of_the_group_are_believed(kind: str) -> None:
    good = GOOD[kind]
    for bad in (*NO_POINTS.values(), NO_KEY[:31], NO_KEY + b"\0", group.add(NO_KEY, ORDER_8)):
        assert not replace(good, trace=bad).holds()
        assert not replace(good, given=swapped(good.given, at1=bad)).holds()
        assert not replace(good, points=swapped(good.points, at1=bad)).holds()
        if good.traces:
            assert not replace(good, traces=swapped(good.traces, at1=bad)).holds()
        else:
            for at in range(8):
                proof = good.proof[: 32 * at] + bad + good.proof[32 * at + 32 :]
                assert not replace(good, proof=proof).holds()
    for at, point in enumerate(good.points):  # a point of mixed order marks no card
        mixed = swapped(good.points, **{f"at{at}": group.add(point, ORDER_8)})
        assert not replace(good, points=mixed).holds()


# -- what a proof gives away -----------------------------------------------------------------------


def test_the_same_secret_serves_twice_without_giving_the_mask_away() -> None:
    # Two answers to two questions over the same hidden number would be two equations for two
    # unknowns: question, answer = own + question * mask.
    one = GOOD["rekey"]
    moved = replace(one, given=one.points, points=tuple(rekeyed(one.mask, one.keys, one.points)))
    other = moved.proven()
    assert other.holds()
    questions, answers = [
        [number(made.proof[at : at + 32]) for made in (one, other)] for at in (0, 32)
    ]
    slope = (answers[0] - answers[1]) * pow(questions[0] - questions[1], -1, ORDER)
    assert scalar(slope) != one.mask


def pieces(proof: bytes) -> set[bytes]:
    return {proof[at : at + 32] for at in range(0, len(proof), 32)}


@pytest.mark.parametrize("kind", KINDS)
def test_no_secret_stands_in_a_proof(kind: str) -> None:
    good = GOOD[kind]
    secrets = {good.mask, *good.keys, *(scalar(place + 1) for place in good.order)}
    assert not pieces(good.proof) & (secrets | set(map(group.generator_times, secrets)))
