"""`chez-tui watch`: looks on while others play, full screen, on a wall or line by line."""

from argparse import ArgumentParser, Namespace
from typing import Final

from chez_tui import flows
from chez_tui.verbs import flags
from chez_tui.world import World

PLAIN: Final = "chez-tui watch TABLE --plain"


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(
        parser,
        flags.TABLE,
        *flags.PASSWORD,
        flags.argument(
            "--wall",
            action="store_true",
            help="large names and the race for Slack, for a projector",
        ),
        flags.argument(
            "--plain", action="store_true", help="no screen: one game told in sentences"
        ),
        *flags.PERSON,
    )


def run(args: Namespace, world: World) -> int:
    target = flags.table_asked(
        args, world, "with --plain say which table: chez-tui tables lists them", PLAIN
    )
    password = flags.password_asked(args, world)
    if target is None or not args.plain:
        return flows.run(world, "watch", target, password, args.wall)
    import asyncio

    from chez_tui.plain.watch import tell_game

    return asyncio.run(tell_game(target, world, password))
