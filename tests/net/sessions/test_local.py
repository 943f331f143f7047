"""The table in this process, met through sessions only, as a screen meets it."""

import asyncio
from pathlib import Path

import pytest

from core.actions import CHOOSE, LEAVE, NEXT, PASS, ROLL, SHUFFLE, Action, Refused
from core.events import DREW, WON
from core.state import CALL_PHASE, HIDDEN, Ask
from net.sessions.local import INSTANT, MAX_CHAT, PACES, Chair, LocalSession, LocalTable, Pace
from net.sessions.record import read_record
from net.sessions.replay import Replay
from net.sessions.session import Update
from tests.net.sitting import Choose, awaited, brain, heard, seated, setup

pytestmark = pytest.mark.usefixtures("clock")

# -- a whole game ----------------------------------------------------------------------------------


async def test_a_person_plays_a_whole_game_and_the_same_seed_brings_it_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "whole.game"
    async with seated(record=path) as here:
        table, session = await here.out(), here.me
    assert session.view.winners
    assert session.view.waiting() == ()
    assert session.legal() == []
    with pytest.raises(Refused, match="the game is over"):
        await session.act(Action(NEXT, 0))
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
    async with seated() as again:
        assert (await again.out()).game.digest() == table.game.digest()


async def test_how_the_table_is_set_can_be_read() -> None:
    chairs = [Chair("A\x1b[31m\nnn"), Chair("", "easy")]
    table = LocalTable(setup(title="Friday", options={"hand": "7"}, seconds=20, chairs=chairs))
    assert table.game.names == ("A[31m nn", "Somebody")
    settings = table.session(0).settings
    assert settings.title == "Friday"
    assert settings.editions == ("geek",)
    assert settings.options["hand"] == "7"
    assert settings.levels == ("", "easy")
    assert settings.seconds == 20
    assert settings.seed == "5"


async def test_dice_and_bots_take_a_moment_and_nobody_hurries_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert PACES["instant"] == INSTANT == Pace(0, 0, 0, 0)
    assert PACES["fast"].think < PACES["normal"].think < PACES["slow"].think
    loop = asyncio.get_running_loop()
    took: set[tuple[bool, str, int]] = set()  # tenths of a second
    async with seated(pace=Pace(think=0.8, answer=0.3, die=0.2, deal=0.1)) as here:
        before, push = loop.time(), here.me.push

        def acted(update: Update) -> None:
            nonlocal before
            push(update)
            if update.action is not None:
                mine = update.action.seat == here.me.seat
                took.add((mine, update.action.kind, round(10 * (loop.time() - before))))
                before = loop.time()

        monkeypatch.setattr(here.me, "push", acted)
        await here.play(until=lambda: here.table.steps > 150)
    answered = (False, PASS, 6)  # twice a moment, since my pass comes in between
    others = {(False, ROLL, 2), (False, SHUFFLE, 1), (False, NEXT, 8), answered}
    assert took >= {(True, NEXT, 0), (True, PASS, 0)} | others
    assert len({(mine, kind) for mine, kind, _ in took}) == len(took)


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


async def test_of_two_people_at_one_keyboard_each_sees_only_their_own_cards() -> None:
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

    async with seated(people=2, bots=1) as here:
        table = await here.play(watched(brain(0)), watched(brain(1)))
    assert secrets
    assert table.game.winners
    assert {0, 1, 2} <= {action.seat for action in table.actions}
    drawn = 0
    for mine, theirs in zip(*[await heard(person) for person in here.people], strict=True):
        for event, one, other in zip(mine.events, mine.told, theirs.told, strict=True):
            if event.kind == DREW and event.seat == 0:
                drawn += 1
                assert one != other
                assert other.endswith(("card", "cards"))
    assert drawn


async def test_nobody_acts_for_somebody_else() -> None:
    async with seated(people=2, bots=1) as here:
        ann, bo = here.people
        await here.phase(CALL_PHASE)
        refusal = bo.refusal(Action(NEXT, 0))
        assert refusal is not None
        assert refusal.text == "that is not your seat"
        with pytest.raises(Refused, match="not your seat"):
            await bo.act(Action(NEXT, 0))
        assert ann.view.phase == CALL_PHASE


# -- spectators ------------------------------------------------------------------------------------


async def test_spectators_see_nothing_hidden_and_only_watch() -> None:
    async with seated() as here:
        watcher = here.table.session(None)
        person = brain(0)

        def choose(session: LocalSession) -> Action | None:
            view = watcher.view
            secret = [card for hand in view.hands for card in hand if view.pub[card] == HIDDEN]
            assert all(view.face[card] == HIDDEN for card in (*secret, *view.deck))
            assert watcher.legal() == []
            return person(session)

        await here.play(choose, until=lambda: here.table.steps > 150)
        assert watcher.seat is None
        assert not watcher.can_undo
        await watcher.undo()
        with pytest.raises(Refused, match="spectators only watch"):
            await watcher.act(Action(NEXT, 0))
        assert watcher.refusal(Action(NEXT, 0)) is not None
        hidden = watcher.record()
        assert all(not action.faces for action in hidden.actions if action.kind == SHUFFLE)
        Replay(hidden)  # it can be walked through nevertheless
        await here.play(choose)
    drawn = 0
    for update in await heard(watcher):
        assert update.action is None or update.action.kind != SHUFFLE or not update.action.faces
        for event, sentence in zip(update.events, update.told, strict=True):
            if event.kind == DREW:
                drawn += 1
                assert sentence.split(" draws ")[1].split()[1] in ("card", "cards")
    assert drawn
    assert any(action.faces for action in watcher.record().actions if action.kind == SHUFFLE)


# -- leaving, closing ------------------------------------------------------------------------------


async def test_a_person_leaves_and_the_bots_go_on() -> None:
    async with seated(bots=3) as here:
        await here.window()
        await here.me.act(Action(LEAVE, 0))
        assert not here.me.view.alive[0]
        table = await here.play()
    assert table.game.winners
    assert 0 not in table.game.winners


async def test_the_table_closes_with_the_last_person(tmp_path: Path) -> None:
    path = tmp_path / "left.game"
    async with seated(people=2, bots=1, record=path) as here:
        (ann, bo), watcher = here.people, here.table.session(None)
        await here.play(until=lambda: here.table.steps > 40)
        await ann.close()
        steps = here.table.steps
        await here.play(until=lambda: here.table.steps > steps)  # the other one plays on
        await bo.close()
        await here.task
    assert (await heard(watcher))[-1].kind == "closed"
    assert not here.table.game.winners
    record = read_record(path)
    assert record.actions == tuple(here.table.actions)
    assert not record.torn


async def test_nothing_is_done_at_a_closed_table(tmp_path: Path) -> None:
    async with seated(record=tmp_path / "closed.game") as here:
        await here.phase(CALL_PHASE)
        await here.me.act(Action(NEXT, 0))
        here.table.close()
        here.table.close()  # once is enough, twice no harm
    assert not here.me.can_undo
    await here.me.undo()
    with pytest.raises(Refused, match="the table is closed"):
        await here.me.act(Action(NEXT, 0))
    late = here.table.session(None)
    assert [update.kind for update in await heard(late)] == ["closed"]


# -- the next game ---------------------------------------------------------------------------------


async def test_a_rematch_asks_the_winners_first(tmp_path: Path) -> None:
    first = LocalTable(setup(first=2))
    path = tmp_path / "again.game"
    table = first.again((0,), path)
    assert table.game.names == first.game.names
    assert table.game.first == 0
    assert table.settings.seed != first.settings.seed
    assert table.settings.seed == first.again((0,)).settings.seed
    async with seated(table) as here:
        session = here.me
        await here.play(lambda _: None, until=lambda: awaited(session))
        question = session.view.stack[-1]
        assert isinstance(question, Ask)
        assert question.topic == "pick-role"
        await session.act(Action(CHOOSE, 0, value=3))
        await here.play(until=lambda: session.view.begun)
        assert session.view.roles[0] == (question.options[3],)
        assert session.view.turn == 0
    assert read_record(path).header.winners == (0,)


async def test_bots_that_won_pick_without_asking_the_person() -> None:
    async with seated(LocalTable(setup()).again((1, 2))) as here:
        table = await here.play(until=lambda: here.me.view.begun)
    assert {a.seat for a in table.actions if a.kind == CHOOSE} == {1, 2}
