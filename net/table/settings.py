"""Who sits down at a network table, and what can keep him from it."""

import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree

from net.identity import Identity, KnownPeers
from net.log.chain import ChainError
from net.log.terms import Terms
from net.peer.home import Folder
from net.sessions.history import History
from net.sessions.local import INSTANT, Pace


@dataclass
class Settings:
    """Who sits at this keyboard, and how."""

    identity: Identity
    name: str
    program: str  # the version that people know
    folder: Path  # where games are kept
    bot: str = ""  # the level at which this program plays its seat by itself; empty: a person
    pace: Pace = INSTANT
    port: int = 0
    password: str = ""
    new_log: Callable[[str], Path] | None = None  # where the log of a table of that name goes
    known: KnownPeers | None = None  # who has been met before
    history: History | None = None  # where results go
    mine: Callable[[], Collection[bytes]] = tuple  # all players that are this user
    luck: Callable[[int], bytes] = field(default=secrets.token_bytes)


class TableError(Exception):
    """Why there is no table: a sentence, and the reason as `net.wire.hall.HallError` has it."""

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason


class Seated(TableError):
    """Whoever wants a chair has one already, in the game that is played there."""

    def __init__(self, table: bytes) -> None:
        super().__init__("you have a seat in this game. Run chez-tui resume to take it.")
        self.table = table


def terms_in(folder: Path) -> Terms:
    """The terms of the game in a folder; raises ChainError or EntryError."""
    return Terms.read(Folder.terms_of(folder))


def discard(folder: Path) -> None:
    """Removes a game that did not begin: nobody comes back to it."""
    with suppress(OSError, ChainError):
        Folder.log_of(folder).unlink(missing_ok=True)
    rmtree(folder, ignore_errors=True)
