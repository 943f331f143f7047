"""A seat at a network table played by a bot, without a screen: the game in sentences."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from chez_tui.errors import UserError
from core.telling import tell_all
from net.peer.ledger import Happened
from net.table.table import NetTable

LATE: Final = 0.5  # seconds for a player whose seat others play to ask them what's final
LEAST: Final = 10.0  # seconds that a bot waits for its table, even if seats are held for less
LOOK: Final = 1.0  # seconds between looks at who's there


class Teller:
    """Prints what happens at a table, as a spectator may know it."""

    def __init__(self, table: NetTable, say: Callable[[str], object]) -> None:
        self._table = table
        self.say = say
        table.on_told.append(self.told)
        table.on_chat.append(self.said)

    def stop(self) -> None:
        """Print nothing anymore."""
        self._table.on_told.remove(self.told)
        self._table.on_chat.remove(self.said)

    def told(self, what: Happened) -> None:
        for sentence in tell_all(what.events, self._table.referee.game):
            self.say(sentence)

    def said(self, name: str, text: str) -> None:
        self.say(f"{name}: {text}" if name else f"({text})")


class Company:
    """The players a bot plays with, and how long it waits when they're disconnected.

    A person at a screen sees that no one is connected, and decides. No one would tell a bot to
    leave, so it waits for as long as its table holds a seat.
    """

    def __init__(self, table: NetTable) -> None:
        self._table = table
        self._since: float | None = None  # when it was left alone
        self._loop = asyncio.get_running_loop()

    async def news(self, *more: "asyncio.Task[bool]") -> None:
        """Wait until something changes, for a short while; raise UserError if there's no one left
        to play with."""
        news = self._loop.create_task(self._table.news())
        await asyncio.wait((news, *more), timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
        news.cancel()
        left = self.left
        if left is not None and left <= 0.0:
            raise UserError(
                f"no one was connected for {self._patience:.0f} s."
                " When the others are back, run chez-tui resume."
            )

    @property
    def left(self) -> float | None:
        """How many more seconds the bot waits; None if it isn't alone."""
        now = self._loop.time()
        if not self._alone:
            self._since = None
            return None
        self._since = now if self._since is None else self._since
        return self._since + self._patience - now

    @property
    def _patience(self) -> float:
        play = self._table.play
        return max(LEAST, 0.0 if play is None else float(play.terms.manners.wait))

    @property
    def _alone(self) -> bool:
        """Whether there's no host, and no other person of this game is connected."""
        play = self._table.play
        if play is None or self._table.over or play.game.host is not None:
            return False
        people = {play.terms.pids[seat.owner] for seat in play.terms.seats if not seat.bot}
        return not people & set(self._table.mesh.links)


async def play_out(
    table: NetTable, teller: Teller, stopped: asyncio.Event, linger: float = 3.0
) -> int:
    """Play until someone wins. Print the winners and the table's digest; return the exit status."""
    leaving = asyncio.create_task(stopped.wait())
    company = Company(table)
    try:
        while not table.over and not table.closed and not stopped.is_set():
            await company.news(leaving)
        if not table.over:
            raise UserError(table.closed or "you left the game before its end")
        teller.stop()
        await _audited(table, teller.say)
        game = table.referee.game
        for seat in game.winners:
            teller.say(f"winner: {game.names[seat]}")
        teller.say(f"digest: {game.digest()}")
        await _linger(table, linger)
        return 0
    finally:
        leaving.cancel()
        await table.close()


async def _audited(table: NetTable, say: Callable[[str], object]) -> None:
    """Wait until the cards are audited, and print the result."""
    assert table.play is not None
    auditor = table.play.auditor
    while auditor.pending and not table.closed:
        await asyncio.sleep(0.02)
    if table.closed:
        raise UserError(table.closed)
    if auditor.text:
        say(f"cards: {table.play.terms.cards}, {auditor.text}")


async def _linger(table: NetTable, seconds: float) -> None:
    """Stay until the others have seen the end, too, or for a while."""
    assert table.game is not None
    game = table.game
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while any(  # who hasn't signed the last entry that we have
                pid not in game.node.signers(game.ledger.last.seq)
                for pid in table.mesh.links
                if pid in game.terms.pids
            ):
                await asyncio.sleep(0.05)
            if any(pid not in game.ledger.tip.players for pid in table.mesh.links):
                await asyncio.sleep(LATE)
    game.tick(asyncio.get_running_loop().time())
