"""A table at this keyboard before its game: who sits there, and the table that's made from it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError, of_disk
from chez_tui.play.games import HOT_SEAT, SOLO, about_today, new_record
from chez_tui.play.options import BOT_NAMES, BY_LOT, MOST, Seat, TableSpec

if TYPE_CHECKING:
    from chez_tui.world import Folders
    from core.catalog import Catalog
    from net.sessions.local import LocalTable, TableSetup

PLAYERS: Final = 4
LEVEL: Final = "normal"
REMATCH, SAME_DEAL = "rematch", "same_deal"  # what can be played after a game


def solo_table(name: str, players: int = PLAYERS, levels: Sequence[str] = (LEVEL,)) -> TableSpec:
    """Return a table of one person and bots, whose levels go around the table."""
    names = free_names([name])
    bots = [Seat(bot, levels[at % len(levels)]) for at, bot in enumerate(names[: MOST - 1])]
    return TableSpec(name, SOLO, seats=players, chairs=(Seat(name), *bots))


def hot_seat_table(name: str, people: int = 2, players: int = PLAYERS) -> TableSpec:
    """Return a table of several people at one keyboard, with bots in the other seats."""
    names = [name, *(f"Player {n}" for n in range(2, people + 1))]
    bots = [Seat(bot, LEVEL) for bot in free_names(names)]
    chairs = (*map(Seat, names), *bots)[:MOST]
    return TableSpec(name, HOT_SEAT, seats=players, chairs=chairs)


def setup_of(spec: TableSpec, folders: "Folders") -> "TableSetup":
    """Return all about a table but its file; change nothing.

    Raise UserError if there can't be such a table.
    """
    from core.game import Game
    from core.luck import Stream
    from core.rules.setup import OptionError
    from net.sessions.local import Chair, TableSetup

    chairs = spec.chairs[: spec.seats]
    for at, seat in enumerate(chairs):
        problem = name_problem(chairs, at, seat.name)
        if problem:
            raise UserError(problem)
    if all(seat.level for seat in chairs):
        raise UserError("someone has to play. For bots alone, use chez-tui bots.")
    seed = fresh_seed() if spec.seed is None else spec.seed
    own = folders.own_cards() if spec.own else ()
    first = spec.first
    if first == BY_LOT:
        first = Stream(seed).fork("first").below(len(chairs))
    setup = TableSetup(
        catalog=catalog_from(spec.editions, own, spec.cards),
        chairs=[Chair(*seat) for seat in chairs],
        options=dict(spec.options),
        seed=seed,
        first=first,
        title=spec.title,
        history=folders.history,
        about=about_today(),
    )
    try:
        Game(setup.catalog, [seat.name for seat in chairs], setup.options)
    except OptionError as error:
        raise UserError(str(error), 2) from None
    return setup


def opened(
    setup: "TableSetup", pace: str, folders: "Folders", record: Path | None = None
) -> "LocalTable":
    """Return a setup's table; save its game there or in the games folder.

    If that folder takes no file, the table says so and the game goes ahead. Raise UserError if a
    named file can't be written.
    """
    from net.sessions.local import PACES, LocalTable
    from net.sessions.record import OwnCards

    try:
        setup.own = OwnCards.of_catalog(setup.catalog)
    except OSError as error:
        raise UserError(of_disk(error)) from None
    setup.record = new_record(folders.games, setup.title) if record is None else record
    table = LocalTable(setup, PACES[pace])
    if record is not None and table.unrecorded:
        raise UserError(table.unrecorded)
    return table


def next_game(table: "LocalTable", way: str, folders: "Folders") -> "LocalTable":
    """Return the table for the same people's next game; it's saved if this one was."""
    setup, same = table.setup, way == SAME_DEAL
    people = sum(not chair.level for chair in setup.chairs)
    title = setup.title if same else SOLO if people == 1 else HOT_SEAT  # no deal of the day
    record = None if setup.record is None else new_record(folders.games, title)
    return table.same_deal(record) if same else table.again(table.game.winners, record, title)


def catalog_from(
    editions: Sequence[str], own: "Sequence[Path]" = (), named: "Sequence[Path]" = ()
) -> "Catalog":
    """Return the cards of editions, of the person's own files and of those they named."""
    from core.catalog import load_catalog
    from core.loader import CardError

    files = {path.absolute(): path for path in (*own, *named)}
    try:
        return load_catalog(editions, tuple(files.values()))
    except CardError as error:
        mine = any(str(path) == error.path for path in own)
        way_out = ". Use --no-own to leave your custom cards out." if mine else ""
        raise UserError(f"{error}{way_out}") from None


def free_names(taken: Sequence[str]) -> list[str]:
    """Return the bots' names that no one has yet."""
    used = {name.casefold() for name in taken}
    return [name for name in BOT_NAMES if name.casefold() not in used]


def name_problem(seats: Sequence[Seat], at: int, name: str) -> str:
    """Return what's wrong with a seat's name, in a sentence; empty if nothing is."""
    from core.telling import clean

    wanted = clean(name, nameless="")
    if not wanted:
        return f"seat {at + 1} needs a name"
    for other, seat in enumerate(seats):
        if other != at and clean(seat.name).casefold() == wanted.casefold():
            return f"{wanted} is in seat {other + 1} already; names must differ"
    return ""


def fresh_seed() -> int:
    """Return a seed for a person who gave none."""
    import secrets

    from core.luck import FRESH_BITS

    return secrets.randbits(FRESH_BITS)
