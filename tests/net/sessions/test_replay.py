"""Walking through a recorded game in both directions, and what is told after it."""

from dataclasses import replace
from itertools import pairwise

import pytest

from core import events as e
from core.actions import LEAVE, NEXT, ROLL, THROW, Action
from core.events import DREW, TURN_BEGAN
from core.rules.rooms import add_tokens
from core.rules.tracks import add_madness
from core.state import HIDDEN
from net.sessions.highlights import (
    BestCard,
    Dice,
    Finish,
    Highlights,
    Outcast,
    Swing,
    dice_words,
    finish,
    highlights,
    told,
)
from net.sessions.record import Record, RecordError
from net.sessions.replay import EVERYTHING, STRIDE, Replay
from net.sessions.sitting import public
from tests.kit.recorded import recorded, replayed
from tests.kit.table import at


def test_every_moment_is_the_table_after_so_many_actions() -> None:
    replay = replayed()
    game = replay.record.game()
    digests = [game.digest()]
    for action in replay.record.actions:
        game.apply(action)
        digests.append(game.digest())
    moments = {0, 1, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE, len(replay) - 1, len(replay)}
    replay.table(STRIDE).apply(replay.record.actions[STRIDE])  # which does no harm
    for moment in sorted(moments, reverse=True):
        assert replay.table(moment).digest() == digests[moment]
    assert replay.table(-5).digest() == digests[0]
    assert replay.table(10**9).digest() == replay.final.digest() == digests[-1]
    assert replay.final.winners


def test_eyes_see_what_they_saw_then() -> None:
    replay = replayed()
    moment = replay.turns[3]
    for seat in range(3):
        view = replay.view(moment, seat)
        assert view.eyes == seat
        assert all(view.face[card] != HIDDEN for card in view.hands[seat])
        assert all(view.face[card] == HIDDEN for card in view.deck)
    spectator = replay.view(moment, None)
    assert all(spectator.face[card] == HIDDEN for hand in spectator.hands for card in hand)
    everything = replay.view(moment, EVERYTHING)
    assert all(everything.face[card] != HIDDEN for hand in everything.hands for card in hand)


def test_turns_and_rounds_are_found() -> None:
    replay = replayed()
    assert replay.rounds[1] == replay.turns[0]
    assert list(replay.rounds) == list(range(1, replay.final.round + 1))
    for moment in replay.turns:
        assert any(event.kind == TURN_BEGAN for event in replay.steps[moment - 1].events)
    first, second, third = replay.turns[:3]
    assert replay.next_turn(0) == first
    assert replay.next_turn(first) == second
    assert replay.next_turn(second - 1) == second
    assert replay.next_turn(replay.turns[-1]) == len(replay)
    assert replay.last_turn(third) == second
    assert replay.last_turn(third + 1) == third
    assert replay.last_turn(first) == 0
    assert replay.last_turn(0) == 0


def test_sentences_name_hidden_cards_to_whoever_may_know_them() -> None:
    replay = replayed()
    told = {eyes: replay.told(eyes) for eyes in (0, 1, None, EVERYTHING)}
    assert all(len(lines) == len(replay) for lines in told.values())
    seen = False
    for number, step in enumerate(replay.steps):
        for event in step.events:
            if event.kind == DREW and event.seat == 0:
                names = [replay.table(number + 1).printed(card).name for card in event.cards]
                named = [any(names[0] in s for s in told[eyes][number]) for eyes in told]
                assert named == [True, False, False, True]
                seen = True
        if seen:
            break
    assert seen


def test_what_is_told_does_not_depend_on_what_is_hidden() -> None:
    """Whoever has a record without the order of the decks is told the same as a spectator."""
    replay = replayed()
    hidden = Replay(replace(replay.record, actions=tuple(map(public, replay.record.actions))))
    assert any(replay.final.face[card] != hidden.final.face[card] for card in replay.final.deck)
    assert hidden.told(None) == replay.told(None) != replay.told(2)


def test_an_illegal_action_is_named_by_its_number() -> None:
    record = recorded()
    actions = (*record.actions[:40], Action(NEXT, 7), *record.actions[40:])
    with pytest.raises(RecordError, match="action 41 of this game isn't legal"):
        Replay(replace(record, actions=actions))


def test_a_game_that_has_not_begun_or_breaks_off() -> None:
    record = recorded()
    empty = Replay(Record(record.header, ()))
    assert len(empty) == 0
    assert empty.turns == []
    assert empty.rounds == {}
    assert empty.told(0) == []
    assert empty.next_turn(0) == empty.last_turn(0) == 0
    broken = Replay(replace(record, actions=record.actions[:70], torn=True))
    assert len(broken) == 70
    assert not broken.final.winners
    assert broken.next_turn(69) in (*broken.turns, 70)


# -- highlights: what really happened --------------------------------------------------------------


GAMES = [(2, 1), (3, 1), (4, 2), (6, 3)]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]} players")
def replay(request: pytest.FixtureRequest) -> Replay:
    return replayed(*request.param)


def test_slack_and_dice_are_counted_by_round_and_seat(replay: Replay) -> None:
    found = highlights(replay)
    assert found.rounds == replay.final.round
    for seat, line in enumerate(found.slack):
        assert len(line) == found.rounds
        assert line[-1] == replay.final.slack[seat]
        for number in range(1, found.rounds):
            assert line[number - 1] == replay.table(replay.rounds[number + 1]).slack[seat]
    rolled = [action.value for action in replay.record.actions if action.kind == ROLL]
    assert sum(dice.thrown for dice in found.dice) == len(rolled)
    assert sum(dice.total for dice in found.dice) == sum(rolled)


def test_counts_are_those_of_the_events(replay: Replay) -> None:
    found = highlights(replay)
    events = [event for step in replay.steps for event in step.events]
    kinds = [event.kind for event in events]
    assert sum(found.stopped) == kinds.count(e.STOPPED)
    assert sum(found.in_vain) == kinds.count(e.NOT_HOME)
    assert sum(found.eaten) == kinds.count(e.EATEN)
    assert sum(found.tv) == sum(a.kind == THROW for a in replay.record.actions)
    gone = [ev for ev in events if ev.kind == e.MOVED or ev.word == "sent away"]
    if found.outcast is None:
        assert not gone
    else:
        assert 1 <= found.outcast.times <= len(gone)
    best = found.best
    assert best is not None
    entered = [event for event in events if event.kind == e.ENTERED]
    assert best.slack == max(event.n for event in entered)
    assert any((event.seat, event.faces[0], event.n) == best[:3] for event in entered)
    assert 1 <= best.round <= replay.final.round


def test_the_biggest_swing_is_one_within_a_turn(replay: Replay) -> None:
    swing = highlights(replay).swing
    assert swing is not None
    edges = [*replay.turns, len(replay)]
    changes = {
        (seat, now - before)
        for start, end in pairwise(edges)
        for seat, (before, now) in enumerate(
            zip(replay.table(start).slack, replay.table(end).slack, strict=True)
        )
    }
    assert (swing.seat, swing.change) in changes
    assert abs(swing.change) == max(abs(change) for _, change in changes)


def test_how_it_was_won(replay: Replay) -> None:
    finish = highlights(replay).finish
    assert finish is not None
    winners = [replay.final.names[seat] for seat in replay.final.winners]
    assert any(name in finish.sentence for name in winners)
    assert "wins" not in finish.sentence


def test_a_game_is_won_by_what_changed_the_winners_slack() -> None:
    game = at("edition: cthulhu\nplayers: Pam; Lee\nPam madness: 8\nturn: Pam, free time")
    game.winners, game.events = (0,), []
    add_madness(game, 0, 1)
    assert [event.kind for event in game.events] == [e.MADNESS, e.UTTERLY_MAD]
    assert finish(game, game.events) == Finish("Pam gets 1 Madness", -1)
    add_tokens(game, 0, 1)
    add_tokens(game, 1, 2)
    assert finish(game, game.events) == Finish("Pam gets 1 Slack token", -1)
    assert finish(game, ()) == Finish(f"Pam has {game.slack[0]} Slack", -1)


def test_an_unfinished_game_has_no_finish() -> None:
    record = recorded()
    found = highlights(Replay(replace(record, actions=record.actions[:120])))
    assert found.finish is None
    nothing = highlights(Replay(Record(record.header, ())))
    assert nothing.rounds == 0
    assert nothing.slack == ((), (), ())
    assert told(nothing, record.game()) == []


def test_whoever_leaves_has_a_shorter_line_and_no_swing() -> None:
    record = recorded()
    start = Replay(record).rounds[3]
    actions = (*record.actions[:start], Action(LEAVE, 0), Action(LEAVE, 1))
    replay = Replay(replace(record, actions=actions))
    found = highlights(replay)
    assert [len(line) for line in found.slack] == [2, 2, 3]
    assert found.finish is not None
    assert found.finish.sentence == "Lee leaves the game"
    assert found.swing is not None
    assert found.swing.round < 3  # losing everything by leaving is no swing


def test_the_luck_of_dice_in_words() -> None:
    assert Dice().counts == (0, 0, 0, 0, 0, 0)
    dice = Dice().and_a(2).and_a(6).and_a(2)
    assert dice.counts == (0, 2, 0, 0, 0, 1)
    assert (dice.thrown, dice.total) == (3, 10)
    assert Dice().luck == 0
    assert dice_words(Dice()) == "no rolls"
    assert dice_words(Dice().and_a(5)) == "5.0 in 1 roll, even"
    assert dice_words(Dice((0, 0, 10, 10, 0, 0))) == "3.5 in 20 rolls, even"
    assert dice_words(Dice((0, 0, 0, 10, 10, 0))) == "4.5 in 20 rolls, lucky"
    assert dice_words(Dice((0, 10, 10, 0, 0, 0))) == "2.5 in 20 rolls, unlucky"


def test_highlights_in_words() -> None:
    game = recorded().game()
    beer = game.catalog.named("Beer")[0]
    drunk = game.catalog.named("Clumsy Drunk")[0]
    found = Highlights(
        rounds=4,
        slack=((), (), ()),
        dice=(Dice(),) * 3,
        best=BestCard(1, beer, 4, 2),
        outcast=Outcast(drunk, 2),
        swing=Swing(0, -7, 3, 2),
        stopped=(0, 3, 1),
        tv=(0, 0, 0),
        in_vain=(1, 0, 0),
        eaten=(2, 2, 5),
        finish=None,
    )
    assert told(found, game) == [
        ("Best card", "Beer, 4 Slack for Lee in round 2"),
        ("Most evicted", "Clumsy Drunk, out the door twice"),
        ("Biggest swing", "Pam loses 7 Slack in Mike's turn of round 3"),
        ("Plays canceled", "Lee 3, Mike 1"),
        ("Not home", "Pam 1"),
        ("Fed to pests", "Mike 5, Pam 2, Lee 2"),
    ]
    own = found._replace(swing=Swing(0, 7, 3, 0), outcast=Outcast(drunk, 9))
    phrases = dict(told(own, game))
    assert phrases["Biggest swing"] == "Pam gains 7 Slack in round 3"
    assert phrases["Most evicted"] == "Clumsy Drunk, out the door 9 times"
