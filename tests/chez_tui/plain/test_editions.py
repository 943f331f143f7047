"""Line mode with the other editions and with a mix: whole games, their tracks and words."""

import re
from functools import cache

import pytest

from core.actions import PASS, SHOP
from core.catalog import EDITIONS, Catalog, load_catalog
from core.state import CALL_PHASE, ILLICIT_DONE, ROLL_PHASE, Laid, Treat
from net.sessions.local import Chair, LocalTable
from tests.chez_tui.plain.talk import (
    ADA,
    BIX,
    PAM,
    choices,
    dealt,
    laid_out,
    number,
    sensible,
    talk,
)

MIX = "+".join(EDITIONS)


@cache
def catalog(table: str) -> Catalog:
    return load_catalog(tuple(table.split("+")))


@pytest.mark.parametrize("name", [*EDITIONS[1:], MIX])
def test_a_whole_game(name: str) -> None:
    chairs = (PAM, Chair("Ada", "normal"), BIX)
    said = talk(dealt(catalog(name), chairs, 3), sensible)
    assert any(line.startswith("The game is over in round") for line in said.lines)
    assert not any(re.match(r"(Beside )?Somebody\b", line) for line in said.lines)
    if name == "grunt":
        told = [line for line in said.lines if not line.startswith(" ")]
        assert not any(re.search(r"\b(rooms?|roles?)\b", line) for line in told)


# -- a Thing for nothing ---------------------------------------------------------------------------


def treated(hand: str = "Sleep; Bean Sprouts; Canned Worms") -> LocalTable:
    """Deep Westley has come into Pam's room in Ada's turn."""
    table = laid_out(
        catalog("cthulhu"), hand, room="Deep Westley", phase=CALL_PHASE, turn=1, chairs=(PAM, ADA),
        others=(("", ""),),
    )  # fmt: skip
    game = table.game
    host = game.rooms[0][0]
    game.ref, game.passed = 1, 0b10
    game.stack.append(Treat("treat", 1, 0, game.face[host], host))
    return table


def test_a_thing_for_nothing() -> None:
    table = treated()
    said = talk(table, ["card sleep", lambda: number(said_so_far(), "Play Canned Worms")])
    assert "Which Thing shall be played for free, thanks to Deep Westley?" in said.lines
    assert choices(said.lines)[:3] == [
        "Play Bean Sprouts for free (Thing, Food, cost 1, Slack 1)",
        "Play Canned Worms for free (Thing, Booze, Tentacle, cost 2, Slack 2)",
        "Play nothing",
    ]
    assert "Choose 1 to 3, Enter to play nothing, ? for help" in said.lines
    assert "Deep Westley has no use for Sleep (CTH-5)." in said.lines
    assert "Pam plays Canned Worms for free" in said.lines
    assert next(a.kind for a in table.actions if a.seat == 0) == SHOP


def said_so_far() -> list[str]:
    return ["1. Play Bean Sprouts", "2. Play Canned Worms", "3. Play nothing"]


@pytest.mark.parametrize("answer", ["", "3", "pass"])
def test_or_nothing(answer: str) -> None:
    table = treated()
    said = talk(table, [answer])
    assert next(a.kind for a in table.actions if a.seat == 0) == PASS
    assert not any(line.startswith("Pam plays") for line in said.lines)


def test_several_things_for_nothing_are_too_many() -> None:
    said = talk(treated(), ["1 2"])
    assert "One Thing only (CTH-5)." in said.lines


# -- what there is to see --------------------------------------------------------------------------


def test_gloom_and_where_slack_comes_from() -> None:
    table = laid_out(catalog("goth"), "Sleep", room="Ankh", free_time=1)
    table.game.gloom[:] = [2, 3, 0]
    for seat in range(3):
        table.game.refresh(seat)
    said = talk(table, ["room", "table", "room ada", "new"])
    lines = said.getvalue().replace("\n  ", " ").splitlines()
    assert "Slack from: Things 1, Gloom 2." in lines
    assert any(
        line.startswith("Gloom 2: 1 Slack each; with no People in the room") for line in lines
    )
    assert any(
        line.startswith("Free Time: Income 3, Free Time 1, Slack 3 of 20, Gloom 2")
        for line in lines
    )
    assert any(re.match(r"Ada, .*: Slack 3 of 20, Gloom 3, 0 cards", line) for line in lines)
    assert any(line.startswith("Goth: Gloom ") for line in lines)


def test_madness() -> None:
    table = laid_out(catalog("cthulhu"), "Sleep", room="Tiny", free_time=1)
    table.game.madness[:] = [4, 9, 0]
    for seat in range(3):
        table.game.refresh(seat)
    said = talk(table, ["room", "table"])
    lines = said.getvalue().replace("\n  ", " ").splitlines()
    assert "Slack from: People 1, Madness 4 counts -3." in lines
    assert any("Slack -2 of 20, Madness 4 (-3 Slack), " in line for line in lines)
    assert any(re.match(r"Ada, .*: Slack 0 of 20, Utterly Mad, 0 cards", line) for line in lines)


def test_the_week_on_the_table() -> None:
    table = laid_out(catalog("greek"), "Sleep", free_time=1, others=(("", "Homecoming"), ("", "")))
    game = table.game
    week = game.rooms[1][0]
    game.out_of_room(week)
    game.where[week] = 3
    game.table.append(Laid(week, -1, 1, "week", 0))
    said = talk(table, ["table"])
    assert any(line.startswith("Homecoming: Whenever (Week)") for line in said.lines)
    assert "Beside" not in said.getvalue()


def test_what_the_turn_rules_out() -> None:
    table = laid_out(catalog("grunt"), "Sleep; Hole in the Fence", free_time=1)
    table.game.fixed |= ILLICIT_DONE
    said = talk(table, ["table", "card sleep"])
    text = said.getvalue().replace("\n  ", " ")
    assert ", no Sleep this turn; " in text
    assert "Something Illicit was done: no Sleep this turn (GRUNT-1)." in text
    assert "No Sleep or TV in a turn with something Illicit (GRUNT-1)." in text


def test_weed_beside_soldiers() -> None:
    said = talk(laid_out(catalog("geek+grunt"), "Shrooms", income=4, free_time=1), ["card 1"])
    text = said.getvalue().replace("\n  ", " ")
    assert "Illicit beside soldiers: no Free Time, but on 1-2 you are caught (GRUNT-2)." in text
    assert choices(said.lines)[0] == "Shop for Shrooms (Thing, Shrooms, Illicit, cost 3, Slack 4)"


# -- words -----------------------------------------------------------------------------------------


def test_soldiers_and_their_quarters() -> None:
    table = laid_out(catalog("grunt"), "The Colonel", phase=CALL_PHASE)
    said = talk(table, ["1", "", "room", "room zzz", "?", "rules r-call-2"])
    lines = said.getvalue().replace("\n  ", " ").splitlines()
    assert "Call The Colonel: into whose quarters?" in lines
    assert "1. Your quarters" in lines
    assert "Your quarters: Slack 0 of 20" in lines
    assert "The quarters are empty." in lines
    assert "There is no soldier called 'zzz' here." in lines
    assert "show NAME: show another soldier your whole hand" in lines
    assert any(line.startswith("R-CALL-2, ") and "quarters" in line for line in lines)


def test_a_role_by_its_own_name_in_a_mix() -> None:
    table = laid_out(catalog("geek+grunt"), "Sleep", phase=ROLL_PHASE)
    infantry = table.game.catalog.named("Infantry")[0]
    table.game.roles[0] = (*table.game.roles[0], infantry)
    said = talk(table, ["room"])
    assert any(line.startswith("Infantry: MOS, Income 2") for line in said.lines)
