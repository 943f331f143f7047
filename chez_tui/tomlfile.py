"""A TOML file that a person edits by hand: on which line each value stands, and how to change one.

The standard library reads TOML, but knows no lines and writes none. So a file is read statement by
statement, each as many lines as it takes until the library understands them.
"""

import json
import tomllib
from typing import Any, NamedTuple

Path = tuple[str, ...]


class Statement(NamedTuple):
    """A statement: a value with its path, or the heading of a table."""

    first: int  # its lines, counted from 0
    end: int
    table: Path  # below which heading it stands; a heading stands below itself
    path: Path
    value: Any = None  # nothing: a heading


def statements(text: str) -> tuple[list[Statement], list[tuple[int, str]]]:
    """Return what a file sets, and of each line that can't be read what is wrong with it."""
    lines, found, wrong = text.split("\n"), [], []
    table: Path = ()
    at = 0
    while at < len(lines):
        end, problem, data = at, "", None
        while data is None and end < len(lines) and (end == at or "end of document" in problem):
            end += 1
            try:
                data = tomllib.loads("\n".join(lines[at:end]))
            except tomllib.TOMLDecodeError as error:
                problem = problem or str(error)
        if data is None:
            wrong.append((at, f"this is no TOML: {problem.partition(' (at ')[0]}"))
            end = at + 1  # whatever it was meant to hold may still be read
        elif lines[at].lstrip().startswith("["):
            table = _path(data)
            found.append(Statement(at, end, table, table))
        elif data:
            path, value = _assigned(lines[at], data)
            found.append(Statement(at, end, table, table + path, value))
        at = end
    return found, wrong


def changed(text: str, path: Path, value: Any) -> str:
    """Return a sound file with this value at a path, or with none if it is None.

    The rest stays as it is. A way of writing it that this can't change is a ValueError.
    """
    plain = text.replace("\r\n", "\n")
    lines, (found, _) = plain.removesuffix("\n").split("\n"), statements(plain)
    wanted = tomllib.loads(text)
    _put(wanted, path, value)
    here = next((each for each in found if each.value is not None and each.path == path), None)
    if here is None:  # or all of a table on one line
        here = next((e for e in found if isinstance(e.value, dict) and e.path == path[:-1]), None)
        if here is not None:
            _put(whole := dict(here.value), path[len(here.path) :], value)
            value = whole
    if here is not None:
        lines[here.first : here.end] = _rewritten("\n".join(lines[here.first : here.end]), value)
    elif value is not None:
        _insert(lines, found, path, value)
    new = "\n".join(lines).lstrip("\n") + "\n"
    if tomllib.loads(new) != wanted:
        raise ValueError(f"{'.'.join(path)} can't be changed here: edit the file")
    return new.replace("\n", "\r\n") if "\r\n" in text else new


def _insert(lines: list[str], found: list[Statement], path: Path, value: Any) -> None:
    """Add a value: behind those of its table, above all tables, or in a table at the end."""
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
    while 0 < at < len(lines) and lines[at - 1].startswith("#"):  # what is said of that table
        at -= 1
    lines[at:at] = [new, ""] if at < len(lines) else [new]


def _rewritten(old: str, value: Any) -> list[str]:
    """Return a statement with another value; what is said behind it stays."""
    data, comment = tomllib.loads(old), ""
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
        return tomllib.loads(text) == data
    except tomllib.TOMLDecodeError:
        return False


def _assigned(line: str, data: dict[str, Any]) -> tuple[Path, Any]:
    """Return the path and the value of a statement."""
    try:
        path = _path(tomllib.loads(f"{line.partition('=')[0]} = 0"))
    except tomllib.TOMLDecodeError:  # the sign is part of a name
        path = tuple(data)
    value: Any = data
    for key in path:
        value = value[key]
    return path, value


def _path(data: Any) -> Path:
    """Return what leads into tables that hold nothing else."""
    path: Path = ()
    while isinstance(data, dict) and data:
        (key,) = data
        path, data = (*path, key), data[key]
    return path


def _put(data: dict[str, Any], path: Path, value: Any) -> None:
    for key in path[:-1]:
        data = data.setdefault(key, {})
        if not isinstance(data, dict):
            raise ValueError(f"{key} is no table: edit the file")
    if value is None:
        data.pop(path[-1], None)
    else:
        data[path[-1]] = value


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_written(each)}' for key, each in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
