"""The settings of a table, changed by its host while all others look on."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult

from chez_tui.commands import LISTS
from chez_tui.kit.form import Form, FormHelp, Row
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play import words as lobbying
from chez_tui.play.options import Agreement, settle
from chez_tui.screens.editions import EditionsScreen
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

    def on_screen_resume(self) -> None:
        """Back from the screen for editions, or from the rules."""
        if self._form.rows:
            self._form.set_rows(self._rows())
            self._help.update_lines()

    def on_form_pressed(self, message: Form.Pressed) -> None:
        lobby = self._table.lobby
        if message.row.key == "edition" and lobby is not None:
            agreed = Agreement.of(lobby)
            self.app.push_screen(EditionsScreen(agreed.editions, agreed.options, self._mixed))
        else:
            self.app.pop_screen()

    def _mixed(self, editions: tuple[str, ...], options: Mapping[str, str]) -> str:
        """What was ticked on the screen for editions, tried at once."""

        def play(agreed: Agreement) -> None:
            agreed.play(editions, options)

        return self._try("edition", play)

    def _try(self, key: str, change: Callable[[Agreement], None]) -> str:
        """Changes something for everybody; says why it can't be."""
        lobby = self._table.lobby
        if lobby is None:
            return ""
        agreed = Agreement.of(lobby)
        change(agreed)
        try:
            self._table.change(lambda desk: settle(desk, agreed, key))
        except LobbyError as error:
            return str(error)
        return ""

    def on_form_changed(self, message: Form.Changed) -> None:
        row = message.row
        problem = self._try(row.key, lambda agreed: agreed.change(row))
        self._form.set_rows(self._rows())
        if problem:
            self._form.complain(problem)
        self._help.update_lines()
