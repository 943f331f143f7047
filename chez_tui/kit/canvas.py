"""A picture made of cells: frames, bars, large letters, dice, and words at their places.

Colors are roles of `kit/themes.py`, with a percentage for only a part of them: text in
`seat-2`, a frame in `seat-2 45%`. Text without a fill keeps the fill below it.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, Final, TypeAlias
from unicodedata import category, normalize

from rich.cells import cell_len, get_character_cell_size
from textual.content import Content, Span

from chez_tui.kit.bigtext import ROWS, letters, spaced
from chez_tui.kit.lines import Lines, cut
from chez_tui.kit.text import wrap

# A text and how it looks: its color, its fill, and marks such as bold; what is left out is plain.
Part: TypeAlias = tuple[str] | tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, str]

CALM: Final = tuple("╭─╮│╰╯")  # it rests
ACTIVE: Final = tuple("┏━┓┃┗┛")  # it happens now, or is the question now
ALARM: Final = tuple("╔═╗║╚╝")
THIN: Final = tuple("┌─┐│└┘")
# What a bar has, what would come on top, what it lacks: in frames, and in lists.
FULL: Final = ("█", "▒", "░")
LOW: Final = ("▆", "▅", "▁")
SMALL, MIDDLE, LARGE = 1, 2, 3
DIE_SIZES: Final = {SMALL: (9, 5), MIDDLE: (14, 7), LARGE: (19, 9)}
_DOTS: Final = {SMALL: "●", MIDDLE: "██", LARGE: "███"}
_PIPS: Final = (
    (), ((1, 1),), ((0, 0), (2, 2)), ((0, 0), (1, 1), (2, 2)), ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)), ((0, 0), (1, 0), (2, 0), (0, 2), (1, 2), (2, 2)),
)  # fmt: skip
KEPT, INK_KEPT = "28%", "45%"  # of fills and inks under a veil
THROW: Final = 4  # frames in which a die comes to its place


class Canvas:
    """A grid of cells, each with a sign, a color and a fill."""

    def __init__(self, width: int, height: int, fill: str = "table", ascii: bool = False) -> None:
        self.width, self.height = width, height
        self.ascii = ascii  # whether it will be shown in plain letters, which draw other shapes
        self._signs = [[" "] * width for _ in range(height)]
        self._inks = [["$text"] * width for _ in range(height)]
        self._fills = [[fill] * width for _ in range(height)]

    # -- text ------------------------------------------------------------------------------------

    def put(
        self, x: int, y: int, text: str, ink: str = "text", fill: str = "", marks: str = ""
    ) -> int:
        """Write a text at a place, as much of it as is inside; return where it ends."""
        cells = _cells(text)
        end = x + len(cells)
        if not 0 <= y < self.height or end <= 0 or x >= self.width:
            return end
        if x < 0 or end > self.width:
            cells = cells[max(0, -x) : self.width - x]
        start = max(0, x)
        stop = start + len(cells)
        signs = self._signs[y]
        if signs[start] == "":  # half of a wide sign that is there no longer
            signs[start - 1] = " "
        if stop < self.width and signs[stop] == "":
            signs[stop] = " "
        signs[start:stop] = cells
        if signs[start] == "":
            signs[start] = " "
        if stop == self.width and get_character_cell_size(signs[-1][:1] or "-") > 1:
            signs[-1] = " "
        self._inks[y][start:stop] = [_style(ink, marks)] * (stop - start)
        if fill:
            self._fills[y][start:stop] = [fill] * (stop - start)
        return end

    def parts(self, x: int, y: int, parts: Iterable[Part]) -> int:
        """Write texts one after the other; return where the last one ends."""
        for part in parts:
            x = self.put(x, y, *part)
        return x

    def words(
        self,
        x: int,
        y: int,
        text: str,
        width: int,
        rows: int,
        ink: str = "text",
        fill: str = "",
        marks: str = "",
    ) -> int:
        """Write a text in at most `rows` lines, the last one cut; return how many it took."""
        lines = wrapped(text, width)
        if len(lines) > rows:
            lines = lines[:rows]
            if rows > 0:
                lines[-1] = cut(f"{lines[-1]}{' ' * (cell_len(lines[-1]) + 2 <= width)}… ", width)
                lines[-1] = lines[-1].rstrip()
        for row, line in enumerate(lines, y):
            self.put(x, row, line, ink, fill, marks)
        return len(lines)

    def big(
        self, x: int, y: int, text: str, ink: str, rows: int = ROWS, width: int = 0, fill: str = ""
    ) -> int:
        """Write a text in large letters of 3, 5 or 10 rows; return how wide it is.

        In plain ASCII, or if it doesn't fit, it's one row in the middle.
        """
        text = clean(text)
        lines = [] if self.ascii else letters(text, rows)
        width = width or self.width - x
        if not lines or len(lines[0]) > width:
            line = cut(spaced(text, width), width)
            return self.put(x, y + rows // 2, line, ink, fill, "bold") - x
        for row, line in enumerate(lines, y):
            at = x
            for ink_here, cells in groupby(line, lambda sign: sign != " "):
                piece = "".join(cells)
                if ink_here:
                    self.put(at, row, piece, ink, fill)
                at += len(piece)
        return len(lines[0])

    def middle(
        self, x: int, y: int, width: int, text: str, ink: str = "text", marks: str = "",
        big: bool = False, fill: str = "",
    ) -> None:  # fmt: skip
        """Write a text in the middle of that many cells, in large letters if asked to."""
        if big:
            rows = [] if self.ascii else letters(text)
            size = len(rows[0]) if rows else width
            if size >= width:
                size = min(width, cell_len(spaced(text, width)))
            self.big(x + (width - size) // 2, y, text, ink, width=max(size, 1), fill=fill)
        else:
            said = cut(clean(text), width)
            self.put(x + (width - cell_len(said)) // 2, y, said, ink, fill, marks)

    # -- areas -----------------------------------------------------------------------------------

    def fill(
        self, x: int, y: int, width: int, height: int, fill: str = "", sign: str = " ",
        ink: str = "text",
    ) -> None:  # fmt: skip
        """Fill an area with a color, and with a sign if there is one."""
        for row in range(y, y + height):
            self.put(x, row, sign * width, ink, fill)

    def box(
        self, x: int, y: int, width: int, height: int, lines: Sequence[str] = CALM,
        ink: str = "line", fill: str = "", title: Sequence[Part] = (), right: Sequence[Part] = (),
        foot: Sequence[Part] = (),
    ) -> None:  # fmt: skip
        """Draw a frame, with a title and texts at the right end of its first and last line.

        Titles begin at the second cell; they're cut before they meet the text at the right.
        """
        if width < 2 or height < 2:
            return
        if fill:
            self.fill(x + 1, y + 1, width - 2, height - 2, fill)
        start, across, corner, side, low, end = lines
        self.put(x, y, start + across * (width - 2) + corner, ink, fill)
        self.put(x, y + height - 1, low + across * (width - 2) + end, ink, fill)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, side, ink, fill)
            self.put(x + width - 1, row, side, ink, fill)
        self.parts(x + 2, y, shorter(title, width - 4 - length(right) - bool(right)))
        self.flush(x + width - 2, y, right)
        self.flush(x + width - 2, y + height - 1, shorter(foot, width - 4))

    def flush(self, end: int, y: int, parts: Sequence[Part]) -> int:
        """Write texts so that the last one ends there; return where the first one begins."""
        start = end - length(parts)
        self.parts(start, y, parts)
        return start

    def tape(self, x: int, y: int, width: int, text: str = "") -> None:
        """Draw hazard tape with words in the middle."""
        self.put(x, y, "╱" * width, "alarm-ink 35%", "alarm-fill")
        if text:
            said = f"  {cut(clean(text), width - 4)}  "
            self.put(x + (width - cell_len(said)) // 2, y, said, "alarm-ink", "alarm-fill", "bold")

    def veil(self, x: int, y: int, width: int, height: int) -> None:
        """Let an area step back: its colors go toward that of the table."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                ink, fill = self._inks[row][column], self._fills[row][column]
                color = ink[ink.index("$") :].partition(" ")[0]
                self._inks[row][column] = f"{color} {INK_KEPT} $veil-ink"
                self._fills[row][column] = f"{fill} {KEPT} $veil"

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Lay another picture, which must fit, on this one."""
        for row in range(other.height):
            for mine, theirs in (
                (self._signs, other._signs), (self._inks, other._inks), (self._fills, other._fills),
            ):  # fmt: skip
                mine[y + row][x : x + other.width] = theirs[row]

    # -- figures ---------------------------------------------------------------------------------

    def bar(
        self, x: int, y: int, width: int, value: int, goal: int, ink: str, more: int = 0,
        signs: Sequence[str] = FULL, more_ink: str = "accent 80%",
    ) -> None:  # fmt: skip
        """Draw how far a score is, and how much would come on top; full means at the goal."""
        has, would, lacks = signs
        full, end = _share(value, goal, width), _share(value + more, goal, width)
        end = max(full, end)
        self.put(x, y, lacks * width, f"{ink} 50%")
        self.put(x, y, would * end, more_ink)
        self.put(x, y, has * full, ink)

    def die(self, x: int, y: int, face: int, size: int = SMALL, trace: bool = False) -> None:
        """Draw a die, or only a trace of one; face 0 shows no pips."""
        width, height = DIE_SIZES[size]
        fill, ink = ("trace", "paper 30%") if trace else ("paper", "ink")
        dot = _DOTS[size]
        if self.ascii:
            fill, ink, dot = "felt", "muted" if trace else "text", "O" * len(dot)
            self.box(x, y, width, height, THIN, ink, fill)
        else:
            self.put(x, y, "▄" * width, fill)
            self.fill(x, y + 1, width, height - 2, fill)
            self.put(x, y + height - 1, "▀" * width, fill)
        for row, column in _PIPS[face]:
            self.put(x + 2 + 2 * size * column, y + 1 + size * row, dot, ink, fill)

    def throw(self, x: int, y: int, height: int, end: int, face: int, size: int, step: int) -> None:
        """Draw a step of a throw from x to where the die will lie, with its traces; it lies still
        at the step THROW. `height` is that of the area in which it goes up and down."""
        tall = DIE_SIZES[size][1]
        middle = y + (height - tall) // 2
        faces = [number for number in (2, 6, 1, 5, 3, 4) if number != face]
        if step >= THROW:
            self.die(end, middle, face, size)
            return
        for number in range(step + 1):
            at = x + (end - x) * number // (THROW - 1)
            row = max(y, min(y + height - tall, middle + (-1 if number % 2 else 1)))
            self.die(at, row, faces[number], size, trace=number < step)

    # -- to the screen ---------------------------------------------------------------------------

    def lines(self) -> list[Content]:
        """Return the rows; cells that look the same are one part."""
        return [
            _line(signs, inks, fills)
            for signs, inks, fills in zip(self._signs, self._inks, self._fills, strict=True)
        ]

    def text(self) -> list[str]:
        """Return the rows without colors and without blanks at their ends."""
        return ["".join(signs).rstrip() for signs in self._signs]


class Drawing(Lines):
    """A zone of the screen that is drawn cell by cell; subclasses draw in `draw`."""

    FILL: ClassVar = "table"

    def build(self, width: int, height: int) -> list[Content]:
        if width < 1 or height < 1:
            return []
        canvas = Canvas(width, height, self.FILL, self.chez.world.settings.ascii)
        self.draw(canvas)
        return canvas.lines()

    def draw(self, canvas: Canvas) -> None:
        """Draw into a canvas that is the whole zone."""

    @property
    def colorless(self) -> bool:
        """Whether colors tell nothing apart here."""
        return self.app.no_color or self.chez.theme == "mono" or self.chez.world.settings.ascii


def _line(signs: list[str], inks: list[str], fills: list[str]) -> Content:
    """Return a row; blanks have the ink beside them, for each change of style is written out."""
    spans: list[Span] = []
    start = at = 0
    ink_before = fill_before = ""
    blank = False  # whether all of the part before is
    for (ink, fill), cells in groupby(zip(inks, fills, strict=True)):
        count = sum(1 for _ in cells)
        text = "".join(signs[start : start + count])
        end, empty = at + len(text), text.isspace()
        same = ink == ink_before or ((empty or blank) and "under" not in ink_before + ink)
        if same and fill == fill_before:
            at = spans.pop().start
            ink = ink_before if empty else ink
            blank = blank and empty
        else:
            blank = empty
        spans.append(Span(at, end, f"{ink} on ${fill}"))
        ink_before, fill_before = ink, fill
        start, at = start + count, end
    return Content("".join(signs), spans, len(signs))


@lru_cache(4096)
def _style(ink: str, marks: str) -> str:
    return f"{marks} ${ink}" if marks else f"${ink}"


@lru_cache(4096)
def _cells(text: str) -> Sequence[str]:
    """Return the signs of a text cell by cell; the second cell of a wide one is empty.

    Signs that take no cell go with the one before them, or away if terminals differ on what they
    do to it.
    """
    if text.isascii() and text.isprintable():
        return text
    cells: list[str] = []
    for sign in normalize("NFC", text):
        size = get_character_cell_size(sign)
        if category(sign)[0] == "C" or "\ufe00" <= sign <= "\ufe0f":
            continue
        if size == 0:
            if cells:
                place = -1 if cells[-1] else -2
                cells[place] += sign
            continue
        cells += [sign, ""][:size] if size < 3 else [sign]
    return cells


def _share(value: int, goal: int, width: int) -> int:
    """Return how many cells of a bar a score fills; not all of them before the goal."""
    if value >= goal:
        return width
    return max(0, min(width - 1, round(width * value / max(1, goal))))


# -- words -----------------------------------------------------------------------------------------


def clean(text: str) -> str:
    """Return a text without what terminals differ on, so that its width is sure."""
    return "".join(_cells(text))


def length(parts: Iterable[Part]) -> int:
    """Return how many cells parts take."""
    return sum(len(_cells(part[0])) for part in parts)


def shorter(parts: Iterable[Part], width: int) -> list[Part]:
    """Return the parts that fit, the last of them cut."""
    kept: list[Part] = []
    for part in parts:
        size = length([part])
        if size > width:
            text = cut(clean(part[0]), width)
            return [*kept, (text, *part[1:])] if width > 1 else kept
        kept.append(part)
        width -= size
    return kept


@lru_cache(1024)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    return tuple(line.plain for line in wrap(Content(clean(text)), width))


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most that many cells; none if it's empty."""
    return list(_wrapped(text, width)) if text else []


def pill(text: str, fill: str = "accent", ink: str = "over") -> Part:
    """Return a small filled word: whose turn it is, an edition, a key."""
    return (f" {text} ", ink, fill, "bold")


def cap(key: str, word: str) -> list[Part]:
    """Return a key and what it does."""
    return [(key, "accent", "", "bold"), (f" {word}", "muted")]


def key_line(keys: Iterable[tuple[str, str]], width: int) -> list[Part]:
    """Return keys and what they do, as many as fit."""
    parts: list[Part] = []
    for key, word in keys:
        added: list[Part] = [("  " if parts else " ", "muted"), *cap(key, word)]
        if length([*parts, *added]) > width:
            break
        parts += added
    return parts
