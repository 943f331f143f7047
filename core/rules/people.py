"""Calling and evicting People: R-CALL-*, R-GONE-*, RUL-13, RUL-19."""

from core import events as e
from core.actions import (
    CALL,
    EVICT,
    KEEP,
    NOBODY,
    TO_DISCARD,
    Action,
    Refusal,
)
from core.cards import A_PERSON, BAR, FORBID, PERSON
from core.rules.lookup import barred, closed, forbidden, forbidder, held, named, no
from core.rules.roles import first_kind, role_frame, role_ready
from core.rules.rooms import arrive, ask, bite, go, places, push_effects, throw_out
from core.rules.windows import announce
from core.state import CALL_PHASE, MAX_SEATS, ROLL_PHASE, WORDS, Ask, Die, Frame, Table, Window

COMES_ON = 3
LEAVES_ON = 4
PAY, LET_GO = WORDS.index("pay"), WORDS.index("let go")


# -- calling -------------------------------------------------------------------------------------


def refuse_call(g: Table, action: Action) -> Refusal | None:
    if len(action.cards) != 1:
        return no("call one Person at a time", "R-CALL-2")
    number = held(g, action)
    if isinstance(number, Refusal):
        return number
    face = g.faces[number]
    if face.kind != PERSON:
        return no("not a Person", "R-CALL-1")
    if (problem := closed(g, action.seat)) is not None:
        if not g.stack:
            return no(problem.text, "R-CALL-1", *problem.clauses)
        return problem
    if g.phase != CALL_PHASE:
        return no("only in your Call People phase", "R-CALL-1")
    return entry_problem(g, action.seat, number, action.to) or forbidden(g, action.seat, number)


def entry_problem(g: Table, seat: int, number: int, to: int) -> Refusal | None:
    """Return why a Person can't enter that room (R-CALL-2, R-CALL-5, RUL-19, RUL-24)."""
    face = g.faces[number]
    if not 0 <= to < g.players or not g.alive[to]:
        return no("choose whose room", "R-CALL-2")
    if face.house_pet and to != seat:
        return no("only into your own room", "R-CALL-5")
    if barred(g, number, to):
        return no(f"can't enter {g.names[to]}'s room", "RUL-24", "RUL-19")
    return None


def do_call(g: Table, action: Action) -> bool:
    return announce(g, action, (named(g, action),), to=action.to)


def settle_call(g: Table, w: Window) -> None:
    card = w.cards[0]
    face = g.printed(card)
    kind = first_kind(g)
    if face.stranger and role_ready(g, kind):
        g.stack.append(("stranger", w.seat, card, w.to))
        g.stack.append(role_frame(w.seat, card, kind))
    else:
        _come(g, w.seat, card, w.to, face.invited and not face.house_pet)


def _come(g: Table, seat: int, card: int, to: int, rolls: bool) -> None:
    """Roll for invited People and let all others in (R-CALL-3 to R-CALL-5)."""
    if rolls and g.alive[to] and not barred(g, g.face[card], to):
        charm = 0
        for number in g.stands[seat]:
            charm += g.faces[number].charm
        needs = max(1, min(7, COMES_ON - charm))
        g.stack.append(("called", seat, card, to, needs))
        g.stack.append(_new(Die, ("die", seat, "call", card, needs)))
    else:
        arrive(g, card, to, seat)


def called(g: Table, frame: Frame) -> None:
    _, seat, card, to, needs = frame
    if g.result >= needs:
        arrive(g, card, to, seat)
    else:
        g.emit(e.NOT_HOME, seat, to, (card,), (g.face[card],))
        g.to_discard(card)


def stranger(g: Table, frame: Frame) -> None:
    """Give Some Random Person a role, whose goal mod 3 is the Person's Slack."""
    _, seat, card, to = frame
    g.guises[card] = g.result
    slack = g.faces[g.result].goal % 3
    if slack == 0:
        g.reveal(card, g.catalog.twins[g.face[card]])
    g.mark[card] = slack - g.printed(card).slack
    g.emit(e.ROLE_DRAWN, seat, to, (card,), (g.result,), -1, slack)
    _come(g, seat, card, to, slack > 0)


# -- evicting ------------------------------------------------------------------------------------


def _guest_problem(g: Table, action: Action) -> Refusal | None:
    if (problem := closed(g, action.seat)) is not None:
        return no(problem.text, "R-GONE-1", *problem.clauses)
    if g.phase != ROLL_PHASE:
        return no("evict in your Roll phase", "R-GONE-1")
    card = action.on
    if not 0 <= card < len(g.where) or g.owner(card) != action.seat:
        return no("not in your room", "R-GONE-1")
    if g.printed(card).kind != PERSON:
        return no("not a Person", "R-GONE-1")
    if card in g.guests_done:
        return no(f"you already tried {g.printed(card).name}", "R-GONE-1", "RUL-13")
    return None


def refuse_evict(g: Table, action: Action) -> Refusal | None:
    if (problem := _guest_problem(g, action)) is not None:
        return problem
    card = action.on
    face = g.printed(card)
    if not g.catalog.evictable[face.number]:
        return no(f"can't evict {face.name}", "R-GONE-1", "R-CALL-5")
    edition = g.catalog.edition
    if edition.evict_names_place_first:
        if action.to not in places(g, card, edition.evict_discard):
            return no(f"first choose where {face.name} goes", "R-GONE-3", "CTH-4")
    elif action.to != NOBODY:
        return no("roll first, then choose where", "R-GONE-3")
    return None


def do_evict(g: Table, action: Action) -> bool:
    _, seat, _, _, to, card, _, _ = action
    g.guests_done.append(card)
    nerve = 0
    for number in g.stands[seat]:
        nerve += g.faces[number].nerve
    needs = max(1, min(7, LEAVES_ON - nerve))
    g.stack.append(("evicted", seat, card, to, needs))
    g.stack.append(_new(Die, ("die", seat, "evict", card, needs)))
    return True


def evicted(g: Table, frame: Frame) -> None:
    """Let a guest stay and do its worst on 1-3, or leave on 4-6 (R-GONE-2, R-GONE-3)."""
    _, seat, card, to, needs = frame
    if g.result < needs:
        g.emit(e.STAYED, seat, -1, (card,), (g.face[card],), -1, 0, "failed")
        guest_effects(g, seat, card)
        return
    options = places(g, card, g.catalog.edition.evict_discard)
    if to != NOBODY:
        go(g, card, to if to in options else TO_DISCARD)
    elif len(options) == 1:
        go(g, card, options[0])
    else:
        ask(g, seat, "where", "seat", options, (card,))


def answer_where(g: Table, question: Ask, option: int) -> None:
    card = question.context[0]
    if g.owner(card) >= 0:
        go(g, card, option)


def refuse_keep(g: Table, action: Action) -> Refusal | None:
    return _guest_problem(g, action)


def do_keep(g: Table, action: Action) -> bool:
    g.guests_done.append(action.on)
    stays(g, action.seat, action.on)
    return not g.stack and not g.moved


def stays(g: Table, seat: int, card: int) -> None:
    """Let a guest stay without a roll, with its effect (R-GONE-4)."""
    face = g.faces[g.face[card]]
    if card not in g.newcomers and (face.pest or face.each_turn or face.upkeep):
        g.emit(e.STAYED, seat, -1, (card,), (face.number,), -1, 0, "kept")
        guest_effects(g, seat, card)


def step_guest(g: Table, frame: Frame) -> None:
    _, seat, card = frame
    if g.owner(card) == seat and card not in g.guests_done:
        g.guests_done.append(card)
        stays(g, seat, card)


def guest_effects(g: Table, seat: int, card: int) -> None:
    """Do what a Person does to the room, unless they did it by coming this turn (RUL-32)."""
    if card in g.newcomers:
        return
    turn_effects(g, seat, card)
    if g.faces[g.face[card]].pest:
        bite(g, ("bite", seat, card))


def turn_effects(g: Table, seat: int, card: int) -> None:
    """Do what a card in the room does in each of the owner's turns."""
    face = g.faces[g.face[card]]
    if face.each_turn:
        push_effects(g, card, face.each_turn, seat, seat, -1)
    if face.upkeep:
        g.stack.append(("upkeep", seat, card))


def upkeep(g: Table, frame: Frame) -> None:
    """Pay for a card, or lose it."""
    _, seat, card = frame
    if g.owner(card) != seat:
        return
    if g.income_left(seat) < g.printed(card).upkeep:
        throw_out(g, card, "unpaid")
    else:
        ask(g, seat, "upkeep", "word", [PAY, LET_GO], (card,))


def answer_upkeep(g: Table, question: Ask, option: int) -> None:
    card, seat = question.context[0], question.seat
    if option == PAY:
        g.extra_income[seat] -= g.printed(card).upkeep
        g.emit(e.PAID, seat, -1, (card,), (g.face[card],), -1, g.printed(card).upkeep)
    else:
        throw_out(g, card, "unpaid")


# -- what may be done ------------------------------------------------------------------------------


def legal_calls(g: Table, seat: int, out: list[Action]) -> None:
    uses, known, has = g.catalog.uses, g.face, g.has[seat]
    banned, ones = g.catalog.forbidden, g.catalog.ones
    for card in g.hands[seat]:
        number = known[card]
        if uses[number] != A_PERSON:
            continue
        if has & FORBID and banned[number] and forbidder(g, seat, number) >= 0:
            continue
        out += [
            _new(Action, (CALL, seat, ones[card], ones[number], to, -1, 0, 0))
            for to in ((seat,) if g.faces[number].house_pet else range(g.players))
            if g.alive[to]
            and not ((g.has[to] & BAR or g.faces[number].seeks) and barred(g, number, to))
        ]


def legal_guests(g: Table, seat: int, out: list[Action]) -> None:
    edition, evictable, known = g.catalog.editions[0], g.catalog.evictable, g.face
    done, ways = g.guests_done, _WAYS[seat]
    for card in g.guests[seat]:
        if card in done:
            continue
        keep, evict = ways[card]
        out.append(keep)
        if evictable[known[card]]:
            if edition.evict_names_place_first:
                out += [
                    Action(EVICT, seat, (), (), place, card)
                    for place in places(g, card, edition.evict_discard)
                ]
            else:
                out.append(evict)


class _Ways(dict[int, tuple[Action, Action]]):
    """The ways to keep or evict a guest, by its card: made once, listed often."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, card: int) -> tuple[Action, Action]:
        keep = Action(KEEP, self.seat, on=card)
        made = self[card] = (keep, keep._replace(kind=EVICT))
        return made


_WAYS = tuple(_Ways(seat) for seat in range(MAX_SEATS))
_new = tuple.__new__
REFUSALS = {CALL: refuse_call, EVICT: refuse_evict, KEEP: refuse_keep}
DEEDS = {CALL: do_call, EVICT: do_evict, KEEP: do_keep}
STEPS = {
    "called": called,
    "stranger": stranger,
    "evicted": evicted,
    "guest": step_guest,
    "upkeep": upkeep,
}
SETTLE = {CALL: settle_call}
ANSWERS = {"where": answer_where, "upkeep": answer_upkeep}
