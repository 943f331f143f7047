"""The decks stay balanced, roughly: a few games of every small edition and pair, with wide limits.

So few games hang on the deal: it is from the recorded cards, whatever has been added since.
`python -m tests.kit.fairness` plays more of them and looks at roles and cards too, and
`chez-tui simulate` plays the two thousand games that the real limits are held against.
"""

import pytest

from core.catalog import EDITIONS
from tests.kit.boxes import recorded_box as recorded_box
from tests.kit.fairness import PAIRS, duels, length_problems, share_problems, simulated


@pytest.mark.parametrize("editions", [*EDITIONS[1:], *PAIRS])
def test_games_come_to_an_end_in_time(editions: str) -> None:
    for players in (4, 5):
        _, summary = simulated(editions, players, 3, 11)
        assert length_problems(summary) == []


def test_what_is_wrong_with_a_deck_is_found() -> None:
    """In one game some cards are not played."""
    setup, summary = simulated("goth", 4, 1, 11)
    problems = share_problems(setup, summary)
    assert problems
    assert all(problem.endswith(" is never played") for problem in problems)
    summary.rounds[:] = [41]
    summary.games += 1
    assert length_problems(summary) == [
        "1 games have no end",
        "the median game takes 41 rounds",
        "one game took 41 rounds",
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_normal_beats_easy(edition: str) -> None:
    """In this sample."""
    assert duels(edition, 12, 4711) >= 8
