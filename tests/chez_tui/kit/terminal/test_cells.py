"""Writing only what has changed shows the same picture, on every terminal and whatever comes by."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from benchmarks.screen_grid import BLANK, Cell, Grid
from chez_tui.kit.terminal.cells import Cells, NotAFrame, frame
from chez_tui.kit.terminal.styles import looks, switch
from tests.chez_tui.kit.terminal.shown import Tmux, needs_tmux

SIZE = (24, 6)
WORDS = (
    "Pam", "plays Sleep", " ", "     ", "─────", "█░▒☻■▲·", "a", "Übergeek", "日本", "e\u0301",
    "👍", "👩\u200d👧", "\u0301", "ｱ", "½", "(+2 Slack)",
)  # fmt: skip
STYLES = (
    "", "bold", "dim", "reverse", "bold reverse", "red", "bold #ff9f9f on #16181d", "on blue",
    "#e6e6e6 on #16181d", "#e6e6e6", "italic color(200)", "bold dim", "default on default",
    "underline bright_red on bright_blue", "blink2 overline",
)  # fmt: skip
NOISE = Cell("?", "31")


class Painter:
    """Writes updates as Textual does: lines of styled text from a place on."""

    def __init__(self, random: Random, size: tuple[int, int] = SIZE) -> None:
        self.random = random
        self.columns, self.rows = size
        self.last: list[str] = []

    def strip(self, width: int) -> str:
        segments = [
            Segment(self.random.choice(WORDS), Style.parse(self.random.choice(STYLES)))
            for _ in range(self.random.randrange(1, 5))
        ]
        strip = Strip(segments).adjust_cell_length(width, Style.parse(self.random.choice(STYLES)))
        return "".join(
            Strip.render_style(style or Style(), text, ColorSystem.TRUECOLOR)
            for text, style, _ in strip
        )

    def partial(self) -> str:
        """Some lines, each from the edge of a widget on; often the ones of the last time."""
        if self.last and self.random.random() < 0.3:
            return "\n".join(self.last) + self.cursor()
        lines = []
        for y in sorted(self.random.sample(range(self.rows), self.random.randrange(1, self.rows))):
            x = self.random.randrange(self.columns)
            width = self.random.randrange(1, self.columns - x + 1)
            lines.append(Control.move_to(x, y).segment.text + self.strip(width))
        self.last = self.random.sample(lines, self.random.randrange(1, len(lines) + 1))
        return "\n".join(lines) + self.cursor()

    def whole(self) -> str:
        lines = (
            Control.move_to(0, y).segment.text + self.strip(self.columns) for y in range(self.rows)
        )
        return "\n".join(lines) + self.cursor()

    def cursor(self) -> str:
        place = self.random.randrange(self.columns), self.random.randrange(self.rows)
        return Control.move_to(*place).segment.text


@cache
def odd_width(character: str) -> int:
    """A terminal with its own mind about everything that is not simply one cell wide."""
    width = get_character_cell_size(character)
    return width if width == 1 and character < "\ufffd" else ord(character) % 3


WIDTHS: tuple[Callable[[str], int], ...] = (get_character_cell_size, odd_width)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32), width=st.sampled_from(WIDTHS))
def test_the_picture_is_the_same(seed: int, width: Callable[[str], int]) -> None:
    random = Random(seed)
    painter, cells = Painter(random), Cells()
    ours, plain = Grid(SIZE, width), Grid(SIZE, width)
    for _ in range(20):
        data = foreign(random) if random.random() < 0.08 else painter.partial()
        if random.random() < 0.08:
            data = painter.whole()
        if random.random() < 0.05:  # the terminal has another size for a moment
            cells.forget()
            for grid in (ours, plain):
                grid.cells = [[NOISE] * SIZE[0] for _ in range(SIZE[1])]
            data = painter.whole()
        shorter = cells.shorter(data, SIZE)
        assert len(shorter) <= len(data) + len("\x1b[0m")
        plain.feed(data.encode())
        ours.feed(shorter.encode())
        assert ours.cells == plain.cells
        assert (ours.x, ours.y, ours.pen) == (plain.x, plain.y, plain.pen)


def foreign(random: Random) -> str:
    """What is not an update of the screen."""
    return random.choice(
        ("\x1b[2J", "\x1b[3;3Habc", "\x1b[0;31mred\x1b[0m", "\x07", "\x1b[?2026h", "\x1b[?2026l",
         "\n", "\x1b]2;title\x07", "\x1b]8;id=1;http://x\x1b\\ln\x1b]8;;\x1b\\", "\x1b[1mopen",
         "\x1b[m")
    )  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_new_size_begins_from_nothing(seed: int) -> None:
    random = Random(seed)
    cells = Cells()
    for _ in range(6):
        size = random.randrange(10, 30), random.randrange(3, 8)
        painter, ours, plain = Painter(random, size), Grid(size), Grid(size)
        for grid in (ours, plain):
            grid.cells = [[NOISE] * size[0] for _ in range(size[1])]
        for data in (painter.whole(), *(painter.partial() for _ in range(5))):
            plain.feed(data.encode())
            ours.feed(cells.shorter(data, size).encode())
        assert ours.cells == plain.cells


@needs_tmux
def test_a_real_terminal_shows_the_same(tmp_path: Path) -> None:
    random = Random(5)
    painter, cells = Painter(random), Cells()
    everything = [painter.whole(), *(painter.partial() for _ in range(300))]
    shorter = [cells.shorter(data, SIZE) for data in everything]
    assert sum(map(len, shorter)) < sum(map(len, everything))
    assert shown_by_tmux(shorter, tmp_path) == shown_by_tmux(everything, tmp_path)


def shown_by_tmux(writes: list[str], folder: Path) -> str:
    """Return what tmux shows at the end, with its styles."""
    told = folder / "told"
    told.write_text("\x1b[?7l" + "".join(writes) + "\x1b[0m", encoding="utf-8", newline="")
    with Tmux({}, SIZE) as tmux:
        tmux.line(f"clear; cat {told}; tmux wait-for -S told; sleep 300")
        tmux("wait-for", "told")
        return tmux("capture-pane", "-e", "-p")


# -- how little ------------------------------------------------------------------------------------


def line(row: int, text: str, style: str = "1;38;2;1;2;3;48;2;9;9;9") -> str:
    return f"\x1b[{row};1H\x1b[{style}m{text:<20}\x1b[0m\x1b[1;1H"


def shown(*writes: str) -> Cells:
    cells = Cells()
    for data in writes:
        cells.shorter(data, SIZE)
    return cells


def test_only_what_changes_is_written() -> None:
    for before, after, written in (
        (line(2, "Pam"), line(2, "Pam"), ""),
        (
            line(2, "Pam 1 and so on"),
            line(2, "Pam 2 and so on"),
            "\x1b[2;5H\x1b[1;38;2;1;2;3;48;2;9;9;9m2\x1b[0m\x1b[1;1H",
        ),
        # the cursor is put where it belongs
        (line(2, "Pam"), line(2, "Pam").replace("\x1b[1;1H", "\x1b[4;7H"), "\x1b[4;7H"),
        # close changes are written in one go
        (
            line(2, "a....b........c", "31"),
            line(2, "A....B........C", "31"),
            "\x1b[2;1H\x1b[31mA....B\x1b[2;15HC\x1b[0m\x1b[1;1H",
        ),
    ):
        assert shown(before).shorter(after, SIZE) == written


def test_after_something_unknown_all_is_written() -> None:
    again = line(2, "Pam")
    for unknown in ("\x1b[2J", "\x1b[?1049h", "\x1b[?25lPam", "\x1b[5;5Habc", "\x1b]8;;x\x1b\\"):
        cells = shown(again, unknown)
        assert cells.shorter(again, SIZE) == again, unknown


def test_what_touches_no_cell_is_let_pass() -> None:
    again = line(2, "Pam")
    for harmless in ("\x07", "\x1b[?2026h", "\x1b[?2026l", "\x1b]0;Pam's turn\x07"):
        cells = shown(again)
        assert cells.shorter(harmless, SIZE) == harmless
        assert cells.shorter(again, SIZE) == ""


def test_of_a_whole_frame_only_what_changes_is_written() -> None:
    whole = "\n".join(f"\x1b[{row};1H{row:<24}" for row in range(1, 7)) + "\x1b[1;1H"
    cells = shown(whole)
    assert cells.shorter(whole, SIZE) == ""
    assert cells.shorter(whole.replace("H4", "H7"), SIZE) == "\x1b[4;1H7\x1b[1;1H"
    cells.forget()
    assert cells.shorter(whole, SIZE) == whole


def test_a_line_with_wide_characters_is_written_as_it_is() -> None:
    wide = "\x1b[2;3H日本 Pam\x1b[1;1H"
    cells = shown(wide)
    assert cells.shorter(wide, SIZE) == wide
    assert cells.shorter("\x1b[2;2Hx\x1b[1;1H", SIZE) == "\x1b[2;2Hx\x1b[1;1H"


def test_a_write_in_the_midst_of_a_write_makes_all_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = shown(line(2, "Pam"))
    changed = Cells._changed

    def interrupted(self: Cells, piece: object) -> list[tuple[int, int]]:
        self.forget()
        return changed(self, piece)  # type: ignore[arg-type]

    monkeypatch.setattr(Cells, "_changed", interrupted)
    other = line(2, "Pan")
    assert cells.shorter(other, SIZE) == other
    monkeypatch.undo()
    assert cells.shorter(other, SIZE) == other
    assert cells.shorter(other, SIZE) == ""


@pytest.mark.parametrize(
    "data",
    [
        "", "Pam", "\x1b[1;1HPam", "\x1b[0;1H", "\x1b[7;1H", "\x1b[1;25H",
        "\x1b[1;20Hlonger\x1b[1;1H", "\x1b[1;1H\x1b[31mPam\x1b[1;1H", "\x1b[1;1HPam\n",
        "\n\x1b[1;1H", "\x1b[6;1HPam\n\x1b[1;1H", "\x1b[1;1HPam\n\n\x1b[1;1H",
        "\x1b[1;1H\tPam\x1b[1;1H", "\x1b[1;1H\x1b[KPam\x1b[1;1H", "\x1b[1;1H\x9b1m\x1b[1;1H",
    ],
)  # fmt: skip
def test_only_the_narrow_form_is_taken_for_an_update(data: str) -> None:
    with pytest.raises(NotAFrame):
        frame(data, SIZE)


# -- styles ----------------------------------------------------------------------------------------


@given(st.sampled_from(STYLES), st.sampled_from(STYLES))
def test_switching_styles_comes_to_the_same(old: str, new: str) -> None:
    before, after = (Strip.render_ansi(Style.parse(s), ColorSystem.TRUECOLOR) for s in (old, new))
    grid, plain = Grid(SIZE), Grid(SIZE)
    grid.feed(f"\x1b[{before}m{switch(before, after)}x".encode())
    plain.feed(f"\x1b[{after}mx".encode())
    assert grid.cells[0][0] == plain.cells[0][0] != BLANK


def test_a_switch_says_only_what_is_different() -> None:
    assert switch("1;31;44", "31;44") == "\x1b[22m"
    assert switch("31;44", "1;32;44") == "\x1b[1;32m"
    assert switch("31", "") == "\x1b[0m"
    assert switch("3;31;44", "31;44") == "\x1b[0;31;44m"
    assert looks("38;2;1;2") is None
    assert switch("31", "58;5;1") == "\x1b[0;58;5;1m"
