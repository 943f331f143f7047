"""What a terminal shows after some bytes, and the fewest bytes that would have changed it so."""

import re
from typing import Final, NamedTuple

from rich.cells import get_character_cell_size

_PARTS: Final = re.compile(
    r"\x1b\[(?P<marks>[<=>?]?)(?P<numbers>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b[\]P_^X].*?(?:\x07|\x1b\\)"
    r"|\x1b[()*+].|\x1b."
    r"|(?P<text>[^\x1b\x00-\x1f\x7f]+)"
    r"|(?P<control>[\x00-\x1f\x7f])",
    re.DOTALL,
)
JOINED: Final = 6  # cells that may as well be written again, since a jump costs as much


class Cell(NamedTuple):
    text: str = " "
    style: str = ""  # the numbers of its SGR sequence


BLANK: Final = Cell()


class Grid:
    """As much of a terminal as Textual makes use of."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.columns, self.rows = size
        self.cells = [[BLANK] * self.columns for _ in range(self.rows)]
        self.x = self.y = 0
        self.style = ""

    def copy(self) -> "Grid":
        other = Grid((self.columns, self.rows))
        other.cells = [row[:] for row in self.cells]
        other.x, other.y, other.style = self.x, self.y, self.style
        return other

    def feed(self, data: bytes) -> None:
        for part in _PARTS.finditer(data.decode("utf-8", "replace")):
            if part["text"]:
                self._write(part["text"])
            elif part["control"]:
                self._control(part["control"])
            elif part["final"] and not part["marks"] and not part["between"]:
                self._sequence(part["final"], part["numbers"])

    def _write(self, text: str) -> None:
        for character in text:
            width = get_character_cell_size(character)
            if self.y < self.rows and self.x + width <= self.columns and width:
                self.cells[self.y][self.x] = Cell(character, self.style)
                if width == 2:
                    self.cells[self.y][self.x + 1] = Cell("", self.style)
            self.x += width

    def _control(self, character: str) -> None:
        if character == "\n":
            self.y += 1
        elif character == "\r":
            self.x = 0

    def _sequence(self, final: str, numbers: str) -> None:
        if final == "m":
            self.style = "" if numbers in ("", "0") else f"{self.style};{numbers}".strip(";")
        elif final == "H":
            row, _, column = numbers.partition(";")
            self.y, self.x = int(row or 1) - 1, int(column or 1) - 1
        elif final == "J" and numbers == "2":
            self.cells = [[BLANK] * self.columns for _ in range(self.rows)]

    def text(self) -> str:
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self.cells)


def changed(before: Grid, after: Grid) -> int:
    """How many cells are different."""
    rows = zip(before.cells, after.cells, strict=True)
    return sum(a != b for one, other in rows for a, b in zip(one, other, strict=True))


def fewest_bytes(before: Grid, after: Grid) -> int:
    """The bytes of a jump, the styles and the characters of every stretch that is different."""
    total = 0
    for y, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        places = [x for x in range(after.columns) if old[x] != new[x]]
        start = 0
        while start < len(places):
            end = start
            while end + 1 < len(places) and places[end + 1] - places[end] <= JOINED:
                end += 1
            total += _stretch(new, y, places[start], places[end])
            start = end + 1
    return total


def _stretch(row: list[Cell], y: int, first: int, last: int) -> int:
    size = len(f"\x1b[{y + 1};{first + 1}H")
    style = ""
    for cell in row[first : last + 1]:
        if cell.style != style:
            style = cell.style
            size += len(f"\x1b[0;{style}m")
        size += len(cell.text.encode())
    return size + (len("\x1b[0m") if style else 0)
