"""A recorded game, to be walked through in both directions."""

from bisect import bisect_right
from typing import Final, NamedTuple

from core.actions import Action, Refused
from core.events import TURN_BEGAN, Event
from core.game import Game
from core.telling import tell
from core.view import View, view
from net.sessions.record import Record, RecordError

EVERYTHING: Final = -1  # eyes that see every card, hidden or not
STRIDE: Final = 50  # a whole table is kept every so many steps; the rest is played anew


def told(record: Record, seat: int | None) -> list[str]:
    """The game so far in sentences, as the seat may read them."""
    sentences: list[str] = []
    if record.actions:
        game = record.game()
        for action in record.actions:
            events = game.apply(action)
            sentences += [text for event in events if (text := tell(event, game, seat))]
    return sentences


class Step(NamedTuple):
    """One action and what came of it."""

    action: Action
    events: tuple[Event, ...]


class Replay:
    """All moments of a game: moment 0 is before the first action."""

    def __init__(self, record: Record) -> None:
        self.record = record
        game = record.game()
        self._kept = [game.copy()]
        self.steps: list[Step] = []
        self.slack: list[tuple[int, ...]] = []  # of everybody, after each step
        self.rounds: dict[int, int] = {}  # round -> the moment in which it begins
        self.turns: list[int] = []  # moments in which a turn begins
        for number, action in enumerate(record.actions, 1):
            try:
                events = game.apply(action)
            except Refused as error:
                raise RecordError(f"action {number} of this game isn't legal: {error}") from None
            self.steps.append(Step(action, tuple(events)))
            self.slack.append(tuple(game.slack))
            for event in events:
                if event.kind == TURN_BEGAN:
                    self.rounds.setdefault(event.n, number)
                    self.turns.append(number)
            if number % STRIDE == 0:
                self._kept.append(game.copy())
        self.final = game

    def __len__(self) -> int:
        """The number of the last moment."""
        return len(self.steps)

    def table(self, moment: int) -> Game:
        """The table at a moment, every face known."""
        moment = max(0, min(moment, len(self.steps)))
        game = self._kept[moment // STRIDE].copy()
        for step in self.steps[moment - moment % STRIDE : moment]:
            game.apply(step.action)
        return game

    def view(self, moment: int, eyes: int | None) -> View:
        """The table at a moment as one seat, a spectator (None) or EVERYTHING saw it."""
        table = self.table(moment)
        return table if eyes == EVERYTHING else view(table, eyes)

    def told(self, eyes: int | None) -> list[tuple[str, ...]]:
        """Return a sentence for each event of every step; empty where there is nothing to say."""
        game = self._kept[0].copy()
        sentences: list[tuple[str, ...]] = []
        for step in self.steps:
            game.apply(step.action)
            heard = (
                tell(event, game, event.seat if eyes == EVERYTHING else eyes)
                for event in step.events
            )
            sentences.append(tuple(sentence or "" for sentence in heard))
        return sentences

    def next_turn(self, moment: int) -> int:
        """The moment in which the next turn begins, or the last one."""
        at = bisect_right(self.turns, moment)
        return self.turns[at] if at < len(self.turns) else len(self.steps)

    def last_turn(self, moment: int) -> int:
        """The moment in which this turn began, or the one before it if that is now."""
        at = bisect_right(self.turns, moment - 1) - 1
        return self.turns[at] if at >= 0 else 0
