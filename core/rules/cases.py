"""The circumstances of an effect, and the players it happens to."""

from core.cards import Op
from core.state import Table


class Case:
    """The circumstances of an effect: whose it is, the card it comes from, its target."""

    __slots__ = ("at", "card", "number", "on", "to", "you")

    def __init__(self, you: int, card: int, number: int, at: int, to: int, on: int) -> None:
        self.you = you
        self.card = card
        self.number = number
        self.at = at
        self.to = to
        self.on = on


def seats(g: Table, op: Op, case: Case) -> list[int]:
    """Return the seats an effect happens to, clockwise from its player."""
    face = g.faces[case.number]
    meant = _meant(g, op.who, case)
    return [seat for seat in meant if g.concerned(seat, face)] if face.about else meant


def _meant(g: Table, who: str, case: Case) -> list[int]:
    if who == "you":
        return [case.you] if g.alive[case.you] else []
    if who == "target":
        return [case.to] if case.to >= 0 and g.alive[case.to] else []
    if who == "neighbors":
        return g.neighbors(case.you)
    everybody = g.seats_from(case.you)
    return [s for s in everybody if s != case.you] if who == "others" else everybody
