"""The hard bot: legal, blind to what is hidden, frugal, and better for looking ahead."""

from collections import Counter

import pytest

from core.actions import CANCEL, DO, Action
from core.bots import Bot, make_bot
from core.bots.ahead import BUDGET, Ahead
from core.bots.chances import chance
from core.bots.guess import guessed, unseen
from core.bots.hard import Hard, Keen
from core.game import Game
from core.luck import Stream
from core.play import Match
from core.state import DISCARD_PHASE, HIDDEN
from core.view import view
from tests.core.bots.seated import EDITIONS, NAMES, Tables, Watched, announce, played, tables_of

FRUGAL = 120  # steps: enough for some of its looks ahead


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_of("geek")


def hard(game: Game, seat: int = 0) -> Action:
    action = make_bot("hard", Stream(0)).choose(view(game, seat))
    assert game.refusal(action) is None
    return action


def begun(editions: str, players: int, number: int, steps: int) -> Match:
    """A game of normal bots that has gone on for so long."""
    luck = Stream(number).fork(f"hard-{editions}")
    game = Game(tables_of(editions).catalog, NAMES[:players])
    bots: list[Bot] = [make_bot("normal", luck.fork(f"bot-{s}")) for s in range(players)]
    match = Match(game, bots, luck)
    while match.steps < steps and not match.over:
        match.step()
    return match


# -- what it may do --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("editions", "players"),
    [
        *((edition, 3) for edition in EDITIONS),
        ("geek", 8),
        ("geek+grunt", 2),
        ("+".join(EDITIONS), 5),
    ],
)
def test_always_legal_within_its_budget(editions: str, players: int) -> None:
    match = begun(editions, players, 3, 60)
    bots = [Hard(Stream(seat), FRUGAL) for seat in range(players)]
    match.bots = [Watched(bot, seat, match.game) for seat, bot in enumerate(bots)]
    most = 0
    while match.steps < 260 and not match.over:
        match.step()
        most = max(most, *(bot.ahead.steps for bot in bots))
    assert 0 < most <= FRUGAL


def test_the_same_view_and_stream_give_the_same_choice() -> None:
    def game() -> list[Action]:
        match = begun("geek", 3, 5, 30)
        match.bots = [Hard(Stream(seat), FRUGAL) for seat in range(3)]
        return [match.step()[0] for _ in range(120) if not match.over]

    assert game() == game()


@pytest.mark.parametrize("number", range(3))
def test_a_hidden_card_that_is_another_one_changes_nothing(number: int) -> None:
    """Whatever lies in other hands and in the deck: the choice is the same, step by step."""
    match = begun("geek", 3, number, 40)
    game, compared = match.game, 0
    while compared < 12 and not match.over:
        seat = game.waiting()[0]
        if seat >= 0 and len(game.legal(seat)) > 1:
            other = game.copy()
            mine = {*game.hands[seat]}
            hidden = [c for c in range(len(game.face)) if game.pub[c] == HIDDEN and c not in mine]
            for card, face in zip(hidden, reversed([game.face[c] for c in hidden]), strict=True):
                other.face[card] = face
            other.look_anew()
            assert other.face != game.face
            seen = [Hard(Stream(1)).choose(view(table, seat)) for table in (game, other)]
            assert seen[0] == seen[1]
            compared += 1
        match.step()
    assert compared


# -- guesses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("editions", [*EDITIONS, "geek+greek"])
def test_a_guess_deals_exactly_the_unseen_cards(editions: str) -> None:
    match = begun(editions, 3, 1, 0)
    game, original = match.game, match.game.catalog.originals
    while match.steps < 400 and not match.over:
        match.step()
        if match.steps % 20 or not game.begun:
            continue
        seen = view(game, 1)
        guess = guessed(seen, unseen(seen), Stream(match.steps))
        assert Counter(original.get(f, f) for f in guess.face) == Counter(game.house.life)
        known = [c for c, face in enumerate(seen.face) if face != HIDDEN]
        assert [guess.face[c] for c in known] == [seen.face[c] for c in known]
        assert seen.face == view(game, 1).face


def test_guesses_differ() -> None:
    seen = view(begun("geek", 3, 1, 100).game, 1)
    stream = Stream(1)
    hands = {tuple(guessed(seen, unseen(seen), stream).face) for _ in range(5)}
    assert len(hands) == 5


# -- looking ahead ---------------------------------------------------------------------------------


def test_takes_the_winning_card(tables: Tables) -> None:
    ann = tables.seat("Sleep; Surf the Net; LAN Party", role="Temp", slack=18, goal=20, free_time=1)
    action = hard(tables.set(ann, tables.seat(slack=15)))
    assert (action.kind, played(tables.set(ann, tables.seat()), action)) == (DO, ["Surf the Net"])


def test_stops_a_rival_who_is_about_to_win(tables: Tables) -> None:
    bo = tables.seat("Surf the Net", slack=18, goal=20, free_time=1)
    ann = tables.seat("Brain Fart; Sleep")
    game = tables.set(ann, bo, turn=1)
    announce(game, next(move for move in game.legal(1) if move.kind == DO))
    assert hard(game).kind == CANCEL


def test_sees_what_rules_of_thumb_do_not(tables: Tables) -> None:
    """A nap that costs no time in the end comes before plays that use it all."""
    ann = tables.seat("Power Nap; Surf the Net; GameStation", income=5, free_time=1)
    game = tables.set(ann, tables.seat(slack=5))
    keen = Keen(Stream(0)).choose(view(game, 0))
    assert played(game, keen) == ["GameStation"]
    assert played(game, hard(game)) == ["Power Nap"]


def test_parts_with_more_cards_than_normal(tables: Tables) -> None:
    ann = tables.seat("Beer; Pizza; Surf the Net; Sleep", free_time=0)
    game = tables.set(ann, tables.seat(), phase=DISCARD_PHASE)
    gone = [
        sorted(played(game, make_bot(level, Stream(0)).choose(view(game, 0))))
        for level in ("normal", "hard")
    ]
    assert gone == [["Sleep"], ["Beer", "Sleep"]]


def test_without_a_budget_it_keeps_to_the_rules_of_thumb(tables: Tables) -> None:
    ann = tables.seat("Power Nap; Surf the Net; GameStation", income=5, free_time=1)
    seen = view(tables.set(ann, tables.seat(slack=5)), 0)
    assert Hard(Stream(0), 0).choose(seen) == Keen(Stream(0)).choose(seen)


@pytest.mark.parametrize("budget", [0, 7, 40, BUDGET])
def test_never_more_steps_than_the_budget(budget: int) -> None:
    match = begun("geek", 4, 2, 120)
    while match.game.stack:
        match.step()
    seen = view(match.game, match.game.turn)
    ahead = Ahead(Keen(Stream(1)), Stream(2), budget)
    rows = ahead.outcomes(seen, [None, None])
    assert ahead.steps <= budget
    assert len(rows) == 6 or ahead.steps == budget
    assert all(0 <= value <= 1 for row in rows for value in row)


def test_chances_follow_the_slack(tables: Tables) -> None:
    def of(mine: int, his: int) -> float:
        game = tables.set(tables.seat(slack=mine), tables.seat(slack=his), turn=1)
        return chance(view(game, 0), 0)

    assert of(5, 15) < of(10, 10) < of(15, 5)
    assert of(10, 19) < of(10, 12)


def test_beats_easy() -> None:
    """In this sample, with a small budget; hundreds of games are played by `simulate`."""
    wins = 0
    for number in range(6):
        luck = Stream(11).fork(f"hard-{number}")
        game = Game(tables_of("geek").catalog, NAMES[:2])
        seat = number % 2
        bots: list[Bot] = [make_bot("easy", luck.fork("easy")), make_bot("easy", luck.fork("easy"))]
        bots[seat] = Hard(luck.fork("hard"), FRUGAL)
        match = Match(game, bots, luck)
        while not match.over:
            match.step()
        wins += seat in game.winners
    assert wins >= 4
