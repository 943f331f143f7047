"""The settings file: what is in it, what is wrong with it, what the command line makes of it."""

from argparse import ArgumentParser

import pytest

from chez_tui.errors import UserError
from chez_tui.settings import AUTO, Settings, load_settings, save_settings
from chez_tui.verbs import flags
from chez_tui.world import TerminalTraits, World
from tests.kit.worlds import here


def test_what_is_saved_is_read_back() -> None:
    config = Settings(
        name='Zoë "Z" [bold]\\',
        editions="geek+goth",
        theme="goth",
        pace="fast",
        preset="able",
        ascii=True,
        calm=True,
        bell_turn=False,
        bell_window=False,
        auto_next=False,
        keys={"help": ("f2",), "up": ("up", "w")},
    )
    assert all(one != other for one, other in zip(config, Settings(), strict=True))
    save_settings(config, here().settings)
    assert load_settings(here().settings) == config
    assert not here().settings.with_suffix(".new").exists()


def test_defaults_stay_out_of_the_file_and_a_single_key_needs_no_list() -> None:
    assert load_settings(here().settings) == Settings()
    assert not here().settings.exists()
    save_settings(Settings(pace="slow"), here().settings)
    assert here().settings.read_text().split() == ["pace", "=", '"slow"']
    here().settings.write_text('[keys]\nhelp = "f2"\n')
    assert load_settings(here().settings).keys == {"help": ("f2",)}
    here().settings.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="can't be read"):
        load_settings(here().settings)


# -- what holds for one run -----------------------------------------------------------------------


def told(*argv: str, **traits: object) -> Settings:
    """Return the settings of a run with these words on a terminal like that."""
    parser = ArgumentParser()
    flags.add(parser, *flags.PERSON)
    world = World.of_process(parser.parse_args(argv))
    world.terminal = TerminalTraits(**traits)  # type: ignore[arg-type]
    return world.settings


def test_options_win_over_the_file() -> None:
    kept = Settings(name="Pam", theme="goth", pace="slow")
    save_settings(kept, here().settings)
    assert told() == kept
    settings = told("--name", "Lee", "--theme", "mono", "--ascii", "--calm")
    assert settings == Settings(name="Lee", theme="mono", pace="slow", ascii=True, calm=True)
    assert load_settings(here().settings) == kept


def test_over_ssh_it_is_calm_and_without_colors_mono_unless_told_otherwise() -> None:
    assert not told().calm
    assert told(remote=True).calm
    assert not told("--no-calm", remote=True).calm
    assert told().theme == AUTO
    assert told(colors=0).theme == "mono"
    assert told("--theme", "geek", colors=0).theme == "geek"
