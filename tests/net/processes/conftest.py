"""What the tests of real programs share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net.processes.cast import Cast


@pytest.fixture
def cast(tmp_path: Path) -> Iterator[Cast]:
    """Programs that are gone when the test ends."""
    with Cast(tmp_path) as made:
        yield made
