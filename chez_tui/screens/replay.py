"""A recorded game, step by step, through anybody's eyes."""

from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal

from chez_tui.commands import REPLAY, Command
from chez_tui.kit.dialogs import Choose
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.screens.replaypanes import (
    BoardPane,
    ProgressPane,
    ReplayPane,
    ReplayStatus,
    StoryPane,
)
from core.telling import clean, describe, player
from core.view import View
from net.sessions.record import Record, read_record
from net.sessions.replay import EVERYTHING, Replay

WIDE: Final = (110, 30)  # from this size on the story stands beside the table
STORY: Final = 40
FOREMOST: Final = ("step", "step_back", "turn_on", "round_jump", "eyes", "log", "help", "back")


class ReplayScreen(ChezScreen):
    """Walks through a game; raises RecordError if there is none in that file."""

    PLACES = (REPLAY,)
    HELP = (
        "You see the table as it was after each action. Right and left go one action on and back, "
        "down and up to the next and the last thing that was worth a sentence. The digits in the "
        "bar show where rounds begin. By v you choose whose cards you see: a player's, what was "
        "open to everybody, or all of them."
    )
    BINDINGS: ClassVar = [*bindings_for(REPLAY)]
    TITLE = "Replay"
    DEFAULT_CSS = """
    ReplayScreen #middle { height: 1fr; }
    ReplayScreen.wide #below { display: none; }
    ReplayScreen #beside { display: none; }
    ReplayScreen.wide #beside { display: block; }
    """

    def __init__(self, source: Path | Record) -> None:
        super().__init__()
        record = read_record(source) if isinstance(source, Path) else source
        self.replay = Replay(record)
        about = record.header.about
        name = source.stem if isinstance(source, Path) else "Replay"
        self.name_of_game = clean(about.get("title", ""), nameless=clean(name))
        self.moment = self.replay.turns[0] if self.replay.turns else 0
        levels = about.get("levels", "").split(",")
        people = [seat for seat, level in enumerate(levels) if not level]
        known = len(levels) == len(record.header.names) and len(people) < len(levels)
        self.eyes: int | None = people[0] if known and people else EVERYTHING
        self.wide = False
        self._told: dict[int | None, list[tuple[str, ...]]] = {}
        self._view: tuple[int, int | None, View] | None = None

    # -- what the panes read ---------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The table at this moment through these eyes."""
        kept = self._view
        if kept is None or kept[:2] != (self.moment, self.eyes):
            kept = (self.moment, self.eyes, self.replay.view(self.moment, self.eyes))
            self._view = kept
        return kept[2]

    @property
    def told(self) -> list[tuple[str, ...]]:
        """The sentences of all steps for these eyes."""
        if self.eyes not in self._told:
            self._told[self.eyes] = self.replay.told(self.eyes)
        return self._told[self.eyes]

    @property
    def seats(self) -> list[int]:
        """All players, whoever lends the eyes first."""
        first = self.eyes if self.eyes is not None and self.eyes >= 0 else 0
        return [(first + i) % self.view.players for i in range(self.view.players)]

    @property
    def whose(self) -> str:
        if self.eyes is None:
            return "as a spectator"
        if self.eyes != EVERYTHING:
            return f"as {player(self.view, self.eyes)}"
        view = self.view  # of a sealed game that was not audited, not even the record knows all
        hidden = any(view.face[card] < 0 for hand in view.hands for card in hand)
        return "all that is known" if hidden else "all open"

    @property
    def room(self) -> int:
        """How many lines table and story share on a small screen."""
        return self.app.size.height - 4  # status, progress, footer

    def footer_commands(self) -> list[Command]:
        """What moves comes first: a narrow footer shows only the beginning."""
        commands = {command.id: command for command in super().footer_commands()}
        return [commands.pop(name) for name in FOREMOST] + list(commands.values())

    def now(self) -> str:
        """What has just happened, even if the log has no sentence for it."""
        if not self.moment:
            return "Nothing has happened yet"
        sentences = self.told[self.moment - 1]
        if sentences:
            return "; ".join(sentences)
        action = self.replay.steps[self.moment - 1].action
        before = self.replay.view(self.moment - 1, self.eyes)
        who = f"{player(before, action.seat)}: " if action.seat >= 0 else ""
        return who + describe(action, before)

    def ending(self) -> str:
        """What is to be said at the last moment of a game that was not played to its end."""
        if self.moment < len(self.replay) or self.replay.final.winners:
            return ""
        return "the record breaks off here" if self.replay.record.torn else "the record ends here"

    # -- building --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield ReplayStatus()
        with Horizontal(id="middle"):
            yield BoardPane()
            yield StoryPane(id="beside")
        yield ProgressPane()
        yield StoryPane(id="below")
        yield FooterLine()

    def on_mount(self) -> None:
        self.chez.play_editions(self.replay.record.header.editions)
        self.divide()

    def on_resize(self) -> None:
        self.divide()

    def divide(self) -> None:
        """Beside the table is the story, or below it on smaller screens."""
        width, height = self.app.size
        self.wide = width >= WIDE[0] and height >= WIDE[1]
        self.set_class(self.wide, "wide")
        self.query_one("#beside").styles.width = STORY if width < 150 else width * 3 // 8
        table, _ = self.query_one(BoardPane).share(self.room)
        self.query_one("#below").styles.height = max(2, self.room - table)
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        if self.is_mounted:
            for pane in self.query(ReplayPane):
                if pane.display:
                    pane.update_lines()

    # -- moving ----------------------------------------------------------------------------------

    def go(self, moment: int) -> None:
        """Shows another moment."""
        self.moment = max(0, min(moment, len(self.replay)))
        self.repaint()

    def action_step(self) -> None:
        self.go(self.moment + 1)

    def action_step_back(self) -> None:
        self.go(self.moment - 1)

    def action_right(self) -> None:
        self.go(self.moment + 1)

    def action_left(self) -> None:
        self.go(self.moment - 1)

    def action_down(self) -> None:
        """On to the next sentence."""
        told = self.told
        later = (m for m in range(self.moment + 1, len(told) + 1) if told[m - 1])
        self.go(next(later, len(told)))

    def action_up(self) -> None:
        """Back to the sentence before."""
        told = self.told
        self.go(next((m for m in range(self.moment - 1, 0, -1) if told[m - 1]), 0))

    def action_turn_on(self) -> None:
        self.go(self.replay.next_turn(self.moment))

    def action_turn_back(self) -> None:
        self.go(self.replay.last_turn(self.moment))

    def action_to_start(self) -> None:
        self.go(0)

    def action_to_end(self) -> None:
        self.go(len(self.replay))

    def action_round_jump(self) -> None:
        rounds = self.replay.rounds
        if not rounds:
            return
        options = []
        for number, moment in rounds.items():
            game = self.replay.table(moment)
            slack = ", ".join(
                f"{player(game, s)} {game.slack[s]}" for s in range(game.players) if game.alive[s]
            )
            options.append(f"Round {number}: {slack}")
        current = max((n for n, m in rounds.items() if m <= self.moment), default=1)

        def jump(chosen: int | None) -> None:
            if chosen is not None:
                self.go(list(rounds.values())[chosen])

        self.app.push_screen(Choose("Which round?", options, list(rounds).index(current)), jump)

    def action_eyes(self) -> None:
        game = self.replay.final
        eyes: list[int | None] = [*range(game.players), None, EVERYTHING]
        options = [f"as {player(game, seat)}" for seat in range(game.players)]
        options += ["as a spectator, no hand open", "all hands open"]

        def choose(chosen: int | None) -> None:
            if chosen is not None:
                self.eyes = eyes[chosen]
                self.divide()

        self.app.push_screen(Choose("Through whose eyes?", options, eyes.index(self.eyes)), choose)

    def action_log(self) -> None:
        from chez_tui.kit.reader import ReaderScreen

        story = self.query_one(StoryPane)
        lines = [line for moment in range(1, self.moment + 1) for line in story.entry(moment)]
        self.app.push_screen(ReaderScreen("The story so far", lines, at_end=True))
