"""The terminal: whether a full screen can be shown, and how well."""

import os
from collections.abc import Iterator
from typing import Final

from chez_tui.doctor.findings import NOTE, OK, Check
from chez_tui.world import MANY, TerminalTraits

COLUMNS: Final = 80
LINES: Final = 24
WITHOUT: Final = "without one there are chez-tui bots and chez-tui solo --plain"


def terminal(traits: TerminalTraits) -> Iterator[Check]:
    name = traits.kind
    if not traits.whole:
        yield Check("terminal", NOTE, "this is a pipe or a script, not a terminal", WITHOUT)
    elif not traits.moves and os.name == "posix":
        yield Check("terminal", NOTE, f"TERM is {name!r}: no cursor can be moved", WITHOUT)
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
            yield Check("size", NOTE, said, f"make it {COLUMNS} x {LINES} or more to see it all")
        else:
            yield Check("size", OK, said)
        return


def _colors(number: int) -> Check:
    known = {0: "none, because NO_COLOR is set", 256: "256", MANY: "16 million"}
    if number in known:
        return Check("colors", OK, known[number])
    return Check("colors", NOTE, "few", "--theme contrast or --theme mono may look better")


def _letters(locale: str) -> Check:
    if os.name != "posix" or "utf8" in locale.casefold().replace("-", ""):
        return Check("letters", OK, "all of Unicode")
    said = f"the locale is {locale or 'not set'}, which may know ASCII only"
    return Check("letters", NOTE, said, "if boxes look odd, use --ascii or set LANG=C.UTF-8")
