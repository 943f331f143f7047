"""Makes what Textual writes shorter: cells that already look like that are left out.

Textual paints a line again from the left edge of its widget when anything in it changes, and the
whole screen when anything moves. What it writes for that has one narrow form: jumps, styled text
and a last jump for the cursor. Only that form is made shorter. Anything else passes as it is, and
what the screen shows counts as unknown from then on, so that a mistake costs bytes and never a
wrong picture.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from unicodedata import category, east_asian_width

from rich.cells import cell_len, get_character_cell_size

from chez_tui.kit.terminal.styles import switch

_TEXT: Final = r"[^\x00-\x1f\x7f-\x9f]"
_PART: Final = re.compile(
    rf"\x1b\[(?P<row>[1-9]\d*);(?P<column>[1-9]\d*)H"
    rf"|\x1b\[(?P<style>[\d;]*)m(?P<styled>{_TEXT}*)\x1b\[0m"
    rf"|(?P<plain>{_TEXT}+)"
    r"|\n"
)
# The bell, the marks around an update, and messages to the terminal other than links.
_HARMLESS: Final = re.compile(
    r"(?:\x07|\x1b\[\?2026[hl]|\x1b\](?!8;)[^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\))*"
)
_STYLE: Final = re.compile(r"\x1b\[([\d;:]*)m")
_RESET: Final = "\x1b[0m"
UNKNOWN: Final = ""  # a cell of which nothing is known; no text of one cell is equal to it
PICTURES: Final = "\U0001f000"  # from here on terminals differ in what they join and how wide it is
JOINED: Final = 6  # cells that may as well be written again, since a jump costs as much


@dataclass(slots=True)
class Piece:
    """A part of a line as Textual writes it, in one go from a jump on."""

    row: int
    column: int
    raw: str = ""
    texts: list[str] = field(default_factory=list)  # cell by cell
    styles: list[str] = field(default_factory=list)
    width: int = 0
    sure: bool = True  # whether every terminal gives every character one cell


class NotAFrame(Exception):
    """Output that isn't an update of the screen as Textual writes it."""


class Cells:
    """The cells we know the terminal shows."""

    def __init__(self) -> None:
        self.forgotten = 0  # how many times; tells whether something came in between
        self._size = (0, 0)
        self._texts: list[list[str]] = []
        self._styles: list[list[str]] = []
        self._cursor = (0, 0)
        self._plain = True  # whether text without a style looks like that

    def forget(self) -> None:
        """Forget everything, since another program used the terminal."""
        self.forgotten += 1
        self._size = (0, 0)

    def shorter(self, data: str, size: tuple[int, int]) -> str:
        """Return the least to write instead, on a screen of that size."""
        if _HARMLESS.fullmatch(data):
            return data
        since = self.forgotten
        try:
            pieces, cursor = frame(data, size)
        except NotAFrame:
            self.forget()
            if styles := _STYLE.findall(data):
                self._plain = styles[-1] in ("", "0")
            return data
        if not self._plain:
            self.forget()
            self._plain = _RESET in data
            return data
        if size != self._size:
            self._begin(size)
            for piece in pieces:
                self._keep(piece)
            written = data
        else:
            written = self._differences(pieces)
            if written or cursor != self._cursor:
                written += _jump(*cursor)
        self._cursor = cursor
        if self.forgotten != since:  # a signal came in between and something else was written
            self.forget()
            return data
        return written

    def _begin(self, size: tuple[int, int]) -> None:
        columns, rows = self._size = size
        self._texts = [[UNKNOWN] * columns for _ in range(rows)]
        self._styles = [[""] * columns for _ in range(rows)]

    def _keep(self, piece: Piece) -> None:
        """Note what a piece makes the terminal show."""
        texts, start = self._texts[piece.row], piece.column
        if piece.sure:
            end = start + piece.width
            texts[start:end] = piece.texts
            self._styles[piece.row][start:end] = piece.styles
        else:  # where it ends, and whether it joins what is before it, is for the terminal to say
            start = max(0, start - 1)
            texts[start:] = [UNKNOWN] * (len(texts) - start)

    def _differences(self, pieces: list[Piece]) -> str:
        written: list[str] = []
        style = ""  # in which the terminal writes
        for piece in pieces:
            if not piece.sure:
                written.append(_RESET + piece.raw if style else piece.raw)
                style = ""
                self._keep(piece)
                continue
            for first, end in self._changed(piece):
                written.append(_jump(piece.row, piece.column + first))
                at = first
                while at < end:
                    if piece.styles[at] != style:
                        written.append(switch(style, piece.styles[at]))
                        style = piece.styles[at]
                    start = at
                    while at < end and piece.styles[at] == style:
                        at += 1
                    written += piece.texts[start:at]
            self._keep(piece)
        if style:
            written.append(_RESET)
        return "".join(written)

    def _changed(self, piece: Piece) -> list[tuple[int, int]]:
        """Return the ranges in which the piece differs from what the terminal shows."""
        start, end = piece.column, piece.column + piece.width
        texts, styles = self._texts[piece.row][start:end], self._styles[piece.row][start:end]
        if texts == piece.texts and styles == piece.styles:
            return []
        found: list[tuple[int, int]] = []
        first = last = -1
        cells = zip(texts, piece.texts, styles, piece.styles, strict=True)
        for at, (text, new_text, style, new_style) in enumerate(cells):
            if text == new_text and style == new_style:
                continue
            if first < 0:
                first = at
            elif at - last > JOINED:
                found.append((first, last + 1))
                first = at
            last = at
        found.append((first, last + 1))
        return found


def frame(data: str, size: tuple[int, int]) -> tuple[list[Piece], tuple[int, int]]:
    """Return the pieces of a screen update, and where the cursor is at its end."""
    columns, rows = size
    pieces: list[Piece] = []
    piece: Piece | None = None  # the one that is being written
    begun = end = 0
    for part in _PART.finditer(data):
        start, last_end, end = part.start(), end, part.end()
        if start != last_end:
            raise NotAFrame
        if part["row"] is not None:
            if piece is not None:
                _finish(piece, data[begun:start], pieces, columns)
            begun, piece = start, Piece(int(part["row"]) - 1, int(part["column"]) - 1)
            if piece.row >= rows or piece.column >= columns:
                raise NotAFrame
        elif piece is None:
            raise NotAFrame
        elif part[0] == "\n":  # a jump follows, so that it has no effect but in the last line
            if piece.row == rows - 1:
                raise NotAFrame
            _finish(piece, data[begun:start], pieces, columns)
            piece = None
        else:
            text = part["plain"] if part["plain"] is not None else part["styled"]
            piece.texts += text
            piece.styles += [part["style"] or ""] * len(text)
            sure = _is_sure(text)
            piece.width += len(text) if sure else cell_len(text)
            piece.sure = piece.sure and sure
    if end != len(data) or piece is None or piece.texts:
        raise NotAFrame
    return pieces, (piece.row, piece.column)


def _finish(piece: Piece, raw: str, pieces: list[Piece], columns: int) -> None:
    if piece.column + piece.width > columns:
        raise NotAFrame
    if piece.texts:
        piece.raw = raw
        pieces.append(piece)


def _jump(row: int, column: int) -> str:
    return f"\x1b[{row + 1};{column + 1}H"


@lru_cache(maxsize=4096)
def _is_sure(text: str) -> bool:
    """Return whether every character takes one cell in all terminals."""
    return text.isascii() or all(
        character.isascii()
        or (
            character < PICTURES
            and get_character_cell_size(character) == 1
            and east_asian_width(character) not in "WF"
            and category(character)[0] in "LNPS"
        )
        for character in text
    )
