"""`chez-tui verify`: what a saved game proves, without trusting anyone who played it.

It checks logs of network games in full, and other games against the rules.
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from chez_tui.play.games import contents, named
from chez_tui.verbs import flags
from chez_tui.world import World
from core.telling import clean, listing
from net.sessions.record import NETWORK, Record, RecordError, record_in, result_of

WIDTH: Final = 13  # of the words in front of a sentence
NETWORK_GAME: Final = "network"
LOCAL_GAME: Final = "local"
UNREADABLE: Final = "unreadable"


class Finding(NamedTuple):
    """The result for one file, as other programs get it."""

    game: str
    kind: str
    good: bool
    fault: str = ""
    bad_entry: int | None = None  # the first entry or action that's wrong
    entries: int = 0  # the ones that hold
    head: str = ""  # of the entry that ended the game, or of the last one
    head_entry: int | None = None  # that entry's number
    digest: str = ""
    winners: tuple[str, ...] = ()
    proven: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(parser, flags.game("; - is standard input", "games", nargs="+"))
    parser.add_argument("--json", action="store_true", help="for programs: a list of objects")


def run(args: Namespace, world: World) -> int:
    findings = (examine(name, world) for name in args.games)
    if args.json:
        every = list(findings)
        print(json.dumps([found._asdict() for found in every], ensure_ascii=False, indent=2))
        return 0 if all(found.good for found in every) else 1
    status = 0
    for found in findings:
        for line in as_lines(found):
            print(line, flush=True)
        status = status if found.good else 1
    return status


def as_lines(found: Finding) -> Iterator[str]:
    """Yield a finding as lines."""
    name = "".join(c if c.isprintable() else "?" for c in found.game)
    yield f"ok   {name}" if found.good else f"FAIL {name}: {found.fault}"
    for word, sentences in (("proven", found.proven), ("not proven", found.unproven)):
        for sentence in sentences:
            yield f"  {word + ':':<{WIDTH}}{sentence}"
    head = f"{found.head} at entry {found.head_entry}" if found.head else ""
    for word, value in (("head", head), ("digest", found.digest)):
        if value:
            yield f"  {word + ':':<{WIDTH}}{value}"


# -- what is proven --------------------------------------------------------------------------------


def examine(name: str, world: World) -> Finding:
    """Check everything that can be checked in a saved game."""
    path = named(name, world.folders.games)
    try:
        path, data = contents(name, world)
        if data.startswith(NETWORK):
            return _network(path, data)
        return _rules(path, record_in(data, path))
    except RecordError as error:
        return Finding(str(path), UNREADABLE, False, _about_it(path, str(error)))


def _network(path: Path, data: bytes) -> Finding:
    from net.log.verify import verify_log

    report = verify_log(data)
    return Finding(
        str(path),
        NETWORK_GAME,
        report.good,
        str(report.fault or ""),
        report.fault.seq or None if report.fault else None,
        report.entries,
        report.head.hex() if report.entries else "",
        report.at or None,
        report.digest,
        report.winners,
        report.proven,
        report.unproven,
    )


def _about_it(path: Path, sentence: str) -> str:
    """Return a sentence about a file without its name, which was printed already."""
    place = f"{path}:"
    if sentence.startswith(place):
        return "line " + sentence.removeprefix(place)
    return sentence.replace(str(path), "it", 1)


def _rules(path: Path, record: Record) -> Finding:
    """Check a game against the rules: nothing in this kind of file is signed."""
    game = record.game()
    fault, bad = "", 0
    for number, action in enumerate(record.actions, 1):
        refusal = game.refusal(action)
        if refusal is not None:
            fault = f"action {number} in line {number + 1}: {refusal.text} ({refusal.clause})"
            bad = number
            break
        game.apply(action)
    if not fault and record.result not in (None, result_of(game)):
        fault = "the result in its last line doesn't match the actions"
    held = bad - 1 if bad else len(record.actions)
    winners = tuple(clean(game.names[seat]) for seat in game.winners)
    proven = [f"{held} action{'' if held == 1 else 's'}, all within the rules"]
    if winners:
        proven.append(f"this game was won by {listing(winners)}")
    unproven = []
    if bad:
        unproven.append("anything after the bad action")
    elif game.waiting():
        unproven.append("how the game ended: it stops here unfinished")
    unproven += [
        "who played, if anyone: nothing in this file is signed",
        "dice and deals: one computer made them and only wrote them down",
    ]
    return Finding(
        str(path),
        LOCAL_GAME,
        not fault,
        fault,
        bad or None,
        held,
        digest=game.digest(),
        winners=winners,
        proven=tuple(proven),
        unproven=tuple(unproven),
    )
