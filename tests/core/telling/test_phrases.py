"""Phrases for what can be done, and questions with their answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import actions as a
from core import game as engine
from core.actions import Action
from core.game import Game
from core.state import FREE_PHASE, WORDS, Ask, Trim, Window
from core.telling import ask_text, describe
from core.telling.questions import PHRASES, QUESTIONS
from tests.core.telling.told import LEE, MIKE, PAM, dealt, face, faces, open_card


@pytest.fixture
def game() -> Game:
    """The same table, to do with as one likes."""
    return dealt().copy()


# -- phrases ---------------------------------------------------------------------------------------


def test_every_kind_of_action_has_its_phrase() -> None:
    assert set(PHRASES) == {*a.PLAYER_KINDS, *a.CHANCE_KINDS}


def action(kind: str, *names: str, to: int = -1, on: int = -1, value: int = 0) -> Action:
    return Action(kind, MIKE, tuple(range(len(names))), faces(*names), to, on, value)


PHRASE_EXAMPLES = [
    (action(a.CALL, "TV Queen", to=MIKE), "call TV Queen"),
    (action(a.CALL, "Choad Warrior", to=PAM), "call Choad Warrior into Pam's room"),
    (action(a.SHOP, "Beer", "Pizza"), "shop for Beer and Pizza"),
    (action(a.SHOP), "shop for nothing"),
    (action(a.DO, "Sleep"), "go for Sleep"),
    (action(a.PLAY, "You're Fired!", to=PAM), "play You're Fired! on Pam"),
    (action(a.PLAY, "Narcolepsy"), "play Narcolepsy"),
    (action(a.CANCEL, "Car Alarm"), "cancel an announcement with Car Alarm"),
    (action(a.CHOOSE, value=3), "choose option 3"),
    (action(a.DISCARD, "Beer", "Bum"), "discard Beer and Bum"),
    (action(a.NEXT), "end the Draw phase"),
    (action(a.PASS), "pass"),
    (action(a.SHOW, to=PAM), "show Pam every card in hand"),
    (action(a.LEAVE), "leave the game"),
    (action(a.ROLL, value=4), "roll 4"),
    (action(a.SHUFFLE), "shuffle the life deck"),
    (action(a.ROLE, value=face("Temp")), "draw the Job Temp"),
    (action(a.PICK), "pick a card from the hand"),
    (action("dance"), "do something unheard of"),
]


@pytest.mark.parametrize(("deed", "phrase"), PHRASE_EXAMPLES)
def test_phrase(deed: Action, phrase: str, game: Game) -> None:
    assert describe(deed, game) == phrase


def test_phrases_about_cards_in_play(game: Game) -> None:
    own, foreign = open_card(game, "Beer", MIKE), open_card(game, "Ultra-Slims", PAM)
    guest = open_card(game, "Choad Warrior", MIKE)
    assert describe(action(a.PLAY, "Bum", on=foreign), game) == "play Bum on Pam's Ultra-Slims"
    assert describe(action(a.PLAY, "Bum", on=own), game) == "play Bum on Beer"
    assert describe(action(a.KEEP, on=guest), game) == "let Choad Warrior stay"
    assert describe(action(a.EVICT, on=guest), game) == "try to get rid of Choad Warrior"
    to_pam = action(a.EVICT, on=guest, to=PAM)
    assert describe(to_pam, game) == "try to get rid of Choad Warrior to Pam's room"
    away = action(a.EVICT, on=guest, to=a.TO_DISCARD)
    assert describe(away, game) == "try to get rid of Choad Warrior to the discard pile"


def test_answers_name_what_they_answer(game: Game) -> None:
    card = open_card(game, "Sleep", PAM)
    window = Window("window", 1, a.DO, PAM, (card,), -1, -1, 1, (0,))
    game.stack.append(window)
    assert describe(action(a.THROW, "Talk Show"), game) == "throw Talk Show at Pam's Sleep"
    game.stack[-1] = window._replace(kind=a.SHOP)
    told = describe(action(a.CANCEL, "Car Alarm"), game)
    assert told == "cancel Pam's shopping trip with Car Alarm"


def test_the_end_of_a_turn_has_its_own_phrase(game: Game) -> None:
    game.phase = FREE_PHASE
    assert describe(action(a.NEXT), game) == "end the Free Time phase"
    game.phase += 1
    assert describe(action(a.NEXT), game) == "end the turn"


numbers = st.integers(-5, 400)
tuples = st.lists(numbers, max_size=4).map(tuple)


@given(
    st.builds(
        Action,
        st.sampled_from((*a.PLAYER_KINDS, *a.CHANCE_KINDS, "")),
        numbers, tuples, tuples, numbers, numbers, numbers, numbers,
    )
)  # fmt: skip
def test_no_action_is_too_odd_for_a_phrase(deed: Action) -> None:
    assert describe(deed, dealt())


# -- questions -------------------------------------------------------------------------------------


def test_every_question_has_its_words() -> None:
    assert set(QUESTIONS) == set(engine.ANSWERS)


def ask(topic: str, about: str, options: tuple[int, ...], *context: int) -> Ask:
    return Ask("ask", 1, PAM, topic, about, options, context)


def test_questions_about_cards(game: Game) -> None:
    pizza, guest = open_card(game, "Pizza", PAM), open_card(game, "Choad Warrior", PAM)
    sleep = open_card(game, "Sleep", PAM)
    game.mark[sleep] = 1
    options = ("Pizza (2 Slack)", "Sleep (2 Slack)")
    eaten = ask_text(ask("lose", "card", (pizza, sleep), guest), game)
    assert eaten == ("Pam: which card is lost to Choad Warrior?", options)
    lost = ask_text(ask("lose", "card", (pizza, sleep), -1), game)
    assert lost == ("Pam: which card is lost?", options)
    where = ask_text(ask("where", "seat", (MIKE, LEE, a.TO_DISCARD), guest), game)
    assert where.text == "Pam: where does Choad Warrior go?"
    assert where.options == ("Mike's room", "Lee's room", "the discard pile")
    upkeep = ask_text(ask("upkeep", "word", (1, 2), pizza), game)
    assert upkeep == ("Pam: is Pizza worth its price?", WORDS[1:3])
    sure = ask_text(ask("sure", "sure", (0, 3), sleep, -1, -1), game)
    assert sure.text == "Pam: roll for Sleep or take a sure number?"
    assert sure.options == ("the die", "a sure 3")


def test_questions_about_piles(game: Game) -> None:
    beer = open_card(game, "Beer", PAM)
    game.out_of_room(beer)
    game.to_discard(beer)
    salvage = ask_text(ask("salvage", "card", (beer,)), game)
    assert salvage == ("Pam: which card comes out of the discard pile?", ("Beer",))
    roles = ask_text(ask("pick-role", "role", faces("Temp", "Drummer")), game)
    assert roles == ("Pam: which Job shall it be?", ("Temp", "Drummer"))
    odd = ask_text(ask("unheard of", "number", (4, 5)), game)
    assert odd == ("Pam: which one shall it be?", ("4", "5"))
    assert ask_text(Trim("trim", 1, PAM, 2), game) == ("Pam must discard 2 cards", ())


def test_a_choice_is_named_by_its_option(game: Game) -> None:
    game.stack.append(ask("where", "seat", (MIKE, a.TO_DISCARD), 0))
    assert describe(Action(a.CHOOSE, PAM, value=1), game) == "choose the discard pile"
