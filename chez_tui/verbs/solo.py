"""`chez-tui solo`: straight to a table with bots, full screen or line by line."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.launch import (
    add_look_arguments,
    add_name_argument,
    config_from,
    launch,
    need_terminal,
)
from chez_tui.play.decks import add_deck_arguments, editions_asked
from chez_tui.settings import CHOICES
from chez_tui.verbs.flags import add_option_argument, add_record_argument, read_levels, read_seed

if TYPE_CHECKING:
    from chez_tui.play.newgame import NewGame

BOTS: Final = 3
MOST_BOTS: Final = 7


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--bots", metavar="N", type=_bots, default=BOTS, help="how many bots play (1 to 7)"
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


def run(args: Namespace) -> int:
    config = config_from(args)
    pace = args.pace or (config.pace if sys.stdout.isatty() else "instant")
    game = _game(args, config.name, pace, editions_asked(args, config.editions))
    setup = game.setup()
    if not args.plain:
        need_terminal("this table", "chez-tui solo --plain", "chez-tui bots")
    table = game.opened(setup, args.record)
    if args.plain:
        from chez_tui.plain.play import play

        return play(
            table,
            game.people[0],
            ascii=config.ascii,
            auto_next=config.auto_next,
            preset=config.preset,
        )
    return launch(config, lambda app: app.open_table(table, game.people))


def _game(args: Namespace, name: str, pace: str, editions: tuple[str, ...]) -> "NewGame":
    from chez_tui.play.newgame import solo_game, your_name

    if len(args.level) > args.bots:
        raise UserError(f"{len(args.level)} levels are too many for --bots {args.bots}", 2)
    game = solo_game(your_name(name), args.bots + 1, args.level)
    game.editions = editions
    game.own, game.cards = not args.no_own, args.cards
    game.options = dict(args.option)
    game.seed = args.seed
    game.pace = pace
    return game


# -- reading the command line ----------------------------------------------------------------------


def _bots(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_BOTS):
        raise ArgumentTypeError(f"1 to {MOST_BOTS} bots can play, not {text!r}")
    return int(text)
