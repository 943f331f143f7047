"""Points and scalars from strangers; what becomes of honest ones is fixed by the vectors."""

from collections.abc import Callable

import pytest
from nacl.bindings import crypto_core_ed25519_from_uniform

from net.deck import group
from net.deck.group import ORDER, GroupError
from net.hashing import digest
from tests.net.deck.points import FIELD, NO_POINTS, SMALL, spelled

KEY = group.scalar(b"seed", "czd/test")
POINT = crypto_core_ed25519_from_uniform(digest("czd/test", 1))
GENERATOR = group.generator_times(group.ONE)


# -- points ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NO_POINTS)
def test_what_is_no_card_is_not_taken_for_one(name: str) -> None:
    assert not group.is_point(NO_POINTS[name])
    with pytest.raises(GroupError, match="not a point"):
        group.times(KEY, NO_POINTS[name])


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("point", [POINT, GENERATOR], ids=["a card", "the generator"])
def test_a_mark_of_small_order_on_a_card_is_seen(point: bytes, name: str) -> None:
    mixed = group.add(point, SMALL[name])
    assert mixed != point
    assert not group.is_point(mixed)
    with pytest.raises(GroupError, match="not a point"):
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


# -- scalars ---------------------------------------------------------------------------------------


def test_a_scalar_has_one_spelling_and_is_not_nothing() -> None:
    for value in (1, 2, ORDER - 1):
        assert group.is_scalar(value.to_bytes(32, "little"))
    for value in (0, ORDER, ORDER + 1, 2 * ORDER + 1, 2**255, 2**256 - 1):
        assert not group.is_scalar(value.to_bytes(32, "little"))


def test_nothing_times_a_point_is_refused() -> None:
    with pytest.raises(GroupError):
        group.times(bytes(32), POINT)
    with pytest.raises(GroupError):
        group.generator_times(bytes(32))
