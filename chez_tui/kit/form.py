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
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.rows import Rows, list_bindings
from chez_tui.kit.text import wrap
from core.setting import Setting

GAP: Final = 2
LEAST: Final = 20  # cells below which no explanation is begun
EDITING: Final = "enter keeps it, esc takes the old one back, ^u empties it"
BAR: Final = "bold reverse $accent"
Part = tuple[str, str]  # words and their style


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
    note: str = ""  # stands beside the row in place of its help

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
        """Return what is chosen or typed, as it is written everywhere."""
        return self.values[self.at] if self.values else self.text or ""

    @property
    def words(self) -> str:
        """Return what stands beside the row."""
        return self.note or self.help

    @property
    def usable(self) -> bool:
        """Tell whether the cursor can stand on it."""
        return bool(self.choices) or self.text is not None or self.button


class FormHelp(Lines):
    """What there is to say about the row of the cursor of a form: two lines at most."""

    def __init__(self, told: Callable[[int, int], list[Content]]) -> None:
        super().__init__()
        self._told = told

    def build(self, width: int, height: int) -> list[Content]:
        return self._told(width, height)


class Form(Rows[Row]):
    """Shows rows and lets them be changed."""

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
        self._columns = (0, 0)  # cells of labels and choices
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
        """What there is to say about the row of the cursor."""
        return self.problem or (EDITING if self.editing else self.here.help)

    def key(self, item: Row) -> str:
        return item.key

    def usable(self, item: Row) -> bool:
        return item.usable

    def row(self, key: str) -> Row:
        return next(row for row in self._items if row.key == key)

    def complain(self, sentence: str, key: str = "") -> None:
        """Shows what is wrong, until the cursor moves."""
        if key:
            self._cursor = self._items.index(self.row(key))
        self.problem = sentence
        self.update_lines()

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves the keys that end a text to the screen while none is typed."""
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
        x = 4 + labels + GAP + (choices if self.here.choices else 0)
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
        line = Content.assemble(*self._parts(row, here, width))
        return [line, *(self._rest(row, width) if self._spread else ())]

    def _rest(self, row: Row, width: int) -> list[Content]:
        """What of an explanation does not fit beside its row, as lines below it."""
        column = 3 + sum(self._columns) + GAP
        if row.button:
            column = max(column, 5 + cell_len(row.label))
        room = width - column - GAP
        if not row.usable or row.text is not None or cell_len(row.words) <= room or room < LEAST:
            return []
        words = wrap(Content.styled(row.words, "$muted"), room)
        return [Content(" " * (column + GAP)) + line for line in words[1:]]

    def _parts(self, row: Row, here: bool, width: int) -> list[Part | Content]:
        labels, choices = self._columns
        pointer = ("▸" if here else " ").center(3)
        if not row.usable:
            rest = "─" * max(0, width - cell_len(row.label) - 5)
            return [(f" {row.label} ", "bold $accent"), (rest, "$muted")] if row.label else []
        if row.button:
            label = (f" {row.label} ", BAR if here else "bold $accent")
            used = max(3 + labels + GAP + choices, 5 + cell_len(row.label))
            gap = (" " * (used - 5 - cell_len(row.label)), "")
            return [(pointer, "$accent"), label, gap, *self._words(row, width - used)]
        parts: list[Part | Content] = [
            (pointer, "$accent"),
            (fit(row.label, labels + GAP), "bold $foreground" if here else "$foreground"),
        ]
        used = 3 + labels + GAP
        if row.choices:
            word = row.choices[row.at]
            value = f"  {word}  " if len(row.choices) == 1 else f"< {word} >"
            value = f"[{'x' if row.at else ' '}]" if row.tick else value
            parts.append((value, BAR if here and row.text is None else "$foreground"))
            room = cell_len(value) if row.tick else choices
            parts.append((" " * (room - cell_len(value)), ""))
            used += room
        if row.text is None:
            return [*parts, *self._words(row, width - used)]
        return [*parts, self._text(row, here, width - used - 2)]

    def _words(self, row: Row, room: int) -> list[Part | Content]:
        """As much of the explanation as a line takes, where there is room for it."""
        room -= GAP
        if not row.words or room < LEAST:
            return []
        words = Content.styled(row.words, "$muted")
        first, *more = wrap(words, room)
        if more and not self._spread:
            first = Content.styled(fit(row.words, room), "$muted")
        return [(" " * GAP, ""), first]

    def _text(self, row: Row, here: bool, room: int) -> Part:
        """The text of a row, as far as there is room; nothing below the line it is typed in."""
        if here and self.editing:
            return ("", "")
        word = row.text or row.empty
        word = fit(word, room) if cell_len(word) > room > 0 else word
        style = f"$seat-{row.seat % 8}" if row.seat >= 0 else "$foreground"
        if not row.text:
            style = "$muted"
        return (f" {word} ", BAR if here else style)

    # -- below it ---------------------------------------------------------------------------------

    def _told(self, width: int, height: int) -> list[Content]:
        """What there is to say about the row of the cursor, under a line with its keys."""
        style = "bold $bad" if self.problem else "$foreground"
        sentence = self.help[:1].upper() + self.help[1:]
        lines = wrap(Content.styled(sentence, style), max(10, width - 2))
        rule = Content.styled(self._rule(width), "$muted")
        return [rule, *(Content(" ") + line for line in lines[: height - 1])]

    def _rule(self, width: int) -> str:
        row = self.here
        ways = []
        if len(row.choices) > 1:
            ways.append("{do_it} ticks it" if row.tick else "{left} and {right} change it")
        if row.opens:
            ways.append(f"{{do_it}} {row.opens}")
        if row.text is not None:
            ways.append("{do_it} edits it" if not row.choices else "{do_it} edits the name")
        more = f"── {self.below} more below " if self.below else ""
        keys = keyed(", ".join(ways), self.chez.world.settings.keys)
        words = f" {keys} ──" if ways and not self.editing else ""
        return more + "─" * (width - len(more) - len(words)) + words
