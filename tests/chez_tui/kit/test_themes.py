"""Colors and signs: readable everywhere, the same width everywhere, no emoji."""

import re
import unicodedata
from typing import Final

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from chez_tui.kit.ascii import to_ascii
from chez_tui.kit.lines import apart, cells_in_ascii
from chez_tui.kit.themes import (
    DEFAULT,
    KINDS,
    PALETTES,
    READABLE,
    SEATS,
    Palette,
    contrast,
    in_256,
    textual_theme,
)
from chez_tui.screens.signs import ILLICIT_SIGN, LETTERS, MILITARY_SIGN, SHAPES
from chez_tui.settings import AUTO, THEMES
from core.catalog import EDITIONS
from tests.kit.table import cards

GROUNDS: Final = ("table", "felt", "panel")
# Which text stands on which fill; drawings such as frames and empty bars may be fainter.
STANDS: Final = {
    **dict.fromkeys(GROUNDS, ("text", "muted", "accent", "good", "alarm", *KINDS, *SEATS)),
    "rise": ("text", "muted", "accent", "alarm", *SEATS),
    "shade": ("text", "muted", "accent"),
    "paper": ("ink", "ink2"),
    "back": ("paper",),
    "alarm-tint": ("text", "muted", "alarm", "accent", *SEATS),
    "alarm-fill": ("alarm-ink",),
    "odds-good": ("good",),
    "odds-alarm": ("alarm",),
    "answer": ("text", "accent"),
    "chip-accent": ("text", "accent"),
    **dict.fromkeys(("accent", "good", "alarm", *KINDS, *SEATS), ("over",)),
    **{f"dim-{kind}": (kind,) for kind in KINDS},
    **{f"chip-{kind}": (kind, "text", "accent") for kind in KINDS},
    **{f"tile-{kind}": ("text", "muted", "accent", kind) for kind in KINDS},
    **{f"tile-band-{kind}": ("text", kind) for kind in KINDS},
}


def test_there_is_one_for_every_edition_and_need() -> None:
    assert {*EDITIONS, "light", "contrast", "terminal", "mono"} == set(PALETTES)
    assert DEFAULT in PALETTES
    assert (AUTO, *PALETTES) == THEMES
    assert set(PALETTES["mono"].colors.values()) == {"#000000", "#ffffff"}
    assert {frozenset(palette.colors) for palette in PALETTES.values()} == {
        frozenset(PALETTES[DEFAULT].colors)
    }


def test_the_terminal_s_own_colors_are_those_with_names() -> None:
    own = PALETTES["terminal"]
    assert all(re.fullmatch("ansi_[a-z_]+", color) for color in own.colors.values())
    assert textual_theme(own).ansi
    assert len({own[seat] for seat in SEATS}) == 8


READ: Final = [palette for palette in PALETTES.values() if palette.name != "terminal"]


@pytest.mark.parametrize("palette", READ, ids=lambda palette: palette.name)
def test_text_is_readable_on_every_fill_it_stands_on(palette: Palette) -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", color) for color in palette.colors.values())
    for shown in (palette, of_256(palette)):
        ratios = {
            (ink, fill): round(contrast(shown[ink], shown[fill]), 2)
            for fill, inks in STANDS.items()
            for ink in inks
        }
        assert {pair: ratio for pair, ratio in ratios.items() if ratio < READABLE} == {}
    if palette.name != "mono":
        assert len({palette[seat] for seat in SEATS}) == 8
        # Alarm and accent stay alone: no seat and no type has their colors.
        assert not {palette["alarm"], palette["accent"]} & {palette[r] for r in (*SEATS, *KINDS)}
    assert contrast(palette["edge-role"], palette["paper"]) > 3  # large letters
    theme = textual_theme(palette)
    assert (theme.name, theme.background, theme.foreground, theme.surface) == (
        palette.name, palette["table"], palette["text"], palette["panel"],
    )  # fmt: skip
    assert not theme.ansi  # together with NO_COLOR it would be black on black
    assert theme.dark == (palette.name != "light")


def of_256(palette: Palette) -> Palette:
    """Return the colors that a terminal with 256 of them shows."""
    codes = {
        role: Color.parse(color).downgrade(ColorSystem.EIGHT_BIT)
        for role, color in in_256(palette).colors.items()
    }
    shown = {role: "#{:02x}{:02x}{:02x}".format(*c.get_truecolor()) for role, c in codes.items()}
    return Palette(palette.name, palette.title, shown)


def test_contrast_counts_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# -- signs -----------------------------------------------------------------------------------------


def test_every_sign_is_one_cell_wide_no_emoji_and_tells_types_apart() -> None:
    assert SHAPES.keys() == LETTERS.keys() == {face.kind for face in cards().faces}
    for signs in (SHAPES, LETTERS, {kind: cells_in_ascii(SHAPES[kind]) for kind in SHAPES}):
        assert len(set(signs.values())) == len(SHAPES)
    for sign in (*SHAPES.values(), MILITARY_SIGN, ILLICIT_SIGN):
        assert len(sign) == cell_len(sign) == 1
        assert ord(sign) < 0x1F000
        assert unicodedata.east_asian_width(sign) not in "WF"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Ada,Alexander", "Ada,Alexander"),
        ("Ada,Alexander the Great", "Ada,Alexander…"),
        (
            "Alexander the Great,Alexander the Grim,Alexander Bell",
            "Alexan…eat,Alexand…im,Alexa…Bell",
        ),
        ("Player Number 10,Player Number 20,Player Number 21", "Player …10,Player …20,Player …21"),
        ("Maximilian,Maximilian I,Maximilian II", "Maximilian,Maximilia…,Maximili…I"),
        ("日本日本日本日本A,日本日本日本日本B", "日本日本…A,日本日本…B"),
        ("Alexander the Great,Alexander the Great", "Alexander…,Alexander…"),
    ],
)
def test_names_that_differ_late_are_told_apart(names: str, told: str) -> None:
    short = apart(names.split(","), 10)
    assert short == told.split(",")
    assert all(cell_len(name) <= 10 for name in short)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Größe → ½ …", "Grose > 1 ~"),
        ("▸ ☻P ★ · 漢字 §", "> @P * - ???? &"),
        ("\u0301e\u0301", "e"),
        ("╭─╮│▔▁▎", "+-+|--|"),
        ("┏━┓┃┗┛ ╔═╗║╚╝ ╱╲", "#=#### ###### /\\"),
        ("█▒░ ▆▅▁ ▀▄▌ ☻■▲↯◆●", "#+- #+- ##| @#^!*O"),
    ],
)
def test_plain_signs_take_as_many_cells(text: str, shown: str) -> None:
    assert cells_in_ascii(text) == shown
    assert cell_len(shown) == cell_len(text)


def test_every_printed_text_can_be_said_in_plain_letters() -> None:
    for face in cards().faces:
        for text in (face.name, face.text, face.flavor):
            plain = to_ascii(text)
            assert plain.isascii()
            assert plain.count("?") == text.count("?"), text
