"""How tests go about in forms: before a game, and in the settings."""

from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.widgets.form import Form
from net.sessions.local import LocalTable

# The tables that were opened, each with the seats of the people here.
Tables = list[tuple[LocalTable, tuple[int, ...]]]


def form(app: ChezApp) -> Form:
    return app.screen.query_one(Form)


async def go(pilot: Pilot[int], key: str) -> None:
    """Moves the cursor to a row."""
    app = pilot.app
    assert isinstance(app, ChezApp)
    for _ in form(app).rows:
        if form(app).current.key == key:
            return
        await pilot.press("down")
    raise AssertionError(f"there is no row {key}")
