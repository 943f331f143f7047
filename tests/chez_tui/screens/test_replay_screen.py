"""A recorded game, step by step: moving through it, and whose eyes see what."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from chez_tui.screens.choice import ChoiceScreen
from chez_tui.screens.reader import ReaderScreen
from chez_tui.screens.replay import ReplayScreen
from chez_tui.widgets.replaypanes import BoardPane
from net.sessions.record import Record, RecordError
from net.sessions.replay import EVERYTHING
from net.sessions.sitting import public
from tests.chez_tui.driver import LARGE, SMALL, Player, Size, at_keys
from tests.kit.recorded import recorded


@asynccontextmanager
async def replaying(
    record: Record | None = None, size: Size = SMALL
) -> AsyncIterator[tuple[Player, ReplayScreen]]:
    screen = ReplayScreen(record or recorded())
    async with at_keys(size, title=False) as pam:
        await pam.show(screen)
        yield pam, screen


@pytest.mark.parametrize("players", [2, 8])
async def test_everybody_and_the_way_on_are_there_at_every_size(players: int) -> None:
    async with replaying(recorded(players, 2)) as (pam, screen):
        for size in (SMALL, LARGE):
            await pam.resize(size)
            for eyes in (0, None, EVERYTHING):
                screen.eyes = eyes
                screen.divide()
                for moment in (0, screen.replay.turns[7], len(screen.replay)):
                    screen.go(moment)
                    await pam.rest()
                    text = pam.text
                    assert all(name in text for name in screen.view.names)
                    assert f"{screen.moment} of {len(screen.replay)}" in text
                    for words in ("step back", "eyes", "esc back"):
                        assert words in text.splitlines()[-1]


async def test_what_the_record_does_not_know_is_not_called_open() -> None:
    whole = recorded()
    sealed = Record(whole.header, tuple(map(public, whole.actions[:60])))
    for record, said in ((whole, "all open"), (sealed, "all that is known")):
        screen = ReplayScreen(record)
        screen.eyes = EVERYTHING
        assert screen.whose == said


async def test_it_begins_with_the_first_turn_through_the_eyes_of_the_person() -> None:
    async with replaying() as (pam, screen):
        assert screen.moment == screen.replay.turns[0]
        assert screen.eyes == 0
        assert "as Pam" in pam.text
        assert "Pam holds" in pam.text
    bots = replace(recorded(), header=replace(recorded().header, about={}))
    assert ReplayScreen(bots).eyes == EVERYTHING


async def test_steps_turns_and_ends() -> None:
    async with replaying() as (pam, screen):
        turns, start, end = screen.replay.turns, screen.moment, len(screen.replay)
        for keys, moment in (
            (("full_stop", "space", "right"), start + 3),
            (("comma", "left"), start + 1),
            (("n", "n"), turns[2]),
            (("p",), turns[1]),
            (("end", "right", "n", "down"), end),
        ):
            await pam.press(*keys)
            assert screen.moment == moment
        assert " wins with " in pam.text
        assert "Nothing has happened yet" in await pam.after("home", "left", "p", "up")
        assert screen.moment == 0


async def test_up_and_down_go_from_sentence_to_sentence() -> None:
    async with replaying() as (pam, screen):
        seen = []
        for _ in range(12):
            await pam.press("down")
            seen.append(screen.moment)
            assert screen.told[screen.moment - 1]
        assert seen == sorted(set(seen))
        for moment in reversed(seen[:-1]):
            await pam.press("up")
            assert screen.moment == moment
        silent = next(
            number
            for number, step in enumerate(screen.replay.steps, 1)
            if step.action.kind == "pass" and not screen.told[number - 1]
        )
        screen.go(silent)
        await pam.rest()
        name = screen.view.names[screen.replay.steps[silent - 1].action.seat]
        assert f"{name}: pass" in pam.text, "a step without a sentence is described"


async def test_jumping_to_a_round() -> None:
    async with replaying() as (pam, screen):
        assert "Round 3: Pam " in await pam.after("g")
        assert isinstance(pam.app.screen, ChoiceScreen)
        assert "round 3" in (await pam.after("3", "enter")).split("\n")[0]
        assert pam.app.screen is screen
        for keys, number in ((("g", "down", "escape"), 3), (("g", "down", "enter"), 4)):
            await pam.press(*keys)
            assert screen.moment == screen.replay.rounds[number]


async def test_two_digits_choose_a_late_round() -> None:
    chosen: list[int | None] = []
    options = [f"Round {n}" for n in range(1, 41)]
    async with at_keys() as pam:
        for keys in (("2", "7"), ("9", "9", "up", "end", "home", "j", "k")):
            screen = ChoiceScreen("Which round?", options)
            await pam.open(lambda app, screen=screen: app.push_screen(screen, chosen.append))
            await pam.press(*keys)
            assert chosen or "Round 27" in pam.text
            await pam.press("enter")
    assert chosen == [26, 0]


async def test_whose_eyes() -> None:
    async with replaying() as (pam, screen):
        await pam.press("g", "4", "enter")
        table = screen.replay.table(screen.moment)
        held = table.printed(table.hands[1][0]).name
        text = await pam.after("v", "2", "enter")
        assert screen.eyes == 1
        for words in ("as Lee", "Lee holds", held):
            assert words in text
        assert "Pam holds" not in text
        text = await pam.after("v", "4", "enter")
        assert screen.eyes is None
        assert "as a spectator" in text
        assert "holds" not in text
        text = await pam.after("v", "5", "enter")
        assert screen.eyes == EVERYTHING
        assert all(f"{name} holds" in text for name in screen.view.names)


async def test_spectators_see_no_hands() -> None:
    async with replaying(size=LARGE) as (pam, screen):
        screen.eyes = None
        screen.divide()
        for moment in (turn + 3 for turn in screen.replay.turns[:8]):
            screen.go(moment)
            await pam.rest()
            text = "\n".join(line.plain for line in screen.query_one(BoardPane)._lines)
            table = screen.replay.table(moment)
            secret = {table.printed(card).name for hand in table.hands for card in hand}
            public = {table.printed(card).name for room in table.rooms for card in room}
            public |= {table.printed(laid.card).name for laid in table.table}
            for name in secret - public:
                assert name not in text or any(name in other for other in public)


async def test_the_whole_story_can_be_read() -> None:
    async with replaying() as (pam, screen):
        await pam.press("n", "n", "l")
        assert isinstance(pam.app.screen, ReaderScreen)
        assert screen.told[screen.moment - 1][-1] in pam.text
        await pam.press("escape")
        assert pam.app.screen is screen


async def test_the_layout_follows_the_size_and_nothing_else() -> None:
    async with replaying() as (pam, screen):
        await pam.press("n", "n", "n")
        for size in (SMALL, LARGE):
            await pam.resize(size)
            assert screen.wide == (size == LARGE)
            assert "Pam holds" in pam.text
            regions = [widget.region for widget in screen.query("*")]
            for _ in range(12):
                await pam.press("right")
                assert [widget.region for widget in screen.query("*")] == regions
        await pam.resize((50, 14))
        assert "50x14" in pam.text
        screen.go(screen.replay.turns[3])
        await pam.press("n")
        assert screen.moment == screen.replay.turns[4]


async def test_a_game_that_breaks_off() -> None:
    torn = replace(recorded(), actions=recorded().actions[:90], torn=True)
    async with replaying(torn) as (pam, _):
        assert "the record breaks off here" in await pam.after("end")
    async with replaying(Record(recorded().header, ())) as (pam, _):
        await pam.press("right", "n", "g", "down", "up", "end", "v", "enter", "l")
        assert isinstance(pam.app.screen, ReaderScreen)


def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        ReplayScreen(tmp_path / "none.game")
