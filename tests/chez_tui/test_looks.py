"""Colors and signs: readable everywhere, the same width everywhere, no emoji."""

import re
import unicodedata
from dataclasses import fields

import pytest
from rich.cells import cell_len

from chez_tui.config import CHOICES
from chez_tui.glyphs import ASCII, LETTERS, UNICODE, Glyphs, to_ascii
from chez_tui.launch import THEMES
from chez_tui.looks import DEFAULT, PALETTES, Palette, contrast, textual_theme
from core.catalog import EDITIONS
from tests.kit.table import cards

CARRIERS = (
    "text", "muted", "accent", "good", "bad", "person", "thing", "activity", "whenever", "role",
)  # fmt: skip
LEAST = 4.5


def test_there_is_one_for_every_edition_and_need() -> None:
    assert {*EDITIONS, "contrast", "mono"} == set(PALETTES)
    assert DEFAULT in PALETTES
    assert CHOICES["theme"] == THEMES  # which the command line knows
    mono = PALETTES["mono"]
    assert mono.plain
    assert {getattr(mono, name) for name in CARRIERS} | set(mono.players) == {mono.text}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_a_palette_is_readable_on_every_ground(palette: Palette) -> None:
    colors = {entry.name: getattr(palette, entry.name) for entry in fields(Palette)}
    del colors["name"], colors["title"], colors["players"]
    assert all(
        re.fullmatch("#[0-9a-f]{6}", color) for color in (*colors.values(), *palette.players)
    )
    carriers = {name: colors[name] for name in CARRIERS}
    carriers |= {f"player {seat}": palette.seat(seat) for seat in range(8)}
    for ground in (palette.background, palette.surface):
        ratios = {name: round(contrast(color, ground), 2) for name, color in carriers.items()}
        assert {name: ratio for name, ratio in ratios.items() if ratio < LEAST} == {}
    assert contrast(palette.background, palette.accent) >= LEAST  # as it is reversed
    if palette.name not in ("mono", "contrast"):
        assert len(set(palette.players)) == 8
    theme = textual_theme(palette)
    assert (theme.name, theme.background, theme.foreground, theme.surface) == (
        palette.name, palette.background, palette.text, palette.surface,
    )  # fmt: skip
    assert not theme.ansi  # together with NO_COLOR it would be black on black


def test_contrast_counts_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# -- signs -----------------------------------------------------------------------------------------


def signs(glyphs: Glyphs) -> dict[str, str]:
    named = {
        entry.name: getattr(glyphs, entry.name)
        for entry in fields(Glyphs)
        if entry.name not in ("ascii", "dice")
    }
    return named | {f"die {n}": sign for n, sign in enumerate(glyphs.dice)}


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_sign_is_one_cell_wide_no_emoji_and_tells_types_apart(glyphs: Glyphs) -> None:
    for name, sign in signs(glyphs).items():
        assert len(sign) == cell_len(sign) == 1, name
        assert ord(sign) < 0x1F000, name
        assert unicodedata.east_asian_width(sign) not in "WF", name
        assert sign.isascii() or not glyphs.ascii, name
    assert len({glyphs.shape(kind) for kind in LETTERS}) == len(LETTERS)
    assert len(set(LETTERS.values())) == len(LETTERS)
    for face in cards().faces:
        assert glyphs.badge(face) == glyphs.shape(face.kind) + LETTERS[face.kind]
    assert (UNICODE.ascii, ASCII.ascii) == (False, True)


@pytest.mark.parametrize(
    ("value", "goal", "bar"),
    [
        (0, 20, "-----"), (20, 20, "#####"), (8, 20, "##---"), (-3, 20, "-----"),
        (30, 20, "#####"), (3, 0, "-----"),
    ],
)  # fmt: skip
def test_a_bar_is_as_long_as_it_should_be(value: int, goal: int, bar: str) -> None:
    assert ASCII.bar(value, goal, 5) == bar


def test_every_printed_text_can_be_said_in_plain_letters() -> None:
    for face in cards().faces:
        for text in (face.name, face.text, face.flavor):
            plain = to_ascii(text)
            assert plain.isascii()
            assert plain.count("?") == text.count("?"), text
