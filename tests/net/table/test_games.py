"""Games at network tables: people, bots, absence and return, time, chat, and the game after."""

import asyncio
from pathlib import Path

import pytest

from core.actions import LEAVE, PASS, Action
from net.log.kinds import CLOSE, MORE, REMOVE, RESULT, RETURN
from net.sessions.session import ASK_ABLE, ASK_ALWAYS
from net.sessions.sitting import top_window
from net.table import between, remote, table
from net.table.table import NetTable
from net.wire.fields import tidy
from net.wire.messages import Chat
from tests.net.party import Party, open_window, party, until, updates

pytestmark = pytest.mark.usefixtures("clock")


def kinds(table: NetTable) -> list[str]:
    assert table.game is not None
    return [entry.act.kind for entry in table.game.ledger.log]


async def trio(made: Party, **settings: int) -> tuple[NetTable, NetTable, NetTable]:
    ann = await made.host(seats=3, **settings)
    bo, cy = await made.join("Bo"), await made.join("Cy")
    await made.begin()
    await until(lambda: all(not t.missing for t in made.tables.values()))
    return ann, bo, cy


async def test_bots_play_and_play_again_with_the_next_seat_first(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        tables = [await made.host(seats=2, bot="easy"), await made.join("Bo", bot="easy")]
        ann, bo = tables
        await made.begin()
        await until(lambda: ann.over and bo.over)
        assert ann.referee.game.digest() == bo.referee.game.digest()
        winners = ann.referee.game.winners
        await until(lambda: all(kinds(table).count(RESULT) == 1 for table in tables))
        await until(lambda: any(t.desk for t in tables) and not all(t.desk for t in tables))
        keeper = next(table for table in tables if table.desk is not None)

        def agreed(table: NetTable) -> bool:
            lobby = table.lobby
            return lobby is not None and (lobby.first, lobby.winners) == (1, winners)

        await until(lambda: all(map(agreed, tables)))
        first = ann.referee.terms.gid
        for table in tables:
            table.set_ready(True)
        await until(lambda: keeper.lobby is not None and all(c.ready for c in keeper.lobby.chairs))
        keeper.start()
        await until(lambda: all(t.play and t.play.terms.gid != first for t in tables))
        await until(lambda: ann.over and bo.over)
        assert ann.referee.terms.header.first == 1
        assert ann.referee.terms.header.winners == winners
        assert ann.referee.game.digest() == bo.referee.game.digest()


async def test_the_others_let_a_bot_play_on_and_the_player_comes_back_to_his_seat(
    tmp_path: Path,
) -> None:
    """What only he could read is dealt anew, and what the bot has read is dealt anew for him."""
    async with party(tmp_path) as made:
        ann, bo, cy = await trio(made, wait=0)
        await until(lambda: len(cy.referee.game.hands[2]) == 5)
        hand = list(cy.referee.game.hands[2])
        await made.leave("Cy")
        await until(lambda: ann.play is not None and ann.play.standing.votable == (2,))
        assert "no connection to Cy" in ann.play.standing.text
        assert REMOVE not in kinds(ann)
        eve = await made.watch("Ann")
        await made.session("Ann").replace(2, True)
        wish = "Ann wants a bot to play on for Cy (1 of 2 needed; Bo has not said)"
        await until(lambda: wish in made.notices("Bo"))
        assert REMOVE not in kinds(ann)  # one of three is no majority
        await until(lambda: eve.session is not None and "Cy" in eve.session.standing.text)
        await made.session("Bo").replace(2, True)
        await until(lambda: REMOVE in kinds(ann) and cy.me.pid not in bo.referee.players)
        assert eve.session is not None
        news = eve.session._updates
        await until(lambda: any(update.text == "A bot plays on for Cy" for update in news))
        assert ann.referee.owners[2] in (ann.me.pid, bo.me.pid)
        again = await made.resume("Cy")
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


async def test_a_window_closes_when_the_time_is_up_and_that_is_a_pass_for_all(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as made:
        ann, bo, cy = await trio(made, seconds=1)
        ref = await open_window(made)
        asked = [
            name
            for name, table in made.tables.items()
            if table.seat in table.referee.game.waiting()
        ]
        await made.session(asked[0]).more_time()
        await until(lambda: all(MORE in kinds(table) for table in (ann, bo, cy)))
        told = f"{asked[0]} asks for more time"
        await until(lambda: all(told in made.notices(name) for name in made.tables))
        assert CLOSE not in kinds(ann)
        await until(lambda: all(CLOSE in kinds(table) for table in (ann, bo, cy)))
        play = ann.play
        assert play is not None

        def passed() -> set[int]:
            return {a.seat for a in play.actions if a.kind == PASS and a.ref == ref}

        await until(lambda: passed() >= {made.tables[name].seat for name in asked})
        window = top_window(ann.referee.game)
        assert window is None or window.ref != ref


async def test_a_preset_passes_after_a_while_and_nobody_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delays: list[float] = []
    monkeypatch.setattr(remote, "LONGEST", 0.5)
    async with party(tmp_path) as made:
        await trio(made)
        loop = asyncio.get_running_loop()
        call_later = loop.call_later

        def noted(delay: float, what: object, *more: object) -> object:
            if getattr(what, "__name__", "") == "_pass":
                delays.append(delay)
            return call_later(delay, what, *more)  # type: ignore[arg-type]

        monkeypatch.setattr(loop, "call_later", noted)
        ref = await open_window(made)
        asked = [t for t in made.tables.values() if t.seat in t.referee.game.waiting()]
        first = asked[0]
        assert first.session is not None
        first.session.set_preset(ASK_ABLE)
        able = any(move.kind != PASS for move in first.session.legal())
        first.session.hush()
        await until(lambda: first.seat not in first.referee.game.waiting())
        assert len(delays) == 1
        assert remote.SHORTEST <= delays[0] <= remote.LONGEST
        assert able or first.session.preset == ASK_ABLE
        for table in asked[1:]:
            assert table.session is not None
            assert table.session.preset == ASK_ALWAYS
            assert table.seat in table.referee.game.waiting()
            window = top_window(table.referee.game)
            assert window is not None
            assert window.ref == ref


async def test_what_is_said_is_clean_and_signed_and_not_too_much(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann, bo, _ = await trio(made)
        eve = await made.watch("Bo")
        shown: list[tuple[str, str]] = []
        eve.on_chat.append(lambda name, text: shown.append((name, text)))
        await until(lambda: len(bo.gallery) == 1)
        bo.say("hello \x1b[31mred\x07 world")
        clean = tidy("hello \x1b[31mred\x07 world", 300)
        await until(lambda: ("Bo", clean) in made.heard["Ann"] and ("Bo", clean) in shown)
        assert next(u for u in updates(made.session("Ann")) if u.kind == "chat").seat == 1
        eve.say("good evening")
        await until(
            lambda: all(("Eve (watching)", "good evening") in made.heard[n] for n in made.tables)
        )
        for number in range(30):
            bo.say(f"again and again {number}")
        bo.say("the end")
        await asyncio.sleep(0.2)
        assert len([who for who, _ in made.heard["Ann"] if who == "Bo"]) < 12
        forged = Chat(bo.me.pid, "Bo", 1 << 60, "I give up", bytes(64))
        bo.mesh.links[ann.me.pid].send(forged)
        await asyncio.sleep(0.1)
        assert ("Bo", "I give up") not in made.heard["Ann"]


async def quartet_of_bots(made: Party) -> list[NetTable]:
    tables = [await made.host(seats=4, bot="easy")]
    tables += [await made.join(name, bot="easy") for name in ("Bo", "Cy", "Di")]
    await made.begin()
    await until(lambda: all(not table.missing for table in tables))
    return tables


async def test_two_of_four_bots_who_are_asked_to_go_at_once_leave_a_game_behind(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as made:
        _, _, cy, di = await quartet_of_bots(made)
        await asyncio.gather(made.leave("Ann"), made.leave("Bo"))
        await until(lambda: set(cy.referee.players) == {cy.me.pid, di.me.pid})
        await until(lambda: cy.over and di.over)
        assert kinds(cy).count(REMOVE) == 2
        assert RETURN not in kinds(cy)
        assert cy.referee.game.digest() == di.referee.game.digest()


async def test_two_of_four_who_vanish_are_waited_for_until_one_is_back(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann, _, _, di = await quartet_of_bots(made)
        for name in ("Bo", "Cy"):
            await vanish(made, name)
        await until(lambda: "2 of 4 can't go on" in di.play.standing.text)  # type: ignore[union-attr]
        final = di.referee.last.seq
        await asyncio.sleep(1.5)  # longer than the seat of a bot is kept
        assert di.referee.last.seq == final
        assert REMOVE not in kinds(di)
        again = await made.resume("Bo", "easy")
        await until(lambda: ann.over and di.over and again.over)
        assert kinds(di).count(REMOVE) == 1  # Cy is played on for
        assert len({t.referee.game.digest() for t in (ann, di, again)}) == 1


async def vanish(made: Party, name: str) -> None:
    """A program ends as if the power had gone."""
    table = made.tables.pop(name)
    table._end("the power has gone")
    await table.close()


async def test_who_is_left_after_a_game_keeps_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(between, "DESERTED", 0.2)
    monkeypatch.setattr(table, "LOOK", 0.1)
    async with party(tmp_path) as made:
        tables = [await made.host(seats=2, bot="easy"), await made.join("Bo", bot="easy")]
        await made.begin()
        await until(lambda: all(t.over for t in tables) and any(t.desk for t in tables))
        gone, left = ("Ann", "Bo") if tables[0].desk is not None else ("Bo", "Ann")
        await made.leave(gone)
        other = made.tables[left]
        await until(lambda: other.desk is not None)
        assert other.lobby is not None
        assert [chair.name for chair in other.lobby.chairs] == [left, ""]
        await made.join("Cy", bot="easy")
        await made.begin()
        assert len(other.referee.terms.seats) == 2


async def test_of_two_who_keep_a_list_one_gives_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.table.table.LOOK", 0.1)
    async with party(tmp_path) as made:
        tables = [await made.host(seats=2, bot="easy"), await made.join("Bo", bot="easy")]
        await made.begin()
        await until(lambda: all(t.over for t in tables) and any(t.desk for t in tables))
        for table in tables:
            if table.desk is None:
                table.keep_list()
        await until(lambda: sum(table.desk is not None for table in tables) == 1)
        keeper = next(table for table in tables if table.desk is not None)
        assert all(table.foyer.keeper == keeper.me.pid for table in tables)
        await made.begin()


async def test_a_game_that_can_not_go_on_can_be_given_up(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        await made.join("Bo")
        await made.begin()
        await until(lambda: ann.referee.game.begun)
        play = ann.play
        assert play is not None
        await made.leave("Bo")
        await until(lambda: play.standing.paused)
        assert "two can only go on together" in play.standing.text
        (folder,) = (tmp_path / "Ann").iterdir()
        assert not (folder / "over").exists()
        await made.session("Ann").act(Action(LEAVE, 0))
        assert (folder / "over").exists()


async def test_who_leaves_two_programs_for_good_takes_his_bots_along(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=3)
        ann.change(lambda desk: desk.add_bot("easy"))
        bo = await made.join("Bo")
        await made.begin()
        await until(lambda: ann.referee.game.begun)
        session = made.session("Ann")
        await until(lambda: session.refusal(Action(LEAVE, 0)) is None)
        await session.act(Action(LEAVE, 0))
        await until(lambda: bo.over)
        assert bo.referee.game.winners == (bo.seat,)


async def test_of_three_programs_another_plays_the_bots_of_who_leaves_for_good(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=4)
        ann.change(lambda desk: desk.add_bot("easy"))
        bo, cy = await made.join("Bo"), await made.join("Cy")
        await made.begin()
        await until(lambda: ann.referee.game.begun)
        bot = next(n for n, seat in enumerate(ann.referee.terms.seats) if seat.bot)
        session = made.session("Ann")
        await until(lambda: session.refusal(Action(LEAVE, 0)) is None)
        await session.act(Action(LEAVE, 0))
        await made.leave("Ann")
        await until(lambda: bo.referee.owners[bot] in (bo.me.pid, cy.me.pid))
        assert bo.referee.game.alive[bot]
        assert not bo.referee.game.alive[0]


async def test_a_hand_over_that_takes_too_long_is_not_a_fault_of_the_disk(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        ann = await made.host(seats=2)
        await made.join("Bo")
        await made.begin()
        play = ann.play
        assert play is not None
        play.game.hand_over = lambda now: None  # type: ignore[method-assign]
        await play.hand_over(0.05)
        assert not ann.closed
        assert play.game.halted is None


async def test_who_reaches_the_host_goes_on_whoever_else_he_misses(tmp_path: Path) -> None:
    async with party(tmp_path) as made:
        await made.host(seats=4)
        for name in ("Bo", "Cy", "Di"):
            await made.join(name)
        await made.begin()
        bo = made.tables["Bo"]
        play = bo.play
        assert play is not None
        await until(lambda: bo.referee.game.begun and not bo.missing)
        for name in ("Cy", "Di"):
            play.game.absence.left(made.tables[name].me.pid, 0.0, ended=False)
        play.attendance.reckon(0.0)
        assert "no connection to Cy and Di" in play.standing.text
        assert not play.stuck
        play.game.node.awaited = (made.tables["Cy"].me.pid,)
        assert bo.phase == "play"
