"""The line in which people talk to their table."""

from textual.widgets import Input


class ChatBox(Input):
    """Lies over the last rows of a screen while it is open; Enter sends what it holds."""

    DEFAULT_CSS = """
    ChatBox { display: none; dock: bottom; layer: chat; }
    ChatBox.open { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(placeholder="say something, Enter sends, Esc closes", compact=True)
        self.cursor_blink = False  # over SSH a blink is traffic, and nothing has happened

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
