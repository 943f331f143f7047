"""Care for whoever plays: no key does more than was meant, and everything can be read."""

import pytest

from chez_tui.desk import GUESTS, HAND
from chez_tui.screens.catalogue import CatalogueScreen
from chez_tui.screens.help import HelpScreen
from chez_tui.screens.reader import ReaderScreen
from core.actions import DO, SHOP
from core.state import CALL_PHASE, FREE_PHASE
from tests.chez_tui.driver import LARGE, SMALL, SetTable, Size, dealt, key_event, sitting

FREE_TIME = """
players: Pam; Ada
Pam is Tech Support
Pam holds: Pizza; Sleep; Ultra-Slims; TV Queen
Pam has: Shrooms
Ada is Waitstaff
Ada holds: Sleep
Ada has: Tattoo; Segfault
table: Raise
turn: Pam, free time
"""
ADA_ACTS = FREE_TIME.replace("turn: Pam", "turn: Ada").replace("Pizza; Sleep", "Pizza; Car Alarm")


# -- keys ------------------------------------------------------------------------------------------


async def test_a_digit_and_enter_do_one_thing_wherever_the_cursor_was() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        assert pam.screen.cursor == 0
        await pam.press("1", "enter")
        assert len(pam.desk.marks) == 1
        await pam.press("3", "enter")
        assert len(pam.desk.marks) == 2
        await pam.press("down", "up", "3", "3")  # the same digit twice is Enter as well
        assert len(pam.desk.marks) == 1
        await pam.press("escape", "2", "enter")
        assert [action.kind for action in pam.table.actions] == [DO]


async def test_three_things_go_on_one_trip() -> None:
    table = SetTable(FREE_TIME.replace("TV Queen", "Beer").replace("Pizza", "Microwave Popcorn"))
    async with sitting(table) as pam:
        await pam.press("1", "enter", "3", "enter", "4", "enter")
        assert "= 3 of 4 Income; b buys" in pam.prompt
        await pam.press("b")
        assert len(pam.done(SHOP)[0].cards) == 3


async def test_the_cursor_goes_to_a_card_that_the_new_phase_is_for() -> None:
    table = SetTable(FREE_TIME.replace("free time", "roll").replace("Shrooms", "Clumsy Drunk"))
    async with sitting(table) as pam:
        await pam.press("n")
        assert pam.game.phase == CALL_PHASE
        assert pam.screen.item is not None
        assert pam.screen.item.text == "TV Queen"
        await pam.press("n")
        assert pam.game.phase == FREE_PHASE
        assert pam.screen.item.text == "Pizza"


async def test_a_window_is_shown_to_somebody_who_looks_elsewhere() -> None:
    table = SetTable(ADA_ACTS)
    async with sitting(table) as pam:
        await pam.press("tab", "tab")
        assert pam.screen.pane == "opponents"
        table.move("Ada: do Sleep")
        await pam.rest()
        assert pam.screen.pane == "hand"
        assert "Ada announces Sleep" in pam.text


async def test_in_a_window_of_ones_own_turn_the_next_phase_has_to_wait() -> None:
    text = FREE_TIME.replace("Ada holds: Sleep", "Ada holds: Car Alarm").replace("Pizza; ", "")
    table = SetTable(text)
    async with sitting(table) as pam:
        await pam.press("1", "enter")
        table.move("Ada: cancel with Car Alarm")
        await pam.rest()
        before = len(pam.table.actions)
        await pam.press("n")
        assert pam.prompt == "This comes first. space passes"
        assert len(pam.table.actions) == before


async def test_the_list_of_guests_stays_for_the_next_one() -> None:
    text = FREE_TIME.replace("free time", "roll").replace("Shrooms", "Clumsy Drunk; Psycho Ex")
    async with sitting(SetTable(text, dice=(1, 1))) as pam:
        await pam.press("e", "enter")
        assert pam.desk.mode == GUESTS
        await pam.press("enter")
        assert pam.desk.mode == HAND
        assert pam.game.phase == CALL_PHASE


# -- the die ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_die_says_what_it_was_rolled_for(size: Size) -> None:
    text = FREE_TIME.replace("free time", "roll").replace("Shrooms", "Clumsy Drunk; Psycho Ex")
    async with sitting(SetTable(text, dice=(3,)), size) as pam:
        await pam.press("e", "enter")
        rule = next(line for line in pam.text.splitlines() if " 3  Pam rolls" in line)
        assert " 3  Pam rolls 3 (needs 4+) to get rid of Clumsy Drunk" in rule
        assert "die" not in pam.text.splitlines()[-2]


async def test_a_screen_without_room_for_that_shows_the_die_alone() -> None:
    text = FREE_TIME.replace("free time", "roll").replace("Shrooms", "Clumsy Drunk; Psycho Ex")
    async with sitting(SetTable(text, dice=(3,)), (80, 13)) as pam:
        await pam.press("e", "enter")
        assert " die 3 " in pam.text.splitlines()[-2]


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_card_can_be_read_in_a_window(size: Size) -> None:
    table = SetTable(ADA_ACTS)
    async with sitting(table, size) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        await pam.press("z")
        assert isinstance(pam.app.screen, ReaderScreen)
        text = pam.text
        for card in pam.game.hands[0]:
            assert pam.game.printed(card).name in text
            assert pam.game.printed(card).text[:60] in text
        assert "Not now: no answer to this (RUL-1)" in text
        await pam.press("down", "end", "pageup", "escape")
        assert pam.desk.window is not None


async def test_a_room_is_read_with_the_job_and_what_every_card_does() -> None:
    async with sitting(SetTable(FREE_TIME), LARGE) as pam:
        await pam.press("tab", "tab", "z")
        text = pam.text
        assert "The room of Ada" in text
        assert "Income 2/3 · Free Time 3 · Goal 21" in text
        for card in pam.game.rooms[1]:
            assert pam.game.printed(card).text[:60] in text
        await pam.press("escape", "escape", "tab", "z")
        assert "On the table beside this room:" in pam.text  # where the Raise lies
        assert "Raise" in pam.text
        assert "scroll" in pam.text.splitlines()[-1]


async def test_an_empty_hand_and_an_empty_room_say_so() -> None:
    text = FREE_TIME.replace("Pam holds: Pizza; Sleep; Ultra-Slims; TV Queen\n", "")
    async with sitting(SetTable(text.replace("Pam has: Shrooms\n", ""))) as pam:
        await pam.press("z")
        assert "no cards in hand" in pam.text
        await pam.press("escape", "tab", "z")
        assert "the room is empty" in pam.text


async def test_all_cards_are_open_from_the_table() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.press("2", "c")
        assert isinstance(pam.app.screen, CatalogueScreen)
        assert "The only hobby" in " ".join(pam.text.split())
        await pam.press("escape")
        assert pam.at_table
        pam.app.post_message(key_event("c"))  # keys may come before the screen is there
        pam.app.post_message(key_event("up"))
        await pam.rest()
        assert isinstance(pam.app.screen, CatalogueScreen)


async def test_escape_closes_the_help_on_any_page() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.press("question_mark")
        assert isinstance(pam.app.screen, HelpScreen)
        assert "page 1 of 2: any key for more, esc closes" in pam.text
        await pam.press("escape")
        assert pam.at_table


async def test_what_lies_on_the_table_is_seen() -> None:
    async with sitting(SetTable(FREE_TIME), LARGE) as pam:
        assert "table: Raise on Pam" in pam.text


# -- always visible --------------------------------------------------------------------------------


async def test_long_names_do_not_push_the_numbers_out_of_the_top_line() -> None:
    text = FREE_TIME.replace("Pam", "Wilhelmina the Great")
    async with sitting(SetTable(text)) as pam:
        top = pam.text.splitlines()[0]
        assert "Wilhelmina the Great: Free Time · Income 4 · Free Time 2" in top
        assert top.endswith(f"deck {len(pam.game.deck)}")


async def test_ones_own_job_stands_above_the_room() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        assert "Pam · Tech Support · Income 3 · Free Time 2" in pam.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_roles_to_choose_from_show_their_numbers(size: Size) -> None:
    async with sitting(dealt(seed=3).again((0,)), size) as pam:
        line = next(line for line in pam.text.splitlines() if "Waitstaff" in line)
        assert "Income 2/3 · Free Time 3 · Goal 21" in line


async def test_a_short_hand_leaves_more_lines_to_the_log() -> None:
    async with sitting(dealt(("Pam", "Ada", "Bix"), ("", "easy", "easy"), 6)) as pam:
        lines = pam.text.splitlines()
        log = next(n for n, line in enumerate(lines) if line.startswith("── Log"))
        assert len(lines) - 2 - log - 1 >= 4
