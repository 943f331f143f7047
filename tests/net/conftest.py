"""What the tests of the network share."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.kit.boxes import recorded_box as recorded_box
from tests.kit.clock import Clock
from tests.net import party as parties
from tests.net.netns.lan import Lan
from tests.net.processes.cast import Cast


@pytest_asyncio.fixture
async def clock() -> AsyncIterator[Clock]:
    """Time that passes only when everybody waits; `pytest.mark.usefixtures("clock")`."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, asyncio.SelectorEventLoop)
    with Clock(loop) as made:
        yield made


@pytest_asyncio.fixture
async def party(clock: Clock, tmp_path: Path) -> AsyncIterator[parties.Party]:
    """Programs at a network table, with such a clock."""
    async with parties.party(tmp_path) as made:
        yield made


@pytest.fixture
def cast(tmp_path: Path) -> Iterator[Cast]:
    """Programs that are gone when the test ends."""
    with Cast(tmp_path) as made:
        yield made


@pytest.fixture
def lan() -> Iterator[Lan]:
    """Machines and cables that are gone when the test ends."""
    with Lan() as made:
        yield made
