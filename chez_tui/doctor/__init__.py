"""What works on this machine, what does not, and what to do about it."""

from collections.abc import Iterator

from chez_tui.doctor.findings import BAD, NOTE, OK, Check
from chez_tui.doctor.machine import clock, folders, versions
from chez_tui.doctor.network import interfaces, multicast, ports
from chez_tui.doctor.screen import terminal
from chez_tui.world import World

__all__ = ["BAD", "NOTE", "OK", "Check", "checks"]


def checks(world: World) -> Iterator[Check]:
    """Return all checks, each made when it is asked for."""
    yield from terminal(world.terminal)
    yield from folders(world.folders)
    for topic in (versions, clock, interfaces, multicast, ports):
        yield from topic()
