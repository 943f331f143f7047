"""A clock for tests that jumps to the next moment at which something is due.

Connections are real and so is what goes over them; only time is not. It all but stands still while
anything is done, however busy the machine is, and passes when everybody waits. So a second of
silence costs nothing, and nobody comes too late because others were at work.
"""

import asyncio
import selectors
from concurrent.futures import Executor
from typing import Any

MOMENT = 0.001  # real seconds in which what is under way between two sockets arrives ...
STEP = 0.1  # ... and the time that passes meanwhile if nothing does
TURN = 0.0001  # what a turn of the loop takes: who asks again and again must get on, too
SLOW = 0.02  # real seconds between two looks at work that others do
HANGS = 300.0  # real seconds in which nothing at all happens


class Clock:
    """The time of one event loop."""

    def __init__(self, loop: asyncio.SelectorEventLoop) -> None:
        self._loop: Any = loop
        self._real: selectors.BaseSelector = self._loop._selector
        self._run = self._loop.run_in_executor
        self._pending = 0  # pieces of work in other threads
        self._passed = 0.0  # without a look at the real world that takes a moment
        self.now: float = loop.time()

    def __enter__(self) -> "Clock":
        self._loop.time = lambda: self.now
        self._loop._selector = self
        self._loop.run_in_executor = self.run_in_executor
        return self

    def __exit__(self, *_: object) -> None:
        del self._loop.time
        del self._loop.run_in_executor
        self._loop._selector = self._real

    def sleep(self, seconds: float) -> None:
        """The whole program stands still for a while, as a laptop does when it is closed."""
        self.now += seconds

    def run_in_executor(
        self, executor: Executor | None, work: Any, *words: Any
    ) -> "asyncio.Future[Any]":
        self._pending += 1
        future: asyncio.Future[Any] = self._run(executor, work, *words)
        future.add_done_callback(self._done)
        return future

    def _done(self, _: object) -> None:
        self._pending -= 1

    # -- as a selector -----------------------------------------------------------------------------

    def select(self, timeout: float | None = None) -> list[Any]:
        self.now += TURN
        if timeout is None:
            if not (events := self._real.select(HANGS)):
                raise TimeoutError("everybody waits, and nothing is due")
            return events
        if timeout <= 0 or self._pending:
            return self._real.select(min(timeout, SLOW))
        step = min(timeout, STEP)
        self._passed += step
        if self._passed < STEP:
            events = self._real.select(0)
        else:
            events, self._passed = self._real.select(MOMENT), 0.0
        if not events:
            self.now += step
        return events

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)
