"""A list on the left, what the cursor is on in full on the right; one under the other when narrow.

The widget keeps the cursor, both scroll positions and the links of the text; what a row and a page
look like is its subclasses' business.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.widgets import Input

from chez_tui.commands import BROWSE, BY_ID, LISTS, Command, key_name, keys_of
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
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


def links_in(lines: Sequence[Content], without: str = "") -> list[Link]:
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
        self._page: list[Content] = []  # the whole text, with its links underlined
        self._page_of: object = None  # what it was made for
        self._panes = Panes(False, 0, 0, 0, 0)

    # -- what subclasses say ---------------------------------------------------------------------

    def row(self, item: Item, width: int) -> Content:
        """One line of the list."""
        return Content(str(item))

    def page(self, item: Item, width: int) -> list[Content]:
        """The text for a row, in lines that fit."""
        return []

    def own_clause(self, item: Item) -> str:
        """The clause that the page is about: no link leads from it to itself."""
        return ""

    def head(self, width: int) -> Content | None:
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

    def build(self, width: int, height: int) -> list[Content]:
        if width <= 0 or height <= 0:
            return []
        self._panes = panes = self.panes(width, height)
        left = self._list_lines(panes.list_width)
        right = self._text_lines(panes.text_width, panes.text_height)
        if panes.stacked:
            rule = Content.styled("─" * width, self._wall_style())
            blank = [Content()] * (panes.list_height - len(left))
            return [*left, *blank, rule, *right][:height]
        thumb = self._thumb()
        lines = []
        for y in range(height):
            line = left[y] if y < len(left) else Content(" " * panes.list_width)
            wall = "█" if y in thumb else "│"
            text = right[y] if y < len(right) else ""
            lines.append(Content.assemble(line, " ", (wall, self._wall_style()), " ", text))
        return lines

    def _wall_style(self) -> str:
        return "$accent" if self.reading else "$muted"

    def _list_lines(self, width: int) -> list[Content]:
        lines = []
        head = self.head(width - 2)
        if head is not None:
            lines.append(fit_text(Content.assemble("  ", head), width))
        if not self.items:
            return [*lines, fit_text(Content(f"  {self.nothing()}"), width)]
        rows = self._rows()
        if not -1 <= self.cursor - self._top <= rows:  # a jump: with some rows before it
            self._top = self.cursor - rows // 3
        self._top = max(self.cursor - rows + 1, min(self._top, self.cursor))
        self._top = max(0, min(self._top, len(self.items) - rows))
        for number in range(self._top, min(len(self.items), self._top + rows)):
            here = number == self.cursor
            mark = ("▸ " if here else "  ", "$accent")
            line = fit_text(Content.assemble(mark, self.row(self.items[number], width - 2)), width)
            if here and not self.reading:
                line = Content.styled(line.plain, "bold reverse $accent")
            elif here:
                line = line.stylize("bold")
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

    def _text_lines(self, width: int, height: int) -> list[Content]:
        self._make_page(width)
        self._scroll(0)
        below = len(self._page) - self._offset - height
        lines = self._page[self._offset : self._offset + height]
        if self.link in self._links_in_sight():
            line, start, end, _ = self._links[self.link]
            chosen = lines[line - self._offset]
            lines[line - self._offset] = chosen.stylize("bold reverse $accent", start, end)
        if below > 0:
            key = key_name(keys_of(BY_ID["do_it"], self.chez.world.settings.keys)[0])
            hint = f"… {below + 1} more lines"
            hint += "" if self.reading else f": {key}, then down"
            lines[-1] = fit_text(Content(hint), width).stylize("$accent")
        return [fit_text(line, width) for line in lines]

    def _make_page(self, width: int) -> None:
        """The text for the item at the cursor; kept until something about it changes."""
        item = self.item
        height = self._panes.text_height
        made_for = (item, width, height, self.search)
        if made_for == self._page_of:
            return
        self._page_of = made_for
        lines = self.page(item, width) if item is not None else []
        self._page = lines
        self._links = links_in(self._page, self.own_clause(item) if item is not None else "")
        for link in self._links:
            line = self._page[link.line]
            self._page[link.line] = line.stylize("underline", link.start, link.end)

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


# -- the search ------------------------------------------------------------------------------------

LONGEST = 40


class SearchKey(Lines):
    """The key that leads into the line."""

    def build(self, width: int, height: int) -> list[Content]:
        return [Content.assemble((f" {self._key()} ", "bold $accent"))]

    def get_content_width(self, *_: object) -> int:
        return len(self._key()) + 2

    def _key(self) -> str:
        return key_name(keys_of(BY_ID["search"], self.chez.world.settings.keys)[0])


class FoundCount(Lines):
    """How much has been found, in words, at the right."""

    words = ""

    def build(self, width: int, height: int) -> list[Content]:
        words = f" {self.words} "
        return [Content.assemble(" " * (width - len(words)), (words, "$muted"))]


class SearchInput(TextLine):
    """Takes letters while it has the focus and leaves what moves the cursor to the screen."""

    BINDINGS: ClassVar = [Binding("escape", "screen.drop_search", show=False)]


class SearchLine(Horizontal):
    """The key, what is searched for, and how much has been found."""

    def compose(self) -> ComposeResult:
        yield SearchKey()
        yield SearchInput("search", LONGEST)
        yield FoundCount()

    @property
    def value(self) -> str:
        return self.query_one(SearchInput).value

    def count(self, words: str) -> None:
        """Say how much has been found."""
        found = self.query_one(FoundCount)
        found.words = words
        found.update_lines()

    def change(self, value: str) -> None:
        """Search for something else, as if it had been typed."""
        self.query_one(SearchInput).value = value


class FilterLine(Lines):
    """What the list is narrowed to, each filter with its key."""

    def build(self, width: int, height: int) -> list[Content]:
        screen = self.screen
        parts: list[str | tuple[str, str]] = []
        if isinstance(screen, BrowsingScreen):
            for command, name, value in screen.filters():
                key = key_name(keys_of(BY_ID[command], self.chez.world.settings.keys)[0])
                shown = (f"{value or 'all'}  ", "bold" if value else "")
                parts += [(f" {key} ", "bold $accent"), (f"{name}: ", "$muted"), shown]
        return [Content.assemble(*parts)]


class BrowsingScreen(ChezScreen):
    """A list that can be searched, with the text of what the cursor is on."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for(LISTS, BROWSE)]
    PLACES: ClassVar[tuple[str, ...]] = (LISTS, BROWSE)
    HEADING = "$accent"

    def headline(self) -> str:
        return f"{self.title} · {self.subject()}"

    def subject(self) -> str:
        """What is listed, for the title line."""
        return ""

    def make_browser(self) -> Browser[Any]:
        """The browser of this screen."""
        return Browser()

    def filters(self) -> list[tuple[str, str, str]]:
        """The filters there are: command, name, and what is chosen."""
        return []

    def refill(self, search: str) -> None:
        """Puts into the list what fits the search."""

    def follow(self, clause: str) -> None:
        """Goes to a clause that the text names."""

    def compose(self) -> ComposeResult:
        yield Heading()
        yield SearchLine()
        yield from self.compose_filters()
        yield self.make_browser()
        yield FooterLine()

    def compose_filters(self) -> ComposeResult:
        """What stands between the search and the list."""
        yield from ()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys may come faster than a screen is built: they are for nobody then."""
        return self.is_mounted and super().check_action(action, parameters)

    @property
    def browser(self) -> Browser[Any]:
        return self.query_one(Browser)

    @property
    def search_line(self) -> SearchLine:
        return self.query_one(SearchLine)

    @property
    def typing(self) -> bool:
        """Whether letters go into the search line."""
        return self.focused is not None

    def on_screen_resume(self) -> None:
        """Settings may have changed the looks meanwhile."""
        for widget in self.query(Lines):
            if widget.size:
                widget.update_lines()

    def refresh_footer(self) -> None:
        self.query_one(FooterLine).update_lines()

    def footer_commands(self) -> list[Command]:
        if self.typing:
            return [
                BY_ID["do_it"]._replace(keys=("enter",), footer="keep the search"),
                BY_ID["back"]._replace(keys=("escape",), footer="show all again"),
            ]
        commands = super().footer_commands()
        words = {"do_it": "read"} | ({"back": "show all"} if self.narrowed() else {})
        if self.browser.reading:
            words = {"do_it": "follow", "back": self.way_back()}
            keep = {"help", "rules", "back"} | ({"do_it"} if self.browser.has_links else set())
            commands = [c for c in commands if c.id in keep]
        return [c._replace(footer=words.get(c.id, c.footer)) for c in commands]

    def narrowed(self) -> bool:
        """Whether the list leaves something out."""
        return bool(self.search_line.value)

    def way_back(self) -> str:
        """Where Esc leads from the text, for the footer."""
        return "to the list"

    # -- searching -------------------------------------------------------------------------------

    def action_search(self) -> None:
        self.browser.read(False)
        self.query_one(SearchInput).focus()
        self.call_after_refresh(self.refresh_footer)

    @on(Input.Changed)
    def searched(self) -> None:
        self.refill(self.search_line.value)
        self.refresh_footer()

    @on(Input.Submitted)
    def keep_search(self) -> None:
        self.set_focus(None)
        self.call_after_refresh(self.refresh_footer)

    def action_drop_search(self) -> None:
        self.keep_search()
        self.search_line.change("")

    # -- moving ----------------------------------------------------------------------------------

    def on_browser_moved(self) -> None:
        self.set_focus(None)
        self.refresh_footer()

    def on_browser_followed(self, event: Browser.Followed) -> None:
        self.follow(event.clause)

    def read(self, reading: bool) -> None:
        """Into the text or back to the list."""
        self.browser.read(reading)
        self.refresh_footer()

    def action_up(self) -> None:
        self.browser.move(-1)

    def action_down(self) -> None:
        self.browser.move(1)

    def action_page_up(self) -> None:
        self.browser.turn_page(-1)

    def action_page_down(self) -> None:
        self.browser.turn_page(1)

    def action_first(self) -> None:
        self.browser.to_end(last=False)

    def action_last(self) -> None:
        self.browser.to_end(last=True)

    def action_right(self) -> None:
        if not self.typing:
            self.read(True)

    def action_left(self) -> None:
        if self.browser.reading:
            self.leave_text()

    def action_switch_pane(self) -> None:
        self.set_focus(None)
        self.read(not self.browser.reading)

    def action_do_it(self) -> None:
        if not self.browser.reading:
            self.read(True)
        elif self.browser.target:
            self.follow(self.browser.target)

    def leave_text(self) -> None:
        """From the text back to the list."""
        self.read(False)

    def action_back(self) -> None:
        if self.browser.reading:
            self.leave_text()
        elif self.narrowed():
            self.show_all()
        else:
            super().action_back()

    def show_all(self) -> None:
        """Drop the search."""
        with self.prevent(Input.Changed):
            self.search_line.change("")
        self.refill("")


def next_of(values: Sequence[str], value: str, step: int = 1) -> str:
    """The value of a filter after this one; after the last one nothing, which means all."""
    ring = ["", *values]
    return ring[((ring.index(value) if value in ring else 0) + step) % len(ring)]
