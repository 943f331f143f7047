"""The lesson's table: the real engine, with chance and the opponent following the course."""

import tomllib
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from core.actions import CHANCE, NEXT, ROLL, Action
from core.arrangement import arranged
from core.catalog import Catalog, load_catalog
from core.luck import Stream
from core.notation import parse
from core.notation.acting import Acting
from core.notation.lines import Line
from core.notation.moves import parse_move
from core.notation.setup import set_table
from core.play import Match
from net.sessions.local import INSTANT, PACES, Chair, LocalTable, Pace, TableSetup

YOU, RIVAL = 0, 1
RIVALS = ("Bix", "Ada")  # the second if the learner has the name of the first
WAIT: Final = "One moment: watch what happens"
OTHERWISE: Final = "You could, but the coach has other plans"
LOOK: Final = "look"  # a step that only wants the cursor moved
BASE: Final = "geek"  # the edition of the lesson that starts from scratch


class Step(NamedTuple):
    """One thing the learner does, with the coach's words around it."""

    title: str
    text: str
    you: tuple[str, ...]  # moves in table notation, in order
    hint: str  # said when the learner tries something else
    meanwhile: str = ""  # said while the table plays what follows
    then: tuple[str, ...] = ()  # what everyone else and the die do afterwards
    after: str = ""  # said after that
    plain: str = ""  # other text for players without keys and a cursor


class Course(NamedTuple):
    """A whole lesson."""

    edition: str
    name: str  # what it teaches, in a few words
    table: str  # the setup in table notation; the learner is called You
    steps: tuple[Step, ...]
    remember: tuple[str, ...]


def load_course(edition: str = BASE) -> Course:
    """Return the course about an edition."""
    path = Path(__file__).with_name("courses") / f"{edition}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = tuple(_step(**entry) for entry in data["step"])
    return Course(edition, data["name"], data["table"], steps, tuple(data["remember"]))


def _step(you: str | list[str], then: Iterable[str] = (), **words: str) -> Step:
    moves = (you,) if isinstance(you, str) else tuple(you)
    return Step(you=moves, then=tuple(then), **words)


class Lesson(Match):
    """How far the learner is, and what everyone does next: refuses everything else.

    The course decides for chance and for the opponent.
    """

    LEAVE: Final = "Leave the lesson? It starts over next time."

    def __init__(self, course: Course, catalog: Catalog, name: str) -> None:
        script = parse(course.table, lambda editions: catalog)
        rival = RIVALS[name.casefold() == RIVALS[0].casefold()]
        _, arrangement = set_table(script)
        game = arranged(catalog, (name, rival), script.options, arrangement)
        super().__init__(game, [None] * game.players, Stream(0))
        self.course = course
        self.last: Step | None = None  # the last step done
        self._names = script.names
        self._at = 0
        self._made = 0  # moves of this step made so far
        self._queue: deque[str] = deque()  # what the table plays before the next step

    @property
    def rival(self) -> str:
        return self.game.names[RIVAL]

    @property
    def task(self) -> Step | None:
        """What the learner has to do; None when all is done."""
        return self.course.steps[self._at] if self._at < len(self.course.steps) else None

    @property
    def number(self) -> int:
        """The step's number, from 1; it counts until the table is done with it."""
        return min(self._at + (not self.running), len(self.course.steps))

    @property
    def running(self) -> bool:
        """Whether the table still plays what follows the last step."""
        return bool(self._queue)

    @property
    def outcome(self) -> str:
        """The result, at the end."""
        return f"You win with {self.game.slack[YOU]} of {self.game.goal(YOU)} Slack. Well played!"

    @property
    def begun(self) -> bool:
        """Whether the learner has done part of a step with several moves."""
        return self._made > 0

    @property
    def wanted(self) -> Action | str:
        """What the learner has to do now, or LOOK; empty while the table is busy."""
        move = "" if self.task is None or self.running else self.task.you[self._made]
        return move if move in ("", LOOK) else self._move(YOU, move)

    def wants(self, action: Action) -> bool:
        """Return whether that's what the learner has to do now."""
        wanted = self.wanted
        return isinstance(wanted, Action) and _meaning(action) == _meaning(wanted)

    def refusal(self, action: Action) -> str:
        """Return why an action has to wait; empty if it's what the learner has to do now."""
        if self.wants(action):
            return ""
        return WAIT if self.running else OTHERWISE

    def looked(self) -> None:
        """Note that the learner moved the cursor."""
        if self.wanted == LOOK:
            self.went_on()

    def went_on(self) -> None:
        """Note that the learner did what the step wanted."""
        step = self.task
        assert step is not None
        self._made += 1
        if self._made == len(step.you):
            self._at += 1
            self._made = 0
            self.last = step
            self._queue.extend(step.then)

    def next_action(self) -> Action | None:
        """Return what the table does now; None while it waits for the learner."""
        if not self._queue:
            return None
        line = self._queue.popleft()
        word, _, rest = line.partition(" ")
        if word == ROLL:
            return Action(ROLL, CHANCE, value=int(rest))
        name, _, move = line.partition(": ")
        return self._move(self._names.seats.index(name), move)

    @property
    def passing_on(self) -> bool:
        """Whether the table is about to end a phase, which needs no time to watch."""
        return self.running and self._queue[0].endswith(f": {NEXT}")

    def _move(self, seat: int, text: str) -> Action:
        move = parse_move(Line(self.number, text), seat, text, self._names)
        return Acting(self.game, self._names).action(move)


def _meaning(action: Action) -> tuple[object, ...]:
    """Return what counts about an action: equal cards, and their order, make no difference."""
    return action.kind, action.seat, sorted(action.faces), action.to, action.on, action.value


class LessonTable(LocalTable):
    """A local table set up for the course, and never saved."""

    asks_always = True

    def __init__(self, lesson: Lesson, pace: Pace = INSTANT) -> None:
        self.lesson = lesson
        chairs = [Chair(lesson.game.names[YOU]), Chair(lesson.rival, "scripted")]
        super().__init__(TableSetup(lesson.game.catalog, chairs, title="Lesson"), pace)
        self.settings = self.settings._replace(seed="")  # it has no luck

    def _seat_bots(self, stream: Stream) -> Match:
        self.game = self.lesson.game
        return self.lesson

    def person_acts(self, seat: int, action: Action, by_itself: bool = False) -> None:
        super().person_acts(seat, action, by_itself)
        self.lesson.went_on()

    def can_undo(self, seat: int) -> bool:
        """Refuse undo: the course goes one way only."""
        return False

    def _delay(self) -> float:
        return self.pace.answer if self.lesson.passing_on else super()._delay()


def lesson_table(name: str, edition: str, pace: str) -> LessonTable:
    """Return a lesson's table, with time to read unless the learner wants none."""
    lesson = Lesson(load_course(edition), load_catalog((edition,)), name)
    return LessonTable(lesson, PACES["slow" if pace == "normal" else pace])
