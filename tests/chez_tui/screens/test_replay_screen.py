"""A recorded game, step by step: moving through it, and whose eyes see what."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from chez_tui.app import ChezApp
from chez_tui.config import Config
from chez_tui.screens.choice import ChoiceScreen
from chez_tui.screens.reader import ReaderScreen
from chez_tui.screens.replay import ReplayScreen
from chez_tui.widgets.replaypanes import BoardPane
from net.sessions.record import Record, RecordError
from net.sessions.replay import EVERYTHING
from net.sessions.sitting import public
from tests.chez_tui.driver import shown
from tests.kit.recorded import recorded

SIZES = [(80, 24), (120, 40), (30, 8)]


async def opened(
    app: ChezApp, pilot: Pilot[int], source: Path | Record | None = None
) -> ReplayScreen:
    screen = ReplayScreen(source or recorded())
    app.push_screen(screen)
    await pilot.pause()
    await pilot.pause()
    return screen


@pytest.mark.parametrize("players", [2, 8])
async def test_a_replay_is_there_at_every_size(players: int) -> None:
    app = ChezApp(Config())
    async with app.run_test(size=SIZES[0]) as pilot:
        screen = await opened(app, pilot, recorded(players, 2))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            for eyes in (0, None, EVERYTHING):
                screen.eyes = eyes
                screen.divide()
                for moment in (0, screen.replay.turns[7], len(screen.replay)):
                    screen.go(moment)
                    await pilot.pause()
                    fits(app, screen, size)


def fits(app: ChezApp, screen: ReplayScreen, size: tuple[int, int]) -> None:
    """Everything is there, and nothing is wider than the screen."""
    text = shown(app)
    lines = text.split("\n")
    assert len(lines) <= size[1]
    assert all(cell_len(line) <= size[0] for line in lines)
    if size >= (80, 24):
        assert all(name in text for name in screen.view.names)
        assert f"{screen.moment} of {len(screen.replay)}" in text
        assert "step back" in lines[-1]
        assert "eyes" in lines[-1]
        assert "esc back" in lines[-1]


async def test_what_the_record_does_not_know_is_not_called_open() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        whole = recorded()
        screen = await opened(app, pilot, whole)
        screen.eyes = EVERYTHING
        assert screen.whose == "all open"
        sealed = Record(whole.header, tuple(map(public, whole.actions[:60])))
        screen = await opened(app, pilot, sealed)
        screen.eyes = EVERYTHING
        assert screen.whose == "all that is known"


async def test_it_begins_with_the_first_turn_through_the_eyes_of_the_person() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        assert screen.moment == screen.replay.turns[0]
        assert screen.eyes == 0
        assert "as Pam" in shown(app)
        assert "Pam holds" in shown(app)
    bots = replace(recorded(), header=replace(recorded().header, about={}))
    assert ReplayScreen(bots).eyes == EVERYTHING


async def test_steps_turns_and_ends() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        replay = screen.replay
        start = screen.moment
        await pilot.press("full_stop", "space", "right")
        assert screen.moment == start + 3
        await pilot.press("comma", "left")
        assert screen.moment == start + 1
        await pilot.press("n", "n")
        assert screen.moment == replay.turns[2]
        await pilot.press("p")
        assert screen.moment == replay.turns[1]
        await pilot.press("end", "right", "n", "down")
        assert screen.moment == len(replay)
        assert " wins with " in shown(app)
        await pilot.press("home", "left", "p", "up")
        assert screen.moment == 0
        assert "Nothing has happened yet" in shown(app)


async def test_up_and_down_go_from_sentence_to_sentence() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        told = screen.told
        seen = []
        for _ in range(25):
            await pilot.press("down")
            seen.append(screen.moment)
            assert told[screen.moment - 1]
        assert seen == sorted(set(seen))
        for moment in reversed(seen[:-1]):
            await pilot.press("up")
            assert screen.moment == moment


async def test_a_step_without_a_sentence_is_described() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        silent = next(
            number
            for number, step in enumerate(screen.replay.steps, 1)
            if step.action.kind == "pass" and not screen.told[number - 1]
        )
        screen.go(silent)
        await pilot.pause()
        name = screen.view.names[screen.replay.steps[silent - 1].action.seat]
        assert f"{name}: pass" in shown(app)


async def test_jumping_to_a_round() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, ChoiceScreen)
        assert "Round 3: Pam " in shown(app)
        await pilot.press("3", "enter")
        await pilot.pause()
        assert app.screen is screen
        assert screen.moment == screen.replay.rounds[3]
        assert "round 3" in shown(app).split("\n")[0]
        await pilot.press("g", "down", "escape")
        await pilot.pause()
        assert screen.moment == screen.replay.rounds[3]
        await pilot.press("g", "down", "enter")
        await pilot.pause()
        assert screen.moment == screen.replay.rounds[4]


async def test_two_digits_choose_a_late_round() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        chosen: list[int | None] = []
        options = [f"Round {n}" for n in range(1, 41)]
        app.push_screen(ChoiceScreen("Which round?", options), chosen.append)
        await pilot.pause()
        await pilot.press("2", "7")
        await pilot.pause()
        assert "Round 27" in shown(app)
        await pilot.press("enter")
        app.push_screen(ChoiceScreen("Which round?", options), chosen.append)
        await pilot.pause()
        await pilot.press("9", "9", "up", "end", "home", "j", "k", "enter")
        await pilot.pause()
        assert chosen == [26, 0]


async def test_whose_eyes() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("g", "4", "enter")
        await pilot.pause()
        hands = [[screen.replay.table(screen.moment).printed(card).name for card in hand]
                 for hand in screen.view.hands]  # fmt: skip
        await pilot.press("v", "2", "enter")
        await pilot.pause()
        assert screen.eyes == 1
        assert "as Lee" in shown(app)
        assert "Lee holds" in shown(app)
        assert hands[1][0] in shown(app)
        assert "Pam holds" not in shown(app)
        await pilot.press("v", "4", "enter")
        await pilot.pause()
        assert screen.eyes is None
        assert "as a spectator" in shown(app)
        assert "holds" not in shown(app)
        await pilot.press("v", "5", "enter")
        await pilot.pause()
        assert screen.eyes == EVERYTHING
        assert all(f"{name} holds" in shown(app) for name in screen.view.names)


async def test_spectators_see_no_hands() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened(app, pilot)
        screen.eyes = None
        screen.divide()
        replay = screen.replay
        for moment in (turn + 3 for turn in replay.turns[:8]):
            screen.go(moment)
            await pilot.pause()
            text = "\n".join(line.plain for line in screen.query_one(BoardPane)._lines)
            table = replay.table(moment)
            secret = {table.printed(card).name for hand in table.hands for card in hand}
            public = {table.printed(card).name for room in table.rooms for card in room}
            public |= {table.printed(laid.card).name for laid in table.table}
            for name in secret - public:
                assert name not in text or any(name in other for other in public)


async def test_the_whole_story_can_be_read() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("n", "n", "l")
        await pilot.pause()
        assert isinstance(app.screen, ReaderScreen)
        assert screen.told[screen.moment - 1][-1] in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen


async def test_the_layout_changes_with_the_size() -> None:
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("n", "n", "n")
        assert not screen.wide
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert screen.wide
        assert "Pam holds" in shown(app)
        await pilot.resize_terminal(50, 14)
        await pilot.pause()
        assert "50x14" in shown(app)
        await pilot.press("n")
        assert screen.moment == screen.replay.turns[4]


async def test_nothing_moves_between_steps() -> None:
    """Stepping changes what the zones show, never where they are."""
    app = ChezApp(Config())
    for size in ((80, 24), (120, 40)):
        async with app.run_test(size=size) as pilot:
            screen = await opened(app, pilot)
            regions = [widget.region for widget in screen.query("*")]
            for _ in range(30):
                await pilot.press("right")
                assert [widget.region for widget in screen.query("*")] == regions
        app = ChezApp(Config())


async def test_a_game_that_breaks_off() -> None:
    torn = replace(recorded(), actions=recorded().actions[:90], torn=True)
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, torn)
        await pilot.press("end")
        await pilot.pause()
        assert "the record breaks off here" in shown(app)
    app = ChezApp(Config())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, Record(recorded().header, ()))
        await pilot.press("right", "n", "g", "down", "up", "end", "v", "enter", "l")
        await pilot.pause()
        assert isinstance(app.screen, ReaderScreen)


async def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        ReplayScreen(tmp_path / "none.game")
