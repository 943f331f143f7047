"""The user's settings: one small file that people can edit by hand."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chez_tui.errors import UserError, of_disk
from core.setting import Setting

if TYPE_CHECKING:
    from pathlib import Path

FIRST: Final = "editions"
AUTO: Final = "edition"  # the theme follows the table's edition
KEYS: Final = "keys."  # before the id of a command that has other keys
THEMES: Final = (
    AUTO, "geek", "greek", "goth", "grunt", "cthulhu", "light", "terminal", "contrast", "mono",
)  # fmt: skip
ON_OFF: Final = ("off", "on")


def editions_from(text: str) -> tuple[str, ...]:
    """Return the editions in a text like `geek` or `geek + goth`."""
    import re

    from core.catalog import EDITIONS

    keys = tuple(part.strip().casefold() for part in re.split("[+,]", text))
    for key in keys:
        if key not in EDITIONS:
            raise UserError(f"unknown edition {key!r} (choose {', '.join(EDITIONS)})", 2)
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
    Setting("name", "Name", "your name at the table", empty="your login name"),
    Setting(
        FIRST, "Edition", "what you play until you choose something in a menu",
        check=_editions_problem,
    ),
    Setting(
        "theme", "Colors", "the edition's, light, high contrast, your terminal's, or none",
        THEMES, {AUTO: "the edition's"},
    ),
    Setting(
        "ascii", "Plain signs", "plain letters, for terminals that can't show others",
        ON_OFF,
    ),
    Setting("calm", "Calm screen", "reduce motion; automatic over SSH", ON_OFF),
    Setting(
        "paper", "Paper", "cards you can play are light; off over SSH, which saves bytes", ON_OFF
    ),
    Setting("mouse", "Mouse", "click to select, again to play; off: select text", ON_OFF),
    Setting(
        "pace", "Pace", "speed of bots and dice in new games",
        ("slow", "normal", "fast", "instant"),
    ),
    Setting("auto_next", "Skip phases", "end phases in which you can't do anything", ON_OFF),
    Setting(
        "preset", "Ask me", "when to offer you a response; you always see what hits you",
        ("able", "always", "concerned"),
        {"able": "if I can", "concerned": "if it hits me"},
    ),
    Setting("chat", "Chat", "show what players and spectators say", ON_OFF),
    Setting("bell_turn", "Bell: turn", "ring when your turn begins", ON_OFF),
    Setting("bell_window", "Bell: window", "ring when you can respond, or someone may win", ON_OFF),
    Setting("keys", "Keys", "your own keys for commands"),
)  # fmt: skip
SETTINGS: Final = {setting.key: setting for setting in _SETTINGS}


class Settings(NamedTuple):
    """The user's choices. Command-line options win over them for one run."""

    name: str = ""
    editions: str = "geek"
    theme: str = AUTO
    pace: str = "normal"
    preset: str = "able"
    ascii: bool = False
    calm: bool = False
    paper: bool = True
    mouse: bool = True
    chat: bool = True
    bell_turn: bool = True
    bell_window: bool = True
    auto_next: bool = True  # end phases that hold nothing to do
    keys: Mapping[str, tuple[str, ...]] = {}


class Loaded(NamedTuple):
    """What a file says, and what's wrong with it: sentences with file name and line."""

    settings: Settings = Settings()
    faults: tuple[str, ...] = ()


def load_settings(path: "Path") -> Loaded:
    """Return what a file says, with defaults for what's wrong or missing."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return Loaded()
    except OSError as error:
        return Loaded(faults=(f"can't read the settings: {of_disk(error)}",))
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
                    raise UserError(f"{name} is set twice; line {lines[name] + 1} wins")
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
    """Yield the settings in a value, which may be a table on one line; a heading has none."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _named((*path, key), below)
    elif value is not None:
        yield ".".join(path), value


def _sort_out(keys: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Remove keys that can't be together until the rest can. Yield each command and the reason."""
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
    """Return a setting's value as the file has it; raise UserError if it's wrong."""
    if name.startswith(KEYS):
        return _keys(name.removeprefix(KEYS), value)
    setting = SETTINGS.get(name)
    if name == "keys":
        raise UserError("keys holds a key for each command, such as keys.help", 2)
    if setting is None:
        raise UserError(f"unknown setting {name!r} ({_close(name)})", 2)
    if setting.values == ON_OFF:
        if not isinstance(value, bool):
            raise UserError(f"{name} can be true or false (on or off), not {value!r}", 2)
        return value
    if not isinstance(value, str):
        raise UserError(f"{name} needs text in quotes, not {value!r}", 2)
    if setting.check is not None and (problem := setting.check(value)):
        raise UserError(f"{name}: {problem}", 2)
    if setting.values and value not in setting.values:
        raise UserError(f"{name} can be {', '.join(setting.values)}, not {value!r}", 2)
    return value


def from_text(name: str, text: str) -> Any:
    """Return a setting's value as people type it: `on`, `fast`, or several keys with spaces.

    Names are those of `SETTINGS`, and `keys.COMMAND`; an empty text means the default.
    """
    from core.telling import clean

    if name.startswith(KEYS):
        return read_value(name, text.split()) if text else default_of(name)
    setting = SETTINGS.get(name)
    if setting is None or name == "keys":
        return read_value(name, text)  # which says what exists
    if not text:
        return default_of(name)
    if setting.values == ON_OFF:
        return read_value(name, {"on": True, "off": False}.get(text, text))
    return read_value(name, text if setting.values else clean(text, nameless=""))


def as_text(settings: Settings, name: str) -> str:
    """Return a setting's value as `from_text` reads it."""
    from chez_tui.commands import BY_ID, key_typed, keys_of

    if name.startswith(KEYS):
        return " ".join(map(key_typed, keys_of(BY_ID[name.removeprefix(KEYS)], settings.keys)))
    value = getattr(settings, name)
    return ON_OFF[value] if isinstance(value, bool) else str(value)


def default_of(name: str) -> Any:
    """Return a setting's value before anyone changes it; for a command, no keys."""
    return () if name.startswith(KEYS) else getattr(Settings(), name)


def with_value(settings: Settings, name: str, value: Any) -> Settings:
    """Return settings with another value. A command with no keys gets its default ones."""
    if not name.startswith(KEYS):
        return settings._replace(**{name: value})
    keys = {**settings.keys, name.removeprefix(KEYS): value}
    return settings._replace(keys={command: given for command, given in keys.items() if given})


def _close(name: str) -> str:
    """Return which setting the user may have meant."""
    from difflib import get_close_matches

    close = get_close_matches(name, SETTINGS, 1)
    return f"did you mean {close[0]}?" if close else f"choose {', '.join(SETTINGS)}"


def _keys(id: str, value: object) -> tuple[str, ...]:
    from difflib import get_close_matches

    from chez_tui.commands import BY_ID, key_called

    if id not in BY_ID or not BY_ID[id].where:
        near = "".join(f"; did you mean {close}?" for close in get_close_matches(id, BY_ID, 1))
        raise UserError(f"unknown command {id!r}{near}", 2)
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not given or not all(isinstance(k, str) for k in given):
        raise UserError(f"{KEYS}{id} needs a key or a list of keys, not {value!r}", 2)
    for key in given:
        if not key_called(key):
            raise UserError(f"{KEYS}{id}: unknown key {key!r}", 2)
    return tuple(map(key_called, given))


def save_setting(path: "Path", name: str, value: Any) -> None:
    """Change a setting in its file and nothing else there; leave a damaged file alone.

    Raise OSError or UserError if that fails.
    """
    import os
    import shutil

    real = path.parent / os.path.realpath(path)  # keep a link a link
    try:
        old = real.read_bytes()
    except FileNotFoundError:
        old = b""
    wanted = list(value) if isinstance(value, tuple) else value
    wanted = None if value == default_of(name) else wanted
    try:
        new = changed(old.decode("utf-8"), tuple(name.split(".")), wanted)
    except ValueError as error:  # from decoding, too
        raise UserError(f"fix {path} first ({error})") from None
    real.parent.mkdir(parents=True, exist_ok=True)
    fresh = real.with_name(f"{real.name}.new")
    fresh.write_bytes(new.encode("utf-8"))
    if old:
        shutil.copymode(real, fresh)
    fresh.replace(real)


# -- a file that people edit by hand ---------------------------------------------------------------

# The standard library reads TOML, but doesn't report lines and can't write. So we read a file
# statement by statement: each takes lines until the library understands them.
Names = tuple[str, ...]  # of a value: its tables, and its own


class Statement(NamedTuple):
    """A statement: a value with its path, or the heading of a table."""

    first: int  # its lines, from 0
    end: int
    table: Names  # the heading it's under; a heading is under itself
    path: Names
    value: Any = None  # None: a heading


def statements(text: str) -> tuple[list[Statement], list[tuple[int, str]]]:
    """Return what a file sets, and what's wrong with each line that can't be read."""
    lines, found, wrong = text.split("\n"), [], []
    table: Names = ()
    at = 0
    while at < len(lines):
        end, problem, data = at, "", None
        while data is None and end < len(lines) and (end == at or "end of document" in problem):
            end += 1
            try:
                data = _toml("\n".join(lines[at:end]))
            except ValueError as error:
                problem = problem or str(error)
        if data is None:
            wrong.append((at, f"this isn't TOML: {problem.partition(' (at ')[0]}"))
            end = at + 1  # the rest of what it should hold may be readable
        elif lines[at].lstrip().startswith("["):
            table = _path(data)
            found.append(Statement(at, end, table, table))
        elif data:
            path, value = _assigned(lines[at], data)
            found.append(Statement(at, end, table, table + path, value))
        at = end
    return found, wrong


def changed(text: str, path: Names, value: Any) -> str:
    """Return a sound file with this value at a path, or without it if it's None.

    The rest stays unchanged. Raise ValueError for a notation that we can't change.
    """
    if text.startswith("\ufeff"):
        raise ValueError("it begins with a byte order mark")
    plain = text.replace("\r\n", "\n")
    lines, (found, _) = plain.removesuffix("\n").split("\n"), statements(plain)
    wanted = _toml(text)
    _put(wanted, path, value)
    here = next((each for each in found if each.value is not None and each.path == path), None)
    if here is None:  # or a whole table on one line
        here = next((e for e in found if isinstance(e.value, dict) and e.path == path[:-1]), None)
        if here is not None:
            _put(whole := dict(here.value), path[len(here.path) :], value)
            value = whole
    if here is not None:
        lines[here.first : here.end] = _rewritten("\n".join(lines[here.first : here.end]), value)
    elif value is not None:
        _insert(lines, found, path, value)
    new = "\n".join(lines).lstrip("\n") + "\n"
    if _toml(new) != wanted:
        raise ValueError(f"{'.'.join(path)} can't be changed here; edit the file")
    return new.replace("\n", "\r\n") if "\r\n" in text else new


def _insert(lines: list[str], found: list[Statement], path: Names, value: Any) -> None:
    """Add a value: after those of its table, above all tables, or in a new table at the end."""
    of = path[:-1]
    values = [e for e in found if e.value is not None and e.path[:-1] == of]
    beside = values or [e for e in found if e.value is None and e.path == of]
    if beside:
        last = beside[-1]
        lines.insert(last.end, f"{'.'.join(path[len(last.table) :])} = {_written(value)}")
        return
    new = f"{path[-1]} = {_written(value)}"
    if of:
        lines += ["", f"[{'.'.join(of)}]", new]
        return
    at = next((each.first for each in found), len(lines))
    while 0 < at < len(lines) and lines[at - 1].startswith("#"):  # comments on that table
        at -= 1
    lines[at:at] = [new, ""] if at < len(lines) else [new]


def _rewritten(old: str, value: Any) -> list[str]:
    """Return a statement with another value; keep the comment after it."""
    data, comment = _toml(old), ""
    for at, letter in enumerate(old):
        if letter == "#" and _reads_as(old[:at], data):
            comment = old[len(old[:at].rstrip()) :]
            break
    if value is None:
        return [comment.lstrip()] if comment else []
    key, _, rest = old.partition("=")
    return [f"{key}={rest[: len(rest) - len(rest.lstrip())]}{_written(value)}{comment}"]


def _reads_as(text: str, data: dict[str, Any]) -> bool:
    try:
        return _toml(text) == data
    except ValueError:
        return False


def _assigned(line: str, data: dict[str, Any]) -> tuple[Names, Any]:
    """Return a statement's path and value."""
    try:
        path = _path(_toml(f"{line.partition('=')[0]} = 0"))
    except ValueError:  # the name contains an equals sign
        path = tuple(data)
    value: Any = data
    for key in path:
        value = value[key]
    return path, value


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(text)


def _path(data: Any) -> Names:
    """Return the keys that lead into tables with nothing else in them."""
    path: Names = ()
    while isinstance(data, dict) and data:
        (key,) = data
        path, data = (*path, key), data[key]
    return path


def _put(data: dict[str, Any], path: Names, value: Any) -> None:
    for key in path[:-1]:
        data = data.get(key, {}) if value is None else data.setdefault(key, {})
        if not isinstance(data, dict):
            raise ValueError(f"{key} isn't a table; edit the file")
    if value is None:
        data.pop(path[-1], None)
    else:
        data[path[-1]] = value


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_written(each)}' for key, each in value.items())} }}"
    import json

    return json.dumps(value, ensure_ascii=False)
