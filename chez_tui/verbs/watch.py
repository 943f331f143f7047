"""`chez-tui watch`: shows someone's game, full screen, on a big screen or line by line."""

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
            help="large names, for a projector",
        ),
        flags.argument(
            "--plain", action="store_true", help="no screen; print one game line by line"
        ),
        *flags.PERSON,
    )


def run(args: Namespace, world: World) -> int:
    target = flags.table_asked(
        args, world, "--plain needs a table; chez-tui tables lists them", PLAIN
    )
    password = flags.password_asked(args, world)
    if target is None or not args.plain:
        return flows.run(world, "watch", target, password, args.wall)
    import asyncio

    from chez_tui.plain.watch import tell_game

    return asyncio.run(tell_game(target, world, password))
