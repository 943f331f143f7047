"""The hard bot: the rules of thumb of the normal one, corrected by a look ahead.

It parts with more cards than the normal bot, because fresh ones are better than most of what is
kept, and where there is a real choice it plays the likely moves on in copies of the table.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from core.actions import CANCEL, DO, NEXT, PASS, PLAY, SHOP, THROW, Action
from core.bots.ahead import BUDGET, Ahead
from core.bots.judge import Judge, seat_of
from core.bots.normal import Normal
from core.game import Game
from core.luck import Stream
from core.state import FREE_PHASE, Ask, Window

WIDTH: Final = 5  # moves that are looked at


class Keen(Normal):
    """The normal bot with a shorter temper: only cards of real use stay in its hand."""

    useful = 2.0


class Hard(Keen):
    """Plays to win and looks where its moves lead."""

    def __init__(self, stream: Stream, budget: int = BUDGET) -> None:
        super().__init__(stream)
        self.ahead = Ahead(Keen(stream.fork("policy")), stream.fork("ahead"), budget)

    def choose(self, view: Game) -> Action:
        first = super().choose(view)
        moves = view.legal(seat_of(view)) if view.begun else []
        if len(moves) < 2:
            return first
        likely = distinct([first, *self.likely(Judge(view), moves)])
        if len(likely) < 2:
            return first
        return self.ahead.best(view, likely) or first

    def interject(self, view: Game) -> Action | None:
        first = super().interject(view)
        moves = [move for move in view.legal(seat_of(view)) if move.kind == PLAY]
        if not moves:
            return None
        judge = Judge(view)
        likely = distinct([first, None, *ranked((judge.action(move), move) for move in moves)])
        return self.ahead.best(view, likely)

    def likely(self, judge: Judge, moves: Sequence[Action]) -> list[Action]:
        """What else a sensible player might do, the best by the rules of thumb first."""
        game = judge.game
        top = game.stack[-1] if game.stack else None
        if isinstance(top, Window):
            return [move for move in moves if move.kind in (PASS, CANCEL, THROW)]
        if isinstance(top, Ask):
            return list(moves)
        if top is not None or game.phase != FREE_PHASE:
            return []  # rules of thumb are as good there
        plays = [move for move in moves if move.kind in (DO, SHOP, PLAY, NEXT)]
        return ranked((judge.action(move) if move.kind != NEXT else 0.0, move) for move in plays)


def ranked(worth: Iterable[tuple[float, Action]]) -> list[Action]:
    """The moves, the best first."""
    return [move for _, move in sorted(worth, key=lambda pair: -pair[0])]


def distinct(moves: Iterable[Action | None]) -> list[Action | None]:
    """The first of those moves that are not the same but for the copy of the card."""
    found: dict[object, Action | None] = {}
    for move in moves:
        same = move and (move.kind, move.faces, move.to, move.on, move.value)
        if same not in found and len(found) < WIDTH:
            found[same] = move
    return list(found.values())
