"""A bot of its own for the benchmark of the sealed deck: plays a game and notes when.

    python -m benchmarks.sealed_peer FOLDER SEATS             opens a table, says its port
    python -m benchmarks.sealed_peer FOLDER SEATS strict      ... at which shuffles are proven
    python -m benchmarks.sealed_peer FOLDER SEATS PORT        sits down there

It says when the middle of the game is reached, and at its end what was final when, in the one
clock that the processes of a machine share; then it waits to be ended.
"""

import asyncio
import json
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path

from core.actions import Action
from core.catalog import load_catalog
from net.identity import Identity
from net.log.entries import Act
from net.log.terms import Manners
from net.peer.ledger import Happened
from net.peer.peer import PeerGame
from net.sessions.local import Pace
from net.table.lobby import LobbyError, Plan
from net.table.table import NetTable, Settings
from net.wire.codes import Address

MIDDLE = 120  # entries
PAUSE = 0.005  # seconds between two actions, so that they don't meet


class Notes:
    """What has become final at one table, and when it was begun if it was this player's act."""

    def __init__(self, table: NetTable) -> None:
        self.table = table
        self.did: dict[int, float] = {}  # number of an own act -> when
        self.lines: list[tuple[int, str, float, float, bool, bool]] = []
        self.middle = False
        table.on_told.append(self.heard)

    def watch(self, game: PeerGame) -> None:
        """Notes from now on when this player begins to act."""
        do = game.do

        def noted(action: Action, now: float) -> Act:
            began = time.monotonic()
            act = do(action, now)
            self.did[act.author_seq] = began
            return act

        game.do = noted  # type: ignore[method-assign]

    def heard(self, what: Happened) -> None:
        """An entry: seq, kind, when final, when begun, whether it opens cards, what is busy."""
        now, act, play = time.monotonic(), what.entry.act, self.table.play
        assert play is not None
        deck = play.referee.sealed
        assert deck is not None
        mine = act.author == self.table.me.pid
        began = self.did.get(act.author_seq, 0.0) if mine else 0.0
        opens = act.kind == "do" and isinstance(act.payload, list) and bool(act.payload[1])
        self.lines.append((what.entry.seq, act.kind, now, began, opens, deck.busy))
        if what.entry.seq >= MIDDLE and not self.middle:
            self.middle = True
            say("middle")


def say(value: object) -> None:
    print(json.dumps(value), flush=True)


async def main(folder: Path, seats: int, port: int, strict: bool) -> None:
    name = "Ann" if not port else f"Bo {folder.name}"
    settings = Settings(
        Identity(secrets.token_bytes(32)), name, "0", folder, bot="easy",
        pace=Pace(PAUSE, PAUSE),
    )  # fmt: skip
    if port:
        table = await NetTable.join(settings, Address("127.0.0.1", port))
    else:
        manners = Manners(secrets.token_bytes(16), "Benchmark")
        table = await NetTable.host(settings, manners, Plan(load_catalog(), strict=strict), seats)
    notes = Notes(table)
    say(table.port)
    table.set_ready(True)
    while not table.playing:
        lobby = table.lobby if table.desk is not None else None
        if lobby is not None and all(chair.ready for chair in lobby.chairs):
            with suppress(LobbyError):
                table.start()
        await table.news()
    play = table.play
    assert play is not None
    notes.watch(play.game)
    while not play.auditor.text:
        await asyncio.sleep(0.05)
    say({"lines": notes.lines, "log": str(play.game.home.path), "found": play.auditor.text})  # type: ignore[attr-defined]
    await asyncio.to_thread(sys.stdin.read)
    await table.close()


if __name__ == "__main__":
    words = [*sys.argv[1:], "0"]
    hosts_strictly = words[2] == "strict"
    there = 0 if hosts_strictly else int(words[2])
    asyncio.run(main(Path(words[0]), int(words[1]), there, hosts_strictly))
