"""The turn and its five phases: R-DRAW-1, R-ROLL-1, R-ROLE-4, R-DISC-*, RUL-13, RUL-29."""

from core import events as e
from core.actions import DISCARD, NEXT, Action, Refusal
from core.cards import RESTLESS
from core.fields import INCOME_SETTLED, TIME_SETTLED, Told
from core.rules.effects import pay
from core.rules.lookup import closed, held, no
from core.rules.means import rolls_income, rolls_time, settle_income, settle_time
from core.rules.people import turn_effects
from core.rules.tracks import alone, parties
from core.rules.whenever import lift
from core.state import (
    CALL_PHASE,
    DISCARD_PHASE,
    DRAW_PHASE,
    FREE_PHASE,
    ROLL_PHASE,
    Die,
    Frame,
    Table,
    Trim,
)

HIGH = 4  # a variable stat takes its higher number from here on (R-ROLE-4)


# -- going on --------------------------------------------------------------------------------------


def refuse_next(g: Table, action: Action) -> Refusal | None:
    if (problem := closed(g, action.seat)) is not None:
        return problem
    if action.ref not in (0, g.phase + 1):
        return no("that phase is over", "RUL-1")
    too_many = len(g.hands[action.seat]) > g.hand_size - 1
    if g.phase == DISCARD_PHASE and too_many and not g.may_keep_all(action.seat):
        return no(f"discard down to {g.hand_size - 1} cards first", "R-DISC-1")
    return None


def do_next(g: Table, action: Action) -> bool:
    phase, seat = g.phase, g.turn
    if phase == DISCARD_PHASE:
        end_turn(g, ("end-turn",))
        return False
    if phase == ROLL_PHASE and g.guests[seat]:
        done = g.guests_done
        left = [("guest", seat, card) for card in g.guests[seat] if card not in done]
        if left:
            g.stack.append(("phase", CALL_PHASE))  # once every guest's effect is done
            g.stack += reversed(left)
            return False
    return enter(g, phase + 1)


def step_phase(g: Table, frame: Frame) -> None:
    enter(g, frame[1])


def enter(g: Table, phase: int) -> bool:
    """Begin a phase. Return whether nothing follows from that."""
    g.phase = phase
    g.events.append(_BEGAN[phase][g.turn])
    if phase != ROLL_PHASE:
        if phase == FREE_PHASE and g.gloom[g.turn]:
            alone(g)
            return False
        return True
    begin_roll(g)
    return not g.stack


# -- beginning and end -----------------------------------------------------------------------------


def begin_turn(g: Table, frame: Frame) -> None:
    """Begin a turn: Income arrives and the hand fills up (R-ROLE-1, R-DRAW-1)."""
    seat = frame[1]
    g.turn = seat
    g.begun = True
    g.phase = DRAW_PHASE
    g.fixed = 0
    g.guests_done = []
    g.newcomers = []
    g.events.append(_new(e.Event, (e.TURN_BEGAN, seat, -1, (), (), -1, g.round, "")))
    role = g.faces[g.roles[seat][0]]
    g.base_income[seat] = role.income[0] + g.house.extra_income
    g.base_time[seat] = role.free_time[0]
    if g.told:
        obey(g, seat)
    draw_up(g)
    if not rolls_time(g, seat):
        settle_time(g, seat)
    if not rolls_income(g, seat):
        settle_income(g, seat)
        if g.debt[seat]:
            g.stack.append(("debt", seat))  # otherwise once the Income is rolled


def obey(g: Table, seat: int) -> None:
    """Use the Income and Free Time that a hand-made table sets for the seat's first turn."""
    income, time = g.told.pop(seat, Told(None, None))
    if income is not None:
        g.base_income[seat] = income
        g.fixed |= INCOME_SETTLED
    if time is not None:
        g.base_time[seat] = time
        g.fixed |= TIME_SETTLED


def draw_up(g: Table) -> None:
    missing = g.hand_limit(g.turn) - len(g.hands[g.turn])
    if missing > 0:
        g.stack.append(("draw", g.turn, missing))


def draw(g: Table, frame: Frame) -> None:
    """Draw cards; reshuffle the discard pile if the deck runs out (R-DECK-1, RUL-15)."""
    _, seat, count = frame
    drawn = g.draw(seat, count)
    if drawn:
        drew = (e.DREW, seat, -1, tuple(drawn), (), -1, len(drawn), "")
        g.events.append(_new(e.Event, drew))
        count -= len(drawn)
    if count and g.discard:
        g.stack.append(("draw", seat, count))
        g.stack.append(("shuffle",))


def end_turn(g: Table, frame: Frame) -> None:
    """End lasting effects, hold parties and pass the turn (RUL-29, R-ROLE-1)."""
    seat = g.turn
    g.extra_income[seat] = g.extra_time[seat] = 0
    for laid in g.table[:] if g.table else ():
        if laid.until == "end of turn":
            lift(g, laid, "over")
        elif laid.until == "end of next turn" and laid.seat == seat:
            if laid.turns <= 1:
                lift(g, laid, "over")
            else:
                g.table[g.table.index(laid)] = laid._replace(turns=laid.turns - 1)
    if g.house.party:
        parties(g)
    following = (seat + 1) % g.players
    while not g.alive[following]:
        following = (following + 1) % g.players
    if (following - g.first) % g.players <= (seat - g.first) % g.players:
        g.round += 1
    g.stack.append(("begin-turn", following))


# -- the Roll phase --------------------------------------------------------------------------------


def begin_roll(g: Table) -> None:
    """Roll variable stats, then pay bills, then do what Things do; guests wait (RUL-13)."""
    seat = g.turn
    if g.has[seat] & RESTLESS:
        stands, known = g.catalog.stands, g.face
        for card in reversed(g.rooms[seat]):
            if stands[known[card]] & RESTLESS:
                g.stack.append(("thing", seat, card))
    if g.debt[seat]:
        g.stack.append(("debt", seat))
    if rolls_time(g, seat):
        g.stack.append(("variable", seat, 1))
        g.stack.append(_TIME_DICE[seat])
    else:
        settle_time(g, seat)
    if rolls_income(g, seat):
        g.stack.append(("variable", seat, 0))
        g.stack.append(_INCOME_DICE[seat])
    else:
        settle_income(g, seat)


def variable(g: Table, frame: Frame) -> None:
    """Set a variable stat: the lower number on 1-3, the higher on 4-6 (R-ROLE-4)."""
    _, seat, which = frame
    high = g.result >= HIGH
    role = g.faces[g.roles[seat][0]]
    if which:
        g.base_time[seat] = role.free_time[high]
        settle_time(g, seat)
    else:
        g.base_income[seat] = role.income[high] + g.house.extra_income
        settle_income(g, seat)


def debt(g: Table, frame: Frame) -> None:
    seat = frame[1]
    owed, g.debt[seat] = g.debt[seat], 0
    pay(g, seat, owed)


def thing(g: Table, frame: Frame) -> None:
    _, seat, card = frame
    if g.owner(card) == seat:
        turn_effects(g, seat, card)


# -- discarding ------------------------------------------------------------------------------------


def refuse_discard(g: Table, action: Action) -> Refusal | None:
    cards = action.cards
    if not cards or len(set(cards)) != len(cards):
        return no("name each card once", "R-DISC-1")
    for at in range(len(cards)):
        number = held(g, action, at)
        if isinstance(number, Refusal):
            return number
    top = g.stack[-1] if g.stack else None
    if isinstance(top, Trim):
        if top.seat != action.seat or action.ref not in (0, top.ref):
            return no(f"{g.names[top.seat]} has to discard", "RUL-14")
        if len(cards) != top.amount:
            return no(f"discard exactly {top.amount}", "RUL-14")
        return None
    if (problem := closed(g, action.seat)) is not None:
        return no(problem.text, *problem.clauses, "R-DISC-1")
    if g.phase != DISCARD_PHASE:
        return no("only in your Discard phase", "R-DISC-1")
    if len(cards) >= len(g.hands[action.seat]):
        return no("keep at least one card", "R-DISC-2")
    return None


def do_discard(g: Table, action: Action) -> bool:
    _, seat, cards, faces, _, _, _, _ = action
    faces = faces or tuple(g.face[card] for card in cards)
    if g.stack:
        g.stack.pop()
    for at, card in enumerate(cards):
        g.from_hand(seat, card, faces[at])
        g.to_discard(card)
    discarded = (e.DISCARDED, seat, -1, cards, faces, -1, len(faces), "hand")
    g.events.append(_new(e.Event, discarded))
    return not g.stack


def legal_discards(g: Table, seat: int, out: list[Action]) -> None:
    hand = g.hands[seat]
    if len(hand) > 1:
        known, ones = g.face, g.catalog.ones
        out += [
            _new(Action, (DISCARD, seat, ones[card], ones[number], -1, -1, 0, 0))
            for card in hand
            if (number := known[card]) >= 0
        ]


def legal_trim(g: Table, seat: int, top: Trim) -> list[Action]:
    """List ways to trim the hand: each run of neighboring cards, so there's always one."""
    hand, known, count = g.hands[seat], g.face, top.amount
    cards = hand + hand
    faces = [known[card] for card in cards]
    out: list[Action] = []
    for at in range(len(hand) if count < len(hand) else 1):
        run, named = tuple(cards[at : at + count]), tuple(faces[at : at + count])
        if named and min(named) >= 0:
            out.append(_new(Action, (DISCARD, seat, run, named, -1, -1, 0, top.ref)))
    return out


_new = tuple.__new__
REFUSALS = {NEXT: refuse_next, DISCARD: refuse_discard}
DEEDS = {NEXT: do_next, DISCARD: do_discard}
STEPS = {
    "phase": step_phase,
    "begin-turn": begin_turn,
    "end-turn": end_turn,
    "draw": draw,
    "variable": variable,
    "debt": debt,
    "thing": thing,
}
_TIME_DICE = [Die("die", seat, "free time", -1, HIGH) for seat in range(8)]
_INCOME_DICE = [Die("die", seat, "income", -1, HIGH) for seat in range(8)]
_BEGAN = [[e.Event(e.PHASE_BEGAN, seat, n=phase) for seat in range(8)] for phase in range(5)]
