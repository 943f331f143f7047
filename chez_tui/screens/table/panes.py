"""The zones of the table screen. Each draws one part of what the screen holds."""

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from textual.content import Content

from chez_tui.kit.lines import Kept, Lines, fit
from chez_tui.kit.text import newest
from chez_tui.play.choices import HAND, TREAT, TRIM, Option
from chez_tui.play.prompts import Prompt
from chez_tui.play.words import seen
from chez_tui.screens.table.board import DOT, Board, Part, filled, headline, padded
from chez_tui.screens.table.card import NO_CARDS, badge, numbers_line
from core.cards import ROLE
from core.telling import player, room_is

if TYPE_CHECKING:
    from chez_tui.screens.table.view import TableView


SIDE = 36  # least columns of the log beside the table
HEADED = 4  # lines from which on the log has one to spare for a heading


CLAUSE = re.compile(r" \([A-Z0-9-]+\)$")


def fit_prompt(prompt: Prompt, width: int) -> str:
    """Return what a line of that width has room for.

    What came of the last key gives way, for nobody is to wonder what to press; first of all the
    rule that it is based on.
    """
    said, hint = prompt.said, prompt.hint
    if not said or not hint:
        return prompt.line
    room = width - cell_len(hint) - 2
    if cell_len(said) > room:
        said = CLAUSE.sub("", said)
    return f"{said}. {hint}" if cell_len(said) <= room else f"{fit(said, room)} {hint}"


def side(width: int) -> int:
    """Columns of the log beside the table: more on a broad screen, so that less is wrapped."""
    return max(SIDE, min(64, width * 3 // 10))


class Pane(Lines):
    """A zone of the table."""

    _made_of: tuple[object, ...] = ()

    def depends(self) -> tuple[object, ...]:
        """All that the lines are made of; nothing if they are cheap to make anew."""
        return ()

    def catch_up(self) -> None:
        """Makes the lines anew if there is something new to tell."""
        made_of = self.depends()
        if not made_of or (self.chez.theme, *made_of) != self._made_of:
            self._made_of = (self.chez.theme, *made_of)
            self.update_lines()

    @property
    def table(self) -> "TableView":
        return cast("TableView", self.screen)

    @property
    def board(self) -> Board:
        return Board(self.table.view)


class StatusPane(Pane):
    """Whose turn, which phase, how much is left."""

    DEFAULT_CSS = "StatusPane { height: 1; background: $surface; }"

    def depends(self) -> tuple[object, ...]:
        return self.table.view, self.table.clock, self.table.standing

    def build(self, width: int, height: int) -> list[Content]:
        table, wrong = self.table, self.table.standing
        whole = bool(wrong) or table.cramped
        line = self.board.status(wrong or table.table_title, width, table.clock, whole)
        return [line.stylize("bold $bad", 0, len(wrong))]


class OpponentsPane(Pane):
    """The other players: a line each, or boxes where there is room."""

    def depends(self) -> tuple[object, ...]:
        return self.table.view, self.table.chosen_opponent, self.table.wide

    def build(self, width: int, height: int) -> list[Content]:
        board, seats = self.board, self.table.opponents
        chosen = self.table.chosen_opponent
        week = [board.week(width)] if board.weeks() else []
        rows = max(height - len(week), 2)
        if self.table.wide:
            lines = filled(board.boxes(seats, width, rows, chosen), rows)
        else:
            lines = [board.opponent_line(seat, width, seat == chosen) for seat in seats]
        return [*lines, *week]


class RoomPane(Pane):
    """One's own room."""

    def depends(self) -> tuple[object, ...]:
        table = self.table
        return table.view, table.pane == "room" and table.chosen_card, table.pane

    def build(self, width: int, height: int) -> list[Content]:
        table, board = self.table, self.board
        seat = table.seat
        view = table.view
        room = max(20, width - 24)
        title, stats = player(view, seat), board.stats(seat)
        if known := seen(table.session.settings, seat):  # before what may be cut off
            title = f"{title} · {known}"
        if view.roles[seat]:
            title = f"{title} · {board.role(seat)}"
        if stats and cell_len(title) + cell_len(stats) + 8 < room:
            title = f"{title} · {stats}"
        active = table.pane == "room"
        head = headline(f"{title} ", room, active) + board.score(seat, 23)
        head = head.stylize_before("$muted")
        chosen = table.chosen_card if active else -1
        body = board.wrapped(seat, width, max(1, height - 1), chosen) or [Content()]
        if not view.rooms[seat]:
            gap = DOT if body[-1] else ""
            body[-1] += Content.styled(f"{gap}your {room_is(view)} empty", "$muted")
        return [head, *body]


class HandPane(Pane):
    """The numbered list under the cursor: the hand, or what has to be chosen from."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Kept[Content] = Kept()

    def build(self, width: int, height: int) -> list[Content]:
        table = self.table
        items = table.items
        top = max(0, min(table.cursor - height + 1, len(items) - height)) if items else 0
        cursor = table.cursor if table.pane == "hand" else -1
        hand = table.desk.mode in (HAND, TREAT, TRIM)
        lines = [
            self._rows.find(
                (number, item, number == cursor, hand, width),
                partial(self.row, number, item, number == cursor, hand, width),
            )
            for number, item in enumerate(items[top : top + height], top)
        ]
        if not items:
            lines.append(NO_CARDS)
        for at, more in ((0, top), (-1, len(items) - top - height)):
            if more > 0 and lines:
                lines[at] = self.hinted(lines[at], f"+{more} more", width)
        return filled(lines, height)

    def hinted(self, line: Content, hint: str, width: int) -> Content:
        """A line that says at its end that the list goes on."""
        room = width - len(hint)
        return Content.assemble(padded(line.truncate(room - 1), room), (hint, "$accent"))

    def row(self, number: int, item: Option, here: bool, hand: bool, width: int) -> Content:
        """A line of the list; `here` is the cursor, `hand` whether the numbers of a card count."""
        digit = str(number + 1) if number < 9 else " "
        mark = "✓" if item.marked else "*" if item.open else " "
        parts: list[Part] = [
            (f"{'▸' if here else ' '}{digit} ", "bold $accent"),
            (f"{mark} ", "bold $good"),
        ]
        if item.face >= 0 and (hand or item.card >= 0):
            face = self.table.view.faces[item.face]
            parts.append((badge(face) + " ", f"${face.kind}"))
            name_width = 27 if width < 110 else 33
            signs = self.board.signs(face.number)
            if hand and signs:
                name = fit(item.text, min(cell_len(item.text), name_width - 3))
                gap = " " * (name_width - cell_len(name) - 1 - len(signs))
                parts += [name, (f" {signs}", "$accent"), gap]
            else:
                parts.append(fit(item.text, name_width if hand else width))
            if hand:
                parts.append(f" {fit(self.numbers(item), 19)}")
                rest = fit(item.why if not item.open else "", width - _cells(parts))
            else:
                rest = ""
        else:
            parts.append(item.text)
            rest = self.stats(item, width - _cells(parts))
        line = Content.assemble(*parts, rest).truncate(width)
        if not item.open:
            line = line.stylize("$muted")
        return line.pad_right(max(0, width - line.cell_length)).stylize("reverse") if here else line

    def stats(self, item: Option, room: int) -> str:
        """What a role that can be chosen brings."""
        face = self.table.view.faces[item.face] if item.face >= 0 else None
        if face is None or face.kind != ROLE:
            return ""
        return f"{numbers_line(face).plain:>{room}}"

    def numbers(self, item: Option) -> str:
        face = self.table.view.faces[item.face]
        cost = f"cost {face.cost} " if face.cost else ""
        if face.kind == "whenever" and not face.slack:
            return cost + "Whenever"
        return f"{cost}Slack {face.printed_slack}"


class LogPane(Pane):
    """The newest lines of the log."""

    def depends(self) -> tuple[object, ...]:
        log = self.table.log_lines
        return len(log), id(log[-1]) if log else 0, self.table.pane

    def build(self, width: int, height: int) -> list[Content]:
        entries = self.table.log_lines
        if height < HEADED:
            return filled(newest(entries, width, height), height)
        head = headline("Log", width, self.table.pane == "log")
        return [head, *filled(newest(entries, width, height - 1), height - 1)]


class SideLog(LogPane):
    """The log beside the table, on wide screens."""

    DEFAULT_CSS = f"SideLog {{ width: {SIDE}; position: absolute; padding-left: 1; }}"


class PromptPane(Pane):
    """What is expected of you, and the die."""

    DEFAULT_CSS = """
    PromptPane { dock: bottom; height: 1; margin-bottom: 1; background: $surface; }
    """

    def build(self, width: int, height: int) -> list[Content]:
        table = self.table
        die = f" die {table.die} " if table.die and not table.shows_cast else ""
        style = "bold $accent" if table.desk.asked else ""
        line = Content.assemble((die, "bold reverse $accent"), (f" {table.prompt()}", style))
        return [line.truncate(width)]


def _cells(parts: Sequence[Part]) -> int:
    """How wide a line of these parts is."""
    return Content.assemble(*parts).cell_length
