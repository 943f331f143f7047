"""A recorded game, step by step, through anybody's eyes."""

from pathlib import Path
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from chez_tui.commands import REPLAY
from chez_tui.kit.dialogs import Choose
from chez_tui.kit.lines import WIDE, cut, holds, too_small
from chez_tui.kit.reader import ReaderScreen
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import fit_text, wrap
from chez_tui.play.replay import ReplayModel
from chez_tui.play.table import Moment
from chez_tui.screens.signs import explained
from chez_tui.screens.table.board import Board, bar, filled, ruled
from chez_tui.screens.table.card import card_lines
from chez_tui.screens.table.panes import Pane, log_line
from core.telling import player
from core.view import View
from net.sessions.record import Record
from net.sessions.replay import EVERYTHING

STORY: Final = 40
STORY_LINES: Final = 5  # what the story below the table has at least, if there is room at all
MOST_ROOM: Final = 4  # lines for a room on a small screen
CARD_LINES: Final = 7  # for the card in full on a wide one


class ReplayScreen(ChezScreen):
    """Walks through a game; raises RecordError if there is none in that file."""

    PLACES = (REPLAY,)
    HELP = (
        "You see the table as it was after each action. Right and left go one action on and back, "
        "down and up to the next and the last thing that was worth a sentence. The digits in the "
        "bar show where rounds begin. By {eyes} you choose whose cards you see: a player's, what "
        "was open to everybody, or all of them."
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
        with Horizontal(id="middle"):
            yield BoardPane(self.game)
            yield StoryPane(self.game, id="beside")
        yield ProgressPane(self.game)
        yield StoryPane(self.game, id="below")
        yield FooterLine()

    def on_mount(self) -> None:
        self.chez.play_editions(self.game.replay.record.header.editions)
        self.divide()

    def on_resize(self) -> None:
        self.divide()

    def divide(self) -> None:
        """Beside the table is the story, or below it on smaller screens."""
        width, height = self.app.size
        self.set_class(holds(self.app.size, WIDE), "wide")
        self.query_one("#beside").styles.width = STORY if width < 150 else width * 3 // 8
        self.query_one("#below").styles.height = max(2, _share(self.game, height)[0])
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
        """Shows another moment."""
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
        options += ["as a spectator, no hand open", "all hands open"]
        question = Choose("Through whose eyes?", options, eyes.index(self.game.eyes))
        chosen = await self.app.push_screen_wait(question)
        if chosen is not None:
            self.game.eyes = eyes[chosen]
            self.divide()

    def action_log(self) -> None:
        lines = list(map(log_line, self.game.now.log))
        self.app.push_screen(ReaderScreen("The story so far", lines, at_end=True))


class ReplayPane(Pane):
    """A zone of the replay, which knows also what is no part of a single moment."""

    def __init__(self, game: ReplayModel, id: str | None = None) -> None:
        super().__init__(id=id)
        self.game = game


class ReplayStatus(ReplayPane):
    """Which game, whose turn, which phase, through whose eyes."""

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        game = self.game
        return [Board(now.view).status(game.title, width, game.whose, seed=game.seed)]


class ProgressPane(ReplayPane):
    """How far the game has come, and what has just happened."""

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        game, steps = self.game, f" {self.game.at} of {len(self.game.replay)} "
        if small := too_small(self.app.size):
            steps = f" {small} {steps}"
        happened = Content.assemble(
            ("▸ ", "bold $accent"), (game.happened, "bold"),
            (f" · {game.ending}" if game.ending else "", "bold $accent"),
        )  # fmt: skip
        progress = self._progress(max(0, width - len(steps)))
        return [Content.assemble(progress, (steps, "$muted")), fit_text(happened, width)]

    def _progress(self, width: int) -> Content:
        """What has been is full, what is to come empty; digits stand where rounds begin."""
        last = max(1, len(self.game.replay))
        cells = list(bar(self.game.at, last, width))
        style = ["$accent" if cell == "█" else "$muted" for cell in cells]
        for number, moment in self.game.replay.rounds.items():
            at, label = round(width * moment / last), str(number)
            if at + len(label) <= width:
                cells[at : at + len(label)] = label
                style[at : at + len(label)] = ["bold"] * len(label)
        return Content.assemble(*zip(cells, style, strict=True))


class StoryPane(ReplayPane):
    """The sentences so far, the newest at the end."""

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        latest = len(now.log) - len(self.game.latest)
        first = max(0, len(now.log) - height)
        lines: list[Content] = []
        for number, told in enumerate(now.log[first:], first):
            head, *rest = wrap(log_line(told), width - 2)
            lines += [("▸ " if number >= latest else "  ") + head, *("  " + line for line in rest)]
        lines = lines or [Content.styled("  Nothing to tell yet", "$muted")]
        return filled(lines[-height:], height)


class BoardPane(ReplayPane):
    """The players with their rooms, and the hands that these eyes may see."""

    def lines(self, now: Moment, width: int, height: int) -> list[Content]:
        if holds(self.app.size, WIDE):
            return filled(self._wide(now.view, width, height), height)
        return filled(self._narrow(now.view, width), height)

    # Both arrangements depend on players and eyes only, so that nothing jumps from step to step.

    def _narrow(self, view: View, width: int) -> list[Content]:
        """Each player in a line, the room below where there is space for it, then the hand."""
        board = Board(view)
        rooms = _share(self.game, self.app.size.height)[1]
        lines: list[Content] = []
        for seat in self.game.seats:
            if rooms:
                head = board.lead(seat, 20, 30)
                block = [head + cut(board.role(seat), width - head.cell_length)]
                block += ["  " + line for line in board.wrapped(seat, width - 2, rooms)]
                block = filled(block, 1 + rooms)
            else:
                block = [board.opponent_line(seat, width)]
            if self.game.opens(seat):
                block += _hand(view, seat, width, _hand_lines(view))
            elif rooms and _seen(view, seat):
                block[-1:] = _hand(view, seat, width, 1)
            lines += block
        return [*lines, board.laid(width)]

    def _wide(self, view: View, width: int, height: int) -> list[Content]:
        """Rooms in boxes, then the hands, then the card that was played last."""
        board, game, face = Board(view), self.game, self.game.card
        hands: list[Content] = []
        for seat in game.seats:
            if game.opens(seat) or _seen(view, seat):
                hands += _hand(view, seat, width - 1, _hand_lines(view))
        reserved = _hand_lines(view) * sum(map(game.opens, game.seats))
        boxes = board.boxes(game.seats, width, height - reserved - CARD_LINES - 1)
        spare = [Content()] * (reserved - len(hands))
        card = [] if face is None else card_lines(face, width - 1, at=view.catalog)
        rule = [ruled(Content(), width - 1)] if card else []
        return [*boxes, *hands, *spare, board.laid(width), *rule, *card]


def _share(game: ReplayModel, height: int) -> tuple[int, int]:
    """How many lines of a small screen the table leaves to the story, and gives to each room."""
    view, height = game.view, height - 4  # status, progress, footer
    hands = _hand_lines(view) * sum(map(game.opens, range(view.players)))
    least = view.players + hands + 1  # what lies on the table
    rooms = max(0, min(MOST_ROOM, (height - STORY_LINES - least) // view.players))
    return height - least - rooms * view.players, rooms


def _hand_lines(view: View) -> int:
    return 1 if view.players > 4 else 2


def _seen(view: View, seat: int) -> bool:
    return any(view.face[card] >= 0 for card in view.hands[seat])


def _hand(view: View, seat: int, width: int, height: int) -> list[Content]:
    """The cards in a hand, as far as these eyes know them, in exactly so many lines."""
    known = [view.face[card] for card in view.hands[seat] if view.face[card] >= 0]
    back = len(view.hands[seat]) - len(known)
    return Board(view).held(seat, "holds", known, back, width, height)
