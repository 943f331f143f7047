"""Peers, the network between them, their authors, and what goes wrong."""

from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from net.election import Node, Saved
from net.election import effects as e
from net.election.messages import Message
from net.election.replica import HOST
from net.election.seating import is_quorum
from net.election.words import JITTER, STEP, Pid, Voters
from tests.kit.soak import Broken
from tests.net.sim.paper import Action, Disk, Line, Paper, Pen
from tests.net.sim.stage import Stage, Ways
from tests.net.sim.witness import Witness

INSTANT = 1e-6  # keeps messages of one link in order
NUDGE = 0.4  # an author asks again so often, in case his peer has forgotten
CHANGES = 1_000_000  # numbers of actions that change the voters begin here


class Weather(NamedTuple):
    """How bad the network is."""

    slowest: float = 0.012  # seconds that a message takes at most
    loss: float = 0.005
    twice: float = 0.005
    in_order: bool = True
    batch: int = 64
    crowd: bool = False  # candidates don't keep out of each other's way


class Peer:
    """A running program, or a stopped one with its disk."""

    def __init__(self, pid: Pid) -> None:
        self.pid = pid
        self.disk = Disk()
        self.node: Node | None = None
        self.life = 0  # counts its starts
        self.wake = inf
        self.frozen = 0.0  # until then
        self.drag = 1.0  # how much slower than others it is
        self.doom = -1  # effects it still carries out before it crashes; -1: no such plan
        self.paused: tuple[Pid, ...] | None = None

    def __str__(self) -> str:
        return self.pid.decode()

    @property
    def running(self) -> bool:
        return self.node is not None


class World(Stage):
    """A simulated table."""

    def __init__(
        self, seed: int, peers: int, weather: Weather, kind: type[Node] = Node, absent: int = 0
    ) -> None:
        super().__init__(seed)
        self.weather = weather
        self.voters: Voters = tuple(b"p%d" % seat for seat in range(peers))
        absentees = tuple(b"q%d" % seat for seat in range(absent))
        self.peers = {pid: Peer(pid) for pid in self.voters + absentees}
        self.programs = list(self.peers.values())
        self.kind = kind
        self.witness = Witness({pid: peer.disk for pid, peer in self.peers.items()})
        self.cut: Ways = set()
        self.gone: set[Peer] = set()  # for good
        self.ambush = 0.0  # how likely a new host is to crash at once
        self.wanted: dict[Pid, int] = dict.fromkeys(self.peers, 0)
        self.sent = 0
        self._changes = CHANGES
        self._busy: dict[tuple[Pid, Pid], float] = {}
        for peer in self.programs:
            self.start(peer)

    # -- programs ----------------------------------------------------------------------------------

    def start(self, peer: Peer) -> None:
        if peer.running or peer in self.gone:
            return
        pid, disk = peer.pid, peer.disk
        log = Paper(self.voters, disk.lines)
        disk.committed = disk.final
        saved = Saved(disk.term, disk.vote, disk.final, disk.floor)
        peer.life += 1
        peer.doom, peer.wake, peer.paused = -1, inf, None
        chance, batch = self._chance(pid), self.weather.batch
        peer.node = self.kind(pid, log, Pen(), saved, self.now, chance, batch)
        self._schedule(peer)
        for other in self.programs:
            if other is not peer and other.node is not None and (pid, other.pid) not in self.cut:
                self.carry_out(other, other.node.link_up(pid, self.now))

    def _chance(self, pid: Pid) -> Callable[[], float]:
        """Luck for a node; in a crowd, it undoes the different patience of the seats."""
        back = STEP / JITTER * list(self.peers).index(pid)
        return lambda: self.luck.random() - (back if self.weather.crowd else 0.0)

    def kill(self, peer: Peer, silent: bool = False) -> None:
        """Ends a program; the others see it at once, unless the whole machine is gone."""
        pid, peer.node = peer.pid, None
        self.witness.unplugged(pid)
        for other in self.peers:
            if not silent and other != pid:  # it comes after everything that was said
                said = self._busy.get((pid, other), 0.0) - self.now
                delay = max(self.luck.uniform(0.002, 0.015), said)
                self.at(delay + INSTANT, self._eof, pid, peer.life, other)

    def _eof(self, gone: Pid, life: int, pid: Pid) -> None:
        peer = self.peers[pid]
        if peer.node is not None and self.peers[gone].life == life and (gone, pid) not in self.cut:
            if peer.node.host == gone:
                self.witness.unplugged(pid)
            self.carry_out(peer, peer.node.link_down(gone, self.now))

    def carry_out(self, peer: Peer, effects: Sequence[e.Effect]) -> None:
        """Does what a node wants, in order; a crash may come in the middle."""
        node = peer.node
        assert node is not None
        for effect in effects:
            if peer.doom == 0:
                self.kill(peer)
                self.at(2.0 * self.luck.random(), self.start, peer)
                return
            peer.doom -= peer.doom > 0
            self.witness.sees(peer.pid, node, effect, self.now)
            match effect:
                case e.Send(to, message):
                    self._post(peer, to, message)
                case e.Save(term, vote, floor, final):
                    peer.disk.term, peer.disk.vote, peer.disk.floor = term, vote, floor
                    peer.disk.final = final
                case e.Appended(entries):
                    peer.disk.lines += [entry for entry in entries if isinstance(entry, Line)]
                case e.Truncated(seq):
                    del peer.disk.lines[seq:]
                case e.Committed(seq):
                    peer.disk.committed = seq
                case e.Hosting() if self.luck.random() < self.ambush:
                    peer.doom = self.luck.randrange(12)
                case e.Paused(awaited):
                    peer.paused = awaited
                case e.Resumed():
                    peer.paused = None
        self._schedule(peer)

    def _schedule(self, peer: Peer) -> None:
        assert peer.node is not None
        wake = max(peer.node.wake, self.now + 0.001, peer.frozen)
        if wake < peer.wake:
            peer.wake = wake
            self.at(wake - self.now, self._tick, peer, peer.life)

    def _tick(self, peer: Peer, life: int) -> None:
        if peer.node is None or peer.life != life or self.now < peer.wake - INSTANT:
            return
        peer.wake = inf
        if self.now >= peer.frozen and peer.node.wake <= self.now + INSTANT:
            node = peer.node
            self.carry_out(peer, node.tick(self.now))
            if peer.node is node and node.role == HOST:
                self.witness.hosts_still(peer.pid, node, self.now)
        else:
            self._schedule(peer)

    def calm(self) -> None:
        """The network is good from now on, and programs that were frozen look at the clock."""
        self.cut.clear()
        self._busy.clear()
        self.ambush = 0.0
        self.weather = Weather(batch=self.weather.batch, loss=0.0, twice=0.0)
        for peer in self.programs:
            if peer.running:
                peer.wake = inf
                self._schedule(peer)

    # -- network -----------------------------------------------------------------------------------

    def block(self, ways: Ways) -> None:
        self.cut |= ways

    def clear(self, ways: Ways) -> None:
        self.cut -= ways

    def _post(self, peer: Peer, to: Pid, message: Message) -> None:
        self.sent += 1
        luck, weather = self.luck.random, self.weather
        if luck() < weather.loss:
            return
        drag = max(peer.drag, self.peers[to].drag)
        delay = (0.001 + luck() * (weather.slowest - 0.001)) * drag
        if weather.in_order:
            link = (peer.pid, to)
            when = max(self.now + delay, self._busy.get(link, 0.0) + INSTANT)
            self._busy[link] = when
            delay = when - self.now
        self.at(delay, self._deliver, peer.pid, self.peers[to], message)
        if luck() < weather.twice:
            self.at(delay + luck() * 0.5, self._deliver, peer.pid, self.peers[to], message)

    def _deliver(self, sender: Pid, to: Peer, message: Message) -> None:
        if to.node is None or (sender, to.pid) in self.cut:
            return
        if self.now < to.frozen:
            self.at(to.frozen - self.now, self._deliver, sender, to, message)
            return
        self.witness.delivered(sender, to.pid, message, to.node.term, self.now)
        self.carry_out(to, to.node.receive(sender, message, self.now))

    # -- people ------------------------------------------------------------------------------------

    def author(self, pid: Pid, pause: float) -> None:
        """A player acts, waits until it is final, thinks, and acts again."""
        node = self.peers[pid].node
        action = Action(pid, self.wanted[pid])
        if action.number == 0 or action.key in self.witness.acknowledged:
            self.wanted[pid] += 1
            self.at(self.luck.uniform(0.2, 1.0) * pause, self.author, pid, pause)
        else:
            if node is not None and self.now >= self.peers[pid].frozen and pid in node.voters:
                self.carry_out(self.peers[pid], node.propose(action, self.now))
            self.at(NUDGE, self.author, pid, pause)

    def reseat(self, peer: Peer, voters: Voters) -> None:
        """Somebody asks for other voters."""
        if peer.node is not None and self.now >= peer.frozen:
            self._changes += 1
            action = Action(peer.pid, self._changes, voters)
            self.carry_out(peer, peer.node.propose(action, self.now))

    def host(self) -> Peer | None:
        """The host of the newest term, if there is one."""
        hosts = [p for p in self.programs if p.node is not None and p.node.role == HOST]
        return max(hosts, key=lambda p: p.node.term if p.node else 0, default=None)

    # -- the end -----------------------------------------------------------------------------------

    def expect_order(self, since: float) -> None:
        """Long after the last trouble, everything works and everybody agrees."""
        alive = {peer.pid for peer in self.programs if peer.running}
        nodes = [peer.node for peer in self.programs if peer.node is not None]
        if not all(is_quorum(voters, alive) for node in nodes for voters in node._rolls):
            return  # a change of the voters was under way, and one of them is gone for good
        host = self.host()
        if host is None or host.node is None:
            raise Broken("there is no host although nothing is wrong any more")
        voters = host.node.voters
        nodes = [node for pid in voters if (node := self.peers[pid].node) is not None]
        gone = tuple(pid for pid in voters if self.peers[pid].node is None)
        if any(node.host != host.pid for node in nodes):
            raise Broken("voters follow different hosts although nothing is wrong any more")
        settled = len(self.witness.final) - 40
        if any(min(node.committed, node.certified) < settled for node in nodes):
            raise Broken("a voter lags behind although nothing is wrong any more")
        if any(self.peers[node.me].paused != (gone or None) for node in nodes):
            raise Broken("the table waits for the wrong players")
        for pid in [node.me for node in nodes]:
            times = [t for key, t in self.witness.acknowledged.items() if key[0] == pid]
            if max(times, default=0.0) < since:
                raise Broken(f"{pid.decode()} gets nothing done although nothing is wrong any more")
        for key in self.witness.acknowledged:
            if key not in self.witness.keys:
                raise Broken(f"action {key} was acknowledged and is lost")
