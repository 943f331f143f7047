"""Text broken into lines that fit a number of cells; styles keep their places."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content


def wrap(text: Content, width: int) -> list[Content]:
    """Return a text in lines of at most `width` cells, broken between words if possible."""
    width = max(2, width)  # a wide character must fit
    return [line.rstrip() for line in text.divide(_breaks(text.plain, width))]


def paragraph(text: str, style: str, width: int) -> list[Content]:
    """Return the text in lines of one style, all of them that wide."""
    return [fit_text(line, width).stylize(style) for line in wrap(Content(text), width)]


def fit_text(text: Content, width: int) -> Content:
    """Return a text cut or filled to exactly that many cells."""
    return text.truncate(max(0, width), ellipsis=True, pad=True)


def newest(entries: Sequence[Content], width: int, height: int) -> list[Content]:
    """Return the last lines of a text, as many as fit."""
    lines: list[Content] = []
    for entry in reversed(entries[-height:] if height > 0 else ()):
        lines = [*wrap(entry, width), *lines]
    return lines[-height:] if height > 0 else []


def _breaks(text: str, width: int) -> list[int]:
    """Return where new lines begin."""
    breaks: list[int] = []
    used = 0
    gap = 0  # cells of the spaces before the word at hand
    for start, word in _words(text):
        if not word.strip():
            gap = cell_len(word)
            continue
        size = cell_len(word)
        if used and used + gap + size > width:
            breaks.append(start)
            used = 0
        else:
            used += gap
        gap = 0
        if size <= width - used:
            used += size
            continue
        for place, character in enumerate(word):
            cells = cell_len(character)
            if used + cells > width:
                breaks.append(start + place)
                used = 0
            used += cells
    return breaks


def _words(text: str) -> list[tuple[int, str]]:
    """Return words and the spaces between them, each with its place."""
    found: list[tuple[int, str]] = []
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or text[place].isspace() != text[start].isspace():
            found.append((start, text[start:place]))
            start = place
    return found
