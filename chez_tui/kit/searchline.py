"""A line to type a search into; the list beside it follows every key."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content

from chez_tui.commands import BY_ID, key_name, keys_of
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Line, Lines

LONGEST = 40


class SearchKey(Lines):
    """The key that leads into the line."""

    def build(self, width: int, height: int) -> list[Line]:
        return [Content.assemble((f" {self._key()} ", "bold $accent"))]

    def get_content_width(self, *_: object) -> int:
        return len(self._key()) + 2

    def _key(self) -> str:
        return key_name(keys_of(BY_ID["search"], self.chez.world.settings.keys)[0])


class FoundCount(Lines):
    """How much has been found, in words, at the right."""

    words = ""

    def build(self, width: int, height: int) -> list[Line]:
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
