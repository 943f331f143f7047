"""Lines to type in."""

from typing import Final

from textual.events import Key, Paste
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


PHRASES: Final = (
    "Nice one!", "Ouch.", "Sorry!", "Your turn.", "Good game!", "No pets!", "Back in a minute.",
)  # fmt: skip


class ChatBox(TextLine):
    """Lies over the last row of a screen while it is open; Enter sends its text.

    A digit at the beginning sends a phrase; after a space it is an ordinary digit.
    """

    def __init__(self) -> None:
        phrases = "  ".join(f"{number} {said}" for number, said in enumerate(PHRASES, 1))
        super().__init__(f"say something, or {phrases}")

    def on_key(self, event: Key) -> None:
        digit = event.character or ""
        if not self.value and digit in "123456789"[: len(PHRASES)] and digit:
            event.prevent_default()
            event.stop()
            self.post_message(self.Submitted(self, PHRASES[int(digit) - 1]))

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
