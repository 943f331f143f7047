"""A player at the table has changed his program: what he tries comes to nothing, or is proven."""

from collections.abc import Callable

import pytest

from core.actions import NEXT, Action
from net import messages as wire
from net.dice import LinkChain, Reveal
from net.entries import Ack, Act, Asked, Entry, Vote
from net.identity import Identity
from net.proofs import ACK_AND_VOTE, FORK, ORDER_AND_VOTE, TWO_ACTS, TWO_VOTES, Proof
from net.record import packed
from net.referee import ANCHOR, BEACON, CLOSE, DO, NOOP, REMOVE, RETURN, SEED, consent
from tests.net.tablesim.program import Program, window_of
from tests.net.tablesim.rogue import Rogue, game_of, table, unmoved, until

STRANGER = Identity(b"stranger" * 4)


def expelled(victims: list[Program], rogue: Rogue, why: str) -> bool:
    return all(
        any(pid == rogue.me.pid and why in text for pid, text in program.expelled)
        for program in victims
    )


def alarmed(programs: list[Program], rogue: Rogue, kind: str) -> bool:
    """Everybody has stopped, knows who it was, and holds a proof that stands alone."""
    alarms = [game_of(program).halted for program in programs]
    return all(
        alarm is not None
        and (alarm.kind, alarm.pid) == ("cheating", rogue.me.pid)
        and Proof.read(alarm.report).kind == kind
        and Proof.read(alarm.report).holds()
        for alarm in alarms
    )


def mover(made: Program) -> int:
    return game_of(made).ledger.final.game.waiting()[0]


# -- acts ------------------------------------------------------------------------------------------


def test_nobody_acts_in_the_name_of_another() -> None:
    made = table()
    rogue, (one, two) = Rogue(made, 0), made.programs[1:]
    genuine = Act.make(two.me, rogue.gid, 9_000_000, rogue.place, DO, packed(Action(NEXT, 2)))
    mine = rogue.act(DO, packed(Action(NEXT, 2)))
    forged = wire.Action(rogue.gid, Act.read(genuine.raw, mine.signature).sealed)
    same = unmoved([two])
    rogue.say(one, forged)
    assert expelled([one], rogue, "not signed by its author")
    made.run(0.05)
    assert same()


@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_acts_for_the_seat_of_another_or_out_of_turn(seat: int) -> None:
    made = table()
    assert mover(made.programs[0]) == 0
    rogue, others = Rogue(made, 1), [made.programs[0], made.programs[2]]
    same = unmoved(others)
    for program in others:
        rogue.say(program, wire.Action(rogue.gid, rogue.act(DO, packed(Action(NEXT, seat))).sealed))
    made.run(1.0)
    assert same()
    assert not game_of(others[0]).node.unordered(made.now)


@pytest.mark.parametrize("payload", [b"", [1, 2, 3], {"kind": "next"}, "next", 7, [b"x" * 70]])
def test_acts_that_make_no_sense_are_dropped(payload: object) -> None:
    made = table()
    rogue, others = Rogue(made, 2), made.programs[:2]
    same = unmoved(others)
    for kind in (DO, SEED, ANCHOR, RETURN, "more"):
        for program in others:
            rogue.say(program, wire.Action(rogue.gid, rogue.act(kind, payload).sealed))
    made.run(0.5)
    assert same()


def test_what_a_host_orders_can_not_be_asked_for() -> None:
    made = table()
    rogue, others = Rogue(made, 2), made.programs[:2]
    same = unmoved(others)
    for kind in (BEACON, CLOSE, REMOVE, NOOP, "seats", "nonsense"):
        for number in (0, 7_000_000):
            act = rogue.act(kind, [], number)
            for program in others:
                rogue.say(program, wire.Action(rogue.gid, act.sealed))
    made.run(0.5)
    assert same()


def test_an_act_that_was_carried_out_is_not_carried_out_again() -> None:
    made = table()
    rogue, others = Rogue(made, 2), made.programs[:2]
    same = unmoved(others)
    for entry in rogue.game.ledger.log:
        for program in others:
            rogue.say(program, wire.Action(rogue.gid, entry.act.sealed))
    made.run(0.5)
    assert same()


def test_nothing_of_another_game_counts() -> None:
    made, elsewhere = table(), table(seed=2)
    rogue, others = Rogue(made, 0), made.programs[1:]
    old = game_of(elsewhere.programs[0]).ledger.log
    same = unmoved(others)
    for program in others:
        for entry in old:
            rogue.say(program, wire.Action(rogue.gid, entry.act.sealed))
        rogue.append(program, gid=elsewhere.terms.gid)
    made.run(0.05)
    assert same()
    rogue.append(others[0], old.entry(len(rogue.game.ledger.log) + 1))
    assert game_of(others[0]).ledger.log.last == rogue.game.ledger.log.last


def test_two_acts_with_one_number_are_proof() -> None:
    made = table()
    rogue, others = Rogue(made, 1), [made.programs[0], made.programs[2]]
    first, second = (rogue.act(ANCHOR, bytes([n]) * 32, 8_000_000) for n in (1, 2))
    rogue.say(others[0], wire.Action(rogue.gid, first.sealed))
    rogue.say(others[0], wire.Action(rogue.gid, second.sealed))
    made.run(0.1)
    assert alarmed(others, rogue, TWO_ACTS)


def test_a_flood_of_acts_is_not_kept() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    for _ in range(100):
        act = Act.make(
            rogue.me, rogue.gid, rogue.act(ANCHOR, b"").author_seq, rogue.place._replace(seq=900),
            ANCHOR, bytes(32),
        )  # fmt: skip
        rogue.say(one, wire.Action(rogue.gid, act.sealed))
    assert len(game_of(one).node.unordered(made.now)) == 16


# -- signatures of others --------------------------------------------------------------------------


def forged_ack(rogue: Rogue) -> wire.Message:
    at = rogue.point._replace(seq=rogue.point.seq + 1)
    signature = STRANGER.sign("czd/ack", rogue.gid, rogue.term, *at)
    return wire.Ack(rogue.gid, rogue.term, at, signature, False, b"")


def ack_of_elsewhere(rogue: Rogue) -> wire.Message:
    at = rogue.point._replace(seq=rogue.point.seq + 1)
    ack = Ack.make(rogue.me, bytes(16), rogue.term, Asked(*at))
    return wire.Ack(rogue.gid, rogue.term, at, ack.signature, False, b"")


def forged_consent(rogue: Rogue) -> wire.Message:
    victim = rogue.table.programs[0].pid
    signature = consent(STRANGER, rogue.gid, victim, b"", 9, rogue.place.head)
    return wire.Consent(rogue.gid, victim, b"", 9, rogue.place.head, signature)


def forged_reveal(rogue: Rogue) -> wire.Message:
    ack = Ack.make(STRANGER, rogue.gid, rogue.term, Asked(*rogue.point))
    return wire.Reveal(rogue.gid, Reveal(ack, 2, bytes(32)).raw)


def garbage(rogue: Rogue) -> wire.Message:
    return wire.Snapshot(rogue.gid, 0, (b"garbage",))


def garbled_evidence(rogue: Rogue) -> wire.Message:
    return wire.Evidence(rogue.gid, b"garbage")


@pytest.mark.parametrize(
    "made_up",
    [forged_ack, ack_of_elsewhere, forged_consent, forged_reveal, garbage, garbled_evidence],
)
def test_forged_and_garbled_messages_end_the_connection(
    made_up: Callable[[Rogue], wire.Message],
) -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    before = game_of(one).ledger.log.last
    rogue.say(one, made_up(rogue))
    assert [pid for pid, _ in one.expelled] == [rogue.me.pid]
    assert game_of(one).ledger.log.last == before
    assert game_of(one).halted is None


def candidacy() -> tuple[Rogue, Program]:
    """The host is gone, and one player stands who needs the rogue's vote."""
    made = table()
    made.kill(made.programs[0])
    rogue, one = Rogue(made, 2), made.programs[1]
    node = game_of(one).node
    until(made, lambda: node._asked > node.term)
    rogue.say(one, wire.PreVoted(rogue.gid, node.term + 1, True))
    assert node.role == "candidate"
    return rogue, one


def test_a_forged_vote_elects_nobody() -> None:
    rogue, one = candidacy()
    term = game_of(one).node.term
    rogue.say(one, wire.Vote(rogue.gid, term, True, STRANGER.sign("czd/vote", rogue.gid)))
    assert expelled([one], rogue, "vote was not signed")
    assert game_of(one).node.role != "host"


def test_a_vote_of_an_older_term_is_worth_nothing() -> None:
    rogue, one = candidacy()
    node = game_of(one).node
    old = Vote.make(rogue.me, rogue.gid, node.term - 1, one.pid, Asked(*node.stood))
    rogue.say(one, wire.Vote(rogue.gid, node.term - 1, True, old.signature))
    assert not game_of(one).hosting
    rogue.say(one, wire.Vote(rogue.gid, node.term, True, old.signature))
    assert not game_of(one).hosting
    assert expelled([one], rogue, "vote was not signed")


# -- a host that cheats ----------------------------------------------------------------------------


def bad_turn(rogue: Rogue) -> Act:
    return rogue.act(DO, packed(Action(NEXT, 1)))


def stolen_throw(rogue: Rogue) -> Act:
    return rogue.act(BEACON, [2, [[p.pid, bytes(32)] for p in rogue.table.programs]])


def early_close(rogue: Rogue) -> Act:
    return rogue.act(CLOSE, 1)


def lonely_removal(rogue: Rogue) -> Act:
    victim = rogue.table.programs[1].pid
    mine = consent(rogue.me, rogue.gid, victim, b"", 3, rogue.place.head)
    return rogue.act(REMOVE, [victim, b"", 3, [[rogue.me.pid, mine]]])


def numbered_order(rogue: Rogue) -> Act:
    return rogue.act(NOOP, [], 6_000_000)


def unknown_kind(rogue: Rogue) -> Act:
    return rogue.act("gift", 1_000)


@pytest.mark.parametrize(
    "order", [bad_turn, stolen_throw, early_close, lonely_removal, numbered_order, unknown_kind]
)
def test_nobody_takes_a_forbidden_entry_from_a_host(order: Callable[[Rogue], Act]) -> None:
    made = table()
    rogue, others = Rogue(made, 0), made.programs[1:]
    before = [game_of(program).ledger.log.last for program in others]
    entry = rogue.entry(order(rogue))
    for program in others:
        rogue.append(program, entry)
    assert expelled(others, rogue, f"entry {entry.seq}: ")
    assert [game_of(program).ledger.log.last for program in others] == before
    until(made, lambda: any(game_of(program).hosting for program in others))


def test_entries_that_are_no_entries_end_the_connection() -> None:
    made = table()
    rogue, one = Rogue(made, 0), made.programs[1]
    rogue.append(one, entries=(b"\x93garbage",))
    assert [pid for pid, _ in one.expelled] == [rogue.me.pid]


def test_an_entry_that_its_host_did_not_sign_is_refused() -> None:
    made = table()
    rogue, one = Rogue(made, 0), made.programs[1]
    act = rogue.act(ANCHOR, b"a" * 32)
    rogue.append(one, Entry.make(STRANGER, rogue.term, rogue.place, act))
    assert expelled([one], rogue, "did not sign it")


def test_a_host_that_shows_two_histories_is_caught_and_named() -> None:
    made = table()
    rogue, (one, two) = Rogue(made, 0), made.programs[1:]
    rogue.append(one, rogue.entry(rogue.act(ANCHOR, b"a" * 32)))
    rogue.append(two, rogue.entry(rogue.act(ANCHOR, b"b" * 32)))
    until(made, lambda: alarmed([one, two], rogue, FORK), 2.0)
    assert "put two different entries at the same place" in game_of(one).halted.text  # type: ignore[union-attr]
    assert made.terms.seats[0].name in game_of(two).halted.text  # type: ignore[union-attr]


def test_a_host_that_takes_back_an_entry_is_caught_by_whom_it_told() -> None:
    made = table(5)
    rogue, others = Rogue(made, 0), made.programs[1:]
    rogue.append(others[0], rogue.entry(rogue.act(ANCHOR, b"a" * 32)))
    rogue.append(others[0], rogue.entry(rogue.act(ANCHOR, b"b" * 32)))
    until(made, lambda: alarmed(others, rogue, FORK), 2.0)


def test_a_host_can_not_call_final_what_no_majority_has_signed() -> None:
    made = table(5)
    rogue, others = Rogue(made, 0), made.programs[1:]
    before = game_of(others[0]).ledger.final.last
    made.wires.block({(a.pid, b.pid) for a in others for b in others})
    entry = rogue.entry(rogue.act(ANCHOR, b"a" * 32))
    rogue.append(others[0], entry, committed=entry.seq)
    rogue.append(others[0], entry, committed=10_000)
    assert game_of(others[0]).ledger.log.last == entry.asked
    assert game_of(others[0]).ledger.final.last == before
    ack = Ack.make(others[1].me, rogue.gid, rogue.term, entry.asked)
    message = wire.Ack(rogue.gid, rogue.term, wire.Point(*entry.asked), ack.signature, False, b"")
    game_of(others[0]).receive(others[1].pid, message, made.now)
    assert game_of(others[0]).ledger.final.last == entry.asked  # three of five: host, him, me


def test_a_host_that_keeps_an_act_from_the_table_loses_its_place() -> None:
    made = table()
    host, one = made.programs[0], made.programs[1]
    game_of(host)._on_act = lambda pid, message, now: None  # type: ignore[method-assign]
    game_of(one)._propose(ANCHOR, b"a" * 32, made.now)
    until(made, lambda: made.history[-1].act.payload == b"a" * 32, 12.0)
    assert not game_of(host).hosting
    assert made.history[-1].term > 1


def test_a_host_that_does_not_throw_loses_its_place() -> None:
    made = table()
    host = made.programs[0]
    game_of(host)._host = lambda now: None  # type: ignore[method-assign]
    made.play_on()
    throws = game_of(host).ledger.final.index
    until(made, lambda: game_of(made.programs[1]).ledger.final.index > throws, 40.0)
    assert not game_of(host).hosting


def test_a_host_that_closes_a_window_early_waits_for_a_signature() -> None:
    made = table(3, seconds=20, people=[True] * 3)
    made.play_on()
    until(made, lambda: all(window_of(game_of(p)) is not None for p in made.programs))
    made.hushed = True
    made.run(0.5)
    window = window_of(game_of(made.programs[1]))
    assert window is not None
    rogue, others = Rogue(made, 0), made.programs[1:]
    close = rogue.entry(rogue.act(CLOSE, window.ref))
    before = game_of(others[0]).ledger.log.last
    for _ in range(3):
        for program in others:
            rogue.append(program, close)
        made.run(0.3)
    assert game_of(others[0]).ledger.log.last == before
    assert not others[0].expelled


# -- dice ------------------------------------------------------------------------------------------


def reveal(rogue: Rogue, index: int, link: bytes) -> wire.Reveal:
    ack = Ack.make(rogue.me, rogue.gid, rogue.term, Asked(*rogue.point))
    return wire.Reveal(rogue.gid, Reveal(ack, index, link).raw)


def chain(rogue: Rogue) -> LinkChain:
    return LinkChain(rogue.gid, rogue.me.pid, rogue.program.home.dice_seeds[0])


def test_a_link_that_nobody_asked_for_is_refused() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    throw = game_of(one).ledger.tip.index + 1
    rogue.say(one, reveal(rogue, throw, chain(rogue).link(throw)))
    assert expelled([one], rogue, "not the one that is due")


def due_table() -> tuple[Rogue, Program, int]:
    """A table that waits for the link of the last player only."""
    made = table()
    last = made.programs[2]
    game_of(last)._show = lambda now: None  # type: ignore[method-assign]
    made.play_on()
    until(made, lambda: all(game_of(p).ledger.final.due is not None for p in made.programs))
    made.run(1.0)
    due = game_of(last).ledger.tip.due
    assert due is not None
    assert game_of(made.programs[0]).missing_links() == (last.pid,)
    return Rogue(made, 2), made.programs[0], due.throw


@pytest.mark.parametrize("step", [-1, 1, 3])
def test_another_link_of_the_chain_is_not_the_one_that_is_due(step: int) -> None:
    rogue, host, throw = due_table()
    before = game_of(host).ledger.log.last
    rogue.say(host, reveal(rogue, throw, chain(rogue).link(throw + step)))
    assert expelled([host], rogue, "not the one that is due")
    assert game_of(host).ledger.log.last == before


def test_a_link_of_one_s_own_making_is_refused() -> None:
    rogue, host, throw = due_table()
    rogue.say(host, reveal(rogue, throw, b"x" * 32))
    assert expelled([host], rogue, "not the one that is due")


def test_a_link_that_was_shown_before_is_too_late_and_nothing_more() -> None:
    rogue, host, throw = due_table()
    before = game_of(host).ledger.log.last
    rogue.say(host, reveal(rogue, throw - 1, chain(rogue).link(throw - 1)))
    assert not host.expelled
    assert game_of(host).ledger.log.last == before
    rogue.say(host, reveal(rogue, throw, chain(rogue).link(throw)))
    assert game_of(host).ledger.log.last.seq == before.seq + 1


# -- votes and terms -------------------------------------------------------------------------------


def vote(voter: Identity, rogue: Rogue, term: int, candidate: bytes) -> bytes:
    return Vote.make(voter, rogue.gid, term, candidate, Asked(*rogue.point)).raw


def test_a_voter_who_elects_two_hosts_is_caught_and_named() -> None:
    made = table()
    rogue, (one, two) = Rogue(made, 0), made.programs[1:]
    entries = [
        Entry.make(
            host.me, 2, rogue.place,
            Act.make(
                host.me, rogue.gid, 0, rogue.place, NOOP,
                [vote(host.me, rogue, 2, host.pid), vote(rogue.me, rogue, 2, host.pid)],
            ),
        )
        for host in (one, two)
    ]  # fmt: skip
    message = wire.Append(rogue.gid, 2, rogue.point, (entries[0].sealed,), 0, ())
    game_of(two).receive(one.pid, message, made.now)
    assert game_of(two).ledger.log.last == entries[0].asked
    game_of(two).receive(one.pid, wire.Snapshot(rogue.gid, 0, (entries[1].sealed,)), made.now)
    made.run(0.1)
    assert alarmed([one, two], rogue, TWO_VOTES)


def test_a_voter_who_drops_what_he_confirmed_is_caught_and_named() -> None:
    made = table()
    rogue, (one, two) = Rogue(made, 0), made.programs[1:]
    entry = rogue.entry(rogue.act(ANCHOR, b"a" * 32))
    ack = Ack.make(rogue.me, rogue.gid, rogue.term, entry.asked)
    rogue.say(
        one, wire.Ack(rogue.gid, rogue.term, wire.Point(*entry.asked), ack.signature, False, b"")
    )
    votes = [vote(two.me, rogue, 2, two.pid), vote(rogue.me, rogue, 2, two.pid)]
    act = Act.make(two.me, rogue.gid, 0, rogue.place, NOOP, votes)
    opening = Entry.make(two.me, 2, rogue.place, act)
    game_of(one).receive(
        two.pid, wire.Append(rogue.gid, 2, rogue.point, (opening.sealed,), 0, ()), made.now
    )
    made.run(0.1)
    assert alarmed([one, two], rogue, ACK_AND_VOTE)


def test_a_majority_that_takes_back_what_was_final_leaves_proof() -> None:
    """Of three players the host and another one forget an entry that the third holds as final."""
    made = table()
    rogue, (one, two) = Rogue(made, 0), made.programs[1:]
    entry = rogue.entry(rogue.act(ANCHOR, b"a" * 32))
    rogue.append(one, entry)
    assert game_of(one).ledger.final.last == entry.asked
    votes = [vote(two.me, rogue, 2, two.pid), vote(rogue.me, rogue, 2, two.pid)]
    act = Act.make(two.me, rogue.gid, 0, rogue.place, NOOP, votes)
    opening = Entry.make(two.me, 2, rogue.place, act)
    game_of(one).receive(
        two.pid, wire.Append(rogue.gid, 2, rogue.point, (opening.sealed,), 0, ()), made.now
    )
    assert alarmed([one], rogue, ORDER_AND_VOTE)
    assert game_of(one).ledger.final.last == entry.asked


def test_a_term_can_not_be_invented() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    act = rogue.act(NOOP, [vote(rogue.me, rogue, 2, rogue.me.pid)])
    before = game_of(one).ledger.log.last
    rogue.append(one, rogue.entry(act, 2), term=2)
    assert expelled([one], rogue, "only 1 of the 2 players needed voted")
    assert game_of(one).ledger.log.last == before


def test_huge_terms_are_not_believed() -> None:
    made = table()
    rogue, others = Rogue(made, 2), made.programs[:2]
    same = unmoved(others)
    for program in others:
        for term in (1 << 40, (1 << 63) - 1):
            rogue.say(program, wire.VoteRequest(rogue.gid, term, rogue.point))
            rogue.say(program, wire.PreVoted(rogue.gid, term, False))
            rogue.say(program, wire.Nack(rogue.gid, term, 0))
    assert same()


def test_whoever_raises_the_term_again_and_again_does_not_stop_the_log() -> None:
    made = table()
    made.play_on()
    rogue, others = Rogue(made, 2), made.programs[:2]
    length = len(made.history)
    for round_ in range(10):
        for program in others:
            term = game_of(program).node.term + 1000
            rogue.say(program, wire.VoteRequest(rogue.gid, term, rogue.point))
        made.run(2.0)
        assert game_of(others[0]).halted is None, round_
    assert len(made.history) > length


def test_only_the_host_hands_over() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    rogue.say(one, wire.TimeoutNow(rogue.gid, rogue.term))
    made.run(0.5)
    assert game_of(made.programs[0]).hosting


# -- seats -----------------------------------------------------------------------------------------


def test_who_plays_can_not_return() -> None:
    made = table()
    rogue, others = Rogue(made, 2), made.programs[:2]
    same = unmoved(others)
    for program in others:
        rogue.say(program, wire.Action(rogue.gid, rogue.act(RETURN, b"c" * 32).sealed))
    made.run(0.5)
    assert same()


def test_who_has_no_seat_is_not_heard() -> None:
    made = table()
    one = made.programs[1]
    same = unmoved(made.programs)
    place = game_of(one).ledger.log.place
    act = Act.make(STRANGER, made.terms.gid, 1, place, RETURN, b"c" * 32)
    game_of(one).receive(STRANGER.pid, wire.Action(made.terms.gid, act.sealed), made.now)
    game_of(one).receive(made.programs[2].pid, wire.Action(made.terms.gid, act.sealed), made.now)
    made.run(0.5)
    assert same()


def removed_table() -> Rogue:
    """A table whose third player has been removed, and holds it against the others."""
    made = table(4, wait=0, people=[True] * 4)
    rogue = Rogue(made, 3)
    made.kindness = True
    for program in made.programs[:3]:
        until(made, lambda p=program: rogue.me.pid not in game_of(p).ledger.final.players)  # type: ignore[misc]
    made.run(1.0)
    return rogue


def test_who_was_removed_has_no_say() -> None:
    rogue = removed_table()
    made, others = rogue.table, rogue.table.programs[:3]
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


def test_who_was_removed_can_make_the_host_stand_again_but_not_all_the_time() -> None:
    rogue = removed_table()
    made, others = rogue.table, rogue.table.programs[:3]
    host = next(p for p in others if game_of(p).hosting)
    for program in others:
        game_of(program).linked(rogue.me.pid, made.now)
    first = game_of(host).node.term
    for _ in range(20):
        rogue.say(host, wire.Nack(rogue.gid, game_of(host).node.term + 5, 0))
        made.run(0.1)
    assert game_of(host).hosting
    assert game_of(host).node.term == first + 6


def test_consents_count_only_where_they_were_given() -> None:
    made = table(4, wait=0, people=[True] * 4)
    rogue, others = Rogue(made, 0), made.programs[1:]
    victim = others[0]
    old = rogue.game.ledger.log.entry(3).head
    pairs = [[p.pid, consent(p.me, rogue.gid, victim.pid, b"", 9, old)] for p in others[1:]]
    pairs.append([rogue.me.pid, consent(rogue.me, rogue.gid, victim.pid, b"", 9, rogue.place.head)])
    entry = rogue.entry(rogue.act(REMOVE, [victim.pid, b"", 9, pairs]))
    rogue.append(others[1], entry)
    assert expelled([others[1]], rogue, "consent was not signed")


# -- lies about the table --------------------------------------------------------------------------


def test_a_false_digest_stops_the_table_with_a_report() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    ack = Ack.make(rogue.me, rogue.gid, rogue.term, Asked(*rogue.point))
    rogue.say(one, wire.Ack(rogue.gid, rogue.term, rogue.point, ack.signature, False, b"lies" * 4))
    alarm = game_of(one).halted
    assert alarm is not None
    assert (alarm.kind, alarm.pid) == ("mismatch", rogue.me.pid)
    assert rogue.game.ledger.log.entry(1).sealed.hex().encode() in alarm.report


def test_false_evidence_is_worth_nothing() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    log = rogue.game.ledger.log
    host = made.programs[0].pid
    same = unmoved([one])
    for proof in (
        Proof(FORK, host, log.entry(2).sealed, log.entry(3).sealed),
        Proof(FORK, host, log.entry(2).sealed, log.entry(2).sealed),
        Proof(TWO_ACTS, host, log.entry(2).act.sealed, log.entry(3).act.sealed),
    ):
        rogue.say(one, wire.Evidence(rogue.gid, proof.raw))
    assert same()


def test_evidence_of_another_game_does_not_stop_this_one() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    host = made.programs[0]
    acts = [Act.make(host.me, bytes(16), 5, rogue.place, ANCHOR, bytes([n]) * 32) for n in (1, 2)]
    proof = Proof(TWO_ACTS, host.pid, acts[0].sealed, acts[1].sealed)
    assert proof.holds()
    rogue.say(one, wire.Evidence(rogue.gid, proof.raw))
    assert game_of(one).halted is None


def test_an_honest_player_can_not_be_framed_by_what_he_signs() -> None:
    """A host that lost its office and came back has signed no two acts with one number."""
    made = table(2)
    for turn in (0, 1, 0, 1):
        host = made.programs[turn]
        until(made, lambda h=host: game_of(h).hosting)  # type: ignore[misc]
        game_of(host).hand_over(made.now)
        made.run(1.0)
    seen: dict[tuple[bytes, int], bytes] = {}
    for entry in made.history:
        if entry.act.author_seq:
            assert seen.setdefault((entry.act.author, entry.act.author_seq), entry.act.raw)
            assert seen[entry.act.author, entry.act.author_seq] == entry.act.raw
    assert {e.act.author_seq for e in made.history if e.act.kind == NOOP} == {0}
