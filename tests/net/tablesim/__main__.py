"""Plays simulated games: many seeds in search of a broken promise, or one of them."""

import argparse
import sys
import time
from collections.abc import Sequence

from tests.net.tablesim.runs import TROUBLE, run
from tests.net.tablesim.short import run_many


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.net.tablesim", description=__doc__)
    made.add_argument("--runs", type=int, default=200, help="how many seeds (default 200)")
    made.add_argument("--first", type=int, default=0, help="the first of them (default 0)")
    made.add_argument("--seed", type=int, help="this one only, with all that went wrong")
    made.add_argument("--trouble", type=float, default=TROUBLE, help="simulated seconds of faults")
    made.add_argument("--whole", action="store_true", help="play until the games are over")
    made.add_argument("--real", action="store_true", help="with real signatures and all packing")
    made.add_argument("--short", action="store_true", help="short games with a small deck")
    made.add_argument("--seconds", type=float, help="stop after so many real seconds")
    return made


def main(argv: Sequence[str]) -> int:
    wish = parser().parse_args(argv)
    seeds = range(wish.first, wish.first + wish.runs) if wish.seed is None else [wish.seed]
    began, failed, entries, terms, done, slowest = time.monotonic(), 0, 0, 0, 0, 0.0
    games = (run(seed, wish.trouble, wish.whole, wish.real) for seed in seeds)
    for ran in run_many(seeds) if wish.short else games:
        done, entries, terms = done + 1, entries + ran.entries, terms + ran.terms
        slowest = max(slowest, ran.waited)
        if wish.seed is not None:
            print("\n".join(ran.told))
        if ran.broken:
            failed += 1
            long = f" --trouble {wish.trouble:g}{' --whole' * wish.whole}{' --real' * wish.real}"
            print(f"seed {ran.seed}, {ran.peers} peers, at {ran.when:.3f} s: {ran.broken}")
            print(
                f"  replay: python -m tests.net.tablesim --seed {ran.seed}"
                f"{' --short' if wish.short else long}",
                flush=True,
            )
        if wish.seconds is not None and time.monotonic() - began > wish.seconds:
            break
    print(
        f"{done} games in {time.monotonic() - began:.1f} s: {entries} entries, {terms} terms,"
        f" {'over' if wish.short else 'on again'} after {slowest:.1f} s at most, {failed} broken"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
