"""The list of lessons, a lesson as a table with a coach, and the page that ends it."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from chez_tui.commands import BY_ID, LISTS, key_name, keys_of
from chez_tui.kit.canvas import CALM, Canvas, Part, pill, wrapped
from chez_tui.kit.lines import SMALL, Lines
from chez_tui.kit.rows import Menu, MenuItem
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import newest, wrap
from chez_tui.play.editions import title_of
from chez_tui.play.lesson import BASE, RIVAL, YOU, Course, Lesson, LessonTable, load_course
from chez_tui.play.pages import MIXES
from chez_tui.play.table import Moment
from chez_tui.screens.setup_panels import EditionPanel, panel_width
from chez_tui.screens.table import board, layout
from chez_tui.screens.table.board import filled
from chez_tui.screens.table.panes import Pane, log_line
from chez_tui.screens.table.screen import TableScreen
from core.catalog import EDITIONS

TALL: Final = 36  # rows from which everything has a little more room
PANELED: Final = 100  # columns with room for an edition beside the whole list
WIDEST: Final = 76  # cells of the closing page
THE_RIVAL: Final = "rival"  # the course writes it for the opponent's name
_MARKS: Final = re.compile(r"\{(\w+)\}|<([^>]+)>")
READ: Final = "read "  # before the key of an edition: its page, not its lesson
PLAY: Final = "Play through it"
PAGES: Final = "Read what's different"
WAYS: Final = (
    MenuItem("solo", "Solo game", "you against bots: start with easy ones", "1"),
    MenuItem("again", "The lesson again", "from the first card", "2"),
    MenuItem("lessons", "Other lessons", "what each edition changes", "3"),
    MenuItem("rules", "Rules", "all of them, by topic", "4"),
    MenuItem("title", "Title", "everything else", "5"),
)


class LessonScreen(TableScreen):
    """A table on which only the next step of the course can be done."""

    HELP = (
        "The coach at the bottom says what to press next, and what it did. You can't break "
        "anything: if a key isn't the next step, the coach says what is. You can always look "
        "around, and read the log and the rules. {Back} leaves the lesson; it asks first."
    )

    def __init__(self, table: LessonTable) -> None:
        super().__init__([table.session(YOU)], gate=table.lesson)
        self.lesson = table.lesson

    def zones(self) -> Iterator[Pane]:
        yield from super().zones()
        yield CoachPane(self.lesson)

    def share(self, needs: layout.Needs) -> Mapping[str, layout.Zone]:
        """Give the coach the last rows."""
        width, height = self.app.size
        coach = 5 if width >= SMALL[0] else 7
        return layout.zones(self.app.size, needs, coach + (height >= TALL))


class CoachPane(Pane):
    """What the coach says, between the table and the prompt."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(id=layout.COACH)
        self.lesson = lesson

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        lesson = self.lesson
        step = lesson.last if lesson.running or lesson.task is None else lesson.task
        title = step.title if step is not None else ""
        if lesson.running and now.view.turn == RIVAL:
            title = f"{lesson.rival}'s turn"
        canvas = Canvas(width, 1, "panel")
        canvas.put(0, 0, "━" * width, "good")
        said = f" {title} · {lesson.number} of {len(lesson.course.steps)} "
        canvas.parts(1, 0, [pill("COACH", "good"), (said, "text", "panel", "bold")])
        say = self.watching if lesson.running else self.asking
        lines = [Content(" ") + line for line in say(now, width - 2, height - 1)]
        return [*canvas.lines(), *filled(lines, height - 1)]

    def asking(self, now: Moment, width: int, height: int) -> list[Content]:
        """Return what to do now; above it what the last key did, or why it was the wrong one."""
        step, last = self.lesson.task, self.lesson.last
        if step is None:
            return []
        first = Content()
        if now.prompt.said:
            first = self.spoken(step.hint, "bold $alarm")
        elif last is not None and last.after:
            first = self.spoken(last.after, "$good")
        text = self.spoken(step.text)
        lines = [*(wrap(first, width) if first else ()), *wrap(text, width)]
        if first and len(lines) > height:
            lines = wrap(Content.assemble(first, " ", text), width)
        return lines

    def watching(self, now: Moment, width: int, height: int) -> list[Content]:
        """Return what happens while the table is busy, with the newest lines of the log."""
        last = self.lesson.last
        lines = wrap(self.spoken(last.meanwhile), width) if last and last.meanwhile else []
        log = [log_line(told) for told in now.log[-height:]]
        return [*lines, *newest(log, width, height - len(lines))]

    def spoken(self, text: str, style: str = "") -> Content:
        """Return the coach's words with keys, cards and the opponent in their colors."""
        parts: list[board.Part] = []
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
                parts.append((f" {key} ", "bold $over on $accent"))
        return Content.assemble(*parts, (text[at:], style))

    def kind(self, name: str) -> str:
        catalog = self.lesson.game.catalog
        return catalog.faces[catalog.named(name)[0]].kind


class Remember(Lines):
    """How the lesson ended, and what to remember of it."""

    def __init__(self, course: Course, outcome: str) -> None:
        super().__init__()
        self.course = course
        self._outcome = outcome

    def build(self, width: int, height: int) -> list[Content]:
        body = min(width - 2, WIDEST)
        told = [wrapped(words, body - 7) for words in self.course.remember]
        airy = self.app.size.height >= TALL
        top = 3 if airy else 0
        rows = sum(map(len, told)) + (len(told) - 1) * airy + 2
        canvas = Canvas(width, top + rows + 3 + airy, ascii=self.chez.world.settings.ascii)
        x = (width - body) // 2
        canvas.middle(x, top, body, self._outcome, "good", "bold", big=airy)
        y = top + (4 if airy else 1)
        title: list[Part] = [(" Three things to remember ", "text", "panel", "bold")]
        canvas.box(x, y, body, rows, CALM, "line", "panel", title)
        y += 1
        for lines in told:
            canvas.put(x + 2, y, "◆", "accent")
            for line in lines:
                canvas.put(x + 5, y, line)
                y += 1
            y += airy
        return canvas.lines()


class ClosingScreen(ChezScreen):
    """The last page of a lesson, and the way to a real game."""

    PLACES = (LISTS,)
    HELP = "Choose what to do next with the arrows and {do_it}, or press its number."
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
    """Return lessons to play, the finished ones with a tick, then pages to read."""
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
    """A list of lessons and pages, beside it the edition of the one under the cursor."""

    PLACES = (LISTS,)
    HELP = (
        "Never played? Start with The game. It takes ten minutes. The other lessons are short: "
        "they show players who know the game what an edition adds."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    AUTO_FOCUS = "Menu"
    TITLE = "Lessons"

    def __init__(self, go: Callable[[str, str], object]) -> None:
        super().__init__()
        self._go = go  # starts a way of `flows` for an edition
        self._menu = Menu(framed=True)
        self._panel = EditionPanel()

    def subject(self) -> str:
        return "Never played? Start with The game. It takes ten minutes."

    def compose(self) -> ComposeResult:
        self.on_resize()  # all that is known before anything is painted, so it's painted once
        self.on_screen_resume()
        yield Heading()
        with Horizontal():
            yield self._menu
            yield self._panel
        yield FooterLine()

    def on_resize(self) -> None:
        width = self.app.size.width
        self._panel.display = width >= PANELED
        self._panel.styles.width = panel_width(width) - 2

    def on_screen_resume(self) -> None:
        """Tick lessons that were finished meanwhile."""
        self._menu.set_items(items(self.chez.world.state.lessons))
        self._show()

    def _show(self) -> None:
        item = self._menu.current
        key = item.key.removeprefix(READ) if item is not None else BASE
        self._panel.tell(EDITIONS if key == MIXES else (key,))

    @on(Menu.Moved)
    def menu_moved(self, message: Menu.Moved[MenuItem]) -> None:
        """Show the colors of the edition under the cursor."""
        key = message.item.key.removeprefix(READ)
        self.chez.set_mood(key if key in EDITIONS else BASE)
        self._show()

    @on(Menu.Chosen)
    def menu_chosen(self, message: Menu.Chosen[MenuItem]) -> None:
        key = message.item.key
        if key.startswith(READ):
            self._go("different", key.removeprefix(READ))
        else:
            self._go("lesson", key)
