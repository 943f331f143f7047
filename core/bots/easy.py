"""The easy bot: does something sensible, but any sensible thing.

It never hurts itself on purpose and lets no Free Time lapse, yet it has no plan, buys one Thing
at a time, and answers other people's plays when the mood takes it.
"""

from typing import Final

from core.actions import CALL, CANCEL, DISCARD, DO, EVICT, NEXT, PASS, PLAY, SHOP, THROW, Action
from core.bots.judge import Judge, seat_of
from core.bots.normal import Normal
from core.game import Game
from core.luck import Stream
from core.state import Ask, Treat, Trim, Window

ANSWERS_ONE_IN: Final = 4
WHENEVER_ONE_IN: Final = 3


class Easy:
    """Plays at random among what does it no harm."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.wits = Normal(stream)  # for questions, where only stupidity would answer at random

    def choose(self, view: Game) -> Action:
        moves = view.legal(seat_of(view))
        if len(moves) == 1:
            return moves[0]
        top = view.stack[-1] if view.stack else None
        if isinstance(top, Window):
            return self.answer(view, moves)
        if isinstance(top, (Ask, Trim, Treat)):
            return self.wits.choose(view)
        judge = Judge(view)
        good = [move for move in moves if self.fine(judge, move)]
        if good:
            return self.stream.choice(good)
        rest = [move for move in moves if move.kind in (NEXT, DISCARD)]
        if rest[-1].kind == NEXT:
            return rest[-1]
        return min(rest, key=lambda move: judge.in_hand(move.cards[0]))

    def interject(self, view: Game) -> Action | None:
        if self.stream.below(WHENEVER_ONE_IN):
            return None
        judge = Judge(view)
        moves = view.legal(seat_of(view))
        good = [move for move in moves if move.kind == PLAY and judge.action(move) > 0]
        return self.stream.choice(good) if good else None

    def fine(self, judge: Judge, move: Action) -> bool:
        """Whether a move of our own turn does us good rather than harm."""
        if move.kind == EVICT:
            return judge.presence(move.on) < 0
        if move.kind == PLAY and self.stream.below(WHENEVER_ONE_IN):
            return False
        return move.kind in (CALL, DO, SHOP, PLAY) and judge.action(move) > 0

    def answer(self, view: Game, moves: list[Action]) -> Action:
        """A window: sometimes stops what somebody else would like."""
        stops = [move for move in moves if move.kind in (CANCEL, THROW)]
        if stops and not self.stream.below(ANSWERS_ONE_IN):
            move = self.stream.choice(stops)
            if Judge(view).stopped(-1, move.kind, move.faces[0], move.seat) > 0:
                return move
        return next(move for move in moves if move.kind == PASS)
