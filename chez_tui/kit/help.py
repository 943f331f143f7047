"""Help for the screen below: what it's for, and what the keys do there."""

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
    """A page of help; every key turns the page."""

    def __init__(
        self,
        words: str,
        commands: Sequence[Command],
        more: Sequence[str],
        said: Callable[[str], str],
    ) -> None:
        super().__init__()
        self._words = said(words)
        self._commands = commands
        self._more = tuple(map(said, more))
        self._said = said
        self.page = 0
        self.pages = 1

    def room(self) -> tuple[int, int]:
        """Return the cells and lines inside the box."""
        size = self.app.size
        return max(20, min(size.width - 2, WIDEST) - FRAME), max(6, size.height - 4)

    def build(self, width: int, height: int) -> list[Content]:
        width, height = self.room()
        body = self._body(width)
        room = height
        self.pages = -(-len(body) // room)
        self.page = min(self.page, self.pages - 1)
        return body[self.page * room : (self.page + 1) * room]

    @property
    def ending(self) -> str:
        """Return what the next key does."""
        if self.page + 1 < self.pages:
            return f"page {self.page + 1} of {self.pages}: any key for more, esc closes"
        return "any key closes"

    def _body(self, width: int) -> list[Content]:
        lines = [*wrap(Content.assemble((self._words, "$text")), width), Content()]
        keymap = self.chez.world.settings.keys
        keys = [
            (" ".join(map(key_name, keys_of(c, keymap))), self._said(c.help))
            for c in self._commands
        ]
        keys.append(("0-9", "pick the entry with that number"))
        more = [
            line for text in self._more for line in wrap(Content.assemble((text, "$text")), width)
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
        """Return keys and what they do, in a column."""
        left = max(cell_len(key) for key, _ in keys) + 2
        lines = []
        for key, words in keys:
            for row, part in enumerate(wrap(Content(words), width - left)):
                name = fit("" if row else key, left)
                lines.append(Content.assemble((name, "bold $accent"), (part.plain, "$text")))
        return lines

    def get_content_width(self, *_: object) -> int:
        return self.room()[0]

    def get_content_height(self, *_: object) -> int:
        return len(self.build(0, 0))


class HelpScreen(Dialog[None]):
    """Help above a screen, until a key is pressed.

    `more` are sentences for its end; `said` puts everything in the words of the table.
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
        self._title = title
        self._text = HelpText(words, commands, more, said)

    def compose(self) -> ComposeResult:
        with Container(classes="box") as box:
            box.border_title = Content(f"Help: {self._title}")
            yield self._text

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key == "escape":
            self.leave(None)
        else:
            self._on()

    def on_mount(self) -> None:
        self._tell()

    def on_resize(self) -> None:
        self._text.refresh(layout=True)  # it takes its width from the screen
        self._tell()

    def _tell(self) -> None:
        """Say below the text what the next key does."""
        self._text.build(0, 0)
        self.query_one(Container).border_subtitle = Content(self._text.ending)

    def on_click(self) -> None:
        self._on()

    def _on(self) -> None:
        text = self._text
        if text.page + 1 < text.pages:
            text.page += 1
            text.update_lines()
            self._tell()
        else:
            self.leave(None)
