"""Which keys count yet: nobody should answer what they haven't seen, or end a phase by mistake."""

import time
from collections.abc import Callable
from typing import Final

from core.telling import listing

AT_ONCE: Final = ("back", "help")  # commands that do no harm as a prompt appears
UNSEEN: Final = 0.3  # seconds in which nobody can have read a prompt
RESTING: Final = 1.0  # ... or noticed that a phase has ended by itself
RESTS: Final = "nothing to do in {ended}, so this is {phase}"


class KeyGuard:
    """Holds keys back that were meant for what was there a moment ago."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._prompted = self._ended = float("-inf")
        self._phases: tuple[str, ...] = ()  # that ended by themselves, one after the other

    def prompted(self) -> None:
        """A prompt has appeared."""
        self._prompted = self._clock()

    def ended(self, phase: str) -> None:
        """A phase has ended by itself."""
        self._phases = (*(self._phases if self._resting else ()), phase)
        self._ended = self._clock()

    def counts(self, command: str) -> bool:
        """Whether the key of a command counts yet."""
        return command in AT_ONCE or self._clock() - self._prompted >= UNSEEN

    @property
    def _resting(self) -> bool:
        return self._clock() - self._ended < RESTING

    def rests(self, phase: str) -> str:
        """Return why the key that ends a phase rests, which it does once; nothing: it doesn't."""
        phases = self._phases if self._resting else ()
        self._phases = ()
        return RESTS.format(ended=listing(phases), phase=phase) if phases else ""
