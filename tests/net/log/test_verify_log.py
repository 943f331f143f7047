"""Verifying logs: honest ones hold, and every way of doctoring one is caught at the right entry."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.log.chain import MAGIC
from net.log.entries import Entry, pack, unpack
from net.log.kinds import BEACON, NOOP, RESULT, SEATS, SEED
from net.log.netgame import record_of
from net.log.payloads import told_result
from net.log.referee import Referee
from net.log.terms import Manners, Terms
from net.log.verify import count, verify_log
from net.sessions.record import Outdated, Result, result_of
from tests.kit.places import OLDER
from tests.net.honest import (
    HonestTable,
    caught,
    eventful,
    file_of,
    finished,
    identity,
    put,
    said,
    sealed,
)

STRANGER = identity(50)


# -- honest logs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [1, 2, 3, 5])
def test_honest_games_hold(people: int) -> None:
    table = finished(people) if people > 1 else HonestTable(1, bots=2).open().play()
    report = verify_log(table.data)
    assert report.good
    assert report.entries == len(table.log)
    assert (report.at, report.head) == table.log.place
    assert report.digest == table.game.digest()
    assert report.winners == tuple(table.game.names[seat] for seat in table.game.winners)
    assert f"{len(table.log)} entries in one unbroken chain" in report.proven[0]
    assert any("shared seed" in line for line in report.unproven)


def test_logs_that_go_on_after_the_end_of_the_game_have_the_same_head() -> None:
    table = finished()
    heir = table.people[1]
    act = table.act(heir, NOOP, table.votes(heir))
    longer = file_of([*sealed(table), put(table, act, heir, table.term + 1).sealed])
    first, second = verify_log(table.data), verify_log(longer)
    assert second.good
    assert second.entries == first.entries + 1
    assert (second.at, second.head) == (first.at, first.head)
    assert first.at == first.entries


def test_the_result_is_told_after_the_end() -> None:
    """Nothing is proven by it that the log does not prove, and nothing else can be said there."""
    table = finished()
    result = result_of(table.game)
    assert result is not None
    end, told = len(table.log) + 1, told_result(result)
    last = said(table, table.host, RESULT, told)
    longer = file_of([*sealed(table), last.sealed])
    assert verify_log(longer).good
    assert verify_log(longer).head == verify_log(table.data).head
    assert record_of(longer).result == record_of(table.data).result == result
    for payload, why in (
        ([[0, 1, 2], *told[1:]], "did not end like that"),
        ([told[0], result.round + 1, told[2]], "did not end like that"),
        ([*told[:2], [0, 0, 0]], "did not end like that"),
        ([[7], *told[1:]], "names seats"),
        (told[:2], "3 fields"),
        ("Pam", "3 fields"),
    ):
        caught([*sealed(table), said(table, table.host, RESULT, payload).sealed], end, why)
    other = next(one for one in table.people if one is not table.host)
    order = put(table, table.act(other, RESULT, told))
    caught([*sealed(table), order.sealed], end, "only the host")
    twice = HonestTable(3).open().play()
    twice.say(twice.host, RESULT, told)
    again = said(twice, twice.host, RESULT, told)
    caught([*sealed(twice), again.sealed], end + 1, "told once")
    early = HonestTable(3).open().play(30)
    caught([*sealed(early), said(early, early.host, RESULT, told).sealed], 34 + 1, "not over")


# -- other rules -----------------------------------------------------------------------------------


def test_the_log_of_newer_rules_is_listed_with_its_result_and_not_played() -> None:
    table = HonestTable(3)
    value = unpack(table.terms.raw, 10**6, "terms")
    assert isinstance(value, dict)
    table.terms = Terms.read(pack(value | {"rules": 3}))
    entries = [opening(table)]
    record = record_of(file_of(entries))
    assert (record.header.names, record.header.rules) == (table.terms.header.names, 3)
    assert (record.actions, record.result) == ((), None)
    entries.append(said(table, table.host, RESULT, [[1], 9, [3, 25, -1]]).sealed)
    record = record_of(file_of(entries))
    assert (record.actions, record.result) == ((), Result((1,), 9, (3, 25, -1)))
    with pytest.raises(Outdated, match="newer rules"):
        record.game()
    entries[-1] = said(table, table.host, RESULT, [[9], 9, [3, 25, -1]]).sealed
    assert record_of(file_of(entries)).result is None
    assert record_of(file_of(entries)[:-1]).torn


def opening(table: HonestTable) -> bytes:
    signatures = [table.terms.sign(one) for one in table.people]
    return said(table, table.host, SEATS, [table.terms.raw, signatures]).sealed


def test_an_older_log_is_carried_out_by_todays_rules_for_its_result_alone() -> None:
    table = HonestTable(3)
    value = unpack(table.terms.raw, 10**6, "terms")
    assert isinstance(value, dict)
    del value["rules"]
    table.terms = Terms.read(pack(value | {"version": 1, "fingerprint": "0" * 64}))
    table.referee.today = True
    table.open().play(40)
    assert record_of(table.data).by_todays_rules() is None
    table.play()
    record = record_of(table.data)
    assert record.result is None
    assert record.by_todays_rules() == result_of(table.game)
    with pytest.raises(Outdated, match="older rules"):
        record.game()
    wrong = sealed(table)
    wrong[30:32] = reversed(wrong[30:32])
    assert record_of(file_of(wrong)).by_todays_rules() is None


def test_a_log_from_before_rules_had_a_number_is_read() -> None:
    data = (OLDER / "network.game").read_bytes()
    record = record_of(data)
    assert (record.header.names, record.header.rules) == (("Ann", "Bob"), 1)
    assert record.result is None
    report = verify_log(data)
    assert str(report.fault) == (
        "entry 1: this game was played by older rules (version 1, now 2) "
        "and can't be replayed or continued"
    )
    assert report.winners == ()


def test_a_game_with_everything_holds_and_is_told() -> None:
    table = eventful()
    report = verify_log(table.data)
    assert report.fault is None
    told = "\n".join(report.proven + report.unproven)
    for part in ("2 changes of host", "1 removal", "throws of dice", "won by", "for 1 window"):
        assert part in told
    assert len(table.referee.players) == 3


def test_a_referee_can_be_made_anew_from_the_log() -> None:
    table = eventful()
    again = Referee(table.gid)
    for entry in table.log:
        again.apply(entry)
    assert again.game.digest() == table.game.digest()
    assert (again.players, again.owners, again.term) == (
        table.referee.players,
        table.referee.owners,
        table.referee.term,
    )


def test_an_unfinished_or_torn_log_says_so() -> None:
    table = short()
    report = verify_log(table.data)
    assert report.good
    assert any("not finished" in line for line in report.unproven)
    assert (report.at, report.head) == table.log.place
    torn = verify_log(table.data[:-3])
    assert torn.good
    assert torn.entries == report.entries - 1
    assert any("cut off" in line for line in torn.unproven)


def test_files_that_are_no_logs() -> None:
    for data, seq in ((b"", 0), (b"PK", 0), (MAGIC, 0), (MAGIC[:5], 1), (MAGIC + b"\0\0\0\5x", 1)):
        report = verify_log(data)
        assert report.fault is not None
        assert report.fault.seq == seq
        assert not report.proven
    assert "no log" in str(verify_log(b"PK").fault)
    caught([b"\x01"], 1)


def test_counting() -> None:
    assert [count(1, "entry"), count(2, "entry"), count(0, "throw")] == [
        "1 entry", "2 entries", "0 throws",
    ]  # fmt: skip


# -- without any key -------------------------------------------------------------------------------


@cache
def short() -> HonestTable:
    """The beginning of a game; don't change it."""
    return HonestTable(3).open().play(30)


def test_every_entry_is_guarded_by_its_bytes() -> None:
    entries = sealed(short())
    for at, good in enumerate(entries):
        bad = bytearray(good)
        bad[(at * 37 + 1) % len(good)] ^= 4
        caught([*entries[:at], bytes(bad), *entries[at + 1 :]], at + 1)


@given(st.data())
def test_no_bit_of_a_file_can_change_unseen(data: st.DataObject) -> None:
    good = short().data
    bit = data.draw(st.integers(0, len(good) * 8 - 1))
    bad = bytearray(good)
    bad[bit // 8] ^= 1 << bit % 8
    report = verify_log(bytes(bad))
    at = bit // 8
    expected = 0
    end = len(MAGIC)
    for entry in sealed(short()):
        expected += at >= end
        end += 4 + len(entry)
    assert report.fault is not None
    assert report.fault.seq == expected


def test_missing_doubled_and_swapped_entries_are_caught() -> None:
    entries = sealed(short())
    for at in range(1, len(entries), 4):
        caught([*entries[: at - 1], *entries[at:]], at)
        caught([*entries[:at], entries[at - 1], *entries[at:]], at + 1, f"number {at}")
    for at in range(1, len(entries) - 1, 4):
        swapped = [*entries]
        swapped[at - 1 : at + 1] = reversed(swapped[at - 1 : at + 1])
        caught(swapped, at)


def test_entries_of_another_game_don_t_fit() -> None:
    entries, other = sealed(short()), sealed(HonestTable(3, seed=2).open().play(40))
    for at in (2, 5, 20):
        caught([*entries[: at - 1], *other[at - 1 :]], at, "another game")


# -- the opening -----------------------------------------------------------------------------------


def reopened(change: Callable[[dict[str, object]], object], sign: bool = True) -> Entry:
    """An opening with other terms, signed by everybody or with the old signatures."""
    table = HonestTable(3)
    value = unpack(table.terms.raw, 10**6, "terms")
    assert isinstance(value, dict)
    change(value)
    raw = pack(value)
    try:
        signatures = [Terms.read(raw).sign(one) for one in table.people]
    except Exception:
        signatures = [bytes(64)] * 3
    if not sign:
        signatures = [table.terms.sign(one) for one in table.people]
    return said(table, table.host, SEATS, [raw, signatures])


def players(
    change: Callable[[list[list[object]]], object],
) -> Callable[[dict[str, object]], object]:
    return lambda value: change(value["players"])  # type: ignore[arg-type]


def mannered(**changes: object) -> Callable[[dict[str, object]], object]:
    """Terms with other manners."""
    return lambda v: v.update(manners=list(Manners()._replace(**changes)))  # type: ignore[arg-type]


OPENINGS: dict[str, tuple[Entry, str]] = {
    "unsigned change": (reopened(lambda v: v.update(first=1), sign=False), "not all players"),
    "another nonce": (
        reopened(players(lambda p: p[0].__setitem__(1, b"n" * 16))),
        "not the one its players made",
    ),
    "equal anchors": (
        reopened(players(lambda p: p[0].__setitem__(2, p[1][2]))),
        "same key, nonce, anchor",
    ),
    "equal commitments": (
        reopened(players(lambda p: p[0].__setitem__(3, p[1][3]))),
        "same key, nonce, anchor",
    ),
    "one player twice": (reopened(players(lambda p: p.append(p[0]))), "a seat each"),
    "another host": (reopened(lambda v: v.update(host=1)), "opened by the host"),
    "a host nobody knows": (reopened(lambda v: v.update(host=7)), "every seat a player"),
    "other cards": (reopened(lambda v: v.update(fingerprint="00")), "other cards"),
    "newer rules": (reopened(lambda v: v.update(rules=3)), "newer rules (version 3, here 2)"),
    "rules before they had a number": (
        reopened(lambda v: (v.pop("rules"), v.update(version=1))),
        "older rules (version 1, now 2)",
    ),
    "unknown edition": (reopened(lambda v: v.update(editions=["nope"])), "cards"),
    "unknown option": (reopened(lambda v: v.update(options={"cheat": "on"})), "cheat"),
    "winners from nowhere": (reopened(lambda v: v.update(winners=[9])), "winners"),
    "a terminal escape": (
        reopened(lambda v: v.update(seats=[["\x1b[2J", 0, ""], ["B", 1, ""], ["C", 2, ""]])),
        "harm a screen",
    ),
    "a player without a seat": (
        reopened(lambda v: v.update(seats=[["A", 0, ""], ["B", 1, ""], ["C", 1, ""]])),
        "every player has a seat",
    ),
    "an hour and more": (reopened(mannered(seconds=9999)), "longer than 3600"),
    "waiting for ever": (reopened(mannered(wait=9999)), "longer than 3600"),
    "a table without a name": (reopened(mannered(title="")), "so has the table"),
    "a title in two lines": (reopened(mannered(title="a\nb")), "harm a screen"),
    "two of one name": (
        reopened(lambda v: v.update(seats=[["A", 0, ""], ["A", 1, ""], ["C", 2, ""]])),
        "the same name",
    ),
    "another way to deal": (reopened(lambda v: v.update(cards="marked")), "does not play"),
    "another version": (reopened(lambda v: v.update(version=3)), "does not play"),
    "a field too many": (reopened(lambda v: v.update(extra=1)), "13 fields"),
    "options in numbers": (reopened(lambda v: v.update(options={"hand": 6})), "in words"),
    "winners in words": (reopened(lambda v: v.update(winners=["a"])), "by their seats"),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_bad_openings_are_named(name: str) -> None:
    bad, why = OPENINGS[name]
    caught([bad.sealed, bad.sealed], 1, why)


def test_a_log_begins_with_its_terms() -> None:
    table = HonestTable(3)
    caught([said(table, table.host, SEED, table.seeds[0]).sealed], 1, "begins with the terms")
    raw, signatures = table.terms.raw, [table.terms.sign(one) for one in table.people]
    late = put(table, table.act(table.host, SEATS, [raw, signatures]), term=2)
    caught([late.sealed], 1, "host of its first term")


def test_seeds_are_the_ones_committed_to() -> None:
    table = HonestTable(3)
    signatures = [table.terms.sign(one) for one in table.people]
    table.say(table.host, SEATS, [table.terms.raw, signatures])
    bad = said(table, table.people[1], SEED, b"x" * 32)
    caught([*sealed(table), bad.sealed], 2, "committed to")
    early = said(table, table.host, BEACON, [1, table.links(1)])
    caught([*sealed(table), early.sealed], 2, "no throw is due")
