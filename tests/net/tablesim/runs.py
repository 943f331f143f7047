"""A run: a game, some seconds in which things go wrong, and the time to come right again."""

from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from unittest.mock import patch

from net.log.terms import Manners
from net.peer import clock
from tests.kit.soak import Ran, broken_by
from tests.net.sim import stage
from tests.net.tablesim.paper import cheap
from tests.net.tablesim.program import Program
from tests.net.tablesim.table import SimTable, Weather

TROUBLE = 5.0  # seconds of a short run in which things go wrong
ON_AGAIN = 12.0  # seconds within which a table goes on when nothing is wrong any more
SOON = 1.0  # seconds for which people who ask for time get it, though they have gone to sleep
FURTHER = 6  # entries by which it goes on then
WHOLE = 900.0  # seconds for a whole game


class Trouble(stage.Trouble[Program]):
    """What goes wrong with a game."""

    silent = 0.4
    drags = (5.0, 25.0)
    moods: tuple[str, ...] = (
        "5 kill_host 4 kill_any 4 split 3 one_way 3 freeze 2 slow 2 doom 2 hand_over 1 kill_all"
        " 1 leave",
        "4 kill_host 4 doom 2 kill_any 1 freeze",
        "3 split 3 one_way 3 freeze 1 slow",
        "3 hand_over 2 leave 2 kill_any 2 doom",
    )

    def __init__(self, table: SimTable, until: float) -> None:
        super().__init__(table, table.wires, until)
        self.table = table
        self.pace = self.luck.choice((0.5, 1.5, 4.0))
        self.longest = self.luck.choice((1.0, 8.0, 14.0))
        table.at(self.luck.choice((0.05, 1.5)) * self.luck.random(), self.next)

    def doom(self) -> None:
        """Somebody is going to crash in the middle of a step."""
        program = self.luck.choice([self.any(), self.table.host() or self.any()])
        program.doom = self.luck.randrange(14)
        self.tell("about to crash:", program)

    def freeze(self) -> None:
        program = self.any()
        if program.running:
            seconds = self.luck.choice((0.5, 3.0, 12.0)) * self.luck.random()
            program.frozen = max(program.frozen, self.table.now + seconds)
            self.tell(f"frozen for {seconds:.1f} s:", program)

    def hand_over(self) -> None:
        host = self.table.host()
        if host is not None:
            self.tell("hands over:", host)
            self.table.reach(host, "hand_over")

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


def lost_one(table: SimTable, luck: Random, often: float) -> list[Program]:
    """Sometimes, somebody who does not come back."""
    choice = losable(table)
    return [luck.choice(choice)] if choice and luck.random() < often else []


def run(seed: int, trouble: float = TROUBLE, whole: bool = False, real: bool = False) -> Ran:
    """The run with this seed: until the game is over, or until the table goes on again.

    `real` takes real signatures and packs every message.
    """
    with nullcontext() if real else cheap(), patch.object(clock, "EXTRA", SOON):
        return _run(seed, trouble, whole, real)


def _run(seed: int, trouble: float, whole: bool, real: bool) -> Ran:
    luck = Random(seed)
    peers = luck.choice((2, 2, 3, 3, 3, 4, 4, 5, 6))
    weather = Weather(luck.choice((0.003, 0.012, 0.012, 0.08)), luck.choice((0.05, 0.3, 0.8)))
    manners = Manners(beat=luck.choice((2, 2, 1, 3)), wait=luck.choice((0, 3, 60)))
    some = luck.choice((0.0, 0.5, 1.0))
    people = [luck.random() < some for _ in range(peers)]
    table = SimTable(luck.getrandbits(32), peers, manners, weather, people, strict=real)
    Trouble(table, trouble)

    def play() -> None:
        table.run(trouble)
        lost = lost_one(table, luck, 0.25)
        heal(table, lost)
        _goes_on(table, lost, whole)

    return came_of(seed, table, play)


def came_of(seed: int, table: SimTable, play: Callable[[], None]) -> Ran:
    """Plays, and says what came of it."""
    broken = broken_by(play)
    terms = table.history[-1].term if table.history else 0
    counted = Counter({"entries": len(table.history), "terms": terms})
    people = [program.person for program in table.programs]
    told = (str(table.terms.manners), f"people: {people}", *table.told)
    return Ran(seed, broken, counted, told, f", {len(people)} peers, at {table.now:.3f} s")


def _goes_on(table: SimTable, lost: list[Program], whole: bool) -> None:
    length = len(table.history)
    patience = ON_AGAIN + (table.terms.manners.wait + 8.0 if lost else 0.0)
    if not table.run(patience, lambda: len(table.history) > length or table.over):
        table.fail("the table does not go on although nothing is wrong any more")
    goal = length + FURTHER
    if whole:
        if not table.run(WHOLE, lambda: table.over):
            table.fail("the game does not end")
    elif not table.run(60.0 + patience, lambda: len(table.history) >= goal or table.over):
        table.fail("the table gets stuck although nothing is wrong any more")
    table.hushed = True
    table.run(6.5)
    table.expect_order(lost)
