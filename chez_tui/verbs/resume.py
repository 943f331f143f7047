"""`chez-tui resume`: goes on with a network game that was interrupted."""

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
    said = "its log; without it, your latest one"
    log = flags.argument("game", nargs="?", type=flags.a_path, metavar="LOG", help=said)
    flags.add(parser, log, *flags.PASSWORD, flags.PLAIN, flags.bot(), *flags.LOOKS)


def run(args: Namespace, world: "World") -> int:
    from chez_tui.play.online import unfinished_game

    folder = unfinished_game(args.game, world)
    if flags.on_screen(args):
        world.terminal.need("this table", "chez-tui resume --plain", "chez-tui resume --bot normal")
    if folder is None:
        raise UserError("there is no network game of yours to go on with")
    password = flags.password_asked(args, world)
    if flags.on_screen(args):
        return flows.run(world, "resume", folder, password)
    return flags.sit_down(args, world, _back(args, world, folder, password))


async def _back(args: Namespace, world: "World", folder: "Path", password: str) -> "JoinedTable":
    """Return the table: that of the log that was named, or the newest that is not played
    elsewhere."""
    from chez_tui.play.online import Locked, go_on, take_up

    again = go_on if args.game is None else take_up
    try:
        return await again(folder, world, bot=args.bot or "", password=password)
    except Locked as error:
        hint = "" if password else " (--password or --private)"
        raise UserError(f"{error}{hint}") from None
