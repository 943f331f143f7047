"""What an edition is, in a corner of a screen: its art, what it is about and what is new."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from chez_tui.kit.lines import Lines
from chez_tui.kit.text import wrap
from chez_tui.kit.themes import Palette
from chez_tui.play.editions import news_of, title_of
from chez_tui.play.pages import BASE, MIXES, mood_of, page_of
from chez_tui.screens.art import art_lines

PANELED: Final = 80  # cells from which on a form has room for a panel beside it
NARROW, BROAD, BROADEST = 36, 52, 110


def panel_width(width: int) -> int:
    """How wide a panel is on a screen of that width."""
    return BROAD if width >= BROADEST else NARROW


def news_lines(editions: Sequence[str], width: int, palette: Palette, most: int = 3) -> list[Text]:
    """What is new in these editions, so many points for each."""
    lines: list[Text] = []
    told = news_of(editions)
    for name, points in told:
        if len(told) > 1:
            lines.append(Text(name, style=f"bold {palette.accent}"))
        for point in points[:most]:
            mark = "◆ "
            for line in wrap(Text(point, style=palette.text), max(10, width - 2)):
                lines.append(Text.assemble((mark, palette.accent), line))
                mark = "  "
    return lines


class EditionPanel(Lines):
    """Shows as much as there is room for, the news before the drawing."""

    DEFAULT_CSS = "EditionPanel { height: 1fr; width: 34; }"

    def __init__(self) -> None:
        super().__init__()
        self._editions: tuple[str, ...] = ()

    def tell(self, editions: Sequence[str]) -> None:
        """About these editions from now on."""
        self._editions = tuple(editions)
        self.update_lines()

    def build(self, width: int, height: int) -> list[Text]:
        keys, room = self._editions, width - 3
        if not keys or room < 20:
            return []
        palette = self.palette
        said = "in short" if keys == (BASE,) else "new here"
        name = Text(f"{title_of(keys)} · {said}", style=f"bold {palette.accent}")
        pitch = page_of(keys[0] if len(keys) == 1 else MIXES).pitch
        about = wrap(Text(pitch, style=f"italic {palette.muted}"), room)
        art = art_lines(mood_of(keys), palette)
        head = [*wrap(name, room)]
        news = news_lines(keys, room, palette)
        for most in (2, 1):
            if len(head) + len(news) + len(about) > height:
                news = news_lines(keys, room, palette, most)
        lines = [*head, *news]
        if len(lines) + len(about) + 1 <= height:
            lines = [*head, *about, Text(), *news]
        if len(lines) + len(art) < height:
            lines = [*art, Text(), *lines]
        elif len(head) + len(news) + len(art) <= height:
            lines = [*art, *head, *news]
        wall = Text.assemble((" │ ", palette.muted))
        shown = [*lines[:height], *[Text()] * (height - len(lines))]
        return [wall + line for line in shown]
