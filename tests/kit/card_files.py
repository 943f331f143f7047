"""Card files for tests: a sound one, ways to change it, and whether the result can be used."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from core.cards import Face
from core.catalog import Catalog
from core.editions import load_edition
from core.loader import CardError, load_source, read_source
from tests.kit.places import DATA, ROOT

LABEL: Final = "my-cards.toml"
CARD: Final = """\
# a card of mine

[[card]]
name = "Lava Lamp"
kind = "thing"
categories = ["Electronics"]
copies = 2
cost = 2
slack = 1
text = "Sleep played while it is here gets +1 Slack."
flavor = "It moves if you wait."
effects = [{ verb = "bonus", what = ["Sleep"], amount = 1 }]

[[role]]
name = "Night Porter"
income = [2, 3]
free_time = 2
goal = 18
text = "No special rules."
flavor = "Nobody ever comes."
effects = []
"""
EFFECT: Final = '{ verb = "bonus", what = ["Sleep"], amount = 1 }'
GEEK: Final = ROOT / "themes" / "geek"
NO_CARDS: Final = ("edition.toml", "page.toml")
FILES: Final = [path for path in sorted(GEEK.glob("*.toml")) if path.name not in NO_CARDS]


class Text:
    """A file that exists only in memory."""

    def __init__(self, text: str | bytes) -> None:
        self.raw = text.encode() if isinstance(text, str) else text

    def read_bytes(self) -> bytes:
        return self.raw


def read(text: str | bytes) -> tuple[list[Face], list[CardError]]:
    """Return the sound cards of a text, and what is wrong with the others."""
    return read_source(Text(text), LABEL, "own")


def changed(*changes: tuple[str, str]) -> str:
    """Return the sample with some of its words replaced by others."""
    text = CARD
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} should stand once in the sample"
        text = text.replace(old, new)
    return text


def compiled(text: str | bytes) -> Catalog:
    """Return the cards of a text as a table would use them."""
    edition = load_edition(GEEK / "edition.toml", "edition.toml")
    return Catalog([edition], load_source(Text(text), LABEL, "own"))


def fine_or_named(text: str | bytes) -> None:
    """Check that the cards can be used, or that printable errors say where and why not."""
    faces, errors = read(text)
    for error in errors:
        assert error.path == LABEL
        assert error.line >= 1
        assert error.message.isprintable()
    if faces and not errors:
        with suppress(CardError):
            compiled(text)


class Mistake(NamedTuple):
    """A file with something wrong in it, and what is said of it."""

    title: str
    text: str
    said: str  # LINE: MESSAGE, or "fine"


def mistakes() -> Iterator[Mistake]:
    """Yield the mistakes of `tests/data/loader.txt`, which says how they are written."""
    path = DATA / "loader.txt"
    title, old, new, text = "", "", "", CARD
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        sign, rest = line[:1], f"{line[2:]}\n"
        if new and sign != "+":
            assert text.count(old) == 1, f"{path.name}:{number}: the sample has no such lines"
            text, old, new = text.replace(old, new), "", ""
        if sign == "=":
            title, text = rest.strip(), CARD
        elif sign == "-":
            old += rest
        elif sign == "+":
            new += rest
        elif sign.isdigit() or line == "fine":
            yield Mistake(title, text, line)
        else:
            assert sign in ("", "#"), f"{path.name}:{number}: begins with {sign!r}"
