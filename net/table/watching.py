"""Watching a game on the network: public things only, from whichever player serves them."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from core.actions import Action, Refused
from core.events import REDEALT
from core.game import Game
from core.rules.lookup import no
from core.telling import tell
from net.identity import Identity
from net.log.entries import MAX_ACT, EntryError, unpack
from net.log.terms import Terms
from net.sessions.record import Record, RecordError, read_action
from net.sessions.session import SeenHand, Settings, Standing, Update
from net.sessions.sitting import CALM, Sitting
from net.table.changing import Changing
from net.table.mesh import seen_from
from net.table.showing import genuine
from net.table.talk import Talk
from net.wire.codes import Address
from net.wire.fields import MAX_NAME, tidy
from net.wire.hall import Hall, HallError
from net.wire.link import Link
from net.wire.messages import (
    ALL_LATE,
    MAX_HAND,
    VERSION,
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
from net.wire.versions import cards_hash, rules_hash

AGAIN: Final = 1.0  # seconds between attempts to find somebody who shows the game
GIVE_UP: Final = 60.0  # seconds without anybody who shows the game
GIVE_UP_LOBBY: Final = 5.0  # ... or the lobby: those who play are not bound to come back
QUIET: Final = "the host of this table lets only players talk"


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
        self._addresses = dict.fromkeys(addresses)
        self._places: dict[bytes, Address] = {}  # where players are found
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
        self._task = self._loop.create_task(self._stay())
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
        return self._places.get(lobby.host)

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
            self._show(message.name, message.text)

    # -- connections -------------------------------------------------------------------------------

    def _hello(self, purpose: str) -> Hello:
        return Hello(
            VERSION, self.visitor.program, self._name, purpose, self.id, rules_hash(),
            cards_hash(), 0, False,
        )  # fmt: skip

    async def _dial(self) -> None:
        """Finds somebody who shows the table; raises the last HallError if nobody does."""
        problem = HallError("nobody shows this table")
        for address in reversed(list(self._addresses)):
            try:
                link = await self._hall.dial(address, "watch", password=self.visitor.password)
            except HallError as error:
                problem = error
                continue
            if self.id and link.hello.gid != self.id:
                link.close("left")
                continue
            self.id, self._link = link.hello.gid, link
            self._places[link.pid] = Address(address.host, link.hello.port or address.port)
            link.on_message, link.on_lost = self._heard, self._lost
            session = self.session
            gid, seen = (b"", 0) if session is None else (session.terms.gid, len(session.actions))
            link.send(Watch(gid, seen))
            return
        raise problem

    async def _stay(self) -> None:
        """Goes to another peer when one has gone; gives up after a while."""
        alone = 0.0
        while not self.closed:
            await asyncio.sleep(AGAIN)
            if self._link is not None or self.closed:
                alone = 0.0
                continue
            with suppress(HallError):
                await self._dial()
                if self.session is not None:
                    self.session.push(Update("notice", text="Another player shows the game now"))
                continue
            alone += AGAIN
            if alone >= (GIVE_UP if self._playing else GIVE_UP_LOBBY):
                self._end("nobody shows this table any more")

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
                    place = seen_from(link.address, listener)
                    self._addresses.setdefault(place)
                    self._places[listener.pid] = place
            case Chat(author, name, _, text, _):
                if self._talk.hear(self.id, message, self._loop.time()):
                    self._show(name, text, author)
            case Scene(raw):
                self._begin(raw)
            case Played():
                if self.session is not None and message.gid == self.session.terms.gid:
                    self.session.follow(message)
            case News(standing, text):
                if self.session is not None:
                    self.session.hear(standing, text)
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

    def _show(self, name: str, text: str, author: bytes = b"") -> None:
        if self.session is not None:
            seat = self.session.terms.seat_of(author)
            said = text if seat >= 0 else f"{name}: {text}"
            self.session.push(Update("chat", seat=seat, text=said))
        for callback in list(self.on_chat):
            callback(name, text)

    def _end(self, why: str) -> None:
        if not self.closed:
            self.closed = why or "the table was left"
            if self.session is not None:
                self.session.push(Update("closed", text=why))
            self._tell()


def _nobody(link: Link) -> None:
    link.close("closed")


class WatchSession(Sitting):
    """A game for somebody who has no seat; see `net.sessions.session.Session`."""

    def __init__(self, table: WatchTable, terms: Terms, game: Game) -> None:
        super().__init__(None)
        self.terms = terms
        self.actions: list[Action] = []
        self._hands: dict[int, Hand] = {}  # what is shown of them, by their seats
        self._redealt: dict[int, int] = {}  # after how many actions a hand was dealt anew
        self._at = table
        self._game = game
        self._past: list[str] = []
        self._standing = CALM

    def _table(self) -> Game:
        return self._game

    @property
    def over(self) -> bool:
        return bool(self._game.winners)

    def _moment(self) -> int:
        return len(self.actions)

    def _rethink(self) -> None:
        """Nobody asks a watcher."""

    def restart(self, game: Game) -> None:
        """The same game is shown from its beginning once more."""
        self._game, self.actions, self._view = game, [], None
        self._redealt.clear()
        self.push(Update("notice", text="The game is told from its beginning"))

    def follow(self, message: Played) -> None:
        """Takes what is shown; raises Malformed if it breaks the rules of the game."""
        skip = len(self.actions) - message.after
        if skip < 0:
            raise Malformed("actions are missing in what is shown")
        for raw in message.actions[skip:]:
            try:
                action = read_action(unpack(raw, MAX_ACT, "an action"))
                events = self._game.apply(action)
            except (EntryError, RecordError, Refused) as error:
                raise Malformed(f"what is shown breaks the rules: {error}") from None
            self.actions.append(action)
            for event in events:
                if event.kind == REDEALT:
                    self._redealt[event.seat] = len(self.actions)
            told = tuple(tell(event, self._game, None) or "" for event in events)
            if message.more or self._past:
                self._past += [sentence for sentence in told if sentence]
            else:
                self.push(Update("acted", action, tuple(events), told))
        if message.state and message.state != bytes.fromhex(self._game.digest()):
            raise Malformed("what is shown does not lead to the table that it should")
        if self._past and not message.more:
            self.push(Update("past", told=tuple(self._past)))
            self._past = []

    def hear(self, standing: str, text: str) -> None:
        """Takes what the player who shows the game says about the others."""
        self._standing = Standing(standing)
        self.push(Update("notice", text=text) if text else Update("seen"))

    def see(self, hand: Hand) -> None:
        """Takes a hand that is shown; raises Malformed if the table has not agreed to that."""
        if not genuine(hand, self.terms, self._game):
            raise Malformed("a hand is shown that this table does not show")
        known = self._hands.get(hand.seat)
        if known is None or known.after < hand.after or known.author != hand.author:
            self._hands[hand.seat] = hand
            self.push(Update("hand", seat=hand.seat))

    @property
    def seen_hands(self) -> Mapping[int, SeenHand]:
        return {
            seat: SeenHand(hand.round, hand.faces, self._holds(hand))
            for seat, hand in self._hands.items()
            if self._game.alive[seat]
        }

    def _holds(self, hand: Hand) -> bool:
        """Whether these are still the cards of the seat; who shows old ones does not say that."""
        if self.terms.manners.hands == ALL_LATE:
            return True
        anew = self._redealt.get(hand.seat, 0)
        return anew <= hand.after and tuple(self._game.hands[hand.seat][:MAX_HAND]) == hand.cards

    @property
    def settings(self) -> Settings:
        return self.terms.settings(self._game)

    @property
    def standing(self) -> Standing:
        lost = Standing("looking for somebody who shows the game")
        return self._standing if self._at.connected else lost

    @property
    def audit(self) -> str:
        """A watcher sees what fell, and not the links that the players made it of."""
        return f"cards: {self.terms.cards}; dice: as the players showed them"

    @property
    def deadline(self) -> float | None:
        return None

    async def replace(self, seat: int, bot: bool) -> None:
        """Watchers don't vote."""

    async def act(self, action: Action) -> None:
        raise Refused(no("spectators only watch", "RUL-1"))

    @property
    def can_undo(self) -> bool:
        return False

    async def undo(self) -> None:
        """There is nothing to take back."""

    async def more_time(self) -> None:
        """Nobody waits for a watcher."""

    async def say(self, text: str) -> None:
        self._at.say(text)

    def record(self) -> Record:
        return Record(self.terms.header, tuple(self.actions))

    async def close(self) -> None:
        self.push(Update("closed"))
