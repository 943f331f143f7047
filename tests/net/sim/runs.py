"""A run: a table, some seconds of trouble, and some seconds to recover."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import NamedTuple

from net.election import Node
from net.election.seating import is_quorum
from tests.net.sim.witness import Broken
from tests.net.sim.world import Weather, World

TROUBLE = 9.0  # seconds of a short run in which things go wrong
RECOVERY = 9.0  # and in which they have to come right


class Ran(NamedTuple):
    """What came of a run."""

    seed: int
    broken: str  # empty if every promise was kept
    when: float
    peers: int
    acknowledged: int
    terms: int
    sent: int


class Trouble:
    """What goes wrong, when, and for how long."""

    def __init__(self, world: World, until: float) -> None:
        self.world = world
        self.luck = world.luck
        self.until = until
        moods: tuple[tuple[tuple[int, Callable[[], None]], ...], ...] = (
            (
                (5, self.crash_host),
                (4, self.crash_any),
                (4, self.split),
                (3, self.one_way),
                (2, self.slow),
                (2, self.freeze),
                (2, self.hand_over),
                (2, self.reseat),
                (1, self.crash_all),
            ),
            ((6, self.crash_host), (2, self.split), (1, self.crash_any)),
            ((3, self.split), (3, self.one_way), (2, self.freeze), (1, self.reseat)),
        )
        self.what = self.luck.choice(moods)
        world.ambush = self.luck.choice((0.0, 0.3, 1.0))
        self.pace = self.luck.choice((0.5, 1.5, 4.0))
        self.longest = self.luck.choice((1.0, 8.0))
        world.at(self.luck.uniform(0.3, 2.0), self.next)

    def next(self) -> None:
        if self.world.now < self.until:
            weights = [weight for weight, _ in self.what]
            self.luck.choices(self.what, weights)[0][1]()
            self.world.at(self.luck.uniform(0.2, 1.8) * self.pace, self.next)

    def later(self, what: Callable[..., None], *args: object) -> None:
        self.world.at(self.luck.choice((0.3, 2.0, self.longest)) * self.luck.random(), what, *args)

    def crash_host(self) -> None:
        host = self.world.host()
        if host is not None:
            self.world.crash(host.pid, silent=self.luck.random() < 0.5)
            self.later(self.world.start, host.pid)

    def crash_any(self) -> None:
        pid = self.luck.choice(list(self.world.peers))
        if self.world.peers[pid].node is not None:
            self.world.crash(pid, silent=self.luck.random() < 0.5)
            self.later(self.world.start, pid)

    def crash_all(self) -> None:
        for pid, peer in self.world.peers.items():
            if peer.node is not None:
                self.world.crash(pid)
            self.later(self.world.start, pid)

    def _cut(self, links: set[tuple[bytes, bytes]]) -> None:
        self.world.cut |= links
        self.later(self.world.cut.difference_update, links)

    def split(self) -> None:
        pids = list(self.world.peers)
        here = set(self.luck.sample(pids, self.luck.randrange(1, len(pids))))
        self._cut({(a, b) for a in pids for b in pids if (a in here) != (b in here)})

    def one_way(self) -> None:
        pids = list(self.world.peers)
        deaf = self.luck.choice(pids)
        whom = self.luck.sample(pids, self.luck.randrange(1, len(pids)))
        links = {(pid, deaf) for pid in whom}
        self._cut(links if self.luck.random() < 0.5 else {(b, a) for a, b in links})

    def slow(self) -> None:
        peer = self.world.peers[self.luck.choice(list(self.world.peers))]
        peer.drag = self.luck.choice((4.0, 15.0))
        self.later(setattr, peer, "drag", 1.0)

    def freeze(self) -> None:
        peer = self.world.peers[self.luck.choice(list(self.world.peers))]
        peer.frozen = self.world.now + self.luck.choice((0.5, 4.0)) * self.luck.random()

    def hand_over(self) -> None:
        host = self.world.host()
        if host is not None and host.node is not None and self.world.now >= host.frozen:
            self.world.carry_out(host, host.node.hand_over(self.world.now))

    def reseat(self) -> None:
        peer = self.world.peers[self.luck.choice(list(self.world.peers))]
        if peer.node is None:
            return
        voters = peer.node.voters
        others = [pid for pid in self.world.peers if pid not in voters]
        if others and (len(voters) <= 2 or self.luck.random() < 0.5):
            voters = (*voters, self.luck.choice(others))
        elif len(voters) > 2:
            gone = self.luck.choice(voters)
            voters = tuple(pid for pid in voters if pid != gone)
        else:
            return
        self.world.reseat(peer.pid, voters)
        if self.luck.random() < 0.4:
            self.reseat()


def heal(world: World) -> None:
    """Nothing goes wrong from now on."""
    for pid, peer in world.peers.items():
        peer.drag, peer.frozen, peer.doom = 1.0, 0.0, -1
        world.start(pid)
    lose_some(world)
    world.calm()


def lose_some(world: World) -> None:
    """Some players don't come back, but never so many that the others can't go on."""
    alive = set(world.peers)
    for pid in world.luck.sample(sorted(alive), world.luck.choice((0, 0, 1, 2))):
        nodes = [peer.node for peer in world.peers.values() if peer.node is not None]
        if all(is_quorum(v, alive - {pid}) for node in nodes for v in node._rolls):
            alive.discard(pid)
            world.gone.add(pid)
            world.crash(pid, silent=True)


def run(
    seed: int, trouble: float = TROUBLE, kinds: Sequence[type[Node]] = (Node,), peers: int = 0
) -> Ran:
    """The run with this seed."""
    luck = Random(seed)
    size = peers or luck.choice((2, 3, 3, 3, 4, 4, 5, 5, 6, 8))
    weather = Weather(
        slowest=luck.choice((0.004, 0.012, 0.012, 0.15)),
        loss=luck.choice((0.0, 0.005, 0.05)),
        twice=luck.choice((0.0, 0.02)),
        in_order=luck.random() < 0.8,
        batch=luck.choice((1, 2, 64)),
        crowd=luck.random() < 0.3,
    )
    world = World(luck.getrandbits(32), size, weather, kinds, absent=luck.choice((0, 0, 1)))
    pause = luck.choice((0.1, 0.5, 2.0))
    broken = ""
    try:
        for pid in world.peers:
            world.author(pid, pause)
        Trouble(world, trouble)
        world.run(trouble)
        heal(world)
        world.run(trouble + RECOVERY)
        world.expect_order(since=trouble)
    except Broken as promise:
        broken = str(promise)
    witness = world.witness
    return Ran(
        seed, broken, world.now, size, len(witness.acknowledged), len(witness.hosts), world.sent
    )


def fail_over(seed: int, peers: int, silent: bool, hand_over: bool = False) -> float:
    """Seconds from the end of a host until another one has made its first entry final."""
    world = World(seed, peers, Weather())
    for pid in world.peers:
        world.author(pid, 1.0)
    world.run(4.0 + world.luck.random())
    host = world.host()
    assert host is not None
    assert host.node is not None
    term, began = host.node.term, world.now
    if hand_over:
        world.carry_out(host, host.node.hand_over(world.now))
    else:
        world.crash(host.pid, silent)
    while world.now < began + 30.0:
        world.run(world.now + 0.005)
        if world.witness.final and world.witness.final[-1].term > term:
            return world.now - began
    return inf
