"""The zones of a table: each draws one part of a moment, for the room that it has."""

import asyncio
import re
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from chez_tui.commands import keyed
from chez_tui.kit.lines import WIDE, Kept, Lines, fit, holds, too_small
from chez_tui.kit.text import newest
from chez_tui.play.choices import HAND, TREAT, TRIM, Option
from chez_tui.play.editions import short_title, title_of
from chez_tui.play.prompts import Prompt
from chez_tui.play.table import Moment, Told
from chez_tui.play.words import seen, vote_score
from chez_tui.screens.signs import badge
from chez_tui.screens.table.board import (
    DOT,
    Board,
    Part,
    filled,
    headline,
    seat_style,
)
from chez_tui.screens.table.card import NO_CARDS, numbers_line
from core.cards import ROLE, Face
from core.telling import player, room_is
from core.view import View

SIDE: Final = 36  # least columns of the log beside the table
HEADED: Final = 4  # lines from which on the log has one to spare for a heading
CLAUSE: Final = re.compile(r" \([A-Z0-9-]+\)$")


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


def log_line(told: Told) -> Content:
    """A line of the log, the player it begins with in their color."""
    who = seat_style(told.seat)
    if told.kind == "chat":
        says = (f"{told.name}: ", who) if told.name else ("(watching) ", "$muted")
        return Content.assemble(says, told.text)
    style = {"turn": "bold", "notice": "bold $bad"}.get(told.kind, "")
    return Content.styled(told.text, style).stylize(who, 0, len(told.name))


class Pane(Lines):
    """A zone of the table: lines made of a moment, and made anew when that has changed."""

    now: Moment | None = None
    _made_of: tuple[object, ...] = ()

    def depends(self, now: Moment) -> tuple[object, ...]:
        """All that the lines are made of; nothing if they are cheap to make anew."""
        return ()

    def see(self, now: Moment) -> None:
        """Show another moment."""
        self.now, before = now, self._made_of
        if self.display:
            self._made_of = self.depends(now)
            if not before or self._made_of != before:
                self.update_lines()

    def build(self, width: int, height: int) -> list[Content]:
        if self.now is None or width < 1 or height < 1:
            return []
        return self.lines(self.now, width, height)

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        """Return what there is to draw of a moment; a zone of which nothing is said stays empty."""
        return []


class StatusPane(Pane):
    """Whose turn, which phase, how much is left; what is wrong, if anything is."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.view, now.standing, now.closed, self.note(now)

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        wrong = self.wrong(now)
        said = wrong or too_small(self.app.size)
        seed = now.settings.seed if now.settings else ""
        title = said or self.title(now)
        line = Board(now.view).status(title, width, self.note(now), bool(said), seed)
        return [line.stylize("bold $bad", 0, len(wrong))]

    def title(self, now: Moment) -> str:
        keys = [edition.key for edition in now.view.catalog.editions]
        editions = title_of(keys) if holds(self.app.size, WIDE) else short_title(keys)
        return f"{now.settings.title if now.settings else ''}{DOT}{editions}"

    def wrong(self, now: Moment) -> str:
        """What is wrong with the table, in a few words."""
        said, keymap = now.standing.text, self.chez.world.settings.keys
        if not now.standing.votable:
            return said
        score = vote_score(now.standing.votes) or "a bot plays on, or nobody"
        return keyed("{said} ({absent}: {score})", keymap, said=said.partition(";")[0], score=score)

    def note(self, now: Moment) -> str:
        """What is left of the time to answer."""
        if now.deadline is None:
            return ""
        left = max(0, round(now.deadline - asyncio.get_running_loop().time()))
        return f"{left // 60}:{left % 60:02}"


class OpponentsPane(Pane):
    """The other players: a line each, or boxes where there is room."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.view, now.cursor.player, self.app.size

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        board, seats, chosen = Board(now.view), opponents(now), now.cursor.player
        week = [board.week(width)] if board.beside() else []
        rows = max(height - len(week), 2)
        if holds(self.app.size, WIDE):
            lines = filled(board.boxes(seats, width, rows, chosen), rows)
        else:
            lines = [board.opponent_line(seat, width, seat == chosen) for seat in seats]
        return [*lines, *week]


class RoomPane(Pane):
    """One's own room."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.view, now.seat, now.cursor.pane, now.cursor.card

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        board, view, seat = Board(now.view), now.view, now.seat
        room = max(20, width - 24)
        title, stats = player(view, seat), board.stats(seat)
        if now.settings and (known := seen(now.settings, seat)):  # before what may be cut off
            title = f"{title} · {known}"
        if view.roles[seat]:
            title = f"{title} · {board.role(seat)}"
        if stats and cell_len(title) + cell_len(stats) + 8 < room:
            title = f"{title} · {stats}"
        active = now.cursor.pane == "room"
        head = headline(f"{title} ", room, active) + board.score(seat, 23)
        head = head.stylize_before("$muted")
        chosen = now.cursor.card if active else -1
        body = board.wrapped(seat, width, max(1, height - 1), chosen) or [Content()]
        if not view.rooms[seat]:
            gap = DOT if body[-1] else ""
            body[-1] += Content.styled(f"{gap}your {room_is(view)} empty", "$muted")
        return [head, *body]


class HandPane(Pane):
    """The numbered list under the cursor: the hand, or what has to be chosen from."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Kept[Content] = Kept()

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        options, line = now.options, now.cursor.line
        top = max(0, min(line - height + 1, len(options) - height)) if options else 0
        cursor = line if now.cursor.pane == HAND else -1
        hand = now.mode in (HAND, TREAT, TRIM)
        lines = [
            self._rows.find(
                (number, option, number == cursor, hand, width),
                partial(self.row, now.view, number, option, number == cursor, hand, width),
            )
            for number, option in enumerate(options[top : top + height], top)
        ]
        if not options:
            lines.append(NO_CARDS)
        for at, more in ((0, top), (-1, len(options) - top - height)):
            if more > 0 and lines:
                lines[at] = self.hinted(lines[at], f"+{more} more", width)
        return filled(lines, height)

    def hinted(self, line: Content, hint: str, width: int) -> Content:
        """A line that says at its end that the list goes on."""
        room = width - len(hint)
        cut = line.truncate(room - 1).truncate(room, pad=True)
        return Content.assemble(cut, (hint, "$accent"))

    def row(
        self, view: View, number: int, option: Option, here: bool, hand: bool, width: int
    ) -> Content:
        """A line of the list; `here` is the cursor, `hand` whether the numbers of a card count."""
        digit = str(number + 1) if number < 9 else " "
        mark = "✓" if option.marked else "*" if option.open else " "
        parts: list[Part] = [
            (f"{'▸' if here else ' '}{digit} ", "bold $accent"),
            (f"{mark} ", "bold $good"),
        ]
        why = role = ""
        face = view.faces[option.face] if option.face >= 0 else None
        if face is not None and (hand or option.card >= 0):
            parts.append((badge(face) + " ", f"${face.kind}"))
            name_width = 27 if width < 110 else 33
            signs = Board(view).signs(face.number)
            if hand and signs:
                name = fit(option.text, min(cell_len(option.text), name_width - 3))
                gap = " " * (name_width - cell_len(name) - 1 - len(signs))
                parts += [name, (f" {signs}", "$accent"), gap]
            else:
                parts.append(fit(option.text, name_width if hand else width))
            if hand:
                parts.append(f" {fit(self.numbers(face), 19)}")
                why = "" if option.open else option.why
        else:
            parts.append(option.text)
            if face is not None and face.kind == ROLE:
                role = numbers_line(face).plain
        line = Content.assemble(*parts)
        room = width - line.cell_length
        line = Content.assemble(line, f"{role:>{room}}" if role else fit(why, room)).truncate(width)
        if not option.open:
            line = line.stylize("$muted")
        return line.pad_right(max(0, width - line.cell_length)).stylize("reverse") if here else line

    def numbers(self, face: Face) -> str:
        cost = f"cost {face.cost} " if face.cost else ""
        if face.kind == "whenever" and not face.slack:
            return cost + "Whenever"
        return f"{cost}Slack {face.printed_slack}"


class LogPane(Pane):
    """The newest lines of the log."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.log, now.cursor.pane == "log"

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        head = [headline("Log", width, now.cursor.pane == "log")] if height >= HEADED else []
        room = height - len(head)
        entries = [log_line(told) for told in now.log[-max(1, room) :]]
        return [*head, *filled(newest(entries, width, room), room)]


class PromptPane(Pane):
    """What is expected of you, and the die."""

    holds_die = False  # whether there is no other place for it

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        die = f" die {now.die.number} " if now.die and self.holds_die else ""
        said = fit_prompt(now.prompt, self.app.size.width - 2)
        style = "bold $accent" if now.asked else ""
        line = Content.assemble((die, "bold reverse $accent"), (f" {said}", style))
        return [line.truncate(width)]


def opponents(now: Moment) -> list[int]:
    """The other players, who comes next first."""
    many = now.view.players
    return [(now.seat + i) % many for i in range(1, many)]
