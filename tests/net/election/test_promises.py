"""What a node has signed it keeps to, and it counts signatures rather than believing a host."""

from net.election import Point, Saved
from net.election.effects import Committed, Effect
from net.election.messages import Ack, Append, PreVote, PreVoted, TimeoutNow, Vote
from net.election.replica import FOLLOWER, HOST
from net.election.words import MAX_LEAP, REST
from tests.net.electing import A, B, C, D, E, elected, end, history, node, sent
from tests.net.sim.paper import Action, line

FIVE = (A, B, C, D, E)


def committed(effects: list[Effect]) -> list[int]:
    return [effect.seq for effect in effects if isinstance(effect, Committed)]


def test_nobody_stands_with_a_log_that_lacks_what_he_signed() -> None:
    lines = history(1, 1)
    made = node(lines=lines, saved=Saved(3, None, 0, (2, 3)))
    assert not [m for m in sent(made.tick(5.0)) if isinstance(m, PreVote)]
    made = node(lines=lines, saved=Saved(3, None, 0, (1, 2)))
    assert [m for m in sent(made.tick(5.0)) if isinstance(m, PreVote)]


def test_nor_when_the_host_hands_over_to_him() -> None:
    lines = history(1, 1)
    for floor, stands in (((2, 3), False), ((1, 2), True)):
        made = node(lines=lines, saved=Saved(3, None, 0, floor))
        made.receive(B, Append(3, end(lines), (), 0, ()), 1.0)
        votes = [m for m in sent(made.receive(B, TimeoutNow(3), 1.1)) if isinstance(m, Vote)]
        assert bool(votes) == stands


def test_what_a_host_calls_final_is_asked_about_and_not_believed() -> None:
    lines = history(1)
    made = node(voters=FIVE, saved=Saved(1))
    effects = made.receive(B, Append(1, Point(0, 0, bytes(8)), tuple(lines), 1, ()), 1.0)
    assert committed(effects) == []
    asked = [m for m in sent(effects, C) if isinstance(m, Ack)]
    assert [ack.asking for ack in asked] == [True]
    assert committed(made.receive(C, Ack(1, end(lines), b"", False), 1.1)) == [1]
    again = made.receive(B, Append(1, end(lines), (), 1, ()), 1.2)
    assert [m.asking for m in sent(again) if isinstance(m, Ack)] == [False]


def test_a_new_entry_is_confirmed_to_everybody_even_if_it_is_final_at_once() -> None:
    lines = history(1)
    made = node(saved=Saved(1))
    effects = made.receive(B, Append(1, Point(0, 0, bytes(8)), tuple(lines), 0, ()), 1.0)
    assert committed(effects) == [1]
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
    made = node()
    elected(made, B)
    term = made.term
    made.catch_up(term + 4, 2.0)
    assert (made.term, made.role) == (term + 5, "candidate")
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
