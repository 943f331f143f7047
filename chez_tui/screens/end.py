"""The end of a game: how it was won, Slack over the rounds, highlights, and the next game."""

from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult

from chez_tui.commands import END, keyed
from chez_tui.kit.bigtext import letters
from chez_tui.kit.canvas import ACTIVE, CALM, Canvas, Drawing, Part, pill, shorter, wrapped
from chez_tui.kit.chart import Runner, race
from chez_tui.kit.lines import cut, holds, too_small
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.play.editions import short_title
from chez_tui.play.newgame import REMATCH, SAME_DEAL
from chez_tui.play.stage import called
from chez_tui.play.table import SPECTATOR, Moment
from chez_tui.screens.card_art import PLAIN, card, rules_of
from chez_tui.screens.table.board import DOT, Board
from chez_tui.screens.table.rooms import Plot, ink_of, laid, plots, shelf, tracks
from core.clauses import spoken
from core.game import Game
from core.telling import listing, player
from net.sessions.highlights import Highlights, highlights, told
from net.sessions.record import Record, RecordError
from net.sessions.replay import Replay
from net.sessions.session import Session, Settings

WIDE: Final = (110, 32)  # from this size on everything is on one page
TALL: Final = (80, 30)  # ... the winner's name is large
LARGE: Final = (150, 44)  # ... and larger
MAIN, ROOMS, TOLD = "main", "rooms", "told"  # the pages of smaller screens
LABEL: Final = 15  # cells for the title of a highlight
LEAST_RACE: Final = 8
LEAST_TOLD: Final = 3
CARD: Final = 5  # rows that the winning card has at least
CARD_WIDE: Final = 40  # ... cells from which on the highlights are beside it
SCORED: Final = (24, 8)  # cells of a box from which on its score is large
NARROW: Final = 22  # ... below which they take two rows
AUDITED: Final = 0.25  # seconds between looks whether the cards have been audited
LEAST_TITLE: Final = 20  # cells of the top line that what was checked leaves to the table's name
AGAIN: Final = "{Rematch} plays again at this table"


class Summary:
    """What the screen shows: the last state of the table, and how it came to it."""

    def __init__(
        self, game: Game, record: Record, audit: str = "", seat: int | None = None
    ) -> None:
        self.game = game
        self.audit = audit  # what was checked of cards and dice
        self.seat = SPECTATOR if seat is None else seat
        self.problem = ""
        self.found: Highlights | None = None
        self.told: list[tuple[str, str]] = []
        try:
            replay = Replay(record)
        except RecordError as error:
            self.problem = str(error)
        else:
            self.game = replay.final
            self.found = highlights(replay)
            self.told = told(self.found, self.game)
        self.now = Moment(self.game, self.seat, ())

    @property
    def headline(self) -> str:
        """Return who has won, in two or three words."""
        winners = self.game.winners
        names = listing(["You" if s == self.seat else player(self.game, s) for s in winners])
        several = len(winners) > 1 or self.seat in winners
        return f"{names} {'win' if several else 'wins'}" if winners else "Nobody wins"

    @property
    def outcome(self) -> str:
        """Return with how much Slack they have won, and when."""
        game = self.game
        if not game.winners:
            return f"by round {game.round}"
        if len(game.winners) > 1:
            return f"together in round {game.round}"
        seat = game.winners[0]
        slack, goal = game.slack[seat], game.goal(seat)
        if slack < goal:
            return f"in round {game.round}: everyone else has left"
        roles = listing([game.faces[role].name for role in game.roles[seat]])
        return f"with {slack} of {goal} Slack in round {game.round}{DOT}{roles}"

    @property
    def cause(self) -> str:
        """Return what happened last, or why that isn't known."""
        finish = self.found.finish if self.found is not None else None
        return finish.sentence if finish is not None else self.problem

    @property
    def card(self) -> int:
        """Return the face of the card that did it; -1 if none is known."""
        finish = self.found.finish if self.found is not None else None
        return finish.face if finish is not None else -1

    @property
    def order(self) -> list[int]:
        """Return the seats by place: winners, then by how near the goal, those who left last."""
        game = self.game

        def key(seat: int) -> tuple[bool, bool, int, int]:
            left = game.goal(seat) - game.slack[seat]
            return seat not in game.winners, not game.alive[seat], left, seat

        return sorted(range(game.players), key=key)

    @property
    def goal(self) -> int:
        """Return the winner's goal, or the lowest one if no one wins."""
        game = self.game
        seats = game.winners or [s for s in range(game.players) if game.roles[s]]
        return min((game.goal(seat) for seat in seats), default=0)

    def dice(self, seat: int) -> str:
        """Return how lucky somebody's dice were, in a few words."""
        if self.found is None or not self.found.dice[seat].thrown:
            return ""
        dice = self.found.dice[seat]
        return f"dice {dice.average:.1f} in {dice.thrown}, {dice.mood}"


class EndPage(Drawing):
    """All of it, arranged for the room there is."""

    def __init__(self, summary: Summary) -> None:
        super().__init__()
        self.summary = summary
        self.page = 0  # which of the pages is shown where there is no room for everything
        self.pages: tuple[str, ...] = (MAIN,)

    def draw(self, canvas: Canvas) -> None:
        width, height = canvas.width, canvas.height
        self._prompt(canvas, height - 1)
        top, size = self._outcome(canvas), self.app.size
        room = height - 1 - top
        if holds(size, WIDE):
            self.pages = (MAIN,)
            self._wide(canvas, top, room)
            return
        lines = self._told(width - 2)
        spare = room - LEAST_RACE - 1
        many = min(len(lines), max(LEAST_TOLD, spare))
        self.pages = (MAIN, ROOMS, TOLD) if many < len(lines) or self.summary.card >= 0 else (
            MAIN, ROOMS)  # fmt: skip
        page = self.pages[self.page % len(self.pages)]
        if page == ROOMS:
            self._rooms(canvas, top, room)
        elif page == TOLD:
            self._words(canvas, 0, top, width, room)
        else:
            many = min(many, max(0, room - LEAST_RACE))
            below = many + (many > 0)
            self._race(canvas, 0, top, width, room - below, holds(size, TALL))
            if many:
                title = (
                    "Highlights" if many == len(lines) else f"Highlights, {many} of {len(lines)}"
                )
                canvas.put(0, height - 1 - below, "─" * width, "line")
                canvas.put(2, height - 1 - below, f" {title} ", "text", "", "bold")
            for row, parts in enumerate(lines[:many], height - 1 - many):
                canvas.parts(1, row, parts)

    def _wide(self, canvas: Canvas, top: int, room: int) -> None:
        """Draw the race on the left, words on the right, all rooms below."""
        width = canvas.width
        side = 48 if width < LARGE[0] else 62
        rooms = min(room // 2, max(9, room // 3))
        if width // self.summary.game.players < NARROW:
            rooms = min(room // 2, max(14, rooms))
        self._race(canvas, 0, top, width - side, room - rooms, True)
        self._words(canvas, width - side, top, side, room - rooms)
        self._rooms(canvas, top + room - rooms, rooms)

    # -- parts -----------------------------------------------------------------------------------

    def _outcome(self, canvas: Canvas) -> int:
        """Draw who has won; return the row below."""
        summary, width = self.summary, canvas.width
        said, winners = summary.headline, summary.game.winners
        mine = not winners or summary.seat in winners
        ink = "accent" if mine else ink_of(summary.game, winners[0])
        audit = wrapped("" if _beside(summary.audit, width) else summary.audit, width - 4)
        flavor = summary.game.faces[summary.card].flavor if summary.card >= 0 else ""
        rows = 5 if holds(self.app.size, LARGE) else 3
        form = [] if canvas.ascii else letters(said, rows)
        if holds(self.app.size, TALL) and form and len(form[0]) <= width - 40:
            x = 4 + canvas.big(2, 1, said, ink, rows)
            y = rows - 1
            canvas.put(x, y, cut(summary.outcome, width - x - 1), "text", "", "bold")
            canvas.put(x, y + 1, cut(flavor, width - x - 1), "muted", "", "italic")
            y = rows + 2 - bool(audit)
        else:
            y = int(holds(self.app.size, TALL))
            parts: list[Part] = [(said.upper(), ink, "", "bold"), (f" {summary.outcome}", "text")]
            canvas.parts(1, y, shorter(parts, width - 2))
            y += 1 + y
        for row, line in enumerate(audit, y):
            canvas.put(2, row, line, "muted")
        return y + len(audit)

    def _prompt(self, canvas: Canvas, y: int) -> None:
        """Draw what did it, and how to play again."""
        canvas.fill(0, y, canvas.width, 1, "rise")
        canvas.put(0, y, "▌", "accent")
        again = keyed(AGAIN, self.chez.world.settings.keys)
        cause = self.summary.cause
        stop = "" if not cause or cause.endswith((".", "!", "?")) else "."
        room = canvas.width - 4 - cell_len(again)
        parts: list[Part] = [(f"{cut(cause, room)}{stop} ", "accent", "", "bold"), (again, "text")]
        canvas.parts(2, y, parts if cause else parts[1:])

    def _race(self, canvas: Canvas, x: int, y: int, width: int, height: int, framed: bool) -> None:
        """Draw Slack over the rounds, a line for each player."""
        found, game, now = self.summary.found, self.summary.game, self.summary.now
        if framed:
            title: list[Part] = [(" The race ", "text", "panel", "bold")]
            title.append((" Slack over the rounds ", "muted", "panel"))
            canvas.box(x, y, width, height, CALM, "line", "panel", title)
            x, y, width, height = x + 1, y + 1, width - 3, height - 2
        if found is None:
            canvas.words(x + 2, y + height // 2, self.summary.problem, width - 4, 2, "muted")
            return
        runners = [
            Runner(called(now, seat), Board(game).number(seat), found.slack[seat], f"seat-{seat}")
            for seat in self.summary.order
        ]
        race(canvas, x, y, width, height, runners, self.summary.goal, self.colorless)

    def _told(self, width: int) -> list[list[Part]]:
        """Return a line for each highlight."""
        return [
            [(f"{cut(title, LABEL - 1):<{LABEL}}", "muted"), (cut(phrase, width - LABEL), "text")]
            for title, phrase in self.summary.told
        ]

    def _words(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Draw the winning card, and all highlights below it or beside it."""
        summary, low = self.summary, width >= 70
        room = width - 4 - (CARD_WIDE if low else 0)
        said = [(t, p, wrapped(p, room - LABEL)) for t, p in summary.told]
        need = sum(len(lines) for _, _, lines in said) + 2
        if summary.card >= 0:
            face = summary.game.faces[summary.card]
            wide = CARD_WIDE if low else width
            text = len(wrapped(rules_of(face), wide - 8)) + len(wrapped(face.flavor, wide - 8))
            tall = height if low else max(CARD + 2, min(max(8, text + 6), height - need))
            tall = min(tall, 13)
            title: list[Part] = [(" The winning card ", "accent", "table", "bold")]
            canvas.box(x, y, wide, tall, ACTIVE, "accent", "table", title)
            card(canvas, x + 2, y + 1, wide - 4, tall - 2, face, PLAIN, titled=True)
            if low:
                x, width = x + wide, width - wide
            else:
                y, height = y + tall, height - tall
        if height < 3:
            return
        title = [(" Highlights ", "text", "panel", "bold")]
        canvas.box(x, y, width, height, CALM, "line", "panel", title)
        row, last = y + 1, y + height - 1
        for number, (name, _, lines) in enumerate(said):
            if row + len(lines) > last:
                canvas.flush(x + width - 2, last, [(f" +{len(said) - number} more ", "accent")])
                break
            canvas.put(x + 2, row, cut(name, LABEL - 1), "muted")
            for line in lines:
                canvas.put(x + 2 + LABEL, row, line, "text")
                row += 1

    def _rooms(self, canvas: Canvas, y: int, height: int) -> None:
        """Draw the players by place, each with their room."""
        order, now = self.summary.order, self.summary.now
        laid_out = plots(canvas.width, height, len(order), NARROW)
        for place, (seat, plot) in enumerate(zip(order, laid_out, strict=True), 1):
            won = seat in self.summary.game.winners
            self._room(canvas, now, seat, plot._replace(y=plot.y + y), 1 if won else place)

    def _room(self, canvas: Canvas, now: Moment, seat: int, plot: Plot, place: int) -> None:
        """Draw a player: place, name and role in the frame, the score, and what is in the room."""
        x, y, width, height = plot
        game, ink = self.summary.game, ink_of(now.view, seat)
        won, board = seat in game.winners, Board(now.view)
        title: list[Part] = [(f" {place} ", "accent" if won else "muted", "panel", "bold")]
        title += [(f"{called(now, seat)} ", ink, "panel", "bold")]
        if role := board.role(seat):
            title.append((f"{role} ", "muted", "panel"))
        dice = self.summary.dice(seat)
        dice = dice if cell_len(dice) < width - 5 else dice.partition(" in ")[0]
        foot: list[Part] = [(f" {dice} ", "muted", "panel")] if dice else []
        goal = game.goal(seat) if game.roles[seat] else 0
        short = goal - game.slack[seat]
        note = "won" if won else "left" if not game.alive[seat] else f"{short} short"
        hot = ("accent", "bold") if won else ("muted", "")
        big = width >= SCORED[0] and height >= SCORED[1]
        right: list[Part] = [] if big else [(f" {board.number(seat)} ", "text", "panel", "bold")]
        canvas.box(x, y, width, height, ACTIVE if won else CALM, "accent" if won else f"{ink} 45%",
                   "panel", title, right, foot)  # fmt: skip
        at, row = x + 2, y + 1
        if big:
            at = x + 3 + max(8, canvas.big(x + 2, y + 1, str(game.slack[seat]), ink, width=10))
            canvas.put(at, row, f"of {goal}" if goal else "", "muted")
            canvas.put(at, row + 2, note, hot[0], "", hot[1])
            row += 1
        if goal:
            canvas.bar(at, row, x + width - 2 - at, game.slack[seat], goal, ink)
        top = y + (5 if big and height > 9 else 4 if big else 2)
        shelf(canvas, x + 2, top, width - 3, y + height - 1 - top, laid(now, seat),
              tracks(now.view, seat))  # fmt: skip


class EndScreen(ChezScreen):
    """Shown after a win; its result is what the same people play next, if anything."""

    PLACES = (END,)
    HELP = (
        "The game is over. The chart shows each player's Slack at the end of each round, and the "
        "winner's goal across it. A fair die averages 3.5. In a rematch the same players sit down "
        "again, the winner picks a role first, and the next player starts."
    )
    SAME_DEAL_HELP = (
        "The same deal has the same roles, cards and dice from the start, and the same player "
        "begins. Its seed is {seed}."
    )
    BINDINGS: ClassVar = [*bindings_for(END)]
    TITLE = "End of the game"
    FIRST = ("rematch", "same_deal", "watch_again", "final_table")

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._record = session.record()
        self._summary = Summary(session.view, self._record, session.audit, session.seat)
        self._page = EndPage(self._summary)

    def compose(self) -> ComposeResult:
        yield EndStatus(self._session.settings, self._summary)
        yield self._page
        yield FooterLine()

    def on_mount(self) -> None:
        if self._session.unsaved:
            self.notify(self._session.unsaved, severity="error", markup=False)
        if self._session.audit:
            self.set_interval(AUDITED, self._look)

    def _look(self) -> None:
        """Show what the audit found, and the record that it has opened."""
        if self._summary.audit != self._session.audit:
            self._summary.audit = self._session.audit
            self._record = self._session.record()
            self.query_one(EndStatus).update_lines()
            self._page.update_lines()

    def in_words(self, text: str) -> str:
        return spoken(text, self._summary.game.catalog.words)

    def help_more(self) -> list[str]:
        seed = self._session.settings.seed
        return [self.SAME_DEAL_HELP.format(seed=seed)] if seed else []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn off the same deal for sealed games, and the final table if it's on this page."""
        sealed = action == SAME_DEAL and not self._session.settings.seed
        turns = action != "final_table" or not holds(self.app.size, WIDE)
        return super().check_action(action, parameters) if turns and not sealed else False

    def action_rematch(self) -> None:
        self.leave(REMATCH)

    def action_same_deal(self) -> None:
        self.leave(SAME_DEAL)

    def action_watch_again(self) -> None:
        from chez_tui.screens.replay import ReplayScreen

        if not self._summary.problem:
            self.app.push_screen(ReplayScreen(self._record))

    def action_final_table(self) -> None:
        self._page.page += 1
        self._page.update_lines()


class EndStatus(Drawing):
    """The top line: which table it was, and from which seed."""

    FILL = "rise"

    def __init__(self, settings: Settings, summary: Summary) -> None:
        super().__init__()
        self._settings = settings
        self._summary = summary

    def draw(self, canvas: Canvas) -> None:
        game, audit, width = self._summary.game, self._summary.audit, canvas.width
        editions = short_title([edition.key for edition in game.catalog.editions])
        seed = self._settings.seed
        over = f"seed {seed}{DOT}game over" if seed else "game over"
        over = audit if audit and _beside(audit, width) else over
        note = too_small(self.app.size) or over
        about: list[Part] = [pill(editions.upper()), (f" {self._settings.title} ", "text")]
        canvas.parts(0, 0, shorter(about, max(0, width - cell_len(note) - 2)))
        canvas.flush(width - 1, 0, [(note, "muted")])


def _beside(audit: str, width: int) -> bool:
    """Return whether what was checked fits beside the name of the table."""
    return not audit or width - cell_len(audit) >= LEAST_TITLE
