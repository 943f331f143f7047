"""A picture of the table before the game: who sits where."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from chez_tui.kit.lines import Lines, fit
from chez_tui.play.newgame import Seat

HIGHEST: Final = 26
NAMES: Final = 12  # cells for a name beside the table
_CORNERS: Final = ("╭", "╮", "╰", "╯")


class Seating(Lines):
    """Seats around a table, clockwise; the first one is at the bottom."""

    DEFAULT_CSS = """
    Seating { height: 1fr; width: 52; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._seats: Sequence[Seat] = ()
        self._words: Sequence[str] = ()

    def tell(self, seats: Sequence[Seat], words: Sequence[str]) -> None:
        """Who sits there, and the words in the middle of the table."""
        self._seats, self._words = seats, words
        self.update_lines()

    def build(self, width: int, height: int) -> list[Text]:
        if width < 30 or height < 12 or not self._seats:
            return []
        rows = min(height, HIGHEST)
        middle, center = width // 2, rows // 2
        canvas = _Canvas(width, rows)
        self._board(canvas, middle, center, width // 2 - 2 - NAMES, rows // 2 - 4)
        for at, seat in enumerate(self._seats):
            angle = pi / 2 + 2 * pi * at / len(self._seats)
            x = middle + round(cos(angle) * (width // 2 - NAMES // 2))
            y = center + round(sin(angle) * (rows // 2 - 2))
            kind = f"bot, {seat.level}" if seat.level else "person"
            name = seat.name
            if cell_len(name) > NAMES:
                name = fit(name, NAMES)
            canvas.put(x, y, name, f"bold {self.palette.seat(at)}")
            canvas.put(x, y + 1, kind, self.palette.muted)
        return canvas.lines()

    def _board(self, canvas: "_Canvas", x: int, y: int, wide: int, high: int) -> None:
        style = self.palette.muted
        left_up, right_up, left_down, right_down = _CORNERS
        rule = "─" * (2 * wide - 1)
        canvas.put(x, y - high, f"{left_up}{rule}{right_up}", style)
        for row in range(y - high + 1, y + high):
            canvas.put(x - wide, row, "│", style)
            canvas.put(x + wide, row, "│", style)
        canvas.put(x, y + high, f"{left_down}{rule}{right_down}", style)
        for row, word in enumerate(self._words, y - len(self._words) // 2):
            room = 2 * wide - 3
            word = fit(word, room) if cell_len(word) > room else word
            canvas.put(x, row, word, self.palette.text)


class _Canvas:
    """Words at places on a field of blanks."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows: list[list[tuple[int, str, str]]] = [[] for _ in range(height)]

    def put(self, x: int, y: int, word: str, style: str) -> None:
        """A word with its middle at x; what would stand outside is moved in."""
        if 0 <= y < len(self._rows):
            start = max(0, min(x - cell_len(word) // 2, self._width - cell_len(word)))
            self._rows[y].append((start, word, style))

    def lines(self) -> list[Text]:
        lines = []
        for row in self._rows:
            line = Text(no_wrap=True)
            for start, word, style in sorted(row):
                line.append(" " * (start - line.cell_len))
                line.append(word, style)
            lines.append(line)
        return lines
