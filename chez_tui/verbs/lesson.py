"""`chez-tui lesson`: teaches the game, or what an edition adds, by playing."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from chez_tui import flows
from chez_tui.errors import UserError
from chez_tui.settings import editions_from
from chez_tui.verbs import flags

if TYPE_CHECKING:
    from chez_tui.world import World


def add_arguments(parser: ArgumentParser) -> None:
    said = "geek for the whole game; greek, goth, grunt or cthulhu for what they add"
    which = flags.argument("edition", nargs="?", metavar="EDITION", help=said)
    flags.add(parser, which, flags.PLAIN, *flags.PERSON)


def run(args: Namespace, world: "World") -> int:
    editions = editions_from(args.edition) if args.edition is not None else ()
    if len(editions) > 1:
        raise UserError("name one edition for a lesson", 2)
    if args.plain:
        from chez_tui.plain.lesson import teach
        from chez_tui.play.lesson import BASE

        return teach(editions[0] if editions else BASE, world)
    world.terminal.need("the lesson", "chez-tui lesson --plain")
    return flows.run(world, "lesson" if editions else "lessons", *editions)
