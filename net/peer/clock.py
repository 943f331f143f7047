"""The time that players have for an answer, on this peer's own clock."""

from typing import Final

from core.game import Game
from core.state import Window

SLACK: Final = 0.3  # clocks and networks differ by so much
BOTS: Final = 0.6  # seconds in which a bot responds, or counts as having passed
EXTRA: Final = 30.0  # seconds that a window stays open for a player who asks for time


class WindowClock:
    """Counts the time since a window was seen to open; it stands still while the table waits.

    Who comes back to a window that is open takes the time from those who have seen it open.
    """

    def __init__(self, beat: int) -> None:
        self._beat = beat
        self._ref = 0
        self._since = 0.0
        self._stopped: float | None = None
        self.seen = True  # whether this peer was there when the window opened
        self._told = (0, 0.0)  # what another one has said last: which window, and since when

    def look(self, game: Game, now: float, here: bool = True) -> None:
        """Notices whether another window is open than before; `here`: this very moment."""
        top = game.stack[-1] if game.stack else None
        ref = top.ref if isinstance(top, Window) else 0
        if ref != self._ref:
            self._ref, self.seen = ref, here
            self.begin(now)

    def begin(self, now: float) -> None:
        """Counts from now on, or from when another peer says the window has opened."""
        ref, since = self._told
        self._since = since if ref == self._ref and not self.seen else self._at(now)

    def elapsed(self, now: float) -> float:
        """For how long the window has been open."""
        return self._at(now) - self._since

    def told(self, ref: int, elapsed: float, now: float) -> None:
        """Another peer says for how long a window has been open."""
        self._told = ref, self._at(now) - elapsed
        if ref == self._ref and not self.seen:
            self.begin(now)

    def _at(self, now: float) -> float:
        """The time on this clock."""
        return now if self._stopped is None else self._stopped

    @property
    def open(self) -> int:
        """The number of the open window; 0: none."""
        return self._ref

    def stop(self, now: float) -> None:
        if self._stopped is None:
            self._stopped = now

    def go_on(self, now: float) -> None:
        if self._stopped is not None:
            self._since += now - self._stopped
            self._stopped = None

    def deadline(self, asking: int | None) -> float | None:
        """Return when the open window closes; None if none is open, or time stands still.

        `asking` players want more time than the beat and have not responded; None: every person
        has pressed space, and what may be missing is a bot's response.
        """
        if not self._ref or self._stopped is not None:
            return None
        open_for = min(self._beat, BOTS) if asking is None else self._beat + EXTRA * asking
        return self._since + open_for

    def is_up(self, asking: int | None, now: float) -> bool:
        """Whether this peer lets a host close the window."""
        deadline = self.deadline(asking)
        return deadline is not None and now >= deadline - SLACK
