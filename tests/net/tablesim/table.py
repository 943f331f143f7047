"""A table of programs, one clock, and the promises that are kept whatever happens."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from core.catalog import Catalog
from net.election.seating import is_quorum
from net.log.chain import Log
from net.log.deal import SHARED_SEED, commitment
from net.log.dice import LinkChain
from net.log.entries import Entry
from net.log.terms import Manners, Player, Seat, Terms, game_id
from net.peer.ledger import Happened
from net.peer.peer import beat
from net.sessions.record import Header
from tests.kit.recorded import NAMES, catalog
from tests.kit.soak import Broken, Stranded
from tests.net.sim.stage import Stage
from tests.net.tablesim.program import Crash, Disk, Program
from tests.net.tablesim.wires import Wires


class Weather(NamedTuple):
    """How bad the network is, and how quick the players are."""

    slowest: float = 0.012  # seconds that a message takes at most
    think: float = 0.05  # seconds before somebody acts, at most


class SimTable(Stage):
    """Several programs of players."""

    def __init__(
        self,
        seed: int,
        peers: int = 3,
        manners: Manners | None = None,
        weather: Weather | None = None,
        people: Sequence[bool] = (),
        strict: bool = True,
        honest: bool = True,
        cards: str = SHARED_SEED,
        deck: Catalog | None = None,
    ) -> None:
        """`people` says who is a person; the others are bots. Unless all are `honest`, alarms and
        closed connections are no surprise. Another `deck` than the usual one must be what
        `tests.net.tablesim.paper.cheap` was told."""
        super().__init__(seed)
        self.weather = weather or Weather()
        self.honest = honest
        self.hushed = False  # whether nobody acts any more
        self.kindness = self.luck.random() < 0.8  # whether the seat of who is away is played on
        self.gone: set[Program] = set()  # for good
        self.history: list[Entry] = []
        self._numbers: set[tuple[bytes, int]] = set()
        self._digests: dict[int, bytes] = {}
        who = [*people, *[False] * peers]
        self.programs = [Program(self, number, who[number]) for number in range(peers)]
        self.by_pid = {program.pid: program for program in self.programs}
        self.wires = Wires(self, strict)
        self.terms = self._terms(manners or Manners(), cards, deck or catalog())
        for program in self.programs:
            self._boot(program)
        for number, program in enumerate(self.programs):
            for other in self.programs[:number]:
                self.wires.connect(program, other)
        host = self.programs[self.terms.host]
        signatures = [self.terms.sign(p.me) for p in self.programs]
        self.reach(host, "found", signatures)

    def _terms(self, manners: Manners, cards: str, deck: Catalog) -> Terms:
        random = self.luck.randbytes
        nonces = [random(16) for _ in self.programs]
        gid = game_id(nonces)
        players = []
        for program, nonce in zip(self.programs, nonces, strict=True):
            seed, dice = random(32), random(32)
            program.home = Disk(Log(gid), seed, [dice])
            anchor = LinkChain(gid, program.pid, dice).anchor
            players.append(Player(program.pid, nonce, anchor, commitment(gid, program.pid, seed)))
        seats = [Seat(NAMES[p.number], p.number, "" if p.person else "easy") for p in self.programs]
        header = Header.of(deck, [seat.name for seat in seats])
        return Terms.make(players, seats, 0, header, manners, cards)

    # -- time --------------------------------------------------------------------------------------

    def enter(self, program: Program, life: int, what: Callable[..., None], *args: object) -> None:
        """Something reaches a program, which may end in the middle of dealing with it."""
        if not program.running or program.life != life:
            return
        if program.frozen > self.now:
            self.at(program.frozen - self.now, self.enter, program, life, what, *args)
            return
        try:
            what(*args)
            program.play()
        except Crash:
            self.kill(program)
            self.at(self.luck.uniform(0.1, 4.0), self.start, program)

    def reach(self, program: Program, what: str, *args: object) -> None:
        """Something reaches the game of a program: a method of it, which is told the time."""
        self.enter(program, program.life, self._reached, program, what, args)

    def _reached(self, program: Program, what: str, args: tuple[object, ...]) -> None:
        getattr(program.game, what)(*args, self.now)

    def _tick(self, program: Program, life: int) -> None:
        if not program.running or program.life != life:
            return
        self.enter(program, life, self._ticked, program)
        if program.game is not None and program.life == life:
            delay = max(program.frozen - self.now, beat(program.game.wake, self.now))
            self.at(delay, self._tick, program, life)

    def _ticked(self, program: Program) -> None:
        assert program.game is not None
        program.game.tick(self.now)
        program.vote()

    def play_on(self) -> None:
        """Whoever was hushed acts again."""
        self.hushed = False
        for program in self.programs:
            program.acting = {}
            self.enter(program, program.life, program.play)

    # -- programs ----------------------------------------------------------------------------------

    def _boot(self, program: Program) -> None:
        program.boot(self.luck.randbytes)
        self._tick(program, program.life)
        self.at(self.luck.uniform(0.0, 0.7), self.wires.redial, program, program.life)

    def start(self, program: Program) -> None:
        if not program.running and program not in self.gone:
            self._boot(program)

    def kill(self, program: Program, silent: bool = False) -> None:
        """Ends a program; the others see it, unless the whole machine is gone."""
        program.game, program.frozen = None, 0.0
        if not silent:
            self.wires.hang_up(program)
        program.links = {}

    def host(self) -> Program | None:
        """The host of the newest term."""
        hosts = [p for p in self.programs if p.game is not None and p.game.hosting]
        return max(hosts, key=lambda p: p.game.node.term if p.game else 0, default=None)

    # -- what must hold ----------------------------------------------------------------------------

    def witness(self, program: Program, what: Happened) -> None:
        """What is final for one is final for all, in the same order, and makes the same table."""
        entry, history = what.entry, self.history
        if entry.seq <= len(history):
            if history[entry.seq - 1].head != entry.head and self.honest:
                raise Broken(f"a fork: two entries {entry.seq} are final")
        elif entry.seq == len(history) + 1:
            history.append(entry)
            key = (entry.act.author, entry.act.author_seq)
            if key[1] and key in self._numbers:
                raise Broken(f"act {key[1]} is final twice")
            self._numbers.add(key)
        else:
            raise Broken(f"entry {entry.seq} is final before entry {len(history) + 1}")
        assert program.game is not None
        ledger = program.game.ledger
        digest = ledger.digests.get(entry.seq)
        if entry.seq % 16 == 0 or not self.honest:
            digest = bytes.fromhex(ledger.final.game.digest())
        known = digest if digest is None else self._digests.setdefault(entry.seq, digest)
        if known != digest and self.honest:
            raise Broken(f"two tables after entry {entry.seq}")

    @property
    def over(self) -> bool:
        """Whether every running program has seen the end."""
        return all(
            p.game is None
            or (p.game.ledger.final.last.seq > 0 and p.game.ledger.final.game.winners)
            for p in self.programs
        )

    def digests(self) -> set[str]:
        """What the running programs make of what is final."""
        return {p.game.ledger.final.game.digest() for p in self.programs if p.game is not None}

    def expect_order(self, lost: Sequence[Program] = ()) -> None:
        """Long after the last trouble: everybody knows the same and waits for nobody but the lost.

        Nobody has acted for a while.
        """
        problem = self.disorder(lost)
        if problem:
            self.fail(problem)

    def fail(self, problem: str) -> NoReturn:
        """Something does not work although nothing goes wrong any more. That is to be expected if
        somebody was lost in the very moment of a change of seats, and most of those who have one
        now are not there."""
        games = [program.game for program in self.programs if program.game is not None]
        newest = max(games, key=lambda game: game.ledger.last[:2])
        here = {game.me.pid for game in games}
        if all(is_quorum(voters, here) for voters in newest.node._rolls):
            raise Broken(problem)
        raise Stranded

    def disorder(self, lost: Sequence[Program] = ()) -> str:
        """What is not as it should be when nothing goes wrong and nobody acts; empty: nothing."""
        running = [p for p in self.programs if p.game is not None]
        games = [p.game for p in running if p.game is not None]
        ends = {game.ledger.final.last for game in games}
        if len(ends) != 1 or len(self.digests()) != 1:
            return f"programs end at {sorted(end.seq for end in ends)}"
        if next(iter(ends)).seq != len(self.history):
            return "what was final is lost"
        players = games[0].ledger.final.players
        gone = {p.pid for p in lost} & set(players)
        for program, game in zip(running, games, strict=True):
            if game.host is None:
                return f"{program.number} has no host although nothing is wrong any more"
            if set(game.awaited or ()) != gone:
                return f"{program.number} waits for the wrong players"
            for act, since in program.pending.values():
                if self.now - since > 6.0 and program.pid in players:
                    return f"{program.number} hears nothing of its act {act.kind}"
        if len({game.host for game in games}) != 1:
            return "programs follow different hosts although nothing is wrong any more"
        return ""
