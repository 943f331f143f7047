"""Acts, entries, acks, votes: bytes kept as they came, signatures, hostile input, proofs."""

import json
from collections.abc import Callable

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import Identity
from net.log.dice import Reveal
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
from tests.kit.places import VECTORS
from tests.net.honest import finished, identity

VECTOR = json.loads((VECTORS / "log.json").read_text())
GID = bytes(16)
ANN, BO, EVE = identity(1), identity(2), identity(3)
HEAD = b"h" * 32


def act(author: Identity = ANN, number: int = 1, payload: object = 0, gid: bytes = GID) -> Act:
    return Act.make(author, gid, number, Place(), "do", payload)


def entry(
    host: Identity = BO, payload: object = 0, term: int = 1, prev: Place | None = None
) -> Entry:
    return Entry.make(host, term, prev or Place(), act(payload=payload))


def test_vectors() -> None:
    raw = {
        key: bytes.fromhex(v) for key, v in VECTOR.items() if isinstance(v, str) and key != "kind"
    }
    author, host = Identity(raw["author_seed"]), Identity(raw["host_seed"])
    seq, head = VECTOR["basis"]
    basis = Place(seq, bytes.fromhex(head))
    made = Act.make(author, raw["gid"], VECTOR["author_seq"], basis, "do", VECTOR["payload"])
    assert (made.raw, made.signature) == (raw["act"], raw["act_signature"])
    there = Entry.make(host, VECTOR["term"], basis, made)
    assert (there.raw, there.head) == (raw["entry"], raw["head"])
    assert there.signature == raw["host_signature"]
    assert Ack.make(author, raw["gid"], 3, there.asked).signature == raw["ack_signature"]
    vote = Vote.make(author, raw["gid"], VECTOR["vote_term"], host.pid, there.asked)
    assert vote.signature == raw["vote_signature"]


def test_what_is_sent_is_what_is_read() -> None:
    made = entry(payload=["pass", 1, [], {"a": b"x"}])
    again = Entry.read(made.sealed)
    assert again == made
    assert again.ordered_by(BO.pid)
    assert again.act.genuine()
    assert Act.unseal(made.act.sealed) == made.act
    ack = Ack.make(ANN, GID, 1, made.asked)
    assert Ack.read(ack.raw) == ack
    assert ack.genuine()
    vote = Vote.make(ANN, GID, 2, BO.pid, made.asked)
    assert Vote.read(vote.raw) == vote
    assert vote.genuine()


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
    with pytest.raises(EntryError, match="the order of a host has none"):
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
    assert ("unusual spelling" in str(caught.value)) is not usual


# -- strictness ------------------------------------------------------------------------------------


def nested(depth: int, kind: str = "list", core: object = 0) -> object:
    for _ in range(depth):
        core = [core] if kind == "list" else {"in": core}
    return core


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (1.5, "float"),
        (None, "NoneType"),
        (True, "bool"),
        ({1: 2}, "no value"),
        ({b"key": 2}, "key that is no word"),
        (nested(MAX_DEPTH), "deeply"),
        (nested(MAX_DEPTH, "map"), "deeply"),
        ([nested(MAX_DEPTH - 1, "map")], "deeply"),
        (nested(1, "map", None), "NoneType"),
        (nested(1, "list", 1.5), "float"),
        (nested(1, "map", 1 << 63), "too big"),
        (-(1 << 63), "too big"),
        ([1 << 63], "too big"),
        ([-(1 << 63)], "too big"),
        ([0] * (MAX_ITEMS + 1), "no value"),
        (msgpack.ExtType(5, b"x"), "no value"),
        (msgpack.Timestamp(1, 0), "no value"),
        (1 << 63, "too big"),
    ],
)
def test_strange_values_are_refused(value: object, why: str) -> None:
    with pytest.raises(EntryError, match=why):
        unpack(msgpack.packb(value), MAX_ACT, "this")


@pytest.mark.parametrize("kind", ["list", "map"])
@pytest.mark.parametrize("core", [0, b"", "", (1 << 63) - 1, -(1 << 63) + 1])
def test_what_is_just_not_too_deep_or_too_big_is_read(kind: str, core: object) -> None:
    value = nested(MAX_DEPTH - 1, kind, core)
    assert unpack(msgpack.packb(value), MAX_ACT, "this") == value


def test_bad_bytes_are_refused() -> None:
    deep = b"\x91" * 50_000 + b"\0"
    with pytest.raises(EntryError, match="no value"):
        unpack(deep, MAX_ACT, "this")
    for raw in (b"", b"\xc1", b"\x92\x01", b"\x01\x01", b"\xa1\xff", b"\xdd\xff\xff\xff\xff"):
        with pytest.raises(EntryError, match="no value"):
            unpack(raw, 100, "this")
    with pytest.raises(EntryError, match="longer than 5"):
        unpack(bytes(6), 5, "this")
    with pytest.raises(EntryError, match="same thing twice"):
        unpack(b"\x82\xa1a\x01\xa1a\x02", 100, "this")


def spoiled(at: int, value: object) -> bytes:
    items = msgpack.unpackb(act().raw)
    items[at] = value
    return pack(items)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (spoiled(0, 2), "version 2"),
        (spoiled(1, bytes(15)), "wrong kind"),
        (spoiled(2, "ann"), "wrong kind"),
        (spoiled(3, -1), "wrong kind"),
        (spoiled(4, "0"), "wrong kind"),
        (spoiled(5, b""), "wrong kind"),
        (spoiled(6, ""), "no known kind"),
        (spoiled(6, "k" * 17), "no known kind"),
        (spoiled(7, b"x" * MAX_ACT), "longer"),
        (pack([1]), "8 fields"),
        (pack({}), "8 fields"),
        (pack(7), "8 fields"),
    ],
)
def test_misshapen_acts_are_refused(raw: bytes, why: str) -> None:
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
    with pytest.raises(EntryError, match="unusual spelling"):
        Entry.read(b"\xdc\0\2" + sealed[1:])


READERS: list[Callable[[bytes], object]] = [
    Entry.read, Act.unseal, Ack.read, Vote.read, Reveal.read, Proof.read,
]  # fmt: skip


@given(st.binary(max_size=400))
def test_any_bytes_are_refused_cleanly(data: bytes) -> None:
    for read in READERS:
        with pytest.raises(EntryError):
            read(data)


@given(st.data())
def test_a_changed_bit_is_always_noticed(data: st.DataObject) -> None:
    """No bit of an entry can change without breaking its shape or a signature."""
    log = finished().log
    made = log.entry(data.draw(st.integers(5, len(log))))
    bit = data.draw(st.integers(0, len(made.sealed) * 8 - 1))
    changed = bytearray(made.sealed)
    changed[bit // 8] ^= 1 << bit % 8
    try:
        read = Entry.read(bytes(changed))
    except EntryError:
        return
    assert not read.ordered_by(finished().host.pid)


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
    first = entry(EVE, 1)
    for second in (entry(EVE, 1, term=2), entry(EVE, 1, prev=first.place), entry(BO, 2)):
        assert not Proof(FORK, EVE.pid, first.sealed, second.sealed).holds()
    later = act(EVE, 2, 2)
    assert not Proof(TWO_ACTS, EVE.pid, act(EVE, 1, 1).sealed, later.sealed).holds()
    elsewhere = act(EVE, 1, 2, gid=b"g" * 16)
    assert not Proof(TWO_ACTS, EVE.pid, act(EVE, 1, 1).sealed, elsewhere.sealed).holds()
    forged = Act.read(act(EVE, 1, 2).raw, ANN.sign("czd/action", act(EVE, 1, 2).raw))
    assert not Proof(TWO_ACTS, EVE.pid, act(EVE, 1, 1).sealed, forged.sealed).holds()


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
    with pytest.raises(EntryError, match="no known kind"):
        Proof.read(biggest._replace(kind="talk").raw)
