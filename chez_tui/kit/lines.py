"""A zone of the screen made of lines of text; only lines that changed are painted again."""

from collections.abc import Callable, Coroutine, Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from chez_tui.kit.ascii import to_ascii

if TYPE_CHECKING:
    from chez_tui.world import World


T = TypeVar("T")

SMALL: Final = (80, 24)  # what a screen needs to show all there is
LIGHT: Final = 0.5  # of a fill, from 0 to 1
WIDE: Final = (110, 30)  # the least size for the log or chat beside the rest


def holds(size: Size, least: tuple[int, int]) -> bool:
    """Return whether a terminal is at least that large."""
    return size.width >= least[0] and size.height >= least[1]


def too_small(size: Size) -> str:
    """Return what to say if the terminal can't show everything."""
    return "" if holds(size, SMALL) else f"{size.width}x{size.height}: 80x24 shows all"


# What the screen draws with: types of cards, bars, marks, frames by what they mean, tape, backs.
_SIGNS: Final = str.maketrans(
    "☻■▲↯◆★§●" "█▇▆▒▅░▁▔▀▄▐▎▊▕▏" "─│╭╮╰╯┌┐└┘├┤┬┴┼┄┊" "━┃┏┓┗┛═║╔╗╚╝╱╲" "▌▸◀✓…↑↓←→",
    "@#^!**&O" "###++---###||||" "-|+++++++++++++-:" "=###########" + "/\\" "|><x~^v<>",
)  # fmt: skip


class Chez(Protocol):
    """What screens and their zones know of the app."""

    world: "World"
    editions: tuple[str, ...]  # what is played, or about to be
    theme: str
    window_title: str

    def play_editions(self, editions: Sequence[str]) -> None: ...
    def set_mood(self, edition: str) -> None: ...
    def apply_looks(self) -> None: ...
    def alert(self, what: str, rings: bool = True) -> None: ...
    def browser(self, changed: Callable[[], None]) -> Any: ...
    def walk(self, way: Coroutine[Any, Any, object]) -> None: ...
    def read_rules(self, clause: str = "") -> None: ...
    def action_redraw(self) -> None: ...

    def action_suspend(self) -> None: ...


class Lines(Widget):
    """Shows a list of lines. Subclasses build them in `build` for the size they have."""

    def __init__(self, lines: Sequence[Content] = (), **options: str | None) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._lines: Sequence[Content] = list(lines)
        self._style: Style | None = None  # worked out once, since it takes as long as a line
        self._built_for: Size | None = None  # the size that the lines were built for

    @property
    def chez(self) -> Chez:
        return cast(Chez, self.app)

    def build(self, width: int, height: int) -> Sequence[Content]:
        """Return the lines for that much room; without an override, those given to `show`."""
        return self._lines

    def show(self, lines: Sequence[Content]) -> None:
        """Replace the lines and paint those that are different."""
        old, self._lines = self._lines, list(lines)
        if len(old) != len(self._lines) and self.styles.height is not None:
            self.refresh(layout=self.styles.height.is_auto)
            return
        pairs = enumerate(zip(old, self._lines, strict=False))
        changed = [
            Region(0, y, self.size.width, 1)
            for y, (before, now) in pairs
            if not before.is_same(now)
        ]
        if changed:
            self.refresh(*changed)

    def update_lines(self) -> None:
        """Build the lines again, because their subject has changed."""
        self._built_for = self.size
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
        if self._built_for != self.size:  # painted before its resize event: not empty first
            self._built_for = self.size
            self._lines = list(self.build(*self.size))
        if self._style is None:
            self._style = self.rich_style
        style = self._style
        if y >= len(self._lines):
            return Strip.blank(width, style)
        parts = self._lines[y].render(self.visual_style, "", self.app.stylesheet.parse_style)
        segments = [Segment(part, look.rich_style) for part, look in parts]
        return Strip(segments).adjust_cell_length(width, style)


@lru_cache(4096)
def cells_in_ascii(text: str) -> str:
    """Return a text in ASCII, as wide as before."""
    if text.isascii():
        return text
    signs = text.translate(_SIGNS)
    return "".join(c if c.isascii() else to_ascii(c)[:1] * cell_len(c) for c in signs)


class AsciiFilter(LineFilter):
    """Shows a line in plain ASCII, cell by cell; also what is drawn by widgets of Textual."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(cells_in_ascii(text), style) for text, style, _ in segments]


class Uncolored(LineFilter):
    """Shows a line without colors; a light fill, which says something, is reverse video."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text, style and _uncolored(style)) for text, style, _ in segments]


@lru_cache(4096)
def _uncolored(style: Style) -> Style:
    fill = style.color if style.reverse else style.bgcolor
    if fill is None or fill.is_default:
        return style.without_color
    light = Color(*fill.get_truecolor()).brightness > LIGHT
    return style.without_color + Style(reverse=light)


class Kept(Generic[T]):
    """A cache for what the cursor needs again soon as it goes up and down."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._made: dict[Hashable, T] = {}

    def find(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made for a key; otherwise `make` it."""
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= self._most:
                self._made.clear()
            found = self._made[key] = make()
        return found


def fit(text: str, width: int) -> str:
    """Return a text cut or filled to exactly that many cells."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…"
    return set_cell_size(text, width)


def cut(text: str, width: int) -> str:
    """Return a text, cut if it's longer than that many cells."""
    return fit(text, width) if cell_len(text) > width else text


def apart(names: Sequence[str], width: int) -> list[str]:
    """Return names cut to that many cells; names that differ late keep their different ends."""
    short = [cut(name, width) for name in names]
    found = []
    for name, seen in zip(names, short, strict=True):
        alike = [o for o, other in zip(names, short, strict=True) if other == seen and o != name]
        shared = (max(n for n in range(len(name) + 1) if o.startswith(name[:n])) for o in alike)
        same = sorted(shared)
        ends = [name[at:] for at in same if cell_len(name[at:]) <= width // 2]
        end = (ends[0] if ends else cut(name[same[-1] :], width // 2)) if same else ""
        found.append(cut(name, width - cell_len(end)) + end)
    return found
