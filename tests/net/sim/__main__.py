"""Runs the simulator: many seeds in search of a broken promise, or one of them."""

import argparse
import sys
import time
from collections.abc import Sequence
from statistics import median

from tests.net.sim.mutants import BREAKERS
from tests.net.sim.runs import TROUBLE, fail_over, run


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.net.sim", description=__doc__)
    made.add_argument("--runs", type=int, default=200, help="how many seeds (default 200)")
    made.add_argument("--first", type=int, default=0, help="the first of them (default 0)")
    made.add_argument("--seed", type=int, help="this one only")
    made.add_argument("--trouble", type=float, default=TROUBLE, help="simulated seconds of faults")
    made.add_argument("--seconds", type=float, help="stop after so many real seconds")
    made.add_argument("--fail-over", action="store_true", help="measure how fast hosts change")
    made.add_argument("--mutants", action="store_true", help="find a seed for each mutant")
    return made


def measure(runs: int) -> None:
    """Prints how long a table is without a host."""
    ways = (("host killed", False, False), ("host silent", True, False), ("hand-over", False, True))
    for name, silent, planned in ways:
        for peers in (3, 5, 8):
            times = sorted(fail_over(seed, peers, silent, planned) for seed in range(runs))
            print(
                f"{name}, {peers} peers: median {median(times):.2f} s,"
                f" p95 {times[int(0.95 * len(times))]:.2f} s, worst {times[-1]:.2f} s"
            )


def find_mutants(first: int, runs: int) -> int:
    """Prints for each mutant the first seed that shows what it breaks."""
    missed = 0
    for kind in BREAKERS:
        tried = ((seed, run(seed, kinds=(kind,)).broken) for seed in range(first, first + runs))
        seed, broken = next(((seed, broken) for seed, broken in tried if broken), (None, "missed"))
        missed += seed is None
        print(f'"{kind.__name__}": {seed},  {broken}', flush=True)
    return missed


def main(argv: Sequence[str]) -> int:
    wish = parser().parse_args(argv)
    if wish.fail_over:
        measure(wish.runs)
        return 0
    if wish.mutants:
        return 1 if find_mutants(wish.first, wish.runs) else 0
    seeds = range(wish.first, wish.first + wish.runs) if wish.seed is None else [wish.seed]
    began, failed, acknowledged, terms, done = time.monotonic(), 0, 0, 0, 0
    for seed in seeds:
        ran = run(seed, wish.trouble)
        done, acknowledged, terms = done + 1, acknowledged + ran.acknowledged, terms + ran.terms
        if ran.broken:
            failed += 1
            print(f"seed {seed}, {ran.peers} peers, at {ran.when:.3f} s: {ran.broken}")
            print(f"  replay: python -m tests.net.sim --seed {seed} --trouble {wish.trouble:g}")
        if wish.seconds is not None and time.monotonic() - began > wish.seconds:
            break
    print(
        f"{done} runs in {time.monotonic() - began:.1f} s: {acknowledged} actions acknowledged,"
        f" {terms} terms, {failed} runs broken"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
