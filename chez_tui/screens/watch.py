"""A game for somebody without a seat: the rooms, what is announced, the log; or a big screen."""

from typing import ClassVar, Final, cast

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input

from chez_tui.commands import WATCH
from chez_tui.kit.bigtext import ROWS, large
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import newest
from chez_tui.play.prompts import ROLLING
from chez_tui.play.words import held
from chez_tui.screens.table.board import BOX_WIDTH, Board, bar, beside, filled, ruled
from chez_tui.screens.table.card import seen_in_full
from chez_tui.screens.table.log import told
from core.events import ROLLED, WON
from core.state import Window
from core.telling import listing, player
from core.view import View
from net.sessions.session import Session, Update

WIDE: Final = (110, 30)  # from this size on the log stands beside the rooms
SIDE: Final = 40
LEAST_LOG: Final = 4
MOST_BARS: Final = 3  # lines of a player's bar on the wall
SPEECH: Final = 3  # lines at the foot of the wall
HELD: Final = 2  # lines for a hand that spectators see
LOG_KEPT: Final = 1000


class WatchScreen(ChezScreen):
    """Follows one game; `wall` shows it large, for a projector."""

    PLACES = (WATCH,)
    HELP = (
        "You watch: you see what everybody at the table may see, and of the hands what the table "
        "has agreed to. The bars show Slack against each player's goal. By w the names become "
        "large, for a projector."
    )
    BINDINGS: ClassVar = [*bindings_for(WATCH)]
    DEFAULT_CSS = """
    WatchScreen { layers: table chat; overflow: hidden; }
    """

    def __init__(self, session: Session, wall: bool = False) -> None:
        super().__init__()
        self.title = "Watching"
        self.session = session
        self.wall = wall
        self.log_lines: list[Content] = []
        self.die = ""
        self.closed = ""

    # -- what the page reads ---------------------------------------------------------------------

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def table_title(self) -> str:
        editions = " + ".join(edition.name for edition in self.view.catalog.editions)
        return f"{self.session.settings.title} · {editions}"

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield WatchStatus()
        yield WatchPage()
        yield WallPage()
        yield ChatBox()
        yield FooterLine()

    def on_mount(self) -> None:
        self.chez.play_editions(self.session.settings.editions)
        self._divide()
        self._listen()

    def _divide(self) -> None:
        self.query_one(WatchPage).display = not self.wall
        self.query_one(WallPage).display = self.wall
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        if not self.there:
            return
        for lines in self.query(WatchLines):
            if lines.display:
                lines.update_lines()
        self.query_one(FooterLine).update_lines()

    # -- what happens ----------------------------------------------------------------------------

    @work(exclusive=True, group="updates")
    async def _listen(self) -> None:
        async for update in self.session.updates():
            self._take(update)
            if any(event.kind == WON for event in update.events):
                break
        if self.view.winners and not self.wall:
            self.leave(True)

    def _take(self, update: Update) -> None:
        for event in update.events:
            if event.kind == ROLLED:
                needs = f" (needs {event.on}+)" if event.on > 1 else ""
                self.die = f"die {event.n}{needs}"
        if update.kind == "closed":
            self.closed = update.text
        self.log_lines += told(update, self.view)
        del self.log_lines[:-LOG_KEPT]
        self.repaint()

    # -- keys ------------------------------------------------------------------------------------

    def action_wall(self) -> None:
        self.wall = not self.wall
        self._divide()

    def action_log(self) -> None:
        from chez_tui.kit.reader import ReaderScreen

        self.app.push_screen(ReaderScreen("The log", self.log_lines, at_end=True))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "hands" or bool(self.session.seen_hands)

    def action_hands(self) -> None:
        from chez_tui.kit.reader import ReaderScreen

        lines = seen_in_full(self.view, self.session.seen_hands)
        self.app.push_screen(ReaderScreen("Hands that spectators see", lines))

    def action_chat(self) -> None:
        self.query_one(ChatBox).open()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        await self.session.say(event.value)
        self.query_one(ChatBox).close()

    def action_back(self) -> None:
        if not self.query_one(ChatBox).close():
            self._go_away()

    @work
    async def _go_away(self) -> None:
        await self.session.close()
        self.leave()


class WatchLines(Lines):
    """A zone of what a spectator sees."""

    @property
    def at(self) -> WatchScreen:
        return cast(WatchScreen, self.screen)

    @property
    def board(self) -> Board:
        return Board(self.at.view)

    def held(self, width: int) -> list[Content]:
        """The hand that spectators see; of several, that of who is at turn."""
        hands, view = self.at.session.seen_hands, self.at.view
        seat = view.turn if view.turn in hands else min(hands, default=-1)
        if seat < 0 or view.winners:
            return []
        verb = held(self.at.session.settings, hands[seat].fresh)
        return self.board.held(seat, verb, hands[seat].faces, 0, width, HELD)


class WatchStatus(WatchLines):
    """Whose turn, which phase; what is wrong, if anything is."""

    DEFAULT_CSS = "WatchStatus { height: 1; background: $surface; }"

    def build(self, width: int, height: int) -> list[Content]:
        screen = self.at
        wrong = screen.closed or screen.session.standing.text
        line = self.board.status(wrong or screen.table_title, width, "watching", bool(wrong))
        return [line.stylize("bold $bad", 0, len(wrong))]


class WatchPage(WatchLines):
    """All rooms in boxes, what is going on, and the log."""

    DEFAULT_CSS = "WatchPage { height: 1fr; }"

    def build(self, width: int, height: int) -> list[Content]:
        if width < 1 or height < 1:
            return []
        size = self.app.size
        if size.width >= WIDE[0] and size.height >= WIDE[1]:
            left = width - SIDE - 2
            foot = [*self._now(left), *self.held(left)]
            first = self._rooms(left, height - len(foot))
            second = self._log(SIDE, height)
            first = [*filled(first, height - len(foot)), *foot]
            return beside(filled(first, height), " │", filled(second, height), left)
        many, foot = self.at.view.players, [*self._now(width), *self.held(width)]
        rooms = max(3 * -(-many // max(1, width // BOX_WIDTH)), height - len(foot) - 6)
        rooms = max(3, min(rooms, height - len(foot) - LEAST_LOG))
        body = [*self._rooms(width, rooms), *foot]
        return [*body, *self._log(width, height - len(body))]

    def _rooms(self, width: int, height: int) -> list[Content]:
        view = self.at.view
        week = [self.board.week(width)] if self.board.weeks() else []
        boxes = self.board.boxes(list(range(view.players)), width, height - len(week))
        return [*boxes[: height - len(week)], *week]

    def _now(self, width: int) -> list[Content]:
        """What is announced or whom the table waits for, under a rule."""
        die = f" {self.at.die} " if self.at.die else ""
        said = f" {going_on(self.at.view, self.at.session.standing.text)}"
        line = Content.assemble((die, "bold reverse $accent"), (said, "bold"))
        return [ruled(Content(), width), line.truncate(width)]

    def _log(self, width: int, height: int) -> list[Content]:
        lines = [" " + line for line in newest(self.at.log_lines, width - 1, height)]
        return filled(lines, height)


class WallPage(WatchLines):
    """For a projector: large names, the race for Slack, the last play."""

    DEFAULT_CSS = "WallPage { height: 1fr; }"

    def build(self, width: int, height: int) -> list[Content]:
        view = self.at.view
        if width < 1 or height < 1:
            return []
        held = self.held(width)
        room = height - SPEECH - 1 - len(held)
        each = max(1, room // max(1, view.players))
        tall = each > ROWS
        lines: list[Content] = []
        for seat in range(view.players):
            bars = min(MOST_BARS, each - ROWS - 1)
            block = self._tall(seat, width, bars) if tall else [self._flat(seat, width)]
            lines += filled(block, each)
        return [*filled(lines, room), *held, *self._speech(width)]

    def _tall(self, seat: int, width: int, bars: int) -> list[Content]:
        """A name in large letters, the number beside it, a bar as wide as the screen below."""
        board, view, narrow = self.board, self.at.view, self.chez.world.settings.ascii
        number = large(board.number(seat), width // 3, narrow)
        names = large(player(view, seat), width - 4 - cell_len(number[0]) - 2, narrow)
        mark = "▸" if seat == view.turn else " "
        lines = []
        for row in range(max(len(names), len(number))):
            name = names[row] if row < len(names) else ""
            right = number[row] if row < len(number) else ""
            gap = " " * max(1, width - 3 - cell_len(name) - cell_len(right))
            lines.append(
                Content.assemble(
                    (f"{mark if row == 0 else ' '} ", "bold $accent"),
                    (name, f"bold {board.style(seat)}"), (gap + right, "bold $accent"),
                )
            )  # fmt: skip
        return [*lines, *["  " + self._bar(seat, width - 4)] * max(1, bars)]

    def _flat(self, seat: int, width: int) -> Content:
        """The same in one line, for many players or a low screen."""
        board, view = self.board, self.at.view
        return Content.assemble(
            (f"{'▸' if seat == view.turn else ' '} ", "bold $accent"),
            (fit(player(view, seat), 20), f"bold {board.style(seat)}"),
            self._bar(seat, max(4, width - 32)),
            (f" {board.number(seat):>6}", "bold $accent"),
        )

    def _bar(self, seat: int, width: int) -> Content:
        view = self.at.view
        if not view.alive[seat]:
            return Content(" " * width)
        goal = view.goal(seat) if view.roles[seat] else 0
        style = self.board.bar_style(seat) or "$good"
        return Content.styled(bar(view.slack[seat], goal, width), style)

    def _speech(self, width: int) -> list[Content]:
        """The last things that happened, the newest bold; or who has won."""
        view, style = self.at.view, "bold $accent"
        if view.winners:
            won = listing([player(view, seat) for seat in view.winners])
            words = f"{won} {'wins' if len(view.winners) == 1 else 'win'}!"
            rows = large(words, width - 4, self.chez.world.settings.ascii)
            lines = [Content.styled(f"  {row}", style) for row in rows]
        else:
            lines = [("  " + entry).truncate(width) for entry in self.at.log_lines[-SPEECH:]]
            lines[-1:] = [line.stylize("bold") for line in lines[-1:]]
        return [ruled(Content(), width), *filled(lines, SPEECH)]


def going_on(view: View, wrong: str = "") -> str:
    """What the table is about at the moment, in a sentence; `wrong` is why no die may roll."""
    if view.winners:
        return f"{listing([player(view, seat) for seat in view.winners])} won"
    top = view.stack[-1] if view.stack else None
    names = listing([player(view, seat) for seat in view.waiting() if seat >= 0])
    if isinstance(top, Window):
        cards = listing([view.printed(card).name for card in top.cards])
        said = f"{player(view, top.seat)}: {cards}"
        stop = "" if said.endswith((".", "!", "?")) else "."
        return f"{said}{stop} Waiting for {names}" if names else said
    if names:
        return f"Waiting for {names}"
    return f"The die waits: {wrong.partition(';')[0]}" if wrong else ROLLING
