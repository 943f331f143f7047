"""`chez-tui resume`: goes on with a network game that was interrupted."""

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from chez_tui.errors import UserError
from chez_tui.launch import (
    add_look_arguments,
    add_password_arguments,
    config_from,
    launch,
    need_terminal,
    password_from,
)
from chez_tui.verbs.flags import read_level

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from chez_tui.play.online import JoinedTable


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", type=Path, metavar="LOG", help="its log; without it, your latest one"
    )
    add_password_arguments(parser)
    parser.add_argument("--plain", action="store_true", help="line by line, for screen readers")
    parser.add_argument(
        "--bot", metavar="L", type=read_level,
        help="no screen: a bot plays; easy, normal or hard",
    )  # fmt: skip
    add_look_arguments(parser)


def run(args: Namespace) -> int:
    from chez_tui.play.online import unfinished_game

    folder = unfinished_game(args.game)
    if args.bot is None and not args.plain:
        need_terminal("this table", "chez-tui resume --plain", "chez-tui resume --bot normal")
    config = config_from(args)
    if folder is None:
        raise UserError("there is no network game of yours to go on with")
    password = password_from(args)
    if args.bot is not None:
        return asyncio.run(_headless(_back(args, folder, password)))
    if args.plain:
        from chez_tui.plain.lobby import sit

        return asyncio.run(sit(_back(args, folder, password), config, None))
    return launch(config, lambda app: app.open_resuming(folder, password))


async def _back(args: Namespace, folder: Path, password: str) -> "JoinedTable":
    """The table: that of the log that was named, or the newest that is not played elsewhere."""
    from chez_tui.play.online import Locked, go_on, take_up

    again = go_on if args.game is None else take_up
    try:
        return await again(folder, bot=args.bot or "", password=password)
    except Locked as error:
        hint = "" if password else " (--password or --private)"
        raise UserError(f"{error}{hint}") from None


async def _headless(coming: "Coroutine[None, None, JoinedTable]") -> int:
    from chez_tui.play.online import join_headless

    return await join_headless(await coming)
