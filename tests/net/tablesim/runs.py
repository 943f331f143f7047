"""A run: a game, some seconds in which things go wrong, and the time to come right again."""

from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import NamedTuple

from net.log.terms import Manners
from tests.net.tablesim.paper import cheap
from tests.net.tablesim.program import Broken, Program, Stranded
from tests.net.tablesim.table import SimTable, Weather

TROUBLE = 5.0  # seconds of a short run in which things go wrong
ON_AGAIN = 12.0  # seconds within which a table goes on when nothing is wrong any more
FURTHER = 6  # entries by which it goes on then
WHOLE = 900.0  # seconds for a whole game


class Ran(NamedTuple):
    """What came of a run."""

    seed: int
    broken: str  # empty if every promise was kept
    when: float
    peers: int
    entries: int
    terms: int
    waited: float  # seconds until the first entry after the trouble
    told: tuple[str, ...]  # what went wrong, and when


Mood = tuple[tuple[int, Callable[[], None]], ...]  # what happens, and how often


class Trouble:
    """What goes wrong, when, and for how long."""

    silent = 0.4  # how often a program ends without anybody seeing it

    def __init__(self, table: SimTable, until: float) -> None:
        self.table = table
        self.luck = table.luck
        self.until = until
        self.told: list[str] = []
        self.what = self.luck.choice(self.moods())
        self.pace = self.luck.choice((0.5, 1.5, 4.0))
        self.longest = self.luck.choice((1.0, 8.0, 14.0))
        table.at(self.luck.choice((0.05, 1.5)) * self.luck.random(), self.next)

    def moods(self) -> tuple[Mood, ...]:
        """Kinds of bad luck; a run has one of them."""
        return (
            (
                (5, self.kill_host),
                (4, self.kill_any),
                (4, self.split),
                (3, self.one_way),
                (3, self.freeze),
                (2, self.slow),
                (2, self.doom),
                (2, self.hand_over),
                (1, self.kill_all),
                (1, self.leave),
            ),
            ((4, self.kill_host), (4, self.doom), (2, self.kill_any), (1, self.freeze)),
            ((3, self.split), (3, self.one_way), (3, self.freeze), (1, self.slow)),
            ((3, self.hand_over), (2, self.leave), (2, self.kill_any), (2, self.doom)),
        )

    def next(self) -> None:
        if self.table.now < self.until:
            weights = [weight for weight, _ in self.what]
            self.luck.choices(self.what, weights)[0][1]()
            self.table.at(self.luck.uniform(0.2, 1.8) * self.pace, self.next)

    def later(self, what: Callable[..., None], *args: object) -> None:
        self.table.at(self.luck.choice((0.3, 2.0, self.longest)) * self.luck.random(), what, *args)

    def tell(self, what: str, *who: Program) -> None:
        names = " ".join(str(program.number) for program in who)
        self.told.append(f"{self.table.now:6.2f} {what} {names}".rstrip())

    def any(self) -> Program:
        return self.luck.choice(self.table.programs)

    def _kill(self, program: Program) -> None:
        if program.running:
            silent = self.luck.random() < self.silent
            self.tell("loses power:" if silent else "killed:", program)
            self.table.kill(program, silent)
            self.later(self.table.start, program)

    def kill_host(self) -> None:
        host = self.table.host()
        if host is not None:
            self._kill(host)

    def kill_any(self) -> None:
        self._kill(self.any())

    def kill_all(self) -> None:
        for program in self.table.programs:
            self._kill(program)

    def doom(self) -> None:
        """Somebody is going to crash in the middle of a step."""
        program = self.luck.choice([self.any(), self.table.host() or self.any()])
        program.doom = self.luck.randrange(14)
        self.tell("about to crash:", program)

    def _cut(self, ways: set[tuple[bytes, bytes]]) -> None:
        self.table.wires.block(ways)
        self.later(self.table.wires.clear, ways)

    def split(self) -> None:
        programs = self.table.programs
        here = self.luck.sample(programs, self.luck.randrange(1, len(programs)))
        self.tell("cut off:", *here)
        self._cut(
            {(a.pid, b.pid) for a in programs for b in programs if (a in here) != (b in here)}
        )

    def one_way(self) -> None:
        """A cable through which only one direction works."""
        programs = self.table.programs
        deaf = self.any()
        whom = self.luck.sample(programs, self.luck.randrange(1, len(programs)))
        self.tell("deaf or dumb:", deaf)
        ways = {(program.pid, deaf.pid) for program in whom if program is not deaf}
        self._cut(ways if self.luck.random() < 0.5 else {(b, a) for a, b in ways})

    def freeze(self) -> None:
        program = self.any()
        if program.running:
            seconds = self.luck.choice((0.5, 3.0, 12.0)) * self.luck.random()
            program.frozen = max(program.frozen, self.table.now + seconds)
            self.tell(f"frozen for {seconds:.1f} s:", program)

    def slow(self) -> None:
        program = self.any()
        program.drag = self.luck.choice((5.0, 25.0))
        self.tell("slow:", program)
        self.later(setattr, program, "drag", 1.0)

    def hand_over(self) -> None:
        host = self.table.host()
        if host is not None:
            self.tell("hands over:", host)
            self.table.enter(host, host.life, self._hand_over, host)

    def _hand_over(self, host: Program) -> None:
        if host.game is not None:
            host.game.hand_over(self.table.now)

    def leave(self) -> None:
        """Somebody gets up for good, as long as enough stay for a game."""
        game = next((p.game for p in self.table.programs if p.game is not None), None)
        if game is None or not game.begun or len(game.ledger.tip.players) <= 2:
            return
        program = self.any()
        self.tell("leaves:", program)
        self.table.enter(program, program.life, program.leave)


def heal(table: SimTable, lost: list[Program]) -> None:
    """Nothing goes wrong from now on; the lost don't come back."""
    for program in table.programs:
        program.drag, program.doom = 1.0, -1
        if program in lost:
            table.gone.add(program)
            table.kill(program, silent=table.luck.random() < 0.5)
        else:
            table.start(program)
    table.wires.clear(set(table.wires.cut))
    table.run(max(0.0, *(program.frozen - table.now for program in table.programs)))


def losable(table: SimTable) -> list[Program]:
    """Somebody who is not needed: the others are enough for a majority, and at least two.

    Nobody is while a change of seats is under way, or hidden on the disk of a stopped program.
    """
    seatings = {tuple(p.game.ledger.tip.players) if p.game else () for p in table.programs}
    players = next(iter(seatings))
    if len(seatings) > 1 or len(players) < 3:
        return []
    return [p for p in table.programs if p.pid in players]


def run(seed: int, trouble: float = TROUBLE, whole: bool = False, real: bool = False) -> Ran:
    """The run with this seed: until the game is over, or until the table goes on again.

    `real` takes real signatures and packs every message.
    """
    with nullcontext() if real else cheap():
        return _run(seed, trouble, whole, real)


def _run(seed: int, trouble: float, whole: bool, real: bool) -> Ran:
    luck = Random(seed)
    peers = luck.choice((2, 2, 3, 3, 3, 4, 4, 5, 6))
    weather = Weather(luck.choice((0.003, 0.012, 0.012, 0.08)), luck.choice((0.05, 0.3, 0.8)))
    manners = Manners(seconds=luck.choice((0, 0, 1, 3)), wait=luck.choice((0, 3, 60)))
    some = luck.choice((0.0, 0.5, 1.0))
    people = [luck.random() < some for _ in range(peers)]
    table = SimTable(luck.getrandbits(32), peers, manners, weather, people, strict=real)
    troubles, broken, waited = Trouble(table, trouble), "", 0.0
    try:
        table.run(trouble)
        choice = losable(table)
        lost = [luck.choice(choice)] if choice and luck.random() < 0.25 else []
        heal(table, lost)
        waited = _goes_on(table, lost, whole)
    except Stranded:
        pass
    except Broken as promise:
        broken = str(promise)
    except Exception as error:  # whatever it is, the seed must be told
        broken = f"{type(error).__name__}: {error}"
    terms = table.history[-1].term if table.history else 0
    told = (str(manners), f"people: {people}", *troubles.told)
    return Ran(seed, broken, table.now, peers, len(table.history), terms, waited, told)


def _goes_on(table: SimTable, lost: list[Program], whole: bool) -> float:
    began, length = table.now, len(table.history)
    patience = ON_AGAIN + (table.terms.manners.wait + 8.0 if lost else 0.0)
    if not table.run(patience, lambda: len(table.history) > length or table.over):
        table.fail("the table does not go on although nothing is wrong any more")
    waited = table.now - began
    goal = length + FURTHER
    if whole:
        if not table.run(WHOLE, lambda: table.over):
            table.fail("the game does not end")
    elif not table.run(60.0 + patience, lambda: len(table.history) >= goal or table.over):
        table.fail("the table gets stuck although nothing is wrong any more")
    table.hushed = True
    table.run(6.5)
    table.expect_order(lost)
    return waited
