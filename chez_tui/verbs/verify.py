"""`chez-tui verify`: what a recorded game proves, without trusting anybody who played it."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from chez_tui.verbs.proofs import Finding, examine

WIDTH: Final = 13  # of the words before a sentence


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", type=Path, nargs="+", help="recorded games, of any kind"
    )
    parser.add_argument("--json", action="store_true", help="for programs: a list of objects")


def run(args: Namespace) -> int:
    findings = map(examine, args.games)
    if args.json:
        every = list(findings)
        print(json.dumps([as_json(found) for found in every], ensure_ascii=False, indent=2))
        return 0 if all(found.good for found in every) else 1
    status = 0
    for found in findings:
        for line in as_lines(found):
            print(line, flush=True)
        status = status if found.good else 1
    return status


def as_json(found: Finding) -> dict[str, object]:
    """A finding as data for other programs."""
    return {
        "game": str(found.path),
        "kind": found.kind,
        "good": found.good,
        "fault": found.fault,
        "bad_entry": found.bad or None,
        "entries": found.entries,
        "head": found.head,
        "head_entry": found.at or None,
        "digest": found.digest,
        "winners": list(found.winners),
        "proven": list(found.proven),
        "unproven": list(found.unproven),
    }


def as_lines(found: Finding) -> Iterator[str]:
    """A finding in sentences."""
    name = "".join(c if c.isprintable() else "?" for c in str(found.path))
    yield f"ok   {name}" if found.good else f"FAIL {name}: {found.fault}"
    for word, sentences in (("proven", found.proven), ("not proven", found.unproven)):
        for sentence in sentences:
            yield f"  {word + ':':<{WIDTH}}{sentence}"
    head = f"{found.head} at entry {found.at}" if found.head else ""
    for word, value in (("head", head), ("digest", found.digest)):
        if value:
            yield f"  {word + ':':<{WIDTH}}{value}"
