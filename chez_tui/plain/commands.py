"""Every command of the line mode, once: what is typed, what it does, what `?` says of it."""

from collections.abc import Callable
from typing import Final, NamedTuple

from chez_tui.plain import look as looking
from core.clauses import spoken
from net.sessions.session import Session

Look = Callable[[Session, str], list[str]]


class Command(NamedTuple):
    """A command: it only shows something (`look`), or the method do_<name> carries it out.

    `anytime` ones work also while others are thinking.
    """

    name: str
    aliases: tuple[str, ...]
    usage: str
    help: str
    anytime: bool = True
    look: Look | None = None


def _look(name: str, aliases: tuple[str, ...], usage: str, help: str, look: Look) -> Command:
    return Command(name, aliases, usage, help, look=look)


COMMANDS: Final = (
    Command("next", ("n",), "next", "end this phase of your turn", False),
    Command("pass", ("p",), "pass", "let an announcement happen; Enter does the same", False),
    Command("shop", ("buy",), "shop BEER; PIZZA", "buy several Things on one trip", False),
    Command("discard", (), "discard BEER; PIZZA", "discard several cards", False),
    Command("play", ("use",), "play NAME", "use a card of your hand; a Whenever at any time"),
    Command("undo", ("u",), "undo", "take back that you ended a phase by a slip"),
    Command("auto", (), "auto", "pass and end your phases until this turn is over"),
    Command("ask", (), "ask always|concerned|able", "in which windows you are asked"),
    Command(
        "phases", (), "phases all|busy", "stop in each phase, or only if there is something to do"
    ),
    Command("more", (), "more", "ask for more time, if there is a clock"),
    _look("hand", ("h",), "hand [NAME]", "your cards, or what you know of others'", looking.hand),
    _look("card", ("c",), "card NUMBER or NAME", "a card in full, and why not", looking.card),
    _look("room", ("r",), "room [NAME]", "your room, or another player's", looking.room),
    _look("table", ("t",), "table", "all players, the piles, and who is awaited", looking.table),
    Command("log", ("l",), "log [NUMBER]", "what has happened, the last ten sentences or more"),
    _look("rules", (), "rules [TOPIC or CLAUSE]", "the rules, as R-CALL-1", looking.rules),
    _look("new", (), "new", "what is special in the editions at this table", looking.new_here),
    Command("say", (), "say TEXT", "talk to the table"),
    Command("show", (), "show NAME", "show another player your whole hand"),
    Command("vote", (), "vote NAME bot|gone", "what becomes of the seat of somebody who is away"),
    Command("leave", (), "leave", "leave the game for good; the others play on"),
    Command("quit", ("q", "exit"), "quit", "end the program; the game is kept"),
    _look("help", ("?",), "?", "this list", lambda session, rest: help_lines(session)),
)
BY_WORD: Final = {
    word: command for command in COMMANDS for word in (command.name, *command.aliases)
}


def help_lines(session: Session) -> list[str]:
    """What `?` prints, in the words of the table."""
    words = session.view.catalog.words
    return [
        "Answer a question with the number of your choice. Several Things for one trip, or "
        "several cards to discard, are picked together: 2 3 5. An empty line passes in a "
        "window, goes back from a second list, and reads any other list again.",
        *(f"{command.usage}: {spoken(command.help, words)}" for command in COMMANDS),
    ]
