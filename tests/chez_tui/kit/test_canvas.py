"""The drawing language: exact pictures, and a grid that nothing written into it can break."""

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from chez_tui.kit.bigtext import letters
from chez_tui.kit.canvas import (
    ACTIVE,
    ALARM,
    CALM,
    LARGE,
    LOW,
    MIDDLE,
    SMALL,
    THROW,
    Canvas,
    key_line,
    length,
    pill,
    shorter,
)
from chez_tui.kit.lines import Uncolored, cells_in_ascii
from chez_tui.kit.themes import PALETTES, mix


def styles(canvas: Canvas, y: int) -> list[tuple[str, str]]:
    line = canvas.lines()[y]
    return [(line.plain[span.start : span.end], str(span.style)) for span in line.spans]


# -- text in cells ---------------------------------------------------------------------------------

HOSTILE = (
    "plain", "漢字かな", "e\u0301\u0301\u0301x", "\u0301first", "a\x1b[31mb", "\u202egnirts",
    "👩\u200d👩\u200d👧",
    "☻\ufe0f", "\t\n\r", "ﷺ", "\u200b\u2060", "क्षि", "\U000e0001tag", "é",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_the_grid(name: str) -> None:
    for x in range(-3, 12):
        canvas = Canvas(10, 1)
        canvas.put(0, 0, "漢字漢字漢")
        end = canvas.put(x, 0, name, "accent")
        assert end - x == length([(name,)])
        plain = canvas.lines()[0].plain
        assert cell_len(plain) == cell_len(cells_in_ascii(plain)) == 10
        assert plain.isprintable()


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_within_the_room_they_are_given(name: str) -> None:
    canvas = Canvas(12, 14)
    canvas.middle(1, 0, 10, name * 3)
    canvas.middle(1, 1, 10, name * 3, big=True)
    canvas.box(1, 4, 10, 3, title=[(name * 9,)], right=[("7",)], foot=[(name * 9,)])
    canvas.words(1, 7, f"{name} {name * 9}", 10, 3)
    canvas.tape(1, 10, 10, name * 9)
    canvas.big(1, 11, name * 9, "text", width=10)
    for line in canvas.lines():
        assert cell_len(line.plain) == 12
        assert line.plain[0] == line.plain[-1] == " "


def test_signs_keep_their_marks_and_lose_what_terminals_differ_on() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "e\u0301k\u0323☻\ufe0f\x07!")
    assert canvas.text() == ["éḳ☻!"]


def test_text_lets_the_fill_below_it_shine_through() -> None:
    canvas = Canvas(6, 1)
    canvas.fill(0, 0, 3, 1, "panel")
    canvas.put(1, 0, "abcd", "seat-2", "", "bold")
    canvas.put(5, 0, "e", "accent", "rise")
    assert styles(canvas, 0) == [
        (" ab", "bold $seat-2 on $panel"),
        ("cd", "bold $seat-2 on $table"),
        ("e", "$accent on $rise"),
    ]


def test_blanks_cost_no_change_of_style() -> None:
    """Each change is written out, so a blank looks like what is beside it on the same fill."""
    canvas = Canvas(9, 1)
    canvas.put(1, 0, "a", "accent")
    canvas.put(3, 0, "b c", "muted")
    canvas.put(7, 0, "d", "good", "", "underline")
    assert styles(canvas, 0) == [
        (" a ", "$accent on $table"),
        ("b c ", "$muted on $table"),
        ("d", "underline $good on $table"),
        (" ", "$text on $table"),
    ]


def test_words_are_wrapped_and_cut_where_the_room_ends() -> None:
    canvas = Canvas(12, 3)
    assert canvas.words(0, 0, "one two three four five", 9, 2) == 2
    assert canvas.text() == ["one two", "three …", ""]
    canvas = Canvas(12, 3)
    assert canvas.words(0, 0, "one two", 9, 0) == 0
    assert canvas.words(0, 1, "", 9, 2) == 0
    assert canvas.text() == ["", "", ""]


# -- frames, figures, dice -------------------------------------------------------------------------


def test_frames_tell_what_they_mean() -> None:
    canvas = Canvas(30, 9)
    title = [(" Ada ", "seat-1", "", "bold"), (" Waitstaff of the year ", "muted")]
    canvas.box(0, 0, 30, 3, CALM, "seat-1 45%", "panel", title, [(" 13/21 ",)], [(" 5 cards ",)])
    canvas.box(0, 3, 30, 3, ACTIVE, "accent", "felt", [pill("YOU")])
    canvas.box(0, 6, 14, 3, ALARM, "alarm", "alarm-tint")
    canvas.tape(15, 7, 15, "BIX WINS")
    assert canvas.text() == [
        "╭─ Ada  Waitstaff o…─ 13/21 ─╮",
        "│                            │",
        "╰────────────────── 5 cards ─╯",
        "┏━ YOU ━━━━━━━━━━━━━━━━━━━━━━┓",
        "┃                            ┃",
        "┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛",
        "╔════════════╗",
        "║            ║ ╱  BIX WINS  ╱╱",
        "╚════════════╝",
    ]
    assert styles(canvas, 1)[0] == (f"│{' ' * 28}│", "$seat-1 45% on $panel")


@pytest.mark.parametrize(
    ("value", "more", "shown"),
    [
        (0, 0, "░░░░░░░░░░"),
        (12, 6, "██████▒▒▒░"),
        (19, 0, "█████████░"),
        (19, 1, "█████████▒"),
        (20, 0, "██████████"),
        (-3, 0, "░░░░░░░░░░"),
        (30, 5, "██████████"),
    ],
)
def test_a_bar_is_full_at_the_goal_and_not_before(value: int, more: int, shown: str) -> None:
    canvas = Canvas(10, 1)
    canvas.bar(0, 0, 10, value, 20, "seat-0", more)
    assert canvas.text() == [shown]
    canvas.bar(0, 0, 10, value, 20, "seat-0", more, LOW)
    assert cells_in_ascii(canvas.text()[0]) == cells_in_ascii(shown)


def test_large_letters_in_their_sizes() -> None:
    canvas = Canvas(30, 3)
    assert canvas.big(0, 0, "4+8", "accent") == 11
    assert canvas.text() == [
        "█ █  ▄  █▀█",
        "▀▀█ ▀█▀ █▀█",
        "  ▀     ▀▀▀",
    ]
    assert [len(letters("ok", rows)) for rows in (3, 5, 10)] == [3, 5, 10]
    assert letters("漢") == []
    plain = Canvas(30, 3, ascii=True)
    plain.big(0, 0, "Stop", "alarm")
    assert plain.text() == ["", "S T O P", ""]
    tight = Canvas(6, 3)
    tight.big(0, 0, "Stopped", "alarm")
    assert tight.text() == ["", "Stopp…", ""]


def test_dice_show_their_pips_in_three_sizes_and_in_plain_letters() -> None:
    canvas = Canvas(9, 5)
    canvas.die(0, 0, 5)
    assert canvas.text() == ["▄▄▄▄▄▄▄▄▄", "  ●   ●", "    ●", "  ●   ●", "▀▀▀▀▀▀▀▀▀"]
    for size, dot, many in ((SMALL, "●", 1), (MIDDLE, "██", 2), (LARGE, "███", 3)):
        for face in range(1, 7):
            canvas = Canvas(19, 9)
            canvas.die(0, 0, face, size)
            assert "".join(canvas.text()).count(dot[0]) == face * many
    plain = Canvas(9, 5, ascii=True)
    plain.die(0, 0, 2)
    assert list(map(cells_in_ascii, plain.text())) == [
        "+-------+", "| O     |", "|       |", "|     O |", "+-------+",
    ]  # fmt: skip


@pytest.mark.parametrize("face", range(1, 7))
def test_a_thrown_die_never_shows_what_it_will_be_before_it_lies(face: int) -> None:
    pictures = []
    for step in range(THROW + 1):
        canvas = Canvas(40, 7)
        canvas.throw(0, 0, 7, 30, face, SMALL, step)
        pictures.append(canvas)
    lies = Canvas(9, 5)
    lies.die(0, 0, face)
    seen = ["\n".join(row[at : at + 9].ljust(9) for row in picture.text())
            for picture, at in zip(pictures, (0, 10, 20, 30, 30), strict=True)]  # fmt: skip
    final = "\n".join(row.ljust(9) for row in lies.text())
    assert [final in rows for rows in seen] == [False] * THROW + [True]
    assert len(set(seen)) == THROW + 1


# -- steps back, and without colors ----------------------------------------------------------------


def test_under_a_veil_colors_go_toward_the_table() -> None:
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "a", "seat-1 45%", "paper", "bold")
    canvas.veil(0, 0, 2, 1)
    assert styles(canvas, 0) == [
        ("a", "$seat-1 45% $veil-ink on $paper 28% $veil"),
        (" ", "$text 45% $veil-ink on $table 28% $veil"),
        (" ", "$text on $table"),
    ]


def test_pasted_pictures_keep_their_looks() -> None:
    canvas, other = Canvas(5, 2), Canvas(2, 1, "paper")
    other.put(0, 0, "漢", "ink")
    canvas.paste(2, 1, other)
    assert canvas.text() == ["", "  漢"]
    assert styles(canvas, 1)[1] == ("漢", "$ink on $paper")


def test_without_colors_light_fills_are_reversed() -> None:
    def shown(style: str) -> str:
        (segment,) = Uncolored().apply([Segment("x", Style.parse(style))], Color(0, 0, 0))
        return str(segment.style)

    paper, table = PALETTES["mono"]["paper"], PALETTES["mono"]["table"]
    assert shown(f"bold {table} on {paper}") == "bold reverse"
    assert "not reverse" in shown(f"italic {paper} on {table}")
    assert shown("reverse #ffffff on #000000") == "reverse"
    assert shown("black on white") == "reverse"
    assert shown("underline default on default") == "underline"


def test_colors_are_mixed_evenly() -> None:
    assert mix("#000000", "#ffffff", 50) == "#808080"
    assert mix("#102030", "#102030", 17) == "#102030"


def test_parts_are_cut_from_the_right() -> None:
    parts = [("Ada", "text"), (" Waitstaff", "muted")]
    assert shorter(parts, 20) == parts
    assert shorter(parts, 8) == [("Ada", "text"), (" Wai…", "muted")]
    keys = [("enter", "play"), ("n", "next phase"), ("?", "help")]
    assert "".join(part[0] for part in key_line(keys, 25)) == " enter play  n next phase"
