"""The name of the game in letters of our own, as large as there is room for."""

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from chez_tui.kit.lines import SMALL, Lines, holds
from chez_tui.kit.screen import TOO_SMALL
from chez_tui.screens.signs import LETTERS, SHAPES

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


def centered(lines: Sequence[Content], width: int) -> list[Content]:
    """Return the lines in the middle of so many cells."""
    return [line.pad_left(max(0, (width - line.cell_length) // 2)) for line in lines]


def signs() -> Content:
    """The card types with their shapes, letters, words and colors."""
    kinds = ((f"{SHAPES[kind]}{letter} {kind}   ", f"${kind}") for kind, letter in LETTERS.items())
    return Content.assemble(*kinds).rstrip()


class Logo(Lines):
    """The logo and a line below it; on a small screen only the line."""

    def build(self, width: int, height: int) -> list[Content]:
        size = self.app.size
        art = self._art(size.width, size.height)
        words = TAGLINE if holds(size, SMALL) else TOO_SMALL.format(*size, *SMALL)
        tagline = Content.assemble((words, "$muted"))
        lines = [*([Content()] if size.height >= 22 else []), *art, Content(), tagline]
        return centered(lines, width)

    def _art(self, width: int, height: int) -> list[Content]:
        if height < 20 or width < 60:
            return [Content.assemble((_WORD, "bold $accent"))]
        if width >= 110 and height >= 34:
            return [self._row(row, wide=2) for row in range(_ROWS)]
        if self.chez.world.settings.ascii:  # half blocks have no twins
            return [self._row(row) for row in range(_ROWS)]
        return [self._row(row, halves=True) for row in range(0, _ROWS, 2)]

    def _row(self, row: int, wide: int = 1, halves: bool = False) -> Content:
        """One line of all letters: one row of dots, or two of them in half blocks."""
        gap = wide + 1
        parts = []
        for letter, kind in zip(_WORD, _KINDS, strict=True):
            dots = _LETTERS[letter]
            if halves:
                pairs = zip(dots[row], dots[row + 1], strict=True)
                cells = "".join(_HALVES[upper + lower] for upper, lower in pairs)
            else:
                cells = "".join(("█" if dot == "#" else " ") * wide for dot in dots[row])
            parts.append((cells + " " * gap, f"bold ${kind or 'muted'}"))
        return Content.assemble(*parts).right_crop(gap)


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

    def build(self, width: int, height: int) -> list[Content]:
        lines = [
            Content.assemble(*((part, f"${kind}") for part, kind in zip(row, _PARTS, strict=True)))
            for row in _ROOM
        ]
        lines.append(Content.assemble(("─" * lines[0].cell_length, "$muted")))
        return centered(lines, width)
