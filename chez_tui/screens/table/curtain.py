"""The curtain between two people at one keyboard."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import Screen

from chez_tui.kit.dialogs import BoxLines


class CurtainScreen(Screen[None]):
    """Hides the table until the next person says that nobody else is looking."""

    BINDINGS: ClassVar = [Binding("enter", "open", "open", show=False)]
    DEFAULT_CSS = "CurtainScreen { align: center middle; } CurtainScreen BoxLines { width: auto; }"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield BoxLines(self._words())

    def fall_for(self, name: str) -> None:
        """Somebody else is awaited by now."""
        self._name = name
        for question in self.query(BoxLines):
            question.show(self._words())
            question.refresh(layout=True)

    def _words(self) -> list[Text]:
        return [
            Text(f"It is for {self._name} to decide", style="bold"),
            Text(),
            Text("Give the keyboard over and let nobody else look."),
            Text("Enter opens the curtain."),
        ]

    def action_open(self) -> None:
        self.dismiss(None)
