"""How the zones of the table share the rows of the screen.

Each zone gets what it cannot do without, then what it needs now, then what is nice to have; what a
short hand or an empty room leaves over goes to the log.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

ALL: Final = 10_000
HAND_LEAST: Final = 5  # rows a hand keeps even if it is smaller, so that little moves
OPPONENTS, ROOM, HAND, DETAIL, TAIL = "opponents", "room", "hand", "detail", "tail"
COACH: Final = "coach"  # of a lesson


class Needs(NamedTuple):
    """What there is to show: lines of the list, lines of the own room, rows of opponents."""

    hand: int
    room: int
    opponents: int


def narrow(rows: int, needs: Needs) -> dict[str, int]:
    """Rows where opponents have a line each and the log is below."""
    hand = max(HAND_LEAST, min(needs.hand, 9))
    room = 1 + max(1, min(needs.room, 3))
    return _share(
        rows,
        (
            (HAND, 1), (OPPONENTS, 1), (ROOM, 2), (HAND, 3), (DETAIL, 1),
            (OPPONENTS, needs.opponents), (HAND, HAND_LEAST), (DETAIL, 3), (TAIL, 2),
            (HAND, hand), (DETAIL, 5), (ROOM, room), (DETAIL, 6), (TAIL, 5), (ROOM, room + 1),
            (DETAIL, 9), (HAND, needs.hand), (ROOM, 2 + needs.room),
            (TAIL, ALL),
        ),
    )  # fmt: skip


def beside(rows: int, needs: Needs) -> dict[str, int]:
    """Rows where opponents have boxes, in so many rows, and the log is beside."""
    boxes = needs.opponents
    return _share(
        rows,
        (
            (HAND, HAND_LEAST), (OPPONENTS, 3 * boxes), (ROOM, 3), (DETAIL, 8),
            (HAND, max(7, min(needs.hand, 12))), (OPPONENTS, 9 * boxes),
            (ROOM, max(5, min(2 + needs.room, 9))), (DETAIL, 16), (OPPONENTS, 14 * boxes),
            (DETAIL, ALL),
        ),
    )  # fmt: skip


def _share(rows: int, wishes: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Fulfills the wishes one after the other for as long as there are rows."""
    given = dict.fromkeys((OPPONENTS, ROOM, HAND, DETAIL, TAIL), 0)
    for zone, wanted in wishes:
        more = max(0, min(rows, wanted - given[zone]))
        given[zone] += more
        rows -= more
    return given
