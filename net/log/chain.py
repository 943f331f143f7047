"""The log of a game: entries that hang together by their hashes, in memory and on disk.

Disk, wire and replay share the same bytes. An entry is on disk before anybody is told that it is;
what a crash cuts off at the end is dropped when the file is opened again.
"""

import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Final, NamedTuple

from net.files import IN_USE, cut, held, opened, put, renewed, vanished
from net.log.dice import Burnt
from net.log.entries import (
    GID_SIZE,
    HEAD_SIZE,
    MAX_SEALED,
    MAX_SMALL,
    PID_SIZE,
    SIGNATURE_SIZE,
    START,
    VERSION,
    Asked,
    Entry,
    EntryError,
    Place,
    fields,
    pack,
    unpack,
)

MAGIC: Final = b"chez-tui log 1\n"
MAX_ENTRIES: Final = 100_000
TORN: Final = "torn"  # cut off, as by a crash
DAMAGED: Final = "damaged"
_LENGTH: Final = 4
_BURNT: Final = 8 + HEAD_SIZE
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
_HEADER: Final = 6  # bytes at the start of a sealed entry that tell how long it is


class ChainError(Exception):
    """An entry that does not belong at the end of this log, or a log that can't be read."""


class Log:
    """The entries of one game; `store` writes each down before it counts."""

    def __init__(self, gid: bytes, store: "LogFile | None" = None) -> None:
        if len(gid) != GID_SIZE:
            raise ChainError(f"the name of a game has {GID_SIZE} bytes")
        self.gid = gid
        self.committed = 0
        self.place = Place()  # where the log ends
        self.last = Asked(0, 0, START)  # the same with its term, as votes and acks name it
        self._entries: list[Entry] = []
        self._numbers: dict[bytes, dict[int, int]] = {}  # author -> author_seq -> seq
        self._store = store
        self._fitting: Entry | None = None  # found to be fit to come next

    def __len__(self) -> int:
        """The number of the last entry."""
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def entry(self, seq: int) -> Entry:
        if not 1 <= seq <= len(self._entries):
            raise ChainError(f"this log has no entry {seq}")
        return self._entries[seq - 1]

    def head(self, seq: int) -> bytes:
        """The hash of everything up to an entry."""
        return START if seq == 0 else self.entry(seq).head

    def holds(self, place: Place) -> bool:
        """Is this place part of this very history?"""
        return 0 <= place.seq <= len(self._entries) and self.head(place.seq) == place.head

    def find(self, author: bytes, author_seq: int) -> Entry | None:
        """The entry that holds an act, so that an act sent twice is carried out once."""
        seq = self._numbers.get(author, {}).get(author_seq)
        return None if seq is None else self.entry(seq)

    def last_number(self, author: bytes) -> int:
        """The number of the last act of an author; 0 if he has none. The next must be higher."""
        return next(reversed(self._numbers.get(author, {0: 0})))

    def refusal(self, entry: Entry) -> str | None:
        """Why an entry can't come next here, or None. Signatures and rules are not looked at."""
        problem = self._refusal(entry)
        self._fitting = entry if problem is None else None
        return problem

    def _refusal(self, entry: Entry) -> str | None:
        last = self.last
        if entry.gid != self.gid:
            return "it belongs to another game"
        if entry.seq != last.seq + 1:
            return f"it has number {entry.seq}, but {last.seq + 1} comes next"
        if entry.prev != last.head:
            return "it doesn't continue this log"
        if entry.term < last.term:
            return f"it's from term {entry.term}, which ended before term {last.term}"
        if entry.seq > MAX_ENTRIES:
            return "the log is full"
        act = entry.act
        if act.author_seq == 0:
            return None if act.basis == self.place else "it was made for another place in the log"
        if act.author_seq <= self.last_number(act.author):
            return f"act {act.author_seq} of its author comes late or twice"
        if not self.holds(act.basis):
            return "its author had seen a different log"
        return None

    def append(self, entry: Entry) -> None:
        problem = None if entry is self._fitting else self.refusal(entry)
        if problem is not None:
            raise ChainError(f"entry {entry.seq}: {problem}")
        self._fitting = None
        if self._store is not None:
            self._store.append(entry.sealed)
        self._entries.append(entry)
        self.place, self.last = entry.place, entry.asked
        if entry.act.author_seq:
            self._numbers.setdefault(entry.act.author, {})[entry.act.author_seq] = entry.seq

    def commit(self, seq: int) -> None:
        """Up to here nothing changes any more."""
        if seq > len(self._entries):
            raise ChainError(f"entry {seq} hasn't arrived, so it can't be final")
        self.committed = max(self.committed, seq)

    def truncate(self, seq: int) -> None:
        """Drops what comes after an entry: a tail that a new host has replaced."""
        if seq < self.committed:
            raise ChainError(f"entry {self.committed} is final and stays")
        if seq >= len(self._entries):
            return
        if self._store is not None:
            self._store.truncate(seq)
        for entry in reversed(self._entries[seq:]):
            if entry.act.author_seq == 0:
                continue
            numbers = self._numbers[entry.act.author]
            del numbers[entry.act.author_seq]
            if not numbers:
                del self._numbers[entry.act.author]
        del self._entries[seq:]
        self._fitting = None
        last = self._entries[-1] if self._entries else None
        self.place = Place() if last is None else last.place
        self.last = Asked(0, 0, START) if last is None else last.asked

    def slice(self, after: int, count: int, size: int) -> list[Entry]:
        """Entries after a place for somebody who lacks them, at most so many and so many bytes.

        One entry is always given if there is one, however big it is.
        """
        out: list[Entry] = []
        for entry in self._entries[max(after, 0) : max(after, 0) + count]:
            size -= len(entry.sealed)
            if out and size < 0:
                break
            out.append(entry)
        return out


# -- on disk ---------------------------------------------------------------------------------------


class Frames(NamedTuple):
    """What a log file holds: its entries, and where each ends in the file."""

    sealed: list[bytes]
    ends: list[int]
    rest: str = ""  # what follows the last whole entry: nothing, TORN or DAMAGED


def split_frames(data: bytes) -> Frames:
    """Parts the bytes of a log file into entries."""
    if not data.startswith(MAGIC):
        if MAGIC.startswith(data):
            return Frames([], [], TORN if data else "")
        raise ChainError("this isn't the log of a network game")
    frames = Frames([], [])
    at = len(MAGIC)
    while at < len(data):
        size = int.from_bytes(data[at : at + _LENGTH], "big")
        end = at + _LENGTH + size
        if size == 0 and not any(data[at:]):
            return frames._replace(rest=TORN)  # room that was set aside and never written
        if len(data) - at >= _LENGTH and not 0 < size <= MAX_SEALED:
            return frames._replace(rest=DAMAGED)
        if end > len(data):
            whole = _sealed_size(data[at + _LENGTH : at + _LENGTH + _HEADER])
            return frames._replace(rest=TORN if whole in (size, 0) else DAMAGED)
        frames.sealed.append(data[at + _LENGTH : end])
        frames.ends.append(end)
        at = end
    return frames


def _sealed_size(start: bytes) -> int:
    """How long a sealed entry is by its own account; 0 if too little of it is left to tell."""
    if len(start) < _HEADER:
        return 0
    # A list of two (0x92) that begins with bytes (0xC4 to 0xC6: the width of their length).
    if start[0] != 0x92 or not 0xC4 <= start[1] <= 0xC6:
        return -1
    width = 1 << start[1] - 0xC4
    return 2 + width + int.from_bytes(start[2 : 2 + width], "big") + 2 + SIGNATURE_SIZE


def framed(sealed: bytes) -> bytes:
    """An entry as it lies in a file."""
    return len(sealed).to_bytes(_LENGTH, "big") + sealed


class LogFile:
    """The file a log is written to, entry by entry; unbuffered, so a killed program loses none."""

    def __init__(self, path: Path, file: FileIO, ends: list[int]) -> None:
        self._path = path
        self._file = file
        self._ends = ends

    def append(self, sealed: bytes) -> None:
        if vanished(self._file, self._path):
            self._file, self._path = renewed(self._file, self._path)
        data = framed(sealed)
        put(self._file, data)
        self._ends.append(self._end + len(data))

    def truncate(self, seq: int) -> None:
        del self._ends[seq:]
        cut(self._file, self._end)

    @property
    def _end(self) -> int:
        return self._ends[-1] if self._ends else len(MAGIC)

    def close(self) -> None:
        self._file.close()


def open_log(path: Path, gid: bytes) -> tuple[Log, LogFile]:
    """The log in a file, made if there is none, ready to be continued.

    The last entry is dropped if a crash has cut it off; anything else that is wrong is an error.
    Signatures are not checked again: they were before the entry was written.
    """
    file = own_file(path)
    try:
        if not held(file.fileno()):
            raise ChainError(IN_USE)
        frames = split_frames(file.readall())
        if frames.rest == DAMAGED:
            raise ChainError(f"{path} is damaged after entry {len(frames.sealed)}")
        log = Log(gid)
        for number, sealed in enumerate(frames.sealed, 1):
            try:
                log.append(Entry.read(sealed))
            except (EntryError, ChainError) as error:
                if number == len(frames.sealed):
                    break
                raise ChainError(f"{path} is damaged at entry {number}: {error}") from None
        file.seek(0)
        file.write(MAGIC)
        store = LogFile(path, file, frames.ends)
        store.truncate(len(log))
    except BaseException:
        file.close()
        raise
    log._store = store
    return log, store


# -- what a player must never forget ---------------------------------------------------------------


class Kept(NamedTuple):
    """The term a player is in, and whom he voted for in it; empty: nobody yet.

    The floor is the newest place (term and number) that he had confirmed and then had to give up.
    What is `final` is known for certain up to there, in any case the last change of the seats.
    """

    term: int = 0
    voted: bytes = b""
    floor_term: int = 0
    floor_seq: int = 0
    final: int = 0


def save_kept(path: Path, kept: Kept) -> None:
    """Puts it on the disk for good before it returns; the old file stays whole until then."""
    fresh = path.with_name(f"{path.name}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(pack([VERSION, *kept]))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def load_kept(path: Path) -> Kept:
    """What was saved; the beginning if nothing was. A damaged file is an error, not a beginning."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Kept()
    try:
        value = unpack(raw, MAX_SMALL, "the state file")
        version, *kept = fields(value, "the state file", int, int, bytes, int, int, int)
    except EntryError as error:
        raise ChainError(f"{path} is damaged: {error}") from None
    if version != VERSION or len(kept[1]) not in (0, PID_SIZE):
        raise ChainError(f"{path} is damaged or from another version")
    return Kept(*kept)


class BurntFile:
    """The links a player has shown, one record each, written before the link is sent.

    Like the log it is written without waiting for the disk: it survives the end of the program,
    and a throw stays as quick as the network.
    """

    def __init__(self, path: Path) -> None:
        self._file = own_file(path)
        data = self._file.readall()
        whole = len(data) - len(data) % _BURNT
        record = data[whole - _BURNT : whole] if whole else bytes(_BURNT)
        self.last = Burnt(int.from_bytes(record[:8], "big"), record[8:])
        self._file.truncate(whole)
        self._file.seek(whole)

    def save(self, burnt: Burnt) -> None:
        put(self._file, burnt.throw.to_bytes(8, "big") + burnt.head)
        self.last = burnt

    def close(self) -> None:
        self._file.close()


def own_file(path: Path) -> FileIO:
    """A file of our own as `opened` has it; raises ChainError."""
    try:
        return opened(path)
    except OSError as error:
        raise ChainError(f"{path} can't be opened: {error.strerror or error}") from None
