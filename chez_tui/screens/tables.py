"""The tables on the local network, as they come and go; or a code, or an address."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult

from chez_tui.commands import FINDING, Command
from chez_tui.errors import UserError
from chez_tui.kit.lines import Lines, fit
from chez_tui.kit.rows import window
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.addresses import read_target
from chez_tui.play.words import PHASES, TITLE, company
from core.telling import clean
from net.discovery import Browser, Found, Notice
from net.wire.messages import VERSION
from net.wire.versions import cards_hash

Chosen = Callable[[Found | str, bool], None]  # the table, and whether it is to be watched

LONGEST: Final = 80
EDITION: Final = (8, 20)  # cells for the editions on a small and on a wide screen
WIDE: Final = 100
TALL: Final = 2  # lines for each table
INDENT: Final = 24  # cells before the names of those who sit there: below the editions
NONE: Final = (
    "No table has been heard of yet.",
    "Tables appear here by themselves, within a second or two of being opened.",
    "If yours does not, type its code or its address: both are shown in its lobby.",
)


def played_in(editions: Sequence[str], room: int) -> str:
    """The editions of a table in a column of the list."""
    names = "+".join(clean(key).capitalize() for key in editions)
    return names if len(names) <= room or len(editions) < 2 else f"mix of {len(editions)}"


class TableList(Lines):
    """For each table one line with how it stands, and one with who sits there."""

    DEFAULT_CSS = "TableList { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.tables: tuple[Found, ...] = ()
        self.trouble = ""
        self.cursor = 0
        self.typing = False
        self._top = 0

    def build(self, width: int, height: int) -> list[Text]:
        muted = self.palette.muted
        lines = [Text(), self._row(("code", "edition", "seats", "", "version", "table"), width)]
        lines[-1].stylize(f"bold {muted}")
        if self.trouble:
            words = (
                f"Tables can't be heard of: {self.trouble}. Type the address that the lobby of "
                "the table shows; chez-tui doctor says more."
            )
            said = wrap(Text.assemble((words, f"bold {self.palette.bad}")), max(10, width - 4))
            lines = [Text(), *(Text("  ").append_text(line) for line in said), *lines]
        elif not self.tables:
            lines += [Text(), *(Text.assemble((f"  {words}", muted)) for words in NONE)]
        room = max(1, (height - len(lines)) // TALL)
        self._top = window(self.cursor, len(self.tables), room, self._top)
        for at, found in list(enumerate(self.tables))[self._top : self._top + room]:
            lines += self._two_lines(found, at == self.cursor and not self.typing, width)
        return lines

    def _two_lines(self, found: Found, here: bool, width: int) -> tuple[Text, Text]:
        notice = found.notice
        cells = (
            str(notice.code),
            played_in(notice.editions, EDITION[width >= WIDE]),
            f"{notice.seated}/{notice.seats}",
            self._state(found),
            notice.program,
            clean(notice.title, TITLE),
        )
        line = self._row(cells, width, "▸" if here else " ")
        if found.silent or self._misfit(notice):
            line.stylize(self.palette.muted)
        else:
            line.stylize(f"bold {self.palette.accent}", 0, 3 + cell_len(cells[0]))
        before = " " * INDENT + ("(password) " if notice.locked else "")
        names = before + self._company(notice, width - len(before))
        below = Text(fit(names, width), self.palette.muted, no_wrap=True)
        if here:
            line.stylize("reverse")
            below.stylize("reverse")
        return line, below

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

    def _row(self, cells: tuple[str, ...], width: int, mark: str = " ") -> Text:
        code, edition, seats, state, version, title = cells
        played = EDITION[width >= WIDE]
        states = max((cell_len(self._state(found)) for found in self.tables), default=0)
        versions = max((cell_len(found.notice.program) for found in self.tables), default=0)
        words = (
            f" {mark} {fit(code, 20)} {fit(edition, played)} {fit(seats, 5)} "
            f"{fit(state, states)} {fit(version, max(7, min(8, versions)))} "
        )
        return Text(fit(words + title, width), no_wrap=True)


class CodeLine(Lines):
    """What has been typed so far."""

    DEFAULT_CSS = """
    CodeLine { dock: bottom; height: 2; margin-bottom: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.typed = ""
        self.problem = ""

    def build(self, width: int, height: int) -> list[Text]:
        palette = self.palette
        line = Text(no_wrap=True)
        line.append(" code or address: ", f"bold {palette.accent}")
        if self.typed:
            line.append(self.typed)
        line.append(" ", "reverse")
        if not self.typed:
            line.append(
                " just type, for example 7-teapot-sofa or 192.168.1.20:24398", palette.muted
            )
        line.truncate(width)
        note = Text.assemble((f" {self.problem}", f"bold {palette.bad}"))
        note.truncate(width)
        return [note, line]


class TablesScreen(ChezScreen):
    """Hears of tables while it is shown, and hands over the one that is meant."""

    PLACES = (FINDING,)
    HELP = (
        "Tables on the local network come and go by themselves. Up and down choose one, Enter "
        "goes there. Or type a join code such as 7-teapot-sofa, or an address such as "
        "192.168.1.20:24398, and press Enter. Below each table stands who sits there. A table in "
        "gray does not answer at the moment, or has another version or other cards."
    )
    BINDINGS: ClassVar = [*bindings_for(FINDING)]
    DEFAULT_CSS = "TablesScreen { overflow: hidden; }"

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

    def footer_commands(self) -> list[Command]:
        word = "watch" if self._watching else "join"
        commands = [
            command._replace(footer=word) if command.id == "go_there" else command
            for command in super().footer_commands()
        ]
        return sorted(commands, key=lambda command: command.id != "go_there")

    def _changed(self) -> None:
        """Something was heard; the cursor stays with its table."""
        if self._browser is None or not self.is_attached:
            return
        table = self._list
        here = table.tables[table.cursor].notice.table if table.tables else b""
        table.tables, table.trouble = self._browser.tables, self._browser.trouble
        ids = [found.notice.table for found in table.tables]
        table.cursor = ids.index(here) if here in ids else min(table.cursor, max(0, len(ids) - 1))
        table.update_lines()

    # -- keys --------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Arrows move; whatever can be printed is part of a code or an address."""
        code = self._code
        if event.key in ("up", "down") and self._list.tables and not code.typed:
            step = -1 if event.key == "up" else 1
            self._list.cursor = (self._list.cursor + step) % len(self._list.tables)
        elif event.key in ("backspace", "ctrl+h"):
            code.typed = code.typed[:-1]
        elif event.key == "ctrl+u":
            code.typed = ""
        elif event.is_printable and event.character and event.key != "question_mark":
            code.typed = (code.typed + event.character)[:LONGEST]
        else:
            return
        event.stop()
        self._repaint()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        first = event.text.strip().splitlines()[0] if event.text.strip() else ""
        typed = self._code.typed + "".join(c for c in first if c.isprintable())
        self._code.typed = typed[:LONGEST]
        self._repaint()

    def _repaint(self, problem: str = "") -> None:
        self._code.problem = problem
        self._list.typing = bool(self._code.typed)
        self._code.update_lines()
        self._list.update_lines()

    def action_back(self) -> None:
        if self._code.typed:
            self._code.typed = ""
            self._repaint()
        else:
            super().action_back()

    def action_go_there(self) -> None:
        typed, table = self._code.typed.strip(), self._list
        if typed:
            try:
                read_target(typed)
            except UserError as error:
                self._repaint(str(error))
                return
            self._chosen(typed, self._watching)
        elif table.tables:
            self._go_to(table.tables[table.cursor])
        else:
            self._repaint("there is no table to choose; type a code or an address")

    def _go_to(self, found: Found) -> None:
        from chez_tui.play.online import game_at

        joins = found.notice.phase == "lobby" or game_at(found.notice.table, self.chez.world)
        if self._watching or joins:
            self._chosen(found, self._watching)
            return
        from chez_tui.kit.dialogs import Confirm

        def answered(yes: bool | None) -> None:
            if yes:
                self._chosen(found, True)

        self.app.push_screen(Confirm("A game is played there. Watch it?"), answered)
