"""The settings file: what is in it, what is wrong with it, what the command line makes of it."""

from argparse import ArgumentParser
from dataclasses import fields
from pathlib import Path

import pytest

from chez_tui.errors import UserError
from chez_tui.launch import add_look_arguments, add_name_argument, config_from
from chez_tui.settings import AUTO, Config, config_path, load_config, save_config


def test_the_file_is_where_the_xdg_folders_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config_path() == tmp_path / "chez-tui" / "settings.toml"
    monkeypatch.setenv("XDG_CONFIG_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert config_path() == tmp_path / "home" / ".config" / "chez-tui" / "settings.toml"


def test_what_is_saved_is_read_back() -> None:
    config = Config(
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
    assert all(getattr(config, f.name) != getattr(Config(), f.name) for f in fields(Config))
    save_config(config)
    assert load_config() == config
    assert not config_path().with_suffix(".new").exists()


def test_defaults_stay_out_of_the_file_and_a_single_key_needs_no_list() -> None:
    assert load_config() == Config()
    assert not config_path().exists()
    save_config(Config(pace="slow"))
    assert config_path().read_text().split() == ["pace", "=", '"slow"']
    config_path().write_text('[keys]\nhelp = "f2"\n')
    assert load_config().keys == {"help": ("f2",)}
    config_path().write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="can't be read"):
        load_config()


# -- the command line wins for one run -----------------------------------------------------------


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def told(*argv: str) -> Config:
    parser = ArgumentParser()
    add_name_argument(parser)
    add_look_arguments(parser)
    return config_from(parser.parse_args(argv))


def test_options_win_over_the_file() -> None:
    save_config(Config(name="Pam", theme="goth", pace="slow"))
    assert told() == Config(name="Pam", theme="goth", pace="slow")
    config = told("--name", "Lee", "--theme", "mono", "--ascii", "--calm")
    assert config == Config(name="Lee", theme="mono", pace="slow", ascii=True, calm=True)
    assert load_config().name == "Pam"


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
