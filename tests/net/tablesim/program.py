"""A player's program at a simulated table: its disk outlives it, its game does not."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from core.actions import LEAVE, PASS, Action
from core.bots import Bot, make_bot
from core.luck import Stream
from core.state import Window
from core.view import view
from net.identity import Identity
from net.log.chain import Kept, Log
from net.log.deal import SHARED_SEED
from net.log.dice import Burnt
from net.log.entries import Act
from net.log.kinds import DO
from net.log.referee import player_action
from net.peer.home import Pocket
from net.peer.ledger import Happened
from net.peer.peer import Alarm, PeerGame
from net.wire.messages import Message
from tests.kit.soak import Broken

if TYPE_CHECKING:
    from tests.net.tablesim.table import SimTable
    from tests.net.tablesim.wires import Wire


T = TypeVar("T")

AGAIN = 0.05  # seconds until somebody tries again whose act was refused


class Crash(Exception):
    """The program ends in the middle of what it does."""


class Disk(Pocket):
    """What a program keeps; it looks that no promise on it is taken back."""

    hurt: Callable[[], None] = staticmethod(lambda: None)

    def keep(self, kept: Kept) -> None:
        self.hurt()
        old = self.kept
        if kept.term < old.term or (kept.term == old.term and old.voted not in (b"", kept.voted)):
            raise Broken("a term or a vote was taken back")
        if kept[2:4] < old[2:4]:
            raise Broken("a floor was lowered")
        super().keep(kept)

    def burn(self, burnt: Burnt) -> None:
        self.hurt()
        if burnt.throw <= self.burnt.throw:
            raise Broken(f"link {burnt.throw} was burnt twice")
        super().burn(burnt)

    def keep_key(self, mark: bytes, holder: bytes, key: bytes) -> None:
        self.hurt()
        super().keep_key(mark, holder, key)

    def add_dice_seed(self, seed: bytes) -> None:
        self.hurt()
        super().add_dice_seed(seed)


class Program:
    """What runs on one machine."""

    def __init__(self, table: "SimTable", number: int, person: bool) -> None:
        self.table = table
        self.number = number
        self.person = person
        self.me = Identity(bytes([number + 1]) * 32)
        self.home: Disk
        self.game: PeerGame | None = None
        self.life = 0
        self.links: dict[bytes, Wire] = {}
        self.bots: dict[int, Bot] = {}
        self.alarms: list[Alarm] = []
        self.expelled: list[tuple[bytes, str]] = []
        self.refusals: list[str] = []
        self.acting: dict[int, int] = {}  # seat -> number of the last final entry when it acted
        self.pending: dict[int, tuple[Act, float]] = {}
        self.answered: set[int] = set()
        self.frozen = 0.0  # until then
        self.drag = 1.0  # how much slower than others it is
        self.doom = -1  # steps until it crashes; -1: no such plan

    def __str__(self) -> str:
        return str(self.number)

    @property
    def pid(self) -> bytes:
        return self.me.pid

    @property
    def running(self) -> bool:
        return self.game is not None

    def boot(self, random: Callable[[int], bytes]) -> None:
        """Starts with what is on the disk, and nothing else."""
        self.life += 1
        self.links, self.bots, self.acting, self.pending = {}, {}, {}, {}
        self.doom = -1
        log = Log(self.table.terms.gid)
        for entry in self.home.log:
            log.append(entry)
        self.home.log = log
        self.home.hurt = self._hurt
        self.game = PeerGame(
            self.me, self.table.terms, self.home, self, self.table.now, self.table.luck.random,
            random, 1_000_000 * self.life,
        )  # fmt: skip

    def _hurt(self) -> None:
        if self.doom == 0:
            raise Crash
        self.doom -= self.doom > 0

    # -- surroundings of the game ------------------------------------------------------------------

    def send(self, pid: bytes, message: Message) -> None:
        self._hurt()
        self.table.wires.post(self, pid, message)

    def happened(self, what: Happened) -> None:
        self._hurt()
        act = what.entry.act
        known = self.pending.pop(act.author_seq, None) if act.author == self.pid else None
        if known is not None and known[0].raw != act.raw:
            raise Broken(f"act {act.author_seq} is said to be done and is another one")
        if act.author == self.pid:
            self.answered.add(act.author_seq)
        self.table.witness(self, what)

    def refused(self, act: Act, reason: str) -> None:
        self.pending.pop(act.author_seq, None)
        self.answered.add(act.author_seq)
        self.refusals.append(reason)
        if act.kind == DO:
            seat = player_action(act.payload, self.table.terms.cards != SHARED_SEED).seat
            self.table.at(AGAIN, self.table.enter, self, self.life, self._rethink, seat)

    def _rethink(self, seat: int) -> None:
        """Whoever was refused looks again, whether or not anything has happened meanwhile."""
        self.acting.pop(seat, None)

    def shifted(self) -> None:
        pass

    def alarmed(self, alarm: Alarm) -> None:
        self.alarms.append(alarm)
        if not self.table.honest:
            return
        raise Broken(f"{self.number} is alarmed among honest players: {alarm.text}")

    def compute(self, work: Callable[[], T], done: Callable[[T, float], None]) -> None:
        delay = 0.03 * self.table.luck.random()
        self.table.at(delay, self.table.enter, self, self.life, self._computed, work(), done)

    def _computed(self, result: T, done: Callable[[T, float], None]) -> None:
        done(result, self.table.now)

    def expel(self, pid: bytes, reason: str, text: str) -> None:
        self.expelled.append((pid, text))
        if not self.table.honest:
            self.table.wires.drop(self, pid)
            return
        number = self.table.by_pid[pid].number
        raise Broken(f"{self.number} expels {number}, who is honest: {text}")

    # -- who plays ---------------------------------------------------------------------------------

    def play(self) -> None:
        """Lets those act who are asked, each once for every state of the game."""
        game = self.game
        if game is None or not game.begun or game.ledger.final.last.seq == 0:
            return
        referee = game.ledger.final
        if referee.busy or referee.over or self.table.hushed:
            return
        if game.dealing.blind(referee):
            return
        step = referee.last.seq
        for seat in referee.game.waiting():
            if seat < 0 or referee.owners[seat] != self.pid or self.acting.get(seat) == step:
                continue
            self.acting[seat] = step
            luck = self.table.luck
            delay = self.table.weather.think * luck.random()
            if window_of(game) is not None and seat in referee.silent:
                if luck.random() < 0.1:
                    continue  # silence is the pass
                if luck.random() < 0.1:
                    self.table.at(delay, self.table.enter, self, self.life, self._ask_for_more)
                    delay += self.table.terms.manners.beat
            self.table.at(delay, self.table.enter, self, self.life, self._act, seat, step)

    def _ask_for_more(self) -> None:
        assert self.game is not None
        window = window_of(self.game)
        if window is not None and not self.table.hushed:
            self.game.more_time(window.ref, self.table.now)

    def _act(self, seat: int, step: int) -> None:
        game = self.game
        if game is None or game.ledger.final.last.seq != step or self.table.hushed:
            return
        table = game.ledger.final.game
        if seat in table.waiting():
            luck = self.table.luck
            bot = self.bots.setdefault(
                seat, make_bot("easy", Stream(luck.getrandbits(32)).fork(f"bot-{seat}"))
            )
            action = bot.choose(view(table, seat))
            quiet = action.kind == PASS and window_of(game) is not None
            if not quiet or seat in game.ledger.final.silent:
                self.do(action)

    def do(self, action: Action) -> None:
        assert self.game is not None
        self.answered = set()
        act = self.game.do(action, self.table.now)
        if act.author_seq not in self.answered:  # neither final nor refused at once
            self.pending[act.author_seq] = (act, self.table.now)

    def leave(self) -> None:
        """Gets up for good."""
        game = self.game
        if game is not None and game.ledger.final.last.seq:
            for seat in game.ledger.final.seats_of(self.pid)[:1]:
                self.do(Action(LEAVE, seat))

    def vote(self) -> None:
        """A person looks who is away, and has an opinion about it."""
        game, table = self.game, self.table
        if game is None or not game.begun or not self.person:
            return
        for pid in game.ledger.tip.players:
            if pid not in game.absence.wishes and game.absence.may_vote(
                pid, game.ledger.tip, table.now
            ):
                game.want_replaced(pid, table.kindness, table.now)


def window_of(game: PeerGame) -> Window | None:
    stack = game.ledger.final.game.stack
    return stack[-1] if stack and isinstance(stack[-1], Window) else None
