"""`chez-tui watch`: looks on while others play, full screen, on a wall or line by line."""

from argparse import ArgumentParser, Namespace
from typing import Final

from chez_tui import flows
from chez_tui.verbs.flags import (
    add_look_arguments,
    add_name_argument,
    add_password_arguments,
    add_table_argument,
    password_asked,
    table_asked,
)
from chez_tui.world import World

PLAIN: Final = "chez-tui watch TABLE --plain"


def add_arguments(parser: ArgumentParser) -> None:
    add_table_argument(parser)
    add_password_arguments(parser)
    parser.add_argument(
        "--wall", action="store_true", help="large names and the race for Slack, for a projector"
    )
    parser.add_argument(
        "--plain", action="store_true", help="no screen: one game told in sentences"
    )
    add_name_argument(parser)
    add_look_arguments(parser)


def run(args: Namespace, world: World) -> int:
    target = table_asked(
        args, world, "with --plain say which table: chez-tui tables lists them", PLAIN
    )
    password = password_asked(args, world)
    if target is None or not args.plain:
        return flows.run(world, "watch", target, password, args.wall)
    import asyncio

    from chez_tui.plain.watch import tell_game

    return asyncio.run(tell_game(target, world, password))
