"""The title screen: every way in, below the name of the game in letters of our own."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content

from chez_tui import __version__
from chez_tui.commands import LISTS
from chez_tui.errors import UserError
from chez_tui.kit.lines import SMALL, Lines, fit, holds
from chez_tui.kit.rows import Menu, MenuItem
from chez_tui.kit.screen import TOO_SMALL, ChezScreen, FooterLine, bindings_for
from chez_tui.kit.text import wrap
from chez_tui.play.games import Saved, record_files, unfinished, way_back
from chez_tui.play.pages import mood_of
from chez_tui.screens.signs import art_lines, signs
from chez_tui.settings import from_text

WAYS: Final = (
    MenuItem("solo", "Solo game", "you against bots", "1"),
    MenuItem("hotseat", "Hot seat", "several people, one keyboard", "2"),
    MenuItem("host", "Host", "open a table on the network", "3"),
    MenuItem("join", "Join", "take a seat at such a table", "4"),
    MenuItem("watch", "Watch", "look on while others play", "5"),
    MenuItem("lessons", "Lessons", "learn to play in ten minutes", "6"),
    MenuItem("replays", "Replays", "games you have played", "7"),
    MenuItem("cards", "Cards", "every card, with search", "8"),
    MenuItem("rules", "Rules", "by topic, clause and edition", "9"),
    MenuItem("editions", "Editions", "what to play, and what is new", "e"),
    MenuItem("settings", "Settings", "name, colors, pace, keys", "s"),
    MenuItem("quit", "Quit", "", "q"),
)
LARGE: Final = (100, 38)  # from this size on there is a drawing
CONTINUE: Final = "continue"
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
# A room as it should be, and in which color each part of it is drawn.
_ROOM: Final = (
    (r"           ", r"     .--------.--------.     ", r"                 ", r"   \   /   "),
    (r"   /\_/\   ", r"     |        |        |     ", r"    ________     ", r"    \ /    "),
    (r"  ( o.o )  ", r"   .-|        |        |-.   ", r"   /_pizza_/     ", r" .-------. "),
    (r"   )   (   ", r"   | '--------'--------' |   ", r"  =============  ", r" | slack | "),
    (r"  (_(_)_)~ ", r"   |_____________________|   ", r"   ||       ||   ", r" |_______| "),
)
_PARTS: Final = ("person", "muted", "whenever", "thing")


def centered(lines: Sequence[Content], width: int) -> list[Content]:
    """Return the lines in the middle of so many cells."""
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
        if width >= 110 and height >= 34:
            return [self._row(row, wide=2) for row in range(_ROWS)]
        if self.chez.world.settings.ascii:  # half blocks have no twins
            return [self._row(row) for row in range(_ROWS)]
        return [self._row(row, halves=True) for row in range(0, _ROWS, 2)]

    def _row(self, row: int, wide: int = 1, halves: bool = False) -> Content:
        """One line of all letters: one row of dots, or two of them in half blocks."""
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


class Art(Lines):
    """The drawing in the middle of its room, and below it what is played."""

    def __init__(self) -> None:
        super().__init__()
        self._editions: tuple[str, ...] = ()

    def tell(self, editions: tuple[str, ...]) -> None:
        """For these editions from now on."""
        self._editions = editions
        self.update_lines()

    def build(self, width: int, height: int) -> list[Content]:
        if not self._editions:
            return []
        names = " + ".join(key.capitalize() for key in self._editions)
        named = names if len(names) <= width else f"a mix of {len(self._editions)}"
        margin = " " * ((width - 2 - len(named)) // 2)
        caption = Content.assemble(margin, (named, "bold $accent"))
        lines = [*art_lines(mood_of(self._editions)), Content(), caption]
        if len(lines) > height:
            return []
        return [*[Content()] * ((height - len(lines)) // 3), *lines]


class Room(Lines):
    """A drawing for screens that have room for it."""

    def build(self, width: int, height: int) -> list[Content]:
        lines = [
            Content.assemble(*((part, f"${kind}") for part, kind in zip(row, _PARTS, strict=True)))
            for row in _ROOM
        ]
        lines.append(Content.assemble(("─" * lines[0].cell_length, "$muted")))
        return centered(lines, width)


class Notice(Lines):
    """What the signs on cards mean, which version this is, and whose game it is not."""

    problem = ""  # what went wrong, in place of the signs

    def build(self, width: int, height: int) -> list[Content]:
        words = f"{__version__} · {NOTICE}"
        lines = [Content.assemble((fit(words, min(width, len(words))), "$muted"))]
        if self.problem:
            wrong = Content.assemble((self.problem, "bold $bad"))
            lines = [*wrap(wrong, width), Content(), *lines]
        elif self.app.size.height >= 24:
            lines = [signs(), Content(), *lines]
        return centered(lines, width)


class TitleScreen(ChezScreen):
    """The first thing to be seen; looks for a game to go on with when it is shown."""

    PLACES = (LISTS,)
    HELP = (
        "Choose with the arrows and {do_it}, or press the number. A game you leave with {Back} or "
        "Ctrl+Q is kept, and this screen offers to go on with it."
    )
    BINDINGS: ClassVar = [*bindings_for()]

    def __init__(self, go: Callable[..., object]) -> None:
        super().__init__()
        self._go = go  # one of the ways in `flows`, and what it is to lead to
        self.title = "chez-tui"
        self._menu = Menu(WAYS, airy=True)
        self._art = Art()
        self._saved: Saved | None = None
        self._touched = False  # the cursor belongs to the user once he has moved it

    def compose(self) -> ComposeResult:
        yield Logo()
        with Horizontal():
            yield self._menu
            yield self._art
        yield Room()
        yield Notice()
        yield FooterLine()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing to go back to from here, least of all for one Esc too many."""
        return False if action == "back" else super().check_action(action, parameters)

    def on_resize(self, event: events.Resize) -> None:
        wide, high = LARGE
        self._art.display = holds(event.size, SMALL)
        self.query_one(Room).display = event.size.width >= wide and event.size.height >= high

    def on_screen_resume(self) -> None:
        """Shown again: settings and the list of games may be different now."""
        self._menu.focus()
        played = self.chez.world.editions
        self.chez.play_editions(played)
        self.chez.editions = ()
        self._art.tell(played)
        for lines in self.query(Lines):
            lines.update_lines()
            lines.refresh()
        folders = self.chez.world.folders
        if record_files(folders.games) or any(folders.net.glob("*/*/seeds")):
            self.call_after_refresh(self._look)
        else:
            self._offer(None)

    @work(thread=True, exclusive=True)
    def _look(self) -> None:
        newest = next(unfinished(self.chez.world.folders), None)
        self.app.call_from_thread(self._offer, newest)

    def _offer(self, saved: Saved | None) -> None:
        """Puts the game to go on with above the other ways, under a number of its own."""
        self._saved = saved
        if saved is None:
            self._menu.set_items(WAYS)
            return
        from core.telling import clean

        game = f"{clean(saved.title)} of {saved.day}"
        if saved.blocked:
            hint = f"can't be continued: {game}"
        elif saved.folder is not None:
            hint = f"your game on the network; {game}"
        else:
            against = f", against {', '.join(map(clean, saved.others))}" if saved.others else ""
            hint = f"round {saved.rounds}{against}; {game}"
        items = (MenuItem(CONTINUE, "Continue", hint, "0"), *WAYS)
        self._menu.set_items(items, None if self._touched or saved.blocked else CONTINUE)

    def _complain(self, sentence: str) -> None:
        notice = self.query_one(Notice)
        notice.problem = sentence[:1].upper() + sentence[1:]
        notice.update_lines()

    @work
    async def on_mount(self) -> None:
        """At the very first start, ask for a name and put the cursor on the lesson."""
        world = self.chez.world
        if not world.is_new:
            return
        world.is_new = False
        self._menu.set_items(self._menu.items, "lessons")
        if not world.settings.name and not world.ignores_file:
            from chez_tui.kit.dialogs import Ask

            question = Ask("What are you called at the table?", world.name)
            typed = await self.app.push_screen_wait(question)
            name = from_text("name", typed or "")
            if name and name != world.name and (problem := world.change("name", name)):
                self._complain(problem)
        world.remember()  # that there was a first start

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
