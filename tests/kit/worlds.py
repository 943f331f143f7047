"""Worlds for tests: in the folders of the test, with settings given by hand."""

from typing import TextIO

from chez_tui.settings import Settings, default_of, load_settings, save_setting
from chez_tui.world import Folders, World, standard_input


def here() -> Folders:
    """Return the folders of this test."""
    return Folders.of_process()


def keep(settings: Settings) -> None:
    """Write settings into the file of this test, as if somebody had changed one after another."""
    for name, value in settings._asdict().items():
        if name != "keys" and value != default_of(name):
            save_setting(here().settings, name, value)
    for command, keys in settings.keys.items():
        save_setting(here().settings, f"keys.{command}", keys)


def kept() -> Settings:
    """Return what the settings file of this test says; nothing is wrong with it."""
    settings, faults = load_settings(here().settings)
    assert faults == ()
    return settings


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
