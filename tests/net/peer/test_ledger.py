"""A peer's log with its two referees: the end may be replaced, what is final stays."""

import pytest

from core.actions import NEXT, Action
from net.log.chain import ChainError, Log
from net.log.entries import Act, Entry, Place, Vote
from net.log.kinds import ANCHOR, BEACON, CLOSE, DO, MORE, NOOP, REMOVE, RETURN, SEED
from net.peer.ledger import DIGESTS, WITHHELD, Ledger, Wish
from net.sessions.record import packed
from tests.net.honest import HonestTable, identity

ME = identity(0)


def ledger_of(table: HonestTable, up: bool = True) -> Ledger:
    """The same log as one peer keeps it; nothing of it is final yet."""
    log = Log(table.gid)
    for entry in table.log:
        log.append(entry)
    return Ledger(ME, log, table.terms.pids, lambda now: up, number=100)


def playing(people: int = 3, entries: int = 12, beat: int = 20) -> HonestTable:
    return HonestTable(people, beat=beat, seed=5).open().play(entries).until(throw=False)


def both(people: int = 3) -> tuple[HonestTable, Ledger]:
    """A table, and its log as one peer keeps it."""
    table = playing(people)
    return table, ledger_of(table)


def wish(ledger: Ledger, act: Act) -> Wish:
    return Wish(act, ledger)


# -- the end of the log and what is final ----------------------------------------------------------


def test_a_tail_that_is_replaced_leaves_no_trace() -> None:
    table = playing()
    ledger, shorter = ledger_of(table), ledger_of(table)
    list(ledger.settle(6))
    list(shorter.settle(6))
    with pytest.raises(ChainError, match="final"):
        shorter.truncate(5)
    length = len(table.log)
    ledger.truncate(length - 3)
    shorter.truncate(length - 3)
    for number in range(length - 2, length + 1):
        ledger.append(table.log.entry(number))
    ledger.truncate(length - 3)
    assert ledger.tip.game.digest() == shorter.tip.game.digest()
    assert ledger.last == shorter.last
    assert max(ledger.digests) == length - 3
    for number in range(length - 2, length + 1):
        ledger.append(table.log.entry(number))
    assert ledger.tip.game.digest() == table.game.digest()
    assert bytes.fromhex(table.game.digest()) == ledger.digests[length]


def test_a_change_of_players_is_forgotten_with_its_entry() -> None:
    table = playing(4)
    table.remove(table.people[3], heir=table.people[1])
    ledger = ledger_of(table)
    assert [seq for seq, _ in ledger.seatings()] == [0, len(table.log)]
    assert ledger.seatings()[-1][1] == table.terms.pids[:3]
    ledger.truncate(len(table.log) - 1)
    assert [seq for seq, _ in ledger.seatings()] == [0]
    assert ledger.tip.players == table.terms.pids


# -- own acts --------------------------------------------------------------------------------------


def test_an_act_rests_on_what_is_final_so_that_it_outlives_the_tail() -> None:
    table, ledger = both()
    list(ledger.settle(6))
    act = ledger.act(ANCHOR, b"a" * 32)
    assert act.basis == table.log.entry(6).place
    assert act.author_seq == 101
    ledger.truncate(7)
    assert not ledger.must_wait(wish(ledger, act))
    assert ledger.refusal(wish(ledger, act)) is None
    assert ledger.act(ANCHOR, b"b" * 32).author_seq == 102


def test_an_order_of_the_host_is_for_one_place_and_swallows_no_wish_of_before() -> None:
    table, ledger = both()
    order = ledger.act(NOOP, [])
    assert (order.author_seq, order.basis) == (0, table.log.place)
    pending = wish(ledger, ledger.act(ANCHOR, b"a" * 32))
    votes = [Vote.read(raw) for raw in table.votes(ME)]
    entry = ledger.open_term(2, {vote.pid: vote.signature for vote in votes})
    assert entry.act.author == ME.pid
    assert ledger.find(pending.key) is None
    assert ledger.log.last_number(ME.pid) < pending.act.author_seq
    ledger.truncate(len(table.log) - 1)
    assert "another place" in str(ledger.refusal(wish(ledger, order)))


# -- what may be ordered ---------------------------------------------------------------------------


def test_what_was_ordered_is_not_ordered_again() -> None:
    table = playing()
    act = table.log.entry(len(table.log)).act
    while act.author_seq == 0:
        act = table.step().act
    ledger = ledger_of(table)
    assert ledger.find(wish(ledger, act).key) is not None
    assert ledger.refusal(wish(ledger, act)) == "it came too late"


def test_an_act_on_another_history_is_refused_once_that_is_certain() -> None:
    table, ledger = both()
    lost = Act.make(table.people[1], table.gid, 900, Place(6, b"x" * 32), ANCHOR, b"a" * 32)
    assert ledger.must_wait(wish(ledger, lost))
    list(ledger.settle(6))
    assert not ledger.must_wait(wish(ledger, lost))
    assert "a different log" in str(ledger.refusal(wish(ledger, lost)))


def test_while_a_throw_is_due_everything_waits_but_what_ends_it() -> None:
    table = playing().until(throw=True)
    ledger = ledger_of(table)
    one = table.people[1]
    for kind in (DO, CLOSE, MORE, RETURN, ANCHOR):
        assert ledger.must_wait(wish(ledger, table.act(one, kind, b"")))
    for kind in (BEACON, REMOVE, NOOP, SEED):
        assert not ledger.must_wait(wish(ledger, table.act(one, kind, b"")))


def test_what_is_tried_out_is_refused_or_not_and_changes_nothing() -> None:
    table, ledger = both()
    other = next(one for one in table.people if one.pid != table.referee.owners[table.game.turn])
    move = packed(Action(NEXT, table.referee.owners.index(other.pid)))
    assert ledger.refusal(wish(ledger, table.act(other, DO, move)))
    assert ledger.refusal(wish(ledger, table.act(table.people[1], ANCHOR, b"a" * 32))) is None
    assert ledger.tip.game.digest() == table.game.digest()
    ledger.append(table.step())
    assert ledger.tip.game.digest() == table.game.digest()
    assert ledger.tip.last == table.log.last


def test_the_last_digests_are_remembered() -> None:
    table = playing(entries=DIGESTS)
    assert sorted(ledger_of(table).digests)[0] == len(table.log) - DIGESTS + 1


# -- what is signed --------------------------------------------------------------------------------


def test_a_window_is_not_closed_before_its_time_until_others_have_gone_on() -> None:
    table = HonestTable(3, beat=20, seed=5).open()
    entry = table.close()
    table.log.truncate(len(table.log) - 1)
    ledger = ledger_of(table, up=False)
    assert not ledger.welcomes(entry, 10.0, spread=False)
    assert not ledger.welcomes(entry, 10.0 + WITHHELD - 0.1, spread=False)
    assert ledger.objection == ""
    assert ledger.welcomes(entry, 10.1, spread=True)
    assert ledger.welcomes(entry, 10.0 + WITHHELD, spread=False)
    assert ledger_of(table, up=True).welcomes(entry, 0.0, spread=False), "its time is up"


def test_what_must_not_be_in_any_log_is_objected_to() -> None:
    table, ledger = both()
    bad = Entry.make(table.host, 1, table.log.place, table.act(table.host, CLOSE, 7))
    assert not ledger.welcomes(bad, 0.0, spread=True)
    assert ledger.objection == f"entry {bad.seq}: that window isn't open"
    good = table.step()
    assert ledger.welcomes(good, 0.0, spread=False)
    assert ledger.objection == ""


# -- who votes afterwards --------------------------------------------------------------------------


def test_who_votes_after_a_removal_a_return_and_a_farewell() -> None:
    table = playing(4)
    pids = table.terms.pids
    entry = table.remove(table.people[3], heir=table.people[1])
    table.log.truncate(len(table.log) - 1)
    ledger = ledger_of(table)
    assert wish(ledger, entry.act).voters == pids[:3]
    ledger.append(entry)
    back = table.act(table.people[3], RETURN, b"c" * 32)
    assert wish(ledger, back).voters == pids
    leaving = table.act(table.people[2], DO, packed(Action("leave", 2)))
    assert wish(ledger, leaving).voters == pids[:2]
    owner_of_two = table.act(table.people[1], DO, packed(Action("leave", 1)))
    assert wish(ledger, owner_of_two).voters is None
    assert wish(ledger, table.act(table.people[1], ANCHOR, b"d" * 32)).voters is None
    assert wish(ledger, table.act(table.people[1], DO, b"nonsense")).voters is None
