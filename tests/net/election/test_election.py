"""The rules of the election, one by one, on single nodes: votes, what is final, who is awaited."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.election import Node, Point, Saved
from net.election.effects import (
    Appended,
    Certified,
    Committed,
    Disagreed,
    Effect,
    Following,
    Paused,
    Rejected,
    Resumed,
    Save,
    Send,
    Truncated,
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
from net.election.seating import agreed, blocking, change_refusal, in_force, is_quorum, majority
from net.election.words import MAX_HELD, MAX_LEAP, REST, Pid
from tests.net.sim.paper import START, Action, Line, Paper, Pen, line

A, B, C, D, E = b"a", b"b", b"c", b"d", b"e"
EMPTY = Point(0, 0, START)


def node(
    me: Pid = A,
    voters: Sequence[Pid] = (A, B, C),
    lines: Sequence[Line] = (),
    saved: Saved | None = None,
    batch: int = 64,
) -> Node:
    return Node(me, Paper(tuple(voters), lines), Pen(), saved or Saved(), 0.0, lambda: 0.5, batch)


def history(*terms: int) -> list[Line]:
    """A log with an action in each of these terms."""
    lines: list[Line] = []
    for number, term in enumerate(terms, 1):
        lines.append(line(term, end(lines), Action(E, number)))
    return lines


def end(lines: Sequence[Line]) -> Point:
    return Point(lines[-1].term, lines[-1].seq, lines[-1].head) if lines else EMPTY


def sent(effects: Sequence[Effect], to: Pid | None = None) -> list[Message]:
    return [e.message for e in effects if isinstance(e, Send) and to in (None, e.peer)]


def of(effects: Sequence[Effect], *kinds: type[Effect]) -> list[Effect]:
    """The effects of these kinds."""
    return [effect for effect in effects if isinstance(effect, kinds)]


def elected(made: Node, *voters: Pid, now: float = 1.0) -> list[Effect]:
    """Makes a node host with these votes."""
    made.tick(now)
    for pid in voters:
        made.receive(pid, PreVoted(made.term + 1, True), now)
    effects: list[Effect] = []
    for pid in voters:
        effects += made.receive(pid, Voted(made.term, True, b"proof"), now)
    assert made.role == HOST
    return effects


def hosting(
    *signed: Pid,
    voters: Sequence[Pid] = (A, B, C),
    lines: Sequence[Line] = (),
    saved: Saved | None = None,
) -> Node:
    """A host by the votes of those next to it, whose log these have signed."""
    made = node(voters=voters, lines=lines, saved=saved)
    elected(made, *voters[1 : len(voters) // 2 + 1])
    for peer in signed:
        ack(made, peer)
    return made


def ack(made: Node, peer: Pid, seq: int | None = None, now: float = 1.0) -> list[Effect]:
    at = made.log.point(made.log.last.seq if seq is None else seq)
    return made.receive(peer, Ack(made.term, at, b"", False), now)


# -- numbers ---------------------------------------------------------------------------------------


def test_majorities_and_what_blocks_them() -> None:
    assert [majority(n) for n in range(1, 10)] == [1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [blocking(n) for n in range(1, 10)] == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert is_quorum((A, B, C), {A, B})
    assert not is_quorum((A, B, C, D), {A, B})


def test_what_the_last_voters_hold_is_final_but_certain_only_when_they_are() -> None:
    old, new = (A, B, C), (A, B, C, D)
    seatings = [(0, old), (3, new)]
    assert in_force(seatings, 2) == (old, new)
    assert in_force(seatings, 3) == (new,)
    held = {A: 5, B: 3, D: 5}
    assert agreed((old, new), held) == (3, 3)
    assert agreed((new,), held) == (5, 3)
    held = {A: 5, B: 4, C: 2, D: 1}
    assert agreed((new, old), held)[1] == 4
    assert agreed((new,), held)[1] == 2


def test_voters_change_one_at_a_time() -> None:
    assert change_refusal((A, B, C), (A, B)) is None
    assert change_refusal((A, B), (A, C, B)) is None
    for wrong in ((A,), (A, B, D), (A, B, C), (A, B, B), ()):
        assert change_refusal((A, B, C), wrong) is not None


# -- votes -----------------------------------------------------------------------------------------


def test_a_host_would_vote_for_no_other() -> None:
    assert sent(hosting().receive(C, PreVote(9, end(history(9))), 3.0)) == [PreVoted(1, False)]


def test_a_candidate_is_elected_by_votes_of_its_term_and_asks_again_when_it_has_lost() -> None:
    made = node()
    made.tick(1.0)
    made.receive(B, PreVoted(1, True), 1.0)
    for answer in (Voted(1, False), Voted(0, True, b"vote"), Voted(1, False, b"vote")):
        made.receive(B, answer, 1.0)
        assert made.role == CANDIDATE
    made.tick(5.0)
    assert (made.role, made.term) == (FOLLOWER, 1)
    made.receive(C, PreVoted(2, True), 5.0)
    assert (made.role, made.term) == (CANDIDATE, 2)
    made.receive(B, Voted(2, True, b"vote"), 5.0)
    assert made.role == HOST


def test_nobody_leaps_over_a_million_terms() -> None:
    made = node()
    assert made.receive(B, Vote(MAX_LEAP + 1, EMPTY), 1.0) == []
    assert made.term == 0


# -- what is final ---------------------------------------------------------------------------------


def test_followers_see_by_themselves_what_is_certified_and_final() -> None:
    made = node(B, voters=(A, B, C, D, E))
    entry = line(1, EMPTY, None, frozenset((A, B, C)))
    effects = made.receive(A, Append(1, EMPTY, (entry,), 0, ()), 1.0)
    assert effects[:2] == [Following(1, A), Appended((entry,))]
    assert sent(effects) == [Ack(1, end([entry]), b"ack", True)] * 4
    effects = made.receive(C, Ack(1, end([entry]), b"", False), 1.0)
    assert effects == [Certified(1), Committed(1)]
    assert made.receive(D, Ack(1, end([entry]), b"", False), 1.0) == [], "each is told once"
    made = node(B, voters=(A, B, C, D))
    told = [
        of(made.receive(A, Append(1, EMPTY, (entry,), 0, ()), now), Certified, Committed)
        for now in (1.0, 1.1)
    ]
    assert told == [[Certified(1)], []]


def test_an_early_signature_counts_once_the_entry_is_there() -> None:
    made = node(B, voters=(A, B, C, D, E))
    entry = line(1, EMPTY, None)
    made.receive(A, Append(1, EMPTY, (), 0, ()), 1.0)
    assert made.receive(C, Ack(1, end([entry]), b"", False), 1.0) == []
    assert Committed(1) in made.receive(A, Append(1, EMPTY, (entry,), 0, ()), 1.0)


@pytest.mark.parametrize("final", [1, 2])
def test_a_tail_gives_way_unless_it_is_final(final: int) -> None:
    made = node(B, lines=history(1, 1), saved=Saved(1, None, final))
    other = line(2, made.log.point(1), None)
    effects = made.receive(A, Append(2, made.log.point(1), (other,), 0, ()), 1.0)
    changes = of(effects, Truncated, Appended)
    assert changes == ([Truncated(1), Appended((other,))] if final == 1 else [])
    assert bool(of(effects, Disagreed)) == (final == 2)
    assert made.log.last == end([*history(1), other] if final == 1 else history(1, 1))


def test_a_host_that_tells_two_stories_is_seen() -> None:
    made = node(B, voters=(A, B, C, D, E))
    one, other = line(1, EMPTY, None), line(1, EMPTY, Action(A, 1))
    made.receive(A, Append(1, EMPTY, (one,), 0, ()), 1.0)
    assert made.receive(C, Ack(1, end([other]), b"", False), 1.0) == [
        Disagreed(C, end([one]), end([other]))
    ]
    assert made.receive(D, Append(1, EMPTY, (), 0, ()), 1.0) == [Disagreed(D, end([one]), EMPTY)]


def test_what_comes_before_an_entry_that_can_not_be_is_told() -> None:
    one, two, three = history(1, 1, 1)
    made = node(voters=(A, B, C, D))
    effects = made.receive(B, Append(1, EMPTY, (one, three), 0, ()), 1.0)
    assert of(effects, Appended) == [Appended((one,))]
    assert Disagreed(B, end([one]), end([one, two, three])) in effects


def test_only_voters_of_this_term_send_a_host_back() -> None:
    host = hosting(B, lines=history(1), saved=Saved(1))
    assert host.receive(C, Nack(1, 0), 1.0) == []
    assert host.receive(E, Nack(2, 0), 1.0) == []
    assert sent(host.receive(C, Nack(2, 0), 1.0), C) == [
        Append(2, EMPTY, tuple(host.log.entries(0, 9)), host.committed, ())
    ]


def test_an_entry_that_is_not_welcome_yet_is_not_signed() -> None:
    made = node(B)
    early = line(1, EMPTY, Action(A, 7))
    offer = Append(1, EMPTY, (early,), 0, ())
    asks = Ack(1, EMPTY, b"ack", True)  # what the others have signed
    assert sent(made.receive(A, offer, 1.0), A) == [asks]
    assert sent(made.receive(A, offer, 2.0), A) == [Ack(1, end([early]), b"ack", False)]


# -- what a node has signed it keeps to ------------------------------------------------------------


@pytest.mark.parametrize(("floor", "stands"), [((2, 3), False), ((1, 2), True)])
def test_nobody_stands_with_a_log_that_lacks_what_he_signed(
    floor: tuple[int, int], stands: bool
) -> None:
    """Not by himself, nor when the host hands over to him; nor does he vote for such a log."""
    lines = history(1, 1)
    made = node(lines=lines, saved=Saved(3, None, 0, floor))
    proof = b"vote" if stands else b""
    assert sent(made.receive(B, Vote(4, end(lines)), 9.0)) == [Voted(4, stands, proof)]
    made = node(lines=lines, saved=Saved(3, None, 0, floor))
    assert any(isinstance(m, PreVote) for m in sent(made.tick(5.0))) == stands
    made = node(lines=lines, saved=Saved(3, None, 0, floor))
    made.receive(B, Append(3, end(lines), (), 0, ()), 1.0)
    assert any(isinstance(m, Vote) for m in sent(made.receive(B, TimeoutNow(3), 1.1))) == stands


def test_what_a_host_calls_final_is_asked_about_and_not_believed() -> None:
    lines = history(1)
    made = node(voters=(A, B, C, D, E), saved=Saved(1))
    effects = made.receive(B, Append(1, EMPTY, tuple(lines), 1, ()), 1.0)
    assert of(effects, Committed) == []
    asked = [m for m in sent(effects, C) if isinstance(m, Ack)]
    assert [ack.asking for ack in asked] == [True]
    assert Committed(1) in made.receive(C, Ack(1, end(lines), b"", False), 1.1)
    again = made.receive(B, Append(1, end(lines), (), 1, ()), 1.2)
    assert [m.asking for m in sent(again) if isinstance(m, Ack)] == [False]


def test_a_new_entry_is_confirmed_to_everybody_even_if_it_is_final_at_once() -> None:
    lines = history(1)
    made = node(saved=Saved(1))
    effects = made.receive(B, Append(1, EMPTY, tuple(lines), 0, ()), 1.0)
    assert of(effects, Committed) == [Committed(1)]
    assert [m for m in sent(effects, C) if isinstance(m, Ack)]


def test_an_order_of_the_host_is_given_at_once_or_not_at_all() -> None:
    made = node()
    assert made.decree(Action(A, 1), 0.5) == []
    elected(made, B)
    length = made.log.last.seq
    made.decree(Action(A, 1), 1.1)
    assert made.log.last.seq == length + 1
    assert made.unordered(9.0) == []
    made.decree(Action(A, 2, (A, B)), 1.2)
    assert made.log.last.seq == length + 1  # its term has not proven itself yet


def test_a_host_stands_again_for_a_peer_that_is_ahead_but_not_all_the_time() -> None:
    made = hosting()
    term = made.term
    made.catch_up(term + 4, 2.0)
    assert (made.term, made.role) == (term + 5, CANDIDATE)
    elected(made, B, now=4.0)
    term = made.term
    made.catch_up(term + 4, 5.0)
    assert (made.term, made.role) == (term, HOST)
    made.catch_up(term + MAX_LEAP + 1, 2.0 + REST)
    assert made.term == term
    follower = node()
    follower.catch_up(7, 1.0)
    assert (follower.term, follower.role) == (0, FOLLOWER)


def test_a_host_that_owes_something_loses_its_protection() -> None:
    lines = history(1)
    made = node(lines=lines, saved=Saved(1))
    made.receive(B, Append(1, end(lines), (), 1, ()), 1.0)
    ask = PreVote(2, Point(1, 9, line(1, end(lines), None).head))
    made.docket.owed = 1.0
    (answer,) = sent(made.receive(C, ask, 1.1))
    assert answer == PreVoted(1, False)
    for beat in range(2, 5):
        made.receive(B, Append(1, end(lines), (), 1, ()), float(beat))
    (answer,) = sent(made.receive(C, ask, 4.1))
    assert answer == PreVoted(2, True)


# -- the table -------------------------------------------------------------------------------------


def test_the_table_waits_for_a_player_and_goes_on() -> None:
    made = hosting()
    effects: list[Effect] = []
    for beat in range(1, 30):
        ack(made, B, now=1.0 + beat / 4)
        effects += made.tick(1.0 + beat / 4)
    assert of(effects, Paused) == [Paused((C,))]
    follower = node(B)
    assert Paused((C,)) in follower.receive(A, Append(1, EMPTY, (), 0, (C,)), 1.0)
    assert Resumed() in follower.receive(A, Append(1, EMPTY, (), 0, ()), 2.0)


CHANGE = line(1, EMPTY, Action(A, 1, voters=(A, B, C)))


def test_who_missed_a_change_of_voters_needs_no_voter_of_before_it_to_see_what_is_final() -> None:
    made = node(C, voters=(A, B, C, D))
    noop = line(2, end([CHANGE]), None)
    made.receive(A, Append(2, EMPTY, (CHANGE, noop), 2, ()), 1.0)
    assert made.committed == 2
    assert made.voters == (A, B, C)


def test_that_a_change_of_voters_is_final_is_saved() -> None:
    made = hosting(B, C, voters=(A, B, C, D))
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


def test_changes_that_make_no_sense_are_rejected_with_a_sentence() -> None:
    made = node()
    act = Action(A, 1, voters=(A,))
    assert made.propose(act, 1.0) == [Rejected(act, "voters join and leave one at a time")]


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


def test_a_host_goes_by_handing_over_to_the_newest_log_of_those_who_stay() -> None:
    made = hosting(C, voters=(A, B, C, D))
    assert made.hand_over(1.1) == [Send(C, TimeoutNow(1))]
    assert made.hand_over(1.1) == []  # once is enough
    assert not of(made.propose(Action(A, 1), 1.1), Appended)
    heir = node(C, voters=(A, B, C, D))
    assert heir.receive(B, TimeoutNow(0), 1.0) == []
    heir.receive(A, Append(1, EMPTY, (), 0, ()), 1.0)
    assert sent(heir.receive(A, TimeoutNow(1), 1.0)) == [Vote(2, EMPTY)] * 3
    made.tick(2.7)
    assert made.log.find((A, 1)) is not None  # the heir never stood
    made = hosting(B, C, voters=(A, B, C, D))
    assert made.hand_over(1.1, {A, B}) == [Send(C, TimeoutNow(1))]
    made = hosting(B, voters=(A, B))
    assert made.hand_over(1.1, {A, B}) == [Send(B, TimeoutNow(1))]
    assert hosting(voters=(A,)).hand_over(1.1) == []


def test_a_removed_host_hands_over_first() -> None:
    made = hosting(B)
    assert made.receive(B, Submit(Action(B, 1, voters=(B, C))), 1.1) == []  # C may be gone
    ack(made, C)
    assert TimeoutNow(1) in sent(made.tick(1.2), B)


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
