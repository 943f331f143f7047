"""The drawing of an edition, beside a menu."""

from rich.text import Text

from chez_tui.kit.lines import Lines
from chez_tui.kit.themes import Palette
from chez_tui.play.pages import mood_of, page_of


def art_lines(edition: str, palette: Palette) -> list[Text]:
    """The drawing of an edition."""
    return [Text(row, style=palette.accent, no_wrap=True) for row in page_of(edition).art]


class Art(Lines):
    """The drawing in the middle of its room, and below it what is played."""

    DEFAULT_CSS = "Art { height: 1fr; width: 32; }"

    def __init__(self) -> None:
        super().__init__()
        self._editions: tuple[str, ...] = ()

    def tell(self, editions: tuple[str, ...]) -> None:
        """For these editions from now on."""
        self._editions = editions
        self.update_lines()

    def build(self, width: int, height: int) -> list[Text]:
        if not self._editions:
            return []
        names = " + ".join(key.capitalize() for key in self._editions)
        caption = Text(names if len(names) <= width else f"a mix of {len(self._editions)}")
        caption.stylize(f"bold {self.palette.accent}")
        caption.pad_left(max(0, (width - 2 - caption.cell_len) // 2))
        lines = [*art_lines(mood_of(self._editions), self.palette), Text(), caption]
        if len(lines) > height:
            return []
        return [*[Text()] * ((height - len(lines)) // 3), *lines]
