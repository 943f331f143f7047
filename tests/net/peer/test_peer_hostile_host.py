"""A host that cheats, and players who cheat with the dice: refused, replaced or proven."""

from collections.abc import Callable

import pytest

from core.actions import LEAVE, NEXT, Action
from net.log.dice import LinkChain, Reveal
from net.log.entries import VERSION, Ack, Act, Asked, Entry, pack
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, NOOP, REMOVE, RESULT
from net.log.proofs import FORK
from net.log.votes import consent
from net.sessions.record import packed
from net.wire import messages as wire
from tests.net.tablesim.program import Program, window_of
from tests.net.tablesim.rogue import (
    STRANGER,
    Rogue,
    alarmed,
    expelled,
    game_of,
    table,
    until,
)

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


def invented_result(rogue: Rogue) -> Act:
    return rogue.act(RESULT, [[0], 1, [99, 0, 0]])


def unknown_kind(rogue: Rogue) -> Act:
    return rogue.act("gift", 1_000)


def order_of_another(rogue: Rogue) -> Act:
    """An order has no signature of its own: it must be the host's who has signed the entry."""
    other = rogue.table.programs[1].pid
    raw = pack([VERSION, rogue.gid, other, 0, rogue.place.seq, rogue.place.head, CLOSE, 1])
    return Act.read(raw, b"")


@pytest.mark.parametrize(
    "order",
    [
        bad_turn,
        stolen_throw,
        early_close,
        lonely_removal,
        numbered_order,
        invented_result,
        unknown_kind,
        order_of_another,
    ],
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


def test_a_host_that_has_left_the_game_is_not_heard_any_more() -> None:
    made = table(4)
    rogue, others = Rogue(made, 0), made.programs[1:]
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
    assert game_of(made.programs[0]).missing() == (last.pid,)
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
