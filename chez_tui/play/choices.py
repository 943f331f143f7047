"""What the player at the keyboard can do next: the list under the cursor, and what Enter does.

These classes know no widgets: they read a session, offer options, and turn key presses into
actions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chez_tui.play.attention import Jump, by_effect, jumps
from core import actions as a
from core.actions import Action, Refusal, going_on
from core.cards import PERSON, THING, WHENEVER
from core.foresight import RESPONSES, outcomes
from core.rules.lookup import cost
from core.state import CALL_PHASE, DRAW_PHASE, FREE_PHASE, ROLL_PHASE, Ask, Treat, Trim, Window
from core.telling import PICK_ROLE, ask_text, describe, player, refused, word
from core.view import View
from net.sessions.session import Session

HAND = "hand"
TARGETS = "targets"
GUESTS = "guests"
QUESTION = "question"
TRIM = "trim"
TREAT = "treat"
PICKED = "picked"  # someone else picks a role, from cards that all may see
_MODES: Final = {Ask: QUESTION, Trim: TRIM, Treat: TREAT}  # of questions to one seat


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the list: what it is, and what Enter does or why it can't."""

    text: str
    card: int = -1  # the card it's about, if any
    face: int = -1
    actions: tuple[Action, ...] = ()
    why: str = ""
    clause: str = ""
    marked: bool = False
    jumps: tuple[Jump, ...] = ()  # what it would do to each player
    seat: int = -1  # whose room it is about, if no card

    @property
    def open(self) -> bool:
        """Whether Enter does something."""
        return bool(self.actions)

    @property
    def answers(self) -> bool:
        """Whether it cancels what was announced, or throws TV at it."""
        return any(action.kind in RESPONSES for action in self.actions)


def capital(text: str) -> str:
    """Return the text as the beginning of a line."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return the text with an end."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def because(refusal: Refusal, view: View) -> str:
    """Return a refusal in words, with its clause."""
    return f"{refused(refusal, view)} ({refusal.clause})"


def whose(view: View, owner: int, eyes: int) -> str:
    return "your" if owner == eyes else f"{player(view, owner)}'s"


def aim(view: View, action: Action, eyes: int) -> str:
    """Return an action's target, in the words of a list; empty if it has none."""
    if action.kind != a.EVICT and action.on != a.NOTHING:
        owner = view.owner(action.on)
        where = whose(view, owner, eyes) if owner >= 0 else "on the table:"
        return f"{where} {view.printed(action.on).name}"
    if action.to == a.TO_DISCARD:
        return "the discard pile"
    if action.kind in (a.CALL, a.EVICT):
        return f"{whose(view, action.to, eyes)} {word(view, 'room')}"
    if action.to < 0:
        return ""
    return "yourself" if action.to == eyes else player(view, action.to)


class Choices:
    """The choices of one seat."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seat = -1 if session.seat is None else session.seat
        self.targets: tuple[Action, ...] = ()  # the chosen card's targets: one each
        self.marks: list[int] = []  # Things for a trip, or cards to discard
        self._guests = False
        self._moment: tuple[int, ...] = ()
        self._foreseen: tuple[View | None, dict[Action, tuple[Jump, ...]]] = None, {}
        self.message = ""

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def hand(self) -> Sequence[int]:
        return self.view.hands[self.seat] if self.seat >= 0 else ()

    # -- the moment ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Forget half-made choices when their moment is over.

        The list of guests stays open while there's a guest to evict.
        """
        view = self.view
        ref = getattr(self.top, "ref", 0)
        moment = (view.round, view.turn, view.phase, ref, len(view.stack))
        if moment != self._moment:
            same_phase = moment[:3] == self._moment[:3]
            self._moment = moment
            self.marks = []
            self.targets = ()
            self._guests = self._guests and same_phase
            self.message = ""
            if self._guests and self.my_turn:
                self._guests = any(
                    act.kind == a.EVICT and view.worth(act.on) <= 0 for act in self.session.legal()
                )
        self.marks = [card for card in self.marks if card in self.hand]

    @property
    def top(self) -> object:
        stack = self.view.stack
        return stack[-1] if stack else None

    @property
    def mode(self) -> str:
        top = self.top
        if isinstance(top, (Ask, Trim, Treat)) and top.seat == self.seat:
            return _MODES[type(top)]
        if isinstance(top, Ask) and top.topic == PICK_ROLE:
            return PICKED
        if self.targets:
            return TARGETS
        return GUESTS if self._guests and self.my_turn else HAND

    @property
    def asked(self) -> bool:
        """Whether the table waits for this seat."""
        return self.seat in self.view.waiting()

    @property
    def window(self) -> Window | None:
        """The window in which this seat can respond."""
        top = self.top
        return top if isinstance(top, Window) and self.asked else None

    @property
    def treat(self) -> Treat | None:
        """The question which Thing this seat plays for nothing now (CTH-5)."""
        top = self.top
        return top if isinstance(top, Treat) and self.asked else None

    @property
    def my_turn(self) -> bool:
        return self.asked and not self.view.stack

    @property
    def subject(self) -> int:
        """The card that the open question is about, or -1."""
        top = self.top
        about_a_card = isinstance(top, Ask) and top.topic in ("where", "send", "upkeep", "sure")
        return top.context[0] if isinstance(top, Ask) and about_a_card else -1

    # -- options ---------------------------------------------------------------------------------

    def options(self) -> list[Option]:
        mode = self.mode
        if mode in (QUESTION, PICKED):
            return self._question()
        if mode == TARGETS:
            return [self._target(action) for action in self.targets]
        if mode == GUESTS:
            return self._guest_options()
        legal = self.session.legal()
        return [self._card(card, legal) for card in self.hand]

    def _question(self) -> list[Option]:
        top = self.top
        assert isinstance(top, Ask)
        texts = ask_text(top, self.view).options
        items = []
        for number, (option, text) in enumerate(zip(top.options, texts, strict=True)):
            action = Action(a.CHOOSE, self.seat, value=number, ref=top.ref)
            card = option if top.about == "card" else -1
            known = self.view.face[card] if card >= 0 else -1
            face = option if top.about == "role" else known
            seat = option if top.about == "seat" else -1
            acts, changed = ((action,), self._jumps(action)) if self.asked else ((), ())
            items.append(Option(text, card, face, acts, jumps=changed, seat=seat))
        return items

    def _jumps(self, action: Action) -> tuple[Jump, ...]:
        """Return what an action would make of each player; looked up once for each view."""
        if self._foreseen[0] is not self.view:
            self._foreseen = self.view, {}
        found = self._foreseen[1]
        if action not in found:
            found[action] = jumps(self.view, outcomes(self.view, action))
        return found[action]

    def _target(self, action: Action) -> Option:
        view, to = self.view, action.to
        card, face = -1, action.faces[0] if action.faces else -1
        text = aim(view, action, self.seat)
        if action.kind == a.EVICT:
            face = -1
        elif action.on >= 0:
            card, face = action.on, view.face[action.on]
        elif to < 0:
            discards = action.kind == a.DISCARD
            text = "discard it at the end of your turn" if discards else "play it now"
        elif action.kind == a.CALL:
            text = f"your own {word(view, 'room')}" if to == self.seat else text
        elif any(other.kind == a.DISCARD for other in self.targets):
            text = f"play it on {text}"
        seat = to if card < 0 and to >= 0 else -1
        return Option(text, card, face, (action,), jumps=self._jumps(action), seat=seat)

    def _guest_options(self) -> list[Option]:
        """Return the guests to evict, the worst first; then those to let stay.

        Where the place comes before the roll (CTH-4), a guest has several actions.
        """
        view = self.view
        moves: dict[tuple[str, int], list[Action]] = {}
        for action in self.session.legal():
            if action.kind in (a.EVICT, a.KEEP):
                moves.setdefault((action.kind, action.on), []).append(action)
        order = sorted(moves, key=lambda move: (move[0] == a.KEEP, view.worth(move[1]), move[1]))
        return [
            Option(describe(moves[move][0]._replace(to=-1), view), move[1], view.face[move[1]],
                 tuple(moves[move]))
            for move in order
        ]  # fmt: skip

    def _card(self, card: int, legal: Sequence[Action]) -> Option:
        view = self.view
        number = view.face[card]
        if number < 0:
            return Option("a card", card)
        face = view.faces[number]
        marked = card in self.marks
        if isinstance(self.top, Trim) and self.mode == TRIM:
            return Option(face.name, card, number, (Action(a.DISCARD, self.seat),), marked=marked)
        actions = tuple(act for act in legal if card in act.cards)
        if actions:
            return Option(face.name, card, number, actions, marked=marked)
        refusal = self.refusal(card)
        if refusal is None:
            return Option(face.name, card, number, marked=marked)
        unfit = self.window is not None and refusal.clause == "RUL-1"
        why = "not as a response here" if unfit else refused(refusal, view)
        return Option(face.name, card, number, (), why, refusal.clause, marked)

    def refusal(self, card: int) -> Refusal | None:
        """Return the engine's reason why a card of the hand can't be played now."""
        view = self.view
        face = view.printed(card)
        kind = {PERSON: a.CALL, THING: a.SHOP, WHENEVER: a.PLAY}.get(face.kind, a.DO)
        if self.mode == TREAT:
            kind = a.SHOP
        elif face.kind == WHENEVER and face.cancels:
            kind = a.CANCEL
        elif kind == a.DO and view.catalog.tv[face.number] and self.window is not None:
            kind = a.THROW
        to = self.seat if kind == a.CALL else a.NOBODY
        return self.session.refusal(Action(kind, self.seat, (card,), (face.number,), to))

    @property
    def unread(self) -> bool:
        """Whether a card in hand is unreadable so far, so no one knows what it can do."""
        return any(self.view.face[card] < 0 for card in self.hand)

    @property
    def ending(self) -> Action:
        """The action that ends this phase."""
        return going_on(self.seat, self.view.phase)

    @property
    def idle(self) -> bool:
        """Whether there's nothing to do in this phase of your turn, so it may end automatically.

        The one rule for every face. A Whenever can wait, so it keeps a phase open only where
        waiting hurts: while a guest is about to do its worst (Roll), and where Free Time or the
        turn would end although something could still be done in it.
        """
        kinds = {action.kind for action in self.session.legal()} if self.my_turn else set()
        if a.NEXT not in kinds or self.unread:
            return False
        phase = self.view.phase
        if phase == DRAW_PHASE:
            return True
        if phase == ROLL_PHASE:
            return a.EVICT not in kinds and not kinds >= {a.KEEP, a.PLAY}
        return a.CALL not in kinds if phase == CALL_PHASE else kinds == {a.NEXT}

    # -- pressing --------------------------------------------------------------------------------

    def press(self, item: Option) -> Action | None:
        """Return the action for Enter on an option, or None if only the choices changed."""
        self.message = ""
        if not item.open:
            why = f"{item.why} ({item.clause})"
            self.message = why if item.why else "you can't use it now"
            return None
        kinds = {action.kind for action in item.actions}
        marking = self.mode == TRIM or (kinds <= {a.SHOP, a.DISCARD} and self.mode != TREAT)
        if marking or (item.marked and self.mode == HAND):
            card = item.actions[0].cards[0] if self.mode == TARGETS else item.card
            left = [marked for marked in self.marks if marked != card]
            self.marks = left if card in self.marks else [*left, card]
            self.targets = ()
            return None
        if len(item.actions) == 1:
            self.targets = ()
            return item.actions[0]
        self.targets = by_effect(self.view, item.actions)
        return None

    def commit(self) -> Action | None:
        """Return the marked trip or discards as an action; None and a message if that's not
        possible."""
        view = self.view
        if not self.marks:
            free = "no trip here: {do_it} on a Thing plays it"
            self.message = free if self.mode == TREAT else "nothing is marked: {do_it} marks a card"
            return None
        kind = a.SHOP if view.phase == FREE_PHASE and not view.stack else a.DISCARD
        action = self.several(kind, self.marks)
        refusal = self.session.refusal(action)
        if refusal is not None:
            self.message = because(refusal, view)
            return None
        return action

    def several(self, kind: str, cards: Sequence[int]) -> Action:
        """Return the trip for several Things, or the discard of several cards."""
        faces = tuple(self.view.face[card] for card in cards)
        ref = self.top.ref if isinstance(self.top, Trim) else 0
        return Action(kind, self.seat, tuple(cards), faces, ref=ref)

    def guests(self) -> bool:
        """Open the list of guests, if there are any to evict now."""
        view = self.view
        if not (self.my_turn and view.phase == ROLL_PHASE):
            self.message = "evict in your Roll phase (R-GONE-1)"
            return False
        self._guests = any(act.kind in (a.EVICT, a.KEEP) for act in self.session.legal())
        self.message = "" if self._guests else "no guests to evict"
        return self._guests

    def show_hand(self) -> None:
        """Offer the players who may see the hand (R-TALK-2)."""
        view = self.view
        self.targets = tuple(
            Action(a.SHOW, self.seat, to=to)
            for to in range(view.players)
            if to != self.seat and view.alive[to]
        )

    def back(self) -> bool:
        """Drop the half-made choice; return False if there was none."""
        self.message = ""
        half_made = bool(self.targets or self._guests or self.marks)
        if not (self.targets and self._guests):  # otherwise the list of guests comes back
            self.marks = []
            self._guests = False
        self.targets = ()
        return half_made

    def passing(self) -> Action | None:
        window = self.window or self.treat
        return Action(a.PASS, self.seat, ref=window.ref) if window is not None else None

    # -- words -----------------------------------------------------------------------------------

    def total(self) -> int:
        """Return what the marked Things cost together."""
        view = self.view
        return sum(cost(view, self.seat, view.face[card]) for card in self.marks)
