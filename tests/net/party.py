"""Several programs at one network table, all in this process and over the loopback."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from core.actions import LEAVE, NEXT, PASS, Action
from net.identity import Identity
from net.log.terms import Manners
from net.sessions.session import Update
from net.sessions.sitting import top_window
from net.table.lobby import Plan
from net.table.onlooking import WatchSession
from net.table.playing import Playing
from net.table.remote import RemoteSession
from net.table.table import NetTable, Settings
from net.table.watching import Visitor, WatchTable
from net.wire.codes import Address
from tests.kit.recorded import catalog
from tests.net.halls import HERE, PATIENCE, until
from tests.net.tablesim.toygroup import toy_group

PATIENT = 3600  # seconds: such a window closes when all have passed
PROGRAM = "0.4.0"
TABLE_ID = b"t" * 16


def identity(name: str) -> Identity:
    return Identity(name.encode().ljust(32, b"."))


class Party:
    """A table and all who sit at it or watch."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables: dict[str, NetTable] = {}
        self.heard: dict[str, list[tuple[str, str]]] = {}  # what each was told: name and text
        self.watchers: list[WatchTable] = []

    def settings(self, name: str, bot: str = "", password: str = "") -> Settings:
        return Settings(
            identity(name), name, PROGRAM, self.folder / name, bot=bot, password=password
        )

    async def host(
        self, name: str = "Ann", seats: int = 3, beat: int = PATIENT, wait: int = 60, **mine: str
    ) -> NetTable:
        manners = Manners(TABLE_ID, "Friday", beat, wait)
        settings = self.settings(name, **mine)
        return self._keep(name, await NetTable.host(settings, manners, Plan(catalog()), seats))

    async def join(self, name: str, bot: str = "", key: str = "", password: str = "") -> NetTable:
        settings = self.settings(name, bot, password)
        settings.identity = identity(key or name)
        first = next(iter(self.tables.values()))
        return self._keep(key or name, await NetTable.join(settings, Address(HERE, first.port)))

    async def sit(
        self, *names: str, begin: bool = True, bot: str = "", **settings: int
    ) -> list[NetTable]:
        """Those people sit down, the first of them as host, and begin a game."""
        first, *others = names
        await self.host(first, **{"seats": len(names), **settings}, bot=bot)  # type: ignore[arg-type]
        for name in others:
            await self.join(name, bot)
        if begin:
            await self.begin()
        return [self.tables[name] for name in names]

    async def resume(self, name: str, bot: str = "") -> NetTable:
        """Takes up what a program has left on its disk."""
        (folder,) = (self.folder / name).iterdir()
        return self._keep(name, await NetTable.resume(self.settings(name, bot), folder))

    def _keep(self, name: str, table: NetTable) -> NetTable:
        self.tables[name] = table
        told = self.heard.setdefault(name, [])
        table.on_chat.append(lambda who, text: told.append((who, text)))
        return table

    async def watch(self, at: str = "", name: str = "Eve") -> WatchTable:
        """A spectator, who is served by one of the players."""
        table = self.tables[at or next(iter(self.tables))]
        visitor = Visitor(identity(f"watcher {name}"), name, PROGRAM)
        watcher = await WatchTable.open(visitor, [Address(HERE, table.port)])
        self.watchers.append(watcher)
        return watcher

    async def ready(self) -> NetTable:
        """Everybody is ready; the host of the lobby."""
        for table in self.tables.values():
            table.set_ready(True)
        host = next(table for table in self.tables.values() if table.desk is not None)
        await until(lambda: host.lobby and all(c.ready for c in host.lobby.chairs if c.pid))
        return host

    async def begin(self) -> None:
        """Everybody is ready, and the game begins."""
        host = await self.ready()
        before = {name: table.play for name, table in self.tables.items()}
        host.start()
        # By the time somebody looks, bots may have come to the end.
        await until(
            lambda: all(t.playing and t.play is not before[n] for n, t in self.tables.items())
        )

    async def quit(self, name: str) -> None:
        """Somebody leaves the game for good."""
        session = self.session(name)
        leave = Action(LEAVE, self.tables[name].seat)
        await until(lambda: session.refusal(leave) is None)
        await session.act(leave)

    async def over(self) -> NetTable:
        """Waits for the end of the game; who has the list of the lobby then, as all know."""
        tables = self.tables.values()
        await until(lambda: all(table.over for table in tables))
        await until(lambda: sum(table.desk is not None for table in tables) == 1)
        keeper = next(table for table in tables if table.desk is not None)
        gid = keeper.referee.terms.gid
        await until(lambda: all(t.lobby and t.lobby.game == gid for t in tables))
        return keeper

    async def leave(self, name: str) -> None:
        await self.tables.pop(name).close()

    async def close(self) -> None:
        """Everybody goes at once, and nobody waits for an heir."""
        for table in self.tables.values():
            table._end("the party is over")
        closing = [one.close() for one in (*self.watchers, *self.tables.values())]
        await asyncio.gather(*closing)

    def notices(self, name: str) -> list[str]:
        return [text for who, text in self.heard[name] if not who]

    def play(self, name: str) -> Playing:
        play = self.tables[name].play
        assert play is not None
        return play

    def session(self, name: str) -> RemoteSession:
        session = self.tables[name].session
        assert session is not None
        return session


@asynccontextmanager
async def party(folder: Path) -> AsyncIterator[Party]:
    """A party whose cards are locked with toys: the real locks have tests of their own."""
    made = Party(folder)
    with toy_group():
        try:
            yield made
        finally:
            async with asyncio.timeout(PATIENCE):
                await made.close()


async def next_move(party: Party, wanted: Callable[[Action], bool]) -> None:
    """Lets somebody who is awaited do the first thing that is wanted, or nothing much."""
    for name, table in party.tables.items():
        session = table.session
        if session is None or session.seat not in session.view.waiting():
            continue
        if table.referee.busy:
            break
        legal = session.legal()
        if not legal:
            continue
        moves = [move for move in legal if wanted(move)]
        calm = [move for move in legal if move.kind in (PASS, NEXT)]
        await party.session(name).act((moves or calm or legal)[0])
        break
    await asyncio.sleep(0.01)


async def open_window(party: Party) -> int:
    """Plays until somebody has announced something; the number of the window."""
    table = next(iter(party.tables.values()))
    async with asyncio.timeout(PATIENCE):
        while (window := top_window(table.referee.game)) is None:
            await next_move(party, lambda move: move.kind not in (PASS, NEXT))
    await until(lambda: all(top_window(t.referee.game) for t in party.tables.values()))
    return window.ref


def deaf(table: NetTable) -> None:
    """Somebody who does not hear what the others say any more."""
    for link in table.mesh.links.values():
        link.on_message = lambda link, message: None


def session_of(watcher: WatchTable) -> WatchSession:
    assert watcher.session is not None
    return watcher.session


def seated(table: NetTable) -> list[str]:
    """Who has a chair in the lobby, as one program sees it."""
    return [] if table.lobby is None else [c.name for c in table.lobby.chairs if c.pid]


def kinds(table: NetTable) -> list[str]:
    """What has happened in the game as far as this program knows."""
    assert table.game is not None
    return [entry.act.kind for entry in table.game.ledger.log]


def updates(session: RemoteSession) -> list[Update]:
    """What a session has been told and nobody has looked at."""
    return list(session._updates)
