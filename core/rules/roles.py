"""Losing a role and getting another: RUL-15, RUL-25, R-ROLE-*, COMBO-GREEK-3, COMBO-GRUNT-2."""

from core import events as e
from core.cards import Op
from core.rules.cases import Case, seats
from core.rules.rooms import ask, check_limits
from core.rules.tracks import converted
from core.state import WORDS, Ask, Frame, Table

FIRST = "first"  # any kind but the one that is held besides another
SAME, OTHER, RANDOM = (WORDS.index(word) for word in ("same kind", "other kind", "at random"))


def fitting(g: Table, roles: list[int], kind: str) -> list[int]:
    """Return the roles of that kind; a minus sign before it excludes the kind."""
    if not kind:
        return roles
    kinds, beside = g.catalog.role_kinds, g.house.beside
    if kind == FIRST:
        return [role for role in roles if kinds[role] != beside]
    if kind[0] == "-":
        return [role for role in roles if kinds[role] not in (beside, kind[1:])]
    return [role for role in roles if kinds[role] == kind]


def first_kind(g: Table) -> str:
    """Return the kind of role to draw if nothing names one."""
    return FIRST if g.house.beside else ""


def role_ready(g: Table, kind: str) -> bool:
    """Return whether a role can be drawn; discarded ones come back if none is left (RUL-15)."""
    if not fitting(g, g.role_pile, kind):
        back = fitting(g, g.role_discard, kind)
        g.role_discard = [role for role in g.role_discard if role not in back] if kind else []
        g.role_pile = sorted([*g.role_pile, *back])
    return bool(fitting(g, g.role_pile, kind))


def role_frame(seat: int, card: int, kind: str) -> Frame:
    """Return a frame that draws a role for a seat, or for a Person's card."""
    return ("role", seat, card, kind) if kind else ("role", seat, card)


def new_role(g: Table, op: Op, case: Case) -> None:
    about = g.faces[case.number].about
    for seat in reversed(seats(g, op, case)):
        g.stack.append(("draw-role", seat, about) if about else ("draw-role", seat))


def draw_role(g: Table, frame: Frame) -> None:
    """Draw the new role before discarding the old one, which stays if there's none (RUL-15)."""
    seat = frame[1]
    about = frame[2] if len(frame) > 2 else ""
    if about and about == g.house.beside:
        _draw(g, seat, about, 1)
    elif g.house.either:
        own = _own_kind(g, seat)
        kinds = {SAME: own, OTHER: f"-{own}", RANDOM: FIRST}
        options = [word for word, kind in kinds.items() if role_ready(g, kind)]
        if options:
            ask(g, seat, "role-kind", "word", options, ())
    else:
        _draw(g, seat, first_kind(g), 0)


def answer_kind(g: Table, question: Ask, option: int) -> None:
    """Draw a role of the kind chosen by the player who lost theirs (COMBO-GREEK-3)."""
    seat = question.seat
    own = _own_kind(g, seat)
    _draw(g, seat, {SAME: own, OTHER: f"-{own}"}.get(option, FIRST), 0)


def _own_kind(g: Table, seat: int) -> str:
    return g.catalog.role_kinds[g.roles[seat][0]] or g.catalog.edition.role_kind


def _draw(g: Table, seat: int, kind: str, slot: int) -> None:
    if role_ready(g, kind):
        g.stack.append(("take-role", seat, slot) if slot else ("take-role", seat))
        g.stack.append(role_frame(seat, -1, kind))


def take_role(g: Table, frame: Frame) -> None:
    """RUL-25: the old role is discarded; markers and cards stay (R-ROLE-5, R-ROLE-6)."""
    seat = frame[1]
    slot = frame[2] if len(frame) > 2 else 0
    role = g.result
    old = g.roles[seat]
    g.role_discard += [r for r in old[slot : slot + 1] if r != g.catalog.neutral_role]
    g.roles[seat] = (*old[:slot], role, *old[slot + 1 :])
    if slot == 0:
        g.base_income[seat] = g.faces[role].income[0] + g.house.extra_income
        g.base_time[seat] = g.faces[role].free_time[0]
    g.moved = True
    g.emit(e.ROLE_DRAWN, seat, -1, (), (role,))
    g.refresh(seat)
    converted(g, seat, old)
    check_limits(g, seat)


VERBS = {"new-role": new_role}
STEPS = {"draw-role": draw_role, "take-role": take_role}
ANSWERS = {"role-kind": answer_kind}
