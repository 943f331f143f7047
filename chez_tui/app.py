"""The full-screen app: settings, looks and the way from screen to screen. It knows no rules."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.color import ColorSystem
from textual import constants
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.reactive import var
from textual.screen import Screen
from textual.worker import WorkerCancelled

from chez_tui.commands import BY_ID
from chez_tui.kit.lines import AsciiFilter, Lines, Uncolored
from chez_tui.kit.themes import DEFAULT, PALETTES, in_256, textual_theme
from chez_tui.play.pages import mood_of
from chez_tui.settings import AUTO
from chez_tui.world import MANY, World

if TYPE_CHECKING:
    from net.discovery import Browser

TO_READ: Final = 30.0  # seconds to read what's wrong with the settings
WAYS: Final = "ways"  # group of the workers that lead from screen to screen
_DEPTHS: Final = {
    0: ColorSystem.STANDARD, 16: ColorSystem.STANDARD, 256: ColorSystem.EIGHT_BIT,
    MANY: ColorSystem.TRUECOLOR,
}  # fmt: skip


class ChezApp(App[int], inherit_bindings=False):
    """Opens screens and holds what they all share."""

    TITLE = "chez-tui"
    CSS_PATH = Path(__file__).with_name("chez.tcss")
    ENABLE_COMMAND_PALETTE = True
    # In dialogs and text boxes, other keys don't reach the screen below; these two do.
    BINDINGS: ClassVar = [
        Binding(",".join(BY_ID[id].keys), id, id=id, priority=True, show=False)
        for id in ("redraw", "suspend")
    ]

    window_title = var(TITLE)  # of the terminal; unlike `title`, a change repaints nothing

    def __init__(
        self, world: World, first: "Callable[[ChezApp], Coroutine[Any, Any, object]] | None" = None
    ) -> None:
        self.world = world
        self._first = first  # the way the app starts with
        self.edition = DEFAULT  # its theme shows unless the user picked one
        self.editions: tuple[str, ...] = ()  # played now, or about to be; empty: no table
        # For NO_COLOR, Textual paints black and white; we leave the terminal its own colors.
        super().__init__(ansi_color=None if world.terminal.colors else True)
        self.no_color = not world.terminal.colors
        # Textual also reads these from the process, but each session here has its own terminal.
        self.console._color_system = _DEPTHS[world.terminal.colors]
        for look in PALETTES.values():
            shown = in_256(look) if world.terminal.colors == 256 else look
            self.register_theme(textual_theme(shown))
        self.set_keymap({command: ",".join(keys) for command, keys in world.settings.keys.items()})
        self.apply_looks()

    def on_mount(self) -> None:
        if faults := self.world.faults():
            said = "\n".join(
                (*faults, "The defaults apply to these lines. Your file is unchanged.")
            )
            self.notify(said, title="Settings", severity="warning", timeout=TO_READ, markup=False)
        if self._first is not None:
            self.walk(self._first(self))

    def get_driver_class(self) -> type[Driver]:
        """Return the platform's driver, or ours, which writes less, where it's known to work.

        The variable TEXTUAL_DRIVER names another one.
        """
        driver = super().get_driver_class()
        if constants.DRIVER is not None or driver.__module__ != "textual.drivers.linux_driver":
            return driver
        from chez_tui.kit.terminal.driver import CellDriver

        return CellDriver

    # -- looks -----------------------------------------------------------------------------------

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that change each line before it's shown."""
        filters: list[LineFilter] = [
            kept
            for kept in super().get_line_filters()
            if not isinstance(kept, NoColor | Monochrome)  # what the process asks for
        ]
        if self.no_color:
            filters.append(Uncolored())
        if self.world.settings.ascii:
            filters.append(AsciiFilter())
        return filters

    def apply_looks(self) -> None:
        """Show the theme and the letters that settings and edition ask for."""
        settings = self.world.settings
        wanted = self.edition if settings.theme == AUTO else settings.theme
        self.theme = wanted if wanted in PALETTES else DEFAULT
        self.set_class(settings.calm, "calm")
        self.animation_level = "none" if settings.calm else "full"

    def play_editions(self, editions: Sequence[str]) -> None:
        """Show the looks and words of these editions: their table is on the screen from now on."""
        self.editions = tuple(editions)
        self.set_mood(mood_of(editions))

    def set_mood(self, edition: str) -> None:
        """Show an edition's colors, unless the user picked a theme."""
        if edition != self.edition:
            self.edition = edition
            self.apply_looks()
            for lines in self.screen.query(Lines):
                if lines.size:  # lines without a size yet will be drawn in the new colors anyway
                    lines.update_lines()

    # -- the way between screens -----------------------------------------------------------------

    def walk(self, way: Coroutine[Any, Any, object]) -> None:
        """Go from screen to screen. Paint nothing before the first one is there."""
        still = ExitStack()
        still.enter_context(self.batch_update())

        async def walking() -> None:
            asyncio.get_running_loop().call_soon(still.close)
            await way

        self.run_worker(walking(), group=WAYS)

    async def on_unmount(self) -> None:
        """Let each way close what it opened, so others at a table get a goodbye."""
        for way in [work for work in self.workers if work.group == WAYS]:
            if not way.is_finished:
                if not way.is_cancelled:
                    way.cancel()
                with suppress(WorkerCancelled):
                    await way.wait()

    def read_rules(self, clause: str = "") -> None:
        """Open the rules at a clause or a topic, from any screen."""
        from chez_tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(clause, self.editions))

    def browser(self, changed: "Callable[[], None]") -> "Browser":
        """Return a browser that finds the tables on the local network."""
        from net.discovery import Browser

        return Browser(changed=changed)

    # -- commands --------------------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield what the screen's keys do, for the palette."""
        from chez_tui.kit.screen import ChezScreen

        if isinstance(screen, ChezScreen):
            for command in screen.offered():
                run = partial(screen.run_action, command.id)
                yield SystemCommand(command.name, command.help, run)

    def action_redraw(self) -> None:
        """Paint the whole screen again, in case another program wrote on it."""
        from chez_tui.kit.terminal.driver import CellDriver

        if isinstance(self._driver, CellDriver):
            self._driver.forget()
        self.refresh()

    def action_suspend(self) -> None:
        """Give the terminal back to the shell until the user types fg."""
        from chez_tui.kit.terminal.driver import CellDriver, wait_for_the_shell

        if isinstance(self._driver, CellDriver):
            with self.suspend():
                wait_for_the_shell()

    # -- alerts ----------------------------------------------------------------------------------

    def alert(self, what: str, rings: bool = True) -> None:
        """Ring, and name the terminal window after a `turn`, a `window`, a `win`, or nothing."""
        settings = self.world.settings
        window = settings.bell_window
        if rings and {"turn": settings.bell_turn, "window": window, "win": window}.get(what):
            self.bell()
        names = {"turn": "your turn", "window": "you can respond", "win": "someone may win"}
        self.window_title = names.get(what, self.TITLE)
