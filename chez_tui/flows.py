"""The ways between screens: one function each, from the wish for a game to its end.

A way imports what it needs when it's taken, so a game at this keyboard never loads the network.
"""

from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

    from chez_tui.app import ChezApp
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.options import TableSpec
    from chez_tui.world import World
    from net.discovery import Found
    from net.sessions.local import LocalTable
    from net.sessions.session import Session
    from net.wire.codes import Address, JoinCode


T = TypeVar("T", bound=AsyncExitStack)


class Whither(Enum):
    """Where a person goes who leaves a table."""

    BACK = auto()  # where they came from
    HOME = auto()  # the title screen


def run(world: "World", way: str = "", *where: Any) -> int:
    """Run the app, from one way or the title, until it ends; return the exit status."""
    from chez_tui.app import ChezApp

    app = ChezApp(world, lambda app: begin(app, way, *where))
    app.run(mouse=world.settings.mouse)
    return app.return_code or 0


async def begin(app: "ChezApp", way: str = "", *where: Any) -> None:
    """Go a way, if one is named. Then show the title, where all others begin."""
    from chez_tui.screens.title import TitleScreen

    if way:
        await WAYS[way](app, *where)
    app.push_screen(TitleScreen(partial(start, app)))


def start(app: "ChezApp", way: str, *where: Any) -> None:
    """Go one of the ways that a menu offers."""
    app.walk(WAYS[way](app, *where))


# -- games at this keyboard ------------------------------------------------------------------------


async def solo(app: "ChezApp", editions: tuple[str, ...] = (), hot_seat: bool = False) -> None:
    """Set up a game at this keyboard with these editions, or those played last. Then play it."""
    from chez_tui.play.newgame import hot_seat_table, solo_table
    from chez_tui.screens.setup import SetupScreen
    from core.setting import HOT_SEAT, SOLO

    world, name = app.world, app.world.name
    spec = (hot_seat_table if hot_seat else solo_table)(name)._replace(
        pace=world.settings.pace, editions=editions or world.editions
    )
    opened = await app.push_screen_wait(SetupScreen(spec, HOT_SEAT if hot_seat else SOLO))
    if opened is not None:
        await play(app, *opened)


async def play(app: "ChezApp", table: "LocalTable", seats: Sequence[int]) -> None:
    """Play at a table in this process, as many games as its people like."""
    from chez_tui.play.newgame import next_game
    from chez_tui.screens.end import EndScreen
    from chez_tui.screens.table.screen import TableScreen

    while True:
        app.run_worker(table.run(), group="table")
        ended = await app.push_screen_wait(TableScreen([table.session(seat) for seat in seats]))
        way = ended and await app.push_screen_wait(EndScreen(ended))
        if not way:
            return
        table = next_game(table, way, app.world.folders)


async def lesson(app: "ChezApp", edition: str) -> None:
    """Play a lesson, then go where its last page leads."""
    from chez_tui.play.lesson import lesson_table
    from chez_tui.screens.lesson import ClosingScreen, LessonScreen, LessonsScreen

    way: str | None = "again"
    while way == "again":
        table = lesson_table(app.world.name, edition, app.world.settings.pace)
        app.run_worker(table.run(), group="table")
        if await app.push_screen_wait(LessonScreen(table)) is None:
            return
        app.world.learn(edition)
        closing = ClosingScreen(table.lesson.course, table.lesson.outcome)
        way = await app.push_screen_wait(closing)
    if way == "solo":
        await solo(app, (edition,))
    elif way == "lessons" and not isinstance(app.screen, LessonsScreen):
        await lessons(app)


async def lessons(app: "ChezApp") -> None:
    """Show the list of lessons; each is played above it."""
    from chez_tui.screens.lesson import LessonsScreen

    await app.push_screen_wait(LessonsScreen(partial(start, app)))


async def different(app: "ChezApp", key: str) -> None:
    """Show what's different in an edition, or in mixes."""
    from chez_tui.kit.themes import DEFAULT, PALETTES
    from chez_tui.screens.editions import DifferenceScreen

    app.set_mood(key if key in PALETTES else DEFAULT)
    await app.push_screen_wait(DifferenceScreen(key, app.size, partial(start, app)))


# -- looking things up -----------------------------------------------------------------------------


async def replays(app: "ChezApp") -> None:
    """Show the saved games; an unfinished one is played above the list."""
    from chez_tui.screens.replays import ReplaysScreen

    await app.push_screen_wait(ReplaysScreen(partial(start, app)))


async def replay(app: "ChezApp", path: "Path") -> None:
    """Step through a saved game; raise RecordError if the file isn't one."""
    from chez_tui.screens.replay import ReplayScreen

    await app.push_screen_wait(ReplayScreen(path))


async def cards(app: "ChezApp", name: str = "") -> None:
    """Show every card."""
    from chez_tui.screens.catalogue import CatalogueScreen

    await app.push_screen_wait(CatalogueScreen(name))


async def rules(app: "ChezApp", clause: str = "") -> None:
    """Show the rules, at a clause or a topic."""
    app.read_rules(clause)


async def editions(app: "ChezApp") -> None:
    """Choose the editions for games that don't set their own."""
    from chez_tui.screens.editions import chosen_for_all

    await app.push_screen_wait(chosen_for_all(app))


async def settings(app: "ChezApp") -> None:
    """Show the settings."""
    from chez_tui.screens.settings import SettingsScreen

    await app.push_screen_wait(SettingsScreen())


# -- tables on the network -------------------------------------------------------------------------


async def set_up(app: "ChezApp") -> None:
    """Choose what to play at a network table, then host it."""
    from chez_tui.play.options import TableSpec
    from chez_tui.screens.setup import SetupScreen
    from core.setting import HOST

    world, name = app.world, app.world.name
    pace = world.settings.pace
    spec = TableSpec(name, f"{name}'s table", world.editions, pace=pace)
    wanted = await app.push_screen_wait(SetupScreen(spec, HOST))
    if wanted is not None:
        await host(app, wanted)


async def host(app: "ChezApp", spec: "TableSpec") -> None:
    """Open a table and host it."""
    from chez_tui.play.addresses import own_addresses
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import open_table

    await visit(
        app,
        "Host",
        "Opening the table",
        lambda _: open_table(spec, app.world),
        lambda table: LobbyModel(table, own_addresses(table.table.port), spec.start),
    )


async def join(
    app: "ChezApp",
    target: "JoinCode | Address | None" = None,
    password: str = "",
    record: "Path | None" = None,
) -> Whither:
    """Take a seat at a table, or choose one from those on the local network."""
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import sit_down
    from net.sessions.local import PACES

    if target is None:
        await look_around(app, False, password, record)
        return Whither.BACK
    world, pace = app.world, PACES[app.world.settings.pace]
    return await visit(
        app,
        "Join",
        f"Looking for the table {target}",
        lambda word: sit_down(target, world, password=word, record=record, pace=pace),
        lambda table: LobbyModel(table, (str(target),) if ":" in str(target) else ()),
        password,
    )


async def resume(app: "ChezApp", folder: "Path", password: str = "") -> None:
    """Resume a network game from this person's disk."""
    from chez_tui.play.addresses import own_addresses
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import go_on
    from net.sessions.local import PACES

    world, pace = app.world, PACES[app.world.settings.pace]
    await visit(
        app,
        "Resume",
        "Resuming the game",
        lambda word: go_on(folder, world, password=word, pace=pace),
        lambda table: LobbyModel(table, own_addresses(table.table.port)),
        password,
    )


async def watch(
    app: "ChezApp",
    target: "JoinCode | Address | None" = None,
    password: str = "",
    wall: bool = False,
) -> Whither:
    """Watch a table, and perhaps sit down there; without a target, choose one."""
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import look_in

    if target is None:
        await look_around(app, True, password, wall=wall)
        return Whither.BACK
    return await visit(
        app,
        "Watch",
        f"Looking for the table {target}",
        lambda word: look_in(target, app.world, word),
        LobbyModel,
        password,
        wall,
    )


async def visit(
    app: "ChezApp",
    title: str,
    sentence: str,
    attempt: Callable[[str], Coroutine[Any, Any, T]],
    lobby: Callable[[T], "LobbyModel"],
    password: str = "",
    wall: bool = False,
) -> Whither:
    """Connect until the table answers or the person gives up; then show its lobby."""
    from chez_tui.screens.connecting import Connecting

    table = await app.push_screen_wait(Connecting(title, sentence, attempt, password))
    return Whither.BACK if table is None else await stay(app, lobby(table), wall)


async def stay(app: "ChezApp", model: "LobbyModel", wall: bool = False) -> Whither:
    """Show a lobby and each game at its table until the person leaves or sits down there."""
    from chez_tui.screens.end import EndScreen
    from chez_tui.screens.lobby import LobbyScreen
    from chez_tui.screens.table.screen import TableScreen
    from chez_tui.screens.watch import WatchScreen
    from net.wire.codes import Address

    async def show(game: "Session") -> Whither | None:
        """Show a game and its end. Return where the person goes if not back to the lobby."""
        watching = model.watched is not None
        screen = WatchScreen(game, wall) if watching else TableScreen([game], model.seat_kept)
        if not await app.push_screen_wait(screen):
            return None if game.view.winners else Whither.BACK
        return None if await app.push_screen_wait(EndScreen(game)) else Whither.HOME

    async with model.place:
        went = await app.push_screen_wait(LobbyScreen(model, show))
    if isinstance(went, Address) and model.watched is not None:
        return await join(app, went, model.watched.visitor.password)
    return went or Whither.BACK


async def look_around(
    app: "ChezApp",
    watching: bool = False,
    password: str = "",
    record: "Path | None" = None,
    wall: bool = False,
) -> None:
    """Show the tables on the local network; join or watch the one that the person picks."""
    from chez_tui.play.addresses import read_target
    from chez_tui.screens.tables import TablesScreen

    async def go(table: "Found | str", watched: bool) -> None:
        target = read_target(table) if isinstance(table, str) else table.addresses[0]
        if watched:
            went = await watch(app, target, password, wall)
        else:
            went = await join(app, target, password, record)
        if went is Whither.HOME:
            tables.leave()

    tables = TablesScreen(watching, lambda table, watched: app.walk(go(table, watched)))
    await app.push_screen_wait(tables)


WAYS: Final[dict[str, Callable[..., Coroutine[Any, Any, object]]]] = {
    "solo": solo,
    "hotseat": partial(solo, hot_seat=True),
    "play": play,
    "host": set_up,
    "open": host,
    "join": join,
    "watch": watch,
    "resume": resume,
    "lessons": lessons,
    "lesson": lesson,
    "different": different,
    "replays": replays,
    "replay": replay,
    "cards": cards,
    "rules": rules,
    "editions": editions,
    "settings": settings,
}
