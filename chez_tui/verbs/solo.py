"""`chez-tui solo`: straight to a table with bots, full screen or line by line."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Final

from chez_tui import flows
from chez_tui.errors import UserError
from chez_tui.play.options import BOTS, LEVEL, PACE, SEED, levels_from
from chez_tui.verbs import flags
from core.setting import Flag

if TYPE_CHECKING:
    from chez_tui.play.options import TableSpec
    from chez_tui.world import World

OPPONENTS: Final = BOTS._replace(
    between=(1, 7),
    flag=Flag("--bots", "number of bots (1 to 7)", "N", "must be 1 to 7"),
)
LEVELS: Final = LEVEL._replace(flag=Flag("--level", flags.LEVELS, "L"))
HERE: Final = (  # for every game of one person
    PACE,
    flags.record("save the game to FILE"),
    flags.argument(
        "--plain",
        action="store_true",
        help="play line by line, for screen readers, pipes and scripts",
    ),
    *flags.PERSON,
)


def add_arguments(parser: ArgumentParser) -> None:
    flags.add(
        parser,
        *(OPPONENTS, LEVELS, SEED, flags.OPTION, *HERE),
        *flags.deck("what you played last"),
    )


def run(args: Namespace, world: "World") -> int:
    return sit_down(args, world, _spec(args, world))


def sit_down(
    args: Namespace, world: "World", spec: "TableSpec", verb: str = "chez-tui solo"
) -> int:
    """Play at a table of one person, on the screen or line by line; return the exit status."""
    from chez_tui.play.newgame import opened, setup_of

    pace = world.settings.pace if world.terminal.shows else "instant"
    spec = flags.settings_asked(args, spec._replace(pace=pace), PACE)
    setup = setup_of(spec, world.folders)
    if not args.plain:
        world.terminal.need("this table", f"{verb} --plain", "chez-tui bots")
    table = opened(setup, spec.pace, world.folders, args.record)
    if args.plain:
        from chez_tui.plain.play import play

        return play(table, spec.people, world)
    return flows.run(world, "play", table, spec.people)


def _spec(args: Namespace, world: "World") -> "TableSpec":
    from chez_tui.play.newgame import solo_table

    editions = flags.editions_asked(args, world.editions)
    bots, levels = int(args.bots or 3), levels_from(args.level or "normal")
    if len(levels) > bots:
        raise UserError(f"too many levels: {len(levels)} for --bots {bots}", 2)
    spec = solo_table(world.name, bots + 1, levels)._replace(
        editions=editions,
        own=not args.no_own,
        cards=tuple(args.cards),
        options=dict(args.option),
    )
    return flags.settings_asked(args, spec, SEED)
