"""Decks for the tests of the sealed deck: `pytestmark = pytest.mark.usefixtures("small")`."""

from collections.abc import Iterator

import pytest

from tests.net.sealing import small_deck
from tests.net.tablesim.toygroup import toy_group


@pytest.fixture
def small(request: pytest.FixtureRequest) -> Iterator[None]:
    """A small deck, for three players or as many as the module says."""
    with small_deck(getattr(request.module, "PLAYERS", 3)):
        yield


@pytest.fixture
def toy(small: None) -> Iterator[None]:
    """The same, and its cards are locked with toys."""
    with toy_group():
        yield
