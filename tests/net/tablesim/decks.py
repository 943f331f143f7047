"""Small decks for simulated games.

Whole games with the printed cards need hundreds of entries, and what passes over sealed cards cost
grows with the deck. What a network can do to a game, and what can become of a hidden card, is the
same with thirty cards.
"""

from functools import cache

from core.catalog import Catalog, edition_of
from core.loader import load_source
from tests.kit.card_files import Text
from tests.kit.places import DATA


def _catalog(name: str, text: str) -> Catalog:
    return Catalog([edition_of("geek")], load_source(Text(text), name, "own"))


@cache
def short_catalog() -> Catalog:
    """For games of a few turns."""
    return _catalog("short.toml", (DATA / "short_deck.toml").read_text(encoding="utf-8"))


@cache
def sealed_catalog(players: int = 3) -> Catalog:
    """For sealed games of so many."""
    text = (DATA / "sealed_deck.toml").read_text(encoding="utf-8")
    if players > 3:
        text = text.replace("copies = 8", "copies = 14", 1)
    return _catalog("sealed.toml", text)
