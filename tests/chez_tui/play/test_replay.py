"""A recorded game without a screen: where it stands, and what these eyes are told of it."""

from chez_tui.play.replay import ReplayModel
from chez_tui.play.table import SPECTATOR
from tests.kit.recorded import recorded


def test_a_replay_goes_from_sentence_to_sentence_and_ends() -> None:
    game = ReplayModel(recorded())
    game.go(-1)
    assert (game.at, game.now.log, game.happened) == (0, (), "Nothing happened yet")
    for _ in range(5):
        game.go_told(1)
        assert game.latest
        assert game.now.log[-1] is game.latest[-1]
        assert game.happened == "; ".join(told.text for told in game.latest)
    told = game.now.log
    game.go_told(-1)
    assert game.now.log == told[: len(game.now.log)]
    game.go(10**6)
    assert game.at == len(game.replay)
    assert game.view.winners
    assert game.ending == ""
    game.go_told(1)
    assert game.at == len(game.replay)


def test_whose_eyes_they_are_decides_what_is_told() -> None:
    game = ReplayModel(recorded())
    game.eyes = 1
    assert (game.now.seat, game.seats[0], game.opens(1), game.opens(0)) == (1, 1, True, False)
    own = game.story
    game.eyes = None
    assert (game.now.seat, game.opens(1), game.whose) == (SPECTATOR, False, "as a spectator")
    assert own != game.story
