"""Actions and questions in words, for lists of choices and for error messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from core import actions as a
from core.state import DISCARD_PHASE, IN_ROOM, WORDS, Ask, Treat, Trim, Window
from core.telling.names import (
    NAMELESS,
    UNSEEN,
    cards_or_count,
    counted,
    face_name,
    listing,
    player,
    possessive,
    word,
)

if TYPE_CHECKING:
    from core.game import Game

PICK_ROLE: Final = "pick-role"  # the question of the last winners (R-SETUP-4)
PHASE_NAMES: Final = ("Draw", "Roll", "Call People", "Free Time", "Discard")


class Question(NamedTuple):
    """A question with the texts of its options, in order."""

    text: str
    options: tuple[str, ...]


# -- actions ---------------------------------------------------------------------------------------


def describe(action: a.Action, game: Game) -> str:
    """Describe an action in a short imperative phrase, for the player who acts."""
    phrase = PHRASES.get(action.kind)
    return "make an unknown move" if phrase is None else phrase(action, game)


def _card(game: Game, card: int, face: int = -1) -> str:
    """Name a card, if this replica knows it."""
    if face < 0 and 0 <= card < len(game.face):
        face = game.face[card]
    return face_name(game, face)


def _hand_card(action: a.Action, game: Game) -> str:
    if not action.cards:
        return UNSEEN
    return _card(game, action.cards[0], action.faces[0] if action.faces else -1)


def _hand_cards(action: a.Action, game: Game) -> str:
    faces = action.faces if len(action.faces) == len(action.cards) else (-1,) * len(action.cards)
    names = [_card(game, card, face) for card, face in zip(action.cards, faces, strict=True)]
    return cards_or_count(names) or "nothing"


def _owned(game: Game, card: int, seat: int) -> str:
    """Name a card in play, with its owner if that's someone else: Pam's Pizza."""
    name = _card(game, card)
    if not 0 <= card < len(game.where):
        return name
    owner = game.owner(card)
    return name if owner in (-1, seat) else f"{possessive(game, owner)} {name}"


def _target(action: a.Action, game: Game) -> str:
    if action.on >= 0:
        return f" on {_owned(game, action.on, action.seat)}"
    return f" on {player(game, action.to)}" if action.to >= 0 else ""


def _announced(game: Game, action: a.Action) -> str:
    """Name the announcement that a response is for."""
    top = game.stack[-1] if game.stack else None
    if not isinstance(top, Window):
        return "an announcement"
    what = "shopping trip" if top.kind == a.SHOP else _card(game, top.cards[0])
    return f"{possessive(game, top.seat)} {what}"


def _call(action: a.Action, game: Game) -> str:
    own = action.to in (a.NOBODY, action.seat)
    where = "" if own else f" into {possessive(game, action.to)} {word(game, 'room')}"
    return f"call {_hand_card(action, game)}{where}"


def _evict(action: a.Action, game: Game) -> str:
    place = "" if action.to == a.NOBODY else f" to {_place(game, action.to)}"
    return f"try to evict {_card(game, action.on)}{place}"


def _place(game: Game, seat: int) -> str:
    room = word(game, "room")
    return "the discard pile" if seat == a.TO_DISCARD else f"{possessive(game, seat)} {room}"


def _choose(action: a.Action, game: Game) -> str:
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Ask) and 0 <= action.value < len(top.options):
        return f"choose {ask_text(top, game).options[action.value]}"
    return f"choose option {action.value}"


def _next(action: a.Action, game: Game) -> str:
    if game.phase >= DISCARD_PHASE:
        return "end the turn"
    return f"end the {PHASE_NAMES[game.phase]} phase"


def _treated(game: Game, seat: int) -> bool:
    """Return whether the seat may play something for free (CTH-5)."""
    top = game.stack[-1] if game.stack else None
    return isinstance(top, Treat) and top.seat == seat


def _shop(action: a.Action, game: Game) -> str:
    things = _hand_cards(action, game)
    return f"play {things} for free" if _treated(game, action.seat) else f"shop for {things}"


def _pass(action: a.Action, game: Game) -> str:
    return "play nothing" if _treated(game, action.seat) else "pass"


PHRASES: Final[dict[str, Callable[[a.Action, Game], str]]] = {
    a.CALL: _call,
    a.EVICT: _evict,
    a.KEEP: lambda action, game: f"let {_card(game, action.on)} stay",
    a.SHOP: _shop,
    a.DO: lambda action, game: f"go for {_hand_card(action, game)}{_target(action, game)}",
    a.PLAY: lambda action, game: f"play {_hand_card(action, game)}{_target(action, game)}",
    a.CANCEL: lambda action, game: (
        f"cancel {_announced(game, action)} with {_hand_card(action, game)}"
    ),
    a.THROW: lambda action, game: f"throw {_hand_card(action, game)} at {_announced(game, action)}",
    a.CHOOSE: _choose,
    a.DISCARD: lambda action, game: f"discard {_hand_cards(action, game)}",
    a.NEXT: _next,
    a.PASS: _pass,
    a.SHOW: lambda action, game: f"show {player(game, action.to)} every card in hand",
    a.LEAVE: lambda action, game: "leave the game",
    a.ROLL: lambda action, game: f"roll {action.value}",
    a.SHUFFLE: lambda action, game: "shuffle the life deck",
    a.ROLE: lambda action, game: f"draw the {word(game, 'role')} {face_name(game, action.value)}",
    a.REDEAL: lambda action, game: "redeal the cards no one can read",
    a.PICK: lambda action, game: "pick a card from the hand",
}


# -- questions -------------------------------------------------------------------------------------


def ask_text(frame: Ask | Trim | Treat, game: Game) -> Question:
    """Put the open question into words; one about the hand has no numbered options."""
    who = player(game, frame.seat)
    if isinstance(frame, Treat):
        return Question(
            f"{who}: play which Thing for free, thanks to {_card(game, frame.card)}?",
            (),
        )
    if isinstance(frame, Trim):
        return Question(f"{who} must discard {counted(frame.amount, 'card')}", ())
    about = _card(game, frame.context[0]) if frame.context else UNSEEN
    text = QUESTIONS.get(frame.topic, "which one")
    text = text.format(about, role=word(game, "role"))
    if frame.topic == "lose" and about != UNSEEN:
        text += f" to {about}"
    return Question(f"{who}: {text}?", tuple(_option(frame, o, game) for o in frame.options))


def waiting_for(game: Game) -> str:
    """Return who the table waits for, and the roles they pick from, if any."""
    names = listing(player(game, seat) for seat in game.waiting() if seat >= 0)
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Ask) and top.topic == PICK_ROLE:
        roles = ", ".join(ask_text(top, game).options)
        return f"{names} picks from these {word(game, 'roles')}: {roles}"
    return f"Waiting for {names}" if names else ""


QUESTIONS: Final = {
    "lose": "lose which card",
    "where": "where does {} go",
    "send": "where does {} go",
    "upkeep": "pay for {} or let it go",
    "sure": "roll for {} or take a sure number",
    "salvage": "take which card from the discard pile",
    PICK_ROLE: "which {role} do you pick",
    "role-kind": "what kind of {role} comes next",
}


def _option(frame: Ask, option: int, game: Game) -> str:
    if frame.about == "card":
        return _worth(game, option)
    if frame.about == "seat":
        return _place(game, option)
    if frame.about == "role":
        return face_name(game, option)
    if frame.topic == "role-kind":
        return _kind(frame, option, game)
    if frame.about == "word":
        return WORDS[option] if 0 <= option < len(WORDS) else NAMELESS
    if frame.about == "sure":
        return f"a sure {option}" if option else "the die"
    return str(option)


def _kind(frame: Ask, option: int, game: Game) -> str:
    """Name a kind of role by its own word: a Job again, a Major, either at random."""
    catalog = game.catalog
    own = catalog.role_kinds[game.roles[frame.seat][0]] or catalog.edition.role_kind
    called = {e.role_kind: e.words.get("role", "role") for e in catalog.editions}
    called.pop(game.house.beside, None)
    mine = called.pop(own, word(game, "role"))
    word_of = {"same kind": f"a {mine} again", "other kind": f"a {' or '.join(called.values())}"}
    said = WORDS[option] if 0 <= option < len(WORDS) else NAMELESS
    return word_of.get(said, said)


def _worth(game: Game, card: int) -> str:
    """Name a card, with its Slack if it's in a room: two copies may count differently."""
    name = _card(game, card)
    if name == UNSEEN or not 0 <= card < len(game.where) or game.where[card] < IN_ROOM:
        return name
    return f"{name} ({game.worth(card)} Slack)"
