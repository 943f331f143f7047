"""Our engine under random legal play: every move listed, checked and told in events.

One step is one applied action, a throw of the die or a shuffle included. Who acts is chosen among
the seats the game waits for, what he does among his legal moves, and chance answers what it is
asked for, all with `Dice`.
"""

import hashlib
from collections.abc import Iterator

from benchmarks.dice import Dice
from core.actions import CHANCE, PICK, ROLE, ROLL, ROLLS, SHUFFLE, Action
from core.catalog import Catalog
from core.game import Game

NAMES = ("Ann", "Bo", "Cy", "Dee")


def chance(game: Game, dice: Dice) -> Action:
    """What the game asks of chance."""
    need = game.need()
    assert need is not None
    if need.kind == ROLL:
        return ROLLS[dice.pick(6)]
    if need.kind == SHUFFLE:
        pile = list(need.options)
        dice.shuffle(pile)
        return Action(SHUFFLE, CHANCE, faces=tuple(pile))
    choice = need.options[dice.pick(len(need.options))]
    if need.kind == ROLE:
        return Action(ROLE, CHANCE, value=choice)
    return Action(PICK, CHANCE, cards=(choice,))


def move(game: Game, dice: Dice, seats: tuple[int, ...]) -> Action:
    """A random legal action of one of the seats."""
    seat = seats[dice.pick(len(seats))] if len(seats) > 1 else seats[0]
    if seat == CHANCE:
        return chance(game, dice)
    moves = game.legal(seat)
    return moves[dice.pick(len(moves))]


class Play:
    """Random legal play, game after game, as far as it is asked to go.

    `apply` checks what it is given but knows again what `legal` has just listed, and what a die
    that is asked for can show. With `checks` every action gets the full check all the same, as if a
    peer had sent it; with `digests` the digest is computed after every action, as every peer does.
    """

    def __init__(
        self, catalog: Catalog, seed: int = 1, checks: bool = False, digests: bool = False
    ) -> None:
        self.catalog = catalog
        self.dice = Dice(seed)
        self.checks = checks
        self.digests = digests
        self.game = Game(catalog, NAMES)

    def __call__(self, steps: int) -> int:
        game, dice, checks, digests = self.game, self.dice, self.checks, self.digests
        pick = dice.pick
        for _ in range(steps):
            seats = game.waiting()
            if not seats:
                game = self.game = Game(self.catalog, NAMES)
                seats = game.waiting()
            seat = seats[pick(len(seats))] if len(seats) > 1 else seats[0]
            if seat == CHANCE:
                action = chance(game, dice)
            else:
                moves = game.legal(seat)
                action = moves[pick(len(moves))]
            if checks and game.refusal(action) is not None:
                raise AssertionError(f"{action} was listed as legal")
            game.apply(action)
            if digests:
                game.digest()
        return steps


def states(catalog: Catalog, count: int, every: int = 25, seed: int = 1) -> list[Game]:
    """Copies of games on their way, taken at regular distances."""
    play = Play(catalog, seed)
    found = []
    for _ in range(count):
        play(every)
        found.append(play.game.copy())
    return found


def log(catalog: Catalog, seed: int) -> Iterator[str]:
    """One random game: each action with its events, the digest last."""
    game, dice = Game(catalog, NAMES), Dice(seed)
    while seats := game.waiting():
        action = move(game, dice, seats)
        events = game.apply(action)
        yield repr((tuple(action), [tuple(event) for event in events]))
    yield game.digest()


def log_hash(catalog: Catalog, seed: int) -> str:
    """What `log` says, in short: a faster engine must still play the same game."""
    digest = hashlib.sha256()
    for line in log(catalog, seed):
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()[:16]
