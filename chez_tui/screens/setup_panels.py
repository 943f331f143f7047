"""Beside a form: what the editions are about, and who sits where."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from textual.content import Content

from chez_tui.kit.canvas import CALM, Canvas, Drawing
from chez_tui.kit.lines import Lines
from chez_tui.kit.text import wrap
from chez_tui.play.editions import news_of, title_of
from chez_tui.play.options import Seat
from chez_tui.play.pages import BASE, MIXES, mood_of, page_of
from chez_tui.screens.signs import art_lines

PANELED: Final = 80  # cells from which on a form has room for a panel beside it
NARROW, BROAD, BROADEST = 36, 52, 110
HIGHEST: Final = 26
NAMES: Final = 12  # cells for a name beside the table


def panel_width(width: int) -> int:
    """Return how wide a panel is on a screen of that width."""
    return BROAD if width >= BROADEST else NARROW


def news_lines(editions: Sequence[str], width: int, most: int = 3) -> list[Content]:
    """Return what is new in these editions, at most that many points for each."""
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
        super().__init__(classes="frame")
        self._editions: tuple[str, ...] = ()

    def tell(self, editions: Sequence[str]) -> None:
        """Show these editions from now on."""
        self._editions = keys = tuple(editions)
        said = "in short" if keys == (BASE,) else "new here"
        self.border_title = Content(f"{title_of(keys)} · {said}")
        self.update_lines()

    def build(self, width: int, height: int) -> list[Content]:
        keys = self._editions
        if not keys or width < 20:
            return []
        pitch = page_of(keys[0] if len(keys) == 1 else MIXES).pitch
        about = wrap(Content.styled(pitch, "italic $muted"), width)
        art = art_lines(mood_of(keys))
        news = news_lines(keys, width)
        for most in (2, 1):
            if len(news) + len(about) > height:
                news = news_lines(keys, width, most)
        lines = news
        if len(lines) + len(about) + 1 <= height:
            lines = [*about, Content(), *news]
        if len(lines) + len(art) < height:
            lines = [*art, Content(), *lines]
        elif len(news) + len(art) <= height:
            lines = [*art, *news]
        return lines[:height]


class Seating(Drawing):
    """Seats around a table, clockwise; the first one is at the bottom."""

    FILL = "panel"

    def __init__(self) -> None:
        super().__init__(classes="frame")
        self.border_title = Content("At the table")
        self._seats: Sequence[Seat] = ()
        self._words: Sequence[str] = ()

    def tell(self, seats: Sequence[Seat], words: Sequence[str]) -> None:
        """Show who sits there, and words in the middle of the table."""
        self._seats, self._words = seats, words
        self.update_lines()

    def draw(self, canvas: Canvas) -> None:
        width, rows = canvas.width, min(canvas.height, HIGHEST)
        if width < 30 or rows < 11 or not self._seats:
            return
        middle, center = width // 2, rows // 2
        wide, high = width // 2 - 2 - NAMES, rows // 2 - 3
        x, y = middle - wide, center - high
        canvas.box(x, y, 2 * wide + 1, 2 * high + 1, CALM, "line", "felt")
        for row, word in enumerate(self._words, center - len(self._words) // 2):
            canvas.middle(x + 1, row, 2 * wide - 1, word, "muted")
        for at, seat in enumerate(self._seats):
            angle = pi / 2 + 2 * pi * at / len(self._seats)
            left = middle + round(cos(angle) * (width // 2 - NAMES // 2)) - NAMES // 2
            left = max(0, min(left, width - NAMES))
            y = center + round(sin(angle) * (rows // 2 - 1))
            y = max(0, min(y, rows - 2))
            canvas.middle(left, y, NAMES, seat.name, f"seat-{at % 8}", "bold")
            kind = f"bot, {seat.level}" if seat.level else "person"
            canvas.middle(left, y + 1, NAMES, kind, "muted")
