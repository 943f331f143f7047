"""The commands of plain mode: those that only show something, and what `?` says of all."""

from collections.abc import Callable, Mapping
from typing import Final

from chez_tui.commands import BY_ID, COMMANDS, Command
from chez_tui.plain import look
from core.clauses import spoken
from net.sessions.session import Session

ORDER: Final = (
    "next_phase", "pass_window", "go_shopping", "discard", "play", "undo", "hush", "drop_presets",
    "phases", "more_time", "hand", "card", "room", "table", "log", "rules", "new", "chat",
    "show_hand", "absent", "leave", "quit_game", "help",
)  # fmt: skip
BY_WORD: Final[Mapping[str, Command]] = {
    word: command for command in COMMANDS for word in command.typed.words
}


def help_lines(session: Session, rest: str = "") -> list[str]:
    """Return what `?` prints, in the words of the table."""
    words = session.view.catalog.words
    silent = session.settings.alone  # bots have nothing to say
    commands = (BY_ID[name] for name in ORDER if name != "chat" or not silent)
    return [
        "Answer a question with the number of your choice. Several Things for one trip, or "
        "several cards to discard, are picked together: 2 3 5. An empty line passes in a "
        "window, goes back from a second list, and reads any other list again.",
        *(
            f"{c.typed.usage or c.typed.words[0]}: {spoken(c.typed.help or c.help, words)}"
            for c in commands
        ),
    ]


LOOKS: Final[Mapping[str, Callable[[Session, str], list[str]]]] = {
    "hand": look.hand,
    "card": look.card,
    "room": look.room,
    "table": look.table,
    "rules": look.rules,
    "new": look.new_here,
    "help": help_lines,
}
