"""A table as the people at one keyboard see it: what happened, and what they can do now.

`TableModel.take` turns an update of the session into lines of the log and into cues: what a face
may show, ring or say of it. `TableModel.moment` is all that there is to be drawn, so a pane, a line
of plain mode or a test needs nothing else. Neither knows a screen.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from chez_tui.commands import keyed
from chez_tui.play.choices import HAND, Choices, Option
from chez_tui.play.prompts import Keymap, Prompt, prompt
from core.actions import CALL, DO, SHOP, Action
from core.events import PASSED, ROLLED, TURN_BEGAN, WON, Event
from core.state import Treat, Window
from core.telling import player
from core.view import View
from net.sessions.session import SeenHand, Session, Settings, Standing, Update

LOG_KEPT: Final = 1000
SPECTATOR: Final = -1  # the seat of somebody who has none
PAUSED: Final = "Paused until enough players are back; the game is kept. {Back} goes away"
CLOSED: Final = "The table is closed: {why}. {Back} goes back"


# -- what happened ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log, and the cue that there is one more."""

    kind: str  # turn (one begins), event, past, chat, notice, undone
    text: str
    seat: int = -1  # whom it is about, or who says it
    name: str = ""  # of that player, if the text begins with it or is said by them

    @property
    def sentence(self) -> str:
        """The line without colors."""
        if self.kind != "chat":
            return self.text
        return f"{self.name or 'A spectator'} says: {self.text}"


@dataclass(frozen=True, slots=True)
class Overtaken:
    """What was asked before has to be asked again: more happened than somebody else's pass."""

    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die fell."""

    seat: int
    number: int
    needs: int  # at least that much; 1 or less: nothing
    sentence: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The table began to wait for somebody at this keyboard."""

    window: bool  # to respond; otherwise it is their turn, or a question


@dataclass(frozen=True, slots=True)
class Rested:
    """The table no longer waits for anybody at this keyboard."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """Spectators see a hand, or another one."""

    seat: int
    hand: SeenHand


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over."""


Cue = Told | Overtaken | Rolled | Asked | Rested | HandShown | Won


def lines(events: Iterable[Event], sentences: Iterable[str], view: View) -> list[Told]:
    """Return the log's lines for events with a sentence each, empty where there is none."""
    found = []
    for event, sentence in zip(events, sentences, strict=True):
        if sentence:
            name = player(view, event.seat) if 0 <= event.seat < view.players else ""
            kind = "turn" if event.kind == TURN_BEGAN else "event"
            found.append(
                Told(kind, sentence, event.seat, name if sentence.startswith(name) else "")
            )
    return found


def told(update: Update, view: View) -> list[Told]:
    """Return the log's lines for an update; none if there is nothing to tell."""
    seat = update.seat
    match update.kind:
        case "acted":
            return lines(update.events, update.told, view)
        case "past" as kind:
            return [Told(kind, sentence) for sentence in update.told if sentence]
        case "chat" as kind:
            return [Told(kind, update.text, seat, player(view, seat) if seat >= 0 else "")]
        case "notice" as kind:
            return [Told(kind, update.text)]
        case "undone" as kind:
            return [Told(kind, f"{player(view, seat)} takes that back", seat)]
    return []


# -- what there is to see --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cursor:
    """What a person looks at: a pane, and the line, player or card in it."""

    pane: str = HAND
    line: int = 0  # of the hand, or of what can be chosen from
    player: int = -1  # the opponent
    card: int = -1  # in one's own room; none: oneself


@dataclass(frozen=True, slots=True)
class Moment:
    """A table as it is drawn now."""

    view: View
    seat: int  # of the person at the keyboard, or SPECTATOR
    log: tuple[Told, ...] = ()
    die: Rolled | None = None  # the last roll, as long as it is what the turn is about
    cursor: Cursor = field(default_factory=Cursor)
    options: tuple[Option, ...] = ()
    mode: str = HAND
    marks: tuple[int, ...] = ()
    asked: bool = False
    my_turn: bool = False
    window: Window | None = None  # in which this seat may respond
    treat: Treat | None = None
    subject: int = -1  # the card that a question is about
    prompt: Prompt = field(default_factory=Prompt)
    settings: Settings | None = None
    standing: Standing = field(default_factory=Standing)
    seen_hands: Mapping[int, SeenHand] = field(default_factory=dict)
    deadline: float | None = None
    can_undo: bool = False
    closed: str = ""  # why the table is no more

    @property
    def option(self) -> Option | None:
        """The one under the cursor."""
        at = self.cursor.line
        return self.options[at] if at < len(self.options) else None

    @property
    def announcing(self) -> Window | None:
        """The window this person is asked in, unless they look at something else."""
        return self.window if self.mode == HAND and self.cursor.pane == HAND else None

    @property
    def focused(self) -> tuple[int, int]:
        """The card to be shown in full: its number and its face, -1 for none."""
        option, card = self.option, self.cursor.card
        if self.cursor.pane != "room":
            if option is not None and option.face >= 0:
                return option.card, option.face
            card = self.subject
        return card, self.view.face[card] if card >= 0 else -1


# -- who is at the keyboard ------------------------------------------------------------------------


class HotSeat:
    """Whose hands are on the keyboard, and for whom the curtain falls."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = tuple(seats)
        self.seat = self.seats[0]
        self.present = len(self.seats) == 1  # whether this seat's person is there
        self.next = self.seat  # whom the curtain is for

    def awaited(self, view: View) -> tuple[int, ...]:
        """Return the seats at this keyboard that the table waits for."""
        return tuple(seat for seat in view.waiting() if seat in self.seats)

    def hands_over(self, view: View) -> bool:
        """Whether somebody else has to sit down before the game goes on; `next` is who."""
        awaited = self.awaited(view)
        if not awaited or (self.present and self.seat in awaited):
            return False
        self.next = awaited[0]
        return True

    def leave(self) -> None:
        """Leave the keyboard: the curtain has fallen."""
        self.present = False

    def sit_down(self) -> None:
        """Let the next person have the keyboard: the curtain has opened."""
        self.seat, self.present = self.next, True


# -- the table -------------------------------------------------------------------------------------


class TableModel:
    """The sessions at one keyboard: of several people at a hot seat, of one, or a spectator's."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        self.sessions = {SPECTATOR if s.seat is None else s.seat: s for s in sessions}
        self.hands = HotSeat(tuple(self.sessions))
        self.die: Rolled | None = None
        self.closed = ""
        self._choices = {seat: Choices(session) for seat, session in self.sessions.items()}
        self._logs: dict[int, tuple[Told, ...]] = dict.fromkeys(self.sessions, ())
        self._asked: tuple[int, ...] = ()
        self._awaited = False
        self._hand_at = 0  # where the cursor was in the hand, for when that is shown again
        self._mode = HAND  # of the list that the cursor is in
        self._phase: tuple[int, ...] = ()  # in which the cursor was put somewhere

    @property
    def seat(self) -> int:
        return self.hands.seat

    @property
    def session(self) -> Session:
        return self.sessions[self.seat]

    @property
    def choices(self) -> Choices:
        return self._choices[self.seat]

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def log(self) -> tuple[Told, ...]:
        """The log as this seat may read it: it names the cards one has drawn oneself."""
        return self._logs[self.seat]

    # -- what comes in ---------------------------------------------------------------------------

    def overhear(self, update: Update, seat: int) -> list[Told]:
        """Put down what a seat was told."""
        new = told(update, self.view)
        self._logs[seat] = (*self._logs[seat], *new)[-LOG_KEPT:]
        return new

    def take(self, update: Update) -> list[Cue]:
        """Take in what the first session was told; return what there is to show or say of it."""
        first = next(iter(self.sessions))
        events = update.events
        cues: list[Cue] = []
        if update.kind == "undone" or any(e.kind != PASSED or e.seat == first for e in events):
            cues.append(Overtaken(update.action))
        cues += self.overhear(update, first)
        cues += self._rolls(update)
        if update.kind == "closed":
            self.closed = update.text
        elif update.kind == "notice":
            self.choices.message = ""  # what was said before may not be true any more
        elif update.kind == "hand" and (hand := self.session.seen_hands.get(update.seat)):
            cues.append(HandShown(update.seat, hand))
        cues += self._attention()
        if any(event.kind == WON for event in events):
            cues.append(Won())
        return cues

    def _rolls(self, update: Update) -> list[Rolled]:
        rolls = []
        for number, event in enumerate(update.events):
            if event.kind == ROLLED:
                sentence = update.told[number] if number < len(update.told) else ""
                self.die = Rolled(event.seat, event.n, event.on, sentence)
                rolls.append(self.die)
            elif event.kind == TURN_BEGAN and self.seat != SPECTATOR:
                self.die = None  # the last roll is no longer what it is about
        return rolls

    def _attention(self) -> list[Cue]:
        """Whether the table waits for this keyboard now as it did not before."""
        view = self.view
        mine = self.hands.awaited(view)
        moment = (*mine, view.ref, view.turn)
        began, ended = bool(mine) and moment != self._asked, self._awaited and not mine
        self._awaited = bool(mine)
        if began:
            self._asked = moment
            return [Asked(bool(view.stack) and isinstance(view.stack[-1], Window))]
        return [Rested()] if ended else []

    # -- what there is to see --------------------------------------------------------------------

    def moment(self, cursor: Cursor, keymap: Keymap) -> Moment:
        """Return what there is to draw; the cursor is where that lets it be."""
        session, choices = self.session, self.choices
        choices.refresh()
        options = tuple(choices.options())
        return Moment(
            view=session.view,
            seat=self.seat,
            log=self.log,
            die=self.die,
            cursor=replace(cursor, line=self._place(cursor.line, options)),
            options=options,
            mode=choices.mode,
            marks=tuple(choices.marks),
            asked=choices.asked,
            my_turn=choices.my_turn,
            window=choices.window,
            treat=choices.treat,
            subject=choices.subject,
            prompt=self._prompt(keymap),
            settings=session.settings,
            standing=session.standing,
            seen_hands=session.seen_hands,
            deadline=session.deadline,
            can_undo=session.can_undo,
            closed=self.closed,
        )

    def _place(self, line: int, options: Sequence[Option]) -> int:
        """Where the cursor is to be: a phase begins at a card that is of use in it."""
        choices, view = self.choices, self.view
        if choices.mode != self._mode:
            if self._mode == HAND:
                self._hand_at = line
            line = self._hand_at if choices.mode == HAND else 0
            self._mode = choices.mode
        line = max(0, min(line, len(options) - 1))
        phase = (view.round, view.turn, view.phase)
        if phase == self._phase or not choices.my_turn or choices.mode != HAND:
            return line
        self._phase = phase
        if not options or options[line].open:
            return line
        useful = (
            number
            for number, option in enumerate(options)
            if any(action.kind in (CALL, DO, SHOP) for action in option.actions)
        )
        return next(useful, line)

    def _prompt(self, keymap: Keymap) -> Prompt:
        if self.closed:
            return Prompt(wanted=keyed(CLOSED, keymap, why=self.closed))
        words = prompt(self.choices, keymap)
        if self.session.standing.paused:
            return Prompt(words.said, wanted=keyed(PAUSED, keymap))
        return words
