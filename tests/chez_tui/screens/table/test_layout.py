"""Where the zones of the table are at each size."""

import pytest

from chez_tui.screens.table.layout import (
    COACH,
    HAND,
    LOG,
    OTHERS,
    ROOM,
    STAGE,
    TAIL,
    Needs,
    zones,
)

SIZES = [(80, 24), (100, 32), (116, 38), (120, 40), (160, 50), (200, 60)]
STACKED = (OTHERS, ROOM, STAGE, HAND, TAIL, COACH)


@pytest.mark.parametrize("width", [20, 60, 80, 100, 120, 160, 200, 300])
@pytest.mark.parametrize("height", range(3, 90, 4))
def test_no_row_is_lost_and_none_is_given_twice(width: int, height: int) -> None:
    for needs in (Needs(1, 0, 0), Needs(3, 6, 2), Needs(7, 17, 6, 1)):
        for coach in (0, 6) if height > 10 else (0,):
            found = zones((width, height), needs, coach)
            rows = [row for zone in STACKED for row in _rows(found[zone])]
            assert sorted(rows) == list(range(1, height - 2))
            assert all(0 < zone.width <= width for name, zone in found.items() if name != LOG)


def _rows(zone: tuple[int, int, int, int]) -> range:
    return range(zone[1], zone[1] + zone[3])


@pytest.mark.parametrize(
    ("size", "rows", "log"),
    [
        ((80, 24), (3, 8, 3, 6), 0),
        ((100, 32), (7, 9, 4, 9), 0),
        ((116, 38), (7, 10, 5, 13), 33),
        ((120, 40), (8, 10, 5, 14), 33),
        ((160, 50), (12, 12, 8, 15), 38),
        ((200, 60), (18, 13, 9, 17), 48),
    ],
)
def test_each_size_has_the_rows_that_were_drawn_for_it(
    size: tuple[int, int], rows: tuple[int, ...], log: int
) -> None:
    found = zones(size, Needs(3, 6, 2))
    assert tuple(found[zone].height for zone in (OTHERS, STAGE, ROOM, HAND)) == rows
    assert found[LOG].width == log


@pytest.mark.parametrize("others", range(1, 8))
def test_at_80x24_everything_has_its_place(others: int) -> None:
    found = zones((80, 24), Needs(others, 6, 2))
    assert found[OTHERS].height == (others if others <= 4 else (others + 1) // 2)
    assert found[HAND].height >= 5
    assert found[ROOM].height >= 2
    assert found[STAGE].height >= 8


def test_a_screen_of_few_rows_keeps_the_hand_one_opponent_and_the_stage() -> None:
    found = zones((80, 10), Needs(7, 6, 3))
    assert found[HAND].height >= 2
    assert found[OTHERS].height == 1
    assert found[STAGE].height >= 3
