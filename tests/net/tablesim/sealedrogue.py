"""A sealed table with somebody at it who has changed his program; all signatures are real."""

from collections.abc import Callable

from net.deck.sealed import SEALED, SealedDealer
from net.log.terms import Manners
from net.peer.shares import Shares
from tests.net.tablesim.decks import sealed_catalog
from tests.net.tablesim.program import Program
from tests.net.tablesim.rogue import game_of, until
from tests.net.tablesim.table import SimTable, Weather

Evil = Callable[[Program], None]


def table(
    evil: Evil | None = None, number: int = 2, cards: str = SEALED, peers: int = 3, seed: int = 1
) -> SimTable:
    """A few people; the program of one may have been changed before the deal."""
    made = SimTable(
        seed, peers, Manners(wait=0), Weather(0.004), people=[True] * peers, honest=False,
        cards=cards, deck=sealed_catalog(peers),
    )  # fmt: skip
    made.kindness = True
    if evil is not None:
        evil(made.programs[number])
    return made


def deck_of(program: Program) -> SealedDealer:
    deck = game_of(program).ledger.final.sealed
    assert deck is not None
    return deck


def shares_of(program: Program) -> Shares:
    return game_of(program).dealing._shares


def begun(made: SimTable) -> SimTable:
    """Everybody has read his hand, and nobody acts by himself."""
    until(made, lambda: all(reading_is_done(program) for program in made.programs))
    made.hushed = True
    made.run(1.0)
    return made


def reading_is_done(program: Program) -> bool:
    final = game_of(program).ledger.final
    return final.last.seq > 0 and bool(final.game.hands[0]) and not final.busy


def secrets(made: SimTable) -> dict[bytes, bytes]:
    return {program.pid: program.home.deck_seed for program in made.programs}


def kinds(program: Program) -> list[str]:
    return [entry.act.kind for entry in game_of(program).ledger.log]
