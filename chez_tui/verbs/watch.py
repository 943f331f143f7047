"""`chez-tui watch`: looks on while others play, full screen, on a wall or line by line."""

import asyncio
from argparse import ArgumentParser, Namespace

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


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "table",
        nargs="?",
        metavar="CODE|HOST:PORT",
        help="which table; without it, the list of those on the local network",
    )
    add_password_arguments(parser)
    parser.add_argument(
        "--wall", action="store_true", help="large names and the race for Slack, for a projector"
    )
    parser.add_argument(
        "--plain", action="store_true", help="no screen: one game told in sentences"
    )
    add_name_argument(parser)
    add_look_arguments(parser)


def run(args: Namespace) -> int:
    from chez_tui.play.identity import read_target
    from chez_tui.play.newgame import your_name

    target = None if args.table is None else read_target(args.table)
    if not args.plain:
        plain = "chez-tui watch TABLE --plain"
        if args.table is None:
            need_terminal("the list of tables", "chez-tui tables", plain)
        need_terminal("this table", plain)
    elif args.table is None:
        raise UserError("with --plain say which table: chez-tui tables lists them", 2)
    config = config_from(args)
    password = password_from(args)
    if args.plain and target is not None:
        from chez_tui.plain.watch import tell_game

        return asyncio.run(tell_game(target, your_name(config.name), password, config.ascii))
    return launch(config, lambda app: app.open_watching(target, password, args.wall))
