"""The few signs the screen draws with, and their plain twins for --ascii."""

import unicodedata
from dataclasses import dataclass
from typing import Final

from core.cards import Face

LETTERS: Final = {"person": "P", "thing": "T", "activity": "A", "whenever": "W", "role": "R"}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs; every one is a single cell wide."""

    ascii: bool
    person: str
    thing: str
    activity: str
    whenever: str
    role: str
    full: str  # a filled part of a bar
    empty: str  # an unfilled part
    rule: str  # a horizontal line
    wall: str  # a vertical line
    dot: str  # between things in a row
    pointer: str  # where the cursor is
    turn: str  # whose turn it is
    check: str  # chosen
    ellipsis: str
    back: str  # a card face down
    military: str  # behind the name of a Military card (GRUNT-6)
    illicit: str  # behind the name of an Illicit one
    dice: tuple[str, ...]  # faces 1 to 6, at 0 one that still rolls

    def shape(self, kind: str) -> str:
        """The sign of a card type."""
        return str(getattr(self, kind))

    def badge(self, face: Face) -> str:
        """Shape and letter of a card's type: colour is never the only difference."""
        return f"{self.shape(face.kind)}{LETTERS[face.kind]}"

    def category(self, word: str) -> str:
        """A category with the sign that its cards carry, if they do."""
        sign = {"Military": self.military, "Illicit": self.illicit}.get(word, "")
        return f"{sign} {word}" if sign else word

    def bar(self, value: int, goal: int, width: int) -> str:
        """Slack against the goal as a bar."""
        filled = max(0, min(width, round(width * value / goal))) if goal > 0 else 0
        return self.full * filled + self.empty * (width - filled)


UNICODE: Final = Glyphs(
    ascii=False,
    person="☻",
    thing="■",
    activity="▲",
    whenever="↯",
    role="◆",
    full="█",
    empty="░",
    rule="─",
    wall="│",
    dot="·",
    pointer="▸",
    turn="◀",
    check="✓",
    ellipsis="…",
    back="▒",
    military="★",
    illicit="§",
    dice=("?", "1", "2", "3", "4", "5", "6"),
)
ASCII: Final = Glyphs(
    ascii=True,
    person="@",
    thing="#",
    activity="^",
    whenever="!",
    role="*",
    full="#",
    empty="-",
    rule="-",
    wall="|",
    dot="-",
    pointer=">",
    turn="<",
    check="x",
    ellipsis="~",
    back="%",
    military="*",
    illicit="&",
    dice=("?", "1", "2", "3", "4", "5", "6"),
)

_PLAIN: Final = {
    "ß": "ss", "·": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x",
    "→": "->", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ł": "l", "Ł": "L",
}  # fmt: skip


def to_ascii(text: str) -> str:
    """A text for terminals that show nothing else: letters lose their accents."""
    if text.isascii():
        return text
    return "".join(c if c.isascii() else _PLAIN.get(c) or _bare(c) for c in text)


def _bare(character: str) -> str:
    """The plain letters in a character, a question mark if there are none."""
    parts = unicodedata.normalize("NFKD", character)
    return "".join(part for part in parts if part.isascii()) or "?"
