"""The lessons there are, each a table with a coach beside it, and the page that ends it."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.content import Content

from chez_tui.commands import BY_ID, LISTS, key_name, keys_of
from chez_tui.kit.lines import SMALL, Lines
from chez_tui.kit.rows import Menu, MenuItem
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import newest, wrap
from chez_tui.play.editions import title_of
from chez_tui.play.lesson import BASE, RIVAL, YOU, Course, Lesson, LessonTable, load_course
from chez_tui.play.pages import MIXES
from chez_tui.play.table import Moment
from chez_tui.screens.table import layout
from chez_tui.screens.table.board import Part, filled, headline
from chez_tui.screens.table.panes import Pane, log_line
from chez_tui.screens.table.screen import TableScreen
from core.catalog import EDITIONS

TALL: Final = 36  # lines from which on everything has a little more room
WIDEST: Final = 76  # cells of the closing page
THE_RIVAL: Final = "rival"  # stands in the course for the opponent's name
_MARKS: Final = re.compile(r"\{(\w+)\}|<([^>]+)>")
READ: Final = "read "  # before the key of an edition: its page, not its lesson
PLAY: Final = "Play through it"
PAGES: Final = "Read what is different"
WAYS: Final = (
    MenuItem("solo", "Solo game", "you against bots: choose easy ones to begin with", "1"),
    MenuItem("again", "The lesson again", "from the first card", "2"),
    MenuItem("lessons", "Other lessons", "what each edition does otherwise", "3"),
    MenuItem("rules", "Rules", "all of them, by topic", "4"),
    MenuItem("title", "Title", "every other way in", "5"),
)


class LessonScreen(TableScreen):
    """The table as in any game; what is not the next step of the course is not done."""

    HELP = (
        "The coach at the bottom says what to press next and what came of it. Nothing you press "
        "does any harm: if it is not the next step, the coach says what is. Looking around, the "
        "log and the rules are always open. {Back} leaves the lesson, after asking."
    )

    def __init__(self, table: LessonTable) -> None:
        super().__init__([table.session(YOU)], gate=table.lesson)
        self.lesson = table.lesson

    def zones(self) -> Iterator[Pane]:
        yield from super().zones()
        yield CoachPane(self.lesson)

    def share(self, needs: layout.Needs) -> Mapping[str, layout.Zone]:
        """The coach takes the last rows."""
        width, height = self.app.size
        coach = 5 if width >= SMALL[0] else 7
        return layout.zones(self.app.size, needs, coach + (height >= TALL))


class CoachPane(Pane):
    """Stands between the table and the prompt line, whatever happens above it."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(id=layout.COACH)
        self.lesson = lesson

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        lesson = self.lesson
        step = lesson.last if lesson.running or lesson.task is None else lesson.task
        title = step.title if step is not None else ""
        if lesson.running and now.view.turn == RIVAL:
            title = f"{lesson.rival}'s turn"
        count = f"{lesson.number} of {len(lesson.course.steps)}"
        head = headline(" · ".join(("Coach", title, count)), width, True)
        say = self.watching if lesson.running else self.asking
        return [head, *filled(say(now, width, height - 1), height - 1)]

    def asking(self, now: Moment, width: int, height: int) -> list[Content]:
        """What to do now; above it what came of the last step, or why it was not that."""
        step, last = self.lesson.task, self.lesson.last
        if step is None:
            return []
        first = Content()
        if now.prompt.said:
            first = self.spoken(step.hint, "bold $bad")
        elif last is not None and last.after:
            first = self.spoken(last.after, "$good")
        text = self.spoken(step.text)
        lines = [*(wrap(first, width) if first else ()), *wrap(text, width)]
        if first and len(lines) > height:
            lines = wrap(Content.assemble(first, " ", text), width)
        return lines

    def watching(self, now: Moment, width: int, height: int) -> list[Content]:
        """The table is busy: what is going on, and the newest lines of the log."""
        last = self.lesson.last
        lines = wrap(self.spoken(last.meanwhile), width) if last and last.meanwhile else []
        log = [log_line(told) for told in now.log[-height:]]
        return [*lines, *newest(log, width, height - len(lines))]

    def spoken(self, text: str, style: str = "") -> Content:
        """The coach's words with keys, cards and the opponent put in, each to be recognized."""
        parts: list[Part] = []
        at = 0
        for mark in _MARKS.finditer(text):
            parts.append((text[at : mark.start()], style))
            at = mark.end()
            command, card = mark.groups()
            if card is not None:
                parts.append((card, f"{style} bold ${self.kind(card)}"))
            elif command == THE_RIVAL:
                parts.append((self.lesson.rival, style))
            else:
                key = key_name(keys_of(BY_ID[command], self.chez.world.settings.keys)[0])
                parts.append((key, f"{style} bold reverse $accent"))
        return Content.assemble(*parts, (text[at:], style))

    def kind(self, name: str) -> str:
        catalog = self.lesson.game.catalog
        return catalog.faces[catalog.named(name)[0]].kind


class Remember(Lines):
    """What the lesson comes to."""

    def __init__(self, course: Course, outcome: str) -> None:
        super().__init__()
        self.course = course
        self._outcome = outcome

    def build(self, width: int, height: int) -> list[Content]:
        body = min(width - 4, WIDEST)
        indent = " " * max(1, (width - body) // 2)
        lines = [Content()] * (5 if self.app.size.height >= TALL else 1)
        lines.append(Content.styled(indent + self._outcome, "bold $good"))
        lines.append(Content(f"{indent}Three things to remember:"))
        for words in self.course.remember:
            first, *rest = wrap(Content(words), body - 3)
            lines += [Content(), Content.assemble(indent, ("◆  ", "bold $accent"), first)]
            lines += [Content.assemble(indent, ("   ", "bold $accent"), line) for line in rest]
        return [*lines, Content()]


class ClosingScreen(ChezScreen):
    """The last page of the lesson, and the way to a real game."""

    PLACES = (LISTS,)
    HELP = "The lesson is over. Choose what to do next with the arrows and {do_it}, or by number."
    BINDINGS: ClassVar = [*bindings_for()]
    AUTO_FOCUS = "Menu"
    TITLE = "The lesson is over"

    def __init__(self, course: Course, outcome: str) -> None:
        super().__init__()
        self._remember = Remember(course, outcome)
        self._menu = Menu(WAYS, airy=True)

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._remember
        yield self._menu
        yield FooterLine()

    @on(Menu.Chosen)
    def menu_chosen(self, message: Menu.Chosen[MenuItem]) -> None:
        edition = self._remember.course.edition
        if message.item.key == "rules":
            self.chez.read_rules("" if edition == BASE else title_of((edition,)))
        else:
            self.leave(message.item.key)


def items(learned: tuple[str, ...]) -> list[MenuItem]:
    """Lessons to play first, those that were finished with a tick, then pages to read."""
    tick = {key: "✓ " if key in learned else "  " if learned else "" for key in EDITIONS}
    others = [key for key in EDITIONS if key != BASE]
    words = "on one page, with its rules"
    last = str((2 + 2 * len(others)) % 10)
    return [
        MenuItem("", PLAY),
        MenuItem(BASE, f"{tick[BASE]}The game", load_course(BASE).name, "1"),
        *(
            MenuItem(key, f"{tick[key]}{title_of((key,))}", load_course(key).name, str(digit))
            for digit, key in enumerate(others, 2)
        ),
        MenuItem("", PAGES),
        *(
            MenuItem(READ + key, title_of((key,)), words, str(digit % 10))
            for digit, key in enumerate(others, 2 + len(others))
        ),
        MenuItem(READ + MIXES, "Mixes", "any editions at one table", last),
    ]


class LessonsScreen(ChezScreen):
    """A menu of lessons and pages."""

    PLACES = (LISTS,)
    HELP = (
        "Whoever has never played begins with the game itself; it takes ten minutes. The other "
        "lessons are short and show what an edition adds, for people who know the game."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    AUTO_FOCUS = "Menu"
    TITLE = "Lessons"

    def __init__(self, go: Callable[[str, str], object]) -> None:
        super().__init__()
        self._go = go  # which way, and for which edition
        self._menu = Menu()

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._menu
        yield FooterLine()

    def on_screen_resume(self) -> None:
        """Shown again, perhaps after a lesson."""
        self._menu.set_items(items(self.chez.world.state.lessons))

    @on(Menu.Moved)
    def menu_moved(self, message: Menu.Moved[MenuItem]) -> None:
        """The colors of what the cursor is on, as a taste of it."""
        key = message.item.key.removeprefix(READ)
        self.chez.set_mood(key if key in EDITIONS else BASE)

    @on(Menu.Chosen)
    def menu_chosen(self, message: Menu.Chosen[MenuItem]) -> None:
        key = message.item.key
        if key.startswith(READ):
            self._go("different", key.removeprefix(READ))
        else:
            self._go("lesson", key)
