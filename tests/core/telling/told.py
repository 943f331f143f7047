"""A table to tell of, and its cards by their names."""

from __future__ import annotations

from functools import cache

from core import actions as a
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.luck import Luck

MIKE, PAM, LEE = range(3)
NAMES = ("Mike", "Pam", "Lee")


@cache
def catalog() -> Catalog:
    return load_catalog()


def face(name: str) -> int:
    return catalog().named(name)[0]


def faces(*names: str) -> tuple[int, ...]:
    return tuple(face(name) for name in names)


@cache
def dealt() -> Game:
    """A table in Mike's first turn, to look at only."""
    game = Game(catalog(), NAMES)
    luck = Luck(3)
    while game.waiting() == (a.CHANCE,):
        game.apply(luck.answer(game))
    return game


def open_card(game: Game, name: str, seat: int) -> int:
    """Such a card, taken from wherever it is hidden and laid into somebody's room."""
    piles = (game.deck, *game.hands)
    pile, card = next((p, c) for p in piles for c in p if game.face[c] == face(name))
    pile.remove(card)
    game.reveal(card, game.face[card])
    game.into_room(seat, card)
    return card
