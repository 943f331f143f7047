"""Computer players. A bot sees a view of the table and nothing else, so it can't cheat."""

from collections.abc import Callable
from typing import Final, Protocol

from core.actions import Action
from core.bots.easy import Easy
from core.bots.hard import Hard
from core.bots.normal import Normal
from core.game import Game
from core.luck import Stream


class Bot(Protocol):
    """Somebody who plays one seat: the one whose eyes the view has."""

    def choose(self, view: Game) -> Action:
        """The decision that the game waits for: always a legal action."""

    def interject(self, view: Game) -> Action | None:
        """A Whenever in somebody else's turn, if it pleases him."""


LEVELS: Final[dict[str, Callable[[Stream], Bot]]] = {"easy": Easy, "normal": Normal, "hard": Hard}


def make_bot(level: str, stream: Stream) -> Bot:
    """A bot of that level, whose whims come from the stream."""
    return LEVELS[level](stream)
