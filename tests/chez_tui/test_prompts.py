"""The prompt line: it always says what is wanted, and with the keys that do it."""

import pytest

from chez_tui.desk import GUESTS, HAND, TRIM, Desk, Item
from chez_tui.prompts import Prompts
from core.actions import EVICT, Action
from net.sessions.session import Standing
from tests.chez_tui.driver import SetTable

TURN = """
players: Pam; Ada
Pam is Tech Support
Pam holds: {hand}
Pam has: {room}
Ada holds: Sleep; {answer}
turn: {turn}
"""


def sit(
    turn: str, hand: str = "Sleep; Pizza", room: str = "Shrooms", answer: str = "Bum"
) -> tuple[SetTable, Desk]:
    table = SetTable(TURN.format(turn=turn, hand=hand, room=room, answer=answer))
    desk = Desk(table.session(0))
    desk.refresh()
    return table, desk


def say(desk: Desk, **keys: str) -> str:
    desk.refresh()
    return Prompts(desk, {command: (key,) for command, key in keys.items()}).say()


def item(desk: Desk, text: str) -> Item:
    desk.refresh()
    return next(item for item in desk.items() if item.text == text)


@pytest.mark.parametrize(
    ("turn", "hand", "room", "words"),
    [
        ("Pam, draw", "Sleep", "Shrooms", "Draw: n goes on"),
        ("Pam, roll", "Sleep", "Shrooms", "Roll: n goes on"),
        ("Pam, roll", "Sleep", "Clumsy Drunk", "Roll: e gets rid of People, n goes on"),
        ("Pam, call", "Sleep", "Shrooms", "Call People: n goes on"),
        ("Pam, call", "TV Queen", "Shrooms", "Enter on a card calls that Person, n goes on"),
        ("Pam, free time", "Sleep", "Shrooms", "2 left. Enter plays or marks a card, n goes on"),
        ("Pam, discard", "Sleep", "Shrooms", "n ends your turn; Enter marks a card to discard"),
        ("Ada, free time", "Sleep", "Shrooms", "Waiting for Ada"),
    ],
)
def test_each_phase_says_what_can_be_done_in_it(
    turn: str, hand: str, room: str, words: str
) -> None:
    assert say(sit(turn, hand, room)[1]).endswith(words)


def test_a_die_that_waits_for_somebody_does_not_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    _, desk = sit("Ada, free time")
    monkeypatch.setattr(type(desk.view), "waiting", lambda view: (-1,))
    assert say(desk) == "The die is rolling"
    away = Standing("no connection to Ada", (1,))
    monkeypatch.setattr(type(desk.session), "standing", away)
    assert say(desk) == "Waiting for Ada: dice need all players"


def test_without_free_time_nothing_is_promised() -> None:
    table, desk = sit("Pam, free time", "Sleep; Sleep; Sleep")
    for _ in range(2):
        table.move("Pam: do Sleep")
        table.move("Ada: pass")
    assert say(desk) == "Free Time: none left, n goes on"


def test_the_keys_are_those_of_the_settings() -> None:
    _, desk = sit("Pam, free time")
    assert say(desk, next_phase="g", do_it="o").endswith("o plays or marks a card, g goes on")
    desk.press(item(desk, "Pizza"))
    assert say(desk, go_shopping="f5").endswith("Income; f5 buys")
    table, desk = sit("Ada, free time")
    table.move("Ada: do Sleep")
    assert say(desk, pass_window="p") == "Ada: Sleep. You hold no answer: p passes"


def test_what_went_wrong_does_not_hide_what_is_wanted() -> None:
    table, desk = sit("Ada, free time")
    table.move("Ada: do Sleep")
    assert desk.press(item(desk, "Pizza")) is None
    assert say(desk) == "No answer to this (RUL-1). space passes"
    _, desk = sit("Pam, free time", "TV Queen")
    assert desk.press(item(desk, "TV Queen")) is None
    assert say(desk).endswith("(R-CALL-1). n goes on")
    _, desk = sit("Ada, free time")
    desk.message = "nobody is away"
    assert say(desk) == "Nobody is away"


def test_too_many_cards_are_not_forgotten_over_a_message() -> None:
    _, desk = sit("Pam, discard", "Call in Sick; Sleep; Sleep; Pizza; Ultra-Slims; RPGs")
    assert say(desk) == "Mark 1 more to discard with Enter, then n"
    desk.message = "discard down to 5 cards first (R-DISC-1)"
    assert say(desk).endswith("(R-DISC-1). Mark 1 more to discard with Enter, then n")
    desk.press(item(desk, "Call in Sick"))
    desk.message = "discard down to 5 cards first (R-DISC-1)"
    assert say(desk).endswith("(R-DISC-1). Call in Sick: discard or play?")


def test_a_long_message_gives_way_to_what_is_wanted() -> None:
    _, desk = sit("Pam, free time")
    desk.refresh()
    desk.message = "something long has happened, " * 4
    said = Prompts(desk, {}).say(78)
    assert len(said) <= 78
    assert said.endswith("… n goes on")


def test_a_name_that_ends_a_sentence_gets_no_second_stop() -> None:
    table, desk = sit("Ada, free time", answer="You're Fired!")
    table.move("Ada: play You're Fired! on Pam")
    assert say(desk) == "Ada: You're Fired! You hold no answer: space passes"


def test_cards_to_lose_are_counted_down() -> None:
    table, desk = sit("Pam, free time", "Second Wind; Sleep; Pizza; Ultra-Slims; RPGs; Talk Show")
    table.move("Pam: play Second Wind")
    table.move("Ada: pass")
    assert desk.mode == TRIM
    assert say(desk) == "You lose 1 card: mark 1 with Enter, then b"
    desk.press(item(desk, "Sleep"))
    assert say(desk) == "You lose 1 card: b discards what is marked"
    desk.marks = [*desk.marks, *(card for card in desk.view.hands[0] if card not in desk.marks)][:3]
    assert say(desk) == "You lose 1 card: 2 too many are marked, Enter unmarks"


def test_the_list_of_guests_is_open_while_somebody_unwelcome_can_go() -> None:
    table = SetTable(
        TURN.format(
            turn="Pam, roll",
            hand="Sleep",
            room="Clumsy Drunk; Choad Warrior; TV Queen",
            answer="Bum",
        ),
        dice=(1, 6),
    )
    desk = Desk(table.session(0))
    desk.refresh()
    assert desk.guests()
    assert say(desk) == "Who is to go? n goes on, esc shows your hand"
    for left in (GUESTS, HAND):  # the TV Queen is welcome: nobody is asked about her
        evict = desk.items()[0].actions[0]
        assert evict.kind == EVICT
        table.person_acts(0, evict)
        roll = table._match.next_action()
        assert roll is not None
        table.game.apply(roll)
        desk.refresh()
        if desk.mode == "question":
            table.person_acts(0, Action("choose", 0, value=0, ref=table.game.stack[-1].ref))
            desk.refresh()
        assert desk.mode == left


def test_a_reason_gives_up_its_rule_before_its_words() -> None:
    _, desk = sit("Pam, discard", "Sleep; Sleep; Sleep; Sleep; Sleep; Sleep; Sleep")
    desk.message = "discard down to 5 cards first (R-DISC-1)"
    prompts = Prompts(desk, {})
    assert prompts.say(100).startswith("Discard down to 5 cards first (R-DISC-1). ")
    assert prompts.say(78).startswith("Discard down to 5 cards first. Mark ")
