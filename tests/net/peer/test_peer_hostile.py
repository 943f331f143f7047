"""A player at the table changed his program: what he tries comes to nothing, or is proven."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from core.actions import LEAVE, NEXT, Action
from net.log.dice import LinkChain, Reveal
from net.log.entries import START, Ack, Act, Asked, Entry, Vote, pack
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, MORE, NOOP, REMOVE, RESULT, RETURN, SEED
from net.log.proofs import ACK_AND_VOTE, FORK, ORDER_AND_VOTE, TWO_ACTS, TWO_VOTES, Proof
from net.log.votes import consent
from net.peer.clock import SLACK
from net.peer.floor import EXAMINED
from net.sessions.record import packed
from net.wire import messages as wire
from tests.net.tablesim.program import Program, window_of
from tests.net.tablesim.rogue import (
    STRANGER,
    Rogue,
    alarmed,
    awaited,
    expelled,
    game_of,
    pass_at,
    rogue_at,
    table,
    unmoved,
    until,
    windowed,
)
from tests.net.tablesim.table import SimTable

ORDERS = (BEACON, CLOSE, REMOVE, NOOP, RESULT, "seats", "nonsense")


# -- what nobody heeds -----------------------------------------------------------------------------


def acts(rogue: Rogue, *acts: Act) -> list[wire.Message]:
    return [wire.Action(rogue.gid, act.sealed) for act in acts]


def acts_of(made: SimTable) -> list[Act]:
    """What players have done at a table."""
    done = [entry.act for entry in made.history if entry.act.author_seq]
    assert done
    return done


def without_sense(rogue: Rogue) -> Iterator[wire.Message]:
    for payload in (b"", [1, 2, 3], {"kind": "next"}, "next", 7, [b"x" * 70]):
        for kind in (DO, SEED, ANCHOR, RETURN, "more"):
            yield from acts(rogue, rogue.act(kind, payload))


def acts_of_another_game(rogue: Rogue) -> Iterator[wire.Message]:
    elsewhere = table(seed=2)
    yield from acts(rogue, *acts_of(elsewhere))
    yield rogue.offer(gid=elsewhere.terms.gid)


def huge_terms(rogue: Rogue) -> Iterator[wire.Message]:
    for term in (1 << 40, (1 << 63) - 1):
        yield wire.VoteRequest(rogue.gid, term, rogue.point)
        yield wire.PreVoted(rogue.gid, term, False)
        yield wire.Nack(rogue.gid, term, 0)


def false_evidence(rogue: Rogue) -> Iterator[wire.Message]:
    entry, host = rogue.game.ledger.log.entry, rogue.table.programs[0]
    for proof in (
        Proof(FORK, host.pid, entry(2).sealed, entry(3).sealed),
        Proof(FORK, host.pid, entry(2).sealed, entry(2).sealed),
        Proof(TWO_ACTS, host.pid, entry(2).act.sealed, entry(3).act.sealed),
    ):
        yield wire.Evidence(rogue.gid, proof.raw)


def evidence_of_another_game(rogue: Rogue) -> Iterator[wire.Message]:
    host = rogue.table.programs[0]
    two = [Act.make(host.me, bytes(16), 5, rogue.place, ANCHOR, bytes([n]) * 32) for n in (1, 2)]
    proof = Proof(TWO_ACTS, host.pid, two[0].sealed, two[1].sealed)
    assert proof.holds()
    yield wire.Evidence(rogue.gid, proof.raw)


IN_VAIN: dict[str, Callable[[Rogue], Iterable[wire.Message]]] = {
    "out of turn or for another": lambda r: acts(
        r, *(r.act(DO, packed(Action(NEXT, seat))) for seat in (2, 1, 0))
    ),
    "without sense": without_sense,
    "orders of a host": lambda r: acts(r, *(r.act(kind, [], 7_000_000) for kind in ORDERS)),
    "what was carried out": lambda r: acts(r, *acts_of(r.table)),
    "a return of who plays": lambda r: acts(r, r.act(RETURN, b"c" * 32)),
    "acts of another game": acts_of_another_game,
    "huge terms": huge_terms,
    "handing over as no host": lambda r: [wire.TimeoutNow(r.gid, r.term)],
    "false evidence": false_evidence,
    "evidence of another game": evidence_of_another_game,
}


@pytest.mark.parametrize("name", IN_VAIN)
def test_what_is_forbidden_or_makes_no_sense_changes_nothing(name: str) -> None:
    made, rogue, others = rogue_at(2)
    assert rogue.game.ledger.final.game.waiting()[0] == 0
    same = unmoved(others)
    for message in IN_VAIN[name](rogue):
        for program in others:
            rogue.say(program, message)
    made.run(1.0)
    assert same()
    assert not game_of(others[0]).node.unordered(made.now)


def test_who_has_no_seat_is_not_heard() -> None:
    made = table()
    one, same, gid = made.programs[1], unmoved(made.programs), made.terms.gid
    log, sent = game_of(one).ledger.log, list[bytes]()
    act = Act.make(STRANGER, gid, 1, log.place, RETURN, b"c" * 32)
    for pid in (STRANGER.pid, made.programs[2].pid):
        game_of(one).receive(pid, wire.Action(gid, act.sealed), made.now)
    made.run(0.5)
    one.send = lambda pid, message: sent.append(pid)  # type: ignore[method-assign]
    for message in (wire.Sync(gid, wire.Point(*log.last)), wire.Nack(gid, 99, 0)):
        game_of(one).receive(STRANGER.pid, message, made.now)
    assert sent == []
    assert same()


def test_nobody_but_the_host_says_how_far_the_table_is() -> None:
    _, rogue, (_, one) = rogue_at(2)
    assert game_of(one).current
    rogue.append(one, committed=1 << 40)
    assert game_of(one).current


def test_a_flood_of_acts_is_not_kept() -> None:
    made, rogue, (_, one) = rogue_at(2)
    ahead = rogue.place._replace(seq=900)
    for number in range(8_000_000, 8_000_100):
        act = Act.make(rogue.me, rogue.gid, number, ahead, ANCHOR, bytes(32))
        rogue.say(one, wire.Action(rogue.gid, act.sealed))
    assert len(game_of(one).node.unordered(made.now)) == 16


def test_of_a_player_s_consents_about_another_only_the_last_is_kept() -> None:
    made, rogue, (_, one, *_) = rogue_at(3, 4, wait=0, people=[True] * 4)
    head, victims = rogue.place.head, [made.programs[2].pid, STRANGER.pid]
    for throw in range(2, 40):
        for victim in victims:
            signature = consent(rogue.me, rogue.gid, victim, b"", throw, head)
            rogue.say(one, wire.Consent(rogue.gid, victim, b"", throw, head, signature))
    assert [(b.victim, b.throw) for b in game_of(one).absence._agreed] == [(victims[0], 39)]


# -- what ends the connection ----------------------------------------------------------------------


def act_in_another_s_name(rogue: Rogue) -> wire.Message:
    host = rogue.table.programs[0]
    move = packed(Action(NEXT, 0))
    genuine = Act.make(host.me, rogue.gid, 9_000_000, rogue.place, DO, move)
    forged = Act.read(genuine.raw, rogue.act(DO, move).signature)
    return wire.Action(rogue.gid, forged.sealed)


def after_the_end(rogue: Rogue) -> wire.Point:
    return rogue.point._replace(seq=rogue.point.seq + 1)


def forged_consent(rogue: Rogue) -> wire.Message:
    victim = rogue.table.programs[0].pid
    signature = consent(STRANGER, rogue.gid, victim, b"", 9, rogue.place.head)
    return wire.Consent(rogue.gid, victim, b"", 9, rogue.place.head, signature)


def forged_reveal(rogue: Rogue) -> wire.Message:
    ack = Ack.make(STRANGER, rogue.gid, rogue.term, Asked(*rogue.point))
    return wire.Reveal(rogue.gid, Reveal(ack, 2, bytes(32)).raw)


def piece_of_no_log(rogue: Rogue) -> wire.Message:
    """Another entry at a place that is taken, as no host has put it there."""
    log = rogue.game.ledger.log
    before, act = log.entry(len(log) - 1), rogue.act(ANCHOR, b"a" * 32)
    entry = Entry.make(STRANGER, log.last.term, before.place, act)
    return wire.Snapshot(rogue.gid, before.seq, (entry.sealed,))


def votes_of_nobody(rogue: Rogue) -> wire.Message:
    signature = STRANGER.sign("czd/vote", rogue.gid, 9, rogue.me.pid, *rogue.point)
    voter = rogue.table.programs[0].pid
    vote = Vote(rogue.gid, voter, 9, rogue.me.pid, Asked(*rogue.point), signature)
    entry = rogue.entry(rogue.act(NOOP, [vote.raw]), 9)
    return wire.Snapshot(rogue.gid, rogue.point.seq, (entry.sealed,))


def more_than_was_asked_for(rogue: Rogue) -> wire.Message:
    first = rogue.game.ledger.log.entry(1).sealed
    return wire.Snapshot(rogue.gid, 0, (first,) * (EXAMINED + 1))


def invented_term(rogue: Rogue) -> wire.Message:
    return rogue.offer(rogue.crown(rogue.program, rogue.program), term=2)


FORGED: dict[str, tuple[Callable[[Rogue], wire.Message], str]] = {
    "act in another's name": (act_in_another_s_name, "without its author's signature"),
    "ack": (lambda r: r.ack(after_the_end(r), STRANGER), "without its sender's signature"),
    "ack of elsewhere": (
        lambda r: r.ack(after_the_end(r), gid=bytes(16)),
        "without its sender's signature",
    ),
    "consent": (forged_consent, "sign"),
    "reveal": (forged_reveal, "sign"),
    "entries": (lambda r: wire.Snapshot(r.gid, 0, (b"garbage",)), ""),
    "evidence": (lambda r: wire.Evidence(r.gid, b"garbage"), ""),
    "piece of no log": (piece_of_no_log, "sign"),
    "votes of nobody": (votes_of_nobody, "sign"),
    "more than was asked for": (more_than_was_asked_for, ""),
    "a term": (invented_term, "only 1 of 2 required players voted"),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_and_garbled_messages_end_the_connection(name: str) -> None:
    made_up, why = FORGED[name]
    _, rogue, (_, one) = rogue_at(2)
    assert rogue.refused(one, made_up(rogue), why)


def test_an_order_is_nothing_without_its_entry() -> None:
    _, rogue, (_, one) = rogue_at(2)
    for kind in ORDERS:
        order = rogue.act(kind, [], 0)
        signed = pack([order.raw, rogue.me.sign("czd/action", order.raw)])
        for sealed, why in ((order.sealed, "wrong kind"), (signed, "signature")):
            assert rogue.refused(one, wire.Action(rogue.gid, sealed), why)


def test_two_acts_with_one_number_are_proof() -> None:
    made, rogue, others = rogue_at(1)
    for number in (1, 2):
        act = rogue.act(ANCHOR, bytes([number]) * 32, 8_000_000)
        rogue.say(others[0], wire.Action(rogue.gid, act.sealed))
    made.run(0.1)
    assert alarmed(others, rogue, TWO_ACTS)


def test_a_false_digest_stops_the_table_with_a_report() -> None:
    made, rogue, (host, one) = rogue_at(2)
    rogue.say(one, rogue.ack(rogue.point, digest=b"lies" * 4))
    alarm = game_of(one).halted
    assert alarm is not None
    assert (alarm.kind, alarm.pid) == ("mismatch", rogue.me.pid)
    assert rogue.game.ledger.log.entry(1).sealed.hex().encode() in alarm.report
    same, game = unmoved([one]), game_of(host)
    made.enter(host, host.life, game.do, Action(NEXT, 0), made.now)
    made.run(1.0)
    assert len(game.ledger.log) > len(rogue.game.ledger.log)
    assert same(), "what others do at it is not taken any more"


# -- forged signatures where they count ------------------------------------------------------------


def test_a_forged_ack_that_makes_something_final_stops_the_table_before_anything_is_shown() -> None:
    made, rogue, (host, _) = rogue_at(1)
    other, before = Rogue(made, 2), len(rogue.game.ledger.log)
    game = game_of(host)
    shown = game.home.burnt
    made.enter(host, host.life, game.do, Action(NEXT, 0), made.now)
    assert len(game.ledger.log) == before + 1 > game.node.committed
    rogue.say(host, rogue.ack(game.ledger.log.last, STRANGER))
    assert game.halted is not None
    assert (game.halted.kind, game.halted.pid) == ("cheating", rogue.me.pid)
    assert "false signature" in game.halted.text
    assert expelled([host], rogue, "without its sender's signature")
    other.say(host, other.ack(game.ledger.log.last))
    made.run(2.0)
    assert game.home.burnt == shown


def test_a_change_of_seats_is_not_kept_for_final_by_a_forged_ack() -> None:
    made, rogue, (host, leaving) = rogue_at(1)
    game = game_of(host)
    made.enter(leaving, leaving.life, leaving.leave)
    until(made, lambda: len(game.node.voters) == 2, 5.0)
    rogue.say(host, rogue.ack(game.ledger.log.last, STRANGER))
    assert game.halted is not None
    assert host.home.kept.final < game.ledger.log.last.seq


def test_a_forged_vote_or_one_of_an_older_term_elects_nobody() -> None:
    made = table()
    made.kill(made.programs[0])
    rogue, one = Rogue(made, 2), made.programs[1]
    node = game_of(one).node
    until(made, lambda: node._asked > node.term)
    rogue.say(one, wire.PreVoted(rogue.gid, node.term + 1, True))
    assert node.role == "candidate"
    old = Vote.make(rogue.me, rogue.gid, node.term - 1, one.pid, Asked(*node.stood))
    forged = STRANGER.sign("czd/vote", rogue.gid)
    for back, signature, ends in ((1, old.signature, 0), (0, old.signature, 1), (0, forged, 2)):
        rogue.say(one, wire.Vote(rogue.gid, node.term - back, True, signature))
        assert node.role == "candidate"
        assert len(one.expelled) == ends
    assert expelled([one], rogue, "vote came without")


def test_an_honest_player_can_not_be_framed_by_what_he_signs() -> None:
    """A host that lost its office and came back has signed no two acts with one number."""
    made = table(2)
    for turn in (0, 1, 0, 1):
        host = made.programs[turn]
        until(made, lambda h=host: game_of(h).hosting)  # type: ignore[misc]
        term = game_of(host).node.term
        game_of(host).hand_over(made.now)
        heir = made.programs[1 - turn]
        until(made, lambda p=heir: game_of(p).hosting, 0.5)  # type: ignore[misc]
        assert game_of(heir).node.term == term + 1, "it takes a moment, and one election"
        made.run(1.0)
    numbers = [(e.act.author, e.act.author_seq) for e in made.history if e.act.author_seq]
    assert len(set(numbers)) == len(numbers)
    assert {e.act.author_seq for e in made.history if e.act.kind == NOOP} == {0}


# -- a host that cheats ----------------------------------------------------------------------------


def old_consents(rogue: Rogue) -> Act:
    """A removal with consents that were given at another place of the log."""
    victim, other = (program.pid for program in rogue.table.programs[1:])
    gid, old = rogue.gid, rogue.game.ledger.log.entry(3).head
    pairs = [
        [rogue.me.pid, consent(rogue.me, gid, victim, b"", 9, rogue.place.head)],
        [other, consent(rogue.table.programs[2].me, gid, victim, b"", 9, old)],
    ]
    return rogue.act(REMOVE, [victim, b"", 9, pairs])


def test_nobody_takes_a_forbidden_entry_from_a_host() -> None:
    """What is forbidden is in test_referee.py; here it is refused, and the host is replaced."""
    made, rogue, others = rogue_at(0)
    rules = rogue.entry(rogue.act(DO, packed(Action(NEXT, 1))))
    consents = rogue.entry(old_consents(rogue))
    unsigned = Entry.make(STRANGER, rogue.term, rogue.place, rogue.act(ANCHOR, b"a" * 32))
    act = Act.make(rogue.me, bytes(16), 7_000_000, rogue.place, ANCHOR, b"a" * 32)
    for message, why in (
        (rogue.offer(rules), f"entry {rules.seq}: "),
        (rogue.offer(consents), "consent came without"),
        (rogue.offer(unsigned), "didn't sign it"),
        (rogue.offer(rogue.entry(act)), "another game"),
        (rogue.offer()._replace(entries=(b"\x93garbage",)), "entry"),
    ):
        assert all(rogue.refused(program, message, why) for program in others)
    until(made, lambda: any(game_of(program).hosting for program in others))


@pytest.mark.parametrize(
    ("peers", "second"), [(3, 1), (5, 0)], ids=["to two players", "to one: it takes the first back"]
)
def test_a_host_that_shows_two_histories_is_caught_and_named(peers: int, second: int) -> None:
    made, rogue, others = rogue_at(0, peers)
    rogue.append(others[0], rogue.entry(rogue.act(ANCHOR, b"a" * 32)))
    rogue.append(others[second], rogue.entry(rogue.act(ANCHOR, b"b" * 32)))
    until(made, lambda: alarmed(others, rogue, FORK), 2.0)
    for program in others:
        text = game_of(program).halted.text  # type: ignore[union-attr]
        assert "put two different entries in one place" in text
        assert made.terms.seats[0].name in text


def test_a_host_can_not_call_final_what_no_majority_has_signed() -> None:
    made, rogue, others = rogue_at(0, 5)
    before = game_of(others[0]).ledger.final.last
    made.wires.block({(a.pid, b.pid) for a in others for b in others})
    entry = rogue.entry(rogue.act(ANCHOR, b"a" * 32))
    rogue.append(others[0], entry, committed=entry.seq)
    rogue.append(others[0], entry, committed=10_000)
    assert game_of(others[0]).ledger.log.last == entry.asked
    assert game_of(others[0]).ledger.final.last == before
    game_of(others[0]).receive(others[1].pid, rogue.ack(entry.asked, others[1].me), made.now)
    assert game_of(others[0]).ledger.final.last == entry.asked  # three of five: host, him, me


def test_a_host_that_has_left_the_game_is_not_heard_any_more() -> None:
    made, rogue, others = rogue_at(0, 4)
    leaving = rogue.entry(rogue.act(DO, packed(Action(LEAVE, 0))))
    for program in others:
        rogue.append(program, leaving)
    until(made, lambda: {game_of(p).ledger.final.last for p in others} == {leaving.asked}, 2.0)
    for _ in range(12):
        for program in others:
            rogue.append(program, prev=wire.Point(*leaving.asked))
        made.run(0.25)
    assert any(game_of(program).hosting for program in others)


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
    made = windowed(20)
    made.run(0.5)
    window = window_of(game_of(made.programs[1]))
    assert window is not None
    rogue, others = Rogue(made, 0), made.programs[1:]
    close = rogue.entry(rogue.act(CLOSE, window.ref))
    before = game_of(others[0]).ledger.log.last
    for _ in range(3):
        for program in others:
            rogue.say(program, wire.Clock(rogue.gid, window.ref, 90_000))  # they have seen it open
            rogue.append(program, close)
        made.run(0.3)
    assert game_of(others[0]).ledger.log.last == before
    assert not others[0].expelled


@pytest.mark.parametrize("missing", [0, 1], ids=["all have pressed space", "one has not"])
def test_a_window_that_closes_early_is_signed_if_all_people_have_pressed_space(
    missing: int,
) -> None:
    """They have signed that, so everybody can tell; nobody has to believe the host."""
    made = windowed(3, [True, True, True, False])
    opened, people = made.now, awaited(made)
    for program in people[missing:]:
        pass_at(made, program)
    made.run(0.2)
    host, length = game_of(made.programs[0]), len(made.history)
    assert host.hosting
    host._time_is_up = lambda now: host.window.open > 0  # type: ignore[method-assign]
    until(made, lambda: len(made.history) > length, 5.0)
    assert made.history[length].act.kind == CLOSE
    if missing:
        assert made.now - opened > 3.0 - SLACK - 0.05
    else:
        assert made.now - opened < 1.0


@pytest.mark.parametrize("space", [False, True], ids=["silence", "space"])
def test_a_host_that_closes_no_window_loses_its_place(space: bool) -> None:
    """Neither when the beat is over, nor when all people have pressed space."""
    made = windowed(60 if space else 3, [True, True, True, False])
    host, length = game_of(made.programs[0]), len(made.history)
    host._time_is_up = lambda now: False  # type: ignore[method-assign]
    for program in awaited(made) if space else ():
        pass_at(made, program)
    until(made, lambda: CLOSE in [entry.act.kind for entry in made.history[length:]], 15.0)
    assert not host.hosting
    assert made.history[-1].term > 1


def test_who_passes_twice_or_asks_for_time_twice_is_refused() -> None:
    made = windowed(20)
    length, (one, *_) = len(made.history), awaited(made)
    game = game_of(one)
    for _ in range(2):
        game.more_time(game.window.open, made.now)
        made.run(0.3)
    for _ in range(2):
        pass_at(made, one)
        made.run(0.3)
    assert [entry.act.kind for entry in made.history[length:]] == [MORE, DO]


# -- dice ------------------------------------------------------------------------------------------


def reveal(rogue: Rogue, index: int, link: bytes) -> wire.Reveal:
    ack = Ack.make(rogue.me, rogue.gid, rogue.term, Asked(*rogue.point))
    return wire.Reveal(rogue.gid, Reveal(ack, index, link).raw)


def chain(rogue: Rogue) -> LinkChain:
    return LinkChain(rogue.gid, rogue.me.pid, rogue.program.home.dice_seeds[0])


def test_a_link_that_nobody_asked_for_is_refused() -> None:
    _, rogue, (_, one) = rogue_at(2)
    throw = game_of(one).ledger.tip.index + 1
    message = reveal(rogue, throw, chain(rogue).link(throw))
    assert rogue.refused(one, message, "isn't the one due")


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
    assert game_of(made.programs[0]).missing() == (last.pid,)
    return Rogue(made, 2), made.programs[0], due.throw


def test_another_link_than_the_one_that_is_due_is_not_taken() -> None:
    rogue, host, throw = due_table()
    before, link = game_of(host).ledger.log.last, chain(rogue).link
    for wrong in (link(throw - 1), link(throw + 1), link(throw + 3), b"x" * 32):
        assert rogue.refused(host, reveal(rogue, throw, wrong), "isn't the one due")
    rogue.say(host, reveal(rogue, throw - 1, link(throw - 1)))
    assert not host.expelled, "what was shown before is too late, and nothing more"
    assert game_of(host).ledger.log.last == before
    rogue.say(host, reveal(rogue, throw, link(throw)))
    assert game_of(host).ledger.log.last.seq == before.seq + 1


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
    assert expelled([one], rogue, "without a player's signature")
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
    host = next(p for p in others if game_of(p).hosting)
    for program in others:
        game_of(program).linked(rogue.me.pid, made.now)
    first = game_of(host).node.term
    for _ in range(20):
        rogue.say(host, wire.Nack(rogue.gid, game_of(host).node.term + 5, 0))
        made.run(0.1)
    assert game_of(host).hosting
    assert game_of(host).node.term == first + 6, "it stands again, but not all the time"


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
    assert expelled(left, rogue, "doesn't play at this table")
    assert [game_of(program).ledger.log.last for program in left] == [log.last] * 2
    assert all(game_of(program).node.term < term for program in left)
