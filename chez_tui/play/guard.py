"""Which keys count yet, so no one answers what they haven't seen, or ends a phase by mistake."""

import time
from collections.abc import Callable
from typing import Final

from core.telling import listing

AT_ONCE: Final = ("back", "help", "quit_game")  # commands that do no harm as a prompt appears
UNSEEN: Final = 0.3  # seconds in which no one can have read a prompt
RESTING: Final = 1.0  # ... or noticed that a phase ended automatically
RESTS: Final = "nothing to do in {ended}, so this is {phase}"


class KeyGuard:
    """Holds back keys that were meant for what was there a moment ago."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._prompted = self._ended = float("-inf")
        self._phases: tuple[str, ...] = ()  # that ended automatically, in order

    def prompted(self) -> None:
        """Note that a prompt appeared."""
        self._prompted = self._clock()

    def ended(self, phase: str) -> None:
        """Note that a phase ended automatically."""
        self._phases = (*(self._phases if self._resting else ()), phase)
        self._ended = self._clock()

    def counts(self, command: str) -> bool:
        """Return whether a command's key counts yet."""
        return command in AT_ONCE or self._clock() - self._prompted >= UNSEEN

    @property
    def _resting(self) -> bool:
        return self._clock() - self._ended < RESTING

    def rests(self, phase: str) -> str:
        """Return why the key that ends a phase doesn't count, once; otherwise nothing."""
        phases = self._phases if self._resting else ()
        self._phases = ()
        return RESTS.format(ended=listing(phases), phase=phase) if phases else ""
