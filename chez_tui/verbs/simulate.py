"""`chez-tui simulate`: bots play many games, and the numbers come out."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.play.decks import a_path, add_deck_arguments, catalog_from
from chez_tui.verbs.flags import all_levels

if TYPE_CHECKING:
    from pathlib import Path

    from chez_tui.verbs.simulation import Setup
    from core.catalog import Catalog
    from core.stats import Outcome, Summary

GAMES_PER_JOB: Final = 50  # fewer than this are not worth another process
MOST_JOBS: Final = 256


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--games", metavar="N", type=int, default=100, help="default: 100")
    parser.add_argument("--players", metavar="N", type=int, default=4, help="default: 4")
    add_deck_arguments(parser)
    parser.add_argument(
        "--bots",
        metavar="LEVEL[,...]",
        default="normal",
        help="easy, normal or hard; several take turns around the table (default: normal)",
    )
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a table option, such as guests=off; may be given several times",
    )
    parser.add_argument(
        "--seed", metavar="N", default="1", help="the same seed gives the same games (default: 1)"
    )
    parser.add_argument(
        "--jobs", metavar="N", type=int, help="processes (default: one for each processor)"
    )
    parser.add_argument(
        "--record", metavar="DIR", type=a_path, help="write every game into this folder"
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--report", action="store_true", help="tables with bars")
    shown.add_argument("--json", action="store_true", help="for programs: one object")


def run(args: Namespace) -> int:
    _check_numbers(args)
    setup = _setup(args)

    from chez_tui.verbs.simulation import outcomes
    from core.stats import Summary

    summary = Summary(args.players)
    started = perf_counter()
    for outcome in _watched(outcomes(setup, args.games, _jobs(args)), args.games):
        summary.add(outcome)
    seconds = perf_counter() - started
    if args.json:
        import json

        print(json.dumps(as_json(summary, setup, seconds), ensure_ascii=False, indent=2))
    elif args.report:
        from chez_tui.verbs.reports import print_report

        print_report(summary, setup, seconds)
    else:
        for line in as_lines(summary, setup, seconds):
            print(line)
    return 0


# -- what was asked for ----------------------------------------------------------------------------


def _check_numbers(args: Namespace) -> None:
    if args.games < 1:
        raise UserError(f"--games {args.games}: at least one game has to be played", 2)
    if not 2 <= args.players <= 8:
        raise UserError(f"--players {args.players}: 2 to 8 can play", 2)
    if args.jobs is not None and not 1 <= args.jobs <= MOST_JOBS:
        raise UserError(f"--jobs {args.jobs}: take 1 to {MOST_JOBS}", 2)


def _jobs(args: Namespace) -> int:
    games: int = args.games
    jobs: int | None = args.jobs
    if jobs is None:
        jobs = min(os.cpu_count() or 1, games // GAMES_PER_JOB)
    return max(1, min(jobs, games))


def _setup(args: Namespace) -> "Setup":
    levels = _levels(args.bots, args.players)
    seed = _seed(args.seed)
    catalog = catalog_from(args)
    options = _options(args.option, catalog)
    if len(catalog.editions) == 1 and args.players > catalog.edition.max_players:
        said = f"{catalog.edition.name} alone is for up to {catalog.edition.max_players}"
        raise UserError(f"--players {args.players}: {said}; in a mix there is room for eight", 2)
    if args.record is not None:
        _make_folder(args.record)

    from chez_tui.verbs.simulation import Setup

    return Setup(catalog, levels, options, seed, args.record)


def _levels(text: str, players: int) -> tuple[str, ...]:
    from core.bots import LEVELS

    levels = [word.strip().casefold() for word in text.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise UserError(f"--bots {text}: there is no bot {level!r}, but {all_levels()}", 2)
    if len(levels) > players:
        raise UserError(f"--bots {text}: that is more than {players} players", 2)
    return tuple(levels[seat % len(levels)] for seat in range(players))


def _options(texts: list[str], catalog: "Catalog") -> dict[str, str]:
    from core.rules.setup import OptionError, settled_options

    options: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise UserError(f"--option {text}: write it as NAME=VALUE", 2)
        options[name.strip()] = value.strip()
    try:
        return settled_options(options, [edition.key for edition in catalog.editions])
    except OptionError as error:
        raise UserError(f"--option: {error}", 2) from None


def _seed(text: str) -> int:
    from core.luck import parse_seed

    try:
        return parse_seed(text)
    except ValueError as error:
        raise UserError(f"--seed: {error}", 2) from None


def _make_folder(folder: "Path") -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.game")):
            raise UserError(f"--record {folder}: there are games already; name a new folder", 2)
    except OSError as error:
        raise UserError(f"--record {folder}: {error.strerror or error}", 2) from None


# -- what comes out --------------------------------------------------------------------------------


def _watched(games: "Iterator[Outcome]", count: int) -> "Iterator[Outcome]":
    """The same games, with a progress bar if somebody sits at a terminal."""
    if not sys.stderr.isatty():
        return games
    from chez_tui.verbs.reports import with_progress

    return with_progress(games, count)


def never_played(summary: "Summary", setup: "Setup") -> list[str]:
    """The names of the cards of the deck that nobody played in any game."""
    from core.house import house_of

    deck = sorted(set(house_of(setup.catalog, setup.options).life))
    faces = setup.catalog.faces
    return [faces[number].name for number in deck if not summary.played[number]]


def as_json(summary: "Summary", setup: "Setup", seconds: float) -> dict[str, object]:
    """The results as data for other programs."""
    from core.stats import percentile

    return {
        "games": summary.games,
        "finished": summary.finished,
        "players": len(setup.levels),
        "edition": "+".join(edition.key for edition in setup.catalog.editions),
        "seed": setup.seed,
        "median_rounds": percentile(summary.rounds, 50),
        "p95_rounds": percentile(summary.rounds, 95),
        "steps": summary.steps,
        "steps_per_second": round(summary.steps / seconds),
        "roles": {
            name: {"games": tally.games, "wins": tally.wins, "share": round(tally.share, 3)}
            for name, tally in sorted(summary.roles.items())
        },
        "seats": [tally.wins for tally in summary.seats],
        "bots": {
            level: {"games": tally.games, "wins": tally.wins, "share": round(tally.share, 3)}
            for level, tally in sorted(summary.bots.items())
        },
        "cards_never_played": never_played(summary, setup),
    }


def as_lines(summary: "Summary", setup: "Setup", seconds: float) -> Iterator[str]:
    """The results in a few lines."""
    from core.stats import percentile

    yield (
        f"{summary.games} games of {len(setup.levels)}, {summary.finished} finished, "
        f"median {percentile(summary.rounds, 50)} rounds, 95 % within "
        f"{percentile(summary.rounds, 95)}"
    )
    yield f"{summary.steps} steps, {summary.steps / seconds:.0f} in a second"
    for level, tally in sorted(summary.bots.items()):
        percent = 100 * tally.wins / tally.games
        yield f"{level} won {tally.wins} of {tally.games} ({percent:.1f} %)"
    if odd := summary.unfair_roles():
        yield f"roles outside half to twice their fair share: {', '.join(odd)}"
    if unused := never_played(summary, setup):
        yield f"cards never played: {', '.join(unused)}"
    yield "--report shows more"
