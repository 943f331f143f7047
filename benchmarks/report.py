"""The table that the benchmark prints: what, ours, reference, ratio, goal, verdict."""

from collections.abc import Iterable
from typing import NamedTuple

from benchmarks.measure import Pair

OK = "ok"
AIM = "ok, aim short"
SHORT = "short"
NO_GOAL = ""


class Goal(NamedTuple):
    """What the ratio must reach and what it should: at least, or at most where less is better."""

    must: float
    aim: float
    at_most: bool = False

    def verdict(self, ratio: float) -> str:
        sign = -1 if self.at_most else 1
        if ratio * sign >= self.aim * sign:
            return OK
        return AIM if ratio * sign >= self.must * sign else SHORT

    def __str__(self) -> str:
        sign = "<=" if self.at_most else ">="
        return f"{sign} {number(self.must)} / {number(self.aim)}"


class Row(NamedTuple):
    what: str
    ours: str
    reference: str
    ratio: float
    low: float
    high: float
    goal: Goal | None = None

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.ratio) if self.goal else NO_GOAL

    def cells(self) -> tuple[str, ...]:
        spread = f"{number(self.low)}..{number(self.high)}"
        goal = str(self.goal) if self.goal else "-"
        return (self.what, self.ours, self.reference, number(self.ratio), spread, goal,
                self.verdict)  # fmt: skip


HEAD = ("what", "ours", "reference", "ratio", "quartiles", "goal: must / aim", "")


def number(value: float) -> str:
    """Short enough for a table: 0.0042 is 1/240."""
    if 0 < value < 0.05:
        return f"1/{1 / value:.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f}/s"


def duration(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.1f} ms"


def speed(what: str, pair: Pair, goal: Goal | None = None) -> Row:
    """A row of steps per second: the ratio says how many times as fast we are."""
    return Row(what, rate(pair.ours), rate(pair.reference), 1 / pair.ratio, 1 / pair.high,
               1 / pair.low, goal)  # fmt: skip


def cost(what: str, pair: Pair, goal: Goal | None = None) -> Row:
    """A row of times: the ratio says how many times as long we take."""
    return Row(what, duration(pair.ours), duration(pair.reference), pair.ratio, pair.low,
               pair.high, goal)  # fmt: skip


def render(rows: Iterable[Row]) -> str:
    """The rows as an aligned table."""
    cells = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(HEAD))]
    cells.insert(1, tuple("-" * width for width in widths))
    lines = []
    for row in cells:
        texts = [row[0].ljust(widths[0])]
        texts += [row[i].rjust(widths[i]) for i in range(1, 5)]
        texts += [row[i].ljust(widths[i]) for i in range(5, len(HEAD))]
        lines.append("  ".join(texts).rstrip())
    return "\n".join(lines)
