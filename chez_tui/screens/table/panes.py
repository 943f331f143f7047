"""The zones of a table: each draws one part of a moment, for the room that it has."""

import asyncio
import re
from dataclasses import replace
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message

from chez_tui.commands import keyed
from chez_tui.kit.canvas import CALM, Canvas, Part, length, pill, shorter, wrapped
from chez_tui.kit.lines import Lines, cut, fit, too_small
from chez_tui.play.attention import AboutToWin, Dealt, Stopped
from chez_tui.play.choices import HAND
from chez_tui.play.editions import short_title
from chez_tui.play.pages import mood_of, page_of
from chez_tui.play.prompts import Prompt
from chez_tui.play.stage import is_scene, is_you
from chez_tui.play.story import deeds, folded, this_turn
from chez_tui.play.table import Moment, Rolled, Told, Won
from chez_tui.play.words import seen, vote_score
from chez_tui.screens.card_art import PLAIN, card, card_back
from chez_tui.screens.table import big, hand, layout, rooms
from chez_tui.screens.table.board import DOT, Board
from chez_tui.screens.table.stage import Stage
from core.state import DISCARD_PHASE, Window
from core.telling import PHASE_NAMES, player
from core.telling.names import counted
from core.telling.standing import barred, means

CLAUSE: Final = re.compile(r" \([A-Z0-9-]+\)$")
PILE: Final = (20, 8)  # cells of the deck and of the last discard
RULE: Final = "rule"  # instead of a fill
FRAMED_LOG: Final = 5  # rows from which on the log has a frame
NARROW: Final = 100  # columns below which only the present phase is named


def fit_prompt(prompt: Prompt, width: int) -> str:
    """Return what a line of that width has room for.

    What came of the last key gives way, for how to go on must stay; first of all the rule that
    it is based on. What is going on stands on the stage as well.
    """
    said, hint = prompt.said, prompt.hint
    if not said and cell_len(prompt.line) > width:
        asks = prompt.going.endswith("?")
        return prompt.going if asks else prompt.wanted or prompt.line
    if not said or not hint:
        return prompt.line
    room = width - cell_len(hint) - 2
    if cell_len(said) > room:
        said = CLAUSE.sub("", said)
    return f"{said}. {hint}" if cell_len(said) <= room else f"{fit(said, room)} {hint}"


def log_line(told: Told) -> Content:
    """Return a line of the log, the player it begins with in their color."""
    who = f"bold $seat-{told.seat}"
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
        """Return all that the lines are made of; nothing if they are cheap to make anew."""
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


class Picture(Pane):
    """A zone that is drawn cell by cell."""

    FILL = "table"

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        canvas = Canvas(width, height, self.FILL, self.chez.world.settings.ascii)
        self.draw(canvas, now)
        return canvas.lines()

    def draw(self, canvas: Canvas, now: Moment) -> None:
        """Draw a moment."""


class StatusPane(Picture):
    """Edition, round, whose turn and which phase; the clock and the deck; what is wrong."""

    FILL = "rise"

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.view, now.standing, now.closed, self.note(now), self.app.size, now.frame

    def draw(self, canvas: Canvas, now: Moment) -> None:
        view, width = now.view, canvas.width
        found = now.announced
        dark = isinstance(now.scene, AboutToWin) and now.frame == 1  # the alarm blinks once
        if found is not None and found.winners and not dark:
            self._alarm(canvas, now)
            return
        left: list[Part] = [pill(self.title(now).upper())]
        if small := too_small(self.app.size):
            canvas.put(0, 0, cut(f" {small} ", width), "alarm", "", "bold")
            if width < 50:
                return
            left = [(f" {small} ", "alarm", "", "bold")]
        left.append((f" round {view.round} " if view.begun else " ", "text"))
        if wrong := self.wrong(now):
            left.append((f" {wrong} ", "alarm", "", "bold"))
        elif not view.begun:
            left.append(pill("THE DEAL"))
        elif not view.winners:
            left += self._turn(now)
        if no := barred(view):
            left.append((f" {no} ", "alarm", "", "bold"))
        seed = now.settings.seed if now.settings else ""
        right = [self.note(now), f"seed {seed}" if seed else "", f"deck {len(view.deck)}"]
        if length(left) + len(DOT.join(filter(None, right))) + 3 > width:
            right[1] = ""
        tail = f"{DOT.join(filter(None, right))} "
        canvas.parts(0, 0, shorter(left, width - len(tail) - 1))
        canvas.flush(width, 0, [(tail, "muted")])

    def _turn(self, now: Moment) -> list[Part]:
        view, turn = now.view, now.view.turn
        name = "YOUR TURN" if is_you(now, turn) else player(view, turn).upper()
        parts = [pill(name, rooms.ink_of(view, turn)), (" ", "text")]
        for phase, called in enumerate(PHASE_NAMES[: DISCARD_PHASE + 1]):
            if phase == view.phase:
                parts.append((f" {called} ", "accent", "", "bold underline"))
            elif self.app.size.width >= NARROW:
                parts.append((f" {called} ", "muted"))
        return parts

    def _alarm(self, canvas: Canvas, now: Moment) -> None:
        """Draw the header of a moment in which somebody would win."""
        view, width = now.view, canvas.width
        assert now.announced is not None
        winners = now.announced.winners
        canvas.fill(0, 0, width, 1, "alarm-fill")
        canvas.parts(0, 0, [pill(self.title(now).upper(), "alarm-ink", "alarm-fill"),
                            (f" round {view.round}", "alarm-ink")])  # fmt: skip
        mine = is_you(now, winners[0])
        who = "YOU ARE" if mine else f"{player(view, winners[0]).upper()} IS"
        said = f"{who} ABOUT TO WIN"
        canvas.put((width - cell_len(said)) // 2, 0, said, "alarm-ink", "", "bold")
        tail = DOT.join(filter(None, (self.note(now), f"deck {len(view.deck)}")))
        canvas.flush(width, 0, [(f"{tail} ", "alarm-ink")])

    def title(self, now: Moment) -> str:
        """Return what is played."""
        return short_title([edition.key for edition in now.view.catalog.editions])

    def wrong(self, now: Moment) -> str:
        """Return what is wrong with the table, in a few words."""
        said, keymap = now.standing.text, self.chez.world.settings.keys
        if not now.standing.votable:
            return said
        score = vote_score(now.standing.votes) or "a bot plays on, or nobody"
        return keyed("{said} ({absent}: {score})", keymap, said=said.partition(";")[0], score=score)

    def note(self, now: Moment) -> str:
        """Return what is left of the time to answer."""
        return clock(now)


def clock(now: Moment) -> str:
    """Return what is left of the time to respond."""
    if now.deadline is None:
        return ""
    left = max(0, round(now.deadline - asyncio.get_running_loop().time()))
    return f"{left // 60}:{left % 60:02}"


class OpponentsPane(Picture):
    """The other players: a line each, or boxes where there is room."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        winning = now.announced.winners if now.announced else ()
        return now.view, now.cursor.player, now.new, winning, self.app.size

    def draw(self, canvas: Canvas, now: Moment) -> None:
        seats = opponents(now)
        winning = now.announced.winners if now.announced else ()
        if layout.holds(self.app.size, layout.FRAMED):
            rooms.others(canvas, now, seats, winning)
            return
        rooms.lines(canvas, now, seats)
        if said := week(now, canvas.width):
            canvas.put(1, canvas.height - 1, said, "accent")

    def on_click(self, event: events.Click) -> None:
        if self.now is None:
            return
        seats, framed = opponents(self.now), layout.holds(self.app.size, layout.FRAMED)
        at = rooms.player_at(len(seats), *self.size, event.x, event.y, framed)
        if at < len(seats):
            self.post_message(Clicked("opponents", seats[at]))


class StagePane(Picture):
    """What happens now: my card, an announcement, the die, a stop, what others do."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return (*stage_depends(now), self.app.size)

    def draw(self, canvas: Canvas, now: Moment) -> None:
        settings = self.chez.world.settings
        below = next(iter(self.screen.query(HandPane)), None)
        cuts = below is not None and hand.cuts(now, *below.size)
        show(Stage(canvas, now, settings.keys, settings.paper, cuts), now)


def stage_depends(now: Moment) -> tuple[object, ...]:
    """Return all that the stage is made of."""
    return (
        now.view, now.cursor, now.options, now.mode, now.announced, now.prompt, now.log,
        now.standing, clock(now), now.scene, now.frame, now.preview,
    )  # fmt: skip


def show(stage: Stage, now: Moment) -> None:
    """Draw on the stage what happens now."""
    if isinstance(now.scene, Stopped):
        stage.stopped(now.scene, now.frame)
    elif isinstance(now.scene, Rolled) and now.scene.odds is not None:
        stage.die(now.scene, now.scene.odds, now.frame)
    elif now.cursor.pane == "opponents":
        stage.looked(now.cursor.player)
    elif now.cursor.pane == "room" and now.cursor.card < 0:
        stage.person([line.plain for line in Board(now.view).person(now.seat, 9999)])
    elif now.announced is not None and now.cursor.pane == HAND and is_scene(now):
        stage.announced(now.announced, clock(now))
    elif now.asked or now.cursor.pane == "room" or now.cursor.moved or not now.view.begun:
        stage.preview()
    else:
        stage.playing(now.view.turn, deeds(this_turn(now.log), now.view, now.seat), _until(now))


class BigPane(Picture):
    """Lies over the table while cards are dealt, and at the end."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.scene, now.frame, self.app.size

    def draw(self, canvas: Canvas, now: Moment) -> None:
        if isinstance(now.scene, Dealt):
            big.deal(canvas, now, now.scene, now.frame)
        elif isinstance(now.scene, Won):
            big.win(canvas, now, now.scene, now.frame)


def _until(now: Moment) -> str:
    """Return how many turns there are before one's own."""
    view = now.view
    if now.seat < 0 or not view.alive[now.seat] or view.winners:
        return ""
    order = view.seats_from(view.turn)
    away = order.index(now.seat) if now.seat in order else 0
    return {0: "", 1: "you're next"}.get(away, f"{counted(away - 1, 'turn')} before yours")


class RoomPane(Picture):
    """One's own room."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        return now.view, now.seat, now.cursor.pane, now.cursor.card, now.hit, now.new, self.app.size

    def draw(self, canvas: Canvas, now: Moment) -> None:
        if now.seat < 0:
            return
        if layout.holds(self.app.size, layout.FRAMED):
            long = length(self.stats(now)) > canvas.width // 2
            rooms.mine(canvas, now, self.stats(now, long), week(now, canvas.width))
        else:
            rooms.mine_in_lines(canvas, now, self.stats(now), self.stats(now, short=True))

    def stats(self, now: Moment, short: bool = False) -> list[Part]:
        """Return what there is to spend, with what changed it, and who sees this hand."""
        found = means(now.view, now.seat)
        said = DOT.join(f"{part.what} {part.left}" if short else str(part) for part in found)
        known = seen(now.settings, now.seat) if now.settings else ""
        parts: list[Part] = [(f" {said} " if said else "", "text")]
        if known:
            parts.append((f"{DOT if said else ' '}{known} ", "accent"))
        return parts


class Clicked(Message):
    """Somebody has clicked on a part of a pane: on an option, or on a player."""

    def __init__(self, pane: str, number: int) -> None:
        super().__init__()
        self.pane, self.number = pane, number


class HandPane(Picture):
    """The hand as cards, or as a list; or what has to be chosen from."""

    def see(self, now: Moment) -> None:
        """Keep cards lit as they were while luck or others decide: it is for a moment only."""
        top = now.view.stack[-1] if now.view.stack else None
        busy, before = top is not None and not isinstance(top, Window) and not now.asked, self.now
        if busy and before and before.view.turn == now.view.turn and cards(before) == cards(now):
            now = replace(now, options=before.options, mode=before.mode)
        super().see(now)

    def depends(self, now: Moment) -> tuple[object, ...]:
        return (
            now.options, now.cursor.line, now.cursor.pane, now.mode, now.marks, now.view,
            hand.beside(now), now.respondents, self.app.size,
        )  # fmt: skip

    def draw(self, canvas: Canvas, now: Moment) -> None:
        hand.draw(canvas, now, self.chez.world.settings.paper)

    def on_click(self, event: events.Click) -> None:
        if self.now is None:
            return
        number = hand.option_at(self.now, *self.size, event.x, event.y)
        if number >= 0:
            self.post_message(Clicked(HAND, number))


class LogPane(Picture):
    """The newest lines of the log, each turn of somebody folded into one."""

    def depends(self, now: Moment) -> tuple[object, ...]:
        view = now.view
        return now.log, now.cursor.pane == "log", len(view.deck), view.discard[-1:], self.app.size

    def on_click(self, event: events.Click) -> None:
        self.post_message(Clicked("log", 0))

    def draw(self, canvas: Canvas, now: Moment) -> None:
        width, height = canvas.width, canvas.height
        if height < FRAMED_LOG:
            for row, told in enumerate(now.log[-height:]):
                self._whole(canvas, row, told)
            return
        looked = now.cursor.pane == "log"
        title: list[Part] = [
            (" Log ", "over" if looked else "text", "accent" if looked else "panel", "bold")
        ]
        canvas.box(0, 0, width, height, CALM, "accent" if looked else "line", "panel", title)
        foot = self._foot(canvas, now) if layout.holds(self.app.size, layout.TILES) else 0
        rows = log_rows(now, width - 4, height - 2 - foot)
        for row, (kind, parts) in enumerate(rows, 1):
            if kind == RULE:
                canvas.put(1, row, "─" * (width - 2), "line 50%")
            elif kind:
                canvas.fill(1, row, width - 2, 1, kind)
                canvas.put(1, row, "▌", "accent")
            canvas.parts(2, row, parts)

    def _foot(self, canvas: Canvas, now: Moment) -> int:
        """Draw the edition's art, and the deck and the last discard where there is much room;
        return how many rows that takes."""
        view, width, bottom = now.view, canvas.width, canvas.height - 1
        art = page_of(mood_of([edition.key for edition in view.catalog.editions])).art
        wide, y = max(map(cell_len, art), default=0), bottom - len(art) - 1
        for row, line in enumerate(art, y):
            canvas.put((width - wide) // 2, row, line, "accent 60%")
        if not layout.holds(self.app.size, layout.READABLE):
            return bottom - y + 1
        each, tall = PILE
        left, right, y = 2, width - 2 - each, y - tall - 2
        card_back(canvas, left, y, each, tall)
        canvas.parts(left + 1, y + 1, [pill(str(len(view.deck)))])
        canvas.middle(left, y + tall, each, "deck", "muted")
        if view.discard and view.face[view.discard[-1]] >= 0:
            face = view.printed(view.discard[-1])
            card(canvas, right, y, each, tall, face, PLAIN._replace(lit=False))
            canvas.middle(right, y + tall, each, "discarded last", "muted")
        return bottom - y + 1

    def _whole(self, canvas: Canvas, row: int, told: Told) -> None:
        who = f"{told.name}: " if told.kind == "chat" else ""
        text = cut(f"{who}{told.text}", canvas.width - 2)
        canvas.put(1, row, text, "alarm" if told.kind == "notice" else "muted")
        if told.name and text.startswith(told.name):
            canvas.put(1, row, told.name, f"seat-{told.seat}", "", "bold")


def log_rows(now: Moment, width: int, height: int) -> list[tuple[str, list[Part]]]:
    """Return the newest rows of the folded log, each with its fill, or that it is a rule."""
    rows: list[tuple[str, list[Part]]] = []
    entries = folded(now.log, now.view, now.seat, height)
    indent = min(max((cell_len(entry.name) for entry in entries), default=3), 9) + 1
    for entry in entries:
        fresh = "rise" if entry is entries[-1] else ""
        ink = "text" if fresh else "muted"
        if entry.round:
            rows.append((RULE, [(f" round {entry.round} ", "muted")]))
        if (told := entry.told) is not None:
            who = f"{told.name}: " if told.kind == "chat" and told.name else ""
            hot = {"chat": "text", "notice": "alarm", "turn": "text"}.get(told.kind, ink)
            rows += [(fresh, [(part, hot)]) for part in wrapped(f"{who}{told.text}", width)]
            continue
        gain = "" if entry.gain is None else f"{entry.gain:+d} "
        lines = wrapped(f"{gain}{entry.text}".strip() or "nothing", width - indent)
        for number, line in enumerate(lines):
            name = cut(entry.name, indent - 1) if not number else ""
            who_ink = rooms.ink_of(now.view, entry.seat)
            gap = " " * (indent - cell_len(name))
            rows.append((fresh, [(name, who_ink, "", "bold"), (gap, ink), (line, ink)]))
    return rows[-height:]


class PromptPane(Picture):
    """What is expected of you."""

    FILL = "rise"

    def draw(self, canvas: Canvas, now: Moment) -> None:
        found = now.announced
        if found is not None and found.winners:
            canvas.fill(0, 0, canvas.width, 1, "alarm-tint")
        said = cut(fit_prompt(now.prompt, canvas.width - 3), canvas.width - 3)
        canvas.put(0, 0, "▌", "accent")
        going = now.prompt.going
        if not going or not said.startswith(going):
            going = "".join(said.partition(". ")[:2]) if ". " in said else ""
        ink = "accent" if now.asked else "text"
        rest = said.removeprefix(going)
        canvas.parts(2, 0, [(going, ink, "", "bold"), (rest, "text", "", "" if going else "bold")])


def cards(now: Moment) -> list[int]:
    """Return the cards of the hand, as long as those are the options."""
    return [option.card for option in now.options] if hand.of_hand(now) else [-1]


def week(now: Moment, width: int) -> str:
    """Return the Week that holds for everybody, in a line."""
    board = Board(now.view)
    return board.week(width - 2).plain.rstrip() if board.beside() else ""


def opponents(now: Moment) -> list[int]:
    """Return the other players, who comes next first."""
    many = now.view.players
    return [(now.seat + i) % many for i in range(1, many)]
