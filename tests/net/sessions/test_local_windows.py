"""Windows, presets, clocks and slips at the table in this process."""

import asyncio
from pathlib import Path

import pytest

from core.actions import NEXT, PASS, Action, Refused
from core.events import ROLLED
from core.state import CALL_PHASE, DISCARD_PHASE, ROLL_PHASE
from net.sessions.local import LocalSession, LocalTable
from net.sessions.presets import concerns
from net.sessions.record import read_record
from net.sessions.replay import Replay
from net.sessions.session import ASK_ABLE, ASK_ALWAYS, ASK_CONCERNED, PRESETS
from tests.net.sitting import Sitting, awaited, brain, heard, open_window, passive, seated, setup

pytestmark = pytest.mark.usefixtures("clock")

WHILE = 5.0  # seconds in which anything that could happen happens

# -- windows and presets ---------------------------------------------------------------------------


async def test_nobody_is_hurried_in_a_window() -> None:
    async with seated() as here:
        session = here.me
        window = await here.window()
        await asyncio.sleep(WHILE)
        assert session.view.waiting() == (0,)  # the bots have answered, the table waits
        await session.more_time()  # there is no clock
        assert session.deadline is None
        assert session.refusal(Action(NEXT, 0)) is not None
        with pytest.raises(Refused):
            await session.act(Action(PASS, 0, ref=window.ref + 1))
        steps = here.table.steps
        await session.act(Action(PASS, 0, ref=window.ref))
        assert here.table.steps > steps


async def test_whoever_wants_to_be_asked_always_is_never_passed_over() -> None:
    person, passed = brain(0), []

    def choose(session: LocalSession) -> Action | None:
        action = person(session)
        if action is not None and action.kind == PASS:
            passed.append(action)
        return action

    async with seated() as here:
        assert here.me.preset == ASK_ALWAYS
        table = await here.play(choose)
    assert passed
    assert [a for a in table.actions if a.kind == PASS and a.seat == 0] == passed


@pytest.mark.parametrize("preset", [ASK_ABLE, ASK_CONCERNED])
async def test_presets_pass_where_nobody_wants_to_be_asked(preset: str) -> None:
    windows = 0

    def choose(session: LocalSession) -> Action:
        nonlocal windows
        window = open_window(session)
        if window is not None:
            windows += 1
            if preset == ASK_ABLE:
                assert any(action.kind != PASS for action in session.legal())
            else:
                assert concerns(session.view, window, 0)
        return passive(session)

    async with seated(bots=3) as here:
        here.me.set_preset(preset)
        assert here.me.preset == preset
        table = await here.play(choose)
    assert windows
    passes = sum(a.kind == PASS and a.seat == 0 for a in table.actions)
    assert passes > windows  # the others were passed by the table


async def test_an_unknown_preset_is_refused() -> None:
    session = LocalTable(setup()).session(0)
    with pytest.raises(ValueError, match="always, concerned, able"):
        session.set_preset("never")
    assert session.preset in PRESETS


async def test_hush_passes_until_the_turn_is_over() -> None:
    async with seated(bots=3) as here:
        session = here.me
        window = await here.window()
        moment = (session.view.round, session.view.turn)
        assert moment[1] != 0
        session.hush()
        assert session.hushed

        def silent(session: LocalSession) -> Action | None:
            return None if open_window(session) else passive(session)

        await here.play(silent, until=lambda: (session.view.round, session.view.turn) != moment)
        asked = Action(PASS, 0, ref=window.ref)
        assert asked in here.table.actions
        assert not session.hushed
        await here.window()  # asked again


async def test_presets_are_dropped_at_once() -> None:
    async with seated(bots=3) as here:
        window = await here.window()
        here.me.set_preset(ASK_ABLE)
        here.me.hush()
        here.me.drop_presets()
        assert here.me.preset == ASK_ALWAYS
        assert not here.me.hushed
        await asyncio.sleep(WHILE)
        assert open_window(here.me) == window


# -- clocks ----------------------------------------------------------------------------------------


async def test_a_time_out_is_a_pass() -> None:
    loop = asyncio.get_running_loop()
    async with seated(seconds=30) as here:
        session = here.me
        window = await here.window()
        opened = loop.time()
        assert session.deadline is not None
        assert session.deadline == pytest.approx(opened + 30, abs=0.1)
        await here.play(lambda _: None, until=lambda: not awaited(session))
        assert loop.time() == pytest.approx(opened + 30, abs=0.1)
        last = [action for action in here.table.actions if action.seat == 0][-1]
        assert (last.kind, last.ref) == (PASS, window.ref)


async def test_more_time_moves_the_deadline_and_only_windows_have_one() -> None:
    async with seated(seconds=3) as here:
        session = here.me
        await here.window()
        before = session.deadline
        assert before is not None
        await session.more_time()
        assert session.deadline == before + 3
        await asyncio.sleep(4)
        assert awaited(session)
        await session.act(Action(PASS, 0))
        await here.phase(CALL_PHASE)
        assert session.deadline is None
        await asyncio.sleep(WHILE)
        assert session.deadline is None
        assert session.view.phase == CALL_PHASE


# -- undo ------------------------------------------------------------------------------------------


async def test_a_slip_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "slip.game"
    async with seated(record=path) as here:
        session, table = here.me, here.table
        await here.phase(CALL_PHASE)
        digest = table.game.digest()
        actions = read_record(path).actions
        await session.act(Action(NEXT, 0))
        assert session.can_undo
        await session.undo()
        assert table.game.digest() == digest
        assert session.view.phase == CALL_PHASE
        assert read_record(path).actions == actions == tuple(table.actions)
        assert not session.can_undo
        await session.undo()  # nothing happens
        assert table.game.digest() == digest
        await here.out()
    assert Replay(read_record(path)).final.digest() == table.game.digest()
    assert [u.seat for u in await heard(session) if u.kind == "undone"] == [0]


async def test_what_others_have_seen_can_not_be_taken_back() -> None:
    async with seated(people=2, bots=1) as here:
        session, other = here.people
        await here.phase(CALL_PHASE)
        await session.act(Action(NEXT, 0))
        assert session.can_undo
        assert not other.can_undo
        await other.undo()
        assert session.view.phase == CALL_PHASE + 1
        await session.act(Action(NEXT, 0))
        assert session.can_undo  # only the last one
        await session.undo()
        assert session.view.phase == CALL_PHASE + 1
        assert not session.can_undo
        announced = next(a for a in session.legal() if a.kind not in (NEXT, PASS))
        await session.act(announced)
        assert not session.can_undo


async def test_the_end_of_a_turn_is_no_slip() -> None:
    async with seated() as here:
        session = here.me
        await here.phase(DISCARD_PHASE)
        while session.refusal(Action(NEXT, 0)) is not None:
            discards = [a for a in session.legal() if a.kind not in (NEXT, PASS)]
            await session.act(discards[0])
            assert not session.can_undo
        await session.act(Action(NEXT, 0))
        assert not session.can_undo


async def die_falls(here: Sitting) -> bool:
    """Whether I have a role whose Income is rolled for; if so, the die can't be taken back."""
    session = here.me
    await here.play(until=lambda: session.view.roles[0])
    role = session.view.faces[session.view.roles[0][0]]
    if role.income[0] == role.income[1]:
        return False
    await here.phase(0)
    await session.act(Action(NEXT, 0))
    steps = here.table.steps
    assert session.can_undo  # the die has not fallen yet
    await here.play(lambda _: None, until=lambda: here.table.steps > steps)
    assert session.view.phase == ROLL_PHASE
    assert not session.can_undo
    return any(event.kind == ROLLED for u in session._updates for event in u.events)


async def test_a_thrown_die_is_not_taken_back() -> None:
    for seed in range(40):
        async with seated(seed=seed) as here:
            if await die_falls(here):
                return
    pytest.fail("no role with a variable Income was dealt")
