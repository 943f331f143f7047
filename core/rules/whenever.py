"""Whenevers: R-WHEN-*, RUL-4, RUL-20."""

from core import events as e
from core.actions import CANCEL, PLAY, THROW, Action, Refusal
from core.cards import A_TV, A_WHENEVER, CARD_TARGET, FORBID, WHENEVER, Face
from core.rules.lookup import forbidden, forbidder, held, named, no, speak
from core.rules.rooms import arrive, check_limits, fizzle, push_effects, reward, spend
from core.rules.targets import UNTARGETED, target_problem, targets
from core.rules.windows import announce, cancels, throwable
from core.state import EVERYBODY, ON_TABLE, Laid, Table, Window


def refuse_play(g: Table, action: Action) -> Refusal | None:
    if len(action.cards) != 1:
        return no("one Whenever at a time", "R-WHEN-1")
    number = held(g, action)
    if isinstance(number, Refusal):
        return number
    face = g.faces[number]
    if face.kind != WHENEVER:
        return no("not a Whenever", "R-WHEN-1")
    if face.cancels:
        return no("only as a response", "R-CANCEL-1", "R-CANCEL-4")
    if (problem := speak(g, action.seat)) is not None:
        return problem
    return forbidden(g, action.seat, number) or target_problem(
        g, action.seat, face, action.to, action.on
    )


def do_play(g: Table, action: Action) -> bool:
    number = named(g, action)
    to = g.owner(action.on) if g.faces[number].target == CARD_TARGET else action.to
    return announce(g, action, (number,), to=to)


def settle_play(g: Table, w: Window) -> None:
    """Settle a Whenever: discard it after its effect, or keep it on the table or in the room."""
    card, seat = w.cards[0], w.seat
    face = g.faces[g.face[card]]
    to = w.to if face.target != CARD_TARGET else -1
    if target_problem(g, seat, face, to, w.on) is not None:
        fizzle(g, seat, card)
        return
    to = g.owner(w.on) if face.target == CARD_TARGET else w.to
    if face.stays:
        arrive(g, card, seat, seat, to, w.on)
        return
    if g.catalog.rewarded[face.number]:
        reward(g, seat, face.number)
    if face.week:
        _begin_week(g, card, face, seat)
    elif face.lasting is not None:
        _lay(g, card, face, seat, seat if face.lasting.who == "you" else to)
    else:
        spend(g, seat, card)
    push_effects(g, card, face.play, seat, to, w.on)


def _lay(g: Table, card: int, face: Face, by: int, seat: int) -> None:
    """Put a lasting Whenever next to the player it affects (R-WHEN-2)."""
    assert face.lasting is not None
    until = face.lasting.until
    turns = 2 if until == "end of next turn" and seat == g.turn else 1
    g.table.append(Laid(card, seat, by, until, turns))
    g.where[card] = ON_TABLE
    g.emit(e.LAID, seat, by, (card,), (face.number,))
    g.refresh(seat)
    check_limits(g, seat)


def _begin_week(g: Table, card: int, face: Face, by: int) -> None:
    """Replace the previous Week with one that applies to everyone (GREEK-1)."""
    for laid in [laid for laid in g.table if laid.seat == EVERYBODY]:
        lift(g, laid, "over")
    g.table.append(Laid(card, EVERYBODY, by, NEXT_WEEK, 1))
    g.where[card] = ON_TABLE
    g.emit(e.LAID, EVERYBODY, by, (card,), (face.number,))
    for seat in range(g.players):
        g.refresh(seat)
        check_limits(g, seat)


def lift(g: Table, laid: Laid, why: str) -> None:
    """End a lasting card and discard it."""
    g.table.remove(laid)
    g.emit(e.ENDED, laid.seat, -1, (laid.card,), (g.face[laid.card],), -1, 0, why)
    g.to_discard(laid.card)
    for seat in range(g.players) if laid.seat == EVERYBODY else (laid.seat,):
        g.refresh(seat)


def legal_whenevers(g: Table, seat: int, out: list[Action]) -> None:
    """Add all ways to play the Whenevers of a hand while no window is open."""
    kept = g._plays
    for card in g._whenevers[seat]:
        plays = kept.get(card)
        if plays is None:
            plays = _plays(g, seat, card)
        if plays:
            out += plays


def legal_answers(g: Table, seat: int, top: Window, out: list[Action]) -> None:
    """Add what the cards of a hand can do while that window is open."""
    known, uses, kept = g.face, g.catalog.uses, g._plays
    ref = top[1]
    for card in g._answers[seat]:
        number = known[card]
        use = uses[number]
        if use == A_WHENEVER:
            plays = kept.get(card)
            if plays is None:
                plays = _plays(g, seat, card)
            if plays:
                out += [_new(Action, (*play[:7], ref)) for play in plays]
        elif throwable(g, top) if use == A_TV else cancels(g, g.faces[number], top):
            if g.has[seat] & FORBID and forbidder(g, seat, number) >= 0:
                continue
            ones, how = g.catalog.ones, THROW if use == A_TV else CANCEL
            out.append(_new(Action, (how, seat, ones[card], ones[number], -1, -1, 0, ref)))


def _plays(g: Table, seat: int, card: int) -> tuple[Action, ...]:
    """Return all ways to play a Whenever; cached unless hands or the discard pile matter."""
    number = g.face[card]
    if g.has[seat] & FORBID and forbidder(g, seat, number) >= 0:
        return ()
    face, ones = g.faces[number], g.catalog.ones
    plays = tuple([
        _new(Action, (PLAY, seat, ones[card], ones[number], to, on, 0, 0))
        for to, on in (UNTARGETED if face.aimless else targets(g, seat, face))
    ])  # fmt: skip
    if not (face.salvage or face.pilfers):
        g._plays[card] = plays
    return plays


NEXT_WEEK = "the next Week"
_new = tuple.__new__
REFUSALS = {PLAY: refuse_play}
DEEDS = {PLAY: do_play}
SETTLE = {PLAY: settle_play}
