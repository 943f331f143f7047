"""How many players have to agree, and the signatures they do it with."""

from net.identity import Identity
from net.log.entries import EntryError


def majority(players: int) -> int:
    """Return how many of these players are more than half."""
    return players // 2 + 1


def consent(
    me: Identity, gid: bytes, victim: bytes, heir: bytes, index: int, basis: bytes
) -> bytes:
    """Sign the removal of another player at this point in the log."""
    return me.sign("czd/remove", gid, victim, heir, index, basis)


def quorum(given: set[bytes], players: tuple[bytes, ...], wanted: int, deed: str) -> None:
    """Raise EntryError unless enough of the players did this."""
    count = len(given & set(players))
    if count < wanted:
        raise EntryError(f"only {count} of {wanted} required players {deed}")
