"""Before a table is opened on the network: what it is called and what is played there."""

from collections.abc import Mapping
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from chez_tui.commands import LISTS
from chez_tui.kit.form import Form, FormHelp, Row
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play.editions import title_of
from chez_tui.play.identity import password_problem
from chez_tui.play.options import Agreement
from chez_tui.screens.editions import EditionsScreen
from chez_tui.screens.setup_panels import PANELED, EditionPanel, panel_width
from chez_tui.settings import editions_from
from core.bots import LEVELS

LEVEL: Final = "normal"
PASSWORD: Final = 40  # letters at most


class HostSetupScreen(ChezScreen):
    """A form for the table; Enter on its first row opens the lobby."""

    PLACES = (LISTS,)
    HELP = (
        "Enter opens the table at once; everything can also be changed later in the lobby. With a "
        "password only those who know it can join or watch."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    DEFAULT_CSS = "HostSetupScreen { overflow: hidden; }"

    def __init__(self) -> None:
        super().__init__()
        self.title = "Host a table"
        self._form = Form()
        self._help = FormHelp(self._form)
        self._panel = EditionPanel()
        self._bots = 0
        self._level = LEVEL
        self._password = ""

    def compose(self) -> ComposeResult:
        yield Heading()
        with Horizontal():
            yield self._form
            yield self._panel
        yield self._help
        yield FooterLine()

    def on_mount(self) -> None:
        self._player = self.chez.world.name
        editions = editions_from(self.chez.world.settings.editions)
        self._agreement = Agreement(f"{self._player}'s table", editions)
        self.chez.play_editions(editions)
        self._form.set_rows(self._rows())
        self._form.focus()
        self._panel.tell(editions)

    def on_resize(self, event: events.Resize) -> None:
        self._panel.display = event.size.width >= PANELED
        self._panel.styles.width = panel_width(event.size.width)

    def _rows(self) -> list[Row]:
        agreed, levels = self._agreement, tuple(LEVELS)
        bots = tuple(map(str, range(agreed.seats)))
        played = title_of(agreed.editions)
        summary = f"{played}, for {agreed.seats}; everybody on the local network hears of it"
        rows = [
            Row("open", "Open the table", summary, button=True),
            Row("", ""),
            *agreed.table_rows(),
            Row("bots", "Bots", "chairs that bots take", bots, min(self._bots, len(bots) - 1)),
        ]
        if self._bots:
            rows.append(
                Row("level", "Level", "how well they play", levels, levels.index(self._level))
            )
        password = Row(
            "password", "Password", "whoever joins or watches must know it; empty: everybody may",
            text=self._password, empty="none", most=PASSWORD, check=_problem,
        )  # fmt: skip
        rules = [Row("", "House rules"), *agreed.rule_rows()]
        return [*rows, *agreed.time_rows(), password, *rules]

    def on_form_moved(self) -> None:
        self._help.update_lines()

    def on_form_changed(self, message: Form.Changed) -> None:
        row = message.row
        if row.key == "bots":
            self._bots = row.at
        elif row.key == "level":
            self._level = row.choices[row.at]
        elif row.key == "password":
            self._password = row.text or ""
        else:
            self._agreement.change(row)
            self._settle()
        self._form.set_rows(self._rows())
        self._help.update_lines()

    def _settle(self) -> None:
        """What follows from another number of chairs or other editions."""
        agreed = self._agreement
        self._bots = min(self._bots, agreed.seats - 1)
        self.chez.play_editions(agreed.editions)
        self._panel.tell(agreed.editions)

    def _mixed(self, editions: tuple[str, ...], options: Mapping[str, str]) -> str:
        """What was ticked on the screen for editions."""
        self._agreement.play(editions, options)
        self._settle()
        return ""

    def on_screen_resume(self) -> None:
        """Back from the screen for editions, or from the rules."""
        if self._form.rows:
            self._form.set_rows(self._rows())
            self._help.update_lines()

    def on_form_pressed(self, message: Form.Pressed) -> None:
        agreed = self._agreement
        if message.row.key == "edition":
            self.app.push_screen(EditionsScreen(agreed.editions, agreed.options, self._mixed))
        else:
            self._open()

    def _open(self) -> None:
        from chez_tui.play.online import TablePlan
        from net.sessions.local import PACES

        agreed, app = self._agreement, self.chez
        app.world.change("editions", "+".join(agreed.editions))
        plan = TablePlan(
            player=self._player,
            title=agreed.title,
            seats=agreed.seats,
            bots=[self._level] * self._bots,
            editions=agreed.editions,
            options=dict(agreed.meant()),
            seconds=agreed.seconds,
            wait=agreed.wait,
            strict=agreed.strict,
            quiet=agreed.quiet,
            hands=agreed.hands,
            password=self._password,
            pace=PACES[app.world.settings.pace],
        )
        app.pop_screen()  # whoever leaves the lobby wants the title, not this form again
        app.open_hosting(plan)


def _problem(password: str) -> str:
    """What is wrong with a password; a table may have none."""
    return password_problem(password) if password else ""
