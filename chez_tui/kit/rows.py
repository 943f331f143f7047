"""A vertical menu: a cursor, digits that choose at once, and a few words beside each entry."""

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.message import Message

from chez_tui.commands import LISTS, commands_for
from chez_tui.kit.lines import Lines, fit

GAP: Final = 3  # cells between an entry and the words beside it


class MenuItem(NamedTuple):
    """An entry. Without a key it is a heading, which can't be chosen."""

    key: str
    label: str
    hint: str = ""
    digit: str = ""  # chooses the entry at once


def list_bindings(*ids: str) -> list[Binding]:
    """The keys of these commands, for a widget that carries them out itself."""
    return [
        Binding(",".join(c.keys), c.id, c.name, id=c.id, show=False)
        for c in commands_for(LISTS)
        if c.id in ids
    ]


def window(cursor: int, count: int, height: int, top: int) -> int:
    """The first row to show so that the cursor is seen, moved as little as possible."""
    if cursor < top + 1:
        top = cursor - 1
    elif cursor > top + height - 2:
        top = cursor - height + 2
    return max(0, min(top, count - height))


class Menu(Lines, can_focus=True):
    """Shows its items in the middle of its room and says which one is chosen."""

    BINDINGS: ClassVar = [
        *list_bindings("up", "down", "do_it"),
        Binding("home,pageup", "ends(-1)", show=False),
        Binding("end,pagedown", "ends(1)", show=False),
    ]
    DEFAULT_CSS = """
    Menu { height: 1fr; }
    """

    class Chosen(Message):
        """Enter or a digit was pressed on an item."""

        def __init__(self, menu: "Menu", item: MenuItem) -> None:
            super().__init__()
            self.menu = menu
            self.item = item

        @property
        def control(self) -> "Menu":
            return self.menu

    class Moved(Chosen):
        """The cursor stands on another item."""

    def __init__(self, items: Sequence[MenuItem] = (), airy: bool = False) -> None:
        super().__init__()
        self.airy = airy  # blank lines between the items where there is room
        self._items: tuple[MenuItem, ...] = ()
        self._cursor = 0
        self._top = 0
        self._rows: list[int] = []  # which item each line shows, -1 for none
        self.set_items(items)

    # -- what it holds ----------------------------------------------------------------------------

    @property
    def items(self) -> tuple[MenuItem, ...]:
        return self._items

    @property
    def current(self) -> MenuItem | None:
        """The item the cursor is on."""
        return self._items[self._cursor] if self._cursor < len(self._items) else None

    def set_items(self, items: Sequence[MenuItem], key: str = "") -> None:
        """Other items; the cursor goes to `key`, or stays with the item it is on."""
        wanted = key or (self.current.key if self.current else "")
        self._items = tuple(items)
        chosen = [at for at, item in enumerate(items) if item.key]
        self._cursor = next(
            (at for at in chosen if items[at].key == wanted), chosen[0] if chosen else 0
        )
        if self.is_attached:
            self.update_lines()

    # -- keys -------------------------------------------------------------------------------------

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    def action_ends(self, way: int) -> None:
        self._cursor = -1 if way < 0 else len(self._items)
        self._move(-way)

    def action_do_it(self) -> None:
        if self.current is not None and self.current.key:
            self.post_message(self.Chosen(self, self.current))

    def on_key(self, event: events.Key) -> None:
        for at, item in enumerate(self._items):
            if item.key and item.digit and event.key == item.digit:
                event.stop()
                self._go(at)
                self.action_do_it()

    def on_click(self, event: events.Click) -> None:
        row = event.y - self._above(self.size.height)
        at = self._rows[row] if 0 <= row < len(self._rows) else -1
        if at >= 0 and self._items[at].key:
            self._go(at)
            self.action_do_it()

    def _move(self, step: int) -> None:
        """To the next item in that direction, from the last to the first and back."""
        count = len(self._items)
        for n in range(1, count + 1):
            at = (self._cursor + n * step) % count
            if self._items[at].key:
                self._go(at)
                return

    def _go(self, at: int) -> None:
        if at != self._cursor:
            self._cursor = at
            self.update_lines()
            self.post_message(self.Moved(self, self._items[at]))

    # -- lines ------------------------------------------------------------------------------------

    def _above(self, height: int) -> int:
        """Blank lines above the items, so that they stand a little above the middle."""
        spare = height - len(self._rows)
        return max(spare // 3, int(spare > 0))

    def build(self, width: int, height: int) -> list[Text]:
        items = self._items
        count = len(items)
        airy = self.airy and height >= 2 * count
        self._rows = [row for at in range(count) for row in ((at, -1) if airy else (at,))]
        if airy:
            self._rows.pop()
        elif count > height > 0:
            self._top = window(self._cursor, count, height, self._top)
            self._rows = self._rows[self._top : self._top + height]
        labels = max((cell_len(item.label) for item in items if item.key), default=0)
        hints = max((cell_len(item.hint) for item in items), default=0)
        digits = 3 if any(item.digit for item in items) else 0
        body = min(width, 3 + digits + labels + (GAP + hints if hints else 0) + 1)
        margin = (width - body) // 2
        lines = [Text() for _ in range(self._above(height))]
        for at in self._rows:
            line = Text(" " * margin, no_wrap=True)
            if at >= 0:
                line.append_text(self._line(items[at], at == self._cursor, labels, body))
            lines.append(line)
        return lines

    def _line(self, item: MenuItem, here: bool, labels: int, body: int) -> Text:
        palette = self.palette
        if not item.key:
            return Text.assemble((fit(item.label, body), palette.accent))
        pointer = "▸" if here else " "
        digits = any(other.digit for other in self._items)
        number = f"{item.digit:<3}" if digits else ""
        label = fit(item.label, labels)
        rest = body - 3 - len(number) - labels - 1
        hint = fit(" " * GAP + item.hint, rest) if rest > GAP else " " * rest
        if here:
            bar = f"bold reverse {palette.accent}"
            return Text.assemble((f" {pointer} {number}{label}{hint} ", bar))
        return Text.assemble(
            f" {pointer} ",
            (number, f"bold {palette.accent}"),
            (label, f"bold {palette.text}"),
            (hint, palette.muted),
        )
