"""The table: everything that happens there and that a player can do, from the keyboard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

from chez_tui.commands import TABLE, Command
from chez_tui.kit.dialogs import Choose, Confirm
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.lines import Kept
from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.play import words
from chez_tui.play.attention import AboutToWin, Dealt, HitMe, Stopped
from chez_tui.play.choices import GUESTS, HAND, TARGETS, TRIM, Choices
from chez_tui.play.editions import news_of
from chez_tui.play.guard import KeyGuard
from chez_tui.play.outbox import Outbox
from chez_tui.play.pages import BASE
from chez_tui.play.prompts import Prompt, doing, hushed
from chez_tui.play.table import Asked, Cue, Cursor, Moment, Rested, Rolled, TableModel, Won
from chez_tui.screens.signs import explained
from chez_tui.screens.table import layout
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.card import hand_in_full
from chez_tui.screens.table.curtain import CurtainScreen
from chez_tui.screens.table.panes import (
    BigPane,
    Clicked,
    HandPane,
    LogPane,
    OpponentsPane,
    Pane,
    PromptPane,
    RoomPane,
    StagePane,
    StatusPane,
    log_line,
    opponents,
)
from chez_tui.screens.table.rooms import rows_of
from chez_tui.screens.table.scenes import Scene, Scenes
from core.actions import EVICT, LEAVE, Action
from core.clauses import spoken
from core.events import ANNOUNCED, TURN_BEGAN, WON
from core.state import DISCARD_PHASE, FREE_PHASE
from core.telling import PHASE_NAMES, listing, player, possessive, word
from net.sessions.local import PACES
from net.sessions.session import PRESETS, Session, Update

if TYPE_CHECKING:
    from chez_tui.play.lesson import Lesson

T = TypeVar("T")

LOOKING: Final = ("log", "next_pane", "zoom", "help", "back")  # what is worth a place in the footer
PANES: Final = (HAND, "room", "opponents", "log")
DOING: Final = ("do_it", "pass_window", "next_phase")  # what no key does that ends a scene
FIRST_HAND: Final = "Your first hand."
GOES_ON: Final = "Any key continues"
IS_WON: Final = "Any key shows how it went"
SEED: Final = "The seed of this deal is {seed}. Use it again for the same cards and dice."
LOOKS_ON: Final = "Stop watching?"
FOR_NOW: Final = "leave for now; Continue or chez-tui resume brings you back"
KEPT: Final = "go back to the title; your game is saved"
LOST: Final = "go back to the title; your game isn't saved, you can't come back"
FOR_GOOD: Final = "leave the game for good; you discard your cards"
SURE: Final = "Leave the game for good? You can't come back to it."
UNSAVED: Final = "Your game isn't saved: you can't come back to it."


class GameScreen(ChezScreen):
    """A screen that follows a table, shows it moment by moment, and lets people talk."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__()
        self.table = TableModel(sessions)
        self.now = self.table.moment(Cursor(), {})
        self.scenes = Scenes(self.set_timer, self.repaint)

    @property
    def session(self) -> Session:
        return self.table.session

    def on_mount(self) -> None:
        self.chez.play_editions(self.session.settings.editions)
        for seat in self.table.sessions:
            self._listen(seat)

    @work(group="updates")
    async def _listen(self, seat: int) -> None:
        async for update in self.table.sessions[seat].updates():
            if update.kind == "chat" and not self.chez.world.settings.chat:
                continue
            self.hear(update, seat)
            if any(event.kind == WON for event in update.events):
                break  # a table in the network stays open for the next game
        if seat == self.table.hands.seats[0]:
            self.end()

    def hear(self, update: Update, seat: int) -> None:
        """Take in what a seat was told."""
        self.table.take(update)
        self.repaint()

    def help_more(self) -> list[str]:
        return [explained(self.table.view.catalog)]

    def end(self) -> None:
        """Leave the table, which has nothing more to tell."""

    def moment(self) -> Moment:
        """Return the table as it looks now."""
        now = self.table.moment(self.now.cursor, self.chez.world.settings.keys)
        return replace(now, scene=self.scenes.now.scene, frame=self.scenes.now.frame)

    def play(self, scene: Scene) -> None:
        """Play a scene, or show its last picture if the screen is calm."""
        self.scenes.play(scene, self.chez.world.settings.calm or self.app.is_headless)

    def repaint(self) -> None:
        """Update every pane, or only what plays while the others are frozen."""
        if not self.there:
            return
        frozen = self.scenes.frozen
        if frozen:
            act = self.scenes.now
            self.now = replace(self.now, scene=act.scene, frame=act.frame)
        else:
            self.now = self.moment()
            self.make_room()
        for pane in self.query(Pane):
            pane.see(self.now)
        if not frozen:
            self.query_one(FooterLine).update_lines()

    def make_room(self) -> None:
        """Make room for what the panes show."""

    def action_log(self) -> None:
        lines = list(map(log_line, self.table.log))
        self.app.push_screen(ReaderScreen("The log", lines, at_end=True))

    def action_chat(self) -> None:
        self.query_one(ChatBox).open()

    @on(Input.Submitted)
    async def _said(self, event: Input.Submitted) -> None:
        await self.session.say(event.value)
        self.query_one(ChatBox).close()


class TableScreen(GameScreen):
    """A table as the person at this keyboard sees it; several people share it by turns."""

    PLACES = (TABLE,)
    HELP = (
        "Reach your Slack Goal first. Your turn has five phases: Draw, Roll, Call People, Free "
        "Time, Discard. The card at the cursor shows in full, with the reason if you can't play "
        "it. When someone announces something, you can respond with a card or pass."
    )
    BINDINGS: ClassVar = [
        *bindings_for(TABLE),
        *(Binding(str(n), f"pick({n})", f"card {n}", show=False) for n in range(1, 10)),
    ]

    def __init__(
        self,
        sessions: Sequence[Session],
        parting: str = "",
        gate: "Lesson | None" = None,
    ) -> None:
        super().__init__(sessions)
        self.parting = parting  # what happens to the seat of a person who leaves
        self.gate = gate  # what the lesson allows here; anything without one
        self.outbox = Outbox(self._carried)
        self.guard = KeyGuard()
        self.cursor = self.now.cursor
        self._unrecorded = ""  # why the game isn't saved
        self._picked: object = None  # what a digit has just put the cursor on
        self._won: Won | None = None
        self._after_role: Rolled | None = None  # one's own roll while the role was read
        self._curtain: CurtainScreen | None = None
        self._needs = layout.Needs(-1, 0, 0)  # what the screen was divided for
        self._room_lines: Kept[int] = Kept(1)

    @property
    def choices(self) -> Choices:
        return self.table.choices

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn chat off if all the others are bots."""
        alone = action == "chat" and self.session.settings.alone
        return False if alone else super().check_action(action, parameters)

    def footer_words(self) -> dict[str, str]:
        """Return what keys do now, in a word."""
        now = self.now
        ends = "end turn" if now.view.phase == DISCARD_PHASE else "next phase"
        idle = now.cursor.pane == HAND and not (now.marks or now.mode in (TARGETS, GUESTS))
        return {
            "do_it": doing(now.mode, now.option, bool(now.marks)).word,
            "next_phase": "discard" if now.mode == TRIM else ends,
            **({"hush": "ask again"} if now.hushed else {}),
            **({"back": "menu"} if idle else {}),
        }

    def footer_commands(self) -> list[Command]:
        """Return the commands that make sense now, the most useful ones first."""
        now, phase = self.now, self.now.view.phase
        if isinstance(now.scene, Dealt | Won):
            return []  # any key ends that
        window, mine = now.window is not None and now.asked, now.my_turn
        clock = now.window is not None and now.deadline is not None
        useful = {
            "do_it": now.option is not None and now.option.open,
            "pass_window": window or clock or now.treat is not None,
            "more_time": clock,
            "hush": window or bool(now.hushed),
            "next_phase": mine or now.mode == TRIM,
            "evict": mine and any(action.kind == EVICT for action in self.session.legal()),
            "go_shopping": mine and phase == FREE_PHASE and bool(now.marks),
            "undo": now.can_undo,
            "absent": bool(now.standing.votable),
        }
        known = {c.id: c for c in super().footer_commands()}
        first = [c for c in known.values() if useful.get(c.id)]
        looking = [known.pop(name) for name in LOOKING if name in known]
        return first + looking + [c for c in known.values() if c.id not in useful]

    def help_more(self) -> list[str]:
        """Return what the signs mean, what the editions here add, and the seed of the deal."""
        catalog = self.table.view.catalog
        keys = [edition.key for edition in catalog.editions]
        news = news_of(keys) if keys != [BASE] else []
        more = super().help_more() + [f"{name}: {line}" for name, lines in news for line in lines]
        if seed := self.session.settings.seed:
            more.append(SEED.format(seed=seed))
        return more

    def in_words(self, text: str) -> str:
        return spoken(text, self.table.view.catalog.words)

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Few widgets and no containers: each one takes its time whenever anything is painted."""
        yield StatusPane()
        yield from self.zones()
        yield PromptPane()
        yield ChatBox()
        yield FooterLine()

    def zones(self) -> Iterator[Pane]:
        """Yield the panes that `divide` places again for each size."""
        yield OpponentsPane(id=layout.OTHERS)
        yield StagePane(id=layout.STAGE)
        yield RoomPane(id=layout.ROOM)
        yield HandPane(id=layout.HAND)
        yield LogPane(id=layout.LOG)
        yield LogPane(id=layout.TAIL)
        yield BigPane(id=layout.BIG)

    def on_mount(self) -> None:
        self.title = "The table"
        if self.app.is_headless:  # no one reads there
            self.guard = KeyGuard(count(0, 3600).__next__)
        self._clock = self.set_interval(1, self._tock, pause=True)
        for session in self.table.sessions.values():
            session.set_preset(self.chez.world.settings.preset)
        self.call_after_refresh(self._go_on)

    def on_unmount(self) -> None:
        self.chez.world.give_back()
        self.chez.apply_looks()

    def _apply(self, name: str) -> None:
        """Play by a setting as it is now."""
        settings = self.chez.world.settings
        for session in self.table.sessions.values():
            if name == "preset":
                session.set_preset(settings.preset)
            elif name == "pace":
                session.set_pace(PACES[settings.pace])

    def on_screen_resume(self) -> None:
        self._change_hands()

    def on_resize(self) -> None:
        self.divide()

    def divide(self) -> None:
        """Divide the screen among the panes."""
        self._needs = self.needs()
        for name, zone in self.share(self._needs).items():
            for pane in self.query(f"#{name}").results(Pane):
                if name != layout.BIG:  # which is there only for what takes the whole table
                    pane.display = zone.height > 0 < zone.width
                pane.styles.width, pane.styles.height = zone.width, zone.height
                pane.styles.offset = (zone.x, zone.y)
        self.call_after_refresh(self.repaint)

    def share(self, needs: layout.Needs) -> Mapping[str, layout.Zone]:
        """Return where each zone is."""
        return layout.zones(self.app.size, needs)

    def repaint(self) -> None:
        super().repaint()
        if self.there:
            self.query_one(BigPane).display = isinstance(self.scenes.now.scene, Dealt | Won)

    def needs(self) -> layout.Needs:
        """Return how many lines each zone needs at this moment."""
        now, width = self.now, self.app.size.width
        hand = max(len(now.options), len(now.view.hands[now.seat]))
        if layout.holds(self.app.size, layout.FRAMED):
            return layout.Needs(now.view.players - 1, 0, 0)
        room = self._room_lines.find((now.view, now.seat, width), lambda: rows_of(now, width))
        return layout.Needs(now.view.players - 1, hand, room, bool(Board(now.view).beside()))

    def make_room(self) -> None:
        if self.needs() != self._needs:
            self.divide()

    def moment(self) -> Moment:
        now = self.table.moment(self.cursor, self.chez.world.settings.keys)
        if now.cursor.card >= 0 and now.cursor.card not in now.view.rooms[now.seat]:
            now = replace(now, cursor=replace(now.cursor, card=-1))
        now = replace(now, scene=self.scenes.now.scene, frame=self.scenes.now.frame)
        if isinstance(now.scene, Dealt | Won):
            won = isinstance(now.scene, Won)
            first = winning(now, now.scene.winners) if isinstance(now.scene, Won) else FIRST_HAND
            now = replace(now, prompt=Prompt(wanted=IS_WON if won else GOES_ON, going=first))
        if self.gate is not None and now.prompt.said and not now.closed:
            now = replace(now, prompt=Prompt(now.prompt.said))  # what comes next the coach says
        self.cursor = now.cursor
        return now

    # -- the table's side ------------------------------------------------------------------------

    def hear(self, update: Update, seat: int) -> None:
        """Take in an update; at a hot seat each person has a separate log."""
        if seat != self.table.hands.seats[0]:
            self.table.overhear(update, seat)
            self.repaint()
            return
        if {event.kind for event in update.events} & {ANNOUNCED, TURN_BEGAN}:
            if not self._reading_role:
                self.scenes.clear()
            self.cursor = replace(self.cursor, moved=False)
        cues = self.table.take(update)
        for cue in cues:
            self._show(cue, cues)
        if self.session.unrecorded != self._unrecorded:
            self._unrecorded = self.session.unrecorded
            self.notify(self._unrecorded, severity="warning", markup=False)
        self._change_hands()
        if self.table.covered and not self.now.covered:
            self.query_one(ChatBox).close()
        self.repaint()
        self._tick()
        self._go_on()

    @property
    def _reading_role(self) -> bool:
        """Whether a role lies there to be read for as long as it takes: no clock runs."""
        return isinstance(self.scenes.now.scene, Dealt) and self.session.deadline is None

    def _show(self, cue: Cue, cues: Sequence[Cue]) -> None:
        match cue:
            case Rolled() if self._reading_role and cue.seat in self.table.sessions:
                self._after_role = cue
            case Rolled() | Stopped() if self._reading_role:
                pass  # the log has it
            case Rolled():
                matters = any(isinstance(other, HitMe | Won) for other in cues)
                if matters or cue.seat in self.table.sessions:
                    self.play(cue)
            case Stopped():
                self.play(cue)
            case AboutToWin():
                self.play(cue)
                if cue.announced.seat not in self.table.sessions:
                    self.chez.alert("win")
            case Dealt() if self.gate is None and len(self.table.sessions) == 1:
                self.play(cue)
            case Won() if self.gate is None:
                self._won = cue
            case Asked():
                self.cursor = replace(self.cursor, pane=HAND, player=-1)  # the question first
                self.chez.alert("window" if cue.window else "turn", cue.rings)
                if cue.rings and self.table.view.stack:
                    self.guard.prompted()
            case Rested():
                self.chez.alert("")

    def end(self) -> None:
        """Celebrate, then leave by any key."""
        if not self.table.view.winners:
            return
        alone = sum(self.table.view.alive) < 2  # no card did it
        if self._won is None or alone or not self.there:
            self.leave(self.session)
            return
        self.uncover()
        self.play(self._won)
        self.repaint()

    def on_key(self, event: Key) -> None:
        """Let any key end a scene; keys that only look do their work then as well.

        The guard holds back keys that can't be meant for what just appeared.
        """
        if self.focused is not None:
            return
        known = self.active_bindings.get(event.key)
        if not self._counts(known.binding.action if known is not None else ""):
            event.stop()

    def _counts(self, action: str) -> bool:
        """Return whether a key or a click does its work, besides ending what plays."""
        scene = self.scenes.now.scene
        if not self.guard.counts(action):
            return False
        if action == "quit_game":
            return True
        big = isinstance(scene, Dealt | Won)
        moved = self.scenes.skip()
        self.table.looked()
        if isinstance(scene, Won) and not moved:
            self.leave(self.session)
        elif not moved:
            self.scenes.clear()
        if moved or scene is not None:
            self.repaint()
        if isinstance(scene, Dealt) and self.scenes.now.scene is None:
            self.guard.prompted()  # what waits below it is seen from now on
            if self._after_role is not None:
                self.play(self._after_role)
                self._after_role = None
        return not big and not (moved and action in DOING)

    @on(Clicked)
    async def _clicked(self, event: Clicked) -> None:
        """Select what was clicked; a second click on it does what Enter does there."""
        there = self.cursor.pane == event.pane
        again = there and (event.pane == HAND and self._picked == self._option(event.number))
        if not self._counts("do_it" if again else "pick") or self.now.covered:
            return
        if event.pane == HAND:
            await self.action_pick(event.number + 1)
        elif there and event.pane == "log":
            self.action_log()
        elif there and self.cursor.player == event.number:
            self.action_zoom()
        else:
            seat = event.number if event.pane == "opponents" else -1
            self.cursor = replace(self.cursor, pane=event.pane, player=seat)
            self.repaint()

    def _option(self, number: int) -> object:
        return self.now.options[number] if number < len(self.now.options) else self

    def _change_hands(self) -> None:
        """At a hot seat: a curtain falls before the next person looks, and says who that is."""
        hands, view = self.table.hands, self.table.view
        if not hands.hands_over(view):
            return
        if self._curtain is not None:
            self._curtain.awaited = hands.next
        elif self.app.screen is self:  # people who read come back to the table first
            self.query_one(ChatBox).close()
            hands.leave()
            self._curtain = CurtainScreen(view, hands.next)
            self.app.push_screen(self._curtain, self._sit_down)

    def _sit_down(self, _: object) -> None:
        """Open the curtain for the person it waits for."""
        self._curtain = None
        self.table.hands.sit_down()
        self.cursor = Cursor()
        self.repaint()
        self._go_on()

    @work(group="deeds")
    async def _go_on(self) -> None:
        """End phases in which the player can't do anything, if they like that."""
        if self.gate is not None or not self.chez.world.settings.auto_next:
            return
        if not self.choices.my_turn or self.table.covered or self.outbox.look_again():
            return
        if self.choices.idle:
            phase = PHASE_NAMES[self.choices.view.phase]
            await self._act(self.choices.ending, by_itself=True)
            self.guard.ended(phase)

    def _tick(self) -> None:
        """Update what shows the time; pause the clock if the table has none running."""
        if self.session.deadline is not None or self.session.standing.away:
            self._clock.resume()
        else:
            self._clock.pause()

    def _tock(self) -> None:
        self.repaint()
        self._tick()

    # -- acting ----------------------------------------------------------------------------------

    async def _act(
        self, action: Action | None, follow: bool = False, by_itself: bool = False
    ) -> None:
        """Do something at the table, now or after the last move has arrived."""
        said = ""
        if self.gate is not None and action is not None and self.session.refusal(action) is None:
            said = self.gate.refusal(action)  # what the rules refuse they refuse themselves
        if action is not None and not said:
            said = await self.outbox.send(self.session, action, follow, by_itself)
        if said:
            self._say(said)
        elif action is None or self.outbox.busy:
            self.repaint()

    def _carried(self, said: str, look: bool) -> None:
        """Show that a move has arrived, or why it was refused."""
        self.choices.message = said or self.choices.message
        self.repaint()
        if look:
            self._go_on()

    def _say(self, message: str) -> None:
        self.choices.message = message
        self.repaint()

    async def action_do_it(self) -> None:
        option, self._picked = self.now.option, None
        if self.cursor.pane != HAND:
            self.cursor = replace(self.cursor, pane=HAND)
            self.repaint()
        elif option is not None:
            await self._act(self.choices.press(option))

    async def action_pick(self, number: int) -> None:
        """Move the cursor there; the same digit a second time does it.

        While the hands are covered, it's the number of the player who wants to respond.
        """
        if self.now.covered:
            hands, view = self.table.hands, self.table.view
            if number - 1 in hands.respondents(view):
                await hands.claim(number - 1)
                self._change_hands()
            return
        self._looked()
        if number <= len(self.now.options):
            option = self.now.options[number - 1]
            again = self._picked == option and self.cursor.pane == HAND
            self.cursor = replace(self.cursor, pane=HAND, line=number - 1, moved=True)
            self._picked = option
            if again:
                await self._act(self.choices.press(option))
                self._picked = None
            else:
                self._say("")

    async def action_pass_window(self) -> None:
        if self.now.covered:
            await self.table.hands.all_pass(self.table.view)
            return
        action = self.choices.passing()
        if action is None:
            self.choices.message = "nothing to respond to"
        await self._act(action)

    async def action_next_phase(self) -> None:
        """Discard what is marked; in your own turn, end the phase."""
        choices = self.choices
        if choices.mode == TRIM:
            await self._act(choices.commit())
            return
        if not choices.my_turn:
            mine = choices.view.turn == self.table.seat
            self._say("not yet: this comes first" if mine else "it isn't your turn")
            return
        if why := self.guard.rests(PHASE_NAMES[choices.view.phase]):
            self._say(why)
            return
        if choices.view.phase == DISCARD_PHASE and choices.marks:
            action = choices.commit()
            await self._act(action)
            if action is None:
                return
        await self._act(self.choices.ending, follow=True)

    async def action_go_shopping(self) -> None:
        await self._act(self.choices.commit())

    def action_evict(self) -> None:
        if self.choices.guests():
            self.cursor = replace(self.cursor, pane=HAND, line=0)
        self.repaint()

    def action_show_hand(self) -> None:
        self.choices.show_hand()
        self.cursor = replace(self.cursor, pane=HAND, line=0)
        self.repaint()

    async def action_undo(self) -> None:
        if self.session.can_undo:
            await self.session.undo()
        else:
            self._say("nothing to undo: undo works until a card or a roll is seen")

    async def action_more_time(self) -> None:
        if not self.now.covered:  # there people ask for time with their number
            await self.session.more_time()
        self.repaint()

    def action_hush(self) -> None:
        if self.gate is not None:
            self._say("The lesson asks you every time")
            return
        self.session.hush()
        self._say(hushed(self.session, self.chez.world.settings.keys) or "you get prompts again")

    def action_ask_me(self) -> None:
        """Change when this person gets prompts at this table."""
        known = list(PRESETS)
        self.session.set_preset(_next(known, self.session.preset, 1))
        self._say(PRESETS[self.session.preset])

    # -- looking ---------------------------------------------------------------------------------

    def _looked(self) -> None:
        if self.gate is not None:
            self.gate.looked()

    def _move(self, by: int) -> None:
        self._looked()
        self._picked = None
        now, cursor = self.now, self.cursor
        if cursor.pane == HAND and now.options:
            cursor = replace(cursor, line=(cursor.line + by) % len(now.options), moved=True)
        elif cursor.pane == "room":
            cards = [-1, *Board(now.view).sorted_room(now.view.rooms[now.seat])]
            cursor = replace(cursor, card=_next(cards, cursor.card, by))
        elif cursor.pane == "opponents":
            cursor = replace(cursor, player=_next(opponents(now), cursor.player, by))
        self.cursor = cursor
        self._say("")

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    action_left = action_up
    action_right = action_down

    def action_next_pane(self) -> None:
        self._change_pane(1)

    def action_last_pane(self) -> None:
        self._change_pane(-1)

    def _change_pane(self, by: int) -> None:
        wide = layout.holds(self.app.size, layout.CARDS)
        panes, pane = PANES if wide else PANES[:3], self.cursor.pane
        pane = _next(panes, pane, by) if pane in panes else HAND
        player = opponents(self.now)[0] if pane == "opponents" else -1
        self.cursor = replace(self.cursor, pane=pane, player=player)
        self.repaint()

    def action_zoom(self) -> None:
        now = self.now
        if now.cursor.pane == "log":
            self.action_log()
            return
        if now.cursor.pane == HAND:
            self.app.push_screen(ReaderScreen("Your cards", hand_in_full(now.view, now.options)))
            return
        seat = now.cursor.player if now.cursor.pane == "opponents" else now.seat
        title = f"{possessive(now.view, seat)} {word(now.view, 'room')}"
        self.app.push_screen(ReaderScreen(title, Board(now.view).in_full(seat)))

    def action_all_cards(self) -> None:
        from chez_tui.screens.catalogue import CatalogueScreen

        face = self.now.focused[1]
        self.app.push_screen(CatalogueScreen(self.now.view.faces[face].id if face >= 0 else ""))

    def action_rules(self) -> None:
        option = self.now.option
        self.chez.read_rules(option.clause if option is not None else "")

    # -- disconnected players ----------------------------------------------------------------------

    @work
    async def action_absent(self) -> None:
        """Ask how to vote on the seats of disconnected players."""
        standing, view = self.session.standing, self.table.view
        votes = standing.votes
        if not votes:
            self._say(standing.text or "everyone is connected")
            return
        options = [f"wait for {listing([player(view, vote.seats[0]) for vote in votes])}"]
        doubts = {}
        for vote in votes:
            options += [words.vote_option(vote, bot, view) for bot in (True, False)]
            doubts[len(options) - 1] = words.vote_doubt(vote, view)
        question = Choose(words.vote_question(votes, view), options, doubts=doubts)
        choice = await self.app.push_screen_wait(question)
        if choice:
            seat, bot = votes[(choice - 1) // 2].seats[0], choice % 2 == 1
            await self.session.replace(seat, bot)
            self._say(words.vote_cast(self.session.standing, seat, bot, self.table.view))

    # -- leaving ------------------------------------------------------------------------------

    def action_back(self) -> None:
        if self.query_one(ChatBox).close():
            return
        if self.choices.back():
            self.repaint()
        elif self.cursor.pane != HAND:
            self.cursor = replace(self.cursor, pane=HAND, player=-1)
            self.repaint()
        else:
            self._go_away()

    @property
    def _over(self) -> bool:
        return bool(self.table.closed or self.table.view.winners)

    @property
    def _looks_on(self) -> bool:
        """Whether this person lost their seat in a game that continues."""
        return bool(self.parting) and not self._over and not self.table.view.alive[self.table.seat]

    def quit_question(self) -> str:
        if self._over:
            return ""
        if self._looks_on:
            return LOOKS_ON
        if self.gate is not None:
            return self.gate.LEAVE
        kept = self.parting or "Your game is saved."
        return f"Quit? {UNSAVED if self.session.unrecorded else kept}"

    @work
    async def _go_away(self) -> None:
        """Leave the table, after asking how."""
        if self._over or await self._parts():
            for session in self.table.sessions.values():
                await session.close()
            self.leave()

    async def _parts(self) -> bool:
        """Ask whether to leave, now or forever; return whether this person leaves."""
        if self._looks_on or self.gate is not None:
            leaves = await self.app.push_screen_wait(Confirm(self.quit_question()))
            return bool(leaves)
        doubts, away = {2: SURE}, FOR_NOW if self.parting else KEPT
        title = self.parting or "Leave the table?"
        if self.session.unrecorded:
            doubts[1], away, title = f"Leave? {UNSAVED}", LOST, "Leave the table?"
        question = Choose(title, ["stay", away, FOR_GOOD, "settings"], doubts=doubts)
        choice = await self.app.push_screen_wait(question)
        if choice == 3:
            from chez_tui.screens.settings import SettingsScreen

            await self.app.push_screen_wait(SettingsScreen(self._apply))
            self.repaint()
            return False
        if choice == 2:
            await self._act(Action(LEAVE, self.table.seat))
            await self.outbox.sent()
            return not self.table.view.winners
        return choice == 1


def winning(now: Moment, winners: Sequence[int]) -> str:
    """Return who has won, as a sentence."""
    names = ["you" if seat == now.seat else player(now.view, seat) for seat in winners]
    alone = len(winners) == 1 and winners[0] != now.seat
    said = f"{listing(names)} win{'s' * alone}!"
    return said[:1].upper() + said[1:]


def _next(known: Sequence[T], one: T, by: int) -> T:
    """Return the item `by` places after `one`, or after the first if `one` is unknown."""
    return known[((known.index(one) if one in known else 0) + by) % len(known)]
