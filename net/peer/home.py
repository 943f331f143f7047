"""What one player keeps of a game on his own disk, so that he can come back to it.

The log is what everybody has. The rest is his alone: his vote, the links he has shown, the keys
that others have given him, and the seeds of his dice and of his part of the deal (mode 0600).
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from net.files import put
from net.log.chain import (
    BurntFile,
    ChainError,
    Kept,
    Log,
    load_kept,
    open_log,
    own_file,
    save_kept,
)
from net.log.dice import LINK_SIZE, Burnt
from net.log.entries import GID_SIZE, MAX_ACT, VERSION, EntryError, fields, pack, unpack
from net.wire.codes import Address, CodeError, parse_address
from net.wire.messages import Listener

MAX_ADDRESSES: Final = 64
LOG: Final = "game.log"
_VOTE: Final = "vote"
_BURNT: Final = "links"
_KEYS: Final = "keys"
_KEY: Final = 3 * 32  # bytes of a record: lock, holder, key
_SEEDS: Final = "seeds"
_TERMS: Final = "terms"
_OVER: Final = "over"
_LOCKED: Final = "locked"
_ADDRESSES: Final = "addresses"
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)


Keys = dict[bytes, dict[bytes, bytes]]  # the mark of a lock -> a holder -> his key on it


class Home(Protocol):
    """Where a game is kept."""

    log: Log
    kept: Kept
    deck_seed: bytes
    dice_seeds: list[bytes]

    @property
    def path(self) -> Path | None:
        """The file of the log, if it has one."""

    @property
    def keys(self) -> Mapping[bytes, Mapping[bytes, bytes]]:
        """What other players have given to this one: by lock and holder."""

    def keep_key(self, mark: bytes, holder: bytes, key: bytes) -> None:
        """Remembers a key that another player has given to this one."""

    @property
    def burnt(self) -> Burnt:
        """The link that was shown last."""

    def keep(self, kept: Kept) -> None:
        """Remembers term and vote for certain."""

    def burn(self, burnt: Burnt) -> None:
        """Remembers that a link is about to be shown."""

    def add_dice_seed(self, seed: bytes) -> None:
        """Remembers the seed of another chain."""

    def finish(self) -> None:
        """The game is over: nobody needs to come back to it."""

    def note_listeners(self, listeners: Sequence[Listener]) -> None:
        """Remembers where players may be found when the game is taken up again."""

    def close(self) -> None:
        """Lets go of its files."""


@dataclass
class Pocket:
    """A game that is kept in memory only: its player can't come back to it."""

    log: Log
    deck_seed: bytes
    dice_seeds: list[bytes]
    kept: Kept = field(default_factory=Kept)
    burnt: Burnt = field(default_factory=Burnt)
    keys: Keys = field(default_factory=dict)
    path: Path | None = None

    def keep_key(self, mark: bytes, holder: bytes, key: bytes) -> None:
        self.keys.setdefault(mark, {})[holder] = key

    def keep(self, kept: Kept) -> None:
        self.kept = kept

    def burn(self, burnt: Burnt) -> None:
        self.burnt = burnt

    def add_dice_seed(self, seed: bytes) -> None:
        self.dice_seeds.append(seed)

    def finish(self) -> None:
        """Nobody comes back to it anyway."""

    def note_listeners(self, listeners: Sequence[Listener]) -> None:
        """Nobody takes it up again."""

    def close(self) -> None:
        """It has no files."""


class KeyFile:
    """The keys that a player was given, one record each.

    Whoever gave a key can give it again as long as he is at the table; if he has vanished, this
    is the only place where it is left.
    """

    def __init__(self, path: Path) -> None:
        self._file = own_file(path)
        data = self._file.readall()
        whole = len(data) - len(data) % _KEY
        self.keys: Keys = {}
        for at in range(0, whole, _KEY):
            mark, holder, key = (data[at + part : at + part + 32] for part in (0, 32, 64))
            self.keys.setdefault(mark, {})[holder] = key
        self._file.truncate(whole)
        self._file.seek(whole)

    def add(self, mark: bytes, holder: bytes, key: bytes) -> None:
        put(self._file, mark + holder + key)
        self.keys.setdefault(mark, {})[holder] = key

    def close(self) -> None:
        self._file.close()


class Folder:
    """A game in a folder of its own; the log may lie elsewhere."""

    def __init__(self, folder: Path, log: Path | None = None) -> None:
        """Opens what is there; raises ChainError if it is damaged or of another game."""
        self._folder = folder
        value = _read_seeds(folder / _SEEDS)
        self.gid, self.deck_seed, seeds, where = value
        self.dice_seeds: list[bytes] = seeds
        self.path = log or Path(where)
        self.kept = load_kept(folder / _VOTE)
        self._burnt = BurntFile(folder / _BURNT)
        self._keys = KeyFile(folder / _KEYS)
        try:
            self.log, self._store = open_log(self.path, self.gid)
        except ChainError:
            self._burnt.close()
            self._keys.close()
            raise
        self._noted = ""

    @classmethod
    def make(
        cls,
        folder: Path,
        gid: bytes,
        deck_seed: bytes,
        dice_seed: bytes,
        terms: bytes,
        log: Path | None = None,
    ) -> "Folder":
        """A folder for a new game; its terms are kept beside the log, which may not begin before
        the program ends."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = (log or folder / LOG).absolute()
        path.parent.mkdir(parents=True, exist_ok=True)
        (folder / _TERMS).write_bytes(terms)
        _write_seeds(folder / _SEEDS, gid, deck_seed, [dice_seed], path)
        return cls(folder)

    @property
    def keys(self) -> Keys:
        return self._keys.keys

    def keep_key(self, mark: bytes, holder: bytes, key: bytes) -> None:
        self._keys.add(mark, holder, key)

    @property
    def burnt(self) -> Burnt:
        return self._burnt.last

    def keep(self, kept: Kept) -> None:
        save_kept(self._folder / _VOTE, kept)
        self.kept = kept

    def burn(self, burnt: Burnt) -> None:
        self._burnt.save(burnt)

    def add_dice_seed(self, seed: bytes) -> None:
        self.dice_seeds.append(seed)
        _write_seeds(self._folder / _SEEDS, self.gid, self.deck_seed, self.dice_seeds, self.path)

    @staticmethod
    def log_of(folder: Path) -> Path:
        """Where the log of a game lies."""
        return Path(_read_seeds(folder / _SEEDS)[3])

    @staticmethod
    def terms_of(folder: Path) -> bytes:
        """What the players of the game in a folder have signed; raises ChainError.

        Nothing is written: another program may be playing that game.
        """
        try:
            return (folder / _TERMS).read_bytes()
        except OSError as error:
            raise ChainError(f"{folder} can't be read: {error.strerror or error}") from None

    @staticmethod
    def finished(folder: Path) -> bool:
        """Whether the game in a folder has come to its end."""
        return (folder / _OVER).exists()

    @staticmethod
    def locked(folder: Path) -> bool:
        """Whether the table has a password; the password itself is not kept."""
        return (folder / _LOCKED).exists()

    def lock(self) -> None:
        """Remembers that the table has a password."""
        (self._folder / _LOCKED).touch()

    def finish(self) -> None:
        """The game is over: nobody needs to come back to it."""
        (self._folder / _OVER).touch()

    def note_listeners(self, listeners: Sequence[Listener]) -> None:
        """Where players may be found when the game is taken up again."""
        text = "".join(f"{pid.hex()} {Address(host, port)}\n" for pid, host, port in listeners)
        if text != self._noted:
            self._noted = text
            (self._folder / _ADDRESSES).write_text(text, encoding="utf-8")

    def close(self) -> None:
        self._store.close()
        self._burnt.close()
        self._keys.close()


def listeners_in(folder: Path) -> list[Listener]:
    """What `note_listeners` wrote there; what makes no sense is left out."""
    found: list[Listener] = []
    with suppress(OSError, UnicodeDecodeError):
        for line in (folder / _ADDRESSES).read_text(encoding="utf-8").splitlines()[:MAX_ADDRESSES]:
            pid, _, address = line.partition(" ")
            with suppress(CodeError, ValueError):
                found.append(Listener(bytes.fromhex(pid), *parse_address(address)))
    return found


def _write_seeds(path: Path, gid: bytes, deck: bytes, dice: list[bytes], log: Path) -> None:
    fresh = path.with_name(f"{path.name}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY
    with os.fdopen(os.open(fresh, flags, 0o600), "wb") as file:
        file.write(pack([VERSION, gid, deck, dice, str(log)]))
    fresh.replace(path)


def _read_seeds(path: Path) -> tuple[bytes, bytes, list[bytes], str]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ChainError(f"{path} can't be read: {error.strerror or error}") from None
    try:
        version, gid, deck, dice, log = fields(
            unpack(raw, MAX_ACT, "the seeds"), "the seeds", int, GID_SIZE, LINK_SIZE, list, str
        )
        if version != VERSION or not all(type(s) is bytes and len(s) == LINK_SIZE for s in dice):
            raise EntryError("the seeds are from another version")
    except EntryError as error:
        raise ChainError(f"{path} is damaged: {error}") from None
    return gid, deck, dice, log
