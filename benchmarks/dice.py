"""A choice that costs next to nothing and is the same on every machine and Python.

Everything that is measured chooses with it, so that choosing weighs the same on both sides of a
ratio, and a seed always means the same game.
"""


class Dice:
    """A linear congruential generator; `pick(n)` is one of 0..n-1."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2654435761 + 1) & 0xFFFFFFFF

    def pick(self, n: int) -> int:
        self.state = state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (state >> 8) % n

    def shuffle(self, pile: list[int]) -> None:
        """As with `pick` for each card; written out, or it would be half the cost of a deal."""
        state = self.state
        for i in range(len(pile) - 1, 0, -1):
            state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
            j = (state >> 8) % (i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        self.state = state
