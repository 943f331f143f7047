"""Before a game at this keyboard: who plays, with which cards, options and luck."""

from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from chez_tui.arguments import BOT_NAMES
from chez_tui.commands import LISTS
from chez_tui.config import CHOICES
from chez_tui.errors import UserError
from chez_tui.newgame import (
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
    your_name,
)
from chez_tui.paths import own_card_files
from chez_tui.screens.base import ChezScreen, FooterLine, bindings_for
from chez_tui.widgets.form import Form, FormHelp, Row
from chez_tui.widgets.heading import Heading
from chez_tui.widgets.seating import Seating
from core.bots import LEVELS
from core.catalog import EDITIONS
from core.luck import format_seed, parse_seed
from core.rules.setup import OPTIONS
from core.telling import clean

WIDE: Final = (110, 30)  # from this size on there is a picture of the table
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
        "change a choice, Enter edits a name or the seed. The same seed with the same table "
        "gives the same luck again."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    DEFAULT_CSS = "SetupScreen { overflow: hidden; }"

    def __init__(self, hot_seat: bool = False) -> None:
        super().__init__()
        self._hot_seat = hot_seat
        self.title = "Hot seat" if hot_seat else "Solo game"
        self._form = Form()
        self._help = FormHelp(self._form)
        self._picture = Seating()
        self._roomy = False
        self._seats: list[Seat] = []  # all that may be used; the first few sit at the table

    # -- the game that is put together -------------------------------------------------------------

    def on_mount(self) -> None:
        config = self.chez.config
        name = your_name(config.name)
        self.game: NewGame = hot_seat_game(name) if self._hot_seat else solo_game(name)
        self.game.pace = config.pace
        spare = free_names([seat.name for seat in self.game.seats])
        missing = MOST - len(self.game.seats)
        self._seats = [*self.game.seats, *(Seat(name, LEVEL) for name in spare[:missing])]
        self._form.set_rows(self._rows())
        self._form.focus()
        self._show_picture()

    def compose(self) -> ComposeResult:
        yield Heading()
        with Horizontal():
            yield self._form
            yield self._picture
        yield self._help
        yield FooterLine()

    def on_resize(self, event: events.Resize) -> None:
        wide, high = WIDE
        self._roomy = event.size.height >= high
        self._picture.display = self._roomy and event.size.width >= wide
        self._form.set_rows(self._rows())

    def _rows(self) -> list[Row]:
        game = self.game
        names = [seat.name for seat in game.seats]
        paces = CHOICES["pace"]
        gap = [Row("", "")] if self._roomy else []
        rows = [
            Row("start", "Start the game", self._summary(), button=True),
            Row("", ""),
            Row(
                "edition",
                "Edition",
                "whose cards and roles are on the table",
                tuple(key.capitalize() for key in EDITIONS),
                EDITIONS.index(game.editions[0]),
            ),
        ]
        if own_card_files():
            rows.append(
                Row("own", "Own cards", "the card files in your own folder", ON_OFF, int(game.own))
            )
        rows += [
            Row(
                "players",
                "Players",
                "two to eight",
                tuple(map(str, range(FEWEST, MOST + 1))),
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
        for name, (values, meaning) in OPTIONS.items():
            if name != "two-player" or len(names) == FEWEST:
                label = name.replace("-", " ").capitalize()
                value = game.options.get(name, values[0])
                rows.append(Row(name, label, meaning, values, values.index(value)))
        return rows

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
        return f"{who}{against}, {game.editions[0].capitalize()}; the game is recorded as you play"

    # -- changes -----------------------------------------------------------------------------------

    def on_form_moved(self) -> None:
        self._help.update_lines()

    def on_form_changed(self, message: Form.Changed) -> None:
        row, game = message.row, self.game
        if row.key == "edition":
            game.editions = (EDITIONS[row.at],)
        elif row.key == "own":
            game.own = bool(row.at)
        elif row.key == "players":
            game.seats = self._seats[: row.at + FEWEST]
            game.first = min(game.first, len(game.seats) - 1)
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
        self._help.update_lines()
        self._show_picture()

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
        words = [game.editions[0].capitalize(), "", f"pace {game.pace}"]
        words.append("fresh luck" if game.seed is None else f"seed {format_seed(game.seed)}")
        if game.first != BY_LOT:
            words.append(f"{game.seats[game.first].name} begins")
        self._picture.tell(game.seats, words)

    # -- the game begins ---------------------------------------------------------------------------

    def on_form_pressed(self) -> None:
        game = self.game
        for at, seat in enumerate(game.seats):
            problem = name_problem(game.seats, at, seat.name)
            if problem:
                self._form.complain(problem, f"seat{at}")
                return
        try:
            table = game.table()
        except UserError as error:
            self._form.complain(str(error))
            return
        app = self.chez
        app.edition = game.editions[0]
        app.apply_looks()
        app.pop_screen()  # whoever leaves the table wants the title, not this form again
        app.open_table(table, game.people)


def _seed_problem(text: str) -> str:
    try:
        if text.strip():
            parse_seed(text)
    except ValueError as error:
        return str(error)
    return ""
