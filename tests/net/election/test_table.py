"""An election and its table: who is waited for, who goes, and what strangers say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.election import Point, Saved
from net.election.effects import (
    Appended,
    Committed,
    Effect,
    Following,
    Hosting,
    Paused,
    Rejected,
    Resumed,
    Save,
    Send,
)
from net.election.messages import (
    Ack,
    Append,
    Message,
    Nack,
    PreVote,
    PreVoted,
    Submit,
    TimeoutNow,
    Vote,
    Voted,
)
from net.election.replica import CANDIDATE, FOLLOWER, HOST
from net.election.words import MAX_HELD, Pid
from tests.net.electing import EMPTY, A, B, C, D, ack, elected, end, history, node, of, sent
from tests.net.sim.paper import START, Action, line

# -- the table -------------------------------------------------------------------------------------


def test_a_host_without_a_majority_steps_down_however_busy_it_is() -> None:
    made = node()
    elected(made, B)
    effects: list[Effect] = []
    for number in range(1, 45):
        now = 1.0 + number / 10
        effects += made.propose(Action(A, number), now) if number < MAX_HELD else []
        effects += made.tick(now) if made.wake <= now else []
    assert Following(1, None) in effects
    assert made.role == FOLLOWER


def test_the_table_waits_for_a_player_and_goes_on() -> None:
    made = node()
    elected(made, B)
    effects: list[Effect] = []
    for beat in range(1, 30):
        ack(made, B, now=1.0 + beat / 4)
        effects += made.tick(1.0 + beat / 4)
    assert of(effects, Paused) == [Paused((C,))]
    follower = node(B)
    assert Paused((C,)) in follower.receive(A, Append(1, EMPTY, (), 0, (C,)), 1.0)
    assert Resumed() in follower.receive(A, Append(1, EMPTY, (), 0, ()), 2.0)


def test_two_players_never_go_on_alone() -> None:
    made = node(voters=(A, B))
    elected(made, B)
    ack(made, B)
    effects = made.propose(Action(A, 1), 1.1)
    effects += [e for n in range(400) for e in made.tick(1.1 + n / 10)]
    assert not of(effects, Committed, Hosting)
    assert Paused((B,)) in effects


CHANGE = line(1, EMPTY, Action(A, 1, voters=(A, B, C)))


def test_who_missed_a_change_of_voters_needs_no_voter_of_before_it_to_see_what_is_final() -> None:
    made = node(C, voters=(A, B, C, D))
    noop = line(2, end([CHANGE]), None)
    made.receive(A, Append(2, EMPTY, (CHANGE, noop), 2, ()), 1.0)
    assert made.committed == 2
    assert made.voters == (A, B, C)


def test_new_voters_elect_nobody_by_themselves_before_they_are_known_to_be_final() -> None:
    for final, role in ((0, CANDIDATE), (1, HOST)):
        made = node(voters=(A, B, C, D), lines=[CHANGE], saved=Saved(1, None, final))
        made.tick(1.0)
        for pid in (B, C)[: 2 - final]:
            made.receive(pid, PreVoted(2, True), 1.0)
        made.receive(B, Voted(2, True, b""), 1.0)
        assert made.role == role
    made = node(voters=(A, B, C, D), lines=[CHANGE], saved=Saved(1))
    made.tick(1.0)
    made.receive(B, PreVoted(2, True), 1.0)
    assert made.role == FOLLOWER


def test_that_a_change_of_voters_is_final_is_saved() -> None:
    made = node(voters=(A, B, C, D))
    elected(made, B, C)
    ack(made, B)
    ack(made, C)
    made.propose(Action(A, 1, voters=(A, B, C)), 1.0)
    effects = ack(made, B)
    assert Committed(2) in effects
    assert Save(1, A, (0, 0), 2) in effects
    made.propose(Action(A, 2), 1.0)
    assert not of(ack(made, B), Save)


def test_what_is_final_before_a_change_of_voters_is_not_saved() -> None:
    made = node(C, voters=(A, B, C, D))
    first = line(1, EMPTY, None)
    change = line(1, end([first]), Action(A, 1, voters=(A, B, C)))
    made.receive(A, Append(1, EMPTY, (first, change), 0, ()), 1.0)
    assert made.committed == 2, "three of four are enough, and two of three"
    made = node(C, voters=(A, B, C, D), lines=[first], saved=Saved(1))
    leaving = line(1, end([first]), Action(A, 1, voters=(B, C, D)))
    made.receive(A, Append(1, EMPTY, (first, leaving), 0, ()), 1.0)
    effects = made.receive(B, Ack(1, end([first]), b"", False), 1.0)
    assert of(effects, Committed, Save) == [Committed(1)]
    effects = made.receive(B, Ack(1, end([first, leaving]), b"", False), 1.0)
    assert [type(effect) for effect in of(effects, Committed, Save)] == [Committed, Save]


def test_a_change_of_voters_waits_for_the_one_before() -> None:
    made = node(voters=(A, B, C, D))
    elected(made, B, C)
    made.propose(Action(A, 1, voters=(A, B, C)), 1.0)
    assert made.log.last.seq == 1  # the term has proven nothing yet
    ack(made, B)
    ack(made, C)
    made.tick(1.3)
    assert made.log.last.seq == 2
    made.receive(B, Submit(Action(B, 1, voters=(A, B))), 1.3)
    assert made.log.last.seq == 2
    ack(made, B, now=1.3)
    ack(made, C, now=1.3)
    assert made.voters == (A, B, C)
    made.tick(1.6)
    assert made.log.last.seq == 3


def test_changes_that_make_no_sense_are_rejected_with_a_sentence() -> None:
    made = node()
    act = Action(A, 1, voters=(A,))
    assert made.propose(act, 1.0) == [Rejected(act, "voters come and go one at a time")]


def test_what_can_not_be_ordered_any_more_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    made, act = node(B), Action(B, 1)
    made.propose(act, 1.0)
    assert made.forget_refused() == []
    monkeypatch.setattr(made.log, "refusal", lambda item: "it came too late")
    monkeypatch.setattr(made.log, "must_wait", lambda item: True)
    assert made.forget_refused() == []
    monkeypatch.setattr(made.log, "must_wait", lambda item: False)
    assert made.forget_refused() == [Rejected(act, "it came too late")]


def test_an_author_has_only_so_many_actions_waiting() -> None:
    made = node(B)
    for number in range(MAX_HELD):
        assert sent(made.propose(Action(B, number), 1.0), A) == [Submit(Action(B, number))]
    assert made.propose(Action(B, 0), 1.0) == []
    assert [type(e) for e in made.propose(Action(B, 99), 1.0)] == [Rejected]
    assert sent(made.receive(C, Submit(Action(C, 1)), 1.0)) == []


def test_a_host_goes_by_handing_over_to_the_newest_log() -> None:
    made = node(voters=(A, B, C, D))
    elected(made, B, C)
    ack(made, C)
    assert made.hand_over(1.1) == [Send(C, TimeoutNow(1))]
    assert made.hand_over(1.1) == []  # once is enough
    assert not of(made.propose(Action(A, 1), 1.1), Appended)
    heir = node(C, voters=(A, B, C, D))
    assert heir.receive(B, TimeoutNow(0), 1.0) == []
    heir.receive(A, Append(1, EMPTY, (), 0, ()), 1.0)
    assert sent(heir.receive(A, TimeoutNow(1), 1.0)) == [Vote(2, EMPTY)] * 3
    made.tick(2.7)
    assert made.log.find((A, 1)) is not None  # the heir never stood


def test_a_removed_host_hands_over_first() -> None:
    made = node()
    elected(made, B)
    ack(made, B)
    assert made.receive(B, Submit(Action(B, 1, voters=(B, C))), 1.1) == []  # C may be gone
    ack(made, C)
    assert TimeoutNow(1) in sent(made.tick(1.2), B)


def test_a_host_does_not_hand_over_to_one_who_goes_as_well() -> None:
    made = node(voters=(A, B, C, D))
    elected(made, B, C)
    for peer in (B, C):
        ack(made, peer)
    assert made.hand_over(1.1, {A, B}) == [Send(C, TimeoutNow(1))]
    alone = node(voters=(A, B))
    elected(alone, B)
    ack(alone, B)
    assert alone.hand_over(1.1, {A, B}) == [Send(B, TimeoutNow(1))]
    single = node(voters=(A,))
    elected(single)
    assert single.hand_over(1.1) == []


# -- strangers -------------------------------------------------------------------------------------

small = st.integers(0, 6)
points = st.builds(Point, small, small, st.sampled_from([START, b"x", end(history(1, 1)).head]))
entries = st.lists(st.sampled_from(history(1, 1, 2) + history(2, 3)), max_size=3).map(tuple)
messages = st.one_of(
    st.builds(PreVote, small, points),
    st.builds(PreVoted, small, st.booleans()),
    st.builds(Vote, small, points),
    st.builds(Voted, small, st.booleans()),
    st.builds(Append, small, points, entries, small, st.just(())),
    st.builds(Ack, small, points, st.just(b""), st.booleans()),
    st.builds(Nack, small, small),
    st.builds(TimeoutNow, small),
    st.builds(Submit, st.builds(Action, st.sampled_from([A, B, C, D]), small)),
)


@given(st.lists(st.tuples(st.sampled_from([B, C, D]), messages), max_size=40))
def test_no_message_breaks_a_node(said: list[tuple[Pid, Message]]) -> None:
    made = node(lines=history(1, 1), saved=Saved(1, None, 2))
    now, term, votes = 0.0, 1, dict[int, Pid | None]()
    for peer, message in said:
        now += 0.2
        for effect in made.receive(peer, message, now) + made.tick(now):
            if isinstance(effect, Save):
                assert effect.term >= term
                assert votes.get(effect.term) in (None, effect.vote)
                term, votes[effect.term] = effect.term, effect.vote
    assert made.log.point(2) == end(history(1, 1))
    assert made.committed >= 2
