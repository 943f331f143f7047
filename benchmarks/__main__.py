"""`python -m benchmarks`: measures the engine against its references and prints a table."""

import argparse
import json
import platform
import sys
import time
from pathlib import Path

from benchmarks import attention
from benchmarks.engine import log_hash
from benchmarks.parts import PARTS, PEERS, other_engines
from benchmarks.report import Row, render
from core.catalog import Catalog, load_catalog

EXPECTED = Path(__file__).with_name("expected.json")
SEEDS = range(1, 9)


def same_game(catalog: Catalog, accept: bool) -> bool:
    """Compares a hash of one game per seed with the stored one, and says so."""
    games = {str(seed): log_hash(catalog, seed) for seed in SEEDS}
    if accept:
        found = {"cards": catalog.fingerprint, "games": games}
        EXPECTED.write_text(json.dumps(found, indent=2) + "\n")
        print(f"{EXPECTED.name}: written anew")
        return True
    known = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else {}
    stored = known.get("games", {})
    for seed, log in games.items():
        word = "the same game" if stored.get(seed) == log else f"was {stored.get(seed, 'unknown')}"
        print(f"seed {seed}: log {log}, {word}")
    if stored == games:
        return True
    if known.get("cards") != catalog.fingerprint:
        print("The cards have changed since: see that it was meant, then run with --accept.")
    else:
        print("The same cards play another game: a rule has changed. If meant, run with --accept.")
    return False


def measure(catalog: Catalog, names: list[str], seconds: float) -> list[Row]:
    """The rows of the parts; what is going on is told on stderr."""
    rows: list[Row] = []
    for name in names:
        part = other_engines if name == PEERS else PARTS[name]
        print(f"measuring {name}: {part.__doc__}", file=sys.stderr)
        rows += part(catalog, seconds)
    return rows


def main() -> int:
    if sys.argv[1:2] == ["attention"]:
        return attention.main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of: {', '.join(PARTS)}")
    parser.add_argument("--peers", action="store_true", help="pyminion and RLCard besides")
    parser.add_argument("--accept", action="store_true", help="store the games' hashes anew")
    parser.add_argument("--seconds", type=float, default=4.0, help="per comparison (4)")
    arguments = parser.parse_args()
    for name in arguments.parts:
        if name not in PARTS:
            parser.error(f"there is no part {name!r}; there is {', '.join(PARTS)}")
    started = time.perf_counter()
    catalog = load_catalog()
    same = same_game(catalog, arguments.accept)
    names = arguments.parts or list(PARTS)
    rows = measure(catalog, [*names, PEERS] if arguments.peers else names, arguments.seconds)
    took = time.perf_counter() - started
    print(f"\n{render(rows)}\n")
    print(f"Python {platform.python_version()}, {platform.machine()}, {took:.0f} s in all")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
