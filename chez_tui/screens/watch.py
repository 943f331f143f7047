"""A game for somebody without a seat: the rooms, what is announced, the log; or a big screen."""

from itertools import zip_longest
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.content import Content

from chez_tui.commands import WATCH
from chez_tui.kit.bigtext import ROWS, large
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.lines import WIDE, fit, holds
from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.screen import FooterLine, bindings_for
from chez_tui.kit.text import newest
from chez_tui.play.prompts import ROLLING
from chez_tui.play.table import Moment
from chez_tui.play.words import held, signs
from chez_tui.screens.table.board import BOX_WIDTH, DOT, Board, bar, beside, filled, ruled
from chez_tui.screens.table.card import seen_in_full
from chez_tui.screens.table.panes import Pane, StatusPane, log_line
from chez_tui.screens.table.screen import GameScreen
from core.state import Window
from core.telling import listing, player
from core.view import View
from net.sessions.session import Session, Standing

SIDE: Final = 40
LEAST_LOG: Final = 4
MOST_BARS: Final = 3  # lines of a player's bar on the wall
SPEECH: Final = 3  # lines at the foot of the wall
HELD: Final = 2  # lines for a hand that spectators see


class WatchScreen(GameScreen):
    """Follows one game; `wall` shows it large, for a projector."""

    PLACES = (WATCH,)
    HELP = (
        "You watch: you see what everybody at the table may see, and of the hands what the table "
        "has agreed to. The bars show Slack against each player's goal. By {wall} the names become "
        "large, for a projector."
    )
    BINDINGS: ClassVar = [*bindings_for(WATCH)]

    def __init__(self, session: Session, wall: bool = False) -> None:
        super().__init__([session])
        self.title = "Watching"
        self.wall = wall

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield WatchStatus()
        yield WatchPage()
        yield WallPage()
        yield ChatBox()
        yield FooterLine()

    def on_mount(self) -> None:
        self._divide()

    def _divide(self) -> None:
        self.query_one(WatchPage).display = not self.wall
        self.query_one(WallPage).display = self.wall
        self.call_after_refresh(self.repaint)

    def end(self) -> None:
        if self.table.view.winners and not self.wall:
            self.leave(True)

    # -- keys ------------------------------------------------------------------------------------

    def action_wall(self) -> None:
        self.wall = not self.wall
        self._divide()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "hands" or bool(self.now.seen_hands)

    def action_hands(self) -> None:
        lines = seen_in_full(self.now.view, self.now.seen_hands)
        self.app.push_screen(ReaderScreen("Hands that spectators see", lines))

    def action_back(self) -> None:
        if not self.query_one(ChatBox).close():
            self._go_away()

    @work
    async def _go_away(self) -> None:
        await self.table.session.close()
        self.leave()


class WatchStatus(StatusPane):
    """Whose turn, which phase; what is wrong, if anything is."""

    def title(self, now: Moment) -> str:
        editions = " + ".join(edition.name for edition in now.view.catalog.editions)
        return f"{now.settings.title if now.settings else ''}{DOT}{editions}"

    def wrong(self, now: Moment) -> str:
        return now.closed or now.standing.text

    def note(self, now: Moment) -> str:
        return "watching"


def hand_held(now: Moment, width: int) -> list[Content]:
    """The hand that spectators see; of several, that of who is at turn."""
    hands, view = now.seen_hands, now.view
    seat = view.turn if view.turn in hands else min(hands, default=-1)
    if seat < 0 or view.winners or now.settings is None:
        return []
    verb = held(now.settings, hands[seat].fresh)
    return Board(view).held(seat, verb, hands[seat].faces, 0, width, HELD)


class WatchPage(Pane):
    """All rooms in boxes, what is going on, and the log."""

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        if holds(self.app.size, WIDE):
            left = width - SIDE - 2
            foot = [*self._now(now, left), *hand_held(now, left)]
            first = self._rooms(now, left, height - len(foot))
            second = self._log(now, SIDE, height)
            first = [*filled(first, height - len(foot)), *foot]
            return beside(filled(first, height), " │", filled(second, height), left)
        many, foot = now.view.players, [*self._now(now, width), *hand_held(now, width)]
        rooms = max(3 * -(-many // max(1, width // BOX_WIDTH)), height - len(foot) - 6)
        rooms = max(3, min(rooms, height - len(foot) - LEAST_LOG))
        body = [*self._rooms(now, width, rooms), *foot]
        return [*body, *self._log(now, width, height - len(body))]

    def _rooms(self, now: Moment, width: int, height: int) -> list[Content]:
        board = Board(now.view)
        week = [board.week(width)] if board.beside() else []
        boxes = board.boxes(list(range(now.view.players)), width, height - len(week))
        return [*boxes[: height - len(week)], *week]

    def _now(self, now: Moment, width: int) -> list[Content]:
        """What is announced or whom the table waits for, under a rule."""
        die = ""
        if now.die is not None:
            needs = f" (needs {now.die.needs}+)" if now.die.needs > 1 else ""
            die = f" die {now.die.number}{needs} "
        said = f" {going_on(now.view, now.standing)}"
        line = Content.assemble((die, "bold reverse $accent"), (said, "bold"))
        return [ruled(Content(), width), line.truncate(width)]

    def _log(self, now: Moment, width: int, height: int) -> list[Content]:
        entries = [log_line(told) for told in now.log[-max(1, height) :]]
        return filled([" " + line for line in newest(entries, width - 1, height)], height)


class WallPage(Pane):
    """For a projector: large names, the race for Slack, the last play."""

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        view = now.view
        held = hand_held(now, width)
        room = height - SPEECH - 1 - len(held)
        each = max(1, room // max(1, view.players))
        tall = each > ROWS
        rows: list[Content] = []
        for seat in range(view.players):
            bars = min(MOST_BARS, each - ROWS - 1)
            block = self._tall(view, seat, width, bars) if tall else [self._flat(view, seat, width)]
            rows += filled(block, each)
        return [*filled(rows, room), *held, *self._speech(now, width)]

    def _tall(self, view: View, seat: int, width: int, bars: int) -> list[Content]:
        """A name in large letters, the number beside it, a bar as wide as the screen below."""
        board, narrow = Board(view), self.chez.world.settings.ascii
        number = large(board.number(seat), width // 3, narrow)
        names = large(player(view, seat), width - 4 - cell_len(number[0]) - 2, narrow)
        mark = "▸ " if seat == view.turn else "  "
        lines = []
        for name, right in zip_longest(names, number, fillvalue=""):
            gap = " " * max(1, width - 3 - cell_len(name) - cell_len(right))
            named = name, f"bold {board.style(seat)}"
            right = gap + right
            lines.append(Content.assemble((mark, "bold $accent"), named, (right, "bold $accent")))
            mark = "  "
        return [*lines, *["  " + self._bar(view, seat, width - 4)] * max(1, bars)]

    def _flat(self, view: View, seat: int, width: int) -> Content:
        """The same in one line, for many players or a low screen."""
        board = Board(view)
        return Content.assemble(
            (f"{'▸' if seat == view.turn else ' '} ", "bold $accent"),
            (fit(player(view, seat), 20), f"bold {board.style(seat)}"),
            self._bar(view, seat, max(4, width - 32)),
            (f" {board.number(seat):>6}", "bold $accent"),
        )

    def _bar(self, view: View, seat: int, width: int) -> Content:
        if not view.alive[seat]:
            return Content(" " * width)
        goal = view.goal(seat) if view.roles[seat] else 0
        style = Board(view).bar_style(seat) or "$good"
        return Content.styled(bar(view.slack[seat], goal, width), style)

    def _speech(self, now: Moment, width: int) -> list[Content]:
        """The last things that happened, the newest bold; or who has won."""
        view, style = now.view, "bold $accent"
        if view.winners:
            won = listing([player(view, seat) for seat in view.winners])
            words = f"{won} {'wins' if len(view.winners) == 1 else 'win'}!"
            rows = large(words, width - 4, self.chez.world.settings.ascii)
            lines = [Content.styled(f"  {row}", style) for row in rows]
        else:
            lines = [("  " + entry).truncate(width) for entry in map(log_line, now.log[-SPEECH:])]
            lines[-1:] = [line.stylize("bold") for line in lines[-1:]]
        return [ruled(Content(), width), *filled(lines, SPEECH)]


def going_on(view: View, standing: Standing) -> str:
    """What the table is about at the moment, in a sentence."""
    if view.winners:
        return f"{listing([player(view, seat) for seat in view.winners])} won"
    top = view.stack[-1] if view.stack else None
    names = listing([player(view, seat) for seat in view.waiting() if seat >= 0])
    if isinstance(top, Window):
        cards = listing([view.printed(card).name for card in top.cards])
        said = f"{player(view, top.seat)}: {cards}"
        stop = "" if said.endswith((".", "!", "?")) else "."
        return f"{said}{stop} {signs(standing, view)}".rstrip()
    if names:
        return f"Waiting for {names}"
    wrong = standing.text.partition(";")[0]
    return f"The die waits: {wrong}" if wrong else ROLLING
