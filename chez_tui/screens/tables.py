"""The tables on the local network, as they come and go; or a code, or an address."""

from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input

from chez_tui.commands import FINDING
from chez_tui.errors import UserError
from chez_tui.kit.dialogs import Confirm
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.rows import Rows
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.addresses import read_target
from chez_tui.play.words import PHASES, TITLE, company, played_in
from core.telling import clean
from net.discovery import Browser, Found, Notice
from net.wire.messages import VERSION
from net.wire.versions import cards_hash

Chosen = Callable[[Found | str, bool], None]  # the table, and whether it is to be watched

LONGEST: Final = 80
EXAMPLES: Final = "just type, for example 7-teapot-sofa or 192.168.1.20:24398"
EDITION: Final = (8, 20)  # cells for the editions on a small and on a wide screen
WIDE: Final = 100
INDENT: Final = 24  # cells before the names of those who sit there: below the editions
NONE: Final = (
    "No table has been heard of yet.",
    "Tables appear here by themselves, within a second or two of being opened.",
    "If yours does not, type its code or its address: both are shown in its lobby.",
)


class TableList(Rows[Found], can_focus=False):
    """For each table one line with how it stands, and one with who sits there."""

    TALL = 2

    def __init__(self) -> None:
        super().__init__()
        self.trouble = ""
        self.typing = False

    def key(self, item: Found) -> bytes:
        return item.notice.table

    def head(self, width: int, height: int) -> list[Content]:
        names = self._row(("code", "edition", "seats", "", "version", "table"), width)
        columns: list[Content] = [Content(), names.stylize("bold $muted")]
        if self.trouble:
            words = (
                f"Tables can't be heard of: {self.trouble}. Type the address that the lobby of "
                "the table shows; chez-tui doctor says more."
            )
            said = wrap(Content.assemble((words, "bold $bad")), max(10, width - 4))
            return [Content(), *(Content.assemble("  ", line) for line in said), *columns]
        if not self.items:
            columns += [Content(), *(Content.assemble((f"  {said}", "$muted")) for said in NONE)]
        return columns

    def draw(self, item: Found, here: bool, width: int) -> list[Content]:
        notice = item.notice
        cells = (
            str(notice.code),
            played_in(notice.editions, EDITION[width >= WIDE]),
            f"{notice.seated}/{notice.seats}",
            self._state(item),
            notice.program,
            clean(notice.title, TITLE),
        )
        here = here and not self.typing
        line = self._row(cells, width, "▸" if here else " ")
        if item.silent or self._misfit(notice):
            line = line.stylize("$muted")
        else:
            line = line.stylize("bold $accent", 0, 3 + cell_len(cells[0]))
        before = " " * INDENT + ("(password) " if notice.locked else "")
        names = before + self._company(notice, width - len(before))
        lines = [line, Content.assemble((fit(names, width), "$muted"))]
        return [made.stylize("reverse") for made in lines] if here else lines

    def _company(self, notice: Notice, width: int) -> str:
        """Who sits there; those for whose names there is no room are counted."""
        phrases = (company(notice, most) for most in range(len(notice.players), 0, -1))
        return next((words for words in phrases if cell_len(words) <= width), company(notice, 1))

    def _state(self, found: Found) -> str:
        if found.silent:
            return "no answer"
        return self._misfit(found.notice) or PHASES[found.notice.phase]

    def _misfit(self, notice: Notice) -> str:
        """Why this program will be turned away there, as far as the notice tells."""
        if notice.protocol != VERSION:
            return "other version"
        return "" if cards_hash().startswith(notice.cards) else "other cards"

    def _row(self, cells: tuple[str, ...], width: int, mark: str = " ") -> Content:
        code, edition, seats, state, version, title = cells
        played = EDITION[width >= WIDE]
        states = max((cell_len(self._state(found)) for found in self.items), default=0)
        versions = max((cell_len(found.notice.program) for found in self.items), default=0)
        words = (
            f" {mark} {fit(code, 20)} {fit(edition, played)} {fit(seats, 5)} "
            f"{fit(state, states)} {fit(version, max(7, min(8, versions)))} "
        )
        return Content(fit(words + title, width))


class CodeInput(TextLine):
    """Takes all letters but the question mark, which asks for help."""

    def on_key(self, event: events.Key) -> None:
        if event.key == "question_mark":
            event.prevent_default()


class Complaint(Lines):
    """What is wrong with what was typed; nothing if nothing is."""

    problem = ""

    def build(self, width: int, height: int) -> list[Content]:
        words = fit(f" {self.problem}", width) if self.problem else ""
        return [Content.styled(words, "bold $bad")]


class CodeLine(Vertical):
    """Where a code or an address is typed, and above it what is wrong with it."""

    def compose(self) -> ComposeResult:
        yield Complaint()
        with Horizontal():
            yield Lines([Content.assemble((" code or address:", "bold $accent"))])
            yield CodeInput(EXAMPLES, LONGEST)

    def complain(self, problem: str) -> None:
        """Say what is wrong, until something else is typed."""
        complaint = self.query_one(Complaint)
        complaint.problem = problem
        complaint.update_lines()


class TablesScreen(ChezScreen):
    """Hears of tables while it is shown, and hands over the one that is meant."""

    PLACES = (FINDING,)
    HELP = (
        "Tables on the local network come and go by themselves. Up and down choose one, {go_there} "
        "goes there. Or type a join code such as 7-teapot-sofa, or an address such as "
        "192.168.1.20:24398, and press {go_there}. Below each table stands who sits there. A table "
        "in gray does not answer at the moment, or has another version or other cards."
    )
    BINDINGS: ClassVar = [*bindings_for(FINDING)]
    AUTO_FOCUS = "CodeInput"
    FIRST = ("go_there",)

    def __init__(self, watching: bool, chosen: Chosen) -> None:
        super().__init__()
        self.title = "Watch a table" if watching else "Join a table"
        self._watching = watching
        self._chosen = chosen
        self._list = TableList()
        self._code = CodeLine()
        self._browser: Browser | None = None

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._list
        yield self._code
        yield FooterLine()

    def on_mount(self) -> None:
        self._browser = self.chez.browser(self._changed)
        self._browser.start()

    async def on_unmount(self) -> None:
        if self._browser is not None:
            await self._browser.close()

    def footer_words(self) -> dict[str, str]:
        return {"go_there": "watch" if self._watching else "join"}

    def _changed(self) -> None:
        """Something was heard; the cursor stays with its table."""
        if self._browser is None or not self.is_attached:
            return
        self._list.trouble = self._browser.trouble
        self._list.set_items(self._browser.tables)

    # -- keys --------------------------------------------------------------------------------------

    @property
    def typed(self) -> str:
        return self.query_one(CodeInput).value

    def on_key(self, event: events.Key) -> None:
        """Move in the list, unless a code is being typed."""
        if event.key in ("up", "down") and not self.typed:
            self._list.move(-1 if event.key == "up" else 1)

    @on(Input.Changed)
    def changed(self) -> None:
        self._list.typing = bool(self.typed)
        self._list.update_lines()
        self._code.complain("")

    @on(Rows.Chosen)
    @on(Input.Submitted)
    def action_go_there(self) -> None:
        typed = self.typed.strip()
        if typed:
            try:
                read_target(typed)
            except UserError as error:
                self._code.complain(str(error))
                return
            self._chosen(typed, self._watching)
        elif self._list.current is not None:
            self._go_to(self._list.current)
        else:
            self._code.complain("there is no table to choose; type a code or an address")

    def action_back(self) -> None:
        if self.typed:
            self.query_one(CodeInput).value = ""
        else:
            super().action_back()

    def _go_to(self, found: Found) -> None:
        from chez_tui.play.online import game_at

        joins = found.notice.phase == "lobby" or game_at(found.notice.table, self.chez.world)
        if self._watching or joins:
            self._chosen(found, self._watching)
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._chosen(found, True)

        self.app.push_screen(Confirm("A game is played there. Watch it?"), answered)
