"""Some hundred keys at random; `make soak` presses others, and many more."""

import pytest

from tests.chez_tui.anykeys import TABLES, press

PRESSES = 250  # at each of two tables


@pytest.mark.parametrize("editions", TABLES, ids=["geek", "mix"])
async def test_hundreds_of_keys(editions: tuple[str, ...]) -> None:
    assert await press(20260101, editions, PRESSES) > PRESSES // 10
