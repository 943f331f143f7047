"""A question that is answered with a line of text."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen

from chez_tui.kit.confirm import Question

LONGEST = 60


class AskScreen(ModalScreen[str | None]):
    """Gives back what was typed; None if that was left with Esc."""

    DEFAULT_CSS = "AskScreen Lines { width: auto; }"
    AUTO_FOCUS: ClassVar[str] = ""

    def __init__(self, question: str, secret: bool = False) -> None:
        super().__init__(classes="dialog")
        self._lines = AskLines(question, secret)

    def compose(self) -> ComposeResult:
        with Container(classes="box"):
            yield self._lines

    def on_mount(self) -> None:
        self._lines.update_lines()

    def on_key(self, event: events.Key) -> None:
        lines = self._lines
        if event.key in ("enter", "escape"):
            if self.is_current:
                self.dismiss(lines.typed if event.key == "enter" else None)
        elif event.key in ("backspace", "ctrl+h"):
            lines.change(lines.typed[:-1])
        elif event.key == "ctrl+u":
            lines.change("")
        elif event.is_printable and event.character:
            lines.change(lines.typed + event.character)
        else:
            return
        event.stop()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        first = event.text.splitlines()[0] if event.text else ""
        self._lines.change(self._lines.typed + "".join(c for c in first if c.isprintable()))


class AskLines(Question):
    """The question and what has been typed so far; a secret is shown as stars."""

    def __init__(self, question: str, secret: bool) -> None:
        super().__init__([Text(question)])
        self._question = question
        self._secret = secret
        self.typed = ""

    def change(self, typed: str) -> None:
        self.typed = typed[:LONGEST]
        self.update_lines()

    def build(self, width: int, height: int) -> list[Text]:
        shown = "*" * len(self.typed) if self._secret else self.typed
        line = Text.assemble((f" {shown}", "underline"), (" ", "reverse"))
        line.pad_right(max(0, 40 - line.cell_len))
        keys = Text("enter sends it    esc never mind", style="bold")
        return [Text(self._question), Text(), line, Text(), keys]
