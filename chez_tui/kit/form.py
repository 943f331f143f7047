"""A form over settings. Left and right change a choice, Enter edits a text."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input

from chez_tui.commands import ANYWHERE, LISTS, commands_for, keyed, keys_of
from chez_tui.kit.canvas import Canvas, length, pill, wrapped
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines, cut
from chez_tui.kit.rows import Rows, list_bindings, ruled
from core.setting import Setting

GAP: Final = 2
LEAST: Final = 20  # cells below which no explanation is begun
EDITING: Final = "enter keeps it, esc restores it, ^u clears it"
ON, OFF = "on", "off"


@dataclass(slots=True)
class Row:
    """One line of a form: a choice, a text, both, a button, or (with none of them) a heading."""

    key: str
    label: str
    help: str = ""
    values: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()  # the values as the screen shows them
    at: int = 0
    text: str | None = None
    empty: str = ""  # shown while the text is empty
    most: int = 20  # characters in the text
    check: Callable[[str], str] | None = None  # a sentence about what is wrong with a text
    button: bool = False
    tick: bool = False  # its two choices are drawn as a box, empty and ticked
    opens: str = ""  # what Enter does besides; the form says so and reports it like a button
    seat: int = -1  # whose color the text has
    note: str = ""  # beside the row, in place of its help

    @classmethod
    def of(cls, setting: Setting, value: str, **more: Any) -> "Row":
        """Return the row of a setting that has this value now."""
        row = cls(setting.key, setting.label, setting.help, setting.values, **more)
        row.choices = tuple(map(setting.said, setting.values))
        if setting.values:
            row.at = setting.values.index(value)
        else:
            row.text, row.empty, row.check = value, setting.empty, setting.check
            row.most = setting.most or row.most
        return row

    @property
    def value(self) -> str:
        """Return the chosen or typed value, as it's written everywhere."""
        return self.values[self.at] if self.values else self.text or ""

    @property
    def words(self) -> str:
        """Return the words beside the row."""
        return self.note or self.help

    @property
    def usable(self) -> bool:
        """Return whether the cursor can go there."""
        return bool(self.choices) or self.text is not None or self.button


class FormHelp(Lines):
    """Help for the row of a form under the cursor, and its keys."""

    def __init__(self, told: Callable[[int, int], list[Content]]) -> None:
        super().__init__()
        self._told = told

    def build(self, width: int, height: int) -> list[Content]:
        return self._told(width, height)


class Form(Rows[Row]):
    """A list of rows to change."""

    BINDINGS: ClassVar = [
        *list_bindings("left", "right"),
        Binding("tab", "keep(1)", show=False),
        Binding("shift+tab", "keep(-1)", show=False),
        Binding("escape", "take_back", show=False),
    ]

    class Changed(Rows.News[Row]):
        """A row has another value."""

    def __init__(self) -> None:
        super().__init__()
        self.add_class("frame")
        self._columns = (0, 0)  # cells of labels and choices
        self._more = ""  # how many rows there are below, as the frame says it
        self._spread = False  # explanations that are too long for their line go on below it
        self._typed = TextLine()
        self._typed.display = False
        self.problem = ""  # what is wrong with a choice, or with the text that is typed
        self.foot = FormHelp(self._told)  # for the screen to put where there is room

    def compose(self) -> ComposeResult:
        yield self._typed

    # -- what it holds ----------------------------------------------------------------------------

    @property
    def editing(self) -> bool:
        """Whether a text is being typed."""
        return self._typed.display

    @property
    def here(self) -> Row:
        """The row the cursor is on."""
        return self._items[self._cursor]

    @property
    def help(self) -> str:
        """Return the help for the row under the cursor, or what is wrong."""
        return self.problem or self.here.help

    def key(self, item: Row) -> str:
        return item.key

    def usable(self, item: Row) -> bool:
        return item.usable

    def row(self, key: str) -> Row:
        return next(row for row in self._items if row.key == key)

    def complain(self, sentence: str, key: str = "") -> None:
        """Show what is wrong, until the cursor moves."""
        if key:
            self._cursor = self._items.index(self.row(key))
        self.problem = sentence
        self.update_lines()

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Take the keys that end a text only while one is being typed."""
        return self.editing if action in ("keep", "take_back") else True

    def go(self, at: int, way: int = 1) -> None:
        if self._keep():
            super().go(at, way)
            self.problem = ""
            self.update_lines()

    def action_left(self) -> None:
        self._turn(-1)

    def action_right(self) -> None:
        self._turn(1)

    def action_keep(self, step: int) -> None:
        """Keep what was typed, and go up or down."""
        self.move(step)

    def action_take_back(self) -> None:
        """Leave the text as it was."""
        self.problem = ""
        self._close()

    def action_do_it(self) -> None:
        row = self.here
        if self.editing:
            self._keep()
        elif row.button or row.opens:
            super().action_do_it()
        elif row.text is None:
            self._turn(1)
        else:
            self._typed.display = True
            self._typed.max_length = row.most
            self._typed.value = row.text
            self._typed.cursor_position = len(row.text)
            self._place()
            self.screen.set_focus(self._typed)
            self.update_lines()

    def on_key(self, event: events.Key) -> None:
        if event.key == "l" and not self._taken("l"):
            event.stop()
            self._turn(1)

    def on_resize(self) -> None:
        if self.editing:
            self._place()

    @on(Input.Submitted)
    def text_typed(self, event: Input.Submitted) -> None:
        event.stop()
        self._keep()

    def clicked(self, at: int) -> None:
        again = at == self._cursor or self._items[at].button
        self.go(at)
        if again and at == self._cursor and not self.editing:
            self.action_do_it()

    def _taken(self, key: str) -> bool:
        """Whether the settings have given this key to a command."""
        keymap = self.chez.world.settings.keys
        return any(key in keys_of(c, keymap) for c in commands_for(LISTS, ANYWHERE))

    def _place(self) -> None:
        """Put the line to type in where the text of the row stands."""
        labels, choices = self._columns
        x = 5 + labels + GAP + (choices if self.here.choices else 0)
        self._typed.styles.offset = (x, self._at.index(self._cursor))
        self._typed.styles.width = max(1, self.size.width - x)

    def _keep(self) -> bool:
        """Take over what was typed; tell whether nothing is wrong with it."""
        if not self.editing:
            return True
        row, text = self.here, self._typed.value
        self.problem = row.check(text) if row.check is not None else ""
        if self.problem:
            self.screen.set_focus(self._typed)
            self.update_lines()
            return False
        self._close()
        if row.text != text:
            row.text = text
            self.post_message(self.Changed(self, row))
        return True

    def _close(self) -> None:
        self.screen.set_focus(self)
        self._typed.display = False
        self.update_lines()

    def _turn(self, step: int) -> None:
        row = self.here
        if len(row.choices) > 1:
            row.at = (row.at + step) % len(row.choices)
            self.problem = ""
            self.post_message(self.Changed(self, row))
            self.update_lines()

    # -- lines ------------------------------------------------------------------------------------

    def update_lines(self) -> None:
        super().update_lines()
        more = f"{self.below} more below" if self.below else ""
        if more != self._more:
            self.border_subtitle = self._more = more
        self.foot.update_lines()

    def head(self, width: int, height: int) -> list[Content]:
        """Return nothing; measure the columns, and whether all explanations have room."""
        rows = self._items
        labels = max((cell_len(r.label) for r in rows if r.usable and not r.button), default=0)
        choices = max((cell_len(c) + 4 for row in rows for c in row.choices), default=0)
        self._columns = (labels, choices)
        more = sum(len(self._rest(row, width)) for row in rows)
        self._spread = len(rows) + more <= height  # else that of the cursor is shown below
        return []

    def draw(self, row: Row, here: bool, width: int) -> list[Content]:
        canvas = Canvas(width, 1, "paper" if here else "panel")
        if here:
            canvas.put(0, 0, "▌", "accent")
        if row.usable:
            self._fill(canvas, row, here)
        elif row.label:
            ruled(canvas, 0, row.label, width)
        return [*canvas.lines(), *(self._rest(row, width) if self._spread else ())]

    def _rest(self, row: Row, width: int) -> list[Content]:
        """Return the rest of a help text that doesn't fit beside its row, as lines below it."""
        column = 3 + sum(self._columns) + GAP
        if row.button:
            column = max(column, 5 + cell_len(row.label))
        room = width - column - GAP
        if not row.usable or row.text is not None or cell_len(row.words) <= room or room < LEAST:
            return []
        words = wrapped(row.words, room)
        return [Content.styled(" " * (column + GAP) + line, "$muted") for line in words[1:]]

    def _fill(self, canvas: Canvas, row: Row, here: bool) -> None:
        """Draw a row: its label, its value as a chip, and its help, if it fits."""
        labels, choices = self._columns
        ink, ink2 = ("ink", "ink2") if here else ("text", "muted")
        if row.button:
            canvas.parts(3, 0, [pill(row.label)])
            used = max(3 + labels + GAP + choices, 5 + cell_len(row.label))
            self._explain(canvas, used, row, ink2)
            return
        canvas.put(3, 0, row.label, ink, "", "bold" * here)
        used = 3 + labels + GAP
        if row.choices:
            word = row.choices[row.at]
            if row.tick:
                color = ink if here else "accent" if row.at else "muted"
                used = canvas.put(used, 0, f"[{'x' if row.at else ' '}]", color, "", "bold")
            elif here and row.text is None and len(row.choices) > 1:
                canvas.put(used, 0, f"< {word} >", "over", "accent", "bold")
                used += choices
            else:
                on, chip = ("accent", "chip-accent") if word == ON else ("text", "rise")
                canvas.put(used + 1, 0, f" {word} ", "muted" if word == OFF else on, chip)
                used += choices
        if row.text is None:
            self._explain(canvas, used, row, ink2)
        elif not (here and self.editing):  # else it is typed here
            room = canvas.width - used - 3
            word = cut(row.text or row.empty, room) if room > 0 else ""
            color = f"seat-{row.seat % 8}" if row.seat >= 0 else "text"
            shown = ("over", "accent") if here else (color if row.text else "muted", "rise")
            canvas.put(used + 1, 0, f" {word} ", *shown, "bold" * here)

    def _explain(self, canvas: Canvas, used: int, row: Row, ink: str) -> None:
        """Write as much of the explanation as a line takes, where there is room for it."""
        room = canvas.width - used - GAP
        if row.words and room >= LEAST:
            first, *more = wrapped(row.words, room)
            if more and not self._spread:
                first = cut(row.words, room)
            canvas.put(used + GAP, 0, first, ink)

    # -- below it ---------------------------------------------------------------------------------

    def _told(self, width: int, height: int) -> list[Content]:
        """Return help for the row under the cursor, and its keys."""
        if not height or not self._items:
            return []
        canvas = Canvas(width, height, "rise")
        canvas.put(0, 0, "▌", "alarm" if self.problem else "accent")
        ink, marks = ("alarm", "bold") if self.problem else ("text", "")
        sentence = self.help[:1].upper() + self.help[1:]
        keys = cut(self._keys(), width - 3)
        lines = wrapped(sentence, width - 3)[:height]
        for y, line in enumerate(lines):
            canvas.put(2, y, line, ink, "", marks)
        if len(lines) < height or length([(lines[-1],)]) + len(keys) + 4 < width:
            canvas.flush(width - 1, height - 1, [(keys, "muted")])
        return canvas.lines()

    def _keys(self) -> str:
        """Return what the keys do to the row of the cursor."""
        row = self.here
        ways = []
        if self.editing:
            return EDITING
        if len(row.choices) > 1:
            ways.append("{do_it} ticks it" if row.tick else "{left} and {right} change it")
        if row.opens:
            ways.append(f"{{do_it}} {row.opens}")
        if row.text is not None:
            ways.append("{do_it} edits it" if not row.choices else "{do_it} edits the name")
        return keyed(", ".join(ways), self.chez.world.settings.keys)
