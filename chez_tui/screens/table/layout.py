"""Where the zones of the table are: by the size of the terminal, without a row between them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

OTHERS, STAGE, ROOM, HAND, LOG, TAIL, COACH, BIG = (
    "others", "stage", "room", "hand", "log", "tail", "coach", "big",
)  # fmt: skip
HEADER: Final = 1  # rows above
FOOT: Final = 2  # ... and below: the prompt, the keys
HAND_LEAST: Final = 5  # rows a hand keeps even if it is smaller, so that little moves
FRAMED: Final = (100, 32)  # from this size on rooms have frames
CARDS: Final = (116, 38)  # ... the hand lies as cards, and the log has a column
TILES: Final = (160, 50)  # ... scores are large, and the own room has small cards
READABLE: Final = (200, 60)  # ... every card of every room can be read


class Zone(NamedTuple):
    """A part of the screen."""

    x: int
    y: int
    width: int
    height: int


class Needs(NamedTuple):
    """The lines the zones need: other players, the hand, the player's room."""

    others: int
    hand: int
    room: int
    weeks: int = 0  # lines about cards on the table for everyone


class Share(NamedTuple):
    """Rows of the zones, and columns of the log."""

    others: int
    stage: int
    room: int
    hand: int
    log: int = 0


# By the least size: first what is nice to have more of, last what takes the rest.
_SHARES: Final = (
    (READABLE, Share(18, 13, 9, 17, 48)),
    (TILES, Share(12, 12, 8, 15, 38)),
    (CARDS, Share(7, 10, 5, 13, 33)),
)


def holds(size: tuple[int, int], least: tuple[int, int]) -> bool:
    """Return whether a screen is at least as large."""
    return size[0] >= least[0] and size[1] >= least[1]


def zones(size: tuple[int, int], needs: Needs, coach: int = 0) -> Mapping[str, Zone]:
    """Return where everything is; a zone without rows isn't shown. A coach takes the last rows."""
    width, height = size
    share = _share((width, height - coach), needs)
    if coach:  # which tells what the log would
        share = share._replace(stage=height - HEADER - FOOT - coach - sum(share[:4]) + share.stage)
    side = 0 if coach else share.log
    full = holds((width, height - coach), TILES) and bool(side)
    framed = holds((width, height - coach), FRAMED)
    found, y = {}, HEADER
    for zone in (OTHERS, STAGE, ROOM, HAND) if framed else (OTHERS, ROOM, STAGE, HAND):
        beside = side if full or zone in (OTHERS, STAGE) else 0
        found[zone] = Zone(0, y, width - beside, getattr(share, zone))
        y += found[zone].height
    tall = height - HEADER - FOOT if full else share.others + share.stage
    found[LOG] = Zone(width - side, HEADER, side, tall if side else 0)
    found[TAIL] = Zone(0, y, width, height - coach - FOOT - y)
    found[BIG] = Zone(0, HEADER, width, height - HEADER - FOOT)
    found[COACH] = Zone(0, height - FOOT - coach, width, coach)
    return found


def _share(size: tuple[int, int], needs: Needs) -> Share:
    width, height = size
    rows = height - HEADER - FOOT
    for least, share in _SHARES:
        if holds(size, least):
            more = rows - sum(share[:4])
            others, hand = min(more, 8), more > 1
            stage = max(0, more - others)
            return share._replace(
                others=share.others + others - hand, hand=share.hand + hand,
                stage=share.stage + stage,
            )  # fmt: skip
    if holds(size, FRAMED):
        return Share(7, rows - 7 - 4 - 9, 4, 9)
    return _lines(width, rows, needs)


def _lines(width: int, rows: int, needs: Needs) -> Share:
    """Give each other player a line, or two of them one line if there are many."""
    many = -(-needs.others // 2) if needs.others > 4 and width >= 72 else needs.others
    wishes = (
        ("hand", 2), ("stage", 3), ("others", 1), ("room", 1), ("hand", 3), ("stage", 6),
        ("others", many + needs.weeks), ("room", 2), ("hand", min(needs.hand, HAND_LEAST)),
        ("stage", 8), ("log", 1), ("hand", max(HAND_LEAST, min(needs.hand, 6))),
        ("room", 1 + min(needs.room, 2)), ("hand", min(needs.hand, 9)), ("stage", 10),
        ("room", 1 + needs.room), ("log", 3), ("hand", needs.hand), ("stage", 14), ("log", rows),
    )  # fmt: skip
    given = dict.fromkeys(Share._fields, 0)
    left = rows
    for zone, wanted in wishes:
        more = max(0, min(left, wanted - given[zone]))
        given[zone] += more
        left -= more
    return Share(**{**given, "log": 0})
