"""Scenes, frame by frame, with a clock that a test moves; and the keys that end them."""

from collections.abc import Callable

import pytest

from chez_tui.kit.canvas import THROW
from chez_tui.kit.dialogs import Confirm
from chez_tui.play.attention import Dealt, Stopped
from chez_tui.play.table import Rolled, Won
from chez_tui.screens.table.panes import StagePane
from chez_tui.screens.table.scenes import SECONDS, Act, Scene, Scenes
from core.actions import DO
from tests.chez_tui.driver import SetTable, laid, sitting

DIE = Rolled(1, 3, 4, "Ada rolls 3")
MINE = Rolled(0, 3, 4, "Pam rolls 3")
STOP = Stopped(1, (0,), 0, 1)


class Clock:
    """Calls what is due when a test says so."""

    def __init__(self) -> None:
        self.due: list[tuple[float, Callable[[], None]]] = []
        self.shown = 0
        self.scenes = Scenes(lambda seconds, call: self.due.append((seconds, call)), self.show)

    def show(self) -> None:
        self.shown += 1

    def tick(self) -> float:
        """Let the next timer go off; return how long it ran."""
        seconds, call = self.due.pop(0)
        call()
        return seconds


@pytest.mark.parametrize("scene", [DIE, STOP, Dealt(0, 0, (1, 2))])
def test_a_scene_plays_its_frames_and_lies_still(scene: Scene) -> None:
    clock = Clock()
    clock.scenes.play(scene, still=False)
    frames = [clock.scenes.now.frame]
    took = 0.0
    while clock.due:
        assert clock.scenes.frozen
        took += clock.tick()
        frames.append(clock.scenes.now.frame)
    assert frames == list(range(len(SECONDS[type(scene)]) + 1))
    assert took < 1.2
    assert not clock.scenes.moving
    assert not clock.due, "no timer while nothing moves"


def test_a_die_says_what_it_means_only_when_it_lies_still() -> None:
    clock = Clock()
    clock.scenes.play(DIE, still=False)
    for _ in range(THROW):
        clock.tick()
    assert clock.scenes.now.frame == THROW
    clock.tick()
    assert clock.scenes.now == Act(DIE, THROW + 1)


async def test_a_die_that_tumbles_does_not_show_how_it_will_lie() -> None:
    async with sitting(SetTable(laid("middle", turn="Pam, roll"), dice=(5,))) as pam:
        await pam.press("e", "enter")
        roll = pam.screen.now.scene
        assert isinstance(roll, Rolled)
        stage = pam.screen.query_one(StagePane)
        for frame in range(THROW + 2):
            pam.screen.scenes.now = Act(roll, frame)
            pam.screen.repaint()
            shown = any("▲" in line.plain for line in stage._lines)
            assert shown == (frame > THROW)


def test_any_key_jumps_to_the_last_frame_of_all_that_plays() -> None:
    clock = Clock()
    clock.scenes.play(DIE, still=False)
    clock.scenes.play(STOP, still=False)
    assert clock.scenes.now.scene is DIE
    assert clock.scenes.skip()
    assert clock.scenes.now == Act(STOP, len(SECONDS[Stopped]))
    assert not clock.scenes.skip()
    clock.tick()
    assert clock.scenes.now.scene is STOP, "a timer of what was skipped does nothing"


def test_what_is_calm_stands_still_at_once() -> None:
    clock = Clock()
    clock.scenes.play(DIE, still=True)
    assert (clock.scenes.now, clock.scenes.moving, clock.due) == (Act(DIE, THROW + 1), False, [])
    clock.scenes.clear()
    assert clock.scenes.now == Act()


def test_a_scene_leaves_the_stage_if_the_table_has_gone_on() -> None:
    clock = Clock()
    clock.scenes.play(STOP, still=False)
    clock.scenes.clear()
    assert clock.scenes.now.scene is STOP, "it is told to its end"
    for _ in SECONDS[Stopped]:
        clock.tick()
    assert clock.scenes.now.scene is STOP
    clock.tick()
    assert clock.scenes.now == Act()


async def test_keys_that_only_look_do_their_work_in_a_scene_and_others_do_not() -> None:
    async with sitting(SetTable(laid("middle", turn="Pam, free time"))) as pam:
        await pam.hand("Sleep", enter=False)
        line = pam.cursor.line
        pam.screen.scenes.play(STOP, still=False)
        await pam.press("enter")
        assert not pam.done(DO), "nobody plays by skipping"
        assert not pam.screen.scenes.moving
        pam.screen.scenes.play(STOP, still=False)
        await pam.press("down")
        assert pam.cursor.line == line + 1
        assert not pam.screen.scenes.moving
        await pam.press("up", "enter")
        assert pam.done(DO)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
@pytest.mark.parametrize("scene", [Dealt(0, 0, (1, 2)), Won((0,))])
async def test_who_wants_to_quit_need_not_end_a_scene_first(scene: Scene, key: str) -> None:
    async with sitting(SetTable(laid("middle"))) as pam:
        table = pam.screen
        table.play(scene)
        await pam.press(key)
        assert isinstance(pam.app.screen, Confirm)
        assert table.scenes.now.scene == scene, "whoever stays sees it to its end"


async def test_the_role_stays_to_be_read_whatever_is_rolled() -> None:
    async with sitting(SetTable(laid("middle", turn="Pam, roll"), dice=(5,))) as pam:
        deal = Dealt(0, 0, (1, 2))
        pam.screen.play(deal)
        for scene in (DIE, MINE, STOP):
            pam.screen._show(scene, ())
            assert pam.screen.scenes.now.scene == deal
        await pam.press("x")
        assert pam.screen.scenes.now.scene == MINE, "a roll of one's own is seen after it"
        await pam.press("x")
        pam.screen._show(STOP, ())
        assert pam.screen.scenes.now.scene == STOP
