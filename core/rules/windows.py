"""Announcements and their windows: RUL-1 to RUL-4, R-CANCEL-*, R-TV-*."""

from core import events as e
from core.actions import CALL, CANCEL, DO, PASS, SHOP, THROW, Action, Refusal
from core.cards import ACTIVITY, WHENEVER, Face
from core.rules.lookup import forbidden, held, named, no, speak, window
from core.rules.rooms import arrive, fizzle, push_effects, spend
from core.state import Frame, Table, Treat, Window

TOO_LATE = ("R-CANCEL-4", "R-CANCEL-1", "R-CANCEL-2", "R-CANCEL-5")


def absent(g: Table, seat: int) -> int:
    """Return the pass mask a window opens with: the announcer and players who left."""
    mask = 1 << seat
    for other, there in enumerate(g.alive):
        if not there:
            mask |= 1 << other
    return mask


def announce(
    g: Table,
    action: Action,
    faces: tuple[int, ...],
    to: int = -1,
    timed: int = 0,
    costs: tuple[int, ...] = (),
) -> bool:
    """Put cards down for everyone to see and open the window (RUL-1, RUL-2)."""
    kind, seat, cards, _, _, on, _, _ = action
    for at, card in enumerate(cards):
        g.from_hand(seat, card, faces[at])
    stack = g.stack
    if stack:
        stack.append(("reopen",))
    g.ref = ref = g.ref + 1
    g.passed = 1 << seat if all(g.alive) else absent(g, seat)
    stack.append(_new(Window, ("window", ref, kind, seat, cards, to, on, timed, costs)))
    g.events.append(_new(e.Event, (e.ANNOUNCED, seat, to, cards, faces, on, 0, kind)))
    return True


def reopen(g: Table, frame: Frame) -> None:
    """Reopen the first announcement if it survives the response (RUL-2)."""
    top = window(g)
    if top is not None:
        g.ref += 1
        g.stack[-1] = top._replace(ref=g.ref)
        g.passed = absent(g, top.seat)


# -- passing -------------------------------------------------------------------------------------


def treat(g: Table) -> Treat | None:
    """Return the open offer to play a Thing for free, if there's one."""
    if g.stack:
        top = g.stack[-1]
        if isinstance(top, Treat):
            return top
    return None


def refuse_pass(g: Table, action: Action) -> Refusal | None:
    top = window(g) or treat(g)
    if top is None:
        return no("nothing to respond to", "RUL-1")
    if action.ref not in (0, top.ref):
        return no("too late to respond", "RUL-1")
    if g.passed >> action.seat & 1:
        return no("you can't respond now", "RUL-1")
    return None


# -- being canceled ------------------------------------------------------------------------------


def stop(g: Table, target: Window, by: int) -> None:
    """Undo an announcement, but not its Free Time (R-CANCEL-3, R-WIN-3, R-SHOP-2)."""
    g.extra_income[target.seat] += sum(target.costs)
    faces = tuple(g.face[card] for card in target.cards)
    g.emit(e.STOPPED, target.seat, by, target.cards, faces, -1, 0, target.kind)
    if target.kind == SHOP and not g.catalog.illicit[faces[0]]:  # GRUNT-3
        for card in target.cards:
            g.to_hand(target.seat, card, seen=(1 << g.players) - 1)
        g.emit(e.RETURNED, target.seat, -1, target.cards, faces)
        g.stack.append(("hand", target.seat))  # RUL-14
    else:
        for card in target.cards:
            g.to_discard(card)


def answered(g: Table) -> Window | None:
    """Take the announcement below a settled response off the stack."""
    if len(g.stack) >= 2 and g.stack[-1] == ("reopen",):
        below = g.stack[-2]
        if isinstance(below, Window):
            del g.stack[-2:]
            return below
    return None


# -- canceling -----------------------------------------------------------------------------------


def cancels(g: Table, face: Face, target: Window) -> bool:
    """Return whether the card cancels that announcement (R-CANCEL-1, R-DOUBLE-1, RUL-3)."""
    match, known = face.cancels, g.face
    if not match:
        return False
    for card in target[4]:
        if match[known[card]]:
            return True
    return target[2] == SHOP and face.cancels_trip


def refuse_cancel(g: Table, action: Action) -> Refusal | None:
    if len(action.cards) != 1:
        return no("cancel with one card", "R-CANCEL-1")
    number = held(g, action)
    if isinstance(number, Refusal):
        return number
    face = g.faces[number]
    if face.kind != WHENEVER or not face.cancels:
        return no("can't cancel anything", "R-CANCEL-1")
    top = window(g)
    if top is None:
        return no("nothing to cancel right now", *TOO_LATE)
    if action.ref not in (0, top.ref):
        return no("too late to respond", "R-CANCEL-2", "RUL-1")
    if (problem := speak(g, action.seat)) is not None:
        return problem
    if not cancels(g, face, top):
        if top.kind == SHOP:
            return no("can't cancel a shopping trip", "R-CANCEL-1", "R-SHOP-2", "RUL-20",
                      "R-CANCEL-2", "R-CANCEL-4")  # fmt: skip
        names = g.printed(top.cards[0]).name
        return no(f"can't cancel {names}", "R-CANCEL-1", "RUL-3", "RUL-20",
                  "R-CANCEL-2", "R-CANCEL-4")  # fmt: skip
    return forbidden(g, action.seat, number)


def do_cancel(g: Table, action: Action) -> bool:
    return announce(g, action, (named(g, action),))


def settle_cancel(g: Table, w: Window) -> None:
    seat, cards = w.seat, w.cards
    card = cards[0]
    face = g.printed(card)
    target = answered(g)
    spend(g, seat, card)
    if target is None:
        g.emit(e.FIZZLED, seat, -1, cards, (face.number,), -1, 0, "no-target")
        return
    push_effects(g, card, face.play, seat, target.seat, -1)
    hit = tuple(c for c in target.cards if face.cancels[g.face[c]])
    rest = tuple(c for c in target.cards if c not in hit)
    if target.kind == SHOP and not face.cancels_trip:
        _stop_some(g, target, hit, rest, seat)
    else:
        stop(g, target, seat)


def _stop_some(
    g: Table, target: Window, hit: tuple[int, ...], rest: tuple[int, ...], by: int
) -> None:
    """Discard the Things a card cancels and let the trip continue (R-CANCEL-3)."""
    paid = dict(zip(target.cards, target.costs, strict=False))  # nothing for what was free
    g.extra_income[target.seat] += sum(paid.get(c, 0) for c in hit)
    faces = tuple(g.face[c] for c in hit)
    g.emit(e.STOPPED, target.seat, by, hit, faces, -1, 0, target.kind)
    for card in hit:
        g.to_discard(card)
    if not rest:
        return
    at = len(g.stack)
    while at and g.stack[at - 1][0] in ("effect", "spent"):
        at -= 1
    left = target._replace(cards=rest, costs=tuple(paid[c] for c in rest if c in paid))
    g.stack[at:at] = [left, ("reopen",)]


# -- TV --------------------------------------------------------------------------------------------


def refuse_throw(g: Table, action: Action) -> Refusal | None:
    if len(action.cards) != 1:
        return no("throw one TV card", "R-TV-2")
    number = held(g, action)
    if isinstance(number, Refusal):
        return number
    face = g.faces[number]
    if face.kind != ACTIVITY or not g.catalog.tv[number]:
        return no("not TV", "R-TV-2")
    if not g.catalog.edition.tv_attack:
        return no("no TV throwing in this edition", "R-TV-2")
    top = window(g)
    if top is None:
        return no("no Activity or trip to throw at", "R-TV-2", *TOO_LATE)
    if action.ref not in (0, top.ref):
        return no("too late to respond", "R-CANCEL-2", "RUL-1")
    if top.kind == CALL:
        return no("not at a call: TV can't cancel it", "R-TV-4", "R-TV-2")
    if top.kind not in (SHOP, DO):
        return no("only at an Activity or a trip", "R-TV-2")
    if top.kind == DO and g.catalog.military[g.face[top.cards[0]]]:
        return no("not at a military Activity", "COMBO-GRUNT-2", "R-TV-2")
    if (problem := speak(g, action.seat)) is not None:
        return no(problem.text, *problem.clauses, "R-TV-2")
    if not top.timed:
        return no("only at plays that take Free Time", "RUL-7", "R-TV-2")
    return forbidden(g, action.seat, number)


def do_throw(g: Table, action: Action) -> bool:
    top = Window(*g.stack[-1])
    return announce(g, action, (named(g, action),), to=top.seat)


def settle_throw(g: Table, w: Window) -> None:
    """Make the victim watch TV instead and keep the card (R-TV-2, R-TV-3, RUL-8)."""
    seat, cards = w.seat, w.cards
    target = answered(g)
    if target is None:
        fizzle(g, seat, cards[0])
        return
    stop(g, target, seat)
    arrive(g, cards[0], target.seat, seat)


def throwable(g: Table, target: Window) -> bool:
    """Return whether TV can hit that announcement (R-TV-2, R-TV-4, RUL-7, COMBO-GRUNT-2)."""
    if not target[7] or not g.catalog.editions[0].tv_attack:
        return False
    kind = target[2]
    return kind == SHOP or (kind == DO and not g.catalog.military[g.face[target[4][0]]])


_new = tuple.__new__
REFUSALS = {PASS: refuse_pass, CANCEL: refuse_cancel, THROW: refuse_throw}
DEEDS = {CANCEL: do_cancel, THROW: do_throw}
STEPS = {"reopen": reopen}
SETTLE = {CANCEL: settle_cancel, THROW: settle_throw}
