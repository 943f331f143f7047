"""`chez-tui solo`: straight to a table with bots, full screen or line by line."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.settings import CHOICES
from chez_tui.verbs.flags import (
    add_deck_arguments,
    add_look_arguments,
    add_name_argument,
    add_option_argument,
    add_record_argument,
    editions_asked,
    launch,
    number,
    read_levels,
    read_seed,
)

if TYPE_CHECKING:
    from chez_tui.play.newgame import NewGame
    from chez_tui.world import World

BOTS: Final = 3
MOST_BOTS: Final = 7


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--bots",
        metavar="N",
        type=number(1, MOST_BOTS, f"1 to {MOST_BOTS} bots can play"),
        default=BOTS,
        help="how many bots play (1 to 7)",
    )
    parser.add_argument(
        "--level",
        metavar="L",
        type=read_levels,
        default=["normal"],
        help="easy, normal or hard; several, with commas, go around the table (default: normal)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=read_seed,
        help="the luck of this game again: a number, or the letters shown at the table",
    )
    parser.add_argument(
        "--pace",
        metavar="P",
        choices=CHOICES["pace"],
        help=f"how long bots and dice take: {', '.join(CHOICES['pace'])}",
    )
    add_option_argument(parser)
    add_record_argument(parser, "write the game down there, not in your folder of games")
    parser.add_argument(
        "--plain", action="store_true", help="line by line, for screen readers, pipes and scripts"
    )
    add_name_argument(parser)
    add_look_arguments(parser)
    add_deck_arguments(parser, "what you played last")


def run(args: Namespace, world: "World") -> int:
    game = _game(args, world)
    setup = game.setup(world.folders)
    if not args.plain:
        world.terminal.need("this table", "chez-tui solo --plain", "chez-tui bots")
    table = game.opened(setup, world.folders, args.record)
    if args.plain:
        from chez_tui.plain.play import play

        return play(table, game.people[0], world)
    return launch(world, lambda app: app.open_table(table, game.people))


def _game(args: Namespace, world: "World") -> "NewGame":
    from chez_tui.play.newgame import solo_game

    pace = args.pace or (world.settings.pace if world.terminal.shows else "instant")
    editions = editions_asked(args, world.settings.editions)

    if len(args.level) > args.bots:
        raise UserError(f"{len(args.level)} levels are too many for --bots {args.bots}", 2)
    game = solo_game(world.name, args.bots + 1, args.level)
    game.editions = editions
    game.own, game.cards = not args.no_own, args.cards
    game.options = dict(args.option)
    game.seed = args.seed
    game.pace = pace
    return game
