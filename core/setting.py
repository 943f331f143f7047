"""Something that people choose before a game: declared once, beside the code that obeys it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

SOLO: Final = "solo"
HOT_SEAT: Final = "hot seat"
HOST: Final = "host"
LOBBY: Final = "lobby"
NO_WORDS: Final[Mapping[str, str]] = MappingProxyType({})


class Flag(NamedTuple):
    """How a setting is given on the command line."""

    name: str
    help: str
    metavar: str | None = None
    wrong: str = ""  # said of a number that can't be, before `, not ...`


class Setting(NamedTuple):
    """One thing that can be chosen: what it is called, what it can be, and where it is offered.

    Values are text, written in the same way on the command line, in a form, in lines and in files.
    """

    key: str
    label: str
    help: str
    values: tuple[str, ...] = ()  # those to choose from, of a rule the default first; none: a text
    words: Mapping[str, str] = NO_WORDS  # values that a screen shows in other words
    unit: str = ""  # stands behind the others there
    places: tuple[str, ...] = ()  # where it is offered
    between: tuple[int, int] | None = None  # a number: it can be any of these when it is typed
    most: int = 0  # letters of a text
    empty: str = ""  # what stands for an empty text
    check: Callable[[str], str] | None = None  # says what is wrong with a text
    typed: tuple[str, ...] = ()  # its names in the lobby of line mode
    flag: Flag | None = None
    summary: Callable[[Any], str] | None = None  # of a lobby, a few words; empty: nothing to say
    obey: Callable[[Any, Any], None] | None = None  # makes the host's desk do it
    edition: str = ""  # a rule that makes a difference only where this one is played
    mixed: bool = False  # a rule that makes a difference only where editions are mixed

    def said(self, value: str) -> str:
        """Return a value as a screen shows it."""
        return self.words.get(value, value + self.unit)

    @property
    def name(self) -> str:
        """Return what it is called where it is typed."""
        return self.typed[0] if self.typed else self.key
