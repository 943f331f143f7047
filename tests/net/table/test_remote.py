"""Seats at a network table: a person's session with a table that answers late, and bots."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from core.actions import CANCEL, LEAVE, NEXT, PASS, SHUFFLE, Action, Refused
from core.foresight import answers
from core.game import Game
from core.luck import Stream
from core.play import INTERJECTIONS
from core.telling import listing
from core.view import View
from net.log.entries import Entry
from net.log.kinds import MORE
from net.peer.ledger import Happened
from net.sessions.local import INSTANT
from net.sessions.session import ASK_ABLE, BEAT, Standing, Update
from net.sessions.sitting import top_window
from net.table import puppets, remote
from net.table.puppets import Done, Puppets
from net.table.remote import RemoteSession
from tests.net.honest import HonestTable

pytestmark = pytest.mark.usefixtures("clock")


class Scene:
    """A table at which the others play until something holds."""

    table: HonestTable

    def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(400):
            if holds():
                return
            self.table.step()
        raise AssertionError("it never came to that")


class Stage(Scene):
    """The second of three players; the table does what he wants when the test says so."""

    def __init__(self, quick: int = 0) -> None:
        self.table = HonestTable(3, quick=quick, seed=5).open()
        self.done: list[tuple[Action, asyncio.Future[str]]] = []
        self.more: list[int] = []
        self.said: list[str] = []
        self.votes: list[tuple[int, bool]] = []
        self.actions: list[Action] = []
        self.blind = False
        self.missing: tuple[bytes, ...] = ()
        self.around = around = SimpleNamespace(
            referee=self.table.referee,
            terms=self.table.terms,
            me=self.table.people[1],
            stuck=False,
            standing=Standing("no connection to Pam"),
            deadline=7.0,
            actions=self.actions,
            auditor=SimpleNamespace(opened=lambda actions: [*actions, "all"], text="honest"),
            game=SimpleNamespace(
                dealing=SimpleNamespace(blind=lambda referee: self.blind),
                missing=lambda: self.missing,
                reaches=lambda pid: False,
            ),
            name=lambda pid: pid.decode(),
            do=self.do,
            want_replaced=lambda seat, bot: self.votes.append((seat, bot)),
            more_time=self.more.append,
            say=self.said.append,
        )
        self.session = RemoteSession(around, 1)  # type: ignore[arg-type]

    def do(self, action: Action) -> "asyncio.Future[str]":
        outcome: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.done.append((action, outcome))
        return outcome

    def final(self) -> None:
        """Something is final that changes nothing."""
        entry = self.table.log.entry(len(self.table.log))
        self.session.happened(Happened(entry, (), ()))

    def my_turn(self) -> bool:
        game = self.table.game
        return self.table.referee.due is None and not game.stack and game.waiting() == (1,)

    def asked(self) -> bool:
        game = self.table.game
        return (
            self.table.referee.due is None and top_window(game) is not None and 1 in game.waiting()
        )

    def settle(self, reason: str = "") -> Action:
        action, outcome = self.done.pop(0)
        outcome.set_result(reason)
        return action


def turn() -> Stage:
    """It is the player's turn."""
    stage = Stage()
    stage.until(stage.my_turn)
    return stage


def a_move(stage: Stage) -> Action:
    return next(move for move in stage.session.legal() if move.kind == NEXT)


async def under_way(stage: Stage, action: Action) -> "asyncio.Task[None]":
    """Somebody acts, and the table has not answered yet."""
    acting = asyncio.create_task(stage.session.act(action))
    await asyncio.sleep(0)
    assert not acting.done()
    return acting


async def test_an_action_is_done_when_the_table_has_agreed_or_refused_it() -> None:
    stage = turn()
    acting = await under_way(stage, a_move(stage))
    assert stage.settle().kind == NEXT
    await acting
    acting = await under_way(stage, a_move(stage))
    stage.settle("it came too late")
    with pytest.raises(Refused, match="it came too late"):
        await acting


async def test_bots_stay_with_who_can_not_leave() -> None:
    stage = turn()
    stage.around.stranded = [2]
    for reason, leaving in (("it came too late", [1]), ("", [1, 2])):
        acting = await under_way(stage, Action(LEAVE, 1))
        left = []
        while not acting.done():
            if stage.done:
                left.append(stage.settle(reason).seat)
            await asyncio.sleep(0)
        assert left == leaving
        assert bool(acting.exception()) == bool(reason)


async def test_bots_go_with_who_leaves_though_the_table_is_slow() -> None:
    stage = turn()
    stage.around.stranded = [2]
    acting = await under_way(stage, Action(LEAVE, 1))
    for seat in (1, 2):
        await asyncio.sleep(2 * remote.PATIENCE)
        assert stage.settle("").seat == seat
    await acting


async def test_nothing_is_done_twice_while_the_table_is_slow() -> None:
    stage = turn()
    await stage.session.act(a_move(stage))  # nobody waits longer than a moment
    assert len(stage.done) == 1
    with pytest.raises(Refused, match="still sending your last move"):
        await stage.session.act(a_move(stage))
    assert len(stage.done) == 1
    stage.settle()
    await stage.session.act(a_move(stage))
    assert len(stage.done) == 1


async def test_of_two_updates_that_find_a_phase_idle_one_ends_it() -> None:
    """The second waits for dice that are on their way; then the phase is another one."""
    stage = turn()
    idle = a_move(stage)
    acting = await under_way(stage, idle)
    stage.blind = True
    stale = asyncio.create_task(stage.session.act(idle))
    await asyncio.sleep(0)
    stage.table.do(stage.settle())
    stage.until(stage.my_turn)
    await acting
    stage.blind = False
    with pytest.raises(Refused, match="that phase is over"):
        await stale
    assert stage.done == []
    await under_way(stage, a_move(stage))


async def test_what_can_not_be_done_does_not_leave_this_program() -> None:
    stage = turn()
    with pytest.raises(Refused):
        await stage.session.act(Action(PASS, 1, ref=999))
    stage.around.stuck = True
    with pytest.raises(Refused, match="too few players"):
        await stage.session.act(a_move(stage))
    assert stage.done == []


async def test_dice_and_keys_are_waited_for_and_then_named() -> None:
    stage = Stage()
    stage.until(lambda: stage.table.referee.due is not None)
    with pytest.raises(Refused, match="the dice are rolling"):
        await stage.session.act(Action(NEXT, 1))
    stage.until(stage.my_turn)
    stage.blind = True
    with pytest.raises(Refused, match="your cards are still"):
        await stage.session.act(a_move(stage))
    stage.missing = (b"Mia",)
    with pytest.raises(Refused, match="the cards wait for Mia"):
        await stage.session.act(a_move(stage))
    acting = await under_way(stage, a_move(stage))
    await asyncio.sleep(remote.PATIENCE / 2)
    stage.blind = False
    await acting
    assert len(stage.done) == 1


def holding(stage: Stage, *responses: bool) -> None:
    """Has the player be asked in a window, and hold a card that responds, or none."""
    stage.until(lambda: stage.asked() and bool(answers(stage.table.game, 1)) in responses)


@pytest.mark.parametrize("responds", [False, True])
async def test_a_program_sends_nothing_by_itself_whatever_its_player_holds(responds: bool) -> None:
    stage = Stage()
    holding(stage, responds)
    stage.session.hush()
    stage.session.set_preset(ASK_ABLE)
    stage.final()
    await asyncio.sleep(100.0)
    assert stage.done == []


@pytest.mark.parametrize("responds", [False, True])
async def test_at_a_quick_table_a_program_passes_if_its_player_can_not_respond(
    responds: bool,
) -> None:
    stage = Stage(quick=1)
    holding(stage, responds)
    stage.blind = True
    stage.final()
    assert stage.done == []  # nobody knows yet
    stage.blind = False
    stage.final()
    stage.final()
    window = top_window(stage.table.game)
    assert window is not None
    passing = [] if responds else [Action(PASS, 1, ref=window.ref)]
    assert [action for action, _ in stage.done] == passing


async def test_everybody_sees_who_pressed_space_and_who_asks_for_time() -> None:
    stage = Stage()
    stage.until(lambda: len(stage.table.referee.silent) == 2 and stage.asked())
    window = top_window(stage.table.game)
    assert window is not None
    assert stage.session.standing == Standing("no connection to Pam")
    other = next(seat for seat in stage.table.referee.silent if seat != 1)
    stage.table.say(stage.table.people[1], MORE, window.ref)
    assert stage.session.standing.asking == (1,)
    stage.table.do(Action(PASS, other, ref=window.ref))
    assert stage.session.standing == Standing("no connection to Pam", pressed=(other,), asking=(1,))
    stage.table.do(Action(PASS, 1, ref=window.ref))
    assert stage.session.standing.asking == ()


async def test_more_time_is_asked_for_in_a_window_that_asks_this_player() -> None:
    stage = Stage()
    stage.until(stage.my_turn)
    await stage.session.more_time()
    assert stage.more == []
    stage.until(stage.asked)
    await stage.session.more_time()
    window = top_window(stage.table.game)
    assert window is not None
    assert stage.more == [window.ref]
    stage.table.say(stage.table.people[1], MORE, window.ref)
    await stage.session.more_time()
    assert stage.more == [window.ref]
    assert "already asked for more time" in stage.session._updates[-1].text


async def test_talk_and_votes_go_to_the_table_and_nothing_is_taken_back() -> None:
    stage = Stage()
    session = stage.session
    await session.say("hello")
    await session.replace(2, True)
    await session.undo()
    assert (stage.said, stage.votes, stage.done) == (["hello"], [(2, True)], [])
    assert not session.can_undo
    assert session.standing.text == "no connection to Pam"
    assert session.deadline == 7.0
    assert session.settings.seconds == BEAT


async def test_news_never_tell_what_is_hidden() -> None:
    stage = Stage()
    entry: Entry = stage.table.log.entry(1)
    shuffled = Action(SHUFFLE, -1, faces=(1, 2, 3))
    stage.session.happened(Happened(entry, (shuffled,), ()))
    stage.session.happened(Happened(entry, (), ()))
    update, other = stage.session._updates
    assert other == Update("seen")  # cards may be readable from then on
    assert update.action is not None
    assert update.action.faces == ()


async def test_the_record_of_a_game_has_its_secrets_only_when_it_is_over() -> None:
    stage = Stage()
    stage.actions.append(Action(SHUFFLE, -1, faces=(1, 2, 3)))
    assert [action.faces for action in stage.session.record().actions] == [()]
    stage.table.game.winners = (0,)
    assert stage.session.record().actions[-1] == "all"  # as the audit has opened them
    assert stage.session.audit == "cards: shared seed, honest; dice: verified"


def test_cards_are_named_as_soon_as_they_can_be_read() -> None:
    stage = Stage()
    stage.until(stage.my_turn)
    game, session = stage.table.game, stage.session
    hand, faces = game.hands[1], list(game.face)
    names = [game.printed(card).name for card in hand]

    def told(*hidden: int) -> list[str]:
        for at, card in enumerate(hand):
            game.face[card] = -1 if at in hidden else faces[card]
        session._updates.clear()
        session.happened(Happened(stage.table.log.entry(len(stage.table.log)), (), ()))
        return [update.text for update in session._updates if update.kind == "notice"]

    assert told() == []
    assert told(*range(len(hand))) == []
    assert told() == [f"In your hand: {listing(names)}"]
    assert told(1) == []
    assert told() == [f"New in your hand: {names[1]}"]
    assert told() == []


# -- bots: when they act, and when they hold still -------------------------------------------------


class Bots(Scene):
    """A table of two programs, of which the second plays two seats."""

    def __init__(self, person: int | None = None, seed: int = 3) -> None:
        self.table = HonestTable(people=2, bots=1, seed=seed).open()
        self.mine = self.table.people[1].pid
        self.asked: list[tuple[Action, Done]] = []
        luck = Stream(seed)
        self.puppets = Puppets(self.mine, lambda *it: self.asked.append(it), luck, INSTANT, person)

    async def look(self) -> list[Action]:
        """What the bots want to do now."""
        self.puppets.look(self.table.referee)
        return await self.settle()

    async def settle(self) -> list[Action]:
        for _ in range(6):
            await asyncio.sleep(0)
        return [action for action, _ in self.asked]

    async def carry_out(self) -> None:
        """Whatever the bots have asked for becomes final."""
        while self.asked:
            action, done = self.asked.pop(0)
            if self.table.game.refusal(action) is None:
                self.table.do(action)
                done("")
            else:
                done("too late to respond")
        await self.settle()

    def awaited(self, *seats: int) -> bool:
        waiting = set(self.table.game.waiting())
        return self.table.referee.due is None and set(seats) <= waiting

    def turn_of(self, *seats: int) -> None:
        """Plays until one of these must do something, and not in a window."""
        self.until(lambda: any(map(self.awaited, seats)) and top_window(self.table.game) is None)


async def test_a_bot_does_one_thing_and_waits_until_it_is_final() -> None:
    stage = Bots()
    stage.turn_of(1)
    assert [action.seat for action in await stage.look()] == [1]
    assert len(await stage.look()) == 1  # it is under way
    await stage.carry_out()
    stage.turn_of(2)
    assert 2 in [action.seat for action in await stage.look()]


async def test_a_bot_responds_or_is_silent_and_decides_once_in_a_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Silence is the pass; the host closes the window when bots can have responded."""
    stage = Bots()
    stage.until(lambda: stage.awaited(1, 2))
    seen: list[int] = []
    respond = Action(CANCEL, 2)

    class Decided:
        def choose(self, table: View) -> Action:
            assert table.eyes is not None
            seen.append(table.eyes)
            return respond if table.eyes == 2 else Action(PASS, 1)

    monkeypatch.setattr(stage.puppets, "_bot", lambda seat, referee: Decided())
    monkeypatch.setattr(Game, "legal", lambda game, seat: [Action(PASS, seat), respond])
    assert await stage.look() == [respond]
    assert await stage.look() == [respond]
    assert sorted(seen) == [1, 2]
    stage.asked.pop()[1]("too late to respond")
    await asyncio.sleep(2 * puppets.AGAIN)
    assert await stage.settle() == [respond], "who was refused looks again, and nobody else"
    assert sorted(seen) == [1, 2, 2]


async def test_what_was_refused_is_tried_again_after_something_or_a_while() -> None:
    stage = Bots()
    stage.turn_of(1)

    async def refused() -> None:
        assert len(await stage.settle()) == 1
        stage.asked.pop()[1]("it came too late")

    await stage.look()
    await refused()
    assert await stage.look() == []  # the table is the same, and so would be the answer
    await asyncio.sleep(2 * puppets.AGAIN)
    await refused()
    stage.table.do(stage.table.choice())
    stage.turn_of(1, 2)
    assert await stage.look()


async def test_a_seat_that_was_taken_over_is_played_on() -> None:
    stage = Bots(person=1)
    stage.turn_of(1)
    assert await stage.look() == []  # the person's seat is not played
    stage.turn_of(2)
    assert [action.seat for action in await stage.look()] == [2]
    await stage.carry_out()
    stage.turn_of(0)
    assert await stage.look() == []
    stage.table.referee.owners[0] = stage.mine
    assert [action.seat for action in await stage.look()] == [0]
    assert await stage.look()
    stage.asked.clear()
    stage.table.referee.owners[0] = stage.table.people[0].pid  # he is back
    for seat in (0, 1, 2):
        stage.puppets._busy.discard(seat)
    assert await stage.look() == []


async def test_nothing_is_done_while_the_dice_are_thrown_or_after_the_end() -> None:
    stage = Bots()
    stage.until(lambda: stage.table.referee.due is not None)
    assert await stage.look() == []
    stage.until(lambda: stage.awaited(1))
    stage.puppets.look(stage.table.referee)
    stage.puppets.stop()
    assert await stage.settle() == []
    stage.table.game.winners = (0,)
    assert await stage.look() == []


async def test_bots_interject_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Bots(seed=4)
    tried: list[int] = []

    class Chatty:
        def interject(self, table: object) -> Action | None:
            tried.append(1)
            return Action("play", 1)

    monkeypatch.setattr(stage.puppets, "_bot", lambda seat, referee: Chatty())
    stage.until(
        lambda: (
            stage.awaited(0)
            and not stage.table.game.stack
            and stage.puppets._seats(stage.table.referee) == [1, 2]
            and stage.table.game.phase in puppets.MOMENTS
            and bool(stage.table.game.legal(1))
        )
    )
    for _ in range(3 * INTERJECTIONS):
        await stage.look()
        while stage.asked:
            stage.asked.pop()[1]("")
        await stage.settle()
    assert 1 <= len(tried) <= 2 * INTERJECTIONS
