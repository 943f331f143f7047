"""Who comes to a network table: the programs of players, those who watch, and what they say."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from traceback import format_exception
from typing import Final

from net.chores import sentence
from net.peer.peer import PeerGame
from net.sessions.session import Update
from net.table.acquaintance import Acquaintances
from net.table.changing import Changing
from net.table.foyer import Foyer
from net.table.gallery import Gallery
from net.table.lobby import Desk, chair_name
from net.table.mesh import Mesh
from net.table.playing import Playing
from net.table.remote import RemoteSession
from net.table.settings import Settings, TableError
from net.table.talk import Talk, speaker
from net.wire.codes import Address
from net.wire.fields import MAX_NAME, tidy
from net.wire.hall import Hall, HallError
from net.wire.link import Link
from net.wire.messages import (
    MAX_AUDIENCE,
    MAX_SENTENCE,
    Audience,
    Chat,
    Hand,
    Hello,
    Lobby,
    Message,
    Peers,
    Signed,
    Stake,
    Watch,
)
from net.wire.rates import TokenBucket
from net.wire.versions import hello_of

BUSY: Final = "a game is on; you can watch it"
ELSEWHERE: Final = "someone else is hosting this table"
LASTING: Final = ("password", "version")  # why a connection fails until somebody does something
MISFITS: Final = 5.0  # programs that don't fit are named: so many at once, and as many a minute


class Guests(Changing, ABC):
    """One program's door, and everything that is said through it."""

    foyer: Foyer

    def __init__(self, settings: Settings, table: bytes) -> None:
        super().__init__()
        self.settings = settings
        self.me = settings.identity
        self.id = table
        self.play: Playing | None = None  # the game that is played, or was played last
        self.closed = ""  # why there is no table any more
        self.port = 0
        self.on_chat: list[Callable[[str, str], None]] = []  # name and text; no name: a notice
        self._loop = asyncio.get_running_loop()
        self._name = tidy(settings.name, MAX_NAME) or "Guest"
        try:
            self.hall = Hall(
                self.me, self._hello, self._arrived, settings.password,
                turned_away=self._turned_away,
            )  # fmt: skip
        except HallError as error:
            raise TableError(str(error), error.reason) from None
        self.mesh = Mesh(self.me.pid, self.hall, self, settings.password)
        self.gallery = Gallery(self._loop.time, self._loop.call_later)
        self._talk = Talk(self.me, self._name)
        self._acquaintances = Acquaintances(
            settings.known, lambda pid: pid in self.mesh.links, self._where, self.notice
        )
        self.met = self._acquaintances.met  # what to think of those who came
        self._going: list[asyncio.Task[None]] = []  # what is closed after a fault of this program
        self._misfits = TokenBucket(MISFITS / 60, MISFITS, self._loop.time())
        self._refused: set[bytes] = set()  # players who are there and will not have this program

    @abstractmethod
    def _end(self, why: str) -> None:
        """There is no table any more."""

    def failed(self, error: BaseException) -> None:
        """Nothing can be relied on after a fault of this program: it goes, and says why. The others
        see that it has gone, and can decide about its seat."""
        if not self.closed:
            trace = "".join(format_exception(error))
            self._report(f"failure-{self.id.hex()[:8]}.txt", trace.encode())
            why = tidy(sentence(error), MAX_SENTENCE)
            self.notice(f"{why[0].upper()}{why[1:]}")
            self._go(why)

    def _go(self, why: str) -> None:
        """There is no table any more for this program, and the others shall not count on it."""
        self._end(why)
        self._going.append(self._loop.create_task(self._hang_up()))

    async def _hang_up(self) -> None:
        await self.mesh.close()  # first, or it would make connections anew
        await self.hall.close()

    def _report(self, name: str, content: bytes) -> None:
        """Keeps what somebody may want to look at later, and says where."""
        report = self.settings.folder / name
        with suppress(OSError):
            self.settings.folder.mkdir(parents=True, exist_ok=True)
            report.write_bytes(content)
            self.notice(f"A report is in {report}")

    @abstractmethod
    def _remember(self) -> None:
        """Notes where everybody listens."""

    @abstractmethod
    def _welcome(self, link: Link) -> None:
        """Somebody of the last game is there."""

    @abstractmethod
    def _keeper_left(self, sentence: str, reason: str) -> None:
        """There is no connection to who keeps the list."""

    @abstractmethod
    def _hear_lobby(self, link: Link, message: Message) -> None:
        """Somebody says something about the lobby."""

    def _hello(self, purpose: str) -> Hello:
        locked = bool(self.settings.password)
        return hello_of(self.settings.program, self._name, purpose, self.id, self.port, locked)

    # -- what there is -----------------------------------------------------------------------------

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
    def over(self) -> bool:
        return self.play is not None and self.play.over

    # -- connections -------------------------------------------------------------------------------

    def _arrived(self, link: Link) -> None:
        if self.closed and self.play is None:
            link.close("left")
            return
        if link.hello.purpose != "watch":
            self.mesh.add(link)
            return
        self.gallery.add(link, self._loop.time())
        link.on_message = self._watcher_says
        link.on_lost = self._watcher_left
        self._show(link)
        self._count_watchers()
        self._tell()

    def _turned_away(self, address: Address, reason: str, sentence: str) -> None:
        """Says who of two must update: the one at this keyboard, perhaps."""
        if reason == "version" and self._misfits.take(self._loop.time()):
            self.notice(f"Turned away: {sentence}")

    def _watcher_says(self, link: Link, message: Message) -> None:
        if isinstance(message, Watch):
            self.gallery.watch(link, message.gid, message.after, self._loop.time())
        elif isinstance(message, Chat) and message.author == link.pid and not self._quiet:
            self._hear_chat(message, link)

    @property
    def _quiet(self) -> bool:
        """Whether those who watch are not heard at this table."""
        return self.lobby is not None and self.lobby.quiet

    def _watcher_left(self, link: Link, sentence: str) -> None:
        self.gallery.drop(link)
        self._count_watchers()
        self._tell()

    def _count_watchers(self) -> None:
        names = tuple(link.hello.name for link in self.gallery.links[:MAX_AUDIENCE])
        self.foyer.watched(Audience(len(self.gallery), names))

    def _show(self, link: Link) -> None:
        """Tells a watcher how the table stands, and who else could show it."""
        if self.lobby is not None:
            link.send(self.lobby)
        link.send(self.mesh.listeners())

    def joined(self, link: Link) -> None:
        self._refused.discard(link.pid)
        self._acquaintances.meet(link.hello.name, link.pid)
        if self.play is not None and link.pid in self.play.terms.pids:
            with self.play.keeping():
                self.play.game.linked(link.pid, self._loop.time())
            for hand in self.play.shown_hands:
                link.send(hand)
            self._welcome(link)
        elif self.desk is None and not self.foyer.knows(link.pid):
            busy = self.play is not None and not self.over
            place = self.mesh.place(self.foyer.keeper)
            elsewhere = f"{ELSEWHERE}, at {place}" if place else ELSEWHERE
            link.close("full", BUSY if busy else elsewhere)
        link.send(self.mesh.listeners())

    def refused(self, pid: bytes, problem: HallError) -> None:
        if problem.reason in LASTING and pid not in self._refused:
            self._refused.add(pid)
            name = chair_name(self.lobby, pid) or (self.play.name(pid) if self.play else "somebody")
            self.notice(f"{name} is online, but {problem}")

    def _where(self, pid: bytes) -> str:
        """How to find somebody at the table: where he sits in the list, or by his name there."""
        chairs = () if self.lobby is None else self.lobby.chairs
        seats = [n for n, chair in enumerate(chairs, 1) if chair.pid == pid and not chair.bot]
        if seats:
            return f"in seat {seats[0]}"
        return "" if self.play is None else self.play.name(pid)

    def parted(self, pid: bytes, sentence: str, reason: str) -> None:
        play = self.play
        if play is not None and pid in play.terms.pids:
            with play.keeping():
                play.game.unlinked(pid, self._loop.time(), going=reason == "left")
        if self.desk is not None:
            self.foyer.left(pid)
        elif pid == self.foyer.keeper:
            self._keeper_left(sentence, reason)
        self._tell()

    def heard(self, link: Link, message: Message) -> None:
        play = self.play
        if isinstance(message, Peers):
            self.mesh.hear_of(link, message)
            self._remember()
        elif isinstance(message, Chat):
            self._hear_chat(message, None)
        elif isinstance(message, Hand):
            if play is not None and message.author == link.pid and play.believes(message):
                self.gallery.show(message)
        elif (
            play is not None
            and getattr(message, "gid", None) == play.game.gid
            and not isinstance(message, (Stake, Signed))
        ):
            with play.keeping():
                play.game.receive(link.pid, message, self._loop.time())
        else:
            self._hear_lobby(link, message)

    # -- talking -----------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Says something to everybody at the table."""
        message = self._talk.say(self.id, text)
        if message is not None:
            self._spoken(message, None)

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
        name = speaker(message, self.lobby, None if self.play is None else self.play.terms)
        for callback in list(self.on_chat):
            callback(name, message.text)

    def announce(self, text: str) -> None:
        """Tells the person at this keyboard, and those who watch here."""
        self.notice(text)
        self.gallery.tell_news(text)

    def notice(self, text: str) -> None:
        if self.session is not None:
            self.session.push(Update("notice", text=text))
        for callback in list(self.on_chat):
            callback("", text)
