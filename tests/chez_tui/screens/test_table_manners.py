"""What the table screen does when playing: reasons, slips, windows, and the hand."""

import pytest

from chez_tui.config import Config
from chez_tui.glyphs import UNICODE
from chez_tui.screens.rules import RulesBrowser, RulesScreen
from core.actions import NEXT, PASS, SHOW
from core.state import DISCARD_PHASE, FREE_PHASE
from net.sessions.session import ASK_ABLE, ASK_CONCERNED
from tests.chez_tui.driver import (
    LARGE,
    SMALL,
    Player,
    SetTable,
    Size,
    dealt,
    sitting,
)
from tests.chez_tui.moments import ADA_ACTS, FREE_TIME


def untouched(pam: Player) -> tuple[object, ...]:
    """Everything that a refused key must leave alone."""
    return pam.game.digest(), pam.game.round, pam.game.phase, len(pam.table.actions)


# -- reasons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_card_that_cant_be_played_says_why_with_the_clause(size: Size) -> None:
    async with sitting(SetTable(FREE_TIME), size) as pam:
        await pam.hand("TV Queen", enter=False)
        assert "Not now: People are called in the Call People phase (R-CALL-1)" in pam.text
        before = untouched(pam)
        await pam.press("enter")
        assert untouched(pam) == before
        assert "(R-CALL-1)" in pam.text.splitlines()[-2]


async def test_the_rules_open_at_the_clause_of_the_reason() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.hand("TV Queen", enter=False)
        await pam.press("f1")
        assert isinstance(pam.app.screen, RulesScreen)
        entry = pam.app.screen.query_one(RulesBrowser).item
        assert entry is not None
        assert "R-CALL-1" in pam.text
        for _ in range(3):
            if isinstance(pam.app.screen, RulesScreen):
                await pam.press("escape")
        assert pam.at_table


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
        assert pam.desk.mode == "hand"
        await pam.hand("Sucks to Be You!")
        await pam.choose(lambda item: item.text == "Bix's Beer")
        pam.table.move("Ada: pass")
        pam.table.move("Bix: pass")
        await pam.rest()
        assert not pam.game.rooms[2]


# -- slips -----------------------------------------------------------------------------------------


async def test_going_on_too_early_can_be_taken_back() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.press("n")
        assert pam.game.phase == DISCARD_PHASE
        await pam.press("u")
        assert pam.game.phase == FREE_PHASE
        assert "Pam takes that back" in pam.text
        assert pam.desk.my_turn
        assert not pam.done(NEXT)
        await pam.press("u")
        assert "Nothing to take back" in pam.prompt


async def test_what_others_have_seen_stays_done() -> None:
    async with sitting(SetTable(FREE_TIME)) as pam:
        await pam.hand("Sleep")
        before = untouched(pam)
        await pam.press("u")
        assert untouched(pam) == before
        assert "Nothing to take back" in pam.prompt


# -- windows ---------------------------------------------------------------------------------------


async def test_the_window_shows_the_card_in_full_and_how_to_answer() -> None:
    table = SetTable(ADA_ACTS)
    async with sitting(table) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        text = pam.text
        assert "Ada announces Sleep" in text
        assert "Noise can cancel it while it is being played." in text
        assert "Enter on a card responds, space passes" in text
        assert [item.text for item in pam.items if item.open] == ["Car Alarm"]
        await pam.press("space")
        assert pam.done(PASS)
        assert "Waiting for Bix" in pam.text


async def test_the_window_shows_ones_own_card_below_where_there_is_room() -> None:
    table = SetTable(ADA_ACTS)
    async with sitting(table, LARGE) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        assert "Your card: Sleep" in pam.text
        assert "Not now: no answer to this (RUL-1)" in pam.text
        await pam.hand("Car Alarm", enter=False)
        lines = [line[:84].rstrip() for line in pam.text.splitlines()]
        announced, own = lines.index("Ada announces Sleep"), lines.index("Your card: Car Alarm")
        assert announced < own
        assert "Cancels a Sleep card while it is being played or thrown." in lines[own:]
        assert "Playable now" in lines[own:]


async def test_a_small_window_says_in_a_line_what_ones_own_card_does() -> None:
    table = SetTable(ADA_ACTS.replace("Ada; Bix", "Ada; Bix; Cleo"))
    async with sitting(table, SMALL) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        assert "Noise can cancel it while it is being played." in pam.text
        assert f"{UNICODE.pointer} Not now: no answer to this (RUL-1)" in pam.text
        await pam.hand("Car Alarm", enter=False)
        assert "Noise can cancel it while it is being played." in pam.text
        assert f"{UNICODE.pointer} Car Alarm: Cancels a Sleep card" in pam.text


async def test_an_answer_says_what_it_is_to_stop() -> None:
    hands = ADA_ACTS.replace("Pam holds: Sleep; Car Alarm", "Pam holds: Sleep")
    table = SetTable(hands.replace("Bix holds: Sleep", "Bix holds: Car Alarm"))
    async with sitting(table) as pam:
        table.move("Ada: do Sleep")
        table.move("Bix: cancel with Car Alarm")
        await pam.rest()
        assert "Bix cancels Ada's Sleep with Car Alarm" in pam.text


async def test_a_reason_is_shown_even_if_the_card_is_long() -> None:
    table = SetTable(FREE_TIME.replace("Car Alarm", "LAN Party").replace("free time", "call"))
    async with sitting(table, SMALL) as pam:
        await pam.hand("LAN Party", enter=False)
        assert "Not now: Free Time is used in the Free Time phase" in pam.text


async def test_the_cursor_begins_at_the_top_of_a_new_list_and_comes_back() -> None:
    async with sitting(SetTable(FREE_TIME.replace("free time", "call"))) as pam:
        await pam.hand("TV Queen")
        assert pam.prompt.strip() == "TV Queen: for which room?"
        assert pam.screen.cursor == 0
        await pam.press("down", "escape")
        assert pam.screen.item is not None
        assert pam.screen.item.text == "TV Queen"


async def test_not_again_this_turn_and_ask_me_again() -> None:
    table = SetTable(ADA_ACTS)
    async with sitting(table) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        await pam.press("d")
        table.move("Bix: pass")
        await pam.rest()
        assert len(pam.done(PASS)) == 1
        table.move("Ada: do Sleep")
        table.move("Bix: pass")
        await pam.rest()
        assert len(pam.done(PASS)) == 2, "the silence lasts for the turn"
        await pam.press("a")
        assert "asked in every window" in pam.prompt
        table.move("Ada: next")
        table.move("Ada: next")
        table.move("Bix: next")
        await pam.rest()


@pytest.mark.parametrize(("preset", "asked"), [(ASK_ABLE, False), (ASK_CONCERNED, False)])
async def test_presets_pass_by_themselves(preset: str, asked: bool) -> None:
    table = SetTable(ADA_ACTS)
    config = Config(pace="instant", preset=preset)
    async with sitting(table, config=config) as pam:
        table.move("Ada: do Surf the Net")
        await pam.rest()
        assert (pam.desk.window is not None) == asked
        assert pam.done(PASS)
        table.move("Bix: pass")
        await pam.press("a")
        table.move("Ada: do Sleep")
        await pam.rest()
        assert pam.desk.window is not None, "one key drops the preset"


async def test_a_window_with_a_clock_and_more_time() -> None:
    table = SetTable(ADA_ACTS, seconds=30)
    async with sitting(table) as pam:
        table.move("Ada: do Sleep")
        await pam.rest()
        assert "0:30" in pam.text or "0:29" in pam.text
        await pam.press("m")
        assert "1:00" in pam.text or "0:59" in pam.text
        await pam.press("space")
        table.move("Bix: pass")
        await pam.rest()
        assert table.deadline is None
        assert pam.screen._ticking is None


# -- the hand --------------------------------------------------------------------------------------


async def test_the_hand_can_be_shown() -> None:
    text = ADA_ACTS.replace("turn: Ada", "turn: Pam")
    async with sitting(SetTable(text)) as pam:
        await pam.press("s")
        assert "Show your hand to whom?" in pam.text
        assert [item.text.split()[0] for item in pam.items] == ["Ada", "Bix"]
        await pam.press("2", "2")
        assert pam.done(SHOW)[0].to == 2
        assert "shows" in pam.text


async def test_too_many_cards_are_marked_and_put_away() -> None:
    text = """
    players: Pam; Ada
    Pam holds: Sleep; Sleep; Sleep; Pizza; Beer; Second Wind
    deck: RPGs; RPGs
    turn: Pam, free time
    """
    table = SetTable(text)
    async with sitting(table) as pam:
        await pam.hand("Second Wind")
        table.move("Ada: pass")
        await pam.rest()
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


async def test_long_lists_scroll() -> None:
    async with sitting(dealt(seed=4)) as pam:
        app = pam.app
        app.open_table(pam.table.again((0,)), (0,))
        await pam.rest()
        names = [item.text for item in pam.items]
        assert len(names) > 9
        await pam.press("up")
        assert pam.screen.cursor == len(names) - 1
        assert names[-1] in pam.text
        assert names[0] not in pam.text
        await pam.press("enter")
        assert [pam.game.faces[role].name for role in pam.game.roles[0]] == [names[-1]]
