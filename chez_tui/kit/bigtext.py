"""Words in large letters, to read across a room."""

from typing import Final

from rich.cells import cell_len

from chez_tui.kit.ascii import to_ascii

# Five rows of dots for each sign; all others have no large form.
_FONT: Final = {
    "a": (".#.", "#.#", "###", "#.#", "#.#"),
    "b": ("##.", "#.#", "##.", "#.#", "##."),
    "c": (".##", "#..", "#..", "#..", ".##"),
    "d": ("##.", "#.#", "#.#", "#.#", "##."),
    "e": ("###", "#..", "##.", "#..", "###"),
    "f": ("###", "#..", "##.", "#..", "#.."),
    "g": (".##", "#..", "#.#", "#.#", ".##"),
    "h": ("#.#", "#.#", "###", "#.#", "#.#"),
    "i": ("###", ".#.", ".#.", ".#.", "###"),
    "j": ("..#", "..#", "..#", "#.#", ".#."),
    "k": ("#.#", "#.#", "##.", "#.#", "#.#"),
    "l": ("#..", "#..", "#..", "#..", "###"),
    "m": ("#...#", "##.##", "#.#.#", "#...#", "#...#"),
    "n": ("#..#", "##.#", "#.##", "#..#", "#..#"),
    "o": ("###", "#.#", "#.#", "#.#", "###"),
    "p": ("##.", "#.#", "##.", "#..", "#.."),
    "q": (".##.", "#..#", "#..#", "#.##", ".###"),
    "r": ("##.", "#.#", "##.", "#.#", "#.#"),
    "s": (".##", "#..", "###", "..#", "##."),
    "t": ("###", ".#.", ".#.", ".#.", ".#."),
    "u": ("#.#", "#.#", "#.#", "#.#", "###"),
    "v": ("#.#", "#.#", "#.#", "#.#", ".#."),
    "w": ("#...#", "#...#", "#.#.#", "##.##", "#...#"),
    "x": ("#.#", "#.#", ".#.", "#.#", "#.#"),
    "y": ("#.#", "#.#", ".#.", ".#.", ".#."),
    "z": ("###", "..#", ".#.", "#..", "###"),
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("##.", "..#", ".#.", "#..", "###"),
    "3": ("##.", "..#", ".#.", "..#", "##."),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "##.", "..#", "##."),
    "6": (".##", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", ".#.", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "##."),
    "-": ("..", "..", "##", "..", ".."),
    "+": ("...", ".#.", "###", ".#.", "..."),
    "!": ("#", "#", "#", ".", "#"),
    "?": ("##.", "..#", ".#.", "...", ".#."),
    ".": (".", ".", ".", ".", "#"),
    "/": ("..#", "..#", ".#.", "#..", "#.."),
    "'": ("#", "#", ".", ".", "."),
    "_": ("...", "...", "...", "...", "###"),
    " ": ("..", "..", "..", "..", ".."),
}
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
ROWS: Final = 3  # that large letters take


def letters(text: str, rows: int = ROWS) -> list[str]:
    """Return the text in 3, 5 or 10 rows of blocks, all equally wide; nothing if it has a sign
    without a large form."""
    plain = to_ascii(text).casefold()
    forms = [_FONT.get(sign) for sign in plain]
    if not forms or not all(forms) or plain.count("?") > text.count("?"):
        return []
    dots = [".".join(form[row] for form in forms if form) for row in range(5)]
    if rows == ROWS:
        dots.append("." * len(dots[0]))
        return [
            "".join(_HALVES[a + b] for a, b in zip(dots[at], dots[at + 1], strict=True))
            for at in (0, 2, 4)
        ]
    wide, high = rows // 5 * 2, rows // 5
    shapes = {"#": "█" * wide, ".": " " * wide}
    return ["".join(shapes[dot] for dot in row) for row in dots for _ in range(high)]


def spaced(text: str, width: int) -> str:
    """Return the text as capitals with spaces between, or unchanged if that doesn't fit."""
    capitals = " ".join(text.upper())
    return capitals if cell_len(capitals) <= width else text


def large(text: str, width: int, ascii_only: bool) -> list[str]:
    """Return the text in three rows of half blocks; in one row where that can't be drawn or
    doesn't fit."""
    rows = [] if ascii_only else letters(text)
    return rows if rows and len(rows[0]) <= width else [spaced(text, width)]
