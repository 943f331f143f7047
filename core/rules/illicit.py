"""Illicit cards: GRUNT-1 to GRUNT-3, RUL-26."""

from core import events as e
from core.actions import Refusal
from core.rules.lookup import no
from core.state import ILLICIT_DONE, SLEPT, Die, Table

SAFE = 3  # from here on nobody notices


def excluded(g: Table, seat: int, face: int) -> Refusal | None:
    """Refuse Illicit cards in a turn with Sleep or TV, and the other way around (GRUNT-1)."""
    if g.fixed < ILLICIT_DONE or seat != g.turn:
        return None
    catalog = g.catalog
    if catalog.illicit[face]:
        if g.fixed & SLEPT:
            return no("nothing Illicit after Sleep or TV", "GRUNT-1")
    elif g.fixed & ILLICIT_DONE and (catalog.sleep[face] or catalog.tv[face]):
        return no("no Sleep or TV after something Illicit", "GRUNT-1")
    return None


def note(g: Table, seat: int, face: int) -> None:
    """Remember for the rest of the turn what was done in it (GRUNT-1)."""
    catalog = g.catalog
    if seat == g.turn:
        if catalog.illicit[face]:
            g.fixed |= ILLICIT_DONE
        elif catalog.sleep[face] or catalog.tv[face]:
            g.fixed |= SLEPT


def risk(g: Table, seat: int, card: int, to: int, on: int) -> None:
    """Roll whether anyone notices (GRUNT-2)."""
    cunning = sum(g.faces[number].cunning for number in g.stands[seat])
    needs = max(1, min(7, SAFE - cunning))
    g.stack.append(("risked", seat, card, to, on, needs))
    g.stack.append(Die("die", seat, "illicit", card, needs))


def caught(g: Table, seat: int, card: int) -> None:
    """Take the card, its Cost, and Free Time of this turn and the next (GRUNT-2, RUL-26)."""
    lost = not any(g.faces[number].alibi for number in g.stands[seat])
    g.emit(e.CAUGHT, seat, -1, (card,), (g.face[card],), -1, int(lost))
    g.to_discard(card)
    if lost:
        if seat == g.turn:
            g.extra_time[seat] -= g.time_left(seat)
        g.next_time[seat] -= 1
