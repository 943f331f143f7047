"""A game for somebody without a seat: the rooms, what is announced, the log; or a big screen."""

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.widgets import Input

from chez_tui.commands import WATCH
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.log import told
from chez_tui.screens.watchpage import WallPage, WatchLines, WatchPage, WatchStatus
from core.events import ROLLED, WON
from core.view import View
from net.sessions.session import Session, Update

LOG_KEPT = 1000


class WatchScreen(ChezScreen):
    """Follows one game; `wall` shows it large, for a projector."""

    PLACES = (WATCH,)
    AT_TABLE = True
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
        self.log_lines: list[Text] = []
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
            self.chez.open_end(self.session, lambda winners: None)

    def _take(self, update: Update) -> None:
        for event in update.events:
            if event.kind == ROLLED:
                needs = f" (needs {event.on}+)" if event.on > 1 else ""
                self.die = f"die {event.n}{needs}"
        if update.kind == "closed":
            self.closed = update.text
        self.log_lines += told(update, self.view, self.chez.palette)
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
        from chez_tui.screens.table.zoom import seen_in_full

        board = Board(self.view, self.chez.palette)
        lines = seen_in_full(board, self.session.seen_hands)
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
        """Back to where the game was opened from; to the title if that was nowhere."""
        await self.session.close()
        app = self.chez
        while self in app.screen_stack:
            app.pop_screen()
        if len(app.screen_stack) < 2:
            app.open_title()
