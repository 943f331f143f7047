"""Gloom, Madness and parties: GOTH-*, CTH-1 to CTH-3, GREEK-2, RUL-28."""

from core import events as e
from core.cards import Op
from core.rules.cases import Case, seats
from core.rules.rooms import add_tokens
from core.state import MADNESS, Table

UTTERLY = len(MADNESS) - 1  # so much Madness is no longer counted (CTH-2)


# -- Gloom -----------------------------------------------------------------------------------------


def gloom(g: Table, op: Op, case: Case) -> None:
    """Give Gloom; more with an audience, a Person in the room (GOTH-2, GOTH-4)."""
    for seat in seats(g, op, case):
        add_gloom(g, seat, op.amount + (op.extra if g.guests[seat] else 0))


def goth(g: Table, roles: tuple[int, ...]) -> bool:
    """Return whether the seat can have Gloom: only Goth roles can (COMBO-GOTH-1)."""
    return any(g.catalog.goths[role] for role in roles)


def add_gloom(g: Table, seat: int, amount: int, why: str = "") -> None:
    """Add Gloom, which counts as Slack (GOTH-1) and stays at 0 or more (RUL-28)."""
    if amount > 0 and not goth(g, g.roles[seat]):
        return
    change = max(amount, -g.gloom[seat])
    if change:
        g.gloom[seat] += change
        g.slack[seat] += change
        g.moved = True
        g.emit(e.GLOOM, seat, n=change, word=why)


def alone(g: Table) -> None:
    """Take one Gloom from a player without People after Call People (GOTH-3)."""
    seat = g.turn
    if not g.guests[seat]:
        add_gloom(g, seat, -1, "alone")


def converted(g: Table, seat: int, old: tuple[int, ...]) -> None:
    """A role of the other side: Gloom turns into one token, or begins (COMBO-GOTH-2)."""
    was, now = goth(g, old), goth(g, g.roles[seat])
    if was and not now and g.gloom[seat]:
        add_gloom(g, seat, -g.gloom[seat], "left")
        add_tokens(g, seat, 1)
    elif now and not was:
        add_gloom(g, seat, 1, "joined")


# -- Madness ---------------------------------------------------------------------------------------


def madness(g: Table, op: Op, case: Case) -> None:
    for seat in seats(g, op, case):
        add_madness(g, seat, op.amount)


def add_madness(g: Table, seat: int, amount: int) -> None:
    """Moves along the table of CTH-1; from 9 on every Madness is a Slack token (CTH-2, CTH-3)."""
    change = amount * g.house.madness[amount < 0]
    now = g.madness[seat]
    after = now if now == UTTERLY else max(0, min(UTTERLY, now + change))
    if after != now:
        g.madness[seat] = after
        g.slack[seat] += MADNESS[after] - MADNESS[now]
        g.moved = True
        g.emit(e.MADNESS, seat, n=after - now)
        if after == UTTERLY:
            g.emit(e.UTTERLY_MAD, seat)
    spilled = change - (after - now)
    if spilled > 0:
        add_tokens(g, seat, spilled)


# -- parties ---------------------------------------------------------------------------------------


def parties(g: Table) -> None:
    """Enough People at the end of any turn are a party (GREEK-2)."""
    for seat in range(g.players):
        guests = len(g.guests[seat])
        if guests >= g.house.party:
            g.emit(e.PARTY, seat, n=guests)
            add_tokens(g, seat, 1)


VERBS = {"gloom": gloom, "madness": madness}
