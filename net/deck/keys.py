"""Everything secret that one player does with the deck, made from his one seed.

A key depends on the log entry that began the deal and on the very list it is used on. So a pass
that is done again on another branch of the log uses other keys: the same mask on two lists would
show how it shuffles. And whoever is shown the seed after the game can do every pass again.
"""

from collections.abc import Sequence

from net.deck import group
from net.hashing import digest
from net.log.dice import Draws


class Keyring:
    """One player's keys in one game."""

    def __init__(self, gid: bytes, pid: bytes, seed: bytes) -> None:
        self._seed = digest("czd/deck", gid, pid, seed)

    def mask(self, head: bytes, given: bytes) -> bytes:
        """What all cards are multiplied with while they are shuffled.

        `head` is that of the entry which began the deal, `given` the fingerprint of the list.
        """
        return group.scalar(self._seed, "czd/mask", head, given)

    def order(self, head: bytes, given: bytes, count: int) -> list[int]:
        """How he shuffles: which card of the given list comes to each place."""
        return Draws(digest("czd/order", self._seed, head, given)).shuffled(range(count))

    def key(self, head: bytes, given: bytes, place: int) -> bytes:
        """His lock on the card at a place once all is shuffled."""
        return group.scalar(self._seed, "czd/key", head, given, place)


def masked(ring: Keyring, head: bytes, points: Sequence[bytes]) -> list[bytes]:
    """First pass: all cards masked alike, in an order that only this player knows."""
    given = group.fingerprint(points)
    mask = ring.mask(head, given)
    return [group.times(mask, points[at]) for at in ring.order(head, given, len(points))]


def carried(mask: bytes, keys: Sequence[bytes], points: Sequence[bytes]) -> list[bytes]:
    """Second pass, over cards that stay in hands: this player's key off, his mask on.

    A card that he has no key on has ONE for it.
    """
    factors = [
        mask if key == group.ONE else group.product((group.inverse(key), mask)) for key in keys
    ]
    return group.all_times(factors, points)


def rekeyed(mask: bytes, keys: Sequence[bytes], points: Sequence[bytes]) -> list[bytes]:
    """Third pass: this player's mask off, for each card a key of its own on."""
    unmask = group.inverse(mask)
    return group.all_times([group.product((unmask, key)) for key in keys], points)


def traces(keys: Sequence[bytes]) -> list[bytes]:
    """What everybody may know of keys, to check them by when they are handed out."""
    return [group.generator_times(key) for key in keys]
