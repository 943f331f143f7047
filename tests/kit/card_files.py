"""Card files for tests: a sound one, what is wrong in a changed one, and whether it can be used."""

from contextlib import suppress

from core.cards import Face
from core.catalog import Catalog
from core.editions import load_edition
from core.loader import CardError, load_source, read_source
from tests.kit.places import ROOT

LABEL = "my-cards.toml"
CARD = """\
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
NAME, EFFECTS, ROLE = 4, 12, 14  # lines of the sample
EFFECT = '{ verb = "bonus", what = ["Sleep"], amount = 1 }'
GEEK = ROOT / "themes" / "geek"
NO_CARDS = ("edition.toml", "page.toml")
FILES = [path for path in sorted(GEEK.glob("*.toml")) if path.name not in NO_CARDS]


class Text:
    """A file that exists only in memory."""

    def __init__(self, text: str | bytes) -> None:
        self.raw = text.encode() if isinstance(text, str) else text

    def read_bytes(self) -> bytes:
        return self.raw


def read(text: str | bytes) -> tuple[list[Face], list[CardError]]:
    return read_source(Text(text), LABEL, "own")


def changed(old: str, new: str) -> str:
    assert CARD.count(old) == 1, f"{old!r} should stand once in the sample"
    return CARD.replace(old, new)


def compiled(text: str | bytes) -> Catalog:
    """The cards of a text as a table would use them."""
    edition = load_edition(GEEK / "edition.toml", "edition.toml")
    return Catalog([edition], load_source(Text(text), LABEL, "own"))


def fine_or_named(text: str | bytes) -> None:
    """Either the cards can be used or a CardError says where and why, in a printable line."""
    faces, errors = read(text)
    for error in errors:
        assert error.path == LABEL
        assert error.line >= 1
        assert error.message.isprintable()
    if faces and not errors:
        with suppress(CardError):
            compiled(text)
