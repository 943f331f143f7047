"""The lobby for those who only watch; the game opens above it when one is played."""

from typing import TYPE_CHECKING

from textual import work

from chez_tui.commands import Command
from chez_tui.screens.lobbyview import LobbyView
from core.telling import clean
from net.sessions.session import Session

if TYPE_CHECKING:
    from chez_tui.play.online import WatchedTable
    from net.wire.codes import Address

PLAYERS_ONLY = (
    "ready", "add_bot", "bot_level", "send_away", "agree", "open_hand", "trust_key",
)  # fmt: skip


class WatchLobby(LobbyView):
    """A lobby without a chair in it."""

    HELP = (
        "You watch. When a game begins it is shown by itself; you see what everybody may see, and "
        "of the hands what the table has agreed to. Before and between games Enter takes a free "
        "chair. Slash talks to the table, Esc goes away."
    )

    def __init__(self, bench: "WatchedTable", wall: bool = False) -> None:
        super().__init__(bench, bench.table)
        self._table = bench.table
        self._wall = wall

    @property
    def playing(self) -> Session | None:
        session = self._table.session
        over = session is not None and session.view.winners and session is self._shown
        return None if over or self._table.closed else session

    def went_away(self) -> bool:
        session = self._table.session
        return session is not None and session is self._shown and not session.view.winners

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "begin":
            return self._table.free_seat is not None
        return action not in PLAYERS_ONLY

    def footer_commands(self) -> list[Command]:
        return [
            command._replace(footer="sit down") if command.id == "begin" else command
            for command in super().footer_commands()
        ]

    def action_begin(self) -> None:
        seat = self._table.free_seat
        if seat is not None:
            self._sit_down(seat, self._table.visitor.password)

    @work
    async def _sit_down(self, seat: "Address", password: str) -> None:
        """Gives up the place of a spectator for a chair at the table."""
        self._left = True
        app = self.chez
        await self._place.aclose()
        while self in app.screen_stack:
            app.pop_screen()
        app.open_joining(seat, password)

    def next_step(self) -> tuple[str, bool]:
        if self._table.closed:
            return f"{clean(self._table.closed, 400)}. Esc goes back", True
        if not self._table.connected:
            return "looking for somebody who shows the table", False
        if self._table.free_seat is not None:
            return "you watch; a chair is free: enter sits down", True
        return "you watch; the game is shown when it begins", False

    def show_game(self, game: Session) -> None:
        self.chez.open_watch(game, self._wall)
