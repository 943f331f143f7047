"""The cards that games in tests are dealt from, with or without those that were added later.

A game by seed changes with every card in the box. Where a test compares what came of such a game
with what came of it before, it plays inside `recorded_cards()`: then all that is read of an
edition, by the test or by the program, are the cards in `tests/data/box.txt`, as often as it says.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Final, ParamSpec, TypeVar
from unittest.mock import patch

import chez_tui.play.editions
import core.catalog
import net.wire.versions
from core.cards import Face
from core.catalog import Catalog, edition_faces, load_catalog
from tests.kit.places import DATA

BOX: Final = DATA / "box.txt"
COUNTED: Final = (chez_tui.play.editions._counts, net.wire.versions.cards_hash)  # once in a program

P = ParamSpec("P")
T = TypeVar("T")


@cache
def copies() -> dict[str, int]:
    """Return how often each recorded card is in its box, by id."""
    rows = (line.split() for line in BOX.read_text(encoding="utf-8").splitlines())
    return {id: int(count) for count, id in (row for row in rows if row[0] != "#")}


def recorded_faces(key: str) -> list[Face]:
    """Return the cards of an edition that are on record, fresh from its files."""
    faces = [face for face in edition_faces(key) if face.id in copies()]
    for face in faces:
        face.copies = copies()[face.id]
    return faces


@contextmanager
def recorded_cards() -> Iterator[None]:
    """Let editions have the cards that are on record and no others."""
    for counted in COUNTED:
        counted.cache_clear()
    with (
        patch.object(core.catalog, "edition_faces", recorded_faces),
        patch.object(chez_tui.play.editions, "edition_faces", recorded_faces),
    ):
        try:
            yield
        finally:
            for counted in COUNTED:
                counted.cache_clear()


def once_a_box(make: Callable[P, T]) -> Callable[P, T]:
    """Let something be made once for all tests: once from the recorded cards, once from all."""
    made = {recorded: cache(make) for recorded in (True, False)}

    @wraps(make)
    def get(*args: P.args, **kwargs: P.kwargs) -> T:
        return made[core.catalog.edition_faces is recorded_faces](*args, **kwargs)

    return get


@once_a_box
def cards(editions: tuple[str, ...] = ("geek",)) -> Catalog:
    """Return the cards of these editions."""
    return load_catalog(editions)
