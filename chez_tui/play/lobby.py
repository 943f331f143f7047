"""A lobby without a face: who may do what, what comes next, and what's new."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from chez_tui.commands import keyed
from chez_tui.errors import UserError
from chez_tui.play import words
from chez_tui.play.addresses import addresses_at, own_addresses
from chez_tui.play.choices import capital
from chez_tui.play.online import JoinedTable, WatchedTable
from chez_tui.play.options import TableSpec, apply_change
from core.bots import LEVELS
from core.telling import clean, listing
from net.identity import fingerprint
from net.sessions.session import Session
from net.table.lobby import LobbyError, chair_name
from net.table.playing import Playing
from net.table.table import NetTable
from net.table.watching import WatchTable
from net.wire.codes import Address, code_of
from net.wire.messages import Chair, Lobby

NOTES_KEPT: Final = 200
HOSTING: Final = ("add_bot", "bot_level", "send_away", "agree")
SEATED: Final = ("begin", "ready")
OPEN: Final = (*HOSTING, *SEATED, "chat", "open_hand")  # not at a closed table


class Note(NamedTuple):
    """A line in a lobby: what `name` says, or what happened."""

    text: str
    name: str = ""
    wrong: bool = False


class LobbyModel:
    """One person at one network table, with a seat or as a spectator."""

    def __init__(
        self,
        place: JoinedTable | WatchedTable,
        addresses: Sequence[str] = (),
        start: bool = False,
    ) -> None:
        self.place = place
        self.joined = place.table if isinstance(place, JoinedTable) else None
        self.watched = place.table if isinstance(place, WatchedTable) else None
        self._table: NetTable | WatchTable = place.table
        self._publisher = place.publisher if isinstance(place, JoinedTable) else None
        self.addresses = tuple(addresses)
        self._start = start  # start automatically when all seats are taken
        self._keeper = b""  # whose addresses the lobby shows
        if self.joined is not None and addresses and self.lobby is not None:
            self._keeper = self.joined.foyer.keeper
        self._kept = False  # whether we were the host at the last look
        self._ended = False  # whether we said that the table is closed
        self._before: Lobby | None = None  # what `look` compares the news with
        self.cursor = 0
        self._placed = False  # whether the cursor went to this person's seat
        self.message = ""  # why something can't be done, until the lobby changes
        self.notes: list[Note] = []  # all lines so far, the newest last
        self._said: list[Note] = []  # lines that no one has looked at yet
        self.happened = asyncio.Event()
        self._shown: Session | None = None  # the last game to show
        self._table.on_change.append(self.happened.set)
        self._table.on_chat.append(self._heard)

    # -- what it shows -----------------------------------------------------------------------------

    @property
    def lobby(self) -> Lobby | None:
        return self._table.lobby

    @property
    def _chairs(self) -> tuple[Chair, ...]:
        return () if self.lobby is None else self.lobby.chairs

    @property
    def _play(self) -> Playing | None:
        """The game at the table, even if it's over."""
        return None if self.joined is None else self.joined.play

    @property
    def closed(self) -> str:
        """Why the table is closed; empty while it's open."""
        return self._table.closed

    @property
    def code(self) -> str:
        return str(code_of(self._table.id))

    @property
    def me(self) -> bytes:
        """This client's player; empty for a spectator."""
        return b"" if self.joined is None else self.joined.me.pid

    @property
    def hosting(self) -> bool:
        return self.joined is not None and self.joined.desk is not None

    @property
    def title(self) -> str:
        """The table's name, and what goes on there."""
        lobby = self.lobby
        if lobby is None:
            return "Lobby"
        phases = {"lobby": "lobby", "play": "game in progress", "paused": "game paused"}
        state = "closed" if self.closed else phases.get(lobby.phase, "game over")
        return f"{clean(lobby.title, words.TITLE)} · {state}"

    @property
    def unheard(self) -> str:
        """Why the local network can't find the table."""
        return self._publisher.trouble if self._publisher is not None and self.hosting else ""

    @property
    def waiting(self) -> str:
        """What to show while there's no list of seats."""
        going_on = "" if self.joined is None else words.going_on(self.joined)
        return going_on or "Waiting for the table's answer."

    @property
    def taken_up(self) -> bool:
        """Whether this is a resumed game whose players aren't back yet."""
        going_on = self._play is not None and not self._play.over
        return going_on and self.lobby is None and not self.closed

    @property
    def chair(self) -> Chair | None:
        """The seat under the cursor."""
        return self._chairs[self.cursor] if self.cursor < len(self._chairs) else None

    @property
    def _own(self) -> list[int]:
        """The seats of this client, the person's first; a player who returns late may find none."""
        chairs = self._chairs
        own = [seat for seat, chair in enumerate(chairs) if chair.pid and chair.pid == self.me]
        return sorted(own, key=lambda seat: bool(chairs[seat].bot))

    @property
    def seated(self) -> bool:
        """Whether this person has a seat."""
        return bool(self._own)

    @property
    def ready(self) -> bool:
        ready = all(chair.ready for chair in self._chairs if chair.pid == self.me)
        return ready and self.lobby is not None

    @property
    def willing(self) -> bool:
        """Whether this person lets spectators see their hand."""
        return self.lobby is not None and bool(self.me) and self.lobby.willing == self.me

    @property
    def free_seat(self) -> Address | None:
        """The address where a spectator can sit down."""
        return None if self.watched is None else self.watched.free_seat

    def trust(self, chair: Chair) -> str:
        """Return what to think of the key of someone in a seat."""
        if self.joined is None or chair.bot:
            return ""
        return words.trust(self.joined.met.get(chair.pid))

    def key_words(self) -> tuple[str, str] | None:
        """Whose fingerprint is under the cursor, and the fingerprint."""
        if self.joined is None:
            return None
        chair = self.chair
        if chair is None or not chair.pid or chair.pid == self.me:
            return "your fingerprint", fingerprint(self.me)
        people = (other for other in self._chairs if other.pid == chair.pid and not other.bot)
        owner = next(people, chair)  # the player whose client plays the seat
        trust = self.trust(chair._replace(bot=""))
        note = f" ({trust})" if trust else ""
        return f"{clean(owner.name)}'s fingerprint{note}", fingerprint(chair.pid)

    # -- what can be done, and what comes next -----------------------------------------------------

    def may(self, command: str) -> bool:
        """Return whether a command is useful here and now; if not, it isn't offered."""
        if self.closed and command in OPEN:
            return False
        if command == "begin" and self.watched is not None:
            return self.free_seat is not None
        if command in HOSTING and not self.hosting:
            return False
        lobby, chair = self.lobby, self.chair
        match command:
            case "begin" | "ready":
                return self.seated
            case "open_hand":
                may = (b"", self.me) if lobby is not None and lobby.hands == "one" else ()
                return self.joined is not None and lobby is not None and lobby.willing in may
            case "bot_level":
                return chair is not None and bool(chair.bot) and chair.pid == self.me
            case "trust_key":
                met = self.joined.met if self.joined is not None else {}
                return chair is not None and words.trust(met.get(chair.pid)) == words.CHANGED
        return True

    def next_step(self, keymap: Mapping[str, tuple[str, ...]]) -> tuple[str, bool]:
        """Return what to do next, with its key, and whether it's this person's turn to do it."""
        if self.closed:
            return keyed("{why}. {Back} goes back", keymap, why=clean(self.closed, 400)), True
        if self.message:
            return self.message, True
        if self.watched is not None:
            if not self.watched.connected:
                return "reconnecting to the table", False
            if self.free_seat is not None:
                return keyed("you're watching; {begin} takes the free seat", keymap), True
            return "you're watching; the game will appear here", False
        lobby = self.lobby
        if lobby is None:
            missing = words.missing(self.joined) if self.joined is not None else []
            return f"waiting for {listing(missing) or 'the others to agree'}", False
        if self.hosting:
            begin = keyed("everyone is ready: {begin} starts the game", keymap)
            return self.obstacle or begin, not self.obstacle
        if not self.seated:
            return "the table is full: you get the next free seat", False
        if not self.ready:
            return keyed("press {begin} when you're ready", keymap), True
        if waiting := words.not_ready(lobby, self.me):
            return f"you're ready; waiting for {listing(waiting)}", False
        host = clean(chair_name(lobby, lobby.host), nameless="the host")
        return f"everyone is ready: {host} can start the game", False

    @property
    def obstacle(self) -> str:
        """Why the host can't start yet; empty if they can."""
        lobby = self.lobby
        return words.obstacle(lobby, self.me) if self.hosting and lobby is not None else ""

    def parting(self) -> str:
        """Return the question to ask before leaving the lobby; empty if none is needed."""
        if self.closed or self.joined is None:
            return ""
        others = {chair.pid for chair in self._chairs} - {b"", self.me}
        play = self._play
        if self.hosting and play is not None and others.intersection(play.terms.pids):
            return "Leave the table? Someone else will host."
        if self.hosting and others:
            return "Leave? The table closes for everyone."
        return "Leave the table?" if others or self.hosting else ""

    # -- what happens ------------------------------------------------------------------------------

    def _heard(self, name: str, text: str) -> None:
        self._said.append(Note(text, name, wrong=not name))
        self.happened.set()

    async def changes(self) -> AsyncIterator[None]:
        """Yield whenever something has happened, after looking at it."""
        while True:
            await self.happened.wait()
            self.look()
            yield

    def look(self) -> list[Note]:
        """Take in how things stand, and return the lines since the last look.

        The host is always ready: they start the game, and others join them.
        """
        self.happened.clear()
        if self.joined is not None and self.hosting and not self._kept:
            self.joined.set_ready(True)
        self._kept = self.hosting
        self._say_where()
        fresh, self._said = self._said, []
        before, lobby = self._before, self.lobby
        self._find_chair()
        if lobby is not None and lobby is not before:
            self.message = ""
            fresh += [Note(sentence) for sentence in words.news(before, lobby, self.me)]
            self._before = lobby
        if self.closed and not self._ended:
            self._ended = True
            fresh.append(Note(capital(clean(self.closed, 400)), wrong=True))
        self.notes += fresh
        del self.notes[:-NOTES_KEPT]
        full = all(chair.pid and chair.ready for chair in self._chairs)
        if self._start and lobby is not None and full and self.hosting and self.game is None:
            self._start = False
            self.attempt("start")
        return fresh

    def _find_chair(self) -> None:
        """Put the cursor on this person's seat once they have one, and let it follow them."""
        before = self._before.chairs[self.cursor :][:1] if self._before is not None else ()
        follows = any(chair.pid and chair.pid == self.me for chair in before)
        own = self._own
        if own and (follows or not self._placed) and self.cursor not in own:
            self.cursor = own[0]
        self._placed = self.seated
        self.move(0)

    def _say_where(self) -> None:
        """Say where others can join: at the current host's client."""
        joined = self.joined
        if joined is None or self.lobby is None or joined.foyer.keeper == self._keeper:
            return
        self._keeper = joined.foyer.keeper
        place = joined.mesh.place(self._keeper)
        there = addresses_at(place) if place is not None else ()
        self.addresses = own_addresses(joined.port) if self.hosting else there

    # -- games -------------------------------------------------------------------------------------

    @property
    def game(self) -> Session | None:
        """The game in progress, if this client can see one."""
        if self.closed:
            return None
        if self.joined is not None:
            return self.joined.session if self.joined.playing and not self.joined.over else None
        session = None if self.watched is None else self.watched.session
        over = session is not None and session.view.winners and session is self._shown
        return None if over else session

    def new_game(self) -> Session | None:
        """Return a game to show, once."""
        game = self.game
        if game is None or game is self._shown:
            return None
        self._shown = game
        return game

    @property
    def seat_kept(self) -> str:
        """What happens to the seat of a person who leaves a game."""
        play = self._play
        if play is not None and len(play.terms.pids) == 2:
            return "The game pauses until you're back."
        return f"The table holds your seat for {0 if play is None else play.terms.manners.wait} s."

    # -- what a person does; LobbyError says why something can't be done ---------------------------

    @property
    def _mine(self) -> NetTable:
        if self.joined is None:
            raise LobbyError("you're only watching this table")
        return self.joined

    def attempt(self, command: str) -> None:
        """Do something, or save in `message` why it can't be done."""
        self.message = ""
        try:
            self.do(command)
        except LobbyError as error:
            self.message = str(error)

    def do(self, command: str, level: str = "normal") -> None:
        """Do what a command says, to the seat under the cursor; a new bot gets this level."""
        mine, chair, seat = self._mine, self.chair, self.cursor
        match command:
            case "ready":
                mine.set_ready(not self.ready)
            case "open_hand":
                mine.set_willing(not self.willing)
            case "start":
                if self.obstacle:
                    raise LobbyError(self.obstacle)
                mine.start()
            case "add_bot":
                mine.change(lambda desk: desk.add_bot(level))
            case "bot_level" if chair is not None and chair.bot:
                following = dict(pairwise(LEVELS)).get(chair.bot, next(iter(LEVELS)))
                mine.change(lambda desk: desk.set_level(seat, following))
            case "send_away":
                mine.send_away(seat)
            case "trust_key" if chair is not None:  # its fingerprint has been compared
                link, known = mine.mesh.links.get(chair.pid), mine.settings.known
                if link is not None and known is not None:
                    known.accept(link.hello.name, link.pid)
                    mine.met[link.pid] = known.meet(link.hello.name, link.pid)

    def move(self, by: int) -> None:
        """Move the cursor to another seat."""
        self.cursor = max(0, min(self.cursor + by, len(self._chairs) - 1))

    def change(self, wanted: TableSpec, key: str) -> TableSpec:
        """Change one setting of the table, and return the result.

        Raise UserError if that isn't possible.
        """
        try:
            self._mine.change(lambda desk: apply_change(desk, wanted, key))
        except LobbyError as error:
            raise UserError(str(error)) from None
        return wanted if self.lobby is None else TableSpec.of(self.lobby)

    def give_up(self) -> None:
        """Leave a game to which the others don't come back."""
        if self._play is not None:
            self._play.abandon()
