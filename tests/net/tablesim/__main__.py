"""Plays simulated games: many seeds in search of a broken promise, or one of them."""

import sys
from collections.abc import Iterable, Sequence

from tests.kit.soak import Ran, parser, search
from tests.net.tablesim.runs import TROUBLE, run
from tests.net.tablesim.short import run_many


def main(argv: Sequence[str]) -> int:
    made = parser("tests.net.tablesim", __doc__)
    made.add_argument("--trouble", type=float, default=TROUBLE, help="simulated seconds of faults")
    made.add_argument("--whole", action="store_true", help="play until the games are over")
    made.add_argument("--real", action="store_true", help="with real signatures and all packing")
    made.add_argument("--short", action="store_true", help="short games with a small deck")
    wish = made.parse_args(argv)
    long = f"--trouble {wish.trouble:g}{' --whole' * wish.whole}{' --real' * wish.real}"
    replay = f"python -m tests.net.tablesim --seed {{seed}} {'--short' if wish.short else long}"

    def long_ones(seeds: Iterable[int]) -> Iterable[Ran]:
        return (run(seed, wish.trouble, wish.whole, wish.real) for seed in seeds)

    return search(run_many if wish.short else long_ones, wish, replay, "games")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
