"""Looking ahead: copies of the table, with a guess at what is hidden, played on for a turn."""

from collections.abc import Sequence
from typing import Final

from core.actions import CHANCE, PASS, ROLL, ROLLS, Action
from core.bots.chances import chance
from core.bots.guess import guessed, unseen
from core.bots.judge import seat_of
from core.bots.normal import Normal
from core.game import Game
from core.luck import Luck, Stream
from core.state import Window

GUESSES: Final = len(ROLLS)  # so that each die can show each of its numbers once
BUDGET: Final = 500  # steps that all copies together may take for one decision
FEWEST: Final = 3  # guesses without which nothing can be said
SURE: Final = 2.0  # standard errors
CLEAR: Final = 0.03  # of a game: less than this is no reason to leave the beaten track


class Fate:
    """Luck that treats all candidates alike: what a die shows for one it shows for the others.

    From guess to guess it shows another number, so that after six of them nobody was just lucky.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._dice: dict[tuple[object, ...], list[Action]] = {}
        self._guess = 0
        self._thrown: dict[tuple[object, ...], int] = {}
        self._rest: Luck | None = None

    def begin(self, guess: int) -> None:
        """Another candidate tries its luck with that guess."""
        self._guess = guess
        self._thrown = {}
        self._rest = None

    def answer(self, game: Game) -> Action:
        """What the game waits for."""
        need = game.need()
        if need is not None and need.kind == ROLL:
            what = (need.seat, need.word, need.card)
            count = self._thrown[what] = self._thrown.get(what, 0) + 1
            shown = self._dice.get((*what, count))
            if shown is None:
                shown = self._dice[(*what, count)] = self._stream.shuffled(ROLLS)
            return shown[self._guess % GUESSES]
        if self._rest is None:
            self._rest = Luck(self._stream.fork(f"guess-{self._guess}"))
        return self._rest.answer(game)


class Ahead:
    """Compares what may be done at one moment by what comes of it until the turn is over."""

    def __init__(self, policy: Normal, stream: Stream, budget: int = BUDGET) -> None:
        self.policy = policy  # how everybody goes on after that
        self.stream = stream
        self.budget = budget
        self.steps = 0  # taken for the last decision

    def best(self, view: Game, moves: Sequence[Action | None]) -> Action | None:
        """The move that is clearly better than the first one, or else that; None does nothing."""
        rows = self.outcomes(view, moves)
        if len(rows) < FEWEST:
            return moves[0]
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        best = max(range(len(moves)), key=means.__getitem__)
        gain = means[best] - means[0]
        spread = sum([(row[best] - row[0] - gain) ** 2 for row in rows]) / (len(rows) - 1)
        return moves[best if gain > CLEAR + SURE * (spread / len(rows)) ** 0.5 else 0]

    def outcomes(self, view: Game, moves: Sequence[Action | None]) -> list[list[float]]:
        """For each guess our chance to win after each of the moves."""
        me, faces = seat_of(view), unseen(view)
        fate = Fate(self.stream)
        rows: list[list[float]] = []
        self.steps = 0
        while len(rows) < GUESSES:
            game = guessed(view, faces, self.stream)
            row = []
            for move in moves:
                copy = game.copy()
                fate.begin(len(rows))
                if self.steps >= self.budget:
                    return rows
                if move is not None:
                    copy.apply(move)
                    self.steps += 1
                if not self.play_on(copy, (view.round, view.turn), fate):
                    return rows
                row.append(chance(copy, me))
            rows.append(row)
        return rows

    def play_on(self, game: Game, turn: tuple[int, int], fate: Fate) -> bool:
        """Plays to the end of the turn; False if the budget does not last so long."""
        while waiting := game.waiting():
            seat, stack = waiting[0], game.stack
            if not stack and (game.round, game.turn) != turn:
                return True
            if self.steps >= self.budget:
                return False
            if seat == CHANCE:
                action = fate.answer(game)
            elif stack and type(stack[-1]) is Window:
                action = Action(PASS, seat, ref=stack[-1].ref)
            else:
                game.eyes = seat
                action = self.policy.choose(game)
            game.apply(action)
            self.steps += 1
        return True
