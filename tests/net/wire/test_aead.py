"""The short way to the cipher gives what the public one gives, and refuses what that refuses."""

import sys

import nacl._sodium as sodium
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

from net.wire import aead
from net.wire.aead import KEY_SIZE, NONCE_SIZE, ROOM, direct
from net.wire.noise import CipherState, NoiseError

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
