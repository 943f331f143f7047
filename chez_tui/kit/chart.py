"""Slack over the rounds, drawn with letters: colour helps, but every player has a letter too."""

from collections.abc import Sequence
from itertools import pairwise
from string import ascii_uppercase
from typing import Final

from textual.content import Content

AXIS: Final = 4  # cells for the numbers on the left and the line beside them
STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
MANY: Final = "*"  # where even shifted letters find no place

Cell = tuple[str, str]  # a sign and its style


def letters(names: Sequence[str]) -> list[str]:
    """A letter for each player, of the name if one is free."""
    taken: list[str] = []
    for name in names:
        wanted = (c for c in (*name.upper(), *ascii_uppercase) if c in ascii_uppercase)
        taken.append(next(letter for letter in wanted if letter not in taken))
    return taken


def chart(
    lines: Sequence[Sequence[int]], marks: Sequence[str], width: int, height: int
) -> list[Content]:
    """The lines as a picture of `width` by `height` cells.

    `lines` has Slack at the end of each round for each player, `marks` a letter for each of them.
    Everybody begins at 0; a line that is shorter than the others ends where its player left.
    """
    rounds = max(map(len, lines), default=0)
    if not rounds or width < AXIS + 8 or height < 3:
        return []
    plot = _Plot(rounds, lines, width - AXIS, height - 1)
    for seat, line in enumerate(lines):
        plot.trace((0, *line), "·", f"$seat-{seat}")
    for number in range(rounds):
        for seat, line in enumerate(lines):
            if number < len(line):
                plot.mark(number + 1, line[number], marks[seat], f"bold $seat-{seat}")
    return [*plot.rows(), plot.axis()]


class _Plot:
    """A grid of cells and where a value has its place in it."""

    def __init__(
        self, rounds: int, lines: Sequence[Sequence[int]], width: int, height: int
    ) -> None:
        values = [value for line in lines for value in line]
        self.low = min(0, *values)
        self.high = max(0, self.low + 1, *values)
        self.rounds = rounds
        self.height = height
        self.width = width
        self.span = max(rounds, width - len(lines))  # room on the right for letters that give way
        self.cells: list[list[Cell | None]] = [[None] * width for _ in range(height)]

    def x(self, number: float) -> int:
        return min(self.width - 1, round(number * (self.span - 1) / self.rounds))

    def y(self, value: float) -> int:
        """The row of a value, counted from the top."""
        part = (value - self.low) / (self.high - self.low)
        return round((1 - part) * (self.height - 1))

    def trace(self, line: Sequence[int], sign: str, style: str) -> None:
        """A dotted line through all points, where nothing else is drawn yet."""
        for number, (start, end) in enumerate(pairwise(line)):
            left, right = self.x(number), self.x(number + 1)
            steps = max(1, right - left, abs(self.y(end) - self.y(start)))
            for step in range(steps + 1):
                part = step / steps
                x, y = round(left + part * (right - left)), self.y(start + part * (end - start))
                if step % 2 == 0 and self.cells[y][x] is None:
                    self.cells[y][x] = (sign, style)

    def mark(self, number: int, value: int, letter: str, style: str) -> None:
        """A letter at its point, or right beside it if another one is there."""
        row, x = self.cells[self.y(value)], self.x(number)
        for place in range(x, min(self.width, max(x + 1, self.x(number + 1)))):
            cell = row[place]
            if cell is None or not cell[0].isalpha():
                row[place] = (letter, style)
                return
        row[x] = (MANY, "bold")

    def rows(self) -> list[Content]:
        """The grid, with numbers at some of its rows."""
        labels = self._labels()
        lines = []
        for number, row in enumerate(self.cells):
            label = f"{labels.get(number, ''):>{AXIS - 1}}│"
            cells = [cell or (" ", "") for cell in row]
            lines.append(Content.assemble(label, *cells).rstrip().stylize_before("$muted"))
        return lines

    def _labels(self) -> dict[int, str]:
        spread = self.high - self.low
        step = next((s for s in STEPS if spread / s <= self.height / 2), spread)
        first = -(-self.low // step) * step
        return {self.y(value): str(value) for value in range(first, self.high + 1, step)}

    def axis(self) -> Content:
        """The numbers of the rounds, as many as fit."""
        every = next(s for s in STEPS if self.x(s) >= 4 or s >= self.rounds)
        text = [" "] * (self.width + AXIS)
        for number in range(every, self.rounds + 1, every):
            label = str(number)
            at = AXIS + self.x(number) - len(label) + 1
            text[at : at + len(label)] = label
        word = "round"
        if self.x(every) > len(word) + 1:
            text[AXIS : AXIS + len(word)] = word
        return Content.styled("".join(text).rstrip(), "$muted")
