"""Before a game at this keyboard: who plays, with which cards, options and luck."""

from collections.abc import Mapping
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from chez_tui.commands import LISTS
from chez_tui.errors import UserError
from chez_tui.kit.form import Form, FormHelp, Row
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play.decks import BOT_NAMES
from chez_tui.play.editions import (
    most_players,
    options_that_matter,
    seats_problem,
    short_title,
    title_of,
)
from chez_tui.play.newgame import (
    BY_LOT,
    FEWEST,
    LEVEL,
    MOST,
    NewGame,
    Seat,
    free_names,
    hot_seat_game,
    name_problem,
    solo_game,
)
from chez_tui.screens.editions import EditionsScreen, edition_row, editions_in, option_row
from chez_tui.screens.setup_panels import PANELED, EditionPanel, Seating, panel_width
from chez_tui.settings import CHOICES, editions_from
from core.bots import LEVELS
from core.catalog import edition_of
from core.luck import format_seed, parse_seed
from core.setting import Setting
from core.telling import clean

WIDE: Final = (110, 38)  # from this size on there is a picture of the table
ON_OFF: Final = ("off", "on")
PACES: Final = {
    "slow": "time to read everything",
    "normal": "as people play",
    "fast": "for people who know the game",
    "instant": "bots and dice take no time at all",
}


class SetupScreen(ChezScreen):
    """A form for everything that can be chosen; Start opens the table."""

    PLACES = (LISTS,)
    HELP = (
        "Start is at the top: the game can begin at once. Up and down move, left and right "
        "change a choice, Enter edits a name or the seed and mixes editions. The same seed with "
        "the same table gives the same luck again."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    DEFAULT_CSS = """
    SetupScreen { overflow: hidden; }
    SetupScreen #beside EditionPanel { width: 1fr; }
    SetupScreen #beside Seating { width: 1fr; height: 15; }
    """

    def __init__(self, hot_seat: bool = False, editions: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._hot_seat = hot_seat
        self._editions = editions  # those to begin with; none: the last ones
        self.title = "Hot seat" if hot_seat else "Solo game"
        self._form = Form()
        self._help = FormHelp(self._form)
        self._picture = Seating()
        self._panel = EditionPanel()
        self._roomy = False
        self._wanted = 0  # players; an edition may be for fewer
        self._seats: list[Seat] = []  # all that may be used; the first few sit at the table

    # -- the game that is put together -------------------------------------------------------------

    def on_mount(self) -> None:
        config = self.chez.world.settings
        name = self.chez.world.name
        self.game: NewGame = hot_seat_game(name) if self._hot_seat else solo_game(name)
        self.game.pace = config.pace
        self.game.editions = self._editions or editions_from(config.editions)
        self._wanted = len(self.game.seats)
        spare = free_names([seat.name for seat in self.game.seats])
        missing = MOST - len(self.game.seats)
        self._seats = [*self.game.seats, *(Seat(name, LEVEL) for name in spare[:missing])]
        self.chez.play_editions(self.game.editions)
        self._form.set_rows(self._rows())
        self._form.focus()
        self._show_picture()

    def compose(self) -> ComposeResult:
        yield Heading()
        with Horizontal():
            yield self._form
            with Vertical(id="beside"):
                yield self._panel
                yield self._picture
        yield self._help
        yield FooterLine()

    def on_resize(self, event: events.Resize) -> None:
        wide, high = WIDE
        width, height = event.size
        self._roomy = height >= high
        self._picture.display = self._roomy and width >= wide
        beside = self.query_one("#beside")
        beside.display = width >= PANELED
        beside.styles.width = panel_width(width)
        self._form.set_rows(self._rows())

    def _rows(self) -> list[Row]:
        game = self.game
        names = [seat.name for seat in game.seats]
        paces = CHOICES["pace"]
        gap = [Row("", "")] if self._roomy else []
        rows = [
            Row("start", "Start the game", self._summary(), button=True),
            Row("", ""),
            edition_row(game.editions),
        ]
        if self.chez.world.folders.own_cards():
            rows.append(
                Row("own", "Own cards", "the card files in your own folder", ON_OFF, int(game.own))
            )
        rows += [
            Row(
                "players",
                "Players",
                self._how_many(),
                tuple(map(str, range(FEWEST, most_players(game.editions) + 1))),
                len(names) - FEWEST,
            ),
            Row("first", "Begins", "who has the first turn", ("by lot", *names), game.first + 1),
            Row(
                "pace",
                "Pace",
                PACES[game.pace],
                paces,
                paces.index(game.pace),
            ),
            Row(
                "seed",
                "Seed",
                "a number, or letters such as K7QF-3M9P; empty: other luck every time",
                text="" if game.seed is None else format_seed(game.seed),
                empty="random",
                most=24,
                check=_seed_problem,
            ),
            *gap,
            Row("", "At the table"),
            *(self._seat_row(at) for at in range(len(names))),
            *gap,
            Row("", "House rules"),
        ]
        return [*rows, *(option_row(rule, game.options) for rule in self._options().values())]

    def _options(self) -> dict[str, Setting]:
        """The options that make a difference at this table."""
        options = options_that_matter(self.game.editions)
        if len(self.game.seats) > FEWEST:
            options.pop("two-player", None)
        return options

    def _how_many(self) -> str:
        if most_players(self.game.editions) == MOST:
            return "two to eight"
        return "two to five; with another edition mixed in up to eight"

    def _seat_row(self, at: int) -> Row:
        seat = self.game.seats[at]
        kinds = self._kinds(at)
        words = tuple(f"bot, {kind}" if kind else self._person() for kind in kinds)
        return Row(
            f"seat{at}",
            f"Seat {at + 1}",
            "who sits here, and under which name",
            words,
            kinds.index(seat.level),
            text=seat.name,
            check=lambda name: name_problem(self.game.seats, at, name),
            seat=at,
        )

    def _kinds(self, at: int) -> tuple[str, ...]:
        """Who may sit there: a person is the empty level."""
        if self._hot_seat:
            return ("", *LEVELS)
        return tuple(LEVELS) if at else ("",)

    def _person(self) -> str:
        return "person" if self._hot_seat else "you"

    def _summary(self) -> str:
        game = self.game
        people, bots = len(game.people), len(game.seats) - len(game.people)
        who = "you" if not self._hot_seat else f"{people} {'person' if people == 1 else 'people'}"
        against = f" and {bots} {'bot' if bots == 1 else 'bots'}" if bots else ""
        return f"{who}{against}, {title_of(game.editions)}; the game is recorded as you play"

    # -- changes -----------------------------------------------------------------------------------

    def on_form_moved(self) -> None:
        self._help.update_lines()

    def on_form_changed(self, message: Form.Changed) -> None:
        row, game = message.row, self.game
        problem = ""
        if row.key == "edition":
            problem = self._choose(editions_in(row, game.editions), game.options)
        elif row.key == "own":
            game.own = bool(row.at)
        elif row.key == "players":
            self._wanted = row.at + FEWEST
            self._seat_them()
        elif row.key == "first":
            game.first = row.at - 1
        elif row.key == "pace":
            game.pace = row.choices[row.at]
        elif row.key == "seed":
            game.seed = parse_seed(row.text) if row.text and row.text.strip() else None
        elif row.key.startswith("seat"):
            self._change_seat(int(row.key.removeprefix("seat")), row)
        else:
            game.options[row.key] = row.choices[row.at]
        self._form.set_rows(self._rows())
        if problem:
            self._form.complain(problem)
        self._help.update_lines()
        self._show_picture()

    def _choose(self, editions: tuple[str, ...], options: Mapping[str, str]) -> str:
        """Other editions: their mood at once; says if somebody has to get up."""
        game = self.game
        game.editions, game.options = editions, dict(options)
        problem = seats_problem(editions, self._wanted)
        self._seat_them()
        self.chez.play_editions(editions)
        return problem

    def _seat_them(self) -> None:
        """As many as are wanted, or as the edition is for."""
        game = self.game
        game.seats = self._seats[: min(self._wanted, most_players(game.editions))]
        game.first = min(game.first, len(game.seats) - 1)

    def _mixed(self, editions: tuple[str, ...], options: Mapping[str, str]) -> str:
        """What was ticked on the screen for editions."""
        self._choose(editions, options)
        return ""

    def _change_seat(self, at: int, row: Row) -> None:
        seat = self._seats[at]
        level = self._kinds(at)[row.at]
        name = clean(row.text or "")
        if level and not seat.level and name == f"Player {at + 1}":
            name = free_names([other.name for other in self._seats])[0]
        elif not level and seat.level and name in BOT_NAMES:
            name = f"Player {at + 1}"
        seat.name, seat.level = name, level

    def _show_picture(self) -> None:
        game = self.game
        self._panel.tell(game.editions)
        words = [short_title(game.editions), f"pace {game.pace}"]
        words.append("fresh luck" if game.seed is None else f"seed {format_seed(game.seed)}")
        if game.first != BY_LOT:
            words.append(f"{game.seats[game.first].name} begins")
        self._picture.tell(game.seats, words)

    # -- the game begins ---------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        """Back from the screen for editions, or from the rules."""
        if self._form.is_attached and self._seats:
            self._form.set_rows(self._rows())
            self._help.update_lines()
            self._show_picture()

    def action_rules(self) -> None:
        """The rules of the edition, if that is what the cursor is on."""
        editions = self.game.editions
        if self._form.current.key != "edition":
            self.chez.open_rules()
        else:
            self.chez.open_rules("Mixes" if len(editions) > 1 else edition_of(editions[0]).name)

    def on_form_pressed(self, message: Form.Pressed) -> None:
        if message.row.key == "edition":
            screen = EditionsScreen(self.game.editions, self.game.options, self._mixed)
            self.app.push_screen(screen)
        else:
            self._start()

    def _start(self) -> None:
        game = self.game
        for at, seat in enumerate(game.seats):
            problem = name_problem(game.seats, at, seat.name)
            if problem:
                self._form.complain(problem, f"seat{at}")
                return
        try:
            table = game.table(self.chez.world.folders)
        except UserError as error:
            self._form.complain(str(error))
            return
        app = self.chez
        app.world.change("editions", "+".join(game.editions))
        app.pop_screen()  # whoever leaves the table wants the title, not this form again
        app.open_table(table, game.people)


def _seed_problem(text: str) -> str:
    try:
        if text.strip():
            parse_seed(text)
    except ValueError as error:
        return str(error)
    return ""
