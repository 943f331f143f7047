"""Whether an action gets slower with the length of the game or the size of the deck.

A whole game shows what fuller rooms cost. The endless game shows length alone: nobody plays a card,
everybody discards, and the deck is shuffled again and again. The big deck holds every life card
five times; the copies are own cards (R-SETUP-5), as players would write them.
"""

import re
import tempfile
import time
from collections.abc import Callable
from importlib import resources
from itertools import count
from pathlib import Path

from benchmarks.dice import Dice
from benchmarks.engine import NAMES, chance
from benchmarks.measure import Pair, summary
from core.actions import CHANCE, CHOOSE, DISCARD, KEEP, NEXT, PASS, Action
from core.catalog import CARD_FILES, Catalog, load_catalog
from core.game import Game

WINDOW = 100  # actions at either end
DEAL = 10  # actions before that, which set the table up
SHORTEST = 4 * WINDOW  # a game with fewer actions says nothing
ENDLESS = 5000  # actions
IDLE = frozenset((NEXT, PASS, DISCARD, KEEP, CHOOSE))

Choice = Callable[[list[Action], Dice], Action]


def anything(moves: list[Action], dice: Dice) -> Action:
    return moves[dice.pick(len(moves))]


def nothing(moves: list[Action], dice: Dice) -> Action:
    """Anything but playing a card."""
    return anything([move for move in moves if move.kind in IDLE], dice)


class LongGame:
    """One game that can be played piece by piece."""

    def __init__(self, catalog: Catalog, seed: int, choice: Choice) -> None:
        self.game = Game(catalog, NAMES)
        self.dice = Dice(seed)
        self.choice = choice

    def play(self, actions: int) -> int:
        """Goes on for so many actions; says how many it were before the game was over."""
        game, dice, choice = self.game, self.dice, self.choice
        for done in range(actions):
            seats = game.waiting()
            if not seats:
                return done
            seat = seats[dice.pick(len(seats))] if len(seats) > 1 else seats[0]
            game.apply(chance(game, dice) if seat == CHANCE else choice(game.legal(seat), dice))
        return actions

    def window(self) -> float:
        """Seconds per action over the next window."""
        start = time.process_time()
        self.play(WINDOW)
        return (time.process_time() - start) / WINDOW


def ends(catalog: Catalog, choice: Choice, seconds: float, least: int = 5) -> Pair:
    """Seconds per action in the last window of long games, and in the first one after the deal.

    Each game is played twice: to find out its length, and to time its ends.
    """
    rounds: list[tuple[float, float]] = []
    end = time.perf_counter() + seconds
    for seed in count(1):
        length = LongGame(catalog, seed, choice).play(ENDLESS)
        if length >= SHORTEST:
            game = LongGame(catalog, seed, choice)
            game.play(DEAL)
            first = game.window()
            game.play(length - DEAL - 2 * WINDOW)
            rounds.append((game.window(), first))
        if len(rounds) >= least and time.perf_counter() > end:
            break
    return summary(rounds)


def big_deck(times: int = 5) -> Catalog:
    """The Geek cards, with every life card so many times."""
    folder = resources.files("themes") / "geek"
    files = [name for name in CARD_FILES if name != "roles"]
    text = "".join((folder / f"{name}.toml").read_text("utf-8") for name in files)
    copies = (
        re.sub(r'^(name|id) = "(.*)"$', rf'\1 = "\2-{n}"', text, flags=re.MULTILINE)
        for n in range(2, times + 1)
    )
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "own.toml"
        path.write_text("".join(copies), "utf-8")
        return load_catalog(extra=(path,))
