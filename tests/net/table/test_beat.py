"""Whoever listens to a player's program learns nothing of the hand: every window is one beat."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import NamedTuple, TypeVar

import pytest

from core.actions import PASS, Action
from core.bots import make_bot
from core.foresight import answers
from core.game import Game
from core.luck import Stream
from core.view import view
from net.deck.sealed import SEALED
from net.log.deal import commitment
from net.log.dice import LinkChain
from net.log.terms import Manners, Player, Seat, Terms, game_id
from net.peer.home import Folder
from net.peer.ledger import Happened
from net.peer.peer import Alarm, beat
from net.sessions.local import INSTANT
from net.sessions.record import Header
from net.sessions.session import ASK_ABLE, BEAT
from net.sessions.sitting import top_window
from net.table import playing
from net.table.playing import Playing
from net.wire.messages import Message, pack, unpack
from tests.kit.recorded import NAMES, catalog
from tests.net.honest import identity, secret
from tests.net.tablesim.toygroup import toy_group

pytestmark = pytest.mark.usefixtures("clock")

T = TypeVar("T")

ON_THE_WAY = 0.004  # seconds that a message takes
MOMENT = 0.01  # seconds between two looks


class Sent(NamedTuple):
    """A message, as somebody sees it who can't read it."""

    to: int
    kind: str
    size: int
    at: float


class Program(Playing):
    """Somebody's program, whose messages and computing take the same time in every run."""

    def compute(self, work: Callable[[], T], done: Callable[[T, float], None]) -> None:
        loop = self._loop
        loop.call_later(ON_THE_WAY, lambda: done(work(), loop.time()))


class House:
    """What is around one game: connections that keep count of what goes over them."""

    def __init__(self, table: "Peers", number: int) -> None:
        self.table = table
        self.number = number
        self.sent: list[Sent] = []

    def send(self, pid: bytes, message: Message) -> None:
        loop, data = asyncio.get_running_loop(), pack(message)
        to = self.table.terms.pids.index(pid)
        self.sent.append(Sent(to, type(message).__name__, len(data), loop.time()))
        loop.call_later(ON_THE_WAY, self._arrive, to, data)

    def _arrive(self, to: int, data: bytes) -> None:
        me, table = self.table.terms.pids[self.number], self.table
        if not table.closed:
            table.programs[to].game.receive(me, unpack(data), table.now)

    def told(self, what: Happened) -> None: ...
    def ended(self) -> None: ...
    def say(self, text: str) -> None: ...
    def shifted(self) -> None: ...
    def notice(self, text: str) -> None: ...
    def announce(self, text: str) -> None: ...

    def alarmed(self, alarm: Alarm) -> None:
        raise AssertionError(alarm.text)

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        raise AssertionError(text)

    def failed(self, error: BaseException) -> None:
        raise error


class Peers:
    """Three people at a table, each with a program; the same in every run."""

    def __init__(self, folder: Path, quick: int = 0) -> None:
        people = [identity(number) for number in range(3)]
        nonces = [secret(number, "nonce")[:16] for number in range(3)]
        gid = game_id(nonces)
        players = []
        for number, (one, nonce) in enumerate(zip(people, nonces, strict=True)):
            anchor = LinkChain(gid, one.pid, secret(number, "dice")).anchor
            bound = commitment(gid, one.pid, secret(number, "deck"))
            players.append(Player(one.pid, nonce, anchor, bound))
        seats = [Seat(name, number) for number, name in enumerate(NAMES[:3])]
        header = Header.of(catalog(), [seat.name for seat in seats])
        manners = Manners(beat=BEAT, quick=quick)
        self.terms = Terms.make(players, seats, 0, header, manners, SEALED)
        self.houses = [House(self, number) for number in range(3)]
        self.programs = [
            Program(
                one, self.terms,
                Folder.make(folder / str(number), gid, secret(number, "deck"),
                    secret(number, "dice"), self.terms.raw),
                self.houses[number], Random(number).randbytes, INSTANT,
            )
            for number, one in enumerate(people)
        ]  # fmt: skip
        self.closed = False
        self._bots = [make_bot("easy", Stream(number)) for number in range(3)]
        for one in self.programs:
            for other in people:
                if other.pid != one.me.pid:
                    one.game.linked(other.pid, self.now)
        signatures = [self.terms.sign(one) for one in people]
        self.programs[0].game.found(signatures, self.now)
        self._ticking = [asyncio.create_task(self._tick(one)) for one in self.programs]

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _tick(self, program: Program) -> None:
        while True:
            program.game.tick(self.now)
            await asyncio.sleep(beat(program.game.wake, self.now))

    def window(self, number: int) -> int:
        """The window in which a player is asked; 0: he is not."""
        game = self.programs[number].referee.game
        window = top_window(game)
        return window.ref if window is not None and number in game.waiting() else 0

    async def announce(self, number: int, responds: bool) -> None:
        """Has everybody play, and press space at once, until another player announces something.

        Before that, the player gets a hand that responds to it, or one that does not.
        """
        while True:
            await asyncio.sleep(0.1)
            for seat, one in enumerate(self.programs):
                final = one.referee if one.begun else None
                if final is None or final.busy or one.game.dealing.blind(final):
                    continue
                if seat not in final.game.waiting():
                    continue
                choice = Action(PASS, seat)
                if top_window(final.game) is None:
                    choice = self._bots[seat].choose(view(final.game, seat))
                hands = self._hands(number, choice) if seat != number else {}
                if len(hands) == 2:
                    self._deal(number, hands[responds])
                one.do(choice)
                if len(hands) == 2:
                    return
                break

    def _hands(self, number: int, announced: Action) -> dict[bool, int]:
        """A face that responds to it, and one that does not, if there is such a choice."""
        hands: dict[bool, int] = {}
        for face in self.programs[number].referee.game.faces:
            game = self.programs[number].referee.game.copy()
            give(game, number, face.number)
            game.apply(announced)
            if top_window(game) is not None and number in game.waiting():
                hands.setdefault(bool(answers(game, number)), face.number)
        return hands

    def _deal(self, number: int, face: int) -> None:
        """Gives a player a hand of such cards; nobody else can tell."""
        one = self.programs[number]
        one.game.dealing.teach = lambda referee: False  # type: ignore[method-assign]
        for referee in (one.game.ledger.final, one.game.ledger.tip):
            give(referee.game, number, face)

    async def close(self) -> None:
        self.closed = True
        for task in self._ticking:
            task.cancel()
        await asyncio.gather(*self._ticking, return_exceptions=True)
        for one in self.programs:
            one.close()


def give(game: Game, seat: int, face: int) -> None:
    """Makes all cards in a hand the same, as far as this replica knows."""
    for card in game.hands[seat]:
        game.face[card] = face
    game.look_anew()


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Acts have the same numbers in every run, so dice fall alike."""
    monkeypatch.setattr(playing, "time", SimpleNamespace(time_ns=lambda: 10**18))


async def sent(folder: Path, number: int, responds: bool, quick: int = 0) -> list[Sent]:
    """What a player's program sends while a window is open in which nobody presses a key."""
    with toy_group():
        table = Peers(folder / f"{number}-{responds}-{quick}", quick)
        try:
            session, house = table.programs[number].session, table.houses[number]
            assert session is not None
            session.set_preset(ASK_ABLE)  # even if the player wants to be asked only then
            await table.announce(number, responds)
            house.sent.clear()
            began = table.now
            while not (ref := table.window(number)):
                await asyncio.sleep(MOMENT)
            while table.window(number) == ref:
                await asyncio.sleep(MOMENT)
            assert quick or BEAT <= table.now - began < BEAT + 0.1
        finally:
            await table.close()
    return [one._replace(at=round(one.at - began, 3)) for one in house.sent]


@pytest.mark.parametrize("number", [0, 1, 2], ids=["the host", "a guest", "another"])
async def test_what_a_program_sends_in_a_window_does_not_depend_on_the_hand(
    number: int, tmp_path: Path, steady: None
) -> None:
    """The same public game and two hands: as many messages, of the same kind and length, to the
    same players at the same time."""
    able, unable = [await sent(tmp_path, number, responds) for responds in (True, False)]
    assert able == unable
    assert len(able) > 3  # that it is there, and holds what the host has ordered


async def test_at_a_quick_table_thinking_shows(tmp_path: Path, steady: None) -> None:
    """So the lobby says so, and the test above would find out a program that gives it away."""
    able, unable = [await sent(tmp_path, 1, responds, quick=1) for responds in (True, False)]
    assert able != unable
