"""The fingerprint of cards: equal where they play the same, whatever is printed for people."""

import pytest

from core.catalog import Catalog, edition_of, load_catalog
from core.editions import Edition
from core.loader import load_source
from tests.kit.card_files import Text
from tests.kit.places import DATA
from tests.kit.table import blocks

TEXTS = dict(blocks(DATA / "fingerprint.txt"))


def fingerprint(old: str = "", new: str = "", edition: Edition | None = None) -> str:
    """Return the fingerprint of the cards with some of their words replaced."""
    assert old in TEXTS["cards"]
    faces = load_source(Text(TEXTS["cards"].replace(old, new)), "cards.toml", "own")
    return Catalog([edition or edition_of("geek")], faces).fingerprint


@pytest.mark.parametrize("same", [True, False])
def test_what_is_played_counts_and_what_only_people_read_does_not(same: bool) -> None:
    """A name that an effect means may change with it, but must mean no other card."""
    for line in TEXTS["the same" if same else "another"].strip().splitlines():
        old, new = line.replace(" | ", "\n").split(" => ")
        assert (fingerprint(old, new) == fingerprint()) == same, line


def test_how_an_edition_plays_counts_and_its_words_do_not() -> None:
    geek = edition_of("geek")
    said = geek._replace(name="Nerd", words={"room": "den"}, new_here=("a", "b", "c"))
    assert fingerprint(edition=said) == fingerprint()
    assert fingerprint(edition=geek._replace(pets_stay=not geek.pets_stay)) != fingerprint()


def test_editions_differ() -> None:
    assert load_catalog(("geek",)).fingerprint != load_catalog(("goth",)).fingerprint
