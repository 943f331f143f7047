"""The user's settings: one small file that can be edited by hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chez_tui.errors import UserError
from core.setting import Setting

if TYPE_CHECKING:
    from pathlib import Path

AUTO: Final = "edition"  # the theme follows the table's edition
THEMES: Final = (AUTO, "geek", "greek", "goth", "grunt", "cthulhu", "contrast", "mono")
ON_OFF: Final = ("off", "on")
_SETTINGS: Final = (
    Setting("name", "Name", "what you are called at the table", empty="your login name"),
    Setting("editions", "Edition", "what new games are played with"),
    Setting(
        "theme", "Colors", "one set for each edition, one of high contrast, one without color",
        THEMES, {AUTO: "as the edition"},
    ),
    Setting(
        "ascii", "Plain signs", "draw with plain letters only, for terminals without others",
        ON_OFF,
    ),
    Setting("calm", "Calm screen", "nothing moves that need not; over SSH by itself", ON_OFF),
    Setting(
        "pace", "Pace", "how long bots and dice take, in new games",
        ("slow", "normal", "fast", "instant"),
    ),
    Setting("auto_next", "Skip phases", "phases with nothing to do end by themselves", ON_OFF),
    Setting(
        "preset", "Ask me", "in which windows you are asked whether you respond",
        ("always", "concerned", "able"), {"concerned": "if concerned", "able": "if I can answer"},
    ),
    Setting("bell_turn", "Bell: turn", "the terminal rings when it is your turn", ON_OFF),
    Setting("bell_window", "Bell: window", "the terminal rings when you may respond", ON_OFF),
    Setting("keys", "Keys", "another key for any command"),
)  # fmt: skip
SETTINGS: Final = {setting.key: setting for setting in _SETTINGS}


class Settings(NamedTuple):
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
    keys: Mapping[str, tuple[str, ...]] = {}


def load_settings(path: "Path") -> Settings:
    """Return what a file says; none yet means the defaults, a damaged one is a clear error."""
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"the settings file {path} can't be read: {error}") from None
    return _checked(path, data)


def _checked(path: "Path", data: dict[str, Any]) -> Settings:
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key not in SETTINGS:
            raise UserError(f"{path}: there is no setting {key!r}")
        choices = SETTINGS[key].values
        if key == "keys":
            values[key] = _keys(path, value)
            continue
        if choices not in ((), ON_OFF) and value not in choices:
            raise UserError(f"{path}: {key} can be {', '.join(choices)}, not {value!r}")
        if not isinstance(value, bool if choices == ON_OFF else str):
            raise UserError(f"{path}: {key} has the wrong type: {value!r}")
        if key == "editions":
            try:
                editions_from(str(value))
            except UserError as error:
                raise UserError(f"{path}: editions: {error}") from None
        values[key] = value
    return Settings(**values)


def editions_from(text: str) -> tuple[str, ...]:
    """Return the editions named like `geek` or `geek + goth`."""
    import re

    from core.catalog import EDITIONS

    keys = tuple(part.strip().casefold() for part in re.split("[+,]", text))
    for key in keys:
        if key not in EDITIONS:
            raise UserError(f"there is no edition {key!r}; there is {', '.join(EDITIONS)}", 2)
    if len(set(keys)) != len(keys):
        raise UserError(f"{text} names an edition twice", 2)
    return keys


def _keys(path: "Path", value: object) -> dict[str, tuple[str, ...]]:
    from chez_tui.commands import BY_ID

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


def save_settings(settings: Settings, path: "Path") -> None:
    """Write the settings file, whole or not at all."""
    import json

    usual = Settings()._asdict()
    lines = [
        f"{name} = {json.dumps(value, ensure_ascii=False)}"
        for name, value in settings._asdict().items()
        if name != "keys" and value != usual[name]
    ]
    if settings.keys:
        lines += ["", "[keys]"]
        lines += [
            f"{command} = {json.dumps(list(keys))}" for command, keys in settings.keys.items()
        ]
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
    fresh.replace(path)
