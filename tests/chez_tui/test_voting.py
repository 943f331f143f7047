"""Votes about the seats of absent players, in words."""

from types import SimpleNamespace
from typing import Any

import pytest

from chez_tui import voting
from net.sessions.session import Standing, Vote

TABLE: Any = SimpleNamespace(names=("Ann", "Bob", "Cy", "Ada", "Bix"))


@pytest.mark.parametrize(
    ("seats", "bot", "said"),
    [
        ((2,), True, "a bot plays on for Cy"),
        ((2,), False, "the seat of Cy is given up"),
        ((2, 3), True, "a bot plays on for Cy and the bot Ada"),
        ((2, 3, 4), False, "the seats of Cy and the bots Ada and Bix are given up"),
    ],
)
def test_one_question_for_a_person_and_his_bots(
    seats: tuple[int, ...], bot: bool, said: str
) -> None:
    assert voting.option(Vote(seats, 2), bot, TABLE) == said


def test_who_wants_what_and_who_has_not_said() -> None:
    vote = Vote((2,), 3, bot=(0, 1), given_up=(3,), silent=(4,))
    assert voting.option(vote, True, TABLE).endswith(": Ann and Bob want that")
    assert voting.option(vote, False, TABLE).endswith(": Ada wants that")
    assert voting.question([vote], TABLE) == "3 of you must choose the same. Bix has not said."
    assert voting.question([vote._replace(silent=())], TABLE).endswith("the same.")
    standing = Standing("", (2,), (vote,))
    assert voting.chosen(standing, 2, True, TABLE) == (
        "You want a bot for Cy: 2 of 3 needed; Bix has not said"
    )
    assert voting.chosen(standing, 2, False, TABLE).startswith("You want Cy's seat given up: 1 of")
    assert voting.chosen(Standing(), 2, True, TABLE) == "You want a bot for Cy"  # it is done


def test_how_far_a_vote_has_come() -> None:
    assert voting.score([Vote((2,), 3)]) == ""
    assert voting.score([Vote((2,), 3, bot=(0,), given_up=(1, 3))]) == "2 of 3 for giving it up"


def test_why_there_is_no_vote() -> None:
    assert voting.no_vote(Standing(), 2, TABLE) == "Cy is here."
    assert "still kept" in voting.no_vote(Standing("", (2,)), 2, TABLE)
    assert "Too few" in voting.no_vote(Standing("", (2,), (), True), 2, TABLE)
