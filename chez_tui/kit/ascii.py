"""Text for terminals that show plain ASCII only."""

import unicodedata
from functools import lru_cache
from typing import Final

_LETTERS: Final = {
    "ß": "ss", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x", "→": "->",
    "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ł": "l", "Ł": "L", "·": "-", "•": "*",
}  # fmt: skip
# What the screen draws with: types of cards, bars, marks, frames, scrollbars.
_SIGNS: Final = str.maketrans(
    "☻■▲↯◆★§" "█░▒▀▄▁▔▌▐▎▊▕▏" "─━│┃╭╮╰╯┌┐└┘" "▸◀✓…↑↓←→",
    "@#^!**&" "#-%##__######" "--||++++++++" "><x~^v<>",
)  # fmt: skip


def to_ascii(text: str) -> str:
    """The text without accents; some letters become two."""
    if text.isascii():
        return text
    return "".join(c if c.isascii() else _LETTERS.get(c) or _bare(c) for c in text)


@lru_cache(4096)
def cells_in_ascii(text: str) -> str:
    """The text in ASCII and as wide as before, whatever it says."""
    if text.isascii():
        return text
    from rich.cells import cell_len

    signs = text.translate(_SIGNS)
    return "".join(c if c.isascii() else to_ascii(c)[:1] * cell_len(c) for c in signs)


def _bare(character: str) -> str:
    """The plain letters in a character, a question mark if there are none."""
    parts = unicodedata.normalize("NFKD", character)
    return "".join(part for part in parts if part.isascii()) or "?"
