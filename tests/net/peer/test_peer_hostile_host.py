"""A host that cheats, and players who cheat with the dice: refused, replaced or proven."""

from core.actions import LEAVE, NEXT, Action
from net.log.dice import LinkChain, Reveal
from net.log.entries import Ack, Act, Asked, Entry
from net.log.kinds import ANCHOR, CLOSE, DO, REMOVE
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
    rogue_at,
    table,
    until,
)

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
    before = [game_of(program).ledger.log.last for program in others]
    rules = rogue.entry(rogue.act(DO, packed(Action(NEXT, 1))))
    consents = rogue.entry(old_consents(rogue))
    unsigned = Entry.make(STRANGER, rogue.term, rogue.place, rogue.act(ANCHOR, b"a" * 32))
    for message, why in (
        (rogue.offer(rules), f"entry {rules.seq}: "),
        (rogue.offer(consents), "consent was not signed"),
        (rogue.offer(unsigned), "did not sign it"),
        (rogue.offer()._replace(entries=(b"\x93garbage",)), "entry"),
    ):
        for program in others:
            rogue.say(program, message)
            pid, said = program.expelled.pop()
            assert (pid, why in said) == (rogue.me.pid, True), said
    assert [game_of(program).ledger.log.last for program in others] == before
    until(made, lambda: any(game_of(program).hosting for program in others))


def test_a_host_that_shows_two_histories_is_caught_and_named() -> None:
    made, rogue, (one, two) = rogue_at(0)
    rogue.append(one, rogue.entry(rogue.act(ANCHOR, b"a" * 32)))
    rogue.append(two, rogue.entry(rogue.act(ANCHOR, b"b" * 32)))
    until(made, lambda: alarmed([one, two], rogue, FORK), 2.0)
    assert "put two different entries at the same place" in game_of(one).halted.text  # type: ignore[union-attr]
    assert made.terms.seats[0].name in game_of(two).halted.text  # type: ignore[union-attr]


def test_a_host_that_takes_back_an_entry_is_caught_by_whom_it_told() -> None:
    made, rogue, others = rogue_at(0, 5)
    rogue.append(others[0], rogue.entry(rogue.act(ANCHOR, b"a" * 32)))
    rogue.append(others[0], rogue.entry(rogue.act(ANCHOR, b"b" * 32)))
    until(made, lambda: alarmed(others, rogue, FORK), 2.0)


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
    _, rogue, (_, one) = rogue_at(2)
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


def test_another_link_than_the_one_that_is_due_is_not_taken() -> None:
    rogue, host, throw = due_table()
    before, link = game_of(host).ledger.log.last, chain(rogue).link
    for wrong in (link(throw - 1), link(throw + 1), link(throw + 3), b"x" * 32):
        rogue.say(host, reveal(rogue, throw, wrong))
        pid, said = host.expelled.pop()
        assert (pid, "not the one that is due" in said) == (rogue.me.pid, True)
    rogue.say(host, reveal(rogue, throw - 1, link(throw - 1)))
    assert not host.expelled, "what was shown before is too late, and nothing more"
    assert game_of(host).ledger.log.last == before
    rogue.say(host, reveal(rogue, throw, link(throw)))
    assert game_of(host).ledger.log.last.seq == before.seq + 1
