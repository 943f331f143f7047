"""A run: a table, some seconds of trouble, and some seconds to recover."""

from collections import Counter
from math import inf
from random import Random

from net.election import Node
from net.election.seating import is_quorum
from tests.kit.soak import Ran, broken_by
from tests.net.sim import stage
from tests.net.sim.world import Peer, Weather, World

TROUBLE = 9.0  # seconds of a short run in which things go wrong
RECOVERY = 9.0  # and in which they have to come right


class Trouble(stage.Trouble[Peer]):
    """What goes wrong with an election."""

    moods = (
        "5 kill_host 4 kill_any 4 split 3 one_way 2 slow 2 freeze 2 hand_over 2 reseat 1 kill_all",
        "6 kill_host 2 split 1 kill_any",
        "3 split 3 one_way 2 freeze 1 reseat",
    )

    def __init__(self, world: World, until: float) -> None:
        super().__init__(world, world, until)
        self.world = world
        world.ambush = self.luck.choice((0.0, 0.3, 1.0))
        self.pace = self.luck.choice((0.5, 1.5, 4.0))
        self.longest = self.luck.choice((1.0, 8.0))
        world.at(self.luck.uniform(0.3, 2.0), self.next)

    def kill_all(self) -> None:
        self.tell("all are killed")
        for peer in self.world.programs:
            if peer.running:
                self.world.kill(peer)
            self.later(self.world.start, peer)

    def freeze(self) -> None:
        peer = self.any()
        peer.frozen = self.world.now + self.luck.choice((0.5, 4.0)) * self.luck.random()
        self.tell(f"frozen until {peer.frozen:.2f}:", peer)

    def hand_over(self) -> None:
        host = self.world.host()
        if host is not None and host.node is not None and self.world.now >= host.frozen:
            self.tell("hands over:", host)
            self.world.carry_out(host, host.node.hand_over(self.world.now))

    def reseat(self) -> None:
        peer = self.any()
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
        self.tell(f"wants {b' '.join(voters).decode()}:", peer)
        self.world.reseat(peer, voters)
        if self.luck.random() < 0.4:
            self.reseat()


def heal(world: World) -> None:
    """Nothing goes wrong from now on."""
    for peer in world.programs:
        peer.drag, peer.frozen, peer.doom = 1.0, 0.0, -1
        world.start(peer)
    lose_some(world)
    world.calm()


def lose_some(world: World) -> None:
    """Some players don't come back, but never so many that the others can't go on."""
    alive = set(world.peers)
    for pid in world.luck.sample(sorted(alive), world.luck.choice((0, 0, 1, 2))):
        nodes = [peer.node for peer in world.programs if peer.node is not None]
        if all(is_quorum(v, alive - {pid}) for node in nodes for v in node._rolls):
            alive.discard(pid)
            world.gone.add(world.peers[pid])
            world.kill(world.peers[pid], silent=True)


def run(seed: int, trouble: float = TROUBLE, kind: type[Node] = Node) -> Ran:
    """The run with this seed."""
    luck = Random(seed)
    size = luck.choice((2, 3, 3, 3, 4, 4, 5, 5, 6, 8))
    weather = Weather(
        slowest=luck.choice((0.004, 0.012, 0.012, 0.15)),
        loss=luck.choice((0.0, 0.005, 0.05)),
        twice=luck.choice((0.0, 0.02)),
        in_order=luck.random() < 0.8,
        batch=luck.choice((1, 2, 64)),
        crowd=luck.random() < 0.3,
    )
    world = World(luck.getrandbits(32), size, weather, kind, absent=luck.choice((0, 0, 1)))
    pause = luck.choice((0.1, 0.5, 2.0))

    def play() -> None:
        for pid in world.peers:
            world.author(pid, pause)
        Trouble(world, trouble)
        world.run(trouble)
        heal(world)
        world.run(RECOVERY)
        world.expect_order(since=trouble)

    broken, seen = broken_by(play), world.witness
    counted = Counter({"actions acknowledged": len(seen.acknowledged), "terms": len(seen.hosts)})
    counted["messages"] = world.sent
    return Ran(seed, broken, counted, tuple(world.told), f", {size} peers, at {world.now:.3f} s")


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
        world.kill(host, silent)
    while world.now < began + 30.0:
        world.run(0.005)
        if world.witness.final and world.witness.final[-1].term > term:
            return world.now - began
    return inf
