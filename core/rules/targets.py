"""What a card may be played on: RUL-4, RUL-20, GEEK-3."""

from collections.abc import Sequence
from functools import cache

from core.actions import NOBODY, NOTHING, Refusal
from core.cards import NO_TARGET, PERSON, PLAYER_TARGET, WHENEVER, Face, words_of
from core.rules.cases import about_others
from core.rules.lookup import barred, guarded, immune, no
from core.state import HIDDEN, IN_ROOM, ON_TABLE, Table

Target = tuple[int, int]  # a player, a card
UNTARGETED: tuple[Target, ...] = ((NOBODY, NOTHING),)
_KINDS = ("COMBO-GREEK-2", "COMBO-GRUNT-2")
_PERSONS = {"invited": "invited Person", "uninvited": "uninvited Person"}
_IN_PLAY = frozenset((ON_TABLE, *range(IN_ROOM, IN_ROOM + 8)))


def target_problem(g: Table, seat: int, face: Face, to: int, on: int) -> Refusal | None:
    """Why the seat may not play the card on that player or card."""
    if face.target == NO_TARGET:
        if to != NOBODY or on != NOTHING:
            return no(f"{face.name} is not played on anybody", "RUL-20")
        fault = "own-role" if about_others(g, seat, face) else ""
    elif face.target == PLAYER_TARGET:
        if on != NOTHING or not 0 <= to < g.players or not g.alive[to]:
            return no(f"say on whom {face.name} is played", "RUL-20")
        fault = player_fault(g, seat, face, to)
    else:
        if to != NOBODY or not 0 <= on < len(g.where) or g.where[on] not in _IN_PLAY:
            return no(f"{face.name} needs {_wanted(face)}", "RUL-20", "RUL-4")
        fault = card_fault(g, seat, face, on)
    if not fault and not salvageable(g, face):
        fault = "no-salvage"
    return _refusal(g, face, to, on, fault) if fault else None


def _wanted(face: Face) -> str:
    """What a card has to be played on, in words."""
    place = {"own": "in your own room", "others": "in another room"}.get(face.target_whose)
    found = [effect for effect in face.effects if effect.verb == face.target_verb]
    *most, last = [_PERSONS.get(word, word) for word in words_of(found[0])]
    listed = f"{', '.join(most)} or {last}" if most else last
    return f"a card {place or 'in play'}: {listed}"


def salvageable(g: Table, face: Face) -> bool:
    """Whether the discard pile has what a Whenever looks for; an Activity goes without (RUL-20)."""
    if not face.salvage or face.kind != WHENEVER:
        return True
    pub, match = g.pub, face.salvage
    return any(pub[c] != HIDDEN and match[pub[c]] for c in g.discard)


def player_fault(g: Table, seat: int, face: Face, to: int) -> str:
    """What is wrong with a player as a target; empty if nothing is."""
    if face.about and about_others(g, to, face):
        return "other-role"
    if to == seat:
        if face.on == "others" or face.pilfers:
            return "others-only"
    elif face.misfortune and immune(g, to):
        return "immune"
    if face.pilfers and not g.hands[to]:
        return "no-hand"
    return ""


def card_fault(g: Table, seat: int, face: Face, on: int) -> str:
    """What is wrong with a card in play as a target; empty if nothing is."""
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
        if guarded(g, on):
            return "guarded"
        if g.catalog.kinds[number] == PERSON and barred(g, number, seat):
            return "barred"
    return ""


def _refusal(g: Table, face: Face, to: int, on: int, fault: str) -> Refusal:
    name = face.name
    whom = g.names[to] if to != NOBODY else ""
    what = g.printed(on).name if on != NOTHING else ""
    if fault == "immune":
        return no(f"{whom} is immune to {name}", "GEEK-3", "RUL-20")
    if fault == "own-role":
        return no(f"{name} is about another kind of role", *_KINDS, "RUL-20")
    if fault == "other-role":
        return no(f"{name} does nothing to {whom}'s role", *_KINDS, "RUL-20")
    if fault == "others-only":
        return no(f"{name} is for others", "R-WHEN-1", "RUL-20")
    if fault == "barred":
        return no(f"{what} may not enter your room", "RUL-24", "RUL-20")
    text = {
        "no-salvage": f"nothing for {name} lies in the discard pile",
        "no-hand": f"{whom} has no card for {name}",
        "no-match": f"{name} does nothing to {what}",
        "no-room": f"{what} lies in no room",
        "own-only": f"{name} is for your own room",
        "other-rooms": f"{name} is for other rooms",
        "permanent": f"{what} is never discarded",
        "guarded": f"{what} can't be taken",
    }[fault]
    return no(text, "RUL-20")


def targets(g: Table, seat: int, face: Face) -> Sequence[Target]:
    """All targets the seat may play the card on; one empty pair if it needs none."""
    if face.salvage and not salvageable(g, face):
        return ()
    if face.target == NO_TARGET:
        return () if face.about and about_others(g, seat, face) else UNTARGETED
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
