"""`chez-tui join`: takes a seat at a table, or lists the tables on the network."""

from argparse import ArgumentParser, Namespace
from typing import Final

from chez_tui import flows
from chez_tui.verbs import flags
from chez_tui.world import World

WAYS: Final = ("chez-tui join TABLE --plain", "chez-tui join TABLE --bot normal")


def add_arguments(parser: ArgumentParser) -> None:
    told = flags.record("save the game to FILE")
    flags.add(parser, flags.TABLE, *flags.PASSWORD, flags.bot(), flags.PLAIN, told)
    flags.add(parser, *flags.PERSON)


def run(args: Namespace, world: World) -> int:
    missing = "name a table to join; chez-tui tables lists them"
    target = flags.table_asked(args, world, missing, *WAYS)
    password = flags.password_asked(args, world)
    if target is None or flags.on_screen(args):
        return flows.run(world, "join", target, password, args.record)
    from chez_tui.play import online

    more = {"bot": args.bot or "", "password": password, "record": args.record}
    return flags.sit_down(args, world, online.sit_down(target, world, **more))
