"""A form: rows with a label and a value. Left and right change a choice, Enter edits a text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.message import Message

from chez_tui.commands import ANYWHERE, LISTS, commands_for, keys_of
from chez_tui.kit.edit import Edit
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.rows import list_bindings, window
from chez_tui.kit.text import wrap

GAP: Final = 2
LEAST: Final = 20  # cells below which no explanation is begun
EDITING: Final = "enter keeps it, esc takes the old one back, ^u empties it"


@dataclass(slots=True)
class Row:
    """One line of a form: a choice, a text, both, a button, or (with none of them) a heading."""

    key: str
    label: str
    help: str = ""
    choices: tuple[str, ...] = ()  # as the screen shows them
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

    @property
    def words(self) -> str:
        """What stands beside the row."""
        return self.note or self.help

    @property
    def usable(self) -> bool:
        """Whether the cursor can stand on it."""
        return bool(self.choices) or self.text is not None or self.button


class Form(Lines, can_focus=True):
    """Shows rows and lets them be changed."""

    BINDINGS: ClassVar = [
        *list_bindings("up", "down", "left", "right", "do_it"),
        Binding("home,pageup", "ends(-1)", show=False),
        Binding("end,pagedown", "ends(1)", show=False),
    ]
    DEFAULT_CSS = """
    Form { height: 1fr; }
    """

    class Changed(Message):
        """A row has another value."""

        def __init__(self, form: "Form", row: Row) -> None:
            super().__init__()
            self.form = form
            self.row = row

        @property
        def control(self) -> "Form":
            return self.form

    class Pressed(Changed):
        """Enter was pressed on a button."""

    class Moved(Changed):
        """The cursor stands elsewhere, or there is something else to say about its row."""

    def __init__(self, rows: Sequence[Row] = ()) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._cursor = 0
        self._top = 0
        self._shown: list[int] = []  # which row each line belongs to
        self._spread = False  # explanations that are too long for their line go on below it
        self._edit: Edit | None = None
        self.problem = ""  # what is wrong with the text that is typed
        self.set_rows(rows)

    # -- what it holds ----------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows

    @property
    def current(self) -> Row:
        """The row the cursor is on."""
        return self._rows[self._cursor]

    @property
    def editing(self) -> bool:
        """Whether a text is being typed."""
        return self._edit is not None

    @property
    def below(self) -> int:
        """How many rows there are below the last one that is shown."""
        return max(0, len(self._rows) - self._top - self.size.height)

    @property
    def help(self) -> str:
        """What there is to say about the row of the cursor."""
        if self.editing:
            return self.problem or EDITING
        return self.problem or self.current.help

    def row(self, key: str) -> Row:
        return next(row for row in self._rows if row.key == key)

    def set_rows(self, rows: Sequence[Row], key: str = "") -> None:
        """Other rows; the cursor goes to `key`, or stays with the row it is on."""
        wanted = key or (self.current.key if self._rows else "")
        self._rows = tuple(rows)
        usable = [at for at, row in enumerate(rows) if row.usable]
        self._cursor = next(
            (at for at in usable if rows[at].key == wanted), usable[0] if usable else 0
        )
        if self.is_attached:
            self.update_lines()

    def complain(self, sentence: str, key: str = "") -> None:
        """Shows what is wrong, until the cursor moves."""
        if key:
            self._cursor = next(at for at, row in enumerate(self._rows) if row.key == key)
        self.problem = sentence
        self._news()

    # -- keys -------------------------------------------------------------------------------------

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    def action_left(self) -> None:
        self._turn(-1)

    def action_right(self) -> None:
        self._turn(1)

    def action_ends(self, way: int) -> None:
        self._cursor = -1 if way < 0 else len(self._rows)
        self._move(-way)

    def action_do_it(self) -> None:
        row = self.current
        if row.button or row.opens:
            self.post_message(self.Pressed(self, row))
        elif row.text is not None:
            self._edit = Edit(row.text, row.most)
            self._news()
        else:
            self._turn(1)

    def on_key(self, event: events.Key) -> None:
        if self._edit is not None:
            if event.key not in ("ctrl+q", "ctrl+c"):
                event.stop()
                self._type(self._edit, event)
        elif event.key == "l" and not self._taken("l"):
            event.stop()
            self._turn(1)

    def on_paste(self, event: events.Paste) -> None:
        if self._edit is not None:
            event.stop()
            self._edit.type(event.text)
            self._news()

    def on_click(self, event: events.Click) -> None:
        at = self._shown[event.y] if event.y < len(self._shown) else len(self._rows)
        if self._edit is None and at < len(self._rows) and self._rows[at].usable:
            again = at == self._cursor
            self._cursor, self.problem = at, ""
            if again or self._rows[at].button:
                self.action_do_it()
            self._news()

    def _taken(self, key: str) -> bool:
        """Whether the settings have given this key to a command."""
        keymap = self.chez.world.settings.keys
        return any(key in keys_of(c, keymap) for c in commands_for(LISTS, ANYWHERE))

    def _type(self, edit: Edit, event: events.Key) -> None:
        key = event.key
        if key in ("enter", "up", "down", "tab", "shift+tab"):
            if self._keep(edit) and key != "enter":
                self._move(-1 if key in ("up", "shift+tab") else 1)
            return
        if key == "escape":
            self._edit, self.problem = None, ""
        elif not edit.key(key) and event.character is not None:
            edit.type(event.character)
        self._news()

    def _keep(self, edit: Edit) -> bool:
        """Takes over what was typed, if nothing is wrong with it."""
        row = self.current
        self.problem = row.check(edit.text) if row.check is not None else ""
        if not self.problem:
            self._edit = None
            if row.text != edit.text:
                row.text = edit.text
                self.post_message(self.Changed(self, row))
        self._news()
        return not self.problem

    def _turn(self, step: int) -> None:
        row = self.current
        if len(row.choices) > 1:
            row.at = (row.at + step) % len(row.choices)
            self.problem = ""
            self.post_message(self.Changed(self, row))
            self._news()

    def _move(self, step: int) -> None:
        count = len(self._rows)
        for n in range(1, count + 1):
            at = (self._cursor + n * step) % count
            if self._rows[at].usable:
                self._cursor, self.problem = at, ""
                self._news()
                return

    def _news(self) -> None:
        self.update_lines()
        self.post_message(self.Moved(self, self.current))

    # -- lines ------------------------------------------------------------------------------------

    def build(self, width: int, height: int) -> list[Text]:
        rows = self._rows
        labels = max((cell_len(r.label) for r in rows if r.usable and not r.button), default=0)
        choices = max((cell_len(c) + 4 for row in rows for c in row.choices), default=0)
        column = 3 + labels + GAP + choices
        more = [self._rest(row, column, width) for row in rows]
        self._spread = len(rows) + sum(map(len, more)) <= height
        if not self._spread:
            more = [[] for _ in rows]  # no room for all of them: that of the cursor is shown below
        self._top = window(self._cursor, len(rows), height, self._top) if height else 0
        last = self._top + height if height else len(rows)
        lines: list[Text] = []
        self._shown = []
        for at, row in list(enumerate(rows))[self._top : last]:
            lines += [self._line(row, at == self._cursor, labels, choices, width), *more[at]]
            self._shown += [at] * (1 + len(more[at]))
        return lines

    def _rest(self, row: Row, column: int, width: int) -> list[Text]:
        """What of an explanation does not fit beside its row, as lines below it."""
        if row.button:
            column = max(column, 5 + cell_len(row.label))
        room = width - column - GAP
        if not row.usable or row.text is not None or cell_len(row.words) <= room or room < LEAST:
            return []
        words = wrap(Text(row.words, style=self.palette.muted), room)
        return [Text(" " * (column + GAP)).append_text(line) for line in words[1:]]

    def _line(self, row: Row, here: bool, labels: int, choices: int, width: int) -> Text:
        palette = self.palette
        line = Text(no_wrap=True)
        bar = f"bold reverse {palette.accent}"
        if not row.usable:
            if row.label:
                rest = max(0, width - cell_len(row.label) - 5)
                line.append(f" {row.label} ", f"bold {palette.accent}")
                line.append("─" * rest, palette.muted)
            return line
        pointer = "▸" if here else " "
        if row.button:
            line.append(f" {pointer} ", palette.accent)
            line.append(f" {row.label} ", bar if here else f"bold {palette.accent}")
            line.append(" " * max(0, 3 + labels + GAP + choices - line.cell_len))
            self._words(line, row, width)
            return line
        line.append(f" {pointer} ", palette.accent)
        line.append(fit(row.label, labels + GAP), f"bold {palette.text}" if here else palette.text)
        if row.choices:
            word = row.choices[row.at]
            fixed = len(row.choices) == 1
            value = f"  {word}  " if fixed else f"< {word} >"
            value = f"[{'x' if row.at else ' '}]" if row.tick else value
            used = cell_len(value)
            line.append(value, bar if here and row.text is None else palette.text)
            line.append(" " * (0 if row.tick else max(0, choices - used)))
        if row.text is not None:
            self._text(line, row, here, width - line.cell_len - 2)
        else:
            self._words(line, row, width)
        return line

    def _words(self, line: Text, row: Row, width: int) -> None:
        """As much of the explanation as a line takes, where there is room for it."""
        rest = width - line.cell_len - GAP
        if not row.words or rest < LEAST:
            return
        first, *more = wrap(Text(row.words, style=self.palette.muted), rest)
        if more and not self._spread:
            first = Text(fit(row.words, rest), style=self.palette.muted)
        line.append(" " * GAP).append_text(first)

    def _text(self, line: Text, row: Row, here: bool, room: int) -> None:
        """The text of a row, as far as there is room; while it is typed with a cursor in it."""
        palette = self.palette
        edit = self._edit if here else None
        if edit is not None:
            style = f"underline {palette.text}"
            start = max(0, edit.at - max(1, room - 1))
            line.append(" ")
            line.append(edit.text[start : edit.at], style)
            line.append(edit.text[edit.at : edit.at + 1] or " ", f"reverse {palette.accent}")
            line.append(edit.text[edit.at + 1 : start + max(1, room)], style)
            return
        word = row.text or row.empty
        word = fit(word, room) if cell_len(word) > room > 0 else word
        style = palette.seat(row.seat) if row.seat >= 0 else palette.text
        if not row.text:
            style = palette.muted
        line.append(f" {word} ", f"bold reverse {palette.accent}" if here else style)


class FormHelp(Lines):
    """What there is to say about the row of the cursor: two lines at most."""

    DEFAULT_CSS = """
    FormHelp { height: 3; }
    """

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form

    def build(self, width: int, height: int) -> list[Text]:
        form = self._form
        rule = Text.assemble((self._rule(width), self.palette.muted))
        style = f"bold {self.palette.bad}" if form.problem else self.palette.text
        sentence = form.help[:1].upper() + form.help[1:]
        lines = wrap(Text.assemble((sentence, style)), max(10, width - 2))
        return [rule, *(Text(" ").append_text(line) for line in lines[: height - 1])]

    def _rule(self, width: int) -> str:
        """A line with the keys that the row of the cursor knows."""
        row = self._form.current
        ways = []
        if len(row.choices) > 1:
            ways.append("enter ticks it" if row.tick else "left and right change it")
        if row.opens:
            ways.append(f"enter {row.opens}")
        if row.text is not None:
            ways.append("enter edits it" if not row.choices else "enter edits the name")
        rule = "─"
        below = self._form.below
        more = f"{rule}{rule} {below} more below " if below else ""
        words = f" {', '.join(ways)} {rule}{rule}" if ways and not self._form.editing else ""
        return more + rule * (width - len(more) - len(words)) + words
