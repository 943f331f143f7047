"""A list on the left, what the cursor is on in full on the right; one under the other when narrow.

The widget keeps the cursor, both scroll positions and the links of the text; what a row and a page
look like is its subclasses' business.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Generic, NamedTuple, TypeVar

from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from chez_tui.commands import BY_ID, key_name, keys_of
from chez_tui.kit.lines import Lines
from chez_tui.kit.text import fit_text
from core.clauses import clauses

Item = TypeVar("Item")

SIDE_BY_SIDE: Final = 64  # cells from which both panes stand next to each other
READABLE: Final = 76  # longer lines of text are hard to read
WHEEL: Final = 3  # lines for one notch of a mouse wheel


class Panes(NamedTuple):
    """How the room is shared."""

    stacked: bool
    list_width: int
    list_height: int
    text_width: int
    text_height: int


class Link(NamedTuple):
    """A clause id in the text: the line, where it begins and ends in it, and the clause."""

    line: int
    start: int
    end: int
    clause: str


@cache
def _ids() -> re.Pattern[str]:
    known = sorted(clauses(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, known))})(?![\w-])")


def links_in(lines: Sequence[Text], without: str = "") -> list[Link]:
    """The clause ids that these lines mention, except `without`."""
    return [
        Link(number, *found.span(), found.group())
        for number, line in enumerate(lines)
        for found in _ids().finditer(line.plain)
        if found.group() != without
    ]


class Browser(Lines, Generic[Item]):
    """Two panes; subclasses say how rows and pages look."""

    class Moved(Message):
        """The mouse has moved the cursor, or gone to the other pane."""

    class Followed(Message):
        """The mouse has chosen a link."""

        def __init__(self, clause: str) -> None:
            super().__init__()
            self.clause = clause

    def __init__(self) -> None:
        super().__init__()
        self.items: list[Item] = []
        self.cursor = 0
        self.reading = False  # whether the keys move the text, not the list
        self.link = -1  # which of the links is chosen
        self.search = ""  # words that a page may point out
        self._top = 0  # the first row that is shown
        self._offset = 0  # the first line of the text that is shown
        self._links: list[Link] = []
        self._page: list[Text] = []  # the whole text, with its links underlined
        self._page_of: object = None  # what it was made for
        self._panes = Panes(False, 0, 0, 0, 0)

    # -- what subclasses say ---------------------------------------------------------------------

    def row(self, item: Item, width: int) -> Text:
        """One line of the list."""
        return Text(str(item))

    def page(self, item: Item, width: int) -> list[Text]:
        """The text for a row, in lines that fit."""
        return []

    def own_clause(self, item: Item) -> str:
        """The clause that the page is about: no link leads from it to itself."""
        return ""

    def head(self, width: int) -> Text | None:
        """A line above the list, for names of columns."""
        return None

    def nothing(self) -> str:
        """What is said when the list is empty."""
        return "Nothing fits."

    def list_width(self, width: int) -> int:
        """The list's share of the width."""
        return max(28, min(56, width * 45 // 100))

    # -- moving ----------------------------------------------------------------------------------

    @property
    def item(self) -> Item | None:
        """What the cursor is on."""
        return self.items[self.cursor] if self.items else None

    @property
    def target(self) -> str:
        """The clause of the chosen link, if there is one."""
        return self._links[self.link].clause if 0 <= self.link < len(self._links) else ""

    @property
    def has_links(self) -> bool:
        """Whether the text leads anywhere."""
        return bool(self._links)

    def show_items(self, items: Sequence[Item], cursor: int = 0) -> None:
        """A new list with the cursor on one of its rows."""
        self.items = list(items)
        self.go(cursor)

    def go(self, row: int) -> None:
        """Puts the cursor on a row, or on the nearest there is."""
        self.cursor = max(0, min(len(self.items) - 1, row))
        self._offset = 0
        self.link = -1
        self.reading = self.reading and bool(self.items)
        self.update_lines()
        if self.reading:
            self._enter_text()

    def read(self, reading: bool) -> None:
        """Moves into the text, or back to the list."""
        self.reading = reading and bool(self.items)
        self._enter_text()

    def _enter_text(self) -> None:
        """In the text the first link that is in sight is chosen."""
        seen = self._links_in_sight()
        self.link = seen[0] if self.reading and seen else -1
        self.update_lines()

    def move(self, step: int) -> None:
        """One or more rows on; in the text to the next link in sight, else a line on."""
        if not self.reading:
            self.go(self.cursor + step)
            return
        if not self._choose_link(forward=step > 0):
            self._scroll(step)
            if self.link not in self._links_in_sight():
                self.link = -1
        self.update_lines()

    def turn_page(self, direction: int) -> None:
        """A whole pane on or back."""
        if not self.reading:
            self.go(self.cursor + direction * max(1, self._rows() - 1))
            return
        self._scroll(direction * max(1, self._panes.text_height - 2))
        self._enter_text()

    def to_end(self, last: bool) -> None:
        """The first or the last row, or line of the text."""
        if not self.reading:
            self.go(len(self.items) - 1 if last else 0)
            return
        self._scroll(len(self._page) if last else -len(self._page))
        self._enter_text()

    def _links_in_sight(self) -> list[int]:
        height = self._panes.text_height
        if len(self._page) > self._offset + height:  # the last line says that there is more
            height -= 1
        sight = range(self._offset, self._offset + height)
        return [number for number, link in enumerate(self._links) if link.line in sight]

    def _choose_link(self, forward: bool) -> bool:
        """Chooses the next link in sight, or the one before; whether there is one."""
        seen = self._links_in_sight()
        if forward:
            found = [number for number in seen if number > self.link]
        else:
            found = [number for number in seen if number < self.link or self.link < 0]
        if found:
            self.link = found[0] if forward else found[-1]
        return bool(found)

    def _scroll(self, lines: int) -> None:
        room = max(0, len(self._page) - self._panes.text_height)
        self._offset = max(0, min(room, self._offset + lines))

    # -- drawing ---------------------------------------------------------------------------------

    def panes(self, width: int, height: int) -> Panes:
        """How that much room is shared."""
        if width >= SIDE_BY_SIDE:
            left = self.list_width(width)
            return Panes(False, left, height, min(READABLE, width - left - 4), height)
        above = max(2, (height - 1) // 2)
        return Panes(True, width, above, max(2, width - 1), max(1, height - above - 1))

    def _rows(self) -> int:
        """How many rows of the list are in sight."""
        return max(1, self._panes.list_height - (self.head(0) is not None))

    def build(self, width: int, height: int) -> list[Text]:
        if width <= 0 or height <= 0:
            return []
        self._panes = panes = self.panes(width, height)
        left = self._list_lines(panes.list_width)
        right = self._text_lines(panes.text_width, panes.text_height)
        if panes.stacked:
            rule = Text("─" * width, style=self._wall_style())
            blank = [Text()] * (panes.list_height - len(left))
            return [*left, *blank, rule, *right][:height]
        thumb = self._thumb()
        lines = []
        for y in range(height):
            line = left[y] if y < len(left) else Text(" " * panes.list_width)
            wall = "█" if y in thumb else "│"
            text = right[y] if y < len(right) else ""
            lines.append(Text.assemble(line, " ", (wall, self._wall_style()), " ", text))
        return lines

    def _wall_style(self) -> str:
        return self.palette.accent if self.reading else self.palette.muted

    def _list_lines(self, width: int) -> list[Text]:
        lines = []
        head = self.head(width - 2)
        if head is not None:
            lines.append(self._fitted(Text.assemble("  ", head), width))
        if not self.items:
            return [*lines, self._fitted(Text(f"  {self.nothing()}"), width)]
        rows = self._rows()
        if not -1 <= self.cursor - self._top <= rows:  # a jump: with some rows before it
            self._top = self.cursor - rows // 3
        self._top = max(self.cursor - rows + 1, min(self._top, self.cursor))
        self._top = max(0, min(self._top, len(self.items) - rows))
        for number in range(self._top, min(len(self.items), self._top + rows)):
            here = number == self.cursor
            mark = Text("▸ " if here else "  ", style=self.palette.accent)
            line = self._fitted(Text.assemble(mark, self.row(self.items[number], width - 2)), width)
            if here and not self.reading:
                line = Text(line.plain, style=f"bold reverse {self.palette.accent}")
            elif here:
                line.stylize("bold")
            lines.append(line)
        return lines

    def _thumb(self) -> range:
        """Where the wall shows which part of the list is in sight."""
        rows, count = self._rows(), len(self.items)
        if count <= rows:
            return range(0)
        size = max(1, rows * rows // count)
        start = self._top * (rows - size) // (count - rows) + self._panes.list_height - rows
        return range(start, start + size)

    def _text_lines(self, width: int, height: int) -> list[Text]:
        self._make_page(width)
        self._scroll(0)
        below = len(self._page) - self._offset - height
        lines = self._page[self._offset : self._offset + height]
        if self.link in self._links_in_sight():
            line, start, end, _ = self._links[self.link]
            chosen = lines[line - self._offset].copy()
            chosen.stylize(f"bold reverse {self.palette.accent}", start, end)
            lines[line - self._offset] = chosen
        if below > 0:
            key = key_name(keys_of(BY_ID["do_it"], self.chez.world.settings.keys)[0])
            hint = f"… {below + 1} more lines"
            hint += "" if self.reading else f": {key}, then down"
            lines[-1] = Text(hint, style=self.palette.accent)
        return [self._fitted(line, width) for line in lines]

    def _make_page(self, width: int) -> None:
        """The text for the item at the cursor; kept until something about it changes."""
        item = self.item
        height = self._panes.text_height
        made_for = (item, width, height, self.search, self.palette.name)
        if made_for == self._page_of:
            return
        self._page_of = made_for
        lines = self.page(item, width) if item is not None else []
        self._page = lines
        self._links = links_in(self._page, self.own_clause(item) if item is not None else "")
        for link in self._links:
            self._page[link.line].stylize("underline", link.start, link.end)

    def _fitted(self, line: Text, width: int) -> Text:
        return fit_text(line, width)

    # -- the mouse -------------------------------------------------------------------------------

    def _over_text(self, x: int, y: int) -> bool:
        panes = self._panes
        return y > panes.list_height if panes.stacked else x > panes.list_width

    def on_click(self, event: Click) -> None:
        panes = self._panes
        if not self._over_text(event.x, event.y):
            row = self._top + event.y - (panes.list_height - self._rows())
            if self._top <= row < min(len(self.items), self._top + self._rows()):
                self.reading = False
                self.go(row)
                self.post_message(self.Moved())
            return
        self.read(True)
        self.post_message(self.Moved())
        x = event.x if panes.stacked else event.x - panes.list_width - 3
        y = event.y - panes.list_height - 1 if panes.stacked else event.y
        for number, link in enumerate(self._links):
            if link.line == self._offset + y and link.start <= x < link.end:
                self.link = number
                self.post_message(self.Followed(link.clause))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self._wheel(event.x, event.y, WHEEL)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self._wheel(event.x, event.y, -WHEEL)

    def _wheel(self, x: int, y: int, lines: int) -> None:
        if self._over_text(x, y):
            self._scroll(lines)
            self.update_lines()
        else:
            self.reading = False
            self.go(self.cursor + lines)
            self.post_message(self.Moved())
