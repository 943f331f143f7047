"""How many must agree, and the signatures with which they do."""

from net.identity import Identity
from net.log.entries import EntryError


def majority(players: int) -> int:
    """How many of so many players are more than half."""
    return players // 2 + 1


def consent(
    me: Identity, gid: bytes, victim: bytes, heir: bytes, index: int, basis: bytes
) -> bytes:
    """A player's signature under the removal of another, at this point of the log."""
    return me.sign("czd/remove", gid, victim, heir, index, basis)


def quorum(given: set[bytes], players: tuple[bytes, ...], wanted: int, deed: str) -> None:
    """Raises unless so many of the players have done that."""
    count = len(given & set(players))
    if count < wanted:
        raise EntryError(f"only {count} of {wanted} required players {deed}")
