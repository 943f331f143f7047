"""A lobby without a face: who may do what, what comes next, and what is new."""

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
OPEN: Final = (*HOSTING, *SEATED, "chat", "open_hand")  # not at a table that is closed


class Note(NamedTuple):
    """Something that is told in a lobby: what `name` says, or what has happened."""

    text: str
    name: str = ""
    wrong: bool = False


class LobbyModel:
    """One person at one table of the network, with a chair or only to watch."""

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
        self._start = start  # by itself, when all seats are taken
        self._keeper = b""  # whose addresses are shown
        if self.joined is not None and addresses and self.lobby is not None:
            self._keeper = self.joined.foyer.keeper
        self._kept = False  # whether this program keeps the lobby, as far as that was noticed
        self._ended = False  # whether it was said that the table is closed
        self._before: Lobby | None = None  # what the news are compared with
        self.cursor = 0
        self._placed = False  # whether the cursor was put on the own chair
        self.message = ""  # why something can't be done, until the lobby is another one
        self.notes: list[Note] = []  # what was told, the newest last
        self._said: list[Note] = []  # what nobody has looked at yet
        self.happened = asyncio.Event()
        self._shown: Session | None = None  # the game that was to be shown last
        self._table.on_change.append(self.happened.set)
        self._table.on_chat.append(self._heard)

    # -- what there is to see ----------------------------------------------------------------------

    @property
    def lobby(self) -> Lobby | None:
        return self._table.lobby

    @property
    def _chairs(self) -> tuple[Chair, ...]:
        return () if self.lobby is None else self.lobby.chairs

    @property
    def _play(self) -> Playing | None:
        """The game at the table, even if it is over."""
        return None if self.joined is None else self.joined.play

    @property
    def closed(self) -> str:
        """Why the table is closed; empty while it is not."""
        return self._table.closed

    @property
    def code(self) -> str:
        return str(code_of(self._table.id))

    @property
    def me(self) -> bytes:
        """Whose program this is; nobody's at the table for a spectator."""
        return b"" if self.joined is None else self.joined.me.pid

    @property
    def hosting(self) -> bool:
        return self.joined is not None and self.joined.desk is not None

    @property
    def title(self) -> str:
        """The name of the table, and what goes on there."""
        lobby = self.lobby
        if lobby is None:
            return "Lobby"
        phases = {"lobby": "lobby", "play": "a game is played", "paused": "a game is paused"}
        state = "closed" if self.closed else phases.get(lobby.phase, "the game is over")
        return f"{clean(lobby.title, words.TITLE)} · {state}"

    @property
    def unheard(self) -> str:
        """Why the local network does not hear of the table."""
        return self._publisher.trouble if self._publisher is not None and self.hosting else ""

    @property
    def waiting(self) -> str:
        """What there is to say while there is no list of chairs."""
        going_on = "" if self.joined is None else words.going_on(self.joined)
        return going_on or "The table has not said anything yet."

    @property
    def taken_up(self) -> bool:
        """Whether this is a game that was taken up, and its players are not back yet."""
        going_on = self._play is not None and not self._play.over
        return going_on and self.lobby is None and not self.closed

    @property
    def chair(self) -> Chair | None:
        """The chair that the cursor is on."""
        return self._chairs[self.cursor] if self.cursor < len(self._chairs) else None

    @property
    def _own(self) -> list[int]:
        """The chairs of this program, that of its person first; who comes back late to a table may
        find none."""
        chairs = self._chairs
        own = [seat for seat, chair in enumerate(chairs) if chair.pid and chair.pid == self.me]
        return sorted(own, key=lambda seat: bool(chairs[seat].bot))

    @property
    def seated(self) -> bool:
        """Whether this person has a chair."""
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
        """Where a spectator can sit down."""
        return None if self.watched is None else self.watched.free_seat

    def trust(self, chair: Chair) -> str:
        """What to think of the key of somebody on a chair."""
        if self.joined is None or chair.bot:
            return ""
        return words.trust(self.joined.met.get(chair.pid))

    def key_words(self) -> tuple[str, str] | None:
        """Whose key the cursor is on, and the key as words."""
        if self.joined is None:
            return None
        chair = self.chair
        if chair is None or not chair.pid or chair.pid == self.me:
            return "your key in words", fingerprint(self.me)
        people = (other for other in self._chairs if other.pid == chair.pid and not other.bot)
        owner = next(people, chair)  # whose program plays the chair
        trust = self.trust(chair._replace(bot=""))
        note = f" ({trust})" if trust else ""
        return f"key of {clean(owner.name)}{note}", fingerprint(chair.pid)

    # -- what can be done, and what comes next -----------------------------------------------------

    def may(self, command: str) -> bool:
        """Whether a command is of use here and now; to others it is not offered."""
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
        """What is to be done, and with which key, and whether by this person."""
        if self.closed:
            return keyed("{why}. {Back} goes back", keymap, why=clean(self.closed, 400)), True
        if self.message:
            return self.message, True
        if self.watched is not None:
            if not self.watched.connected:
                return "looking for somebody who shows the table", False
            if self.free_seat is not None:
                return keyed("you watch; a chair is free: {begin} sits down", keymap), True
            return "you watch; the game is shown when it begins", False
        lobby = self.lobby
        if lobby is None:
            missing = words.missing(self.joined) if self.joined is not None else []
            return f"waiting for {listing(missing) or 'the others to agree'}", False
        if self.hosting:
            begin = keyed("everybody is ready: {begin} starts the game", keymap)
            return self.obstacle or begin, not self.obstacle
        if not self.seated:
            return "all chairs are taken: you get one when somebody goes", False
        if not self.ready:
            return keyed("{begin} says that you are ready", keymap), True
        if waiting := words.not_ready(lobby, self.me):
            return f"you are ready; waiting for {listing(waiting)}", False
        host = clean(chair_name(lobby, lobby.host), nameless="the host")
        return f"everybody is ready: {host} can start the game", False

    @property
    def obstacle(self) -> str:
        """Why the host can't start yet; empty if nothing is in the way."""
        lobby = self.lobby
        return words.obstacle(lobby, self.me) if self.hosting and lobby is not None else ""

    def parting(self) -> str:
        """What is asked before the lobby is left; nothing if it may just be left."""
        if self.closed or self.joined is None:
            return ""
        others = {chair.pid for chair in self._chairs} - {b"", self.me}
        play = self._play
        if self.hosting and play is not None and others.intersection(play.terms.pids):
            return "Leave the table? Somebody else keeps the lobby then."
        if self.hosting and others:
            return "Leave? The table closes for everybody."
        return "Leave the table?" if others or self.hosting else ""

    # -- what happens ------------------------------------------------------------------------------

    def _heard(self, name: str, text: str) -> None:
        self._said.append(Note(text, name, wrong=not name))
        self.happened.set()

    async def changes(self) -> AsyncIterator[None]:
        """Yield whenever something has happened, and been looked at."""
        while True:
            await self.happened.wait()
            self.look()
            yield

    def look(self) -> list[Note]:
        """Take in how things stand, and return what has been told since the last look.

        Whoever keeps the lobby is ready, since they start the game, and others come to them.
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
        """Put the cursor on this person's chair as soon as they have one; let it follow them."""
        before = self._before.chairs[self.cursor :][:1] if self._before is not None else ()
        follows = any(chair.pid and chair.pid == self.me for chair in before)
        own = self._own
        if own and (follows or not self._placed) and self.cursor not in own:
            self.cursor = own[0]
        self._placed = self.seated
        self.move(0)

    def _say_where(self) -> None:
        """Others join at the program that keeps the list, whoever's that is by now."""
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
        """The game that goes on, if this program sees one."""
        if self.closed:
            return None
        if self.joined is not None:
            return self.joined.session if self.joined.playing and not self.joined.over else None
        session = None if self.watched is None else self.watched.session
        over = session is not None and session.view.winners and session is self._shown
        return None if over else session

    def new_game(self) -> Session | None:
        """Return the game that is to be shown now, once."""
        game = self.game
        if game is None or game is self._shown:
            return None
        self._shown = game
        return game

    @property
    def seat_kept(self) -> str:
        """What becomes of the seat of a person who goes away from a game."""
        play = self._play
        if play is not None and len(play.terms.pids) == 2:
            return "The table waits for you: two can only go on together."
        return f"The table keeps your seat for {0 if play is None else play.terms.manners.wait} s."

    # -- what a person does; LobbyError says why something can't be done ---------------------------

    @property
    def _mine(self) -> NetTable:
        if self.joined is None:
            raise LobbyError("you only watch this table")
        return self.joined

    def attempt(self, command: str) -> None:
        """Do something, or keep in `message` why that can't be done."""
        self.message = ""
        try:
            self.do(command)
        except LobbyError as error:
            self.message = str(error)

    def do(self, command: str, level: str = "normal") -> None:
        """Do what a command says, to whom the cursor is on; a bot is added at that level."""
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
            case "trust_key" if chair is not None:  # its words have been compared
                link, known = mine.mesh.links.get(chair.pid), mine.settings.known
                if link is not None and known is not None:
                    known.accept(link.hello.name, link.pid)
                    mine.met[link.pid] = known.meet(link.hello.name, link.pid)

    def move(self, by: int) -> None:
        """Let the cursor go to another chair."""
        self.cursor = max(0, min(self.cursor + by, len(self._chairs) - 1))

    def change(self, wanted: TableSpec, key: str) -> TableSpec:
        """Have one thing about the table as it is wanted; return what came of it.

        Raises UserError if it can't be like that.
        """
        try:
            self._mine.change(lambda desk: apply_change(desk, wanted, key))
        except LobbyError as error:
            raise UserError(str(error)) from None
        return wanted if self.lobby is None else TableSpec.of(self.lobby)

    def give_up(self) -> None:
        """Leave for good a game to which the others do not come back."""
        if self._play is not None:
            self._play.abandon()
