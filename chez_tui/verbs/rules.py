"""`chez-tui rules`: the rules by topic, clause or word, without a screen."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from chez_tui.errors import UserError
from chez_tui.verbs import flags

if TYPE_CHECKING:
    from chez_tui.world import World


def add_arguments(parser: ArgumentParser) -> None:
    said = "a topic, a clause like R-CALL-1, or any word (default: list topics)"
    flags.add(
        parser,
        flags.argument("words", nargs="*", metavar="WORD", help=said),
        *flags.editions("any"),
        flags.ASCII,
        flags.NO_SETTINGS,
    )


def run(args: Namespace, world: "World") -> int:
    from chez_tui.plain.lines import Printer
    from chez_tui.play.rulebook import read_out

    words = " ".join(args.words)
    named = args.edition is not None or args.mix is not None
    lines = read_out(words, flags.editions_asked(args) if named else ())
    if not lines:
        raise UserError(f"no rule has {words!r}. Run chez-tui rules to list the topics.")
    Printer(world.out, world.settings.ascii).say(*lines)
    return 0
