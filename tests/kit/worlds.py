"""Worlds for tests: in the folders of the test, with settings given by hand."""

from typing import TextIO

from chez_tui.settings import Settings
from chez_tui.world import Folders, World, standard_input


def here() -> Folders:
    """Return the folders of this test."""
    return Folders.of_process()


def world_with(
    settings: Settings | None = None,
    out: TextIO | None = None,
    typed: int | None = None,
    **chosen: object,
) -> World:
    """Return a world whose person has these settings, whatever their file says."""
    world = World(here(), out=out, typed=standard_input if typed is None else lambda: typed)
    world.settings = (settings or Settings())._replace(**chosen)
    return world
