"""One game at a network table, as one program plays it: its person, its bots, its folder."""

import asyncio
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Final, Protocol, TypeVar

from core.actions import Action
from core.luck import Stream
from net.chores import fell
from net.deck.locks import PASSES
from net.identity import Identity
from net.log.entries import Act
from net.log.kinds import MORE, REMOVE, RETURN
from net.log.referee import Referee
from net.log.terms import Terms
from net.peer.home import Home
from net.peer.ledger import Happened
from net.peer.peer import Alarm, PeerGame
from net.sessions.history import FinishedGame
from net.sessions.local import Pace
from net.sessions.record import Record
from net.sessions.session import Standing, Update
from net.table.attendance import Attendance, Reporter
from net.table.auditing import Auditor
from net.table.puppets import Puppets
from net.table.remote import RemoteSession
from net.table.showing import OpenHands, OthersHands
from net.wire.messages import Hand, Listener, Message

LOST: Final = "this disk can't save the game anymore"

T = TypeVar("T")


class Household(Reporter, Protocol):
    """What a game needs of the table around it."""

    def send(self, pid: bytes, message: Message) -> None:
        """To a player; it may be lost when there is no link."""

    def told(self, what: Happened) -> None:
        """Something has happened: for watchers and whoever listens."""

    def ended(self) -> None:
        """The game is over, and the person has heard it."""

    def say(self, text: str) -> None:
        """The person says something."""

    def shifted(self) -> None:
        """Host, pause or absentees are others than before."""

    def alarmed(self, alarm: Alarm) -> None:
        """The game is over for this program."""

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        """A peer has broken the protocol: the connection is closed."""

    def failed(self, error: BaseException) -> None:
        """Work for the game has ended by a fault of this program."""


class Playing:
    """The surroundings of a `PeerGame`."""

    def __init__(
        self,
        me: Identity,
        terms: Terms,
        home: Home,
        house: Household,
        random: Callable[[int], bytes],
        pace: Pace,
    ) -> None:
        self.me = me
        self.terms = terms
        self.actions: list[Action] = []
        self._home = home
        self._closed = False
        self._ended = False
        self._house = house
        self._loop = asyncio.get_running_loop()
        self._outcomes: dict[int, asyncio.Future[str]] = {}
        self._strays: dict[int, str] = {}  # outcomes that came before anybody could wait for them
        number = time.time_ns() // 1_000_000  # never used before, whatever was lost in a crash
        jitter = Random(int.from_bytes(random(8), "big"))
        self.game = PeerGame(
            me, terms, home, self, self._loop.time(), jitter.random, random, number
        )
        owner = terms.pids.index(me.pid)
        seats = [number for number, seat in enumerate(terms.seats) if seat.owner == owner]
        people = [seat for seat in seats if not terms.seats[seat].bot]
        self.seat = (people or seats)[0]
        luck = Stream(int.from_bytes(random(8), "big"))
        self._puppets = Puppets(me.pid, self._submit, luck, pace, people[0] if people else None)
        self.session = RemoteSession(self, self.seat) if people else None
        self.auditor = Auditor(self)
        self._hands = OpenHands(me, terms)
        self._others = OthersHands(terms)
        self.attendance = Attendance(self, house)

    def set_pace(self, pace: Pace) -> None:
        """Let the bots of this client take that long from now on."""
        self._puppets.pace = pace

    # -- what it looks like ------------------------------------------------------------------------

    @property
    def referee(self) -> Referee:
        """The game as far as it is final."""
        return self.game.ledger.final

    @property
    def begun(self) -> bool:
        return self.referee.last.seq > 0

    @property
    def over(self) -> bool:
        return self.begun and self.referee.over

    @property
    def standing(self) -> Standing:
        return self.attendance.standing

    @property
    def stuck(self) -> bool:
        """Whether too few are here to go on."""
        return self.attendance.standing.paused

    @property
    def deadline(self) -> float | None:
        return self.game.deadline

    def name(self, pid: bytes) -> str:
        known = self.game.begun and pid in self.terms.pids
        return self.game.ledger.tip.name(pid) if known else "somebody"

    def seat_of(self, pid: bytes) -> int:
        """Where a player sits; -1 for everybody else."""
        if not self.begun or pid not in self.terms.pids:
            return -1
        seats = self.referee.first_seats(pid)
        return next((seat for seat in seats if not self.terms.seats[seat].bot), seats[0])

    # -- what the person and the bots do -----------------------------------------------------------

    def do(self, action: Action) -> "asyncio.Future[str]":
        """An action; the future is empty when it is final, or says why it came to nothing."""
        outcome: asyncio.Future[str] = self._loop.create_future()
        self._strays = {}
        number = -1
        with self.keeping():
            number = self.game.do(action, self._loop.time()).author_seq
        if number < 0:
            outcome.set_result(LOST)
            return outcome
        if number in self._strays:  # it was final, or refused, at once
            outcome.set_result(self._strays[number])
        else:
            self._outcomes[number] = outcome
        return outcome

    def _submit(self, action: Action, done: Callable[[str], None]) -> None:
        self.do(action).add_done_callback(lambda outcome: done(outcome.result()))

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """What is done with a disk that may fail: then this program can't go on with the game."""
        try:
            yield
        except TimeoutError:  # Python counts it among them
            raise
        except OSError as error:
            text = f"{LOST}: {error.strerror or error}"
            self.game.give_up(Alarm("disk", self.me.pid, text, b""))

    def more_time(self, ref: int) -> None:
        with self.keeping():
            self.game.more_time(ref, self._loop.time())

    def want_replaced(self, seat: int, bot: bool) -> None:
        """The person votes on the seat of somebody who is away."""
        owner = self.game.ledger.tip.owners[seat]
        with self.keeping():
            self.game.want_replaced(owner, bot, self._loop.time())
        self.attendance.reckon(self._loop.time())

    def abandon(self) -> None:
        """The person gives up a game that can't go on: he is not asked to come back to it."""
        with self.keeping():
            self._home.finish()

    def say(self, text: str) -> None:
        self._house.say(text)

    # -- for those who watch -----------------------------------------------------------------------

    def open_hands(self) -> list[Hand]:
        """What this program shows of its hands from now on."""
        if not self.begun or self.over or not self.game.current:
            return []
        return self._hands.look(self.referee, len(self.actions))

    @property
    def shown_hands(self) -> tuple[Hand, ...]:
        """What it shows of them now."""
        return self._hands.shown

    def believes(self, hand: Hand) -> bool:
        """Whether another player's hand is to be passed on."""
        return self.begun and self._others.news(hand, self.referee, len(self.actions))

    # -- what the game wants -----------------------------------------------------------------------

    def send(self, pid: bytes, message: Message) -> None:
        self._house.send(pid, message)

    def happened(self, what: Happened) -> None:
        self.actions += what.actions
        act = what.entry.act
        if act.author == self.me.pid:
            self._resolve(act.author_seq, "")
        if self.session is not None:
            self.session.happened(what)
        if self.over and not self._ended:
            self._ended = True
            self._house.ended()
        self._tell_of_seats(act)
        self._house.told(what)
        if act.kind in PASSES:
            self.shifted()
        self.auditor.look()
        if not self.game.dealing.blind(self.referee):
            self._puppets.look(self.referee)
        if self.over or not self.referee.game.alive[self.seat]:
            self._home.finish()  # nobody comes back to a game that he has left for good

    def _tell_of_seats(self, act: Act) -> None:
        """Says so when another program plays a seat from now on, or somebody wants to think."""
        if act.kind == RETURN:
            if self.game.reaches(act.author):  # clear votes about this seat
                self.game.absence.back(act.author)
            self._house.announce(f"{self.name(act.author)} is back")
        elif act.kind == MORE:
            self._house.announce(f"{self.name(act.author)} asks for more time")
        elif act.kind == REMOVE:
            assert isinstance(act.payload, list)
            who, heir = self.name(act.payload[0]), act.payload[1]
            self._house.announce(
                f"A bot takes over for {who}" if heir else f"{who} is out of the game"
            )

    def tell(self, text: str) -> None:
        """Something to know for the person at this keyboard."""
        self._house.notice(text)

    def refused(self, act: Act, reason: str) -> None:
        self._resolve(act.author_seq, reason)

    def _resolve(self, number: int, reason: str) -> None:
        outcome = self._outcomes.pop(number, None)
        if outcome is None:
            self._strays[number] = reason
        elif not outcome.done():
            outcome.set_result(reason)

    def shifted(self) -> None:
        self.attendance.reckon(self._loop.time())
        self._house.shifted()

    def alarmed(self, alarm: Alarm) -> None:
        self._house.alarmed(alarm)

    def compute(self, work: Callable[[], T], done: Callable[[T, float], None]) -> None:
        """In another thread: the screen never stutters."""

        def finished(future: "asyncio.Future[T]") -> None:
            if not fell(future, self._failed) and not self._closed:
                with self.keeping():
                    done(future.result(), self._loop.time())

        self._loop.run_in_executor(None, work).add_done_callback(finished)

    def _failed(self, error: BaseException) -> None:
        if not self._closed:
            self._house.failed(error)

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        self._house.expel(pid, reason, text)

    def played(self, mine: Collection[bytes]) -> FinishedGame:
        """The game for the history. Your seats are those of all programs that are you: your own
        if you sit at one of them, otherwise those that bots play for you."""
        terms, pids = self.terms, self.terms.pids
        owners = [pids[seat.owner] for seat in terms.seats]
        me = {self.me.pid, *mine}
        people = [n for n, seat in enumerate(terms.seats) if owners[n] in me and not seat.bot]
        return FinishedGame(
            id=terms.gid.hex(),
            title=terms.manners.title,
            record=Record(terms.header, tuple(self.actions)),
            levels=[seat.bot for seat in terms.seats],
            yours=people or sorted(terms.seat_of(pid) for pid in me & set(pids)),
            network=True,
            file=self._home.path,
            stand_ins=[n for n, pid in enumerate(self.referee.owners) if pid != owners[n]],
        )

    # -- coming and going --------------------------------------------------------------------------

    def remember(self, listeners: Sequence[Listener]) -> None:
        """So that the game can be taken up when all programs have ended."""
        if not self.over:
            with suppress(OSError):
                self._home.note_listeners(listeners)

    async def hand_over(self, patience: float) -> None:
        """Lets another player be host before this program goes, and play its bots on if nobody
        sits here. They do nothing more here, so that the table stands still to vote on it."""
        deserted = self.deserted
        if deserted:
            self._puppets.stop()
        with suppress(TimeoutError), self.keeping():
            async with asyncio.timeout(patience):
                while self._needed:
                    if deserted:
                        self.game.depart(self._loop.time())
                    else:
                        self.game.hand_over(self._loop.time())
                    await asyncio.sleep(0.02)

    @property
    def deserted(self) -> bool:
        """Whether nobody sits at this program, or nobody does any more."""
        return self.session is None or (self.begun and not self.referee.game.alive[self.seat])

    @property
    def stranded(self) -> list[int]:
        """The bots of this program that nobody could play on if its person left for good: two
        programs can only go on together."""
        final = self.referee
        mine = final.seats_of(self.me.pid) if len(final.players) == 2 else []
        return [seat for seat in mine if seat != self.seat]

    @property
    def _needed(self) -> bool:
        """Whether the others would miss this program if it went now, and can do without it."""
        players = self.referee.players if self.begun else ()
        paused = self.game.host is None and self.game.awaited is not None
        if self.over or paused or self.me.pid not in players:
            return False
        return self.game.hosting or (self.deserted and len(players) > 2)

    def end(self, why: str) -> None:
        """Nothing more comes of this game here."""
        self._puppets.stop()
        if self.session is not None:
            self.session.push(Update("closed", text=why))

    def close(self) -> None:
        self._closed = True
        self.auditor.close()
        self._puppets.stop()
        self._home.close()
