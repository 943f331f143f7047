"""What two programs must have in common to play with each other."""

from functools import cache

from core.catalog import EDITIONS, load_catalog
from core.clauses import RULES_VERSION, clauses
from net.hashing import digest


@cache
def rules_hash() -> bytes:
    """Of the number of this program's rules and the ids of their clauses, not of their words."""
    return digest("czd/rules", RULES_VERSION, *(id.encode() for id in sorted(clauses())))


@cache
def cards_hash() -> bytes:
    """Of the cards of all editions that come with this program."""
    return digest("czd/cards", load_catalog(EDITIONS).fingerprint.encode())
