"""Entries and their chain: bytes kept as they came, signatures, proofs; order, disk, crashes."""

import os
from pathlib import Path
from unittest.mock import Mock, patch

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import Identity
from net.log import chain
from net.log.dice import Burnt
from net.log.entries import (
    MAX_ACT,
    MAX_DEPTH,
    MAX_ITEMS,
    MAX_SEALED,
    START,
    Ack,
    Act,
    Asked,
    Entry,
    EntryError,
    Place,
    Vote,
    pack,
    unpack,
)
from net.log.proofs import ACK_AND_VOTE, FORK, TWO_ACKS, TWO_ACTS, TWO_VOTES, Proof
from tests.net.honest import file_of, identity

GID = bytes(16)
ANN, BO, EVE = identity(1), identity(2), identity(3)
HEAD = b"h" * 32


def act(author: Identity = ANN, number: int = 1, payload: object = 0, gid: bytes = GID) -> Act:
    return Act.make(author, gid, number, Place(), "do", payload)


def entry(
    host: Identity = BO, payload: object = 0, term: int = 1, prev: Place | None = None
) -> Entry:
    return Entry.make(host, term, prev or Place(), act(payload=payload))


def test_an_unusual_spelling_of_an_act_stays_as_it_is() -> None:
    plain = act(payload=5).raw
    assert plain[-1] == 5
    odd = plain[:-1] + b"\xcd\x00\x05"  # the same number in three bytes
    read = Act.read(odd, ANN.sign("czd/action", odd))
    assert read.payload == 5
    assert read.genuine()
    there = Entry.make(BO, 1, Place(), read)
    assert Entry.read(there.sealed).act.raw == odd
    assert not Act.read(plain, read.signature).genuine()


def test_nobody_signs_for_another() -> None:
    made = act()
    assert not Act.read(made.raw, EVE.sign("czd/action", made.raw)).genuine()
    assert not Act.read(made.raw, ANN.sign("czd/seq", made.raw)).genuine()
    assert not entry(EVE).ordered_by(BO.pid)
    ack = Ack.make(EVE, GID, 1, Asked(1, 1, HEAD))
    assert not Ack(GID, ANN.pid, 1, ack.at, ack.signature).genuine()
    vote = Vote.make(EVE, GID, 2, EVE.pid, Asked(1, 1, HEAD))
    assert not Vote(GID, ANN.pid, 2, EVE.pid, vote.last, vote.signature).genuine()


def test_an_order_of_a_host_is_signed_with_its_entry_alone() -> None:
    order = Act.make(BO, GID, 0, Place(), "close", 7)
    assert order.signature == b""
    there = Entry.read(Entry.make(BO, 1, Place(), order).sealed)
    assert there.act == order
    assert there.ordered_by(order.author)
    with pytest.raises(EntryError, match="a host's order has none"):
        Act.read(order.raw, BO.sign("czd/action", order.raw))
    with pytest.raises(EntryError, match="signature of 64 bytes"):
        Act.read(spoiled(7, 1), b"")
    with pytest.raises(EntryError, match="wrong kind"):
        Act.unseal(order.sealed)


@pytest.mark.parametrize("size", [0, 1, 255, 256, 65535, 65536])
@pytest.mark.parametrize("mark", [b"\x92\xc4", b"\x92\xc5", b"\x92\xc6"])
def test_a_sealed_thing_has_one_spelling(size: int, mark: bytes) -> None:
    width = 1 << mark[1] - 0xC4
    if size >> 8 * width:
        return
    sealed = mark + size.to_bytes(width, "big") + bytes(size) + b"\xc4\x40" + bytes(64)
    usual = sealed == pack([bytes(size), bytes(64)])
    with pytest.raises(EntryError) as caught:
        Entry.read(sealed)
    assert ("nonstandard encoding" in str(caught.value)) is not usual


# -- strictness ------------------------------------------------------------------------------------


def nested(depth: int, kind: str, core: object = 0) -> object:
    for _ in range(depth):
        core = [core] if kind == "list" else {"in": core}
    return core


STRANGE: dict[str, list[object]] = {
    "float": [1.5, [1.5]],
    "NoneType": [None, {"in": None}],
    "bool": [True],
    "aren't a value": [
        {1: 2},
        [0] * (MAX_ITEMS + 1),
        msgpack.ExtType(5, b"x"),
        msgpack.Timestamp(1, 0),
    ],
    "key that isn't a word": [{b"key": 2}],
    "deeply": [nested(MAX_DEPTH, "list"), nested(MAX_DEPTH, "map"), [nested(MAX_DEPTH - 1, "map")]],
    "too big": [1 << 63, -(1 << 63), [1 << 63], [-(1 << 63)], {"in": 1 << 63}],
}


@pytest.mark.parametrize("why", STRANGE)
def test_strange_values_are_refused(why: str) -> None:
    for value in STRANGE[why]:
        with pytest.raises(EntryError, match=why):
            unpack(msgpack.packb(value), MAX_ACT, "this")


@pytest.mark.parametrize("kind", ["list", "map"])
@pytest.mark.parametrize("core", [0, b"", "", (1 << 63) - 1, -(1 << 63) + 1])
def test_what_is_just_not_too_deep_or_too_big_is_read(kind: str, core: object) -> None:
    value = nested(MAX_DEPTH - 1, kind, core)
    assert unpack(msgpack.packb(value), MAX_ACT, "this") == value


def test_bad_bytes_are_refused() -> None:
    deep = b"\x91" * 50_000 + b"\0"
    with pytest.raises(EntryError, match="aren't a value"):
        unpack(deep, MAX_ACT, "this")
    for raw in (b"", b"\xc1", b"\x92\x01", b"\x01\x01", b"\xa1\xff", b"\xdd\xff\xff\xff\xff"):
        with pytest.raises(EntryError, match="aren't a value"):
            unpack(raw, 100, "this")
    with pytest.raises(EntryError, match="longer than 5"):
        unpack(bytes(6), 5, "this")
    with pytest.raises(EntryError, match="same thing twice"):
        unpack(b"\x82\xa1a\x01\xa1a\x02", 100, "this")


def spoiled(at: int, value: object) -> bytes:
    items = msgpack.unpackb(act().raw)
    items[at] = value
    return pack(items)


MISSHAPEN: dict[str, list[bytes]] = {
    "version 2": [spoiled(0, 2)],
    "wrong kind": [
        spoiled(at, value) for at, value in enumerate((bytes(15), "ann", -1, "0", b""), 1)
    ],
    "unknown kind": [spoiled(6, ""), spoiled(6, "k" * 17)],
    "longer": [spoiled(7, b"x" * MAX_ACT)],
    "8 fields": [pack([1]), pack({}), pack(7)],
}


@pytest.mark.parametrize("why", MISSHAPEN)
def test_misshapen_acts_are_refused(why: str) -> None:
    for raw in MISSHAPEN[why]:
        with pytest.raises(EntryError, match=why):
            Act.read(raw, bytes(64))


def test_misshapen_entries_are_refused() -> None:
    made = act()
    with pytest.raises(EntryError, match="another game"):
        Entry.read(pack([pack([1, b"o" * 16, 1, 1, START, made.raw, made.signature]), bytes(64)]))
    for term, seq in ((0, 1), (1, 0)):
        raw = pack([1, GID, term, seq, START, made.raw, made.signature])
        with pytest.raises(EntryError, match="from 1"):
            Entry.read(pack([raw, bytes(64)]))
    sealed = entry().sealed
    assert sealed[0] == 0x92
    with pytest.raises(EntryError, match="nonstandard encoding"):
        Entry.read(b"\xdc\0\2" + sealed[1:])


# -- proofs ----------------------------------------------------------------------------------------


def proofs() -> dict[str, Proof]:
    """One good proof of each kind, against Eve."""
    earlier, later = Asked(3, 9, HEAD), Asked(3, 8, b"i" * 32)
    acks = [Ack.make(EVE, GID, 3, Asked(3, 9, head)).raw for head in (HEAD, b"x" * 32)]
    votes = [Vote.make(EVE, GID, 4, who.pid, later).raw for who in (ANN, BO)]
    return {
        FORK: Proof(FORK, EVE.pid, entry(EVE, 1).sealed, entry(EVE, 2).sealed),
        TWO_ACTS: Proof(TWO_ACTS, EVE.pid, act(EVE, 1, 1).sealed, act(EVE, 1, 2).sealed),
        TWO_ACKS: Proof(TWO_ACKS, EVE.pid, *acks),
        TWO_VOTES: Proof(TWO_VOTES, EVE.pid, *votes),
        ACK_AND_VOTE: Proof(ACK_AND_VOTE, EVE.pid, Ack.make(EVE, GID, 3, earlier).raw, votes[0]),
    }


@pytest.mark.parametrize("kind", [FORK, TWO_ACTS, TWO_ACKS, TWO_VOTES, ACK_AND_VOTE])
def test_a_proof_holds_and_travels(kind: str) -> None:
    proof = proofs()[kind]
    assert proof.holds()
    assert Proof.read(proof.raw) == proof
    assert proof.sentence()
    assert not proof._replace(pid=ANN.pid).holds(), "it accuses only who signed"
    assert not proof._replace(second=proof.first).holds(), "the same thing twice proves nothing"
    assert not proof._replace(second=proof.second[:-1]).holds()
    for other in (FORK, TWO_ACTS, TWO_ACKS, TWO_VOTES, ACK_AND_VOTE, "talk"):
        assert proof._replace(kind=other).holds() == (other == kind)


def test_honest_pairs_prove_nothing() -> None:
    first, act_1, act_2 = entry(EVE, 1), act(EVE, 1, 1), act(EVE, 1, 2)
    for second in (entry(EVE, 1, term=2), entry(EVE, 1, prev=first.place), entry(BO, 2)):
        assert not Proof(FORK, EVE.pid, first.sealed, second.sealed).holds()
    forged = Act.read(act_2.raw, ANN.sign("czd/action", act_2.raw))
    for other in (act(EVE, 2, 2), act(EVE, 1, 2, gid=b"g" * 16), forged):
        assert not Proof(TWO_ACTS, EVE.pid, act_1.sealed, other.sealed).holds()


@pytest.mark.parametrize(
    ("term", "last", "holds"),
    [
        (4, (3, 8), True),  # a log that ends before the entry
        (4, (2, 99), True),  # a longer log of an older term
        (4, (3, 9), False),  # the log with the entry
        (4, (3, 10), False),
        (6, (5, 2), False),  # a later host has replaced the tail meanwhile
        (3, (3, 8), False),  # the election of the very host whose entry it is
        (2, (1, 1), False),  # an old vote
    ],
)
def test_when_a_vote_contradicts_an_ack(term: int, last: tuple[int, int], holds: bool) -> None:
    ack = Ack.make(EVE, GID, 3, Asked(3, 9, HEAD))
    vote = Vote.make(EVE, GID, term, BO.pid, Asked(*last, b"l" * 32))
    assert Proof(ACK_AND_VOTE, EVE.pid, ack.raw, vote.raw).holds() is holds


def test_acks_of_older_entries_bind_nobody() -> None:
    """Holding an entry of term 3 in term 5 promises nothing: a later host may replace it."""
    acks = [Ack.make(EVE, GID, 5, Asked(3, 9, head)) for head in (HEAD, b"x" * 32)]
    assert not any(ack.binding for ack in acks)
    assert not Proof(TWO_ACKS, EVE.pid, acks[0].raw, acks[1].raw).holds()
    vote = Vote.make(EVE, GID, 6, BO.pid, Asked(3, 8, b"l" * 32))
    assert not Proof(ACK_AND_VOTE, EVE.pid, acks[0].raw, vote.raw).holds()


def test_a_proof_may_hold_two_of_the_biggest_acts_and_is_of_a_known_kind() -> None:
    biggest = Proof(TWO_ACTS, EVE.pid, bytes(MAX_SEALED), bytes(MAX_SEALED))
    assert Proof.read(biggest.raw) == biggest
    with pytest.raises(EntryError, match="longer"):
        Proof.read(biggest._replace(second=bytes(MAX_SEALED + 512)).raw)
    with pytest.raises(EntryError, match="unknown kind"):
        Proof.read(biggest._replace(kind="talk").raw)


# -- the log in memory: order, exactly once, cutting -----------------------------------------------


def following(
    log: chain.Log,
    author: Identity = ANN,
    number: int = 0,
    term: int = 1,
    gid: bytes = GID,
    basis: Place | None = None,
    prev: Place | None = None,
) -> Entry:
    number = number or log.last_number(author.pid) + 1
    act = Act.make(author, gid, number, basis or log.place, "do", 0)
    return Entry.make(BO, term, prev or log.place, act)


def filled(count: int, log: chain.Log | None = None) -> chain.Log:
    log = chain.Log(GID) if log is None else log
    for number in range(count):
        log.append(following(log, (ANN, BO)[number % 2], gid=log.gid))
    return log


def cut(log: chain.Log, after: int = 0, count: int = 99, size: int = 10**6) -> list[bytes]:
    return [entry.sealed for entry in log.slice(after, count, size)]


def test_an_empty_log_and_one_whose_entries_hang_together() -> None:
    log = chain.Log(GID)
    assert (len(log), log.place, log.last) == (0, Place(0, START), Asked(0, 0, START))
    assert log.holds(Place())
    assert log.find(ANN.pid, 1) is None
    assert log.last_number(ANN.pid) == 0
    with pytest.raises(chain.ChainError, match="no entry 1"):
        log.entry(1)
    with pytest.raises(chain.ChainError, match="16 bytes"):
        chain.Log(b"short")
    filled(5, log)
    assert [entry.seq for entry in log] == [1, 2, 3, 4, 5]
    assert all(log.entry(seq).prev == log.head(seq - 1) for seq in range(1, 6))
    assert log.last == log.entry(5).asked
    assert log.holds(Place(3, log.head(3)))
    assert not log.holds(Place(3, log.head(2)))
    assert not log.holds(Place(6, log.head(5)))


def test_what_does_not_come_next_is_refused() -> None:
    log = filled(4)
    log.append(following(log, term=3))
    place = log.place
    cases = {
        "another game": following(log, gid=b"g" * 16, term=3),
        "number 4, but 6": following(log, prev=Place(3, log.head(3)), term=3),
        "number 9, but 6": following(log, prev=Place(8, log.head(3)), term=3),
        "it doesn't continue this log": following(log, prev=Place(5, b"x" * 32), term=3),
        "term 2": following(log, term=2),
        "late or twice": following(log, number=1, term=3),
        "had seen a different": following(log, basis=Place(5, b"x" * 32), term=3),
        "seen a different log": following(log, basis=Place(6, b"x" * 32), term=3),
    }
    for why, entry in cases.items():
        with pytest.raises(chain.ChainError, match=why):
            log.append(entry)
    assert log.place == place


def test_an_act_is_carried_out_once() -> None:
    log = filled(4)
    act = log.entry(3).act
    assert log.find(act.author, act.author_seq) is log.entry(3)
    again = Entry.make(BO, 1, log.place, act)
    assert "twice" in str(log.refusal(again))
    log.append(following(log, number=9))  # an author may leave numbers out
    assert log.last_number(ANN.pid) == 9
    assert log.refusal(following(log, number=8))


def test_a_tail_is_cut_but_nothing_final() -> None:
    log = filled(6)
    log.commit(3)
    log.commit(2)
    assert log.committed == 3
    with pytest.raises(chain.ChainError, match="entry 3 is final"):
        log.truncate(2)
    with pytest.raises(chain.ChainError, match="hasn't arrived"):
        log.commit(7)
    act = log.entry(5).act
    log.truncate(8)
    assert len(log) == 6
    log.truncate(4)
    assert len(log) == 4
    assert log.find(act.author, act.author_seq) is None
    log.append(Entry.make(ANN, 2, log.place, act))
    assert log.find(act.author, act.author_seq) is log.entry(5)
    log = filled(2)
    log.truncate(1)
    assert log.last_number(BO.pid) == 0, "numbers are forgotten with the tail"
    log.truncate(0)
    assert log.last_number(ANN.pid) == 0


def test_slices() -> None:
    log = filled(6)
    sealed = [entry.sealed for entry in log]
    assert cut(log, 0, 100, 10**6) == sealed
    assert cut(log, 4, 100, 10**6) == sealed[4:]
    assert cut(log, 1, 2, 10**6) == sealed[1:3]
    assert cut(log, 0, 100, 2 * len(sealed[0])) == sealed[:2]
    assert cut(log, 2, 100, 1) == sealed[2:3]
    assert cut(log, 6, 100, 10**6) == cut(log, 99, 1, 1) == []


# -- on disk ---------------------------------------------------------------------------------------


def test_disk_holds_the_bytes_of_the_wire(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    log, file = chain.open_log(path, GID)
    for count in range(1, 4):
        filled(1, log)
        assert path.read_bytes() == file_of([entry.sealed for entry in log]), "before it counts"
        assert len(log) == count
    log.truncate(1)
    filled(2, log)
    file.close()
    assert path.read_bytes() == file_of(cut(log))
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    again, file = chain.open_log(path, GID)
    assert [entry.sealed for entry in again] == [entry.sealed for entry in log]
    filled(1, again)
    file.close()
    assert len(chain.split_frames(path.read_bytes()).sealed) == 4


def test_a_full_disk_adds_nothing(tmp_path: Path) -> None:
    log, file = chain.open_log(tmp_path / "game.log", GID)
    filled(2, log)
    full = Mock(write=Mock(side_effect=OSError(28, "No space left")), fileno=file._file.fileno)
    with patch.object(file, "_file", full), pytest.raises(OSError, match="No space left"):
        filled(1, log)
    assert len(log) == 2
    filled(1, log)
    file.close()
    again, file = chain.open_log(tmp_path / "game.log", GID)
    file.close()
    assert len(again) == 3


@given(st.integers(0, 10**6))
def test_a_crash_loses_at_most_the_entry_being_written(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "torn.log"
    entries = [entry.sealed for entry in filled(3)]
    whole = file_of(entries)
    data = whole[: cut % (len(whole) + 1)]
    path.write_bytes(data)
    log, file = chain.open_log(path, GID)
    kept = [
        sealed for n, sealed in enumerate(entries) if len(file_of(entries[: n + 1])) <= len(data)
    ]
    assert [entry.sealed for entry in log] == kept
    filled(1, log)
    file.close()
    again, file = chain.open_log(path, GID)
    file.close()
    assert len(again) == len(kept) + 1


def test_an_end_that_was_not_written_is_dropped(tmp_path: Path) -> None:
    """Room that was never written, or a last entry that makes no sense."""
    path, whole = tmp_path / "game.log", file_of(cut(filled(3)))
    for data, entries in ((whole + bytes(5000), 3), (whole[:-70] + bytes(70), 2)):
        path.write_bytes(data)
        log, file = chain.open_log(path, GID)
        file.close()
        assert len(log) == entries
        assert path.read_bytes() == file_of(cut(log))


def test_damage_in_the_middle_and_the_log_of_another_game_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    sealed = cut(filled(3))
    for data, why in (
        (file_of([sealed[0], sealed[2], sealed[1]]), "entry 2"),
        (file_of(sealed[:1]) + b"\xff" * 40, "after entry 1"),
        (file_of(sealed[:1]) + b"\0\0\2\0" + b"\x92\xc4\x05" + bytes(9), "after entry 1"),
        (b"something else", "isn't the log"),
        (file_of(cut(filled(2, chain.Log(b"o" * 16)))), "another game"),
    ):
        path.write_bytes(data)
        with pytest.raises(chain.ChainError, match=why):
            chain.open_log(path, GID)
        assert path.read_bytes() == data, "nothing is touched"
    with pytest.raises(chain.ChainError, match="can't be opened"):
        chain.open_log(tmp_path / "none" / "game.log", GID)


def test_a_wrong_length_is_damage_and_not_a_crash() -> None:
    first, second = cut(filled(2))
    whole = file_of([first])
    assert chain.split_frames(whole + chain.framed(second)[:-1]).rest == chain.TORN
    assert chain.split_frames(whole + chain.framed(second)[:7]).rest == chain.TORN
    longer = (len(second) + 1).to_bytes(4, "big") + second
    assert chain.split_frames(whole + longer).rest == chain.DAMAGED
    assert chain.split_frames(chain.MAGIC[:4]).rest == chain.TORN
    assert chain.split_frames(b"").rest == ""


# -- what must survive -----------------------------------------------------------------------------


def test_term_and_vote_survive_a_crash_while_saving_and_damage_is_no_fresh_start(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.state"
    assert chain.load_kept(path) == chain.Kept()
    for kept in (chain.Kept(3), chain.Kept(4, ANN.pid)):
        chain.save_kept(path, kept)
        assert chain.load_kept(path) == kept
    assert [file.name for file in tmp_path.glob("game.*")] == ["game.state"]
    crash = patch.object(os, "fsync", side_effect=OSError("power cut"))
    with crash, pytest.raises(OSError, match="power cut"):
        chain.save_kept(path, chain.Kept(5))
    assert chain.load_kept(path) == chain.Kept(4, ANN.pid)
    for data in (b"", b"\x01", b"junk", b"\x93\x02\x01\xc4\x00", b"\x93\x01\x01\xc4\x01a"):
        path.write_bytes(data)
        with pytest.raises(chain.ChainError, match="damaged"):
            chain.load_kept(path)


@pytest.mark.parametrize("torn", [-39, -20, -1, 0, 1, 39])
def test_burnt_links_survive_and_half_of_one_was_not_shown_yet(tmp_path: Path, torn: int) -> None:
    """A crash cuts off some of the last record, or has written some of another."""
    path = tmp_path / "game.burnt"
    file = chain.BurntFile(path)
    assert file.last == Burnt()
    file.save(Burnt(3, b"h" * 32))
    file.save(Burnt(7, b"i" * 32))
    data = path.read_bytes()
    assert len(data) == 80, "written before the link is sent"
    file.close()
    path.write_bytes((data + bytes(40))[: 80 + torn])
    file = chain.BurntFile(path)
    assert file.last == (Burnt(3, b"h" * 32) if torn < 0 else Burnt(7, b"i" * 32))
    file.save(Burnt(8, b"j" * 32))
    file.close()
    again = chain.BurntFile(path)
    again.close()
    assert again.last == Burnt(8, b"j" * 32)
