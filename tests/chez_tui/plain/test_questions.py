"""Line mode: what is asked, and how it is answered."""

import re

import pytest

from core.catalog import Catalog, load_catalog
from core.state import CALL_PHASE, DISCARD_PHASE, ROLL_PHASE
from net.sessions.local import INSTANT, LocalTable, TableSetup
from tests.chez_tui.plain.talk import (
    ADA,
    PAM,
    WAIT,
    Answer,
    announced,
    choices,
    laid_out,
    number,
    talk,
    trimmed,
)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def test_the_status_line_says_where_the_game_stands(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Sleep", income=3, free_time=2, slack=4)
    table.game.debt[0] = 2
    lines = talk(table).lines
    status = next(line for line in lines if line.startswith("Free Time: "))
    assert status.startswith("Free Time: Income 3, Free Time 2, Slack 4 of 20, 2 cards, 2 Income")
    assert "owed; you lead, 16 to go" in re.sub(r"\s+", " ", " ".join(lines))


def test_the_leader_is_named(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", others=(("", "Noodle Brick"), ("", "")))
    assert "; Ada leads, 2 of 20" in talk(table).getvalue()


def test_a_trip_of_several_things_by_numbers(catalog: Catalog) -> None:
    table = laid_out(catalog, "Sleep; Beer; Pizza; Noodle Brick", income=5, free_time=1)

    def several(said: list[str]) -> Answer:
        if len(choices(said)) < 4:
            return None
        return f"{number(said, 'Shop for Pizza')}, {number(said, 'Shop for Beer')}"

    said = talk(table, several)
    assert "several cards as 2 3" in said.getvalue()
    assert "Pam goes shopping for Pizza and Beer" in said.lines
    assert any(re.fullmatch(r"Together that costs \d of your 5 Income\.", x) for x in said.lines)
    assert len(table.game.rooms[0]) == 2


def test_a_trip_by_names(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Microwave Popcorn; Pizza", income=5, free_time=1)
    talk(table, ["shop beer; MICROWAVE  POPCORN; pizz"])
    assert len(table.game.rooms[0]) == 3


def test_a_trip_that_costs_too_much_changes_nothing(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Pizza", income=1, free_time=1)
    before = table.game.digest()
    said = talk(table, ["shop Beer; Pizza"])
    assert any(re.fullmatch(r"Costs \d, you have 1 \(R-SHOP-1\)\.", line) for line in said.lines)
    assert table.game.digest() == before


def test_a_target_is_a_second_list(catalog: Catalog) -> None:
    table = laid_out(catalog, "Choad Warrior", phase=CALL_PHASE)
    said = talk(table, ["1", "", "1", "3"])
    assert "Call Choad Warrior: into whose room?" in said.lines
    assert choices(said.lines)[:5] == [
        "Call Choad Warrior (Person, uninvited, Slack 0)", "End the Call People phase",
        "Your room", "Ada's room", "Bix's room",
    ]  # fmt: skip
    assert len(table.game.rooms[2]) == 1


def test_equal_cards_are_listed_once_where_one_is_enough(catalog: Catalog) -> None:
    hand = "Sleep; Sleep; Beer; Pizza"
    texts = choices(talk(laid_out(catalog, hand, income=3, free_time=2)).lines)
    assert [text.split(" (")[0] for text in texts] == [
        "Go for Sleep", "Shop for Beer", "Shop for Pizza", "End the Free Time phase",
    ]  # fmt: skip
    texts = choices(talk(laid_out(catalog, hand, phase=DISCARD_PHASE)).lines)
    assert [text.split(" (")[0] for text in texts[:2]] == ["Discard Sleep", "Discard Sleep"]


def test_guests_are_sent_away(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer", room="Choad Warrior", phase=ROLL_PHASE)

    def away(said: list[str]) -> Answer:
        if "Where does Choad Warrior go?" in said:
            return number(said, "Ada's room")
        if any(text.startswith("Try to get rid") for text in choices(said)):
            return number(said, "Try to get rid of Choad Warrior")
        return None

    said = talk(table, away)
    assert any("to get rid of Choad Warrior" in line for line in said.lines)


def test_several_discards(catalog: Catalog) -> None:
    table = laid_out(catalog, "Beer; Pizza; Sleep; Sleep", phase=DISCARD_PHASE)
    talk(table, ["1 2", "discard sleep; sleep", "discard sleep"])
    assert len(table.game.hands[0]) == 1


def test_a_hand_that_is_too_big(catalog: Catalog) -> None:
    table = trimmed(catalog)
    said = talk(table, ["1", "1 1", "1 2"])
    assert "You must discard 2 cards." in said.lines
    assert "Choose 2 numbers from 1 to 4, ? for help" in said.lines
    assert "It must be exactly 2, not 1." in said.lines
    assert "Name each number once." in said.lines
    assert len(table.game.hands[0]) == 2


def test_a_hand_that_is_too_big_by_names(catalog: Catalog) -> None:
    table = trimmed(catalog)
    said = talk(table, ["discard sleep", "discard sleep; pizza"])
    assert "Discard exactly 2 (RUL-14)." in said.lines
    assert len(table.game.hands[0]) == 2


def test_the_last_winner_picks_a_role_with_its_numbers_before_him(catalog: Catalog) -> None:
    table = LocalTable(TableSetup(catalog, (PAM, ADA), winners=(0,)), INSTANT)
    said = talk(table, ["1"])
    assert "Which Job shall it be?" in said.lines
    assert "Income" in choices(said.lines)[0]
    assert any(line.startswith("Pam starts as") for line in said.lines)


def test_a_window_reads_the_card_and_takes_an_answer(catalog: Catalog) -> None:
    table = announced(catalog, "Car Alarm; Beer")
    said = talk(table, ["1"])
    assert "Still open: Ada goes for Sleep" in said.lines  # announced before Pam sat down
    assert any(line.startswith("Sleep: Activity (Sleep)") for line in said.lines)
    assert choices(said.lines)[0].startswith("Cancel Ada's Sleep with Car Alarm")
    assert "Ada's Sleep is stopped by Pam" in said.lines


@pytest.mark.parametrize("answer", ["", "pass", "p", "2"])
def test_ways_to_pass(catalog: Catalog, answer: str) -> None:
    said = talk(announced(catalog, "Car Alarm"), [answer])
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)


def test_the_clock_passes(catalog: Catalog) -> None:
    table = announced(catalog, "Car Alarm", seconds=1)
    said = talk(table, [WAIT])
    assert "You have 1 seconds; `more` asks for more." in said.lines
    assert "Time is up: you pass." in said.lines
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)


def test_more_time(catalog: Catalog) -> None:
    said = talk(announced(catalog, "Car Alarm", seconds=60), ["more"])
    assert any(re.fullmatch(r"You have 1[12]\d seconds now\.", line) for line in said.lines)


def test_presets_ask_less(catalog: Catalog) -> None:
    said = talk(announced(catalog, "Beer"), preset="able", ahead="table\n")
    assert any(line.startswith("Ada enjoys Sleep") for line in said.lines)
    assert "Still open" not in said.getvalue()


def test_phases_with_nothing_to_do_end_by_themselves(catalog: Catalog) -> None:
    said = talk(laid_out(catalog, phase=CALL_PHASE, free_time=1))
    at = said.lines.index("Type ? for help, new for what is special in this game.")
    assert said.lines[at + 1 : at + 4] == [
        "Call People: nothing to do", "Free Time: nothing to do", "Discard: nothing to do",
    ]  # fmt: skip


def test_or_do_not_if_nobody_wants_that(catalog: Catalog) -> None:
    said = talk(laid_out(catalog, phase=CALL_PHASE), auto_next=False)
    assert choices(said.lines) == ["End the Call People phase"]
