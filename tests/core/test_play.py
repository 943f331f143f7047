"""The driver: steps, windows, interjections, people and bots at one table."""

from __future__ import annotations

import pytest

from core.actions import LEAVE, PASS, PLAY, Action
from core.bots import Bot, make_bot
from core.events import Event
from core.game import Game
from core.luck import Stream
from core.play import INTERJECTIONS, MOMENTS, Match, play_out
from tests.kit.deals import cards

NAMES = ("Ann", "Bo", "Cy", "Dee")


def bots_for(luck: Stream, players: int = 4) -> list[Bot]:
    """Return normal bots, each with luck of its own."""
    return [make_bot("normal", luck.fork(f"bot-{seat}")) for seat in range(players)]


def test_steps_are_counted_and_limited() -> None:
    luck = Stream(5)
    game = Game(cards(), NAMES)
    seen = []
    steps = play_out(game, bots_for(luck), luck, lambda g, a, ev: seen.append(a), limit=50)
    assert steps == len(seen) == 50
    assert not game.winners


def test_everybody_may_be_first_in_a_window() -> None:
    """First come, first served: the order is drawn, not the seats'."""
    first: set[tuple[int, int]] = set()
    for seed in range(6):
        luck = Stream(seed)
        match = Match(Game(cards(), NAMES), bots_for(luck), luck)
        while not match.over:
            waiting = match.game.waiting()
            action, _ = match.step()
            if action.kind == PASS and len(waiting) == 3:
                first.add((match.game.turn, action.seat))
    assert first >= {(turn, seat) for turn in range(4) for seat in range(4) if turn != seat}


class Eager:
    """A bot that interjects whenever it can, and counts how often it is asked at each moment."""

    def __init__(self, stream: Stream) -> None:
        self.bot = make_bot("easy", stream)
        self.moments: dict[tuple[int, int, int], int] = {}

    def choose(self, view: Game) -> Action:
        return self.bot.choose(view)

    def interject(self, view: Game) -> Action | None:
        assert view.eyes != view.turn
        assert view.phase in MOMENTS
        moment = (view.round, view.turn, view.phase)
        self.moments[moment] = self.moments.get(moment, 0) + 1
        assert view.eyes is not None
        return next((move for move in view.legal(view.eyes) if move.kind == PLAY), None)


def test_interjections_are_few_and_in_time() -> None:
    luck = Stream(9)
    bots = [Eager(luck.fork(str(seat))) for seat in range(4)]
    game = Game(cards(), NAMES)
    interjected = 0

    def on_step(game: Game, action: Action, events: list[Event]) -> None:
        nonlocal interjected
        interjected += action.kind == PLAY and action.seat != game.turn

    play_out(game, bots, luck, on_step)
    assert interjected
    assert game.winners
    asked = [times for bot in bots for times in bot.moments.values()]
    assert asked
    assert max(asked) <= INTERJECTIONS


def test_people_and_bots_at_one_table() -> None:
    luck = Stream(11)
    bots: list[Bot | None] = [None, *bots_for(luck, players=2)]
    match = Match(Game(cards(), NAMES[:3]), bots, luck)
    while (action := match.next_action()) is not None:
        match.game.apply(action)
    assert match.game.waiting() == (0,)
    with pytest.raises(LookupError, match="person"):
        match.step()
    match.game.apply(Action(LEAVE, 0))
    while not match.over:
        match.step()
    assert 0 not in match.game.winners
