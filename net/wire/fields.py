"""Formats as annotations: what each field of a NamedTuple must be, and how a stranger's is read.

A field is annotated with its type and a rule, `Annotated[int, number(0, 9)]`; a list with the rule
of its members and one of its own. `reader` turns such a class into a function that takes a tuple
apart and accepts nothing else.
"""

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")

MAX_NAME: Final = 20  # letters of a person's name
MAX_TITLE: Final = 40  # letters of a table's name

# Unseen characters: controls, soft hyphens, joiners, marks of direction, separators of lines,
# tags, halves of pairs. A fixed list, since what a Python calls printable differs by version.
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)
# A heap of accents runs over the lines above and below.
_HEAP: Final = re.compile(
    "([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3})"
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)


def tidy(text: str, limit: int) -> str:
    """What is left of a text that somebody typed when it may be shown on any terminal."""
    seen = _UNSEEN.sub("", " ".join(text.split()))
    return " ".join(_HEAP.sub(r"\1", seen).split())[:limit].rstrip()


class Rule(NamedTuple):
    """What a field must be, in words and as a test."""

    wants: str
    fits: Callable[[Any], bool]
    size: int = 0  # bytes, exactly so many, are all that fits


def _flag(value: Any) -> bool:
    return type(value) is bool


FLAG: Final = Rule("yes or no", _flag)


def number(low: int, high: int) -> Rule:
    return Rule(
        f"a number from {low} to {high}", lambda value: type(value) is int and low <= value <= high
    )


def octets(*sizes: int) -> Rule:
    return Rule(
        f"{' or '.join(map(str, sizes))} bytes",
        lambda value: type(value) is bytes and len(value) in sizes,
        sizes[0] if len(sizes) == 1 else 0,
    )


def raw(most: int) -> Rule:
    return Rule(
        f"1 to {most} bytes", lambda value: type(value) is bytes and 1 <= len(value) <= most
    )


def text(low: int, high: int) -> Rule:
    return Rule(
        f"a clean text of {low} to {high} letters",
        lambda value: type(value) is str and low <= len(value) and tidy(value, high) == value,
    )


def word(*words: str) -> Rule:
    return Rule(f"one of {', '.join(words)}", lambda value: type(value) is str and value in words)


def most(count: int) -> Rule:
    return Rule(
        f"a list of at most {count}",
        lambda value: isinstance(value, tuple) and len(value) <= count,
    )


def _choices(value: Any) -> bool:
    fits = text(1, 40).fits
    return (
        type(value) is dict
        and len(value) <= 64
        and all(fits(key) and fits(choice) for key, choice in value.items())
    )


CHOICES: Final = Rule("a map of at most 64 short texts", _choices)


class Misfit(Exception):
    """A field that breaks its rule; says which, and what the rule wants."""


def reader(kind: type[T]) -> Callable[[Any], T]:
    """A function that makes a NamedTuple of that kind out of a plain tuple, or raises Misfit."""
    hints = get_type_hints(kind, include_extras=True)
    parts = [_part(f"the field {name}", hint) for name, hint in hints.items()]
    size = len(parts)
    sizes = [(place, part.size) for place, part in enumerate(parts) if part.size]
    tests = [
        (place, part.fits)
        for place, part in enumerate(parts)
        if not part.size and part.fits is not _anything
    ]
    inner = [(place, part.read) for place, part in enumerate(parts) if part.read is not None]
    make: Callable[[Any], T] = kind._make  # type: ignore[attr-defined]

    def read(value: Any) -> T:
        if not isinstance(value, tuple) or len(value) != size:
            raise Misfit(f"a {kind.__name__} must have {size} fields")
        for place, wanted in sizes:
            member = value[place]
            if type(member) is not bytes or len(member) != wanted:
                raise _misfit(parts, value)
        for place, fits in tests:
            if not fits(value[place]):
                raise _misfit(parts, value)
        if not inner:
            return make(value)
        members = list(value)
        for place, read in inner:
            members[place] = read(members[place])
        return make(members)

    return read


class _Part(NamedTuple):
    """How a field is read: the test that it must pass, and what makes its own parts."""

    name: str
    wants: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any] | None = None
    size: int = 0


def _part(name: str, hint: Any) -> _Part:
    if get_origin(hint) is not Annotated:
        return _Part(name, "", _anything, reader(hint))
    plain, rule = get_args(hint)
    if get_origin(plain) is not tuple:
        return _Part(name, rule.wants, rule.fits, size=rule.size)
    member = _part(f"each of {name.removeprefix('the field ')}", get_args(plain)[0])

    def read(value: Any) -> Any:
        for part in value:
            if not member.fits(part):
                raise Misfit(f"{member.name} must be {member.wants}")
        return value if member.read is None else tuple(map(member.read, value))

    return _Part(name, rule.wants, rule.fits, read)


def _anything(value: Any) -> bool:
    return True


def _misfit(parts: Sequence[_Part], value: Any) -> Misfit:
    """The first field that breaks its rule."""
    part = next(part for part, member in zip(parts, value, strict=True) if not part.fits(member))
    return Misfit(f"{part.name} must be {part.wants}")
