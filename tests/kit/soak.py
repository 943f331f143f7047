"""The search for a bad seed: many runs, and what came of each."""

import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Broken(AssertionError):
    """A promise was broken: something that must never happen."""


class Stranded(Exception):
    """Too few are left to go on."""


class Ran(NamedTuple):
    """What came of a run."""

    seed: int
    broken: str  # empty if every promise was kept
    counted: Counter[str]  # what there was in it
    told: tuple[str, ...] = ()  # what went wrong, and when
    where: str = ""  # behind the seed: with how many peers, and when it ended


def broken_by(what: Callable[[], object]) -> str:
    """The promise that breaks when this is done; empty if all are kept."""
    try:
        what()
    except Stranded:
        return ""
    except Broken as promise:
        return str(promise)
    except Exception as error:  # whatever it is, the seed must be told
        return "".join(traceback.format_exception(error)).rstrip()
    return ""


def parser(module: str, about: str | None) -> ArgumentParser:
    """Options that all searches share."""
    made = ArgumentParser(prog=f"python -m {module}", description=about)
    made.add_argument("--runs", type=int, default=200, help="how many seeds (default %(default)s)")
    made.add_argument(
        "--first", type=int, default=0, help="the first of them (default %(default)s)"
    )
    made.add_argument("--seed", type=int, help="this one only, with all that went wrong")
    made.add_argument("--seconds", type=float, help="stop after so many real seconds")
    return made


def search(
    runs: Callable[[Iterable[int]], Iterable[Ran]], wish: Any, replay: str, what: str = "runs"
) -> int:
    """Runs many seeds in search of a broken promise, or one of them; the status of the command."""
    seeds = range(wish.first, wish.first + wish.runs) if wish.seed is None else [wish.seed]
    began, done, failed, counted = time.monotonic(), 0, 0, Counter[str]()
    for ran in runs(seeds):
        done, failed = done + 1, failed + bool(ran.broken)
        counted.update(ran.counted)
        if wish.seed is not None:
            print("\n".join(ran.told))
        if ran.broken:
            print(f"seed {ran.seed}{ran.where}: {ran.broken}")
            print(f"  replay: {replay.format(seed=ran.seed)}", flush=True)
        if wish.seconds is not None and time.monotonic() - began > wish.seconds:
            break
    counted["broken"] = failed
    told = ", ".join(f"{count} {word}" for word, count in counted.items())
    print(f"{done} {what} in {time.monotonic() - began:.1f} s: {told}")
    return 1 if failed else 0
