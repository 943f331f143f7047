"""What two programs must have in common to play with each other."""

from functools import cache

from core.catalog import EDITIONS, load_catalog
from core.clauses import clauses
from net.hashing import digest


@cache
def rules_hash() -> bytes:
    """Of the rules that this program knows."""
    parts = [part.encode() for clause in clauses().values() for part in clause]
    return digest("czd/rules", *parts)


@cache
def cards_hash() -> bytes:
    """Of the cards of all editions that come with this program."""
    return digest("czd/cards", load_catalog(EDITIONS).fingerprint.encode())
