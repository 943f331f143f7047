"""Walking through a recorded game in both directions, through anybody's eyes."""

from dataclasses import replace

import pytest

from core.actions import NEXT, Action
from core.events import DREW, TURN_BEGAN
from core.state import HIDDEN
from net.sessions.record import Record, RecordError
from net.sessions.replay import EVERYTHING, STRIDE, Replay
from net.sessions.sitting import public
from tests.kit.recorded import recorded, replayed


def test_every_moment_is_the_table_after_so_many_actions() -> None:
    replay = replayed()
    game = replay.record.game()
    digests = [game.digest()]
    for action in replay.record.actions:
        game.apply(action)
        digests.append(game.digest())
    moments = {0, 1, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE, len(replay) - 1, len(replay)}
    for moment in sorted(moments, reverse=True):
        assert replay.table(moment).digest() == digests[moment]
    assert replay.table(-5).digest() == digests[0]
    assert replay.table(10**9).digest() == replay.final.digest() == digests[-1]
    assert replay.final.winners


def test_a_moment_can_be_played_on_without_harm() -> None:
    replay = replayed()
    before = replay.table(STRIDE).digest()
    replay.table(STRIDE).apply(replay.record.actions[STRIDE])
    assert replay.table(STRIDE).digest() == before


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
    with pytest.raises(RecordError, match="action 41 of this game is not legal"):
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
