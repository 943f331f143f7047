"""What all tests of screens share: keys and pauses that wait no longer than they must."""

import asyncio
from typing import Any

import pytest

from chez_tui.app import ChezApp
from net.sessions.local import LocalTable
from tests.chez_tui.forms import Tables

FRAME = 1 / 50  # seconds: whatever is due in so short a time is waited for
GLANCE = 1 / 1000  # seconds between two looks while it is


async def wait_for_rest(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Waits until there is nothing to do at once or in a moment.

    Textual's own function measures how idle the process is, which takes 20 ms at the least.
    """
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    quiet = 0
    while quiet < 2 and loop.time() < end:
        await asyncio.sleep(0)
        soon = loop.time() + FRAME
        if any(not timer.cancelled() and timer.when() < soon for timer in loop._scheduled):
            await asyncio.sleep(GLANCE)
            quiet = 0
        else:
            quiet = 0 if loop._ready else quiet + 1


@pytest.fixture(autouse=True)
def prompt_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_rest)
    monkeypatch.setattr("textual.app.wait_for_idle", wait_for_rest)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    """The tables that were opened, without playing at them."""
    opened: Tables = []

    def open_table(app: ChezApp, table: LocalTable, seats: tuple[int, ...]) -> None:
        table.close()
        opened.append((table, seats))

    monkeypatch.setattr(ChezApp, "open_table", open_table)
    return opened
