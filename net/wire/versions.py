"""What two programs must have in common to play with each other."""

from functools import cache

from core.catalog import EDITIONS, load_catalog
from core.clauses import RULES_VERSION, clauses
from net.hashing import digest
from net.wire.messages import VERSION, Hello


@cache
def rules_hash() -> bytes:
    """Of the number of this program's rules and the ids of their clauses, not of their words."""
    return digest("czd/rules", RULES_VERSION, *(id.encode() for id in sorted(clauses())))


@cache
def cards_hash() -> bytes:
    """Of the cards of all editions that come with this program."""
    return digest("czd/cards", load_catalog(EDITIONS).fingerprint.encode())


def hello_of(
    program: str, name: str, purpose: str, table: bytes = b"", port: int = 0, locked: bool = False
) -> Hello:
    """How this program introduces somebody."""
    return Hello(
        VERSION, program, name, purpose, table, rules_hash(), cards_hash(), port, locked,
        RULES_VERSION,
    )  # fmt: skip
