"""The table: rooms, hand, log, and everything a player can do, from the keyboard."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
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
from core.actions import CALL, EVICT, LEAVE, NEXT, Action, Refused
from core.events import ROLLED, Event
from core.state import CALL_PHASE, DISCARD_PHASE, DRAW_PHASE, ROLL_PHASE, Window
from core.telling import player
from core.view import View
from net.session import Session, Update

if TYPE_CHECKING:
    from chez_tui.screens.curtain import CurtainScreen

PANES = ("hand", "room", "opponents", "log")
WIDE = (110, 30)  # from this size on opponents have boxes and the log stands beside
SMALL = (80, 24)
LOG_KEPT = 1000
TUMBLE = 6  # faces a die shows before it lies still
TUMBLE_SECONDS = 0.06


class TableScreen(ChezScreen):
    """A table as the person at this keyboard sees it; several people share it by turns."""

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
    TableScreen #left { width: 1fr; height: 1fr; }
    TableScreen #middle { height: 1fr; }
    TableScreen Input { display: none; dock: bottom; height: 1; border: none; }
    TableScreen Input.open { display: block; }
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
        yield Input(placeholder="say something, Enter sends, Esc closes")
        yield FooterLine()

    def on_mount(self) -> None:
        self.title = "The table"
        self.chez.edition = self.session.settings.editions[0]
        self.chez.apply_looks()
        for session in self._sessions.values():
            session.set_preset(self.chez.config.preset)
        for pane in self.query("HandPane, DetailPane, LogPane"):
            pane.visible = self._present
        self.divide()
        for seat in self._seats[1:]:
            self._overhear(seat)
        self._listen()
        self.call_after_refresh(self._go_on)

    def on_screen_resume(self) -> None:
        self._change_hands()

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
            top = min(max(6, (rows - hand - room) // 2), 9) * boxes
            heights = {OpponentsPane: top, RoomPane: room, HandPane: hand}
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

    # -- the table's side ------------------------------------------------------------------------

    @work(exclusive=True, group="updates")
    async def _listen(self) -> None:
        async for update in self._sessions[self._seats[0]].updates():
            await self._take(update)
        if self.view.winners and not self._ended:
            self._ended = True
            if self._curtain is not None and self.app.screen is self._curtain:
                self.app.pop_screen()
            self._finish()

    @work(group="others")
    async def _overhear(self, seat: int) -> None:
        """At a hot seat: what the other people at this keyboard are told."""
        async for update in self._sessions[seat].updates():
            self._write(seat, update)
            if seat == self.seat:
                self.repaint()

    async def _take(self, update: Update) -> None:
        for event in update.events:
            if event.kind == ROLLED:
                self._roll(event)
        self._write(self._seats[0], update)
        self._change_hands()
        self._alert()
        self.repaint()
        self._tick()
        await self._go_on()

    def _write(self, seat: int, update: Update) -> None:
        """Puts what a seat was told into its log."""
        palette, log = self.chez.palette, self._logs[seat]
        if update.kind == "acted":
            log += [
                self._sentence(event, sentence)
                for event, sentence in zip(update.events, update.told, strict=True)
                if sentence
            ]
        elif update.kind == "past":
            log += [Text(sentence, style=palette.text) for sentence in update.told]
        elif update.kind == "chat":
            name = player(self.view, update.seat) if update.seat >= 0 else "a spectator"
            line = Text(f"{name}: ", style=f"bold {palette.seat(update.seat)}")
            log.append(line.append(update.text, style=palette.text))
        elif update.kind == "notice":
            log.append(Text(update.text, style=f"bold {palette.bad}"))
        elif update.kind == "undone":
            log.append(Text(f"{player(self.view, update.seat)} takes that back"))
        del log[:-LOG_KEPT]

    def _sentence(self, event: Event, sentence: str) -> Text:
        line = Text(sentence, style=self.chez.palette.text)
        if 0 <= event.seat < self.view.players:
            name = player(self.view, event.seat)
            if sentence.startswith(name):
                line.stylize(f"bold {self.chez.palette.seat(event.seat)}", 0, len(name))
        return line

    def _alert(self) -> None:
        waiting = self.view.waiting()
        mine = tuple(seat for seat in waiting if seat in self._seats)
        moment = (*mine, self.view.ref, self.view.turn)
        if mine and moment != self._asked:
            self._asked = moment
            window = bool(self.view.stack) and isinstance(self.view.stack[-1], Window)
            self.chez.alert(self.view, "window" if window else "turn")

    def _change_hands(self) -> None:
        """At a hot seat: a curtain falls before the next person looks, and says who that is."""
        waiting = [seat for seat in self.view.waiting() if seat in self._seats]
        if not waiting or (self._present and self.seat in waiting):
            return
        self._next = waiting[0]
        name = player(self.view, self._next)
        if self._curtain is not None:
            self._curtain.fall_for(name)
        elif self.app.screen is self:  # whoever reads something comes back to the table first
            from chez_tui.screens.curtain import CurtainScreen

            self._close_chat()
            self._present = False
            self._curtain = CurtainScreen(name)
            self.app.push_screen(self._curtain, self._sit_down)

    def _sit_down(self, _: object) -> None:
        """The curtain opens for the person it was for."""
        self._curtain = None
        self._present = True
        self.seat, self.cursor, self.pane, self.chosen_opponent = self._next, 0, "hand", -1
        for pane in self.query("HandPane, DetailPane, LogPane"):
            pane.visible = True
        self.repaint()
        self.call_later(self._go_on)

    async def _go_on(self) -> None:
        """Ends phases in which there is nothing to do, if the player likes that."""
        desk, view = self.desk, self.view
        if not self.chez.config.auto_next or not desk.my_turn or not self._present:
            return
        if view.phase == DRAW_PHASE:
            idle = True
        elif view.phase == ROLL_PHASE:
            idle = not any(a.kind == EVICT for a in self.session.legal())
        elif view.phase == CALL_PHASE:
            idle = not any(a.kind == CALL for a in self.session.legal())
        elif view.phase == DISCARD_PHASE:
            idle = len(view.hands[self.seat]) <= 1
        else:
            idle = False
        if idle:
            await self._act(Action(NEXT, self.seat))

    def _tick(self) -> None:
        """Runs a clock only while one is running at the table."""
        if self.session.deadline is not None and self._ticking is None:
            self._ticking = self.set_interval(1, self._tock)
        elif self.session.deadline is None and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    def _tock(self) -> None:
        self.query_one(StatusPane).update_lines()

    def _roll(self, event: Event) -> None:
        """The die tumbles for a moment, then shows what fell."""
        faces = self.chez.glyphs.dice
        if self._tumbling is not None:
            self._tumbling.stop()
            self._tumbling = None
        needs = f" (needs {event.on}+)" if event.on > 1 else ""
        final = f"die {faces[event.n]}{needs}"
        if self.chez.calm or self.app.is_headless:
            self.die = final
            return
        left = [TUMBLE]

        def tumble() -> None:
            left[0] -= 1
            self.die = f"die {faces[1 + (event.n + left[0] * 2) % 6]}" if left[0] else final
            if not left[0] and self._tumbling is not None:
                self._tumbling.stop()
                self._tumbling = None
            self.query_one(PromptPane).update_lines()

        self._tumbling = self.set_interval(TUMBLE_SECONDS, tumble)

    def _finish(self) -> None:
        self.chez.open_end(self.session, self._again)

    # -- doing things ----------------------------------------------------------------------------

    async def _act(self, action: Action | None) -> None:
        if action is not None:
            try:
                await self.session.act(action)
                self.die = ""
            except Refused as error:
                self.desk.message = f"{error.refusal.text} ({error.refusal.clause})"
        self.repaint()

    async def action_do_it(self) -> None:
        item = self.item
        if self.pane != "hand":
            self.pane = "hand"
            self.repaint()
        elif item is not None:
            await self._act(self.desk.press(item))

    async def action_pick(self, number: int) -> None:
        if number <= len(self.items):
            again = self.cursor == number - 1 and self.pane == "hand"
            self.cursor, self.pane = number - 1, "hand"
            if again:
                await self.action_do_it()
            else:
                self.desk.message = ""
                self.repaint()

    async def action_pass_window(self) -> None:
        action = self.desk.passing()
        if action is None:
            self.desk.message = "there is nothing to pass on"
        await self._act(action)

    async def action_next_phase(self) -> None:
        desk = self.desk
        if not desk.my_turn:
            desk.message = "it is not your turn to go on"
            self.repaint()
            return
        if desk.view.phase == DISCARD_PHASE and desk.marks:
            action = desk.commit()
            if action is None:
                self.repaint()
                return
            await self._act(action)
        await self._act(Action(NEXT, self.seat))

    async def action_go_shopping(self) -> None:
        await self._act(self.desk.commit())

    def action_evict(self) -> None:
        if self.desk.guests():
            self.cursor, self.pane = 0, "hand"
        self.repaint()

    def action_show_hand(self) -> None:
        self.desk.show_hand()
        self.cursor, self.pane = 0, "hand"
        self.repaint()

    async def action_undo(self) -> None:
        if self.session.can_undo:
            await self.session.undo()
        else:
            self.desk.message = "nothing to take back: only before anything was seen or rolled"
            self.repaint()

    async def action_more_time(self) -> None:
        await self.session.more_time()
        self.repaint()

    async def action_hush(self) -> None:
        self.session.hush()
        self.desk.message = "you pass until this turn is over; a asks again"
        await self._act(self.desk.passing())

    def action_drop_presets(self) -> None:
        self.session.drop_presets()
        self.desk.message = "you are asked in every window again"
        self.repaint()

    # -- moving ----------------------------------------------------------------------------------

    def _move(self, by: int) -> None:
        self.desk.message = ""
        if self.pane == "hand" and self.items:
            self.cursor = (self.cursor + by) % len(self.items)
        elif self.pane == "room":
            self._room_at = (self._room_at + by) % max(1, len(self._room_cards()))
        elif self.pane == "opponents":
            seats = self.opponents
            at = seats.index(self.chosen_opponent) if self.chosen_opponent in seats else 0
            self.chosen_opponent = seats[(at + by) % len(seats)]
        self.repaint()

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    def action_left(self) -> None:
        self._move(-1)

    def action_right(self) -> None:
        self._move(1)

    def action_next_pane(self) -> None:
        self._look(1)

    def action_last_pane(self) -> None:
        self._look(-1)

    def _look(self, by: int) -> None:
        panes = PANES if self.wide else PANES[:3]
        self.pane = (
            panes[(panes.index(self.pane) + by) % len(panes)] if self.pane in panes else "hand"
        )
        self.chosen_opponent = self.opponents[0] if self.pane == "opponents" else -1
        self.repaint()

    def action_zoom(self) -> None:
        from chez_tui.screens.reader import ReaderScreen

        if self.pane == "log":
            self.action_log()
            return
        seat = self.chosen_opponent if self.pane == "opponents" else self.seat
        board = self.query_one(RoomPane).board
        lines = [*board.room(seat, self.app.size.width - 4), Text(), board.laid()]
        self.app.push_screen(ReaderScreen(f"The room of {player(self.view, seat)}", lines))

    def action_log(self) -> None:
        from chez_tui.screens.reader import ReaderScreen

        self.app.push_screen(ReaderScreen("The log", self.log_lines, at_end=True))

    # -- talking, leaving ------------------------------------------------------------------------

    def action_chat(self) -> None:
        box = self.query_one(Input)
        box.add_class("open")
        box.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        await self.session.say(event.value)
        self._close_chat()

    def _close_chat(self) -> bool:
        box = self.query_one(Input)
        if not box.has_class("open"):
            return False
        box.value = ""
        box.remove_class("open")
        self.set_focus(None)
        return True

    def action_rules(self) -> None:
        item = self.item
        self.chez.open_rules(item.clause if item is not None else "")

    def action_back(self) -> None:
        if self._close_chat():
            return
        if self.desk.back():
            self.repaint()
        elif self.pane != "hand":
            self.pane, self.chosen_opponent = "hand", -1
            self.repaint()
        else:
            self._ask_away("Go back to the title? The game is kept.", self._go_away)

    def quit_question(self) -> str:
        return "" if self.view.winners else "Quit? The game is kept."

    def action_leave_game(self) -> None:
        self._ask_away("Leave the game for good? Your cards are discarded.", self._leave)

    def _ask_away(self, question: str, then: object) -> None:
        from chez_tui.screens.confirm import ConfirmScreen

        if self.view.winners:
            self._go_away()
            return

        def answered(yes: bool | None) -> None:
            if yes and callable(then):
                then()

        self.app.push_screen(ConfirmScreen(question), answered)

    @work
    async def _go_away(self) -> None:
        """Back to where the table was opened from; to the title if that was nowhere."""
        for session in self._sessions.values():
            await session.close()
        app = self.chez
        while self in app.screen_stack:
            app.pop_screen()
        if len(app.screen_stack) < 2:
            app.open_title()

    @work
    async def _leave(self) -> None:
        await self._act(Action(LEAVE, self.seat))
        if not self.view.winners:
            self._go_away()
