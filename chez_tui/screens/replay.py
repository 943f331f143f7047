"""A recorded game, step by step, through anybody's eyes."""

from pathlib import Path
from typing import ClassVar, Final, cast

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from chez_tui.commands import REPLAY, Command
from chez_tui.kit.dialogs import Choose
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import fit_text, wrap
from chez_tui.screens.table.board import Board, bar, filled, ruled, seat_style
from chez_tui.screens.table.card import card_lines
from core import events as e
from core.telling import clean, describe, player
from core.view import View
from net.sessions.record import Record, read_record
from net.sessions.replay import EVERYTHING, Replay

WIDE: Final = (110, 30)  # from this size on the story stands beside the table
STORY: Final = 40
FOREMOST: Final = ("step", "step_back", "turn_on", "round_jump", "eyes", "log", "help", "back")

SMALL: Final = (80, 24)
STORY_LINES: Final = 5  # what the story below the table has at least, if there is room at all
MOST_ROOM: Final = 4  # lines for a room on a small screen
CARD_LINES: Final = 7  # for the card in full on a wide one
_SHOWN: Final = (e.ANNOUNCED, e.ENTERED, e.ROLLED, e.NOT_HOME, e.MOVED, e.LAID)


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


class ReplayPane(Lines):
    """A zone of the replay."""

    @property
    def replay(self) -> ReplayScreen:
        return cast(ReplayScreen, self.screen)

    @property
    def board(self) -> Board:
        return Board(self.replay.view)


class ReplayStatus(ReplayPane):
    """Which game, whose turn, which phase, through whose eyes."""

    DEFAULT_CSS = "ReplayStatus { height: 1; background: $surface; }"

    def build(self, width: int, height: int) -> list[Content]:
        screen = self.replay
        return [self.board.status(screen.name_of_game, width, screen.whose)]


class ProgressPane(ReplayPane):
    """How far the game has come, and what has just happened."""

    DEFAULT_CSS = "ProgressPane { height: 2; background: $surface; }"

    def build(self, width: int, height: int) -> list[Content]:
        screen, size = self.replay, self.app.size
        steps = f" {screen.moment} of {len(screen.replay)} "
        if size.width < SMALL[0] or size.height < SMALL[1]:
            steps = f" {size.width}x{size.height}: 80x24 shows all {steps}"
        ending = screen.ending()
        now = Content.assemble(
            ("▸ ", "bold $accent"), (screen.now(), "bold"),
            (f" · {ending}" if ending else "", "bold $accent"),
        )  # fmt: skip
        progress = self._progress(max(0, width - len(steps)))
        return [Content.assemble(progress, (steps, "$muted")), fit_text(now, width)]

    def _progress(self, width: int) -> Content:
        """What has been is full, what is to come empty; digits stand where rounds begin."""
        screen = self.replay
        last = max(1, len(screen.replay))
        cells = list(bar(screen.moment, last, width))
        style = ["$accent" if cell == "█" else "$muted" for cell in cells]
        for number, moment in screen.replay.rounds.items():
            at, label = round(width * moment / last), str(number)
            if at + len(label) <= width:
                cells[at : at + len(label)] = label
                style[at : at + len(label)] = ["bold"] * len(label)
        return Content.assemble(*zip(cells, style, strict=True))


class StoryPane(ReplayPane):
    """The sentences so far, the newest at the end."""

    DEFAULT_CSS = "StoryPane { width: 1fr; } StoryPane#beside { height: 1fr; padding-left: 1; }"

    def entry(self, moment: int) -> list[Content]:
        """The sentences of the step that led to a moment, players in their colours."""
        screen = self.replay
        events = screen.replay.steps[moment - 1].events
        lines = []
        for sentence in screen.told[moment - 1]:
            line = Content(sentence)
            for event in events:
                name = player(screen.view, event.seat)
                if event.seat >= 0 and sentence.startswith(name):
                    line = line.stylize(seat_style(event.seat), 0, len(name))
                    break
            lines.append(line)
        return lines

    def build(self, width: int, height: int) -> list[Content]:
        screen = self.replay
        lines: list[Content] = []
        moment = screen.moment
        while moment > 0 and len(lines) < height:
            block: list[Content] = []
            for text in self.entry(moment):
                first, *rest = wrap(text, width - 2)
                mark = "▸ " if moment == screen.moment else "  "
                block += [mark + first, *("  " + line for line in rest)]
            lines = [*block, *lines]
            moment -= 1
        if not lines:
            lines = [Content.styled("  Nothing to tell yet", "$muted")]
        return filled(lines[-height:], height)


class BoardPane(ReplayPane):
    """The players with their rooms, and the hands that these eyes may see."""

    DEFAULT_CSS = "BoardPane { width: 1fr; height: 1fr; }"

    def build(self, width: int, height: int) -> list[Content]:
        if width < 1 or height < 1:
            return []
        lines = self._wide(width, height) if self.replay.wide else self._narrow(width)
        return filled(lines, height)

    # Both arrangements depend on players and eyes only, so that nothing jumps from step to step.

    @property
    def _hand_lines(self) -> int:
        return 1 if self.replay.view.players > 4 else 2

    def _open(self, seat: int) -> bool:
        """Whether the seat's hand is laid out: that of the eyes, or everybody's."""
        return self.replay.eyes in (seat, EVERYTHING)

    def share(self, height: int) -> tuple[int, int]:
        """How many lines of a small screen the table takes, and how many of them each room."""
        view = self.replay.view
        hands = self._hand_lines * sum(map(self._open, range(view.players)))
        least = view.players + hands + 1  # what lies on the table
        rooms = max(0, min(MOST_ROOM, (height - STORY_LINES - least) // view.players))
        return least + rooms * view.players, rooms

    def _narrow(self, width: int) -> list[Content]:
        """Each player in a line, the room below where there is space for it, then the hand."""
        board = self.board
        _, rooms = self.share(self.replay.room)
        lines: list[Content] = []
        for seat in self.replay.seats:
            if rooms:
                block = [self._head(seat, width)]
                block += ["  " + line for line in board.wrapped(seat, width - 2, rooms)]
                block = filled(block, 1 + rooms)
            else:
                block = [board.opponent_line(seat, width)]
            if self._open(seat):
                block += self.hand(seat, width, self._hand_lines)
            elif rooms and self._seen(seat):
                block[-1:] = self.hand(seat, width, 1)
            lines += block
        return [*lines, board.laid(width)]

    def _head(self, seat: int, width: int) -> Content:
        """Name, score, role and number of cards."""
        board, view = self.board, self.replay.view
        line = Content.assemble(
            board.mark(seat, False, " "), board.name(seat, 20), " ", board.score(seat, 30),
            (f" {len(view.hands[seat])}▒ ", "$muted"),
        )  # fmt: skip
        return line + board.role_in(seat, max(0, width - line.cell_length))

    def _wide(self, width: int, height: int) -> list[Content]:
        """Rooms in boxes, then the hands, then the card that was played last."""
        board, seats = self.board, self.replay.seats
        hands: list[Content] = []
        for seat in seats:
            if self._open(seat) or self._seen(seat):
                hands += self.hand(seat, width - 1, self._hand_lines)
        reserved = self._hand_lines * sum(map(self._open, seats))
        boxes = board.boxes(seats, width, height - reserved - CARD_LINES - 1)
        spare = [Content()] * (reserved - len(hands))
        return [*boxes, *hands, *spare, board.laid(width), *self._card(width - 1)]

    def _seen(self, seat: int) -> bool:
        view = self.replay.view
        return any(view.face[card] >= 0 for card in view.hands[seat])

    def hand(self, seat: int, width: int, height: int) -> list[Content]:
        """The cards in a hand, as far as these eyes know them, in exactly so many lines."""
        view = self.replay.view
        known = [view.face[card] for card in view.hands[seat] if view.face[card] >= 0]
        back = len(view.hands[seat]) - len(known)
        return self.board.held(seat, "holds", known, back, width, height)

    def _card(self, width: int) -> list[Content]:
        """The card that was last of interest in this turn, in full."""
        screen = self.replay
        for step in reversed(screen.replay.steps[: screen.moment]):
            for event in reversed(step.events):
                if event.kind == e.TURN_BEGAN:
                    return []
                if event.kind in _SHOWN and event.faces:
                    view = screen.view
                    face = view.faces[event.faces[0]]
                    return [ruled(Content(), width), *card_lines(face, width, at=view.catalog)]
        return []
