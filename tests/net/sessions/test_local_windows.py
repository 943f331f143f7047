"""Windows, presets, clocks and slips at the table in this process."""

import asyncio
from pathlib import Path

import pytest

from core.actions import DO, NEXT, PASS, Action, Refused
from core.events import ROLLED
from core.state import CALL_PHASE, DISCARD_PHASE, ROLL_PHASE
from net.sessions.local import LocalSession, LocalTable
from net.sessions.presets import concerns
from net.sessions.record import read_record
from net.sessions.replay import Replay
from net.sessions.session import ASK_ABLE, ASK_ALWAYS, ASK_CONCERNED, PRESETS
from tests.net.sitting import (
    at_a_window,
    awaited,
    brain,
    heard,
    in_phase,
    in_phase_with,
    open_window,
    passive,
    play,
    running,
    setup,
)

pytestmark = pytest.mark.usefixtures("clock")

# -- windows and presets ---------------------------------------------------------------------------


async def test_nobody_is_hurried_in_a_window() -> None:
    table = LocalTable(setup())
    session = table.session(0)
    async with running(table) as task:
        window = await at_a_window(session, task)
        await asyncio.sleep(0.05)
        steps = table.steps
        await asyncio.sleep(0.1)
        assert table.steps == steps  # the bots have answered, the table waits
        assert session.view.waiting() == (0,)
        assert session.deadline is None
        assert session.refusal(Action(NEXT, 0)) is not None
        with pytest.raises(Refused):
            await session.act(Action(PASS, 0, ref=window.ref + 1))
        await session.act(Action(PASS, 0, ref=window.ref))
        assert table.steps > steps


async def test_whoever_wants_to_be_asked_always_is_never_passed_over() -> None:
    table = LocalTable(setup())
    session = table.session(0)
    assert session.preset == ASK_ALWAYS
    person, passed = brain(0), []

    def choose(session: LocalSession) -> Action | None:
        action = person(session)
        if action is not None and action.kind == PASS:
            passed.append(action)
        return action

    async with running(table) as task:
        await play(task, (session, choose))
    assert passed
    assert [a for a in table.actions if a.kind == PASS and a.seat == 0] == passed


@pytest.mark.parametrize("preset", [ASK_ABLE, ASK_CONCERNED])
async def test_presets_pass_where_nobody_wants_to_be_asked(preset: str) -> None:
    table = LocalTable(setup(bots=3))
    session = table.session(0)
    session.set_preset(preset)
    assert session.preset == preset
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

    async with running(table) as task:
        await play(task, (session, choose))
    assert windows
    passes = sum(a.kind == PASS and a.seat == 0 for a in table.actions)
    assert passes > windows  # the others were passed by the table


async def test_an_unknown_preset_is_refused() -> None:
    session = LocalTable(setup()).session(0)
    with pytest.raises(ValueError, match="always, concerned, able"):
        session.set_preset("never")
    assert session.preset in PRESETS


async def test_hush_passes_until_the_turn_is_over() -> None:
    table = LocalTable(setup(bots=3))
    session = table.session(0)
    async with running(table) as task:
        window = await at_a_window(session, task)
        moment = (session.view.round, session.view.turn)
        assert moment[1] != 0
        session.hush()
        assert session.hushed

        def turn_over() -> bool:
            return (session.view.round, session.view.turn) != moment

        def silent(session: LocalSession) -> Action | None:
            return None if open_window(session) else passive(session)

        await play(task, (session, silent), until=turn_over)
        assert any(a.kind == PASS and a.seat == 0 and a.ref == window.ref for a in table.actions)
        assert not session.hushed
        await at_a_window(session, task)  # asked again


async def test_presets_are_dropped_at_once() -> None:
    table = LocalTable(setup(bots=3))
    session = table.session(0)
    async with running(table) as task:
        await at_a_window(session, task)
        session.set_preset(ASK_ABLE)
        session.hush()
        session.drop_presets()
        assert session.preset == ASK_ALWAYS
        assert not session.hushed
        await asyncio.sleep(0.02)
        assert open_window(session) is not None


# -- clocks ----------------------------------------------------------------------------------------


async def test_a_time_out_is_a_pass() -> None:
    table = LocalTable(setup(seconds=1))
    session = table.session(0)
    loop = asyncio.get_running_loop()
    async with running(table) as task:
        window = await at_a_window(session, task)
        assert session.deadline is not None
        assert 0 < session.deadline - loop.time() <= 1
        await play(task, until=lambda: not awaited(session))
        last = [action for action in table.actions if action.seat == 0][-1]
        assert (last.kind, last.ref) == (PASS, window.ref)


async def test_more_time_moves_the_deadline() -> None:
    table = LocalTable(setup(seconds=30))
    session = table.session(0)
    async with running(table) as task:
        window = await at_a_window(session, task)
        before = session.deadline
        assert before is not None
        await session.more_time()
        await asyncio.sleep(0.02)
        assert session.deadline == before + 30
        assert open_window(session) == window or session.view.waiting() == (0,)
        await session.act(Action(PASS, 0))
        if open_window(session) is None:
            assert session.deadline is None


async def test_without_a_clock_there_is_no_more_time_to_have() -> None:
    table = LocalTable(setup())
    session = table.session(0)
    async with running(table) as task:
        await at_a_window(session, task)
        await session.more_time()
        assert session.deadline is None


async def test_only_windows_have_a_clock() -> None:
    table = LocalTable(setup(seconds=30))
    session = table.session(0)

    def mine() -> bool:
        return session.view.begun and not session.view.stack and session.view.turn == 0

    async with running(table) as task:
        await play(task, (session, passive), until=mine)
        await asyncio.sleep(0.02)
        assert session.deadline is None


# -- undo ------------------------------------------------------------------------------------------


async def test_a_slip_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "slip.game"
    table = LocalTable(setup(record=path))
    session = table.session(0)
    async with running(table) as task:
        await in_phase(session, task, CALL_PHASE)
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
        await play(task, (session, brain(0)))
    assert Replay(read_record(path)).final.digest() == table.game.digest()
    assert [u.seat for u in await heard(session) if u.kind == "undone"] == [0]


async def test_what_others_have_seen_can_not_be_taken_back() -> None:
    table = LocalTable(setup(people=2, bots=1))
    session, other = table.session(0), table.session(1)
    async with running(table) as task:
        await in_phase_with(session, other, task, CALL_PHASE)
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
        announced = [a for a in session.legal() if a.kind == DO]
        if announced:
            await session.act(announced[0])
            assert not session.can_undo


async def test_the_end_of_a_turn_is_no_slip() -> None:
    table = LocalTable(setup())
    session = table.session(0)
    async with running(table) as task:
        await in_phase(session, task, DISCARD_PHASE)
        while session.refusal(Action(NEXT, 0)) is not None:
            discards = [a for a in session.legal() if a.kind not in (NEXT, PASS)]
            await session.act(discards[0])
            assert not session.can_undo
        await session.act(Action(NEXT, 0))
        assert not session.can_undo


async def test_a_thrown_die_is_not_taken_back() -> None:
    for seed in range(40):
        table = LocalTable(setup(seed=seed))
        session = table.session(0)
        async with running(table) as task:
            await play(task, (session, passive), until=lambda s=session: bool(s.view.roles[0]))
            role = session.view.faces[session.view.roles[0][0]]
            if role.income[0] == role.income[1]:
                continue
            await in_phase(session, task, 0)
            await session.act(Action(NEXT, 0))
            steps = table.steps
            assert session.can_undo  # the die has not fallen yet
            await play(task, until=lambda t=table, n=steps: t.steps > n)
            assert session.view.phase == ROLL_PHASE
            assert not session.can_undo
            updates = [u for u in session._updates if u.kind == "acted"]
            assert any(event.kind == ROLLED for u in updates for event in u.events)
            return
    pytest.fail("no role with a variable Income was dealt")
