"""A table on the network as one program has it: lobby, games, chat and those who watch.

It puts the parts together and holds none of their rules: `net.table.foyer` opens games,
`net.table.playing` plays them, `net.table.mesh` keeps the connections, `net.table.gallery` serves
those who watch.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from net.deck.sealed import STRICT
from net.discovery import Notice
from net.identity import Identity, KnownPeers, Meeting, Trust, fingerprint
from net.log.chain import ChainError
from net.log.entries import EntryError
from net.log.referee import Referee
from net.log.terms import Manners, Terms
from net.peer.home import Folder, listeners_in
from net.peer.ledger import Happened
from net.peer.peer import Alarm, PeerGame, beat
from net.sessions.local import INSTANT, Pace
from net.sessions.session import Update
from net.table.foyer import ANSWER, Foyer, desk_again, first_desk
from net.table.gallery import Gallery
from net.table.lobby import Bound, Desk, LobbyError, Plan
from net.table.mesh import Mesh
from net.table.playing import Playing
from net.table.remote import RemoteSession
from net.table.talk import Talk
from net.wire.codes import Address
from net.wire.fields import MAX_NAME, tidy
from net.wire.hall import Hall, HallError
from net.wire.link import Link
from net.wire.messages import (
    MAX_SENTENCE,
    VERSION,
    Chat,
    Hello,
    Join,
    Listener,
    Lobby,
    Message,
    Peers,
    Seat,
    Signed,
    Stake,
    Watch,
)
from net.wire.versions import cards_hash, rules_hash

HAND_OVER: Final = 1.0  # seconds in which another player becomes host when this one goes
DEPART: Final = 3.0  # ... and takes over the seats of a program at which nobody sits
ELSEWHERE: Final = "another program keeps the list of this table"
LOOK: Final = 1.0  # seconds between looks at watchers and absentees


@dataclass
class Settings:
    """Who sits at this keyboard, and how."""

    identity: Identity
    name: str
    program: str  # the version that people know
    folder: Path  # where games are kept
    bot: str = ""  # the level at which this program plays its seat by itself; empty: a person
    pace: Pace = INSTANT
    port: int = 0
    password: str = ""
    new_log: Callable[[str], Path] | None = None  # where the log of a table of that name goes
    known: KnownPeers | None = None  # who has been met before
    luck: Callable[[int], bytes] = field(default=secrets.token_bytes)


class TableError(Exception):
    """Why there is no table: a sentence, and the reason as `net.wire.hall.HallError` has it."""

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason


class NetTable:
    """One program at one table, from the first hello to the goodbye."""

    def __init__(self, settings: Settings, table: bytes) -> None:
        self.settings = settings
        self.me = settings.identity
        self.id = table
        self.play: Playing | None = None  # the game that is played, or was played last
        self.closed = ""  # why there is no table any more
        self.port = 0
        self.met: dict[bytes, Meeting] = {}  # what to think of those who came
        self.on_change: list[Callable[[], None]] = []
        self.on_chat: list[Callable[[str, str], None]] = []  # name and text; no name: a notice
        self.on_told: list[Callable[[Happened], None]] = []
        self._loop = asyncio.get_running_loop()
        self._name = tidy(settings.name, MAX_NAME) or "Guest"
        self.hall = Hall(self.me, self._hello, self._arrived, settings.password)
        self.mesh = Mesh(self.me.pid, self.hall, self, settings.password)
        self.gallery = Gallery(self._loop.time, self._loop.call_later)
        self.foyer = Foyer(self.me, self, settings.luck, bool(settings.password))
        self._talk = Talk(self.me, self._name)
        self._beat: asyncio.Task[None] | None = None

    # -- coming and going --------------------------------------------------------------------------

    @classmethod
    async def host(cls, settings: Settings, manners: Manners, plan: Plan, seats: int) -> "NetTable":
        """Opens a table of one's own; raises TableError."""
        self = cls(settings, manners.table)
        await self._open()
        self.foyer.keep(first_desk(self.me.pid, self._name, settings.bot, manners, plan, seats))
        return self

    @classmethod
    async def join(cls, settings: Settings, address: Address) -> "NetTable":
        """Sits down at somebody's table; raises TableError."""
        self = cls(settings, b"")
        await self._open()
        try:
            link = await self.hall.dial(address, "play", password=settings.password)
        except HallError as error:
            await self.close()
            raise TableError(str(error), error.reason) from None
        self.id, self.foyer.keeper = link.hello.gid, link.pid
        self.mesh.learn(link.pid, Address(address.host, link.hello.port or address.port))
        self.mesh.add(link)
        link.send(Join(-1, settings.bot))
        try:
            async with asyncio.timeout(ANSWER):
                while self.foyer.seat < 0 and not self.closed:
                    await self.news()
        except TimeoutError:
            self._end("the table does not answer")
        if self.closed:
            why = self.closed
            await self.close()
            raise TableError(why)
        return self

    @classmethod
    async def resume(cls, settings: Settings, folder: Path) -> "NetTable":
        """Takes up a game where the disk has it; the other players come back to it as well.

        It listens where it did before, if it can, since that is where the others look.
        """
        try:
            kept = Folder(folder)
            terms = terms_in(kept)
        except (ChainError, EntryError) as error:
            raise TableError(str(error)) from None
        if settings.identity.pid not in terms.pids:
            kept.close()
            raise TableError("this game was played by somebody else")
        self = cls(settings, terms.manners.table)
        for pid, host, port in listeners_in(folder):
            if pid == self.me.pid:
                settings.port = settings.port or port
            else:
                self.mesh.learn(pid, Address(host, port))
        try:
            await self._open()
        except TableError:
            settings.port = 0
            await self._open()
        self._begin(terms, kept)
        return self

    async def _open(self) -> None:
        try:
            self.port = await self.hall.listen(self.settings.port)
        except HallError as error:
            raise TableError(str(error)) from None
        self._beat = self._loop.create_task(self._run())

    async def close(self) -> None:
        """Goes away; a game that is being played goes on without this program."""
        if self.play is not None and not self.closed:
            await self.play.hand_over(DEPART if self.settings.bot else HAND_OVER)
        self._end("the table was left")
        if self._beat is not None:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)
        await self.mesh.close()
        await self.hall.close()
        if self.play is not None:
            self.play.close()

    def _end(self, why: str) -> None:
        if not self.closed:
            self.closed = why
            if self.play is not None:
                self.play.end(why)
            self._tell()

    async def news(self) -> None:
        """Waits until something is different."""
        happened = self._loop.create_future()

        def wake() -> None:
            if not happened.done():
                happened.set_result(None)

        self.on_change.append(wake)
        try:
            await happened
        finally:
            self.on_change.remove(wake)

    def _tell(self) -> None:
        for callback in list(self.on_change):
            callback()

    async def _run(self) -> None:
        """Lets time pass for the game, the lobby and the watchers."""
        look, orphaned = 0.0, 0
        while True:
            now = self._loop.time()
            game = self.game
            if game is not None:
                game.tick(now)
            self.foyer.tick(now)
            if now >= look:
                look = now + LOOK
                self.gallery.tick(now)
                if self.play is not None:
                    self.play.reckon()
                orphaned = orphaned + 1 if self._orphaned else 0
                if orphaned * LOOK > ANSWER:
                    self._end("the host has gone before the game began")
            wake = now + LOOK if game is None else game.wake
            await asyncio.sleep(beat(wake, self._loop.time()))

    @property
    def _orphaned(self) -> bool:
        """Whether this program has signed a game, and who was to open it is not there."""
        play = self.play
        return play is not None and not play.game.begun and self.foyer.keeper in self.missing

    # -- what it looks like ------------------------------------------------------------------------

    @property
    def lobby(self) -> Lobby | None:
        """How the table stands before and between games."""
        return self.foyer.lobby

    @property
    def desk(self) -> Desk | None:
        """The list of the lobby, at the program that keeps it."""
        return self.foyer.desk

    @property
    def game(self) -> PeerGame | None:
        return None if self.play is None else self.play.game

    @property
    def session(self) -> RemoteSession | None:
        """For the person at this keyboard."""
        return None if self.play is None else self.play.session

    @property
    def seat(self) -> int:
        return self.foyer.seat if self.play is None else self.play.seat

    @property
    def referee(self) -> Referee:
        """The game as far as it is final."""
        assert self.play is not None
        return self.play.referee

    @property
    def playing(self) -> bool:
        """Whether there is a game, be it over or not."""
        return self.play is not None and self.play.begun

    @property
    def over(self) -> bool:
        return self.play is not None and self.play.over

    @property
    def phase(self) -> str:
        if self.play is None or self.desk is not None:
            return "lobby"
        if self.over:
            return "over"
        return "paused" if self.play.game.awaited is not None else "play"

    def notice_of(self) -> Notice | None:
        """What is published about the table; None if another program does that."""
        play, lobby = self.play, self.lobby
        hosting = play is not None and (play.game.hosting or play.game.host is None)
        if self.closed or not (hosting or self.desk is not None):
            return None
        if play is not None and self.desk is None:
            seats = taken = len(play.terms.seats)
            title, editions = play.terms.manners.title, play.terms.header.editions
            options = play.terms.header.options
        elif lobby is not None:
            seats, taken = len(lobby.chairs), sum(bool(chair.pid) for chair in lobby.chairs)
            title, editions, options = lobby.title, lobby.editions, lobby.options
        else:
            return None
        return Notice(
            self.id, title, self.phase, taken, seats, bool(self.settings.password), editions,
            self.settings.program, VERSION, self.me.pid, cards_hash(),
            tuple(f"{name}={value}" for name, value in sorted(options.items())),
        )  # fmt: skip

    def _hello(self, purpose: str) -> Hello:
        return Hello(
            VERSION, self.settings.program, self._name, purpose, self.id, rules_hash(),
            cards_hash(), self.port, bool(self.settings.password),
        )  # fmt: skip

    # -- what the person does ----------------------------------------------------------------------

    def set_ready(self, ready: bool) -> None:
        """The player is ready for a game, or is not."""
        self.foyer.set_ready(ready)

    def change(self, how: Callable[[Desk], object]) -> None:
        """Changes something about the table; only who keeps the lobby can. Raises LobbyError."""
        self.foyer.change(how)

    def send_away(self, seat: int) -> None:
        """Takes somebody's chair, or a bot's; raises LobbyError."""
        gone: list[bytes] = []
        self.foyer.change(lambda desk: gone.append(desk.remove(seat)))
        if gone[0] != self.me.pid:
            self.mesh.drop(gone[0], "removed", "the host has given the seat away")

    def start(self) -> None:
        """Opens the game, if everybody is ready; raises LobbyError."""
        self.foyer.start()

    def say(self, text: str) -> None:
        """Says something to everybody at the table."""
        message = self._talk.say(self.id, text)
        if message is not None:
            self._spoken(message, None)

    # -- connections -------------------------------------------------------------------------------

    def _arrived(self, link: Link) -> None:
        if link.hello.purpose != "watch":
            self.mesh.add(link)
            return
        self.gallery.add(link, self._loop.time())
        link.on_message = self._watcher_says
        link.on_lost = self._watcher_left
        self._show(link)
        self.foyer.count_watchers(len(self.gallery))
        self._tell()

    def _watcher_says(self, link: Link, message: Message) -> None:
        if isinstance(message, Watch):
            self.gallery.watch(link, message.gid, message.after, self._loop.time())
        elif isinstance(message, Chat) and message.author == link.pid:
            self._hear_chat(message, link)

    def _watcher_left(self, link: Link, sentence: str) -> None:
        self.gallery.drop(link)
        self.foyer.count_watchers(len(self.gallery))
        self._tell()

    def _show(self, link: Link) -> None:
        """Tells a watcher how the table stands, and who else could show it."""
        if self.lobby is not None:
            link.send(self.lobby)
        link.send(self.mesh.listeners())

    def joined(self, link: Link) -> None:
        self._meet(link)
        if self.play is not None and link.pid in self.play.terms.pids:
            self.play.game.linked(link.pid, self._loop.time())
        elif self.desk is None and not self.foyer.knows(link.pid):
            busy = self.play is not None and not self.over
            link.close("full", "a game is being played; you can watch it" if busy else ELSEWHERE)
        link.send(self.mesh.listeners())

    def _meet(self, link: Link) -> None:
        """Says so if somebody comes with another key than the one remembered for his name."""
        known, name = self.settings.known, link.hello.name
        if known is None:
            return
        met = known.meet(name, link.pid)
        self.met.setdefault(link.pid, met)
        if met.trust is Trust.CHANGED:
            words = fingerprint(link.pid)
            self.notice(f"{name} is not the {name} you met before: the key is new ({words})")

    def parted(self, pid: bytes, sentence: str) -> None:
        play = self.play
        if play is not None and pid in play.terms.pids:
            play.game.unlinked(pid, self._loop.time())
        if self.desk is not None:
            self.foyer.left(pid)
        elif play is None and pid == self.foyer.keeper:
            self._end(sentence)
        self._tell()

    def heard(self, link: Link, message: Message) -> None:
        game = self.game
        if isinstance(message, Peers):
            self.mesh.hear_of(link, message)
            self._remember()
        elif isinstance(message, Chat):
            self._hear_chat(message, None)
        elif (
            game is not None
            and getattr(message, "gid", None) == game.gid
            and not isinstance(message, (Stake, Signed))
        ):
            game.receive(link.pid, message, self._loop.time())
        else:
            self._hear_lobby(link, message)

    def _hear_lobby(self, link: Link, message: Message) -> None:
        game = self.game
        if game is not None and self.over and game.host is not None and self.desk is None:
            self.foyer.keeper = game.host  # between games the host of the last one keeps the list
        try:
            self.foyer.hear(link.pid, link.hello.name, message)
        except LobbyError as error:
            if self.desk is not None:
                link.send(Seat(-1, tidy(str(error), MAX_SENTENCE)))
            else:
                self.notice(str(error))
        self._tell()

    def _hear_chat(self, message: Chat, watcher: Link | None) -> None:
        if self._talk.hear(self.id, message, self._loop.time()):
            self._spoken(message, watcher)

    def _spoken(self, message: Chat, watcher: Link | None) -> None:
        """Passes a sentence on to those who have it from nobody else, and shows it."""
        if watcher is not None or message.author == self.me.pid:
            for link in self.mesh.links.values():
                link.send(message)
        for link in self.gallery.links:
            if link is not watcher:
                link.send(message)
        seat = -1 if self.play is None else self.play.seat_of(message.author)
        if self.session is not None:
            text = message.text if seat >= 0 else f"{message.name}: {message.text}"
            self.session.push(Update("chat", seat=seat, text=text))
        for callback in list(self.on_chat):
            callback(message.name, message.text)

    # -- for the foyer -----------------------------------------------------------------------------

    def send(self, pid: bytes, message: Message) -> None:
        self.mesh.send(pid, message)

    def notice(self, text: str) -> None:
        if self.session is not None:
            self.session.push(Update("notice", text=text))
        for callback in list(self.on_chat):
            callback("", text)

    def listed(self, lobby: Lobby) -> None:
        pids = {chair.pid for chair in lobby.chairs if chair.pid}
        self.mesh.want(pids)
        if self.desk is not None:
            for pid in pids:
                self.mesh.send(pid, self.mesh.listeners())
        for link in self.gallery.links:
            self._show(link)
        self._tell()

    def called_off(self) -> None:
        play = self.play
        if play is not None and not play.game.begun:
            play.end("the game did not begin")
            play.close()
            self.play = None

    def turned_away(self, why: str) -> None:
        self._end(why)

    def agreed(self, terms: Terms, bound: Bound, signatures: list[bytes] | None) -> None:
        new_log = self.settings.new_log
        kept = Folder.make(
            self.settings.folder / terms.gid.hex(),
            terms.gid,
            bound.deck_seed,
            bound.dice_seed,
            None if new_log is None else new_log(terms.manners.title),
        )
        if self.settings.password:
            kept.lock()
        self._begin(terms, kept)
        if signatures is not None and self.play is not None:
            self.play.game.found(signatures, self._loop.time())

    def _begin(self, terms: Terms, kept: Folder) -> None:
        """There is a game: this program's part of it begins."""
        if self.play is not None:
            self.play.close()
        self.foyer.game_began()
        self.play = Playing(self.me, terms, kept, self, self.settings.luck, self.settings.pace)
        self.gallery.open(terms.gid, terms.raw)
        self.mesh.want(terms.pids)
        now = self._loop.time()
        for pid in self.mesh.links:
            if pid in terms.pids:
                self.play.game.linked(pid, now)
        self._remember()

    def _remember(self) -> None:
        """Notes where everybody listens, this program too."""
        if self.play is not None:
            mine = Listener(self.me.pid, "localhost", self.port)
            self.play.remember((mine, *self.mesh.listeners().listeners))

    @property
    def missing(self) -> tuple[bytes, ...]:
        """Players of the game to whom there is no connection."""
        pids = () if self.play is None else self.play.terms.pids
        return tuple(pid for pid in pids if pid != self.me.pid and pid not in self.mesh.links)

    def may_be_at(self, addresses: Iterable[Address]) -> None:
        """Somebody of this table listens there, one of those who are missing perhaps."""
        for address in addresses:
            for pid in self.missing:
                self.mesh.learn(pid, address)

    # -- for the game ------------------------------------------------------------------------------

    def told(self, what: Happened) -> None:
        assert self.play is not None
        state = self.play.game.ledger.digests.get(what.entry.seq, b"")
        self.gallery.played(what.actions, state)
        for callback in list(self.on_told):
            callback(what)
        self.shifted()

    def shifted(self) -> None:
        """After a game its host keeps the lobby for the next one."""
        play = self.play
        if play is not None and play.over and play.game.hosting and self.desk is None:
            terms, final = play.terms, play.referee.game
            first = (terms.header.first + 1) % len(terms.seats)
            strict = terms.cards == STRICT
            plan = Plan(final.catalog, terms.header.options, first, final.winners, strict)
            gone = {pid for pid in terms.pids if pid not in self.mesh.links} - {self.me.pid}
            self.foyer.keep(desk_again(self.me.pid, terms, plan, gone))
        self._tell()

    def alarmed(self, alarm: Alarm) -> None:
        with suppress(OSError):
            self.settings.folder.mkdir(parents=True, exist_ok=True)
            assert self.play is not None
            report = self.settings.folder / f"report-{self.play.terms.gid.hex()[:8]}.txt"
            report.write_bytes(alarm.report)
            self.notice(f"A report is in {report}")
        self.notice(f"The table has stopped: {alarm.text}")
        self._end(alarm.text)

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        name = self.foyer.name(pid) if self.play is None else self.play.name(pid)
        self.mesh.drop(pid, reason, text)
        self.notice(f"{name} was disconnected: {text}")


def terms_in(folder: Folder) -> Terms:
    """The terms of the game in a folder; raises ChainError or EntryError."""
    if not len(folder.log):
        raise ChainError("this game never began")
    payload = folder.log.entry(1).act.payload
    if not isinstance(payload, list) or not payload or type(payload[0]) is not bytes:
        raise EntryError("the log does not begin with the terms of a table")
    return Terms.read(payload[0])
