"""What all tests of screens share: recorded decks, and waits that depend on no clock."""

from typing import Any

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack

from chez_tui import flows
from chez_tui.app import ChezApp
from net.sessions.local import LocalTable
from tests.chez_tui.driver import Tables, settled
from tests.kit.boxes import recorded_box as recorded_box


@pytest.fixture(autouse=True)
def prompt_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for what there is to do; Textual measures how idle the whole process is."""
    monkeypatch.setattr("textual.pilot.wait_for_idle", settled)
    monkeypatch.setattr("textual.app.wait_for_idle", settled)


@pytest.fixture(autouse=True)
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint what a test looks at, not every frame for a terminal that is not there."""

    def render_update(compositor: Compositor, **how: Any) -> None:
        visible_screen_stack.set(how.get("screen_stack") or [])
        compositor._dirty_regions.clear()

    monkeypatch.setattr(Compositor, "render_update", render_update)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return the tables that were opened, without playing at them."""
    opened: Tables = []

    async def play(app: ChezApp, table: LocalTable, seats: tuple[int, ...]) -> None:
        table.close()
        opened.append((table, seats))

    monkeypatch.setattr(flows, "play", play)
    monkeypatch.setitem(flows.WAYS, "play", play)
    return opened
