"""A recorded game without a screen: where it stands, and what these eyes are told of it."""

from chez_tui.play.attention import Stopped
from chez_tui.play.replay import ReplayModel
from chez_tui.play.table import SPECTATOR, Rolled, Won
from core.events import ROLLED, STOPPED, WON
from core.state import Window
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
    assert (game.now.seat, list(game.now.seen_hands), game.hands) == (SPECTATOR, [1], 1)
    own = game.story
    game.eyes = None
    assert (game.now.seen_hands, game.hands, game.whose) == ({}, 0, "as a spectator")
    assert own != game.story


def test_dice_stops_and_the_end_are_scenes() -> None:
    """What a step came to stands on the stage, as it did at the table."""
    game = ReplayModel(recorded())
    seen = {}
    for at, step in enumerate(game.replay.steps, 1):
        game.go(at)
        kinds = {event.kind for event in step.events}
        scene = game.now.scene
        seen[type(scene)] = scene
        assert isinstance(scene, Won) == (WON in kinds)
        assert isinstance(scene, Stopped) == (STOPPED in kinds)
        if isinstance(scene, Rolled):
            assert ROLLED in kinds
            assert scene.sentence in game.happened
        assert (game.now.announced is None) == (
            not isinstance((game.view.stack or [0])[-1], Window)
        )
    assert {Won, Stopped, Rolled, type(None)} <= set(seen)
