"""A short list above the screen, to choose one thing from."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import ModalScreen

from chez_tui.kit.confirm import Question
from chez_tui.kit.lines import fit
from chez_tui.kit.text import wrap

AROUND: Final = 8  # lines of the screen that the box, its title and its hint take


class ChoiceScreen(ModalScreen[int | None]):
    """Gives back the number of the chosen line, None if nothing was chosen."""

    BINDINGS: ClassVar = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("home", "move(-1000)", show=False),
        Binding("end", "move(1000)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("escape,q", "choose(False)", show=False),
    ]
    DEFAULT_CSS = """
    ChoiceScreen Lines { width: auto; }
    """

    def __init__(self, title: str, options: Sequence[str], cursor: int = 0) -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._options = tuple(options)
        self._cursor = max(0, min(cursor, len(self._options) - 1))
        self._typed = ""
        self._list = ChoiceLines()

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield self._list

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        height = max(1, min(len(self._options), self.app.size.height - AROUND))
        top = max(0, min(self._cursor - height // 2, len(self._options) - height))
        self._list.options = (self._title, self._options, self._cursor, top, height)
        self._list.update_lines()

    def action_move(self, by: int) -> None:
        self._cursor = max(0, min(self._cursor + by, len(self._options) - 1))
        self._typed = ""
        self._show()

    def action_choose(self, chosen: bool = True) -> None:
        self.dismiss(self._cursor if chosen else None)

    def on_key(self, event: events.Key) -> None:
        """Digits go to the line of that number; two of them to one above nine."""
        if event.character is None or event.character not in "0123456789":
            return
        for typed in (self._typed + event.character, event.character):
            if 1 <= int(typed) <= len(self._options):
                self._typed = typed
                self._cursor = int(typed) - 1
                self._show()
                return


class ChoiceLines(Question):
    """Title, numbered options with a cursor, and what to press."""

    options: tuple[str, tuple[str, ...], int, int, int] = ("", (), 0, 0, 0)

    def build(self, width: int, height: int) -> list[Text]:
        title, options, cursor, top, many = self.options
        most = max(20, self.app.size.width - 8)
        lines = [*wrap(Text.assemble((title, "bold")), most), Text()]
        for number in range(top, min(len(options), top + many)):
            here = number == cursor
            pointer = "▸" if here else " "
            text = f"{pointer}{number + 1:>3} {options[number]} "
            text = fit(text, min(most, len(text)))
            lines.append(Text.assemble((text, "reverse" if here else "")))
        return [*lines, Text(), Text("up, down or a number, then enter; esc: never mind")]
