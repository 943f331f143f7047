"""Votes that were not given, terms that do not exist, and who has no seat any more."""

import pytest

from net.log.entries import START, Act, Asked, Entry, Vote
from net.log.kinds import ANCHOR, NOOP
from net.log.proofs import ACK_AND_VOTE, ORDER_AND_VOTE, TWO_VOTES
from net.wire import messages as wire
from tests.net.tablesim.program import Program
from tests.net.tablesim.rogue import (
    STRANGER,
    Rogue,
    alarmed,
    expelled,
    game_of,
    rogue_at,
    unmoved,
    until,
)
from tests.net.tablesim.table import SimTable

# -- votes and terms -------------------------------------------------------------------------------


def test_a_voter_who_elects_two_hosts_is_caught_and_named() -> None:
    made, rogue, (one, two) = rogue_at(0)
    first, second = (rogue.crown(host, host, rogue.program) for host in (one, two))
    game_of(two).receive(one.pid, rogue.offer(first, term=2), made.now)
    assert game_of(two).ledger.log.last == first.asked
    game_of(two).receive(one.pid, wire.Snapshot(rogue.gid, 0, (second.sealed,)), made.now)
    made.run(0.1)
    assert alarmed([one, two], rogue, TWO_VOTES)


def test_a_voter_who_drops_what_he_confirmed_is_caught_and_named() -> None:
    made, rogue, (one, two) = rogue_at(0)
    entry = rogue.entry(rogue.act(ANCHOR, b"a" * 32))
    rogue.say(one, rogue.ack(entry.asked))
    opening = rogue.crown(two, two, rogue.program)
    game_of(one).receive(two.pid, rogue.offer(opening, term=2, committed=0), made.now)
    made.run(0.1)
    assert alarmed([one, two], rogue, ACK_AND_VOTE)


def test_a_majority_that_takes_back_what_was_final_leaves_proof() -> None:
    """Of three players the host and another one forget an entry that the third holds as final."""
    made, rogue, (one, two) = rogue_at(0)
    entry = rogue.entry(rogue.act(ANCHOR, b"a" * 32))
    rogue.append(one, entry)
    assert game_of(one).ledger.final.last == entry.asked
    opening = rogue.crown(two, two, rogue.program)
    game_of(one).receive(two.pid, rogue.offer(opening, term=2, committed=0), made.now)
    assert alarmed([one], rogue, ORDER_AND_VOTE)
    assert game_of(one).ledger.final.last == entry.asked


@pytest.mark.parametrize("signed", [False, True])
def test_nothing_is_given_up_for_a_host_whom_nobody_elected(signed: bool) -> None:
    """What is final for its host only would be lost with him."""
    made, rogue, (host, one, two, three) = rogue_at(4, 5)
    before = len(made.history)
    made.wires.block({(a.pid, b.pid) for a in made.programs[1:] for b in made.programs[1:]})
    made.wires.block({(host.pid, three.pid)})
    game_of(host)._propose(ANCHOR, b"a" * 32, made.now)
    made.run(0.05)
    assert len(made.history) == before + 1, "final where the host sees it"
    junk = rogue.entry(rogue.act(ANCHOR, b"b" * 32))
    junk = junk if signed else Entry.make(STRANGER, rogue.term, rogue.place, junk.act)
    for program in (one, two):
        assert game_of(program).ledger.final.last.seq == before
        rogue.append(program, junk, term=rogue.term + 1)
        assert len(game_of(program).ledger.log) == before + 1
        assert program.home.kept.floor_seq == 0
    assert expelled([one, two], rogue, "sign")
    made.kill(host)
    made.gone |= {host, rogue.program}
    made.wires.clear(set(made.wires.cut))
    until(made, lambda: len(made.history) > before + 1, 20.0)
    assert made.history[before].act.payload == b"a" * 32


@pytest.mark.parametrize("back", [0, 1])
def test_who_is_not_the_host_of_the_term_replaces_nothing(back: int) -> None:
    _, rogue, (_, one) = rogue_at(2)
    before = game_of(one).ledger.log.entry(rogue.point.seq - 1)
    other = Entry.make(rogue.me, rogue.term, before.place, rogue.act(ANCHOR, b"a" * 32))
    prev = wire.Point(*before.asked)
    message = rogue.offer(other, prev=prev, term=rogue.term - back)
    assert not game_of(one)._floor._replaces(rogue.me.pid, message)
    rogue.say(one, message)
    assert game_of(one).ledger.log.last == Asked(*rogue.point)


def test_a_term_that_was_raised_with_a_forged_entry_is_on_disk() -> None:
    _, rogue, (_, one, _) = rogue_at(3, 4)
    before = game_of(one).ledger.log.entry(rogue.point.seq - 1)
    act = Act.make(rogue.me, rogue.gid, 9_000_000, before.place, ANCHOR, b"a" * 32)
    forged = Entry.make(STRANGER, rogue.term, before.place, act)
    rogue.append(one, forged, term=rogue.term + 9, prev=wire.Point(*before.asked))
    assert expelled([one], rogue, "not signed by any player")
    assert one.home.kept.term == game_of(one).node.term


def test_whoever_raises_the_term_again_and_again_does_not_stop_the_log() -> None:
    made, rogue, others = rogue_at(2)
    made.play_on()
    length = len(made.history)
    for round_ in range(10):
        for program in others:
            term = game_of(program).node.term + 1000
            rogue.say(program, wire.VoteRequest(rogue.gid, term, rogue.point))
        made.run(2.0)
        assert game_of(others[0]).halted is None, round_
    assert len(made.history) > length


def test_only_the_host_hands_over() -> None:
    made, rogue, (_, one) = rogue_at(2)
    rogue.say(one, wire.TimeoutNow(rogue.gid, rogue.term))
    made.run(0.5)
    assert game_of(made.programs[0]).hosting


# -- seats -----------------------------------------------------------------------------------------


def removed_table() -> tuple[SimTable, Rogue, list[Program]]:
    """A table whose last player has been removed, and holds it against the others."""
    made, rogue, others = rogue_at(3, 4, wait=0, people=[True] * 4)
    made.kindness = True
    until(made, lambda: all(rogue.me.pid not in game_of(p).ledger.final.players for p in others))
    made.run(1.0)
    return made, rogue, others


def test_who_was_removed_has_no_say() -> None:
    made, rogue, others = removed_table()
    assert all(game_of(p).ledger.final.owners[3] in {q.pid for q in others} for p in others)
    same = unmoved(others)
    for program in others:
        node = game_of(program).node
        for message in (
            wire.VoteRequest(rogue.gid, node.term + 1, rogue.point),
            wire.PreVote(rogue.gid, node.term + 1, rogue.point),
            wire.PreVoted(rogue.gid, node.term + 1, False),
            wire.TimeoutNow(rogue.gid, node.term),
            wire.Append(rogue.gid, node.term, rogue.point, (), 0, ()),
            wire.Append(rogue.gid, node.term + 1, rogue.point, (), 0, ()),
        ):
            rogue.say(program, message)
    made.run(1.0)
    assert same()


def test_who_was_removed_is_no_host_without_votes() -> None:
    made, rogue, others = removed_table()
    host = next(p for p in others if game_of(p).hosting)
    log = game_of(host).ledger.log
    for program in others:
        game_of(program).linked(rogue.me.pid, made.now)
    made.kill(host)
    left = [program for program in others if program is not host]
    made.run(0.01)
    assert [game_of(program).host for program in left] == [None, None]
    same = unmoved(left)
    term, end = log.last.term + 1, wire.Point(*log.last)
    for program in left:
        for prev in (rogue.point, end, end._replace(seq=end.seq + 9)):
            rogue.say(program, wire.Append(rogue.gid, term, prev, (), 0, ()))
        theirs = tuple(entry.sealed for entry in log)
        rogue.say(program, wire.Append(rogue.gid, term, wire.Point(0, 0, START), theirs, 0, ()))
    assert same()
    votes = [Vote.make(rogue.me, rogue.gid, term, rogue.me.pid, log.last).raw]
    crown = Act.make(rogue.me, rogue.gid, 0, log.place, NOOP, votes)
    entry = rogue.entry(crown, term, log.place)
    for program in left:
        rogue.say(program, wire.Append(rogue.gid, term, end, (entry.sealed,), 0, ()))
    assert expelled(left, rogue, "does not play at this table")
    assert [game_of(program).ledger.log.last for program in left] == [log.last] * 2
    assert all(game_of(program).node.term < term for program in left)


def test_who_was_removed_can_make_the_host_stand_again_but_not_all_the_time() -> None:
    made, rogue, others = removed_table()
    host = next(p for p in others if game_of(p).hosting)
    for program in others:
        game_of(program).linked(rogue.me.pid, made.now)
    first = game_of(host).node.term
    for _ in range(20):
        rogue.say(host, wire.Nack(rogue.gid, game_of(host).node.term + 5, 0))
        made.run(0.1)
    assert game_of(host).hosting
    assert game_of(host).node.term == first + 6
