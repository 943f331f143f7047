"""The coach: a pane that says what to do next, what was wrong, and what came of it."""

import re
from typing import TYPE_CHECKING, Final, cast

from rich.text import Text

from chez_tui.commands import BY_ID, key_name, keys_of
from chez_tui.kit.text import wrap
from chez_tui.play.lesson import RIVAL, Lesson
from chez_tui.screens.table.panes import Pane

if TYPE_CHECKING:
    from chez_tui.screens.lesson import LessonScreen

THE_RIVAL: Final = "rival"  # stands in the course for the opponent's name
_MARKS: Final = re.compile(r"\{(\w+)\}|<([^>]+)>")


class CoachPane(Pane):
    """Stands between the table and the prompt line, whatever happens above it."""

    DEFAULT_CSS = "CoachPane { height: 5; }"

    @property
    def lesson(self) -> Lesson:
        return cast("LessonScreen", self.screen).lesson

    def build(self, width: int, height: int) -> list[Text]:
        lesson = self.lesson
        step = lesson.last if lesson.running or lesson.step is None else lesson.step
        title = step.title if step is not None else ""
        if lesson.running and self.table.view.turn == RIVAL:
            title = f"{lesson.rival}'s turn"
        count = f"{lesson.number} of {len(lesson.course.steps)}"
        head = self.heading(" · ".join(("Coach", title, count)), width, True)
        body = (
            self.watching(width, height - 1) if lesson.running else self.asking(width, height - 1)
        )
        return [head, *body[: height - 1], *[Text()] * (height - 1 - len(body))]

    def asking(self, width: int, height: int) -> list[Text]:
        """What to do now; above it what came of the last step, or why it was not that."""
        lesson, palette = self.lesson, self.palette
        step, last = lesson.step, lesson.last
        if step is None:
            return []
        first = Text()
        if self.table.desk.message:
            first = self.spoken(step.hint, f"bold {palette.bad}")
        elif last is not None and last.after:
            first = self.spoken(last.after, palette.good)
        text = self.spoken(step.text, palette.text)
        lines = [*(wrap(first, width) if first else ()), *wrap(text, width)]
        if first and len(lines) > height:
            lines = wrap(Text.assemble(first, " ", text), width)
        return lines

    def watching(self, width: int, height: int) -> list[Text]:
        """The table is busy: what is going on, and the newest lines of the log."""
        last = self.lesson.last
        said = self.spoken(last.meanwhile, self.palette.text) if last is not None else Text()
        lines = wrap(said, width) if said else []
        room = height - len(lines)
        log: list[Text] = []
        for entry in reversed(self.table.log_lines[-room:] if room > 0 else []):
            log = [*wrap(entry, width), *log]
        return [*lines, *log[-room:]] if room > 0 else lines

    def spoken(self, text: str, style: str) -> Text:
        """The coach's words with keys, cards and the opponent put in, each to be recognized."""
        line = Text(style=style)
        at = 0
        for mark in _MARKS.finditer(text):
            line.append(text[at : mark.start()])
            at = mark.end()
            command, card = mark.groups()
            if card is not None:
                line.append(card, style=f"bold {self.kind_style(card)}")
            elif command == THE_RIVAL:
                line.append(self.lesson.rival)
            else:
                key = key_name(keys_of(BY_ID[command], self.chez.config.keys)[0])
                line.append(key, style=f"bold reverse {self.palette.accent}")
        line.append(text[at:])
        return line

    def kind_style(self, name: str) -> str:
        catalog = self.lesson.game.catalog
        return self.palette.kind(catalog.faces[catalog.named(name)[0]].kind)
