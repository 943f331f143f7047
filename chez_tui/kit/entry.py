"""Lines to type in."""

from textual.events import Paste
from textual.widgets import Input


class TextLine(Input):
    """Textual's own input, one line high and without a blink, which over SSH is traffic."""

    def __init__(
        self, placeholder: str = "", most: int = 0, secret: bool = False, text: str = ""
    ) -> None:
        super().__init__(
            text,
            placeholder=placeholder,
            password=secret,
            select_on_focus=bool(text),
            compact=True,
        )
        self.max_length = most or None
        self.cursor_blink = False

    def on_paste(self, event: Paste) -> None:
        """Keep only the first line of a pasted text, without characters that can't be shown."""
        first = event.text.strip("\r\n").splitlines()[:1]
        event.text = "".join(character for character in "".join(first) if character.isprintable())


class ChatBox(TextLine):
    """Lies over the last row of a screen while it is open; Enter sends its text."""

    def __init__(self) -> None:
        super().__init__("say something: enter sends, esc closes")

    def open(self) -> None:
        self.add_class("open")
        self.focus()

    def close(self) -> bool:
        """Empty the box and take it away; return whether it was open."""
        if not self.has_class("open"):
            return False
        self.value = ""
        self.remove_class("open")
        self.screen.set_focus(None)
        return True
