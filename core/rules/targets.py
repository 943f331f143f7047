"""What a card can be played on: RUL-4, RUL-20, GEEK-3."""

from collections.abc import Sequence
from functools import cache

from core.actions import NOBODY, NOTHING, Refusal
from core.cards import NO_TARGET, PLAYER_TARGET, WHENEVER, Face, words_of
from core.rules.lookup import barred, guarded, immune, no
from core.state import HIDDEN, IN_ROOM, ON_TABLE, Table

Target = tuple[int, int]  # a player, a card
UNTARGETED: tuple[Target, ...] = ((NOBODY, NOTHING),)
_KINDS = ("COMBO-GREEK-2", "COMBO-GRUNT-2")
_PERSONS = {"invited": "invited Person", "uninvited": "uninvited Person"}
_COUNTED = frozenset((  # the rest reads "a Food card"
    "Person", *_PERSONS.values(), "Pet", "Cat", "S.O.", "Thing", "Activity", "Nookie", "Tentacle",
    "Week", "Book", "Toy",
))  # fmt: skip
_LONG = 3  # words in a list that a refusal has no room for
_IN_PLAY = frozenset((ON_TABLE, *range(IN_ROOM, IN_ROOM + 8)))


def target_problem(g: Table, seat: int, face: Face, to: int, on: int) -> Refusal | None:
    """Return why the seat can't play the card on that player or card."""
    if face.target == NO_TARGET:
        if to != NOBODY or on != NOTHING:
            return no("takes no target", "RUL-20")
        fault = "" if g.concerned(seat, face) else "own-role"
    elif face.target == PLAYER_TARGET:
        if on != NOTHING or not 0 <= to < g.players or not g.alive[to]:
            return no(f"choose a player for {face.name}", "RUL-20")
        fault = player_fault(g, seat, face, to)
    else:
        if to != NOBODY or not 0 <= on < len(g.where) or g.where[on] not in _IN_PLAY:
            return no(f"needs {_wanted(face)}", "RUL-20", "RUL-4")
        fault = card_fault(g, seat, face, on)
    if not fault and not salvageable(g, face):
        fault = "no-salvage"
    return _refusal(g, to, on, fault) if fault else None


def _wanted(face: Face) -> str:
    """Return what a card has to be played on, in words: a Pet in another room."""
    place = {"own": "in your room", "others": "in another room"}.get(face.target_whose, "in play")
    found = [effect for effect in face.effects if effect.verb == face.target_verb]
    *most, last = [_PERSONS.get(word, word) for word in words_of(found[0])]
    listed = f"{', '.join(most)} or {last}" if most else last
    if len(most) >= _LONG:
        listed = "matching card"
    elif last not in _COUNTED:
        listed += " card"
    return f"{'an' if listed[0] in 'AEIOUiu' or listed[:2] == 'S.' else 'a'} {listed} {place}"


def salvageable(g: Table, face: Face) -> bool:
    """Return whether the discard pile has a Whenever's match; Activities need none (RUL-20)."""
    if not face.salvage or face.kind != WHENEVER:
        return True
    pub, match = g.pub, face.salvage
    return any(pub[c] != HIDDEN and match[pub[c]] for c in g.discard)


def player_fault(g: Table, seat: int, face: Face, to: int) -> str:
    """Return what's wrong with a player as a target, or nothing."""
    if not g.concerned(to, face):
        return "other-role"
    if to == seat:
        if face.on == "others" or face.pilfers:
            return "others-only"
    elif immune(g, to, face):
        return "immune"
    if face.pilfers and not g.hands[to]:
        return "no-hand"
    return ""


def card_fault(g: Table, seat: int, face: Face, on: int) -> str:
    """Return what's wrong with a card in play as a target, or nothing."""
    number = g.face[on]
    if not face.target_match[number]:
        return "no-match"
    place = g.where[on]
    verb = face.target_verb
    if place == ON_TABLE:
        return "" if verb == "trash" else "no-room"
    if face.target_whose != "any" and (face.target_whose == "own") != (place - IN_ROOM == seat):
        return "own-only" if face.target_whose == "own" else "other-rooms"
    if verb == "trash":
        return "permanent" if g.faces[number].permanent else ""
    if verb == "take":
        return "guarded" if guarded(g, on) else "barred" if barred(g, number, seat) else ""
    return ""


def _refusal(g: Table, to: int, on: int, fault: str) -> Refusal:
    whom = g.names[to] if to != NOBODY else ""
    what = g.printed(on).name if on != NOTHING else ""
    if fault == "immune":
        return no(f"{whom} is immune", "GEEK-3", "RUL-20")
    if fault == "own-role":
        return no("not for your kind of role", *_KINDS, "RUL-20")
    if fault == "other-role":
        return no(f"no effect on {whom}'s role", *_KINDS, "RUL-20")
    if fault == "others-only":
        return no("not on yourself", "R-WHEN-1", "RUL-20")
    text = {
        "no-salvage": "no match in the discard pile",
        "no-hand": f"empty hand: {whom}",
        "no-match": f"no effect on {what}",
        "no-room": f"not in a room: {what}",
        "own-only": "only in your own room",
        "other-rooms": "only in other rooms",
        "permanent": f"can't discard {what}",
        "guarded": f"can't take {what}",
        "barred": f"can't enter your room: {what}",
    }[fault]
    return no(text, "RUL-20", *(("RUL-24",) if fault == "barred" else ()))


def targets(g: Table, seat: int, face: Face) -> Sequence[Target]:
    """Return all targets the seat can play the card on; one empty pair if it needs none."""
    if face.salvage and not salvageable(g, face):
        return ()
    if face.target == NO_TARGET:
        return UNTARGETED if g.concerned(seat, face) else ()
    if face.target == PLAYER_TARGET:
        plain = not (face.misfortune or face.pilfers or face.about)
        if plain and False not in g.alive:
            return _players(g.players, seat if face.on == "others" else NOBODY)
        return [
            (to, NOTHING)
            for to in range(g.players)
            if g.alive[to] and not player_fault(g, seat, face, to)
        ]
    fitting = g.in_play(face.number)
    return [(NOBODY, card) for card in fitting if not card_fault(g, seat, face, card)]


@cache
def _players(players: int, but: int) -> tuple[Target, ...]:
    return tuple((seat, NOTHING) for seat in range(players) if seat != but)
