"""The curtain between two people at one keyboard."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen

from chez_tui.kit.dialogs import BoxLines


class CurtainScreen(Screen[None]):
    """Hides the table until the next person says that nobody else is looking."""

    BINDINGS: ClassVar = [Binding("enter", "dismiss", "open", show=False)]
    awaited: reactive[str] = reactive("", recompose=True)  # who is to decide; may change

    def __init__(self, awaited: str) -> None:
        super().__init__()
        self.set_reactive(CurtainScreen.awaited, awaited)

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield BoxLines(
                [
                    Content.styled(f"It is for {self.awaited} to decide", "bold"),
                    Content(),
                    Content("Give the keyboard over and let nobody else look."),
                    Content("Enter opens the curtain."),
                ]
            )
