"""Two thousand random games of two to eight, with everything checked that must hold."""

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.actions import CHANCE, ROLL, Action
from core.game import Game
from core.rules.setup import OPTIONS
from tests.core import invariants, probes
from tests.core.random_play import STEP_LIMIT, Choices, new_game, next_action

# Players -> parts and games in each part; 2,000 together.
PARTS: Final = {
    2: (4, 200),
    3: (4, 130),
    4: (4, 90),
    5: (2, 70),
    6: (2, 40),
    7: (2, 30),
    8: (2, 25),
}
SAMPLE: Final = 97  # every so many steps the checks that take longer

DECISIONS = st.binary(max_size=300)
SEEDS = st.integers(0, 2**32 - 1)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(option.values) for name, option in OPTIONS.items()},
)


def test_there_are_two_thousand_games() -> None:
    assert sum(parts * games for parts, games in PARTS.values()) >= 2000


def thorough(game: Game, action: Action, source: Choices) -> None:
    """The checks that take longer."""
    invariants.legal_moves(game)
    seat = source.below(game.players + 1) - 1
    invariants.views(game, seat if seat >= 0 else None)
    moves = [move for seat in range(game.players) for move in game.legal(seat)]
    moves.append(Action(ROLL, CHANCE, value=3))
    tries: list[Any] = [action]  # what has just been done, once more
    for _ in range(8):
        move = moves[source.below(len(moves))]
        tries.append(probes.spoiled(game, move, source))
    probes.refusals(game, tries)


@pytest.mark.parametrize(
    ("players", "part"),
    [(players, part) for players, (parts, _) in PARTS.items() for part in range(parts)],
)
def test_random_games(players: int, part: int) -> None:
    """Cards conserved, hands within limits, Slack as it lies there, nothing leaks, never stuck."""

    @settings(
        max_examples=PARTS[players][1],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
    )
    @given(DECISIONS, SEEDS, SETTINGS, st.integers(0, players - 1), st.booleans())
    def one_game(
        decisions: bytes, seed: int, options: dict[str, str], first: int, again: bool
    ) -> None:
        source = Choices(decisions, seed, f"part {part}")
        winners = (first,) if again else ()
        game = new_game(players, options, first, winners)
        audit = invariants.Audit(game)
        due = source.below(SAMPLE)
        for step in range(STEP_LIMIT):
            action = next_action(game, source)
            events = game.apply(action)
            audit.after(action, events)
            if step % SAMPLE == due:
                audit.whole()
                thorough(game, action, source)
            if not game.waiting():
                break
        assert game.winners, f"no end after {STEP_LIMIT} steps"
        audit.whole()
        thorough(game, action, source)

    one_game()
