"""A game of bots, told sentence by sentence; the same seed tells the same story."""

import shlex
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from itertools import chain, cycle, islice
from typing import TYPE_CHECKING, Final

from chez_tui.errors import INTERRUPTED, UserError
from chez_tui.play.decks import BOT_NAMES
from chez_tui.verbs.flags import (
    add_deck_arguments,
    add_option_argument,
    add_record_argument,
    cards_asked,
    number,
    read_levels,
    read_seed,
    seconds,
    story_painter,
)

if TYPE_CHECKING:
    from chez_tui.plain.story import Story
    from chez_tui.world import World
    from core.play import Match
    from net.sessions.record import RecordWriter

PLAYERS: Final = 4
LEVEL: Final = "normal"
PACE: Final = 0.4  # seconds for a sentence on a terminal
SLOWEST: Final = 60.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        metavar="N",
        type=number(2, len(BOT_NAMES), f"2 to {len(BOT_NAMES)} can play"),
        default=PLAYERS,
        help="how many play (2 to 8)",
    )
    parser.add_argument(
        "--level",
        metavar="L",
        type=read_levels,
        default=[LEVEL],
        help="easy, normal or hard; several, with commas, go around the table (default: normal)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=read_seed,
        help="play this game again: a number, or the letters shown at the end of a game",
    )
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        type=seconds(SLOWEST),
        help=f"time for each sentence (default: {PACE} on a terminal, else 0)",
    )
    add_option_argument(parser)
    parser.add_argument(
        "--rounds-only", action="store_true", help="tell nothing but the standings and the end"
    )
    add_record_argument(parser, "write the game down for export")
    add_deck_arguments(parser)


def run(args: Namespace, world: "World") -> int:
    from chez_tui.plain.story import Story
    from chez_tui.play.games import recording
    from chez_tui.play.newgame import fresh_seed
    from core.bots import make_bot
    from core.game import Game
    from core.luck import Stream
    from core.play import Match
    from core.rules.setup import OptionError

    catalog = cards_asked(args, world)
    seed = fresh_seed() if args.seed is None else args.seed
    names = BOT_NAMES[: args.players]
    if len(args.level) > args.players:
        raise UserError(f"{len(args.level)} levels are too many for {args.players} players", 2)
    levels = list(islice(cycle(args.level), args.players))
    luck = Stream(seed)
    bots = [make_bot(level, luck.fork(f"bot-{seat}")) for seat, level in enumerate(levels)]
    try:
        game = Game(catalog, names, dict(args.option))
    except OptionError as error:
        raise UserError(str(error), 2) from None
    match = Match(game, bots, luck)
    pace = args.pace if args.pace is not None else PACE if world.terminal.shows else 0.0
    story = Story(match.game, world, story_painter(match.game, world), pace, args.rounds_only)
    again = _command(args, seed)
    with ExitStack() as stack:
        record = None
        if args.record:
            record = stack.enter_context(recording(args.record, game, dict(args.option)))
        try:
            story.opening(levels, again)
            _play(match, story, record)
        except KeyboardInterrupt:
            story.interrupted(again)
            return INTERRUPTED
    story.ending(again)
    return 0


def _play(match: "Match", story: "Story", record: "RecordWriter | None") -> None:
    from core.play import LIMIT
    from net.sessions.record import result_of

    while not match.over and match.steps < LIMIT:
        action, events = match.step()
        if record is not None:
            record.write(action, result_of(match.game))
        story.tell(events)


def _command(args: Namespace, seed: int) -> str:
    """The command that plays the same game again."""
    from core.luck import format_seed

    options = [("--seed", format_seed(seed))]
    if args.players != PLAYERS:
        options.append(("--players", str(args.players)))
    if set(args.level) != {LEVEL}:
        options.append(("--level", ",".join(args.level)))
    options += [("--edition", args.edition), ("--mix", args.mix)]
    options += [("--option", f"{name}={value}") for name, value in args.option]
    options += [("--cards", str(path)) for path in args.cards]
    words = ["chez-tui", "bots", *chain(*(option for option in options if option[1]))]
    if args.no_own:
        words.append("--no-own")
    return shlex.join(words)
