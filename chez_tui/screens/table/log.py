"""What happens at a table, as lines of the log."""

from rich.text import Text

from chez_tui.kit.themes import Palette
from core.events import TURN_BEGAN, Event
from core.telling import player
from core.view import View
from net.sessions.session import Update


def told(update: Update, view: View, palette: Palette) -> list[Text]:
    """The lines for an update; none if there is nothing to tell."""
    if update.kind == "acted":
        return [
            _sentence(event, sentence, view, palette)
            for event, sentence in zip(update.events, update.told, strict=True)
            if sentence
        ]
    if update.kind == "past":
        return [Text(sentence, style=palette.text) for sentence in update.told]
    if update.kind == "chat":
        if update.seat < 0:
            return [Text().append("(watching) ", palette.muted).append(update.text, palette.text)]
        line = Text().append(f"{player(view, update.seat)}: ", f"bold {palette.seat(update.seat)}")
        return [line.append(update.text, palette.text)]
    if update.kind == "notice":
        return [Text(update.text, style=f"bold {palette.bad}")]
    if update.kind == "undone":
        return [Text(f"{player(view, update.seat)} takes that back")]
    return []


def _sentence(event: Event, sentence: str, view: View, palette: Palette) -> Text:
    """A sentence, the player it begins with in his color."""
    line = Text(
        sentence, style=f"bold {palette.text}" if event.kind == TURN_BEGAN else palette.text
    )
    if 0 <= event.seat < view.players:
        name = player(view, event.seat)
        if sentence.startswith(name):
            line.stylize(f"bold {palette.seat(event.seat)}", 0, len(name))
    return line
