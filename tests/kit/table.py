"""Tables set by notation, which is how tests set one.

    game = at('''
        players: Ann; Bo
        Ann holds: Beer; Nap
        turn: Ann, free time
    ''')

What such a text may say is in docs/notation.md. It may end with moves: the window of the last one
stays open.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from textwrap import dedent

from core.actions import CHANCE, PASS, ROLL, Action
from core.arrangement import Arrangement, Beside, Placed, Seat, arrange, begin
from core.catalog import Catalog, load_catalog
from core.game import Game
from core.notation import parse
from core.notation.runner import Runner
from core.state import Window


@cache
def cards(editions: tuple[str, ...] = ("geek",)) -> Catalog:
    """Return the cards of these editions, read once for all tests."""
    return load_catalog(editions)


def at(text: str, load: Callable[[tuple[str, ...]], Catalog] = cards) -> Game:
    """Return the game that stands where the notation ends, the phase of its setup begun."""
    runner = Runner(parse(dedent(text), load))
    game = runner.run()
    runner.begin(runner.script.lines)
    return game


def settle(game: Game) -> Game:
    """Everybody passes until no announcement is open."""
    while game.stack and isinstance(game.stack[-1], Window):
        game.apply(Action(PASS, game.waiting()[0]))
    return game


def roll(game: Game, *values: int) -> Game:
    """Throw these dice, one after the other."""
    for value in values:
        game.apply(Action(ROLL, CHANCE, value=value))
    return game


def names(game: Game, numbers: Iterable[int]) -> list[str]:
    """Return the names of these cards."""
    return [game.printed(card).name for card in numbers]


def blocks(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the cases of a data file: `== title`, and the lines below it up to the next title."""
    title, lines = "", list[str]()
    for line in (*path.read_text(encoding="utf-8").splitlines(), "== "):
        if line.startswith("== "):
            if title:
                yield title, "\n".join(lines)
            title, lines = line[3:], []
        else:
            lines.append(line)


def laid_out(
    start: Game,
    box: tuple[int, ...],
    roles: Mapping[int, int],
    hands: Sequence[Sequence[int]],
    rooms: Sequence[Sequence[int]],
    beside: Sequence[tuple[int, int]],
    discard: Sequence[int],
    turn: int,
    phase: int,
    told: tuple[int | None, int | None],
) -> Game:
    """Return a copy of a game with these cards laid out, all of them numbers of faces.

    Only for the oracle. It sets 20,000 tables, each with a small box of its own, which notation
    has no words for; and reading that many texts would take six times as long.
    """
    seats = tuple(
        Seat(
            (roles[seat],) if seat in roles else (),
            tuple(hands[seat]),
            tuple(map(Placed, rooms[seat])),
            income=told[0] if seat == turn else None,
            free_time=told[1] if seat == turn else None,
        )
        for seat in range(start.players)
    )
    table = tuple(Beside(face, seat) for face, seat in beside)
    plan = Arrangement(seats, discard=tuple(discard), table=table, turn=turn, phase=phase)
    game = start.copy()
    game.house = game.house._replace(life=box)
    arrange(game, plan)
    begin(game, plan)
    return game
