"""What all tests of sessions share: games that stay the same when an edition gets a card."""

from collections.abc import Iterator

import pytest

from tests.kit.deals import recorded_cards


@pytest.fixture(autouse=True, scope="module")
def recorded_box() -> Iterator[None]:
    """Deal every game from the recorded box."""
    with recorded_cards():
        yield
