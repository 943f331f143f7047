"""Signs of cards, for color is never the only difference, and drawings; no card is loaded."""

from typing import TYPE_CHECKING, Final

from textual.content import Content

from chez_tui.play.pages import page_of

if TYPE_CHECKING:
    from core.cards import Face
    from core.catalog import Catalog

LETTERS: Final = {"person": "P", "thing": "T", "activity": "A", "whenever": "W", "role": "R"}
SHAPES: Final = {"person": "☻", "thing": "■", "activity": "▲", "whenever": "↯", "role": "◆"}
MILITARY_SIGN: Final = "★"  # behind the name of a Military card (GRUNT-6)
ILLICIT_SIGN: Final = "§"


def badge(face: "Face") -> str:
    """Shape and letter of a card's type."""
    return f"{SHAPES[face.kind]}{LETTERS[face.kind]}"


def category(word: str) -> str:
    """Return a category, after the sign that its cards carry, if any."""
    sign = {"Military": MILITARY_SIGN, "Illicit": ILLICIT_SIGN}.get(word, "")
    return f"{sign} {word}" if sign else word


def explained(catalog: "Catalog") -> str:
    """Return what the signs at a table mean, by what they are."""
    said = [
        *(f"{sign} {kind.title()}" for kind, sign in SHAPES.items() if kind != "role"),
        "▸ playable now",
        "• new since your last key",
        "+4 more cards than fit here",
        "2+ is 2 Slack thanks to a marker",
        "a Person in red is a pest",
    ]
    if any(catalog.military):
        said += [f"{MILITARY_SIGN} is Military", f"{ILLICIT_SIGN} is Illicit"]
    return f"Signs: {', '.join(said)}."


def art_lines(edition: str) -> list[Content]:
    """Return the drawing of an edition."""
    return [Content.styled(row, "$accent") for row in page_of(edition).art]
