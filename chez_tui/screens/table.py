"""The table: everything that happens there and that a player can do, from the keyboard."""

from typing import TYPE_CHECKING

from rich.text import Text
from textual import work
from textual.widgets import Input

from chez_tui.screens.tableview import TableView
from chez_tui.widgets.panes import PromptPane, RoomPane, StatusPane
from core.actions import CALL, EVICT, LEAVE, NEXT, Action, Refused
from core.events import ANNOUNCED, ROLLED, TURN_BEGAN, Event
from core.state import CALL_PHASE, DISCARD_PHASE, DRAW_PHASE, ROLL_PHASE, Window
from core.telling import player
from net.session import Update

if TYPE_CHECKING:
    pass

PANES = ("hand", "room", "opponents", "log")
LOG_KEPT = 1000
TUMBLE = 6  # faces a die shows before it lies still
TUMBLE_SECONDS = 0.06


class TableScreen(TableView):
    """A table as the person at this keyboard sees it; several people share it by turns."""

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
            elif event.kind in (ANNOUNCED, TURN_BEGAN) and self._tumbling is None:
                self.die = ""  # the last roll is no longer what it is about
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
