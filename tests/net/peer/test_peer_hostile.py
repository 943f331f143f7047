"""A player at the table has changed his program: what he tries comes to nothing, or is proven."""

from collections.abc import Callable

import pytest

from core.actions import NEXT, Action
from net.log.dice import Reveal
from net.log.entries import Ack, Act, Asked, Entry, Vote, pack
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, NOOP, REMOVE, RESULT, RETURN, SEED
from net.log.proofs import FORK, TWO_ACTS, Proof
from net.log.votes import consent
from net.peer.floor import EXAMINED
from net.sessions.record import packed
from net.wire import messages as wire
from tests.net.tablesim.program import Program
from tests.net.tablesim.rogue import (
    STRANGER,
    Rogue,
    alarmed,
    expelled,
    game_of,
    table,
    unmoved,
    until,
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
    for kind in (BEACON, CLOSE, REMOVE, NOOP, RESULT, "seats", "nonsense"):
        act = rogue.act(kind, [], 7_000_000)
        for program in others:
            rogue.say(program, wire.Action(rogue.gid, act.sealed))
    made.run(0.5)
    assert same()


@pytest.mark.parametrize("kind", [BEACON, CLOSE, REMOVE, NOOP, RESULT, "seats", "nonsense"])
@pytest.mark.parametrize("signed", [False, True])
def test_an_order_is_nothing_without_its_entry(kind: str, signed: bool) -> None:
    made = table()
    rogue, others = Rogue(made, 2), made.programs[:2]
    ends = [game_of(program).ledger.log.last for program in others]
    order = rogue.act(kind, [], 0)
    sealed = pack([order.raw, rogue.me.sign("czd/action", order.raw)]) if signed else order.sealed
    for program in others:
        rogue.say(program, wire.Action(rogue.gid, sealed))
    assert expelled(others, rogue, "signature" if signed else "wrong kind")
    assert [game_of(program).ledger.log.last for program in others] == ends


def test_an_act_that_was_carried_out_is_not_carried_out_again() -> None:
    made = table()
    rogue, others = Rogue(made, 2), made.programs[:2]
    same = unmoved(others)
    acts = [entry.act for entry in rogue.game.ledger.log if entry.act.author_seq]
    assert acts
    for act in acts:
        for program in others:
            rogue.say(program, wire.Action(rogue.gid, act.sealed))
    made.run(0.5)
    assert same()


def test_nothing_of_another_game_counts() -> None:
    made, elsewhere = table(), table(seed=2)
    rogue, others = Rogue(made, 0), made.programs[1:]
    old = game_of(elsewhere.programs[0]).ledger.log
    elsewhere.play_on()
    until(elsewhere, lambda: len(old) > len(rogue.game.ledger.log))
    same = unmoved(others)
    for program in others:
        for entry in old:
            if entry.act.author_seq:
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


def test_of_a_player_s_consents_about_another_only_the_last_is_kept() -> None:
    made = table(4, wait=0, people=[True] * 4)
    rogue, one = Rogue(made, 3), made.programs[1]
    head, absence = rogue.place.head, game_of(one).absence
    victims = [made.programs[2].pid, STRANGER.pid]
    for throw in range(2, 40):
        for victim in victims:
            signature = consent(rogue.me, rogue.gid, victim, b"", throw, head)
            rogue.say(one, wire.Consent(rogue.gid, victim, b"", throw, head, signature))
    assert [(b.victim, b.throw) for b in absence._agreed] == [(victims[0], 39)]


def test_nobody_but_the_host_says_how_far_the_table_is() -> None:
    made = table()
    rogue, one = Rogue(made, 2), made.programs[1]
    assert game_of(one).current
    rogue.append(one, committed=1 << 40)
    assert game_of(one).current


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


def test_a_forged_ack_that_makes_something_final_stops_the_table_before_anything_is_shown() -> None:
    made = table()
    rogue, other = Rogue(made, 1), Rogue(made, 2)
    host, before = made.programs[0], len(rogue.game.ledger.log)
    game = game_of(host)
    shown = game.home.burnt
    made.enter(host, host.life, game.do, Action(NEXT, 0), made.now)
    assert len(game.ledger.log) == before + 1 > game.node.committed
    at = wire.Point(*game.ledger.log.last)
    forged = STRANGER.sign("czd/ack", rogue.gid, rogue.term, *at)
    rogue.say(host, wire.Ack(rogue.gid, rogue.term, at, forged, False, b""))
    assert game.halted is not None
    assert (game.halted.kind, game.halted.pid) == ("cheating", rogue.me.pid)
    assert "false signature" in game.halted.text
    assert expelled([host], rogue, "not signed by its sender")
    honest = Ack.make(other.me, other.gid, other.term, Asked(*at)).signature
    other.say(host, wire.Ack(other.gid, other.term, at, honest, False, b""))
    made.run(2.0)
    assert game.home.burnt == shown


def test_a_change_of_seats_is_not_kept_for_final_by_a_forged_ack() -> None:
    made = table()
    rogue, host, leaving = Rogue(made, 1), made.programs[0], made.programs[2]
    game = game_of(host)
    made.enter(leaving, leaving.life, leaving.leave)
    until(made, lambda: len(game.node.voters) == 2, 5.0)
    at = wire.Point(*game.ledger.log.last)
    forged = STRANGER.sign("czd/ack", rogue.gid, rogue.term, *at)
    rogue.say(host, wire.Ack(rogue.gid, rogue.term, at, forged, False, b""))
    assert game.halted is not None
    assert host.home.kept.final < at.seq


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


@pytest.mark.parametrize(
    "made_up",
    [
        forged_ack,
        ack_of_elsewhere,
        forged_consent,
        forged_reveal,
        garbage,
        garbled_evidence,
        piece_of_no_log,
        votes_of_nobody,
        more_than_was_asked_for,
    ],
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
