"""A list, and what the cursor is on in full: side by side, or one above the other if narrow."""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Input

from chez_tui.commands import BROWSE, BY_ID, LISTS, Command, key_name, keys_of
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines
from chez_tui.kit.rows import Rows
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import fit_text
from core.clauses import clauses

Item = TypeVar("Item")

SIDE_BY_SIDE: Final = 64  # cells from which both panes stand next to each other
READABLE: Final = 76  # longer lines of text are hard to read
WHEEL: Final = 3  # lines for one notch of a mouse wheel


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
    """Return the clause ids in these lines, except `without`."""
    return [
        Link(number, *found.span(), found.group())
        for number, line in enumerate(lines)
        for found in _ids().finditer(line.plain)
        if found.group() != without
    ]


class Touched(Message):
    """The mouse was used on the text, or on the list."""

    def __init__(self, reading: bool) -> None:
        super().__init__()
        self.reading = reading


class Followed(Message):
    """The mouse has chosen a link."""

    def __init__(self, link: int) -> None:
        super().__init__()
        self.link = link


class Browser(Rows[Item], can_focus=False):
    """The list in its frame; subclasses say how rows and texts look.

    `turned` is called when the cursor may be on something else.
    """

    ROUND = False
    BESIDE = 0

    def __init__(self, turned: Callable[[], None]) -> None:
        super().__init__()
        self.turned = turned
        self.reading = False  # whether the keys move the text, not the list

    # -- what subclasses say ---------------------------------------------------------------------

    def row(self, item: Item, width: int) -> Content:
        """Return one line of the list."""
        return Content(str(item))

    def page(self, item: Item, width: int, height: int) -> list[Content]:
        """Return the text for a row, in lines that fit."""
        return []

    def called(self, item: Item) -> str:
        """Return the title in the frame around the page."""
        return ""

    def own_clause(self, item: Item) -> str:
        """Return the clause that the page is about: no link leads from it to itself."""
        return ""

    def columns(self, width: int) -> list[Content]:
        """Return a line above the list, for names of columns."""
        return []

    def nothing(self) -> str:
        """Return what an empty list says."""
        return "Nothing matches."

    def list_width(self, width: int) -> int:
        """Return the list's share of the width."""
        return max(28, min(56, width * 45 // 100))

    # -- moving ----------------------------------------------------------------------------------

    def show_items(self, items: Sequence[Item], key: object) -> None:
        """Show a new list with the cursor on one of its rows."""
        self.set_items(items, key)
        self.turned()

    def go(self, at: int, way: int = 1) -> None:
        super().go(at, way)
        self.turned()

    def clicked(self, at: int) -> None:
        self.go(at)
        self.post_message(Touched(reading=False))

    def on_mouse_scroll_down(self) -> None:
        self.clicked(min(self.cursor + WHEEL, len(self.items) - 1))

    def on_mouse_scroll_up(self) -> None:
        self.clicked(max(0, self.cursor - WHEEL))

    # -- drawing ---------------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:
        width = container.width
        return width if width < SIDE_BY_SIDE else self.list_width(width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        height = container.height
        return height if container.width >= SIDE_BY_SIDE else max(2, height // 2 - 1)

    def head(self, width: int, height: int) -> list[Content]:
        lines = [Content.assemble("  ", line) for line in self.columns(width - 2)]
        return lines if self.items else [*lines, Content(f"  {self.nothing()}")]

    def draw(self, item: Item, here: bool, width: int) -> list[Content]:
        row = self.row(item, width - 2)
        begins = next((span.style for span in row.spans if span.start == 0), "")
        line = Content.assemble(("  ", begins), row)  # one style less to write
        if not here:
            return [line]
        line = fit_text(line, width)
        if self.reading:
            return [Content.assemble(("▌", "bold $accent on $rise"), line[1:].stylize("on $rise"))]
        return [
            Content.assemble(
                ("▌", "bold $accent on $paper"), (line.plain[1:], "bold $ink on $paper")
            )
        ]

    def build(self, width: int, height: int) -> list[Content]:
        if not height:
            return []
        lines = super().build(width - 1, height)
        lines += [Content()] * (height - len(lines))
        thumb = self._thumb(height)
        return [
            Content.assemble(fit_text(line, width - 1), ("█", "$line")) if y in thumb
            else to_the_end(line, width)
            for y, line in enumerate(lines)
        ]  # fmt: skip

    def _thumb(self, height: int) -> range:
        """Return the rows of the mark that says which part of the list is in sight."""
        rows, count = self._room, len(self.items)
        if count <= rows:
            return range(0)
        size = max(1, rows * rows // count)
        start = self._top * (rows - size) // (count - rows) + height - rows
        return range(start, start + size)


def to_the_end(line: Content, width: int) -> Content:
    """Return the line that wide; the style at its end goes on, for each change is written out."""
    filled = fit_text(line, width)
    last = next((span for span in reversed(line.spans) if span.end == len(line)), None)
    if last is None or len(filled) <= len(line):
        return filled
    return filled.stylize(last.style, len(line))


class TextPane(Lines):
    """A text that scrolls, with links to clauses."""

    def __init__(self, classes: str = "") -> None:
        super().__init__(classes=classes)
        self.reading = False
        self.link = -1  # which of the links is chosen
        self._make: Callable[[int, int], list[Content]] = lambda width, height: []
        self._own = ""  # the clause that the text is about
        self._page: list[Content] = []  # the whole text, with its links underlined
        self._made_for = Size()
        self._links: list[Link] = []
        self._offset = 0  # the first line that is shown

    def open(self, make: Callable[[int, int], list[Content]], own: str) -> None:
        """Show another text from its beginning."""
        self._make, self._own = make, own
        self._made_for = Size()
        self._offset = 0
        self._make_page(self.size)
        self.enter()

    def enter(self) -> None:
        """Choose the first link in sight, if the text is being read."""
        seen = self._links_in_sight()
        self.link = seen[0] if self.reading and seen else -1
        self.update_lines()

    @property
    def target(self) -> str:
        """The clause of the chosen link, if there is one."""
        return self._links[self.link].clause if 0 <= self.link < len(self._links) else ""

    @property
    def has_links(self) -> bool:
        """Whether the text leads anywhere."""
        return bool(self._links)

    # -- moving ----------------------------------------------------------------------------------

    def move(self, step: int) -> None:
        """Go to the next link in sight, or a line on."""
        seen = self._links_in_sight()
        ahead = [n for n in seen if (n > self.link if step > 0 else n < self.link or self.link < 0)]
        if ahead:
            self.link = ahead[0 if step > 0 else -1]
        else:
            self._scroll(step)
            if self.link not in self._links_in_sight():
                self.link = -1
        self.update_lines()

    def action_page(self, way: int) -> None:
        self._scroll(way * max(1, self.size.height - 2))
        self.enter()

    def action_ends(self, way: int) -> None:
        self._scroll(way * len(self._page))
        self.enter()

    def _scroll(self, lines: int) -> None:
        room = max(0, len(self._page) - self.size.height)
        self._offset = max(0, min(room, self._offset + lines))

    def _links_in_sight(self) -> list[int]:
        height = self.size.height
        if len(self._page) > self._offset + height:  # the last line says that there is more
            height -= 1
        sight = range(self._offset, self._offset + height)
        return [number for number, link in enumerate(self._links) if link.line in sight]

    # -- drawing ---------------------------------------------------------------------------------

    def build(self, width: int, height: int) -> list[Content]:
        self._make_page(Size(width, height))
        self._scroll(0)
        below = len(self._page) - self._offset - height
        lines = self._page[self._offset : self._offset + height]
        if self.link in self._links_in_sight():
            line, start, end, _ = self._links[self.link]
            chosen = lines[line - self._offset]
            lines[line - self._offset] = chosen.stylize("bold $ink on $paper", start, end)
        if below > 0 and lines:
            key = key_name(keys_of(BY_ID["do_it"], self.chez.world.settings.keys)[0])
            hint = f"… {below + 1} more lines"
            hint += "" if self.reading else f": {key}, then down"
            lines[-1] = fit_text(Content(hint), _readable(width)).stylize("$accent")
        return lines

    def _make_page(self, size: Size) -> None:
        """Make the text for a size; it stays until something about it changes."""
        if size == self._made_for:
            return
        self._made_for = size
        self._page = self._make(_readable(size.width), size.height)
        self._links = links_in(self._page, self._own)
        for link in self._links:
            line = self._page[link.line]
            self._page[link.line] = line.stylize("underline", link.start, link.end)

    # -- the mouse -------------------------------------------------------------------------------

    def on_click(self, event: Click) -> None:
        self.post_message(Touched(reading=True))
        at = event.get_content_offset(self)
        for number, link in enumerate(self._links):
            if at and link.line == self._offset + at.y and link.start <= at.x < link.end:
                self.post_message(Followed(number))

    def on_mouse_scroll_down(self) -> None:
        self._scroll(WHEEL)
        self.update_lines()

    def on_mouse_scroll_up(self) -> None:
        self._scroll(-WHEEL)
        self.update_lines()


def _readable(width: int) -> int:
    return max(2, min(READABLE, width - 1))


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
                parts.append((f" {key} ", "bold $accent"))
                if value:
                    parts += [(f"{name}: ", "$muted"), (value, "bold $accent"), "  "]
                else:
                    parts.append((f"{name}: all  ", "$muted"))
        return [Content.assemble(*parts)]


class BrowsingScreen(ChezScreen):
    """A list that can be searched, with the text of what the cursor is on."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for(LISTS, BROWSE)]
    PLACES: ClassVar[tuple[str, ...]] = (LISTS, BROWSE)
    OPENS: ClassVar = "read"  # what Enter does to what the cursor is on, in a word

    def make_browser(self) -> Browser[Any]:
        """Return the list of this screen."""
        return Browser(self.turn)

    def filters(self) -> list[tuple[str, str, str]]:
        """Return the filters: command, name and value."""
        return []

    def refill(self, search: str) -> None:
        """Fill the list with what matches the search."""

    def follow(self, clause: str) -> None:
        """Go to a clause that the text names."""

    def compose(self) -> ComposeResult:
        yield Heading()
        yield SearchLine()
        yield from self.compose_filters()
        yield Horizontal(self.make_browser(), TextPane(classes="calm"), id="panes")
        yield FooterLine()

    def compose_filters(self) -> ComposeResult:
        """Yield what stands between the search and the list."""
        yield FilterLine()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ignore keys that come before the screen is built."""
        return self.is_mounted and super().check_action(action, parameters)

    @property
    def browser(self) -> Browser[Any]:
        return self.query_one(Browser)

    @property
    def text(self) -> TextPane:
        return self.query_one(TextPane)

    @property
    def search_line(self) -> SearchLine:
        return self.query_one(SearchLine)

    @property
    def typing(self) -> bool:
        """Whether letters go into the search line."""
        return self.focused is not None

    def on_resize(self) -> None:
        self.set_class(self.size.width < SIDE_BY_SIDE, "stacked")

    def on_screen_resume(self) -> None:
        """Draw everything again, as the settings may have changed the looks."""
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
        words = {"do_it": self.OPENS} | ({"back": "show all"} if self.narrowed() else {})
        if self.browser.reading:
            words = {"do_it": "follow", "back": self.way_back()}
            keep = {"help", "rules", "back"} | ({"do_it"} if self.text.has_links else set())
            commands = [c for c in commands if c.id in keep]
        return [c._replace(footer=words.get(c.id, c.footer)) for c in commands]

    def narrowed(self) -> bool:
        """Return whether the list leaves something out."""
        return bool(self.search_line.value)

    def way_back(self) -> str:
        """Return where Esc leads from the text, for the footer."""
        return "to the list"

    # -- searching -------------------------------------------------------------------------------

    def action_search(self) -> None:
        self.read(False)
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

    def on_touched(self, event: Touched) -> None:
        self.set_focus(None)
        self.read(event.reading)

    def on_followed(self, event: Followed) -> None:
        self.text.link = event.link
        self.follow(self.text.target)

    def turn(self) -> None:
        """Show the text of what the cursor is on."""
        browser, item = self.browser, self.browser.current
        if item is None:
            browser.reading = self.text.reading = False
            self.text.border_title = Content("")
            self.text.open(lambda width, height: [], "")
        else:
            self.text.border_title = Content(browser.called(item))
            self.text.open(partial(browser.page, item), browser.own_clause(item))

    def read(self, reading: bool) -> None:
        """Go into the text or back to the list."""
        reading = reading and bool(self.browser.items)
        self.browser.reading = self.text.reading = reading
        self.browser.set_class(reading, "calm")
        self.text.set_class(not reading, "calm")
        self.browser.update_lines()
        self.text.enter()
        self.refresh_footer()

    @property
    def moving(self) -> Browser[Any] | TextPane:
        """Whatever the keys move in."""
        return self.text if self.browser.reading else self.browser

    def action_up(self) -> None:
        self.moving.move(-1)

    def action_down(self) -> None:
        self.moving.move(1)

    def action_page_up(self) -> None:
        self.moving.action_page(-1)

    def action_page_down(self) -> None:
        self.moving.action_page(1)

    def action_first(self) -> None:
        self.moving.action_ends(-1)

    def action_last(self) -> None:
        self.moving.action_ends(1)

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
        elif self.text.target:
            self.follow(self.text.target)

    def leave_text(self) -> None:
        """Go from the text back to the list."""
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
    """Return the next value of a filter; after the last one nothing, which means all."""
    ring = ["", *values]
    return ring[((ring.index(value) if value in ring else 0) + step) % len(ring)]
