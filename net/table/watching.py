"""Watching a game on the network: public things only, from whichever player serves them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from net.chores import sentence, start
from net.identity import Identity
from net.log.entries import EntryError
from net.log.terms import Terms
from net.sessions.record import RecordError
from net.sessions.session import Update
from net.table.changing import Changing
from net.table.mesh import seen_from
from net.table.onlooking import WatchSession
from net.table.talk import Talk, speaker
from net.wire.codes import Address
from net.wire.fields import MAX_NAME, tidy
from net.wire.hall import Hall, HallError
from net.wire.link import Link
from net.wire.messages import (
    MAX_SENTENCE,
    Chat,
    Hand,
    Hello,
    Lobby,
    Malformed,
    Message,
    News,
    Peers,
    Played,
    Scene,
    Watch,
)
from net.wire.versions import hello_of

AGAIN: Final = 1.0  # seconds between attempts to find somebody who shows the game
GIVE_UP: Final = 60.0  # seconds without anybody who shows the game
GIVE_UP_LOBBY: Final = 5.0  # ... or the lobby: those who play are not bound to come back
PLACES: Final = 64  # where somebody may show the game, as far as others say so
QUIET: Final = "the host lets only players talk"


@dataclass
class Visitor:
    """Who watches."""

    identity: Identity
    name: str
    program: str
    password: str = ""


class WatchError(Exception):
    """Why nothing can be watched; a sentence, and the word for it if the other side gave one."""

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason


class WatchTable(Changing):
    """A table as somebody outside sees it; it finds another peer when one has gone."""

    def __init__(self, visitor: Visitor, addresses: list[Address]) -> None:
        super().__init__()
        self.visitor = visitor
        self.id = b""
        self.lobby: Lobby | None = None
        self.session: WatchSession | None = None
        self.closed = ""
        self.on_chat: list[Callable[[str, str], None]] = []
        self._given = tuple(addresses)
        self._places: dict[Address, bytes] = {}  # where who may be found, the best guess last
        self._loop = asyncio.get_running_loop()
        self._hall = Hall(visitor.identity, self._hello, _nobody)
        self._link: Link | None = None
        self._name = tidy(visitor.name, MAX_NAME) or "Guest"
        self._talk = Talk(visitor.identity, self._name)
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, visitor: Visitor, addresses: list[Address]) -> "WatchTable":
        """Goes to a table; raises WatchError if nobody is there."""
        self = cls(visitor, addresses)
        try:
            await self._dial()
        except HallError as error:
            await self._hall.close()
            raise WatchError(str(error), error.reason) from None
        self._task = start(self._stay(), self._failed)
        return self

    async def close(self) -> None:
        self._end("")
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._hall.close()

    @property
    def connected(self) -> bool:
        return self._link is not None

    @property
    def free_seat(self) -> Address | None:
        """Where somebody who watches can take a chair for the next game; None: nowhere now."""
        lobby, session = self.lobby, self.session
        taken = lobby is None or all(chair.pid for chair in lobby.chairs)
        if lobby is None or taken or self.closed or not self.connected:
            return None
        if session is not None and not (session.over and session.terms.gid == lobby.game):
            return None
        return next((at for at, pid in reversed(self._places.items()) if pid == lobby.host), None)

    def say(self, text: str) -> None:
        if self.lobby is not None and self.lobby.quiet:
            if self.session is not None:
                self.session.push(Update("notice", text=f"{QUIET[0].upper()}{QUIET[1:]}"))
            for callback in list(self.on_chat):
                callback("", QUIET)
            return
        message = self._talk.say(self.id, text)
        if message is not None and self._link is not None:
            self._link.send(message)
            self._show(message)

    # -- connections -------------------------------------------------------------------------------

    def _hello(self, purpose: str) -> Hello:
        return hello_of(self.visitor.program, self._name, purpose, self.id)

    async def _dial(self) -> None:
        """Finds somebody who shows the table; raises the last HallError if nobody does."""
        problem = HallError("no one shows this table")
        for address in dict.fromkeys((*reversed(self._places), *reversed(self._given))):
            try:
                link = await self._hall.dial(address, "watch", password=self.visitor.password)
            except HallError as error:
                problem = error
                continue
            if self.id and link.hello.gid != self.id:
                link.close("left")
                continue
            self.id, self._link = link.hello.gid, link
            self._note(link.pid, Address(address.host, link.hello.port or address.port))
            link.on_message, link.on_lost = self._heard, self._lost
            session = self.session
            gid, seen = (b"", 0) if session is None else (session.terms.gid, len(session.actions))
            link.send(Watch(gid, seen))
            return
        raise problem

    def _note(self, pid: bytes, place: Address) -> None:
        """Somebody may be found there; whoever shows the game can name places without end."""
        self._places.pop(place, None)
        self._places[place] = pid
        while len(self._places) > PLACES:
            del self._places[next(iter(self._places))]

    async def _stay(self) -> None:
        """Goes to another peer when one has gone; gives up after a while."""
        since = self._loop.time()
        while not self.closed:
            await asyncio.sleep(AGAIN)
            if self._link is not None or self.closed:
                since = self._loop.time()
                continue
            patience = GIVE_UP if self._playing else GIVE_UP_LOBBY
            try:
                async with asyncio.timeout_at(since + patience):
                    await self._dial()
            except TimeoutError:
                self._end("no one shows this table anymore")
            except HallError:
                continue
            else:
                if self.session is not None:
                    self.session.push(Update("notice", text="Another player shows the game now"))

    def _failed(self, error: BaseException) -> None:
        self._end(tidy(sentence(error), MAX_SENTENCE))

    @property
    def _playing(self) -> bool:
        """Whether a game goes on, as far as this program has seen."""
        return self.session is not None and not self.session.over

    def _lost(self, link: Link, sentence: str) -> None:
        if link is self._link:
            self._link = None
            host = self.lobby is not None and self.lobby.host == link.pid
            if host and self.session is None and link.reason in ("closed", "left"):
                self._end(sentence)  # before the first game the table is his
            self._tell()
            if self.session is not None and not self.closed:
                self.session.push(Update("notice", text=f"{sentence}; looking for another player"))

    def _heard(self, link: Link, message: Message) -> None:
        match message:
            case Lobby():
                self.lobby = message
            case Peers(listeners):
                for listener in listeners:
                    self._note(listener.pid, seen_from(link.address, listener))
            case Chat():
                if self._talk.hear(self.id, message, self._loop.time()):
                    self._show(message)
            case Scene(raw):
                self._begin(raw)
            case Played():
                if self.session is not None and message.gid == self.session.terms.gid:
                    self.session.follow(message)
            case News():
                if self.session is not None:
                    self.session.hear(message)
            case Hand():
                if self.session is not None and message.gid == self.session.terms.gid:
                    self.session.see(message)
        self._tell()

    def _begin(self, raw: bytes) -> None:
        try:
            terms = Terms.read(raw)
            game = terms.game()
        except (EntryError, RecordError) as error:
            raise Malformed(str(error)) from None
        if self.session is not None:
            if self.session.terms.gid == terms.gid:
                self.session.restart(game)
                return
            self.session.push(Update("closed"))
        self.session = WatchSession(self, terms, game)

    def _show(self, message: Chat) -> None:
        session = self.session
        if session is not None:
            seat = session.terms.seat_of(message.author)
            said = message.text if seat >= 0 else f"{message.name}: {message.text}"
            session.push(Update("chat", seat=seat, text=said))
        name = speaker(message, self.lobby, None if session is None else session.terms)
        for callback in list(self.on_chat):
            callback(name, message.text)

    def _end(self, why: str) -> None:
        if not self.closed:
            self.closed = why or "you left the table"
            if self.session is not None:
                self.session.push(Update("closed", text=why))
            self._tell()


def _nobody(link: Link) -> None:
    link.close("closed")
