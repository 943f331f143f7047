"""The zones of the table screen. Each draws one part of what the screen holds."""

import re
from functools import partial
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from rich.text import Text

from chez_tui.kit.lines import Kept, Lines, fit
from chez_tui.kit.text import wrap
from chez_tui.play.choices import HAND, TREAT, TRIM, Option
from chez_tui.play.prompts import Prompt
from chez_tui.play.words import seen
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.card import numbers_line
from chez_tui.screens.table.signs import badge
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
        return Board(self.table.view, self.palette)

    def heading(self, text: str, width: int, active: bool) -> Text:
        """A line with a title; the pane that is looked at has a bold one."""
        rule = "─"
        pointer = "▸" if active else rule
        line = Text(f"{rule}{pointer} ", style=self.palette.muted)
        line.append(text, style=f"bold {self.palette.accent}" if active else "bold")
        line.truncate(width - 1)
        line.append(" " + rule * max(0, width - line.cell_len - 1), style=self.palette.muted)
        return line


class StatusPane(Pane):
    """Whose turn, which phase, how much is left."""

    DEFAULT_CSS = "StatusPane { height: 1; background: $surface; }"

    def depends(self) -> tuple[object, ...]:
        return self.table.view, self.table.clock, self.table.standing

    def build(self, width: int, height: int) -> list[Text]:
        table, wrong = self.table, self.table.standing
        whole = bool(wrong) or table.cramped
        line = self.board.status(wrong or table.table_title, width, table.clock, whole)
        if wrong:
            line.stylize(f"bold {self.palette.bad}", 0, len(wrong))
        return [line]


class OpponentsPane(Pane):
    """The other players: a line each, or boxes where there is room."""

    def depends(self) -> tuple[object, ...]:
        return self.table.view, self.table.chosen_opponent, self.table.wide

    def build(self, width: int, height: int) -> list[Text]:
        board, seats = self.board, self.table.opponents
        chosen = self.table.chosen_opponent
        week = [board.week(width)] if board.weeks() else []
        rows = max(height - len(week), 2)
        if self.table.wide:
            lines = board.boxes(seats, width, rows, chosen)[:rows]
            lines += [Text()] * (rows - len(lines))
        else:
            lines = [board.opponent_line(seat, width, seat == chosen) for seat in seats]
        return [*lines, *week]


class RoomPane(Pane):
    """One's own room."""

    def depends(self) -> tuple[object, ...]:
        table = self.table
        return table.view, table.pane == "room" and table.chosen_card, table.pane

    def build(self, width: int, height: int) -> list[Text]:
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
        head = self.heading(f"{title} ", room, table.pane == "room")
        head.append(board.score(seat, 23))
        chosen = table.chosen_card if table.pane == "room" else -1
        body = board.wrapped(seat, width, max(1, height - 1), chosen)
        if not body:
            body = [Text()]
        if not view.rooms[seat]:
            gap = " · " if body[-1] else ""
            body[-1].append(f"{gap}your {room_is(view)} empty", style=self.palette.muted)
        return [head, *body]


class HandPane(Pane):
    """The numbered list under the cursor: the hand, or what has to be chosen from."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Kept[Text] = Kept()

    def build(self, width: int, height: int) -> list[Text]:
        table = self.table
        items = table.items
        top = max(0, min(table.cursor - height + 1, len(items) - height)) if items else 0
        cursor = table.cursor if table.pane == "hand" else -1
        hand = table.desk.mode in (HAND, TREAT, TRIM)
        looks = width, self.chez.theme
        lines = [
            self._rows.find(
                (number, item, number == cursor, hand, looks),
                partial(self.row, number, item, number == cursor, hand, width),
            )
            for number, item in enumerate(items[top : top + height], top)
        ]
        if not items:
            lines.append(Text("no cards in hand", style=self.palette.muted))
        for at, more in ((0, top), (-1, len(items) - top - height)):
            if more > 0 and lines:
                lines[at] = self.hinted(lines[at], f"+{more} more", width)
        return lines + [Text()] * (height - len(lines))

    def hinted(self, line: Text, hint: str, width: int) -> Text:
        """A line that says at its end that the list goes on."""
        line = line.copy()
        line.truncate(width - len(hint) - 1)
        line.append(" " * (width - line.cell_len - len(hint)))
        return line.append(hint, style=self.palette.accent)

    def row(self, number: int, item: Option, here: bool, hand: bool, width: int) -> Text:
        """A line of the list; `here` is the cursor, `hand` whether the numbers of a card count."""
        palette = self.palette
        digit = str(number + 1) if number < 9 else " "
        line = Text(no_wrap=True)
        pointer = "▸" if here else " "
        line.append(f"{pointer}{digit} ", style=f"bold {palette.accent}")
        mark = "✓" if item.marked else "*" if item.open else " "
        line.append(f"{mark} ", style=f"bold {palette.good}")
        if item.face >= 0 and (hand or item.card >= 0):
            face = self.table.view.faces[item.face]
            line.append(badge(face) + " ", style=palette.kind(face.kind))
            name_width = 27 if width < 110 else 33
            signs = self.board.signs(face.number)
            if hand and signs:
                name = fit(item.text, min(cell_len(item.text), name_width - 3))
                line.append(name).append(f" {signs}", palette.accent)
                line.append(" " * (name_width - cell_len(name) - 1 - len(signs)))
            else:
                line.append(fit(item.text, name_width if hand else width))
            if hand:
                line.append(" ")
                line.append(fit(self.numbers(item), 19), style=palette.text)
                why = item.why if not item.open else ""
                line.append(fit(why, max(0, width - line.cell_len)))
        else:
            line.append(item.text)
            line.append(self.stats(item, width - line.cell_len))
        line.truncate(width)
        if not item.open:
            line.stylize(palette.muted)
        if here:
            line.pad_right(max(0, width - line.cell_len))
            line.stylize("reverse")
        return line

    def stats(self, item: Option, room: int) -> str:
        """What a role that can be chosen brings."""
        face = self.table.view.faces[item.face] if item.face >= 0 else None
        if face is None or face.kind != ROLE:
            return ""
        numbers = numbers_line(face, self.palette)
        return f"{numbers.plain:>{room}}" if numbers is not None else ""

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

    def build(self, width: int, height: int) -> list[Text]:
        if height < HEADED:
            return self.newest(width, height)
        head = self.heading("Log", width, self.table.pane == "log")
        return [head, *self.newest(width, height - 1)]

    def newest(self, width: int, height: int) -> list[Text]:
        """The last lines that fit."""
        lines: list[Text] = []
        for entry in reversed(self.table.log_lines[-height:]):
            lines = [*wrap(entry, width), *lines]
            if len(lines) >= height:
                break
        lines = lines[-height:]
        return lines + [Text()] * (height - len(lines))


class SideLog(LogPane):
    """The log beside the table, on wide screens."""

    DEFAULT_CSS = f"SideLog {{ width: {SIDE}; position: absolute; padding-left: 1; }}"


class PromptPane(Pane):
    """What is expected of you, and the die."""

    DEFAULT_CSS = """
    PromptPane { dock: bottom; height: 1; margin-bottom: 1; background: $surface; }
    """

    def build(self, width: int, height: int) -> list[Text]:
        table = self.table
        line = Text(no_wrap=True)
        style = f"bold {self.palette.accent}" if table.desk.asked else self.palette.text
        if table.die and not table.shows_cast:
            line.append(f" die {table.die} ", style=f"bold reverse {self.palette.accent}")
        line.append(f" {table.prompt()}", style=style)
        line.truncate(width)
        return [line]
