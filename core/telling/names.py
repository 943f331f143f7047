"""Names of players, cards and lists of them in a sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from core.actions import Refusal
    from core.cards import Face
    from core.catalog import Catalog
    from core.game import Game

NAME_LENGTH: Final = 20
NAMELESS: Final = "Somebody"
UNSEEN: Final = "a card"


@lru_cache(maxsize=512)
def clean(name: str, most: int = NAME_LENGTH, nameless: str = NAMELESS) -> str:
    """Return a name that's safe to print: no control or format characters, and not too long.

    What a screen takes for markup is left as it is: only the screen knows its own markup.
    """
    visible = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", name[: most * 8])
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return " ".join(visible.split())[:most].strip() or nameless


def player(game: Game, seat: int) -> str:
    """Return the name of a player, or a stand-in if there's no such seat."""
    return clean(game.names[seat]) if 0 <= seat < len(game.names) else NAMELESS


def possessive(game: Game, seat: int) -> str:
    return player(game, seat) + "'s"


def face_name(game: Game, face: int) -> str:
    """Return the name printed on a card, or 'a card' if it's unknown."""
    faces = game.catalog.faces
    return faces[face].name if 0 <= face < len(faces) else UNSEEN


def listing(words: Iterable[str]) -> str:
    """Join words: A, B and C."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def counted(n: int, noun: str, plural: str = "") -> str:
    """Put a number before its noun: 1 card, 2 cards, -1 card."""
    return f"{n} {noun if abs(n) == 1 else plural or noun + 's'}"


def cards_or_count(names: Sequence[str]) -> str:
    """Name the cards and count the unseen ones: Beer and 2 cards."""
    seen = [name for name in names if name != UNSEEN]
    unseen = len(names) - len(seen)
    if unseen:
        seen.append(UNSEEN if unseen == 1 else counted(unseen, "card"))
    return listing(seen)


# -- the words of a table --------------------------------------------------------------------------

_SPOKEN: Final = re.compile(r"\b(roles?|rooms?)\b")  # names of cards begin with capital letters


def word(game: Game, key: str) -> str:
    """Return this table's word for a role, a room or a player."""
    return game.catalog.words[key]


def role_word(catalog: Catalog, face: Face) -> str:
    """Return the word for a role in its own edition, even in a mix."""
    own = (e.words.get("role", "role") for e in catalog.editions if e.key == face.edition)
    return next(own, catalog.words["role"])


def room_is(game: Game) -> str:
    """Begin a sentence about the room: room is, quarters are."""
    words = game.catalog.words
    return f"{words['room']} {'are' if words['room'] == words['rooms'] else 'is'}"


def refused(refusal: Refusal, game: Game) -> str:
    """Return why something can't be done, in the words of the table."""
    words = game.catalog.words
    if words["room"] == "room" and words["role"] == "role":
        return refusal.text
    text = refusal.text.replace("another room", "someone else's room")
    return _SPOKEN.sub(lambda found: words[found[0]], text)
