"""Games at network tables: people, bots, absence and return, time, chat, and the game after."""

import asyncio

import pytest

from core.actions import LEAVE, PASS, Action
from net.log.kinds import CLOSE, MORE, REMOVE, RESULT, RETURN
from net.peer.ledger import Happened
from net.sessions.session import ASK_ALWAYS
from net.sessions.sitting import top_window
from net.table import remote
from net.table.foyer import ANSWER
from net.table.table import NetTable
from net.wire.fields import tidy
from net.wire.messages import Chat
from tests.net.party import Party, kinds, open_window, until, updates


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
    assert "no connection to Cy" in party.play("Ann").standing.text
    assert REMOVE not in kinds(ann)
    eve = await party.watch("Ann")
    await party.session("Ann").replace(2, True)
    wish = "Ann wants a bot to play on for Cy (1 of 2 needed; Bo has not said)"
    await until(lambda: wish in party.notices("Bo"))
    assert REMOVE not in kinds(ann)  # one of three is no majority
    await until(lambda: eve.session is not None and "Cy" in eve.session.standing.text)
    await party.session("Bo").replace(2, True)
    await until(lambda: REMOVE in kinds(ann) and cy.me.pid not in bo.referee.players)
    assert eve.session is not None
    news = eve.session._updates
    await until(lambda: any(update.text == "A bot plays on for Cy" for update in news))
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


async def test_a_window_closes_when_the_time_is_up_and_that_is_a_pass_for_all(
    party: Party,
) -> None:
    tables = await trio(party, seconds=1)
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


def awaited(table: NetTable) -> bool:
    return table.seat in table.referee.game.waiting()


async def test_who_wants_silence_passes_after_a_while_and_nobody_else_does(party: Party) -> None:
    loop = asyncio.get_running_loop()
    await trio(party)
    ref = await open_window(party)
    first, *others = [table for table in party.tables.values() if awaited(table)]
    began = loop.time()
    assert first.session is not None
    first.session.hush()
    await until(lambda: not awaited(first))
    assert remote.SHORTEST <= loop.time() - began <= remote.LONGEST + 1
    for table in others:
        assert table.session is not None
        assert table.session.preset == ASK_ALWAYS
        assert awaited(table)
        window = top_window(table.referee.game)
        assert window is not None
        assert window.ref == ref


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
    await until(
        lambda: all(("Eve (watching)", "good evening") in party.heard[n] for n in party.tables)
    )
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
    await until(lambda: "2 of 4 can't go on" in party.play("Di").standing.text)
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
    assert "two can only go on together" in play.standing.text
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


async def test_a_hand_over_that_takes_too_long_is_not_a_fault_of_the_disk(party: Party) -> None:
    ann, _ = await party.sit("Ann", "Bo")
    play = party.play("Ann")
    play.game.hand_over = lambda now: None  # type: ignore[method-assign]
    await play.hand_over(0.05)
    assert not ann.closed
    assert play.game.halted is None


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
