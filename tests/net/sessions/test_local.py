"""The table in this process, met through sessions only, as a screen meets it."""

import asyncio
import errno
import os
from pathlib import Path

import pytest

from core.actions import CHOOSE, DO, NEXT, PASS, ROLL, SHUFFLE, Action, Refused
from core.events import DREW, ROLLED, WON
from core.state import CALL_PHASE, DISCARD_PHASE, HIDDEN, ROLL_PHASE, Ask, Window
from core.view import view
from net.sessions.local import INSTANT, MAX_CHAT, PACES, Chair, LocalSession, LocalTable, Pace
from net.sessions.presets import concerns, prompts
from net.sessions.record import RecordError, RecordWriter, Result, read_record
from net.sessions.replay import Replay
from net.sessions.session import ASK_ABLE, ASK_ALWAYS, ASK_CONCERNED, PRESETS, Update
from net.sessions.sitting import top_window
from tests.kit.table import at
from tests.net import sitting

pytestmark = pytest.mark.usefixtures("clock")

# -- a whole game ----------------------------------------------------------------------------------


async def test_a_person_plays_a_whole_game_and_the_same_seed_brings_it_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "whole.game"
    async with sitting.seated(record=path) as here:
        table, session = await here.out(), here.me
    assert session.view.winners
    assert session.view.waiting() == ()
    assert session.legal() == []
    with pytest.raises(Refused, match="the game is over"):
        await session.act(Action(NEXT, 0))
    updates = await sitting.heard(session)
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
    async with sitting.seated() as again:
        assert (await again.out()).game.digest() == table.game.digest()


async def test_how_the_table_is_set_can_be_read() -> None:
    chairs = [Chair("A\x1b[31m\nnn"), Chair("", "easy")]
    table = LocalTable(
        sitting.setup(title="Friday", options={"hand": "7"}, seconds=20, chairs=chairs)
    )
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
    assert PACES["instant"] == INSTANT == Pace(0, 0, 0, 0, 0)
    assert PACES["fast"].think < PACES["normal"].think < PACES["slow"].think
    loop = asyncio.get_running_loop()
    took: set[tuple[bool, str, int]] = set()  # tenths of a second
    async with sitting.seated(pace=Pace(think=0.8, answer=0.3, die=0.2, deal=0.1)) as here:
        before, push = loop.time(), here.me.push

        def acted(update: Update) -> None:
            nonlocal before
            push(update)
            if update.action is not None:
                mine = update.action.seat == here.me.seat
                took.add((mine, update.action.kind, round(10 * (loop.time() - before))))
                before = loop.time()

        monkeypatch.setattr(here.me, "push", acted)
        here.me.set_preset(ASK_ALWAYS)
        await here.play(until=lambda: here.table.steps > 150)
    answered = (False, PASS, 6)  # twice a moment, since my pass comes in between
    others = {(False, ROLL, 2), (False, SHUFFLE, 1), (False, NEXT, 8), answered}
    assert took >= {(True, NEXT, 0), (True, PASS, 0)} | others
    assert len({(mine, kind) for mine, kind, _ in took}) == len(took)


# -- talking ---------------------------------------------------------------------------------------


async def test_chat_reaches_everybody_and_is_cleaned() -> None:
    table = LocalTable(sitting.setup(people=2, bots=1))
    ann, bo, watcher = table.session(0), table.session(1), table.session(None)
    await ann.say("  hello\x1b[2J\n\u202e[bold]world  ")
    await watcher.say("x" * 1000)
    await bo.say(" \t\x00 ")
    table.close()
    for session in (ann, bo, watcher):
        chat = [update for update in await sitting.heard(session) if update.kind == "chat"]
        assert [update.seat for update in chat] == [0, -1]
        assert chat[0].text == "hello[2J [bold]world"
        assert chat[1].text == "x" * MAX_CHAT


# -- several people --------------------------------------------------------------------------------


async def test_of_two_people_at_one_keyboard_each_sees_only_their_own_cards() -> None:
    secrets = 0

    def watched(choose: sitting.Choose) -> sitting.Choose:
        def check(session: LocalSession) -> Action | None:
            nonlocal secrets
            other = 1 - (session.seat or 0)
            view = session.view
            hidden = [c for c in view.hands[other] if not view.seen.get(c, 0) >> session.seat & 1]
            assert all(view.face[card] == HIDDEN for card in hidden)
            secrets += len(hidden)
            return choose(session)

        return check

    async with sitting.seated(people=2, bots=1) as here:
        table = await here.play(watched(sitting.brain(0)), watched(sitting.brain(1)))
    assert secrets
    assert table.game.winners
    assert {0, 1, 2} <= {action.seat for action in table.actions}
    drawn = 0
    for mine, theirs in zip(*[await sitting.heard(person) for person in here.people], strict=True):
        for event, one, other in zip(mine.events, mine.told, theirs.told, strict=True):
            if event.kind == DREW and event.seat == 0:
                drawn += 1
                assert one != other
                assert other.endswith(("card", "cards"))
    assert drawn


# -- spectators ------------------------------------------------------------------------------------


async def test_spectators_see_nothing_hidden_and_only_watch() -> None:
    async with sitting.seated() as here:
        watcher = here.table.session(None)
        person = sitting.brain(0)

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
    for update in await sitting.heard(watcher):
        assert update.action is None or update.action.kind != SHUFFLE or not update.action.faces
        for event, sentence in zip(update.events, update.told, strict=True):
            if event.kind == DREW:
                drawn += 1
                assert sentence.split(" draws ")[1].split()[1] in ("card", "cards")
    assert drawn
    assert any(action.faces for action in watcher.record().actions if action.kind == SHUFFLE)


# -- leaving, closing ------------------------------------------------------------------------------


async def test_the_table_closes_with_the_last_person(tmp_path: Path) -> None:
    path = tmp_path / "left.game"
    async with sitting.seated(people=2, bots=1, record=path) as here:
        (ann, bo), watcher = here.people, here.table.session(None)
        await here.play(until=lambda: here.table.steps > 40)
        await ann.close()
        steps = here.table.steps
        await here.play(until=lambda: here.table.steps > steps)  # the other one plays on
        await bo.close()
        await here.task
    assert (await sitting.heard(watcher))[-1].kind == "closed"
    assert not here.table.game.winners
    record = read_record(path)
    assert record.actions == tuple(here.table.actions)
    assert not record.torn


async def test_nothing_is_done_at_a_closed_table(tmp_path: Path) -> None:
    async with sitting.seated(record=tmp_path / "closed.game") as here:
        await here.phase(CALL_PHASE)
        await here.me.act(Action(NEXT, 0))
        here.table.close()
        here.table.close()  # once is enough, twice no harm
    assert not here.me.can_undo
    await here.me.undo()
    with pytest.raises(Refused, match="the table is closed"):
        await here.me.act(Action(NEXT, 0))
    late = here.table.session(None)
    assert [update.kind for update in await sitting.heard(late)] == ["closed"]


# -- the next game ---------------------------------------------------------------------------------


async def test_a_rematch_asks_the_winners_first(tmp_path: Path) -> None:
    first = LocalTable(sitting.setup(first=2))
    path = tmp_path / "again.game"
    table = first.again((0,), path)
    assert table.game.names == first.game.names
    assert table.game.first == 0
    assert table.settings.seed != first.settings.seed
    assert table.settings.seed == first.again((0,)).settings.seed
    async with sitting.seated(table) as here:
        session = here.me
        await here.play(lambda _: None, until=lambda: sitting.awaited(session))
        question = session.view.stack[-1]
        assert isinstance(question, Ask)
        assert question.topic == "pick-role"
        await session.act(Action(CHOOSE, 0, value=3))
        await here.play(until=lambda: session.view.begun)
        assert session.view.roles[0] == (question.options[3],)
        assert session.view.turn == 0
    assert read_record(path).header.winners == (0,)


async def test_bots_that_won_pick_without_asking_the_person() -> None:
    async with sitting.seated(LocalTable(sitting.setup()).again((1, 2))) as here:
        table = await here.play(until=lambda: here.me.view.begun)
    assert {a.seat for a in table.actions if a.kind == CHOOSE} == {1, 2}


WHILE = 5.0  # seconds in which anything that could happen happens

# -- windows and presets ---------------------------------------------------------------------------


async def test_nobody_is_hurried_in_a_window() -> None:
    async with sitting.seated() as here:
        session = here.me
        session.set_preset(ASK_ALWAYS)
        window = await here.window()
        await asyncio.sleep(WHILE)
        assert session.view.waiting() == (0,)  # the bots have answered, the table waits
        await session.more_time()  # there is no clock
        assert session.deadline is None
        assert session.refusal(Action(NEXT, 0)) is not None
        with pytest.raises(Refused):
            await session.act(Action(PASS, 0, ref=window.ref + 1))
        steps = here.table.steps
        await session.act(Action(PASS, 0, ref=window.ref))
        assert here.table.steps > steps


@pytest.mark.parametrize(
    ("setup", "move", "concerned"),
    [
        ("Ann holds: RPGs\nturn: Ann, free time", "do RPGs", set()),
        ("Ann holds: Choad Warrior\nturn: Ann, call", "call Choad Warrior to Bo", {"Bo"}),
        ("Ann holds: TV Queen\nturn: Ann, call", "call TV Queen to Bo", set()),
        ("Ann holds: RPGs\nAnn slack: 18\nturn: Ann, free time", "do RPGs", {"Bo", "Cy"}),
        (
            "Ann holds: Sucks to Be You!\nCy has: Pizza\nturn: Ann, free time",
            "play Sucks to Be You! on Cy's Pizza", {"Cy"},
        ),
    ],
    ids=["nobody", "a pest", "a gift", "a winner", "a target"],
)  # fmt: skip
def test_whom_a_window_concerns(setup: str, move: str, concerned: set[str]) -> None:
    game = at(f"players: Ann; Bo; Cy\nAnn is Tech Support\n{setup}\n\nAnn: {move}")
    window = game.stack[-1]
    assert isinstance(window, Window)
    named = {game.names[seat] for seat in (1, 2) if concerns(view(game, seat), seat)}
    assert named == concerned


HELD = {"nothing": "Pizza", "a Whenever": "Tuition Due", "an answer": "Car Alarm"}


@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("slack", [0, 19])
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_window_is_a_prompt_only_for_who_can_respond(
    preset: str, slack: int, held: str
) -> None:
    game = at(f"""
        players: Ann; Bo
        Ann holds: Sleep
        Ann slack: {slack}
        Bo holds: {HELD[held]}
        turn: Ann, free time

        Ann: do Sleep
    """)
    asked = {ASK_ALWAYS: True, ASK_ABLE: held == "an answer", ASK_CONCERNED: slack == 19}
    if preset == ASK_CONCERNED and held != "an answer":
        asked[preset] = False
    assert prompts(view(game, 1), preset) == asked[preset]
    assert not prompts(view(game, 0), preset)


@pytest.mark.parametrize("preset", PRESETS)
async def test_the_table_passes_for_who_is_not_asked(preset: str) -> None:
    passed = 0

    def choose(session: LocalSession) -> Action:
        nonlocal passed
        if sitting.open_window(session) is not None:
            passed += 1
            assert prompts(session.view, preset)
        return sitting.passive(session)

    async with sitting.seated(bots=3) as here:
        here.me.set_preset(preset)
        assert here.me.preset == preset
        table = await here.play(choose)
    passes = sum(a.kind == PASS and a.seat == 0 for a in table.actions)
    assert passed == passes if preset == ASK_ALWAYS else 0 < passed < passes


async def test_who_is_not_asked_passes_last_and_sees_what_hits_them_for_a_moment() -> None:
    loop = asyncio.get_running_loop()
    pace = INSTANT._replace(answer=1, show=10)
    async with sitting.seated(pace=pace) as here:
        session, took = here.me, {False: set[float](), True: set[float]()}
        opened, ref, hits = 0.0, 0, False
        while not (took[False] and took[True]):
            before = here.table.steps
            await here.play(until=lambda steps=before: here.table.steps > steps)
            window = top_window(session.view)
            if ref and (window is None or window.ref != ref):
                took[hits].add(round(loop.time() - opened))
            fresh = window is not None and window.ref != ref and window.seat != 0
            ref = window.ref if window is not None and window.seat != 0 else 0
            if fresh:
                opened, hits = loop.time(), concerns(session.view, 0)
    assert max(took[False]) < 10 <= min(took[True])


async def test_a_hush_lasts_for_a_turn_and_the_same_key_ends_it() -> None:
    async with sitting.seated(bots=3) as here:
        session = here.me
        session.set_preset(ASK_ALWAYS)
        await here.window()
        moment = (session.view.round, session.view.turn)
        assert moment[1] != 0
        session.hush()
        assert session.hushed
        session.hush()
        assert sitting.open_window(session) is not None
        session.hush()
        await here.play(until=lambda: (session.view.round, session.view.turn) != moment)
        assert not session.hushed


@pytest.mark.parametrize(("slack", "hushed"), [(0, True), (19, False)])
def test_what_would_win_breaks_a_hush(slack: int, hushed: bool) -> None:
    game = at(f"""
        players: Ann; Bo
        Ann holds: Sleep
        Ann slack: {slack}
        turn: Ann, free time
    """)
    table = LocalTable(sitting.setup(people=1, bots=1))
    table.game = game
    session = table.session(1)
    session.hush()
    table.steps += 1
    card = game.hands[0][0]
    game.apply(Action(DO, 0, (card,), (game.face[card],)))
    session.went_on()
    assert session.hushed == hushed


async def test_presets_are_known_ones() -> None:
    async with sitting.seated(bots=3) as here:
        here.me.hush()
        with pytest.raises(ValueError, match="able, always, concerned"):
            here.me.set_preset("never")
        assert (here.me.preset, here.me.hushed) == (ASK_ABLE, True)
        here.me.set_preset(ASK_ALWAYS)
        assert not here.me.hushed


async def test_several_people_look_at_an_announcement_for_a_beat_whatever_they_hold() -> None:
    loop = asyncio.get_running_loop()
    async with sitting.seated(people=2, bots=1) as here:
        ann, bo = here.people
        table = here.table
        took = set[float]()
        while len(took) < 1 or table.steps < 150:
            await here.play(until=lambda: top_window(table.game))
            ref, opened = table.game.ref, loop.time()
            assert [ann.prompted, bo.prompted] == [False, False]
            await here.play(until=lambda ref=ref: table.game.ref != ref or not table.game.stack)
            took.add(round(loop.time() - opened, 1))
        assert took == {table.beat}
        await here.play(until=lambda: top_window(table.game) and 1 in table.game.waiting())
        ref = table.game.ref
        await bo.more_time()
        await asyncio.sleep(WHILE)
        assert (bo.prompted, ann.prompted, table.game.ref) == (True, False, ref)
        await bo.act(Action(PASS, 1, ref=ref))
        opened = loop.time()
        await here.play(until=lambda: table.game.ref != ref or not table.game.stack)
        assert loop.time() - opened <= table.beat + 0.1


# -- clocks ----------------------------------------------------------------------------------------


async def test_a_time_out_is_a_pass_unless_there_is_more_time_and_only_windows_have_one() -> None:
    loop = asyncio.get_running_loop()
    async with sitting.seated(seconds=30) as here:
        session = here.me
        session.set_preset(ASK_ALWAYS)
        window = await here.window()
        opened = loop.time()
        assert session.deadline is not None
        assert session.deadline == pytest.approx(opened + 30, abs=0.1)
        await session.more_time()
        assert session.deadline == pytest.approx(opened + 60, abs=0.1)
        await here.play(lambda _: None, until=lambda: not sitting.awaited(session))
        assert loop.time() == pytest.approx(opened + 60, abs=0.1)
        last = [action for action in here.table.actions if action.seat == 0][-1]
        assert (last.kind, last.ref) == (PASS, window.ref)
        await here.phase(CALL_PHASE)
        assert session.deadline is None
        await asyncio.sleep(100)
        assert session.deadline is None
        assert session.view.phase == CALL_PHASE


# -- undo ------------------------------------------------------------------------------------------


async def test_a_slip_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "slip.game"
    async with sitting.seated(record=path) as here:
        session, table = here.me, here.table
        await here.phase(CALL_PHASE)
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
        await here.out()
    assert Replay(read_record(path)).final.digest() == table.game.digest()
    assert [u.seat for u in await sitting.heard(session) if u.kind == "undone"] == [0]


async def test_what_the_program_did_after_it_is_undone_with_what_the_person_did(
    tmp_path: Path,
) -> None:
    path = tmp_path / "slip.game"
    async with sitting.seated(record=path) as here:
        session, table = here.me, here.table
        await here.phase(0)
        await session.act(Action(NEXT, 0), by_itself=True)
        assert not session.can_undo, "the person has done nothing yet"
        await here.phase(CALL_PHASE)
        digest, actions = table.game.digest(), tuple(table.actions)
        await session.act(Action(NEXT, 0))
        await session.act(Action(NEXT, 0), by_itself=True)
        assert session.view.phase == DISCARD_PHASE
        assert session.can_undo
        await session.undo()
        assert (table.game.digest(), tuple(table.actions)) == (digest, actions)
        assert read_record(path).actions == actions


async def test_nobody_acts_for_somebody_else_or_takes_back_what_others_have_seen() -> None:
    async with sitting.seated(people=2, bots=1) as here:
        session, other = here.people
        await here.phase(CALL_PHASE)
        refusal = other.refusal(Action(NEXT, 0))
        assert refusal is not None
        assert refusal.text == "that isn't your seat"
        with pytest.raises(Refused, match="isn't your seat"):
            await other.act(Action(NEXT, 0))
        assert session.view.phase == CALL_PHASE
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
        announced = next(a for a in session.legal() if a.kind not in (NEXT, PASS))
        await session.act(announced)
        assert not session.can_undo


async def test_the_end_of_a_turn_is_no_slip() -> None:
    async with sitting.seated() as here:
        session = here.me
        await here.phase(DISCARD_PHASE)
        while session.refusal(Action(NEXT, 0)) is not None:
            discards = [a for a in session.legal() if a.kind not in (NEXT, PASS)]
            await session.act(discards[0])
            assert not session.can_undo
        await session.act(Action(NEXT, 0))
        assert not session.can_undo


async def die_falls(here: sitting.Sitting) -> bool:
    """Whether I have a role whose Income is rolled for; if so, the die can't be taken back."""
    session = here.me
    await here.play(until=lambda: session.view.roles[0])
    role = session.view.faces[session.view.roles[0][0]]
    if role.income[0] == role.income[1]:
        return False
    await here.phase(0)
    await session.act(Action(NEXT, 0))
    steps = here.table.steps
    assert session.can_undo  # the die has not fallen yet
    await here.play(lambda _: None, until=lambda: here.table.steps > steps)
    assert session.view.phase == ROLL_PHASE
    assert not session.can_undo
    return any(event.kind == ROLLED for u in session._updates for event in u.events)


async def test_a_thrown_die_is_not_taken_back() -> None:
    for seed in range(40):
        async with sitting.seated(seed=seed) as here:
            if await die_falls(here):
                return
    pytest.fail("no role with a variable Income was dealt")


# -- on the disk at every moment -------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a whole game with a person in it."""
    path = tmp_path_factory.mktemp("games") / "finished.game"

    async def whole() -> None:
        async with sitting.seated(record=path) as here:
            await here.out()

    asyncio.run(whole())
    return path.read_bytes()


@pytest.mark.parametrize("part", [0.02, 0.37, 0.93])
async def test_a_killed_game_goes_on_where_it_was(
    finished: bytes, tmp_path: Path, part: float
) -> None:
    path = tmp_path / "killed.game"
    header = finished.index(b"\n") + 1
    path.write_bytes(finished[: header + int((len(finished) - header) * part)])
    record = read_record(path)
    table = LocalTable.resume(record, path, sitting.setup())
    assert table.game.digest() == Replay(record).final.digest()
    assert read_record(path).actions == record.actions  # without the torn line
    assert not read_record(path).torn
    async with sitting.seated(table) as here:
        assert not here.me.can_undo
        await here.out(seed=2)
    whole = read_record(path)
    assert whole.actions[: len(record.actions)] == record.actions
    assert Replay(whole).final.digest() == table.game.digest()
    assert whole.game().names == table.game.names
    assert [file.name for file in tmp_path.glob("*.game*")] == ["killed.game"]


async def test_luck_after_a_pause_does_not_repeat_itself(finished: bytes, tmp_path: Path) -> None:
    path = tmp_path / "luck.game"
    path.write_bytes(finished)
    whole = read_record(path)
    path.write_bytes(b"\n".join(finished.split(b"\n")[:120]))
    async with sitting.seated(LocalTable.resume(read_record(path), path, sitting.setup())) as here:
        table = await here.out()
    assert tuple(table.actions) != whole.actions


async def test_a_record_that_does_not_fit_is_refused(finished: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.game"
    lines = finished.split(b"\n")
    path.write_bytes(b"\n".join((*lines[:30], b'["next",2]', *lines[30:])))
    damaged = path.read_bytes()
    with pytest.raises(RecordError, match="action 30 isn't legal"):
        LocalTable.resume(read_record(path), path, sitting.setup())
    assert path.read_bytes() == damaged  # it is left as it was


async def test_a_full_disk_ends_the_record_and_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(writer: RecordWriter, action: Action, result: Result | None) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(RecordWriter, "write", full)
    async with sitting.seated(record=tmp_path / "full.game") as here:
        assert (await here.out()).game.winners
    notices = [update.text for update in await sitting.heard(here.me) if update.kind == "notice"]
    assert notices == ["This game is no longer saved: No space left on device"]
