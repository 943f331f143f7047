"""A text to scroll through, full screen: the log, a room."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content

from chez_tui.commands import LISTS, Command
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import wrap

SCROLL: Final = Command("down", ("down",), "Down", "one down", (LISTS,), "up pageup scroll")


class Reader(Lines):
    """As much of the text as fits, from a line on."""

    def __init__(self, text: Sequence[Content], at_end: bool) -> None:
        super().__init__()
        self._text = list(text)
        self._at_end = at_end
        self.top = 0

    def build(self, width: int, height: int) -> list[Content]:
        lines = [line for text in self._text for line in wrap(text, width)]
        most = max(0, len(lines) - height)
        if self._at_end:
            self.top, self._at_end = most, False
        self.top = max(0, min(self.top, most))
        return lines[self.top : self.top + height]

    def move(self, by: int) -> None:
        self.top += by
        self.update_lines()


class ReaderScreen(ChezScreen):
    """Shows lines of text; arrows and pages move through them."""

    PLACES = (LISTS,)
    HELP = "Arrows scroll, page up and page down turn pages, {Back} goes back."
    BINDINGS: ClassVar = [
        *bindings_for(LISTS),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home", "ends(-1)", show=False),
        Binding("end", "ends(1)", show=False),
    ]

    def __init__(self, title: str, text: Sequence[Content], at_end: bool = False) -> None:
        super().__init__()
        self.title = title
        self._page = Reader(text, at_end)

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._page
        yield FooterLine()

    def footer_commands(self) -> list[Command]:
        return [SCROLL, *(c for c in super().footer_commands() if c.id != "do_it")]

    def action_up(self) -> None:
        self._page.move(-1)

    def action_down(self) -> None:
        self._page.move(1)

    def action_page(self, by: int) -> None:
        self._page.move(by * max(1, self._page.size.height - 1))

    def action_ends(self, by: int) -> None:
        self._page.move(by * 1_000_000)
