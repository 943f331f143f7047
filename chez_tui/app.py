"""The full-screen app: keeps settings, looks and the way between screens; rules it knows none."""

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import constants
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.reactive import var
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled

from chez_tui.commands import ANYWHERE, BY_ID, commands_for
from chez_tui.kit.lines import AsciiFilter, Lines
from chez_tui.kit.themes import DEFAULT, PALETTES, Palette, textual_theme
from chez_tui.play.pages import mood_of
from chez_tui.settings import AUTO
from chez_tui.world import World

if TYPE_CHECKING:
    from chez_tui.play.options import TableSpec
    from core.game import Game
    from net.discovery import Browser
    from net.sessions.local import LocalTable
    from net.sessions.session import Session
    from net.wire.codes import Address, JoinCode

Winners = tuple[int, ...]
WAYS: Final = "ways"  # group of the workers that lead from screen to screen


class ChezApp(App[int], inherit_bindings=False):
    """Opens screens and holds what all of them share."""

    TITLE = "chez-tui"
    CSS_PATH = Path(__file__).with_name("chez.tcss")
    ENABLE_COMMAND_PALETTE = True
    # Dialogs and boxes to type in keep other keys from the screen below them.
    BINDINGS: ClassVar = [
        Binding(",".join(BY_ID["redraw"].keys), "redraw", id="redraw", priority=True, show=False)
    ]

    window_title = var(TITLE)  # of the terminal; unlike `title` it paints nothing anew

    def __init__(self, world: World, opening: "Callable[[ChezApp], object] | None" = None) -> None:
        self.world = world
        self._opening = opening  # what opens the first screen
        self.edition = DEFAULT  # whose theme is shown while the user has fixed none
        self.editions: tuple[str, ...] = ()  # what is played, or about to be; nothing: no table
        # Textual's own way to honour NO_COLOR paints black and white; this leaves the terminal's.
        super().__init__(ansi_color=None if world.terminal.colors else True)
        self.no_color = not world.terminal.colors
        for palette in PALETTES.values():
            self.register_theme(textual_theme(palette))
        self.set_keymap({command: ",".join(keys) for command, keys in world.settings.keys.items()})
        self.apply_looks()

    def on_mount(self) -> None:
        if self._opening is not None:
            self._opening(self)

    def get_driver_class(self) -> type[Driver]:
        """The platform's driver; where it is known well enough, one that writes less.

        The variable TEXTUAL_DRIVER names another one.
        """
        driver = super().get_driver_class()
        if constants.DRIVER is not None or driver.__module__ != "textual.drivers.linux_driver":
            return driver
        from chez_tui.kit.terminal.driver import CellDriver

        return CellDriver

    # -- looks -----------------------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        """The colours of the theme that is shown."""
        return PALETTES.get(self.theme, PALETTES[DEFAULT])

    @property
    def calm(self) -> bool:
        """Whether the screen is to move as little as possible."""
        return self.world.settings.calm

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is changed in every line before it is shown."""
        filters: list[LineFilter] = [
            kept
            for kept in super().get_line_filters()
            if not isinstance(kept, NoColor | Monochrome)  # as the process asks for
        ]
        if self.no_color:
            filters.append(NoColor())
        if self.world.settings.ascii:
            filters.append(AsciiFilter())
        return filters

    def apply_looks(self) -> None:
        """Shows the theme and the signs that settings and edition ask for."""
        settings = self.world.settings
        wanted = self.edition if settings.theme == AUTO else settings.theme
        self.theme = wanted if wanted in PALETTES else DEFAULT
        self.set_class(settings.calm, "calm")
        self.animation_level = "none" if settings.calm else "full"

    def play_editions(self, editions: Sequence[str]) -> None:
        """A table with these editions is shown from now on: theirs are mood and words."""
        self.editions = tuple(editions)
        self.set_mood(mood_of(editions))

    def set_mood(self, edition: str) -> None:
        """The colors of an edition, unless the user has fixed others."""
        if edition != self.edition:
            self.edition = edition
            self.apply_looks()
            for lines in self.screen.query(Lines):
                if lines.size:  # what is not laid out yet will be drawn in the new colors anyway
                    lines.update_lines()

    # -- the way between screens -----------------------------------------------------------------

    def walk(self, way: Coroutine[Any, Any, object]) -> None:
        """Go a way between screens; where it leads nowhere, there is the title."""

        async def walking() -> None:
            await way
            if len(self._ways) == 1 and len(self.screen_stack) < 2:
                self.open_title()

        self.run_worker(walking(), group=WAYS)

    @property
    def _ways(self) -> list[Worker[None]]:
        """The ways that somebody is on."""
        return [work for work in self.workers if work.group == WAYS and not work.is_finished]

    async def on_unmount(self) -> None:
        """Let every way close what it has opened: the others at a table hear a goodbye."""
        for way in self._ways:
            if not way.is_cancelled:
                way.cancel()
            with suppress(WorkerCancelled):
                await way.wait()

    def open_title(self) -> None:
        from chez_tui.screens.title import TitleScreen

        self.push_screen(TitleScreen())

    def open_setup(self, hot_seat: bool = False, editions: tuple[str, ...] = ()) -> None:
        """Before a game at this keyboard; with the editions that were played last, or these."""
        from chez_tui.play.newgame import hot_seat_table, solo_table
        from chez_tui.screens.setup import SetupScreen
        from chez_tui.settings import editions_from
        from core.setting import HOT_SEAT, SOLO

        settings, name = self.world.settings, self.world.name
        spec = (hot_seat_table if hot_seat else solo_table)(name)._replace(
            pace=settings.pace, editions=editions or editions_from(settings.editions)
        )
        self.push_screen(SetupScreen(spec, HOT_SEAT if hot_seat else SOLO))

    def open_table(self, table: "LocalTable", seats: Sequence[int]) -> None:
        """A table in this process with one person, or several who take turns at this keyboard."""
        from chez_tui.play.games import new_record

        def again(winners: Winners) -> None:
            record = None
            if table.setup.record is not None:
                record = new_record(self.world.folders.games, table.setup.title)
            self.open_table(table.again(winners, record), seats)

        sessions = [table.session(seat) for seat in seats]
        self.run_worker(table.run(), group="table")
        self.sit_down(sessions, again)

    def sit_down(
        self,
        sessions: "Sequence[Session]",
        again: "Callable[[Winners], None]",
        parting: str = "",
    ) -> None:
        """Shows a table, wherever it runs; `again` starts the next game of the same people.

        `parting` says what becomes of the seat of a person who goes away while others play on.
        """
        from chez_tui import flows

        self.walk(flows.sit(self, sessions, again, parting))

    def open_watch(self, session: "Session", wall: bool = False) -> None:
        """A game as a spectator sees it; `wall` is for a projector."""
        from chez_tui import flows

        self.walk(flows.look_on(self, session, wall))

    def open_rules(self, clause: str = "") -> None:
        from chez_tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(clause, self.editions))

    def open_catalogue(self, name: str = "") -> None:
        from chez_tui.screens.catalogue import CatalogueScreen

        self.push_screen(CatalogueScreen(name))

    def open_replays(self) -> None:
        from chez_tui.screens.replays import ReplaysScreen

        self.push_screen(ReplaysScreen())

    def open_replay(self, path: Path) -> None:
        from chez_tui.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(path))

    def open_lesson(self, edition: str = DEFAULT) -> None:
        from chez_tui.screens.lesson import open_lesson

        open_lesson(self, edition)

    def open_difference(self, key: str) -> None:
        """What is different in an edition, or in mixes."""
        from chez_tui.screens.editions import ROOMY, DifferenceScreen

        self.set_mood(key if key in PALETTES else DEFAULT)
        roomy = self.size.height >= ROOMY
        self.push_screen(DifferenceScreen(key, roomy))

    def open_lessons(self) -> None:
        """Which lesson: the game, or what an edition does otherwise."""
        from chez_tui.screens.lessons import LessonsScreen

        self.push_screen(LessonsScreen())

    def open_editions(self) -> None:
        """What is played from now on, unless a table says otherwise."""
        from chez_tui.screens.editions import EditionsScreen
        from chez_tui.settings import editions_from

        def chosen(editions: tuple[str, ...], options: Mapping[str, str]) -> str:
            if not self.editions:
                self.set_mood(mood_of(editions))
            return self.world.change("editions", "+".join(editions))

        keys = editions_from(self.world.settings.editions)
        self.push_screen(EditionsScreen(keys, None, chosen))

    def open_settings(self) -> None:
        from chez_tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    # -- tables on the network -------------------------------------------------------------------

    def open_host_setup(self) -> None:
        from chez_tui.play.options import TableSpec
        from chez_tui.screens.setup import SetupScreen
        from chez_tui.settings import editions_from
        from core.setting import HOST

        settings, name = self.world.settings, self.world.name
        editions = editions_from(settings.editions)
        spec = TableSpec(name, f"{name}'s table", editions, pace=settings.pace)
        self.push_screen(SetupScreen(spec, HOST))

    def open_hosting(self, spec: "TableSpec") -> None:
        """A table of one's own, and its lobby."""
        from chez_tui import flows

        self.walk(flows.host(self, spec))

    def open_joining(
        self,
        target: "JoinCode | Address | None" = None,
        password: str = "",
        record: Path | None = None,
    ) -> None:
        """A seat at somebody's table; without one, the list of tables on the local network."""
        from chez_tui import flows

        if target is None:
            self.walk(flows.look_around(self, False, password, record=record))
        else:
            self.walk(flows.join(self, target, password, record))

    def open_resuming(self, folder: Path, password: str = "") -> None:
        """A network game that was interrupted."""
        from chez_tui import flows

        self.walk(flows.resume(self, folder, password))

    def open_watching(
        self,
        target: "JoinCode | Address | None" = None,
        password: str = "",
        wall: bool = False,
    ) -> None:
        """Somebody's table without a seat; without one, the list of tables."""
        from chez_tui import flows

        if target is None:
            self.walk(flows.look_around(self, True, password, wall=wall))
        else:
            self.walk(flows.watch(self, target, password, wall))

    def browser(self, changed: "Callable[[], None]") -> "Browser":
        """Who hears of the tables on the local network."""
        from net.discovery import Browser

        return Browser(changed=changed)

    # -- commands --------------------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette offers what the screen's keys do."""
        from chez_tui.kit.screen import ChezScreen

        if isinstance(screen, ChezScreen):
            for command in commands_for(*screen.PLACES, ANYWHERE):
                run = partial(screen.run_action, command.id)
                yield SystemCommand(command.name, command.help, run)

    def action_redraw(self) -> None:
        """Paint the whole screen again; something else may have written on it."""
        from chez_tui.kit.terminal.driver import CellDriver

        if isinstance(self._driver, CellDriver):
            self._driver.forget()
        self.refresh()

    # -- alerts ----------------------------------------------------------------------------------

    def alert(self, game: "Game", what: str) -> None:
        """Rings and names the terminal window: `turn` or `window`."""
        settings = self.world.settings
        wanted = settings.bell_turn if what == "turn" else settings.bell_window
        if wanted:
            self.bell()
        self.window_title = "your turn" if what == "turn" else "you may respond"
