"""What is told after a game: it must be what really happened in it."""

from dataclasses import replace
from itertools import pairwise

import pytest

from core import events as e
from core.actions import LEAVE, ROLL, THROW, Action
from net.sessions.highlights import (
    BestCard,
    Dice,
    Highlights,
    Outcast,
    Swing,
    dice_words,
    highlights,
    told,
)
from net.sessions.record import Record
from net.sessions.replay import Replay
from tests.kit.recorded import recorded, replayed

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
    assert dice_words(Dice()) == "no dice thrown"
    assert dice_words(Dice().and_a(5)) == "5.0 in 1 throw, even"
    assert dice_words(Dice((0, 0, 10, 10, 0, 0))) == "3.5 in 20 throws, even"
    assert dice_words(Dice((0, 0, 0, 10, 10, 0))) == "4.5 in 20 throws, lucky"
    assert dice_words(Dice((0, 10, 10, 0, 0, 0))) == "2.5 in 20 throws, unlucky"


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
        ("Most evicted", "Clumsy Drunk, out of the door twice"),
        ("Biggest swing", "Pam loses 7 Slack in Mike's turn of round 3"),
        ("Plays stopped", "Lee 3, Mike 1"),
        ("Called in vain", "Pam 1"),
        ("Fed to pests", "Mike 5, Pam 2, Lee 2"),
    ]
    own = found._replace(swing=Swing(0, 7, 3, 0), outcast=Outcast(drunk, 9))
    phrases = dict(told(own, game))
    assert phrases["Biggest swing"] == "Pam gains 7 Slack in round 3"
    assert phrases["Most evicted"] == "Clumsy Drunk, out of the door 9 times"
