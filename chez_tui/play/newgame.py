"""A game at this keyboard before it begins: who plays, with which cards, options and luck."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chez_tui.errors import UserError
from chez_tui.play.decks import BOT_NAMES, DEFAULT_EDITIONS, catalog_from
from chez_tui.play.games import HOT_SEAT, SOLO, new_record

if TYPE_CHECKING:
    from chez_tui.world import Folders
    from net.sessions.local import LocalTable, TableSetup

MOST: Final = 8
FEWEST: Final = 2
PLAYERS: Final = 4
LEVEL: Final = "normal"
BY_LOT: Final = -1  # who starts is drawn from the seed


@dataclass(slots=True)
class Seat:
    """A chair at the table: a person, or a bot of that level."""

    name: str
    level: str = ""


@dataclass(slots=True)
class NewGame:
    """Everything that can be chosen before a game."""

    title: str = SOLO
    seats: list[Seat] = field(default_factory=list)
    editions: tuple[str, ...] = DEFAULT_EDITIONS
    own: bool = True  # the user's own cards are in the deck
    cards: Sequence[Path] = ()  # and those of these files
    options: dict[str, str] = field(default_factory=dict)
    seed: int | None = None  # none: a fresh one
    first: int = BY_LOT
    pace: str = "normal"

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(at for at, seat in enumerate(self.seats) if not seat.level)

    def table(self, folders: "Folders", record: Path | None = None) -> "LocalTable":
        """The table, ready to be run, recorded there or in the folder of games.

        Raises UserError if something is wrong with it.
        """
        return self.opened(self.setup(folders), folders, record)

    def setup(self, folders: "Folders") -> "TableSetup":
        """All about the table but its record. Raises UserError if it can't be; changes nothing."""
        from core.game import Game
        from core.luck import Stream
        from core.rules.setup import OptionError
        from net.sessions.local import Chair, TableSetup

        for at in range(len(self.seats)):
            problem = name_problem(self.seats, at, self.seats[at].name)
            if problem:
                raise UserError(problem)
        if not self.people:
            raise UserError("somebody has to play; chez-tui bots lets bots play alone")
        seed = fresh_seed() if self.seed is None else self.seed
        own = folders.own_cards() if self.own else ()
        first = self.first
        if first == BY_LOT:
            first = Stream(seed).fork("first").below(len(self.seats))
        setup = TableSetup(
            catalog=catalog_from(self.editions, own, self.cards),
            chairs=[Chair(seat.name, seat.level) for seat in self.seats],
            options=self.options,
            seed=seed,
            first=first,
            title=self.title,
            history=folders.history,
        )
        try:
            Game(setup.catalog, [seat.name for seat in self.seats], self.options)
        except OptionError as error:
            raise UserError(str(error), 2) from None
        return setup

    def opened(
        self, setup: "TableSetup", folders: "Folders", record: Path | None = None
    ) -> "LocalTable":
        """The table of that setup; its record begins. Raises UserError if it can't be written."""
        from net.sessions.local import PACES, LocalTable
        from net.sessions.record import OwnCards

        try:
            setup.own = OwnCards.of_catalog(setup.catalog)
            setup.record = new_record(folders.games, self.title) if record is None else record
            return LocalTable(setup, PACES[self.pace])
        except OSError as error:
            raise UserError(
                f"the game can't be recorded: {error.filename}: {error.strerror or error}"
            ) from None


def solo_game(name: str, players: int = PLAYERS, levels: Sequence[str] = (LEVEL,)) -> NewGame:
    """One person and bots, whose levels go around the table."""
    bots = free_names([name])
    seats = [Seat(bots[at], levels[at % len(levels)]) for at in range(players - 1)]
    return NewGame(SOLO, [Seat(name), *seats])


def hot_seat_game(name: str, people: int = 2, players: int = PLAYERS) -> NewGame:
    """Several people at one keyboard, and bots in the other seats."""
    names = [name, *(f"Player {n}" for n in range(2, people + 1))]
    bots = free_names(names)
    seats = [Seat(bots[at], LEVEL) for at in range(players - people)]
    return NewGame(HOT_SEAT, [*map(Seat, names), *seats])


def free_names(taken: Sequence[str]) -> list[str]:
    """The bots' names that nobody has yet."""
    used = {name.casefold() for name in taken}
    return [name for name in BOT_NAMES if name.casefold() not in used]


def name_problem(seats: Sequence[Seat], at: int, name: str) -> str:
    """What is wrong with a name for that seat, in a sentence; empty if nothing is."""
    from core.telling import clean

    wanted = clean(name, nameless="")
    if not wanted:
        return f"seat {at + 1} needs a name"
    for other, seat in enumerate(seats):
        if other != at and clean(seat.name).casefold() == wanted.casefold():
            return f"seat {other + 1} is called {wanted} already; names must differ"
    return ""


def fresh_seed() -> int:
    """Return a seed for somebody who gave none."""
    import secrets

    from core.luck import FRESH_BITS

    return secrets.randbits(FRESH_BITS)
