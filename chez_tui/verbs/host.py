"""`chez-tui host`: opens a table on the network, full screen or played by a bot."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from chez_tui import flows
from chez_tui.errors import UserError
from chez_tui.play.options import BOTS, LEVEL, TableSpec
from chez_tui.verbs.flags import (
    add_bot_argument,
    add_edition_arguments,
    add_look_arguments,
    add_name_argument,
    add_option_argument,
    add_password_arguments,
    add_plain_argument,
    add_record_argument,
    add_settings,
    editions_asked,
    number,
    on_screen,
    password_asked,
    settings_asked,
)
from net.table.agreed import MANNERS, SEATS, TITLE

if TYPE_CHECKING:
    from chez_tui.world import World


def add_arguments(parser: ArgumentParser) -> None:
    add_settings(parser, TITLE)
    add_name_argument(parser, "--as")
    add_settings(parser, SEATS, BOTS, LEVEL)
    add_edition_arguments(parser, "what you played last")
    add_option_argument(parser)
    add_settings(parser, *MANNERS)
    parser.add_argument(
        "--port",
        metavar="P",
        type=number(1, 65535, "a port is a number from 1 to 65535"),
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

    spec = _spec(args, world)
    cards_of(spec)
    if on_screen(args):
        world.terminal.need("the lobby", "chez-tui host --plain", "chez-tui host --bot normal")
    spec = spec._replace(password=password_asked(args, world))
    if on_screen(args):
        return flows.run(world, "open", spec)
    import asyncio

    if args.bot is not None:
        from chez_tui.play.online import host_headless

        return asyncio.run(host_headless(spec, world))
    from chez_tui.plain.lobby import sit
    from chez_tui.play.addresses import own_addresses
    from chez_tui.play.online import open_table

    return asyncio.run(sit(open_table(spec, world), world, own_addresses))


def _spec(args: Namespace, world: "World") -> TableSpec:
    watched = world.terminal.shows and args.bot is None
    spec = TableSpec(
        player=world.name,
        title=f"{world.name}'s table",
        editions=editions_asked(args, world.settings.editions),
        options=dict(args.option),
        pace=world.settings.pace if watched else "instant",
        port=args.port,
        password=args.password or "",
        bot=args.bot or "",
        record=args.record,
        published=not args.offline,
        start=args.start,
    )
    spec = settings_asked(args, spec, TITLE, SEATS, LEVEL, *MANNERS)
    bots = int(args.bots or 0)
    if bots >= spec.seats:
        raise UserError(f"with {spec.seats} seats there is no room for you and {bots} bots", 2)
    return spec._replace(bots=bots)
