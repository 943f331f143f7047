"""The table in this process, met through sessions only, as a screen meets it."""

import asyncio
from pathlib import Path

import pytest

from core.actions import CHOOSE, LEAVE, NEXT, SHUFFLE, Action, Refused
from core.events import DREW, WON
from core.state import CALL_PHASE, HIDDEN, Ask
from net.sessions.local import INSTANT, MAX_CHAT, PACES, Chair, LocalSession, LocalTable, Pace
from net.sessions.record import read_record
from net.sessions.replay import Replay
from tests.net.sitting import (
    Choose,
    at_a_window,
    awaited,
    brain,
    heard,
    in_phase,
    in_phase_with,
    passive,
    play,
    running,
    setup,
)

pytestmark = pytest.mark.usefixtures("clock")

# -- a whole game ----------------------------------------------------------------------------------


async def test_a_person_plays_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "whole.game"
    table = LocalTable(setup(record=path))
    session = table.session(0)
    async with running(table) as task:
        await play(task, (session, brain(0)))
    view = session.view
    assert view.winners
    assert view.waiting() == ()
    updates = await heard(session)
    assert [update.kind for update in updates] == ["acted"] * table.steps + ["closed"]
    assert all(len(update.events) == len(update.told) for update in updates)
    last = updates[-2]
    assert last.events[-1].kind == WON
    assert "wins" in last.told[-1]
    record = read_record(path)
    assert record == session.record()
    assert Replay(record).final.digest() == table.game.digest()
    assert record.header.about["title"] == "Solo"
    assert record.header.about["levels"] == ",easy,easy"


async def test_the_same_seed_and_the_same_person_play_the_same_game() -> None:
    digests = []
    for _ in range(2):
        table = LocalTable(setup())
        async with running(table) as task:
            await play(task, (table.session(0), brain(0)))
        digests.append(table.game.digest())
    assert digests[0] == digests[1]


async def test_how_the_table_is_set_can_be_read() -> None:
    table = LocalTable(setup(title="Friday", options={"hand": "7"}, seconds=20))
    settings = table.session(0).settings
    assert settings.title == "Friday"
    assert settings.editions == ("geek",)
    assert settings.options["hand"] == "7"
    assert settings.levels == ("", "easy", "easy")
    assert settings.seconds == 20
    assert settings.seed == "5"


async def test_names_are_cleaned() -> None:
    chairs = [Chair("A\x1b[31m\nnn"), Chair("", "easy")]
    table = LocalTable(setup(chairs=chairs))
    assert table.game.names == ("A[31m nn", "Somebody")


async def test_bots_take_a_moment_and_instant_ones_none() -> None:
    assert PACES["instant"] == INSTANT == Pace(0, 0, 0, 0)
    assert PACES["fast"].think < PACES["normal"].think < PACES["slow"].think
    table = LocalTable(setup(bots=3), Pace(think=0.2, answer=0.1, die=0.3))
    session = table.session(0)
    loop = asyncio.get_running_loop()
    async with running(table) as task:
        mine = lambda: bool(session.view.begun) and session.view.turn == 0  # noqa: E731
        await play(task, (session, passive), until=mine)
        start = loop.time()
        await play(task, (session, passive), until=lambda: session.view.turn != 0)
        steps = table.steps
        await play(task, (session, passive), until=lambda: table.steps > steps)
        assert loop.time() - start >= 0.1


# -- talking ---------------------------------------------------------------------------------------


async def test_chat_reaches_everybody_and_is_cleaned() -> None:
    table = LocalTable(setup(people=2, bots=1))
    ann, bo, watcher = table.session(0), table.session(1), table.session(None)
    await ann.say("  hello\x1b[2J\n\u202e[bold]world  ")
    await watcher.say("x" * 1000)
    await bo.say(" \t\x00 ")
    table.close()
    for session in (ann, bo, watcher):
        chat = [update for update in await heard(session) if update.kind == "chat"]
        assert [update.seat for update in chat] == [0, -1]
        assert chat[0].text == "hello[2J [bold]world"
        assert chat[1].text == "x" * MAX_CHAT


# -- several people --------------------------------------------------------------------------------


async def test_two_people_at_one_keyboard() -> None:
    table = LocalTable(setup(people=2, bots=1))
    ann, bo = table.session(0), table.session(1)
    secrets = 0

    def watched(choose: Choose) -> Choose:
        def check(session: LocalSession) -> Action | None:
            nonlocal secrets
            other = 1 - (session.seat or 0)
            view = session.view
            hidden = [c for c in view.hands[other] if not view.seen.get(c, 0) >> session.seat & 1]
            assert all(view.face[card] == HIDDEN for card in hidden)
            secrets += len(hidden)
            return choose(session)

        return check

    async with running(table) as task:
        await play(task, (ann, watched(brain(0))), (bo, watched(brain(1))))
    assert secrets
    assert table.game.winners
    acted = {action.seat for action in table.actions}
    assert {0, 1, 2} <= acted


async def test_nobody_acts_for_somebody_else() -> None:
    table = LocalTable(setup(people=2, bots=1))
    ann, bo = table.session(0), table.session(1)
    async with running(table) as task:
        await in_phase_with(ann, bo, task, CALL_PHASE)
        refusal = bo.refusal(Action(NEXT, 0))
        assert refusal is not None
        assert refusal.text == "that is not your seat"
        with pytest.raises(Refused, match="not your seat"):
            await bo.act(Action(NEXT, 0))
        assert ann.view.phase == CALL_PHASE


# -- spectators ------------------------------------------------------------------------------------


async def test_spectators_see_nothing_hidden() -> None:
    table = LocalTable(setup())
    session, watcher = table.session(0), table.session(None)
    person = brain(0)

    def choose(session: LocalSession) -> Action | None:
        view = watcher.view
        secret = [card for hand in view.hands for card in hand if view.pub[card] == HIDDEN]
        assert all(view.face[card] == HIDDEN for card in (*secret, *view.deck))
        assert watcher.legal() == []
        return person(session)

    async with running(table) as task:
        await play(task, (session, choose), until=lambda: table.steps > 150)
        hidden = watcher.record()
        assert all(not action.faces for action in hidden.actions if action.kind == SHUFFLE)
        Replay(hidden)  # it can be walked through nevertheless
        await play(task, (session, choose))
    drawn = 0
    for update in await heard(watcher):
        assert update.action is None or update.action.kind != SHUFFLE or not update.action.faces
        for event, sentence in zip(update.events, update.told, strict=True):
            if event.kind == DREW:
                drawn += 1
                assert sentence.split(" draws ")[1].split()[1] in ("card", "cards")
    assert drawn
    assert any(action.faces for action in watcher.record().actions if action.kind == SHUFFLE)


async def test_spectators_only_watch() -> None:
    table = LocalTable(setup())
    watcher = table.session(None)
    assert watcher.seat is None
    assert not watcher.can_undo
    await watcher.undo()
    with pytest.raises(Refused, match="spectators only watch"):
        await watcher.act(Action(NEXT, 0))
    assert watcher.refusal(Action(NEXT, 0)) is not None


async def test_own_cards_are_named_to_their_owner_only() -> None:
    table = LocalTable(setup(people=2, bots=1))
    ann, bo = table.session(0), table.session(1)
    async with running(table) as task:
        await play(task, (ann, passive), (bo, passive), until=lambda: ann.view.begun)
    pairs = zip(await heard(ann), await heard(bo), strict=True)
    for mine, theirs in pairs:
        for event, one, other in zip(mine.events, mine.told, theirs.told, strict=True):
            if event.kind == DREW and event.seat == 0:
                assert one != other
                assert other.endswith(("card", "cards"))


# -- leaving, closing ------------------------------------------------------------------------------


async def test_a_person_leaves_and_the_bots_go_on() -> None:
    table = LocalTable(setup(bots=3))
    session = table.session(0)
    async with running(table) as task:
        await at_a_window(session, task)
        await session.act(Action(LEAVE, 0))
        assert not session.view.alive[0]
        await play(task, (session, passive))
    assert table.game.winners
    assert 0 not in table.game.winners


async def test_the_table_closes_with_the_last_person(tmp_path: Path) -> None:
    path = tmp_path / "left.game"
    table = LocalTable(setup(people=2, bots=1, record=path))
    ann, bo, watcher = table.session(0), table.session(1), table.session(None)
    async with running(table) as task:
        await play(task, (ann, passive), (bo, passive), until=lambda: table.steps > 40)
        await ann.close()
        await asyncio.sleep(0.01)
        assert not task.done()
        await bo.close()
        await asyncio.wait_for(task, 5)
    assert (await heard(watcher))[-1].kind == "closed"
    assert not table.game.winners
    record = read_record(path)
    assert record.actions == tuple(table.actions)
    assert not record.torn


async def test_nothing_is_done_at_a_closed_table(tmp_path: Path) -> None:
    table = LocalTable(setup(record=tmp_path / "closed.game"))
    session = table.session(0)
    async with running(table) as task:
        await in_phase(session, task, CALL_PHASE)
        await session.act(Action(NEXT, 0))
        table.close()
        table.close()  # once is enough, twice no harm
    assert not session.can_undo
    await session.undo()
    with pytest.raises(Refused, match="the table is closed"):
        await session.act(Action(NEXT, 0))
    late = table.session(None)
    assert [update.kind for update in await heard(late)] == ["closed"]


async def test_a_game_that_is_over_says_so() -> None:
    table = LocalTable(setup())
    session = table.session(0)
    async with running(table) as task:
        await play(task, (session, brain(0)))
    with pytest.raises(Refused, match="the game is over"):
        await session.act(Action(NEXT, 0))
    assert session.legal() == []


# -- the next game ---------------------------------------------------------------------------------


async def test_a_rematch_asks_the_winners_first(tmp_path: Path) -> None:
    first = LocalTable(setup(first=2))
    path = tmp_path / "again.game"
    table = first.again((0,), path)
    assert table.game.names == first.game.names
    assert table.game.first == 0
    assert table.settings.seed != first.settings.seed
    assert table.settings.seed == first.again((0,)).settings.seed
    session = table.session(0)
    async with running(table) as task:
        await play(task, (session, lambda _: None), until=lambda: awaited(session))
        question = session.view.stack[-1]
        assert isinstance(question, Ask)
        assert question.topic == "pick-role"
        await session.act(Action(CHOOSE, 0, value=3))
        await play(task, (session, passive), until=lambda: session.view.begun)
        assert session.view.roles[0] == (question.options[3],)
        assert session.view.turn == 0
    assert read_record(path).header.winners == (0,)


async def test_bots_that_won_pick_without_asking_the_person() -> None:
    table = LocalTable(setup()).again((1, 2))
    session = table.session(0)
    async with running(table) as task:
        await play(task, (session, passive), until=lambda: session.view.begun)
    assert {a.seat for a in table.actions if a.kind == CHOOSE} == {1, 2}
