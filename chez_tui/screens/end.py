"""The end of a game: how it was won, Slack over the rounds, highlights, and the next game."""

from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content

from chez_tui.commands import END
from chez_tui.kit.chart import chart, letters
from chez_tui.kit.lines import Lines, fit, too_small
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.newgame import REMATCH, SAME_DEAL
from chez_tui.screens.table.board import DOT, Board, beside, filled, padded, ruled, seat_style
from chez_tui.screens.table.card import card_lines
from core.clauses import spoken
from core.game import Game
from core.telling import listing, player, word
from net.sessions.highlights import Highlights, highlights, told
from net.sessions.record import Record, RecordError
from net.sessions.replay import Replay
from net.sessions.session import Session, Settings

WIDE: Final = (110, 32)  # from this size on everything is on one page
MAIN, ROOMS, TOLD = "main", "rooms", "told"  # the pages of smaller screens
LABEL: Final = 15  # cells for the title of a highlight
LEAST_CHART: Final = 6
LEAST_TOLD: Final = 3
AUDITED: Final = 0.25  # seconds between looks whether the cards have been audited
LEAST_TITLE: Final = 20  # cells of the top line that what was checked leaves to the table's name


class Summary:
    """What the screen tells: the last state of the table, and the way to it if it is known."""

    def __init__(self, game: Game, record: Record, audit: str = "") -> None:
        self.game = game
        self.audit = audit  # what was checked of cards and dice
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
        self.letters = letters([player(game, seat) for seat in range(game.players)])

    @property
    def headline(self) -> str:
        game = self.game
        winners = listing(player(game, seat) for seat in game.winners)
        if not winners:
            return f"Nobody has won by round {game.round}"
        rounds = f"in round {game.round}"
        if len(game.winners) > 1:
            return f"{winners} win together {rounds}"
        seat = game.winners[0]
        slack, goal = game.slack[seat], game.goal(seat)
        if slack < goal:
            return f"{winners} wins {rounds}: everybody else has left"
        return f"{winners} wins {rounds} with {slack} of {goal} Slack"

    @property
    def cause(self) -> str:
        finish = self.found.finish if self.found is not None else None
        return f"How: {finish.sentence}" if finish is not None else self.problem

    @property
    def order(self) -> list[int]:
        """Seats as they came in: winners, then whoever is nearest to the goal, gone ones last."""
        game = self.game

        def key(seat: int) -> tuple[bool, bool, int, int]:
            left = game.goal(seat) - game.slack[seat]
            return seat not in game.winners, not game.alive[seat], left, seat

        return sorted(range(game.players), key=key)


class EndPage(Lines):
    """All of it, arranged for the room there is."""

    def __init__(self, summary: Summary) -> None:
        super().__init__()
        self.summary = summary
        self.board = Board(summary.game)
        self.page = 0  # which of the pages is shown where there is no room for everything
        self.pages: tuple[str, ...] = (MAIN,)

    def build(self, width: int, height: int) -> list[Content]:
        if width < 1 or height < 1:
            return []
        if width >= WIDE[0] and height >= WIDE[1]:
            lines = self._wide(width, height)
        else:
            lines = self._narrow(width, height)
            page = self.pages[self.page % len(self.pages)]
            if page == ROOMS:
                head = self._outcome(width)
                lines = [*head, *self._rooms(width, height - len(head))]
            elif page == TOLD:
                lines = [*self._outcome(width), Content(), *self._all_told(width)]
        return lines[:height]

    # -- arrangements ----------------------------------------------------------------------------

    def _narrow(self, width: int, height: int) -> list[Content]:
        """One under the other; highlights for which there is no room are on a page of their own."""
        head = [*self._outcome(width), *self._standings(width)]
        lines = self._told(width)
        left = height - len(head) - 1  # the heading of the highlights
        many = min(len(lines), max(LEAST_TOLD, left - LEAST_CHART - 1))
        cut = many < len(lines)
        self.pages = (MAIN, ROOMS, TOLD) if cut else (MAIN, ROOMS)
        title = f"Highlights, {many} of {len(lines)}" if cut else "Highlights"
        below = [self._heading(width, title), *lines[:many]] if lines else []
        return [*head, *self._chart(width, left - many), *below]

    def _wide(self, width: int, height: int) -> list[Content]:
        """Chart on the left, words on the right, all rooms below."""
        right = max(44, min(70, width * 3 // 8))
        left = width - right - 3
        head = self._outcome(width)
        rooms = max(7, min(14, height - 26))
        tall = height - rooms - len(head) - 2
        ranks = self._standings(left)
        first = [*ranks, Content(), *self._chart(left, tall - len(ranks) - 1)]
        words = self._all_told(right)
        second = [*self._winning_card(right)[: max(4, tall - len(words))], *words]
        body = beside(filled(first, tall), " │ ", filled(second, tall), left)
        return [*head, Content(), *body, Content(), *self._rooms(width, rooms)]

    # -- parts -----------------------------------------------------------------------------------

    def _heading(self, width: int, first: str, *more: tuple[int, str]) -> Content:
        """A line across with titles in it, the first near its beginning."""
        line = Content()
        for at, title in ((3, first), *more):
            line = Content.assemble(ruled(line, at - 1), (f" {title} ", "bold"))
        return ruled(line.truncate(width), width)

    def _outcome(self, width: int) -> list[Content]:
        summary = self.summary
        checked = Content.styled(summary.audit, "$muted")
        return [
            Content.styled(fit(summary.headline, width), "bold $accent"),
            Content(fit(summary.cause, width)),
            *([] if _beside(summary.audit, width) else wrap(checked, width)),
        ]

    def _standings(self, width: int) -> list[Content]:
        """A line for each player: letter, name, role, Slack, dice."""
        summary, board = self.summary, self.board
        name, bar = 12, 19
        role = max(6, min(24, width - name - bar - len("4.2 in 19, unlucky") - 7))
        slack = name + role + 5
        dice = slack + bar + 2, "Dice, 3.5 is even"
        lines = [self._heading(width, "Players", (slack, "Slack"), dice)]
        for seat in summary.order:
            won = "▸" if seat in summary.game.winners else " "
            line = Content.assemble(
                (won, "$accent"),
                (summary.letters[seat] + " ", seat_style(seat)),
                board.name(seat, name),
                f" {fit(board.role(seat), role)} ",
                padded(board.score(seat, bar), bar + 2, board.bar_style(seat)),
                self._dice(seat),
            )
            lines.append(line.truncate(width))
        return lines

    def _dice(self, seat: int) -> str:
        if self.summary.found is None:
            return ""
        dice = self.summary.found.dice[seat]
        if not dice.thrown:
            return "none thrown"
        return f"{dice.average:.1f} in {dice.thrown:>2}, {dice.mood}"

    def _chart(self, width: int, height: int) -> list[Content]:
        found = self.summary.found
        if found is None or height < 4:
            return []
        drawn = chart(found.slack, self.summary.letters, width, height - 1)
        return [self._heading(width, "Slack at the end of each round"), *drawn]

    def _told(self, width: int) -> list[Content]:
        """One line for each highlight."""
        return [
            Content.assemble((fit(title, LABEL), "$muted"), fit(phrase, width - LABEL).rstrip())
            for title, phrase in self.summary.told
        ]

    def _all_told(self, width: int) -> list[Content]:
        """Each highlight in as many lines as it needs."""
        lines = [self._heading(width, "Highlights")]
        for title, phrase in self.summary.told:
            text = Content.assemble((f"{title}: ", "bold $muted"), phrase)
            first, *rest = wrap(text, width - 2)
            lines += [first, *("  " + line for line in rest)]
        return lines

    def _winning_card(self, width: int) -> list[Content]:
        """The card it hung on, in full."""
        found, game = self.summary.found, self.summary.game
        if found is None or found.finish is None or found.finish.face < 0:
            return []
        lines = card_lines(game.faces[found.finish.face], width, at=game.catalog)
        return [self._heading(width, "The winning card"), *lines, Content()]

    def _rooms(self, width: int, height: int) -> list[Content]:
        """What lies in every room, in boxes side by side."""
        title = self._heading(width, "The final table")
        laid = [self.board.laid()] if self.board.view.table else []
        boxes = self.board.boxes(self.summary.order, width, height - 1 - len(laid))
        return [title, *boxes, *laid]


class EndScreen(ChezScreen):
    """Shown when somebody has won; its result is what the same people play next, if anything."""

    PLACES = (END,)
    HELP = (
        "The game is over. Each letter in the chart is a player's Slack at the end of that round. "
        "Dice are compared with 3.5, the average of a fair die. In a rematch the same players sit "
        "down again, whoever won picks a role first, and the next player begins."
    )
    SAME_DEAL_HELP = (
        "The same deal again has the same roles, cards and dice from the beginning, and the same "
        "player begins. Its seed is {seed}."
    )
    BINDINGS: ClassVar = [*bindings_for(END)]
    TITLE = "End of the game"
    FIRST = ("rematch", "same_deal", "watch_again", "final_table")

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._record = session.record()
        self._summary = Summary(session.view, self._record, session.audit)
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
        """The cards are audited after the game; then everything may be seen of it."""
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
        """Nobody can deal the cards of a sealed table again."""
        sealed = action == SAME_DEAL and not self._session.settings.seed
        return False if sealed else super().check_action(action, parameters)

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

    def action_back(self) -> None:
        self.leave("")


class EndStatus(Lines):
    """The top line: which table it was, and from which seed."""

    def __init__(self, settings: Settings, summary: Summary) -> None:
        super().__init__()
        self._settings = settings
        self._summary = summary

    def build(self, width: int, height: int) -> list[Content]:
        game, audit = self._summary.game, self._summary.audit
        editions = " + ".join(edition.name for edition in game.catalog.editions)
        seed = self._settings.seed
        over = f"seed {seed}{DOT}game over" if seed else "game over"
        over = audit if audit and _beside(audit, width) else over
        note = too_small(self.app.size) or over
        many = f"{game.players} {word(game, 'players')}"
        about = Content(DOT.join((self._settings.title, editions, many)))
        about = about.truncate(max(0, width - len(note) - 1))
        gap = " " * (width - about.cell_length - len(note))
        return [Content.assemble(about, (gap + note, "$muted"))]


def _beside(audit: str, width: int) -> bool:
    """Whether there is room for what was checked beside the name of the table."""
    return not audit or width - cell_len(audit) >= LEAST_TITLE
