"""Showing a hand and leaving the game: R-TALK-2, RUL-16."""

from core import events as e
from core.actions import LEAVE, SHOW, Action, Refusal
from core.rules.lookup import no
from core.rules.whenever import lift
from core.state import IN_AIR, IN_DISCARD, Frame, Table, Window


def refuse_show(g: Table, action: Action) -> Refusal | None:
    if not 0 <= action.to < g.players or not g.alive[action.to] or action.to == action.seat:
        return no("choose who sees your hand", "R-TALK-2")
    return None


def do_show(g: Table, action: Action) -> None:
    for card in g.hands[action.seat]:
        g.seen[card] = g.seen.get(card, 0) | 1 << action.to
    g.emit(e.SHOWED, action.seat, action.to)


def refuse_leave(g: Table, action: Action) -> Refusal | None:
    return None


def do_leave(g: Table, action: Action) -> None:
    """Discard hand, room and role, and close up the seats; the last player wins (RUL-16)."""
    seat = action.seat
    g.alive[seat] = False
    g.emit(e.LEFT, seat)
    for laid in [laid for laid in g.table if laid.seat == seat]:
        lift(g, laid, "left")
    for card in g.rooms[seat][:]:
        g.out_of_room(card)
        g.to_discard(card)
    for card in g.hands[seat]:  # nobody may look: face down on the pile
        g.discard.append(card)
        g.where[card] = IN_DISCARD
        g.seen.pop(card, None)
    g.hands[seat] = []
    g.look_anew()
    g.role_discard += [r for r in g.roles[seat] if r != g.catalog.neutral_role]
    g.roles[seat] = ()
    g.tokens[seat] = g.extra_income[seat] = g.extra_time[seat] = g.debt[seat] = 0
    g.next_income[seat] = g.next_time[seat] = g.gloom[seat] = g.madness[seat] = 0
    g.refresh(seat)
    left = g.seats_from(seat)
    if len(left) == 1:
        g.winners = (left[0],)
        g.stack.clear()
        g.emit(e.WON, left[0], word="alone")
        return
    g.stack[:] = [kept for frame in g.stack if (kept := _without(g, frame, seat)) is not None]
    _sweep(g)
    if g.turn == seat and g.begun:
        g.stack.insert(0, ("end-turn",))
    top = g.stack[-1] if g.stack else None
    if isinstance(top, Window):
        g.passed |= 1 << seat
        if g.passed == (1 << g.players) - 1:
            g.stack[-1] = top._replace(op="settle")


def _without(g: Table, frame: Frame, seat: int) -> Frame | None:
    """Return a pending frame without the player who left, or None if it was theirs."""
    if isinstance(frame, Window):
        return None if frame.seat == seat else frame
    name = frame[0]
    if name == "begin-turn":
        return (name, g.seats_from(seat)[0]) if frame[1] == seat else frame
    if name in ("wishes", "contest"):
        rest = tuple(s for s in frame[1] if s != seat)
        return (name, rest, *frame[2:]) if rest else None
    if name in ("ask", "trim", "treat"):
        return None if frame[2] == seat else frame
    if name in ("pick", "pilfered"):
        return None if seat in frame[1:3] else frame
    if name == "phase":
        return None if g.turn == seat else frame
    if name in ("reopen", "end-turn", "shuffle", "deal"):
        return frame
    return None if frame[1] == seat else frame


def _sweep(g: Table) -> None:
    """Discard the cards that the player who left was playing."""
    pending: set[int] = set()
    for frame in g.stack:
        if isinstance(frame, Window):
            pending.update(frame.cards)
        elif frame[0] == "ask":
            pending.update(frame[6])
        elif len(frame) > 2 and frame[0] in _HOLD_A_CARD:
            pending.add(frame[2])
    for card, place in enumerate(g.where):
        if place == IN_AIR and card not in pending:
            g.to_discard(card)


_HOLD_A_CARD = (
    "effect", "outcome", "spent", "arrive", "called", "stranger", "slack", "role", "risked",
)  # fmt: skip
REFUSALS = {SHOW: refuse_show, LEAVE: refuse_leave}
DEEDS = {SHOW: do_show, LEAVE: do_leave}
