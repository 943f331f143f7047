"""What a verb of card data is made of: when it works, on which cards, its parameters."""

from typing import Final, NamedTuple

LIFE: Final = ("person", "thing", "activity", "whenever")
IN_ROOM: Final = ("person", "thing", "activity")
ROOM: Final = (*IN_ROOM, "role")
ALL: Final = (*LIFE, "role")


class Param(NamedTuple):
    """A parameter of a verb; its type says how its value is checked."""

    type: str
    doc: str
    default: object = None
    required: bool = False


class Verb(NamedTuple):
    """A verb: when it works, which kinds of cards can have it, and its parameters."""

    when: str  # "play": once, as the card is played; "stand": while it's in play; "turn": each turn
    kinds: tuple[str, ...]
    doc: str
    params: dict[str, Param]


def what(doc: str) -> Param:
    return Param("filter", doc, required=True)


def amount(doc: str) -> Param:
    return Param("number", doc, required=True)


def who(default: str = "you") -> Param:
    return Param("who", "who it happens to", default)
