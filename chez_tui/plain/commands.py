"""The commands of plain mode: the ones that only show something, and the help for all."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from chez_tui.commands import BY_ID, COMMANDS, Command
from chez_tui.plain import look
from chez_tui.play.cards import fold
from chez_tui.play.rulebook import found
from core.clauses import spoken
from core.telling import player
from net.sessions.session import PRESETS, Session

ORDER: Final = (
    "next_phase", "pass_window", "go_shopping", "discard", "play", "undo", "hush", "ask_me",
    "phases", "more_time", "hand", "card", "room", "table", "log", "rules", "new", "chat",
    "show_hand", "absent", "leave", "quit_game", "help",
)  # fmt: skip
BY_WORD: Final[Mapping[str, Command]] = {
    word: command for command in COMMANDS for word in command.typed.words
}


def help_lines(session: Session, rest: str = "") -> list[str]:
    """Return what `?` prints, in the words of the table."""
    words = session.view.catalog.words
    silent = session.settings.alone  # bots don't chat
    commands = (BY_ID[name] for name in ORDER if name != "chat" or not silent)
    return [
        "Answer a question with the number of your choice. To buy several Things in one trip, "
        "or to discard several cards, type all their numbers: 2 3 5. An empty line passes when "
        "you can respond, goes back from a second list, and repeats any other list.",
        *(
            f"{c.typed.usage or c.typed.words[0]}: {spoken(c.typed.help or c.help, words)}"
            for c in commands
        ),
    ]


def finished(session: Session, begun: str) -> list[str]:
    """Return what a line may become: a command, or one with the name of a card or player."""
    word, blank, rest = begun.partition(" ")
    if not blank:
        return [
            f"{known} " if " " in command.typed.usage else known
            for known, command in BY_WORD.items()
            if known.startswith(word.casefold())
        ]
    command = BY_WORD.get(word.casefold())
    names = _names(session, command.id) if command is not None else ()
    before, sep, last = rest.rpartition("; ")
    return [f"{word} {before}{sep}{name}" for name in names if fold(name).startswith(fold(last))]


def _names(session: Session, command: str) -> Iterable[str]:
    """Return what may follow a command."""
    view, seat = session.view, look.seat_of(session)
    if command in ("play", "go_shopping", "discard"):
        return [view.printed(card).name for card in look.readable(view, seat)]
    if command == "card":
        return [face.name for face in view.faces if face.copies]
    if command in ("hand", "room", "show_hand", "absent"):
        return [player(view, other) for other in range(view.players) if view.alive[other]]
    if command == "rules":
        return found("", [edition.key for edition in view.catalog.editions])
    return {"ask_me": tuple(PRESETS), "phases": ("all", "busy")}.get(command, ())


LOOKS: Final[Mapping[str, Callable[[Session, str], list[str]]]] = {
    "hand": look.hand,
    "card": look.card,
    "room": look.room,
    "table": look.table,
    "rules": look.rules,
    "new": look.new_here,
    "help": help_lines,
}
