"""Games at network tables: what happens in them, between them, on the disk and behind."""

import asyncio
import errno
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from core.actions import LEAVE, NEXT, PASS, Action, Refused
from core.catalog import Catalog
from net.chores import sentence, start
from net.discovery import Advertiser, Browser
from net.discovery.daemon import Daemon
from net.log import terms
from net.log.chain import LogFile
from net.log.kinds import CLOSE, MORE, REMOVE, RESULT, RETURN
from net.log.terms import Manners
from net.peer.home import Folder
from net.peer.ledger import Happened
from net.peer.peer import PeerGame
from net.sessions.sitting import top_window
from net.table import publishing
from net.table.between import DESERTED
from net.table.foyer import ANSWER, desk_again
from net.table.lobby import Plan
from net.table.locking import fits, remember
from net.table.playing import LOST, Playing
from net.table.publishing import Publisher
from net.table.table import NetTable, Settings, TableError
from net.table.watching import GIVE_UP_LOBBY, PLACES, Visitor, WatchTable
from net.wire.codes import Address
from net.wire.fields import tidy
from net.wire.hall import HallError
from net.wire.link import Link
from net.wire.messages import Chat, Listener, Peers
from tests.kit.recorded import catalog
from tests.net.halls import HERE, hello_of, until
from tests.net.honest import change_terms, identity, interrupted
from tests.net.notices import notice
from tests.net.party import PROGRAM, Party, deaf, kinds, open_window, seated, session_of, updates


async def trio(party: Party, **settings: int) -> list[NetTable]:
    tables = await party.sit("Ann", "Bo", "Cy", **settings)
    await until(lambda: all(not t.missing for t in tables))
    return tables


async def test_bots_play_and_play_again_with_the_next_seat_first(party: Party) -> None:
    ann, bo = tables = await party.sit("Ann", "Bo", bot="easy", begin=False)
    told: list[Happened] = []
    ann.on_told.append(told.append)
    await party.begin()
    await party.over()
    assert [what.entry.act.kind for what in told] == kinds(ann)[: len(told)]
    assert told
    assert ann.referee.game.digest() == bo.referee.game.digest()
    winners = ann.referee.game.winners
    await until(lambda: all(kinds(table).count(RESULT) == 1 for table in tables))

    def agreed(table: NetTable) -> bool:
        lobby = table.lobby
        return lobby is not None and (lobby.first, lobby.winners) == (1, winners)

    await until(lambda: all(map(agreed, tables)))
    first = ann.referee.terms.gid
    await party.begin()
    assert ann.referee.terms.gid == bo.referee.terms.gid != first
    assert ann.referee.terms.header.first == 1
    assert ann.referee.terms.header.winners == winners


async def test_the_others_let_a_bot_play_on_and_the_player_comes_back(party: Party) -> None:
    """What only the player could read is dealt again, and so is what the bot has read."""
    ann, bo, cy = await trio(party, wait=0)
    await until(lambda: len(cy.referee.game.hands[2]) == 5)
    hand = list(cy.referee.game.hands[2])
    await party.leave("Cy")
    await until(lambda: ann.play is not None and ann.play.standing.votable == (2,))
    assert "Cy left for now" in party.play("Ann").standing.text
    assert any(told.startswith("Cy left for now; ") for told in party.notices("Bo"))
    assert REMOVE not in kinds(ann)
    eve = await party.watch("Ann")
    await party.session("Ann").replace(2, True)
    wish = "Ann votes for a bot to replace Cy (1 of 2 votes, waiting for Bo)"
    await until(lambda: wish in party.notices("Bo"))
    assert REMOVE not in kinds(ann)  # one of three is no majority
    await until(lambda: eve.session is not None and "Cy left" in eve.session.standing.text)
    await party.session("Bo").replace(2, True)
    await until(lambda: REMOVE in kinds(ann) and cy.me.pid not in bo.referee.players)
    assert eve.session is not None
    news = eve.session._updates
    await until(lambda: any(update.text == "A bot takes over for Cy" for update in news))
    assert ann.referee.owners[2] in (ann.me.pid, bo.me.pid)
    again = await party.resume("Cy")
    await until(lambda: RETURN in kinds(ann) and again.playing)
    await until(lambda: again.referee.owners[2] == again.me.pid and not again.referee.busy)
    assert again.seat == 2
    assert set(hand) & set(again.referee.game.hands[2])
    for table in (ann, bo, again):
        seen, deck = table.referee.game, table.referee.sealed
        assert deck is not None
        for seat, cards in enumerate(seen.hands):
            mine = table.referee.owners[seat] == table.me.pid
            hidden = [card for card in cards if card in deck.locks]
            assert hidden
            assert all((seen.face[card] >= 0) == mine for card in hidden)


async def test_a_window_closes_when_the_time_is_up_and_that_is_a_pass_for_all(party: Party) -> None:
    tables = await trio(party, beat=1)
    ref = await open_window(party)
    asked = [name for name, table in party.tables.items() if awaited(table)]
    await party.session(asked[0]).more_time()
    await until(lambda: all(MORE in kinds(table) for table in tables))
    told = f"{asked[0]} asks for more time"
    await until(lambda: all(told in party.notices(name) for name in party.tables))
    assert CLOSE not in kinds(tables[0])
    await until(lambda: all(CLOSE in kinds(table) for table in tables))
    play = party.play("Ann")

    def passed() -> set[int]:
        return {a.seat for a in play.actions if a.kind == PASS and a.ref == ref}

    await until(lambda: passed() >= {party.tables[name].seat for name in asked})
    window = top_window(play.referee.game)
    assert window is None or window.ref != ref


async def test_spectators_see_who_asks_for_time_and_who_has_pressed_space(party: Party) -> None:
    tables = await trio(party)
    eve = await party.watch("Ann")
    ref = await open_window(party)
    await until(lambda: top_window(session_of(eve).view))
    first, second = (name for name, table in party.tables.items() if awaited(table))
    seats = {name: table.seat for name, table in party.tables.items()}
    session = session_of(eve)

    def signs() -> tuple[tuple[int, ...], tuple[int, ...]]:
        return session.standing.asking, session.standing.pressed

    await party.session(first).more_time()
    await until(lambda: signs() == ((seats[first],), ()))
    await party.session(second).act(Action(PASS, seats[second], ref=ref))
    await until(lambda: signs() == ((seats[first],), (seats[second],)))
    late = await party.watch("Bo", "Lea")
    await until(lambda: late.session and late.session.standing == session.standing)
    await party.session(first).act(Action(PASS, seats[first], ref=ref))
    await until(lambda: signs() == ((), ()))
    assert all(CLOSE not in kinds(table) for table in tables), "all have passed: nothing to close"


def awaited(table: NetTable) -> bool:
    return table.seat in table.referee.game.waiting()


async def test_what_is_said_is_clean_and_signed_and_not_too_much(party: Party) -> None:
    ann, bo, cy = await trio(party)
    eve = await party.watch("Bo")
    shown: list[tuple[str, str]] = []
    eve.on_chat.append(lambda name, text: shown.append((name, text)))
    await until(lambda: len(bo.gallery) == 1)
    bo.say("hello \x1b[31mred\x07 world")
    clean = tidy("hello \x1b[31mred\x07 world", 300)
    await until(lambda: ("Bo", clean) in party.heard["Ann"] and ("Bo", clean) in shown)
    assert next(u for u in updates(party.session("Ann")) if u.kind == "chat").seat == 1
    eve.say("good evening")
    await until(lambda: ("Eve (watching)", "good evening") in party.heard["Ann"])
    for number in range(30):
        bo.say(f"again and again {number}")
    link = ann.mesh.links[bo.me.pid]
    bo.mesh.links[ann.me.pid].send(Chat(cy.me.pid, "Cy", 1 << 60, "I give up", bytes(64)))
    await until(lambda: ann.mesh.links.get(bo.me.pid) is not link)  # she has heard it all
    assert 2 < [who for who, _ in party.heard["Ann"]].count("Bo") < 12
    assert "Cy" not in [who for who, _ in party.heard["Ann"]]


# -- who goes --------------------------------------------------------------------------------------


async def vanish(party: Party, name: str) -> None:
    """A program ends as if the power had gone."""
    table = party.tables.pop(name)
    table._end("the power has gone")
    await table.close()


async def plays_on(table: NetTable, entries: int = 25) -> None:
    seen = table.referee.last.seq
    await until(lambda: table.over or table.referee.last.seq > seen + entries)


async def test_two_of_four_bots_who_are_asked_to_go_at_once_leave_a_game_behind(
    party: Party,
) -> None:
    *_, cy, di = await party.sit("Ann", "Bo", "Cy", "Di", bot="easy")
    await until(lambda: not cy.missing and not di.missing)
    await asyncio.gather(party.leave("Ann"), party.leave("Bo"))
    await until(lambda: set(cy.referee.players) == {cy.me.pid, di.me.pid})
    await plays_on(cy)
    assert kinds(cy).count(REMOVE) == 2
    assert RETURN not in kinds(cy)


async def test_two_of_four_who_vanish_are_waited_for_until_one_is_back(party: Party) -> None:
    *_, di = tables = await party.sit("Ann", "Bo", "Cy", "Di", bot="easy")
    await until(lambda: all(not table.missing for table in tables))
    for name in ("Ann", "Bo"):
        await vanish(party, name)
    await until(lambda: "2 of 4 players aren't enough" in party.play("Di").standing.text)
    final = di.referee.last.seq
    await asyncio.sleep(ANSWER + 5)  # longer than a host who opens a game, or a bot, is waited for
    assert di.referee.last.seq == final
    assert REMOVE not in kinds(di)
    assert not di.closed
    await party.resume("Bo", "easy")
    await until(lambda: REMOVE in kinds(di))  # Ann is played on for
    await plays_on(di)
    assert kinds(di).count(REMOVE) == 1


async def test_a_game_that_can_not_go_on_can_be_given_up(party: Party) -> None:
    ann, _ = await party.sit("Ann", "Bo")
    await until(lambda: ann.referee.game.begun)
    play = party.play("Ann")
    await party.leave("Bo")
    await until(lambda: play.standing.paused)
    assert "paused until they're back" in play.standing.text
    (folder,) = (party.folder / "Ann").iterdir()
    assert not (folder / "over").exists()
    await party.session("Ann").act(Action(LEAVE, 0))
    assert (folder / "over").exists()


@pytest.mark.parametrize("others", [["Bo"], ["Bo", "Cy"]])
async def test_who_leaves_two_programs_for_good_takes_the_bots_along(
    party: Party, others: list[str]
) -> None:
    """Of three programs another one plays them."""
    ann, bo, *_ = await party.sit("Ann", *others, seats=len(others) + 2, begin=False)
    ann.change(lambda desk: desk.add_bot("easy"))
    await party.begin()
    await until(lambda: ann.referee.game.begun)
    bot = next(n for n, seat in enumerate(ann.referee.terms.seats) if seat.bot)
    await party.quit("Ann")
    await party.leave("Ann")
    if len(others) == 1:
        await until(lambda: bo.over)
        assert bo.referee.game.winners == (bo.seat,)
    else:
        pids = [party.tables[name].me.pid for name in others]
        await until(lambda: bo.referee.owners[bot] in pids)
        assert bo.referee.game.alive[bot]
        assert not bo.referee.game.alive[0]


async def test_a_slow_hand_over_is_no_fault_and_what_a_failing_disk_does_is_lost(
    party: Party,
) -> None:
    ann, _ = await party.sit("Ann", "Bo")
    play = party.play("Ann")
    play.game.hand_over = lambda now: None  # type: ignore[method-assign]
    await play.hand_over(0.05)
    assert not ann.closed
    assert play.game.halted is None
    play.game.do = MagicMock(side_effect=OSError(errno.EIO, "broken"))  # type: ignore[method-assign]
    assert await play.do(Action(NEXT, 0)) == LOST
    await until(lambda: "broken" in ann.closed)


async def test_a_phase_is_ended_once_though_it_was_found_idle_twice(party: Party) -> None:
    tables = await party.sit("Ann", "Bo")
    await until(lambda: all(t.playing and t.referee.game.begun for t in tables))
    session = next(t.session for t in tables if t.session and t.session.view.turn == t.seat)
    await until(lambda: any(move.kind == NEXT for move in session.legal()))
    idle = next(move for move in session.legal() if move.kind == NEXT)
    await session.act(idle)
    await until(lambda: session.view.phase > 0)
    phase = session.view.phase
    with pytest.raises(Refused, match="that phase is over"):
        await session.act(idle)
    assert session.view.phase == phase


async def test_who_reaches_the_host_goes_on_whoever_else_is_missing(party: Party) -> None:
    _, bo, cy, di = await party.sit("Ann", "Bo", "Cy", "Di")
    play = party.play("Bo")
    await until(lambda: bo.referee.game.begun and not bo.missing)
    for table in (cy, di):
        play.game.absence.left(table.me.pid, 0.0, ended=False)
    play.attendance.reckon(0.0)
    assert "no connection to Cy and Di" in play.standing.text
    assert not play.stuck
    play.game.node.awaited = (cy.me.pid,)
    assert bo.phase == "play"


# -- between two games -----------------------------------------------------------------------------


async def test_the_list_goes_on_whoever_comes_back_or_leaves(party: Party) -> None:
    await party.sit("Ann", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        await party.quit(name)
    keeper = await party.over()
    first, second, third = sorted(party.tables, key=lambda name: party.tables[name] is not keeper)
    await party.leave(third)
    await until(lambda: len(seated(keeper)) == 2)
    back = await party.resume(third)  # and gets a chair again
    await until(lambda: third in seated(back) and third in seated(keeper))
    keeper.send_away(seated(keeper).index(third))
    await until(lambda: back.closed)
    assert back.closed == f"{first} removed you from the table"
    await until(lambda: not back.mesh.links)  # or that program would keep the list one day
    keeper.refused(b"n" * 32, HallError("version", "it is from another version"))
    assert not keeper.closed
    await party.leave(third)
    val = await party.join("Val")
    heir = party.tables[second]
    await until(lambda: "Val" in seated(heir) and heir.me.pid in val.mesh.links)
    assert keeper.lobby is not None
    val.heard(val.mesh.links[heir.me.pid], keeper.lobby._replace(host=heir.me.pid))
    assert val.foyer.keeper == keeper.me.pid
    assert val._early is not None  # it counts as soon as Val hears that the keeper is gone
    await party.leave(first)
    await until(lambda: heir.desk is not None and seated(val) == seated(heir) != [])
    assert sorted(seated(heir)) == sorted([second, "Val"])
    assert not val.closed
    await party.leave(second)
    await until(lambda: val.closed)  # nobody is left who could keep it


async def test_of_two_who_keep_a_list_one_gives_way_and_who_is_left_keeps_it(party: Party) -> None:
    tables = await party.sit("Ann", "Bo")
    await party.quit("Bo")
    await party.over()
    for table in tables:
        if table.desk is None:
            table.keep_list()
    keeper = await party.over()
    assert keeper.game is not None
    assert keeper.game.hosting
    await until(lambda: all(table.foyer.keeper == keeper.me.pid for table in tables))
    await party.begin()
    await party.quit("Bo")
    keeper = await party.over()
    gone, left = ("Ann", "Bo") if keeper is tables[0] else ("Bo", "Ann")
    await party.leave(gone)
    began = asyncio.get_running_loop().time()
    other = party.tables[left]
    await until(lambda: other.desk is not None)
    assert DESERTED <= asyncio.get_running_loop().time() - began < DESERTED + 3
    assert other.lobby is not None
    assert [chair.name for chair in other.lobby.chairs] == [left, ""]
    await party.join("Cy")
    await party.begin()
    assert [seat.name for seat in other.referee.terms.seats] == [left, "Cy"]


async def test_a_list_that_comes_before_the_end_is_known_is_not_lost(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await party.sit("Ann", "Bo")
    terms = ann.referee.terms
    bo.foyer.keep(desk_again(bo.me.pid, terms, Plan(catalog()), set()))
    await until(lambda: ann._early is not None)
    assert ann.lobby is not None
    assert ann.lobby.host == ann.me.pid
    monkeypatch.setattr(Playing, "over", True)
    monkeypatch.setattr(PeerGame, "hosting", False)
    monkeypatch.setattr(PeerGame, "host", bo.me.pid)
    ann.shifted()
    assert (ann.lobby.host, ann.lobby.game) == (bo.me.pid, terms.gid)


async def test_no_stranger_takes_over_a_list(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bo = await party.sit("Ann", "Bo")
    monkeypatch.setattr(Playing, "over", True)
    monkeypatch.setattr(PeerGame, "host", None)
    ann.keep_list()
    assert ann.lobby is not None
    mallory = type("Stranger", (), {"pid": bytes(32), "hello": hello_of("Mallory")})()
    ann.heard(mallory, ann.lobby._replace(host=mallory.pid))
    assert ann.desk is not None
    bo.foyer.keeper = b"gone"
    bo.heard(mallory, ann.lobby._replace(host=mallory.pid))
    assert bo.foyer.keeper != mallory.pid
    bo.keep_list()  # neither of them is host: the smaller key has it
    small, great = sorted((ann, bo), key=lambda table: table.me.pid)
    await until(lambda: great.desk is None)
    assert small.desk is not None


# -- taken up from disk ----------------------------------------------------------------------------


pytestmark = pytest.mark.usefixtures("clock")


def settings(folder: Path, password: str = "") -> Settings:
    return Settings(identity(0), "Ann", PROGRAM, folder, password=password)


async def resumed(folder: Path, password: str = "") -> NetTable:
    return await NetTable.resume(settings(folder.parent, password), folder)


def test_a_password_is_known_again_and_is_not_on_the_disk(tmp_path: Path) -> None:
    assert fits(tmp_path, "whatever")  # nothing was noted
    remember(tmp_path, "tea pot")
    assert fits(tmp_path, " tea pot ")
    assert not fits(tmp_path, "teapot")
    (file,) = tmp_path.iterdir()
    assert b"tea" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    file.write_bytes(b"cut off")
    assert fits(tmp_path, "whatever")


async def test_another_password_or_player_than_the_game_has_is_told_at_once(tmp_path: Path) -> None:
    folder = interrupted(tmp_path / "game").parent
    remember(folder, "tea")
    with pytest.raises(TableError, match="the password is wrong") as refused:
        await resumed(folder, "milk")
    assert refused.value.reason == "password"
    await (await resumed(folder, "tea")).close()
    with pytest.raises(TableError, match="someone else played"):
        await NetTable.resume(Settings(identity(7), "Eve", PROGRAM, tmp_path), folder)


async def test_a_game_goes_on_elsewhere_if_its_port_is_taken_and_a_new_table_does_not_open(
    tmp_path: Path,
) -> None:
    with socket.create_server((HERE, 0)) as other:
        wanted = settings(tmp_path)
        wanted.port = other.getsockname()[1]
        with pytest.raises(TableError, match=str(wanted.port)):
            await NetTable.host(wanted, Manners(), Plan(catalog()), 2)
        table = await NetTable.resume(wanted, interrupted(tmp_path / "game").parent)
        assert table.port not in (0, other.getsockname()[1])
        await table.close()


async def test_a_game_with_other_cards_is_a_sentence_and_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = interrupted(tmp_path / "game").parent
    with monkeypatch.context() as updated:
        updated.setattr(Catalog, "fingerprint", "0" * 64)  # as after an update of the program
        terms._new_game.cache_clear()
        with pytest.raises(TableError, match="different cards"):
            await resumed(folder)
    terms._new_game.cache_clear()
    change_terms(folder, rules=3)
    Folder.log_of(folder).write_bytes(b"")  # the first entry never came
    with pytest.raises(TableError, match=r"newer rules \(version 3, here 2\): update chez-tui"):
        await resumed(folder)
    assert asyncio.all_tasks() == {asyncio.current_task()}


# -- disks that fail -------------------------------------------------------------------------------


def not_there(folder: Path) -> Callable[[str], Path]:
    """A log that can't be written, since a folder has its name."""
    folder.mkdir(parents=True)
    return lambda title: folder


@pytest.mark.parametrize("bot", ["", "normal"])
@pytest.mark.parametrize("failing", ["Ann", "Bo"])
async def test_a_game_that_one_of_them_can_not_save_is_played_all_the_same(
    party: Party, tmp_path: Path, failing: str, bot: str
) -> None:
    await party.sit("Ann", "Bo", "Cy", bot=bot, begin=False)
    settings = party.tables[failing].settings
    settings.new_log = not_there(tmp_path / "log")
    await party.begin()
    said = "log can't be opened: Is a directory"
    for name, table in party.tables.items():
        saved = name != failing
        assert len(list(table.settings.folder.glob("*/seeds"))) == saved
        assert table.unrecorded.endswith("" if saved else said)
        assert bool(table.unrecorded) != saved
        assert table.session is None or (not table.session.unrecorded) == saved


@pytest.mark.parametrize("failing", ["Ann", "Cy"])
async def test_a_disk_that_fails_ends_the_game_for_that_program_alone(
    party: Party, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await party.sit("Ann", "Bo", "Cy", bot="normal")
    play, table = party.play(failing), party.tables.pop(failing)
    await until(lambda: table.referee.game.begun)
    mine = play._home._store
    write = LogFile.append

    def full(self: LogFile, *given: object) -> None:
        if self is mine:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(LogFile, "append", full)
    await until(lambda: table.closed)
    assert "this disk can't save the game anymore: No space left" in table.closed
    assert any("No space left" in text for text in party.notices(failing))
    await table.close()
    others = list(party.tables.values())
    seen = others[0].referee.last.seq
    await until(lambda: others[0].referee.last.seq > seen + 20)
    assert not any(other.closed for other in others)


async def test_who_is_gone_before_the_first_entry_comes_back_to_the_game(party: Party) -> None:
    _, bo, _ = await party.sit("Ann", "Bo", "Cy", begin=False)
    begin = bo._begin

    def hear_no_more(*given: Any) -> None:
        begin(*given)
        deaf(bo)

    bo._begin = hear_no_more  # type: ignore[method-assign]
    (await party.ready()).start()
    await until(lambda: bo.play is not None)
    play = party.play("Bo")
    assert len(play.game.ledger.log) == 0
    play.end("killed")  # nothing of the game has come to the disk but its terms
    assert bo._beat is not None
    bo._beat.cancel()
    for link in list(bo.mesh.links.values()):
        link.abort()
    await bo.mesh.close()
    await bo.hall.close()
    play.close()
    del party.tables["Bo"]
    again = await party.resume("Bo")
    await until(lambda: again.playing and again.referee.game.begun)


# -- faults in the background ----------------------------------------------------------------------


FAILED = f"a bug stopped chez-tui: KeyError: 'a fault' ({Path(__file__).name}:"


def fault(*_: object) -> None:
    raise KeyError("a fault")


async def test_a_fault_in_the_background_is_logged_and_told_and_a_cancellation_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: list[BaseException] = []

    async def fails() -> None:
        fault()

    work = [start(fails(), told.append), start(asyncio.sleep(60), told.append)]
    work[1].cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.sleep(0)
    (text,) = map(sentence, told)
    assert text.startswith(FAILED)
    assert caplog.text.count("Traceback") == 1


async def test_a_table_that_fails_ends_says_why_and_goes(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    ann.gallery.tick = fault  # type: ignore[method-assign]
    await until(lambda: ann.closed)
    assert ann.closed.startswith(FAILED)
    (report,) = (party.folder / "Ann").glob("failure-*.txt")
    assert "in fault" in report.read_text()
    assert party.notices("Ann") == [f"A report is in {report}", f"A{ann.closed[1:]}"]
    await until(lambda: bo.closed)  # the others see that it has gone


async def test_work_for_a_game_that_fails_ends_the_table(party: Party) -> None:
    ann, _ = await party.sit("Ann", "Bo")
    party.play("Ann").compute(fault, lambda done, now: None)
    await until(lambda: ann.closed)
    assert ann.closed.startswith(FAILED)


async def test_a_table_that_can_not_be_published_says_why_and_stays(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "notice_of", fault)
    ann = await party.host()
    publisher = Publisher(ann)
    await until(lambda: publisher.trouble)
    assert publisher.trouble.startswith(FAILED)
    assert not ann.closed
    await publisher.close()


async def test_who_watches_remembers_few_places_and_always_the_first() -> None:
    eve = WatchTable(Visitor(identity(7), "Eve", PROGRAM), [Address(HERE, 1)])
    link = type("Shower", (), {"address": Address("10.0.0.1", 5)})()
    for number in range(1, 5 * PLACES):
        pid = number.to_bytes(32, "big")
        eve._heard(link, Peers((Listener(pid, "10.0.0.7", number), Listener(pid, HERE, number))))
    assert len(eve._places) == PLACES
    assert Address("10.0.0.1", number) in eve._places
    called: list[Address] = []

    async def nobody(address: Address, *_: object, **__: object) -> Link:
        called.append(address)
        raise HallError("nobody is there")

    eve._hall.dial = nobody  # type: ignore[method-assign]
    with pytest.raises(HallError):
        await eve._dial()
    assert called[-1] == Address(HERE, 1)


async def cut_off(party: Party) -> WatchTable:
    """A spectator of a lobby who loses the connection."""
    await party.host()
    eve = await party.watch()
    await until(lambda: eve.lobby is not None)
    assert eve._link is not None
    eve._link.abort()
    return eve


async def test_looking_for_another_player_ends_by_the_clock(party: Party) -> None:
    async def silence(*_: object, **__: object) -> Link:
        await asyncio.sleep(60)
        raise AssertionError

    loop = asyncio.get_running_loop()
    eve = await cut_off(party)
    eve._hall.dial = silence  # type: ignore[method-assign]
    began = loop.time()
    await until(lambda: eve.closed)
    assert loop.time() - began < GIVE_UP_LOBBY + 3
    assert eve.closed == "no one shows this table anymore"


async def test_a_spectator_who_fails_says_why(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = await cut_off(party)
    monkeypatch.setattr(WatchTable, "_dial", fault)
    await until(lambda: eve.closed)
    assert eve.closed.startswith(FAILED)


class Broken(Daemon):
    """Discovery that fails at once."""

    async def refresh(self) -> bool:
        raise KeyError("a fault")


async def test_discovery_that_fails_says_why() -> None:
    browser = Browser(daemon=Broken())
    browser.start()
    advertiser = Advertiser(4000, daemon=Broken())
    advertiser.publish(notice())
    await advertiser.settled()
    await until(lambda: browser.trouble)
    for trouble in (browser.trouble, advertiser.trouble):
        assert trouble.startswith(FAILED)
    await browser.close()
    await advertiser.withdraw()


async def test_a_player_who_is_there_and_refuses_is_named_once(party: Party) -> None:
    ann, bo = await party.sit("Ann", "Bo", begin=False)
    for _ in range(3):
        ann.refused(bo.me.pid, HallError("the password is wrong", "password"))
        ann.refused(bo.me.pid, HallError("there are too many connections already", "busy"))
    assert party.notices("Ann") == ["Bo is online, but the password is wrong"]
