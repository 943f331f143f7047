"""Choices as numbered lists of sentences, and what the numbers mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chez_tui.plain.look import (
    Muddle,
    counts,
    facts,
    find_in_hand,
    lying,
    printed,
)
from chez_tui.play.attention import by_effect, jumps
from chez_tui.play.choices import HAND, TARGETS, TREAT, TRIM, Choices, Option, aim, capital
from core import actions as a
from core.actions import Action
from core.cards import ROLE
from core.events import ANNOUNCED, Event
from core.foresight import outcomes
from core.rules.lookup import cost
from core.state import Ask, Treat, Trim, Window
from core.telling import ask_text, describe, tell, word
from core.telling.names import counted
from core.view import View

WINDOW: Final = "window"  # someone announced something
GATHERED: Final = "gathered"  # the same, but several people look at the screen
ENTER: Final = {
    WINDOW: ", Enter to pass",
    GATHERED: ", Enter to let it happen",
    TREAT: ", Enter to play nothing",
    TARGETS: ", Enter to go back",
}  # what an empty line does
TOGETHER: Final = (a.SHOP, a.DISCARD)  # what several numbers can pick


@dataclass(frozen=True, slots=True)
class NumberedList:
    """A list of choices, with what the person must know to choose."""

    kind: str  # WINDOW, or the mode of the choices
    options: tuple[Option, ...]  # its actions differ only in their target, which comes second
    intro: tuple[str, ...] = ()
    amount: int = 1  # how many to pick, in a TRIM
    about: str = ""  # the announcement of a WINDOW, as it was told

    @property
    def prompt(self) -> str:
        """The line that asks for an answer; scripts wait for its first word."""
        last = len(self.options)
        if self.kind == TRIM:
            return f"Choose {counted(self.amount, 'number')} from 1 to {last}, ? for help"
        numbers = f"Choose 1 to {last}" if last > 1 else "Choose 1"
        alike = [n for n, option in enumerate(self.options, 1) if _together(option)]
        several = self.kind == HAND and len(alike) > 1
        more = f", several cards like {alike[0]} {alike[1]}" if several else ""
        return f"{numbers}{ENTER.get(self.kind, '')}{more}, ? for help"


def _together(option: Option) -> bool:
    """Return whether it can be picked with others: for one trip, or to discard."""
    return bool(option.actions) and option.actions[0].kind in TOGETHER


# -- asking ----------------------------------------------------------------------------------------


def numbered(choices: Choices) -> NumberedList | None:
    """Return what the table asks of this seat now; None if it waits for others."""
    if not choices.asked:
        return None
    view, seat, top, mode = choices.view, choices.seat, choices.top, choices.mode
    if isinstance(top, Trim):
        many = "a card" if top.amount == 1 else f"{top.amount} cards"
        options = tuple(
            Option(
                f"{view.printed(card).name} ({facts(view, seat, view.printed(card))})",
                actions=(choices.several(a.DISCARD, (card,)),),
            )
            for card in view.hands[seat]
        )
        return NumberedList(mode, options, (f"Discard {many}.",), top.amount)
    asked = ""
    if isinstance(top, (Ask, Treat)):
        asked = capital(ask_text(top, view).text.partition(": ")[2])
    if isinstance(top, Ask):
        options = tuple(
            Option(
                printed(view, view.faces[option.face]) if top.about == ROLE else option.text,
                actions=option.actions,
            )
            for option in choices.options()
        )
        return NumberedList(mode, options, (asked,))
    options = _options(view, seat, choices.session.legal())
    if isinstance(top, Window):
        return NumberedList(WINDOW, options, _window(view, seat, top), about=_said(view, top))
    return NumberedList(mode, options, (asked,) if asked else ())


def gathered(view: View, names: Sequence[str]) -> NumberedList:
    """Return the question which of several people responds to what was announced."""
    window = view.stack[-1]
    assert isinstance(window, Window)
    options = tuple(Option(f"{name} responds") for name in names)
    return NumberedList(
        GATHERED, options, _window(view, a.NOBODY, window), about=_said(view, window)
    )


def _said(view: View, window: Window) -> str:
    """Return the announcement as the log told it."""
    faces = tuple(view.face[card] for card in window.cards)
    event = Event(ANNOUNCED, window.seat, window.to, window.cards, faces, window.on, 0, window.kind)
    return tell(event, view) or ""


def _window(view: View, seat: int, window: Window) -> tuple[str, ...]:
    lines = [printed(view, view.printed(card)) for card in window.cards]
    if window.to == seat and window.on == a.NOTHING:
        lines.append("It targets you.")
    elif window.on != a.NOTHING and view.owner(window.on) == seat:
        lines.append(f"It targets your {lying(view, window.on)}.")
    return tuple(lines)


def _options(view: View, seat: int, legal: Sequence[Action]) -> tuple[Option, ...]:
    """Return the legal actions as options: one per set of targets, and the one that continues
    last."""
    groups: dict[tuple[str, tuple[int, ...], int], list[Action]] = {}
    twins: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = {}
    for action in legal:
        first = twins.setdefault((action.kind, action.faces), action.cards)
        if action.cards != first and action.kind not in TOGETHER:
            continue  # one of two equal cards is enough
        on = action.on if action.kind in (a.EVICT, a.KEEP) else a.NOTHING
        groups.setdefault((action.kind, action.cards, on), []).append(action)
    ordered = sorted(groups.values(), key=lambda actions: actions[0].kind in (a.NEXT, a.PASS))
    return tuple(Option(_text(view, seat, found), actions=tuple(found)) for found in ordered)


def _text(view: View, seat: int, actions: Sequence[Action]) -> str:
    action = actions[0]
    shown = aimless(action) if len(actions) > 1 else action
    text = capital(describe(shown, view))
    if action.cards:
        return f"{text} ({facts(view, seat, view.printed(action.cards[0]))})"
    return text if action.on == a.NOTHING else f"{text} (Slack {view.worth(action.on)})"


def aimless(action: Action) -> Action:
    """Return the action without its target, but with the guest to evict."""
    return action._replace(to=a.NOBODY, on=action.on if action.kind == a.EVICT else a.NOTHING)


def targets(view: View, seat: int, actions: Sequence[Action]) -> NumberedList:
    """Return the second list: the targets of an action."""
    first = actions[0]
    what = capital(describe(aimless(first), view))
    places = {a.CALL: f"into whose {word(view, 'room')}", a.EVICT: "to where"}
    wanted = places.get(first.kind, "on which player or card")
    options = []
    for action in by_effect(view, actions):
        there = counts(view, action.on) if action.kind != a.EVICT and action.on != a.NOTHING else ""
        found = ", ".join(jump.text for jump in jumps(view, outcomes(view, action)))
        does = found and f": {found.replace('→', 'to')}"
        options.append(
            Option(f"{capital(aim(view, action, seat))}{there}{does}", actions=(action,))
        )
    return NumberedList(TARGETS, tuple(options), (f"{what}: {wanted}?",))


def leaving(seat: int) -> NumberedList:
    """Return the question to confirm leaving."""
    return NumberedList(
        TARGETS,
        (Option("Leave the game for good", actions=(Action(a.LEAVE, seat),)), Option("Stay")),
        ("Leave? You discard your cards, and the others continue (RUL-16).",),
    )


# -- answering -------------------------------------------------------------------------------------


def picked(choices: Choices, asked: NumberedList, numbers: Sequence[int]) -> tuple[Action, ...]:
    """Return what the numbers mean: an action, several to choose a target from, or none.

    Raise Muddle if they can't be picked, or not together.
    """
    in_range(asked, numbers)
    if len(set(numbers)) != len(numbers):
        raise Muddle("Type each number once.")
    if asked.kind == TRIM and len(numbers) != asked.amount:
        raise Muddle(f"Pick exactly {asked.amount}, not {len(numbers)}.")
    options = [asked.options[n - 1] for n in numbers]
    if len(options) == 1:
        return options[0].actions
    actions = [option.actions[0] for option in options if _together(option)]
    if len(actions) < len(options) or len({action.kind for action in actions}) > 1:
        raise Muddle("You can pick several only to discard, or to buy Things in one trip.")
    return (choices.several(actions[0].kind, [action.cards[0] for action in actions]),)


def in_range(asked: NumberedList, numbers: Sequence[int]) -> None:
    """Raise Muddle if one of these numbers isn't in the list."""
    last = len(asked.options)
    wrong = next((n for n in numbers if not 1 <= n <= last), None)
    if wrong is not None:
        raise Muddle(f"{wrong} isn't a choice: pick 1 to {last}.")


def by_names(choices: Choices, kind: str, names: str) -> Action:
    """Return a trip or a discard of cards in the hand, named with semicolons between them."""
    cards: list[int] = []
    for name in names.split(";"):
        found = find_in_hand(choices.view, choices.seat, name)
        left = [card for card in found if card not in cards]
        if not left:
            raise Muddle(f"You don't have another {choices.view.printed(found[0]).name}.")
        cards.append(left[0])
    return choices.several(kind, cards)


def total(view: View, action: Action) -> str:
    """Return what a trip of several Things costs, for the person to read before it's announced."""
    price = sum(cost(view, action.seat, face) for face in action.faces)
    return f"Together they cost {price} of your {view.income_left(action.seat)} Income."
