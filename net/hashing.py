"""The one hash of the protocol: BLAKE2b-256, with a domain for what is hashed.

The domain keeps a hash made for one purpose from being passed off as one for another, and the
length before each part keeps two different lists of parts from giving the same bytes.
"""

from functools import cache
from hashlib import blake2b
from typing import Final

DIGEST_SIZE: Final = 32
MAX_DOMAIN: Final = 16  # bytes that BLAKE2b has room for
MAX_INT: Final = (1 << 64) - 1


@cache
def _person(domain: str) -> bytes:
    person = domain.encode("ascii")
    if not 1 <= len(person) <= MAX_DOMAIN:
        raise ValueError(f"a domain has 1 to {MAX_DOMAIN} letters, not {len(person)}")
    return person


def digest(domain: str, *parts: bytes | int) -> bytes:
    """32 bytes for these parts; numbers count as eight bytes, high byte first."""
    pieces: list[bytes] = []
    for part in parts:
        if isinstance(part, int):
            if not 0 <= part <= MAX_INT:
                raise ValueError("a hashed number must be from 0 to 2^64 - 1")
            part = part.to_bytes(8, "big")
        pieces += (len(part).to_bytes(4, "big"), part)
    data = b"".join(pieces)
    return blake2b(data, digest_size=DIGEST_SIZE, person=_person(domain)).digest()
