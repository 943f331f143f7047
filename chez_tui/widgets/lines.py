"""A zone of the screen made of lines of text; only lines that changed are painted again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from chez_tui.glyphs import Glyphs
from chez_tui.looks import Palette
from chez_tui.widgets.wrapping import plain

if TYPE_CHECKING:
    from chez_tui.app import ChezApp


class Lines(Widget):
    """Shows a list of lines. Subclasses build them in `build` for the size they have."""

    DEFAULT_CSS = """
    Lines { height: auto; width: 1fr; }
    """

    def __init__(self, lines: Sequence[Text] = (), **options: str | None) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._lines: list[Text] = list(lines)
        self._style: Style | None = None  # worked out once, since it takes as long as a line

    @property
    def chez(self) -> "ChezApp":
        return cast("ChezApp", self.app)

    @property
    def glyphs(self) -> Glyphs:
        return self.chez.glyphs

    @property
    def palette(self) -> Palette:
        return self.chez.palette

    def build(self, width: int, height: int) -> list[Text]:
        """The lines for that much room; the lines given to `show` if not overridden."""
        return self._lines

    def show(self, lines: Sequence[Text]) -> None:
        """Replaces the lines and paints what is different, from column to column."""
        old, self._lines = self._lines, list(lines)
        if len(old) != len(self._lines) and self.styles.height is not None:
            self.refresh(layout=self.styles.height.is_auto)
            return
        changed = []
        width, ascii_only = self.size.width, self.glyphs.ascii
        for y, (before, now) in enumerate(zip(old, self._lines, strict=False)):
            if before is now or (before == now and before.style == now.style):
                continue
            # Plain letters may take more room than what they stand for.
            first, last = (0, width) if ascii_only else difference(before, now)
            if first < min(last, width):
                changed.append(Region(first, y, min(last, width) - first, 1))
        if changed:
            self.refresh(*changed)

    def update_lines(self) -> None:
        """Builds the lines anew, because what they tell has changed."""
        self.show(self.build(self.size.width, self.size.height))

    def on_resize(self) -> None:
        self.update_lines()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(self._lines))

    def notify_style_update(self) -> None:
        self._style = None
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self._style is None:
            self._style = self.rich_style
        style = self._style
        if y >= len(self._lines):
            return Strip.blank(width, style)
        text = self._lines[y]
        if self.glyphs.ascii and not text.plain.isascii():
            text = plain(text)
        console = self.app.console
        base = style + console.get_style(text.style) if text.style else style
        segments = Segment.apply_style(text.render(console), base)
        return Strip(segments).adjust_cell_length(width, style)


def difference(before: Text, now: Text) -> tuple[int, int]:
    """From which cell up to which one line looks different from another."""
    widest = max(before.cell_len, now.cell_len)
    if before.style != now.style:
        return 0, widest
    old, new = _styled(before), _styled(now)
    first = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        first += 1
    start = cell_len(now.plain[:first])
    if before.cell_len != now.cell_len:
        return start, widest
    last = 0
    most = min(len(old), len(new)) - first
    while last < most and old[-1 - last] == new[-1 - last]:
        last += 1
    return start, widest - cell_len(now.plain[len(new) - last :])


def _styled(text: Text) -> list[tuple[str, tuple[str | Style, ...]]]:
    """Each character with all that is said about its looks."""
    styles: list[tuple[str | Style, ...]] = [()] * len(text)
    for start, end, style in text.spans:
        for at in range(start, min(end, len(styles))):
            styles[at] = (*styles[at], style)
    return list(zip(text.plain, styles, strict=True))


def fit(text: str, width: int, ellipsis: str = "…") -> str:
    """A text cut or filled to exactly that many cells."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + ellipsis
    return set_cell_size(text, width)
