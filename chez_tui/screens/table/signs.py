"""The signs of cards: color is never the only difference."""

from typing import Final

from core.cards import Face

LETTERS: Final = {"person": "P", "thing": "T", "activity": "A", "whenever": "W", "role": "R"}
SHAPES: Final = {"person": "☻", "thing": "■", "activity": "▲", "whenever": "↯", "role": "◆"}
MILITARY: Final = "★"  # behind the name of a Military card (GRUNT-6)
ILLICIT: Final = "§"


def badge(face: Face) -> str:
    """Shape and letter of a card's type."""
    return f"{SHAPES[face.kind]}{LETTERS[face.kind]}"


def category(word: str) -> str:
    """A category with the sign that its cards carry, if they do."""
    sign = {"Military": MILITARY, "Illicit": ILLICIT}.get(word, "")
    return f"{sign} {word}" if sign else word


def bar(value: int, goal: int, width: int) -> str:
    """Slack against the goal as a bar."""
    filled = max(0, min(width, round(width * value / goal))) if goal > 0 else 0
    return "█" * filled + "░" * (width - filled)
