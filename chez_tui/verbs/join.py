"""`chez-tui join`: takes a seat at somebody's table, or shows the tables there are."""

from argparse import ArgumentParser, Namespace
from typing import Final

from chez_tui import flows
from chez_tui.verbs.flags import (
    add_bot_argument,
    add_look_arguments,
    add_name_argument,
    add_password_arguments,
    add_plain_argument,
    add_record_argument,
    add_table_argument,
    on_screen,
    password_asked,
    sit_down,
    table_asked,
)
from chez_tui.world import World

WAYS: Final = ("chez-tui join TABLE --plain", "chez-tui join TABLE --bot normal")


def add_arguments(parser: ArgumentParser) -> None:
    add_table_argument(parser)
    add_password_arguments(parser)
    add_bot_argument(parser)
    add_plain_argument(parser)
    add_record_argument(parser, "where the log goes")
    add_name_argument(parser)
    add_look_arguments(parser)


def run(args: Namespace, world: World) -> int:
    target = table_asked(args, world, "say which table to join: chez-tui tables lists them", *WAYS)
    password = password_asked(args, world)
    if target is None or on_screen(args):
        return flows.run(world, "join", target, password, args.record)
    from chez_tui.play import online

    more = {"bot": args.bot or "", "password": password, "record": args.record}
    return sit_down(args, world, online.sit_down(target, world, **more))
