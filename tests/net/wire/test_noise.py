"""The handshake: equal to the vectors of another program, and dead after anything odd."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import Identity
from net.wire.noise import (
    LAST_NONCE,
    MAX_MESSAGE,
    MAX_PLAIN,
    PROLOGUE,
    TAG_SIZE,
    Channel,
    CipherState,
    Handshake,
    NoiseError,
    NoiseXX,
)
from tests.kit.places import VECTORS

VECTORS = json.loads((VECTORS / "noise_xx.json").read_text())["cases"]
CASES = pytest.mark.parametrize("case", VECTORS, ids=lambda case: str(case["case"]))

ANN, BO = Identity(b"a" * 32), Identity(b"b" * 32)
LOW_ORDER = (
    bytes(32),
    b"\x01" + bytes(31),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    b"\xec" + b"\xff" * 30 + b"\x7f",
    b"\xed" + b"\xff" * 30 + b"\x7f",
    b"\xee" + b"\xff" * 30 + b"\x7f",
)


def of(case: dict[str, Any], key: str) -> bytes:
    return bytes.fromhex(case[key])


def pair() -> tuple[Handshake, Handshake]:
    return Handshake(True, ANN, b"1" * 32, b"2" * 32), Handshake(False, BO, b"3" * 32, b"4" * 32)


def bare(prologue: bytes = PROLOGUE) -> tuple[NoiseXX, NoiseXX]:
    return (
        NoiseXX(True, b"1" * 32, b"2" * 32, prologue),
        NoiseXX(False, b"3" * 32, b"4" * 32, prologue),
    )


def shaken() -> tuple[Channel, Channel]:
    ann, bo = pair()
    bo.read_message(ann.write_message())
    ann.read_message(bo.write_message())
    bo.read_message(ann.write_message())
    return ann.finish(), bo.finish()


def is_dead(side: Handshake) -> bool:
    """Whether nothing works any more."""
    attempts: tuple[Callable[[], object], ...] = (
        side.write_message,
        lambda: side.read_message(b""),
        side.finish,
    )
    for attempt in attempts:
        with pytest.raises(NoiseError):
            attempt()
    return not side.done


@CASES
def test_vectors_of_the_handshake(case: dict[str, Any]) -> None:
    sides = [
        NoiseXX(
            side == 0, of(case, f"{who}_static"), of(case, f"{who}_ephemeral"), of(case, "prologue")
        )
        for side, who in enumerate(("initiator", "responder"))
    ]
    for step, (payload, message) in enumerate(zip(case["payloads"], case["messages"], strict=True)):
        writer, reader = sides[step % 2], sides[1 - step % 2]
        assert (writer.writes, reader.writes) == (True, False)
        assert writer.write_message(bytes.fromhex(payload)).hex() == message
        assert reader.read_message(bytes.fromhex(message)).hex() == payload
    assert [side.handshake_hash.hex() for side in sides] == [case["handshake_hash"]] * 2
    (send_a, receive_a), (send_b, receive_b) = sides[0].split(), sides[1].split()
    for number, sent in enumerate(case["transport"]):
        send, receive = (send_b, receive_a) if number % 2 else (send_a, receive_b)
        assert send.encrypt(bytes.fromhex(sent["plain"])).hex() == sent["cipher"]
        assert receive.decrypt(bytes.fromhex(sent["cipher"])).hex() == sent["plain"]


def test_vectors_with_identities() -> None:
    case = VECTORS[1]
    sides = [
        Handshake(
            side == 0,
            Identity(of(case, f"{who}_identity")),
            of(case, f"{who}_static"),
            of(case, f"{who}_ephemeral"),
        )
        for side, who in enumerate(("initiator", "responder"))
    ]
    for step, message in enumerate(case["messages"]):
        assert sides[step % 2].write_message().hex() == message
        sides[1 - step % 2].read_message(bytes.fromhex(message))
    first, second = (side.finish() for side in sides)
    assert first.handshake_hash.hex() == second.handshake_hash.hex() == case["handshake_hash"]
    assert second.pid == Identity(of(case, "initiator_identity")).pid
    assert first.pid == Identity(of(case, "responder_identity")).pid


def test_both_sides_know_each_other_and_can_talk() -> None:
    ann, bo = shaken()
    assert (ann.pid, bo.pid) == (BO.pid, ANN.pid)
    assert ann.handshake_hash == bo.handshake_hash
    for number in range(3):
        assert bo.receive.decrypt(ann.send.encrypt(b"hello %d" % number)) == b"hello %d" % number
        assert ann.receive.decrypt(bo.send.encrypt(b"hi")) == b"hi"


def test_identities_are_hidden_from_the_network() -> None:
    ann, bo = pair()
    sent = []
    for writer, reader in ((ann, bo), (bo, ann), (ann, bo)):
        sent.append(writer.write_message())
        reader.read_message(sent[-1])
    assert [len(message) for message in sent] == [32, 192, 160]
    for identity in (ANN, BO):
        assert all(identity.pid not in message for message in sent)


def test_turns_are_told() -> None:
    ann, bo = pair()
    assert (ann.writes, bo.writes, ann.done) == (True, False, False)
    bo.read_message(ann.write_message())
    assert (ann.writes, bo.writes) == (False, True)


@pytest.mark.parametrize("before", [0, 1, 2, 3])
@pytest.mark.parametrize("who", [0, 1])
def test_out_of_turn_is_the_end(before: int, who: int) -> None:
    sides = pair()
    for step in range(before):
        sides[1 - step % 2].read_message(sides[step % 2].write_message())
    side = sides[who]
    wrong = (lambda: side.read_message(bytes(192))) if side.writes else side.write_message
    with pytest.raises(NoiseError, match="turn"):
        wrong()
    assert is_dead(side)


def test_no_channel_before_the_end_and_only_one_after_it() -> None:
    ann, bo = pair()
    with pytest.raises(NoiseError, match="not finished"):
        ann.finish()
    bo.read_message(ann.write_message())
    ann.read_message(bo.write_message())
    bo.read_message(ann.write_message())
    bo.finish()
    assert is_dead(bo)


@pytest.mark.parametrize("step", [0, 1, 2])
def test_every_truncation_is_the_end(step: int) -> None:
    size = (32, 192, 160)[step]
    for length in range(0, size, 7):
        sides = pair()
        for done in range(step):
            sides[1 - done % 2].read_message(sides[done % 2].write_message())
        message, reader = sides[step % 2].write_message(), sides[1 - step % 2]
        with pytest.raises(NoiseError):
            reader.read_message(message[:length])
        assert is_dead(reader)


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("place", [0, 31, 32, 79, 80, 111, 112, -17, -1])
def test_every_flipped_bit_is_the_end(step: int, place: int) -> None:
    sides = pair()
    for done in range(step):
        sides[1 - done % 2].read_message(sides[done % 2].write_message())
    message, reader = bytearray(sides[step % 2].write_message()), sides[1 - step % 2]
    message[place] ^= 1
    with pytest.raises(NoiseError):
        reader.read_message(bytes(message))
    assert is_dead(reader)


def test_a_changed_first_message_is_noticed_by_its_sender() -> None:
    ann, bo = pair()
    message = bytearray(ann.write_message())
    message[5] ^= 1
    bo.read_message(bytes(message))
    with pytest.raises(NoiseError):
        ann.read_message(bo.write_message())


def test_messages_of_another_handshake_are_worth_nothing() -> None:
    ann, bo = pair()
    first = ann.write_message()
    bo.read_message(first)
    ann.read_message(bo.write_message())
    third = ann.write_message()
    again = Handshake(False, BO, b"3" * 32, b"5" * 32)
    again.read_message(first)
    again.write_message()
    with pytest.raises(NoiseError):
        again.read_message(third)


def test_a_first_message_with_contents_is_refused() -> None:
    ann, _ = bare()
    _, bo = pair()
    with pytest.raises(NoiseError, match="too much"):
        bo.read_message(ann.write_message(b"x"))
    assert is_dead(bo)


def test_a_first_message_without_end_is_refused() -> None:
    _, bo = pair()
    with pytest.raises(NoiseError, match="too long"):
        bo.read_message(bytes(MAX_MESSAGE + 1))
    assert is_dead(bo)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        BO.pid,
        BO.pid + bytes(64),
        BO.pid + BO.vouch(b"another static key".ljust(32)),
        ANN.pid + BO.vouch(NoiseXX(False, b"3" * 32, b"4" * 32, b"").static),
        BO.pid + BO.vouch(NoiseXX(False, b"3" * 32, b"4" * 32, b"").static) + b"x",
    ],
)
def test_who_can_not_prove_an_identity_is_refused(payload: bytes) -> None:
    ann, _ = pair()
    _, bo = bare()
    bo.read_message(ann.write_message())
    with pytest.raises(NoiseError, match="prove"):
        ann.read_message(bo.write_message(payload))
    assert is_dead(ann)


def test_a_peer_with_our_own_static_key_is_refused() -> None:
    ann = Handshake(True, ANN, b"1" * 32, b"2" * 32)
    mirror = Handshake(False, ANN, b"1" * 32, b"4" * 32)
    mirror.read_message(ann.write_message())
    with pytest.raises(NoiseError, match="prove"):
        ann.read_message(mirror.write_message())


@pytest.mark.parametrize("point", LOW_ORDER)
def test_keys_of_low_order_are_refused(point: bytes) -> None:
    _, bo = pair()
    bo.read_message(point)
    with pytest.raises(NoiseError, match="low order"):
        bo.write_message()
    assert is_dead(bo)


def test_another_prologue_is_another_protocol() -> None:
    ann, _ = bare(b"czd/1")
    _, bo = bare(b"czd/2")
    bo.read_message(ann.write_message(b""))
    with pytest.raises(NoiseError):
        ann.read_message(bo.write_message(b""))


# -- ciphers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 0), (1,), (0, 2)], ids=["replayed", "swapped", "lost"])
def test_messages_out_of_order_kill_the_cipher(order: tuple[int, ...]) -> None:
    send, receive = CipherState(b"k" * 32), CipherState(b"k" * 32)
    sent = [send.encrypt(b"%d" % number) for number in range(3)]
    *well, wrong = order
    for number in well:
        receive.decrypt(sent[number])
    with pytest.raises(NoiseError, match="forged"):
        receive.decrypt(sent[wrong])
    with pytest.raises(NoiseError, match="failed before"):
        receive.decrypt(sent[len(well)])
    with pytest.raises(NoiseError, match="failed before"):
        receive.encrypt(b"")


def test_what_is_said_aloud_is_checked_too() -> None:
    send, receive = CipherState(b"k" * 32), CipherState(b"k" * 32)
    with pytest.raises(NoiseError):
        receive.decrypt(send.encrypt(b"x", b"one"), b"two")


def test_a_counter_that_is_used_up_ends_the_cipher() -> None:
    send, receive = CipherState(b"k" * 32, LAST_NONCE), CipherState(b"k" * 32, LAST_NONCE)
    assert receive.decrypt(send.encrypt(b"last")) == b"last"
    for _ in range(2):
        with pytest.raises(NoiseError, match=r"counter|failed"):
            send.encrypt(b"one more")
        with pytest.raises(NoiseError, match=r"counter|failed"):
            receive.decrypt(bytes(TAG_SIZE))


def test_messages_have_a_biggest_size() -> None:
    send, receive = CipherState(b"k" * 32), CipherState(b"k" * 32)
    assert len(receive.decrypt(send.encrypt(bytes(MAX_PLAIN)))) == MAX_PLAIN
    with pytest.raises(NoiseError, match="at most"):
        send.encrypt(bytes(MAX_PLAIN + 1))
    assert receive.decrypt(send.encrypt(b"goes on")) == b"goes on"
    with pytest.raises(NoiseError, match="length"):
        receive.decrypt(bytes(MAX_MESSAGE + 1))


# -- junk ------------------------------------------------------------------------------------------


@given(st.binary(max_size=300), st.sampled_from([0, 1, 2]))
def test_junk_is_refused_cleanly(junk: bytes, step: int) -> None:
    sides = pair()
    for done in range(step):
        sides[1 - done % 2].read_message(sides[done % 2].write_message())
    reader = sides[1 - step % 2]
    try:
        reader.read_message(junk)
    except NoiseError:
        assert is_dead(reader)
    else:
        assert (step, len(junk)) == (0, 32)


@given(st.binary(max_size=100))
def test_junk_is_not_decrypted(junk: bytes) -> None:
    with pytest.raises(NoiseError):
        CipherState(b"k" * 32).decrypt(junk)
