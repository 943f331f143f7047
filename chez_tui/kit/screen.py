"""The parts of every screen: keys from the command list, its footer, help and rules."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen

from chez_tui.commands import ANYWHERE, Command, commands_for, key_name, keyed, keys_of
from chez_tui.kit.canvas import Canvas, Drawing, key_line, pill, shorter
from chez_tui.kit.lines import SMALL, Chez, Lines, holds

TOO_SMALL: Final = "{}x{} is small: better {}x{}"


def bindings_for(*places: str) -> list[Binding]:
    """Return the keys of all commands at these places; settings can change them."""
    return [
        Binding(",".join(c.keys), c.id, c.name, id=c.id, show=False)
        for c in commands_for(*places, ANYWHERE)
    ]


class Heading(Drawing):
    """The first line of a screen: its title, what to know there, or that the terminal is small."""

    FILL = "rise"

    def draw(self, canvas: Canvas) -> None:
        screen, size = self.screen, self.app.size
        assert isinstance(screen, ChezScreen)
        parts = [pill((screen.title or "").upper()), (f" {screen.subject()}", "text")]
        if not holds(size, SMALL):
            parts[1:] = [(f" {TOO_SMALL.format(*size, *SMALL)}", "alarm", "", "bold")]
        canvas.parts(0, 0, shorter(parts, canvas.width))


class FooterLine(Lines):
    """The last line of a screen: the keys that do something here and now."""

    _made_of: tuple[object, ...] = ()

    def build(self, width: int, height: int) -> Sequence[Content]:
        screen = self.screen
        if not isinstance(screen, ChezScreen):
            return []
        commands, keys = screen.footer_commands(), self.chez.world.settings.keys
        made_of = (width, self.chez.theme, keys, commands)
        if made_of == self._made_of:
            return self._lines
        self._made_of = made_of
        canvas = Canvas(width, 1)
        named = ((key_name(keys_of(c, keys)[0]), c.footer) for c in commands)
        canvas.parts(0, 0, key_line(named, width))
        return canvas.lines()


class ChezScreen(Screen[Any]):
    """A screen with a title, help and a footer."""

    PLACES: ClassVar[tuple[str, ...]] = ()
    HELP: ClassVar[str] = ""  # what this screen is for, in a few sentences
    FIRST: ClassVar[tuple[str, ...]] = ()  # commands that stand first in the footer
    AUTO_FOCUS = ""
    _left = False

    @property
    def chez(self) -> Chez:
        return cast(Chez, self.app)

    @property
    def there(self) -> bool:
        """Return whether the screen is on the stack: not while it's being removed, and not while
        the program ends, which removes its parts first."""
        whole = self.is_mounted and self.is_attached and self.app.is_running
        return whole and self in self.app.screen_stack

    @property
    def on_top(self) -> bool:
        """Return whether no other screen is above; Textual's own property is looser."""
        return self.there and self.app.screen is self

    def offered(self) -> list[Command]:
        """Return the commands available now: for the footer, the help and the palette."""
        known = commands_for(*self.PLACES, ANYWHERE)
        return [c for c in known if self.check_action(c.id, ()) is not False]

    def footer_commands(self) -> list[Command]:
        """Return the commands worth a place in the footer now."""
        said, first = self.footer_words(), self.FIRST

        def place(command: Command) -> tuple[int, bool]:
            at = first.index(command.id) if command.id in first else len(first)
            return at, ANYWHERE in command.where

        commands = [
            c._replace(footer=said[c.id]) if c.id in said else c for c in self.offered() if c.footer
        ]
        return sorted(commands, key=place)

    def footer_words(self) -> Mapping[str, str]:
        """Return what the footer calls some of them now."""
        return {}

    def subject(self) -> str:
        """Return what the first line says beside the title."""
        return ""

    def action_help(self) -> None:
        from chez_tui.kit.help import HelpScreen

        about = keyed(self.about(), self.chez.world.settings.keys)
        title = self.title or type(self).__name__
        help = HelpScreen(title, about, self.offered(), self.help_more(), self.in_words)
        self.app.push_screen(help)

    def about(self) -> str:
        """Return what this screen is for, in a few sentences."""
        return self.HELP

    def help_more(self) -> list[str]:
        """Return sentences for the end of the help."""
        return []

    def in_words(self, text: str) -> str:
        """Return a text in the words of the table that is shown."""
        return text

    def action_redraw(self) -> None:
        self.chez.action_redraw()

    def action_suspend(self) -> None:
        self.chez.action_suspend()

    def action_rules(self) -> None:
        self.chez.read_rules()

    def action_back(self) -> None:
        self.leave()

    def uncover(self) -> None:
        """Remove every screen above this one."""
        while self in self.app.screen_stack and self.app.screen is not self:
            self.app.pop_screen()

    def leave(self, result: object = None) -> None:
        """Close the screen with a result, once, however fast the keys come."""
        if not self._left and self in self.app.screen_stack:
            self._left = True
            self.uncover()
            self.dismiss(result)

    def quit_question(self) -> str:
        """Return the question to ask before quitting, if any."""
        return ""

    def action_quit_game(self) -> None:
        """Quit, after asking if a game runs below this screen."""
        below = (s.quit_question() for s in self.app.screen_stack if isinstance(s, ChezScreen))
        question = next(filter(None, below), "")
        if not question:
            self.app.exit(0)
            return
        from chez_tui.kit.dialogs import Confirm

        def answered(yes: bool | None) -> None:
            if yes:
                self.app.exit(0)

        self.app.push_screen(Confirm(question), answered)
