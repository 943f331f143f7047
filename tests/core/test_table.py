"""Setting a table, and leaving it."""

import pytest

from core import events as e
from core.actions import CHANCE, DISCARD, LEAVE, NEXT, SHOW, Action
from core.game import Game
from core.luck import Stream
from core.rules.setup import OptionError
from core.state import Ask
from core.view import view
from tests.kit.random_play import NAMES, geek, new_game, next_action
from tests.kit.table import at


def dealt(game: Game) -> Game:
    source = Stream(80).fork("options")
    while not game.begun:
        game.apply(next_action(game, source))
    return game


# -- setting a table -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 9, 20])
def test_too_few_or_too_many_players(players: int) -> None:
    with pytest.raises(OptionError, match=f"2 to 8 can play, not {players}"):
        Game(geek(), [f"P{seat}" for seat in range(players)])


@pytest.mark.parametrize(
    "options",
    [{"jokers": "on"}, {"guests": "maybe"}, {"hand": "3"}, {"hand": "six"}, {"Guests": "on"}],
)
def test_unknown_options(options: dict[str, str]) -> None:
    with pytest.raises(OptionError, match="option"):
        new_game(2, options)


@pytest.mark.parametrize("winners", [(3,), (-1,), (0, 0), (0, 7)])
def test_winners_of_the_last_game_sit_at_the_table(winners: tuple[int, ...]) -> None:
    with pytest.raises(OptionError):
        new_game(3, winners=winners)


def test_a_bigger_hand_is_an_option() -> None:
    game = dealt(new_game(3, {"hand": "8"}))
    assert [len(hand) for hand in game.hands] == [8, 7, 7]
    assert game.names == NAMES[:3]


# -- leaving ---------------------------------------------------------------------------------------


def test_who_leaves_during_the_deal_gets_no_cards() -> None:
    game = new_game(3)
    game.apply(Action("role", CHANCE, value=game.role_pile[0]))
    game.apply(Action(LEAVE, 0))
    dealt(game)
    assert (game.hands[0], game.roles[0], game.turn) == ([], (), 1)


def leaves(game: Game) -> None:
    """Ann leaves in her turn; the next player's turn follows at once."""
    events = game.apply(Action(LEAVE, 0))
    begun = [event for event in events if event.kind in (e.PHASE_BEGAN, e.TURN_BEGAN)]
    assert all(event.seat == 1 for event in begun), begun
    refusal = game.refusal(Action(NEXT, 0))
    assert refusal is not None
    assert refusal.text == "you have left the game"
    assert game.turn == 1


@pytest.mark.parametrize("phase", ["draw", "roll", "call", "free time", "discard"])
def test_who_leaves_in_a_turn_begins_nothing_more(phase: str) -> None:
    leaves(at(f"players: Ann; Bo; Cy; Di\nturn: Ann, {phase}"))


@pytest.mark.parametrize(
    ("topic", "room"),
    [("lose", "Hungry Girl; Pizza; Hash Brownies"), ("upkeep", "Overdue Library Book")],
)
def test_who_leaves_with_guests_begins_nothing_more(topic: str, room: str) -> None:
    """The Call People phase is pending while the guests do their worst in the Roll phase."""
    game = at(f"players: Ann; Bo; Cy; Di\nAnn has: {room}\nturn: Ann, roll")
    if not game.stack:
        game.apply(Action(NEXT, 0))
    question = game.stack[-1]
    assert isinstance(question, Ask)
    assert question.topic == topic
    leaves(game)


def test_leaving_hides_the_hand_from_everybody() -> None:
    game = at("players: Ann; Bo; Cy; Di\nCy holds: Beer; Sleep; Bum\nturn: Ann, free time")
    game.apply(Action(SHOW, 2, to=0))
    hand = game.hands[2][:]
    assert all(view(game, 0).face[card] == game.face[card] for card in hand)
    assert all(view(game, 1).face[card] == -1 for card in hand)
    game.apply(Action(LEAVE, 2))
    for card in hand:
        assert {view(game, seat).face[card] for seat in (None, 0, 1, 3)} == {-1}
        assert game.refusal(Action(DISCARD, 0, (card,))) is not None
