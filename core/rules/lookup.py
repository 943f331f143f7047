"""Questions that several rules ask of a table, without changing it."""

from core.actions import Action, Refusal
from core.cards import (
    ACTIVITY,
    BAR,
    BONUS,
    DISCOUNT,
    FORBID,
    GUARD,
    IMMUNE,
    NO_TIME,
    PERSON,
    ROLE,
    THING,
    WHENEVER,
    Face,
)
from core.state import IN_HAND, IN_ROOM, Table, Window

BODY = "Body"  # what a Tattoo and a Piercing are


def no(text: str, *clauses: str) -> Refusal:
    return Refusal(text, clauses)


def held(g: Table, action: Action, at: int = 0) -> int | Refusal:
    """Return the face of the hand card an action names, or why it can't be played."""
    card = action.cards[at]
    if not 0 <= card < len(g.where) or g.where[card] != IN_HAND + action.seat:
        return no("not in your hand", "R-TALK-1", "R-WHEN-1")
    known = g.face[card]
    named = action.faces[at] if action.faces else known
    if not 0 <= named < len(g.faces) or g.catalog.kinds[named] == ROLE:
        return no("name the card", "RUL-1")
    if known not in (-1, named):
        return no(f"the card isn't {g.faces[named].name}", "RUL-1")
    return named


def named(g: Table, action: Action, at: int = 0) -> int:
    """Return the face of a card that an action rightly names."""
    return action.faces[at] if action.faces else g.face[action.cards[at]]


def window(g: Table) -> Window | None:
    """Return the open announcement, if there's one."""
    if g.stack:
        top = g.stack[-1]
        if isinstance(top, Window):
            return top
    return None


def closed(g: Table, seat: int) -> Refusal | None:
    """Return why the seat can't continue its turn now, if it can't."""
    if g.stack:
        if isinstance(g.stack[-1], Window):
            return no("wait for the responses", "RUL-1", "R-CANCEL-2")
        return no("not yet: something else comes first", "RUL-1")
    if seat != g.turn:
        return no(f"it's {g.names[g.turn]}'s turn", "R-SETUP-3")
    return None


def speak(g: Table, seat: int) -> Refusal | None:
    """Return why the seat can't play a Whenever now (R-WHEN-1, RUL-1)."""
    if not g.stack:
        return None
    top = g.stack[-1]
    if not isinstance(top, Window):
        return no("not yet: something else comes first", "RUL-1", "RUL-4")
    if top.seat == seat:
        return no("wait for the responses", "RUL-1", "R-CANCEL-2")
    if g.passed >> seat & 1:
        return no("you already passed", "RUL-1")
    return None


def forbidder(g: Table, seat: int, face: int) -> int:
    """Return the face of the card that forbids the seat to play this one, or -1."""
    if not g.has[seat] & FORBID or not g.catalog.forbidden[face]:
        return -1
    for number in g.stands[seat]:
        forbid = g.faces[number].forbid
        if forbid and forbid[face]:
            return number
    return -1


def forbidden(g: Table, seat: int, face: int) -> Refusal | None:
    number = forbidder(g, seat, face)
    if number < 0:
        return None
    by = g.faces[number]
    return no(f"blocked by {by.name}", *_why_forbidden(by))


def _why_forbidden(by: Face) -> tuple[str, ...]:
    """Return the clauses by which a card forbids others, by its kind."""
    if by.kind == ROLE:
        return ("R-ROLE-6",)
    if by.kind == WHENEVER:
        return ("GREEK-1", "R-WHEN-2") if by.week else ("R-WHEN-2",)
    if by.kind == PERSON:
        pest = ("GEEK-2",) if by.pest and by.edition == "geek" else ()
        return (*pest, "R-CALL-4" if by.invited else "R-CALL-3", "R-DOUBLE-1")
    return ("R-ACT-2", "R-DOUBLE-1") if by.kind == ACTIVITY else ("R-DOUBLE-1",)


def too_rich(g: Table, seat: int, number: int) -> Refusal | None:
    """Refuse a card for small Incomes to a rich player; a Major may have a Piercing anyway."""
    face = g.faces[number]
    if face.income_limit is None or (BODY in face.categories and g.rich_may(seat)):
        return None
    if g.highest_income(seat) <= face.income_limit:
        return None
    clause = "R-SHOP-1" if face.kind == THING else "R-ACT-1"
    return no(f"needs Income {face.income_limit} or less", clause)


def cost(g: Table, seat: int, face: int) -> int:
    """Return what a Thing or an Activity costs that seat."""
    price = g.faces[face].cost
    if price and g.has[seat] & DISCOUNT and g.catalog.discounted[face]:
        for number in g.stands[seat]:
            for match, amount in g.faces[number].discount:
                if match[face]:
                    price -= amount
    return price if price > 0 else 0


def needs_time(g: Table, seat: int, face: int) -> int:
    """Return the Free Time an Activity takes from that seat; Illicit ones take 0 (GRUNT-1)."""
    if g.catalog.illegal and g.catalog.illicit[face]:
        return 0
    if not g.has[seat] & NO_TIME:
        return 1
    for number in g.stands[seat]:
        match = g.faces[number].no_time
        if match and match[face]:
            return 0
    return 1


def trip_time(g: Table, seat: int, face: int) -> int:
    """Return the Free Time a trip for such a Thing takes from that seat."""
    if g.catalog.illegal and g.catalog.illicit[face]:
        return 0
    if g.has[seat] & NO_TIME:
        return int(not any(g.faces[number].no_time_trip for number in g.stands[seat]))
    return 1


def bonus(g: Table, seat: int, face: int) -> int:
    """Sum the markers that role and room put on a card as it's played (R-ROLE-5, R-ROLE-6)."""
    total = 0
    if not g.has[seat] & BONUS:
        return 0
    for number in g.stands[seat]:
        for match, amount in g.faces[number].bonus:
            if match[face]:
                total += amount
    return total


def immune(g: Table, seat: int, face: Face) -> bool:
    """Return whether a shield for this kind of role keeps the misfortune away (GEEK-3)."""
    if not g.has[seat] & IMMUNE or not face.hits:
        return False
    return any(g.faces[number].shields == face.hits for number in g.stands[seat])


def barred(g: Table, face: int, seat: int) -> bool:
    """Return whether it's a Person who can't enter that room (RUL-24, CTH-5)."""
    if not g.catalog.persons[face]:
        return False
    seeks = g.faces[face].seeks
    if seeks and not any(seeks[g.face[card]] for card in g.rooms[seat]):
        return True
    if not g.has[seat] & BAR:
        return False
    for number in g.stands[seat]:
        bar = g.faces[number].bar
        if bar and bar[face]:
            return True
    return False


def guarded(g: Table, card: int) -> bool:
    """Return whether the card can't be taken or eaten in its room."""
    face = g.face[card]
    seat = g.where[card] - IN_ROOM
    if not g.has[seat] & GUARD:
        return False
    if g.faces[face].permanent:
        return True
    for number in g.stands[seat]:
        guard = g.faces[number].guard
        if guard and guard[face]:
            return True
    return False
