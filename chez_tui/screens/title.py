"""The title screen: the name of the game, every way in, tables near you, and a few cards."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from chez_tui import __version__
from chez_tui.commands import LISTS
from chez_tui.errors import UserError
from chez_tui.kit.canvas import CALM, Canvas, Drawing, Part
from chez_tui.kit.lines import SMALL, Lines, cut, fit, holds
from chez_tui.kit.rows import Menu, MenuItem
from chez_tui.kit.screen import TOO_SMALL, ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.games import Saved, record_files, unfinished, way_back
from chez_tui.play.pages import mood_of, page_of
from chez_tui.settings import from_text

if TYPE_CHECKING:
    from core.cards import Face
    from net.discovery import Found

WAYS: Final = (
    MenuItem("solo", "Solo game", "you against bots", "1"),
    MenuItem("hotseat", "Hot seat", "several people, one keyboard", "2"),
    MenuItem("host", "Host", "open a table on the network", "3"),
    MenuItem("join", "Join", "join a table on the network", "4"),
    MenuItem("watch", "Watch", "watch a game", "5"),
    MenuItem("lessons", "Lessons", "learn to play in ten minutes", "6"),
    MenuItem("replays", "Replays", "games you have played", "7"),
    MenuItem("cards", "Cards", "every card, with search", "8"),
    MenuItem("rules", "Rules", "by topic, clause and edition", "9"),
    MenuItem("editions", "Editions", "what to play, and what's new", "e"),
    MenuItem("settings", "Settings", "name, colors, pace, keys", "s"),
    MenuItem("quit", "Quit", "", "q"),
)
JOIN: Final = "join"
ROOMY: Final = (110, 30)  # the least size for panels beside the menu
DEALT: Final = (110, 38)  # ... and for cards below it
MANY_ROWS: Final = 44  # from which on a fan of cards takes a third of them
FANNED: Final = ("person", "thing", "activity", "person", "activity", "thing", "whenever")
LOWER: Final = (7, 4, 1, 0, 1, 4, 7)  # rows that each of them begins below the highest
WORDY: Final = 40  # letters of the text of a card worth showing
NEAR: Final = 4  # tables with their names
PANEL, DRAWING = 48, 32  # cells beside the menu
SOON: Final = 0.3  # seconds for the first picture, before the network is loaded
CONTINUE: Final = "continue"
LISTENING: Final = "listening"  # group of the worker that follows tables
NO_TABLES: Final = "No tables yet. They show up here within a second or two of being opened."
NOTICE: Final = "an unofficial fan work, not made or endorsed by Steve Jackson Games"
# Six rows of dots for each letter.
_LETTERS: Final = {
    "c": (".####", "#....", "#....", "#....", "#....", ".####"),
    "h": ("#...#", "#...#", "#####", "#...#", "#...#", "#...#"),
    "e": ("#####", "#....", "####.", "#....", "#....", "#####"),
    "z": ("#####", "....#", "..##.", ".#...", "#....", "#####"),
    "-": ("...", "...", "###", "...", "...", "..."),
    "t": ("#####", "..#..", "..#..", "..#..", "..#..", "..#.."),
    "u": ("#...#", "#...#", "#...#", "#...#", "#...#", ".###."),
    "i": ("###", ".#.", ".#.", ".#.", ".#.", "###"),
}
_WORD: Final = "chez-tui"
_ROWS: Final = 6
_KINDS: Final = ("person", "thing", "activity", "whenever", "", "role", "role", "role")
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}

TAGLINE: Final = "Share a flat. Mind your Slack. Send the pests next door."


def centered(lines: Sequence[Content], width: int) -> list[Content]:
    """Return the lines in the middle of that many cells."""
    return [line.pad_left(max(0, (width - line.cell_length) // 2)) for line in lines]


class Logo(Lines):
    """The logo and a line below it; on a small screen only the line."""

    def build(self, width: int, height: int) -> list[Content]:
        size = self.app.size
        art = self._art(size.width, size.height)
        words = TAGLINE if holds(size, SMALL) else TOO_SMALL.format(*size, *SMALL)
        tagline = Content.assemble((words, "$muted"))
        lines = [*([Content()] if size.height >= 22 else []), *art, Content(), tagline]
        return centered(lines, width)

    def _art(self, width: int, height: int) -> list[Content]:
        if height < 20 or width < 60:
            return [Content.assemble((_WORD, "bold $accent"))]
        if width >= 190 and height >= 56:
            return [self._row(row // 2, wide=4) for row in range(2 * _ROWS)]
        if width >= 110 and height >= 34:
            return [self._row(row, wide=2) for row in range(_ROWS)]
        if self.chez.world.settings.ascii:  # half blocks have no twins
            return [self._row(row) for row in range(_ROWS)]
        return [self._row(row, halves=True) for row in range(0, _ROWS, 2)]

    def _row(self, row: int, wide: int = 1, halves: bool = False) -> Content:
        """Return a line of all letters: one row of dots, or two of them in half blocks."""
        gap = wide + 1
        parts = []
        for letter, kind in zip(_WORD, _KINDS, strict=True):
            dots = _LETTERS[letter]
            if halves:
                pairs = zip(dots[row], dots[row + 1], strict=True)
                cells = "".join(_HALVES[upper + lower] for upper, lower in pairs)
            else:
                cells = "".join(("█" if dot == "#" else " ") * wide for dot in dots[row])
            parts.append((cells + " " * gap, f"bold ${kind or 'muted'}"))
        return Content.assemble(*parts).right_crop(gap)


class Beside(Drawing):
    """What is played, as a drawing; above it, where there is room, the tables near you."""

    def __init__(self) -> None:
        super().__init__()
        self._editions: tuple[str, ...] = ()
        self._found: Sequence[Found] = ()
        self._trouble = ""

    def play(self, editions: tuple[str, ...]) -> None:
        """Show these editions from now on."""
        self._editions = editions
        self.update_lines()

    def tell(self, found: "Sequence[Found]", trouble: str) -> None:
        """Show these tables from now on, or why they can't be found."""
        self._found, self._trouble = found, trouble
        self.update_lines()

    def draw(self, canvas: Canvas) -> None:
        if not self._editions:
            return
        width, height = canvas.width, canvas.height
        art = page_of(mood_of(self._editions)).art
        names = " + ".join(key.capitalize() for key in self._editions)
        if len(names) > width - 6:
            names = f"a mix of {len(self._editions)}"
        if holds(self.app.size, ROOMY):
            title: list[Part] = [(" Near you ", "text", "panel", "bold")]
            canvas.box(0, 1, width - 2, NEAR + 3, CALM, "line", "panel", title)
            self._near(canvas, 2, 2, width - 6)
            top, left = NEAR + 4, (width - 2 - max(map(len, art))) // 2
            if height >= top + len(art) + 2:
                title = [(f" {names} ", "text", "panel", "bold")]
                canvas.box(0, top, width - 2, len(art) + 2, CALM, "line", "panel", title)
        else:
            top, left = (height - len(art) - 2) // 3 - 1, 0
            if top + len(art) + 2 < height:
                canvas.put(0, top + len(art) + 2, names, "accent", "", "bold")
        if top + len(art) + 2 <= height:
            for row, line in enumerate(art, top + 1):
                canvas.put(left, row, line, "accent")

    def _near(self, canvas: Canvas, x: int, y: int, width: int) -> None:
        """Write down which tables there are, one to a row."""
        if not self._found:
            said = f"Can't search for tables: {self._trouble}." if self._trouble else NO_TABLES
            canvas.words(x, y, said, width, NEAR + 1, "alarm" if self._trouble else "muted")
            return
        from chez_tui.play.words import PHASES, TITLE, played_in
        from core.telling import clean

        for row, found in enumerate(self._found[:NEAR], y):
            notice = found.notice
            waits = notice.phase == "lobby"
            seats = f"{notice.seated} of {notice.seats} seats"
            ink = "good" if waits else "muted"
            end = canvas.flush(x + width, row, [(seats if waits else PHASES[notice.phase], ink)])
            canvas.put(end - 11, row, played_in(notice.editions, 10))
            canvas.put(x, row, cut(clean(notice.title, TITLE), end - 12 - x), "accent", "", "bold")
        if (more := len(self._found) - NEAR) > 0:
            canvas.put(x, y + NEAR, f"and {more} more", "muted")


class Fan(Drawing):
    """Some cards of what is played, spread out below the menu."""

    def __init__(self) -> None:
        super().__init__()
        self._faces: Sequence[Face] = ()

    def deal(self, faces: "Sequence[Face]") -> None:
        """Show these cards."""
        self._faces = faces
        self.update_lines()

    def draw(self, canvas: Canvas) -> None:
        if self._faces:
            from chez_tui.screens.card_art import card

            width, height = canvas.width, canvas.height
            wide = min(26, width // 6 + 2)
            step = min(wide, (width - wide) // len(LOWER) + 2)
            left = (width - wide - step * (len(LOWER) - 1)) // 2
            for at, (face, lower) in enumerate(zip(self._faces, LOWER, strict=True)):
                card(canvas, left + at * step, lower, wide, max(height, 14), face)


class Notice(Lines):
    """Which version this is and whose game it isn't, or what went wrong."""

    problem = ""

    def build(self, width: int, height: int) -> list[Content]:
        words = f"{__version__} · {NOTICE}"
        lines = [Content.assemble((fit(words, min(width, len(words))), "$muted"))]
        if self.problem:
            wrong = Content.assemble((self.problem, "bold $alarm"))
            lines = [*wrap(wrong, width), *lines]
        return centered(lines, width)


class TitleScreen(ChezScreen):
    """The first screen; looks for a game to continue and for tables whenever it is shown."""

    PLACES = (LISTS,)
    HELP = (
        "Choose with the arrows and {do_it}, or press the number. Quit with {Back} or {quit_game} "
        "and your game is saved. Continue brings it back."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    FIRST = ("do_it",)

    def __init__(self, go: Callable[..., object]) -> None:
        super().__init__()
        self._go = go  # starts one of the ways in `flows`
        self.title = "chez-tui"
        self._menu = Menu(WAYS, airy=True)
        self._beside = Beside()
        self._fan = Fan()
        self._saved: Saved | None = None
        self._tables = 0  # on the local network
        self._touched = False  # whether the user has moved the cursor

    def compose(self) -> ComposeResult:
        yield Logo()
        with Horizontal():
            yield self._menu
            yield self._beside
        yield self._fan
        yield Notice()
        yield FooterLine()

    def footer_words(self) -> dict[str, str]:
        return {"do_it": "choose"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no way back: there is nothing below this screen."""
        return False if action == "back" else super().check_action(action, parameters)

    def on_resize(self, event: events.Resize) -> None:
        """Share the screen among panels and cards, where there is room for them."""
        height = event.size.height
        self._beside.display = holds(event.size, SMALL)
        self._beside.styles.width = PANEL if holds(event.size, ROOMY) else DRAWING
        self._fan.display = holds(event.size, DEALT)
        self._fan.styles.height = height // 3 if height >= MANY_ROWS else 11
        self._deal()

    def on_screen_resume(self) -> None:
        """Show what may have changed: settings, editions, saved games."""
        self._menu.focus()
        played = self.chez.world.editions
        self.chez.play_editions(played)
        self.chez.editions = ()
        self._beside.play(played)
        self._deal()
        for lines in self.query(Lines):
            lines.update_lines()
            lines.refresh()
        folders = self.chez.world.folders
        if record_files(folders.games) or any(folders.net.glob("*/*/seeds")):
            self.call_after_refresh(self._look)
        else:
            self._offer(None)
        self.call_after_refresh(self._listen)

    def on_screen_suspend(self) -> None:
        self.workers.cancel_group(self, LISTENING)

    @work(exclusive=True, group=LISTENING)
    async def _listen(self) -> None:
        """Follow which tables there are on the local network, as long as this screen is shown."""

        def heard() -> None:
            if self.on_top:
                self._tables = len(browser.tables)
                self._beside.tell(browser.tables, browser.trouble)
                self._fill()

        if not self.app.is_headless:
            await asyncio.sleep(SOON)
        browser = self.chez.browser(heard)
        heard()
        browser.start()
        try:
            await asyncio.Event().wait()
        finally:
            await browser.close()

    def _deal(self) -> None:
        if self._fan.display:
            self.call_after_refresh(self._draw_cards)

    @work(thread=True, exclusive=True, group="cards")
    def _draw_cards(self) -> None:
        """Load some cards of what is played, which takes longer than the first picture may."""
        from core.catalog import edition_faces

        known = {kind: [] for kind in FANNED}  # type: dict[str, list[Face]]
        for face in edition_faces(mood_of(self.chez.world.editions)):
            if face.kind in known and len(face.text) > WORDY:
                known[face.kind].append(face)
        faces = [known[kind].pop(0) for kind in FANNED]
        self.app.call_from_thread(self._fan.deal, faces)

    @work(thread=True, exclusive=True)
    def _look(self) -> None:
        newest = next(unfinished(self.chez.world.folders), None)
        self.app.call_from_thread(self._offer, newest)

    def _offer(self, saved: Saved | None) -> None:
        """Put a game to continue above the other ways."""
        self._saved = saved
        first = saved is not None and not saved.blocked and not self._touched
        self._fill(CONTINUE if first else None)

    def _fill(self, cursor: str | None = None) -> None:
        """Show the ways there are now, with the cursor on one of them or where it was."""
        ways: Sequence[MenuItem] = WAYS
        if self._tables:
            near = f"{self._tables} table{'s' * (self._tables > 1)} near you"
            ways = [way._replace(hint=near) if way.key == JOIN else way for way in WAYS]
        if self._saved is not None:
            ways = (MenuItem(CONTINUE, "Continue", _continued(self._saved), "0"), *ways)
        self._menu.set_items(ways, cursor)

    def _complain(self, sentence: str) -> None:
        notice = self.query_one(Notice)
        notice.problem = sentence[:1].upper() + sentence[1:]
        notice.update_lines()

    @work
    async def on_mount(self) -> None:
        """At the very first start, ask for a name and put the cursor on Lessons."""
        world = self.chez.world
        if not world.is_new:
            return
        world.is_new = False
        self._menu.set_items(self._menu.items, "lessons")
        if not world.settings.name and not world.ignores_file:
            from chez_tui.kit.dialogs import Ask

            question = Ask("What should others call you?", world.name)
            typed = await self.app.push_screen_wait(question)
            name = from_text("name", typed or "")
            if name and name != world.name and (problem := world.change("name", name)):
                self._complain(problem)
        world.remember()  # no second first start

    @on(Menu.Moved)
    def menu_moved(self) -> None:
        self._touched = True
        if self.query_one(Notice).problem:
            self._complain("")

    @on(Menu.Chosen)
    def menu_chosen(self, message: Menu.Chosen[MenuItem]) -> None:
        key = message.item.key
        if key == CONTINUE:
            self._continue()
        elif key == "quit":
            self.action_quit_game()
        else:
            self._go(key)

    def _continue(self) -> None:
        if self._saved is not None:
            try:
                way = way_back(self._saved, self.chez.world)
            except UserError as error:
                self._complain(str(error))
                return
            self._go(*way)


def _continued(saved: Saved) -> str:
    """Return which game Continue brings back."""
    from core.telling import clean

    game = f"{clean(saved.title)} of {saved.day}"
    if saved.blocked:
        return f"can't be continued: {game}"
    if saved.folder is not None:
        return f"your game on the network; {game}"
    against = f", against {', '.join(map(clean, saved.others))}" if saved.others else ""
    return f"round {saved.rounds}{against}; {game}"
