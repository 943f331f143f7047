"""Bots without a screen: how they play a game out, and when they give their table up."""

import asyncio
import os
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from chez_tui.errors import UserError
from chez_tui.play import headless
from chez_tui.play.headless import Company, Teller, play_out
from chez_tui.play.online import JoinedTable, join_headless
from net.table.table import NetTable
from tests.kit.worlds import world_with
from tests.net.halls import until
from tests.net.party import Party, party


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless, "LEAST", 0.3)
    monkeypatch.setattr(headless, "LOOK", 0.05)


async def trio(made: Party, *levels: str, wait: int = 0) -> list[NetTable]:
    """A game among three; an empty level is a person."""
    tables = [await made.host(seats=3, bot=levels[0], wait=wait)]
    tables += [await made.join(n, b) for n, b in zip(("Bo", "Cy"), levels[1:], strict=True)]
    await made.begin()
    await until(lambda: all(not table.missing for table in tables))
    return tables


async def test_a_bot_whose_table_is_gone_waits_as_long_as_agreed_and_ends_with_a_sentence(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as made:
        _, bo, _ = await trio(made, "", "easy", "", wait=1)
        playing = asyncio.create_task(play_out(bo, Teller(bo, print), asyncio.Event()))
        await made.leave("Ann")
        await made.leave("Cy")
        with pytest.raises(UserError, match=r"no one was connected for 1 s.*resume") as told:
            await asyncio.wait_for(playing, 20)
        assert told.value.status == 1


async def test_so_does_one_that_took_its_game_up_alone(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await trio(made, "", "easy", "")
        for name in ("Ann", "Bo", "Cy"):
            await made.leave(name)
        again = await made.resume("Bo", "easy")
        assert not again.playing  # nothing is final before the others say so
        world = world_with()

        async def coming() -> JoinedTable:
            return JoinedTable(again, world.keys)

        with pytest.raises(UserError, match="no one was connected"):
            await asyncio.wait_for(join_headless(coming(), world), 20)


async def test_a_bot_stays_with_a_person_whatever_the_table_waits_for(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        _, bo, _ = await trio(made, "", "easy", "easy", wait=60)
        company = Company(bo)
        assert company.left is None
        bo.mesh.drop(made.tables["Cy"].me.pid, "left", "")
        await until(lambda: len(bo.mesh.links) < 2)
        await company.news()
        assert company.left is None


# -- how a game ends -------------------------------------------------------------------------------


def table_of(**facts: Any) -> Any:
    """A table that is asked for nothing but these."""

    async def nothing() -> None:
        await asyncio.Event().wait()

    async def close() -> None:
        table.is_closed = True

    table = SimpleNamespace(
        **{"over": False, "closed": "", "play": None, "is_closed": False, **facts}
    )
    table.news, table.close = nothing, close
    return table


async def test_a_table_that_closes_or_a_program_that_is_told_to_go_leaves_the_game() -> None:
    closed = table_of(closed="Ann has closed the table")
    with pytest.raises(UserError, match="Ann has closed the table"):
        await play_out(closed, SimpleNamespace(), asyncio.Event())  # type: ignore[arg-type]
    assert closed.is_closed
    loop = asyncio.get_running_loop()
    loop.call_soon(os.kill, os.getpid(), signal.SIGTERM)
    try:
        with pytest.raises(UserError, match="you left the game before its end"):
            await play_out(table_of(), SimpleNamespace(), world_with().stopped())  # type: ignore[arg-type]
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


async def test_an_audit_is_awaited_unless_the_table_closes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    auditor = SimpleNamespace(pending=True, text="audited: yes")
    play = SimpleNamespace(auditor=auditor, terms=SimpleNamespace(cards="sealed"))
    asyncio.get_running_loop().call_soon(setattr, auditor, "pending", False)
    await headless._audited(table_of(play=play), print)
    assert capsys.readouterr().out == "cards: sealed, audited: yes\n"
    auditor.text = ""
    await headless._audited(table_of(play=play), print)
    assert capsys.readouterr().out == ""
    auditor.pending = True
    with pytest.raises(UserError, match="gone"):
        await headless._audited(table_of(play=play, closed="everybody is gone"), print)


async def test_the_end_is_kept_until_all_who_are_connected_have_signed_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(headless, "LATE", 0.0)
    signers, ticks = {b"ann"}, list[float]()
    tip, last = SimpleNamespace(players=(b"ann", b"bob")), SimpleNamespace(seq=7)
    game = SimpleNamespace(
        node=SimpleNamespace(signers=lambda seq: signers if seq == 7 else ()),
        ledger=SimpleNamespace(tip=tip, last=last),
        terms=SimpleNamespace(pids=(b"ann", b"bob", b"cy")),
        tick=ticks.append,
    )
    links = {b"ann": 1, b"bob": 1, b"spectator": 1}
    table = table_of(game=game, mesh=SimpleNamespace(links=links))
    staying = asyncio.create_task(headless._linger(table, 300.0))
    await asyncio.sleep(0.06)
    assert not staying.done()
    signers.add(b"bob")
    await staying
    assert len(ticks) == 1
    signers.clear()
    await headless._linger(table, 0.0)  # and for no longer than that
    assert len(ticks) == 2
