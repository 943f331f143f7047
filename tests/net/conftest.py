"""What the tests of the network share."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio

from tests.kit.clock import Clock


@pytest_asyncio.fixture
async def clock() -> AsyncIterator[Clock]:
    """Time that passes only when everybody waits; `pytest.mark.usefixtures("clock")`."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, asyncio.SelectorEventLoop)
    with Clock(loop) as made:
        yield made
