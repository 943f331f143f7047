"""Files that one program has for itself while it writes to them, and all they need for that."""

import errno
import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # as on Windows
    fcntl = None  # type: ignore[assignment]

IN_USE: Final = "this game is open in another window"
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)


def trouble(error: OSError) -> str:
    """Return what is wrong with a file or folder, in a sentence."""
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{error.strerror or error}"


def opened(path: Path, how: int = 0) -> FileIO:
    """Open a file of our own for reading and writing, unbuffered; make it if there is none.

    `how` has more flags, such as `os.O_EXCL`.
    """
    return FileIO(os.open(path, os.O_RDWR | os.O_CREAT | _BINARY | how, 0o600), "r+")


def reserved(path: Path) -> Path:
    """Make that file, or one beside it with a number if it's taken, so that nobody else can."""
    path.parent.mkdir(parents=True, exist_ok=True)
    free, number = path, 1
    while True:
        try:
            free.touch(mode=0o600, exist_ok=False)
            return free
        except FileExistsError:
            number += 1
            free = path.with_stem(f"{path.stem}-{number}")


def held(file: int) -> bool:
    """Take a file for this program until it's closed; return whether no other has it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            pass
    return True


def awaited(file: int) -> None:
    """Take a file as soon as no other program has it."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX)


def put(file: FileIO, data: bytes) -> None:
    """Write all of it at the end or nothing; raises OSError."""
    end = file.tell()
    try:
        if file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError:
        with suppress(OSError):
            cut(file, end)
        raise


def cut(file: FileIO, end: int) -> None:
    """Let a file end there; what is written next follows."""
    file.truncate(end)
    file.seek(end)


def vanished(file: FileIO, path: Path) -> bool:
    """Return whether the file is no longer found under its name."""
    try:
        return not os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return True


def renewed(file: FileIO, path: Path) -> tuple[FileIO, Path]:
    """Write a file that has vanished again, all of it, and close the old one.

    If another file has taken its name, it gets a number.
    """
    file.seek(0)
    data = file.readall()
    path = reserved(path)
    fresh = opened(path)
    held(fresh.fileno())
    put(fresh, data)
    file.close()
    return fresh, path
