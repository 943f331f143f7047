"""A table as the people at one keyboard see it: what happened, and what they can do now.

`TableModel.take` turns a session's update into log lines and cues: what a face may show, ring or
say. `TableModel.moment` has everything to draw, so a pane, a line of plain mode or a test needs
nothing else. Neither knows a screen.
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
from chez_tui.play.prompts import ROLLING, Keymap, Prompt, announcement, hushed, prompt
from core.actions import CALL, DO, PASS, SHOP, Action
from core.events import ANNOUNCED, ENTERED, PASSED, ROLLED, TURN_BEGAN, WON, Event
from core.foresight import Outcome, outcomes
from core.state import Treat, Window
from core.telling import listing, player, tell, waiting_for
from core.telling.odds import Odds, rolled
from core.view import View
from net.sessions.session import SeenHand, Session, Settings, Standing, Update
from net.sessions.sitting import top_window

LOG_KEPT: Final = 1000
SPECTATOR: Final = -1  # the seat of a person without one
PAUSED: Final = "Paused until players return. {Back} leaves; your game is saved"
RESPOND: Final = "{seats} to respond, {pass_window} to continue"
NAMED: Final = 4  # with more people, only their numbers are shown
CLOSED: Final = "The table is closed: {why}. {Back} goes back"


# -- what happened ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the log, and the cue that it's new."""

    kind: str  # turn (one begins), event, past, chat, notice, undone
    text: str
    seat: int = -1  # the player it's about, or who talks
    name: str = ""  # that player's name, if the text begins with it or they say it
    event: Event | None = field(default=None, compare=False)  # what it tells
    slack: tuple[int, ...] = field(default=(), compare=False)  # everyone's, after that

    @property
    def sentence(self) -> str:
        """The line without colors."""
        if self.kind != "chat":
            return self.text
        return f"{self.name or 'A spectator'} says: {self.text}"


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A question must be asked again: more happened than someone else's pass."""

    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die was rolled."""

    seat: int
    number: int
    needs: int  # at least this much; 1 or less: nothing
    sentence: str
    odds: Odds | None = field(default=None, compare=False)  # what each number would have brought


@dataclass(frozen=True, slots=True)
class Asked:
    """The table began to wait for a key of someone at this keyboard."""

    window: bool  # to respond; otherwise it's their turn, or a question
    rings: bool = True  # not after their own last key


@dataclass(frozen=True, slots=True)
class Rested:
    """The table no longer waits for anyone at this keyboard."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """Spectators see a hand, or another one."""

    seat: int
    hand: SeenHand


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over."""

    winners: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()  # of the cards that won it, if any


Cue = (
    Told | Overtaken | Rolled | Asked | Rested | HandShown | Won | AboutToWin | Stopped | HitMe
    | Dealt
)  # fmt: skip


def lines(events: Iterable[Event], sentences: Iterable[str], view: View) -> list[Told]:
    """Return the log's lines for events with a sentence each, which may be empty."""
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
    """Return the log's lines for an update; empty if there's nothing to tell."""
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
            return [Told(kind, f"{player(view, seat)} undoes that", seat)]
    return []


def entered(events: Iterable[Event], winners: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of the cards that just came into the winners' rooms."""
    found = (e.faces for e in events if e.kind == ENTERED and e.seat in winners)
    return tuple(face for faces in found for face in faces)


# -- what it shows ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cursor:
    """What a person looks at: a pane, and the line, player or card in it."""

    pane: str = HAND
    line: int = 0  # of the hand, or of the list of choices
    player: int = -1  # the opponent
    card: int = -1  # in your own room; -1: you
    moved: bool = False  # since something happened: what it's on is worth a look


@dataclass(frozen=True, slots=True)
class Moment:
    """A table as it's drawn now."""

    view: View
    seat: int  # of the person at the keyboard, or SPECTATOR
    log: tuple[Told, ...] = ()
    cursor: Cursor = field(default_factory=Cursor)
    options: tuple[Option, ...] = ()
    mode: str = HAND
    marks: tuple[int, ...] = ()
    asked: bool = False
    my_turn: bool = False
    window: Window | None = None  # in which this seat can respond
    treat: Treat | None = None
    subject: int = -1  # the card that a question is about
    prompt: Prompt = field(default_factory=Prompt)
    settings: Settings | None = None
    standing: Standing = field(default_factory=Standing)
    seen_hands: Mapping[int, SeenHand] = field(default_factory=dict)
    deadline: float | None = None
    can_undo: bool = False
    closed: str = ""  # why the table is closed
    announced: Announced | None = None  # the open announcement, even if others respond
    hit: HitMe | None = None  # what this person lost since their last key
    new: frozenset[int] = frozenset()  # cards that came into a room since their last key
    preview: tuple[Outcome, ...] = ()  # what the option under the cursor would bring
    covered: bool = False  # whether several people look, so no hand is open
    respondents: tuple[int, ...] = ()  # those of them who may still respond
    scene: object = None  # what plays on the stage, and which frame of it
    frame: int = 0
    hushed: str = ""  # until when this person passes, in a sentence

    @property
    def option(self) -> Option | None:
        """The option under the cursor."""
        at = self.cursor.line
        return self.options[at] if at < len(self.options) else None

    @property
    def announcing(self) -> Window | None:
        """The window in which this person is asked, unless they look at something else."""
        if self.covered:
            return self.announced.window if self.announced is not None else None
        return self.window if self.mode == HAND and self.cursor.pane == HAND else None

    @property
    def focused(self) -> tuple[int, int]:
        """The card to show in full: its number and its face, -1 for none."""
        option, card = self.option, self.cursor.card
        if self.cursor.pane != "room":
            if option is not None and option.face >= 0:
                return option.card, option.face
            card = self.subject
        return card, self.view.face[card] if card >= 0 else -1


# -- who is at the keyboard ------------------------------------------------------------------------


class HotSeat:
    """Whose hands are on the keyboard, and who comes after the curtain.

    Several people look at one screen. A hand is open only while the table waits for its owner
    alone: in a turn, with a question, or in a window in which they asked for time.
    """

    def __init__(self, sessions: Mapping[int, Session]) -> None:
        self.sessions = sessions
        self.seats = tuple(sessions)
        self.seat = self.seats[0]
        self.present = len(self.seats) == 1  # whether this seat's person is there
        self.next = self.seat  # who comes after the curtain
        self.claimed = -1  # who asked for time in the open window

    @property
    def several(self) -> bool:
        return len(self.seats) > 1

    def awaited(self, view: View) -> tuple[int, ...]:
        """Return the seats at this keyboard that the table waits for."""
        return tuple(seat for seat in view.waiting() if seat in self.seats)

    def alone(self, view: View) -> tuple[int, ...]:
        """Return those of them who should have the screen for themselves."""
        awaited = self.awaited(view)
        if not self.several or top_window(view) is None:
            return awaited
        return (self.claimed,) if self.claimed in awaited else ()

    def covered(self, view: View) -> bool:
        """Return whether all hands must stay closed."""
        return self.several and not (self.present and self.seat in self.alone(view))

    def hands_over(self, view: View) -> bool:
        """Return whether the next person must sit down before the game continues; `next` is who."""
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
        """Return who can still respond to what several people look at."""
        return self.awaited(view) if top_window(view) and self.covered(view) else ()

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
    """The sessions at one keyboard: several people's at a hot seat, one person's, or a
    spectator's."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        self.sessions = {SPECTATOR if s.seat is None else s.seat: s for s in sessions}
        self.hands = HotSeat(self.sessions)
        self.closed = ""
        self._choices = {seat: Choices(session) for seat, session in self.sessions.items()}
        self._logs: dict[int, tuple[Told, ...]] = dict.fromkeys((*self.sessions, SPECTATOR), ())
        self._asked: tuple[int, ...] = ()
        self._rung = (-1, -1)  # the own turn for which the bell rang
        self._window: Window | None = None  # the open one
        self._announced: tuple[View, int, Announced | None] | None = None
        self._said: dict[int, int] = {}  # the face that each seat announced last
        self._by = -1  # who does what happens next
        self._slack: tuple[int, ...] = ()  # everyone's, before that
        self._hits: dict[int, HitMe] = {}
        self._new: frozenset[int] = frozenset()
        self._looked_ahead: tuple[View, Action, tuple[Outcome, ...]] | None = None
        self._dealt = self.view.begun  # a game that goes on isn't dealt again
        self._awaited = False
        self._hand_at = 0  # where the cursor was in the hand, for when that's shown again
        self._mode = HAND  # of the list that the cursor is in
        self._phase: tuple[int, ...] = ()  # in which the cursor was placed
        self._met = 0  # the window for which the cursor went to a response

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
        """The log as this seat may read it: it names the cards that this player drew."""
        return self._logs[SPECTATOR if self.covered else self.seat]

    @property
    def covered(self) -> bool:
        return self.hands.covered(self.view)

    # -- what comes in ---------------------------------------------------------------------------

    def overhear(self, update: Update, seat: int) -> list[Told]:
        """Add what a seat was told."""
        new = told(update, self.view)
        self._logs[seat] = (*self._logs[seat], *new)[-LOG_KEPT:]
        if self.hands.several and seat == self.hands.seats[0]:
            sentences = tuple(tell(event, self.view) or "" for event in update.events)
            public = told(update._replace(told=sentences), self.view) if update.events else new
            self._logs[SPECTATOR] = (*self._logs[SPECTATOR], *public)[-LOG_KEPT:]
        return new

    def take(self, update: Update) -> list[Cue]:
        """Take in what the first session was told; return cues for what to show or say."""
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
            self.choices.message = ""  # it may not be true anymore
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
        """Note a key press: the person has seen what was new."""
        self._hits.pop(self.seat, None)
        self._new = frozenset()

    def _scenes(self, update: Update) -> list[Cue]:
        """Return the results of these events, beyond the lines of the log."""
        events, view = update.events, self.view
        cues: list[Cue] = []
        for event in events:
            if event.kind == ANNOUNCED and event.faces:
                self._said[event.seat] = event.faces[0]
        if (stop := stopped(events, self._said)) is not None:
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
        """Return a cue if the open announcement is new and would win."""
        self._window = top_window(self.view)
        found = self.announced if fresh else None
        return [about_to_win(self.view, found)] if found is not None and found.winners else []

    @property
    def announced(self) -> Announced | None:
        """The open announcement, as the person at the keyboard sees it."""
        view = self.view
        eyes = SPECTATOR if self.covered else self.seat
        if self._announced is None or self._announced[:2] != (view, eyes):
            found = announced(view, eyes, eyes in self._prompted())
            self._announced = view, eyes, found
        return self._announced[2]

    def _prompted(self) -> tuple[int, ...]:
        """Return the seats at this keyboard whose key the table waits for."""
        mine = self.hands.awaited(self.view)
        if top_window(self.view) is None:
            return mine
        return tuple(seat for seat in mine if self.sessions[seat].prompted)

    def _blamed(self) -> int:
        """Return who does what happens next."""
        if self._window is not None:
            return self._window.seat
        return self._by if self.view.stack else self.view.turn

    def _attention(self) -> list[Cue]:
        """Return cues if the table began or stopped waiting for this keyboard."""
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

    # -- what it shows ---------------------------------------------------------------------------

    def moment(self, cursor: Cursor, keymap: Keymap) -> Moment:
        """Return what to draw; the cursor is where that lets it be."""
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
            respondents=self.hands.respondents(session.view),
            marks=tuple(choices.marks),
            asked=not covered and self.seat in self._prompted(),
            my_turn=choices.my_turn and not covered,
            window=None if covered else choices.window,
            treat=None if covered else choices.treat,
            subject=-1 if covered else choices.subject,
            prompt=self._prompt(keymap, options[line] if line < len(options) else None),
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
        """Return the results of the option under the cursor, if it needs no more choices."""
        option = options[line] if line < len(options) else None
        if option is None or len(option.actions) != 1:
            return ()
        action = option.actions[0]
        if self._looked_ahead is None or self._looked_ahead[:2] != (self.view, action):
            self._looked_ahead = self.view, action, outcomes(self.view, action)
        return self._looked_ahead[2]

    def _place(self, line: int, options: Sequence[Option]) -> int:
        """Return where the cursor belongs: on a response, or on a useful card as a phase begins."""
        choices, view = self.choices, self.view
        if choices.mode != self._mode:
            if self._mode == HAND:
                self._hand_at = line
            line = self._hand_at if choices.mode == HAND else 0
            self._mode = choices.mode
        line = max(0, min(line, len(options) - 1))
        fresh = self._window is not None and self._window.ref != self._met and bool(options)
        if choices.mode == HAND and self._window is not None and fresh:
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

    def _prompt(self, keymap: Keymap, option: Option | None) -> Prompt:
        if self.closed:
            return Prompt(wanted=keyed(CLOSED, keymap, why=self.closed))
        if self.covered:
            return Prompt(wanted=self._for_all(keymap))
        words = prompt(self.choices, keymap, option, self._going())
        silence = hushed(self.session, keymap)
        if silence and not self._prompted():
            return Prompt(words.said, words.hint, silence)
        if self.session.standing.paused:
            return Prompt(words.said, wanted=keyed(PAUSED, keymap))
        return words

    def _going(self) -> str:
        """Return who would win by the announcement, or that it hits this player, or nothing."""
        found = self.announced
        if found is None:
            return ""
        if not found.winners:
            hits = found.hits and not found.prompt
            return f"{announcement(self.view, found.window)}: it hits you." if hits else ""
        die = f" with a {found.needs} or more" if found.needs > 1 else " with this"
        mine = found.winners == (self.seat,)
        names = "You" if mine else listing([player(self.view, seat) for seat in found.winners])
        return f"{names} win{'s' * (len(found.winners) == 1 and not mine)}{die}!"

    def _for_all(self, keymap: Keymap) -> str:
        """Return the prompt for several people at one screen."""
        view, mine = self.view, self.hands.respondents(self.view)
        if not mine:
            return waiting_for(view) or ROLLING
        named = [f"{seat + 1} {player(view, seat)}" for seat in mine]
        seats = ", ".join(named) if len(mine) <= NAMED else "Your seat's number"
        return keyed(RESPOND, keymap, seats=seats)
