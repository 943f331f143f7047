"""Real programs play whole games over the loopback, bad things happen, and results are kept."""

import asyncio
import re
import signal
from pathlib import Path

from chez_tui import __version__
from chez_tui.cli import main
from chez_tui.plain.lines import WIDTH, cells
from chez_tui.play.games import go_on
from core.clauses import RULES_VERSION
from net.identity import Identity
from net.log.kinds import DO, REMOVE
from net.log.referee import player_action
from net.sessions.history import read_history
from net.sessions.local import INSTANT
from net.sessions.record import read_record
from net.sessions.replay import Replay
from net.table.watching import Visitor, WatchTable
from net.wire.codes import Address
from tests.chez_tui.plain.talk import CONTROL, through_a_pipe
from tests.kit.boxes import whole_box as whole_box
from tests.kit.worlds import here
from tests.net.halls import free_port
from tests.net.processes.cast import Cast, Running, entries, finished, terms_of

SPECTATORS = 2
MIDDLE = 40  # sentences


async def spectator(port: int, number: int) -> WatchTable:
    visitor = Visitor(Identity(bytes([number + 100]) * 32), f"Eve {number}", "0.4.0")
    return await WatchTable.open(visitor, [Address("127.0.0.1", port)])


async def watched_out(table: WatchTable) -> str:
    """Somebody stays to the end; the digest of the table as it is seen then."""
    try:
        while table.session is None or not table.session.view.winners:
            assert not table.closed, table.closed
            await table.news()
        return table.session.view.digest()
    finally:
        await table.close()


async def test_three_play_others_watch_and_the_host_is_killed(cast: Cast) -> None:
    programs = {"Ann": await asyncio.to_thread(cast.offline, "Ann", 3)}
    eyes = [await spectator(cast.port, n) for n in range(SPECTATORS)]
    watching = [asyncio.create_task(watched_out(table)) for table in eyes]

    def play() -> str:
        programs.update({name: cast.join(name) for name in ("Bo", "Cy")})
        programs["Bo"].until_told(MIDDLE)
        programs.pop("Ann").kill()
        digest = finished(cast, programs, "Ann")
        assert any("not Ann" in program.said("cards") for program in programs.values())
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
    ann.until_told(1)  # bots are fast: most of the game must be left when she is back
    ann.kill()
    bo.until_said("No connection to Ann; paused until they're back")
    again = cast.resume("Ann")
    bo.until_said("Everyone is back")
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
        assert program.err == "chez-tui: you left the game before its end\n"
    finished(cast, programs, *gone)
    assert removals(cast.log("Di")) == 2


def history(data: Path) -> Path:
    return data / "chez-tui" / "history.jsonl"


def test_a_script_plays_a_whole_game_through_a_pipe_and_leaves_one_line(data_home: Path) -> None:
    words = ("--seed", "7", "--bots", "2", "--level", "easy,normal", "--name", "Pam")
    status, lines, errors = through_a_pipe("solo", "--plain", *words)
    assert (status, errors) == (0, "")
    (said,) = read_history(history(data_home))
    path = data_home / "chez-tui" / said["record"]
    final = Replay(read_record(path)).final
    won = final.names[final.winners[0]]
    over = next(line for line in lines if line.startswith("The game is over in round "))
    assert over.partition("Won by: ")[2] in (f"{won}.", "You.")
    told = lines[lines.index("Final Slack:") + 1 :]
    assert len(told) == 3
    assert told[0].startswith(f"{won}: ")
    assert sum(line.startswith("Choose") for line in lines) > 20
    assert not CONTROL.search("".join(lines))
    assert all(cells(line) <= WIDTH for line in lines)
    assert (said["program"], said["rules"]) == (__version__, RULES_VERSION)
    assert [(seat["name"], seat["bot"]) for seat in said["seats"]] == [
        ("Pam", ""),
        ("Ada", "easy"),
        ("Bix", "normal"),
    ]
    assert (said["yours"], said["winners"]) == ([0], list(final.winners))
    assert [seat["slack"] for seat in said["seats"]] == final.slack
    before = history(data_home).read_bytes()
    table, _ = go_on(path, INSTANT, here())  # as if someone opened the finished game again
    table.close()
    assert main(["replay", str(path), "--text"]) == 0
    assert main(["bots", "--seed", "1", "--rounds-only"]) == 0  # no game of anyone here
    assert main(["simulate", "--games", "1", "--players", "2"]) == 0
    assert history(data_home).read_bytes() == before


# -- one clear sentence for everything that keeps a program from a table ---------------------------


def refused(program: Running) -> str:
    """The one sentence with which a program ends that can't do what it should."""
    assert program.status() == 1, program
    assert program.err.startswith("chez-tui: "), program
    assert program.err.count("\n") == 1, program
    return program.err.removeprefix("chez-tui: ").rstrip()


def test_tables_that_take_nobody(cast: Cast) -> None:
    locked = cast.offline("Ann", 2, "--password", "sesame")
    nobody = free_port()
    port = ("--port", str(cast.port))
    wrong = cast.join("Bo", "--password", "simsalabim")
    none = cast.join("Cy")
    taken = cast.start("Di", "host", "--bot", "easy", "--offline", *port, "--seats", "2")
    closed = cast.join("Ed", target=f"127.0.0.1:{nobody}")
    assert refused(wrong) == "the password is wrong"
    assert refused(none) == "Ann's table needs a password"
    assert str(cast.port) in refused(taken)
    assert refused(closed) == f"nothing is listening at 127.0.0.1:{nobody}"
    both = {name: cast.join(name, "--password", "sesame") for name in ("Gus", "Hob")}
    locked.until_told(1)
    late = next(program for program in both.values() if not program.story)
    sentence = refused(late)  # there was one seat; or it is all over before he comes
    reasons = ("every seat is taken", "a game is on", "Ann leaves the table")
    assert any(reason in sentence for reason in reasons)


def test_words_that_name_no_table(cast: Cast) -> None:
    bad = cast.join("Bo", target="7-teapot")
    gone = cast.join("Cy", target="7-teapot-sofa")
    assert bad.status() == 2
    assert bad.err.count("\n") == 1
    assert "no table found for 7-teapot-sofa" in refused(gone)


# -- programs that do not fit ----------------------------------------------------------------------

OTHER = "tests.net.processes.other"  # the program with another number of the rules


def test_of_two_programs_both_learn_which_has_the_older_rules(cast: Cast) -> None:
    """Those who join and those who watch, with older and with newer rules than the table has."""
    host = cast.offline("Ann", 2)
    target = f"127.0.0.1:{cast.port}"
    guests = {}
    for rules in (RULES_VERSION - 1, RULES_VERSION + 1):
        for verb, how in (("join", ("--bot", "easy")), ("watch", ("--plain",))):
            name = f"{verb}er {rules}"
            words = (verb, target, *how, "--name", name)
            guest = cast.start(name, *words, program=(OTHER, str(rules)))
            old, new = sorted((RULES_VERSION, rules))
            older, newer = (name, "Ann") if rules == old else ("Ann", name)
            sentence = f"{older} must update chez-tui: {newer} has newer rules "
            guests[f"{sentence}(version {new}, not {old})"] = guest
    for sentence, guest in guests.items():
        assert refused(guest) == sentence
        host.until_said(re.escape(f"(Turned away: {sentence})"))
    assert host.process.poll() is None  # its table is still there
