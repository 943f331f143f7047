"""A table of peers, the network between them, and what goes wrong."""

import heapq
from collections.abc import Callable
from math import inf
from random import Random
from typing import Any, NamedTuple

from core.bots import Bot, make_bot
from core.luck import Stream
from core.state import Window
from core.view import view
from net.chain import Kept, Log
from net.deal import commitment
from net.dice import LinkChain
from net.entries import Act, Entry
from net.home import Pocket
from net.identity import Identity
from net.ledger import Happened
from net.messages import Message, pack, unpack
from net.peer import Alarm, PeerGame
from net.record import Header
from net.terms import Manners, Player, Seat, Terms, game_id
from tests.recorded import NAMES, catalog


class Weather(NamedTuple):
    """How bad the network is."""

    slowest: float = 0.012  # seconds that a message takes at most
    think: float = 0.05  # seconds before a bot acts


class Broken(AssertionError):
    """Something that must never happen at a table."""


class Program:
    """A peer's program: its disk outlives it, its game does not."""

    def __init__(self, table: "SimTable", number: int) -> None:
        self.table = table
        self.number = number
        self.me = Identity(bytes([number + 1]) * 32)
        self.home: Pocket
        self.game: PeerGame | None = None
        self.life = 0
        self.told: list[Happened] = []
        self.bots: dict[int, Bot] = {}
        self.refusals: list[str] = []
        self.alarms: list[Alarm] = []
        self.expelled: list[tuple[bytes, str]] = []
        self.acting: dict[int, int] = {}  # seat -> steps of the game when it acted last
        self.frozen = 0.0

    @property
    def pid(self) -> bytes:
        return self.me.pid

    # -- surroundings of the game ------------------------------------------------------------------

    def send(self, pid: bytes, message: Message) -> None:
        self.table.post(self, pid, message)

    def happened(self, what: Happened) -> None:
        self.told.append(what)
        self.table.witness(self, what)

    def refused(self, act: Act, reason: str) -> None:
        self.refusals.append(reason)
        self.acting.clear()

    def shifted(self) -> None:
        pass

    def alarmed(self, alarm: Alarm) -> None:
        self.alarms.append(alarm)

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        self.expelled.append((pid, text))


class SimTable:
    """Several programs, one clock; one seed is one run."""

    def __init__(
        self,
        seed: int,
        peers: int = 3,
        manners: Manners | None = None,
        weather: Weather | None = None,
        human: bool = False,
    ) -> None:
        self.luck = Random(seed)
        self.weather = weather or Weather()
        self.now = 0.0
        self._queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._count = 0
        self._busy: dict[tuple[bytes, bytes], float] = {}
        self.cut: set[frozenset[bytes]] = set()
        self.history: list[Entry] = []
        self.programs = [Program(self, number) for number in range(peers)]
        self.by_pid = {program.pid: program for program in self.programs}
        self.terms, chains = self._terms(peers, manners or Manners(), human)
        self._start_all(chains)

    def _terms(
        self, peers: int, manners: Manners, human: bool
    ) -> tuple[Terms, dict[bytes, tuple[bytes, bytes]]]:
        random = self.luck.randbytes
        nonces = [random(16) for _ in range(peers)]
        gid = game_id(nonces)
        players, seeds = [], {}
        for program, nonce in zip(self.programs, nonces, strict=True):
            deck, dice = random(32), random(32)
            seeds[program.pid] = (deck, dice)
            anchor = LinkChain(gid, program.pid, dice).anchor
            players.append(Player(program.pid, nonce, anchor, commitment(gid, program.pid, deck)))
        seats = [Seat(NAMES[n], n, "" if human else "easy") for n in range(peers)]
        header = Header.of(catalog(), [seat.name for seat in seats])
        return Terms.make(players, seats, 0, header, manners), seeds

    def _start_all(self, seeds: dict[bytes, tuple[bytes, bytes]]) -> None:
        for program in self.programs:
            deck, dice = seeds[program.pid]
            program.home = Pocket(Log(self.terms.gid), deck, [dice])
            self.start(program)
        host = self.programs[self.terms.host]
        assert host.game is not None
        host.game.found([self.terms.sign(p.me) for p in self.programs], self.now)

    # -- time --------------------------------------------------------------------------------------

    def at(self, delay: float, what: Callable[..., None], *args: object) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.now + delay, self._count, what, args))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Lets time pass; stops early, and says so, as soon as something holds."""
        end = self.now + seconds
        while self._queue and self._queue[0][0] <= end:
            self.now, _, what, args = heapq.heappop(self._queue)
            what(*args)
            if until():
                return True
        self.now = end
        return until()

    # -- programs ----------------------------------------------------------------------------------

    def start(self, program: Program) -> None:
        """Starts a program with what is on its disk."""
        program.life += 1
        number = 1_000_000 * program.life
        home = program.home
        # A program that starts again knows no more than its disk.
        log = Log(self.terms.gid)
        for entry in home.log:
            log.append(entry)
        home.log = log
        program.game = PeerGame(
            program.me, self.terms, home, program, self.now, self.luck.random,
            self.luck.randbytes, number,
        )  # fmt: skip
        program.told, program.acting = [], {}
        program.bots = {}
        for other in self.programs:
            if other is not program and other.game is not None and self.reach(program, other):
                program.game.linked(other.pid, self.now)
                other.game.linked(program.pid, self.now)
        self._tick(program, program.life)

    def kill(self, program: Program) -> None:
        """SIGKILL: the others see the end of the connection."""
        program.game = None
        for other in self.programs:
            if other.game is not None and self.reach(program, other):
                self.at(0.01, self._unlink, other, program, program.life)

    def _unlink(self, program: Program, gone: Program, life: int) -> None:
        if program.game is not None and gone.life == life:
            program.game.unlinked(gone.pid, self.now)

    def heal(self) -> None:
        """Everybody can reach everybody again; connections that failed are made anew."""
        self.cut = set()
        for one in self.programs:
            for other in self.programs:
                if one is not other and one.game is not None and other.game is not None:
                    one.game.linked(other.pid, self.now)

    def reach(self, one: Program, other: Program) -> bool:
        return frozenset((one.pid, other.pid)) not in self.cut

    def _tick(self, program: Program, life: int) -> None:
        if program.game is None or program.life != life:
            return
        if self.now < program.frozen:
            self.at(program.frozen - self.now, self._tick, program, life)
            return
        program.game.tick(self.now)
        self._play(program)
        wake = min(program.game.wake, self.now + 0.25)
        self.at(max(0.005, wake - self.now), self._tick, program, life)

    def post(self, sender: Program, pid: bytes, message: Message) -> None:
        receiver = self.by_pid[pid]
        data = pack(message)
        delay = self.luck.uniform(0.0005, self.weather.slowest)
        key = (sender.pid, pid)
        when = max(self.now + delay, self._busy.get(key, 0.0) + 1e-6)
        self._busy[key] = when
        self.at(when - self.now, self._deliver, sender, receiver, receiver.life, data)

    def _deliver(self, sender: Program, receiver: Program, life: int, data: bytes) -> None:
        game = receiver.game
        if game is None or receiver.life != life or not self.reach(sender, receiver):
            return
        if self.now < receiver.frozen:
            self.at(receiver.frozen - self.now, self._deliver, sender, receiver, life, data)
            return
        game.receive(sender.pid, unpack(data), self.now)
        self._play(receiver)

    # -- players -----------------------------------------------------------------------------------

    def _play(self, program: Program) -> None:
        """Lets the bots of a program act, each once for every state of the game."""
        game = program.game
        if game is None or not game.begun or game.ledger.final.last.seq == 0:
            return
        referee = game.ledger.final
        table = referee.game
        if referee.due is not None or table.winners:
            return
        for seat in table.waiting():
            if seat < 0 or referee.owners[seat] != program.pid:
                continue
            step = referee.last.seq
            if program.acting.get(seat) != step:
                program.acting[seat] = step
                delay = self.weather.think * self.luck.random()
                self.at(delay, self._act, program, program.life, seat, step)

    def _act(self, program: Program, life: int, seat: int, step: int) -> None:
        game = program.game
        if game is None or program.life != life or game.ledger.final.last.seq != step:
            return
        table = game.ledger.final.game
        if seat not in table.waiting():
            return
        bot = program.bots.setdefault(
            seat, make_bot("easy", Stream(self.luck.getrandbits(32)).fork(f"bot-{seat}"))
        )
        game.do(bot.choose(view(table, seat)), self.now)

    # -- what must hold ----------------------------------------------------------------------------

    def witness(self, program: Program, what: Happened) -> None:
        """What is final for one is final for all, in the same order."""
        seq = what.entry.seq
        if seq <= len(self.history):
            if self.history[seq - 1].head != what.entry.head:
                raise Broken(f"two entries {seq} are final")
        elif seq == len(self.history) + 1:
            self.history.append(what.entry)
        else:
            raise Broken(f"entry {seq} is final before entry {len(self.history) + 1}")

    @property
    def over(self) -> bool:
        """Whether every running program has seen the end."""
        return all(
            program.game is None or (program.game.begun and bool(_winners(program.game)))
            for program in self.programs
        )

    def digests(self) -> set[str]:
        return {
            program.game.ledger.final.game.digest()
            for program in self.programs
            if program.game is not None
        }


def _winners(game: PeerGame) -> tuple[int, ...]:
    final = game.ledger.final
    return final.game.winners if final.last.seq else ()


def window_open(game: PeerGame) -> bool:
    stack = game.ledger.final.game.stack
    return bool(stack) and isinstance(stack[-1], Window)


__all__ = ["Broken", "Kept", "Program", "SimTable", "Weather", "inf", "window_open"]
