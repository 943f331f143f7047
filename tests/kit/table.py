"""Tables set by notation, which is how tests set one.

    game = at('''
        players: Ann; Bo
        Ann holds: Beer; Nap
        turn: Ann, free time
    ''')

What such a text may say is in docs/notation.md. It may end with moves: the window of the last one
stays open.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

from core.actions import CHANCE, PASS, ROLL, Action
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
