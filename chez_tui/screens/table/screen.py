"""The table: everything that happens there and that a player can do, from the keyboard."""

from textual import work

from chez_tui.kit.entry import ChatBox
from chez_tui.kit.screen import FooterLine
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.card import hand_in_full
from chez_tui.screens.table.detail import DetailPane
from chez_tui.screens.table.log import told
from chez_tui.screens.table.manners import TableManners
from chez_tui.screens.table.panes import PromptPane, StatusPane
from core.actions import NEXT, Action
from core.events import ROLLED, TURN_BEGAN, WON, Event
from core.state import DISCARD_PHASE, Window
from core.telling import player, word
from net.sessions.session import Update

PANES = ("hand", "room", "opponents", "log")
LOG_KEPT = 1000
TUMBLE = 6  # faces a die shows before it lies still
TUMBLE_SECONDS = 0.06


class TableScreen(TableManners):
    """A table as the person at this keyboard sees it; several people share it by turns."""

    def on_mount(self) -> None:
        self.title = "The table"
        self.chez.play_editions(self.session.settings.editions)
        for session in self._sessions.values():
            session.set_preset(self.chez.world.settings.preset)
        for pane in self.query("HandPane, DetailPane, LogPane"):
            pane.visible = self._present
        for seat in self._seats[1:]:
            self._overhear(seat)
        self._listen()
        self.call_after_refresh(self._go_on)

    def on_screen_resume(self) -> None:
        self._change_hands()

    # -- the table's side ------------------------------------------------------------------------

    @work(exclusive=True, group="updates")
    async def _listen(self) -> None:
        async for update in self._sessions[self._seats[0]].updates():
            await self._take(update)
            if any(event.kind == WON for event in update.events):
                break  # a table in the network stays open for the next game
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
        for number, event in enumerate(update.events):
            if event.kind == ROLLED:
                self._roll(event, update.told[number] if number < len(update.told) else "")
            elif event.kind == TURN_BEGAN and self._tumbling is None:
                self.die = ""  # the last roll is no longer what it is about
        self._write(self._seats[0], update)
        if update.kind == "closed":
            self.closed = update.text
        elif update.kind == "notice":
            self.desk.message = ""  # what was said before may not be true any more
        self._change_hands()
        self._alert()
        self.repaint()
        self._tick()
        await self._go_on()

    def _write(self, seat: int, update: Update) -> None:
        """Puts what a seat was told into its log."""
        log = self._logs[seat]
        log += told(update, self.view)
        del log[:-LOG_KEPT]

    def _alert(self) -> None:
        waiting = self.view.waiting()
        mine = tuple(seat for seat in waiting if seat in self._seats)
        moment = (*mine, self.view.ref, self.view.turn)
        if mine and moment != self._asked:
            self._asked = moment
            self.pane, self.chosen_opponent = "hand", -1  # the question comes first
            window = bool(self.view.stack) and isinstance(self.view.stack[-1], Window)
            self.chez.alert(self.view, "window" if window else "turn")
        elif not mine:
            self.chez.window_title = self.chez.TITLE

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
            from chez_tui.screens.table.curtain import CurtainScreen

            self.query_one(ChatBox).close()
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
        desk = self.desk
        if not self.chez.world.settings.auto_next or not desk.my_turn or not self._present:
            return
        if self.under_way:
            self._look_again = True
            return
        if desk.idle:
            await self._act(Action(NEXT, self.seat))

    def _tick(self) -> None:
        """Runs a clock only while one is running at the table."""
        running = self.session.deadline is not None or bool(self.session.standing.away)
        if running and self._ticking is None:
            self._ticking = self.set_interval(1, self._tock)
        elif not running and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    def _tock(self) -> None:
        if not self.there:
            return
        self.query_one(StatusPane).update_lines()
        self.query_one(FooterLine).update_lines()
        self._tick()

    def _roll(self, event: Event, told: str) -> None:
        """The die tumbles for a moment, then shows what fell, and for what."""
        if self._tumbling is not None:
            self._tumbling.stop()
            self._tumbling = None
        if self.chez.calm or self.app.is_headless:
            self.die, self.cast = str(event.n), told
            return
        self.cast = f"{player(self.view, event.seat)} rolls"
        left = [TUMBLE]

        def tumble() -> None:
            left[0] -= 1
            self.die = str(1 + (event.n - 1 + left[0] * 2) % 6)
            if not left[0] and self._tumbling is not None:
                self._tumbling.stop()
                self._tumbling = None
                self.cast = told
            self.query_one(DetailPane).update_lines()
            self.query_one(PromptPane).update_lines()

        self._tumbling = self.set_interval(TUMBLE_SECONDS, tumble)

    def _finish(self) -> None:
        self.leave(self.session)

    # -- doing things ----------------------------------------------------------------------------

    async def action_do_it(self) -> None:
        item, self.picked = self.item, None
        if self.pane != "hand":
            self.pane = "hand"
            self.repaint()
        elif item is not None:
            await self._act(self.desk.press(item))

    async def action_pick(self, number: int) -> None:
        """A digit puts the cursor there; the same digit once more does it."""
        if number <= len(self.items):
            again = self.picked == self.items[number - 1] and self.pane == "hand"
            self.cursor, self.pane, self.picked = number - 1, "hand", self.items[number - 1]
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
            mine = desk.view.turn == self.seat
            desk.message = "this comes first" if mine else "it is not your turn to go on"
            self.repaint()
            return
        if desk.view.phase == DISCARD_PHASE and desk.marks:
            action = desk.commit()
            if action is None:
                self.repaint()
                return
            await self._act(action)
        await self._then(Action(NEXT, self.seat))

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
        self.desk.message = "you pass until this turn is over; {drop_presets} asks again"
        await self._act(self.desk.passing() if self.desk.window is not None else None)

    def action_drop_presets(self) -> None:
        self.session.drop_presets()
        self.desk.message = "you are asked in every window again"
        self.repaint()

    # -- moving ----------------------------------------------------------------------------------

    def _move(self, by: int) -> None:
        self.desk.message, self.picked = "", None
        if self.pane == "hand" and self.items:
            self.cursor = (self.cursor + by) % len(self.items)
        elif self.pane == "room":
            self._room_at = (self._room_at + by) % (1 + len(self._room_cards()))
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
        from chez_tui.kit.reader import ReaderScreen

        if self.pane == "log":
            self.action_log()
            return
        if self.pane == "hand":
            self.app.push_screen(ReaderScreen("Your cards", hand_in_full(self.view, self.items)))
            return
        seat = self.chosen_opponent if self.pane == "opponents" else self.seat
        lines = Board(self.view).in_full(seat)
        title = f"The {word(self.view, 'room')} of {player(self.view, seat)}"
        self.app.push_screen(ReaderScreen(title, lines))

    def action_log(self) -> None:
        from chez_tui.kit.reader import ReaderScreen

        self.app.push_screen(ReaderScreen("The log", self.log_lines, at_end=True))

    def action_all_cards(self) -> None:
        face = self.focused_card()[1]
        self.chez.open_catalogue(self.view.faces[face].id if face >= 0 else "")

    def action_rules(self) -> None:
        item = self.item
        self.chez.open_rules(item.clause if item is not None else "")
