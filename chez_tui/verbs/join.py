"""`chez-tui join`: takes a seat at somebody's table, or shows the tables there are."""

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

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
from chez_tui.verbs.flags import add_record_argument, read_level

if TYPE_CHECKING:
    from net.wire.codes import Address, JoinCode


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "table",
        nargs="?",
        metavar="CODE|HOST:PORT",
        help="which table; without it, the list of those on the local network",
    )
    add_password_arguments(parser)
    parser.add_argument(
        "--bot", metavar="L", type=read_level,
        help="no screen: a bot plays; easy, normal or hard",
    )  # fmt: skip
    parser.add_argument("--plain", action="store_true", help="line by line, for screen readers")
    add_record_argument(parser, "where the log goes")
    add_name_argument(parser)
    add_look_arguments(parser)


def run(args: Namespace) -> int:
    from chez_tui.play.identity import read_target
    from chez_tui.play.newgame import your_name

    target = None if args.table is None else read_target(args.table)
    if args.bot is None and not args.plain:
        plain, bot = "chez-tui join TABLE --plain", "chez-tui join TABLE --bot normal"
        if args.table is None:
            need_terminal("the list of tables", "chez-tui tables", plain)
        need_terminal("this table", plain, bot)
    elif args.table is None:
        raise UserError("say which table to join: chez-tui tables lists them", 2)
    config = config_from(args)
    password = password_from(args)
    player = your_name(config.name)
    if args.bot is not None and target is not None:
        return asyncio.run(_headless(target, player, args.bot, password, args.record))
    if args.plain and target is not None:
        from chez_tui.plain.lobby import sit
        from chez_tui.play.online import sit_down

        coming = sit_down(target, player, password=password, record=args.record)
        return asyncio.run(sit(coming, config, None))
    return launch(config, lambda app: app.open_joining(target, password, args.record))


async def _headless(
    target: "JoinCode | Address", player: str, bot: str, password: str, record: Path | None
) -> int:
    from chez_tui.play.online import join_headless, sit_down

    place = await sit_down(target, player, bot=bot, password=password, record=record)
    return await join_headless(place)
