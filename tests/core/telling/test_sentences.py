"""Sentences: exact ones by example, all the others by playing games."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import actions as a
from core import events as e
from core.bots import make_bot
from core.events import Event
from core.game import Game
from core.luck import Stream
from core.play import Match
from core.state import Ask
from core.telling import ask_text, clean, describe, listing, tell, tell_all
from core.telling.names import NAME_LENGTH, counted
from core.telling.sentences import SENTENCES
from core.view import view
from tests.core.telling.told import LEE, MIKE, PAM, catalog, dealt, faces, open_card


@pytest.fixture
def game() -> Game:
    """The same table, to do with as one likes."""
    return dealt().copy()


# -- sentences -------------------------------------------------------------------------------------


def test_every_kind_of_event_has_its_sentence() -> None:
    kinds = {value for name, value in vars(e).items() if name.isupper()}
    assert set(SENTENCES) == kinds


EXAMPLES = [
    (Event(e.DEALT_ROLE, PAM, faces=faces("Tech Support")),
     "Pam starts as Tech Support (Income 3, Free Time 2, goal 20)"),
    (Event(e.SHUFFLED, n=131), "The life deck is shuffled: 131 cards"),
    (Event(e.TURN_BEGAN, PAM, n=4), "Pam is up in round 4"),
    (Event(e.PHASE_BEGAN, PAM, n=2), None),
    (Event(e.PASSED, PAM), None),
    (Event(e.ASKED, PAM, word="lose"), None),
    (Event(e.CHOSE, PAM, n=1), None),
    (Event(e.ANNOUNCED, MIKE, MIKE, (1,), faces("TV Queen"), word=a.CALL), "Mike calls TV Queen"),
    (Event(e.ANNOUNCED, MIKE, PAM, (1,), faces("Choad Warrior"), word=a.CALL),
     "Mike calls Choad Warrior into Pam's room"),
    (Event(e.ANNOUNCED, MIKE, -1, (1, 2, 3), faces("Beer", "Pizza", "Ultra-Slims"), word=a.SHOP),
     "Mike goes shopping for Beer, Pizza and Ultra-Slims"),
    (Event(e.ANNOUNCED, MIKE, -1, (1,), faces("Sleep"), word=a.DO), "Mike goes for Sleep"),
    (Event(e.ANNOUNCED, PAM, -1, (1,), faces("Car Alarm"), word=a.CANCEL),
     "Pam answers with Car Alarm"),
    (Event(e.ANNOUNCED, PAM, MIKE, (1,), faces("Talk Show"), word=a.THROW),
     "Pam throws Talk Show at Mike"),
    (Event(e.ANNOUNCED, PAM, MIKE, (1,), faces("You're Fired!"), word=a.PLAY),
     "Pam plays You're Fired! on Mike"),
    (Event(e.ANNOUNCED, PAM, -1, (1,), faces("Narcolepsy"), word=a.PLAY), "Pam plays Narcolepsy"),
    (Event(e.STOPPED, MIKE, PAM, (1,), faces("Sleep"), word=a.DO),
     "Mike's Sleep is stopped by Pam"),
    (Event(e.STOPPED, MIKE, PAM, (1, 2), faces("Beer", "Pizza"), word=a.SHOP),
     "Mike's trip for Beer and Pizza is stopped by Pam"),
    (Event(e.FIZZLED, MIKE, PAM, (1,), faces("Psycho Ex"), word="barred"),
     "Mike's Psycho Ex finds the door closed"),
    (Event(e.FIZZLED, MIKE, -1, (1,), faces("Bum"), word="no-target"),
     "Mike's Bum comes to nothing"),
    (Event(e.ROLLED, PAM, -1, (1,), faces("TV Queen"), 3, 4, "call"),
     "Pam rolls 4 (needs 3+) to reach TV Queen"),
    (Event(e.ROLLED, PAM, -1, (1,), faces("Choad Warrior"), 4, 2, "evict"),
     "Pam rolls 2 (needs 4+) to get rid of Choad Warrior"),
    (Event(e.ROLLED, PAM, -1, (1,), faces("Nookie at Jimmy's"), 2, 6, "slack"),
     "Pam rolls 6 (needs 2+) for Nookie at Jimmy's"),
    (Event(e.ROLLED, PAM, -1, (1,), faces("Nookie at Jimmy's"), 0, 6, "slack"),
     "Pam rolls 6 for Nookie at Jimmy's"),
    (Event(e.ROLLED, PAM, -1, (1,), faces("Beer"), 4, 3, "effect"), "Pam rolls 3 for Beer: low"),
    (Event(e.ROLLED, PAM, -1, (1,), faces("Beer"), 4, 4, "effect"), "Pam rolls 4 for Beer: high"),
    (Event(e.ROLLED, PAM, on=0, n=4, word="first pick"), "Pam rolls 4 for the first pick"),
    (Event(e.NOT_HOME, PAM, PAM, (1,), faces("TV Queen")),
     "Pam gets no answer: TV Queen is not home"),
    (Event(e.FAILED, PAM, -1, (1,), faces("Nookie at Jimmy's")),
     "Pam gets nothing out of Nookie at Jimmy's"),
    (Event(e.ENTERED, PAM, PAM, (1,), faces("Pizza"), n=2), "Pam gets Pizza (+2 Slack)"),
    (Event(e.ENTERED, PAM, PAM, (1,), faces("Sleep"), n=1), "Pam enjoys Sleep (+1 Slack)"),
    (Event(e.ENTERED, PAM, PAM, (1,), faces("Sleep"), n=0), "Pam endures Sleep (+0 Slack)"),
    (Event(e.ENTERED, PAM, MIKE, (1,), faces("Talk Show"), n=1),
     "Pam watches Talk Show (+1 Slack)"),
    (Event(e.ENTERED, PAM, PAM, (1,), faces("TV Queen"), n=1), "Pam welcomes TV Queen (+1 Slack)"),
    (Event(e.ENTERED, PAM, MIKE, (1,), faces("Choad Warrior"), n=0),
     "Pam has Choad Warrior in the room now"),
    (Event(e.ENTERED, PAM, MIKE, (1,), faces("Choad Warrior"), n=-1),
     "Pam has Choad Warrior in the room now (-1 Slack)"),
    (Event(e.ENTERED, PAM, PAM, (1,), faces("Bum"), n=1), "Pam keeps Bum (+1 Slack)"),
    (Event(e.DISCARDED, PAM, -1, (1, 2), faces("Beer", "Bum"), word="hand"),
     "Pam discards Beer and Bum"),
    (Event(e.DISCARDED, PAM, -1, (1,), faces("Beer"), word="trashed"), "Pam loses Beer"),
    (Event(e.DISCARDED, PAM, -1, (1,), faces("Beer"), word="lost"), "Pam loses Beer"),
    (Event(e.DISCARDED, PAM, -1, (1,), faces("Piercing"), word="income"),
     "Pam earns too much for Piercing and discards it"),
    (Event(e.DISCARDED, PAM, -1, (1,), faces("Beer"), word="unpaid"),
     "Pam does not pay for Beer and discards it"),
    (Event(e.DISCARDED, PAM, -1, (1,), faces("TV Queen"), word="sent away"),
     "Pam sends TV Queen away for good"),
    (Event(e.EATEN, PAM, -1, (1, 2), faces("Pizza", "Hungry Girl")),
     "Pam loses Pizza to Hungry Girl"),
    (Event(e.MOVED, PAM, MIKE, (1,), faces("Choad Warrior")),
     "Pam sees Choad Warrior off to Mike's room"),
    (Event(e.STAYED, PAM, -1, (1,), faces("Choad Warrior"), word="kept"),
     "Pam lets Choad Warrior stay"),
    (Event(e.STAYED, PAM, -1, (1,), faces("Choad Warrior"), word="failed"),
     "Pam can't get rid of Choad Warrior"),
    (Event(e.TAKEN, PAM, MIKE, (1,), faces("Ultra-Slims")),
     "Pam takes Ultra-Slims from Mike's room"),
    (Event(e.SALVAGED, PAM, -1, (1,), faces("Beer")), "Pam picks Beer out of the discard pile"),
    (Event(e.RETURNED, PAM, -1, (1, 2), faces("Beer", "Pizza")),
     "Pam takes Beer and Pizza back to the hand"),
    (Event(e.MARKED, PAM, -1, (1,), faces("Sleep"), n=2), "Pam's Sleep is worth 2 Slack more"),
    (Event(e.MARKED, PAM, -1, (1,), faces("Sleep"), n=-1), "Pam's Sleep is worth 1 Slack less"),
    (Event(e.MARKED, PAM, -1, (1,), faces("Sleep")), None),
    (Event(e.INCOME, PAM, n=2, word="now"), "Pam gets 2 Income"),
    (Event(e.INCOME, PAM, n=-2, word="next"), "Pam loses 2 Income next turn"),
    (Event(e.INCOME, PAM), None),
    (Event(e.TIME, PAM, n=1, word="next"), "Pam gets 1 Free Time next turn"),
    (Event(e.TOKENS, PAM, n=2), "Pam gets 2 Slack tokens"),
    (Event(e.TOKENS, PAM, n=-1), "Pam loses 1 Slack token"),
    (Event(e.BILLED, PAM, n=2), "Pam owes 2 Income"),
    (Event(e.PAID, PAM, n=2), "Pam pays 2 Income"),
    (Event(e.PAID, PAM, -1, (1,), faces("Beer"), n=1), "Pam pays 1 Income for Beer"),
    (Event(e.PAID, PAM), "Pam has nothing to pay with"),
    (Event(e.GOAL, PAM, n=2), "Pam needs 2 Slack more to win"),
    (Event(e.GOAL, PAM, n=-1), "Pam needs 1 Slack less to win"),
    (Event(e.GOAL, PAM), None),
    (Event(e.ROLE_DRAWN, PAM, faces=faces("Tech Support")),
     "Pam is Tech Support from now on (Income 3, Free Time 2, goal 20)"),
    (Event(e.LAID, PAM, MIKE, (1,), faces("Get a Life")), "Pam has Get a Life lying on the table"),
    (Event(e.ENDED, PAM, -1, (1,), faces("Get a Life"), word="over"), "Pam's Get a Life is over"),
    (Event(e.ENDED, PAM, -1, (1,), faces("Raise"), word="trashed"),
     "Pam's Raise is gone from the table"),
    (Event(e.NOISE, PAM, -1, (1,), faces("Nookie at Jimmy's")),
     "Pam keeps the neighbors awake with Nookie at Jimmy's"),
    (Event(e.SHOWED, PAM, MIKE), "Pam shows Mike every card in hand"),
    (Event(e.LEFT, PAM), "Pam leaves the game"),
    (Event(e.WON, PAM, word="alone"), "Pam wins: everybody else has left"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), EXAMPLES)
def test_sentence(event: Event, sentence: str | None, game: Game) -> None:
    assert tell(event, game) == sentence


def test_the_winner_is_told_with_the_goal(game: Game) -> None:
    goal = game.goal(PAM)
    assert tell(Event(e.WON, PAM, n=21), game) == f"Pam wins with 21 of {goal} Slack"


def test_variable_stats_are_told_with_their_result(game: Game) -> None:
    game.roles[PAM] = faces("Temp")
    game.roles[LEE] = faces("Drummer")
    low = Event(e.ROLLED, PAM, on=4, n=3, word="income")
    high = Event(e.ROLLED, LEE, on=4, n=4, word="free time")
    assert tell(low, game) == "Pam rolls 3 for Income: the lower one, 2"
    assert tell(high, game) == "Lee rolls 4 for Free Time: the higher one, 3"


def test_cards_in_play_are_told_with_their_owner(game: Game) -> None:
    smokes = open_card(game, "Ultra-Slims", PAM)
    event = Event(e.ANNOUNCED, LEE, PAM, (1,), faces("Bum"), smokes, word=a.PLAY)
    assert tell(event, game) == "Lee plays Bum on Pam's Ultra-Slims"
    own = Event(e.ANNOUNCED, PAM, PAM, (1,), faces("Sucks to Be You!"), smokes, word=a.PLAY)
    assert tell(own, game) == "Pam plays Sucks to Be You! on Ultra-Slims"


def test_a_stranger_is_told_with_his_role(game: Game) -> None:
    guest = open_card(game, "Some Random Person", PAM)
    event = Event(e.ROLE_DRAWN, PAM, PAM, (guest,), faces("Temp"), n=2)
    assert tell(event, game) == "Pam finds out that Some Random Person is Temp (Slack 2)"


def test_only_the_drawer_reads_what_was_drawn(game: Game) -> None:
    cards = tuple(game.hands[PAM][:2])
    names = listing(game.printed(card).name for card in cards)
    event = Event(e.DREW, PAM, -1, cards, n=2)
    assert tell(event, game, eyes=PAM) == f"Pam draws {names}"
    assert tell(event, game, eyes=MIKE) == tell(event, game) == "Pam draws 2 cards"
    assert tell(event, view(game, PAM), eyes=PAM) == f"Pam draws {names}"
    assert tell(event, view(game, MIKE), eyes=PAM) == "Pam draws 2 cards"
    assert tell(Event(e.DREW, PAM), game) is None


def test_a_pilfered_card_is_known_to_two(game: Game) -> None:
    card = game.hands[PAM][0]
    name = game.printed(card).name
    event = Event(e.PILFERED, MIKE, PAM, (card,))
    for eyes in (MIKE, PAM):
        assert tell(event, game, eyes) == f"Mike takes {name} out of Pam's hand"
    for eyes in (LEE, None):
        assert tell(event, game, eyes) == "Mike takes a card out of Pam's hand"


def test_unseen_cards_are_counted(game: Game) -> None:
    hidden = tuple(game.hands[PAM][:3])
    told = tell(Event(e.RETURNED, PAM, -1, hidden, faces("Beer")), game)
    assert told == "Pam takes Beer and 2 cards back to the hand"


def test_several_events_in_a_row(game: Game) -> None:
    events = [Event(e.BILLED, PAM, n=2), Event(e.PASSED, MIKE), Event(e.PAID, PAM, n=1)]
    assert tell_all(events, game) == ["Pam owes 2 Income", "Pam pays 1 Income"]


# -- whole games -----------------------------------------------------------------------------------


def steps(seed: int, players: int, level: str) -> Iterator[tuple[Match, list[Event]]]:
    luck = Stream(seed)
    names = ("Mike", "Pam", "Lee", "Ana", "Jo")[:players]
    bots = [make_bot(level, luck.fork(f"bot-{seat}")) for seat in range(players)]
    match = Match(Game(catalog(), names), bots, luck)
    while not match.over:
        _, events = match.step()
        yield match, events


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_every_reader_is_told_only_what_he_may_know(seed: int, players: int, level: str) -> None:
    """The full table and a reader's own replica tell him the same story."""
    for match, events in steps(seed, players, level):
        game = match.game
        for eyes in (None, *range(players)):
            replica = view(game, eyes)
            assert tell_all(events, game, eyes) == tell_all(events, replica, eyes)


@pytest.mark.parametrize(("seed", "players"), [(11, 2), (12, 3), (13, 5)])
def test_sentences_keep_their_form(seed: int, players: int) -> None:
    for match, events in steps(seed, players, "easy"):
        starts = (*match.game.names, "The life deck")
        for sentence in tell_all(events, match.game):
            assert sentence.startswith(starts), sentence
            assert not sentence.endswith((".", " ")) or sentence.endswith("S.O."), sentence
            assert sentence.isprintable(), sentence
            assert "  " not in sentence, sentence
            assert not re.search(r"\bSomebody(?! Else)", sentence), sentence
            assert len(sentence) < 160, sentence


def test_every_legal_action_has_a_phrase() -> None:
    for match, _ in steps(21, 3, "easy"):
        game = match.game
        for seat in range(game.players):
            replica = view(game, seat)
            for action in replica.legal(seat):
                phrase = describe(action, replica)
                assert phrase[0].islower(), phrase
                assert "a card" not in phrase, phrase
                assert "option" not in phrase, phrase
                assert phrase == describe(action, game)
            top = game.stack[-1] if game.stack else None
            if isinstance(top, Ask):
                question = ask_text(top, game)
                assert len(question.options) == len(top.options)
                assert question == ask_text(top, view(game, top.seat))
                assert question.text.endswith("?")


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Mike", "Mike"),
        ("  Van   Zele ", "Van Zele"),
        ("a\nb\tc\u2028d", "a b c d"),
        ("\x1b[31mRed\x07", "[31mRed"),
        ("[bold]Ann[/]", "[bold]Ann[/]"),
        ("\u202eevil\u200b\ufeff", "evil"),
        ("e\u0301ric", "éric"),
        ("", "Somebody"),
        ("\x00\x1b", "Somebody"),
        ("x" * 100, "x" * NAME_LENGTH),
        ("\x00" * 5000 + "y", "Somebody"),
        ("日本", "日本"),
    ],
)
def test_clean_names(name: str, shown: str) -> None:
    assert clean(name) == shown


@given(st.text(max_size=200))
def test_clean_names_are_harmless(name: str) -> None:
    shown = clean(name)
    assert shown.isprintable()
    assert 0 < len(shown) <= NAME_LENGTH
    assert clean(shown) == shown


def test_sentences_use_clean_names() -> None:
    game = Game(catalog(), ("A\x1b[2Jnn", "Bo\nb"))
    assert tell(Event(e.LEFT, 0), game) == "A[2Jnn leaves the game"
    assert tell(Event(e.SHOWED, 1, 0), game) == "Bo b shows A[2Jnn every card in hand"


def test_listing_and_counting() -> None:
    assert [listing("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "Person", "People") == "2 People"
