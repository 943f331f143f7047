"""Beside a form: what the editions are about, and who sits where."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from chez_tui.kit.lines import Lines, cut
from chez_tui.kit.text import wrap
from chez_tui.play.editions import news_of, title_of
from chez_tui.play.options import Seat
from chez_tui.play.pages import BASE, MIXES, mood_of, page_of
from chez_tui.screens.signs import art_lines
from chez_tui.screens.table.board import filled

PANELED: Final = 80  # cells from which on a form has room for a panel beside it
NARROW, BROAD, BROADEST = 36, 52, 110
HIGHEST: Final = 26
NAMES: Final = 12  # cells for a name beside the table


def panel_width(width: int) -> int:
    """How wide a panel is on a screen of that width."""
    return BROAD if width >= BROADEST else NARROW


def news_lines(editions: Sequence[str], width: int, most: int = 3) -> list[Content]:
    """What is new in these editions, so many points for each."""
    lines: list[Content] = []
    told = news_of(editions)
    for name, points in told:
        if len(told) > 1:
            lines.append(Content.styled(name, "bold $accent"))
        for point in points[:most]:
            first, *rest = wrap(Content.styled(point, "$foreground"), max(10, width - 2))
            lines.append(Content.assemble(("◆ ", "$accent"), first))
            lines += [Content.assemble(("  ", "$accent"), line) for line in rest]
    return lines


class EditionPanel(Lines):
    """Shows as much as there is room for, the news before the drawing."""

    def __init__(self) -> None:
        super().__init__()
        self._editions: tuple[str, ...] = ()

    def tell(self, editions: Sequence[str]) -> None:
        """About these editions from now on."""
        self._editions = tuple(editions)
        self.update_lines()

    def build(self, width: int, height: int) -> list[Content]:
        keys, room = self._editions, width - 3
        if not keys or room < 20:
            return []
        said = "in short" if keys == (BASE,) else "new here"
        name = Content.styled(f"{title_of(keys)} · {said}", "bold $accent")
        pitch = page_of(keys[0] if len(keys) == 1 else MIXES).pitch
        about = wrap(Content.styled(pitch, "italic $muted"), room)
        art = art_lines(mood_of(keys))
        head = wrap(name, room)
        news = news_lines(keys, room)
        for most in (2, 1):
            if len(head) + len(news) + len(about) > height:
                news = news_lines(keys, room, most)
        lines = [*head, *news]
        if len(lines) + len(about) + 1 <= height:
            lines = [*head, *about, Content(), *news]
        if len(lines) + len(art) < height:
            lines = [*art, Content(), *lines]
        elif len(head) + len(news) + len(art) <= height:
            lines = [*art, *head, *news]
        wall = Content.styled(" │ ", "$muted")
        return [wall + line for line in filled(lines, height)]


class Seating(Lines):
    """Seats around a table, clockwise; the first one is at the bottom."""

    def __init__(self) -> None:
        super().__init__()
        self._seats: Sequence[Seat] = ()
        self._words: Sequence[str] = ()

    def tell(self, seats: Sequence[Seat], words: Sequence[str]) -> None:
        """Who sits there, and the words in the middle of the table."""
        self._seats, self._words = seats, words
        self.update_lines()

    def build(self, width: int, height: int) -> list[Content]:
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
            canvas.put(x, y, cut(seat.name, NAMES), f"bold $seat-{at % 8}")
            canvas.put(x, y + 1, kind, "$muted")
        return canvas.lines()

    def _board(self, canvas: "_Canvas", x: int, y: int, wide: int, high: int) -> None:
        style = "$muted"
        rule = "─" * (2 * wide - 1)
        canvas.put(x, y - high, f"╭{rule}╮", style)
        for row in range(y - high + 1, y + high):
            canvas.put(x - wide, row, "│", style)
            canvas.put(x + wide, row, "│", style)
        canvas.put(x, y + high, f"╰{rule}╯", style)
        for row, word in enumerate(self._words, y - len(self._words) // 2):
            canvas.put(x, row, cut(word, 2 * wide - 3), "$foreground")


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

    def lines(self) -> list[Content]:
        lines = []
        for row in self._rows:
            line = Content()
            for start, word, style in sorted(row):
                line = Content.assemble(line, " " * (start - line.cell_length), (word, style))
            lines.append(line)
        return lines
