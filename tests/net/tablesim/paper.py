"""Signatures that cost nothing, so that many games fit into a test.

Everybody could forge them, which nobody in an honest simulation does. Chains of dice are short as
well, so that new ones are laid down in the middle of a game, and cards are read once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from unittest.mock import patch

from core.catalog import Catalog
from net import identity
from net.hashing import digest
from net.identity import Identity
from net.log.dice import LinkChain
from net.log.entries import Act, Entry
from net.log.terms import Terms
from net.peer import throws
from net.peer.throws import RENEW
from net.sessions import record
from tests.kit.recorded import catalog

SPARE = 16  # links of a chain before a new one is laid down


def _signature(pid: bytes, message: bytes) -> bytes:
    return blake2b(message, key=pid, digest_size=64).digest()


def _signed(pid: bytes, signature: bytes, message: bytes) -> bool:
    return signature == _signature(pid, message)


def _sign(self: Identity, domain: str, *parts: bytes | int) -> bytes:
    return _signature(self.pid, digest(domain, *parts))


@contextmanager
def cheap(deck: Catalog | None = None, renew: int = RENEW) -> Iterator[None]:
    """Everything within signs on paper, plays with this deck, reads everything once, and lays down
    new chains when so many links are left."""
    dealt = deck or catalog()
    with (
        patch.object(identity, "_signed", _signed),
        patch.object(Identity, "sign", _sign),
        patch.object(Entry, "read", lru_cache(2048)(Entry.read)),
        patch.object(Act, "read", lru_cache(2048)(Act.read)),
        patch.object(Terms, "read", lru_cache(16)(Terms.read)),
        patch.object(throws, "RENEW", renew),
        patch.object(record, "load_catalog", lambda *_: dealt),
        patch.object(LinkChain.__init__, "__defaults__", (0, renew + SPARE)),
    ):
        yield
