"""From the wish for a table on the network to its lobby, in the full-screen app."""

from pathlib import Path
from typing import TYPE_CHECKING

from chez_tui.play.identity import own_addresses, read_target
from chez_tui.play.lobby import LobbyModel
from chez_tui.play.online import (
    JoinedTable,
    TablePlan,
    WatchedTable,
    go_on,
    look_in,
    open_table,
    sit_down,
)
from chez_tui.screens.lobby import LobbyScreen
from chez_tui.screens.reaching import ReachingScreen
from net.sessions.local import PACES

if TYPE_CHECKING:
    from chez_tui.app import ChezApp
    from net.discovery import Found
    from net.wire.codes import Address, JoinCode


def host(app: "ChezApp", plan: TablePlan) -> None:
    """Opens a table and its lobby."""

    def enter(place: JoinedTable) -> None:
        model = LobbyModel(place, own_addresses(place.table.port), plan.start)
        app.push_screen(LobbyScreen(model))

    app.push_screen(
        ReachingScreen("Host", "Opening the table", lambda _: open_table(plan, app.world), enter)
    )


def join(app: "ChezApp", target: "JoinCode | Address", password: str, record: Path | None) -> None:
    """Takes a seat at a table."""

    def enter(place: JoinedTable) -> None:
        where = (str(target),) if ":" in str(target) else ()
        app.push_screen(LobbyScreen(LobbyModel(place, where)))

    app.push_screen(
        ReachingScreen(
            "Join",
            f"Looking for the table {target}",
            lambda word: sit_down(
                target, app.world, password=word, record=record,
                pace=PACES[app.world.settings.pace],
            ),
            enter,
            password,
        )
    )  # fmt: skip


def resume(app: "ChezApp", folder: Path, password: str) -> None:
    """Goes on with a game from this user's disk."""

    def enter(place: JoinedTable) -> None:
        app.push_screen(LobbyScreen(LobbyModel(place, own_addresses(place.table.port))))

    app.push_screen(
        ReachingScreen(
            "Go on",
            "Taking up the game",
            lambda word: go_on(
                folder, app.world, password=word, pace=PACES[app.world.settings.pace]
            ),
            enter,
            password,
        )
    )


def watch(app: "ChezApp", target: "JoinCode | Address", password: str, wall: bool) -> None:
    """Watches a table."""

    def enter(table: WatchedTable) -> None:
        app.push_screen(LobbyScreen(LobbyModel(table), wall))

    app.push_screen(
        ReachingScreen(
            "Watch",
            f"Looking for the table {target}",
            lambda word: look_in(target, app.world, word),
            enter,
            password,
        )
    )


def look_around(
    app: "ChezApp", watching: bool, password: str, record: Path | None = None, wall: bool = False
) -> None:
    """Shows the tables on the local network; the one that is chosen is joined or watched."""
    from chez_tui.screens.tables import TablesScreen

    def chosen(table: "Found | str", watched: bool) -> None:
        target = read_target(table) if isinstance(table, str) else table.addresses[0]
        if watched:
            watch(app, target, password, wall)
        else:
            join(app, target, password, record)

    app.push_screen(TablesScreen(watching, chosen))
