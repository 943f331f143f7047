"""Files, versions and the clock."""

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
from chez_tui.errors import UserError
from chez_tui.world import Folders

_NEEDS: Final = re.compile(r"([A-Za-z0-9_.-]+)[^;]*?>=\s*([0-9.]+)(.*)")
_DAY: Final = 86400.0


def folders(folders: Folders) -> Iterator[Check]:
    from chez_tui.settings import load_settings

    yield _folder("games", Path(folders.data))
    yield _folder("settings", Path(folders.config))
    try:
        load_settings(folders.settings)
    except UserError as error:
        yield Check("settings", BAD, str(error), "mend the file or remove it")


def _folder(topic: str, folder: Path) -> Check:
    there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    advice = "mend its rights, or set XDG_DATA_HOME and XDG_CONFIG_HOME to folders of yours"
    if not there.is_dir():
        return Check(topic, BAD, f"{there} is no folder", advice)
    try:
        if there == folder:
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"chez-tui")
        elif not os.access(there, os.W_OK | os.X_OK):
            raise PermissionError(13, os.strerror(13))
    except OSError as error:
        return Check(topic, BAD, f"{folder} can't be written: {error.strerror or error}", advice)
    made = "" if there == folder else ", made when it is needed"
    return Check(topic, OK, f"{folder}{made}")


def versions() -> Iterator[Check]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Check("version", OK, f"chez-tui {__version__}, Python {python}")
    for package, least in needed().items():
        yield _version(package, least)


def needed() -> dict[str, str]:
    """What this program is installed with, and the least version of it."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("chez-tui") or []
    except PackageNotFoundError:
        lines = []
    found = (_NEEDS.match(line) for line in lines)
    return {match[1]: match[2] for match in found if match and "extra" not in match[3]}


def _version(package: str, least: str) -> Check:
    from importlib.metadata import PackageNotFoundError, version

    again = "install chez-tui again: pip install --upgrade chez-tui"
    try:
        here = version(package)
    except PackageNotFoundError:
        return Check(package, BAD, "is missing", again)
    if _numbers(here) < _numbers(least):
        return Check(package, BAD, f"{here} is too old; {least} is needed", again)
    return Check(package, OK, here)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)[:3]]


def clock() -> Iterator[Check]:
    now = time.time()
    said = time.strftime("%Y-%m-%d %H:%M:%S %Z", time.localtime(now))
    if now + _DAY < Path(__file__).stat().st_mtime:
        advice = "games are named by the date; set the clock"
        yield Check("clock", NOTE, f"{said}, which is before this program was installed", advice)
    else:
        yield Check("clock", OK, said)
