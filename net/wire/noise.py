"""The handshake and the ciphers of a connection: Noise_XX_25519_ChaChaPoly_BLAKE2b.

`NoiseXX` is the handshake of the Noise specification (revision 34) and nothing else; `Handshake`
puts the identities of the peers into its payloads. Any error ends the handshake or the cipher for
good: whoever catches it closes the connection.
"""

import hmac
from hashlib import blake2b
from struct import Struct
from typing import Final, NamedTuple, NoReturn

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.exceptions import CryptoError

from net.identity import PID_SIZE, Identity, vouched
from net.wire import aead

PROTOCOL: Final = b"Noise_XX_25519_ChaChaPoly_BLAKE2b"
PROLOGUE: Final = b"czd/1"

KEY_SIZE: Final = 32
TAG_SIZE: Final = 16
MAX_MESSAGE: Final = 65535
MAX_PLAIN: Final = MAX_MESSAGE - TAG_SIZE
LAST_NONCE: Final = (1 << 64) - 2  # the one above is reserved by the specification

_as_nonce = Struct("<4xQ").pack  # four zeros and the counter, low byte first

PATTERN: Final = (("e",), ("e", "ee", "s", "es"), ("s", "se"))


class NoiseError(Exception):
    """The other side does not follow the protocol; a sentence says how."""


class CipherState:
    """One direction of a connection: a key and a counter that never repeats."""

    __slots__ = ("_key", "_nonce")

    def __init__(self, key: bytes, nonce: int = 0) -> None:
        self._key: bytes | None = key
        self._nonce = nonce

    def encrypt(self, plain: bytes, ad: bytes = b"") -> bytes:
        """The next message; `ad` is checked by the other side but not sent."""
        if len(plain) > MAX_PLAIN:
            raise NoiseError(f"a message holds at most {MAX_PLAIN} bytes")
        key, nonce = self._key, self._nonce
        if key is None or nonce > LAST_NONCE:
            self._refuse()
        self._nonce = nonce + 1
        return aead.encrypt(plain, ad, _as_nonce(nonce), key)

    def decrypt(self, cipher: bytes, ad: bytes = b"") -> bytes:
        """What the next message says; after a forged or replayed one the cipher is dead."""
        key, nonce = self._key, self._nonce
        if key is None or nonce > LAST_NONCE:
            self._refuse()
        self._nonce = nonce + 1
        if not TAG_SIZE <= len(cipher) <= MAX_MESSAGE:
            self._key = None
            raise NoiseError("a message has an impossible length")
        try:
            return aead.decrypt(cipher, ad, _as_nonce(nonce), key)
        except CryptoError:
            self._key = None
            raise NoiseError("a message was forged, replayed, lost or damaged") from None

    def _refuse(self) -> NoReturn:
        if self._key is None:
            raise NoiseError("the connection already failed")
        self._key = None
        raise NoiseError("the connection has used up its counter")


class NoiseXX:
    """The three messages of the XX pattern, as one side sees them."""

    __slots__ = (
        "_alive", "_cipher", "_ephemeral", "_initiator", "_key", "_static",
        "handshake_hash", "remote_ephemeral", "remote_static", "static", "step",
    )  # fmt: skip

    def __init__(self, initiator: bool, static: bytes, ephemeral: bytes, prologue: bytes) -> None:
        """Both secrets are 32 random bytes; the ephemeral one serves this handshake only."""
        self._initiator = initiator
        self._static = static
        self._ephemeral = ephemeral
        self.static = crypto_scalarmult_base(static)
        self.remote_static = b""
        self.remote_ephemeral = b""
        self.handshake_hash = PROTOCOL.ljust(64, b"\0")
        self._key = self.handshake_hash
        self._cipher: CipherState | None = None
        self.step = 0
        self._alive = True
        self._mix_hash(prologue)

    @property
    def writes(self) -> bool:
        """Whether it is this side's turn."""
        return self.step < len(PATTERN) and (self.step % 2 == 0) == self._initiator

    @property
    def done(self) -> bool:
        """Whether all three messages have passed."""
        return self._alive and self.step == len(PATTERN)

    def write_message(self, payload: bytes) -> bytes:
        """The next message of this side."""
        tokens = self._begin(writing=True)
        parts = []
        for token in tokens:
            if token == "e":
                parts.append(crypto_scalarmult_base(self._ephemeral))
                self._mix_hash(parts[-1])
            elif token == "s":
                parts.append(self._encrypt(self.static))
            else:
                self._mix_dh(token)
        parts.append(self._encrypt(payload))
        return self._end(b"".join(parts))

    def read_message(self, message: bytes) -> bytes:
        """The payload of the other side's next message."""
        tokens = self._begin(writing=False)
        if len(message) > MAX_MESSAGE:
            raise NoiseError("a message of the handshake is too long")
        for token in tokens:
            if token == "e":
                self.remote_ephemeral, message = _cut(message, KEY_SIZE)
                self._mix_hash(self.remote_ephemeral)
            elif token == "s":
                sealed, message = _cut(message, KEY_SIZE + TAG_SIZE)
                self.remote_static = self._decrypt(sealed)
            else:
                self._mix_dh(token)
        return self._end(self._decrypt(message))

    def split(self) -> tuple[CipherState, CipherState]:
        """The ciphers to send and to receive with; they can be had once."""
        if not self.done:
            raise NoiseError("the handshake failed or isn't finished")
        self._alive = False
        first, second = _derive(self._key, b"")
        ciphers = CipherState(first[:KEY_SIZE]), CipherState(second[:KEY_SIZE])
        return ciphers if self._initiator else (ciphers[1], ciphers[0])

    def fail(self, reason: str) -> NoReturn:
        """Ends the handshake for good."""
        self._alive = False
        raise NoiseError(reason)

    def _begin(self, writing: bool) -> tuple[str, ...]:
        """What the next message consists of. Until it ends well the handshake counts as failed."""
        if not self._alive:
            raise NoiseError("the handshake failed or is over")
        if self.done or writing != self.writes:
            self.fail("a message of the handshake is out of turn")
        self._alive = False
        return PATTERN[self.step]

    def _end(self, result: bytes) -> bytes:
        self._alive = True
        self.step += 1
        return result

    def _mix_hash(self, data: bytes) -> None:
        self.handshake_hash = blake2b(self.handshake_hash + data).digest()

    def _mix_dh(self, token: str) -> None:
        own_static = token == ("se" if self._initiator else "es")
        their_static = token == ("es" if self._initiator else "se")
        secret = self._static if own_static else self._ephemeral
        public = self.remote_static if their_static else self.remote_ephemeral
        try:
            shared = crypto_scalarmult(secret, public)
        except RuntimeError:
            raise NoiseError("the other side sent a key of low order") from None
        self._key, key = _derive(self._key, shared)
        self._cipher = CipherState(key[:KEY_SIZE])

    def _encrypt(self, plain: bytes) -> bytes:
        sealed = plain
        if self._cipher is not None:
            sealed = self._cipher.encrypt(plain, self.handshake_hash)
        self._mix_hash(sealed)
        return sealed

    def _decrypt(self, sealed: bytes) -> bytes:
        plain = sealed
        if self._cipher is not None:
            plain = self._cipher.decrypt(sealed, self.handshake_hash)
        self._mix_hash(sealed)
        return plain


class Channel(NamedTuple):
    """What a handshake leaves behind."""

    send: CipherState
    receive: CipherState
    handshake_hash: bytes  # the same on both sides, and on no other connection
    pid: bytes  # who the other side is


class Handshake:
    """XX with identities: messages 2 and 3 say who their sender is, and prove it."""

    __slots__ = ("_identity", "_pid", "_xx")

    def __init__(
        self, initiator: bool, identity: Identity, static: bytes, ephemeral: bytes
    ) -> None:
        """`static` is secret and made once per run, `ephemeral` once per connection."""
        self._xx = NoiseXX(initiator, static, ephemeral, PROLOGUE)
        self._identity = identity
        self._pid = b""

    @property
    def writes(self) -> bool:
        """Whether it is this side's turn."""
        return self._xx.writes

    @property
    def done(self) -> bool:
        """Whether the channel is ready."""
        return self._xx.done

    def write_message(self) -> bytes:
        """The next message of this side."""
        if self._xx.step == 0:
            return self._xx.write_message(b"")
        return self._xx.write_message(self._identity.pid + self._identity.vouch(self._xx.static))

    def read_message(self, message: bytes) -> None:
        """Takes the next message of the other side."""
        first = self._xx.step == 0
        payload = self._xx.read_message(message)
        if first:
            if payload:
                self._xx.fail("the first message of the handshake says too much")
            return
        pid, signature = payload[:PID_SIZE], payload[PID_SIZE:]
        static = self._xx.remote_static
        if static == self._xx.static or not vouched(pid, signature, static):
            self._xx.fail("the other side can't prove who it is")
        self._pid = pid

    def finish(self) -> Channel:
        """The channel; it can be had once."""
        hashed = self._xx.handshake_hash
        return Channel(*self._xx.split(), hashed, self._pid)


def _derive(key: bytes, material: bytes) -> tuple[bytes, bytes]:
    """HKDF of the specification with two outputs."""
    secret = hmac.digest(key, material, "blake2b")
    first = hmac.digest(secret, b"\x01", "blake2b")
    return first, hmac.digest(secret, first + b"\x02", "blake2b")


def _cut(message: bytes, size: int) -> tuple[bytes, bytes]:
    if len(message) < size:
        raise NoiseError("a message of the handshake is too short")
    return message[:size], message[size:]
