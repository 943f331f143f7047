"""The hash of the protocol: its domains and limits; the vectors are tried from outside."""

import pytest

from net.hashing import MAX_INT, digest


def test_other_domains_give_another_hash_and_all_has_to_fit() -> None:
    assert len({digest(domain, b"x") for domain in ("a", "b", "ab", "a" * 16)}) == 4
    assert digest("d", MAX_INT) != digest("d", 0)
    for domain in ("", "a" * 17):
        with pytest.raises(ValueError, match="1 to 16 letters"):
            digest(domain)
    for number in (-1, MAX_INT + 1):
        with pytest.raises(ValueError, match="from 0 to"):
            digest("d", number)
