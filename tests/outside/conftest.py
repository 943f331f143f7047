"""What the tests of the outside suite share."""

import pytest

from tests.outside.programs import NOW, Chez


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Chez:
    """Return the version under test, with the recorded cards."""
    return NOW.with_recorded_cards(tmp_path_factory.mktemp("recorded"))
