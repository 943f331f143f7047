"""What a player with a changed program can do to the cards that pass through his hands."""

from collections.abc import Callable, Sequence

from net.deck import group
from net.deck.keys import rekeyed
from net.deck.locks import joined
from tests.net.sealing import Payload, SealedTable, Trick

POINTS, KEPT, TRACE, MARKS = 1, 2, 3, 2  # places in the payload of a pass

Change = Callable[[list[bytes]], Sequence[bytes]]

STRANGER = group.generator_times(group.scalar(bytes(32), "czd/stranger"))  # a point that is no card
TWO = (2).to_bytes(32, "little")


def split(raw: object) -> list[bytes]:
    assert type(raw) is bytes
    return [raw[at : at + 32] for at in range(0, len(raw), 32)]


def with_changed(place: int, change: Change) -> Trick:
    """A pass in which one of its lists is another one."""

    def trick(_: SealedTable, payload: Payload) -> Payload:
        changed = joined(change(split(payload[place])))
        return [*payload[:place], changed, *payload[place + 1 :]]

    return trick


def forged(points: list[bytes]) -> list[bytes]:
    """All of them a point that is no card, but one."""
    return [
        points[0],
        *(group.times((n + 3).to_bytes(32, "little"), STRANGER) for n in range(len(points) - 1)),
    ]


def tagged(points: list[bytes]) -> list[bytes]:
    """One card in the place of another, to be found again."""
    return [points[0], group.times(TWO, points[0]), *points[2:]]


def swapped(points: list[bytes]) -> list[bytes]:
    return [points[1], points[0], *points[2:]]


def doubled(places: Sequence[int], table: SealedTable, payload: Payload) -> Payload:
    """New keys on the first of these cards at all of these places; no two points are the same."""
    deal = table.deck.deal
    assert deal is not None
    assert deal.turn is not None
    mine = table.shares[deal.turn[1]]
    given = list(deal.points)
    for place in places:
        given[place] = deal.points[places[0]]
    mark = group.fingerprint(deal.points)
    keys = [mine._ring.key(deal.asked.head, mark, place) for place in range(len(given))]
    points = rekeyed(mine._mask_of(deal), keys, given)
    return [payload[0], joined(points), *payload[2:]]


def liked(number: int, place: int, table: SealedTable, payload: Payload) -> Payload:
    """The last one to lock the cards puts one of his liking where he is going to draw it."""
    wanted = group.card_points(table.gid, len(table.deck.faces))[number]
    points = split(payload[POINTS])
    points[place] = group.times(TWO, wanted)
    return [payload[0], joined(points), *payload[2:]]
