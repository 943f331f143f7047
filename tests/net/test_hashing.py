"""The hash of the protocol, whose vectors are tried from outside: nothing collides in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.hashing import MAX_INT, digest


@given(st.lists(st.binary(max_size=6), max_size=4), st.lists(st.binary(max_size=6), max_size=4))
def test_other_parts_give_another_hash(first: list[bytes], second: list[bytes]) -> None:
    assert (digest("d", *first) == digest("d", *second)) == (first == second)


def test_other_domains_give_another_hash_and_all_has_to_fit() -> None:
    assert len({digest(domain, b"x") for domain in ("a", "b", "ab", "a" * 16)}) == 4
    assert digest("d", MAX_INT) != digest("d", 0)
    for domain in ("", "a" * 17):
        with pytest.raises(ValueError, match="1 to 16 letters"):
            digest(domain)
    for number in (-1, MAX_INT + 1):
        with pytest.raises(ValueError, match="between 0 and"):
            digest("d", number)
