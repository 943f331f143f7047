"""`chez-tui host`: opens a table on the network, full screen or played by a bot."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.verbs.flags import (
    add_bot_argument,
    add_edition_arguments,
    add_look_arguments,
    add_name_argument,
    add_option_argument,
    add_password_arguments,
    add_plain_argument,
    add_record_argument,
    editions_asked,
    launch,
    number,
    on_screen,
    password_asked,
    read_levels,
)

if TYPE_CHECKING:
    from chez_tui.play.online import TablePlan
    from chez_tui.world import World

SEATS: Final = 4
MOST: Final = 8


def _number(low: int, high: int, what: str) -> Callable[[str], int]:
    return number(low, high, f"{what} is a number from {low} to {high}")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--name", metavar="TITLE", help="what the table is called; your own name goes to --as"
    )
    add_name_argument(parser, "--as")
    parser.add_argument(
        "--seats",
        metavar="N",
        type=_number(2, MOST, "the number of seats"),
        default=SEATS,
        help="chairs at the table (2 to 8)",
    )
    parser.add_argument(
        "--bots",
        metavar="N",
        type=_number(0, MOST - 1, "the number of bots"),
        default=0,
        help="how many of them bots take",
    )
    parser.add_argument(
        "--level", metavar="L", type=read_levels, default=["normal"],
        help="how well those play: easy, normal or hard (default: normal)",
    )  # fmt: skip
    add_edition_arguments(parser, "what you played last")
    add_option_argument(parser)
    parser.add_argument(
        "--seconds", metavar="S", type=_number(0, 3600, "a time in seconds"), default=0,
        help="time to answer in a window (default: as long as people like)",
    )  # fmt: skip
    parser.add_argument(
        "--wait", metavar="S", type=_number(0, 3600, "a time in seconds"), default=60,
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
    parser.add_argument(
        "--port",
        metavar="P",
        type=_number(1, 65535, "a port"),
        help="where to listen",
    )
    add_password_arguments(parser)
    add_bot_argument(parser, "a bot plays your seat")
    add_plain_argument(parser)
    parser.add_argument("--start", action="store_true", help="begin as soon as every seat is taken")
    add_record_argument(parser, "where the log goes")
    parser.add_argument("--offline", action="store_true", help="don't tell the local network")
    add_look_arguments(parser)


def run(args: Namespace, world: "World") -> int:
    from chez_tui.play.online import cards_of

    if args.bots >= args.seats:
        raise UserError(f"with {args.seats} seats there is no room for you and {args.bots} bots", 2)
    plan = _plan(args, world)
    cards_of(plan)
    if on_screen(args):
        world.terminal.need("the lobby", "chez-tui host --plain", "chez-tui host --bot normal")
    plan.password = password_asked(args, world)
    if on_screen(args):
        return launch(world, lambda app: app.open_hosting(plan))
    import asyncio

    if args.bot is not None:
        from chez_tui.play.online import host_headless

        return asyncio.run(host_headless(plan, world))
    from chez_tui.plain.lobby import sit
    from chez_tui.play.identity import own_addresses
    from chez_tui.play.online import open_table

    return asyncio.run(sit(open_table(plan, world), world, own_addresses))


def _plan(args: Namespace, world: "World") -> "TablePlan":
    from chez_tui.play.online import TablePlan

    player = world.name
    return TablePlan(
        player=player,
        title=args.name or f"{player}'s table",
        seats=args.seats,
        bots=[args.level[n % len(args.level)] for n in range(args.bots)],
        editions=editions_asked(args, world.settings.editions),
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
