"""`chez-tui simulate`: lets bots play many games and prints statistics.

Each game has its own seed, so any number of processes gives one result. The speed goes to standard
error, so the output depends on the seed alone.
"""

import os
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from chez_tui.errors import UserError
from chez_tui.verbs import flags
from chez_tui.world import World, ignore_interrupts

if TYPE_CHECKING:
    from pathlib import Path

    from core.catalog import Catalog
    from core.events import Event
    from core.stats import Outcome, Summary

NAMES: Final = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")  # as in older saved games
GAMES_PER_JOB: Final = 50  # fewer aren't worth another process
MOST_JOBS: Final = 256
MOST_GAMES: Final = 1_000_000


class Setup(NamedTuple):
    """What all games of a simulation share; plain data for other processes."""

    catalog: "Catalog"
    levels: tuple[str, ...]  # one for each seat in the first game
    options: Mapping[str, str]
    seed: int
    record: "Path | None" = None
    limit: int = 0  # steps of a game; 0: the usual limit


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(
        parser,
        flags.argument(
            "--games",
            metavar="N",
            type=flags.number(1, MOST_GAMES, f"must be 1 to {MOST_GAMES:,}"),
            default=100,
            help="default: 100",
        ),
        flags.players("default: 4", 4),
        *flags.deck(),
        flags.argument(
            "--bots", metavar="L", type=flags.read_levels, default=["normal"], help=flags.LEVELS
        ),
        flags.OPTION,
        flags.argument(
            "--seed",
            metavar="S",
            type=flags.read_seed,
            default=1,
            help="the same seed gives the same output (default: 1)",
        ),
        flags.argument(
            "--jobs",
            metavar="N",
            type=flags.number(1, MOST_JOBS, f"must be 1 to {MOST_JOBS}"),
            help="number of processes (default: one for each processor)",
        ),
        flags.argument(
            "--record", metavar="DIR", type=flags.a_path, help="save every game in this folder"
        ),
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--report", action="store_true", help="print tables with bars")
    shown.add_argument("--json", action="store_true", help="for programs: one object")


def run(args: Namespace, world: World) -> int:
    from core.stats import Summary

    setup = _setup(args, world)
    summary = Summary(args.players)
    started = perf_counter()
    games = outcomes(setup, args.games, _jobs(args))
    if world.terminal.complains:
        from chez_tui.verbs.colored import with_progress

        games = with_progress(games, args.games)
    for outcome in games:
        summary.add(outcome)
    speed = summary.steps / (perf_counter() - started)
    if args.json:
        import json

        print(json.dumps(as_json(summary, setup), ensure_ascii=False, indent=2))
    elif args.report:
        from chez_tui.verbs.colored import print_report

        lines = list(as_lines(summary, setup))[:-1]
        print_report(summary, setup, lines, len(never_played(summary, setup)))
    else:
        for line in as_lines(summary, setup):
            print(line)
    world.remark(f"{speed:.0f} steps per second")
    return 0


# -- what was asked for ----------------------------------------------------------------------------


def _jobs(args: Namespace) -> int:
    games: int = args.games
    jobs: int = args.jobs or min(os.cpu_count() or 1, games // GAMES_PER_JOB)
    return max(1, min(jobs, games))


def _setup(args: Namespace, world: World) -> Setup:
    from core.rules.setup import OptionError, settled_options

    levels = flags.levels_around(args.bots, args.players)
    catalog = flags.cards_asked(args, world)
    try:
        options = settled_options(dict(args.option), [e.key for e in catalog.editions])
    except OptionError as error:
        raise UserError(str(error), 2) from None
    if len(catalog.editions) == 1 and args.players > catalog.edition.max_players:
        said = f"{catalog.edition.name} takes up to {catalog.edition.max_players}"
        raise UserError(f"--players {args.players}: {said}. Mix in another edition for more.", 2)
    if args.record is not None:
        _make_folder(args.record)
    return Setup(catalog, levels, options, args.seed, args.record)


def _make_folder(folder: "Path") -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.game")):
            raise UserError(f"--record {folder}: this folder has games already; name a new one", 2)
    except OSError as error:
        raise UserError(f"--record {folder}: {error.strerror or error}", 2) from None


# -- what comes out --------------------------------------------------------------------------------


def never_played(summary: "Summary", setup: Setup) -> list[str]:
    """Return the names of the deck's cards that no one played in any game."""
    from core.house import house_of

    deck = sorted(set(house_of(setup.catalog, setup.options).life))
    faces = setup.catalog.faces
    return [faces[number].name for number in deck if not summary.played[number]]


def as_json(summary: "Summary", setup: Setup) -> dict[str, object]:
    """Return the results as data for other programs."""
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


def as_lines(summary: "Summary", setup: Setup) -> Iterator[str]:
    """Yield the results in a few lines."""
    from core.stats import percentile

    yield (
        f"{summary.games} games of {len(setup.levels)}, {summary.finished} finished, "
        f"median {percentile(summary.rounds, 50)} rounds, 95 % within "
        f"{percentile(summary.rounds, 95)}"
    )
    yield f"{summary.steps} steps"
    for level, tally in sorted(summary.bots.items()):
        percent = 100 * tally.wins / tally.games
        yield f"{level} won {tally.wins} of {tally.games} ({percent:.1f} %)"
    if odd := summary.unfair_roles():
        yield f"roles outside half to twice their fair share: {', '.join(odd)}"
    if unused := never_played(summary, setup):
        yield f"cards never played: {', '.join(unused)}"
    yield "run it with --report for tables"


# -- the games -------------------------------------------------------------------------------------


def levels_of(setup: Setup, index: int) -> tuple[str, ...]:
    """Return the levels by seat: from game to game everyone moves one seat on."""
    shift = index % len(setup.levels)
    return setup.levels[shift:] + setup.levels[:shift]


def play_game(setup: Setup, index: int) -> "Outcome":
    """Play game number `index` of a simulation; it's the same in any process."""
    from chez_tui.play.games import recording
    from core import actions as a
    from core.bots import make_bot
    from core.game import Game
    from core.luck import Stream
    from core.play import LIMIT, play_out
    from core.stats import Outcome
    from net.sessions.record import result_of

    plays = (a.CALL, a.SHOP, a.DO, a.PLAY, a.CANCEL, a.THROW)
    luck = Stream(setup.seed).fork(f"game-{index}")
    levels = levels_of(setup, index)
    game = Game(setup.catalog, NAMES[: len(levels)], setup.options)
    bots = [make_bot(level, luck.fork(f"bot-{seat}")) for seat, level in enumerate(levels)]
    played: Counter[int] = Counter()
    with ExitStack() as stack:
        writer = None
        if setup.record is not None:
            path = setup.record / f"{index + 1:06}.game"
            writer = stack.enter_context(recording(path, game, setup.options))

        def on_step(game: Game, action: a.Action, events: "list[Event]") -> None:
            if action.kind in plays:
                played.update(action.faces)
            if writer is not None:
                writer.write(action, result_of(game))

        steps = play_out(game, bots, luck, on_step, setup.limit or LIMIT)
    return Outcome(
        finished=bool(game.winners),
        rounds=game.round,
        steps=steps,
        winners=game.winners,
        levels=levels,
        roles=tuple(tuple(game.faces[role].name for role in roles) for roles in game.roles),
        played=dict(played),
    )


# -- several processes -----------------------------------------------------------------------------


def outcomes(setup: Setup, games: int, jobs: int) -> "Iterator[Outcome]":
    """Yield the outcomes of all games in order."""
    play = partial(play_game, setup)
    if jobs <= 1:
        yield from map(play, range(games))
        return
    from multiprocessing import get_context

    chunk = max(1, min(50, games // (jobs * 4)))
    with get_context("spawn").Pool(jobs, ignore_interrupts) as pool:
        yield from pool.imap(play, range(games), chunk)
