"""What happens at a table, as lines of the log."""

from textual.content import Content

from chez_tui.screens.table.board import seat_style
from core.events import TURN_BEGAN, Event
from core.telling import player
from core.view import View
from net.sessions.session import Update


def told(update: Update, view: View) -> list[Content]:
    """The lines for an update; none if there is nothing to tell."""
    if update.kind == "acted":
        return [
            _sentence(event, sentence, view)
            for event, sentence in zip(update.events, update.told, strict=True)
            if sentence
        ]
    if update.kind == "past":
        return [Content(sentence) for sentence in update.told]
    if update.kind == "chat":
        who = (f"{player(view, update.seat)}: ", seat_style(update.seat))
        return [
            Content.assemble(("(watching) ", "$muted") if update.seat < 0 else who, update.text)
        ]
    if update.kind == "notice":
        return [Content.styled(update.text, "bold $bad")]
    if update.kind == "undone":
        return [Content(f"{player(view, update.seat)} takes that back")]
    return []


def _sentence(event: Event, sentence: str, view: View) -> Content:
    """A sentence, the player it begins with in his color."""
    line = Content.styled(sentence, "bold" if event.kind == TURN_BEGAN else "")
    if 0 <= event.seat < view.players:
        name = player(view, event.seat)
        if sentence.startswith(name):
            line = line.stylize(seat_style(event.seat), 0, len(name))
    return line
