"""A player of its own for the benchmark: plays idly, one action at a time, and notes when.

    python -m benchmarks.network_peer FOLDER SEATS            opens a table, says its port
    python -m benchmarks.network_peer FOLDER SEATS PORT       sits down there

Words come in on standard input: `go N` plays N actions and answers with what was done and seen
when, `memory` says what the process holds, `quit` ends it. All times are of the one clock that the
processes of a machine share.
"""

import asyncio
import json
import resource
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path

from benchmarks.growth import IDLE
from core.catalog import load_catalog
from net.identity import Identity
from net.log.kinds import BEACON, DO
from net.log.terms import Manners
from net.peer.ledger import Happened
from net.table.lobby import LobbyError, Plan
from net.table.table import NetTable, Settings
from net.wire.codes import Address

PAUSE = 0.003  # seconds between two actions, so that they don't meet


class Idler:
    """Acts when its seat is the first that the table waits for, as long as it is told to."""

    def __init__(self, table: NetTable) -> None:
        self.table = table
        self.left = 0  # actions to come
        self.did: dict[int, float] = {}  # number of an own act -> when
        self.told: list[tuple[int, float, bool]] = []  # seq, when final here, whether a throw
        # Seq of an own act, when it was done, whether it opens a hidden card.
        self.begun: list[tuple[int, float, bool]] = []
        self.waits = False
        self.rested = asyncio.Event()
        table.on_told.append(self.heard)

    def heard(self, what: Happened) -> None:
        now = time.monotonic()
        act, seq = what.entry.act, what.entry.seq
        if act.kind == DO:
            self.left -= 1
            if act.author == self.table.me.pid:
                assert isinstance(act.payload, list)
                self.begun.append((seq, self.did.pop(act.author_seq), bool(act.payload[1])))
        if act.kind in (DO, BEACON):
            self.told.append((seq, now, act.kind == BEACON))
        self.look()

    def go(self, count: int) -> None:
        self.left += count
        self.rested.clear()
        self.look()

    def look(self) -> None:
        play = self.table.play
        if play is None or play.referee.busy or play.game.ledger.tip.busy:
            return
        if self.left <= 0:
            self.rested.set()
            return
        game = play.referee.game
        seats = game.waiting()
        if (
            seats
            and seats[0] >= 0
            and play.referee.owners[seats[0]] == self.table.me.pid
            and not self.waits
        ):
            self.waits = True
            asyncio.get_running_loop().call_later(PAUSE, self.act, seats[0])

    def act(self, seat: int) -> None:
        self.waits = False
        play = self.table.play
        assert play is not None
        game = play.referee.game
        if seat not in game.waiting()[:1] or play.game.ledger.tip.busy:
            self.look()
            return
        action = next(move for move in game.legal(seat) if move.kind in IDLE)
        now = time.monotonic()
        number = play.game.do(action, asyncio.get_running_loop().time()).author_seq
        self.did[number] = now


def say(value: object) -> None:
    print(json.dumps(value), flush=True)


async def main(folder: Path, seats: int, port: int) -> None:
    name = "Ann" if not port else f"Bo {folder.name}"
    settings = Settings(Identity(secrets.token_bytes(32)), name, "0", folder)
    if port:
        table = await NetTable.join(settings, Address("127.0.0.1", port))
    else:
        manners = Manners(secrets.token_bytes(16), "Benchmark")
        plan = Plan(load_catalog(("grunt",)))  # whose every role throws a die in each turn
        table = await NetTable.host(settings, manners, plan, seats)
    idler = Idler(table)
    say({"port": table.port})
    table.set_ready(True)
    while not table.playing or len(table.mesh.links) < seats - 1:
        lobby = table.lobby if table.desk is not None else None
        if lobby is not None and all(chair.ready for chair in lobby.chairs):
            with suppress(LobbyError):
                table.start()
        await table.news()
    say({"playing": True})
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while words := (await reader.readline()).split():
        if words[0] == b"go":
            idler.go(int(words[1]))
            await idler.rested.wait()
            say({"begun": idler.begun, "told": idler.told})
            idler.begun, idler.told = [], []
        elif words[0] == b"memory":
            say({"memory": memory()})
        else:
            break
    await table.close()


def memory() -> int:
    """Bytes that this process holds now."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


if __name__ == "__main__":
    words = sys.argv[1:]
    asyncio.run(main(Path(words[0]), int(words[1]), int(words[2]) if len(words) > 2 else 0))
