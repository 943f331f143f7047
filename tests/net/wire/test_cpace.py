"""The password: equal to the vectors of the draft, and nothing is learned from a wrong one."""

import json

import pytest
from nacl.bindings import crypto_scalarmult

from net.wire import cpace
from net.wire.cpace import CPace, PasswordError
from tests.kit.places import VECTORS

DRAFT = json.loads((VECTORS / "cpace_x25519.json").read_text())
VECTOR = {key: bytes.fromhex(value) for key, value in DRAFT["G_25519"].items()}
POINTS = {key: bytes.fromhex(value) for key, value in DRAFT["X25519_points"].items()}
MUST_ABORT = [f"Invalid Y{number}" for number in (0, 1, 2, 3, 4, 5, 7)]

ANN, BO = b"A" * 32, b"B" * 32
SID = b"s" * 64


def side(
    initiator: bool, password: str = "open sesame", sid: bytes = SID, peer: bytes = b""
) -> CPace:
    me, other = (ANN, BO) if initiator else (BO, ANN)
    return CPace(initiator, password, sid, me, peer or other, me[::-1] if initiator else b"y" * 32)


def agree(joiner: CPace, table: CPace) -> None:
    """The whole exchange; raises where a side closes the connection."""
    proof = joiner.receive(table.share)
    answer = table.receive(joiner.share)
    table.confirm(proof)
    joiner.confirm(answer)


def test_vectors_of_the_draft() -> None:
    point = cpace.generator(VECTOR["PRS"], VECTOR["CI"], VECTOR["sid"])
    assert point == VECTOR["g"]
    assert crypto_scalarmult(VECTOR["ya"], point) == VECTOR["Ya"]
    assert crypto_scalarmult(VECTOR["yb"], point) == VECTOR["Yb"]
    assert crypto_scalarmult(VECTOR["ya"], VECTOR["Yb"]) == VECTOR["K"]
    transcript = cpace.prefixed(VECTOR["Ya"], VECTOR["ADa"]) + cpace.prefixed(
        VECTOR["Yb"], VECTOR["ADb"]
    )
    assert cpace.session_key(VECTOR["sid"], VECTOR["K"], transcript) == VECTOR["ISK_IR"]


def test_our_own_vector() -> None:
    joiner = CPace(True, "teapot", SID, ANN, BO, b"x" * 32)
    table = CPace(False, "teapot", SID, BO, ANN, b"y" * 32)
    assert joiner.share.hex() == "e2658541bbdc4cc1e8cf029c5a705bbc306ef414147316b522d2c70d1e4b9311"
    tag = joiner.receive(table.share)
    assert tag.hex() == (
        "f8bef7c4e141374bdce8f4d18d299f85dfab5fee4f4e6cf0ee380439a3796f4d"
        "b9251c9563551950a642c62eb0fb97b7a60386481c0732ffe7f4b51021538814"
    )
    table.receive(joiner.share)
    table.confirm(tag)


def test_lengths_go_before_parts() -> None:
    assert cpace.prefixed(b"1234", b"5", b"", b"678") == b"\x041234\x015\x00\x03678"
    assert cpace.prefixed(bytes(128)) == b"\x80\x01" + bytes(128)
    assert cpace.prefixed(bytes(300)) == b"\xac\x02" + bytes(300)
    assert cpace.mac_key(b"ab", b"c") == cpace.mac_key(
        b"a", b"bc"
    )  # both have fixed lengths where it is used


def test_one_password_on_both_sides_and_what_looks_the_same_is_the_same() -> None:
    agree(side(True), side(False))
    agree(side(True, "Caf\u00e9 "), side(False, "Cafe\u0301"))
    assert len(side(True).share) == cpace.SHARE_SIZE
    assert len(side(True).receive(side(False).share)) == cpace.TAG_SIZE


def test_a_wrong_password_is_noticed_by_both_sides() -> None:
    joiner, table = side(True, "guess"), side(False, "secret")
    proof, answer = joiner.receive(table.share), table.receive(joiner.share)
    for one, other in ((table, proof), (joiner, answer)):
        with pytest.raises(PasswordError, match="wrong"):
            one.confirm(other)


@pytest.mark.parametrize(
    ("joiner", "table"),
    [
        (side(True, sid=b"1" * 64), side(False, sid=b"2" * 64)),
        (side(True, peer=b"M" * 32), side(False)),
        (side(True), side(False, peer=b"M" * 32)),
    ],
    ids=["two hashes", "to the joiner", "to the table"],
)
def test_a_man_in_the_middle_fails(joiner: CPace, table: CPace) -> None:
    """He has two channels, so two different hashes, and he himself is on each."""
    with pytest.raises(PasswordError):
        agree(joiner, table)


def test_own_messages_sent_back_prove_nothing() -> None:
    joiner = side(True)
    with pytest.raises(PasswordError, match="impossible"):
        joiner.receive(joiner.share)
    joiner, table = side(True), side(False)
    with pytest.raises(PasswordError, match="wrong"):
        joiner.confirm(joiner.receive(table.share))


@pytest.mark.parametrize("name", MUST_ABORT)
def test_shares_of_low_order_are_refused(name: str) -> None:
    with pytest.raises(PasswordError, match="low order"):
        side(True).receive(POINTS[name])


def test_each_step_happens_once() -> None:
    joiner, table = side(True), side(False)
    with pytest.raises(PasswordError, match="out of turn"):
        joiner.confirm(bytes(cpace.TAG_SIZE))
    joiner.receive(table.share)
    with pytest.raises(PasswordError, match="twice"):
        joiner.receive(table.share)
    with pytest.raises(PasswordError, match="wrong"):
        joiner.confirm(bytes(cpace.TAG_SIZE))
    with pytest.raises(PasswordError, match="out of turn"):
        joiner.confirm(table.receive(joiner.share))


@pytest.mark.parametrize("password", ["", "  ", "x" * (cpace.MAX_PASSWORD + 1), "\ud800"])
def test_impossible_passwords_are_told(password: str) -> None:
    with pytest.raises(PasswordError):
        side(True, password)
