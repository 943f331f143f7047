"""Handshake and ciphers: equal to the vectors of another program, dead after anything odd."""

import json
import sys
from collections.abc import Callable
from typing import Any

import nacl._sodium as sodium
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

from net.identity import Identity
from net.wire import aead, noise
from net.wire.aead import KEY_SIZE, NONCE_SIZE, ROOM, direct
from net.wire.noise import CipherState, Handshake, NoiseError, NoiseXX
from tests.kit.places import VECTORS

CASES = json.loads((VECTORS / "noise_xx.json").read_text())["cases"]

ANN, BO = Identity(b"a" * 32), Identity(b"b" * 32)
POINTS = json.loads((VECTORS / "cpace_x25519.json").read_text())["X25519_points"]
LOW_ORDER = [bytes.fromhex(POINTS[f"Invalid Y{number}"]) for number in (0, 1, 2, 3, 4, 5, 7)]


def of(case: dict[str, Any], key: str) -> bytes:
    return bytes.fromhex(case[key])


def pair(steps: int = 0) -> tuple[Handshake, Handshake]:
    """Both sides of a handshake after some of its three messages."""
    sides = Handshake(True, ANN, b"1" * 32, b"2" * 32), Handshake(False, BO, b"3" * 32, b"4" * 32)
    for step in range(steps):
        sides[1 - step % 2].read_message(sides[step % 2].write_message())
    return sides


def bare(prologue: bytes = noise.PROLOGUE) -> tuple[NoiseXX, NoiseXX]:
    return (
        NoiseXX(True, b"1" * 32, b"2" * 32, prologue),
        NoiseXX(False, b"3" * 32, b"4" * 32, prologue),
    )


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


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["case"]))
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
    case = CASES[1]
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


@pytest.mark.parametrize("before", [0, 1, 2, 3])
@pytest.mark.parametrize("who", [0, 1])
def test_out_of_turn_is_the_end(before: int, who: int) -> None:
    sides = pair(before)
    assert [side.writes for side in sides] == [before in (0, 2), before == 1]
    assert [side.done for side in sides] == [before == 3] * 2
    side = sides[who]
    wrong = (lambda: side.read_message(bytes(192))) if side.writes else side.write_message
    with pytest.raises(NoiseError, match="turn"):
        wrong()
    assert is_dead(side)


def test_no_channel_before_the_end_and_only_one_after_it() -> None:
    with pytest.raises(NoiseError, match="isn't finished"):
        pair()[0].finish()
    _, bo = pair(3)
    bo.finish()
    assert is_dead(bo)


@pytest.mark.parametrize(("step", "size"), [(0, 32), (1, 192), (2, 160)])
def test_every_truncation_and_flipped_bit_is_the_end(step: int, size: int) -> None:
    message = pair(step)[step % 2].write_message()
    assert len(message) == size
    bad = [message[:length] for length in range(0, size, 7)]
    bad += [
        message[:at] + bytes([message[at] ^ 1]) + message[at + 1 :]
        for at in ((0, 31, 32, 79, 80, 111, 112, size - 17, size - 1) if step else ())
    ]
    for changed in bad:
        reader = pair(step)[1 - step % 2]
        with pytest.raises(NoiseError):
            reader.read_message(changed)
        assert is_dead(reader)


@pytest.mark.parametrize(
    ("message", "why"),
    [(bare()[0].write_message(b"x"), "too much"), (bytes(noise.MAX_MESSAGE + 1), "too long")],
    ids=["with contents", "without end"],
)
def test_a_first_message_has_one_size(message: bytes, why: str) -> None:
    _, bo = pair()
    with pytest.raises(NoiseError, match=why):
        bo.read_message(message)
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
    with pytest.raises(NoiseError, match="already failed"):
        receive.decrypt(sent[len(well)])
    with pytest.raises(NoiseError, match="already failed"):
        receive.encrypt(b"")


def test_what_is_said_aloud_is_checked_too() -> None:
    send, receive = CipherState(b"k" * 32), CipherState(b"k" * 32)
    with pytest.raises(NoiseError):
        receive.decrypt(send.encrypt(b"x", b"one"), b"two")


def test_a_counter_that_is_used_up_ends_the_cipher() -> None:
    send, receive = (
        CipherState(b"k" * 32, noise.LAST_NONCE),
        CipherState(b"k" * 32, noise.LAST_NONCE),
    )
    assert receive.decrypt(send.encrypt(b"last")) == b"last"
    for _ in range(2):
        with pytest.raises(NoiseError, match=r"counter|failed"):
            send.encrypt(b"one more")
        with pytest.raises(NoiseError, match=r"counter|failed"):
            receive.decrypt(bytes(noise.TAG_SIZE))


def test_messages_have_a_biggest_size() -> None:
    send, receive = CipherState(b"k" * 32), CipherState(b"k" * 32)
    assert len(receive.decrypt(send.encrypt(bytes(noise.MAX_PLAIN)))) == noise.MAX_PLAIN
    with pytest.raises(NoiseError, match="at most"):
        send.encrypt(bytes(noise.MAX_PLAIN + 1))
    assert receive.decrypt(send.encrypt(b"goes on")) == b"goes on"
    with pytest.raises(NoiseError, match="length"):
        receive.decrypt(bytes(noise.MAX_MESSAGE + 1))
    with pytest.raises(NoiseError, match="already failed"):
        receive.decrypt(send.encrypt(b"too late"))


# -- the short way to the library ------------------------------------------------------------------

encrypt, decrypt = direct(sodium)
KEYS = st.binary(min_size=KEY_SIZE, max_size=KEY_SIZE)
NONCES = st.binary(min_size=NONCE_SIZE, max_size=NONCE_SIZE)


@given(st.binary(max_size=300), st.binary(max_size=20), NONCES, KEYS)
def test_both_ways_are_the_same(plain: bytes, ad: bytes, nonce: bytes, key: bytes) -> None:
    sealed = encrypt(plain, ad, nonce, key)
    assert sealed == crypto_aead_chacha20poly1305_ietf_encrypt(plain, ad, nonce, key)
    assert decrypt(sealed, ad, nonce, key) == plain
    assert crypto_aead_chacha20poly1305_ietf_decrypt(sealed, ad, nonce, key) == plain


@given(st.binary(max_size=60), NONCES, KEYS, st.integers(0, 1000), st.integers(1, 255))
def test_one_changed_byte_is_noticed(
    plain: bytes, nonce: bytes, key: bytes, at: int, flip: int
) -> None:
    sealed = bytearray(encrypt(plain, b"head", nonce, key))
    sealed[at % len(sealed)] ^= flip
    with pytest.raises(CryptoError):
        decrypt(bytes(sealed), b"head", nonce, key)


def test_wrong_lengths_never_reach_the_library() -> None:
    key, nonce = bytes(KEY_SIZE), bytes(NONCE_SIZE)
    sealed = encrypt(b"plain", b"", nonce, key)
    for bad_nonce, bad_key in ((nonce[:-1], key), (nonce, key[:-1]), (b"", b"")):
        with pytest.raises(CryptoError):
            encrypt(b"plain", b"", bad_nonce, bad_key)
        with pytest.raises(CryptoError):
            decrypt(sealed, b"", bad_nonce, bad_key)
    for short in (b"", sealed[:15]):
        with pytest.raises(CryptoError):
            decrypt(short, b"", nonce, key)


@pytest.mark.parametrize("size", [0, 1, ROOM - 17, ROOM - 16, ROOM - 15, ROOM, 3 * ROOM])
def test_memory_that_is_used_again_leaves_no_trace(size: int) -> None:
    key, nonce = bytes(KEY_SIZE), bytes(NONCE_SIZE)
    for _ in range(2):
        encrypt(b"x" * ROOM, b"", nonce, key)
        sealed = encrypt(bytes(size), b"", nonce, key)
        assert sealed == crypto_aead_chacha20poly1305_ietf_encrypt(bytes(size), b"", nonce, key)
        assert decrypt(sealed, b"", nonce, key) == bytes(size)


def test_without_the_inside_of_the_library_its_public_functions_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "nacl._sodium", None)
    monkeypatch.setattr(aead, "encrypt", aead._ciphers()[0])
    monkeypatch.setattr(aead, "decrypt", aead._ciphers()[1])
    assert aead.encrypt is crypto_aead_chacha20poly1305_ietf_encrypt
    sender, receiver = CipherState(bytes(KEY_SIZE)), CipherState(bytes(KEY_SIZE))
    for text in (b"one", b"two"):
        assert receiver.decrypt(sender.encrypt(text, b"head"), b"head") == text
    with pytest.raises(NoiseError, match="forged"):
        receiver.decrypt(sender.encrypt(b"three", b"head"), b"another")
