"""A saved game, step by step, through anybody's eyes."""

from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import ComposeResult

from chez_tui.commands import REPLAY
from chez_tui.kit.canvas import LOW, Canvas
from chez_tui.kit.dialogs import Choose
from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.play.replay import ReplayModel
from chez_tui.play.table import Moment
from chez_tui.screens.signs import explained
from chez_tui.screens.table.audience import (
    HELD,
    LOG,
    PLAYERS,
    STAGE,
    HeldPane,
    PlayersPane,
    ScenePane,
    place,
    zones,
)
from chez_tui.screens.table.board import DOT
from chez_tui.screens.table.layout import FOOT
from chez_tui.screens.table.panes import LogPane, Pane, Picture, PromptPane, StatusPane, log_line
from core.telling import player
from net.sessions.record import Record
from net.sessions.replay import EVERYTHING


class ReplayScreen(ChezScreen):
    """Steps through a game; raises RecordError if the file has none."""

    PLACES = (REPLAY,)
    HELP = (
        "You see the table after each action. Right and left go one action forward or back, down "
        "and up one line of the log. The numbers in the bar show where rounds begin. {Eyes} picks "
        "whose cards you see: one player's, a spectator's, or everyone's."
    )
    BINDINGS: ClassVar = [*bindings_for(REPLAY)]
    TITLE = "Replay"
    FIRST = ("step", "step_back", "turn_on", "round_jump", "eyes", "log", "help", "back")

    def __init__(self, source: Path | Record) -> None:
        super().__init__()
        self.game = ReplayModel(source)

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield ReplayStatus(self.game)
        yield PlayersPane(id=PLAYERS)
        yield ScenePane(id=STAGE)
        yield HeldPane(id=HELD)
        yield LogPane(id=LOG)
        yield ProgressPane(self.game)
        yield PromptPane()
        yield FooterLine()

    def on_mount(self) -> None:
        self.chez.play_editions(self.game.replay.record.header.editions)
        self.divide()

    def on_resize(self) -> None:
        self.divide()

    def divide(self) -> None:
        """Share the screen out by its size, and by how many hands these eyes may see."""
        game = self.game
        where = zones(self.app.size, game.view.players, game.hands, FOOT + 1)
        place((pane for pane in self.query(Pane) if pane.id), where)
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        if self.is_mounted:
            for pane in self.query(Pane):
                pane.see(self.game.now)

    def help_more(self) -> list[str]:
        seed = [f"The seed of this deal is {self.game.seed}."] if self.game.seed else []
        return [explained(self.game.now.view.catalog), *seed]

    # -- moving ----------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show another moment."""
        self.game.go(at)
        self.repaint()

    def action_step(self) -> None:
        self.go(self.game.at + 1)

    def action_step_back(self) -> None:
        self.go(self.game.at - 1)

    action_right = action_step
    action_left = action_step_back

    def action_down(self) -> None:
        self.game.go_told(1)
        self.repaint()

    def action_up(self) -> None:
        self.game.go_told(-1)
        self.repaint()

    def action_turn_on(self) -> None:
        self.go(self.game.replay.next_turn(self.game.at))

    def action_turn_back(self) -> None:
        self.go(self.game.replay.last_turn(self.game.at))

    def action_to_start(self) -> None:
        self.go(0)

    def action_to_end(self) -> None:
        self.go(len(self.game.replay))

    @work
    async def action_round_jump(self) -> None:
        rounds = self.game.replay.rounds
        if not rounds:
            return
        options = []
        for number, at in rounds.items():
            game = self.game.replay.table(at)
            slack = ", ".join(
                f"{player(game, s)} {game.slack[s]}" for s in range(game.players) if game.alive[s]
            )
            options.append(f"Round {number}: {slack}")
        current = max((n for n, at in rounds.items() if at <= self.game.at), default=1)
        question = Choose("Which round?", options, list(rounds).index(current))
        chosen = await self.app.push_screen_wait(question)
        if chosen is not None:
            self.go(list(rounds.values())[chosen])

    @work
    async def action_eyes(self) -> None:
        game = self.game.replay.final
        eyes: list[int | None] = [*range(game.players), None, EVERYTHING]
        options = [f"as {player(game, seat)}" for seat in range(game.players)]
        options += ["as a spectator, no hands shown", "all hands shown"]
        question = Choose("Whose view?", options, eyes.index(self.game.eyes))
        chosen = await self.app.push_screen_wait(question)
        if chosen is not None:
            self.game.eyes = eyes[chosen]
            self.divide()

    def action_log(self) -> None:
        lines = list(map(log_line, self.game.now.log))
        self.app.push_screen(ReaderScreen("The log so far", lines, at_end=True))


class ReplayStatus(StatusPane):
    """Which game, whose turn, which phase, through whose eyes."""

    def __init__(self, game: ReplayModel) -> None:
        super().__init__()
        self.game = game

    def note(self, now: Moment) -> str:
        game = self.game
        seed = f"seed {game.seed}" if game.seed else ""
        return DOT.join(filter(None, (game.title, seed, game.whose)))


class ProgressPane(Picture):
    """How far the game has come: what has been is full, digits stand where rounds begin."""

    FILL = "rise"

    def __init__(self, game: ReplayModel) -> None:
        super().__init__()
        self.game = game

    def draw(self, canvas: Canvas, now: Moment) -> None:
        game, many = self.game, len(self.game.replay)
        steps = f" {game.at} of {many} "
        width = max(0, canvas.width - len(steps))
        canvas.put(width, 0, steps, "muted")
        canvas.bar(0, 0, width, game.at, max(1, many), "accent", signs=LOW)
        for number, moment in game.replay.rounds.items():
            at, been = round(width * moment / max(1, many)), moment <= game.at
            ink, fill = ("over", "accent") if been else ("text", "rise")
            if at + len(str(number)) <= width:
                canvas.put(at, 0, str(number), ink, fill, "bold")
