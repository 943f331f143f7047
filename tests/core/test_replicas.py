"""Replicas that know different faces stay the same game; `tests/kit/walk.py` plays most of them."""

import pytest

from core.view import view
from tests.kit.random_play import STEP_LIMIT, Choices, new_game, next_action
from tests.kit.replica import Replica, alike, same_fields


@pytest.mark.parametrize("number", range(7))
def test_a_view_from_the_middle_of_a_game_goes_on_as_a_replica(number: int) -> None:
    players = 2 + number
    source = Choices(b"", number, "views")
    truth = new_game(players)
    for _ in range(40 + 10 * number):
        if truth.waiting():
            truth.apply(next_action(truth, source))
    seats: tuple[int | None, ...] = (*range(players), None)
    replicas = [Replica(view(truth, seat), seat) for seat in seats]
    for _ in range(STEP_LIMIT):
        if not truth.waiting():
            break
        action = next_action(truth, source)
        truth.apply(action)
        for replica in replicas:
            replica.hear(action, truth)
            alike(truth, replica)
    assert truth.winners
    for replica in replicas:
        same_fields(truth, replica)


def test_a_replica_refuses_a_card_that_it_knows_better() -> None:
    """A face that was learned can't be named differently later."""
    source = Choices(b"", 5, "lies")
    truth = new_game(3)
    replica = Replica(new_game(3), 1)
    while not truth.begun:
        action = next_action(truth, source)
        truth.apply(action)
        replica.hear(action, truth)
    card = truth.hands[1][0]
    wrong = next(face for face in truth.catalog.life() if face != truth.face[card])
    with pytest.raises(ValueError, match="is known to be"):
        replica.game.learn(card, wrong)
    assert replica.game.face[card] == truth.face[card]
