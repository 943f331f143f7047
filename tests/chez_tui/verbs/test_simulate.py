"""`chez-tui simulate`: seats, games and statistics; its output is a transcript."""

import json

import pytest

from chez_tui.verbs import colored
from chez_tui.verbs.simulate import Setup, as_json, levels_of, never_played, outcomes
from core.catalog import load_catalog
from core.rules.setup import settled_options
from core.stats import Outcome, Summary, histogram, percentile
from tests.conftest import Cli

# -- seats and games -------------------------------------------------------------------------------


def test_everybody_sits_everywhere() -> None:
    setup = Setup(load_catalog(), ("normal", "easy", "easy"), {}, 1)
    seen = [levels_of(setup, index) for index in range(3)]
    assert [levels.index("normal") for levels in seen] == [0, 2, 1]
    assert levels_of(setup, 3) == seen[0]


def test_games_are_independent_of_each_other() -> None:
    setup = Setup(load_catalog(), ("normal", "normal"), settled_options({}), 7)
    some = list(outcomes(setup, 4, 1))
    assert list(outcomes(setup, 2, 1)) == some[:2]
    assert len({outcome.steps for outcome in some}) > 1


def test_a_game_that_takes_too_long_is_not_finished() -> None:
    setup = Setup(load_catalog(), ("easy", "easy"), settled_options({}), 7, limit=30)
    (outcome,) = outcomes(setup, 1, 1)
    assert (outcome.finished, outcome.steps, outcome.winners) == (False, 30, ())
    summary = Summary(2)
    summary.add(outcome)
    assert (summary.games, summary.finished, summary.rounds) == (1, 0, [])
    assert len(never_played(summary, setup)) > 100


# -- statistics ------------------------------------------------------------------------------------


def outcome(*winners: int, rounds: int = 5, roles: str = "ABCD") -> Outcome:
    levels = ("normal", "easy", "normal", "easy")
    return Outcome(True, rounds, 100, winners, levels, tuple((role,) for role in roles), {1: 2})


def test_wins_and_fair_shares() -> None:
    summary = Summary(4)
    for winner in (0, 0, 0, 1):
        summary.add(outcome(winner))
    assert [tally.wins for tally in summary.seats] == [3, 1, 0, 0]
    assert summary.roles["A"].share == 3
    assert summary.roles["B"].share == 1
    assert summary.bots["normal"].share == 1.5
    assert summary.bots["normal"].games == 8
    assert summary.unfair_roles() == ["C", "D", "A"]
    assert (summary.steps, summary.played[1]) == (400, 8)
    for winner in (1, 1, 1):
        summary.add(outcome(winner))
    setup = Setup(load_catalog(), ("easy",) * 4, settled_options({}), 1)
    assert '"A": {"games": 7, "wins": 3, "share": 1.714}' in json.dumps(as_json(summary, setup))


def test_joint_winners_have_a_larger_fair_share_and_so_has_a_role_that_two_have() -> None:
    summary = Summary(4)
    summary.add(outcome(0, 2))
    assert [tally.wins for tally in summary.seats] == [1, 0, 1, 0]
    assert summary.roles["A"].share == 2
    assert sum(tally.due for tally in summary.seats) == 2
    summary = Summary(4)
    summary.add(outcome(0, roles="AABC"))
    assert (summary.roles["A"].games, summary.roles["A"].wins) == (2, 1)
    assert summary.roles["A"].share == 2


@pytest.mark.parametrize(
    ("numbers", "hundredths", "value"),
    [
        ([], 50, 0),
        ([7], 50, 7),
        ([7], 95, 7),
        ([1, 2, 3, 4], 50, 2),
        ([4, 3, 2, 1, 5], 50, 3),
        (range(1, 101), 95, 95),
        (range(1, 11), 95, 10),
        ([3, 9], 0, 3),
    ],
)
def test_percentile(numbers: list[int], hundredths: int, value: int) -> None:
    assert percentile(numbers, hundredths) == value


def test_histogram() -> None:
    assert histogram([], 5) == []
    assert histogram([4, 5, 5, 7], 9) == [(4, 4, 1), (5, 5, 2), (6, 6, 0), (7, 7, 1)]
    wide = histogram([1, 2, 3, 10], 4)
    assert wide == [(1, 3, 3), (4, 6, 0), (7, 9, 0), (10, 12, 1)]
    assert sum(count for _, _, count in wide) == 4


def test_bars() -> None:
    assert colored.bar(0) == ""
    assert colored.bar(1, 4) == "████"
    assert colored.bar(2, 4) == "████"
    assert colored.bar(0.5, 3) == "█▌"
    assert colored.bar(-1, 3) == ""


def test_progress_passes_the_games_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [outcome(0), outcome(1)]
    assert list(colored.with_progress(iter(games), 2)) == games
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert json.loads(cli("simulate", "--games", "2", "--json", "--players", "2").out)["games"] == 2
