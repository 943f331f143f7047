"""Lines to type in."""

from textual.widgets import Input


class TextLine(Input):
    """Textual's own input, one line high and without a blink, which over SSH is traffic."""

    def __init__(self, placeholder: str = "", most: int = 0, secret: bool = False):
        super().__init__(
            placeholder=placeholder,
            password=secret,
            select_on_focus=False,
            compact=True,
        )
        self.max_length = most or None
        self.cursor_blink = False


class ChatBox(TextLine):
    """Lies over the last rows of a screen while it is open; Enter sends what it holds."""

    def __init__(self) -> None:
        super().__init__("say something, Enter sends, Esc closes")

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
