"""How the rows of the screen are shared among the zones of the table."""

import pytest

from chez_tui.screens.table.layout import DETAIL, HAND, OPPONENTS, ROOM, TAIL, Needs, beside, narrow

AT_24 = 24 - 3  # rows without status, prompt and footer


@pytest.mark.parametrize("rows", range(60))
def test_no_row_is_lost_and_none_is_given_twice(rows: int) -> None:
    for hand in (0, 3, 6, 9, 17):
        for room in (0, 2, 6):
            for others in (1, 3, 7):
                assert sum(narrow(rows, Needs(hand, room, others)).values()) == rows
            for boxes in (1, 2):
                assert sum(beside(rows, Needs(hand, room, boxes)).values()) == rows


@pytest.mark.parametrize("others", range(1, 8))
def test_at_80x24_everything_has_its_place(others: int) -> None:
    given = narrow(AT_24, Needs(6, 1, others))
    assert given[OPPONENTS] == others
    assert given[HAND] >= 6
    assert given[ROOM] >= 2
    assert given[DETAIL] >= 3
    assert given[TAIL] >= 2


def test_what_a_short_hand_leaves_over_goes_to_the_log() -> None:
    long, short = (narrow(AT_24, Needs(hand, 1, 3)) for hand in (7, 3))
    assert short[TAIL] > long[TAIL]
    assert short[HAND] < long[HAND]
    assert short[DETAIL] >= long[DETAIL]


def test_a_full_room_is_shown_in_full() -> None:
    assert narrow(AT_24, Needs(6, 3, 3))[ROOM] == 4
    assert beside(37, Needs(6, 6, 1))[ROOM] >= 7


def test_a_screen_of_few_rows_keeps_hand_and_one_opponent() -> None:
    given = narrow(6, Needs(6, 3, 7))
    assert given[HAND] >= 2
    assert given[OPPONENTS] == 1


def test_a_tall_screen_gives_what_is_over_to_those_who_tell_most() -> None:
    assert narrow(60, Needs(6, 2, 3))[TAIL] > 30
    large = beside(47, Needs(6, 2, 1))
    assert large[OPPONENTS] > 9
    assert large[DETAIL] >= 16
