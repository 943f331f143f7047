"""A lobby as everybody at a table sees it, players and spectators alike."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.widgets import Input

from chez_tui.commands import LOBBY
from chez_tui.kit.chatbox import ChatBox
from chez_tui.kit.heading import Heading
from chez_tui.kit.lines import Lines
from chez_tui.kit.screen import ChezScreen, FooterLine, bindings_for
from chez_tui.play import words as lobbying
from chez_tui.screens.lobbypage import LobbyPage, NextLine
from core.telling import clean
from net.sessions.session import Session
from net.wire.codes import code_of
from net.wire.messages import Chair, Lobby

NOTES_KEPT = 200


class Gathering(Protocol):
    """What a table in the network is for its lobby."""

    id: bytes
    closed: str
    on_change: list[Callable[[], None]]
    on_chat: list[Callable[[str, str], None]]

    @property
    def lobby(self) -> Lobby | None: ...

    def say(self, text: str) -> None: ...


class Spot(Protocol):
    """A place at a table; it is left by closing it."""

    async def aclose(self) -> None: ...


class LobbyView(ChezScreen):
    """Shows a lobby, its talk, and the table above it while a game is played."""

    PLACES = (LOBBY,)
    BINDINGS: ClassVar = [*bindings_for(LOBBY)]
    DEFAULT_CSS = """
    LobbyView { layers: lobby chat; overflow: hidden; }
    """

    def __init__(self, place: Spot, table: Gathering, addresses: Sequence[str] = ()) -> None:
        super().__init__()
        self.title = "Lobby"
        self._place = place
        self._gathering = table
        self.addresses = tuple(addresses)
        self.notes: list[Text] = []
        self.cursor = 0
        self._before: Lobby | None = None
        self._shown: Session | None = None  # the game that has been opened
        self._visited = False  # whether its screen was there already
        self._ended = False  # whether it was said that the table is closed
        self._left = False

    # -- what the page reads -----------------------------------------------------------------------

    @property
    def lobby(self) -> Lobby | None:
        return self._gathering.lobby

    @property
    def code(self) -> str:
        return str(code_of(self._gathering.id))

    @property
    def me(self) -> bytes:
        """Whose program this is; nobody's at the table for a spectator."""
        return b""

    @property
    def unheard(self) -> str:
        """Why the local network does not hear of the table."""
        return ""

    @property
    def playing(self) -> Session | None:
        """The game that is going on, if this program sees one."""
        return None

    def waiting(self) -> str:
        """What there is to say while there is no list of chairs."""
        return "The table has not said anything yet."

    def went_away(self) -> bool:
        """Whether the game that was shown last goes on, or has stopped, without its end."""
        return False

    def trust(self, chair: Chair) -> str:
        return ""

    def key_words(self) -> tuple[str, str] | None:
        """Whose key the cursor is on, and the key as words."""
        return None

    def next_step(self) -> tuple[str, bool]:
        """What is to be done, and whether by this person."""
        return "waiting", False

    # -- building ----------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Heading()
        yield LobbyPage()
        yield NextLine()
        yield ChatBox()
        yield FooterLine()

    def on_mount(self) -> None:
        self._gathering.on_change.append(self._changed)
        self._gathering.on_chat.append(self._heard)
        self._changed()

    async def on_unmount(self) -> None:
        self._gathering.on_change.remove(self._changed)
        self._gathering.on_chat.remove(self._heard)
        await self._place.aclose()

    def on_screen_resume(self) -> None:
        """Whoever comes back from a table where a game goes on has gone away from it."""
        if self._visited and self.on_top and self.went_away():
            self._leave()
        self.repaint()

    def repaint(self) -> None:
        """Shows how things stand; not while the table lies above."""
        if not self.on_top:
            return
        lobby = self.lobby
        if lobby is not None:
            self.title = f"{clean(lobby.title, lobbying.TITLE)} · {self.state()}"
            self.cursor = max(0, min(self.cursor, len(lobby.chairs) - 1))
        for lines in self.query(Lines):
            lines.update_lines()

    def state(self) -> str:
        """What goes on at the table, in a word or two."""
        if self._gathering.closed:
            return "closed"
        lobby = self.lobby
        phases = {"lobby": "lobby", "play": "a game is played", "paused": "a game is paused"}
        return phases.get(lobby.phase, "the game is over") if lobby is not None else "lobby"

    # -- what happens ------------------------------------------------------------------------------

    def note(self, text: Text) -> None:
        self.notes.append(text)
        del self.notes[:-NOTES_KEPT]

    def _changed(self) -> None:
        if self._left or not self.is_attached:
            return
        lobby = self.lobby
        if lobby is not None and lobby is not self._before:
            self._set_mood(lobby)
            for sentence in lobbying.news(self._before, lobby, self.me):
                self.note(Text(sentence, style=self.chez.palette.muted))
            self._before = lobby
        if self._gathering.closed and not self._ended:
            self._ended = True
            why = clean(self._gathering.closed, 400)
            self.note(Text(f"{why[:1].upper()}{why[1:]}", style=f"bold {self.chez.palette.bad}"))
        self.noticed()
        game = self.playing
        if game is not None and game is not self._shown:
            self._shown, self._visited = game, False
            self.call_later(self._open_table, game)
        self.repaint()

    def _set_mood(self, lobby: Lobby) -> None:
        """The colors and words of what is going to be played."""
        known = lobbying.known_editions(lobby)
        if known:
            self.chez.play_editions(known)

    def noticed(self) -> None:
        """For what else is to be done when something has changed."""

    def _heard(self, name: str, text: str) -> None:
        palette = self.chez.palette
        if name:
            line = Text.assemble((f"{clean(name)}: ", f"bold {palette.accent}"), clean(text, 400))
        else:
            line = Text(clean(text, 400), style=f"bold {palette.bad}")
        self.note(line)
        self.repaint()

    def _open_table(self, game: Session) -> None:
        """The game begins: whatever lies above the lobby goes, the table comes."""
        app = self.chez
        while self in app.screen_stack and app.screen is not self:
            app.pop_screen()
        if not self._left:
            self._visited = True
            self.show_game(game)

    def show_game(self, game: Session) -> None:
        """Opens the screen for a game."""

    # -- talking, going ----------------------------------------------------------------------------

    def action_up(self) -> None:
        self.cursor -= 1
        self.repaint()

    def action_down(self) -> None:
        self.cursor += 1
        self.repaint()

    def action_about(self) -> None:
        """What is played here, option by option and edition by edition."""
        from chez_tui.screens.editions import PlayedScreen

        if self.lobby is not None:
            self.app.push_screen(PlayedScreen(self.lobby, self.chez.palette))

    def action_chat(self) -> None:
        self.query_one(ChatBox).open()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._gathering.say(event.value)
        self.query_one(ChatBox).close()

    def parting(self) -> str:
        """What is asked before the lobby is left; nothing if it may just be left."""
        return ""

    def quit_question(self) -> str:
        return "" if self.playing is not None else self.parting()

    def action_back(self) -> None:
        if self.query_one(ChatBox).close():
            return
        question = self.parting()
        if not question:
            self._leave()
            return
        from chez_tui.kit.confirm import ConfirmScreen

        def answered(yes: bool | None) -> None:
            if yes:
                self._leave()

        self.app.push_screen(ConfirmScreen(question), answered)

    @work
    async def _leave(self) -> None:
        """Back to where the lobby was opened from; to the title if that was nowhere."""
        self._left = True
        app = self.chez
        while self in app.screen_stack:
            app.pop_screen()
        if len(app.screen_stack) < 2:
            app.open_title()
