"""Tables in notation for tests: those that must hold, and those that must not."""

from functools import cache

import pytest

from core.catalog import Catalog, load_catalog
from core.game import Game
from core.notation import NotationError, check


@cache
def cards(editions: tuple[str, ...]) -> Catalog:
    return load_catalog(editions)


def played(*lines: str) -> Game:
    """The table at the end of a file that must hold."""
    return check("\n".join(lines), cards)


def failure(*lines: str) -> tuple[int, str]:
    """Line and message of a file that must fail."""
    with pytest.raises(NotationError) as caught:
        check("\n".join(lines), cards)
    return caught.value.line, str(caught.value)


ANN_BO = "players: Ann; Bo"
FREE = "turn: Ann, free time"
