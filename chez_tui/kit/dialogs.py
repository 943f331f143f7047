"""Boxes above a screen that ask something: yes or no, one of several, a line of text, a key."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, TypeVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from chez_tui.commands import BY_ID, key_name, keyed, keys_of
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.rows import Rows
from chez_tui.kit.text import wrap

T = TypeVar("T")

AROUND: Final = 9  # lines of the screen that a box, its title and its hint take
LONGEST: Final = 60  # answer in words


class Dialog(ModalScreen[T]):
    """A box that gives back one answer, however fast the keys come."""

    def __init__(self) -> None:
        super().__init__(classes="dialog")

    def leave(self, answer: T | None) -> None:
        """Close the box with an answer, unless that has been done."""
        if self.is_current:
            self.dismiss(answer)


class BoxLines(Lines):
    """Lines as wide as they need to be."""

    def get_content_width(self, *_: object) -> int:
        return max(cell_len(line.plain) for line in self._lines)


class Confirm(Dialog[bool]):
    """A question before something that can't be undone; Enter, pressed in haste, is no answer."""

    BINDINGS: ClassVar = [
        Binding("y", "answer(True)", "yes", show=False),
        Binding("n,escape", "answer(False)", "no", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        keys = Content.assemble(("y yes    n or esc no", "bold"))
        with Container(classes="box"):
            yield BoxLines([Content(self._question), Content(), keys])

    def action_answer(self, yes: bool) -> None:
        self.leave(yes)


class PressKey(Dialog[str | None]):
    """A sentence that waits for a key; Esc gives none."""

    def __init__(self, question: str, hint: str) -> None:
        super().__init__()
        self._lines = [Content(question), Content(), Content.assemble((hint, "bold"))]

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield BoxLines(self._lines)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.leave(None if event.key == "escape" else event.key)


class Ask(Dialog[str | None]):
    """A question that is answered with a line of text; None if that was left with Esc."""

    BINDINGS: ClassVar = [Binding("escape", "never_mind", show=False)]

    def __init__(self, question: str, before: str = "", secret: bool = False) -> None:
        super().__init__()
        self._question = question
        self._before = before  # the answer, as long as nobody changes it
        self._secret = secret

    def compose(self) -> ComposeResult:
        keys = Content.assemble(("enter sends it    esc never mind", "bold"))
        with Container(classes="box"):
            yield BoxLines([Content(self._question), Content()])
            yield TextLine(most=LONGEST, secret=self._secret, text=self._before)
            yield BoxLines([Content(), keys])

    @on(Input.Submitted)
    def answered(self, message: Input.Submitted) -> None:
        self.leave(message.value)

    def action_never_mind(self) -> None:
        self.leave(None)


class Choose(Dialog[int | None]):
    """A short list to choose from; gives back the number of the line, None if none was chosen.

    `doubts` are questions, by line, that a yes must answer first: before what can't be undone.
    """

    BINDINGS: ClassVar = [Binding("escape", "never_mind", show=False)]

    def __init__(
        self,
        title: str,
        options: Sequence[str],
        cursor: int = 0,
        doubts: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self._doubts = doubts
        self._options = OptionRows(title, options)
        self._options.set_items(self._options.items, self._options.items[cursor])
        self._typed = ""

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield self._options

    @on(Rows.Chosen)
    def chosen(self, message: Rows.Chosen[tuple[int, str]]) -> None:
        line = message.item[0] - 1

        def answered(yes: bool | None) -> None:
            if yes:
                self.leave(line)

        if line in self._doubts:
            self.app.push_screen(Confirm(self._doubts[line]), answered)
        else:
            self.leave(line)

    def action_never_mind(self) -> None:
        self.leave(None)

    def on_key(self, event: events.Key) -> None:
        """Digits go to the line of that number; two of them to one above nine."""
        if event.character is None or event.character not in "0123456789":
            self._typed = ""
            return
        for typed in (self._typed + event.character, event.character):
            if 1 <= int(typed) <= len(self._options.items):
                self._typed = typed
                self._options.go(int(typed) - 1)
                return


class OptionRows(Rows[tuple[int, str]]):
    """Numbered lines below a title, as wide as they need to be."""

    ROUND = False
    HINT: Final = (
        "",
        "{moves}, page up, page down, home, end or a number",
        "{do_it} chooses    esc never mind",
    )

    def __init__(self, title: str, options: Sequence[str]) -> None:
        super().__init__(tuple(enumerate(options, 1)))
        self._title = Content.assemble((title, "bold"))

    @property
    def most(self) -> int:
        """How wide the lines can be in a box on this screen."""
        return max(20, self.app.size.width - 8)

    def head(self, width: int, height: int) -> list[Content]:
        return [*wrap(self._title, self.most), Content()]

    def draw(self, item: tuple[int, str], here: bool, width: int) -> list[Content]:
        text = self._text(item, here)
        return [
            Content.assemble((fit(text, min(width, cell_len(text))), "reverse" if here else ""))
        ]

    def build(self, width: int, height: int) -> list[Content]:
        return [*super().build(width, height - len(self.HINT)), *self._hint]

    @property
    def _hint(self) -> list[Content]:
        keymap = self.chez.world.settings.keys
        keys = (key for id in ("up", "down") for key in keys_of(BY_ID[id], keymap))
        moves = ", ".join(map(key_name, keys))
        return [Content(keyed(line, keymap, moves=moves)) for line in self.HINT]

    def _text(self, item: tuple[int, str], here: bool = False) -> str:
        return f"{'▸' if here else ' '}{item[0]:>3} {item[1]} "

    def get_content_width(self, *_: object) -> int:
        around = (line.plain for line in (*self.head(0, 0), *self._hint))
        return min(self.most, max(map(cell_len, (*around, *map(self._text, self.items)))))

    def get_content_height(self, *_: object) -> int:
        rows = max(1, min(len(self.items), self.app.size.height - AROUND))
        return len(self.head(0, 0)) + rows + len(self.HINT)
