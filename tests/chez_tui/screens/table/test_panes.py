"""Zones of a table without a screen: each is a function of a moment."""

from textual.content import Content

from chez_tui.play.table import Cursor, Moment, TableModel, Told
from chez_tui.screens.table.panes import HandPane, LogPane, RoomPane, log_line
from net.sessions.session import Update
from tests.chez_tui.driver import SetTable

TEXT = """
players: Pam; Ada
Pam is Waitstaff
Ada is Temp
Pam holds: TV Queen; Jury Duty; Sleep
Pam has: Clumsy Drunk
turn: Pam, call
"""


def moment(cursor: Cursor) -> Moment:
    model = TableModel([SetTable(TEXT).session(0)])
    for number in range(9):
        model.take(Update("chat", seat=number % 3 - 1, text=f"word {number}"))
    return model.moment(cursor, {})


def plain(lines: list[Content]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def test_a_moment_says_what_stands_in_a_room_and_a_hand() -> None:
    now = moment(Cursor("room", 1))
    head, cards = plain(RoomPane().lines(now, 80, 2))
    assert head.startswith("─▸ Pam · Waitstaff")
    assert "Clumsy Drunk" in cards
    hand = plain(HandPane().lines(now, 60, 4))
    assert [line[:20].strip() for line in hand] == [
        "1 * ☻P TV Queen", "2 * ↯W Jury Duty", "3   ▲A Sleep", "",
    ]  # fmt: skip
    assert "Free…" in hand[2]


def test_the_log_shows_the_newest_lines_and_who_said_them() -> None:
    now = moment(Cursor())
    assert plain(LogPane().lines(now, 30, 4)) == [
        "── Log ───────────────────────", "(watching) word 6", "Pam: word 7", "Ada: word 8",
    ]  # fmt: skip
    line = log_line(Told("turn", "Ada is up", 1, "Ada"))
    assert [(span.start, span.end, span.style) for span in line.spans] == [
        (0, 9, "bold"), (0, 3, "bold $seat-1"),
    ]  # fmt: skip
