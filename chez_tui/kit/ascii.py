"""Text for terminals that show plain ASCII only."""

import unicodedata
from typing import Final

_LETTERS: Final = {
    "ß": "ss", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x", "→": "->",
    "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ł": "l", "Ł": "L", "·": "-", "•": "*",
}  # fmt: skip


def to_ascii(text: str) -> str:
    """Return the text without accents; some letters become two."""
    if text.isascii():
        return text
    return "".join(c if c.isascii() else _LETTERS.get(c) or _bare(c) for c in text)


def _bare(character: str) -> str:
    """Return the plain letters in a character, or a question mark if there are none."""
    parts = unicodedata.normalize("NFKD", character)
    return "".join(part for part in parts if part.isascii()) or "?"
