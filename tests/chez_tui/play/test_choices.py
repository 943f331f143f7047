"""Choices without a screen: the options, what a press comes to, and what the prompt line says."""

import pytest

from chez_tui.play.choices import GUESTS, HAND, PICKED, TARGETS, TRIM, Choices, Option, aim
from chez_tui.play.prompts import prompt
from chez_tui.screens.table.panes import fit_prompt
from core import actions as a
from core.actions import Action
from core.luck import Stream
from core.state import Trim
from net.sessions.session import ASK_ALWAYS, Standing
from tests.chez_tui.driver import SetTable, dealt
from tests.kit.random_play import next_action


def desk(text: str, seat: int = 0) -> tuple[SetTable, Choices]:
    table = SetTable(text)
    return table, Choices(table.session(seat))


def item(desk: Choices, text: str) -> Option:
    desk.refresh()
    return next(item for item in desk.options() if item.text == text)


HAND_TEXT = """
players: Pam; Ada; Bix
Pam is Tech Support
Pam holds: {hand}
Ada has: Pizza; Beer
Bix holds: Sleep
turn: Pam, {phase}
"""


def test_each_card_says_what_it_can_do_or_why_not() -> None:
    hand = "Sleep; Ultra-Slims; TV Queen; Car Alarm; Bum"
    _, desk_ = desk(HAND_TEXT.format(hand=hand, phase="free time"))
    assert desk_.mode == HAND
    found = {i.text: (i.actions[0].kind if i.open else i.clause) for i in desk_.options()}
    assert found == {
        "Sleep": a.DO,
        "Ultra-Slims": a.SHOP,
        "TV Queen": "R-CALL-1",
        "Car Alarm": "R-CANCEL-4",
        "Bum": "RUL-20",
    }
    assert all(bool(i.why) != i.open for i in desk_.options())
    action = desk_.press(item(desk_, "Sleep"))
    assert action is not None
    assert action.kind == a.DO
    assert desk_.mode == HAND, "a card without a target is played at once"


@pytest.mark.parametrize(("guest", "own"), [("Mr. Gamer", 0), ("Choad Warrior", -1)])
def test_pests_are_offered_to_others_first(guest: str, own: int) -> None:
    _, desk_ = desk(HAND_TEXT.format(hand=guest, phase="call"))
    assert desk_.press(item(desk_, guest)) is None
    assert desk_.mode == TARGETS
    assert len(desk_.options()) == 3
    assert desk_.options()[own].text == "your own room"


def test_a_card_that_can_be_played_or_discarded_asks_which() -> None:
    table, desk_ = desk(HAND_TEXT.format(hand="Call in Sick; Shrooms", phase="discard"))
    either = item(desk_, "Call in Sick")
    assert "discards or plays Call in Sick" in prompt(desk_, {}, either).line
    assert desk_.press(item(desk_, "Shrooms")) is None  # it can only be discarded
    assert desk_.mode == HAND
    assert len(desk_.marks) == 1
    assert desk_.press(either) is None
    assert desk_.mode == TARGETS
    assert say(desk_) == "Call in Sick: discard or play? Enter discards it"
    discard, play = desk_.options()
    assert not any(aim(desk_.view, action, 0) for action in desk_.targets), "neither has a target"
    assert desk_.press(discard) is None
    assert desk_.mode == HAND
    assert len(desk_.marks) == 2
    assert desk_.press(item(desk_, "Call in Sick")) is None  # that takes it off again
    assert len(desk_.marks) == 1
    assert play.text == "play it now"
    action = desk_.press(play)
    assert action is not None
    assert action.kind == a.PLAY
    assert table.game.refusal(action) is None


def test_things_are_marked_and_bought_together() -> None:
    table, desk_ = desk(HAND_TEXT.format(hand="Ultra-Slims; White Russian", phase="free time"))
    assert desk_.commit() is None
    assert desk_.message == "nothing is marked: {do_it} marks a card"
    for name in ("Ultra-Slims", "White Russian"):
        assert desk_.press(item(desk_, name)) is None
    assert desk_.total() == 3
    assert "= 3 of 3 Income. b buys" in say(desk_)
    action = desk_.commit()
    assert action is not None
    assert (action.kind, len(action.cards)) == (a.SHOP, 2)
    assert desk_.press(item(desk_, "Ultra-Slims")) is None
    assert desk_.total() == 2
    table.person_acts(0, action)
    desk_.refresh()
    assert desk_.marks == []


def test_everybody_sees_which_roles_the_last_winner_picks_from() -> None:
    table = dealt(("Pam", "Ada"), ("", "")).again((1,))
    here, ada, nobody = (Choices(table.session(seat)) for seat in (0, 1, None))
    roles = [(option.text, option.face) for option in ada.options()]
    assert ada.options()[0].text == "Temp"
    for looks_on in (here, nobody):
        assert looks_on.mode == PICKED
        assert [(option.text, option.face) for option in looks_on.options()] == roles
        assert not any(option.open for option in looks_on.options())
        assert say(looks_on).startswith("Ada picks from these Jobs: ")
        assert all(name in say(looks_on) for name, _ in roles)
    assert say(ada) == "Which Job do you pick? Enter chooses Temp"


def test_guests_only_in_the_right_phase() -> None:
    _, desk_ = desk(HAND_TEXT.format(hand="Sleep", phase="free time"))
    assert not desk_.guests()
    assert "R-GONE-1" in desk_.message
    _, desk_ = desk(HAND_TEXT.format(hand="Sleep", phase="roll"))
    assert not desk_.guests()
    assert desk_.message == "no guests to evict"


@pytest.mark.parametrize("seed", range(4))
def test_everything_legal_can_be_reached_and_nothing_else(seed: int) -> None:
    """At every moment of a random game, presses lead to just what the rules allow."""
    table = dealt(("Pam", "Ada", "Bix"), ("", "", ""), seed)
    desks = [Choices(table.session(seat)) for seat in range(3)]
    choices = Stream(seed).fork("")
    for _ in range(400):
        if not table.game.waiting():
            break
        table._apply(next_action(table.game, choices))
        for desk_ in desks:
            legal = {move for move in desk_.session.legal() if move.kind not in (a.NEXT, a.PASS)}
            assert reach(desk_) == legal
            assert say(desk_)


def reach(desk_: Choices) -> set[Action]:
    """All actions that presses lead to, of several cards at once only the single ones."""
    desk_.refresh()
    if isinstance(desk_.top, Trim) and desk_.mode == TRIM:
        for entry in desk_.options()[: desk_.top.amount]:
            assert desk_.press(entry) is None
        assert desk_.commit() is not None
        desk_.back()
        return {move for move in desk_.session.legal() if move.kind == a.DISCARD}
    found = {action for entry in desk_.options() for action in entry.actions}
    if desk_.guests():
        found.update(action for entry in desk_.options() for action in entry.actions)
        desk_.back()
    return found


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
) -> tuple[SetTable, Choices]:
    table = SetTable(TURN.format(turn=turn, hand=hand, room=room, answer=answer))
    desk = Choices(table.session(0))
    desk.refresh()
    return table, desk


def say(desk: Choices, **keys: str) -> str:
    desk.refresh()
    option = next(iter(desk.options()), None)
    return prompt(desk, {command: (key,) for command, key in keys.items()}, option).line


@pytest.mark.parametrize(
    ("turn", "hand", "room", "words"),
    [
        ("Pam, draw", "Sleep", "Shrooms", "Your Draw phase. n continues"),
        ("Pam, roll", "Sleep", "Shrooms", "Your Roll phase. n continues"),
        ("Pam, roll", "Sleep", "Mister Biscuits", "Your Roll phase. n continues"),
        ("Pam, roll", "Sleep", "Clumsy Drunk", "Your Roll phase. e evicts guests, n continues"),
        ("Pam, call", "Sleep", "Shrooms", "Your Call People phase. n continues"),
        (
            "Pam, call",
            "TV Queen",
            "Shrooms",
            "Your Call People phase. Enter calls TV Queen, n continues",
        ),
        ("Pam, free time", "Sleep", "Shrooms", "Your Free Time. Enter plays Sleep, n continues"),
        ("Pam, discard", "Sleep", "Shrooms", "Your Discard phase. n ends your turn"),
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
    assert say(desk) == "Rolling"
    away = Standing("no connection to Ada", (1,))
    monkeypatch.setattr(type(desk.session), "standing", away)
    assert say(desk) == "Waiting for Ada: no one can roll without them"


def test_who_can_not_respond_hears_who_has_pressed_a_key_and_not_who_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, desk = sit("Pam, free time", "Sleep")
    table.move("Pam: do Sleep")
    assert say(desk) == "Waiting for Ada"  # nobody hurries
    monkeypatch.setattr(type(desk.session), "deadline", 7.0)
    assert say(desk) == "The others can respond"
    signs = Standing(asking=(1,), pressed=(0,))
    monkeypatch.setattr(type(desk.session), "standing", signs)
    assert say(desk) == "Ada wants more time, Pam passes"


def test_without_free_time_nothing_is_promised() -> None:
    table, desk = sit("Pam, free time", "Sleep; Sleep; Sleep")
    for _ in range(2):
        table.move("Pam: do Sleep")
        table.move("Ada: pass")
    assert say(desk) == "No Free Time left. n continues"


def test_the_keys_are_those_of_the_settings() -> None:
    _, desk = sit("Pam, free time")
    assert say(desk, next_phase="g", do_it="o").endswith("o plays Sleep, g continues")
    desk.press(item(desk, "Pizza"))
    assert say(desk, go_shopping="f5").endswith("Income. f5 buys, Enter plays Sleep")
    table, desk = sit("Ada, free time")
    table.move("Ada: do Sleep")
    assert say(desk, pass_window="p") == "Waiting for Ada", "shown, and nothing asked"
    desk.session.set_preset(ASK_ALWAYS)
    assert say(desk, pass_window="p") == "Ada announces Sleep. You can't respond: p passes"


def test_what_went_wrong_does_not_hide_what_is_wanted() -> None:
    table, desk = sit("Ada, free time")
    table.move("Ada: do Sleep")
    assert desk.press(item(desk, "Pizza")) is None
    assert say(desk) == "Not as a response here (RUL-1). space passes"
    _, desk = sit("Pam, free time", "TV Queen")
    assert desk.press(item(desk, "TV Queen")) is None
    assert say(desk).endswith("(R-CALL-1). n continues")
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
    assert say(desk).endswith("(R-DISC-1). Call in Sick: discard or play? Enter discards it")


def test_a_long_message_gives_way_to_what_is_wanted_and_a_rule_before_its_words() -> None:
    _, desk = sit("Pam, free time")
    desk.message = "something long has happened, " * 4
    said = fit_prompt(prompt(desk, {}), 78)
    assert len(said) <= 78
    assert said.endswith("… n continues")
    _, desk = sit("Pam, discard", "Sleep; Sleep; Sleep; Sleep; Sleep; Sleep; Sleep")
    desk.message = "discard down to 5 cards first (R-DISC-1)"
    words = prompt(desk, {})
    assert fit_prompt(words, 100).startswith("Discard down to 5 cards first (R-DISC-1). ")
    assert fit_prompt(words, 78).startswith("Discard down to 5 cards first. Mark ")


def test_cards_to_lose_are_counted_down() -> None:
    table, desk = sit("Pam, free time", "Second Wind; Sleep; Pizza; Ultra-Slims; RPGs; Talk Show")
    table.move("Pam: play Second Wind")
    table.move("Ada: pass")
    assert desk.mode == TRIM
    assert say(desk) == "You lose 1 card. Mark 1 with Enter, then n"
    desk.press(item(desk, "Sleep"))
    assert say(desk) == "You lose 1 card. n discards what is marked"
    desk.marks = [*desk.marks, *(card for card in desk.view.hands[0] if card not in desk.marks)][:3]
    assert say(desk) == "You lose 1 card. 2 too many marked, Enter unmarks"


def test_the_list_of_guests_is_open_while_somebody_unwelcome_can_go() -> None:
    room = "Clumsy Drunk; Choad Warrior; TV Queen"
    text = TURN.format(turn="Pam, roll", hand="Sleep", room=room, answer="Bum")
    table = SetTable(text, dice=(1, 6))
    desk = Choices(table.session(0))
    desk.refresh()
    assert desk.guests()
    assert say(desk) == "Evict which guest? Enter rolls to evict Clumsy Drunk, n continues"
    for left in (GUESTS, HAND):  # the TV Queen is welcome: nobody is asked about her
        evict = desk.options()[0].actions[0]
        assert evict.kind == a.EVICT
        table.person_acts(0, evict)
        roll = table._match.next_action()
        assert roll is not None
        table.game.apply(roll)
        desk.refresh()
        if desk.mode == "question":
            table.person_acts(0, Action("choose", 0, value=0, ref=table.game.stack[-1].ref))
            desk.refresh()
        assert desk.mode == left


@pytest.mark.parametrize("phase", ["draw", "roll", "call", "free time", "discard"])
def test_a_phase_ends_by_itself_if_waiting_changes_nothing(phase: str) -> None:
    assert sit(f"Pam, {phase}", "TV Queen")[1].idle == (phase != "call")
    assert sit(f"Pam, {phase}", "Jury Duty")[1].idle == (phase in ("draw", "roll", "call"))
    for hand, idle in (("Sleep", ("draw", "roll", "call", "discard")), ("Jury Duty", ("draw",))):
        choices = sit(f"Pam, {phase}", hand, "Lady Lint")[1]  # a guest who can't be sent away
        assert choices.idle == (phase in idle or phase == "call")
    assert not sit(f"Ada, {phase}")[1].idle
    table, choices = sit(f"Pam, {phase}", "Jury Duty")
    table.game.face[choices.hand[0]] = -1
    table.steps += 1
    assert not choices.idle, "nobody knows what a card is good for that can't be read yet"


@pytest.mark.parametrize(
    ("hand", "phase", "targets"),
    [
        ("TV Queen", "call", ["your own room", "Ada's room", "Bix's room"]),
        ("Choad Warrior", "call", ["Bix's room", "Ada's room", "your own room"]),
        ("Tuition Due", "free time", ["Bix", "Ada"]),
        ("Sucks to Be You!", "free time", ["Bix's RPGs", "Ada's Pizza", "Ada's Beer"]),
    ],
)
def test_gifts_are_offered_to_oneself_first_and_harm_to_the_leader(
    hand: str, phase: str, targets: list[str]
) -> None:
    text = HAND_TEXT.replace("Bix holds", "Bix slack: 9\nBix has: RPGs\nBix holds")
    _, choices = desk(text.format(hand=hand, phase=phase))
    assert choices.press(item(choices, hand)) is None
    found = [option.text for option in choices.options()]
    assert found[: len(targets)] == targets


def test_each_target_tells_what_it_would_do() -> None:
    text = HAND_TEXT.replace("Bix holds", "Bix has: White Russian\nBix slack: 5\nBix holds")
    _, choices = desk(text.format(hand="Choad Warrior", phase="call"))
    choices.press(item(choices, "Choad Warrior"))
    told = {option.text: [jump.text for jump in option.jumps] for option in choices.options()}
    assert told["Bix's room"] == ["Bix 5 → 3 of 20, loses White Russian"]
    assert told["your own room"] == []
