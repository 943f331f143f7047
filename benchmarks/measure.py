"""How two things are timed against each other on a machine that is never quiet.

Ours and the reference run in short slices in the order A B B A, so that whatever slows the machine
slows both. Each such round gives one ratio; the median of all rounds counts.
"""

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

Work = Callable[[int], int]  # does at least so many units and says how many it were
Clock = Callable[[], float]

SLICE = 0.04  # seconds


class Pair(NamedTuple):
    """Seconds per unit on both sides, and the ratio of ours to the reference with its quartiles."""

    ours: float
    reference: float
    ratio: float
    low: float
    high: float


def compare(
    ours: Work,
    reference: Work,
    seconds: float = 4.0,
    clock: Clock = time.process_time,
    least: int = 5,
) -> Pair:
    """Runs both in turn for about so many seconds, at least `least` rounds."""
    count_ours, count_reference = _units(ours, clock), _units(reference, clock)
    rounds: list[tuple[float, float]] = []
    end = time.perf_counter() + seconds
    while len(rounds) < least or time.perf_counter() < end:
        first = _cost(ours, count_ours, clock)
        second = _cost(reference, count_reference, clock)
        third = _cost(reference, count_reference, clock)
        fourth = _cost(ours, count_ours, clock)
        rounds.append(((first + fourth) / 2, (second + third) / 2))
    return summary(rounds)


def summary(rounds: Sequence[tuple[float, float]]) -> Pair:
    """The medians over rounds of (ours, reference)."""
    ratios = sorted(ours / reference for ours, reference in rounds)
    return Pair(
        median(ours for ours, _ in rounds),
        median(reference for _, reference in rounds),
        median(ratios),
        ratios[len(ratios) // 4],
        ratios[(len(ratios) * 3) // 4],
    )


def _cost(work: Work, count: int, clock: Clock) -> float:
    start = clock()
    done = work(count)
    return (clock() - start) / done


def _units(work: Work, clock: Clock) -> int:
    """How many units fill a slice; the trial runs are the warm-up."""
    count = 1
    while True:
        start = clock()
        work(count)
        taken = clock() - start
        if taken >= SLICE / 2:
            return max(1, round(count * SLICE / taken))
        count *= 2
