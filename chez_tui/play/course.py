"""The course as it is written down: the table, the steps, and what is worth remembering."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

LOOK: Final = "look"  # a step that only wants the cursor moved

BASE: Final = "geek"  # the edition of the whole game from the first card on

_FOLDER: Final = Path(__file__).with_name("courses")


class Step(NamedTuple):
    """One thing the learner does, with the coach's words around it."""

    title: str
    text: str
    you: tuple[str, ...]  # moves in table notation, one after the other
    hint: str  # said when the learner tries something else
    meanwhile: str = ""  # said while the table does what follows
    then: tuple[str, ...] = ()  # what everybody else and the die do afterwards
    after: str = ""  # said when that is done


class Course(NamedTuple):
    """A whole lesson."""

    edition: str
    name: str  # what it teaches, in a few words
    table: str  # the setup in table notation; the learner is called You
    steps: tuple[Step, ...]
    remember: tuple[str, ...]


def load_course(edition: str = BASE) -> Course:
    """The course about an edition that comes with the game."""
    data = tomllib.loads((_FOLDER / f"{edition}.toml").read_text(encoding="utf-8"))
    steps = tuple(_step(**entry) for entry in data["step"])
    return Course(edition, data["name"], data["table"], steps, tuple(data["remember"]))


def _step(you: str | list[str], then: Iterable[str] = (), **words: str) -> Step:
    moves = (you,) if isinstance(you, str) else tuple(you)
    return Step(you=moves, then=tuple(then), **words)
