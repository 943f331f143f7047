"""The user's settings: one small file that can be edited by hand."""

import json
import os
import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from chez_tui.commands import BY_ID
from chez_tui.errors import UserError
from chez_tui.kit.themes import PALETTES
from chez_tui.play.decks import editions_from

AUTO: Final = "edition"  # the theme follows the table's edition

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "theme": (AUTO, *PALETTES),
    "pace": ("slow", "normal", "fast", "instant"),
    "preset": ("always", "concerned", "able"),
}


@dataclass(frozen=True, slots=True)
class Config:
    """What the user has chosen. Command-line options win over it for one run."""

    name: str = ""
    editions: str = "geek"  # those that were played last, joined with +
    theme: str = AUTO
    pace: str = "normal"
    preset: str = "always"
    ascii: bool = False
    calm: bool = False
    bell_turn: bool = True
    bell_window: bool = True
    auto_next: bool = True  # phases with nothing to do end by themselves
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def changed(self, **values: Any) -> "Config":
        return replace(self, **values)


def config_path() -> Path:
    """Where the settings file is, as the XDG base directories say."""
    base = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():
        try:
            base = Path.home() / ".config"
        except RuntimeError:
            base = Path("/nonexistent")
    return base / "chez-tui" / "settings.toml"


def load_config() -> Config:
    """The settings; none yet means the defaults, a damaged file is a clear error."""
    path = config_path()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"the settings file {path} can't be read: {error}") from None
    return _checked(path, data)


def _checked(path: Path, data: dict[str, Any]) -> Config:
    known = {entry.name: entry.type for entry in fields(Config)}
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key not in known:
            raise UserError(f"{path}: there is no setting {key!r}")
        if key == "keys":
            values[key] = _keys(path, value)
            continue
        if key in CHOICES and value not in CHOICES[key]:
            raise UserError(f"{path}: {key} can be {', '.join(CHOICES[key])}, not {value!r}")
        wanted = bool if known[key] in (bool, "bool") else str
        if not isinstance(value, wanted):
            raise UserError(f"{path}: {key} has the wrong type: {value!r}")
        if key == "editions":
            _check_editions(path, str(value))
        values[key] = value
    return Config(**values)


def _check_editions(path: Path, value: str) -> None:
    try:
        editions_from(value)
    except UserError as error:
        raise UserError(f"{path}: editions: {error}") from None


def _keys(path: Path, value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise UserError(f"{path}: keys is a table of commands and their keys")
    keys: dict[str, tuple[str, ...]] = {}
    for command, wanted in value.items():
        if command not in BY_ID:
            raise UserError(f"{path}: there is no command {command!r} to give keys to")
        given = [wanted] if isinstance(wanted, str) else wanted
        if not isinstance(given, list) or not given or not all(isinstance(k, str) for k in given):
            raise UserError(f"{path}: {command} needs a key or a list of keys")
        keys[command] = tuple(given)
    return keys


def save_config(config: Config) -> None:
    """Writes the settings file, whole or not at all."""
    path = config_path()
    defaults = Config()
    lines = [
        f"{entry.name} = {json.dumps(getattr(config, entry.name), ensure_ascii=False)}"
        for entry in fields(Config)
        if entry.name != "keys" and getattr(config, entry.name) != getattr(defaults, entry.name)
    ]
    if config.keys:
        lines += ["", "[keys]"]
        lines += [f"{command} = {json.dumps(list(keys))}" for command, keys in config.keys.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
    fresh.replace(path)
