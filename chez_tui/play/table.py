"""A table as the people at one keyboard see it: what happened, and what they can do now.

`TableModel.take` turns an update of the session into lines of the log and into cues: what a face
may show, ring or say of it. `TableModel.moment` is all that there is to be drawn, so a pane, a line
of plain mode or a test needs nothing else. Neither knows a screen.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from chez_tui.commands import keyed
from chez_tui.play.attention import (
    AboutToWin,
    Announced,
    Dealt,
    HitMe,
    Stopped,
    about_to_win,
    announced,
    hit,
    stopped,
)
from chez_tui.play.choices import HAND, Choices, Option
from chez_tui.play.prompts import ROLLING, Keymap, Prompt, hushed, prompt
from core.actions import CALL, DO, PASS, SHOP, Action
from core.events import ANNOUNCED, ENTERED, PASSED, ROLLED, TURN_BEGAN, WON, Event
from core.foresight import Outcome, outcomes
from core.state import Treat, Window
from core.telling import player, tell, waiting_for
from core.telling.odds import Odds, rolled
from core.view import View
from net.sessions.session import SeenHand, Session, Settings, Standing, Update

LOG_KEPT: Final = 1000
SPECTATOR: Final = -1  # the seat of somebody who has none
PAUSED: Final = "Paused until enough players are back; the game is kept. {Back} goes away"
RESPOND: Final = "{seats} to respond, {pass_window} goes on"
NAMED: Final = 4  # people who are named with their number; more know theirs
CLOSED: Final = "The table is closed: {why}. {Back} goes back"


# -- what happened ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log, and the cue that there is one more."""

    kind: str  # turn (one begins), event, past, chat, notice, undone
    text: str
    seat: int = -1  # whom it is about, or who says it
    name: str = ""  # of that player, if the text begins with it or is said by them
    event: Event | None = field(default=None, compare=False)  # what it tells
    slack: tuple[int, ...] = field(default=(), compare=False)  # of everybody, after that

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
    odds: Odds | None = field(default=None, compare=False)  # what each number would have brought


@dataclass(frozen=True, slots=True)
class Asked:
    """The table began to wait for a key of somebody at this keyboard."""

    window: bool  # to respond; otherwise it is their turn, or a question
    rings: bool = True  # not for what comes of their own last key


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

    winners: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()  # of the cards that did it, if any did


Cue = (
    Told | Overtaken | Rolled | Asked | Rested | HandShown | Won
    | Announced | AboutToWin | Stopped | HitMe | Dealt
)  # fmt: skip


def lines(events: Iterable[Event], sentences: Iterable[str], view: View) -> list[Told]:
    """Return the log's lines for events with a sentence each, empty where there is none."""
    found, slack = [], tuple(view.slack)
    for event, sentence in zip(events, sentences, strict=True):
        if sentence:
            name = player(view, event.seat) if 0 <= event.seat < view.players else ""
            kind = "turn" if event.kind == TURN_BEGAN else "event"
            name = name if sentence.startswith(name) else ""
            found.append(Told(kind, sentence, event.seat, name, event, slack))
    return found


def thrown(events: Sequence[Event], sentences: Sequence[str], view: View) -> list[Rolled]:
    """Return the dice that fell, with what each number would have brought."""
    return [
        Rolled(event.seat, event.n, event.on, "".join(sentences[at : at + 1]),
               rolled(events[at:], view))
        for at, event in enumerate(events)
        if event.kind == ROLLED
    ]  # fmt: skip


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


def entered(events: Iterable[Event], winners: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of the cards that came into the winners' rooms just before."""
    found = (e.faces for e in events if e.kind == ENTERED and e.seat in winners)
    return tuple(face for faces in found for face in faces)


# -- what there is to see --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cursor:
    """What a person looks at: a pane, and the line, player or card in it."""

    pane: str = HAND
    line: int = 0  # of the hand, or of what can be chosen from
    player: int = -1  # the opponent
    card: int = -1  # in one's own room; none: oneself
    moved: bool = False  # since something happened: what it is on is worth a look


@dataclass(frozen=True, slots=True)
class Moment:
    """A table as it is drawn now."""

    view: View
    seat: int  # of the person at the keyboard, or SPECTATOR
    log: tuple[Told, ...] = ()
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
    announced: Announced | None = None  # the announcement that is open, whoever may respond
    hit: HitMe | None = None  # what this person has lost since their last key
    new: frozenset[int] = frozenset()  # cards that came into a room since their last key
    preview: tuple[Outcome, ...] = ()  # what the option under the cursor would come to
    covered: bool = False  # whether several people look, so that no hand lies open
    scene: object = None  # what plays on the stage, and which frame of it
    frame: int = 0
    hushed: str = ""  # until when this person isn't asked, in a sentence

    @property
    def option(self) -> Option | None:
        """The one under the cursor."""
        at = self.cursor.line
        return self.options[at] if at < len(self.options) else None

    @property
    def announcing(self) -> Window | None:
        """The window this person is asked in, unless they look at something else."""
        if self.covered:
            return self.announced.window if self.announced is not None else None
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
    """Whose hands are on the keyboard, and for whom the curtain falls.

    Several people look at one screen: a hand lies open only while the table waits for its owner,
    and it waits for one of them alone in a turn, with a question, or in a window in which they
    have asked for time.
    """

    def __init__(self, sessions: Mapping[int, Session]) -> None:
        self.sessions = sessions
        self.seats = tuple(sessions)
        self.seat = self.seats[0]
        self.present = len(self.seats) == 1  # whether this seat's person is there
        self.next = self.seat  # whom the curtain is for
        self.claimed = -1  # who has asked for time in the open window

    @property
    def several(self) -> bool:
        return len(self.seats) > 1

    def awaited(self, view: View) -> tuple[int, ...]:
        """Return the seats at this keyboard that the table waits for."""
        return tuple(seat for seat in view.waiting() if seat in self.seats)

    def alone(self, view: View) -> tuple[int, ...]:
        """Return those of them who are to have the screen for themselves."""
        awaited = self.awaited(view)
        if not self.several or not isinstance(view.stack[-1] if view.stack else None, Window):
            return awaited
        return (self.claimed,) if self.claimed in awaited else ()

    def covered(self, view: View) -> bool:
        """Whether no hand may lie open."""
        return self.several and not (self.present and self.seat in self.alone(view))

    def hands_over(self, view: View) -> bool:
        """Whether somebody else has to sit down before the game goes on; `next` is who."""
        alone = self.alone(view)
        if self.claimed not in alone:
            self.claimed = -1
        if self.several and view.turn != self.seat and self.seat not in alone:
            self.present = False
        if not alone or (self.present and self.seat in alone):
            return False
        self.next = alone[0]
        return True

    def respondents(self, view: View) -> tuple[int, ...]:
        """Return who may still respond to what several people look at."""
        window = isinstance(view.stack[-1] if view.stack else None, Window)
        return self.awaited(view) if window and self.covered(view) else ()

    async def claim(self, seat: int) -> None:
        """Give one of them time to respond, alone."""
        self.claimed = seat
        await self.sessions[seat].more_time()

    async def all_pass(self, view: View) -> None:
        """Let what several people look at happen."""
        for seat in self.respondents(view):
            await self.sessions[seat].act(Action(PASS, seat, ref=view.stack[-1][1]))

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
        self.hands = HotSeat(self.sessions)
        self.closed = ""
        self._choices = {seat: Choices(session) for seat, session in self.sessions.items()}
        self._logs: dict[int, tuple[Told, ...]] = dict.fromkeys((*self.sessions, SPECTATOR), ())
        self._asked: tuple[int, ...] = ()
        self._rung = (-1, -1)  # the own turn for which the bell has rung
        self._window: Window | None = None  # the one that is open
        self._announced: tuple[View, int, Announced | None] | None = None
        self._by = -1  # whose doing the next events are
        self._slack: tuple[int, ...] = ()  # of everybody, before them
        self._hits: dict[int, HitMe] = {}
        self._new: frozenset[int] = frozenset()
        self._looked_ahead: tuple[View, Action, tuple[Outcome, ...]] | None = None
        self._dealt = False
        self._awaited = False
        self._hand_at = 0  # where the cursor was in the hand, for when that is shown again
        self._mode = HAND  # of the list that the cursor is in
        self._phase: tuple[int, ...] = ()  # in which the cursor was put somewhere
        self._met = 0  # the window for which it was put on a response

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
        return self._logs[SPECTATOR if self.covered else self.seat]

    @property
    def covered(self) -> bool:
        return self.hands.covered(self.view)

    # -- what comes in ---------------------------------------------------------------------------

    def overhear(self, update: Update, seat: int) -> list[Told]:
        """Put down what a seat was told."""
        new = told(update, self.view)
        self._logs[seat] = (*self._logs[seat], *new)[-LOG_KEPT:]
        if self.hands.several and seat == self.hands.seats[0]:
            sentences = tuple(tell(event, self.view) or "" for event in update.events)
            public = told(update._replace(told=sentences), self.view) if update.events else new
            self._logs[SPECTATOR] = (*self._logs[SPECTATOR], *public)[-LOG_KEPT:]
        return new

    def take(self, update: Update) -> list[Cue]:
        """Take in what the first session was told; return what there is to show or say of it."""
        first = next(iter(self.sessions))
        events = update.events
        cues: list[Cue] = []
        if update.kind == "undone" or any(e.kind != PASSED or e.seat == first for e in events):
            cues.append(Overtaken(update.action))
        cues += [
            *self.overhear(update, first),
            *thrown(update.events, update.told, self.view),
            *self._scenes(update),
        ]
        if update.kind == "closed":
            self.closed = update.text
        elif update.kind == "notice":
            self.choices.message = ""  # what was said before may not be true any more
        elif update.kind == "hand" and (hand := self.session.seen_hands.get(update.seat)):
            cues.append(HandShown(update.seat, hand))
        cues += self._announcement(any(event.kind == ANNOUNCED for event in events))
        cues += self._attention()
        self._slack, self._by = tuple(self.view.slack), self._blamed()
        if any(event.kind == WON for event in events):
            winners = tuple(event.seat for event in events if event.kind == WON)
            cues.append(Won(winners, entered(events, winners)))
        return cues

    def looked(self) -> None:
        """The person at the keyboard has pressed a key, so they have seen what was new."""
        self._hits.pop(self.seat, None)
        self._new = frozenset()

    def _scenes(self, update: Update) -> list[Cue]:
        """What these events have come to, beyond the lines of the log."""
        events, view = update.events, self.view
        cues: list[Cue] = []
        if (stop := stopped(events, view, self._window)) is not None:
            cues.append(stop)
        for seat in self.sessions if events else ():
            if seat == SPECTATOR:
                continue
            slack = self._slack[seat] if self._slack else view.slack[seat]
            if (found := hit(events, update.told, view, seat, self._by, slack)) is not None:
                self._hits[seat] = found
                cues.append(found)
        self._new |= {event.cards[0] for event in events if event.kind == ENTERED}
        begins = any(event.kind == TURN_BEGAN and event.n == 1 for event in events)
        roles = view.roles[self.seat] if self.seat != SPECTATOR else ()
        if begins and roles and not self._dealt:
            self._dealt = True
            cues.append(Dealt(self.seat, roles[0], tuple(view.hands[self.seat])))
        return cues

    def _announcement(self, fresh: bool) -> list[Cue]:
        """The announcement that is open now; cues only if it is a new one."""
        stack = self.view.stack
        top = stack[-1] if stack else None
        self._window = top if isinstance(top, Window) else None
        if not fresh or self._window is None:
            return []
        found = self.announced
        assert found is not None
        return [found, about_to_win(self.view, found)] if found.winners else [found]

    @property
    def announced(self) -> Announced | None:
        """The announcement that is open, as the person at the keyboard sees it."""
        view = self.view
        eyes = SPECTATOR if self.covered else self.seat
        if self._announced is None or self._announced[:2] != (view, eyes):
            found = announced(view, eyes, eyes in self._prompted())
            self._announced = view, eyes, found
        return self._announced[2]

    def _prompted(self) -> tuple[int, ...]:
        """The seats at this keyboard whose key the table waits for."""
        view = self.view
        top = view.stack[-1] if view.stack else None
        mine = self.hands.awaited(view)
        if not isinstance(top, Window):
            return mine
        return tuple(seat for seat in mine if self.sessions[seat].prompted)

    def _blamed(self) -> int:
        """Whose doing the next events are."""
        if self._window is not None:
            return self._window.seat
        return self._by if self.view.stack else self.view.turn

    def _attention(self) -> list[Cue]:
        """Whether the table waits for this keyboard now as it did not before."""
        view = self.view
        mine = self._prompted()
        moment = (*mine, view.ref, view.turn)
        began, ended = bool(mine) and moment != self._asked, self._awaited and not mine
        self._awaited = bool(mine)
        if began:
            self._asked = moment
            turn = (view.round, view.turn)
            own = view.turn in self.sessions and self._window is None
            rings = not own or turn != self._rung
            self._rung = turn if own else self._rung
            return [Asked(self._window is not None, rings)]
        return [Rested()] if ended else []

    # -- what there is to see --------------------------------------------------------------------

    def moment(self, cursor: Cursor, keymap: Keymap) -> Moment:
        """Return what there is to draw; the cursor is where that lets it be."""
        session, choices = self.session, self.choices
        choices.refresh()
        covered = self.covered
        options = () if covered else tuple(choices.options())
        line = self._place(cursor.line, options)
        return Moment(
            view=session.view,
            seat=self.seat,
            log=self.log,
            cursor=replace(cursor, line=line),
            options=options,
            mode=HAND if covered else choices.mode,
            covered=covered,
            marks=tuple(choices.marks),
            asked=not covered and self.seat in self._prompted(),
            my_turn=choices.my_turn and not covered,
            window=None if covered else choices.window,
            treat=None if covered else choices.treat,
            subject=-1 if covered else choices.subject,
            prompt=self._prompt(keymap),
            settings=session.settings,
            standing=session.standing,
            seen_hands=session.seen_hands,
            deadline=session.deadline,
            can_undo=session.can_undo,
            closed=self.closed,
            announced=self.announced,
            hit=self._hits.get(self.seat),
            new=self._new,
            hushed=hushed(session, keymap),
            preview=self._preview(options, line),
        )

    def _preview(self, options: Sequence[Option], line: int) -> tuple[Outcome, ...]:
        """What the option under the cursor would come to, if nothing more is to be chosen."""
        option = options[line] if line < len(options) else None
        if option is None or len(option.actions) != 1:
            return ()
        action = option.actions[0]
        if self._looked_ahead is None or self._looked_ahead[:2] != (self.view, action):
            self._looked_ahead = self.view, action, outcomes(self.view, action)
        return self._looked_ahead[2]

    def _place(self, line: int, options: Sequence[Option]) -> int:
        """Where the cursor is to be: on a response, or on a card of use as a phase begins."""
        choices, view = self.choices, self.view
        if choices.mode != self._mode:
            if self._mode == HAND:
                self._hand_at = line
            line = self._hand_at if choices.mode == HAND else 0
            self._mode = choices.mode
        line = max(0, min(line, len(options) - 1))
        if choices.mode == HAND and self._window is not None and self._window.ref != self._met:
            self._met = self._window.ref
            return next((at for at, option in enumerate(options) if option.answers), line)
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
        if self.covered:
            return Prompt(wanted=self._for_all(keymap))
        words = prompt(self.choices, keymap)
        silence = hushed(self.session, keymap)
        if silence and not self._prompted():
            return Prompt(words.said, words.hint, silence)
        if self.session.standing.paused:
            return Prompt(words.said, wanted=keyed(PAUSED, keymap))
        return words

    def _for_all(self, keymap: Keymap) -> str:
        """What several people who look at one screen are told."""
        view, mine = self.view, self.hands.respondents(self.view)
        if not mine:
            return waiting_for(view) or ROLLING
        named = [f"{seat + 1} {player(view, seat)}" for seat in mine]
        seats = ", ".join(named) if len(mine) <= NAMED else "The number of your seat"
        return keyed(RESPOND, keymap, seats=seats)
