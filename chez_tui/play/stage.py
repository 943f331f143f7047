"""What's on the stage of a table, and a few words about its cards and players.

All of it follows from a moment; nothing here draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chez_tui.play.attention import Jump, jumps
from chez_tui.play.choices import HAND, TARGETS, TREAT, Option, aim
from chez_tui.play.prompts import doing
from chez_tui.play.table import Moment
from core.actions import (
    CALL,
    CANCEL,
    EVICT,
    PLAY,
    THROW,
    Action,
)
from core.cards import PERSON, WHENEVER, words_of
from core.foresight import Outcome, coming_die, outcomes
from core.telling import listing, player
from core.telling.odds import Odds, odds
from core.telling.standing import illicit_here
from core.view import View

NEAR: Final = 3  # a player who needs only this much Slack may win soon


def is_you(now: Moment, seat: int) -> bool:
    """Return whether that's the one person who looks."""
    return seat == now.seat and not now.covered


def called(now: Moment, seat: int) -> str:
    """Return what the stage calls a player: you, or their name."""
    return "You" if is_you(now, seat) else player(now.view, seat)


def losing(now: Moment, jump: Jump) -> str:
    """Return which cards a play costs a player who was named before."""
    return f"{'lose' if is_you(now, jump.seat) else 'loses'} {listing(jump.lost)}"


@dataclass(frozen=True, slots=True)
class Coming:
    """The result of a play if no one responds."""

    jump: Jump | None = None  # of the player, otherwise of the one it changes most
    hits: tuple[Jump, ...] = ()  # what it does to the others
    odds: Odds | None = None  # of the roll that decides


def coming(view: View, ends: Sequence[Outcome], action: Action | None = None) -> Coming:
    """Return the result of an action, or of the open announcement."""
    window = view.stack[-1] if view.stack else None
    by = action.seat if action is not None else getattr(window, "seat", view.turn)
    touched = sorted(jumps(view, ends), key=lambda jump: (jump.seat != by, jump.low - jump.now))
    first = next((jump for jump in touched if not jump.stays), None)
    die, chances = coming_die(view, action) if len(ends) > 1 else None, None
    if die is not None:
        gains = [end.slack[die.seat] - view.slack[die.seat] for end in ends]
        face = view.face[die.card] if die.card >= 0 else -1
        if action is not None and die.card in action.cards:
            face = action.faces[action.cards.index(die.card)]
        chances = odds(view, die.seat, die.word, face, die.needs, gains)
    return Coming(first, tuple(jump for jump in touched if jump is not first), chances)


def is_scene(now: Moment) -> bool:
    """Whether an announcement has the stage: if it asks or hits whoever looks, or would win, and
    for all who look on. Any other is a line of a turn."""
    found = now.announced
    if found is None or now.mode != HAND:
        return False
    shared = now.seat < 0 or now.covered or found.seat == now.seat
    return shared or found.prompt or found.hits or bool(found.winners)


# -- what is on the stage --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Preview:
    """The card that a person looks at, and what it would do."""

    face: int  # -1: no card
    coming: Coming
    does: str = ""  # what Enter does, in the words of a command
    why: str = ""  # or why it does nothing
    clause: str = ""
    target: str = ""  # its target
    note: str = ""  # what to know about it at this table


def preview(now: Moment) -> Preview:
    """Return the card under the cursor and all about it."""
    _, face = now.focused
    option = now.option if now.cursor.pane == HAND else None
    if option is None or (face < 0 and not option.actions):
        return Preview(face, Coming())
    action = option.actions[0] if option.actions else None
    target = ""
    if action is not None and now.mode == TARGETS:
        target = aim(now.view, action, now.seat)
        if action.faces:
            face = action.faces[0]
        elif action.on >= 0:
            face = now.view.face[action.on]
    ends = now.preview
    if not ends and action is not None and action.kind in (CALL, EVICT):
        ends = outcomes(now.view, action)  # the roll is the same wherever it goes
    comes = coming(now.view, ends, action) if ends else Coming()
    note = illicit_here(now.view, face) if face >= 0 else ""
    does = doing(now.mode, option, bool(now.marks)).short
    return Preview(face, comes, does, option.why, option.clause, target, note)


@dataclass(frozen=True, slots=True)
class Answer:
    """A card in the hand that responds to what was announced."""

    key: int  # its number in the hand
    does: str
    name: str


def answers(now: Moment) -> tuple[Answer, ...]:
    """Return the cards in the hand that cancel what was announced, or throw TV at it."""
    if now.mode != HAND:
        return ()
    found = []
    for key, option in enumerate(now.options, 1):
        kinds = {action.kind for action in option.actions}
        if kinds & {CANCEL, THROW}:
            found.append(
                Answer(key, "cancels it" if CANCEL in kinds else "TV instead", option.text)
            )
    return tuple(found)


# -- the hand --------------------------------------------------------------------------------------


def lit(now: Moment, option: Option) -> str:
    """Return the words on a card that can be played now, if they add something."""
    kinds = {action.kind for action in option.actions}
    if CANCEL in kinds:
        return "cancels it"
    if THROW in kinds:
        return "throw it"
    return "any time" if PLAY in kinds and now.mode == HAND else ""


def unlit(now: Moment, option: Option) -> str:
    """Return in three words why a card can't be played now."""
    if option.face < 0 or now.mode not in (HAND, TREAT):
        return ""
    face = now.view.faces[option.face]
    if face.kind == WHENEVER and face.cancels:
        stops = [word for effect in face.effects if effect.verb == "cancel"
                 for word in words_of(effect)]  # fmt: skip
        return f"no {stops[0]} here" if len(stops) == 1 else "nothing to cancel"
    if face.kind == WHENEVER and option.clause == "RUL-1":
        return "in a moment"
    if (not now.my_turn and face.kind != WHENEVER) or option.clause in _WHEN:
        return "in Call People" if face.kind == PERSON else "in Free Time"
    why = option.why.removeprefix(f"{face.name} ")
    if why.startswith("needs ") and ": " in why:
        why = f"needs {why.partition(': ')[2]}"
    return _SHORT.get(option.clause, why)


_WHEN: Final = ("R-CALL-1", "R-FREE-1", "RUL-1", "R-SETUP-3")
_SHORT: Final = {"R-ROLE-2": "no Free Time left"}
