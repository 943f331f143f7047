"""Drivers for two card engines that others wrote: pyminion (Dominion) and RLCard's UNO.

Both are optional (`make bench-peers` installs them). A step is one decision that a player is asked
for, with the choices listed by their engine; like ours they are chosen with `Dice`. Shuffles are
the peers' own business and count no step. Treasures are all played in one decision, as
pyminion's own bots do; a fixed kingdom keeps out the cards that it can't settle with an empty hand;
its log is off, since nobody would read it.
"""

import logging
from collections.abc import Callable
from importlib import import_module
from random import seed as seed_random
from typing import Any

from benchmarks.dice import Dice

KINGDOM = ("cellar", "market", "merchant", "militia", "mine", "moat", "smithy", "village", "witch",
           "workshop")  # fmt: skip

Work = Callable[[int], int]  # plays at least so many steps and says how many it were


class RandomDecider:
    """Answers every question of pyminion at random, within what it may answer."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.decisions = 0

    def one_or_none(self, cards: list[Any]) -> Any:
        self.decisions += 1
        index = self.dice.pick(len(cards) + 1)
        return cards[index] if index < len(cards) else None

    def some(self, cards: list[Any], low: int, high: int) -> list[Any]:
        self.decisions += 1
        low = min(low, len(cards))
        high = len(cards) if high < 0 else min(high, len(cards))
        left = list(cards)
        count = low + self.dice.pick(high - low + 1)
        return [left.pop(self.dice.pick(len(left))) for _ in range(count)]

    def action_phase_decision(self, valid_actions: list[Any], player: Any, game: Any) -> Any:
        return self.one_or_none(valid_actions)

    def treasure_phase_decision(
        self, valid_treasures: list[Any], player: Any, game: Any
    ) -> list[Any]:
        self.decisions += 1
        return valid_treasures

    def buy_phase_decision(self, valid_cards: list[Any], player: Any, game: Any) -> Any:
        return self.one_or_none(valid_cards)

    def binary_decision(self, prompt: str, **_: Any) -> bool:
        self.decisions += 1
        return self.dice.pick(2) == 1

    def discard_decision(
        self,
        prompt: str,
        valid_cards: list[Any],
        min_num_discard: int = 0,
        max_num_discard: int = -1,
        **_: Any,
    ) -> list[Any]:
        return self.some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(
        self,
        prompt: str,
        valid_cards: list[Any],
        min_num_trash: int = 0,
        max_num_trash: int = -1,
        **_: Any,
    ) -> list[Any]:
        return self.some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(
        self,
        prompt: str,
        valid_cards: list[Any],
        min_num_gain: int = 0,
        max_num_gain: int = -1,
        **_: Any,
    ) -> list[Any]:
        return self.some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(
        self,
        prompt: str,
        valid_cards: list[Any],
        min_num_topdeck: int = 0,
        max_num_topdeck: int = -1,
        **_: Any,
    ) -> list[Any]:
        return self.some(valid_cards, min_num_topdeck, max_num_topdeck)

    def multi_play_decision(
        self, prompt: str, valid_cards: list[Any], required: bool = True, **_: Any
    ) -> Any:
        if not required:
            return self.one_or_none(valid_cards)
        self.decisions += 1
        return valid_cards[self.dice.pick(len(valid_cards))]


def pyminion(players: int = 4, seed: int = 1) -> Work:
    """Whole games of Dominion's base set; raises ImportError where pyminion is not installed."""
    base = import_module("pyminion.expansions.base")
    game_class = import_module("pyminion.game").Game
    player_class = import_module("pyminion.player").Player
    kingdom = [getattr(base, name) for name in KINGDOM]
    decider = RandomDecider(Dice(seed))
    seed_random(seed)
    logging.getLogger().setLevel(logging.WARNING)  # importing pyminion turns the root logger up

    def play(steps: int) -> int:
        before = decider.decisions
        while decider.decisions - before < steps:
            seats = [player_class(decider, player_id=f"player {n + 1}") for n in range(players)]
            game_class(seats, [base.base_set], kingdom, log_stdout=False).play()
        return decider.decisions - before

    return play


def rlcard_uno(players: int = 5, seed: int = 1) -> Work:
    """UNO's core without RLCard's environment; raises ImportError where it is not installed."""
    game_class = import_module("rlcard.games.uno.game").UnoGame
    dice = Dice(seed)
    game = game_class(num_players=players)
    game.np_random.seed(seed)

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            state, _ = game.init_game()
            while not game.is_over() and done < steps:
                moves = state["legal_actions"]
                state, _ = game.step(moves[dice.pick(len(moves))])
                done += 1
        return done

    return play
