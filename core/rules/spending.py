"""Free Time: Activities and shopping trips (R-FREE-*, R-SHOP-*, R-ACT-*, RUL-5)."""

from core import events as e
from core.actions import DO, NOBODY, SHOP, Action, Refusal
from core.cards import (
    ACTIVITY,
    CARD_TARGET,
    DISCOUNT,
    FORBID,
    NO_TIME,
    SURE,
    THING,
)
from core.rules.illicit import caught, excluded, note, risk
from core.rules.lookup import (
    bonus,
    closed,
    cost,
    forbidden,
    forbidder,
    held,
    named,
    needs_time,
    no,
    too_rich,
    trip_time,
)
from core.rules.rooms import arrive, ask, fizzle, lie
from core.rules.targets import UNTARGETED, target_problem, targets
from core.rules.treats import refuse_treat
from core.rules.windows import announce
from core.state import FREE_PHASE, ILLICIT_DONE, Ask, Die, Frame, Table, Treat, Window


def _moment(g: Table, seat: int) -> Refusal | None:
    """Return why the seat can't use Free Time now."""
    if (problem := closed(g, seat)) is not None:
        return no(problem.text, *problem.clauses, "R-FREE-1")
    if g.phase != FREE_PHASE:
        return no("only in your Free Time phase", "R-FREE-1")
    return None


# -- shopping ------------------------------------------------------------------------------------


def refuse_shop(g: Table, action: Action) -> Refusal | None:
    seat = action.seat
    if g.stack and isinstance(top := g.stack[-1], Treat):
        return refuse_treat(g, action, top)
    if not action.cards or len(set(action.cards)) != len(action.cards):
        return no("name each Thing once", "R-SHOP-1", "RUL-5")
    total = 0
    for at in range(len(action.cards)):
        number = held(g, action, at)
        if isinstance(number, Refusal):
            return number
        if g.catalog.kinds[number] != THING:
            return no(f"not a Thing: {g.faces[number].name}", "R-SHOP-1")
        if (problem := forbidden(g, seat, number)) is not None:
            return problem
        if (problem := too_rich(g, seat, number)) is not None:
            return problem
        if g.catalog.illegal:
            if (problem := excluded(g, seat, number)) is not None:
                return problem
            if len(action.cards) > 1 and g.catalog.illicit[number]:
                return no(f"Illicit: buy {g.faces[number].name} alone", "GRUNT-1")
        total += cost(g, seat, number)
    if (problem := _moment(g, seat)) is not None:
        return problem
    if g.time_left(seat) < trip_time(g, seat, named(g, action)):
        return no("no Free Time left", "R-ROLE-2", "R-FREE-1", "R-SHOP-1", "R-SHOP-2")
    if total > (left := g.income_left(seat)):
        return no(f"costs {total}, you have {left}", "R-SHOP-1", "R-ROLE-1")
    return None


def do_shop(g: Table, action: Action) -> bool:
    seat = action.seat
    faces = tuple(named(g, action, at) for at in range(len(action.cards)))
    if g.stack:  # for nothing (CTH-5)
        g.stack.pop()
        return announce(g, action, faces)
    costs = tuple(cost(g, seat, number) for number in faces)
    timed = trip_time(g, seat, faces[0])
    g.extra_time[seat] -= timed
    g.extra_income[seat] -= sum(costs)
    return announce(g, action, faces, timed=timed, costs=costs)


def settle_shop(g: Table, w: Window) -> None:
    """Let Things enter in the order named; the goal is checked after each (RUL-5)."""
    number = g.face[w.cards[0]]
    if g.catalog.illicit[number]:
        note(g, w.seat, number)
        risk(g, w.seat, w.cards[0], -1, -1)
        return
    for card in reversed(w.cards):
        _unpack(g, w.seat, card)


def _unpack(g: Table, seat: int, card: int) -> None:
    """Bring a bought Thing into the room; some are rolled for (GRUNT-4)."""
    if g.printed(card).die is None:
        g.stack.append(("arrive", seat, card, seat))
    else:
        _roll(g, seat, card, -1, -1)


# -- Activities ----------------------------------------------------------------------------------


def refuse_do(g: Table, action: Action) -> Refusal | None:
    seat = action.seat
    if len(action.cards) != 1:
        return no("one Activity at a time", "R-FREE-1")
    number = held(g, action)
    if isinstance(number, Refusal):
        return number
    face = g.faces[number]
    if face.kind != ACTIVITY:
        return no("not an Activity", "R-FREE-1")
    if (problem := forbidden(g, seat, number)) is not None:
        return problem
    if (problem := _moment(g, seat)) is not None:
        return problem
    if g.catalog.illegal and (problem := excluded(g, seat, number)) is not None:
        return problem
    if g.time_left(seat) < needs_time(g, seat, number):
        return no("no Free Time left", "R-ROLE-2", "R-FREE-1")
    price = cost(g, seat, number)
    if price > (left := g.income_left(seat)):
        return no(f"costs {price}, you have {left}", "R-ACT-1", "R-ROLE-1")
    if (problem := too_rich(g, seat, number)) is not None:
        return problem
    return target_problem(g, seat, face, action.to, action.on)


def do_do(g: Table, action: Action) -> bool:
    seat, number = action.seat, named(g, action)
    timed, price = needs_time(g, seat, number), cost(g, seat, number)
    g.extra_time[seat] -= timed
    g.extra_income[seat] -= price
    to = g.owner(action.on) if g.faces[number].target == CARD_TARGET else action.to
    return announce(g, action, (number,), to=to, timed=timed, costs=(price,))


def settle_do(g: Table, w: Window) -> None:
    """Settle an Activity; a sure number may replace its roll, which comes last (R-CANCEL-5).

    If the card it named is gone, the Activity is wasted (RUL-20).
    """
    card, seat = w.cards[0], w.seat
    face = g.printed(card)
    if face.target == CARD_TARGET and target_problem(g, seat, face, NOBODY, w.on) is not None:
        fizzle(g, seat, card)
        return
    if g.catalog.illegal:
        number = g.face[card]
        note(g, seat, number)
        if g.catalog.illicit[number]:
            risk(g, seat, card, w.to, w.on)
            return
    _perform(g, seat, card, w.to, w.on)


def risked(g: Table, frame: Frame) -> None:
    """Settle an Illicit card after its roll: caught or not (GRUNT-2)."""
    _, seat, card, to, on, needs = frame
    if g.result < needs:
        caught(g, seat, card)
    elif g.printed(card).kind == THING:
        _unpack(g, seat, card)
    else:
        _perform(g, seat, card, to, on)


def _perform(g: Table, seat: int, card: int, to: int, on: int) -> None:
    face = g.printed(card)
    if face.die is None:
        arrive(g, card, seat, seat, to, on)
        return
    sure = g.has[seat] & SURE and sorted({
        amount
        for number in g.stands[seat]
        for match, amount in g.faces[number].sure
        if match[face.number]
    })  # fmt: skip
    if sure:
        ask(g, seat, "sure", "sure", [0, *sure], (card, to, on))
    else:
        _roll(g, seat, card, to, on)


def _roll(g: Table, seat: int, card: int, to: int, on: int) -> None:
    number = g.face[card]
    least = 1 - (g.faces[number].die or 0) - bonus(g, seat, number)
    g.stack.append(("slack", seat, card, to, on))
    g.stack.append(Die("die", seat, "slack", card, max(0, min(least, 7))))


def answer_sure(g: Table, question: Ask, option: int) -> None:
    card, to, on = question.context
    if option == 0:
        _roll(g, question.seat, card, to, on)
    else:
        _succeed(g, question.seat, card, option, to, on)


def rolled(g: Table, frame: Frame) -> None:
    _, seat, card, to, on = frame
    _succeed(g, seat, card, g.result + (g.printed(card).die or 0), to, on)


def _succeed(g: Table, seat: int, card: int, base: int, to: int, on: int) -> None:
    """Settle rolled Slack: 0 or less fails (R-ACT-3), but may stay by house rule (GRUNT-4)."""
    number = g.face[card]
    result = base + bonus(g, seat, number)  # RUL-21
    if result > 0 or g.faces[number].endure:
        g.mark[card] = base
        arrive(g, card, seat, seat, to, on)
        return
    g.emit(e.FAILED, seat, -1, (card,), (number,), -1, result)
    if g.options["negative-slack"] == "on":
        g.mark[card] = min(base, result)  # no bonus without success
        lie(g, card, seat, seat)
    else:
        g.to_discard(card)


# -- what may be done ------------------------------------------------------------------------------


def legal_spending(g: Table, seat: int, out: list[Action]) -> None:
    """List single-Thing trips and Activities; build bigger trips from these and ask."""
    income, free, has = g.income_left(seat), g.time_left(seat), g.has[seat]
    if not free and not has & NO_TIME and not g.catalog.illegal:
        return
    done = g.fixed >= ILLICIT_DONE
    catalog, faces, known = g.catalog, g.faces, g.face
    spendable, banned, cheaper = catalog.spendable, catalog.forbidden, catalog.discounted
    ones = catalog.ones
    for card in g.hands[seat]:
        number = known[card]
        if not spendable[number]:
            continue
        face = faces[number]
        cheap = has & DISCOUNT and cheaper[number]
        if (cost(g, seat, number) if cheap else face.cost) > income:
            continue
        if has & FORBID and banned[number] and forbidder(g, seat, number) >= 0:
            continue
        if face.income_limit is not None and too_rich(g, seat, number) is not None:
            continue
        if done and excluded(g, seat, number) is not None:
            continue
        if face.kind == THING:
            if free or not trip_time(g, seat, number):
                out.append(_new(Action, (SHOP, seat, ones[card], ones[number], -1, -1, 0, 0)))
        elif free or not needs_time(g, seat, number):
            for to, on in UNTARGETED if face.aimless else targets(g, seat, face):
                out.append(_new(Action, (DO, seat, ones[card], ones[number], to, on, 0, 0)))


_new = tuple.__new__
REFUSALS = {SHOP: refuse_shop, DO: refuse_do}
DEEDS = {SHOP: do_shop, DO: do_do}
STEPS = {"slack": rolled, "risked": risked}
SETTLE = {SHOP: settle_shop, DO: settle_do}
ANSWERS = {"sure": answer_sure}
