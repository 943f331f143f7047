"""The user's settings: one small file that can be edited by hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chez_tui.errors import UserError, of_disk
from core.setting import Setting

if TYPE_CHECKING:
    from pathlib import Path

FIRST: Final = "editions"
AUTO: Final = "edition"  # the theme follows the table's edition
KEYS: Final = "keys."  # before the id of a command whose keys are meant
THEMES: Final = (
    AUTO, "geek", "greek", "goth", "grunt", "cthulhu", "light", "terminal", "contrast", "mono",
)  # fmt: skip
ON_OFF: Final = ("off", "on")


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


def _editions_problem(text: str) -> str:
    try:
        editions_from(text)
    except UserError as error:
        return str(error)
    return ""


_SETTINGS: Final = (
    Setting("name", "Name", "what you are called at the table", empty="your login name"),
    Setting(
        FIRST, "Edition", "what is played as long as you have chosen nothing in a menu",
        check=_editions_problem,
    ),
    Setting(
        "theme", "Colors", "each edition's, light, high contrast, your terminal's own 16, or none",
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
    editions: str = "geek"
    theme: str = AUTO
    pace: str = "normal"
    preset: str = "always"
    ascii: bool = False
    calm: bool = False
    bell_turn: bool = True
    bell_window: bool = True
    auto_next: bool = True  # phases with nothing to do end by themselves
    keys: Mapping[str, tuple[str, ...]] = {}


class Loaded(NamedTuple):
    """What a file says, and what is wrong with it: sentences with its name and the line."""

    settings: Settings = Settings()
    faults: tuple[str, ...] = ()


def load_settings(path: "Path") -> Loaded:
    """Return what a file says. For what is wrong in it the defaults hold; none yet is fine."""
    from chez_tui.tomlfile import statements

    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return Loaded()
    except OSError as error:
        return Loaded(faults=(f"the settings can't be read: {of_disk(error)}",))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Loaded(faults=(f"{path}, line {line}: this isn't UTF-8",))
    found, wrong = statements(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    if text.startswith("\ufeff"):
        wrong.insert(0, (0, "save the file without a byte order mark"))
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for entry in found:
        for name, value in _named(entry.path, entry.value):
            try:
                if name in lines:
                    raise UserError(f"{name} is set twice; line {lines[name] + 1} holds")
                values[name] = read_value(name, value)
                lines[name] = entry.first
            except UserError as error:
                wrong.append((entry.first, str(error)))
    keys = {n.removeprefix(KEYS): values.pop(n) for n in lines if n.startswith(KEYS)}
    for command, problem in _sort_out(keys):
        wrong.append((lines[KEYS + command], f"{KEYS}{command}: {problem}"))
    faults = (f"{path}, line {line + 1}: {problem}" for line, problem in sorted(wrong))
    return Loaded(Settings(**values, keys=keys), tuple(faults))


def _named(path: tuple[str, ...], value: object) -> Iterator[tuple[str, object]]:
    """Return the settings in a value, which may be a table on one line; a heading has none."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _named((*path, key), below)
    elif value is not None:
        yield ".".join(path), value


def _sort_out(keys: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Take away what can't be together, until the rest can; say why."""
    from chez_tui.commands import BY_ID, keys_problem

    problem = "at first"
    while problem:
        problem = ""
        for command in keys:
            problem = keys_problem(BY_ID[command], keys[command], keys)
            if problem:
                yield command, problem
                del keys[command]
                break


def read_value(name: str, value: object) -> Any:
    """Return the value of a setting as the file has it; a wrong one is a sentence."""
    if name.startswith(KEYS):
        return _keys(name.removeprefix(KEYS), value)
    setting = SETTINGS.get(name)
    if name == "keys":
        raise UserError("keys is a table of commands and their keys, such as keys.help", 2)
    if setting is None:
        raise UserError(f"there is no setting {name!r}; {_close(name)}", 2)
    if setting.values == ON_OFF:
        if not isinstance(value, bool):
            raise UserError(f"{name} can be true or false (on or off), not {value!r}", 2)
        return value
    if not isinstance(value, str):
        raise UserError(f"{name} needs a text in quotes, not {value!r}", 2)
    if setting.check is not None and (problem := setting.check(value)):
        raise UserError(f"{name}: {problem}", 2)
    if setting.values and value not in setting.values:
        raise UserError(f"{name} can be {', '.join(setting.values)}, not {value!r}", 2)
    return value


def from_text(name: str, text: str) -> Any:
    """Return the value of a setting as people type it: `on`, `fast`, or keys with spaces between.

    The names are those of `SETTINGS`, and `keys.COMMAND`; an empty text is the default.
    """
    from core.telling import clean

    if name.startswith(KEYS):
        return read_value(name, text.split()) if text else default_of(name)
    setting = SETTINGS.get(name)
    if setting is None or name == "keys":
        return read_value(name, text)  # which says what there is
    if not text:
        return default_of(name)
    if setting.values == ON_OFF:
        return read_value(name, {"on": True, "off": False}.get(text, text))
    return read_value(name, text if setting.values else clean(text, nameless=""))


def as_text(settings: Settings, name: str) -> str:
    """Return the value of a setting as `from_text` reads it."""
    from chez_tui.commands import BY_ID, keys_of

    if name.startswith(KEYS):
        return " ".join(keys_of(BY_ID[name.removeprefix(KEYS)], settings.keys))
    value = getattr(settings, name)
    return ON_OFF[value] if isinstance(value, bool) else str(value)


def default_of(name: str) -> Any:
    """Return what a setting is as long as nobody has changed it; of a command no keys."""
    return () if name.startswith(KEYS) else getattr(Settings(), name)


def with_value(settings: Settings, name: str, value: Any) -> Settings:
    """Return settings with another value; of a command no keys are those it came with."""
    if not name.startswith(KEYS):
        return settings._replace(**{name: value})
    keys = {**settings.keys, name.removeprefix(KEYS): value}
    return settings._replace(keys={command: given for command, given in keys.items() if given})


def _close(name: str) -> str:
    """Return which setting somebody may have meant."""
    from difflib import get_close_matches

    close = get_close_matches(name, SETTINGS, 1)
    return f"did you mean {close[0]}?" if close else f"there is {', '.join(SETTINGS)}"


def _keys(id: str, value: object) -> tuple[str, ...]:
    from difflib import get_close_matches

    from chez_tui.commands import BY_ID, key_called

    if id not in BY_ID or not BY_ID[id].where:
        near = "".join(f"; did you mean {close}?" for close in get_close_matches(id, BY_ID, 1))
        raise UserError(f"there is no command {id!r} to give keys to{near}", 2)
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not given or not all(isinstance(k, str) for k in given):
        raise UserError(f"{KEYS}{id} needs a key or a list of keys, not {value!r}", 2)
    for key in given:
        if not key_called(key):
            raise UserError(f"{KEYS}{id}: there is no key {key!r}", 2)
    return tuple(map(key_called, given))


def save_setting(path: "Path", name: str, value: Any) -> None:
    """Change a setting in its file, and nothing else there; a damaged file stays as it is.

    What can't be done is an OSError or a UserError.
    """
    import shutil

    from chez_tui.tomlfile import changed

    real = path.resolve()  # a link stays one
    old = real.read_bytes() if real.exists() else b""
    wanted = list(value) if isinstance(value, tuple) else value
    wanted = None if value == default_of(name) else wanted
    try:
        new = changed(old.decode("utf-8"), tuple(name.split(".")), wanted)
    except ValueError as error:  # also of what reads it
        raise UserError(f"{path} has to be mended first: {error}") from None
    real.parent.mkdir(parents=True, exist_ok=True)
    fresh = real.with_name(f"{real.name}.new")
    fresh.write_bytes(new.encode("utf-8"))
    if old:
        shutil.copymode(real, fresh)
    fresh.replace(real)
