"""A race: what each player had at the end of each round, as lines half a cell high."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

from chez_tui.kit.canvas import Canvas, length
from chez_tui.kit.lines import cut

AXIS: Final = 4  # cells for the numbers at the left
NAME: Final = 10  # cells of the longest name at the end of a line
STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
APART: Final = 7  # cells between two rounds from which on a rule marks each of them
LEAST: Final = (AXIS + 8, 3)


class Runner(NamedTuple):
    """A line of the race, with the words at its end."""

    name: str
    score: str
    values: Sequence[int]  # at the end of each round; a shorter line ends where its player left
    ink: str


def letters(names: Sequence[str]) -> list[str]:
    """Return a letter for each player, of their name if one is free."""
    taken: list[str] = []
    for name in names:
        wanted = (c for c in (*name.upper(), *ascii_uppercase) if c in ascii_uppercase)
        taken.append(next(letter for letter in wanted if letter not in taken))
    return taken


def race(
    canvas: Canvas, x: int, y: int, width: int, height: int, runners: Sequence[Runner], goal: int,
    colorless: bool = False,
) -> None:  # fmt: skip
    """Draw all lines, the leader's on top, and the goal across them.

    Everybody begins at 0. Where colors tell nothing apart, lines are made of players' letters.
    """
    rounds = max((len(runner.values) for runner in runners), default=0)
    if not rounds or width < LEAST[0] or height < LEAST[1]:
        return
    names = [cut(runner.name, NAME) for runner in runners]
    marks = letters([runner.name for runner in runners]) if colorless else []
    if marks:
        names = [f"{mark} {name}" for mark, name in zip(marks, names, strict=True)]
    score = max(len(runner.score) for runner in runners)
    wide = max(length([(name,)]) for name in names)
    tail = wide + score + 3
    tail = tail if tail <= width // 3 else wide + 2 if wide + 2 <= width // 3 else 0
    plot = _Plot(canvas, x + AXIS, y, width - AXIS - tail, height - 1, rounds, runners, goal)
    plot.grid()
    order = sorted(range(len(runners)), key=lambda at: (runners[at].values or (0,))[-1])
    plot.trace(order, marks)
    taken: set[int] = set()
    for at in reversed(order) if tail else ():
        runner = runners[at]
        row = plot.free(plot.place((runner.values or (0,))[-1]) // 2, taken)
        if row < 0:
            break
        taken.add(row)
        end = x + width - tail + 1
        canvas.put(end, y + row, names[at], runner.ink, "", "bold")
        if tail > wide + 2:
            canvas.put(end + wide + 1, y + row, f"{runner.score:>{score}}", runner.ink, "", "bold")


class _Plot:
    """The lines themselves: where a value and a round have their place, and the grid below."""

    def __init__(
        self, canvas: Canvas, x: int, y: int, width: int, height: int, rounds: int,
        runners: Sequence[Runner], goal: int,
    ) -> None:  # fmt: skip
        values = [value for runner in runners for value in runner.values]
        self.canvas, self.x, self.y = canvas, x, y
        self.width, self.height, self.rounds = width, height, rounds
        self.runners, self.goal = runners, goal
        self.low = min(0, *values)
        self.high = max(self.low + 1, goal, *values)

    def at(self, number: float) -> int:
        """Return the column of a round."""
        return round(number * (self.width - 1) / self.rounds)

    def place(self, value: float) -> int:
        """Return the half row of a value, counted from the top."""
        return round((self.height * 2 - 1) * (self.high - value) / (self.high - self.low))

    def free(self, row: int, taken: set[int]) -> int:
        """Return the row nearest to one that is still free, below it first; -1 if none is."""
        ways = [way for step in range(self.height) for way in (row + step, row - step)]
        return next((at for at in ways if 0 <= at < self.height and at not in taken), -1)

    def grid(self) -> None:
        """Draw numbers and rules: values at the left, rounds below, the goal across."""
        canvas, x, y = self.canvas, self.x, self.y
        spread = self.high - self.low
        step = next((s for s in STEPS if spread / s <= max(1, self.height / 2.5)), spread)
        goal = self.place(self.goal) // 2 if self.goal > 0 else -9
        for value in range(-(-self.low // step) * step, self.high + 1, step):
            row = self.place(value) // 2
            if abs(row - goal) > 1:
                canvas.put(x - AXIS, y + row, f"{value:>{AXIS - 1}}", "muted")
                canvas.put(x, y + row, "┄" * self.width, "line 60%")
        every = next((s for s in STEPS if self.at(s) >= 4), self.rounds)
        for number in range(every, self.rounds + 1, every):
            at, label = x + self.at(number), str(number)
            for row in range(self.height) if self.at(every) >= APART else ():
                canvas.put(at, y + row, "┊", "line 60%")
            canvas.put(at - len(label) + 1, y + self.height, label, "muted")
        if self.at(every) > len("round") + 1:
            canvas.put(x, y + self.height, "round", "muted")
        if goal >= 0:
            canvas.put(x - AXIS, y + goal, f"{self.goal:>{AXIS - 1}}", "accent", "", "bold")
            canvas.put(x, y + goal, "─" * self.width, "accent 70%")
            canvas.put(x, y + goal, " goal "[: self.width], "accent")

    def trace(self, order: Sequence[int], marks: Sequence[str]) -> None:
        """Draw the lines one after the other; two of them may share a cell."""
        halves: dict[tuple[int, int], int] = {}
        for at in order:
            for point in self._points(self.runners[at].values):
                halves[point] = at
        for column, row in sorted({(column, half // 2) for column, half in halves}):
            upper, lower = halves.get((column, row * 2)), halves.get((column, row * 2 + 1))
            here = [one for one in (upper, lower) if one is not None]
            x, y, ink = self.x + column, self.y + row, self.runners[here[0]].ink
            if marks:
                first = max(here, key=order.index)
                self.canvas.put(x, y, marks[first], self.runners[first].ink, "", "bold")
            elif len(here) == 1:
                self.canvas.put(x, y, "▄" if upper is None else "▀", ink)
            else:
                self.canvas.put(x, y, "▀", ink, self.runners[here[1]].ink)

    def _points(self, values: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the cells of a line, column by column, each joined to the one before."""
        line, last = (0, *values), self.place(0)
        for column in range(self.at(len(values)) + 1):
            now = column * self.rounds / max(1, self.width - 1)
            at = min(int(now), len(values) - 1) if values else 0
            ahead = line[min(at + 1, len(values))]
            half = self.place(line[at] + (ahead - line[at]) * min(1, now - at))
            step = 1 if half >= last else -1
            for between in range(last + step, half + step, step) if half != last else (half,):
                yield column, between
            last = half
