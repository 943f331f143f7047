"""What is left of Income and Free Time, and what gives or takes: R-ROLE-1, RUL-18, RUL-23, GRUNT-8.

What is left is worked out (`Table.income_left`, `Table.time_left`); kept is only what single cards
gave or took in this turn, less what was spent. Before the turn, and before the die in it, their
gifts and losses wait in `next_income` and `next_time`: they come off what the die gives.
"""

from core.fields import INCOME_SETTLED, TIME_SETTLED
from core.state import DRAW_PHASE, Table


def rolls_income(g: Table, seat: int) -> bool:
    """Return whether the seat has yet to roll its Income (R-ROLE-4)."""
    low, high = g.faces[g.roles[seat][0]].income
    return low != high and not g.fixed & INCOME_SETTLED


def rolls_time(g: Table, seat: int) -> bool:
    low, high = g.faces[g.roles[seat][0]].free_time
    return low != high and not g.fixed & TIME_SETTLED


def owes_later(g: Table, seat: int) -> bool:
    """Return whether a bill waits for the seat's turn, or for the roll in it."""
    return seat != g.turn or (g.phase == DRAW_PHASE and rolls_income(g, seat))


def change_income(g: Table, seat: int, amount: int) -> bool:
    """Give or take a card's Income, up to all there is. Return whether that was right away."""
    now = seat == g.turn
    if owes_later(g, seat):
        g.next_income[seat] += amount
    else:
        g.extra_income[seat] += max(amount, -g.income_left(seat))
    return now


def change_time(g: Table, seat: int, amount: int) -> bool:
    """The same for Free Time, which can be used at once (R-FREE-2)."""
    now = seat == g.turn
    if not now or (g.phase == DRAW_PHASE and rolls_time(g, seat)):
        g.next_time[seat] += amount
    else:
        g.extra_time[seat] += max(amount, -g.time_left(seat))
    return now


def settle_income(g: Table, seat: int) -> None:
    """The Income of the turn is known: what was waiting comes off it, and leaves no debt."""
    waiting, g.next_income[seat] = g.next_income[seat], 0
    g.extra_income[seat] += max(waiting, -max(g.base_income[seat], g.income_left(seat)))


def settle_time(g: Table, seat: int) -> None:
    waiting, g.next_time[seat] = g.next_time[seat], 0
    g.extra_time[seat] += max(waiting, -max(g.base_time[seat], g.time_left(seat)))
