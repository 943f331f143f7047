"""A seat at a network table played by a bot, without a screen: the game told in sentences."""

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError

if TYPE_CHECKING:
    from net.peer.ledger import Happened
    from net.table.table import NetTable


LATE: Final = 0.5  # seconds for one whose seat others play to ask them what is final


class Teller:
    """Prints what happens at a table, as a spectator may hear it."""

    def __init__(self, table: "NetTable") -> None:
        self._table = table
        table.on_told.append(self.told)
        table.on_chat.append(self.said)

    def stop(self) -> None:
        """Says no more."""
        self._table.on_told.remove(self.told)
        self._table.on_chat.remove(self.said)

    def told(self, what: "Happened") -> None:
        from core.telling import tell

        game = self._table.referee.game
        for event in what.events:
            sentence = tell(event, game, None)
            if sentence:
                print(sentence, flush=True)

    def said(self, name: str, text: str) -> None:
        print(f"{name}: {text}" if name else f"({text})", flush=True)


async def play_out(table: "NetTable", teller: Teller, linger: float = 3.0) -> int:
    """Plays until somebody has won; prints who, and the digest of the table. The exit status."""
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # as on Windows, where Ctrl+C just ends it
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopped.set)
    leaving = loop.create_task(stopped.wait())
    try:
        while not table.over and not table.closed and not stopped.is_set():
            news = loop.create_task(table.news())
            await asyncio.wait((news, leaving), return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
        if not table.over:
            raise UserError(table.closed or "the game was left before its end")
        teller.stop()
        game = table.referee.game
        for seat in game.winners:
            print(f"winner: {game.names[seat]}")
        print(f"digest: {game.digest()}", flush=True)
        await _linger(table, linger)
        return 0
    finally:
        leaving.cancel()
        await table.close()


async def _linger(table: "NetTable", seconds: float) -> None:
    """Stays until the others have seen the end as well, or for a while."""
    assert table.game is not None
    game = table.game
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while table.mesh.links and not _all_know(table):
                await asyncio.sleep(0.05)
            if any(pid not in game.ledger.tip.players for pid in table.mesh.links):
                await asyncio.sleep(LATE)
    game.tick(asyncio.get_running_loop().time())


def _all_know(table: "NetTable") -> bool:
    """Whether everybody who is connected has signed the last entry that this program has."""
    game = table.game
    assert game is not None
    signers = game.node.signers(game.ledger.last.seq)
    return all(pid in signers for pid in table.mesh.links if pid in game.terms.pids)
