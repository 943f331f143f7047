"""Zones of a table without a screen: each draws a moment."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from chez_tui.kit.canvas import Canvas
from chez_tui.play.attention import HitMe, Jump
from chez_tui.play.stage import is_scene
from chez_tui.play.table import Cursor, Moment, TableModel, Told
from chez_tui.screens.table import hand, rooms
from chez_tui.screens.table.panes import log_line, log_rows
from net.sessions.session import Update
from tests.chez_tui.driver import SetTable, laid

TEXT = """
players: Pam; Ada; Bix; Cleo
Pam is Waitstaff
Ada is Temp
Pam holds: TV Queen; Jury Duty; Sleep
Pam has: Clumsy Drunk
Ada has: Choad Warrior; Pizza; Beer; Sleep; Sleep; RPGs
turn: Pam, call
"""


def moment(cursor: Cursor, text: str = TEXT) -> Moment:
    model = TableModel([SetTable(text).session(0)])
    for number in range(9):
        model.take(Update("chat", seat=number % 3 - 1, text=f"word {number}"))
    return model.moment(cursor, {})


def drawn(width: int, height: int, draw: Callable[[Canvas], None]) -> list[str]:
    canvas = Canvas(width, height)
    draw(canvas)
    return canvas.text()


def test_the_hand_says_what_can_be_played_and_why_not() -> None:
    now = moment(Cursor())
    rows = drawn(80, 4, lambda canvas: hand.draw(canvas, now, paper=True))
    assert [row.split() for row in rows[:3]] == [
        ["▌", "1", "☻", "TV", "Queen", "+1", "▸"],
        ["2", "↯", "Jury", "Duty", "▸", "any", "time"],
        ["3", "▲", "Sleep", "+1", "in", "Free", "Time"],
    ]
    cards = "\n".join(drawn(120, 14, lambda canvas: hand.draw(canvas, now, paper=True)))
    for words in ("╭ 1 ☻ ───", "╭ 3 ▲ ───", " in Free Time ", " any time ", "Person"):
        assert words in cards


def test_a_room_has_a_chip_for_each_card_and_counts_those_without_a_place() -> None:
    now = moment(Cursor())
    box = drawn(27, 6, lambda canvas: rooms.box(canvas, 0, 0, 27, 6, now, 1))
    assert box[0].startswith("╭─ Ada  Temp ──")
    assert "Choad Warrior" in box[2]
    assert "+2 more" in box[4]
    mine = "\n".join(drawn(120, 5, lambda canvas: rooms.mine(canvas, now, [], "")))
    assert " You  Waitstaff " in mine
    assert "☻ Clumsy Drunk eats Booze" in mine


def test_the_name_of_a_role_gives_way_to_what_there_is_to_spend() -> None:
    now = moment(Cursor(), TEXT.replace("Pam is Waitstaff", "Pam is Professional Research Subject"))
    full, short = [("Income 3 · Free Time 1 (a Sleep gave 1)",)], [("Income 3 · Free Time 1",)]
    line = drawn(80, 2, lambda canvas: rooms.mine_in_lines(canvas, now, full, short))[0]
    assert "You Professional Research Su… Income 3 · Free Time 1──" in line


@pytest.mark.parametrize("width", [60, 80, 120])
def test_who_is_seen_by_spectators_is_told_so_whatever_else_there_is_to_say(width: int) -> None:
    now = moment(Cursor(), TEXT.replace("Pam is Waitstaff", "Pam is Professional Research Subject"))
    assert now.settings is not None
    now = replace(now, settings=now.settings._replace(hands="late"))
    hit = HitMe("Clumsy Drunk, Insufferable Microbrew and 1 Slack", ())
    spends = [(" Income 3 · Free Time 1 (a Sleep gave 1) ",)]
    for at in (now, replace(now, hit=hit)):
        for draw in (
            lambda canvas, at=at: rooms.mine(canvas, at, spends, ""),
            lambda canvas, at=at: rooms.mine_in_lines(canvas, at, spends, spends),
        ):
            assert " hand seen a round late " in drawn(width, 5, draw)[0]


def test_a_click_finds_the_card_that_is_drawn_there() -> None:
    now = moment(Cursor())
    rows = drawn(120, 14, lambda canvas: hand.draw(canvas, now, paper=True))
    for number in range(3):
        x = rows[2].index(f" {number + 1} ")
        assert hand.option_at(now, 120, 14, x, 5) == number
    assert hand.option_at(now, 120, 14, 0, 5) == -1
    assert [hand.option_at(now, 80, 4, 3, row) for row in range(4)] == [0, 1, 2, -1]


def test_the_log_shows_the_newest_lines_and_who_said_them() -> None:
    now = moment(Cursor())
    rows = ["".join(part[0] for part in parts) for _, parts in log_rows(now, 26, 3)]
    assert rows[-3:] == ["word 6", "Pam: word 7", "Ada: word 8"]
    line = log_line(Told("turn", "Ada is up", 1, "Ada"))
    assert [(span.start, span.end, span.style) for span in line.spans] == [
        (0, 9, "bold"), (0, 3, "bold $seat-1"),
    ]  # fmt: skip


def test_what_can_be_chosen_shows_what_becomes_of_whom() -> None:
    text = TEXT.replace("Ada has: Choad Warrior;", "Bix slack: 5\nBix has: White Russian\nAda has:")
    table = SetTable(text.replace("TV Queen", "Choad Warrior"))
    model = TableModel([table.session(0)])
    model.choices.press(model.moment(Cursor(), {}).options[0])
    now = model.moment(Cursor(), {})
    tiles = "\n".join(drawn(120, 14, lambda canvas: hand.draw(canvas, now, paper=True)))
    for words in ("━ 1 ━", "Bix's room", "Bix 5 → 3 of", "loses White", "▄▄▄"):
        assert words in tiles
    rows = drawn(80, 5, lambda canvas: hand.draw(canvas, now, paper=True))
    assert "Ada's room" in rows[0]
    assert "Ada 7 → 6 of 21 loses Beer" in rows[0]
    x = next(row for row in tiles.splitlines() if "─ 2 ─" in row).index("─ 2 ─")
    assert hand.option_at(now, 120, 14, x, 5) == 1


def test_what_you_lose_is_told_to_you() -> None:
    text = TEXT.replace("Pam has: ", "Pam has: Microwave Popcorn; ").replace("TV Queen", "X")
    text = text.replace("Choad Warrior; ", "").replace("X", "Choad Warrior")
    model = TableModel([SetTable(text).session(0)])
    model.choices.press(model.moment(Cursor(), {}).options[0])
    now = model.moment(Cursor(), {})
    rows = "\n".join(drawn(80, 5, lambda canvas: hand.draw(canvas, now, paper=True)))
    assert " lose Microwave Popcorn" in rows


def test_a_score_below_zero_is_no_riddle() -> None:
    assert Jump(0, "Pam", 0, -1, 2, 20).after == "-1 to 2"
    assert Jump(0, "Pam", 0, 1, 2, 20).after == "1-2"


def test_a_quiet_announcement_leaves_the_stage_to_the_turn() -> None:
    table = SetTable(laid("middle", turn="Ada, free time", Pam_holds="Pizza"))
    model = TableModel([table.session(0)])
    table.move("Ada: do Sleep")
    assert not is_scene(model.moment(Cursor(), {}))
    table = SetTable(laid("middle", turn="Ada, free time"))
    model = TableModel([table.session(0)])
    table.move("Ada: do Sleep")
    assert is_scene(model.moment(Cursor(), {})), "Pam holds Car Alarm"
