"""What a table looks like: the panes, what they read, and how they share the screen."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.timer import Timer

from chez_tui.commands import BY_ID, TABLE, Command, key_name, keyed, keys_of
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.lines import Kept
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.play import words
from chez_tui.play.choices import HAND, TRIM, Choices, Option
from chez_tui.play.editions import news_of, short_title, title_of
from chez_tui.play.pages import BASE
from chez_tui.play.prompts import prompt
from chez_tui.screens.table import layout as dividing
from chez_tui.screens.table.board import BOX_WIDTH
from chez_tui.screens.table.card import category
from chez_tui.screens.table.detail import RULED, DetailPane
from chez_tui.screens.table.panes import (
    HandPane,
    LogPane,
    OpponentsPane,
    Pane,
    PromptPane,
    RoomPane,
    SideLog,
    StatusPane,
    fit_prompt,
    side,
)
from core.actions import CALL, DO, SHOP
from core.clauses import spoken
from core.state import DISCARD_PHASE, ROLL_PHASE, Window
from core.view import View
from net.sessions.session import Session

if TYPE_CHECKING:
    from chez_tui.screens.table.curtain import CurtainScreen

LOOKING = ("log", "next_pane", "zoom", "help", "back")  # what is worth a place in the footer
WIDE = (110, 30)  # from this size on opponents have boxes and the log stands beside
SMALL = (80, 24)
CLOSED = "The table is closed: {why}. {Back} goes back"
PAUSED = "Paused until enough players are back; the game is kept. {Back} goes away"


class TableView(ChezScreen):
    """The look of a table for the person at this keyboard; `TableScreen` brings it to life."""

    PLACES = (TABLE,)
    HELP = (
        "Reach your Slack Goal first. Your turn has five phases: Draw, Roll, Call People, Free "
        "Time, Discard. A * in front marks what you can use now; the cursor's card is shown in "
        "full with the reason if it can't be played. When somebody announces something you may "
        "respond with a card or pass."
    )
    BINDINGS: ClassVar = [
        *bindings_for(TABLE),
        *(Binding(str(n), f"pick({n})", f"card {n}", show=False) for n in range(1, 10)),
    ]
    DEFAULT_CSS = """
    TableView { layers: table chat; }
    """

    def __init__(self, sessions: Sequence[Session], parting: str = "") -> None:
        super().__init__()
        self.parting = parting  # what becomes of the seat of a person who goes away
        self.closed = ""  # why the table is no more
        self._sessions = {s.seat: s for s in sessions if s.seat is not None}
        self._seats = tuple(self._sessions)
        self._desks = {seat: Choices(session) for seat, session in self._sessions.items()}
        self.seat = self._seats[0]
        self._logs: dict[int, list[Content]] = {seat: [] for seat in self._seats}
        self.items: list[Option] = []
        self.cursor = 0
        self.picked: Option | None = None  # what a digit has just put the cursor on
        self._mode = HAND  # which list the cursor is in
        self._hand_at = 0  # where it was in the hand, for when that is shown again
        self.pane = "hand"
        self.wide = False
        self.chosen_opponent = -1
        self._room_at = 0
        self.die = ""  # what the die shows
        self.cast = ""  # who rolled it, and what for
        self._tumbling: Timer | None = None
        self._ticking: Timer | None = None
        self._ended = False
        self._asked: tuple[int, ...] = ()
        self._present = len(self._seats) == 1  # whether this seat's person is at the keyboard
        self._curtain: CurtainScreen | None = None
        self._next = self.seat  # whom the curtain is for
        self._zones: list[Pane] = []
        self._needs = dividing.Needs(0, 0, 0)  # what the screen was divided for
        self._room_lines: Kept[int] = Kept(1)
        self._phase: tuple[int, ...] = ()  # in which the cursor was put somewhere

    # -- what the panes read ---------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return self._sessions[self.seat]

    @property
    def desk(self) -> Choices:
        return self._desks[self.seat]

    @property
    def view(self) -> View:
        return self.session.view

    @property
    def log_lines(self) -> list[Content]:
        """The log as this seat may read it: it names the cards one has drawn oneself."""
        return self._logs[self.seat]

    @property
    def standing(self) -> str:
        """What is wrong with the table, in a few words."""
        standing = self.session.standing
        if not standing.votable:
            return standing.text
        key = key_name(keys_of(BY_ID["absent"], self.chez.world.settings.keys)[0])
        score = words.vote_score(standing.votes) or "a bot plays on, or nobody"
        return f"{standing.text.partition(';')[0]} ({key}: {score})"

    @property
    def cramped(self) -> bool:
        """Whether the screen is smaller than all of the table is."""
        return self.app.size.width < SMALL[0] or self.app.size.height < SMALL[1]

    @property
    def table_title(self) -> str:
        if self.cramped:
            return f"{self.app.size.width}x{self.app.size.height}: 80x24 shows all"
        keys = [edition.key for edition in self.view.catalog.editions]
        editions = title_of(keys) if self.wide else short_title(keys)
        return f"{self.session.settings.title} · {editions}"

    @property
    def opponents(self) -> list[int]:
        n = self.view.players
        return [(self.seat + i) % n for i in range(1, n)]

    @property
    def announcing(self) -> Window | None:
        """The window this seat is asked in, unless he looks at something else."""
        return self.desk.window if self.desk.mode == HAND and self.pane == "hand" else None

    @property
    def item(self) -> Option | None:
        return self.items[self.cursor] if self.cursor < len(self.items) else None

    @property
    def chosen_card(self) -> int:
        """The card in one's own room that the cursor is on; none if it is on the player."""
        cards = self._room_cards()
        at = self._room_at % (len(cards) + 1)
        return cards[at - 1] if at else -1

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

    @property
    def shows_cast(self) -> bool:
        """Whether there is a place for the die and what it was rolled for."""
        return self.query_one(DetailPane).size.height >= RULED

    def prompt(self) -> str:
        if self.closed:
            return keyed(CLOSED, self.chez.world.settings.keys, why=self.closed)
        if self.session.standing.paused:
            said = prompt(self.desk, self.chez.world.settings.keys).said
            return said or keyed(PAUSED, self.chez.world.settings.keys)
        return fit_prompt(prompt(self.desk, self.chez.world.settings.keys), self.app.size.width - 2)

    def footer_commands(self) -> list[Command]:
        """What makes sense at this moment comes first; what does not is left out."""
        desk, phase = self.desk, self.view.phase
        window, mine = desk.window is not None, desk.my_turn
        useful = {
            "do_it": True,
            "pass_window": window or desk.treat is not None,
            "more_time": window and self.session.deadline is not None,
            "hush": window,
            "next_phase": mine,
            "evict": mine and phase == ROLL_PHASE,
            "go_shopping": bool(desk.marks) and not (mine and phase == DISCARD_PHASE),
            "undo": self.session.can_undo,
            "absent": bool(self.session.standing.votable),
        }
        if desk.mode == TRIM:
            useful["go_shopping"] = True
        words = {"go_shopping": "discard"} if desk.mode == TRIM else {}
        known = {
            c.id: c._replace(footer=words.get(c.id, c.footer)) for c in super().footer_commands()
        }
        now = [c for c in known.values() if useful.get(c.id)]
        looking = [known.pop(name) for name in LOOKING if name in known]
        return now + looking + [c for c in known.values() if c.id not in useful]

    def action_help(self) -> None:
        """Tells also what is new in the editions at this table, in their words."""
        from chez_tui.kit.help import HelpScreen

        catalog = self.view.catalog
        keys = [edition.key for edition in catalog.editions]
        news = news_of(keys) if keys != [BASE] else []
        more = [f"{name}: {line}" for name, lines in news for line in lines]
        if any(catalog.military):
            signs = map(category, ("Military", "Illicit"))
            more.append(f"Behind the name of a card: {', '.join(signs)}.")
        title = self.title or type(self).__name__
        self.app.push_screen(
            HelpScreen(title, self.HELP, self.PLACES, more, lambda s: spoken(s, catalog.words))
        )

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Few widgets and no containers: each one takes its time whenever anything is painted."""
        yield StatusPane()
        yield OpponentsPane()
        yield RoomPane()
        yield HandPane()
        yield DetailPane()
        yield LogPane(id="tail")
        yield SideLog(id="side")
        yield PromptPane()
        yield ChatBox()
        yield FooterLine()

    def on_resize(self) -> None:
        self.divide()

    def divide(self) -> None:
        """Divides the screen among the panes."""
        width, height = self.app.size
        self.wide = width >= WIDE[0] and height >= WIDE[1]
        self.query_one("#side").display = self.wide
        self.query_one("#tail").display = not self.wide
        self._needs = needs = self.needs()
        rows = height - 3  # status, prompt, footer
        given = dividing.beside(rows, needs) if self.wide else dividing.narrow(rows, needs)
        self.query_one("#tail").styles.height = given[dividing.TAIL]
        self.set_heights(
            {
                OpponentsPane: given[dividing.OPPONENTS],
                RoomPane: given[dividing.ROOM],
                HandPane: given[dividing.HAND],
                DetailPane: given[dividing.DETAIL],
            }
        )
        self.call_after_refresh(self.repaint)

    def needs(self) -> dividing.Needs:
        """How many lines there are to show of what differs from moment to moment."""
        width, others = self.app.size.width, self.view.players - 1
        hand = max(len(self.items), len(self.view.hands[self.seat]))
        if self.wide:
            width -= side(width)
            others = -(-others // max(1, width // BOX_WIDTH))
        elif self.query_one(RoomPane).board.weeks():
            others += 1
        room = self._room_lines.find(
            (self.view, self.seat, width),
            lambda: len(self.query_one(RoomPane).board.wrapped(self.seat, width, dividing.ALL)),
        )
        return dividing.Needs(hand, room, others)

    def set_heights(self, heights: Mapping[type[Pane], int]) -> None:
        """Gives the panes their rows, one below the other, and the log the place beside them."""
        width = self.app.size.width
        for kind, rows in heights.items():
            pane = self.query_one(kind)
            pane.styles.height = rows
            pane.styles.width = width - side(width) if self.wide else width
        log = self.query_one("#side")
        log.styles.width = side(width)
        log.styles.offset = (width - side(width), 1)
        log.styles.height = sum(heights.values())

    def _point(self) -> None:
        """As a phase of one's own begins the cursor leaves a card that is of no use in it."""
        view = self.view
        phase = (view.round, view.turn, view.phase)
        if phase == self._phase or not self.desk.my_turn or self.desk.mode != HAND:
            return
        self._phase = phase
        if self.item is not None and not self.item.open:
            useful = (
                number
                for number, item in enumerate(self.items)
                if any(action.kind in (CALL, DO, SHOP) for action in item.actions)
            )
            self.cursor = next(useful, self.cursor)

    def repaint(self) -> None:
        """Brings every pane up to date; only lines that changed are drawn."""
        if not self.there:
            return
        desk = self.desk
        desk.refresh()
        self.items = desk.options()
        if desk.mode != self._mode:
            if self._mode == HAND:
                self._hand_at = self.cursor
            self.cursor = self._hand_at if desk.mode == HAND else 0
            self._mode = desk.mode
        self.cursor = max(0, min(self.cursor, len(self.items) - 1))
        self._point()
        if self.needs() != self._needs:
            self.divide()
        self._zones = self._zones or list(self.query(Pane))
        for pane in self._zones:
            if pane.display:
                pane.catch_up()
        self.query_one(FooterLine).update_lines()
