"""ChaCha20-Poly1305 on PyNaCl, without the checks of its public functions.

Those look at each argument for several times as long as the encryption takes, and everything that
is said to hundreds of spectators goes through here. Where PyNaCl has no such inside, or another
one, its public functions do the same.
"""

from collections.abc import Callable
from typing import Any, Final

from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

Cipher = Callable[[bytes, bytes, bytes, bytes], bytes]  # of text, what is checked only, nonce, key

KEY_SIZE: Final = 32
NONCE_SIZE: Final = 12
TAG_SIZE: Final = 16
ROOM: Final = 1 << 12  # bytes that are kept for the next message: most are shorter
SHORT: Final = ROOM - TAG_SIZE


def direct(sodium: Any) -> tuple[Cipher, Cipher]:
    """Encryption and decryption that call the library at once, into memory that is used again."""
    ffi, lib = sodium.ffi, sodium.lib
    seal, unseal = (
        lib.crypto_aead_chacha20poly1305_ietf_encrypt,
        lib.crypto_aead_chacha20poly1305_ietf_decrypt,
    )
    nothing = ffi.NULL
    free: list[tuple[Any, Any]] = []  # memory, and a view of it; several threads may need some

    def room(size: int) -> tuple[Any, Any]:
        memory = ffi.new("unsigned char[]", size)
        return memory, ffi.buffer(memory)

    def encrypt(plain: bytes, ad: bytes, nonce: bytes, key: bytes) -> bytes:
        if len(nonce) != NONCE_SIZE or len(key) != KEY_SIZE:
            raise CryptoError("a key or a nonce has a wrong length")
        size = len(plain)
        try:
            memory, view = held = free.pop() if size <= SHORT else room(size + TAG_SIZE)
        except IndexError:
            memory, view = held = room(ROOM)
        if seal(memory, nothing, plain, size, ad, len(ad), nothing, nonce, key):
            raise CryptoError("the encryption failed")
        sealed: bytes = view[: size + TAG_SIZE]
        if size <= SHORT:
            free.append(held)
        return sealed

    def decrypt(sealed: bytes, ad: bytes, nonce: bytes, key: bytes) -> bytes:
        size = len(sealed) - TAG_SIZE
        if size < 0 or len(nonce) != NONCE_SIZE or len(key) != KEY_SIZE:
            raise CryptoError("a key, a nonce or a message has a wrong length")
        try:
            memory, view = held = free.pop() if size <= SHORT else room(size)
        except IndexError:
            memory, view = held = room(ROOM)
        if unseal(memory, nothing, nothing, sealed, size + TAG_SIZE, ad, len(ad), nonce, key):
            raise CryptoError("a message isn't what was encrypted")
        plain: bytes = view[:size]
        if size <= SHORT:
            free.append(held)
        return plain

    return encrypt, decrypt


def _ciphers() -> tuple[Cipher, Cipher]:
    try:
        import nacl._sodium as sodium  # type: ignore[import-not-found, unused-ignore]

        return direct(sodium)
    except (ImportError, AttributeError):
        return crypto_aead_chacha20poly1305_ietf_encrypt, crypto_aead_chacha20poly1305_ietf_decrypt


encrypt, decrypt = _ciphers()
