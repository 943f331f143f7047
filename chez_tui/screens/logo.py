"""The name of the game in letters of our own, as large as there is room for."""

from typing import Final

from rich.text import Text

from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import SMALL, TOO_SMALL
from chez_tui.kit.themes import Palette
from chez_tui.screens.table.card import LETTERS, SHAPES

# Six rows of dots for each letter.
_LETTERS: Final = {
    "c": (".####", "#....", "#....", "#....", "#....", ".####"),
    "h": ("#...#", "#...#", "#####", "#...#", "#...#", "#...#"),
    "e": ("#####", "#....", "####.", "#....", "#....", "#####"),
    "z": ("#####", "....#", "..##.", ".#...", "#....", "#####"),
    "-": ("...", "...", "###", "...", "...", "..."),
    "t": ("#####", "..#..", "..#..", "..#..", "..#..", "..#.."),
    "u": ("#...#", "#...#", "#...#", "#...#", "#...#", ".###."),
    "i": ("###", ".#.", ".#.", ".#.", ".#.", "###"),
}
_WORD: Final = "chez-tui"
_ROWS: Final = 6
_KINDS: Final = ("person", "thing", "activity", "whenever", "", "role", "role", "role")
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}

TAGLINE: Final = "Share a flat. Mind your Slack. Send the pests next door."


def signs(palette: Palette) -> Text:
    """The card types with their shapes, letters, words and colors."""
    line = Text(no_wrap=True)
    for kind, letter in LETTERS.items():
        line.append(f"{SHAPES[kind]}{letter} {kind}   ", palette.kind(kind))
    line.rstrip()
    return line


class Logo(Lines):
    """The logo and a line below it; on a small screen only the line."""

    def build(self, width: int, height: int) -> list[Text]:
        size = self.app.size
        art = self._art(size.width, size.height)
        small = size.width < SMALL[0] or size.height < SMALL[1]
        words = TOO_SMALL.format(*size, *SMALL) if small else TAGLINE
        tagline = Text.assemble((words, self.palette.muted))
        lines = [*([Text()] if size.height >= 22 else []), *art, Text(), tagline]
        for line in lines:
            line.pad_left(max(0, (width - line.cell_len) // 2))
        return lines

    def _art(self, width: int, height: int) -> list[Text]:
        if height < 20 or width < 60:
            return [Text.assemble((_WORD, f"bold {self.palette.accent}"))]
        if width >= 110 and height >= 34:
            return [self._row(row, wide=2) for row in range(_ROWS)]
        if self.chez.world.settings.ascii:  # half blocks have no twins
            return [self._row(row) for row in range(_ROWS)]
        return [self._row(row, halves=True) for row in range(0, _ROWS, 2)]

    def _row(self, row: int, wide: int = 1, halves: bool = False) -> Text:
        """One line of all letters: one row of dots, or two of them in half blocks."""
        palette = self.palette
        gap = wide + 1
        line = Text(no_wrap=True)
        for letter, kind in zip(_WORD, _KINDS, strict=True):
            dots = _LETTERS[letter]
            if halves:
                pairs = zip(dots[row], dots[row + 1], strict=True)
                cells = "".join(_HALVES[upper + lower] for upper, lower in pairs)
            else:
                cells = "".join(("█" if dot == "#" else " ") * wide for dot in dots[row])
            style = palette.kind(kind) if kind else palette.muted
            line.append(cells + " " * gap, f"bold {style}")
        line.right_crop(gap)
        return line


# A room as it should be, and in which color each part of it is drawn.
_ROOM: Final = (
    (r"           ", r"     .--------.--------.     ", r"                 ", r"   \   /   "),
    (r"   /\_/\   ", r"     |        |        |     ", r"    ________     ", r"    \ /    "),
    (r"  ( o.o )  ", r"   .-|        |        |-.   ", r"   /_pizza_/     ", r" .-------. "),
    (r"   )   (   ", r"   | '--------'--------' |   ", r"  =============  ", r" | slack | "),
    (r"  (_(_)_)~ ", r"   |_____________________|   ", r"   ||       ||   ", r" |_______| "),
)
_PARTS: Final = ("person", "muted", "whenever", "thing")


class Room(Lines):
    """A drawing for screens that have room for it."""

    def build(self, width: int, height: int) -> list[Text]:
        palette = self.palette
        lines = []
        for row in _ROOM:
            line = Text(no_wrap=True)
            for part, kind in zip(row, _PARTS, strict=True):
                line.append(part, palette.kind(kind))
            lines.append(line)
        lines.append(Text.assemble(("─" * lines[0].cell_len, palette.muted)))
        for line in lines:
            line.pad_left(max(0, (width - line.cell_len) // 2))
        return lines
