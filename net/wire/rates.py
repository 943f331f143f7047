"""How fast others may keep us busy; the time is passed in."""


class TokenBucket:
    """How often something may happen: so many at once, and so many a second in the long run."""

    __slots__ = ("_burst", "_rate", "_since", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._since = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether it may happen now; if not, nothing is used up."""
        tokens = self._tokens
        if now > self._since:
            tokens += (now - self._since) * self._rate
            self._since = now
            if tokens > self._burst:
                tokens = self._burst
        if cost > tokens:
            self._tokens = tokens
            return False
        self._tokens = tokens - cost
        return True
