"""Real programs play whole games over the loopback, and bad things happen to them."""

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from net.identity import Identity
from net.log.kinds import DO, REMOVE
from net.log.referee import player_action
from net.table.watching import Visitor, WatchTable
from net.wire.codes import Address
from tests.net.processes.cast import Cast, Running, entries, finished, terms_of

SPECTATORS = 10
MIDDLE = 40  # sentences


@pytest.fixture
def cast(tmp_path: Path) -> Iterator[Cast]:
    with Cast(tmp_path) as made:
        yield made


async def watch_out(port: int, number: int) -> str:
    """A spectator who stays to the end; the digest of the table that he sees."""
    visitor = Visitor(Identity(bytes([number + 100]) * 32), f"Eve {number}", "0.4.0")
    table = await WatchTable.open(visitor, [Address("127.0.0.1", port)])
    try:
        while table.session is None or not table.session.view.winners:
            assert not table.closed, table.closed
            await table.news()
        return table.session.view.digest()
    finally:
        await table.close()


async def test_five_play_ten_watch_and_the_host_is_killed(cast: Cast) -> None:
    names = ("Ann", "Bo", "Cy", "Di", "Ed")
    programs = dict(zip(names, await asyncio.to_thread(cast.table, *names), strict=True))
    watching = [asyncio.create_task(watch_out(cast.port, n)) for n in range(SPECTATORS)]

    def play() -> str:
        programs["Bo"].until_told(MIDDLE)
        programs.pop("Ann").kill()
        took = max(program.until_told(1) for program in programs.values())
        print(f"the game went on {took:.2f} s after its host was killed")
        digest = finished(cast, programs, "Ann")
        assert any("not of Ann" in program.said("cards") for program in programs.values())
        return digest

    digest = await asyncio.to_thread(play)
    async with asyncio.timeout(20):
        assert set(await asyncio.gather(*watching)) == {digest}


def test_a_player_is_killed_and_comes_back_to_his_seat(cast: Cast) -> None:
    ann, bo, cy = cast.table("Ann", "Bo", "Cy")
    ann.until_told(MIDDLE)
    again = cast.restart("Bo", {"Ann": ann, "Bo": bo, "Cy": cy})
    seen = len(entries(cast.log("Bo")))
    finished(cast, {"Ann": ann, "Bo": again, "Cy": cy})
    log = entries(cast.log("Bo"))
    seats = terms_of(log).seats
    seat = [one.name for one in seats].index("Bo")
    pid = terms_of(log).pids[seats[seat].owner]
    his = [e.act for e in log[seen:] if (e.act.author, e.act.kind) == (pid, DO)]
    assert his
    assert {player_action(act.payload, sealed=True).seat for act in his} == {seat}


def test_host_and_player_freeze_and_thaw(cast: Cast) -> None:
    ann, bo, cy = cast.table("Ann", "Bo", "Cy")
    bo.until_told(MIDDLE)
    ann.freeze()
    took = bo.until_told(1, 20)
    print(f"the game went on {took:.2f} s after its host froze")
    ann.thaw()
    ann.until_told(1)
    cy.freeze()
    time.sleep(0.5)
    cy.thaw()
    finished(cast, {"Ann": ann, "Bo": bo, "Cy": cy})


def test_all_are_killed_and_the_game_is_taken_up(cast: Cast) -> None:
    names = ("Ann", "Bo", "Cy")
    programs = cast.table(*names)
    programs[0].until_told(MIDDLE)
    for program in programs:
        program.kill()
    again: dict[str, Running] = {}
    for name in ("Cy", "Ann", "Bo"):
        again[name] = cast.resume(name)
    finished(cast, again)


def test_of_two_nobody_goes_on_alone(cast: Cast) -> None:
    cast.edition = "geek"
    ann, bo = cast.table("Ann", "Bo")
    ann.until_told(MIDDLE // 2)
    ann.kill()
    bo.until_said(r"No connection to Ann")
    before = len(bo.story)
    time.sleep(2.0)
    assert len(bo.story) == before
    finished(cast, {"Ann": cast.resume("Ann"), "Bo": bo})


def removals(log: Path) -> int:
    """How many players have been replaced by others."""
    return sum(entry.act.kind == REMOVE for entry in entries(log))


def test_two_of_four_are_asked_to_go_at_once_and_leave_the_game_to_the_others(cast: Cast) -> None:
    ann, bo, cy, di = cast.table("Ann", "Bo", "Cy", "Di")
    di.until_told(MIDDLE // 2)
    ann.signal(signal.SIGINT)
    bo.signal(signal.SIGTERM)
    took = di.until_told(1)
    print(f"the game went on {took:.2f} s after two players left")
    for program in (ann, bo):
        assert program.status() == 1
        assert program.err == "chez-tui: the game was left before its end\n"
    finished(cast, {"Cy": cy, "Di": di}, "Ann", "Bo")
    assert removals(cast.log("Di")) == 2
