"""`chez-tui host`: opens a table on the network, full screen, in plain mode or for a bot."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from chez_tui import flows
from chez_tui.errors import UserError
from chez_tui.play.options import BOTS, LEVEL, TableSpec
from chez_tui.verbs import flags
from net.table.agreed import MANNERS, SEATS, TITLE

if TYPE_CHECKING:
    from chez_tui.world import World


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(
        parser,
        TITLE,
        flags.name("--as"),
        *(SEATS, BOTS, LEVEL),
        *flags.editions("what you played last"),
        flags.OPTION,
        *MANNERS,
        flags.argument(
            "--port",
            metavar="P",
            type=flags.number(1, 65535, "must be 1 to 65535"),
            help="port to listen on",
        ),
        *flags.PASSWORD,
        flags.bot("a bot plays your seat"),
        flags.PLAIN,
        flags.argument("--start", action="store_true", help="start as soon as every seat is taken"),
        flags.record("save the game to FILE"),
        *flags.LOOKS,
    )


def run(args: Namespace, world: "World") -> int:
    from chez_tui.play.online import cards_of

    spec = _spec(args, world)
    cards_of(spec)
    if flags.on_screen(args):
        world.terminal.need("the lobby", "chez-tui host --plain", "chez-tui host --bot normal")
    spec = spec._replace(password=flags.password_asked(args, world))
    if flags.on_screen(args):
        return flows.run(world, "open", spec)
    import asyncio

    if args.bot is not None:
        from chez_tui.play.online import host_headless

        return asyncio.run(host_headless(spec, world))
    from chez_tui.plain.lobby import sit
    from chez_tui.play.addresses import own_addresses
    from chez_tui.play.online import open_table

    return asyncio.run(sit(open_table(spec, world), world, own_addresses, spec.start))


def _spec(args: Namespace, world: "World") -> TableSpec:
    watched = world.terminal.shows and args.bot is None
    spec = TableSpec(
        player=world.name,
        title=f"{world.name}'s table",
        editions=flags.editions_asked(args, world.editions),
        options=dict(args.option),
        pace=world.settings.pace if watched else "instant",
        port=args.port,
        password=args.password or "",
        bot=args.bot or "",
        record=args.record,
        start=args.start,
    )
    spec = flags.settings_asked(args, spec, TITLE, SEATS, LEVEL, *MANNERS)
    bots = int(args.bots or 0)
    if bots >= spec.seats:
        raise UserError(f"too many bots: you and {bots} bots don't fit {spec.seats} seats", 2)
    return spec._replace(bots=bots)
