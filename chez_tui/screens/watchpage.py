"""What a spectator sees of a table: on his own screen, and on a wall."""

from typing import TYPE_CHECKING, Final, cast

from rich.cells import cell_len
from rich.text import Text

from chez_tui.kit.bigtext import ROWS, large
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.text import wrap
from chez_tui.play.prompts import ROLLING
from chez_tui.play.words import held
from chez_tui.screens.table.board import Board, padded
from chez_tui.screens.table.signs import bar
from core.state import Window
from core.telling import listing, player
from core.view import View

if TYPE_CHECKING:
    from chez_tui.screens.watch import WatchScreen

WIDE: Final = (110, 30)  # from this size on the log stands beside the rooms
SIDE: Final = 40
LEAST_LOG: Final = 4
MOST_BARS: Final = 3  # lines of a player's bar on the wall
SPEECH: Final = 3  # lines at the foot of the wall
HELD: Final = 2  # lines for a hand that spectators see


class WatchLines(Lines):
    """A zone of what a spectator sees."""

    @property
    def at(self) -> "WatchScreen":
        return cast("WatchScreen", self.screen)

    @property
    def board(self) -> Board:
        return Board(self.at.view, self.palette)

    def held(self, width: int) -> list[Text]:
        """The hand that spectators see; of several, that of who is at turn."""
        hands, view = self.at.session.seen_hands, self.at.view
        seat = view.turn if view.turn in hands else min(hands, default=-1)
        if seat < 0 or view.winners:
            return []
        verb = held(self.at.session.settings, hands[seat].fresh)
        return self.board.held(seat, verb, hands[seat].faces, 0, width, HELD)


class WatchStatus(WatchLines):
    """Whose turn, which phase; what is wrong, if anything is."""

    DEFAULT_CSS = "WatchStatus { height: 1; background: $surface; }"

    def build(self, width: int, height: int) -> list[Text]:
        screen = self.at
        wrong = screen.closed or screen.session.standing.text
        line = self.board.status(wrong or screen.table_title, width, "watching", bool(wrong))
        if wrong:
            line.stylize(f"bold {self.palette.bad}", 0, len(wrong))
        return [line]


class WatchPage(WatchLines):
    """All rooms in boxes, what is going on, and the log."""

    DEFAULT_CSS = "WatchPage { height: 1fr; }"

    def build(self, width: int, height: int) -> list[Text]:
        if width < 1 or height < 1:
            return []
        size = self.app.size
        if size.width >= WIDE[0] and size.height >= WIDE[1]:
            left = width - SIDE - 2
            foot = [*self._now(left), *self.held(left)]
            first = self._rooms(left, height - len(foot))
            second = self._log(SIDE, height)
            wall = Text.assemble((" │", self.palette.muted))
            first += [Text()] * (height - len(foot) - len(first)) + foot
            return [
                padded(one, left) + wall + other
                for one, other in zip(first[:height], second, strict=True)
            ]
        many, foot = self.at.view.players, [*self._now(width), *self.held(width)]
        rooms = max(3 * -(-many // max(1, width // 26)), height - len(foot) - 6)
        rooms = max(3, min(rooms, height - len(foot) - LEAST_LOG))
        body = [*self._rooms(width, rooms), *foot]
        return [*body, *self._log(width, height - len(body))]

    def _rooms(self, width: int, height: int) -> list[Text]:
        view = self.at.view
        week = [self.board.week(width)] if self.board.weeks() else []
        boxes = self.board.boxes(list(range(view.players)), width, height - len(week))
        return [*boxes[: height - len(week)], *week]

    def _now(self, width: int) -> list[Text]:
        """What is announced or whom the table waits for, under a rule."""
        line = Text(no_wrap=True)
        if self.at.die:
            line.append(f" {self.at.die} ", f"bold reverse {self.palette.accent}")
        line.append(f" {going_on(self.at.view, self.at.session.standing.text)}", "bold")
        line.truncate(width)
        return [Text.assemble(("─" * width, self.palette.muted)), line]

    def _log(self, width: int, height: int) -> list[Text]:
        lines: list[Text] = []
        for entry in reversed(self.at.log_lines[-height:] if height > 0 else []):
            lines = [*wrap(entry, width - 1), *lines]
            if len(lines) >= height:
                break
        lines = [Text(" ").append_text(line) for line in lines[-height:]] if height > 0 else []
        return lines + [Text()] * (height - len(lines))


class WallPage(WatchLines):
    """For a projector: large names, the race for Slack, the last play."""

    DEFAULT_CSS = "WallPage { height: 1fr; }"

    def build(self, width: int, height: int) -> list[Text]:
        view = self.at.view
        if width < 1 or height < 1:
            return []
        held = self.held(width)
        room = height - SPEECH - 1 - len(held)
        each = max(1, room // max(1, view.players))
        tall = each > ROWS
        lines: list[Text] = []
        for seat in range(view.players):
            bars = min(MOST_BARS, each - ROWS - 1)
            block = self._tall(seat, width, bars) if tall else [self._flat(seat, width)]
            lines += [*block, *[Text()] * (each - len(block))][:each]
        lines = lines[:room] + [Text()] * (room - len(lines))
        return [*lines, *held, *self._speech(width)]

    def _tall(self, seat: int, width: int, bars: int) -> list[Text]:
        """A name in large letters, the number beside it, a bar as wide as the screen below."""
        view, style = self.at.view, self._look(seat)
        score = self._score(seat)
        number = large(score, width // 3, self.chez.config.ascii)
        names = large(
            player(view, seat), width - 4 - cell_len(number[0]) - 2, self.chez.config.ascii
        )
        mark = "▸" if seat == view.turn else " "
        lines = []
        for row in range(max(len(names), len(number))):
            line = Text(f"{mark if row == 0 else ' '} ", style=f"bold {self.palette.accent}")
            line.append(names[row] if row < len(names) else "", style)
            right = number[row] if row < len(number) else ""
            line.append(" " * max(1, width - line.cell_len - cell_len(right) - 1))
            lines.append(line.append(right, "bold"))
        bar = Text("  ").append_text(self._bar(seat, width - 4))
        return [*lines, *[bar] * max(1, bars)]

    def _flat(self, seat: int, width: int) -> Text:
        """The same in one line, for many players or a low screen."""
        view = self.at.view
        mark = "▸" if seat == view.turn else " "
        line = Text(f"{mark} ", style=f"bold {self.palette.accent}", no_wrap=True)
        line.append(fit(player(view, seat), 20), self._look(seat))
        line.append_text(self._bar(seat, max(4, width - 32)))
        return line.append(f" {self._score(seat):>6}", "bold")

    def _look(self, seat: int) -> str:
        gone = not self.at.view.alive[seat]
        return self.palette.muted if gone else f"bold {self.palette.seat(seat)}"

    def _score(self, seat: int) -> str:
        view = self.at.view
        if not view.alive[seat]:
            return "left"
        return f"{view.slack[seat]}/{view.goal(seat)}" if view.roles[seat] else ""

    def _bar(self, seat: int, width: int) -> Text:
        view = self.at.view
        if not view.alive[seat]:
            return Text(" " * width)
        goal = view.goal(seat) if view.roles[seat] else 0
        close = goal and goal - view.slack[seat] <= 4
        style = self.palette.accent if close else self.palette.good
        return Text.assemble((bar(view.slack[seat], goal, width), style))

    def _speech(self, width: int) -> list[Text]:
        """The last things that happened, the newest bold."""
        rule = Text.assemble(("─" * width, self.palette.muted))
        view = self.at.view
        last = self.at.log_lines[-SPEECH:]
        if view.winners:
            won = listing([player(view, seat) for seat in view.winners])
            words = f"{won} {'wins' if len(view.winners) == 1 else 'win'}!"
            lines = [Text.assemble((f"  {row}", f"bold {self.palette.accent}"))
                     for row in large(words, width - 4, self.chez.config.ascii)]  # fmt: skip
        else:
            lines = []
            for number, entry in enumerate(last, 1):
                line = Text("  ").append_text(entry)
                line.truncate(width)
                if number == len(last):
                    line.stylize("bold")
                lines.append(line)
        return [rule, *lines, *[Text()] * (SPEECH - len(lines))]


def going_on(view: View, wrong: str = "") -> str:
    """What the table is about at the moment, in a sentence; `wrong` is why no die may roll."""
    if view.winners:
        return f"{listing([player(view, seat) for seat in view.winners])} won"
    top = view.stack[-1] if view.stack else None
    names = listing([player(view, seat) for seat in view.waiting() if seat >= 0])
    if isinstance(top, Window):
        cards = listing([view.printed(card).name for card in top.cards])
        said = f"{player(view, top.seat)}: {cards}"
        stop = "" if said.endswith((".", "!", "?")) else "."
        return f"{said}{stop} Waiting for {names}" if names else said
    if names:
        return f"Waiting for {names}"
    return f"The die waits: {wrong.partition(';')[0]}" if wrong else ROLLING
