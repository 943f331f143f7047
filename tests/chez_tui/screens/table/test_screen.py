"""The table screen: whole games by keys, reasons, slips, windows; sizes, leaving, alerts."""

import re

import pytest
from rich.cells import cell_len
from textual.events import Paste

from chez_tui.app import ChezApp
from chez_tui.kit.dialogs import Confirm
from chez_tui.kit.entry import PHRASES
from chez_tui.kit.help import HelpScreen
from chez_tui.kit.reader import ReaderScreen
from chez_tui.play.choices import GUESTS, HAND
from chez_tui.play.guard import UNSEEN, KeyGuard
from chez_tui.play.newgame import opened, setup_of, solo_table
from chez_tui.screens.catalogue import CatalogueScreen
from chez_tui.screens.end import EndScreen
from chez_tui.screens.rules import RulesBrowser, RulesScreen
from chez_tui.screens.table.board import Board
from chez_tui.screens.table.panes import HandPane
from chez_tui.screens.title import TitleScreen
from chez_tui.settings import Settings
from core.actions import CALL, CANCEL, CHOOSE, DISCARD, DO, EVICT, NEXT, PASS, SHOP, SHOW, THROW
from core.catalog import EDITIONS
from core.game import Game
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE, Ask, Window
from net.sessions.local import PACES
from net.sessions.session import ASK_ABLE, ASK_ALWAYS, ASK_CONCERNED, Standing
from tests.chez_tui.brains import Clever
from tests.chez_tui.driver import (
    LARGE,
    SMALL,
    Player,
    SetTable,
    Size,
    at_keys,
    dealt,
    key_event,
    laid,
    sitting,
)
from tests.chez_tui.play.test_guard import Hands
from tests.kit.invariants import Audit
from tests.kit.worlds import here, kept

# Everything a game can ask of a player lies ready in the first round; then the deck goes on with
# cards that bring the end near.
FIRST_ROUND = laid("first-round")


def whole(game: Game) -> None:
    """The table is one that can come about."""
    audit = Audit(game)
    audit.whole()
    audit.slack()
    audit.role_cards()


async def first_round(pam: Player) -> None:
    """Sends a guest away, calls one, buys three Things in one trip and throws a card away."""
    await pam.press("e")
    assert "Evict which guest?" in pam.text
    await pam.choose(lambda item: item.actions[0].kind == EVICT)
    assert pam.desk.mode == "question"
    assert "Where does Clumsy Drunk go?" in pam.text
    await pam.choose(lambda item: item.text.startswith("Ada"))
    assert "Clumsy Drunk" in pam.text.splitlines()[1] + pam.text.splitlines()[3]

    assert pam.game.phase == 2
    await pam.hand("TV Queen")
    assert "into which room?" in pam.text
    await pam.choose(lambda item: item.text == "your own room")

    assert pam.game.phase == FREE_PHASE
    for name in ("Beer", "Ultra-Slims", "Microwave Popcorn"):
        await pam.hand(name)
    assert "Beer, Ultra-Slims and Microwave Popcorn = 3 of 3 Income" in pam.text
    await pam.press("b")
    assert len(pam.done(SHOP)[-1].cards) == 3
    await pam.press("n")
    assert pam.game.phase == DISCARD_PHASE
    await pam.hand("Bum")
    assert "discarding what is marked" in pam.text
    await pam.press("n")
    assert len(pam.done(DISCARD)) == 1


async def answers(pam: Player) -> None:
    """Answers in a window with the television, and in another one with noise."""
    assert pam.desk.window is not None
    await pam.hand("Talk Show")
    assert pam.done(THROW)
    assert pam.desk.window is not None
    assert "Sleep" in pam.prompt
    await pam.hand("Car Alarm")
    assert pam.done(CANCEL)


async def test_everything_a_game_asks_for_and_a_rematch() -> None:
    table = SetTable(FIRST_ROUND, ("", "easy"), dice=(6, 5, 1, 1))
    async with sitting(table) as pam:
        await first_round(pam)
        await answers(pam)
        whole(pam.game)
        await pam.play(Clever())
        assert isinstance(pam.app.screen, EndScreen)
        assert pam.game.winners == (0,)
        assert "YOU WIN with " in pam.text
        for kind in (NEXT, CALL, EVICT, CHOOSE, SHOP, DISCARD, PASS, THROW, CANCEL):
            assert pam.done(kind), f"never done: {kind}"
        whole(pam.game)

        await pam.press("enter")
        assert len(pam.app.tables) == 2
        top = pam.game.stack[-1]
        assert isinstance(top, Ask)
        assert (top.seat, top.about) == (0, "role")
        assert "do you pick?" in pam.prompt
        await pam.choose(lambda item: item.text == "Waitstaff")
        assert [pam.game.faces[role].name for role in pam.game.roles[0]] == ["Waitstaff"]
        await pam.play(Clever(), until=lambda: pam.game.round > 1)
        whole(pam.game)


@pytest.mark.parametrize(
    ("editions", "players", "size", "seed"),
    [
        (("geek",), 4, LARGE, 9),
        (("greek",), 2, SMALL, 22),
        (("goth",), 2, LARGE, 22),
        (("grunt",), 2, SMALL, 5),
        (("cthulhu",), 2, SMALL, 6),
        (EDITIONS, 3, LARGE, 13),
    ],
    ids=["geek", "greek", "goth", "grunt", "cthulhu", "mix"],
)
async def test_a_dealt_game_from_the_first_card_to_the_last(
    editions: tuple[str, ...], players: int, size: Size, seed: int
) -> None:
    names = ("Pam", "Ada", "Bix", "Cleo")[:players]
    table = dealt(names, ("", *["easy"] * (players - 1)), seed, editions)
    async with sitting(table, size) as pam:
        await pam.play(Clever(seed))
        assert isinstance(pam.app.screen, EndScreen)
        assert pam.game.winners
        assert f"in round {pam.game.round}" in pam.text
        whole(pam.game)
        assert pam.done(PASS)
        await pam.press("escape")
        assert not isinstance(pam.app.screen, EndScreen)


async def test_the_screen_follows_every_move_of_a_game() -> None:
    """What is on the screen agrees with the table at each decision."""
    async with sitting(dealt(seed=3), LARGE) as pam:
        clever = Clever(3)
        for _ in range(40):
            if not pam.at_table:
                break
            await pam.go_on()
            if not pam.at_table:
                break
            game, text = pam.game, pam.text
            assert f"round {game.round}" in text
            assert f"deck {len(game.deck)}" in text
            assert f"of {game.goal(0)}" in text
            assert f"{game.slack[1]}/{game.goal(1)}" in text
            words = pam.words
            for item in pam.items[:7]:
                assert item.text.split()[0] in words
            if isinstance(game.stack[-1] if game.stack else None, Window):
                assert "space passes" in text
            await pam.do(clever(pam.desk))


FREE_TIME = laid("free-time")
ADA_ACTS = laid("ada-acts")
GUESTS_THERE = laid("guests")


def untouched(pam: Player) -> tuple[object, ...]:
    """Return everything that a refused key must leave alone."""
    return pam.game.digest(), pam.game.round, pam.game.phase, len(pam.table.actions)


# -- reasons ---------------------------------------------------------------------------------------


async def test_what_cant_be_done_says_why_and_leads_to_the_clause() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        for size in (SMALL, LARGE):
            await pam.resize(size)
            await pam.hand("TV Queen", enter=False)
            assert "in Call People" in pam.text
            assert "Not now: only in your Call" in pam.text
            assert "(R-CALL-1)" in pam.text
            before = untouched(pam)
            assert "(R-CALL-1)" in (await pam.after("enter")).splitlines()[-2]
            assert untouched(pam) == before
        assert "R-CALL-1" in await pam.after("f1")
        assert isinstance(pam.app.screen, RulesScreen)
        assert pam.app.screen.query_one(RulesBrowser).current is not None
        await pam.press("escape")
        assert pam.at_table
        await pam.hand("Shrooms")
        await pam.hand("NT Server Docco")
        assert "= 6 of 3 Income" in pam.text
        await pam.press("b")
        assert untouched(pam) == before
        assert "costs 6" in pam.prompt or "R-SHOP" in pam.prompt
        await pam.press("escape")
        assert not pam.desk.marks
        assert pam.at_table
    text = FREE_TIME.replace("Car Alarm", "LAN Party").replace("free time", "call")
    async with sitting(SetTable(text)) as pam:
        await pam.hand("LAN Party", enter=False)  # whose text is long
        assert "Not now: only in your Free Time" in pam.text


async def test_keys_at_the_wrong_moment_change_nothing() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        before = untouched(pam)
        for key in ("space", "b", "e", "u", "a", "m", "9", "s", "up", "escape", "tab", "tab", "z"):
            await pam.press(key)
            while not pam.at_table:
                await pam.press("escape")
            assert untouched(pam) == before, key
    async with sitting(SetTable(ADA_ACTS)) as pam:
        before = untouched(pam)
        for key in ("n", "space", "e", "b", "u", "enter"):
            await pam.press(key)
            assert untouched(pam) == before, key
            assert pam.desk.message, key


# -- keys and slips --------------------------------------------------------------------------------


async def test_a_digit_and_enter_do_one_thing_wherever_the_cursor_was() -> None:
    hand = "Pizza; Sleep; Ultra-Slims; TV Queen"
    text = f"players: Pam; Ada\nPam holds: {hand}\nturn: Pam, free time"
    async with sitting(SetTable(text)) as pam:
        assert pam.cursor.line == 0
        for keys, marks in (
            (("1", "enter"), 1),
            (("3", "enter"), 2),
            (("down", "up", "3", "3"), 1),  # the same digit twice is Enter as well
        ):
            await pam.press(*keys)
            assert len(pam.desk.marks) == marks
        await pam.press("escape", "2", "enter")
        assert [action.kind for action in pam.table.actions] == [DO]


async def test_the_cursor_goes_where_it_is_needed_and_comes_back() -> None:
    async with sitting(SetTable(GUESTS_THERE)) as pam:
        for phase, card in ((CALL_PHASE, "TV Queen"), (FREE_PHASE, "Pizza")):
            await pam.press("n")
            assert pam.game.phase == phase
            assert pam.screen.now.option is not None
            assert pam.screen.now.option.text == card
    async with sitting(SetTable(FREE_TIME.replace("free time", "call"))) as pam:
        await pam.hand("TV Queen")
        assert pam.prompt == "TV Queen: into which room? Enter chooses your own room"
        assert pam.cursor.line == 0
        await pam.press("down", "escape")
        assert pam.screen.now.option is not None
        assert pam.screen.now.option.text == "TV Queen"


async def test_the_list_of_guests_stays_for_the_next_one() -> None:
    async with sitting(SetTable(GUESTS_THERE, dice=(1, 1)), (80, 13)) as pam:
        await pam.press("e", "enter")
        assert "STAYS" in pam.text
        assert pam.desk.mode == GUESTS
        await pam.resize(SMALL)
        await pam.press("enter")
        assert pam.desk.mode == HAND
        assert pam.game.phase == CALL_PHASE


async def test_going_on_too_early_can_be_taken_back_but_not_what_others_saw() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.press("n")
        assert pam.game.phase == DISCARD_PHASE
        assert "Pam undoes that" in await pam.after("u")
        assert pam.game.phase == FREE_PHASE
        assert pam.desk.my_turn
        assert not pam.done(NEXT)
        await pam.press("u")
        assert "Nothing to undo" in pam.prompt
        await pam.hand("Sleep")
        before = untouched(pam)
        await pam.press("u")
        assert untouched(pam) == before
        assert "Nothing to undo" in pam.prompt


# -- windows ---------------------------------------------------------------------------------------


async def test_the_window_shows_the_card_in_full_and_how_to_answer() -> None:
    async with sitting(SetTable(ADA_ACTS)) as pam:
        await pam.press("tab", "tab")
        assert pam.cursor.pane == "opponents"
        text = await pam.moved("Ada: do Sleep")
        assert pam.cursor.pane == "hand", "it is shown to somebody who looks elsewhere"
        for words in (
            "ADA  announces",
            "▲ Sleep",
            "Noise can cancel this",
            "you're playing it.",
            "2 cancels it: Car Alarm",
            "Enter cancels it with Car Alarm, space passes",
        ):
            assert words in text
        assert [item.text for item in pam.items if item.open] == ["Car Alarm"]
        await pam.hand("Car Alarm", enter=False)
        for words in ("Cancels a Sleep card as it's played", "or thrown."):
            assert words in pam.text, "there is no need to leave the window to read either of them"
        await pam.resize(LARGE)
        assert "in Free Time" in pam.text
        assert " cancels it " in pam.text
        assert "Waiting for Bix" in await pam.after("space")
        assert pam.done(PASS)


async def test_in_a_window_of_ones_own_turn_the_next_phase_has_to_wait() -> None:
    text = ADA_ACTS.replace("Pam holds: Sleep; Car Alarm", "Pam holds: Sleep; TV Queen")
    text = text.replace("Ada holds: Sleep", "Ada holds: Car Alarm").replace(
        "turn: Ada", "turn: Pam"
    )
    config = Settings(pace="instant", preset=ASK_ALWAYS)
    async with sitting(SetTable(text.replace("turn: Ada", "turn: Pam")), config=config) as pam:
        await pam.press("1", "enter")
        await pam.moved("Ada: cancel with Car Alarm")
        before = untouched(pam)
        await pam.press("n")
        assert pam.prompt == "Not yet: this comes first. space passes"
        assert untouched(pam) == before


async def test_not_again_this_turn_ask_me_again_and_showing_the_hand() -> None:
    async with sitting(SetTable(ADA_ACTS)) as pam:
        await pam.moved("Ada: do Sleep")
        await pam.press("d")
        await pam.moved("Bix: pass")
        assert len(pam.done(PASS)) == 1
        await pam.moved("Ada: do Sleep", "Bix: pass")
        assert len(pam.done(PASS)) == 2, "the silence lasts for the turn"
        await pam.press("a")
        assert "asked in every response window" in pam.prompt
        await pam.close(1)
        await pam.sit(SetTable(ADA_ACTS.replace("turn: Ada", "turn: Pam")))
        assert "Show your hand to which player?" in await pam.after("s")
        assert [item.text.split()[0] for item in pam.items] == ["Ada", "Bix"]
        assert "shows" in await pam.after("2", "2")
        assert pam.done(SHOW)[0].to == 2


@pytest.mark.parametrize("preset", [ASK_ABLE, ASK_CONCERNED])
async def test_presets_pass_by_themselves(preset: str) -> None:
    async with sitting(SetTable(ADA_ACTS), config=Settings(pace="instant", preset=preset)) as pam:
        await pam.moved("Ada: do Surf the Net")
        assert pam.desk.window is None
        assert pam.done(PASS)
        pam.move("Bix: pass")
        await pam.press("a")
        await pam.moved("Ada: do Sleep")
        assert pam.desk.window is not None, "one key drops the preset"


async def test_the_stage_says_who_passed_and_who_wants_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with sitting(SetTable(ADA_ACTS, seconds=600)) as pam:
        await pam.moved("Ada: do Sleep")
        signs = Standing(pressed=(1,), asking=(2,))
        monkeypatch.setattr(type(pam.screen.session), "standing", signs)
        await pam.open(lambda app: app.screen.repaint())
        assert "Bix wants more time, Ada passes" in pam.text


async def test_a_window_with_a_clock_and_more_time() -> None:
    table = SetTable(ADA_ACTS, seconds=600)
    async with sitting(table) as pam:
        assert re.search(r"10:00|9:\d\d", await pam.moved("Ada: do Sleep"))
        assert re.search(r"20:00|19:\d\d", await pam.after("m"))
        screen = pam.screen
        assert table.deadline is not None
        table.deadline -= 600
        screen._tock()  # as every second
        await pam.rest()
        assert re.search(r"10:00|9:\d\d", pam.text)
        await pam.press("question_mark")
        screen._tock()
        await pam.press("escape")
        await pam.press("space")
        await pam.moved("Bix: pass")
        assert table.deadline is None
        assert not pam.screen._clock._active.is_set()


# -- the hand --------------------------------------------------------------------------------------


async def test_too_many_cards_are_marked_and_put_away() -> None:
    text = """
    players: Pam; Ada
    Pam holds: Sleep; Sleep; Sleep; Pizza; Beer; Second Wind
    deck: RPGs; RPGs
    turn: Pam, free time
    """
    async with sitting(SetTable(text)) as pam:
        await pam.hand("Second Wind")
        await pam.others_pass()
        await pam.hand("Beer")
        await pam.hand("Pizza")
        before = untouched(pam)
        assert " n discard " in pam.text.splitlines()[-1]
        await pam.press("n")
        assert untouched(pam) == before, "two are one too many"
        await pam.hand("Pizza")
        await pam.press("n")
        assert len(pam.game.hands[0]) == 6


async def test_long_lists_scroll() -> None:
    async with sitting(dealt(seed=3).again((0,))) as pam:
        names = [item.text for item in pam.items]
        assert len(names) > 9
        text = await pam.after("up")
        assert pam.cursor.line == len(names) - 1
        assert names[-1] in text
        assert names[0] not in text
        await pam.press("enter")
        assert [pam.game.faces[role].name for role in pam.game.roles[0]] == [names[-1]]


AT_HOME = laid("at-home")

# -- looking and reading ---------------------------------------------------------------------------


async def test_everything_can_be_looked_at_in_turn() -> None:
    async with sitting(SetTable(AT_HOME), LARGE) as pam:
        for words in ("↯ Raise", " You  Tech Support ", "Income 4 (Raise +1) · Free Time 2"):
            assert words in pam.text
        text = await pam.after("tab")
        assert pam.cursor.pane == "room"
        assert "Slack" in text
        await pam.press("left")  # from the player to the last card
        cards = Board(pam.screen.now.view).sorted_room(pam.game.rooms[0])
        assert pam.cursor.card == cards[-1] != cards[0]
        text = await pam.after("right", "right", "z")
        assert isinstance(pam.app.screen, ReaderScreen)
        for words in ("PAM'S ROOM", "Next to this room:", "Raise"):
            assert words in text
        assert "scroll" in text.splitlines()[-1]
        text = await pam.after("escape", "tab")
        assert pam.cursor.pane == "opponents"
        assert text.count("Tattoo") >= 2
        text = await pam.after("z")
        assert "ADA'S ROOM" in text
        assert "Income 2/3 · Free Time 3 · Goal 21" in text
        for card in pam.game.rooms[1]:
            assert pam.game.printed(card).text[:60] in text
        await pam.press("escape", "escape")
        assert pam.cursor.pane == "hand"
        await pam.press("shift+tab", "z")
        assert isinstance(pam.app.screen, ReaderScreen)
        assert "THE LOG" in await pam.after("escape", "l")
        await pam.close(1)
        await pam.sit(SetTable(laid("at-home", table="Raise on Ada")))
        assert "↯ Raise" in await pam.after("tab", "tab")


async def test_help_cards_and_rules_are_a_key_away() -> None:
    async with sitting(SetTable(AT_HOME)) as pam:
        text = await pam.after("question_mark")
        assert isinstance(pam.app.screen, HelpScreen)
        assert "Reach your Slack Goal first" in text
        assert "page 1 of 2: any key for more, esc closes" in text
        await pam.press("escape")  # on any page
        assert pam.at_table
        await pam.press("question_mark")
        for _ in range(4):  # keys may come faster than screens go
            pam.app.post_message(key_event("x"))
        await pam.rest()
        assert pam.at_table
        await pam.press("2", "c")
        assert isinstance(pam.app.screen, CatalogueScreen)
        assert "The only hobby" in pam.words
        await pam.press("escape")
        assert pam.at_table
        for key in ("c", "up"):  # or before they are there
            pam.app.post_message(key_event(key))
        await pam.rest()
        assert isinstance(pam.app.screen, CatalogueScreen)


async def test_every_card_can_be_read_in_a_window_and_none_is_said_to_be_none() -> None:
    async with sitting(SetTable(ADA_ACTS)) as pam:
        await pam.moved("Ada: do Sleep")
        for size in (SMALL, LARGE):
            await pam.resize(size)
            text = await pam.after("z")
            for card in pam.game.hands[0]:
                assert pam.game.printed(card).name in text
                assert pam.game.printed(card).text[:60] in text
            assert "Not now: not as a response here (RUL-1)" in text
            await pam.press("down", "end", "pageup", "escape")
            assert pam.desk.window is not None
        await pam.close(1)
        await pam.sit(SetTable("players: Pam; Ada\nturn: Pam, free time"))
        assert "no cards in hand" in await pam.after("z")
        assert "the room is empty" in await pam.after("escape", "tab", "z")


async def test_the_log_keeps_the_whole_game() -> None:
    async with sitting(dealt(seed=4)) as pam:
        await pam.play(Clever(4), until=lambda: pam.game.round > 2)
        told = len(pam.log)
        assert told > 30
        assert pam.log[0][:40] in await pam.after("l", "home")
        await pam.press("end", "pageup", "up", "down", "escape")
        assert pam.at_table
        assert len(pam.log) == told


# -- talking and names -----------------------------------------------------------------------------


async def test_what_is_said_is_shown_harmlessly() -> None:
    async with sitting(dealt(("Pam", "[b]Ada[/b]"), ("", ""), 4), LARGE) as pam:
        await pam.press("slash")
        await pam.type("[bold red]hi[/] n 1 q")
        assert "Pam: [bold red]hi[/] n 1 q" in await pam.after("enter")
        assert pam.screen.focused is None
        pam.table.say(1, "\x1b[2J\x07wiped\u202eback\r\nwards \u200b 寿司")
        await pam.rest()
        assert "[b]Ada[/b]: [2Jwipedback" in pam.text
        assert "wards 寿司" in pam.text
        assert not any(c in pam.text for c in "\x1b\x07\u202e\r\u200b")
        await pam.press("slash")
        pam.app.post_message(Paste("two\nlines \x1b[31m"))
        await pam.rest()
        assert "two" not in await pam.after("escape")
        assert pam.at_table
        pam.table.say(1, "x" * 5000)
        await pam.rest()
        assert pam.text.count("x" * 20) < 20


async def test_a_digit_says_a_phrase_and_chat_can_be_muted() -> None:
    async with sitting(dealt(("Pam", "Ada"), ("", ""), 4), LARGE) as pam:
        await pam.press("slash", "2")
        assert f"Pam: {PHRASES[1]}" in pam.log
        assert pam.screen.focused is None
        await pam.press("slash", "space", "2", "enter")
        assert "Pam: 2" in "\n".join(pam.log)
        pam.app.world.settings = pam.app.world.settings._replace(chat=False)
        pam.table.say(1, "hello")
        await pam.rest()
        assert "hello" not in "\n".join(pam.log)


async def test_settings_at_the_table_apply_at_once_for_good_or_for_this_game() -> None:
    async with sitting(dealt(), LARGE) as pam:
        await pam.press("escape", "4", "enter")
        await pam.go("pace", "right")
        slow = pam.app.world.settings.pace
        assert pam.table.pace == PACES[slow]
        assert kept().pace == slow
        await pam.go("scope", "right")
        await pam.go("preset", "right")
        await pam.go("theme", "left")
        assert pam.app.theme == "mono"
        await pam.press("escape")
        assert pam.screen.session.preset == "always"
        assert kept().preset == "able"
        await pam.press("escape", "2", "enter")
        assert not pam.at_table
        assert (pam.app.theme, pam.app.world.settings.preset) == ("geek", "able")
        assert pam.app.world.settings.pace == slow


async def test_nobody_talks_to_bots() -> None:
    async with sitting(dealt(("Pam", "Ada"), ("", "easy"), 4), LARGE) as pam:
        assert "chat" not in await pam.after("up")
        assert "say something" not in await pam.after("slash")
        await pam.press("question_mark")
        assert "say something" not in pam.words


async def test_long_names_do_not_push_the_numbers_out_of_the_top_line() -> None:
    async with sitting(SetTable(AT_HOME.replace("Pam", "Wilhelmina the Great"))) as pam:
        top = pam.text.splitlines()[0]
        assert "YOUR TURN   Free Time" in top
        assert top.endswith(f"deck {len(pam.game.deck)}")


# -- sizes -----------------------------------------------------------------------------------------


async def test_the_size_may_change_in_the_middle_of_the_game() -> None:
    sizes: list[Size] = [LARGE, (200, 50), (60, 15), SMALL, (20, 5), (110, 30), (79, 23)]
    async with sitting(dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), 6)) as pam:
        clever = Clever(6)
        for size in sizes:
            await pam.resize(size)
            lines = pam.text.splitlines()
            assert len(lines) <= size[1]
            assert all(cell_len(line) <= size[0] for line in lines)
            assert (f"{size[0]}x{size[1]}: 80x24" in lines[0]) == (size < SMALL or size[1] < 24)
            await pam.do(clever(pam.desk))


# -- leaving ---------------------------------------------------------------------------------------


async def test_leaving_asks() -> None:
    async with sitting(dealt(seed=8), title=True) as pam:
        assert "2 go back to the title; your game is saved" in await pam.after("escape")
        await pam.press("escape")
        assert pam.at_table
        await pam.press("escape", "2", "enter")
        assert isinstance(pam.app.screen, TitleScreen)
        assert pam.table._closed
        await pam.sit(dealt(seed=8))
        assert "Quit? Your game is saved." in await pam.after("ctrl+q")
        assert isinstance(pam.app.screen, Confirm)
        await pam.press("n")
        assert pam.at_table
        assert "Quit? Your game is saved." in await pam.after("f1", "ctrl+q"), (
            "from above the table"
        )
        await pam.press("escape", "escape")
        await pam.press("ctrl+q", "y")
    assert pam.app.return_code == 0


@pytest.mark.parametrize("title", [True, False])
async def test_leaving_for_good(title: bool) -> None:
    table = dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), 8)
    async with sitting(table, title=title) as pam:
        assert "3 leave the game for good" in await pam.after("escape")
        await pam.press("enter", "ctrl+l")
        assert pam.at_table, "it stays where the cursor is, and painting is all a redraw does"
        await pam.press("escape", "3", "enter", "enter")
        assert pam.game.alive[0], "Enter alone never leaves for good"
        assert "You can't come back to it." in pam.text
        await pam.press("y")
        assert not pam.game.alive[0]
        assert isinstance(pam.app.screen, TitleScreen)


async def test_a_game_of_the_past_goes_on() -> None:
    """Out through the quit question, in again through the title screen."""
    setup = setup_of(solo_table("Pam", 2, ["easy"])._replace(seed=11), here())
    async with sitting(opened(setup, "instant", here())) as pam:
        await pam.play(Clever(11), until=lambda: pam.game.round > 1)
        before = (pam.game.digest(), pam.game.round)
        await pam.press("ctrl+q", "y")
    async with at_keys() as pam:
        await pam.press("0")
        assert (pam.game.digest(), pam.game.round) == before
        assert pam.at_table
        await pam.play(Clever(11), until=lambda: pam.game.round > 2)


# -- keys that come too early ---------------------------------------------------------------------


async def test_nobody_answers_a_prompt_that_has_just_appeared() -> None:
    clock = Hands()
    async with sitting(SetTable(ADA_ACTS)) as pam:
        pam.screen.guard = KeyGuard(clock)
        await pam.moved("Ada: do Sleep")
        await pam.press("space", "2", "2", "enter", "n")
        assert not pam.done(PASS)
        assert not pam.done(CANCEL)
        await pam.press("question_mark")
        assert "page 1 of" in pam.text
        await pam.press("escape")
        clock.now += 2 * UNSEEN
        await pam.press("space")
        assert pam.done(PASS)


async def test_a_key_for_the_phase_before_says_so_and_ends_nothing() -> None:
    text = ADA_ACTS.replace("turn: Ada, free time", "turn: Pam, call")
    async with sitting(SetTable(text), config=Settings(pace="instant")) as pam:
        pam.screen.guard = KeyGuard(clock := Hands())
        pam.screen.guard.ended("Call People")
        said = "Nothing to do in Call People, so this is Free Time. "
        assert pam.game.phase == FREE_PHASE
        await pam.press("n")
        assert pam.prompt.startswith(said)
        assert pam.game.phase == FREE_PHASE
        await pam.press("n")
        assert pam.game.phase == DISCARD_PHASE
        assert clock.now


# -- alerts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_bell_for_turns_and_for_windows(
    wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[str] = []
    monkeypatch.setattr(ChezApp, "bell", lambda app: rung.append(app.window_title))
    config = Settings(pace="instant", bell_turn=wanted, bell_window=wanted)
    async with sitting(SetTable(ADA_ACTS), config=config) as pam:
        await pam.moved("Ada: do Sleep")
        assert len(rung) == wanted
        assert pam.app.window_title == "you can respond"
        await pam.press("space")
        await pam.moved(
            "Bix: pass", "Ada: next", "Ada: next", "Bix: next", "Bix: next", "Bix: next"
        )
        assert pam.app.window_title == ChezApp.TITLE, "the others are at work"
    text = ADA_ACTS.replace("turn: Ada, free time", "turn: Bix, discard")
    async with sitting(SetTable(text), config=config) as pam:
        await pam.moved("Bix: next")
        assert len(rung) == 2 * wanted
        assert pam.app.window_title == "your turn"
        await pam.press("n", "n")
        assert len(rung) == 2 * wanted, "once in a turn"
    text = ADA_ACTS.replace("Ada holds", "Ada slack: 19\nAda holds")
    text = text.replace("Pam holds: Sleep; Car Alarm", "Pam holds: Sleep")
    async with sitting(SetTable(text), config=config) as pam:
        await pam.moved("Ada: do Sleep")
        assert len(rung) == 3 * wanted
        assert pam.app.window_title == "someone may win"


async def test_the_last_line_has_only_keys_that_do_something_now() -> None:
    async with sitting(SetTable(FIRST_ROUND)) as pam:
        assert pam.text.splitlines()[-1].startswith(" n next phase  e evict  ")
        await pam.press("e")
        assert pam.text.splitlines()[-1].startswith(" enter roll  n next phase  ")
        assert "esc back" in pam.text


async def test_a_click_selects_and_another_one_does_it() -> None:
    async with sitting(SetTable(laid("middle", turn="Pam, free time")), size=LARGE) as pam:
        pane = pam.screen.query_one(HandPane)
        at = pam.text.splitlines()[pane.region.y + 3].index("Sleep")
        await pam.click(at, pane.region.y + 5)
        assert pam.cursor.line == 2
        assert not pam.done(DO)
        await pam.click(10, 3)
        assert (pam.cursor.pane, pam.cursor.player) == ("opponents", 1)
        await pam.click(at, pane.region.y + 5)
        await pam.click(at, pane.region.y + 5)
        assert pam.done(DO)


@pytest.mark.parametrize("size", [SMALL, (100, 32), LARGE, (160, 50), (200, 60)])
async def test_a_window_shows_all_that_its_cards_say(size: Size) -> None:
    hand = "Cooking with Contempt; Pizza; Ultra-Slims; Sleep; Talk Show; Car Alarm; New Job"
    table = SetTable(
        laid("middle", turn="Ada, free time", Pam_holds=hand, Ada_holds="Server Room Nookie")
    )
    async with sitting(table, size=size) as pam:
        table.move("Ada: do Server Room Nookie")
        await pam.rest()
        assert pam.desk.window is not None
        assert "throws Cooking with Contempt" in pam.prompt
        assert "can." in pam.text, "the end of the response"
        assert "Activity." in pam.text, "the end of what is announced"
