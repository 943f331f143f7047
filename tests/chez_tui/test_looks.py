"""Colors and signs: readable everywhere, the same width everywhere, no emoji."""

import unicodedata
from dataclasses import fields

import pytest
from rich.cells import cell_len

from chez_tui.config import CHOICES
from chez_tui.glyphs import ASCII, LETTERS, UNICODE, Glyphs, to_ascii
from chez_tui.launch import THEMES
from chez_tui.looks import DEFAULT, PALETTES, Palette, contrast, textual_theme
from core.catalog import EDITIONS, load_catalog

CARRIERS = (
    "text", "muted", "accent", "good", "bad", "person", "thing", "activity", "whenever", "role",
)  # fmt: skip
LEAST = 4.5


@pytest.fixture(params=PALETTES.values(), ids=lambda palette: palette.name)
def palette(request: pytest.FixtureRequest) -> Palette:
    return request.param


def test_there_is_one_for_every_edition_and_need() -> None:
    wanted = {"geek", "greek", "goth", "grunt", "cthulhu", "contrast", "mono"}
    assert wanted == set(PALETTES)
    assert set(EDITIONS) <= set(PALETTES)
    assert DEFAULT in PALETTES


def test_the_command_line_knows_them_all() -> None:
    assert CHOICES["theme"] == THEMES


def test_every_color_is_a_color(palette: Palette) -> None:
    for entry in fields(Palette):
        value = getattr(palette, entry.name)
        if entry.name == "players":
            assert value
        elif entry.name not in ("name", "title"):
            assert len(value) == 7
            assert int(value.removeprefix("#"), 16) >= 0


@pytest.mark.parametrize("ground", ["background", "surface"])
def test_text_is_readable_on_every_ground(palette: Palette, ground: str) -> None:
    below = getattr(palette, ground)
    colors = {name: getattr(palette, name) for name in CARRIERS}
    colors |= {f"player {seat}": color for seat, color in enumerate(palette.players)}
    weak = {name: round(contrast(color, below), 2) for name, color in colors.items()}
    assert {name: ratio for name, ratio in weak.items() if ratio < LEAST} == {}


def test_what_is_reversed_is_readable_too(palette: Palette) -> None:
    assert contrast(palette.background, palette.accent) >= LEAST


def test_mono_has_two_colors_only() -> None:
    palette = PALETTES["mono"]
    assert palette.plain
    assert {getattr(palette, name) for name in CARRIERS} | set(palette.players) == {palette.text}


def test_every_seat_has_a_color(palette: Palette) -> None:
    assert [palette.seat(seat) for seat in range(8)]
    if palette.name not in ("mono", "contrast"):
        assert len(set(palette.players)) == 8


def test_the_theme_for_textual_has_the_same_colors(palette: Palette) -> None:
    theme = textual_theme(palette)
    assert (theme.name, theme.background, theme.foreground, theme.surface) == (
        palette.name,
        palette.background,
        palette.text,
        palette.surface,
    )
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
def test_every_sign_is_one_cell_wide_and_no_emoji(glyphs: Glyphs) -> None:
    for name, sign in signs(glyphs).items():
        assert len(sign) == 1, name
        assert cell_len(sign) == 1, name
        assert ord(sign) < 0x1F000, name
        assert unicodedata.east_asian_width(sign) not in "WF", name


def test_the_plain_set_is_plain() -> None:
    assert ASCII.ascii
    assert not UNICODE.ascii
    assert all(sign.isascii() for sign in signs(ASCII).values())


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_types_differ_by_shape_and_by_letter(glyphs: Glyphs) -> None:
    assert len({glyphs.shape(kind) for kind in LETTERS}) == len(LETTERS)
    assert len(set(LETTERS.values())) == len(LETTERS)
    for face in load_catalog().faces:
        assert glyphs.badge(face) == glyphs.shape(face.kind) + LETTERS[face.kind]


@pytest.mark.parametrize(
    ("value", "goal", "bar"),
    [(0, 20, "-----"), (20, 20, "#####"), (8, 20, "##---"), (-3, 20, "-----"), (30, 20, "#####")],
)
def test_a_bar_is_as_long_as_it_should_be(value: int, goal: int, bar: str) -> None:
    assert ASCII.bar(value, goal, 5) == bar


def test_a_bar_without_a_goal_is_empty() -> None:
    assert ASCII.bar(3, 0, 4) == "----"


def test_every_printed_text_can_be_said_in_plain_letters() -> None:
    for face in load_catalog().faces:
        for text in (face.name, face.text, face.flavor):
            plain = to_ascii(text)
            assert plain.isascii()
            assert plain.count("?") == text.count("?"), text
