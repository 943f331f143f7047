"""The settings of a table, changed by its host while all others look on."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult

from chez_tui import lobbying
from chez_tui.agreement import Agreement, settle
from chez_tui.commands import LISTS
from chez_tui.screens.base import ChezScreen, FooterLine, bindings_for
from chez_tui.widgets.form import Form, FormHelp, Row
from chez_tui.widgets.heading import Heading
from net.table.lobby import LobbyError

if TYPE_CHECKING:
    from net.table.table import NetTable


class AgreeingScreen(ChezScreen):
    """A form whose every change holds at once, for everybody."""

    PLACES = (LISTS,)
    HELP = (
        "Every change holds at once and everybody sees it. Whoever was ready must say so again, "
        "because nobody plays by rules that he has not seen."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    DEFAULT_CSS = "AgreeingScreen { overflow: hidden; }"

    def __init__(self, table: "NetTable") -> None:
        super().__init__()
        self.title = "Settings of the table"
        self._table = table
        self._form = Form()
        self._help = FormHelp(self._form)

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._form
        yield self._help
        yield FooterLine()

    def on_mount(self) -> None:
        self._form.set_rows(self._rows())
        self._form.focus()

    def _rows(self) -> list[Row]:
        lobby = self._table.lobby
        if lobby is None:
            return [Row("done", "Done", button=True)]
        agreed = Agreement.of(lobby)
        return [
            Row("done", "Done", "whoever was ready says so again after a change", button=True),
            Row("", ""),
            *agreed.table_rows(len(lobbying.people(lobby))),
            *agreed.time_rows(),
            Row("", "House rules"),
            *agreed.rule_rows(),
        ]

    def on_form_moved(self) -> None:
        self._help.update_lines()

    def on_form_pressed(self) -> None:
        self.app.pop_screen()

    def on_form_changed(self, message: Form.Changed) -> None:
        lobby = self._table.lobby
        problem = ""
        if lobby is not None:
            agreed = Agreement.of(lobby)
            agreed.change(message.row)
            try:
                self._table.change(lambda desk: settle(desk, agreed, message.row.key))
            except LobbyError as error:
                problem = str(error)
        self._form.set_rows(self._rows())
        if problem:
            self._form.complain(problem)
        self._help.update_lines()
