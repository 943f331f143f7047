"""The settings file: what is in it, what is wrong with it, what the command line makes of it."""

from argparse import ArgumentParser
from dataclasses import fields
from pathlib import Path

import pytest

from chez_tui.errors import UserError
from chez_tui.settings import AUTO, Settings, load_settings, save_settings
from chez_tui.verbs.flags import add_look_arguments, add_name_argument
from chez_tui.world import World
from tests.kit.worlds import here


def test_the_file_is_where_the_xdg_folders_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert here().settings == tmp_path / "chez-tui" / "settings.toml"
    monkeypatch.setenv("XDG_CONFIG_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert here().settings == tmp_path / "home" / ".config" / "chez-tui" / "settings.toml"


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
    assert all(getattr(config, f.name) != getattr(Settings(), f.name) for f in fields(Settings))
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


# -- the command line wins for one run -----------------------------------------------------------


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def told(*argv: str) -> Settings:
    parser = ArgumentParser()
    add_name_argument(parser)
    add_look_arguments(parser)
    return World.of_process(parser.parse_args(argv)).settings


def test_options_win_over_the_file() -> None:
    save_settings(Settings(name="Pam", theme="goth", pace="slow"), here().settings)
    assert told() == Settings(name="Pam", theme="goth", pace="slow")
    config = told("--name", "Lee", "--theme", "mono", "--ascii", "--calm")
    assert config == Settings(name="Lee", theme="mono", pace="slow", ascii=True, calm=True)
    assert load_settings(here().settings).name == "Pam"


def test_over_ssh_it_is_calm_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not told().calm
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert told().calm
    assert not told("--no-calm").calm


def test_no_color_is_honored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told().theme == AUTO
    monkeypatch.setenv("NO_COLOR", "1")
    assert told().theme == "mono"
    assert told("--theme", "geek").theme == "geek"
    monkeypatch.setenv("NO_COLOR", "")  # empty means it is not set
    assert told().theme == AUTO
