"""The zones of a replay: each draws one part of the moment that the screen shows."""

from typing import TYPE_CHECKING, Final, cast

from rich.cells import cell_len
from rich.text import Text

from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.text import fit_text, wrap
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.card import card_lines
from core import events as e
from core.telling import player
from net.sessions.replay import EVERYTHING

if TYPE_CHECKING:
    from chez_tui.screens.replay import ReplayScreen

SMALL: Final = (80, 24)
STORY_LINES: Final = 5  # what the story below the table has at least, if there is room at all
MOST_ROOM: Final = 4  # lines for a room on a small screen
CARD_LINES: Final = 7  # for the card in full on a wide one
_SHOWN: Final = (e.ANNOUNCED, e.ENTERED, e.ROLLED, e.NOT_HOME, e.MOVED, e.LAID)


class ReplayPane(Lines):
    """A zone of the replay."""

    @property
    def replay(self) -> "ReplayScreen":
        return cast("ReplayScreen", self.screen)

    @property
    def board(self) -> Board:
        return Board(self.replay.view, self.palette)


class ReplayStatus(ReplayPane):
    """Which game, whose turn, which phase, through whose eyes."""

    DEFAULT_CSS = "ReplayStatus { height: 1; background: $surface; }"

    def build(self, width: int, height: int) -> list[Text]:
        screen = self.replay
        return [self.board.status(screen.name_of_game, width, screen.whose)]


class ProgressPane(ReplayPane):
    """How far the game has come, and what has just happened."""

    DEFAULT_CSS = "ProgressPane { height: 2; background: $surface; }"

    def build(self, width: int, height: int) -> list[Text]:
        screen, palette = self.replay, self.palette
        size = self.app.size
        steps = f" {screen.moment} of {len(screen.replay)} "
        if size.width < SMALL[0] or size.height < SMALL[1]:
            steps = f" {size.width}x{size.height}: 80x24 shows all {steps}"
        bar = self._bar(max(0, width - len(steps)))
        bar.append(steps, palette.muted)
        ending = screen.ending()
        now = Text(no_wrap=True)
        now.append("▸ ", f"bold {palette.accent}")
        now.append(screen.now(), "bold")
        if ending:
            now.append(f" · {ending}", f"bold {palette.accent}")
        return [bar, fit_text(now, width)]

    def _bar(self, width: int) -> Text:
        """What has been is full, what is to come empty; digits stand where rounds begin."""
        screen = self.replay
        last = max(1, len(screen.replay))
        done = round(width * screen.moment / last)
        cells = ["█"] * done + ["░"] * (width - done)
        style = [self.palette.accent] * done + [self.palette.muted] * (width - done)
        for number, moment in screen.replay.rounds.items():
            at, label = round(width * moment / last), str(number)
            if at + len(label) <= width:
                cells[at : at + len(label)] = label
                style[at : at + len(label)] = ["bold"] * len(label)
        return Text.assemble(*zip(cells, style, strict=True))


class StoryPane(ReplayPane):
    """The sentences so far, the newest at the end."""

    DEFAULT_CSS = "StoryPane { width: 1fr; } StoryPane#beside { height: 1fr; padding-left: 1; }"

    def entry(self, moment: int) -> list[Text]:
        """The sentences of the step that led to a moment, players in their colours."""
        screen = self.replay
        events = screen.replay.steps[moment - 1].events
        lines = []
        for sentence in screen.told[moment - 1]:
            line = Text(sentence)
            for event in events:
                name = player(screen.view, event.seat)
                if event.seat >= 0 and sentence.startswith(name):
                    line.stylize(f"bold {self.palette.seat(event.seat)}", 0, len(name))
                    break
            lines.append(line)
        return lines

    def build(self, width: int, height: int) -> list[Text]:
        screen = self.replay
        lines: list[Text] = []
        moment = screen.moment
        while moment > 0 and len(lines) < height:
            block = []
            for text in self.entry(moment):
                first, *rest = wrap(text, width - 2)
                mark = "▸ " if moment == screen.moment else "  "
                block += [Text(mark) + first, *(Text("  ") + line for line in rest)]
            lines = [*block, *lines]
            moment -= 1
        if not lines:
            lines = [Text.assemble(("  Nothing to tell yet", self.palette.muted))]
        lines = lines[-height:]
        return lines + [Text()] * (height - len(lines))


class BoardPane(ReplayPane):
    """The players with their rooms, and the hands that these eyes may see."""

    DEFAULT_CSS = "BoardPane { width: 1fr; height: 1fr; }"

    def build(self, width: int, height: int) -> list[Text]:
        if width < 1 or height < 1:
            return []
        lines = self._wide(width, height) if self.replay.wide else self._narrow(width)
        return lines[:height] + [Text()] * (height - len(lines))

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

    def _narrow(self, width: int) -> list[Text]:
        """Each player in a line, the room below where there is space for it, then the hand."""
        board = self.board
        _, rooms = self.share(self.replay.room)
        lines: list[Text] = []
        for seat in self.replay.seats:
            if rooms:
                block = [self._head(seat, width)]
                block += [Text("  ") + line for line in board.wrapped(seat, width - 2, rooms)]
                block += [Text()] * (1 + rooms - len(block))
            else:
                block = [board.opponent_line(seat, width)]
            if self._open(seat):
                block += self.hand(seat, width, self._hand_lines)
            elif rooms and self._seen(seat):
                block[-1:] = self.hand(seat, width, 1)
            lines += block
        return [*lines, fit_text(board.laid(), width)]

    def _head(self, seat: int, width: int) -> Text:
        """Name, score, role and number of cards."""
        board, view = self.board, self.replay.view
        line = Text("◀" if seat == view.turn else " ", no_wrap=True)
        line.append(board.name(seat, 20)).append(" ")
        line.append(board.score(seat, 30))
        line.append(f" {len(view.hands[seat])}▒ ", self.palette.muted)
        role = board.role(seat)
        if cell_len(role) > (room := max(0, width - line.cell_len)):
            role = fit(role, room)
        return line.append(role)

    def _wide(self, width: int, height: int) -> list[Text]:
        """Rooms in boxes, then the hands, then the card that was played last."""
        board, seats = self.board, self.replay.seats
        hands = []
        for seat in seats:
            if self._open(seat) or self._seen(seat):
                hands += self.hand(seat, width - 1, self._hand_lines)
        reserved = self._hand_lines * sum(map(self._open, seats))
        boxes = board.boxes(seats, width, height - reserved - CARD_LINES - 1)
        lines = [*boxes, *hands, *[Text()] * (reserved - len(hands))]
        lines.append(fit_text(board.laid(), width))
        return lines + self._card(width - 1)

    def _seen(self, seat: int) -> bool:
        view = self.replay.view
        return any(view.face[card] >= 0 for card in view.hands[seat])

    def hand(self, seat: int, width: int, height: int) -> list[Text]:
        """The cards in a hand, as far as these eyes know them, in exactly so many lines."""
        view = self.replay.view
        known = [view.face[card] for card in view.hands[seat] if view.face[card] >= 0]
        back = len(view.hands[seat]) - len(known)
        return self.board.held(seat, "holds", known, back, width, height)

    def _card(self, width: int) -> list[Text]:
        """The card that was last of interest in this turn, in full."""
        screen = self.replay
        for step in reversed(screen.replay.steps[: screen.moment]):
            for event in reversed(step.events):
                if event.kind == e.TURN_BEGAN:
                    return []
                if event.kind in _SHOWN and event.faces:
                    rule = Text.assemble(("─" * width, self.palette.muted))
                    face = screen.view.faces[event.faces[0]]
                    at = screen.view.catalog
                    return [rule, *card_lines(face, width, self.palette, at=at)]
        return []
