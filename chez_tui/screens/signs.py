"""The signs of cards: color is never the only difference. They need no card to be loaded."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from core.cards import Face

LETTERS: Final = {"person": "P", "thing": "T", "activity": "A", "whenever": "W", "role": "R"}
SHAPES: Final = {"person": "☻", "thing": "■", "activity": "▲", "whenever": "↯", "role": "◆"}
MILITARY_SIGN: Final = "★"  # behind the name of a Military card (GRUNT-6)
ILLICIT_SIGN: Final = "§"


def badge(face: "Face") -> str:
    """Shape and letter of a card's type."""
    return f"{SHAPES[face.kind]}{LETTERS[face.kind]}"


def category(word: str) -> str:
    """A category with the sign that its cards carry, if they do."""
    sign = {"Military": MILITARY_SIGN, "Illicit": ILLICIT_SIGN}.get(word, "")
    return f"{sign} {word}" if sign else word
