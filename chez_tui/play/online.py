"""Opening, joining and resuming network tables, for screens and bots."""

import asyncio
import secrets
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from chez_tui import __version__
from chez_tui.errors import UserError
from chez_tui.play.addresses import PORT, addresses_of
from chez_tui.play.editions import seats_problem
from chez_tui.play.games import blocked, new_record, unfinished
from chez_tui.play.headless import Company, Teller, play_out
from chez_tui.play.options import BOT_NAMES, TableSpec
from chez_tui.play.words import TITLE
from chez_tui.play.words import missing as missing_players
from chez_tui.world import Keys, World
from core.catalog import Catalog, load_catalog
from core.telling import clean, listing
from net.discovery import Browser, race
from net.files import IN_USE, reserved
from net.identity import Identity, IdentityError, KnownPeers
from net.log.chain import ChainError
from net.log.entries import EntryError
from net.log.terms import Manners
from net.peer.home import Folder
from net.sessions.local import INSTANT, PACES, Pace
from net.table.agreed import agree
from net.table.lobby import LobbyError, Plan
from net.table.publishing import Publisher
from net.table.table import NetTable, Seated, Settings, TableError, terms_in
from net.table.watching import Visitor, WatchError, WatchTable
from net.wire.codes import Address, JoinCode, code_of

TABLE_ID: Final = 16
LEAVING: Final = 4.0  # seconds until a table we left is closed for certain
SETTLE: Final = 3.0  # seconds in which players who haven't moved find each other


class Locked(UserError):
    """The table asks for a password, or for another one."""


class InUse(UserError):
    """Another client of this person is in that game."""


class JoinedTable(AsyncExitStack):
    """A seat at a table; leaving it, once, releases everything it uses."""

    def __init__(
        self,
        table: NetTable,
        keys: Keys,
        publisher: Publisher | None = None,
        search: asyncio.Task[None] | None = None,  # for others who resumed the game
    ) -> None:
        super().__init__()
        self.table = table
        self.publisher = publisher
        self.callback(keys.release, table.me)
        self.push_async_callback(table.close)
        if publisher is not None:
            self.push_async_callback(publisher.close)
        if search is not None:
            self.push_async_callback(_stop, search)


class WatchedTable(AsyncExitStack):
    """A table as seen without a seat; a spectator leaves it once."""

    def __init__(self, table: WatchTable, keys: Keys) -> None:
        super().__init__()
        self.table = table
        self.callback(keys.release, table.visitor.identity)
        self.push_async_callback(table.close)


async def _stop(search: asyncio.Task[None]) -> None:
    search.cancel()
    await asyncio.gather(search, return_exceptions=True)


def table_settings(
    world: World,
    name: str,
    *,
    bot: str = "",
    pace: Pace = INSTANT,
    port: int = 0,
    password: str = "",
    record: Path | None = None,
    identity: Identity | None = None,
) -> Settings:
    """Return how this client joins a table."""
    folders = world.folders
    try:
        known = KnownPeers(folders.peers)
    except IdentityError as error:
        raise UserError(str(error)) from None
    identity = identity or world.keys.take()
    return Settings(
        identity=identity,
        name=name,
        program=__version__,
        folder=folders.net / identity.pid.hex()[:16],
        bot=bot,
        pace=pace,
        port=port,
        password=password,
        new_log=lambda title: reserved(record or new_record(folders.games, title)),
        known=known,
        history=folders.history,
        mine=world.keys.pids,
    )


def cards_of(spec: TableSpec) -> Catalog:
    """Return a table's cards; raise UserError if these players or house rules don't fit them."""
    problem = seats_problem(spec.editions, spec.seats)
    if problem:
        raise UserError(problem, 2)
    catalog = load_catalog(spec.editions)
    refusal = Plan(catalog, spec.options).game_refusal(BOT_NAMES[: spec.seats])
    if refusal is not None:
        raise UserError(refusal, 2)
    return catalog


async def open_table(spec: TableSpec, world: World) -> JoinedTable:
    """Open a table; raise UserError if that fails."""
    catalog = cards_of(spec)
    manners = Manners(secrets.token_bytes(TABLE_ID), spec.title)
    settings = table_settings(
        world,
        spec.player,
        bot=spec.bot,
        pace=PACES[spec.pace],
        port=PORT if spec.port is None else spec.port,
        password=spec.password,
        record=spec.record,
    )
    with _seat_of(settings.identity, world.keys):
        try:
            table = await NetTable.host(settings, manners, Plan(catalog), spec.seats)
        except TableError:
            if spec.port is not None:
                raise
            settings.port = 0
            table = await NetTable.host(settings, manners, Plan(catalog), spec.seats)
    try:
        table.change(lambda desk: desk.set_plan(Plan(catalog, spec.options)))
        table.change(lambda desk: agree(desk, spec))
        for number in range(spec.bots):
            level = spec.levels[number % len(spec.levels)]
            table.change(lambda desk, level=level: desk.add_bot(level))  # type: ignore[misc]
    except LobbyError as error:
        await JoinedTable(table, world.keys).aclose()
        raise UserError(str(error)) from None
    return JoinedTable(table, world.keys, Publisher(table))


async def sit_down(
    target: JoinCode | Address, world: World, *, bot: str = "", password: str = "",
    record: Path | None = None, pace: Pace = INSTANT,
) -> JoinedTable:  # fmt: skip
    """Join a table, or come back to it; raise UserError if that fails.

    If this client becomes the host, it announces the table.
    """
    addresses = await addresses_of(target)
    address = await reachable(addresses)
    settings = table_settings(
        world, world.name, bot=bot, pace=pace, password=password, record=record
    )
    try:
        with _seat_of(settings.identity, world.keys):
            table = await NetTable.join(settings, address)
    except Seated as seated:
        folder = game_at(seated.table, world, settings.folder)
        if folder is None:
            raise UserError(str(seated)) from None
        return await take_up(folder, world, bot=bot, password=password, pace=pace)
    return JoinedTable(table, world.keys, Publisher(table))


@contextmanager
def _seat_of(identity: Identity, keys: Keys) -> Iterator[None]:
    """Release an identity if it doesn't reach a table, and say why."""
    try:
        yield
    except (TableError, WatchError) as error:
        keys.release(identity)
        if isinstance(error, Seated):
            raise
        raise (Locked if error.reason == "password" else UserError)(str(error)) from None


async def reachable(addresses: Sequence[Address]) -> Address:
    """Return the first of a table's addresses that takes a connection."""
    if len(addresses) == 1:
        return addresses[0]
    from net.discovery import listens

    async def attempt(address: Address) -> bool | None:
        with suppress(TimeoutError):
            return await listens(address) or None
        return None

    found = await race(addresses, attempt)
    if found is None:
        raise UserError("found the table, but none of its addresses answers")
    return found[0]


async def look_in(target: JoinCode | Address, world: World, password: str = "") -> WatchedTable:
    """Watch a table; raise UserError if that fails."""
    addresses = await addresses_of(target)
    seen_as = Visitor(world.keys.take(), world.name, __version__, password)
    with _seat_of(seen_as.identity, world.keys):
        return WatchedTable(await WatchTable.open(seen_as, addresses), world.keys)


# -- games that were interrupted -------------------------------------------------------------------


def game_at(table: bytes, world: World, games: Path | None = None) -> Path | None:
    """Return this person's part in the newest game at that table, of all games or those in a
    folder."""
    parts = (saved.folder for saved in unfinished(world.folders) if saved.folder is not None)
    here = (part for part in parts if games in (None, part.parent))
    return next((part for part in here if terms_in(part).manners.table == table), None)


async def go_on(
    folder: Path, world: World, *, bot: str = "", password: str = "", pace: Pace = INSTANT
) -> JoinedTable:
    """Resume a game, in its seat or in another one of this person's that's free."""
    problem: InUse | None = None
    for part in (folder, *set(world.folders.net.glob(f"*/{folder.name}")) - {folder}):
        try:
            return await take_up(part, world, bot=bot, password=password, pace=pace)
        except InUse as error:
            problem = problem or error
    assert problem is not None
    raise problem


async def take_up(
    folder: Path, world: World, *, bot: str = "", password: str = "", pace: Pace = INSTANT
) -> JoinedTable:
    """Resume a game from this person's disk; raise UserError if that fails."""
    try:
        terms = terms_in(folder)
    except (ChainError, EntryError) as error:
        raise UserError(str(error)) from None
    problem = blocked(terms.header)
    if problem:
        raise UserError(problem)
    if Folder.locked(folder) and not password:
        raise Locked("this table needs its password")
    mine = tuple(pid for pid in terms.pids if pid.hex()[:16] == folder.parent.name)
    identity = await _free_identity(mine, world.keys)
    if identity is None:
        ours = {pid for pid in mine if pid in world.keys.pids()}
        raise InUse(IN_USE) if ours else UserError("someone else played this game")
    name = terms.seats[terms.seat_of(identity.pid)].name  # the others know them by it
    settings = table_settings(
        world, name, bot=bot, pace=pace, password=password, identity=identity, port=0
    )
    with _seat_of(identity, world.keys):
        table = await NetTable.resume(settings, folder)
    seeking = None if terms.manners.offline else asyncio.create_task(_seek(table))
    return JoinedTable(table, world.keys, Publisher(table), seeking)


async def _free_identity(pids: tuple[bytes, ...], keys: Keys) -> Identity | None:
    """Return an identity that no client uses; wait for one that this client is about to leave."""
    loop = asyncio.get_running_loop()
    end = loop.time() + LEAVING
    while (found := keys.take_among(pids)) is None:
        if not keys.holds(pids) or loop.time() > end:
            return None
        await asyncio.sleep(0.02)
    return found


async def _seek(table: NetTable) -> None:
    """Find others who resumed the game at addresses that no one knew."""
    await asyncio.sleep(SETTLE)
    if table.missing:
        async with Browser() as browser:
            async for tables in browser.changes():
                for found in tables:
                    if found.notice.table == table.id:
                        table.may_be_at(found.addresses)
                if not table.missing:
                    break


# -- without a screen ------------------------------------------------------------------------------


async def host_headless(spec: TableSpec, world: World) -> int:
    """Open a table whose own seat a bot plays, and play one game at it."""
    async with await open_table(spec, world) as place:
        table = place.table
        teller = Teller(table, world.say)
        world.say(f"table: {code_of(table.id)}")
        world.say(f"port: {table.port}")
        table.set_ready(True)
        while not table.playing and not table.closed:
            if spec.start and table.lobby is not None and all(c.ready for c in table.lobby.chairs):
                with suppress(LobbyError):
                    table.start()
            await table.news()
        return await play_out(table, teller, world.stopped())


async def join_headless(coming: Awaitable[JoinedTable], world: World) -> int:
    """Play one game at a table where a bot plays this client's seat."""
    async with await coming as place:
        table = place.table
        teller, company = Teller(table, world.say), Company(table)
        waiting, missing = False, ""
        while not table.playing and not table.closed:
            lobby = table.lobby
            away = listing(missing_players(table)) if lobby is None else ""
            if away != missing:
                missing = away
                teller.said("", f"Waiting for {away or 'the others to agree'}")
            if lobby is not None and not waiting:
                waiting = True
                names = listing([clean(chair.name) for chair in lobby.chairs if chair.pid])
                world.say(f"{clean(lobby.title, TITLE)}: waiting to start, with {names}")
            if lobby is not None and not all(
                chair.ready for chair in lobby.chairs if chair.pid == table.me.pid
            ):
                table.set_ready(True)
            await company.news()
        return await play_out(table, teller, world.stopped())
