"""`chez-tui bots`: a game of bots, printed line by line; the same seed prints the same story."""

import shlex
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Final

from chez_tui.errors import INTERRUPTED, UserError
from chez_tui.play.newgame import LEVEL, PLAYERS, fresh_seed
from chez_tui.play.options import BOT_NAMES
from chez_tui.verbs import flags

if TYPE_CHECKING:
    from chez_tui.world import World

PACE: Final = 0.4  # seconds for each sentence on a terminal
SLOWEST: Final = 60.0


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(
        parser,
        flags.players("number of bots (2 to 8)", PLAYERS),
        flags.argument(
            "--level",
            metavar="L",
            type=flags.read_levels,
            default=[LEVEL],
            help=flags.LEVELS,
        ),
        flags.argument(
            "--seed",
            metavar="S",
            type=flags.read_seed,
            help="repeat a game: a number or the code shown at its end",
        ),
        flags.argument(
            "--pace",
            metavar="SECONDS",
            type=flags.seconds(SLOWEST),
            help=f"time for each sentence (default: {PACE} on a terminal, otherwise 0)",
        ),
        flags.OPTION,
        flags.argument(
            "--rounds-only", action="store_true", help="print only the standings and the end"
        ),
        flags.record("save the game to FILE"),
        *flags.deck(),
    )


def run(args: Namespace, world: "World") -> int:
    from chez_tui.plain.story import Story
    from chez_tui.play.games import about_today, recording
    from core.bots import make_bot
    from core.game import Game
    from core.luck import Stream, format_seed
    from core.play import LIMIT, Match
    from core.rules.setup import OptionError
    from net.sessions.record import result_of

    catalog = flags.cards_asked(args, world)
    seed = fresh_seed() if args.seed is None else args.seed
    names = BOT_NAMES[: args.players]
    levels = flags.levels_around(args.level, args.players)
    luck = Stream(seed)
    bots = [make_bot(level, luck.fork(f"bot-{seat}")) for seat, level in enumerate(levels)]
    try:
        game = Game(catalog, names, dict(args.option))
    except OptionError as error:
        raise UserError(str(error), 2) from None
    match = Match(game, bots, luck)
    pace = args.pace if args.pace is not None else PACE if world.terminal.shows else 0.0
    story = Story(game, world, flags.story_painter(game, world), pace, args.rounds_only)
    again = _command(args, seed)
    with ExitStack() as stack:
        record = None
        if args.record:
            about = {"title": "Bots", "seed": format_seed(seed)} | about_today()
            record = stack.enter_context(recording(args.record, game, dict(args.option), about))
        try:
            story.opening(levels, again)
            while not match.over and match.steps < LIMIT:
                action, events = match.step()
                if record is not None:
                    record.write(action, result_of(game))
                story.tell(events)
        except KeyboardInterrupt:
            story.interrupted(again)
            return INTERRUPTED
    story.ending(again)
    return 0


def _command(args: Namespace, seed: int) -> str:
    """Return the command that plays the same game again."""
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
