"""The curtain between two people at one keyboard."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.screen import Screen

from chez_tui.kit.dialogs import BoxLines


class CurtainScreen(Screen[None]):
    """Hides the table until the next person says that nobody else is looking."""

    BINDINGS: ClassVar = [Binding("enter", "open", "open", show=False)]

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

    def _words(self) -> list[Content]:
        return [
            Content.styled(f"It is for {self._name} to decide", "bold"),
            Content(),
            Content("Give the keyboard over and let nobody else look."),
            Content("Enter opens the curtain."),
        ]

    def action_open(self) -> None:
        self.dismiss(None)
