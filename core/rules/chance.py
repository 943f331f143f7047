"""Dice, shuffles and random draws: chance is a player whose acts come from outside."""

from array import array

from core import events as e
from core.actions import CHANCE, PICK, REDEAL, ROLE, ROLL, SHUFFLE, Action, Refusal
from core.rules.lookup import no
from core.rules.roles import fitting
from core.state import HIDDEN, IN_DECK, Die, Frame, Need, Table


def pending(g: Table) -> Frame | None:
    """Return the frame that waits for chance, if the table does."""
    if g.stack and g.stack[-1][0] in ("die", "shuffle", "role", "pick"):
        return g.stack[-1]
    return None


def need(g: Table) -> Need | None:
    """Return what chance must supply now."""
    top = pending(g)
    if top is None:
        return None
    if type(top) is Die:
        _, seat, word, card, needs = top
        return _new(Need, (ROLL, seat, _DIE, word, card, needs))
    if top[0] == "shuffle":
        return Need(SHUFFLE, CHANCE, tuple(sorted(shuffled_faces(g))))
    if top[0] == "role":
        return Need(
            ROLE, top[1], tuple(sorted(set(fitting(g, g.role_pile, _kind(top))))), card=top[2]
        )
    return Need(PICK, top[1], tuple(g.hands[top[2]]))


def shuffled_faces(g: Table) -> list[int]:
    """Return the known faces that go into the new deck; at first, the whole deck."""
    if not g.begun:
        return list(g.house.life)
    return [g.face[card] for card in g.discard]


def _kind(top: Frame) -> str:
    """Return the kind of role to draw."""
    return str(top[3]) if len(top) > 3 else ""


def refuse_chance(g: Table, action: Action) -> Refusal | None:
    top = pending(g)
    if top is None or _KIND[top[0]] != action.kind:
        return no("no such roll or draw is due", "R-ROLL-1")
    if action.seat != CHANCE:
        return no("players don't decide that", "R-ROLL-1")
    return _CHECK[action.kind](g, action, top)


def _check_roll(g: Table, action: Action, top: Frame) -> Refusal | None:
    return None if 1 <= action.value <= 6 else no("a die shows 1 to 6", "R-ROLL-1")


def _check_shuffle(g: Table, action: Action, top: Frame) -> Refusal | None:
    if not action.faces:
        return None
    if len(action.faces) != len(g.discard):
        return no(f"shuffle exactly {len(g.discard)} cards", "R-DECK-1")
    faces = shuffled_faces(g)
    if HIDDEN not in faces:
        if sorted(faces) != sorted(action.faces):
            return no("not the cards in the pile", "R-DECK-1")
    elif not all(0 <= f < len(g.faces) for f in action.faces):
        return no("no such card", "R-DECK-1")
    return None


def _check_role(g: Table, action: Action, top: Frame) -> Refusal | None:
    if action.value not in fitting(g, g.role_pile, _kind(top)):
        return no("not in the pile of roles", "RUL-25")
    return None


def _check_pick(g: Table, action: Action, top: Frame) -> Refusal | None:
    if len(action.cards) != 1 or action.cards[0] not in g.hands[top[2]]:
        return no("not in that hand", "RUL-12")
    return None


def refuse_redeal(g: Table, action: Action) -> Refusal | None:
    """Refuse a redeal, unless it's of hidden cards, whose keys can be lost with a player."""
    cards, faces = action.cards, action.faces
    if action.seat != CHANCE:
        return no("players don't decide that", "R-ROLL-1")
    if not g.begun or not cards or len(set(cards)) != len(cards):
        return no("nothing to redeal", "R-DECK-1")
    if not all(0 <= card < len(g.where) and g.pub[card] == HIDDEN for card in cards):
        return no("only hidden cards can be redealt", "R-DECK-1")
    if faces:
        known = [g.face[card] for card in cards]
        if len(faces) != len(cards) or not all(0 <= face < len(g.faces) for face in faces):
            return no("no such card", "R-DECK-1")
        if HIDDEN not in known and sorted(known) != sorted(faces):
            return no("not the cards to redeal", "R-DECK-1")
    return None


def do_redeal(g: Table, action: Action) -> None:
    """Redeal hidden cards; players who had seen one don't know what's there now."""
    cards = action.cards
    for card, face in zip(cards, action.faces or (HIDDEN,) * len(cards), strict=True):
        g.face[card] = face
        g.seen.pop(card, None)
    g.look_anew()
    for seat, hand in enumerate(g.hands):
        count = len(set(hand).intersection(cards))
        if count:
            g.emit(e.REDEALT, seat, n=count)


def do_roll(g: Table, action: Action) -> None:
    _, seat, word, card, needs = g.stack.pop()
    g.result = action.value
    cards = (card,) if card >= 0 else ()
    faces = (g.face[card],) if cards else ()
    rolled = (e.ROLLED, seat, -1, cards, faces, needs, action.value, word)
    g.events.append(_new(e.Event, rolled))


def do_shuffle(g: Table, action: Action) -> None:
    """Turn the discard pile into the deck, face down: no one knows a face of it (R-DECK-1)."""
    g.stack.pop()
    cards = sorted(g.discard)
    faces = action.faces or (HIDDEN,) * len(cards)
    if len(cards) == len(g.where):  # the deal
        g.face = list(faces)
        g.pub = array("h", [HIDDEN]) * len(cards)
        g.where = bytearray(len(cards))
    else:
        for card, face in zip(cards, faces, strict=True):
            g.face[card] = face
            g.pub[card] = HIDDEN
            g.where[card] = IN_DECK
    g.discard = []
    g.deck = [*cards[::-1], *g.deck]
    g.emit(e.SHUFFLED, n=len(cards))


def do_role(g: Table, action: Action) -> None:
    g.stack.pop()
    g.role_pile.remove(action.value)
    g.result = action.value


def do_pick(g: Table, action: Action) -> None:
    g.stack.pop()
    g.result = action.cards[0]


_new = tuple.__new__
_DIE = (1, 2, 3, 4, 5, 6)
_KIND = {"die": ROLL, "shuffle": SHUFFLE, "role": ROLE, "pick": PICK}
_CHECK = {ROLL: _check_roll, SHUFFLE: _check_shuffle, ROLE: _check_role, PICK: _check_pick}
REFUSALS = {**dict.fromkeys(_CHECK, refuse_chance), REDEAL: refuse_redeal}
DEEDS = {ROLL: do_roll, SHUFFLE: do_shuffle, ROLE: do_role, PICK: do_pick, REDEAL: do_redeal}
