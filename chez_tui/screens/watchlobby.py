"""The lobby for those who only watch; the game opens above it when one is played."""

from typing import TYPE_CHECKING

from chez_tui.screens.lobbyview import LobbyView
from net.sessions.session import Session

if TYPE_CHECKING:
    from chez_tui.hosting import Bench

PLAYERS_ONLY = ("begin", "ready", "add_bot", "bot_level", "send_away", "agree", "trust_key")


class WatchLobby(LobbyView):
    """A lobby without a chair in it."""

    HELP = (
        "You watch. When a game begins it is shown by itself; you see what everybody may see and "
        "nobody's hand. Slash talks to the table, Esc goes away."
    )

    def __init__(self, bench: "Bench", wall: bool = False) -> None:
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
        return action not in PLAYERS_ONLY

    def next_step(self) -> tuple[str, bool]:
        if self._table.closed:
            return "the table is closed. Esc goes back", True
        return "you watch; the game is shown when it begins", False

    def show_game(self, game: Session) -> None:
        self.chez.open_watch(game, self._wall)
