"""`chez-tui doctor`: what works here, what doesn't, and what to do about it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Final

from chez_tui.doctor.findings import BAD, NOTE, OK, Check
from chez_tui.doctor.machine import clock, folders, terminal, versions
from chez_tui.doctor.network import interfaces, multicast, ports
from chez_tui.world import World

MARKS: Final = {OK: "ok  ", NOTE: "note", BAD: "BAD "}
WIDTH: Final = 11


def add_arguments(parser: ArgumentParser) -> None:
    """Add nothing: there's nothing to choose."""


def run(args: Namespace, world: World) -> int:
    marks = []
    for check in checks(world):
        for line in as_lines(check):
            print(line, flush=True)
        marks.append(check.mark)
    bad, notes = marks.count(BAD), marks.count(NOTE)
    if bad:
        print(f"{bad} of {len(marks)} checks failed")
    else:
        print(f"Everything works{f' ({notes} to note)' if notes else ''}")
    return 1 if bad else 0


def checks(world: World) -> Iterator[Check]:
    """Yield all checks, each when it's due."""
    yield from terminal(world.terminal)
    yield from folders(world.folders)
    for topic in (versions, clock, interfaces, multicast, ports):
        yield from topic()


def as_lines(check: Check) -> list[str]:
    lines = [f"{MARKS[check.mark]}  {check.topic:<{WIDTH}}{check.said}"]
    if check.advice:
        lines.append(f"{'':<{6 + WIDTH}}-> {check.advice}")
    return lines
