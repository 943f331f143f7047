"""Setting a table, leaving it, and what a hand may hold."""

import pytest

from core import events as e
from core.actions import (
    CHANCE,
    DISCARD,
    LEAVE,
    NEXT,
    PASS,
    PLAY,
    ROLE,
    SHOP,
    SHOW,
    THROW,
    Action,
)
from core.arrangement import Arrangement, Seat, arranged
from core.game import Game
from core.rules.setup import OptionError
from core.state import CALL_PHASE, FREE_PHASE, PHASES, Ask, Trim
from core.view import view
from tests.core.moments import idle, moment, refused, top
from tests.kit.random_play import NAMES, Choices, geek, new_game, next_action

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


def test_every_option_is_played_with() -> None:
    source = Choices(b"", 80, "options")
    assert len(new_game(3, {"guests": "off"}).where) == len(new_game(3).where) - 4
    game = new_game(3, {"hand": "8"})
    while not game.begun:
        game.apply(next_action(game, source))
    assert [len(hand) for hand in game.hands] == [8, 7, 7]
    game = new_game(2, {"two-player": "start"})
    while not game.begun:
        game.apply(next_action(game, source))
    assert {game.faces[roles[0]].name for roles in game.roles} == {"Slacker", "Drummer"}
    asked = new_game(3, winners=(1,))
    assert asked.waiting() == (1,)
    assert new_game(3, {"winner-picks": "off"}, winners=(1,)).waiting() == (CHANCE,)


# -- leaving ---------------------------------------------------------------------------------------


def test_who_leaves_during_the_deal_gets_no_cards() -> None:
    game, source = new_game(3), Choices(b"", 90, "leaving")
    game.apply(next_action(game, source))
    game.apply(Action(LEAVE, 0))
    while not game.begun:
        game.apply(next_action(game, source))
    assert game.hands[0] == []
    assert game.roles[0] == ()
    assert game.turn == 1


def leaves(game: Game) -> None:
    """Whoever's turn it is leaves; the next player's turn follows at once."""
    gone = game.turn
    events = game.apply(Action(LEAVE, gone))
    begun = [event for event in events if event.kind in (e.PHASE_BEGAN, e.TURN_BEGAN)]
    assert all(event.seat != gone for event in begun), begun
    assert refused(game, Action(NEXT, gone)) == "you have left the game"


@pytest.mark.parametrize("phase", range(len(PHASES)))
def test_who_leaves_in_his_turn_begins_nothing_more(phase: int) -> None:
    game = moment(4, 91, lambda g: idle(g) and g.phase == phase)
    seats = game.seats_from(game.turn)
    leaves(game)
    assert game.turn == seats[1]


@pytest.mark.parametrize("about", ["lose", "upkeep"])
def test_who_leaves_with_his_guests_begins_nothing_more(about: str) -> None:
    """The Call People phase is pending while the guests do their worst in the Roll phase."""

    def asked(game: Game) -> bool:
        question = top(game)
        return (
            isinstance(question, Ask)
            and question.topic == about
            and question.seat == game.turn
            and ("phase", CALL_PHASE) in game.stack
        )

    game = moment(4, 92, asked)
    seats = game.seats_from(game.turn)
    leaves(game)
    assert game.turn == seats[1]


def test_leaving_hides_the_hand_from_everybody() -> None:
    game = moment(4, 95, lambda g: idle(g) and len(g.hands[2]) > 3)
    game.apply(Action(SHOW, 2, to=0))
    hand = game.hands[2][:]
    assert all(view(game, 0).face[card] == game.face[card] for card in hand)
    assert all(view(game, 1).face[card] == -1 for card in hand)
    game.apply(Action(LEAVE, 2))
    for seat in (None, 0, 1, 3):
        assert all(view(game, seat).face[card] == -1 for card in hand)
    for card in hand:
        assert refused(game, Action(DISCARD, 0, (card,)))


def test_names_are_taken_as_they_are() -> None:
    assert new_game(3).names == NAMES[:3]


# -- hands -----------------------------------------------------------------------------------------


def test_things_that_come_back_may_be_too_many() -> None:
    """Ann draws up to seven until she is fired, and then her trip is stopped (RUL-14)."""
    catalog = geek()

    def named(*names: str) -> tuple[int, ...]:
        return tuple(catalog.named(name)[0] for name in names)

    things = tuple(face.number for face in catalog.faces if face.kind == "thing")[:7]
    ann = Seat(named("Corporate Drone"), things, income=9, free_time=1)
    bo = Seat(hand=named("You're Fired!", "Talk Show"))
    table = Arrangement((ann, bo), phase=FREE_PHASE)
    game = arranged(catalog, ("Ann", "Bo"), None, table)
    fired, talk_show = game.hands[1]
    game.apply(Action(SHOP, 0, tuple(game.hands[0][:1]), things[:1]))
    game.apply(Action(PLAY, 1, (fired,), to=0))
    game.apply(Action(PASS, 0))
    game.apply(Action(ROLE, CHANCE, value=game.role_pile[0]))
    assert game.hand_limit(0) == len(game.hands[0]) == 6
    game.apply(Action(THROW, 1, (talk_show,)))
    game.apply(Action(PASS, 0))
    assert len(game.hands[0]) == 7
    question = top(game)
    assert isinstance(question, Trim)
    assert (question.seat, question.amount) == (0, 1)
