"""The table screen where actions take their time and players can vanish, and who only looks on."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from chez_tui.kit.dialogs import Choose
from chez_tui.screens.table.screen import TableScreen
from chez_tui.screens.title import TitleScreen
from chez_tui.screens.watch import WatchScreen, going_on
from chez_tui.settings import Settings
from core.actions import LEAVE, NEXT, Action
from core.state import Window
from core.view import View
from net.sessions.local import LocalSession
from net.sessions.session import SeenHand, Standing, Update, Vote
from net.sessions.sitting import CALM
from tests.chez_tui.driver import LARGE, SMALL, Player, SetTable, WatchedApp, at_keys, dealt, laid

PARTING = "The table keeps your seat for 60 s."


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not done in no time is under way, however fast the machine is."""
    monkeypatch.setattr("chez_tui.play.outbox.AT_ONCE", 0)


class Distant:
    """A session whose actions come through when the test says so."""

    def __init__(self, session: LocalSession) -> None:
        self._session = session
        self.gate = asyncio.Event()
        self.asked: list[Action] = []
        self.votes: list[tuple[int, bool]] = []
        self.standing = Standing()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    async def act(self, action: Action, by_itself: bool = False) -> None:
        self.asked.append(action)
        await self.gate.wait()
        await self._session.act(action, by_itself)

    async def replace(self, seat: int, bot: bool) -> None:
        self.votes.append((seat, bot))


class Far(Player):
    """A person at a table far away."""

    session: Distant

    @property
    def screen(self) -> TableScreen:
        return next(s for s in self.app.screen_stack if isinstance(s, TableScreen))

    async def stands(
        self, text: str = "", away: tuple[int, ...] = (), votes: tuple[Vote, ...] = ()
    ) -> str:
        """Let the table stand like that, and return what is to be seen."""
        self.session.standing = Standing(text, away, votes)
        self.session._session.push(Update("notice", text=text or "Everyone is back"))
        return await self.after("down")


@asynccontextmanager
async def far(turn: str) -> AsyncIterator[Far]:
    table = SetTable(laid("far", turn=turn))
    app = WatchedApp(Settings(name="Pam", pace="instant", calm=True, auto_next=False))
    app.tables.append(table)
    async with app.run_test(size=SMALL) as pilot:
        pam = Far(app, pilot)
        pam.session = Distant(table.session(0))
        app.run_worker(table.run(), group="table")
        app.take_seat(pam.session, PARTING)  # type: ignore[list-item]
        await pam.rest()
        yield pam


async def test_the_screen_lives_while_an_action_is_under_way() -> None:
    async with far("Pam, free time") as pam:
        assert "undo" not in pam.text.splitlines()[-1], "nothing can be taken back"
        await pam.press("n")
        assert pam.screen.outbox.busy
        before = pam.cursor.line
        await pam.press("down")
        assert pam.cursor.line == before + 1
        await pam.press("question_mark", "escape", "slash")
        await pam.press("h", "i", "enter")
        assert "Pam: hi" in "\n".join(pam.log)
        pam.session.gate.set()
        await pam.press("tab")
        assert [action.kind for action in pam.table.actions] == [NEXT]


async def test_discards_and_the_end_of_the_turn_come_one_after_the_other() -> None:
    async with far("Pam, discard") as pam:
        await pam.press("enter", "down", "enter", "n")
        assert len(pam.session.asked) == 1
        pam.session.gate.set()
        await pam.press("tab", "tab")
        assert [action.kind for action in pam.session.asked] == ["discard", NEXT]
        assert pam.table.game.turn == 1


async def test_a_clock_shows_the_key_that_passes() -> None:
    """Everyone may pass before the clock does, also who isn't prompted."""
    async with far("Ada, free time") as pam:
        pam.session.__dict__.update(prompted=False, deadline=time.monotonic() + 600)
        await pam.moved("Ada: do Sleep")
        assert pam.prompt.endswith("space passes")
        shown = [command.id for command in pam.screen.footer_commands()]
        assert shown[:3] == ["do_it", "pass_window", "more_time"]


async def test_who_is_missing_and_whether_the_table_is_paused_is_always_to_be_seen() -> None:
    sentence = "no connection to Ada and Bix; 1 of 3 players aren't enough"
    async with far("Ada, free time") as pam:
        for size in (SMALL, LARGE):
            await pam.resize(size)
            text = await pam.stands("no connection to Ada; seat held for 60 s", (1,))
            assert "no connection to Ada" in text.splitlines()[0]
            assert "seat held for 60 s" in (await pam.after("w")).splitlines()[-2]
            assert "w absent" not in pam.text
            text = await pam.stands()
            assert "no connection" not in text.splitlines()[0]
            assert "Paused" not in text
            pam.session.standing = Standing(sentence, (1, 2), (), True)
            text = await pam.after("down")
            assert "Paused until players return" in text.splitlines()[-2]
            assert "w absent" not in text
            text = await pam.after("w")
            assert "1 of 3 players aren't enough" in text.splitlines()[-2]


async def test_the_others_decide_about_a_seat() -> None:
    async with far("Ada, free time") as pam:
        vote = Vote((1,), 2, silent=(0, 2))
        text = await pam.stands("no connection to Ada", (1,), (vote,))
        assert "(w: a bot, or drop the seat)" in text.splitlines()[0]
        assert "w absent" in text
        await pam.press("w")
        assert isinstance(pam.app.screen, Choose)
        await pam.press("enter")
        assert pam.session.votes == []
        assert "It takes 2 votes for the same choice. Waiting for Pam and Bix." in await pam.after(
            "w"
        )
        said = "You voted for a bot to replace Ada: 0 of 2 votes. Waiting for Pam and Bix"
        assert said in await pam.after("2", "enter")
        assert pam.session.votes == [(1, True)]
        vote = Vote((1,), 3, bot=(2,), given_up=(3,), silent=(0,))
        pam.session.standing = Standing("no connection to Ada", (1,), (vote,))
        text = await pam.after("down", "w")
        assert "It takes 3 votes for the same choice. Waiting for Pam." in text
        assert "a bot takes over for Ada (votes: Bix)" in text
        assert "(w: 1 of 3 for a bot)" in (await pam.after("escape")).splitlines()[0]
        doubt = "Drop the seat of Ada? They can't come back."
        assert doubt in await pam.after("w", "3", "enter", "enter")
        assert not pam.session.votes[1:]
        await pam.press("y")
        assert pam.session.votes[1:] == [(1, False)]


async def test_who_is_out_of_the_game_only_stops_looking_on() -> None:
    async with far("Ada, free time") as pam:
        await pam.session._session.act(Action(LEAVE, 0))
        for key in ("escape", "ctrl+q"):
            await pam.press(key)
            assert "Stop watching?" in pam.text
            assert "you discard your cards" not in pam.text
            await pam.press("n")
        await pam.press("escape", "y")
        assert isinstance(pam.app.screen, TitleScreen)


async def test_leaving_asks_how() -> None:
    async with far("Ada, free time") as pam:
        await pam.press("escape")
        assert PARTING in pam.text
        await pam.press("1", "enter")
        assert isinstance(pam.app.screen, TableScreen)
        await pam.press("ctrl+q")
        assert f"Quit? {PARTING}" in pam.text
        await pam.press("n", "escape", "2", "enter")
        assert isinstance(pam.app.screen, TitleScreen)
        assert pam.table.game.alive[0]


async def test_leaving_for_good_waits_until_all_know() -> None:
    async with far("Pam, free time") as pam:
        await pam.press("escape", "3", "enter", "y")
        assert isinstance(pam.app.screen, TableScreen)
        pam.session.gate.set()
        await pam.rest()
        assert isinstance(pam.app.screen, TitleScreen)
        assert not pam.table.game.alive[0]


async def test_a_table_that_stops_says_why() -> None:
    async with far("Ada, free time") as pam:
        pam.session._session.push(Update("closed", text="two logs differ"))
        await pam.press("down")
        assert "The table is closed: two logs differ" in pam.text
        assert pam.screen.quit_question() == ""
        await pam.press("escape")
        assert isinstance(pam.app.screen, TitleScreen)


# -- spectators ------------------------------------------------------------------------------------


@asynccontextmanager
async def watched(wall: bool = False, players: int = 4) -> AsyncIterator[Player]:
    names = ("Pam", "Ada", "Żółć", "[b]Bix[/b]", "Cy", "Di", "Ed", "Flo")[:players]
    table = dealt(names, ("", *["easy"] * (players - 1)), 3)
    async with at_keys(config=Settings(calm=True)) as eve:
        await eve.open(lambda app: app.look_at(table, wall))
        yield eve


@pytest.mark.parametrize("players", [2, 4, 8])
async def test_a_spectator_sees_rooms_and_no_hands(players: int) -> None:
    async with watched(players=players) as eve:
        held = {eve.game.printed(card).name for card in eve.game.hands[0]}
        for size in (SMALL, LARGE, (60, 18), (30, 8)):
            await eve.resize(size)
            for _ in range(2):  # as a page, on the wall
                assert not any(name in eve.text for name in held)
                if size >= SMALL and "█" not in eve.text:
                    assert all(name in eve.text for name in ("Pam", "Ada"))
                await eve.press("w")
                assert isinstance(eve.app.screen, WatchScreen)
        await eve.press("l", "escape")
        assert isinstance(eve.app.screen, WatchScreen)


SEEN = ("Pam", "Ada", "Bix")


@asynccontextmanager
async def seeing(hands: str, wall: bool) -> AsyncIterator[tuple[Player, Any]]:
    """A spectator at a table that shows hands in that way."""
    table = dealt(SEEN, ("", "easy", "easy"), 3)
    session = table.session(None)
    seats = {"late": range(len(SEEN)), "one": (1,), "": ()}[hands]
    seen = {seat: SeenHand(1, table.game.house.life[5 * seat : 5 * seat + 5]) for seat in seats}
    if hands:
        settings = session.settings._replace(hands=hands, shown=1 if hands == "one" else -1)
        session.__class__ = type(
            "Seeing", (type(session),), {"seen_hands": seen, "settings": settings}
        )
    async with at_keys(config=Settings(calm=True), title=False) as eve:
        await eve.open(lambda app: app.look_on(session, wall))
        yield eve, session


@pytest.mark.parametrize("wall", [False, True])
async def test_a_hand_is_on_the_page_and_all_of_them_one_key_away(wall: bool) -> None:
    async with seeing("one", wall) as (eve, session):
        names = [session.view.faces[face].name for face in session.seen_hands[1].faces]
        fresh = session.seen_hands[1]
        for size in (SMALL, LARGE, (40, 12)):
            session.seen_hands[1] = fresh
            await eve.resize(size)
            assert "Ada holds" in eve.text
            assert names[0] in eve.text
            assert "Ada, round 1" in await eve.after("h")
            await eve.press("escape")
            session.seen_hands[1] = fresh._replace(fresh=False)
            await eve.open(lambda app: app.screen.repaint())
            assert "Ada held before" in eve.text
            assert "Ada, round 1, and not any more" in await eve.after("h")
            await eve.press("escape")
    async with seeing("late", wall) as (eve, _):
        for size in (SMALL, (40, 12), LARGE):
            await eve.resize(size)
            assert "held a round ago" in eve.text
        assert "Pam, round 1" in await eve.after("h")


async def test_the_key_is_offered_only_where_hands_are_shown() -> None:
    for hands in ("one", ""):
        async with seeing(hands, False) as (eve, _):
            assert ("h hands" in eve.text) == bool(hands)
            await eve.press("h")
            assert isinstance(eve.app.screen, WatchScreen) != bool(hands)


def moment(
    *cards: str, waiting: tuple[int, ...] = (1,), winners: tuple[int, ...] = (),
    standing: Standing = CALM,
) -> str:  # fmt: skip
    """Ann has announced these cards, or nobody has anything."""
    window = Window("window", 0, "play", 0, tuple(range(len(cards))), 0, 0, 0, ())
    view = SimpleNamespace(
        names=("Ann", "Wil"), winners=winners, stack=(window,) if cards else (),
        waiting=lambda: waiting, printed=lambda card: SimpleNamespace(name=cards[card]),
    )  # fmt: skip
    return going_on(cast(View, view), standing)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (("Beer",), "Ann announces Beer. Wil wants more time"),
        (("Live-In S.O.",), "Ann announces Live-In S.O. Wil wants more time"),
        (("No Pets!",), "Ann announces No Pets! Wil wants more time"),
        (("Antiques or Garbage?",), "Ann announces Antiques or Garbage? Wil wants more time"),
        (("Beer", "Live-In S.O."), "Ann announces Beer and Live-In S.O. Wil wants more time"),
    ],
)
def test_a_sentence_ends_with_one_stop(cards: tuple[str, ...], said: str) -> None:
    assert moment(*cards, standing=Standing(asking=(1,))) == said


def test_a_spectator_hears_who_has_pressed_a_key_and_not_who_thinks() -> None:
    assert moment("Beer") == "Ann announces Beer"
    assert moment("Beer", standing=Standing(pressed=(1,))) == "Ann announces Beer. Wil passes"


def test_nobody_is_waited_for() -> None:
    assert moment(waiting=(-1,)) == "Rolling"
    away = Standing("no connection to Wil; seat held for 60 s")
    assert moment(waiting=(-1,), standing=away) == "No roll yet: no connection to Wil"
    assert moment(winners=(1,)) == "Wil won"
