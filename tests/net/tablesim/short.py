"""Short games by the thousand: a small deck, few players, and one or two things that go wrong.

Each is played to its end. What `tests.net.tablesim.runs` tries for long at a table, these try at
every moment of a game: its opening, the deal, throws, windows, and the last action.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from net.deck.sealed import SEALED
from net.election import node
from net.log.deal import SHARED_SEED
from net.log.terms import Manners
from net.peer import peer
from tests.kit.soak import Ran
from tests.net.tablesim.decks import short_catalog
from tests.net.tablesim.paper import cheap
from tests.net.tablesim.program import Program
from tests.net.tablesim.runs import Trouble, came_of, heal, lost_one
from tests.net.tablesim.table import SimTable, Weather
from tests.net.tablesim.toygroup import toy_group
from tests.net.tablesim.wires import INSTANT

PEERS = (*[2] * 7, *[3] * 12, 4)  # what games cost grows with the square of their players
LINKS = 8  # that are left when a new chain is laid down: few, so that it happens in some games
SEALED_ONE = 10  # of so many games is played with a sealed deck, which costs three times as much
LONGEST = (1.2, 1.2, 1.2, 5.0)  # seconds in which something may go wrong; hosts fall after two
PATIENCE = 90.0  # seconds for the rest of the game; people take their time
QUIET = 7.0  # seconds after which everything must be in order


class Mishaps(Trouble):
    """One to three things at the moments of a short game."""

    silent = 0.15
    moods = (
        "3 kill_host 2 kill_any 2 doom 1 kill_all",
        "3 split 3 one_way 3 reset 1 slow",
        "3 freeze 2 slow 2 reset 1 kill_host",
        "3 hand_over 3 depart 1 leave 1 reset",
    )

    def __init__(self, table: SimTable, until: float) -> None:
        super().__init__(table, until)
        self.pace = self.luck.choice((0.15, 0.3, 0.6))
        self.longest = self.luck.choice((0.5, 3.0, 6.0))

    def reset(self) -> None:
        """A connection breaks, and is made anew."""
        one, other = self.luck.sample(self.table.programs, 2)
        self.tell("no connection between", one, other)
        self.table.wires.reset(one, other)

    def depart(self) -> None:
        """Somebody's program is told to end, and comes back later."""
        program = self.any()
        self.tell("is told to end:", program)
        self.table.reach(program, "depart")
        rest = self.until - self.table.now - INSTANT
        self.table.at(min(self.luck.uniform(0.0, 1.5), rest), self._end, program)

    def _end(self, program: Program) -> None:
        if self.table.now < self.until:
            self._kill(program)


@contextmanager
def quiet() -> Iterator[None]:
    """Hosts speak half as often as they should: that they live is much of what is said."""
    with patch.object(node, "HEARTBEAT", 0.5), patch.object(peer, "HEARTBEAT", 0.5):
        yield


def run_short(seed: int) -> Ran:
    """The short game with this seed."""
    (ran,) = run_many((seed,))
    return ran


def run_many(seeds: Iterable[int]) -> Iterator[Ran]:
    """The short games with these seeds, one after the other."""
    with cheap(short_catalog(), LINKS), toy_group(), quiet():
        for seed in seeds:
            yield _run(seed)


def _run(seed: int) -> Ran:
    luck = Random(seed)
    peers = luck.choice(PEERS)
    weather = Weather(luck.choice((0.003, 0.012, 0.05)), luck.choice((0.005, 0.05, 0.15)))
    manners = Manners(beat=luck.choice((2, 2, 1)), wait=luck.choice((0, 0, 2)))
    some = luck.choice((0.0, 0.0, 0.5, 1.0))
    people = [luck.random() < some for _ in range(peers)]
    table = SimTable(
        luck.getrandbits(32), peers, manners, weather, people, strict=False,
        cards=SHARED_SEED if seed % SEALED_ONE else SEALED, deck=short_catalog(),
    )  # fmt: skip
    trouble = luck.uniform(0.1, luck.choice(LONGEST))
    mishaps = Mishaps(table, trouble)

    def play() -> None:
        table.run(trouble, lambda: table.over and all(p.running for p in table.programs))
        mishaps.until = table.now
        lost = lost_one(table, luck, 0.1)
        heal(table, lost)
        if not table.run(PATIENCE, lambda: table.over):
            table.fail("the game does not end although nothing is wrong any more")
        if not table.run(QUIET, lambda: not table.disorder(lost)):
            table.expect_order(lost)

    return came_of(seed, table, play)
