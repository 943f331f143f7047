"""A question with yes and no."""

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import ModalScreen

from chez_tui.kit.lines import Lines


class ConfirmScreen(ModalScreen[bool]):
    """Asks before something that can't be taken back."""

    BINDINGS: ClassVar = [
        Binding("y,enter", "answer(True)", "yes", show=False),
        Binding("n,escape,q", "answer(False)", "no", show=False),
    ]
    DEFAULT_CSS = """
    ConfirmScreen { align: center middle; }
    ConfirmScreen Lines { width: auto; }
    """

    def __init__(self, question: str) -> None:
        super().__init__(classes="dialog")
        self._question = question

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield Question([Text(self._question), Text(), Text("y yes    n no", style="bold")])

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class Question(Lines):
    """The lines of the question, as wide as they need."""

    def get_content_width(self, *_: object) -> int:
        return max(cell_len(line.plain) for line in self._lines)
