"""What all simulators stand on: a clock with events, trouble, and the search for a bad seed."""

import heapq
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar


class Broken(AssertionError):
    """A promise was broken: something that must never happen."""


class Stranded(Exception):
    """Too few are left to go on."""


class Ran(NamedTuple):
    """What came of a run."""

    seed: int
    broken: str  # empty if every promise was kept
    when: float
    peers: int
    counted: Counter[str]  # what there was in it
    told: tuple[str, ...]  # what went wrong, and when


class Stage:
    """One source of luck, one clock, and all that is going to happen. One seed is one run."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.now = 0.0
        self.told: list[str] = []  # what went wrong, and when
        self._events = 0
        self._queue: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []

    def at(self, delay: float, what: Callable[..., None], *args: object) -> None:
        self._events += 1
        heapq.heappush(self._queue, (self.now + max(delay, 0.0), self._events, what, args))

    def run(self, seconds: float, until: Callable[[], bool] | None = None) -> bool:
        """Lets time pass; stops early, and says so, as soon as something holds."""
        end = self.now + seconds
        while self._queue and self._queue[0][0] <= end:
            self.now, _, what, args = heapq.heappop(self._queue)
            what(*args)
            if until is not None and until():
                return True
        self.now = end
        return until is not None and until()


def broken_by(what: Callable[[], object]) -> str:
    """The promise that breaks when this is done; empty if all are kept."""
    try:
        what()
    except Stranded:
        return ""
    except Broken as promise:
        return str(promise)
    except Exception as error:  # whatever it is, the seed must be told
        return f"{type(error).__name__}: {error}"
    return ""


# -- what goes wrong -------------------------------------------------------------------------------


P = TypeVar("P")  # a program of a player
Ways = set[tuple[bytes, bytes]]  # from, to
Mood = tuple[tuple[int, Callable[[], None]], ...]  # what happens, and how often


class Trouble(Generic[P]):
    """What goes wrong, when, and for how long."""

    silent = 0.5  # how often a program ends without anybody seeing it
    drags = (4.0, 15.0)  # how much slower than others a program gets
    pace: float  # how often something happens
    longest: float  # seconds until it is right again
    moods: Callable[[], tuple[Mood, ...]]  # kinds of bad luck; a run has one of them

    def __init__(self, cast: Any, net: Any, until: float) -> None:
        """`cast` has the programs and starts and kills them; `net` has the ways between them."""
        self.cast = cast
        self.net = net
        self.luck = cast.luck
        self.until = until
        self.what = self.luck.choice(self.moods())

    def next(self) -> None:
        if self.cast.now < self.until:
            weights = [weight for weight, _ in self.what]
            self.luck.choices(self.what, weights)[0][1]()
            self.cast.at(self.luck.uniform(0.2, 1.8) * self.pace, self.next)

    def later(self, what: Callable[..., None], *args: object) -> None:
        self.cast.at(self.luck.choice((0.3, 2.0, self.longest)) * self.luck.random(), what, *args)

    def tell(self, what: str, *who: P) -> None:
        self.cast.told.append(f"{self.cast.now:6.2f} {what} {' '.join(map(str, who))}".rstrip())

    def any(self) -> P:
        return self.luck.choice(self.cast.programs)

    def _kill(self, program: P) -> None:
        if program.running:
            silent = self.luck.random() < self.silent
            self.tell("loses power:" if silent else "killed:", program)
            self.cast.kill(program, silent)
            self.later(self.cast.start, program)

    def kill_host(self) -> None:
        host = self.cast.host()
        if host is not None:
            self._kill(host)

    def kill_any(self) -> None:
        self._kill(self.any())

    def kill_all(self) -> None:
        for program in self.cast.programs:
            self._kill(program)

    def _cut(self, ways: Ways) -> None:
        self.net.block(ways)
        self.later(self.net.clear, ways)

    def split(self) -> None:
        programs = self.cast.programs
        here = self.luck.sample(programs, self.luck.randrange(1, len(programs)))
        self.tell("cut off:", *here)
        self._cut(
            {(a.pid, b.pid) for a in programs for b in programs if (a in here) != (b in here)}
        )

    def one_way(self) -> None:
        """A cable through which only one direction works."""
        programs = self.cast.programs
        deaf = self.any()
        whom = self.luck.sample(programs, self.luck.randrange(1, len(programs)))
        self.tell("deaf or dumb:", deaf)
        ways = {(program.pid, deaf.pid) for program in whom if program is not deaf}
        self._cut(ways if self.luck.random() < 0.5 else {(b, a) for a, b in ways})

    def slow(self) -> None:
        program = self.any()
        program.drag = self.luck.choice(self.drags)
        self.tell("slow:", program)
        self.later(setattr, program, "drag", 1.0)


# -- many seeds ------------------------------------------------------------------------------------


def parser(module: str, about: str | None) -> ArgumentParser:
    """Options that all simulators share."""
    made = ArgumentParser(prog=f"python -m {module}", description=about)
    made.add_argument("--runs", type=int, default=200, help="how many seeds (default 200)")
    made.add_argument("--first", type=int, default=0, help="the first of them (default 0)")
    made.add_argument("--seed", type=int, help="this one only, with all that went wrong")
    made.add_argument("--seconds", type=float, help="stop after so many real seconds")
    return made


def search(
    runs: Callable[[Iterable[int]], Iterable[Ran]], wish: Any, replay: str, what: str = "runs"
) -> int:
    """Runs many seeds in search of a broken promise, or one of them; the status of the command."""
    seeds = range(wish.first, wish.first + wish.runs) if wish.seed is None else [wish.seed]
    began, done, failed, counted = time.monotonic(), 0, 0, Counter[str]()
    for ran in runs(seeds):
        done, failed = done + 1, failed + bool(ran.broken)
        counted.update(ran.counted)
        if wish.seed is not None:
            print("\n".join(ran.told))
        if ran.broken:
            print(f"seed {ran.seed}, {ran.peers} peers, at {ran.when:.3f} s: {ran.broken}")
            print(f"  replay: {replay.format(seed=ran.seed)}", flush=True)
        if wish.seconds is not None and time.monotonic() - began > wish.seconds:
            break
    told = ", ".join(f"{count} {word}" for word, count in counted.items())
    print(f"{done} {what} in {time.monotonic() - began:.1f} s: {told}, {failed} broken")
    return 1 if failed else 0
