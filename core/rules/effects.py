"""The verbs of card data, carried out. One function for each; the table is at the end."""

from collections.abc import Callable

from core import events as e
from core.cards import HOARD, Op
from core.rules import roles, tracks, treats
from core.rules.cases import Case, seats
from core.rules.lookup import barred
from core.rules.means import change_income, change_time, owes_later
from core.rules.rooms import add_tokens, ask, check_limits, go, lose_one, places, throw_out
from core.rules.whenever import lift
from core.state import HIDDEN, IN_HAND, IN_ROOM, ON_TABLE, Ask, Die, Frame, Table, Trim


def effect(g: Table, frame: Frame) -> None:
    """Carry out one op of a card for the seat `you`."""
    _, you, card, number, at, to, on = frame
    op = g.faces[number].ops[at]
    DO[op.verb](g, op, Case(you, card, number, at, to, on))


# -- money and time ------------------------------------------------------------------------------


def income(g: Table, op: Op, case: Case) -> None:
    """Change Income, this turn if it's theirs, otherwise on the next one (RUL-18, RUL-23)."""
    for seat in seats(g, op, case):
        now = change_income(g, seat, op.amount)
        g.emit(e.INCOME, seat, n=op.amount, word="now" if now else "next")


def time(g: Table, op: Op, case: Case) -> None:
    """Change Free Time; extra Free Time can be used right away (R-FREE-2, RUL-23)."""
    for seat in seats(g, op, case):
        now = change_time(g, seat, op.amount)
        g.emit(e.TIME, seat, n=op.amount, word="now" if now else "next")


def bill(g: Table, op: Op, case: Case) -> None:
    for seat in seats(g, op, case):
        g.emit(e.BILLED, seat, n=op.amount)
        if owes_later(g, seat):
            g.debt[seat] += op.amount
        else:
            pay(g, seat, op.amount)


def pay(g: Table, seat: int, amount: int) -> None:
    """Pay, up to all the Income there is (R-ROLE-1)."""
    paid = min(amount, g.income_left(seat))
    g.extra_income[seat] -= paid
    g.emit(e.PAID, seat, n=paid)


# -- Slack, goals, roles -------------------------------------------------------------------------


def goal(g: Table, op: Op, case: Case) -> None:
    for seat in seats(g, op, case):
        g.goal_change[seat] += op.amount
        g.moved = True
        g.emit(e.GOAL, seat, n=op.amount)


def tokens(g: Table, op: Op, case: Case) -> None:
    for seat in seats(g, op, case):
        add_tokens(g, seat, op.amount)


def mark(g: Table, op: Op, case: Case) -> None:
    _mark(g, case.on, op.amount)


def worth(g: Table, op: Op, case: Case) -> None:
    """Set markers so the card is worth exactly that before others in the room add to it."""
    _mark(g, case.on, op.amount - g.catalog.slack[g.face[case.on]] - g.mark[case.on])


def mark_all(g: Table, op: Op, case: Case) -> None:
    for seat in seats(g, op, case):
        for card in g.rooms[seat]:
            if op.match[g.face[card]] and card != case.card:
                _mark(g, card, op.amount)


def _mark(g: Table, card: int, amount: int) -> None:
    seat = g.owner(card)
    if seat >= 0:
        g.put_marker(card, max(-99, min(99, g.mark[card] + amount)))
        g.emit(e.MARKED, seat, -1, (card,), (g.face[card],), -1, amount)


# -- cards in play -------------------------------------------------------------------------------


def take(g: Table, op: Op, case: Case) -> None:
    """Move a card to another room with its markers, without playing it again (R-ROLE-5)."""
    if g.where[case.on] < IN_ROOM or barred(g, g.face[case.on], case.you):
        return
    owner = g.out_of_room(case.on)
    g.into_room(case.you, case.on)
    g.emit(e.TAKEN, case.you, owner, (case.on,), (g.face[case.on],))
    check_limits(g, case.you)


def trash(g: Table, op: Op, case: Case) -> None:
    if g.where[case.on] == ON_TABLE:
        for laid in [laid for laid in g.table if laid.card == case.on]:
            lift(g, laid, "trashed")
    elif g.where[case.on] >= IN_ROOM:
        throw_out(g, case.on, "trashed")


def trash_all(g: Table, op: Op, case: Case) -> None:
    for seat in seats(g, op, case):
        _clear(g, seat, op, case.card)


def scare(g: Table, op: Op, case: Case) -> None:
    _clear(g, case.you, op, case.card)


def _clear(g: Table, seat: int, op: Op, spared: int) -> None:
    for card in g.rooms[seat][:]:
        if op.match[g.face[card]] and card != spared and not g.printed(card).permanent:
            throw_out(g, card, "trashed")


def lose(g: Table, op: Op, case: Case) -> None:
    for seat in reversed(seats(g, op, case)):
        g.stack.append(("lose", seat, case.number, case.at))


def step_lose(g: Table, frame: Frame) -> None:
    _, seat, number, at = frame
    match = g.faces[number].ops[at].match
    lose_one(g, seat, [c for c in g.rooms[seat] if match[g.face[c]] and not g.printed(c).permanent])


def send(g: Table, op: Op, case: Case) -> None:
    if g.where[case.on] < IN_ROOM:
        return
    options = places(g, case.on, "last")
    if len(options) == 1:
        go(g, case.on, options[0])
    else:
        ask(g, case.you, "send", "seat", options, (case.on,))


def answer_send(g: Table, question: Ask, option: int) -> None:
    if g.owner(question.context[0]) >= 0:
        go(g, question.context[0], option)


# -- hands and piles -----------------------------------------------------------------------------


def draw(g: Table, op: Op, case: Case) -> None:
    for seat in reversed(seats(g, op, case)):
        g.stack.append(("hand", seat))
        g.stack.append(("draw", seat, op.amount))


def drop(g: Table, op: Op, case: Case) -> None:
    for seat in reversed(seats(g, op, case)):
        g.stack.append(("drop", seat, op.amount))


def step_drop(g: Table, frame: Frame) -> None:
    _, seat, amount = frame
    _trim(g, seat, amount)


def step_hand(g: Table, frame: Frame) -> None:
    """Trim a hand that got too big outside the Draw phase (RUL-14)."""
    seat = frame[1]
    if not g.has[seat] & HOARD:
        _trim(g, seat, len(g.hands[seat]) - g.hand_limit(seat))


def _trim(g: Table, seat: int, count: int) -> None:
    count = min(count, len(g.hands[seat]))
    if count > 0:
        g.ref += 1
        g.stack.append(Trim("trim", g.ref, seat, count))
        g.emit(e.ASKED, seat, n=count, word="trim")


def pilfer(g: Table, op: Op, case: Case) -> None:
    if case.to >= 0 and g.hands[case.to]:
        g.stack.append(("hand", case.you))
        g.stack.append(("pilfered", case.you, case.to))
        g.stack.append(("pick", case.you, case.to))


def pilfered(g: Table, frame: Frame) -> None:
    _, you, victim = frame
    card = g.result
    seen = g.seen.pop(card, 0)
    g.hands[victim].remove(card)
    g.hands[you].append(card)
    g.where[card] = IN_HAND + you
    g.seen[card] = seen | 1 << victim
    g.look_anew()
    g.emit(e.PILFERED, you, victim, (card,))


def salvage(g: Table, op: Op, case: Case) -> None:
    options = [c for c in g.discard if g.pub[c] != HIDDEN and op.match[g.pub[c]]]
    if len(options) == 1:
        _salvage(g, case.you, options[0])
    elif options:
        ask(g, case.you, "salvage", "card", options, ())


def answer_salvage(g: Table, question: Ask, option: int) -> None:
    _salvage(g, question.seat, option)


def _salvage(g: Table, seat: int, card: int) -> None:
    g.discard.remove(card)
    g.emit(e.SALVAGED, seat, -1, (card,), (g.face[card],))
    g.to_hand(seat, card, seen=(1 << g.players) - 1)
    g.stack.append(("hand", seat))


# -- dice ------------------------------------------------------------------------------------------


def roll(g: Table, op: Op, case: Case) -> None:
    frame = ("outcome", case.you, case.card, case.number, case.at, case.to, case.on)
    g.stack.append(frame)
    g.stack.append(_new(Die, ("die", case.you, "effect", case.card, 4)))


def outcome(g: Table, frame: Frame) -> None:
    _, you, card, number, at, to, on = frame
    op = g.faces[number].ops[at]
    for inner in reversed(op.high if g.result >= 4 else op.low):
        g.stack.append(("effect", you, card, number, inner, to, on))


_new = tuple.__new__
DO: dict[str, Callable[[Table, Op, Case], None]] = {
    "income": income,
    "time": time,
    "bill": bill,
    "goal": goal,
    "tokens": tokens,
    **roles.VERBS,
    **tracks.VERBS,
    **treats.VERBS,
    "take": take,
    "trash": trash,
    "trash-all": trash_all,
    "lose": lose,
    "mark": mark,
    "worth": worth,
    "mark-all": mark_all,
    "send": send,
    "draw": draw,
    "drop": drop,
    "pilfer": pilfer,
    "salvage": salvage,
    "roll": roll,
    "scare": scare,
}
STEPS = {
    "effect": effect,
    "outcome": outcome,
    "lose": step_lose,
    "drop": step_drop,
    "hand": step_hand,
    "pilfered": pilfered,
}
ANSWERS = {"send": answer_send, "salvage": answer_salvage}
