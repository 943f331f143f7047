"""Help for the screen below: what it is for, and what the keys do there."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content

from chez_tui.commands import Command, key_name, keys_of
from chez_tui.kit.dialogs import Dialog
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.text import wrap

WIDEST: Final = 100
FRAME: Final = 6  # cells of the box around the text, on both sides together


class HelpText(Lines):
    """One page of it; every key turns the page."""

    def __init__(
        self,
        title: str,
        words: str,
        commands: Sequence[Command],
        more: Sequence[str],
        said: Callable[[str], str],
    ) -> None:
        super().__init__()
        self._title = title
        self._words = said(words)
        self._commands = commands
        self._more = tuple(map(said, more))
        self._said = said
        self.page = 0
        self.pages = 1

    def room(self) -> tuple[int, int]:
        """Cells and lines there are inside the box."""
        size = self.app.size
        return max(20, min(size.width - 2, WIDEST) - FRAME), max(6, size.height - 4)

    def build(self, width: int, height: int) -> list[Content]:
        width, height = self.room()
        body = self._body(width)
        room = height - 4  # title and last line, each with a blank one
        self.pages = -(-len(body) // room)
        self.page = min(self.page, self.pages - 1)
        end = "any key closes"
        if self.page + 1 < self.pages:
            end = f"page {self.page + 1} of {self.pages}: any key for more, esc closes"
        return [
            Content.assemble((fit(self._title, width), "bold $accent")),
            Content(),
            *body[self.page * room : (self.page + 1) * room],
            Content(),
            Content.assemble((end, "$muted")),
        ]

    def _body(self, width: int) -> list[Content]:
        lines = [*wrap(Content.assemble((self._words, "$foreground")), width), Content()]
        keymap = self.chez.world.settings.keys
        keys = [
            (" ".join(map(key_name, keys_of(c, keymap))), self._said(c.help))
            for c in self._commands
        ]
        keys.append(("0-9", "pick what has that number"))
        more = [
            line
            for text in self._more
            for line in wrap(Content.assemble((text, "$foreground")), width)
        ]
        more = [Content(), *more] if more else []
        if width < 68:
            return lines + self._keys(keys, width) + more
        half = (len(keys) + 1) // 2
        cell = width // 2 - 1
        left, right = self._keys(keys[:half], cell), self._keys(keys[half:], cell)
        for one, other in zip_longest(left, right, fillvalue=Content()):
            lines.append(Content.assemble(one.pad_right(cell + 2 - one.cell_length), other))
        return lines + more

    def _keys(self, keys: Sequence[tuple[str, str]], width: int) -> list[Content]:
        """Keys and what they do, in a column."""
        left = max(cell_len(key) for key, _ in keys) + 2
        lines = []
        for key, words in keys:
            for row, part in enumerate(wrap(Content(words), width - left)):
                name = fit("" if row else key, left)
                lines.append(Content.assemble((name, "bold $accent"), (part.plain, "$foreground")))
        return lines

    def get_content_width(self, *_: object) -> int:
        return self.room()[0]

    def get_content_height(self, *_: object) -> int:
        return len(self.build(0, 0))


class HelpScreen(Dialog[None]):
    """Lies above a screen until a key is pressed.

    `more` are sentences for the end of it; `said` puts everything into a table's own words.
    """

    def __init__(
        self,
        title: str,
        words: str,
        commands: Sequence[Command],
        more: Sequence[str] = (),
        said: Callable[[str], str] = str,
    ) -> None:
        super().__init__()
        self._text = HelpText(title, words, commands, more, said)

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield self._text

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key == "escape":
            self.leave(None)
        else:
            self._on()

    def on_resize(self) -> None:
        self._text.refresh(layout=True)  # it takes its width from the screen

    def on_click(self) -> None:
        self._on()

    def _on(self) -> None:
        text = self._text
        if text.page + 1 < text.pages:
            text.page += 1
            text.update_lines()
        else:
            self.leave(None)
