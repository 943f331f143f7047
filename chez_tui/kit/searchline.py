"""A line to type a search into; the list beside it follows every key."""

from rich.text import Text
from textual.events import Key, Paste
from textual.message import Message

from chez_tui.commands import BY_ID, key_name, keys_of
from chez_tui.kit.lines import Lines
from chez_tui.kit.text import fit_text

LONGEST = 40


class SearchLine(Lines, can_focus=True):
    """Takes letters while it has the focus and leaves all other keys to the screen."""

    DEFAULT_CSS = """
    SearchLine { height: 1; }
    """

    class Changed(Message):
        """Something was typed or rubbed out."""

    class Ended(Message):
        """The typing is over; the search is to be kept or dropped."""

        def __init__(self, keep: bool) -> None:
            super().__init__()
            self.keep = keep

    def __init__(self) -> None:
        super().__init__()
        self.value = ""
        self.count = ""  # how much has been found, in words

    def build(self, width: int, height: int) -> list[Text]:
        key = key_name(keys_of(BY_ID["search"], self.chez.world.settings.keys)[0])
        line = Text.assemble((f" {key} ", f"bold {self.palette.accent}"))
        if self.value or self.has_focus:
            line.append(self.value)
            if self.has_focus:
                line.append(" ", style=f"reverse {self.palette.accent}")
        else:
            line.append("search", style=self.palette.muted)
        count = Text(f" {self.count} ", style=self.palette.muted)
        room = width - count.cell_len
        return [Text.assemble(fit_text(line, room), count)]

    def change(self, value: str) -> None:
        """Another search, as if it had been typed."""
        self.value = value[:LONGEST]
        self.update_lines()
        self.post_message(self.Changed())

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isprintable()

    def on_key(self, event: Key) -> None:
        if event.is_printable and event.character:
            self.change(self.value + event.character)
        elif event.key in ("backspace", "ctrl+h"):
            self.change(self.value[:-1])
        elif event.key == "ctrl+u":
            self.change("")
        elif event.key in ("enter", "escape"):
            self.post_message(self.Ended(keep=event.key == "enter"))
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: Paste) -> None:
        event.stop()
        first = event.text.splitlines()[0] if event.text else ""
        self.change(self.value + "".join(c for c in first if c.isprintable()))

    def watch_has_focus(self, value: bool) -> None:
        super().watch_has_focus(value)
        self.update_lines()
