"""`chez-tui resume`: continues an unfinished game, at this keyboard or on the network."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from chez_tui import flows
from chez_tui.errors import UserError
from chez_tui.verbs import flags

if TYPE_CHECKING:
    from pathlib import Path

    from chez_tui.play.online import JoinedTable
    from chez_tui.world import World


def add_arguments(parser: ArgumentParser) -> None:
    more = " (default: your latest)"
    flags.add(parser, flags.game(more, nargs="?"))
    flags.add(parser, *flags.PASSWORD, flags.PLAIN, flags.bot(), *flags.LOOKS)


def run(args: Namespace, world: "World") -> int:
    from chez_tui.play.games import to_go_on, way_back

    saved = None if args.game is None else to_go_on(args.game, world.folders)
    if flags.on_screen(args):
        ways = ("chez-tui resume --plain", "chez-tui resume --bot normal")
        world.terminal.need("this table", *ways)
    saved = saved or to_go_on(None, world.folders)
    if saved.folder is None:
        if args.bot is not None:
            raise UserError("bots can play your seat only at network tables", 2)
        _, table, seats = way_back(saved, world)
        if flags.on_screen(args):
            return flows.run(world, "play", table, seats)
        from chez_tui.plain.play import play

        return play(table, seats, world)
    password = flags.password_asked(args, world)
    if flags.on_screen(args):
        return flows.run(world, "resume", saved.folder, password)
    return flags.sit_down(args, world, _back(args, world, saved.folder, password))


async def _back(args: Namespace, world: "World", folder: "Path", password: str) -> "JoinedTable":
    """Return the table, with the seat whose log was named, or a free one of this person's."""
    from chez_tui.play.online import Locked, go_on, take_up

    again = go_on if args.game is None else take_up
    try:
        return await again(folder, world, bot=args.bot or "", password=password)
    except Locked as error:
        hint = "" if password else " (--password or --private)"
        raise UserError(f"{error}{hint}") from None
