"""What a terminal shows after some bytes, and the fewest bytes that would have changed it so."""

import codecs
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from rich.cells import get_character_cell_size

_PARTS: Final = re.compile(
    r"\x1b\[(?P<marks>[<=>?]?)(?P<numbers>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b[\]P_^X].*?(?:\x07|\x1b\\)"
    r"|(?P<begun>\x1b(?:\[[<=>?]?[0-9;:]*[ -/]*|[\]P_^X].*|[()*+])?\Z)"
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


class Pen(NamedTuple):
    """How a terminal writes: what is set, and the two colors."""

    marks: frozenset[int] = frozenset()
    color: tuple[int, ...] = ()
    back: tuple[int, ...] = ()

    def after(self, numbers: list[int]) -> "Pen":
        """The pen after an SGR sequence with these numbers."""
        pen, rest = self, numbers
        while rest:
            number, rest = rest[0], rest[1:]
            if number in (38, 48):
                size = 4 if rest[0] == 2 else 2
                color, rest = (number, *rest[:size]), rest[size:]
                pen = pen._replace(color=color) if number == 38 else pen._replace(back=color)
            elif 30 <= number <= 37 or 90 <= number <= 97:
                pen = pen._replace(color=(number,))
            elif 40 <= number <= 47 or 100 <= number <= 107:
                pen = pen._replace(back=(number,))
            elif number in _ENDS:
                pen = _ENDS[number](pen)
            else:
                pen = pen._replace(marks=pen.marks | {number})
        return pen

    @property
    def style(self) -> str:
        """The shortest SGR numbers that make this pen of a fresh one."""
        return ";".join(map(str, (*sorted(self.marks), *self.color, *self.back)))


_ENDS: Final[dict[int, Callable[[Pen], Pen]]] = {
    0: lambda pen: Pen(),
    22: lambda pen: pen._replace(marks=pen.marks - {1, 2}),
    39: lambda pen: pen._replace(color=()),
    49: lambda pen: pen._replace(back=()),
}


class Grid:
    """As much of a terminal as Textual makes use of; `width` is how wide it draws a character."""

    def __init__(
        self, size: tuple[int, int], width: Callable[[str], int] = get_character_cell_size
    ) -> None:
        self.columns, self.rows = size
        self.cells = [[BLANK] * self.columns for _ in range(self.rows)]
        self.x = self.y = 0
        self.pen = Pen()
        self.width = width
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = ""  # of a sequence whose end has not come yet

    def copy(self) -> "Grid":
        """The same picture, to be compared with a later one."""
        other = Grid((self.columns, self.rows), self.width)
        other.cells = [row[:] for row in self.cells]
        return other

    def fill(self, size: tuple[int, int], cell: Cell) -> None:
        """Takes a size and shows that cell everywhere; the bytes go on where they were."""
        self.columns, self.rows = size
        self.cells = [[cell] * self.columns for _ in range(self.rows)]
        self.x, self.y = min(self.x, self.columns - 1), min(self.y, self.rows - 1)

    def feed(self, data: bytes) -> None:
        """Takes what came next, which may end within a sequence or a character."""
        text, self._begun = self._begun + self._decoder.decode(data), ""
        for part in _PARTS.finditer(text):
            if part["begun"]:
                self._begun = part["begun"]
            elif part["text"]:
                for character in part["text"]:
                    self._write(character, self.width(character))
            elif part["control"]:
                self._control(part["control"])
            elif part["final"] and not part["marks"] and not part["between"]:
                self._sequence(part["final"], part["numbers"])

    def _write(self, character: str, width: int) -> None:
        """Writes at the cursor; lines do not wrap, so that what is too long ends at the edge."""
        row, style = self.cells[self.y], self.pen.style
        if not width:
            if self.x:
                before = row[self.x - 1]
                row[self.x - 1] = before._replace(text=before.text + character)
            return
        x = min(self.x, self.columns - width)
        for at in (x, x + width - 1):  # half a character is none
            self._halve(row, at)
        row[x] = Cell(character, style)
        row[x + 1 : x + width] = [Cell("", style)] * (width - 1)
        self.x = x + width

    def _halve(self, row: list[Cell], x: int) -> None:
        """The other half of a wide character that is about to be written over becomes blank."""
        if not row[x].text and x:
            row[x - 1] = row[x - 1]._replace(text=" ")
        elif x + 1 < self.columns and not row[x + 1].text:
            row[x + 1] = row[x + 1]._replace(text=" ")

    def _control(self, character: str) -> None:
        if character == "\n":
            if self.y == self.rows - 1:
                self.cells = [*self.cells[1:], [BLANK] * self.columns]
            else:
                self.y += 1
        elif character == "\r":
            self.x = 0

    def _sequence(self, final: str, numbers: str) -> None:
        if final == "m":
            self.pen = self.pen.after([int(number or 0) for number in numbers.split(";")])
        elif final == "H":
            row, _, column = numbers.partition(";")
            self.y = min(int(row or 1), self.rows) - 1
            self.x = min(int(column or 1), self.columns) - 1
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
