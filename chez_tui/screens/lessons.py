"""The lessons there are: the whole game, and for each other edition what it does otherwise."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult

from chez_tui.commands import LISTS
from chez_tui.kit.rows import Menu, MenuItem
from chez_tui.kit.screen import ChezScreen, FooterLine, Heading, bindings_for
from chez_tui.play.course import BASE, load_course
from chez_tui.play.editions import title_of
from chez_tui.play.pages import MIXES
from core.catalog import EDITIONS

READ: Final = "read "  # before the key of an edition: its page, not its lesson
PLAY: Final = "Play through it"
PAGES: Final = "Read what is different"


def items() -> list[MenuItem]:
    """Lessons to play first, then pages to read."""
    others = [key for key in EDITIONS if key != BASE]
    name = load_course(BASE).name
    menu = [MenuItem("", PLAY), MenuItem(BASE, "The game", name, "1")]
    for digit, key in enumerate(others, 2):
        menu.append(MenuItem(key, title_of((key,)), load_course(key).name, str(digit)))
    menu.append(MenuItem("", PAGES))
    for digit, key in enumerate((*others, MIXES), 2 + len(others)):
        words = "any editions at one table" if key == MIXES else "on one page, with its rules"
        label = "Mixes" if key == MIXES else title_of((key,))
        menu.append(MenuItem(READ + key, label, words, str(digit % 10)))
    return menu


class LessonsScreen(ChezScreen):
    """A menu of lessons and pages."""

    PLACES = (LISTS,)
    HELP = (
        "Whoever has never played begins with the game itself; it takes ten minutes. The other "
        "lessons are short and show what an edition adds, for people who know the game."
    )
    BINDINGS: ClassVar = [*bindings_for()]
    TITLE = "Lessons"

    def __init__(self, go: Callable[[str, str], object]) -> None:
        super().__init__()
        self._go = go  # which way, and for which edition
        self._menu = Menu(items())

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self._menu
        yield FooterLine()

    def on_mount(self) -> None:
        self._menu.focus()

    @on(Menu.Moved)
    def menu_moved(self, message: Menu.Moved[MenuItem]) -> None:
        """The colors of what the cursor is on, as a taste of it."""
        key = message.item.key.removeprefix(READ)
        self.chez.set_mood(key if key in EDITIONS else BASE)

    @on(Menu.Chosen)
    def menu_chosen(self, message: Menu.Chosen[MenuItem]) -> None:
        key = message.item.key
        if key.startswith(READ):
            self._go("different", key.removeprefix(READ))
        else:
            self._go("lesson", key)
