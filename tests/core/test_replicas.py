"""Replicas that know different faces stay the same game, action by action, to the end."""

from typing import Final

import pytest

from core.actions import SHUFFLE, Action
from core.events import Event
from core.game import Game
from core.state import HIDDEN
from core.view import view
from tests.core.invariants import difference
from tests.core.random_play import STEP_LIMIT, Choices, new_game, next_action

# Players -> games; 500 together, in parts of so many.
GAMES: Final = {2: 100, 3: 90, 4: 80, 5: 70, 6: 60, 7: 50, 8: 50}
PART: Final = 25
SAMPLE: Final = 53  # every so many steps all fields are compared
OPTIONS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"guests": "off", "hand": "5"},
    {"two-player": "start", "negative-slack": "on"},
    {"hand": "8"},
)


def test_there_are_five_hundred_games() -> None:
    assert sum(GAMES.values()) >= 500


class Replica:
    """What one seat, or a spectator, keeps: it hears actions and is shown its own cards only."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat

    def hear(self, action: Action, truth: Game) -> list[Event]:
        """The order of a shuffled pile is nobody's to know, so its faces are left out."""
        if action.kind == SHUFFLE:
            action = action._replace(faces=())
        events = self.game.apply(action)
        self.look(truth)
        return events

    def look(self, truth: Game) -> None:
        """Takes up the faces of the own hand and of cards that others have shown."""
        seat = self.seat
        if seat is None:
            return
        game = self.game
        for card in game.hands[seat]:
            if game.face[card] == HIDDEN:
                game.learn(card, truth.face[card])
        for card, seen in game.seen.items():
            if seen >> seat & 1:
                game.learn(card, truth.face[card])


def alike(truth: Game, replica: Replica) -> None:
    """After every action: the same digest, the same waiting, the same legal moves."""
    game, seat = replica.game, replica.seat
    assert game.digest() == truth.digest()
    assert game.waiting() == truth.waiting()
    if seat is not None:
        assert game.legal(seat) == truth.legal(seat)


def same_fields(truth: Game, replica: Replica) -> None:
    """Every field is the same, and so are the faces of what the seat may know."""
    game = replica.game
    differing = difference(truth, game, "face", "eyes")
    assert not differing, differing
    for card, face in enumerate(view(truth, replica.seat).face):
        if face != HIDDEN:
            assert game.face[card] == face
        elif game.face[card] != HIDDEN:  # seen once: the owner has taken it along in leaving
            assert game.face[card] == truth.face[card]


def stays_alike(truth: Game, replica: Replica, source: Choices) -> None:
    """Plays to the end, and the replica hears everything."""
    for step in range(STEP_LIMIT):
        if not truth.waiting():
            break
        action = next_action(truth, source)
        events = truth.apply(action)
        assert replica.hear(action, truth) == events
        alike(truth, replica)
        if step % SAMPLE == 0:
            same_fields(truth, replica)
    assert truth.winners == replica.game.winners != ()
    same_fields(truth, replica)


@pytest.mark.parametrize(
    ("players", "part"),
    [(players, part) for players, games in GAMES.items() for part in range(games // PART + 1)],
)
def test_replicas_keep_equal_digests(players: int, part: int) -> None:
    games = GAMES[players]
    for number in range(part * PART, min(games, (part + 1) * PART)):
        source = Choices(b"", number, f"replicas of {players}")
        options = OPTIONS[number % len(OPTIONS)]
        first = number % players
        winners = (first,) if number % 3 == 0 else ()
        seat = source.below(players) if number % 5 else None  # each fifth is a spectator
        truth = new_game(players, options, first, winners)
        replica = Replica(new_game(players, options, first, winners), seat)
        stays_alike(truth, replica, source)


@pytest.mark.parametrize("number", range(12))
def test_a_view_from_the_middle_of_a_game_goes_on_as_a_replica(number: int) -> None:
    players = 2 + number % 7
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
