"""Which cards all tests of a module or a folder have: it imports one of these, and that is all."""

from collections.abc import Iterator

import pytest

from tests.kit.deals import recorded_cards


@pytest.fixture(name="box", autouse=True, scope="module")
def recorded_box() -> Iterator[None]:
    """Have the cards that are on record, so that a new card changes no game."""
    with recorded_cards():
        yield


@pytest.fixture(name="box", autouse=True, scope="module")
def whole_box() -> None:
    """Have all cards, though others in the folder don't: as their subject, or as programs do."""
