"""`chez-tui host`: opens a table on the network, full screen or played by a bot."""

import asyncio
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.launch import (
    add_look_arguments,
    add_name_argument,
    add_password_arguments,
    config_from,
    launch,
    need_terminal,
    password_from,
)
from chez_tui.play.decks import add_edition_arguments, editions_asked
from chez_tui.verbs.flags import (
    add_option_argument,
    add_record_argument,
    read_level,
    read_levels,
)

if TYPE_CHECKING:
    from chez_tui.play.online import TablePlan
    from chez_tui.settings import Config

SEATS: Final = 4
MOST: Final = 8


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--name", metavar="TITLE", help="what the table is called; your own name goes to --as"
    )
    add_name_argument(parser, "--as")
    parser.add_argument(
        "--seats", metavar="N", type=_seats, default=SEATS, help="chairs at the table (2 to 8)"
    )
    parser.add_argument(
        "--bots", metavar="N", type=_bots, default=0, help="how many of them bots take"
    )
    parser.add_argument(
        "--level", metavar="L", type=read_levels, default=["normal"],
        help="how well those play: easy, normal or hard (default: normal)",
    )  # fmt: skip
    add_edition_arguments(parser, "what you played last")
    add_option_argument(parser)
    parser.add_argument(
        "--seconds", metavar="S", type=_seconds, default=0,
        help="time to answer in a window (default: as long as people like)",
    )  # fmt: skip
    parser.add_argument(
        "--wait", metavar="S", type=_seconds, default=60,
        help="how long a seat is kept for somebody who has vanished (default: 60)",
    )  # fmt: skip
    parser.add_argument(
        "--strict", action="store_true",
        help="everybody proves each shuffle at once, not only when the game is over",
    )  # fmt: skip
    parser.add_argument(
        "--hands", choices=("hidden", "one", "late"), default="hidden",
        help="what spectators see: no hand, that of one player who agrees, all a round late",
    )  # fmt: skip
    parser.add_argument("--port", metavar="P", type=_port, help="where to listen")
    add_password_arguments(parser)
    parser.add_argument(
        "--bot", metavar="L", type=read_level,
        help="no screen: a bot plays your seat; easy, normal or hard",
    )  # fmt: skip
    parser.add_argument("--plain", action="store_true", help="line by line, for screen readers")
    parser.add_argument("--start", action="store_true", help="begin as soon as every seat is taken")
    add_record_argument(parser, "where the log goes")
    parser.add_argument("--offline", action="store_true", help="don't tell the local network")
    add_look_arguments(parser)


def run(args: Namespace) -> int:
    from chez_tui.play.online import cards_of

    if args.bots >= args.seats:
        raise UserError(f"with {args.seats} seats there is no room for you and {args.bots} bots", 2)
    config = config_from(args)
    plan = _plan(args, config)
    cards_of(plan)
    if args.bot is None and not args.plain:
        need_terminal("the lobby", "chez-tui host --plain", "chez-tui host --bot normal")
    plan.password = password_from(args)
    if args.bot is not None:
        from chez_tui.play.online import host_headless

        return asyncio.run(host_headless(plan, start=args.start))
    if args.plain:
        from chez_tui.plain.lobby import sit
        from chez_tui.play.identity import own_addresses
        from chez_tui.play.online import open_table

        return asyncio.run(sit(open_table(plan), config, own_addresses))
    return launch(config, lambda app: app.open_hosting(plan))


def _plan(args: Namespace, config: "Config") -> "TablePlan":
    from chez_tui.play.newgame import your_name
    from chez_tui.play.online import TablePlan

    player = your_name(config.name)
    return TablePlan(
        player=player,
        title=args.name or f"{player}'s table",
        seats=args.seats,
        bots=[args.level[n % len(args.level)] for n in range(args.bots)],
        editions=editions_asked(args, config.editions),
        options=dict(args.option),
        seconds=args.seconds,
        wait=args.wait,
        strict=args.strict,
        hands=args.hands,
        port=args.port,
        password=args.password or "",
        bot=args.bot or "",
        record=args.record,
        published=not args.offline,
        start=args.start,
    )


# -- reading the command line ----------------------------------------------------------------------


def _number(text: str, low: int, high: int, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and low <= int(text[:9]) <= high):
        raise ArgumentTypeError(f"{what} is a number from {low} to {high}, not {text!r}")
    return int(text)


def _seats(text: str) -> int:
    return _number(text, 2, MOST, "the number of seats")


def _bots(text: str) -> int:
    return _number(text, 0, MOST - 1, "the number of bots")


def _seconds(text: str) -> int:
    return _number(text, 0, 3600, "a time in seconds")


def _port(text: str) -> int:
    return _number(text, 1, 65535, "a port")
