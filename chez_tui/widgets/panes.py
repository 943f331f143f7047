"""The zones of the table screen. Each draws one part of what the screen holds."""

from typing import TYPE_CHECKING, cast

from rich.text import Text

from chez_tui.desk import HAND, TRIM, Item
from chez_tui.widgets.board import Board
from chez_tui.widgets.cardface import card_lines
from chez_tui.widgets.lines import Lines, fit
from chez_tui.widgets.wrapping import wrap
from core.telling import listing, player

if TYPE_CHECKING:
    from chez_tui.screens.tableview import TableView


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
        return Board(self.table.view, self.glyphs, self.palette)

    def heading(self, text: str, width: int, active: bool) -> Text:
        """A line with a title; the pane that is looked at has a bold one."""
        rule = self.glyphs.rule
        pointer = self.glyphs.pointer if active else rule
        line = Text(f"{rule}{pointer} ", style=self.palette.muted)
        line.append(text, style=f"bold {self.palette.accent}" if active else "bold")
        line.truncate(width - 1)
        line.append(" " + rule * max(0, width - line.cell_len - 1), style=self.palette.muted)
        return line


class StatusPane(Pane):
    """Whose turn, which phase, how much is left."""

    DEFAULT_CSS = "StatusPane { height: 1; background: $surface; }"

    def depends(self) -> tuple[object, ...]:
        return self.table.view, self.table.clock

    def build(self, width: int, height: int) -> list[Text]:
        return [self.board.status(self.table.table_title, width, self.table.clock)]


class OpponentsPane(Pane):
    """The other players: a line each, or boxes where there is room."""

    def depends(self) -> tuple[object, ...]:
        return self.table.view, self.table.chosen_opponent, self.table.wide

    def build(self, width: int, height: int) -> list[Text]:
        seats = self.table.opponents
        chosen = self.table.chosen_opponent
        if self.table.wide:
            return self.board.boxes(seats, width, max(height, 2), chosen)
        board = self.board
        return [board.opponent_line(seat, width, seat == chosen) for seat in seats]


class RoomPane(Pane):
    """One's own room."""

    def depends(self) -> tuple[object, ...]:
        table = self.table
        return table.view, table.pane == "room" and table.chosen_card, table.pane

    def build(self, width: int, height: int) -> list[Text]:
        table, board = self.table, self.board
        seat = table.seat
        view = table.view
        title = f"{player(view, seat)} {self.glyphs.dot} {board.role(seat)} "
        head = self.heading(title, max(20, width - 24), table.pane == "room")
        head.append(board.score(seat, 23))
        chosen = table.chosen_card if table.pane == "room" else -1
        body = board.wrapped(view.rooms[seat], width, max(1, height - 1), chosen)
        if not body:
            body = [Text("your room is empty", style=self.palette.muted)]
        return [head, *body]


class HandPane(Pane):
    """The numbered list under the cursor: the hand, or what has to be chosen from."""

    def build(self, width: int, height: int) -> list[Text]:
        table = self.table
        items = table.items
        top = max(0, min(table.cursor - height + 1, len(items) - height)) if items else 0
        lines = [
            self.row(number, item, width)
            for number, item in enumerate(items)
            if top <= number < top + height
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

    def row(self, number: int, item: Item, width: int) -> Text:
        table, glyphs, palette = self.table, self.glyphs, self.palette
        here = number == table.cursor
        digit = str(number + 1) if number < 9 else " "
        line = Text(no_wrap=True)
        pointer = glyphs.pointer if here and table.pane == "hand" else " "
        line.append(f"{pointer}{digit} ", style=f"bold {palette.accent}")
        mark = glyphs.check if item.marked else "*" if item.open else " "
        line.append(f"{mark} ", style=f"bold {palette.good}")
        hand = table.desk.mode in (HAND, TRIM)
        if item.face >= 0 and (hand or item.card >= 0):
            face = table.view.faces[item.face]
            line.append(glyphs.badge(face) + " ", style=palette.kind(face.kind))
            name_width = 28 if width < 110 else 34
            line.append(fit(item.text, name_width if hand else width, glyphs.ellipsis))
            if hand:
                line.append(fit(self.numbers(item), 19), style=palette.text)
                why = item.why if not item.open else ""
                line.append(fit(why, max(0, width - line.cell_len), glyphs.ellipsis))
        else:
            line.append(item.text)
        line.truncate(width)
        if not item.open:
            line.stylize(palette.muted)
        if here and table.pane == "hand":
            line.pad_right(max(0, width - line.cell_len))
            line.stylize("reverse")
        return line

    def numbers(self, item: Item) -> str:
        face = self.table.view.faces[item.face]
        cost = f"cost {face.cost} " if face.cost else ""
        if face.kind == "whenever" and not face.slack:
            return cost + "Whenever"
        return f"{cost}Slack {face.printed_slack}"


class DetailPane(Pane):
    """The focused card in full with the reason why it can't be played, or the open window."""

    def build(self, width: int, height: int) -> list[Text]:
        table = self.table
        lines = self.window(width) if table.announcing else self.focused(width)
        rule = Text(self.glyphs.rule * width, style=self.palette.muted)
        body = ([rule] if height > 3 else []) + lines
        return body[:height] + [Text()] * (height - len(body))

    def window(self, width: int) -> list[Text]:
        """What has been announced, the same for everybody."""
        table, view, palette = self.table, self.table.view, self.palette
        window = table.announcing
        assert window is not None
        who = Text(player(view, window.seat), style=f"bold {palette.seat(window.seat)}")
        verb = {
            "call": "calls", "shop": "goes shopping for", "do": "announces", "play": "plays",
            "cancel": "cancels with", "throw": "throws TV:",
        }[window.kind]  # fmt: skip
        who.append(f" {verb} ", style=palette.text)
        who.append(listing([view.printed(card).name for card in window.cards]), style="bold")
        if window.on >= 0:
            owner = view.owner(window.on)
            whose = f"{player(view, owner)}'s " if owner >= 0 else ""
            who.append(f" on {whose}{view.printed(window.on).name}", style="")
        elif window.to >= 0:
            who.append(f" for {player(view, window.to)}", style="")
        lines = wrap(who, width)
        for card in window.cards[:2]:
            lines += card_lines(view.printed(card), width, palette, self.glyphs)[1:]
        return lines

    def focused(self, width: int) -> list[Text]:
        table, view = self.table, self.table.view
        if table.pane == "opponents":
            return self.board.room(table.chosen_opponent, width)
        card, face = table.focused_card()
        if face < 0:
            return [self.board.laid()]
        notes: list[str | Text] = []
        item = table.item
        if table.pane == "hand" and item is not None and item.card == card:
            if item.why:
                notes.append(f"Not now: {item.why} ({item.clause})")
            elif item.open and table.desk.mode == HAND:
                notes.append("Playable now")
        worth = view.worth(card) if card >= 0 and view.owner(card) >= 0 else None
        return card_lines(view.faces[face], width, self.palette, self.glyphs, worth, notes)


class LogPane(Pane):
    """The newest lines of the log."""

    def depends(self) -> tuple[object, ...]:
        log = self.table.log_lines
        return len(log), id(log[-1]) if log else 0, self.table.pane

    def build(self, width: int, height: int) -> list[Text]:
        lines: list[Text] = []
        for entry in reversed(self.table.log_lines[-height:]):
            lines = [*wrap(entry, width), *lines]
            if len(lines) >= height:
                break
        lines = lines[-height:]
        return lines + [Text()] * (height - len(lines))


class SideLog(LogPane):
    """The log beside the table, on wide screens.

    It does not move with every sentence, since all of it would have to be written again: when it is
    full, the older half makes room.
    """

    DEFAULT_CSS = "SideLog { width: 36; height: 1fr; padding-left: 1; }"

    _first: Text | None = None  # the entry at the top

    def build(self, width: int, height: int) -> list[Text]:
        head = self.heading("Log", width, self.table.pane == "log")
        room = max(0, height - 1)
        log = self.table.log_lines
        at = next((n for n, entry in enumerate(log) if entry is self._first), 0)
        lines = [line for entry in log[at:] for line in wrap(entry, width)]
        if len(lines) > room:
            at, lines = self.newest(width, room // 2)
        self._first = log[at] if log else None
        return [head, *lines, *[Text()] * (room - len(lines))]

    def newest(self, width: int, most: int) -> tuple[int, list[Text]]:
        """As many of the last entries as fit into so many lines; at least a part of the last."""
        log = self.table.log_lines
        lines: list[Text] = []
        at = len(log)
        while at and (not lines or len(lines) + len(wrap(log[at - 1], width)) <= most):
            at -= 1
            lines = [*wrap(log[at], width), *lines]
        return at, lines[: max(1, most)]


class PromptPane(Pane):
    """What is expected of you, and the die."""

    DEFAULT_CSS = "PromptPane { height: 1; background: $surface; }"

    def build(self, width: int, height: int) -> list[Text]:
        table = self.table
        line = Text(no_wrap=True)
        style = f"bold {self.palette.accent}" if table.desk.asked else self.palette.text
        if table.die:
            line.append(f" {table.die} ", style=f"bold reverse {self.palette.accent}")
        line.append(f" {table.prompt()}", style=style)
        line.truncate(width)
        return [line]
