"""The circumstances of an effect, and whom it happens to."""

from core.cards import Face, Op
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
    """Whom an effect happens to, clockwise from its player."""
    about = g.faces[case.number].about
    meant = _meant(g, op.who, case)
    return [seat for seat in meant if concerns(g, seat, about)] if about else meant


def _meant(g: Table, who: str, case: Case) -> list[int]:
    if who == "you":
        return [case.you] if g.alive[case.you] else []
    if who == "target":
        return [case.to] if case.to >= 0 and g.alive[case.to] else []
    if who == "neighbors":
        return g.neighbors(case.you)
    everybody = g.seats_from(case.you)
    return [s for s in everybody if s != case.you] if who == "others" else everybody


def concerns(g: Table, seat: int, about: str) -> bool:
    """Whether cards about that kind of role touch the seat (COMBO-GREEK-2, COMBO-GRUNT-2)."""
    kinds = g.catalog.role_kinds
    return any(kinds[role] in ("", about) for role in g.roles[seat])


def about_others(g: Table, seat: int, face: Face) -> bool:
    """Whether a card is about a kind of role that the seat does not have."""
    return bool(face.about) and not concerns(g, seat, face.about)
