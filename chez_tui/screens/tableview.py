"""What a table looks like: the panes, what they read, and how they share the screen."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from chez_tui.commands import TABLE, Command
from chez_tui.desk import HAND, Desk, Item
from chez_tui.screens.base import ChezScreen, FooterLine, bindings_for
from chez_tui.widgets.panes import (
    DetailPane,
    HandPane,
    LogPane,
    OpponentsPane,
    Pane,
    PromptPane,
    RoomPane,
    SideLog,
    StatusPane,
)
from core.state import ROLL_PHASE, Window
from core.view import View
from net.session import Session

if TYPE_CHECKING:
    from chez_tui.screens.curtain import CurtainScreen

WIDE = (110, 30)  # from this size on opponents have boxes and the log stands beside
SMALL = (80, 24)
DETAIL = 8  # lines that a card in full takes


class TableView(ChezScreen):
    """The look of a table for the person at this keyboard; `TableScreen` brings it to life."""

    PLACES = (TABLE,)
    HELP = (
        "Reach your Slack Goal first. Your turn has five phases: Draw, Roll, Call People, Free "
        "Time, Discard. A star marks the cards you can use now; the cursor's card is shown in "
        "full with the reason if it can't be played. When somebody announces something you may "
        "respond with a card or pass."
    )
    BINDINGS: ClassVar = [
        *bindings_for(TABLE),
        *(Binding(str(n), f"pick({n})", f"card {n}", show=False) for n in range(1, 10)),
    ]
    DEFAULT_CSS = """
    TableView { layers: table chat; }
    TableView #left { width: 1fr; height: 1fr; }
    TableView #middle { height: 1fr; }
    TableView Input { display: none; dock: bottom; layer: chat; }
    TableView Input.open { display: block; }
    """

    def __init__(
        self, sessions: Sequence[Session], again: Callable[[tuple[int, ...]], None]
    ) -> None:
        super().__init__()
        self._again = again
        self._sessions = {s.seat: s for s in sessions if s.seat is not None}
        self._seats = tuple(self._sessions)
        self._desks = {seat: Desk(session) for seat, session in self._sessions.items()}
        self.seat = self._seats[0]
        self._logs: dict[int, list[Text]] = {seat: [] for seat in self._seats}
        self.items: list[Item] = []
        self.cursor = 0
        self.pane = "hand"
        self.wide = False
        self.chosen_opponent = -1
        self._room_at = 0
        self.die = ""
        self._tumbling: Timer | None = None
        self._ticking: Timer | None = None
        self._ended = False
        self._asked: tuple[int, ...] = ()
        self._present = len(self._seats) == 1  # whether this seat's person is at the keyboard
        self._curtain: CurtainScreen | None = None
        self._next = self.seat  # whom the curtain is for
        self._zones: list[Pane] = []

    # -- what the panes read ---------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return self._sessions[self.seat]

    @property
    def desk(self) -> Desk:
        return self._desks[self.seat]

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def log_lines(self) -> list[Text]:
        """The log as this seat may read it: it names the cards one has drawn oneself."""
        return self._logs[self.seat]

    @property
    def table_title(self) -> str:
        editions = " + ".join(e.name for e in self.view.catalog.editions)
        return f"{self.session.settings.title} {self.chez.glyphs.dot} {editions}"

    @property
    def opponents(self) -> list[int]:
        n = self.view.players
        return [(self.seat + i) % n for i in range(1, n)]

    @property
    def announcing(self) -> Window | None:
        """The window this seat is asked in, unless he looks at something else."""
        return self.desk.window if self.desk.mode == HAND and self.pane == "hand" else None

    @property
    def item(self) -> Item | None:
        return self.items[self.cursor] if self.cursor < len(self.items) else None

    @property
    def chosen_card(self) -> int:
        """The card in one's own room that the cursor is on."""
        cards = self._room_cards()
        return cards[self._room_at % len(cards)] if cards else -1

    def _room_cards(self) -> list[int]:
        return self.query_one(RoomPane).board.sorted_room(self.view.rooms[self.seat])

    def focused_card(self) -> tuple[int, int]:
        """The card the detail pane shows: its number and its face."""
        if self.pane == "room":
            card = self.chosen_card
            return card, self.view.face[card] if card >= 0 else -1
        item = self.item
        if item is not None and item.face >= 0:
            return item.card, item.face
        card = self.desk.subject
        return card, self.view.face[card] if card >= 0 else -1

    @property
    def clock(self) -> str:
        deadline = self.session.deadline
        if deadline is None:
            return ""
        left = max(0, round(deadline - asyncio.get_running_loop().time()))
        return f"{left // 60}:{left % 60:02}"

    def prompt(self) -> str:
        size = self.app.size
        if size.width < SMALL[0] or size.height < SMALL[1]:
            return f"({size.width}x{size.height}: 80x24 shows all) {self.desk.prompt()}"
        return self.desk.prompt()

    def footer_commands(self) -> list[Command]:
        """What makes sense at this moment comes first; what does not is left out."""
        desk, phase = self.desk, self.view.phase
        window, mine = desk.window is not None, desk.my_turn
        useful = {
            "do_it": True,
            "pass_window": window,
            "hush": window,
            "next_phase": mine,
            "evict": mine and phase == ROLL_PHASE,
            "go_shopping": bool(desk.marks),
            "undo": self.session.can_undo,
        }
        known = super().footer_commands()
        now = [c for c in known if useful.get(c.id)]
        return now + [c for c in known if c.id not in useful]

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield StatusPane()
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield OpponentsPane()
                yield RoomPane()
                yield HandPane()
                yield DetailPane()
                yield LogPane(id="tail")
            yield SideLog(id="side")
        yield PromptPane()
        yield Input(placeholder="say something, Enter sends, Esc closes", compact=True)
        yield FooterLine()

    def on_resize(self) -> None:
        self.divide()

    def divide(self) -> None:
        """Divides the screen among the panes."""
        width, height = self.app.size
        self.wide = width >= WIDE[0] and height >= WIDE[1]
        others = self.view.players - 1
        self.query_one("#side").display = self.wide
        self.query_one("#tail").display = not self.wide
        rows = height - 3  # status, prompt, footer
        hand = 7 if rows >= 20 else max(3, rows // 3)
        if self.wide:
            boxes = -(-others // max(1, (width - 36) // 26))
            room = 5
            box = max(3, min((rows - hand - room - DETAIL) // boxes, 9))
            heights = {OpponentsPane: box * boxes, RoomPane: room, HandPane: hand}
            heights[DetailPane] = max(3, rows - sum(heights.values()))
        else:
            heights = {OpponentsPane: min(others, max(1, rows - hand - 6)), HandPane: hand}
            heights[RoomPane] = 3 if rows - sum(heights.values()) >= 8 else 2
            tail = 2 if rows - sum(heights.values()) >= 5 else 0
            self.query_one("#tail").styles.height = tail
            heights[DetailPane] = max(1, rows - tail - sum(heights.values()))
        for pane, many in heights.items():
            self.query_one(pane).styles.height = many
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Brings every pane up to date; only lines that changed are drawn."""
        if not self.is_mounted:
            return
        desk = self.desk
        desk.refresh()
        self.items = desk.items()
        self.cursor = max(0, min(self.cursor, len(self.items) - 1))
        self._zones = self._zones or list(self.query(Pane))
        for pane in self._zones:
            if pane.display:
                pane.catch_up()
        self.query_one(FooterLine).update_lines()
