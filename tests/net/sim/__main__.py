"""Runs the simulator: many seeds in search of a broken promise, or one of them."""

import sys
from collections.abc import Sequence
from statistics import median

from tests.kit.soak import parser, search
from tests.net.sim.mutants import BREAKERS
from tests.net.sim.runs import TROUBLE, fail_over, run


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
        tried = ((seed, run(seed, kind=kind).broken) for seed in range(first, first + runs))
        seed, broken = next(((seed, broken) for seed, broken in tried if broken), (None, "missed"))
        missed += seed is None
        print(f'"{kind.__name__}": {seed},  {broken}', flush=True)
    return missed


def main(argv: Sequence[str]) -> int:
    made = parser("tests.net.sim", __doc__)
    made.add_argument("--trouble", type=float, default=TROUBLE, help="simulated seconds of faults")
    made.add_argument("--fail-over", action="store_true", help="measure how fast hosts change")
    made.add_argument("--mutants", action="store_true", help="find a seed for each mutant")
    wish = made.parse_args(argv)
    if wish.fail_over:
        measure(wish.runs)
        return 0
    if wish.mutants:
        return 1 if find_mutants(wish.first, wish.runs) else 0
    replay = f"python -m tests.net.sim --seed {{seed}} --trouble {wish.trouble:g}"
    return search(lambda seeds: (run(seed, wish.trouble) for seed in seeds), wish, replay)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
