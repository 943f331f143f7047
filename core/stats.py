"""What many games add up to: who won, with which role and from which seat, and how long it took."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

# A role whose share lies outside has the wrong goal: CARDS.md's idea of balance.
FAIR_BAND: Final = (0.5, 2.0)


class Outcome(NamedTuple):
    """How one game went; plain data, so that it travels between processes."""

    finished: bool
    rounds: int
    steps: int
    winners: tuple[int, ...]
    levels: tuple[str, ...]  # the bot of each seat
    roles: tuple[tuple[str, ...], ...]  # the roles each seat held at the end
    played: dict[int, int]  # face number -> how often it was announced


class Tally:
    """Wins of one role, seat or level, against those that luck alone would have given it."""

    __slots__ = ("due", "games", "wins")

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0
        self.due = 0.0

    def add(self, won: bool, due: float) -> None:
        self.games += 1
        self.wins += won
        self.due += due

    @property
    def share(self) -> float:
        """Wins divided by the fair share: 1 is exactly fair."""
        return self.wins / self.due if self.due else 0.0


class Summary:
    """Adds up outcomes one by one; the order in which they come makes no difference."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.finished = 0
        self.steps = 0
        self.rounds: list[int] = []  # of the finished games
        self.roles: dict[str, Tally] = {}
        self.bots: dict[str, Tally] = {}
        self.seats = [Tally() for _ in range(players)]
        self.played: Counter[int] = Counter()

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.steps += outcome.steps
        self.played.update(outcome.played)
        if outcome.finished:
            self.finished += 1
            self.rounds.append(outcome.rounds)
        # Joint winners each have a win, so everybody's fair share of that game is larger too.
        due = len(outcome.winners) / len(self.seats)
        for seat, tally in enumerate(self.seats):
            won = seat in outcome.winners
            tally.add(won, due)
            self.bots.setdefault(outcome.levels[seat], Tally()).add(won, due)
            for role in outcome.roles[seat]:
                self.roles.setdefault(role, Tally()).add(won, due)

    def unfair_roles(self) -> list[str]:
        """The roles outside the band, the worst off first."""
        low, high = FAIR_BAND
        odd = [name for name, tally in self.roles.items() if not low <= tally.share <= high]
        return sorted(odd, key=lambda name: (self.roles[name].share, name))


def percentile(numbers: Iterable[int], hundredths: int) -> int:
    """The smallest of the numbers that at least so many hundredths of them don't exceed."""
    ordered = sorted(numbers)
    if not ordered:
        return 0
    rank = -(-hundredths * len(ordered) // 100)
    return ordered[max(rank, 1) - 1]


def histogram(numbers: Sequence[int], bars: int) -> list[tuple[int, int, int]]:
    """At most so many equally wide bars: (first number, last number, how many)."""
    if not numbers:
        return []
    low, high = min(numbers), max(numbers)
    width = -(-(high - low + 1) // bars)
    counts = Counter((number - low) // width for number in numbers)
    return [
        (low + i * width, low + (i + 1) * width - 1, counts[i])
        for i in range((high - low) // width + 1)
    ]
