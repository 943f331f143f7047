"""The actions a peer knows of that are not final yet: its own and those of others.

Everybody holds them, not just the host. So a new host can order them at once, and a host that
leaves one out for long is seen to do so by all.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from net.election.words import CENSORED, MAX_HELD, RESEND, Item, Key, Log


@dataclass(slots=True)
class Held:
    """An action, since when it is known, and when it is sent to the host again."""

    item: Item
    since: float
    again: float


class Docket:
    """Actions in the order in which they arrived."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._held: dict[Key, Held] = {}
        self.owed: float | None = None  # since when a host should have done something by itself

    def take(self, item: Item, now: float) -> bool:
        """Keeps an action, unless it is known or its author has too many."""
        if self.knows(item) or self.full(item):
            return False
        self._held[item.key] = Held(item, now, now + RESEND)
        return True

    def knows(self, item: Item) -> bool:
        """Whether an action is held or in the log."""
        return item.key in self._held or self._log.find(item.key) is not None

    def held(self, key: Key) -> Item | None:
        """The action with this key that is not final yet."""
        known = self._held.get(key)
        return None if known is None else known.item

    def full(self, item: Item) -> bool:
        """Whether its author has as many unfinished actions as anybody may have."""
        if len(self._held) < MAX_HELD:
            return False
        return sum(author == item.key[0] for author, _ in self._held) >= MAX_HELD

    def drop(self, item: Item) -> None:
        """Forgets an action that can't be ordered."""
        self._held.pop(item.key, None)

    def settle(self, committed: int) -> None:
        """Forgets what is final."""
        if not self._held:
            return
        for key in list(self._held):
            seq = self._log.find(key)
            if seq is not None and seq <= committed:
                del self._held[key]

    def unordered(self) -> Iterator[Held]:
        """What is not in the log."""
        for key, held in list(self._held.items()):
            if self._log.find(key) is None:
                yield held

    def overdue(self, since: float, now: float) -> bool:
        """Whether a host, known since then, had the time to do what it must and didn't.

        What has to wait doesn't count, nor what can't be ordered any more, nor a change of the
        voters, which may have to wait for another one.
        """
        if self.owed is not None and now - max(since, self.owed) >= CENSORED:
            return True
        if now - since < CENSORED:
            return False
        late = [held.item for held in self._held.values() if now - held.since >= CENSORED]
        return any(
            self._log.find(item.key) is None
            and item.voters is None
            and not self._log.must_wait(item)
            and self._log.refusal(item) is None
            for item in late
        )
