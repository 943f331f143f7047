"""Verifying logs: honest ones hold, and every way of doctoring one is caught at the right entry."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.log.chain import MAGIC
from net.log.entries import Entry, EntryError, pack, unpack
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
    put,
    rejected,
    said,
    sealed,
    standing,
)

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
    assert report.winners
    assert -1 not in table.game.face, "every replica knows every face"
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
    told = told_result(result)
    last = said(table, table.host, RESULT, told)
    longer = file_of([*sealed(table), last.sealed])
    report = verify_log(longer)
    assert report.good
    assert report.head == table.log.place.head
    assert record_of(longer).result == record_of(table.data).result == result
    for payload, why in (
        ([[0, 1, 2], *told[1:]], "did not end like that"),
        ([told[0], result.round + 1, told[2]], "did not end like that"),
        ([*told[:2], [0, 0, 0]], "did not end like that"),
        ([[7], *told[1:]], "names seats"),
        (told[:2], "3 fields"),
        ("Pam", "3 fields"),
    ):
        rejected(table, said(table, table.host, RESULT, payload), why)
    other = next(one for one in table.people if one is not table.host)
    rejected(table, put(table, table.act(other, RESULT, told)), "only the host")
    order = table.act(table.host, RESULT, told, last.place)
    again = Entry.make(table.host, table.term, last.place, order)
    caught([*sealed(table), last.sealed, again.sealed], len(table.log) + 2, "told once")


# -- other rules -----------------------------------------------------------------------------------


def test_the_log_of_newer_rules_is_listed_with_its_result_and_not_played() -> None:
    table = HonestTable(3)
    table.terms = Terms.read(pack(terms_of(table) | {"rules": 3}))
    entries = [said(table, table.host, SEATS, table.founding).sealed]
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


def terms_of(table: HonestTable) -> dict[str, object]:
    value = unpack(table.terms.raw, 10**6, "terms")
    assert isinstance(value, dict)
    return value


def test_an_older_log_is_carried_out_by_todays_rules_for_its_result_alone() -> None:
    table = HonestTable(3)
    value = terms_of(table)
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
    again = Referee(table.gid)  # a referee can be made from the log alone
    for entry in table.log:
        again.apply(entry)
    assert standing(again) == standing(table.referee)


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

Change = Callable[[dict[str, Any]], object]


@cache
def unopened() -> HonestTable:
    """Before its first entry; don't change it."""
    return HonestTable(3)


def reopened(change: Change, sign: bool = True) -> Entry:
    """An opening with other terms, signed by everybody or with the old signatures."""
    table = unopened()
    value, signatures = terms_of(table), table.founding[1]
    change(value)
    raw = pack(value)
    if sign:
        try:
            signatures = [Terms.read(raw).sign(one) for one in table.people]
        except EntryError:
            signatures = [bytes(64)] * 3
    return said(table, table.host, SEATS, [raw, signatures])


def put_in(**fields: object) -> Change:
    return lambda value: value.update(fields)


def copied(field: int) -> Change:
    """The first player has brought what the second has."""
    return lambda value: value["players"][0].__setitem__(field, value["players"][1][field])


def mannered(**changes: Any) -> Change:
    return put_in(manners=list(Manners()._replace(**changes)))


def seated(*seats: tuple[str, int]) -> Change:
    return put_in(seats=[[name, owner, ""] for name, owner in seats])


OPENINGS: dict[str, tuple[Change, str]] = {
    "another nonce": (
        lambda value: value["players"][0].__setitem__(1, b"n" * 16),
        "not the one its players made",
    ),
    "equal anchors": (copied(2), "same key, nonce, anchor"),
    "equal commitments": (copied(3), "same key, nonce, anchor"),
    "one player twice": (lambda v: v["players"].append(v["players"][0]), "a seat each"),
    "another host": (put_in(host=1), "opened by the host"),
    "a host nobody knows": (put_in(host=3), "every seat a player"),
    "other cards": (put_in(fingerprint="00"), "other cards"),
    "newer rules": (put_in(rules=3), "newer rules (version 3, here 2)"),
    "rules before they had a number": (
        lambda value: (value.pop("rules"), value.update(version=1)),
        "older rules (version 1, now 2)",
    ),
    "unknown edition": (put_in(editions=["nope"]), "cards"),
    "unknown option": (put_in(options={"cheat": "on"}), "cheat"),
    "winners from nowhere": (put_in(winners=[9]), "winners"),
    "a terminal escape": (seated(("\x1b[2J", 0), ("B", 1), ("C", 2)), "harm a screen"),
    "a player without a seat": (seated(("A", 0), ("B", 1), ("C", 1)), "every player has a seat"),
    "two of one name": (seated(("A", 0), ("A", 1), ("C", 2)), "the same name"),
    "an hour and more": (mannered(seconds=3601), "longer than 3600"),
    "waiting for ever": (mannered(wait=3601), "longer than 3600"),
    "a table without a name": (mannered(title=""), "so has the table"),
    "a title in two lines": (mannered(title="a\nb"), "harm a screen"),
    "another way to deal": (put_in(cards="marked"), "does not play"),
    "another version": (put_in(version=3), "does not play"),
    "a field too many": (put_in(extra=1), "13 fields"),
    "options in numbers": (put_in(options={"hand": 6}), "in words"),
    "winners in words": (put_in(winners=["a"]), "by their seats"),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_bad_openings_are_named(name: str) -> None:
    change, why = OPENINGS[name]
    rejected(unopened(), reopened(change), why)


def test_a_log_begins_with_terms_that_all_have_signed() -> None:
    table = unopened()
    rejected(table, reopened(put_in(first=1), sign=False), "not all players")
    rejected(table, reopened(mannered(seconds=3600, wait=3600), sign=False), "not all players")
    rejected(table, said(table, table.host, SEED, table.seeds[0]), "begins with the terms")
    late = put(table, table.act(table.host, SEATS, table.founding), term=2)
    caught([late.sealed, late.sealed], 1, "host of its first term")


def test_seeds_are_the_ones_committed_to() -> None:
    table = HonestTable(3)
    table.say(table.host, SEATS, table.founding)
    rejected(table, said(table, table.people[1], SEED, b"x" * 32), "committed to")
    rejected(table, said(table, table.host, BEACON, [1, table.links(1)]), "no throw is due")
