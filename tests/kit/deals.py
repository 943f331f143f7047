"""The cards that games in tests are dealt from, with or without those that were added later.

A game by seed changes with every card in the box. Where a test compares what came of such a game
with what came of it before, it plays inside `recorded_cards()`: then all that is read of an
edition, by the test or by the program, are the cards in `tests/data/box.txt`, as often as it says.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final
from unittest.mock import patch

import chez_tui.editions
import core.catalog
from core.cards import Face
from core.catalog import Catalog, edition_faces, load_catalog
from tests.kit.places import DATA

BOX: Final = DATA / "box.txt"


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
    chez_tui.editions._counts.cache_clear()
    with (
        patch.object(core.catalog, "edition_faces", recorded_faces),
        patch.object(chez_tui.editions, "edition_faces", recorded_faces),
    ):
        try:
            yield
        finally:
            chez_tui.editions._counts.cache_clear()


def cards(editions: tuple[str, ...] = ("geek",)) -> Catalog:
    """Return the cards of these editions, read once for all tests."""
    return _read(editions, core.catalog.edition_faces is recorded_faces)


@cache
def _read(editions: tuple[str, ...], recorded: bool) -> Catalog:
    return load_catalog(editions)
