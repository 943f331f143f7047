"""A game for somebody without a seat: all rooms, the stage, the log; or a big screen."""

from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult

from chez_tui.commands import WATCH
from chez_tui.kit.entry import ChatBox
from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.screen import FooterLine, bindings_for
from chez_tui.play.attention import AboutToWin, Stopped
from chez_tui.play.choices import sentence
from chez_tui.play.prompts import ROLLING, Prompt
from chez_tui.play.table import Moment, Rolled, Won
from chez_tui.play.words import signs
from chez_tui.screens.table import audience
from chez_tui.screens.table.audience import HELD, LOG, PLAYERS, STAGE, HeldPane, PlayersPane
from chez_tui.screens.table.board import DOT
from chez_tui.screens.table.card import seen_in_full
from chez_tui.screens.table.panes import LogPane, Pane, PromptPane, StatusPane, clock
from chez_tui.screens.table.screen import GameScreen
from core.events import ANNOUNCED, TURN_BEGAN
from core.telling import listing, player
from core.view import View
from net.sessions.session import Session, Standing, Update
from net.sessions.sitting import top_window


class WatchScreen(GameScreen):
    """Follows one game; `wall` shows it large, for a projector."""

    PLACES = (WATCH,)
    HELP = (
        "You're watching. You see what everyone at the table sees, and the hands the table shows "
        "spectators. The bars show Slack against each player's goal. {Wall} makes names and scores "
        "large, for a projector."
    )
    BINDINGS: ClassVar = [*bindings_for(WATCH)]

    def __init__(self, session: Session, wall: bool = False) -> None:
        super().__init__([session])
        self.title = "Watching"
        self.wall = wall
        self._made_for: tuple[object, ...] = ()  # what the screen was divided for

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield WatchStatus()
        yield PlayersPane(id=PLAYERS)
        yield audience.ScenePane(id=STAGE)
        yield HeldPane(id=HELD)
        yield LogPane(id=LOG)
        yield PromptPane()
        yield ChatBox()
        yield FooterLine()

    def on_mount(self) -> None:
        self.make_room()
        self.call_after_refresh(self.repaint)

    on_resize = on_mount

    def make_room(self) -> None:
        """Share the screen out by the number of players and hands, and by its size."""
        made_of = (self.app.size, self.now.view.players, len(audience.shown(self.now)), self.wall)
        if made_of == self._made_for:
            return
        self._made_for = made_of
        size, players, hands, wall = made_of
        self.query_one(PlayersPane).large = self.query_one(audience.ScenePane).large = wall
        panes = [pane for pane in self.query(Pane) if pane.id]
        audience.place(panes, audience.zones(size, players, hands, large=wall))

    # -- what happens ----------------------------------------------------------------------------

    def hear(self, update: Update, seat: int) -> None:
        """Take in an update; a scene ends as soon as more happens."""
        self.scenes.skip()
        if {event.kind for event in update.events} & {ANNOUNCED, TURN_BEGAN}:
            self.scenes.clear()
        for cue in self.table.take(update):
            if isinstance(cue, Rolled | Stopped | AboutToWin | Won):
                self.play(cue)
        self.repaint()

    def moment(self) -> Moment:
        now = super().moment()
        said = now.closed or going_on(now.view, now.standing)
        return replace(now, prompt=Prompt(wanted=said))

    def end(self) -> None:
        if self.table.view.winners and not self.wall:
            self.leave(True)

    # -- keys ------------------------------------------------------------------------------------

    def action_wall(self) -> None:
        self.wall = not self.wall
        self.repaint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "hands" or bool(self.now.seen_hands)

    def action_hands(self) -> None:
        lines = seen_in_full(self.now.view, self.now.seen_hands)
        self.app.push_screen(ReaderScreen("Hands spectators can see", lines))

    def action_back(self) -> None:
        if not self.query_one(ChatBox).close():
            self._go_away()

    @work
    async def _go_away(self) -> None:
        await self.table.session.close()
        self.leave()


class WatchStatus(StatusPane):
    """Whose turn, which phase; what is wrong, if anything is."""

    def wrong(self, now: Moment) -> str:
        return now.closed or now.standing.text

    def note(self, now: Moment) -> str:
        title = now.settings.title if now.settings else ""
        return DOT.join(filter(None, (clock(now), title, "watching")))


def going_on(view: View, standing: Standing) -> str:
    """Return what happens at the table now, in a sentence."""
    if view.winners:
        return f"{listing([player(view, seat) for seat in view.winners])} won"
    names = listing([player(view, seat) for seat in view.waiting() if seat >= 0])
    if window := top_window(view):
        cards = listing([view.printed(card).name for card in window.cards])
        said, more = f"{player(view, window.seat)} announces {cards}", signs(standing, view)
        return f"{sentence(said)} {more}" if more else said
    if names:
        return f"Waiting for {names}"
    wrong = standing.text.partition(";")[0]
    return f"No roll yet: {wrong}" if wrong else ROLLING
