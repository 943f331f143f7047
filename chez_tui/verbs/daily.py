"""`chez-tui daily`: the deal of the day, the same for everyone, without a network."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from chez_tui.verbs import flags
from chez_tui.verbs.solo import HERE, sit_down

if TYPE_CHECKING:
    from chez_tui.play.options import TableSpec
    from chez_tui.world import World


def add_arguments(parser: ArgumentParser) -> None:
    said = "play that day's deal, like 2026-11-19 (default: today in UTC)"
    flags.add(parser, flags.argument("day", nargs="?", metavar="DATE", type=_day, help=said), *HERE)


def run(args: Namespace, world: "World") -> int:
    day = args.day or datetime.now(UTC).date()
    return sit_down(args, world, deal_of(day, world.name), "chez-tui daily")


def deal_of(day: date, name: str) -> "TableSpec":
    """Return a day's table: three normal bots, Geek as printed, the date as the seed."""
    from chez_tui.play.newgame import solo_table

    seed = day.year * 10_000 + day.month * 100 + day.day
    return solo_table(name)._replace(title=f"Deal of {day}", seed=seed, own=False)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"write dates like 2026-11-19, not {text!r}") from None
