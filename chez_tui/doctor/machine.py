"""The terminal, files, versions and the clock."""

import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from chez_tui import __version__
from chez_tui.doctor.findings import BAD, NOTE, OK, Check
from chez_tui.world import MANY, Folders, TerminalTraits

_NEEDS: Final = re.compile(r"([A-Za-z0-9_.-]+)[^;]*?>=\s*([0-9.]+)(.*)")
_DAY: Final = 86400.0
COLUMNS: Final = 80
LINES: Final = 24
WITHOUT: Final = "without one, use chez-tui bots or chez-tui solo --plain"


def folders(folders: Folders) -> Iterator[Check]:
    from chez_tui.settings import load_settings

    yield _folder("games", Path(folders.data))
    yield _folder("settings", Path(folders.config))
    for fault in load_settings(folders.settings).faults:
        yield Check("settings", BAD, fault, "fix the file or delete it")


def _folder(topic: str, folder: Path) -> Check:
    there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    advice = "fix its permissions, or point XDG_DATA_HOME and XDG_CONFIG_HOME somewhere else"
    if not there.is_dir():
        return Check(topic, BAD, f"{there} isn't a folder", advice)
    try:
        if there == folder:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"chez-tui")
        elif not os.access(there, os.W_OK | os.X_OK):
            raise PermissionError(13, os.strerror(13))
    except OSError as error:
        return Check(topic, BAD, f"can't write to {folder}: {error.strerror or error}", advice)
    made = "" if there == folder else "; chez-tui creates it when needed"
    return Check(topic, OK, f"{folder}{made}")


def versions() -> Iterator[Check]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Check("version", OK, f"chez-tui {__version__}, Python {python}")
    for package, least in needed().items():
        yield _version(package, least)


def needed() -> dict[str, str]:
    """Return what chez-tui is installed with, and the oldest version of each that works."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("chez-tui") or []
    except PackageNotFoundError:
        lines = []
    found = (_NEEDS.match(line) for line in lines)
    return {match[1]: match[2] for match in found if match and "extra" not in match[3]}


def _version(package: str, least: str) -> Check:
    from importlib.metadata import PackageNotFoundError, version

    again = "reinstall chez-tui: pip install --upgrade chez-tui"
    try:
        here = version(package)
    except PackageNotFoundError:
        return Check(package, BAD, "is missing", again)
    if _numbers(here) < _numbers(least):
        return Check(package, BAD, f"{here} is too old; chez-tui needs {least}", again)
    return Check(package, OK, here)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)[:3]]


def clock() -> Iterator[Check]:
    now = time.time()
    said = time.strftime("%Y-%m-%d %H:%M:%S %Z", time.localtime(now))
    if now + _DAY < Path(__file__).stat().st_mtime:
        advice = "set the clock: games are named by date"
        yield Check("clock", NOTE, f"{said}, which is before you installed chez-tui", advice)
    else:
        yield Check("clock", OK, said)


# -- the terminal ----------------------------------------------------------------------------------


def terminal(traits: TerminalTraits) -> Iterator[Check]:
    name = traits.kind
    if not traits.whole:
        yield Check("terminal", NOTE, "this isn't a terminal but a pipe or a script", WITHOUT)
    elif not traits.moves and os.name == "posix":
        yield Check("terminal", NOTE, f"TERM is {name!r}: it can't move the cursor", WITHOUT)
    else:
        yield Check("terminal", OK, f"TERM is {name!r}")
    yield from _size()
    yield _colors(traits.colors)
    yield _letters(traits.language)


def _size() -> Iterator[Check]:
    for stream in (1, 2, 0):  # output, errors, input
        try:
            columns, lines = os.get_terminal_size(stream)
        except OSError:
            continue
        said = f"{columns} columns, {lines} lines"
        if columns < COLUMNS or lines < LINES:
            yield Check("size", NOTE, said, f"make it at least {COLUMNS} x {LINES}")
        else:
            yield Check("size", OK, said)
        return


def _colors(number: int) -> Check:
    known = {0: "none, because NO_COLOR is set", 256: "256", MANY: "16 million"}
    if number in known:
        return Check("colors", OK, known[number])
    return Check("colors", NOTE, "few", "try --theme terminal, contrast or mono")


def _letters(locale: str) -> Check:
    if os.name != "posix" or "utf8" in locale.casefold().replace("-", ""):
        return Check("letters", OK, "all of Unicode")
    said = f"the locale is {locale or 'not set'}, which may be ASCII only"
    return Check("letters", NOTE, said, "if boxes look odd, use --ascii or set LANG=C.UTF-8")
