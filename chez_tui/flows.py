"""The ways between screens: from the wish for a game to its end, one function each.

What a way needs is loaded when it is gone: a game at this keyboard does without the network.
"""

from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from chez_tui.app import ChezApp
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.options import TableSpec
    from net.discovery import Found
    from net.sessions.session import Session
    from net.wire.codes import Address, JoinCode


T = TypeVar("T", bound=AsyncExitStack)


class Whither(Enum):
    """Where somebody goes who leaves a table."""

    BACK = auto()  # to where they came from
    HOME = auto()  # to the title


# -- games at this keyboard ------------------------------------------------------------------------


async def sit(
    app: "ChezApp",
    sessions: "Sequence[Session]",
    again: Callable[[tuple[int, ...]], None],
    parting: str = "",
) -> None:
    """Show a table and how it ends; `again` opens the next one of the same people."""
    from chez_tui.screens.end import EndScreen
    from chez_tui.screens.table.screen import TableScreen

    ended = await app.push_screen_wait(TableScreen(sessions, parting))
    if ended is None or not await app.push_screen_wait(EndScreen(ended)):
        return
    try:
        again(ended.view.winners)
    except OSError as error:
        reason = f"The next game can't be recorded: {error.strerror or error}"
        app.notify(reason, severity="error", markup=False)


async def look_on(app: "ChezApp", session: "Session", wall: bool) -> None:
    """Show a game to a spectator, and how it ends."""
    from chez_tui.screens.end import EndScreen
    from chez_tui.screens.watch import WatchScreen

    if await app.push_screen_wait(WatchScreen(session, wall)):
        await app.push_screen_wait(EndScreen(session))


# -- tables on the network -------------------------------------------------------------------------


async def host(app: "ChezApp", spec: "TableSpec") -> None:
    """Open a table, and be its host."""
    from chez_tui.play.addresses import own_addresses
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import open_table

    table = await connect(app, "Host", "Opening the table", lambda _: open_table(spec, app.world))
    if table is not None:
        await stay(app, LobbyModel(table, own_addresses(table.table.port), spec.start))


async def join(
    app: "ChezApp", target: "JoinCode | Address", password: str = "", record: Path | None = None
) -> Whither:
    """Take a seat at a table."""
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import sit_down
    from net.sessions.local import PACES

    world, pace = app.world, PACES[app.world.settings.pace]
    table = await connect(
        app,
        "Join",
        f"Looking for the table {target}",
        lambda word: sit_down(target, world, password=word, record=record, pace=pace),
        password,
    )
    if table is None:
        return Whither.BACK
    return await stay(app, LobbyModel(table, (str(target),) if ":" in str(target) else ()))


async def resume(app: "ChezApp", folder: Path, password: str = "") -> None:
    """Go on with a game of the network from this person's disk."""
    from chez_tui.play.addresses import own_addresses
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import go_on
    from net.sessions.local import PACES

    world, pace = app.world, PACES[app.world.settings.pace]
    table = await connect(
        app,
        "Go on",
        "Taking up the game",
        lambda word: go_on(folder, world, password=word, pace=pace),
        password,
    )
    if table is not None:
        await stay(app, LobbyModel(table, own_addresses(table.table.port)))


async def watch(
    app: "ChezApp", target: "JoinCode | Address", password: str = "", wall: bool = False
) -> Whither:
    """Watch a table, and perhaps sit down there."""
    from chez_tui.play.lobby import LobbyModel
    from chez_tui.play.online import look_in

    table = await connect(
        app,
        "Watch",
        f"Looking for the table {target}",
        lambda word: look_in(target, app.world, word),
        password,
    )
    return Whither.BACK if table is None else await stay(app, LobbyModel(table), wall)


async def connect(
    app: "ChezApp",
    title: str,
    sentence: str,
    attempt: Callable[[str], Coroutine[Any, Any, T]],
    password: str = "",
) -> T | None:
    """Show what is awaited until it is there, or the person gives up."""
    from chez_tui.screens.connecting import Connecting

    made: T | None = await app.push_screen_wait(Connecting(title, sentence, attempt, password))
    return made


async def stay(app: "ChezApp", model: "LobbyModel", wall: bool = False) -> Whither:
    """Show a lobby, and each game at its table, until the person leaves or sits down there."""
    from chez_tui.screens.end import EndScreen
    from chez_tui.screens.lobby import LobbyScreen
    from chez_tui.screens.table.screen import TableScreen
    from chez_tui.screens.watch import WatchScreen
    from net.wire.codes import Address

    async def show(game: "Session") -> Whither | None:
        """Show a game and its end; return where its person goes if not back to the lobby."""
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
    record: Path | None = None,
    wall: bool = False,
) -> None:
    """Show the tables on the local network; whichever is chosen is joined or watched."""
    from chez_tui.play.addresses import read_target
    from chez_tui.screens.tables import TablesScreen

    async def visit(table: "Found | str", watched: bool) -> None:
        target = read_target(table) if isinstance(table, str) else table.addresses[0]
        if watched:
            went = await watch(app, target, password, wall)
        else:
            went = await join(app, target, password, record)
        if went is Whither.HOME:
            tables.leave()

    tables = TablesScreen(watching, lambda table, watched: app.walk(visit(table, watched)))
    app.push_screen(tables)
