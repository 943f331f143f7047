"""One program's side of the lobby: keeps the list or follows it, and opens games."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol

from core.telling import listing
from net.identity import Identity
from net.log.entries import EntryError
from net.log.terms import Manners, Terms
from net.table.lobby import Desk, LobbyError, Plan, chair_name, conditions, manners_of, plan_of
from net.table.opening import Bound, Opening, bind, check_terms
from net.wire.messages import (
    NONCE_SIZE,
    ONE_HAND,
    Audience,
    Chair,
    Entrants,
    Join,
    Lobby,
    Message,
    Proposal,
    Ready,
    Seat,
    Signed,
    Stake,
    Willing,
)

ANSWER: Final = 10.0  # seconds in which everybody must answer when a game is opened
NOBODY: Final = Audience(0, ())


class Household(Protocol):
    """What the foyer needs of the table around it."""

    def send(self, pid: bytes, message: Message) -> None:
        """Says something to a peer."""

    def notice(self, text: str) -> None:
        """Tells the person at this keyboard."""

    def listed(self, lobby: Lobby) -> None:
        """The list is another one: for watchers, screens and connections."""

    def agreed(self, terms: Terms, bound: Bound, signatures: list[bytes] | None) -> None:
        """A game begins; whoever has all the signatures is its first host."""

    def called_off(self) -> None:
        """A game that this program has signed does not begin."""

    def turned_away(self, why: str) -> None:
        """There is no chair for this program."""


class Foyer:
    """The lobby of a table, as its keeper or as a guest."""

    def __init__(
        self, me: Identity, house: Household, random: Callable[[int], bytes], locked: bool
    ) -> None:
        self.me = me
        self.lobby: Lobby | None = None
        self.desk: Desk | None = None  # only at the program that keeps the list
        self.keeper = b""
        self.seat = -1
        self._house = house
        self._random = random
        self._locked = locked
        self._loop = asyncio.get_running_loop()
        self._nonce = b""
        self._willing = False  # whether the person lets those who watch see his hand
        self._bound: Bound | None = None
        self._opening: Opening | None = None
        self._opened_at = 0.0
        self._audience = NOBODY  # who watches through this program
        self._told = (b"", NOBODY)  # who was told last who does

    # -- the list ----------------------------------------------------------------------------------

    def keep(self, desk: Desk) -> None:
        """This program keeps the list from now on."""
        desk.locked = self._locked
        desk.quiet = self.lobby is not None and self.lobby.quiet
        self.desk, self.keeper = desk, self.me.pid
        self.spread(again=True)

    def knows(self, pid: bytes) -> bool:
        chairs = () if self.lobby is None else self.lobby.chairs
        return pid == self.keeper or any(chair.pid == pid for chair in chairs)

    def name(self, pid: bytes) -> str:
        return chair_name(self.lobby, pid) or "somebody"

    @property
    def _ready(self) -> bool:
        """Whether the list says that this program's player is ready."""
        chairs = () if self.lobby is None else self.lobby.chairs
        return any(chair.pid == self.me.pid and chair.ready for chair in chairs)

    @property
    def _listed_willing(self) -> bool:
        """Whether the list says that this program's player shows his hand."""
        return self.lobby is not None and self.lobby.willing == self.me.pid

    def spread(self, again: bool = False) -> bool:
        """Tells everybody how the table stands, if that is news or they shall hear it `again`;
        whether it did."""
        if self.desk is None:
            return False
        if self._opening is not None and self._opening.outdated:
            self._cancel("the table changed")
        lobby, last = self.desk.snapshot(), self.lobby
        if last is not None and not again and lobby == last._replace(revision=lobby.revision):
            return False
        self.lobby = lobby
        for pid in {chair.pid for chair in self.desk.chairs} - {self.me.pid}:
            self._house.send(pid, lobby)
        self._house.listed(lobby)
        return True

    def watched(self, audience: Audience) -> None:
        """Who watches through this program; the others hear of it a moment later."""
        self._audience = audience

    def _tell_audience(self) -> None:
        mine, desk = self._audience, self.desk
        if desk is not None:
            if desk.audience.get(self.me.pid, NOBODY) != mine:
                desk.watched(self.me.pid, mine)
                self.spread()
        elif self.lobby is not None and self._told != (self.keeper, mine):
            if mine != NOBODY or self._told[0] == self.keeper:
                self._house.send(self.keeper, mine)
            self._told = (self.keeper, mine)

    def left(self, pid: bytes) -> None:
        """A peer has gone."""
        if self.desk is not None:
            if self._opening is not None and pid in self._opening.pids:
                self._cancel(f"{self.name(pid)} has left")
            self.desk.left(pid)
            self.spread()

    def game_began(self) -> None:
        """Nobody keeps a list while a game is played."""
        self.desk, self._nonce, self._opening = None, b"", None
        self._told = (b"", NOBODY)

    # -- what the person does ----------------------------------------------------------------------

    def set_ready(self, ready: bool) -> None:
        self._nonce = (self._nonce or self._random(NONCE_SIZE)) if ready else b""
        if self.desk is not None:
            self.desk.ready(self.me.pid, ready, self._nonce)
            self.spread()
        else:
            self._house.send(self.keeper, Ready(ready, self._nonce))

    def set_willing(self, willing: bool) -> None:
        """The person lets those who watch see his hand, or not; raises LobbyError."""
        if self.desk is not None:
            self.desk.will(self.me.pid, willing)
            self.spread()
        else:
            self._house.send(self.keeper, Willing(willing))
        self._willing = willing

    def change(self, how: Callable[[Desk], object]) -> None:
        """Changes something; only the keeper can. Raises LobbyError."""
        if self.desk is None:
            raise LobbyError("only the host can do that")
        how(self.desk)
        self.spread()

    def start(self) -> None:
        """Opens the game, if everybody is ready; raises LobbyError."""
        if self.desk is None:
            raise LobbyError("only the host can start the game")
        if self._opening is not None:
            return
        if not self._nonce:
            self.set_ready(True)
        opening = self._opening = Opening(self.desk)
        self._opened_at = self._loop.time()
        self._bound = bind(self.me.pid, self._nonce, opening.entrants, self._random)
        self._send_all(opening.pids, opening.entrants)
        self._staked(self.me.pid, self._bound.stake)

    def tick(self, now: float) -> None:
        """Gives up on a game that somebody does not sign; tells who watches."""
        self._tell_audience()
        if self._opening is not None and now - self._opened_at > ANSWER:
            silent = [self.name(pid) for pid in self._opening.silent]
            self._cancel(f"{listing(silent)} didn't answer")
            self.spread()

    # -- messages ----------------------------------------------------------------------------------

    def hear(self, pid: bytes, name: str, message: Message) -> None:
        """A peer says something about the lobby; raises LobbyError if it can't be."""
        if self.desk is not None:
            self._hear_guest(pid, name, message)
        elif pid == self.keeper:
            self._hear_keeper(message)

    def _hear_guest(self, pid: bytes, name: str, message: Message) -> None:
        assert self.desk is not None
        match message:
            case Join(_, bot):
                self._house.send(pid, Seat(self.desk.sit(pid, name, bot), ""))
                if not self.spread() and self.lobby is not None:
                    self._house.send(pid, self.lobby)
            case Ready(ready, nonce):
                self.desk.ready(pid, ready, nonce)
                self.spread()
            case Audience():
                self.desk.watched(pid, message)
                self.spread()
            case Willing(willing):
                self.desk.will(pid, willing)
                self.spread()
            case Stake():
                self._staked(pid, message)
            case Signed():
                self._signed(pid, message)
            case _:
                pass

    def give_way(self, pid: bytes, lobby: Lobby) -> None:
        """Another program keeps the list from now on."""
        self.desk, self._opening, self._nonce = None, None, b""
        self.keeper = pid
        self._follow(lobby)

    def _hear_keeper(self, message: Message) -> None:
        match message:
            case Lobby():
                self._follow(message)
            case Seat(seat, text):
                if seat >= 0:
                    self.seat = seat
                elif self.seat < 0:
                    self._house.turned_away(text or "no such seat")
                else:
                    self._willing = self._willing and self._listed_willing
                    self._house.notice(text)
            case Entrants():
                self._bound = bind(self.me.pid, self._nonce, message, self._random)
                self._house.send(self.keeper, self._bound.stake)
            case Proposal(raw):
                self._sign(raw)
            case _:
                pass

    def _follow(self, lobby: Lobby) -> None:
        was_ready = self._ready
        altered = self.lobby is not None and conditions(self.lobby) != conditions(lobby)
        if self.lobby is None or self.lobby.game != lobby.game:
            self._told = (b"", NOBODY)
            self._willing = False
        self.lobby = lobby
        if lobby.hands != ONE_HAND or lobby.willing not in (b"", self.me.pid):
            self._willing = False  # what was agreed to is not what is asked for now
        mine = [n for n, chair in enumerate(lobby.chairs) if chair.pid == self.me.pid]
        if mine:
            self.seat = mine[0]
            # A list that was written before it could know that we are ready takes nothing back.
            if was_ready and (altered or not self._ready):
                self._nonce, self._bound = b"", None
                self._house.called_off()
        self._house.listed(lobby)

    # -- opening a game ----------------------------------------------------------------------------

    def _staked(self, pid: bytes, stake: Stake) -> None:
        opening = self._opening
        if opening is None:
            return
        proposal = opening.stake(pid, stake)
        if proposal is not None and opening.terms is not None:
            self._send_all(opening.pids, proposal)
            terms = opening.terms
            self._signed(self.me.pid, Signed(terms.gid, terms.sign(self.me)))

    def _signed(self, pid: bytes, message: Signed) -> None:
        opening = self._opening
        if opening is None:
            return
        signatures = opening.signed(pid, message)
        if signatures is not None and opening.terms is not None and self._bound is not None:
            self._house.agreed(opening.terms, self._bound, signatures)

    def _sign(self, raw: bytes) -> None:
        if self._bound is None or self.lobby is None:
            return
        lobby = self.lobby
        try:
            terms = Terms.read(raw)
        except EntryError as error:
            raise LobbyError(str(error)) from None
        check_terms(terms, self._bound, self.me.pid, lobby, plan_of(lobby))
        if terms.manners.willing == self.me.pid and not self._willing:
            raise LobbyError("the host would show your hand to spectators without asking you")
        self._house.agreed(terms, self._bound, None)
        self._house.send(self.keeper, Signed(terms.gid, terms.sign(self.me)))

    def _cancel(self, why: str) -> None:
        """Cancel the start. Players who signed have to ready up again."""
        self._opening = None
        if self.desk is not None:
            self.desk.unready()
        self._house.notice(f"The game didn't start: {why}")

    def _send_all(self, pids: Iterable[bytes], message: Message) -> None:
        for pid in pids:
            if pid != self.me.pid:
                self._house.send(pid, message)


def desk_again(me: bytes, terms: Terms, plan: Plan, gone: set[bytes]) -> Desk:
    """The list for the next game at a table: the same people, as far as they are still here."""
    manners = terms.manners._replace(willing=b"")  # whoever is still willing says so again
    desk = Desk(me, "", manners, plan, len(terms.seats))
    desk.game = terms.gid
    desk.chairs = [
        Chair(pid, seat.name, seat.bot, bool(seat.bot) and pid == me, True)
        for seat in terms.seats
        for pid in (terms.pids[seat.owner],)
    ]
    for pid in gone:
        desk.left(pid)
    return desk


def desk_after(me: bytes, lobby: Lobby, here: Collection[bytes]) -> Desk:
    """The list that somebody has kept who has gone, for those who are still here; raises LobbyError
    if its cards are not at hand."""
    manners = manners_of(lobby)._replace(willing=b"")
    desk = Desk(me, "", manners, plan_of(lobby), len(lobby.chairs))
    desk.game = lobby.game
    desk.chairs = [
        chair._replace(ready=bool(chair.bot) and chair.pid == me)
        for chair in lobby.chairs
        if chair.pid
    ]
    for pid in {chair.pid for chair in desk.chairs} - set(here):
        desk.left(pid)
    return desk


def first_desk(me: bytes, name: str, bot: str, manners: Manners, plan: Plan, seats: int) -> Desk:
    """The list of a table that has just been opened."""
    desk = Desk(me, name, manners, plan, seats)
    desk.chairs[0] = desk.chairs[0]._replace(bot=bot)
    return desk
