"""The driver: chance and bots play a game to its end, the same for the same luck."""

from collections.abc import Callable, Sequence
from typing import Final

from core.actions import CHANCE, Action
from core.bots import Bot
from core.events import Event
from core.game import Game
from core.luck import Luck, Stream
from core.state import DISCARD_PHASE, FREE_PHASE
from core.view import view

LIMIT: Final = 20_000  # steps after which a game is given up; real ones need a tenth of it
INTERJECTIONS: Final = 3  # Whenevers one bot may play at one moment of another's turn
# When the others are asked whether they want to play a Whenever.
MOMENTS: Final = (FREE_PHASE, DISCARD_PHASE)

OnStep = Callable[[Game, Action, list[Event]], object]


class Match:
    """A game, the bots around it and the luck they play with; `step` does one action."""

    def __init__(self, game: Game, bots: Sequence[Bot | None], luck: Stream) -> None:
        self.game = game
        self.bots = bots
        self.steps = 0
        self._chance = Luck(luck)
        self._order = luck.fork("order")
        self._moment = (-1, -1, -1)
        self._askable: list[int] = []  # seats that may still interject at this moment

    @property
    def over(self) -> bool:
        return not self.game.waiting()

    def step(self) -> tuple[Action, list[Event]]:
        """Chance or a bot acts: the action and what came of it."""
        action = self.next_action()
        if action is None:
            raise LookupError("a person has to act next")
        events = self.game.apply(action)
        self.steps += 1
        return action, events

    def next_action(self) -> Action | None:
        """What chance or one of the bots does now; None while only people can go on."""
        game = self.game
        waiting = game.waiting()
        if waiting[0] == CHANCE:
            return self._chance.answer(game)
        if not game.stack:
            action = self._interjection()
            if action is not None:
                return action
        seats = [seat for seat in waiting if self.bots[seat] is not None]
        if not seats:
            return None
        seat = seats[0] if len(seats) == 1 else self._order.choice(seats)
        moves = game.legal(seat)
        if len(moves) == 1:
            return moves[0]
        bot = self.bots[seat]
        assert bot is not None
        return bot.choose(view(game, seat))

    def _interjection(self) -> Action | None:
        """Once at some phases of a turn the other players may put in a Whenever."""
        game = self.game
        moment = (game.round, game.turn, game.phase)
        if moment != self._moment:
            self._moment = moment
            self._askable = []
            if game.phase in MOMENTS:
                others = self._order.shuffled(
                    [s for s in game.seats_from(game.turn)[1:] if self.bots[s] is not None]
                )
                self._askable = others * INTERJECTIONS
        while self._askable:
            seat = self._askable.pop()
            bot = self.bots[seat]
            if bot is not None and game.legal(seat):
                action = bot.interject(view(game, seat))
                if action is not None:
                    return action
            self._askable = [other for other in self._askable if other != seat]
        return None


def play_out(
    game: Game,
    bots: Sequence[Bot],
    luck: Stream,
    on_step: OnStep | None = None,
    limit: int = LIMIT,
) -> int:
    """Plays until somebody has won or the limit is reached; says how many steps it took."""
    match = Match(game, bots, luck)
    while not match.over and match.steps < limit:
        action, events = match.step()
        if on_step is not None:
            on_step(game, action, events)
    return match.steps
