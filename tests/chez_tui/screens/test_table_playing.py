"""Playing at the table screen: reasons, slips, windows, the hand; no key does more than meant."""

import re

import pytest

from chez_tui.config import Config
from chez_tui.desk import GUESTS, HAND
from chez_tui.glyphs import UNICODE
from chez_tui.screens.rules import RulesBrowser, RulesScreen
from core.actions import DO, NEXT, PASS, SHOP, SHOW
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE
from net.sessions.session import ASK_ABLE, ASK_CONCERNED
from tests.chez_tui.driver import LARGE, SMALL, Player, SetTable, dealt, laid, sitting

FREE_TIME = laid("free-time")
ADA_ACTS = laid("ada-acts")
GUESTS_THERE = laid("guests")


def untouched(pam: Player) -> tuple[object, ...]:
    """Return everything that a refused key must leave alone."""
    return pam.game.digest(), pam.game.round, pam.game.phase, len(pam.table.actions)


# -- reasons ---------------------------------------------------------------------------------------


async def test_a_card_that_cant_be_played_says_why_and_leads_to_the_clause() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        for size in (SMALL, LARGE):
            await pam.resize(size)
            await pam.hand("TV Queen", enter=False)
            assert "Not now: People are called in the Call People phase (R-CALL-1)" in pam.text
            before = untouched(pam)
            assert "(R-CALL-1)" in (await pam.after("enter")).splitlines()[-2]
            assert untouched(pam) == before
        assert "R-CALL-1" in await pam.after("f1")
        assert isinstance(pam.app.screen, RulesScreen)
        assert pam.app.screen.query_one(RulesBrowser).item is not None
        await pam.press("escape")
        assert pam.at_table


async def test_a_reason_is_shown_even_if_the_card_is_long() -> None:
    text = FREE_TIME.replace("Car Alarm", "LAN Party").replace("free time", "call")
    async with sitting(SetTable(text)) as pam:
        await pam.hand("LAN Party", enter=False)
        assert "Not now: Free Time is used in the Free Time phase" in pam.text


async def test_too_dear_a_trip_says_what_it_costs() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.hand("Shrooms")
        assert "Shrooms = 3 of 3 Income" in pam.text
        await pam.hand("NT Server Docco")
        assert "= 6 of 3 Income" in pam.text
        before = untouched(pam)
        await pam.press("b")
        assert untouched(pam) == before
        assert "costs 6" in pam.prompt or "R-SHOP" in pam.prompt
        await pam.press("escape")
        assert not pam.desk.marks
        assert pam.at_table


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


async def test_a_target_is_asked_for_and_can_be_backed_out_of() -> None:
    text = """
    players: Pam; Ada; Bix
    Pam holds: Sucks to Be You!; Sleep
    Ada has: Pizza; Sleep
    Bix has: Beer
    turn: Pam, free time
    """
    async with sitting(SetTable(text)) as pam:
        await pam.hand("Sucks to Be You!")
        assert "on what?" in pam.text
        assert [item.text for item in pam.items] == ["Ada's Pizza", "Ada's Sleep", "Bix's Beer"]
        await pam.press("escape")
        assert pam.desk.mode == HAND
        await pam.hand("Sucks to Be You!")
        await pam.choose(lambda item: item.text == "Bix's Beer")
        await pam.others_pass()
        assert not pam.game.rooms[2]


# -- keys and slips --------------------------------------------------------------------------------


async def test_a_digit_and_enter_do_one_thing_wherever_the_cursor_was() -> None:
    hand = "Pizza; Sleep; Ultra-Slims; TV Queen"
    text = f"players: Pam; Ada\nPam holds: {hand}\nturn: Pam, free time"
    async with sitting(SetTable(text)) as pam:
        assert pam.screen.cursor == 0
        for keys, marks in (
            (("1", "enter"), 1),
            (("3", "enter"), 2),
            (("down", "up", "3", "3"), 1),  # the same digit twice is Enter as well
        ):
            await pam.press(*keys)
            assert len(pam.desk.marks) == marks
        await pam.press("escape", "2", "enter")
        assert [action.kind for action in pam.table.actions] == [DO]


async def test_three_things_go_on_one_trip() -> None:
    hand = "Microwave Popcorn; Sleep; Ultra-Slims; Beer"
    text = f"players: Pam; Ada\nPam is Tech Support\nPam holds: {hand}\nturn: Pam, free time"
    async with sitting(SetTable(text)) as pam:
        await pam.press("1", "enter", "3", "enter", "4", "enter")
        assert "= 3 of 3 Income; b buys" in pam.prompt
        await pam.press("b")
        assert len(pam.done(SHOP)[0].cards) == 3


async def test_the_cursor_goes_where_it_is_needed_and_comes_back() -> None:
    async with sitting(SetTable(GUESTS_THERE)) as pam:
        for phase, card in ((CALL_PHASE, "TV Queen"), (FREE_PHASE, "Pizza")):
            await pam.press("n")
            assert pam.game.phase == phase
            assert pam.screen.item is not None
            assert pam.screen.item.text == card
    async with sitting(SetTable(FREE_TIME.replace("free time", "call"))) as pam:
        await pam.hand("TV Queen")
        assert pam.prompt.strip() == "TV Queen: for which room?"
        assert pam.screen.cursor == 0
        await pam.press("down", "escape")
        assert pam.screen.item is not None
        assert pam.screen.item.text == "TV Queen"


async def test_the_list_of_guests_stays_for_the_next_one() -> None:
    async with sitting(SetTable(GUESTS_THERE, dice=(1, 1))) as pam:
        await pam.press("e", "enter")
        assert pam.desk.mode == GUESTS
        await pam.press("enter")
        assert pam.desk.mode == HAND
        assert pam.game.phase == CALL_PHASE


async def test_the_die_says_what_it_was_rolled_for() -> None:
    async with sitting(SetTable(GUESTS_THERE, dice=(3,))) as pam:
        await pam.press("e", "enter")
        for size in (SMALL, LARGE):
            await pam.resize(size)
            assert " 3  Pam rolls 3 (needs 4+) to get rid of Clumsy Drunk" in pam.text
            assert "die" not in pam.text.splitlines()[-2]
        await pam.resize((80, 13))
        assert " die 3 " in pam.text.splitlines()[-2], "there is no room for more"


async def test_going_on_too_early_can_be_taken_back_but_not_what_others_saw() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.press("n")
        assert pam.game.phase == DISCARD_PHASE
        assert "Pam takes that back" in await pam.after("u")
        assert pam.game.phase == FREE_PHASE
        assert pam.desk.my_turn
        assert not pam.done(NEXT)
        await pam.press("u")
        assert "Nothing to take back" in pam.prompt
        await pam.hand("Sleep")
        before = untouched(pam)
        await pam.press("u")
        assert untouched(pam) == before
        assert "Nothing to take back" in pam.prompt


# -- windows ---------------------------------------------------------------------------------------


async def test_the_window_shows_the_card_in_full_and_how_to_answer() -> None:
    async with sitting(SetTable(ADA_ACTS)) as pam:
        await pam.press("tab", "tab")
        assert pam.screen.pane == "opponents"
        text = await pam.moved("Ada: do Sleep")
        assert pam.screen.pane == "hand", "it is shown to somebody who looks elsewhere"
        for words in (
            "Ada announces Sleep",
            "Noise can cancel it while it is being played.",
            "Enter on a card responds, space passes",
        ):
            assert words in text
        assert [item.text for item in pam.items if item.open] == ["Car Alarm"]
        await pam.resize(LARGE)
        assert "Your card: Sleep" in pam.text
        assert "Not now: no answer to this (RUL-1)" in pam.text
        await pam.hand("Car Alarm", enter=False)
        lines = [line[:84].rstrip() for line in pam.text.splitlines()]
        announced, own = lines.index("Ada announces Sleep"), lines.index("Your card: Car Alarm")
        assert announced < own
        assert "Cancels a Sleep card while it is being played or thrown." in lines[own:]
        assert "Playable now" in lines[own:]
        assert "Waiting for Bix" in await pam.after("space")
        assert pam.done(PASS)


async def test_a_small_window_says_in_a_line_what_ones_own_card_does() -> None:
    async with sitting(SetTable(ADA_ACTS.replace("Ada; Bix", "Ada; Bix; Cleo"))) as pam:
        text = await pam.moved("Ada: do Sleep")
        assert "Noise can cancel it while it is being played." in text
        assert f"{UNICODE.pointer} Not now: no answer to this (RUL-1)" in text
        await pam.hand("Car Alarm", enter=False)
        assert "Noise can cancel it while it is being played." in pam.text
        assert f"{UNICODE.pointer} Car Alarm: Cancels a Sleep card" in pam.text


async def test_an_answer_says_what_it_is_to_stop() -> None:
    hands = ADA_ACTS.replace("Pam holds: Sleep; Car Alarm", "Pam holds: Sleep")
    async with sitting(SetTable(hands.replace("Bix holds: Sleep", "Bix holds: Car Alarm"))) as pam:
        text = await pam.moved("Ada: do Sleep", "Bix: cancel with Car Alarm")
        assert "Bix cancels Ada's Sleep with Car Alarm" in text


async def test_in_a_window_of_ones_own_turn_the_next_phase_has_to_wait() -> None:
    text = ADA_ACTS.replace("Pam holds: Sleep; Car Alarm", "Pam holds: Sleep; TV Queen")
    text = text.replace("Ada holds: Sleep", "Ada holds: Car Alarm").replace(
        "turn: Ada", "turn: Pam"
    )
    async with sitting(SetTable(text.replace("turn: Ada", "turn: Pam"))) as pam:
        await pam.press("1", "enter")
        await pam.moved("Ada: cancel with Car Alarm")
        before = untouched(pam)
        await pam.press("n")
        assert pam.prompt == "This comes first. space passes"
        assert untouched(pam) == before


async def test_not_again_this_turn_and_ask_me_again() -> None:
    async with sitting(SetTable(ADA_ACTS)) as pam:
        await pam.moved("Ada: do Sleep")
        await pam.press("d")
        await pam.moved("Bix: pass")
        assert len(pam.done(PASS)) == 1
        await pam.moved("Ada: do Sleep", "Bix: pass")
        assert len(pam.done(PASS)) == 2, "the silence lasts for the turn"
        await pam.press("a")
        assert "asked in every window" in pam.prompt


@pytest.mark.parametrize("preset", [ASK_ABLE, ASK_CONCERNED])
async def test_presets_pass_by_themselves(preset: str) -> None:
    async with sitting(SetTable(ADA_ACTS), config=Config(pace="instant", preset=preset)) as pam:
        await pam.moved("Ada: do Surf the Net")
        assert pam.desk.window is None
        assert pam.done(PASS)
        pam.move("Bix: pass")
        await pam.press("a")
        await pam.moved("Ada: do Sleep")
        assert pam.desk.window is not None, "one key drops the preset"


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
        assert pam.screen._ticking is None


# -- the hand --------------------------------------------------------------------------------------


async def test_the_hand_can_be_shown() -> None:
    async with sitting(SetTable(ADA_ACTS.replace("turn: Ada", "turn: Pam"))) as pam:
        assert "Show your hand to whom?" in await pam.after("s")
        assert [item.text.split()[0] for item in pam.items] == ["Ada", "Bix"]
        assert "shows" in await pam.after("2", "2")
        assert pam.done(SHOW)[0].to == 2


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
        assert "You lose 1 card: mark 1 with Enter, then b" in pam.text
        assert "b discard" in pam.text.splitlines()[-1]
        await pam.hand("Beer")
        await pam.hand("Pizza")
        before = untouched(pam)
        await pam.press("b")
        assert untouched(pam) == before, "two are one too many"
        await pam.hand("Pizza")
        await pam.press("b")
        assert len(pam.game.hands[0]) == 6


async def test_long_lists_scroll_and_roles_show_their_numbers() -> None:
    async with sitting(dealt(seed=3).again((0,))) as pam:
        for size in (LARGE, SMALL):
            await pam.resize(size)
            line = next(line for line in pam.text.splitlines() if "Waitstaff" in line)
            assert "Income 2/3 · Free Time 3 · Goal 21" in line
        names = [item.text for item in pam.items]
        assert len(names) > 9
        text = await pam.after("up")
        assert pam.screen.cursor == len(names) - 1
        assert names[-1] in text
        assert names[0] not in text
        await pam.press("enter")
        assert [pam.game.faces[role].name for role in pam.game.roles[0]] == [names[-1]]
