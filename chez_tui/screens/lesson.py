"""The lesson: a table with a coach beside it, and the page that ends it."""

from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult

from chez_tui.commands import LISTS
from chez_tui.kit.heading import Heading
from chez_tui.kit.lines import Lines
from chez_tui.kit.rows import Menu, MenuItem
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.course import BASE, Course, load_course
from chez_tui.play.editions import title_of
from chez_tui.play.lesson import YOU, Lesson, LessonTable
from chez_tui.play.newgame import your_name
from chez_tui.play.prompts import prompt
from chez_tui.screens.coach import CoachPane
from chez_tui.screens.lessons import LessonsScreen
from chez_tui.screens.table.detail import DetailPane
from chez_tui.screens.table.panes import HandPane, OpponentsPane, PromptPane, RoomPane
from chez_tui.screens.table.screen import TableScreen
from chez_tui.screens.table.view import SMALL
from core.actions import Action
from core.catalog import load_catalog
from net.sessions.local import PACES

if TYPE_CHECKING:
    from chez_tui.app import ChezApp

WAIT: Final = "One moment: look what happens"
OTHERWISE: Final = "You could do that, but the coach has something else in mind"
LEAVE: Final = "Leave the lesson? The next time it begins anew."
TALL: Final = 36  # lines from which on everything has a little more room
WIDEST: Final = 76  # cells of the closing page

WAYS: Final = (
    MenuItem("solo", "Solo game", "you against bots: choose easy ones to begin with", "1"),
    MenuItem("again", "The lesson again", "from the first card", "2"),
    MenuItem("lessons", "Other lessons", "what each edition does otherwise", "3"),
    MenuItem("rules", "Rules", "all of them, by topic", "4"),
    MenuItem("title", "Title", "every other way in", "5"),
)


def open_lesson(app: "ChezApp", edition: str) -> None:
    """Sits the user down at the table of a lesson."""
    name = your_name(app.config.name)
    lesson = Lesson(load_course(edition), load_catalog((edition,)), name)
    pace = "slow" if app.config.pace == "normal" else app.config.pace  # time to read
    table = LessonTable(lesson, PACES[pace])
    app.run_worker(table.run(), group="table")
    app.push_screen(LessonScreen(table))


class LessonScreen(TableScreen):
    """The table as in any game; what is not the next step of the course is not done."""

    HELP = (
        "The coach at the bottom says what to press next and what came of it. Nothing you press "
        "does any harm: if it is not the next step, the coach says what is. Looking around, the "
        "log and the rules are always open. Esc leaves the lesson, after asking."
    )

    def __init__(self, table: LessonTable) -> None:
        super().__init__([table.session(YOU)], lambda winners: None)
        self.lesson = table.lesson

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if isinstance(widget, PromptPane):
                yield CoachPane()
            yield widget

    def divide(self) -> None:
        """The coach takes the place of the short log, and a little of everything else."""
        super().divide()
        width, height = self.app.size
        coach, hand, room, others = 5 if width >= SMALL[0] else 7, 6, 3, 1
        if self.wide:
            coach, hand, room, others = (6, 7, 5, 6) if height >= TALL else (5, 6, 4, 4)
        rows = height - 3 - coach
        if rows < 16:
            hand, room = max(3, rows // 3), 2
        detail = max(0, rows - hand - room - others)
        self.query_one("#tail").display = False
        self.query_one(CoachPane).styles.height = coach
        self.set_heights(
            {OpponentsPane: others, RoomPane: room, HandPane: hand, DetailPane: detail}
        )

    # -- only what the course wants ----------------------------------------------------------------

    async def _act(self, action: Action | None) -> None:
        """What the rules refuse they refuse themselves; the rest waits for its step."""
        allowed = action is None or self.lesson.wants(action)
        if action is not None and not allowed and self.session.refusal(action) is None:
            self.desk.message = WAIT if self.lesson.running else OTHERWISE
            self.repaint()
            return
        await super()._act(action)

    def prompt(self) -> str:
        """What comes next the coach says, so what went wrong is all there is to add."""
        return prompt(self.desk, self.chez.config.keys).said or super().prompt()

    async def _go_on(self) -> None:
        """No phase ends by itself: the learner is to see them all."""

    def _move(self, by: int) -> None:
        self.lesson.looked()
        super()._move(by)

    async def action_pick(self, number: int) -> None:
        self.lesson.looked()
        await super().action_pick(number)

    async def action_hush(self) -> None:
        self.desk.message = "In the lesson you are asked in every window"
        self.repaint()

    # -- the end -----------------------------------------------------------------------------------

    def _finish(self) -> None:
        slack, goal = self.view.slack[YOU], self.view.goal(YOU)
        outcome = f"You win with {slack} of {goal} Slack. Well played!"
        self.app.push_screen(ClosingScreen(self.lesson.course, outcome))

    def _ask_how(self) -> None:
        self._ask_away(LEAVE, self._go_away)

    def quit_question(self) -> str:
        return LEAVE if super().quit_question() else ""


class Remember(Lines):
    """What the lesson comes to."""

    def __init__(self, course: Course, outcome: str) -> None:
        super().__init__()
        self.course = course
        self._outcome = outcome

    def build(self, width: int, height: int) -> list[Text]:
        palette = self.palette
        body = min(width - 4, WIDEST)
        lines = [Text() for _ in range(5 if self.app.size.height >= TALL else 1)]
        lines.append(Text(self._outcome, style=f"bold {palette.good}"))
        lines.append(Text("Three things to remember:", style=palette.text))
        for words in self.course.remember:
            said = Text(words, style=palette.text)
            mark = "◆"
            lines.append(Text())
            for line in wrap(said, body - 3):
                lines.append(Text.assemble((f"{mark}  ", f"bold {palette.accent}"), line))
                mark = " "
        lines.append(Text())
        for line in lines:
            line.pad_left(max(1, (width - body) // 2))
        return lines


class ClosingScreen(ChezScreen):
    """The last page of the lesson, and the way to a real game."""

    PLACES = (LISTS,)
    HELP = "The lesson is over. Choose what to do next with the arrows and Enter, or by number."
    BINDINGS: ClassVar = [*bindings_for()]
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

    def on_mount(self) -> None:
        self._menu.focus()

    @on(Menu.Chosen)
    def menu_chosen(self, message: Menu.Chosen[MenuItem]) -> None:
        key = message.item.key
        app, edition = self.chez, self._remember.course.edition
        if key == "rules":
            app.open_rules("" if edition == BASE else title_of((edition,)))
            return
        app.pop_screen()  # this page, then the table that is over
        app.pop_screen()
        if key == "solo":
            app.open_setup(editions=(edition,))
        elif key == "again":
            app.open_lesson(edition)
        elif key == "lessons":
            if not isinstance(app.screen, LessonsScreen):
                app.open_lessons()
        elif len(app.screen_stack) < 2:
            app.open_title()

    def action_back(self) -> None:
        self.menu_chosen(Menu.Chosen(self._menu, WAYS[-1]))
