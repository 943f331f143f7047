"""The tables on the local network, as they come and go; or a join code, or an address."""

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
from chez_tui.kit.canvas import Canvas
from chez_tui.kit.dialogs import Confirm
from chez_tui.kit.entry import TextLine
from chez_tui.kit.lines import Lines, cut
from chez_tui.kit.rows import Rows
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.addresses import read_target
from chez_tui.play.words import PHASES, TITLE, company, played_in
from core.telling import clean
from net.discovery import Browser, Found, Notice
from net.wire.messages import VERSION
from net.wire.versions import cards_hash

Chosen = Callable[[Found | str, bool], None]  # the table, and whether to watch it

LONGEST: Final = 80
EXAMPLES: Final = "just type, for example 7-teapot-sofa or 192.168.1.20:24398"
EDITION: Final = (8, 20)  # cells for the editions on a small and on a wide screen
WIDE: Final = 100
COLUMNS: Final = ("code", "edition", "seats", " state", "version", "table")
INDENT: Final = 23  # cells before the names of players: below the editions
NONE: Final = (
    "No tables yet.",
    "They show up here within a second or two of being opened.",
    "Yours doesn't? Type its join code or its address: its lobby shows both.",
)
STATES: Final = {"waiting": ("over", "good"), "playing": ("accent", "chip-accent")}


class TableList(Rows[Found], can_focus=False):
    """A line for each table with its state, and one with its players."""

    TALL = 2

    def __init__(self) -> None:
        super().__init__()
        self.add_class("frame")
        self.border_title = Content("Near you")
        self.trouble = ""
        self.typing = False

    def key(self, item: Found) -> bytes:
        return item.notice.table

    def head(self, width: int, height: int) -> list[Content]:
        """Return what to say above the tables: their columns, or why there are none."""
        if self.trouble:
            words = (
                f"Can't search for tables: {self.trouble}. Type the address from the host's lobby, "
                "or run chez-tui doctor."
            )
            wrong = Content.styled(words, "bold $alarm")
            return [Content(" ") + line for line in wrap(wrong, max(10, width - 2))]
        if not self.items:
            return [Content.styled(f" {said}", "$muted") for said in NONE]
        canvas = Canvas(width, 1, "panel")
        for x, name in zip(self._columns(width), COLUMNS, strict=True):
            canvas.put(x, 0, name, "muted")
        return canvas.lines()

    def _columns(self, width: int) -> tuple[int, ...]:
        """Return where code, edition, seats, state, version and name of a table stand."""
        states = max((cell_len(self._state(found)) for found in self.items), default=0)
        versions = max((cell_len(found.notice.program) for found in self.items), default=0)
        edition = INDENT
        seats = edition + EDITION[width >= WIDE] + 1
        state = seats + 6
        version = state + states + 3
        return 2, edition, seats, state, version, version + max(7, min(8, versions)) + 1

    def draw(self, item: Found, here: bool, width: int) -> list[Content]:
        notice, state = item.notice, self._state(item)
        here = here and not self.typing
        canvas = Canvas(width, 2, "paper" if here else "panel")
        if here:
            canvas.fill(0, 0, 1, 2, sign="▌", ink="accent")
        usable = not item.silent and not self._misfit(notice)
        ink, ink2 = ("ink", "ink2") if here else ("text" if usable else "muted", "muted")
        code, edition, seats, at, version, title = self._columns(width)
        canvas.put(code, 0, str(notice.code), "accent" if usable and not here else ink, "", "bold")
        canvas.put(edition, 0, played_in(notice.editions, EDITION[width >= WIDE]), ink)
        canvas.put(seats, 0, f"{notice.seated}/{notice.seats}", ink)
        canvas.put(at, 0, f" {state} ", *STATES.get(state, ("muted", "rise")))
        canvas.put(version, 0, cut(notice.program, title - version - 1), ink2)
        canvas.put(title, 0, cut(clean(notice.title, TITLE), width - title), ink, "", "bold")
        x = INDENT
        if notice.locked:
            x = canvas.put(x, 1, " password ", "over", "whenever") + 1
        canvas.put(x, 1, cut(self._company(notice, width - x), width - x), ink2)
        return canvas.lines()

    def _company(self, notice: Notice, width: int) -> str:
        """Name the players; count those whose names don't fit."""
        phrases = (company(notice, most) for most in range(len(notice.players), 0, -1))
        return next((words for words in phrases if cell_len(words) <= width), company(notice, 1))

    def _state(self, found: Found) -> str:
        if found.silent:
            return "no answer"
        return self._misfit(found.notice) or PHASES[found.notice.phase]

    def _misfit(self, notice: Notice) -> str:
        """Return why that table would turn this client away, if its notice shows that."""
        if notice.protocol != VERSION:
            return "other version"
        return "" if cards_hash().startswith(notice.cards) else "other cards"


class CodeInput(TextLine):
    """Takes all letters but the question mark, which asks for help."""

    def on_key(self, event: events.Key) -> None:
        if event.key == "question_mark":
            event.prevent_default()


class CodeLine(Vertical):
    """Where a join code or an address is typed; above it what is wrong with it."""

    def compose(self) -> ComposeResult:
        yield Lines([Content()])
        with Horizontal():
            yield Lines([Content.assemble(("▌ ", "$accent"), ("code or address", "bold $accent"))])
            yield CodeInput(EXAMPLES, LONGEST)

    def complain(self, problem: str) -> None:
        """Say what is wrong, until something else is typed."""
        said = cut(f" {problem}", self.size.width)
        self.query(Lines).first().show([Content.styled(said, "bold $alarm")])


class TablesScreen(ChezScreen):
    """A search for tables that hands over the chosen one."""

    PLACES = (FINDING,)
    HELP = (
        "Tables on the local network come and go. Up and down choose one, {go_there} joins it. Or "
        "type a join code such as 7-teapot-sofa, or an address such as 192.168.1.20:24398, and "
        "press {go_there}. Below each table are its players. A gray table doesn't answer right "
        "now, or has another version or other cards."
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
        """Show other tables; the cursor stays with its own."""
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
            self._code.complain("no table to choose: type a code or an address")

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

        self.app.push_screen(Confirm("They're playing. Watch the game?"), answered)
