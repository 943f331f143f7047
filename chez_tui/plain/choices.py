"""What the person is asked: numbered choices, and how an answer becomes an action."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chez_tui.plain.look import (
    Muddle,
    announced,
    capital,
    counts,
    facts,
    find_in_hand,
    lying,
    printed,
)
from chez_tui.play.choices import aim
from core.actions import (
    CALL,
    DISCARD,
    EVICT,
    KEEP,
    LEAVE,
    NEXT,
    NOBODY,
    NOTHING,
    PASS,
    SHOP,
    Action,
)
from core.cards import ROLE
from core.events import ANNOUNCED, Event
from core.rules.lookup import cost
from core.state import Ask, Treat, Trim
from core.state import Window as OpenWindow
from core.telling import ask_text, describe, tell, word
from core.view import View
from net.sessions.session import Session

TURN: Final = "turn"  # the person's own turn
WINDOW: Final = "window"  # somebody has announced something
ASK: Final = "ask"  # a question of the rules
TRIM: Final = "trim"  # so many cards must be discarded
TREAT: Final = "treat"  # a Thing can be played for nothing
TARGET: Final = "target"  # what an action is meant for, asked before it is done

ENTER: Final = {
    WINDOW: ", Enter to pass",
    TREAT: ", Enter to play nothing",
    TARGET: ", Enter to go back",
}  # what an empty line does

TOGETHER: Final = (SHOP, DISCARD)  # what can be picked with several numbers


@dataclass(frozen=True, slots=True)
class Option:
    """A numbered choice. Several actions differ only in their target, which is asked then."""

    text: str
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A list of choices with what must be known to choose."""

    kind: str
    options: tuple[Option, ...]
    intro: tuple[str, ...] = ()
    amount: int = 1  # how many must be picked, of a TRIM
    about: str = ""  # the announcement of a WINDOW, as it was told

    @property
    def prompt(self) -> str:
        """The line that says that an answer is awaited; its first word is what scripts wait for."""
        last = len(self.options)
        if self.kind == TRIM:
            many = "1 number" if self.amount == 1 else f"{self.amount} numbers"
            return f"Choose {many} from 1 to {last}, ? for help"
        numbers = f"Choose 1 to {last}" if last > 1 else "Choose 1"
        enter = ENTER.get(self.kind, "")
        return f"{numbers}{enter}{self._several}, ? for help"

    @property
    def _several(self) -> str:
        """How cards are picked together, if some can be."""
        if self.kind != TURN:
            return ""
        alike = [n for n, o in enumerate(self.options, 1) if o.actions[0].kind in TOGETHER]
        return f", several cards as {alike[0]} {alike[1]}" if len(alike) > 1 else ""


# -- asking ----------------------------------------------------------------------------------------


def question(session: Session) -> Question | None:
    """What the table wants to know from this seat now; None if it waits for others."""
    view, seat = session.view, session.seat
    if seat is None or seat not in view.waiting():
        return None
    top = view.stack[-1] if view.stack else None
    if isinstance(top, Trim):
        return _trim(view, seat, top)
    if isinstance(top, Ask):
        return _ask(session, view, top)
    options = _options(view, seat, session.legal())
    if isinstance(top, Treat):
        asked = ask_text(top, view).text.partition(": ")[2]
        return Question(TREAT, options, (capital(asked),))
    if isinstance(top, OpenWindow):
        return Question(WINDOW, options, tuple(_window(view, seat, top)), about=_said(view, top))
    return Question(TURN, options)


def _trim(view: View, seat: int, top: Trim) -> Question:
    options = tuple(
        Option(
            f"{view.printed(card).name} ({facts(view, seat, view.printed(card))})",
            (Action(DISCARD, seat, (card,), (view.face[card],), ref=top.ref),),
        )
        for card in view.hands[seat]
    )
    many = "a card" if top.amount == 1 else f"{top.amount} cards"
    return Question(TRIM, options, (f"You must discard {many}.",), top.amount)


def _ask(session: Session, view: View, top: Ask) -> Question:
    asked = ask_text(top, view)
    texts: Sequence[str] = asked.options
    if top.about == ROLE:
        texts = [printed(view, view.faces[role]) for role in top.options]
    options = [Option(texts[action.value], (action,)) for action in session.legal()]
    return Question(ASK, tuple(options), (capital(asked.text.partition(": ")[2]),))


def _said(view: View, window: OpenWindow) -> str:
    """The announcement in the words in which it was told."""
    faces = tuple(view.face[card] for card in window.cards)
    event = Event(ANNOUNCED, window.seat, window.to, window.cards, faces, window.on, 0, window.kind)
    return tell(event, view) or ""


def _window(view: View, seat: int, window: OpenWindow) -> list[str]:
    lines = announced(view, window.cards)
    if window.to == seat and window.on == NOTHING:
        lines.append("It is meant for you.")
    elif window.on != NOTHING and view.owner(window.on) == seat:
        lines.append(f"It is meant for your {lying(view, window.on)}.")
    return lines


def _options(view: View, seat: int, legal: Sequence[Action]) -> tuple[Option, ...]:
    """The legal actions, those that differ only in their target as one; going on comes last."""
    groups: dict[tuple[str, tuple[int, ...], int], list[Action]] = {}
    twins: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = {}
    for action in legal:
        first = twins.setdefault((action.kind, action.faces), action.cards)
        if action.cards != first and action.kind not in TOGETHER:
            continue  # one of two equal cards is enough to choose from
        on = action.on if action.kind in (EVICT, KEEP) else NOTHING
        groups.setdefault((action.kind, action.cards, on), []).append(action)
    ordered = sorted(groups.values(), key=lambda actions: actions[0].kind in (NEXT, PASS))
    return tuple(Option(_text(view, seat, actions), tuple(actions)) for actions in ordered)


def _text(view: View, seat: int, actions: Sequence[Action]) -> str:
    action = actions[0]
    several = len(actions) > 1
    shown = action
    if several:
        on = action.on if action.kind == EVICT else NOTHING
        shown = action._replace(to=NOBODY, on=on)
    text = capital(describe(shown, view))
    if action.cards:
        text += f" ({facts(view, seat, view.printed(action.cards[0]))})"
    elif action.on != NOTHING:
        text += f" (Slack {view.worth(action.on)})"
    return text


def targets(view: View, seat: int, actions: Sequence[Action]) -> Question:
    """The second question: for whom or what it is meant."""
    first = actions[0]
    what = capital(describe(first._replace(to=NOBODY, on=NOTHING), view))
    if first.kind == EVICT:
        what = capital(describe(first._replace(to=NOBODY), view))
    places = {CALL: f"into whose {word(view, 'room')}", EVICT: "to which place"}
    wanted = places.get(first.kind, "on whom or what")
    options = tuple(Option(_target(view, seat, action), (action,)) for action in actions)
    return Question(TARGET, options, (f"{what}: {wanted}?",))


def _target(view: View, seat: int, action: Action) -> str:
    there = counts(view, action.on) if action.kind != EVICT and action.on != NOTHING else ""
    return f"{capital(aim(view, action, seat))}{there}"


def leaving(seat: int) -> Question:
    """Leaving for good is asked twice."""
    return Question(
        TARGET,
        (Option("Leave the game for good", (Action(LEAVE, seat),)), Option("Stay", ())),
        ("Leave? Your cards are discarded and the others play on (RUL-16).",),
    )


# -- answering -------------------------------------------------------------------------------------


def picked(question: Question, numbers: Sequence[int]) -> tuple[Action, ...]:
    """What the numbers stand for: one action, several to choose a target from, or none.

    Raises Muddle if they can't be picked, or not together.
    """
    last = len(question.options)
    wrong = next((n for n in numbers if not 1 <= n <= last), None)
    if wrong is not None:
        raise Muddle(f"There is no {wrong}; the choices are 1 to {last}.")
    if len(set(numbers)) != len(numbers):
        raise Muddle("Name each number once.")
    if question.kind == TRIM and len(numbers) != question.amount:
        raise Muddle(f"It must be exactly {question.amount}, not {len(numbers)}.")
    options = [question.options[n - 1] for n in numbers]
    if len(options) == 1:
        return options[0].actions
    kind = options[0].actions[0].kind if options[0].actions else ""
    if kind not in TOGETHER or any(o.actions[0].kind != kind for o in options):
        raise Muddle("Only Things of one trip, or cards to discard, can be picked together.")
    return (together([option.actions[0] for option in options]),)


def together(actions: Sequence[Action]) -> Action:
    """Several trips or discards as one."""
    return actions[0]._replace(
        cards=tuple(card for action in actions for card in action.cards),
        faces=tuple(face for action in actions for face in action.faces),
    )


def by_names(view: View, seat: int, kind: str, names: str) -> Action:
    """A trip or a discard of cards of the hand, named and parted by semicolons."""
    cards: list[int] = []
    for name in names.split(";"):
        found = find_in_hand(view, seat, name)
        left = [card for card in found if card not in cards]
        if not left:
            raise Muddle(f"You have no other {view.printed(found[0]).name}.")
        cards.append(left[0])
    top = view.stack[-1] if view.stack else None
    ref = top.ref if isinstance(top, Trim) else 0
    return Action(kind, seat, tuple(cards), tuple(view.face[c] for c in cards), ref=ref)


def uses(session: Session, cards: Sequence[int]) -> tuple[Action, ...]:
    """What a card can be used for right now, other than to be thrown away."""
    legal = [action for action in session.legal() if action.kind != DISCARD]
    for card in cards:
        found = tuple(action for action in legal if action.cards == (card,))
        if found:
            return found
    return ()


def total(view: View, action: Action) -> str:
    """What a trip of several Things costs, said before it is announced."""
    price = sum(cost(view, action.seat, face) for face in action.faces)
    return f"Together that costs {price} of your {view.income_left(action.seat)} Income."
