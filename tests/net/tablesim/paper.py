"""Signatures that cost nothing, so that many games fit into a test.

Everybody could forge them, which nobody in an honest simulation does. Chains of dice are short as
well, so that new ones are laid down in the middle of a game, and cards are read once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from unittest.mock import patch

from net import identity
from net.hashing import digest
from net.identity import Identity
from net.log.dice import LinkChain
from net.log.entries import Entry
from net.sessions import record
from tests.recorded import catalog

LENGTH = 112  # links of a chain; a new one is laid down when fewer than 96 are left


def _signature(pid: bytes, message: bytes) -> bytes:
    return blake2b(message, key=pid, digest_size=64).digest()


def _signed(pid: bytes, signature: bytes, message: bytes) -> bool:
    return signature == _signature(pid, message)


def _sign(self: Identity, domain: str, *parts: bytes | int) -> bytes:
    return _signature(self.pid, digest(domain, *parts))


@contextmanager
def cheap() -> Iterator[None]:
    """Everything within signs on paper."""
    read = lru_cache(2048)(Entry.read)
    with (
        patch.object(identity, "_signed", _signed),
        patch.object(Identity, "sign", _sign),
        patch.object(Entry, "read", read),
        patch.object(record, "load_catalog", lambda *_: catalog()),
        patch.object(LinkChain.__init__, "__defaults__", (0, LENGTH)),
    ):
        yield
