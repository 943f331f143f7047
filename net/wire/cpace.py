"""The password of a private table, proven without saying it: CPACE-X25519-SHA512.

After draft-irtf-cfrg-cpace-21, inside the encrypted channel and bound to it: the session id is the
hash of the handshake, the parties' data are their identities. Whoever does not know the password
can test one guess per connection and learns nothing to test more at home. Messages go in turn, the
joining side first:

    joiner -> share      table -> share      joiner -> tag      table -> tag

so that a table always knows of a failed guess before it gives its own tag away.
"""

import hmac
import unicodedata
from hashlib import sha512
from typing import Final

from nacl.bindings import crypto_scalarmult

SHARE_SIZE: Final = 32
TAG_SIZE: Final = 64
MAX_PASSWORD: Final = 128

PURPOSE: Final = b"czd/room/v1"

_DOMAIN: Final = b"CPace255"
_BLOCK: Final = 128  # bytes that SHA-512 takes at a time

# The curve v^2 = u^3 + A u^2 + u over the integers modulo P.
_P: Final = 2**255 - 19
_A: Final = 486662


class PasswordError(Exception):
    """The password differs, or the other side does not follow the protocol."""


class CPace:
    """One side of the proof; used once."""

    __slots__ = ("_initiator", "_mine", "_secret", "_sid", "_tags", "_theirs", "share")

    def __init__(
        self, initiator: bool, password: str, sid: bytes, own_pid: bytes, pid: bytes, secret: bytes
    ) -> None:
        """`sid` is the hash of the handshake, `secret` 32 fresh random bytes."""
        self._initiator = initiator
        self._sid = sid
        self._secret = secret
        self._mine = own_pid
        self._theirs = pid
        self._tags: tuple[bytes, bytes] | None = None
        self.share = crypto_scalarmult(secret, generator(octets(password), PURPOSE, sid))

    def receive(self, share: bytes) -> bytes:
        """Takes the other side's share and gives the tag that proves this side's password."""
        secret, self._secret = self._secret, b""
        if not secret:
            raise PasswordError("the other side sent its password share twice")
        if len(share) != SHARE_SIZE or share == self.share:
            raise PasswordError("the other side sent an impossible password share")
        try:
            point = crypto_scalarmult(secret, share)
        except RuntimeError:
            raise PasswordError("the other side sent a share of low order") from None
        mine, theirs = prefixed(self.share, self._mine), prefixed(share, self._theirs)
        transcript = mine + theirs if self._initiator else theirs + mine
        key = mac_key(self._sid, session_key(self._sid, point, transcript))
        self._tags = hmac.digest(key, mine, sha512), hmac.digest(key, theirs, sha512)
        return self._tags[0]

    def confirm(self, tag: bytes) -> None:
        """Checks the other side's tag; returning means that both know the password."""
        tags, self._tags = self._tags, None
        if tags is None:
            raise PasswordError("the other side sent its password proof out of turn")
        if not hmac.compare_digest(tags[1], tag):
            raise PasswordError("the password is wrong")


def octets(password: str) -> bytes:
    """The same bytes for what looks the same, whatever keyboard it came from; raises PasswordError
    if that is no password."""
    try:
        written = unicodedata.normalize("NFKC", password).strip().encode()
    except UnicodeEncodeError:
        raise PasswordError("the password has characters that can't be encoded") from None
    if not written:
        raise PasswordError("the password can't be blank")
    if len(written) > MAX_PASSWORD:
        raise PasswordError(f"a password has at most {MAX_PASSWORD} bytes, not {len(written)}")
    return written


def prefixed(*parts: bytes) -> bytes:
    """Each part after its length, seven bits to a byte and low bits first."""
    out = bytearray()
    for part in parts:
        size = len(part)
        while size > 0x7F:
            out.append(0x80 | size & 0x7F)
            size >>= 7
        out.append(size)
        out += part
    return bytes(out)


def generator(password: bytes, purpose: bytes, sid: bytes) -> bytes:
    """The point that stands for a password on one connection."""
    padding = max(0, _BLOCK - 1 - len(prefixed(password)) - len(prefixed(_DOMAIN)))
    hashed = sha512(prefixed(_DOMAIN, password, bytes(padding), purpose, sid)).digest()
    return _elligator(int.from_bytes(hashed[:32], "little") & ((1 << 255) - 1))


def _elligator(number: int) -> bytes:
    """A point of the curve for a number, by Elligator 2 with the non-square 2."""
    # 1 + 2 n^2 is never 0, because -1/2 is no square modulo P.
    u = -_A * pow(1 + 2 * number * number, -1, _P) % _P
    if pow(u * u * u + _A * u * u + u, (_P - 1) // 2, _P) == _P - 1:
        u = (-u - _A) % _P
    return u.to_bytes(32, "little")


def session_key(sid: bytes, point: bytes, transcript: bytes) -> bytes:
    """The key that only two sides with one password have in common."""
    return sha512(prefixed(_DOMAIN + b"_ISK", sid, point) + transcript).digest()


def mac_key(sid: bytes, key: bytes) -> bytes:
    """The key of the two tags."""
    return sha512(b"CPaceMac" + sid + key).digest()
