"""Boxes above a screen that ask for a yes or no, one of several, a line of text, or a key."""

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

from chez_tui.commands import BY_ID, key_name, keys_of
from chez_tui.kit.canvas import Canvas
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines, cut
from chez_tui.kit.rows import Rows
from chez_tui.kit.text import wrap

T = TypeVar("T")

AROUND: Final = 9  # lines of the screen that a box, its title and its hint take
LONGEST: Final = 60  # letters of an answer
CAP: Final = "bold $over on $accent"
MOVING: Final = (("up", "down"), ("do_it",))  # keys of a list: to move in it, to choose


class Dialog(ModalScreen[T]):
    """A box that returns one answer, however fast the keys come."""

    def __init__(self) -> None:
        super().__init__(classes="dialog")

    def leave(self, answer: T | None) -> None:
        """Close the box with an answer, unless that has been done."""
        if self.is_current:
            self.dismiss(answer)


def caps(*keys: tuple[str, str]) -> Content:
    """Return keys and what they do, as one line."""
    parts = [part for key, word in keys for part in ((f" {key} ", CAP), f" {word}   ")]
    return Content.assemble(*parts).rstrip()


class BoxLines(Lines):
    """Lines as wide as they need to be."""

    def get_content_width(self, *_: object) -> int:
        return max(cell_len(line.plain) for line in self._lines)


class Confirm(Dialog[bool]):
    """A question before something that can't be undone; a hasty Enter doesn't answer it."""

    BINDINGS: ClassVar = [
        Binding("y", "answer(True)", "yes", show=False),
        Binding("n,escape", "answer(False)", "no", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            most = max(20, self.app.size.width - 8)
            question = wrap(Content.styled(self._question, "bold"), most)
            yield BoxLines([*question, Content(), caps(("y", "yes"), ("n", "no"))])

    def action_answer(self, yes: bool) -> None:
        self.leave(yes)


class PressKey(Dialog[str | None]):
    """A sentence that waits for a key; Esc returns none."""

    def __init__(self, question: str, hint: str) -> None:
        super().__init__()
        self._lines = [Content(question), Content(), Content.styled(hint, "$muted")]

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield BoxLines(self._lines)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.leave(None if event.key == "escape" else event.key)


class Ask(Dialog[str | None]):
    """A question to answer with a line of text; Esc returns None."""

    BINDINGS: ClassVar = [Binding("escape", "never_mind", show=False)]

    def __init__(self, question: str, before: str = "", secret: bool = False) -> None:
        super().__init__()
        self._question = question
        self._before = before  # the answer to begin with
        self._secret = secret

    def compose(self) -> ComposeResult:
        keys = caps(("enter", "sends it"), ("esc", "never mind"))
        with Container(classes="box"):
            yield BoxLines([Content.styled(self._question, "bold"), Content()])
            yield TextLine(most=LONGEST, secret=self._secret, text=self._before)
            yield BoxLines([Content(), keys])

    @on(Input.Submitted)
    def answered(self, message: Input.Submitted) -> None:
        self.leave(message.value)

    def action_never_mind(self) -> None:
        self.leave(None)


class Choose(Dialog[int | None]):
    """A short list to choose from; returns the number of the chosen line, or None.

    `doubts` are questions, by line, to answer with yes first: before what can't be undone.
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
        """Go to the line whose number was typed; it may have two digits."""
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
    HINT: Final = 3  # lines below the options

    def __init__(self, title: str, options: Sequence[str]) -> None:
        super().__init__(tuple(enumerate(options, 1)))
        self._title = Content.assemble((title, "bold"))

    @property
    def most(self) -> int:
        """Return how wide lines can be in a box on this screen."""
        return max(20, self.app.size.width - 8)

    def head(self, width: int, height: int) -> list[Content]:
        return [*wrap(self._title, self.most), Content()]

    def draw(self, item: tuple[int, str], here: bool, width: int) -> list[Content]:
        canvas = Canvas(width, 1, "paper" if here else "panel")
        if here:
            canvas.put(0, 0, "▌", "accent")
        canvas.put(1, 0, f"{item[0]:>3}", "ink" if here else "accent", "", "bold")
        canvas.put(5, 0, cut(item[1], width - 6), "ink" if here else "text")
        return canvas.lines()

    def build(self, width: int, height: int) -> list[Content]:
        return [*super().build(width, height - self.HINT), *self._hint]

    @property
    def _hint(self) -> list[Content]:
        keymap = self.chez.world.settings.keys
        moving, (choosing, *_) = (
            [key_name(key) for name in names for key in keys_of(BY_ID[name], keymap)]
            for names in MOVING
        )
        moves = caps((" ".join(moving), "moves"), ("page up page down home end", "jumps"))
        keys = caps((choosing, "chooses"), ("a number", "selects"), ("esc", "never mind"))
        return [Content(), moves.truncate(self.most), keys.truncate(self.most)]

    def get_content_width(self, *_: object) -> int:
        around = (line.cell_length for line in (*self.head(0, 0), *self._hint))
        return min(self.most, max(*around, *(6 + cell_len(text) for _, text in self.items)))

    def get_content_height(self, *_: object) -> int:
        rows = max(1, min(len(self.items), self.app.size.height - AROUND))
        return len(self.head(0, 0)) + rows + self.HINT
