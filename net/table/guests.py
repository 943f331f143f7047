"""Who comes to a network table: the programs of players, those who watch, and what they say."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from net.identity import Meeting, Trust, fingerprint
from net.peer.peer import PeerGame
from net.sessions.session import Update
from net.table.changing import Changing
from net.table.foyer import Foyer
from net.table.gallery import Gallery
from net.table.lobby import Desk, LobbyError
from net.table.mesh import Mesh
from net.table.playing import Playing
from net.table.remote import RemoteSession
from net.table.settings import Settings
from net.table.talk import Talk
from net.wire.fields import MAX_NAME, tidy
from net.wire.hall import Hall
from net.wire.link import Link
from net.wire.messages import (
    MAX_AUDIENCE,
    MAX_SENTENCE,
    VERSION,
    Audience,
    Chat,
    Hand,
    Hello,
    Join,
    Lobby,
    Message,
    Peers,
    Seat,
    Signed,
    Stake,
    Watch,
)
from net.wire.versions import cards_hash, rules_hash

BUSY: Final = "a game is being played; you can watch it"
ELSEWHERE: Final = "another program keeps the list of this table"


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
        self.met: dict[bytes, Meeting] = {}  # what to think of those who came
        self.on_chat: list[Callable[[str, str], None]] = []  # name and text; no name: a notice
        self._loop = asyncio.get_running_loop()
        self._name = tidy(settings.name, MAX_NAME) or "Guest"
        self.hall = Hall(self.me, self._hello, self._arrived, settings.password)
        self.mesh = Mesh(self.me.pid, self.hall, self, settings.password)
        self.gallery = Gallery(self._loop.time, self._loop.call_later)
        self._talk = Talk(self.me, self._name)
        self._rivaled = False  # whether somebody else keeps a list who should not

    @abstractmethod
    def _end(self, why: str) -> None:
        """There is no table any more."""

    @abstractmethod
    def _remember(self) -> None:
        """Notes where everybody listens."""

    def _hello(self, purpose: str) -> Hello:
        return Hello(
            VERSION, self.settings.program, self._name, purpose, self.id, rules_hash(),
            cards_hash(), self.port, bool(self.settings.password),
        )  # fmt: skip

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
        if link.hello.purpose != "watch":
            self.mesh.add(link)
            return
        self.gallery.add(link, self._loop.time())
        link.on_message = self._watcher_says
        link.on_lost = self._watcher_left
        self._show(link)
        self._count_watchers()
        self._tell()

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
        self._meet(link)
        if self.play is not None and link.pid in self.play.terms.pids:
            with self.play.keeping():
                self.play.game.linked(link.pid, self._loop.time())
            for hand in self.play.shown_hands:
                link.send(hand)
        elif self.desk is None and not self.foyer.knows(link.pid):
            busy = self.play is not None and not self.over
            place = self.mesh.place(self.foyer.keeper)
            elsewhere = f"{ELSEWHERE}, at {place}" if place else ELSEWHERE
            link.close("full", BUSY if busy else elsewhere)
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
            with play.keeping():
                play.game.unlinked(pid, self._loop.time())
        if self.desk is not None:
            self.foyer.left(pid)
        elif play is None and pid == self.foyer.keeper:
            self._end(sentence)
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

    def _two_lists(self, link: Link, lobby: Lobby) -> None:
        """Both keep one, since they were apart: the host's counts, else that of the smaller key."""
        both = (self.me.pid, link.pid)
        host = self.me.pid if self.game is None else self.game.host
        if link.pid == (host if host in both else min(both)):
            self.foyer.give_way(link.pid, lobby)
        else:
            self._rivaled = True

    def _hear_lobby(self, link: Link, message: Message) -> None:
        play = self.play
        if isinstance(message, Join) and play is not None and not play.over:
            if link.pid not in play.terms.pids:
                return
            if any(play.referee.game.alive[seat] for seat in play.referee.first_seats(link.pid)):
                link.close("seated")  # he has lost his place in it, and asks for a new one
            else:
                link.close("full", BUSY)
            return
        if isinstance(message, Lobby) and self.desk is not None:
            self._two_lists(link, message)
            return
        game = self.game
        if game is not None and self.over and self.desk is None:
            if game.host is not None:
                self.foyer.keeper = game.host  # between games the host of the last one has the list
            elif isinstance(message, Lobby) and self.foyer.keeper not in self.mesh.links:
                self.foyer.keeper = link.pid  # there is no host, and somebody has taken it over
        try:
            self.foyer.hear(link.pid, link.hello.name, message)
        except LobbyError as error:
            if self.desk is not None:
                link.send(Seat(-1, tidy(str(error), MAX_SENTENCE)))
            else:
                self.notice(str(error))
        self._tell()

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
        for callback in list(self.on_chat):
            callback(message.name, message.text)

    def announce(self, text: str) -> None:
        """Tells the person at this keyboard, and those who watch here."""
        self.notice(text)
        self.gallery.tell_news(text)

    def notice(self, text: str) -> None:
        if self.session is not None:
            self.session.push(Update("notice", text=text))
        for callback in list(self.on_chat):
            callback("", text)
