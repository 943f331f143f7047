"""Real programs play whole games over the loopback, and bad things happen to them."""

import asyncio
import signal
from pathlib import Path

from net.identity import Identity
from net.log.kinds import DO, REMOVE
from net.log.referee import player_action
from net.table.watching import Visitor, WatchTable
from net.wire.codes import Address
from tests.net.processes.cast import Cast, entries, finished, terms_of

SPECTATORS = 2
MIDDLE = 40  # sentences


async def watch_out(port: int, number: int) -> str:
    """A spectator who stays to the end; the digest of the table as it is seen then."""
    visitor = Visitor(Identity(bytes([number + 100]) * 32), f"Eve {number}", "0.4.0")
    table = await WatchTable.open(visitor, [Address("127.0.0.1", port)])
    try:
        while table.session is None or not table.session.view.winners:
            assert not table.closed, table.closed
            await table.news()
        return table.session.view.digest()
    finally:
        await table.close()


async def test_three_play_others_watch_and_the_host_is_killed(cast: Cast) -> None:
    programs = await asyncio.to_thread(cast.table, "Ann", "Bo", "Cy")
    watching = [asyncio.create_task(watch_out(cast.port, n)) for n in range(SPECTATORS)]

    def play() -> str:
        programs["Bo"].until_told(MIDDLE)
        programs.pop("Ann").kill()
        digest = finished(cast, programs, "Ann")
        assert any("not of Ann" in program.said("cards") for program in programs.values())
        return digest

    digest = await asyncio.to_thread(play)
    assert set(await asyncio.gather(*watching)) == {digest}


def test_the_host_freezes_and_thaws_and_a_player_is_killed_and_comes_back(cast: Cast) -> None:
    programs = cast.table("Ann", "Bo", "Cy")
    ann, bo, _ = programs.values()
    bo.until_told(MIDDLE // 2)
    ann.freeze()
    bo.until_told(1)
    ann.thaw()
    ann.until_told(1)
    programs["Cy"] = cast.restart("Cy", programs)
    seen = len(entries(cast.log("Cy")))
    finished(cast, programs)
    log = entries(cast.log("Cy"))
    seats = terms_of(log).seats
    seat = [one.name for one in seats].index("Cy")
    pid = terms_of(log).pids[seats[seat].owner]
    acts = [e.act for e in log[seen:] if (e.act.author, e.act.kind) == (pid, DO)]
    assert acts
    assert {player_action(act.payload, sealed=True).seat for act in acts} == {seat}


def removals(log: Path) -> int:
    """How many players have been replaced by others."""
    return sum(entry.act.kind == REMOVE for entry in entries(log))


def test_of_two_nobody_goes_on_alone_and_when_both_are_killed_the_game_is_taken_up(
    cast: Cast,
) -> None:
    programs = cast.table("Ann", "Bo")
    ann, bo = programs.values()
    ann.until_told(MIDDLE // 2)
    ann.kill()
    bo.until_said("No connection to Ann; two can only go on together")
    again = cast.resume("Ann")
    bo.until_said("Everybody is here again")
    again.until_told(1)
    for program in (again, bo):
        program.kill()
    finished(cast, {name: cast.resume(name) for name in ("Bo", "Ann")})
    assert removals(cast.log("Bo")) == 0


def test_two_of_four_are_asked_to_go_at_once_and_leave_the_game_to_the_others(cast: Cast) -> None:
    programs = cast.table("Ann", "Bo", "Cy", "Di")
    programs["Di"].until_told(MIDDLE // 2)
    gone = {"Ann": signal.SIGINT, "Bo": signal.SIGTERM}
    for name, number in gone.items():
        programs[name].signal(number)
    for name in gone:
        program = programs.pop(name)
        assert program.status() == 1
        assert program.err == "chez-tui: the game was left before its end\n"
    finished(cast, programs, *gone)
    assert removals(cast.log("Di")) == 2
