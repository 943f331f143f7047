"""Cards as they are drawn: the same signs at the same places, lit or not, in every size."""

from itertools import product

import pytest
from rich.cells import cell_len

from chez_tui.kit.canvas import Canvas, length
from chez_tui.kit.lines import cells_in_ascii
from chez_tui.screens.card_art import (
    LIFT,
    Facts,
    card,
    card_back,
    card_row,
    chip,
    hand_card,
    kind_line,
    role_card,
    slack_of,
    small_card,
)
from core.cards import ROLE, Face
from tests.kit.table import cards

NOOKIE = Face(
    "x:n", "Nookie at Jimmy's", "geek", "activity", ("Nookie",), cost=1, die=-1,
    text="Roll a die: worth the roll minus 1; at 0 it fails and is discarded. At 5 or more each "
    "neighbor loses a Sleep.", flavor="Jimmy has one rule. You broke it.",
)  # fmt: skip
ALARM_CARD = Face(
    "x:c", "Car Alarm", "geek", "whenever", ("Noise",),
    text="Cancels a Sleep card while it is being played or thrown.", flavor="Weeoo.",
)  # fmt: skip
BEER = Face("x:b", "Beer", "geek", "thing", ("Booze",), cost=1, slack=1, text="No special rules.")


def styles(canvas: Canvas) -> set[str]:
    return {str(span.style) for line in canvas.lines() for span in line.spans}


def test_a_card_that_can_be_played_is_paper_and_any_other_is_in_the_shade() -> None:
    pictures = []
    for lit in (True, False):
        canvas = Canvas(18, 11)
        card(canvas, 0, 0, 18, 11, ALARM_CARD, Facts("3", lit, "any time" if lit else "no Sleep"))
        pictures.append(canvas)
    lit, dark = pictures
    assert lit.text() == [
        "╭ 3 ↯ ───────────╮",
        "│ Car Alarm      │",
        "│ Noise Whenever │",
        "│ Cancels a      │",
        "│ Sleep card     │",
        "│ while it is    │",
        "│ being played   │",
        "│ or thrown.     │",
        "│                │",
        "│ Weeoo.         │",
        "╰ any time ──────╯",
    ]
    assert dark.text() == [line.replace("any time", "no Sleep") for line in lit.text()]
    assert "bold $over on $whenever" in styles(lit)
    assert not any("$shade" in style or "$muted" in style for style in styles(lit))
    assert "$muted on $shade" in styles(dark)
    assert not any("$paper" in style or "$ink" in style for style in styles(dark))


def test_without_paper_only_band_name_and_reason_are_lit() -> None:
    canvas = Canvas(18, 11)
    card(canvas, 0, 0, 18, 11, ALARM_CARD, Facts("3", True, "any time", paper=False))
    assert {"bold $over on $whenever", "bold $text on $shade", "bold $accent on $shade"} <= styles(
        canvas
    )
    assert not any("$paper" in style for style in styles(canvas))


def test_the_cursor_adds_rows_and_nothing_in_the_card_moves() -> None:
    plain, under, ascii = Canvas(18, 14), Canvas(18, 14), Canvas(18, 14, ascii=True)
    hand_card(plain, 0, 0, 18, 14, NOOKIE, Facts("4"))
    hand_card(under, 0, 0, 18, 14, NOOKIE, Facts("4"), cursor=True)
    hand_card(ascii, 0, 0, 18, 14, NOOKIE, Facts("4"), cursor=True)
    assert under.text()[2:-1] == plain.text()[2:-1]
    assert plain.text()[:2] == ["", ""]
    assert under.text()[0] == "▄" * 18
    assert under.text()[1] == "  Activity"
    assert under.text()[-1] == "▀" * 18
    assert ascii.text()[0] == ascii.text()[-1] == "=" * 18
    assert len(under.text()) - LIFT == 11
    assert under.text()[2] == "╭ 4 ▲ ─────── $1 ╮"
    assert under.text()[-2] == "╰───────── die-1 ╯"
    assert under.text()[-3].endswith("… │")


def test_an_announced_card_has_its_name_in_the_band() -> None:
    canvas = Canvas(36, 8)
    card(canvas, 0, 0, 36, 8, NOOKIE, titled=True)
    assert canvas.text() == [
        "╭ ▲ Nookie at Jimmy's ───────── $1 ╮",
        "│                                  │",
        "│ Roll a die: worth the roll minus │",
        "│ 1; at 0 it fails and is          │",
        "│ discarded. At 5 or more each     │",
        "│ neighbor loses a Sleep.          │",
        "│                                  │",
        "╰ Nookie Activity ────────── die-1 ╯",
    ]


def test_a_card_as_a_row_a_chip_and_a_small_card() -> None:
    canvas = Canvas(78, 2)
    card_row(canvas, 0, 0, 78, BEER, Facts("1", False, "in Free Time"))
    card_row(canvas, 0, 1, 78, NOOKIE, Facts("2", True, "stops it"), cursor=True)
    assert canvas.text() == [
        "  1 ■ Beer" + " " * 33 + "$1" + " " * 5 + "+1   in Free Time",
        "▌ 2 ▲ Nookie at Jimmy's" + " " * 20 + "$1  die-1 ▸ stops it",
    ]
    assert "".join(part[0] for part in chip(BEER, "1", new=True)) == " ■ Beer 1 • "
    pest = chip(BEER, "-1", pest=True, note="eats Food")
    assert "".join(part[0] for part in pest) == " ■ Beer -1 eats Food "
    assert {part[2] for part in pest} == {"alarm-tint"}
    canvas = Canvas(20, 5)
    small_card(canvas, 0, 0, 20, 5, NOOKIE, "3", new=True)
    assert canvas.text()[0] == "╭ ▲ Nookie at J…─ 3"
    assert canvas.text()[1] == "│ Nookie · new     │"


def test_what_is_in_the_corners() -> None:
    assert [slack_of(face) for face in (BEER, NOOKIE, ALARM_CARD)] == ["+1", "die-1", ""]
    assert kind_line(NOOKIE) == "Nookie Activity"
    assert kind_line(NOOKIE, 10) == "Nookie"


@pytest.mark.parametrize("lit", [True, False])
def test_every_card_fits_in_every_size(lit: bool) -> None:
    sizes = ((16, 10), (18, 11), (26, 14), (36, 8), (20, 7))
    for face, (width, height) in product(cards().faces, sizes):
        canvas = Canvas(width + 2, height + LIFT + 2)
        if face.kind == ROLE:
            role_card(canvas, 1, 1, width, height, face, "YOUR ROLE")
        else:
            hand_card(canvas, 1, 1, width, height + LIFT, face, Facts("1", lit, "x" * 40), True)
            small_card(canvas, 1, 1, width, height, face, "die-1", True, lit, "eats everything")
        for line in canvas.lines():
            assert cell_len(line.plain) == width + 2
            assert line.plain[0] == line.plain[-1] == " "
        assert not canvas.text()[0]
        assert not canvas.text()[-1]


def test_a_card_face_down_is_woven() -> None:
    canvas = Canvas(12, 5)
    card_back(canvas, 0, 0, 12, 5)
    assert canvas.text() == [
        "╭──────────╮",
        "│╲╱╲╱╲╱╲╱╲╱│",
        "│╱╲ CHEZ ╱╲│",
        "│╲╱╲╱╲╱╲╱╲╱│",
        "╰──────────╯",
    ]
    assert cells_in_ascii(canvas.text()[2]) == "|/\\ CHEZ /\\|"


def test_a_role_says_its_numbers_large() -> None:
    role = next(face for face in cards().faces if face.kind == ROLE)
    canvas = Canvas(60, 14)
    role_card(canvas, 0, 0, 60, 14, role, "YOUR JOB")
    text = "\n".join(canvas.text())
    assert all(word in text for word in ("◆ YOUR JOB", "Income", "Free Time", "Goal"))
    plain = Canvas(60, 14, ascii=True)
    role_card(plain, 0, 0, 60, 14, role, "YOUR JOB")
    assert " ".join(str(role.goal)) in "\n".join(plain.text())
    assert length(chip(role, "")) == len(role.name) + 4
