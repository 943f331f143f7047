"""The terminal: whether a full screen can be shown, and how well."""

import os
import sys
from collections.abc import Iterator
from typing import Final

from chez_tui.doctor.findings import NOTE, OK, Check

COLUMNS: Final = 80
LINES: Final = 24
WITHOUT: Final = "without one there are chez-tui bots and chez-tui solo --plain"


def terminal() -> Iterator[Check]:
    name = os.environ.get("TERM", "")
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        yield Check("terminal", NOTE, "this is a pipe or a script, not a terminal", WITHOUT)
    elif name in ("", "dumb") and os.name == "posix":
        yield Check("terminal", NOTE, f"TERM is {name!r}: no cursor can be moved", WITHOUT)
    else:
        yield Check("terminal", OK, f"TERM is {name!r}")
    yield from _size()
    yield _colors(name)
    yield _letters()


def _size() -> Iterator[Check]:
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        try:
            columns, lines = os.get_terminal_size(stream.fileno())
        except (OSError, ValueError):
            continue
        said = f"{columns} columns, {lines} lines"
        if columns < COLUMNS or lines < LINES:
            yield Check("size", NOTE, said, f"make it {COLUMNS} x {LINES} or more to see it all")
        else:
            yield Check("size", OK, said)
        return


def _colors(name: str) -> Check:
    if os.environ.get("NO_COLOR"):
        return Check("colors", OK, "none, because NO_COLOR is set")
    if os.environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        return Check("colors", OK, "16 million")
    if "256color" in name:
        return Check("colors", OK, "256")
    return Check("colors", NOTE, "few", "--theme contrast or --theme mono may look better")


def _letters() -> Check:
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    if os.name != "posix" or "utf8" in locale.casefold().replace("-", ""):
        return Check("letters", OK, "all of Unicode")
    said = f"the locale is {locale or 'not set'}, which may know ASCII only"
    return Check("letters", NOTE, said, "if boxes look odd, use --ascii or set LANG=C.UTF-8")
