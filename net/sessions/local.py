"""A table in this process: people at this keyboard, bots in the other seats."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from core.actions import CHANCE, KEEP, NEXT, PASS, Action, Refused
from core.bots import make_bot
from core.catalog import Catalog
from core.events import PHASE_BEGAN, Event
from core.game import Game
from core.luck import FRESH_BITS, Stream, format_seed
from core.play import Match
from core.rules.lookup import no
from core.telling import clean, tell
from net.files import trouble
from net.sessions.history import FinishedGame, History
from net.sessions.presets import concerns, prompts
from net.sessions.record import (
    Header,
    OwnCards,
    Record,
    RecordError,
    RecordWriter,
    now,
    result_of,
)
from net.sessions.replay import told
from net.sessions.session import ASK_ALWAYS, BEAT, Settings, Standing, Update
from net.sessions.sitting import Sitting, pressed, public, top_window

MAX_CHAT: Final = 200
ID_SIZE: Final = 16


class Pace(NamedTuple):
    """How long the table takes, in seconds, so that people can follow."""

    think: float = 0.8  # before a bot acts in its turn
    answer: float = 0.35  # before a bot answers in a window
    die: float = 0.7  # before a die falls
    deal: float = 0.0  # for everything else chance does
    show: float = 1.0  # before a person lets pass what hits them or would win


INSTANT: Final = Pace(0, 0, 0, 0, 0)
PACES: Final[dict[str, Pace]] = {
    "slow": Pace(1.6, 0.8, 1.2, 0.1, 2.0),
    "normal": Pace(),
    "fast": Pace(0.3, 0.12, 0.25, 0, 0.5),
    "instant": INSTANT,
}


class Chair(NamedTuple):
    """Who sits in a seat: a bot of that level, or a person."""

    name: str
    level: str = ""  # empty: a person


class Slip(NamedTuple):
    """What a person can undo: the end of a phase, and what the program ended after it."""

    step: int
    seat: int
    before: Game
    actions: int = 1


@dataclass(slots=True)
class TableSetup:
    """Everything that makes a local table."""

    catalog: Catalog
    chairs: Sequence[Chair]
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    first: int = 0
    winners: Sequence[int] = ()
    title: str = "Solo"
    seconds: int = 0
    record: Path | None = None
    own: Sequence[OwnCards] = ()  # the card files of players' own in the catalog
    id: str = ""  # of a game that was interrupted; a new one gets its own
    history: History | None = None  # where the result goes
    about: Mapping[str, str] = field(default_factory=dict)  # more for the record: program and date


class LocalTable:
    """Runs one game: asks bots and chance, takes what people do, tells everybody."""

    asks_always = False  # a person in every window, whatever their settings

    def __init__(self, setup: TableSetup, pace: Pace = INSTANT) -> None:
        names = tuple(clean(chair.name) for chair in setup.chairs)
        catalog = setup.catalog
        self.setup = setup
        self.id = setup.id or os.urandom(ID_SIZE).hex()
        self.pace = pace
        self.game = Game(catalog, names, setup.options, setup.first, setup.winners)
        self.settings = Settings(
            title=setup.title,
            editions=tuple(edition.key for edition in catalog.editions),
            options=self.game.options,
            seed=format_seed(setup.seed),
            levels=tuple(chair.level for chair in setup.chairs),
            seconds=setup.seconds,
        )
        self._match = self._seat_bots(Stream(setup.seed))
        self._writer: RecordWriter | None = None
        self.unrecorded = ""  # why the game isn't saved, in a sentence
        self.steps = 0
        self.actions: list[Action] = []
        self._taken_up: Record | None = None  # the game so far, if it was taken up again
        self.deadline: float | None = None
        self.beat: float = BEAT
        self.holder = -1  # who of several people at this keyboard has asked for time
        self._sessions: list[LocalSession] = []
        self._changed = asyncio.Event()
        self._slip: Slip | None = None
        self._closed = False
        if setup.record is not None:
            self._record(partial(RecordWriter, setup.record, self.header()))

    @property
    def record(self) -> Path | None:
        """Where the game is saved, if it is."""
        return None if self._writer is None else self._writer.path

    def header(self) -> Header:
        """How the table was set, for its record."""
        setup = self.setup
        return Header.of(
            setup.catalog,
            self.game.names,
            dict(self.game.options),
            setup.first,
            setup.winners,
            setup.own,
            about={
                **setup.about,
                "seed": self.settings.seed,
                "levels": ",".join(self.settings.levels),
                "title": setup.title,
                "id": self.id,
            },
        )

    def _record(self, begin: Callable[[], RecordWriter]) -> None:
        """Save the game from now on; if that can't be done, it is played all the same."""
        try:
            self._writer = begin()
        except OSError as error:
            self._lose("can't be saved", error)

    def _lose(self, what: str, error: OSError) -> None:
        """Save no more of the game, and tell whoever plays it why."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
            self._writer = None
        self.unrecorded = f"This game {what}: {trouble(error)}"
        for session in self._sessions:
            session.unrecorded = self.unrecorded
        self._tell(Update("notice", text=self.unrecorded))

    def _seat_bots(self, stream: Stream) -> Match:
        bots = [
            make_bot(chair.level, stream.fork(f"bot-{seat}")) if chair.level else None
            for seat, chair in enumerate(self.setup.chairs)
        ]
        return Match(self.game, bots, stream)

    @classmethod
    def resume(
        cls, record: Record, path: Path, setup: TableSetup, pace: Pace = INSTANT
    ) -> "LocalTable":
        """Takes up an unfinished game where its record ends, and goes on writing it."""
        table = cls(setup, pace)
        for number, action in enumerate(record.actions, 1):
            try:
                table.game.apply(action)
            except Refused as error:
                raise RecordError(f"action {number} isn't legal: {error}") from None
        table.steps = len(record.actions)
        # The luck of the rest must not repeat what has been.
        table._match = table._seat_bots(Stream(setup.seed).fork(f"resumed-{table.steps}"))
        table.actions = list(record.actions)
        table._taken_up = record
        table._record(partial(RecordWriter.continued, path, record, result_of(table.game)))
        return table

    def again(
        self, winners: Sequence[int], record: Path | None = None, title: str = ""
    ) -> "LocalTable":
        """A new game for the same people; the last winners pick roles, the next seat begins."""
        seed = Stream(self.setup.seed).fork("rematch").bits(FRESH_BITS)
        first = (self.game.first + 1) % self.game.players
        setup = replace(
            self.setup, seed=seed, first=first, winners=tuple(winners), record=record, id="",
            title=title or self.setup.title, about=self._about_again(),
        )  # fmt: skip
        return LocalTable(setup, self.pace)

    def same_deal(self, record: Path | None = None) -> "LocalTable":
        """This game from its beginning: the same seats, roles, cards, dice and luck of the bots."""
        setup = replace(self.setup, record=record, id="", about=self._about_again())
        return LocalTable(setup, self.pace)

    def _about_again(self) -> Mapping[str, str]:
        """What the record of the next game says of program and date, if this one's does."""
        about = self.setup.about
        return {**about, "date": now()} if "date" in about else about

    # -- people -----------------------------------------------------------------------------------

    def session(self, seat: int | None) -> "LocalSession":
        """A session for a person in that seat, or for a spectator."""
        session = LocalSession(self, seat)
        if self._taken_up is not None:
            session.push(Update("past", told=tuple(told(self._taken_up, seat))))
        session.unrecorded = self.unrecorded
        if self.unrecorded:
            session.push(Update("notice", text=self.unrecorded))
        self._sessions.append(session)
        if self._closed:
            session.push(Update("closed"))
        return session

    def forget(self, session: "LocalSession") -> None:
        """A session goes away; a table that no person looks at any more closes."""
        if session in self._sessions:
            self._sessions.remove(session)
        if all(other.seat is None for other in self._sessions):
            self.close()

    def person_acts(self, seat: int, action: Action, by_itself: bool = False) -> None:
        """A person does something, or their program; raises Refused if it can't be done."""
        if action.seat != seat:
            raise Refused(no("that isn't your seat", "RUL-1"))
        if self._closed and not self.game.winners:
            raise Refused(no("the table is closed", "RUL-1"))
        slip = self._slip if by_itself and self.can_undo(seat) else None
        before = self.game.copy() if action.kind in (NEXT, KEEP) and not by_itself else None
        events = self._apply(action)
        if all(event.kind == PHASE_BEGAN for event in events):
            if slip is not None:
                self._slip = slip._replace(step=self.steps, actions=slip.actions + 1)
            elif before is not None:
                self._slip = Slip(self.steps, seat, before)

    def can_undo(self, seat: int) -> bool:
        """Only a slip: nothing was revealed, rolled or answered since."""
        slip = self._slip
        here = slip is not None and (slip.step, slip.seat) == (self.steps, seat)
        return here and not self._closed

    def undo(self, seat: int) -> None:
        if not self.can_undo(seat) or self._slip is None:
            return
        many = self._slip.actions
        self.game = self._match.game = self._slip.before
        self._slip = None
        self.steps += 1
        del self.actions[-many:]
        if self._writer is not None:
            try:
                self._writer.take_back(many)
            except OSError as error:
                self._lose("is no longer saved", error)
        self._tell(Update("undone", seat=seat))

    def say(self, seat: int, text: str) -> None:
        text = clean(text, MAX_CHAT, "")
        if text:
            self._tell(Update("chat", seat=seat, text=text))

    def more_time(self, seat: int) -> None:
        """Keep the window open: for as long as one of several people wants, or until later."""
        if seat not in self.game.waiting() or top_window(self.game) is None:
            return
        if self.gathered:
            self.holder, self.deadline = seat, None
        elif self.deadline is not None:
            self.deadline += self.settings.seconds
        self._tell(Update("seen"))

    @property
    def gathered(self) -> bool:
        """Whether several people look at one screen, so that nobody can be asked alone."""
        return sum(session.seat is not None for session in self._sessions) > 1

    # -- running ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Plays until the game is over or the table is closed."""
        try:
            while not self._closed and not self._match.over:
                await self._step()
        finally:
            self.close()

    def close(self) -> None:
        """Ends the table for everybody at it; the record stays."""
        if not self._closed:
            self._closed = True
            if self._writer is not None:
                self._writer.close()
            self._tell(Update("closed"))
            self._changed.set()

    async def _step(self) -> None:
        """Lets chance, a bot, a person who isn't asked or the clock act, or waits for people."""
        self._changed.clear()
        before = self.steps
        await asyncio.sleep(self._delay())
        if self.steps != before or self._closed:
            return
        action = self._match.next_action() or self._silent_pass()
        if action is not None:
            self._apply(action)
        else:
            await self._wait_for_people()

    def _delay(self) -> float:
        game = self.game
        waiting = game.waiting()
        if waiting == (CHANCE,):
            need = game.need()
            return self.pace.die if need is not None and need.kind == "roll" else self.pace.deal
        window = top_window(game) is not None
        if any(self.setup.chairs[seat].level for seat in waiting):
            return self.pace.answer if window else self.pace.think
        shown = window and any(concerns(game, seat) for seat in waiting)
        return self.pace.show if shown and self._silent_pass() is not None else 0

    def _silent_pass(self) -> Action | None:
        """A pass for a person who isn't asked: the last to pass, so that they may still play."""
        top = top_window(self.game)
        if top is None or self.gathered:
            return None
        for seat in self.game.waiting():
            session = self._asked(seat)
            if session is not None and not session.prompted:
                return Action(PASS, seat, ref=top.ref)
        return None

    def _asked(self, seat: int) -> "LocalSession | None":
        return next((s for s in self._sessions if s.seat == seat), None)

    async def _wait_for_people(self) -> None:
        top = top_window(self.game)
        if self.deadline is None:
            self.deadline = self._new_deadline()
        if self.deadline is None or top is None:
            await self._changed.wait()
            return
        left = self.deadline - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(left):
                await self._changed.wait()
        except TimeoutError:
            for seat in self.game.waiting():  # a time-out is a pass (RUL-1)
                self._apply(Action(PASS, seat, ref=top.ref))

    def _new_deadline(self) -> float | None:
        """When a window that opens now closes, if it is for people and they have a clock."""
        seconds = self.settings.seconds or (self.beat if self.gathered else 0)
        people = any(not self.setup.chairs[seat].level for seat in self.game.waiting())
        if not seconds or not people or self.holder >= 0 or top_window(self.game) is None:
            return None
        return asyncio.get_running_loop().time() + seconds

    def _apply(self, action: Action) -> list[Event]:
        before = top_window(self.game)
        events = self.game.apply(action)
        self.steps += 1
        window = top_window(self.game)
        if self.holder not in self.game.waiting():
            self.holder = -1
        if window is None:
            self.deadline = None
        elif before is None or before.ref != window.ref:
            self.deadline = self._new_deadline()
        self.actions.append(action)
        self._write(action)
        if self.game.winners:
            self._note_result()
        seen = public(action)
        for session in list(self._sessions):
            session.went_on()
            sentences = tuple(tell(event, self.game, session.seat) or "" for event in events)
            session.push(Update("acted", seen, tuple(events), sentences))
        self._changed.set()
        return events

    def _write(self, action: Action) -> None:
        """Write an action down; a full disk ends the record, not the game."""
        if self._writer is None:
            return
        try:
            if self._writer.write(action, result_of(self.game)):
                text = "This game's file was gone. It's saved again: {}"
                self._tell(Update("notice", text=text.format(self._writer.path)))
        except OSError as error:
            self._lose("is no longer saved", error)

    def _note_result(self) -> None:
        """Write the game's line in the history. If that fails, people hear it before the end."""
        setup = self.setup
        if setup.history is None:
            return
        levels = self.settings.levels
        people = [seat for seat, level in enumerate(levels) if not level]
        record = Record(self.header(), tuple(self.actions))
        problem = setup.history.add(
            FinishedGame(self.id, setup.title, record, levels, people, file=self.record)
        )
        if problem and not self.unrecorded:  # which said so before
            self._tell(Update("notice", text=problem))
            for session in self._sessions:
                session.unsaved = problem

    def _tell(self, update: Update) -> None:
        for session in list(self._sessions):
            session.push(update)
        self._changed.set()


class LocalSession(Sitting):
    """A seat at a local table; see `net.sessions.session.Session`."""

    def __init__(self, table: LocalTable, seat: int | None) -> None:
        super().__init__(seat)
        self._at = table

    def _table(self) -> Game:
        return self._at.game

    def _moment(self) -> int:
        return self._at.steps

    def _rethink(self) -> None:
        self._at._changed.set()

    @property
    def settings(self) -> Settings:
        return self._at.settings

    @property
    def deadline(self) -> float | None:
        return self._at.deadline

    @property
    def standing(self) -> Standing:
        asking = (self._at.holder,) if self._at.holder >= 0 else ()
        return Standing(pressed=pressed(self._at.game), asking=asking)

    async def replace(self, seat: int, bot: bool) -> None:
        """Nobody is ever away from a table in this program."""

    async def act(self, action: Action, by_itself: bool = False) -> None:
        if self._seat is None:
            raise Refused(no("spectators only watch", "RUL-1"))
        self._at.person_acts(self._seat, action, by_itself)

    @property
    def can_undo(self) -> bool:
        return self._seat is not None and self._at.can_undo(self._seat)

    async def undo(self) -> None:
        if self._seat is not None:
            self._at.undo(self._seat)

    async def more_time(self) -> None:
        if self._seat is not None:
            self._at.more_time(self._seat)

    @property
    def prompted(self) -> bool:
        if self._at.gathered:
            return self._at.holder == self._seat
        return prompts(self.view, ASK_ALWAYS) if self._at.asks_always else super().prompted

    def set_pace(self, pace: Pace) -> None:
        self._at.pace = pace

    async def say(self, text: str) -> None:
        self._at.say(-1 if self._seat is None else self._seat, text)

    def record(self) -> Record:
        actions = self._at.actions
        if not self._at.game.winners:  # only a game that is over has no secrets
            actions = list(map(public, actions))
        return Record(self._at.header(), tuple(actions), result=result_of(self._at.game))

    async def close(self) -> None:
        self._at.forget(self)
