"""The one list: a cursor, scrolling, digits, headings, tall rows and the mouse.

Rows are drawn when they are seen, so a list of all cards costs no more than a menu.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message

from chez_tui.commands import LISTS, commands_for
from chez_tui.kit.lines import Lines, fit

T = TypeVar("T")
Told = TypeVar("Told")

GAP: Final = 3  # cells between an entry and the words beside it


def list_bindings(*ids: str) -> list[Binding]:
    """Return the keys of these commands, for a widget that carries them out itself."""
    return [
        Binding(",".join(c.keys), c.id, c.name, id=c.id, show=False)
        for c in commands_for(LISTS)
        if c.id in ids
    ]


def window(cursor: int, count: int, room: int, top: int, beside: int) -> int:
    """Return the first row to show, near the last one: the cursor is seen, and rows beside it."""
    beside = beside if room > 2 else 0
    if not -1 <= cursor - top <= room:  # a jump: with some rows before it
        top = cursor - room // 3
    top = max(cursor - room + 1 + beside, min(top, cursor - beside))
    return max(0, min(top, count - room))


class Rows(Lines, Generic[T], can_focus=True):
    """A list with a cursor; subclasses say what its rows look like."""

    BINDINGS: ClassVar = [
        *list_bindings("up", "down", "do_it"),
        Binding("home", "ends(-1)", show=False),
        Binding("end", "ends(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
    ]
    ROUND: ClassVar = True  # whether the row after the last one is the first
    TALL: ClassVar = 1  # lines that a row takes
    BESIDE: ClassVar = 1  # rows that are seen beyond the cursor

    class News(Message, Generic[Told]):
        """Something has happened to a row."""

        def __init__(self, rows: "Rows[Any]", item: Told) -> None:
            super().__init__()
            self.rows = rows
            self.item = item

        @property
        def control(self) -> "Rows[Any]":
            return self.rows

    class Chosen(News[Told]):
        """Enter was pressed on a row, or what chooses it at once."""

    class Moved(News[Told]):
        """The cursor stands on another row."""

    def __init__(self, items: Sequence[T] = ()) -> None:
        super().__init__()
        self._items: tuple[T, ...] = ()
        self._cursor = 0
        self._top = 0  # the first row in sight
        self._room = 1  # how many rows there is room for
        self._at: list[int] = []  # which row each line shows, -1 for none
        self.set_items(items)

    # -- what subclasses say ----------------------------------------------------------------------

    def draw(self, item: T, here: bool, width: int) -> Sequence[Content]:
        """Return the lines of a row; `here` says that the cursor is on it."""
        return [Content(str(item))]

    def head(self, width: int, height: int) -> Sequence[Content]:
        """Return what stands above the rows: columns, or what to say when there are none."""
        return []

    def key(self, item: T) -> object:
        """Return what a row is known by when the list changes."""
        return item

    def usable(self, item: T) -> bool:
        """Return whether the cursor can stand there; not on a heading."""
        return True

    # -- what it holds ----------------------------------------------------------------------------

    @property
    def items(self) -> tuple[T, ...]:
        return self._items

    @property
    def cursor(self) -> int:
        """The number of the row that the cursor is on."""
        return self._cursor

    @property
    def current(self) -> T | None:
        """What the cursor is on."""
        return self._items[self._cursor] if self._cursor < len(self._items) else None

    @property
    def below(self) -> int:
        """How many rows come after the last one in sight."""
        return max(0, len(self._items) - self._top - self._room)

    def set_items(self, items: Sequence[T], key: object = None) -> None:
        """Show other rows; the cursor goes to `key`, or stays with its row or in its place."""
        here = self.current
        wanted = self.key(here) if key is None and here is not None else key
        self._items = tuple(items)
        usable = [at for at, item in enumerate(items) if self.usable(item)]
        place = next((at for at in usable if at >= self._cursor), usable[-1] if usable else 0)
        self._cursor = next((at for at in usable if self.key(items[at]) == wanted), place)
        if self.is_attached:
            self.update_lines()

    # -- moving -----------------------------------------------------------------------------------

    def go(self, at: int, way: int = 1) -> None:
        """Put the cursor on a row, or on the next one in that direction that takes it."""
        count = len(self._items)
        ring = ((at + n * way) % count for n in range(count))
        found = next((n for n in ring if self.usable(self._items[n])), self._cursor)
        if found != self._cursor:
            self._cursor = found
            self.update_lines()
            self.post_message(self.Moved(self, self._items[found]))

    def move(self, step: int) -> None:
        """Move the cursor by so many rows; only single steps go round."""
        if self.ROUND and abs(step) == 1:
            self.go(self._cursor + step, step)
        else:
            at = max(0, min(len(self._items) - 1, self._cursor + step))
            self.go(at, -1 if step > 0 else 1)

    def action_up(self) -> None:
        self.move(-1)

    def action_down(self) -> None:
        self.move(1)

    def action_page(self, way: int) -> None:
        self.move(way * max(1, self._room - 1))

    def action_ends(self, way: int) -> None:
        self.go(0 if way < 0 else -1, -way)

    def action_do_it(self) -> None:
        if self.current is not None and self.usable(self.current):
            self.post_message(self.Chosen(self, self.current))

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        at = self._at[place.y] if place is not None and place.y < len(self._at) else -1
        if at >= 0 and self.usable(self._items[at]):
            self.clicked(at)

    def clicked(self, at: int) -> None:
        """Put the cursor on the row; a click on the one it is on chooses it."""
        if at == self._cursor:
            self.action_do_it()
        self.go(at)

    # -- lines ------------------------------------------------------------------------------------

    def build(self, width: int, height: int) -> list[Content]:
        lines = list(self.head(width, height))
        count = len(self._items)
        self._room = max(1, (height - len(lines)) // self.TALL) if height else count
        self._top = window(self._cursor, count, self._room, self._top, self.BESIDE)
        self._at = [-1] * len(lines)
        for at in range(self._top, min(count, self._top + self._room)):
            made = self.draw(self._items[at], at == self._cursor, width)
            lines += made
            self._at += [at] * len(made)
        return lines


class MenuItem(NamedTuple):
    """An entry. Without a key it is a heading, which can't be chosen."""

    key: str
    label: str
    hint: str = ""
    digit: str = ""  # chooses the entry at once


class Menu(Rows[MenuItem]):
    """A list in the middle of its room, with digits and a few words beside each entry."""

    def __init__(self, items: Sequence[MenuItem] = (), airy: bool = False) -> None:
        self._airy = airy  # blank lines between the items where there is room
        self._between: list[Content] = []  # what there is room for between them now
        self._columns = (0, 0, 0)  # cells of digit and label, and of the whole entry
        super().__init__(items)

    def key(self, item: MenuItem) -> str:
        return item.key

    def usable(self, item: MenuItem) -> bool:
        return bool(item.key)

    def clicked(self, at: int) -> None:
        self.go(at)
        self.action_do_it()

    def on_key(self, event: events.Key) -> None:
        for at, item in enumerate(self._items):
            if item.key and item.digit and event.key == item.digit:
                event.stop()
                self.clicked(at)

    def head(self, width: int, height: int) -> list[Content]:
        """Return blank lines, so that the items stand a little above the middle."""
        items = self._items
        airy = self._airy and height >= 2 * len(items)
        self._between = [Content()] if airy else []
        labels = max((cell_len(item.label) for item in items if item.key), default=0)
        hints = max((cell_len(item.hint) for item in items), default=0)
        digits = 3 if any(item.digit for item in items) else 0
        body = min(width, 3 + digits + labels + (GAP + hints if hints else 0) + 1)
        self._columns = (digits, labels, body)
        spare = height - (2 * len(items) - 1 if airy else len(items))
        return [Content()] * max(spare // 3, int(spare > 0))

    def draw(self, item: MenuItem, here: bool, width: int) -> list[Content]:
        digits, labels, body = self._columns
        margin = " " * ((width - body) // 2)
        if not item.key:
            return [Content.assemble(margin, (fit(item.label, body), "$accent")), *self._between]
        pointer = f" {'▸' if here else ' '} "
        number = fit(item.digit, digits)
        label = fit(item.label, labels)
        rest = body - 3 - digits - labels - 1
        hint = fit(" " * GAP + item.hint, rest) if rest > GAP else " " * rest
        if here:
            bar = (f"{pointer}{number}{label}{hint} ", "bold reverse $accent")
            return [Content.assemble(margin, bar), *self._between]
        parts = ((number, "bold $accent"), (label, "bold $foreground"), (hint, "$muted"))
        return [Content.assemble(margin, pointer, *parts), *self._between]
