"""Points and scalars from strangers, and whether the passes of honest players deal fairly."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import pytest
from nacl.bindings import crypto_core_ed25519_from_uniform

from net.deck import group
from net.deck.group import ORDER, GroupError
from net.deck.keys import Keyring, masked, rekeyed, traces
from net.hashing import digest
from tests.net.deck.points import FIELD, NEUTRAL, NO_POINTS, SMALL, spelled

KEY = group.scalar(b"seed", "czd/test")
POINT = crypto_core_ed25519_from_uniform(digest("czd/test", 1))
GENERATOR = group.generator_times(group.ONE)


# -- points ----------------------------------------------------------------------------------------


def test_the_small_points_are_what_they_are_called() -> None:
    assert group.add(SMALL["order 4"], SMALL["order 4"]) == SMALL["order 2"]
    assert group.add(SMALL["order 2"], SMALL["order 2"]) == NEUTRAL
    assert group.add(SMALL["order 8"], SMALL["order 8, the other way"]) == NEUTRAL


@pytest.mark.parametrize("name", NO_POINTS)
def test_what_is_no_card_is_not_taken_for_one(name: str) -> None:
    assert not group.is_point(NO_POINTS[name])
    with pytest.raises(GroupError, match="no point"):
        group.times(KEY, NO_POINTS[name])


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("point", [POINT, GENERATOR], ids=["a card", "the generator"])
def test_a_mark_of_small_order_on_a_card_is_seen(point: bytes, name: str) -> None:
    mixed = group.add(point, SMALL[name])
    assert mixed != point
    assert not group.is_point(mixed)
    with pytest.raises(GroupError, match="no point"):
        group.times(KEY, mixed)


@pytest.mark.parametrize(("raw", "is_one"), [(POINT, group.is_point), (KEY, group.is_scalar)])
def test_only_32_bytes_are_a_point_or_a_scalar(
    raw: bytes, is_one: Callable[[object], bool]
) -> None:
    assert is_one(raw)
    for value in (None, 1, "x" * 32, bytearray(raw), raw[:31], raw + b"\0"):
        assert not is_one(value)


def test_a_point_has_one_spelling() -> None:
    # Only y below 19 can be written a second way, beyond the field; none of those is believed.
    assert not any(group.is_point(spelled(FIELD + y, sign)) for y in range(19) for sign in (0, 1))


def test_cards_are_points_and_all_different() -> None:
    cards = group.card_points(b"game" * 4, 300)
    others = group.card_points(b"else" * 4, 300)
    assert all(map(group.is_point, cards))
    assert len({*cards, *others, GENERATOR}) == 601


# -- scalars ---------------------------------------------------------------------------------------


def test_a_scalar_has_one_spelling_and_is_not_nothing() -> None:
    for value in (1, 2, ORDER - 1):
        assert group.is_scalar(value.to_bytes(32, "little"))
    for value in (0, ORDER, ORDER + 1, 2 * ORDER + 1, 2**255, 2**256 - 1):
        assert not group.is_scalar(value.to_bytes(32, "little"))


def test_another_spelling_would_act_the_same() -> None:
    # Why it matters: the library takes it, so the same key could be handed out as two.
    assert group.times((ORDER + 1).to_bytes(32, "little"), POINT) == POINT


def test_nothing_times_a_point_is_refused() -> None:
    with pytest.raises(GroupError):
        group.times(bytes(32), POINT)
    with pytest.raises(GroupError):
        group.generator_times(bytes(32))


def test_locks_come_off_in_any_order() -> None:
    one, other = KEY, group.scalar(b"else", "czd/test")
    both = group.times(other, group.times(one, POINT))
    assert both == group.times(one, group.times(other, POINT))
    assert both == group.times(group.product((one, other)), POINT)
    assert group.times(group.inverse(one), both) == group.times(other, POINT)
    assert group.product(()) == group.ONE
    assert group.product((one, group.inverse(one))) == group.ONE


def test_a_secret_scalar_depends_on_all_its_parts() -> None:
    made = {
        group.scalar(seed, label, *parts)
        for seed, label, parts in product(
            (b"one", b"two"), ("czd/a", "czd/b"), ((), (0,), (1,), (b"",), (0, 1), (b"a", b"b"))
        )
    }
    assert len(made) == 24
    assert all(map(group.is_scalar, made))


# -- fair deals ------------------------------------------------------------------------------------


def rings(deal: int, players: int) -> list[Keyring]:
    gid = digest("czd/test/gid", deal)[:16]
    return [Keyring(gid, bytes([p]) * 32, bytes([p]) * 32) for p in range(players)]


def dealt(deal: int, players: int, cards: int) -> list[int]:
    """Where the cards go, from the orders alone."""
    where = list(range(cards))
    for ring in rings(deal, players):
        where = [where[at] for at in ring.order(b"head" * 8, bytes(32), cards)]
    return where


@pytest.mark.parametrize("players", [2, 3])
def test_the_passes_move_the_cards_as_the_orders_say(players: int) -> None:
    cards, head = group.card_points(bytes(16), 7), b"head" * 8
    ringed = rings(1, players)
    points, where, masks = list(cards), list(range(7)), []
    for ring in ringed:
        given = group.fingerprint(points)
        masks.append(ring.mask(head, given))
        order = ring.order(head, given, 7)
        where = [where[at] for at in order]
        points = masked(masks[-1], order, points)
    locks = [group.ONE] * 7
    for ring, mask in zip(ringed, masks, strict=True):
        given = group.fingerprint(points)
        keys = [ring.key(head, given, place) for place in range(7)]
        assert [group.times(key, GENERATOR) for key in keys] == traces(keys)
        points = rekeyed(mask, keys, points)
        locks = [group.product(pair) for pair in zip(locks, keys, strict=True)]
    assert points == [group.times(lock, cards[at]) for lock, at in zip(locks, where, strict=True)]


def chi_squared(counts: Counter[tuple[int, ...]], cells: int) -> float:
    expected = counts.total() / cells
    missed = cells - len(counts)
    return missed * expected + sum((n - expected) ** 2 / expected for n in counts.values())


@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_deal_is_as_likely_as_any_other(players: int) -> None:
    deals = Counter(tuple(dealt(number, players, 4)) for number in range(2400))
    assert set(deals) == set(permutations(range(4)))
    assert 5 < chi_squared(deals, 24) < 55  # 23 degrees of freedom, one in ten thousand outside


def test_every_card_is_as_likely_at_every_place() -> None:
    places = Counter(pair for number in range(500) for pair in enumerate(dealt(number, 2, 20)))
    assert 250 < chi_squared(places, 400) < 490  # 361 degrees of freedom


def test_a_deal_of_one_player_says_nothing_of_another_s() -> None:
    pairs = Counter(
        (one.order(b"head" * 8, bytes(32), 5)[0], other.order(b"head" * 8, bytes(32), 5)[0])
        for one, other in (rings(number, 2) for number in range(1000))
    )
    assert 5 < chi_squared(pairs, 25) < 55  # 24 degrees of freedom
