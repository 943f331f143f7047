"""The benchmark of the sealed deck reads the notes of its programs rightly."""

import pytest

from benchmarks.sealed import LIMIT, _draws, _limit, _plays, _until_calm

# For each of two programs: entry -> kind, when final, when begun by this one, opens, busy after it.
NOTES = [
    {
        1: ("seats", 1.0, 0.0, False, False),
        2: ("beacon", 1.1, 0.0, False, True),
        3: ("mask", 1.2, 0.0, False, True),
        4: ("rekey", 1.5, 0.0, False, True),
        5: ("got", 1.6, 0.0, False, False),
        6: ("do", 2.0, 1.9, True, False),
        7: ("do", 3.1, 0.0, False, True),
        8: ("got", 3.3, 0.0, False, False),
    },
    {
        1: ("seats", 0.9, 0.0, False, False),
        2: ("beacon", 1.1, 0.0, False, True),
        3: ("mask", 1.2, 0.0, False, True),
        4: ("rekey", 1.5, 0.0, False, True),
        5: ("got", 1.7, 0.0, False, False),
        6: ("do", 2.1, 0.0, True, False),
        7: ("do", 3.0, 2.8, False, True),
        8: ("got", 3.2, 0.0, False, False),
    },
]


def test_a_deal_ends_when_the_last_one_knows_that_all_is_read() -> None:
    assert _until_calm(NOTES, 1) == pytest.approx(1.7 - 0.9)


def test_a_draw_counts_until_everybody_knows_that_it_was_read() -> None:
    assert list(_draws(NOTES)) == pytest.approx([3.3 - 2.8])


def test_a_play_counts_until_everybody_has_it() -> None:
    assert list(_plays(NOTES)) == pytest.approx([2.1 - 1.9])


def test_the_median_is_held_against_the_limit() -> None:
    row = _limit("a draw", [0.01, 0.02, 0.5], 0.04)
    assert (row.ratio, row.goal) == (pytest.approx(0.5), LIMIT)
    assert (row.ours, row.reference) == ("20.0 ms", "40.0 ms")
