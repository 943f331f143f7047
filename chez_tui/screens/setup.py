"""Before a game, at this keyboard or on the network: who plays, with which cards and rules."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from chez_tui.commands import LISTS
from chez_tui.errors import UserError
from chez_tui.kit.form import Form, Row
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play.editions import seats_problem, short_title, size_of, title_of
from chez_tui.play.newgame import free_names, name_problem, opened, setup_of
from chez_tui.play.options import (
    BOT_NAMES,
    BY_LOT,
    EDITION,
    SEED,
    Seat,
    TableSpec,
    rules_for,
    settings_for,
)
from chez_tui.screens.editions import EditionsScreen
from chez_tui.screens.setup_panels import PANELED, EditionPanel, Seating, panel_width
from core.bots import LEVELS
from core.catalog import edition_of
from core.setting import HOST, HOT_SEAT, LOBBY, SOLO, Setting
from core.telling import clean

Change = Callable[[TableSpec, str], TableSpec]  # returns the new table or raises UserError

WIDE: Final = (110, 38)  # the least size for a picture of the table
AT_KEYS: Final = (
    "Start is at the top, so you can begin at once. {Up} and {down} move, {left} and {right} "
    "change a choice, {do_it} edits a name or the seed, or mixes editions. The same seed at the "
    "same table gives you the same cards and dice."
)
WORDS: Final = {  # title, help, what Enter does on the first row
    SOLO: ("Solo game", AT_KEYS, "Start the game"),
    HOT_SEAT: ("Hot seat", AT_KEYS, "Start the game"),
    HOST: (
        "Host a table",
        "{do_it} opens the table. You can still change everything in the lobby. With a password, "
        "only people who know it can join or watch.",
        "Open the table",
    ),
    LOBBY: (
        "Table settings",
        "Changes apply right away, and everyone sees them. Players who were ready have to ready up "
        "again, so no one plays by rules they haven't seen.",
        "Done",
    ),
}


class SetupScreen(ChezScreen):
    """A form for a table; its first row opens it."""

    PLACES = (LISTS,)
    BINDINGS: ClassVar = [*bindings_for()]
    AUTO_FOCUS = "Form"

    def __init__(self, spec: TableSpec, place: str, on_change: Change | None = None) -> None:
        """Let `on_change` check each change; in a lobby that is the host's desk."""
        super().__init__()
        self.spec = spec
        self._place = place
        self._on_change = on_change
        self.title, _, self._button = WORDS[place]
        self._form = Form()
        self._picture = Seating()
        self._panel = EditionPanel()
        self._roomy = False

    def compose(self) -> ComposeResult:
        yield Heading()
        with Horizontal():
            yield self._form
            with Vertical(id="beside"):
                yield self._panel
                yield self._picture
        yield self._form.foot
        yield FooterLine()

    def on_mount(self) -> None:
        if self._place != LOBBY:
            self.chez.play_editions(self.spec.editions)
        self.on_resize()

    def on_resize(self) -> None:
        """Share the room beside the form among the panels."""
        size = self.app.size
        wide, high = WIDE
        self._roomy = bool(self.spec.chairs) and size.height >= high
        self._picture.display = self._roomy and size.width >= wide
        beside = self.query_one("#beside")
        beside.display = size.width >= PANELED and self._place != LOBBY
        beside.styles.width = panel_width(size.width)
        self._show()

    # -- rows --------------------------------------------------------------------------------------

    def _settings(self) -> list[Setting]:
        files = self.chez.world.folders.own_cards()
        return [s for s in settings_for(self.spec, self._place) if s.key != "own" or files]

    def _rows(self) -> list[Row]:
        spec = self.spec
        gap = [Row("", "")] if self._roomy else []
        rows = [
            Row("start", self._button, self._summary(), button=True, note=self.subject()),
            Row("", ""),
        ]
        for setting in self._settings():
            rows.append(Row.of(setting, spec.get(setting)))
            if setting.key == EDITION.key:
                rows[-1].opens, rows[-1].note = "mixes several", size_of(spec.editions)
        if spec.chairs:
            seats = map(self._seat_row, range(len(spec.players)))
            rows += [*gap, Row("", "At the table"), *seats, *gap]
        rules = [Row.of(rule, spec.get(rule)) for rule in rules_for(spec)]
        return [*rows, Row("", "House rules"), *rules]

    def _seat_row(self, at: int) -> Row:
        players, levels = self.spec.players, tuple(LEVELS)
        person = "person" if self._place == HOT_SEAT else "you"
        if self._place == HOT_SEAT:
            levels = ("", *levels)
        elif at == 0:
            levels = ("",)
        words = {level: f"bot, {level}" if level else person for level in levels}
        about = "who plays here, and their name"
        return Row.of(
            Setting(f"seat{at}", f"Seat {at + 1}", about, levels, words),
            players[at].level,
            text=players[at].name,
            check=lambda name: name_problem(players, at, name),
            seat=at,
        )

    def subject(self) -> str:
        """Return who plays what, in a few words."""
        spec = self.spec
        title = title_of(spec.editions)
        if not spec.chairs:
            return f"{title}, {spec.seats} seats"
        people, bots = len(spec.people), len(spec.players) - len(spec.people)
        who = f"{people} {'person' if people == 1 else 'people'}"
        who = who if self._place == HOT_SEAT else "you"
        against = f" and {bots} {'bot' if bots == 1 else 'bots'}" if bots else ""
        return f"{who}{against}, {title}"

    def _summary(self) -> str:
        if self._place == HOST:
            return "everyone on the local network can see the table"
        if self._place == LOBBY:
            return "after a change, players have to ready up again"
        return "the game is saved as you play"

    def _show(self) -> None:
        spec = self.spec
        self._form.set_items(self._rows())
        self._panel.tell(spec.editions)
        words = [short_title(spec.editions), f"pace {spec.pace}"]
        words.append("a random deal" if spec.seed is None else f"seed {spec.get(SEED)}")
        if spec.first != BY_LOT:
            words.append(f"{spec.players[spec.first].name} begins")
        self._picture.tell(spec.players, words)
        self.query_one(Heading).update_lines()

    # -- changes -----------------------------------------------------------------------------------

    def on_form_changed(self, message: Form.Changed) -> None:
        row, spec = message.item, self.spec
        if row.seat >= 0:
            chairs = (*spec.chairs[: row.seat], self._seat(row), *spec.chairs[row.seat + 1 :])
            wanted = spec._replace(chairs=chairs)
        else:
            known = (*self._settings(), *rules_for(spec))
            wanted = spec.put(next(s for s in known if s.key == row.key), row.value)
        problem = self._change(wanted, row.key)
        if not problem and row.key == EDITION.key:
            problem = seats_problem(wanted.editions, wanted.seats)
        self._show()
        if problem:
            self._form.complain(problem)

    def _seat(self, row: Row) -> Seat:
        """Return who has that seat now; a made-up name changes with the kind of player."""
        level, before = row.value, self.spec.chairs[row.seat]
        name, unnamed = clean(row.text or ""), f"Player {row.seat + 1}"
        if level and not before.level and name == unnamed:
            name = free_names([seat.name for seat in self.spec.chairs])[0]
        elif not level and before.level and name in BOT_NAMES:
            name = unnamed
        return Seat(name, level)

    def _change(self, wanted: TableSpec, key: str) -> str:
        """Change the table; return why that can't be done, if so."""
        if self._on_change is not None:
            try:
                wanted = self._on_change(wanted, key)
            except UserError as error:
                return str(error)
        self.spec = wanted
        if self._place != LOBBY:
            self.chez.play_editions(wanted.editions)
        return ""

    def _mix(self, editions: tuple[str, ...], options: Mapping[str, str]) -> str:
        """Play the editions that were ticked."""
        return self._change(self.spec.play(editions, options), EDITION.key)

    def on_screen_resume(self) -> None:
        """Show what was chosen on a screen above."""
        if self._form.items:
            self._show()

    def about(self) -> str:
        return WORDS[self._place][1]

    def action_rules(self) -> None:
        """Open the rules, those of the edition if the cursor is on it."""
        editions = self.spec.editions
        if self._form.here.key != EDITION.key:
            self.chez.read_rules()
        else:
            self.chez.read_rules("Mixes" if len(editions) > 1 else edition_of(editions[0]).name)

    # -- the table is opened -----------------------------------------------------------------------

    def on_rows_chosen(self, message: Form.Chosen[Row]) -> None:
        spec = self.spec
        if message.item.key == EDITION.key:
            self.app.push_screen(EditionsScreen(spec.editions, spec.options, self._mix))
        elif self._place == LOBBY:
            self.leave()
        elif self._place == HOST:
            self._open(spec._replace(options=spec.house_rules))
        else:
            self._start()

    def _start(self) -> None:
        """Start the game at this keyboard, if nothing is wrong with it."""
        players, folders = self.spec.players, self.chez.world.folders
        for at, seat in enumerate(players):
            problem = name_problem(players, at, seat.name)
            if problem:
                self._form.complain(problem, f"seat{at}")
                return
        try:
            setup = setup_of(self.spec._replace(seats=len(players)), folders)
            table = opened(setup, self.spec.pace, folders)
        except UserError as error:
            self._form.complain(str(error))
            return
        self._open((table, self.spec.people))

    def _open(self, table: object) -> None:
        """Leave with the table: from there players return to the title, not to this form."""
        self.chez.world.remember(editions=self.spec.editions)
        self.leave(table)
