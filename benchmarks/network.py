"""Peers on this machine: each is a process of its own, and all share its cores.

An action counts from the moment its player's program begins with it until the last of three
programs has it as final: signed by its author, ordered and signed by the host, acknowledged by a
majority, on three disks, over encrypted connections. An action that turns up a hidden card is
measured by itself: every program checks that it is the card that was dealt. A die counts from the
action that asks for it until the last program knows what fell. There are pauses between them, as
between the round trips that they are compared with.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from benchmarks.measure import Pair, summary
from benchmarks.network_echo import round_trips
from benchmarks.report import Goal, Row, cost
from core.catalog import Catalog

PLAYERS: Final = 3
SLICE: Final = 40  # actions or round trips
FEW, MANY = 10, 500  # spectators
WINDOW: Final = 100  # actions at either end of a long game
LENGTH: Final = 500  # actions of the game that a newcomer hears of
SAMPLES: Final = 20  # actions that the crowd is timed with

ACTION: Final = Goal(6, 4, at_most=True)
DIE: Final = Goal(12, 8, at_most=True)
CROWD: Final = Goal(2, 1.3, at_most=True)
LIMIT: Final = Goal(1, 0.5, at_most=True)
GROWTH: Final = Goal(1.5, 1.2, at_most=True)

LAST: Final = 0.050  # seconds until the last spectator has an action
MEMORY: Final = 64 * 1024  # bytes for each
SYNC: Final = 1.0  # seconds until a newcomer has all


class Process:
    """A program of the benchmark, with which one speaks in lines."""

    def __init__(self, stack: ExitStack, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        stack.callback(self.close)

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hear(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a program of the benchmark has ended")
        return json.loads(line)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class Times(NamedTuple):
    """What was measured in a stretch of the game."""

    actions: list[float]
    openings: list[float]  # actions that turn up a hidden card
    dice: list[float]


class Table:
    """Three players who do next to nothing, forever."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        seats = str(PLAYERS)
        host = Process(stack, "benchmarks.network_peer", str(folder / "0"), seats)
        self.port: int = host.hear()["port"]
        self.peers = [host]
        for number in range(1, PLAYERS):
            place = str(folder / str(number))
            self.peers.append(
                Process(stack, "benchmarks.network_peer", place, seats, str(self.port))
            )
            self.peers[-1].hear()
        for peer in self.peers:
            peer.hear()

    def play(self, count: int) -> Times:
        """So many actions."""
        for peer in self.peers:
            peer.say(f"go {count}")
        answers = [peer.hear() for peer in self.peers]
        begun = {seq: when for answer in answers for seq, when, _ in answer["begun"]}
        opening = {seq for answer in answers for seq, _, opens in answer["begun"] if opens}
        final: dict[int, float] = {}
        throws = set()
        for answer in answers:
            for seq, when, throw in answer["told"]:
                final[seq] = max(when, final.get(seq, when))
                if throw:
                    throws.add(seq)
        took = {seq: final[seq] - when for seq, when in sorted(begun.items())}
        actions = [seconds for seq, seconds in took.items() if seq not in opening]
        dice = [final[seq] - begun[seq - 1] for seq in throws if seq - 1 in begun]
        return Times(actions, [took[seq] for seq in opening], dice)

    def memory(self) -> int:
        """Bytes that the host's process holds."""
        self.peers[0].say("memory")
        held: int = self.peers[0].hear()["memory"]
        return held


class Crowd:
    """Spectators, and how long an action takes from the first to the last of them."""

    def __init__(self, stack: ExitStack, kind: str, port: int, count: int) -> None:
        self._process = Process(stack, "benchmarks.network_crowd", kind, str(port), str(count))

    def gather(self) -> float:
        """Waits until all are there; how long that took."""
        seconds: float = self._process.hear()["seconds"]
        return seconds

    def spread(self, news: Callable[[], object]) -> float:
        self._process.say("hear")
        self._process.hear()
        news()
        seconds: float = self._process.hear()["seconds"]
        return seconds


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ours and the references go before everything else on this machine, if we may ask for that:
    three programs that wait for each other would else wait for strangers as well."""
    usual = None
    with suppress(AttributeError, PermissionError):
        usual = os.sched_getscheduler(0), os.sched_getparam(0)
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    try:
        yield
    finally:
        if usual is not None:
            os.sched_setscheduler(0, *usual)


def network(catalog: Catalog, seconds: float) -> Iterator[Row]:
    """Actions, dice and spectators of real processes, against bare connections."""
    with ExitStack() as stack:
        stack.enter_context(undisturbed())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        table = Table(stack, folder)
        table.play(SLICE)
        yield from _latency(stack, table, 3 * seconds)
        yield from _spectators(stack, table)


def _latency(stack: ExitStack, table: Table, seconds: float) -> Iterator[Row]:
    port = Process(stack, "benchmarks.network_echo").hear()
    rounds: list[tuple[float, float]] = []
    throws: list[tuple[float, float]] = []
    opened: list[tuple[float, float]] = []
    played: list[float] = []

    def echo() -> list[float]:
        return asyncio.run(round_trips(port, SLICE))

    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(played) < LENGTH or not throws:
        ours, bare, again, more = table.play(SLICE), echo(), echo(), table.play(SLICE)
        reference = median(bare + again)
        rounds.append((median(ours.actions + more.actions), reference))
        throws += [(one, reference) for one in ours.dice + more.dice]
        opened += [(one, reference) for one in ours.openings + more.openings]
        played += ours.actions + more.actions
    yield cost("committed action, 3 peers / asyncio msgpack echo", summary(rounds), ACTION)
    yield cost("the same, turning up a hidden card", summary(opened))
    yield cost("die, 3 peers / asyncio msgpack echo", summary(throws), DIE)
    pair = _single(median(played[-WINDOW:]), median(played[:WINDOW]))
    yield cost(f"last / first {WINDOW} of {len(played):,} network actions", pair, GROWTH)


def _spectators(stack: ExitStack, table: Table) -> Iterator[Row]:
    few = Crowd(stack, "watch", table.port, FEW)
    few.gather()
    calm = [_timed(few, table) for _ in range(SAMPLES)]
    before = table.memory()
    many = Crowd(stack, "watch", table.port, MANY - FEW)
    many.gather()
    each = (table.memory() - before) / (MANY - FEW)
    newcomers = [Crowd(stack, "sync", table.port, LENGTH).gather() for _ in range(3)]
    table.play(1)  # from now on the host's signs of life come to all at once, with pauses between
    crowded = [_timed(many, table) for _ in range(SAMPLES)]
    fanout = Process(stack, "benchmarks.network_fanout", str(MANY - FEW))
    bare = Crowd(stack, "raw", fanout.hear(), MANY - FEW)
    bare.gather()
    rounds = []
    for _ in range(SAMPLES):
        ours = [many.spread(lambda: table.play(1)) for _ in range(2)]
        rounds.append((median(ours), bare.spread(lambda: fanout.say("go"))))
    yield cost(f"last of {MANY} spectators / raw epoll fan-out", summary(rounds), CROWD)
    latest = median(ours for ours, _ in rounds)
    yield cost(f"last of {MANY} spectators / limit", _single(latest, LAST), LIMIT)
    yield Row(f"memory for each of {MANY} spectators / limit", f"{each / 1024:.0f} KB",
              f"{MEMORY / 1024:.0f} KB", each / MEMORY, each / MEMORY, each / MEMORY,
              LIMIT)  # fmt: skip
    pair = _single(median(newcomers), SYNC)
    yield cost(f"newcomer in sync with {LENGTH} actions / limit", pair, LIMIT)
    pair = _single(median(crowded), median(calm))
    yield cost(f"action with {MANY} / {FEW} spectators", pair, GROWTH)


def _timed(crowd: Crowd, table: Table) -> float:
    """The time of one action, after which the crowd gets its due."""
    taken: list[float] = []

    def play() -> None:
        times = table.play(1)
        taken.extend(times.actions + times.openings)

    crowd.spread(play)
    return taken[0]


def _single(ours: float, reference: float) -> Pair:
    ratio = ours / reference
    return Pair(ours, reference, ratio, ratio, ratio)
