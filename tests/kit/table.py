"""Tables set by notation, which is how tests set one.

    game = at('''
        players: Ann; Bo
        Ann holds: Beer; Nap
        turn: Ann, free time
    ''')

What such a text may say is in docs/notation.md.
"""

from collections.abc import Callable
from functools import cache
from textwrap import dedent

from core.catalog import Catalog, load_catalog
from core.game import Game
from core.notation import check


@cache
def cards(editions: tuple[str, ...] = ("geek",)) -> Catalog:
    """Return the cards of these editions, read once for all tests."""
    return load_catalog(editions)


def at(text: str, load: Callable[[tuple[str, ...]], Catalog] = cards) -> Game:
    """Return the game that stands where the notation ends."""
    return check(dedent(text), load)
