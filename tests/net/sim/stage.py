"""What all simulators stand on: a clock with events, and trouble."""

import heapq
from collections.abc import Callable
from random import Random
from typing import Any, Generic, TypeVar


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


# -- what goes wrong -------------------------------------------------------------------------------


P = TypeVar("P")  # a program of a player
Ways = set[tuple[bytes, bytes]]  # from, to


class Trouble(Generic[P]):
    """What goes wrong, when, and for how long."""

    silent = 0.5  # how often a program ends without anybody seeing it
    drags = (4.0, 15.0)  # how much slower than others a program gets
    pace: float  # how often something happens
    longest: float  # seconds until it is right again
    moods: tuple[str, ...]  # kinds of bad luck: how often what happens; a run has one of them

    def __init__(self, cast: Any, net: Any, until: float) -> None:
        """`cast` has the programs and starts and kills them; `net` has the ways between them."""
        self.cast = cast
        self.net = net
        self.luck = cast.luck
        self.until = until
        words = self.luck.choice(self.moods).split()
        self.weights = [int(weight) for weight in words[::2]]
        self.what: list[Callable[[], None]] = [getattr(self, name) for name in words[1::2]]

    def next(self) -> None:
        if self.cast.now < self.until:
            self.luck.choices(self.what, self.weights)[0]()
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
