"""What the rules and the catalogue share: a search line, a browser and the keys for both."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from chez_tui.commands import BROWSE, BY_ID, LISTS, Command, key_name, keys_of
from chez_tui.kit.browser import Browser
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.searchline import SearchInput, SearchLine


class FilterLine(Lines):
    """What the list is narrowed to, each filter with its key."""

    def build(self, width: int, height: int) -> list[Text]:
        screen = self.screen
        line = Text(no_wrap=True)
        if isinstance(screen, BrowsingScreen):
            for command, name, value in screen.filters():
                key = key_name(keys_of(BY_ID[command], self.chez.world.settings.keys)[0])
                line.append(f" {key} ", style=f"bold {self.palette.accent}")
                line.append(f"{name}: ", style=self.palette.muted)
                line.append(f"{value or 'all'}  ", style="bold" if value else "")
        return [line]


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
