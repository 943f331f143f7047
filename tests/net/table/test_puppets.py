"""Seats that a program plays by itself: when its bots act, and when they hold still."""

import asyncio
from collections.abc import Callable

import pytest

from core.actions import Action
from core.luck import Stream
from core.play import INTERJECTIONS
from net.sessions.local import INSTANT
from net.table import puppets
from net.table.puppets import Done, Puppets
from tests.net.honest import HonestTable

pytestmark = pytest.mark.usefixtures("clock")


class Stage:
    """A table of two programs, of which the second plays two seats."""

    def __init__(self, person: int | None = None, seed: int = 3) -> None:
        self.table = HonestTable(people=2, bots=1, seed=seed).open()
        self.mine = self.table.people[1].pid
        self.asked: list[tuple[Action, Done]] = []
        luck = Stream(seed)
        self.puppets = Puppets(self.mine, lambda *it: self.asked.append(it), luck, INSTANT, person)

    async def look(self) -> list[Action]:
        """What the bots want to do now."""
        self.puppets.look(self.table.referee)
        return await self.settle()

    async def settle(self) -> list[Action]:
        for _ in range(6):
            await asyncio.sleep(0)
        return [action for action, _ in self.asked]

    async def carry_out(self) -> None:
        """Whatever the bots have asked for becomes final."""
        while self.asked:
            action, done = self.asked.pop(0)
            if self.table.game.refusal(action) is None:
                self.table.do(action)
                done("")
            else:
                done("that window is over")
        await self.settle()

    def until(self, holds: Callable[[], bool]) -> None:
        """The other program plays, and whoever else is awaited."""
        for _ in range(400):
            if holds():
                return
            self.table.step()
        raise AssertionError("it never came to that")

    def awaited(self, *seats: int) -> bool:
        waiting = set(self.table.game.waiting())
        return self.table.referee.due is None and set(seats) <= waiting


async def test_each_bot_does_one_thing_and_waits_until_it_is_final() -> None:
    stage = Stage()
    stage.until(lambda: stage.awaited(1, 2))
    assert sorted(action.seat for action in await stage.look()) == [1, 2]
    assert len(await stage.look()) == 2  # both are under way
    first, done = stage.asked.pop(0)
    stage.table.do(first)
    done("")
    assert first.seat not in [action.seat for action in await stage.settle()]


async def test_whole_turns_are_played() -> None:
    stage = Stage()
    seats = set()
    for _ in range(60):
        stage.until(lambda: stage.awaited(1) or stage.awaited(2))
        wishes = await stage.look()
        if not wishes:  # who was refused waits until something has happened
            stage.table.step()
            continue
        seats |= {action.seat for action in wishes}
        before = len(stage.table.log)
        await stage.carry_out()
        assert len(stage.table.log) > before
    assert seats == {1, 2}


async def test_what_was_refused_is_tried_again_after_something_or_a_while() -> None:
    stage = Stage()
    stage.until(lambda: stage.awaited(1, 2))
    await stage.look()
    for _, done in (asked := [*stage.asked]):
        stage.asked.clear()
        done("it came too late")
    assert len(asked) == 2
    assert await stage.look() == []  # the table is the same, and so would be the answer
    await asyncio.sleep(2 * puppets.AGAIN)
    assert len(await stage.settle()) == 2
    for _, done in [*stage.asked]:
        stage.asked.clear()
        done("it came too late")
    stage.until(lambda: stage.awaited(1) and stage.table.referee.last.seq > 0)
    action = stage.table.choice()
    stage.table.do(action)
    stage.until(lambda: stage.awaited(1) or stage.awaited(2))
    assert await stage.look()


async def test_a_seat_that_was_taken_over_is_played_on() -> None:
    stage = Stage(person=1)
    stage.until(lambda: stage.awaited(1, 2))
    assert [action.seat for action in await stage.look()] == [2]  # the person's seat is not played
    await stage.carry_out()
    stage.until(lambda: stage.awaited(0))
    assert await stage.look() == []
    stage.table.referee.owners[0] = stage.mine
    assert [action.seat for action in await stage.look()] == [0]
    assert await stage.look()
    stage.asked.clear()
    stage.table.referee.owners[0] = stage.table.people[0].pid  # he is back
    for seat in (0, 1, 2):
        stage.puppets._busy.discard(seat)
    assert await stage.look() == []


async def test_nothing_is_done_while_the_dice_are_thrown_or_after_the_end() -> None:
    stage = Stage()
    stage.until(lambda: stage.table.referee.due is not None)
    assert await stage.look() == []
    stage.until(lambda: stage.awaited(1))
    stage.puppets.look(stage.table.referee)
    stage.puppets.stop()
    assert await stage.settle() == []
    stage.table.game.winners = (0,)
    assert await stage.look() == []


async def test_bots_interject_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(seed=4)
    tried: list[int] = []

    class Chatty:
        def interject(self, table: object) -> Action | None:
            tried.append(1)
            return Action("play", 1)

    monkeypatch.setattr(stage.puppets, "_bot", lambda seat, referee: Chatty())
    stage.until(
        lambda: (
            stage.awaited(0)
            and not stage.table.game.stack
            and stage.puppets._seats(stage.table.referee) == [1, 2]
            and stage.table.game.phase in puppets.MOMENTS
            and bool(stage.table.game.legal(1))
        )
    )
    for _ in range(3 * INTERJECTIONS):
        await stage.look()
        while stage.asked:
            stage.asked.pop()[1]("")
        await stage.settle()
    assert 1 <= len(tried) <= 2 * INTERJECTIONS
