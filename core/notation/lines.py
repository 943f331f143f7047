"""The outermost layer of a notation file: bytes to lines, and errors that know their line."""

import re
import unicodedata
from typing import Final, NamedTuple

MAX_LINE: Final = 50_000  # a full deck on one line stays far below this
MAX_SHOWN: Final = 60  # how much of somebody's line a message repeats

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,4}")


class NotationError(Exception):
    """A line that can't be read, can't be carried out, or claims what is not so."""

    def __init__(self, line: int, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.line = line
        self.expected = expected
        self.got = got


class Line(NamedTuple):
    """One statement: its number in the file, and its text without comment and outer spaces."""

    number: int
    text: str

    def error(self, expected: str, got: str | None = None) -> NotationError:
        return NotationError(self.number, expected, shown(self.text) if got is None else got)


def shown(text: str) -> str:
    """Somebody's text, made fit for a message: short, quoted, on one line."""
    clean = "".join(c if c.isprintable() else "?" for c in text[: MAX_SHOWN + 1])
    return f'"{clean[:MAX_SHOWN]}..."' if len(clean) > MAX_SHOWN else f'"{clean}"'


def fold(name: str) -> str:
    """What two spellings of one name have in common: they differ in upper and lower case only."""
    return unicodedata.normalize("NFC", name).casefold()


def decode(data: bytes) -> str:
    """The text of a file; a byte that is no UTF-8 is an error of its line."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(line, "UTF-8 text", f"the byte 0x{data[error.start]:02x}") from None


def statements(text: str) -> list[Line]:
    """The lines that say something."""
    found = []
    for number, raw in enumerate(text.split("\n"), 1):
        if len(raw) > MAX_LINE:
            raise NotationError(
                number, f"a line of at most {MAX_LINE} characters", f"one of {len(raw)}"
            )
        statement = unicodedata.normalize("NFC", raw.partition("#")[0].replace("\t", " ")).strip()
        if statement:
            found.append(Line(number, statement))
    return found


def items(text: str) -> list[str]:
    """The entries of a list; an empty text is an empty list."""
    return [entry.strip() for entry in text.split(";")] if text.strip() else []


def number(text: str) -> int | None:
    """A whole number of up to four digits, or None."""
    return int(text) if _NUMBER.fullmatch(text) else None
