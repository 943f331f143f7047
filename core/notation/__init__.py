"""The table notation: a table, what happens at it, and what must be true, as plain text."""

from core.game import Game
from core.notation.lines import NotationError, decode
from core.notation.parser import Loader, parse
from core.notation.runner import Runner

__all__ = ["Loader", "NotationError", "check", "parse"]


def check(data: bytes | str, load: Loader) -> Game:
    """Plays a file and gives back the table at its end; NotationError says where it fails."""
    text = decode(data) if isinstance(data, bytes) else data
    return Runner(parse(text, load)).run()
