"""Everything secret that one player does with the deck, made from his one seed.

A key depends on the log entry that began the deal and on the very cards it is used on (their
*mark*). So a pass that is done again on another branch of the log uses other keys: the same mask
on two lists would show how it shuffles. And whoever is shown the seed after the game can do every
pass again.
"""

from collections.abc import Sequence

from net.deck import group
from net.hashing import digest
from net.log.dice import Draws


class Keyring:
    """One player's keys in one game."""

    def __init__(self, gid: bytes, pid: bytes, seed: bytes) -> None:
        self._seed = digest("czd/deck", gid, pid, seed)

    def mask(self, head: bytes, mark: bytes) -> bytes:
        """What all cards are multiplied with while they are shuffled.

        `head` is that of the entry which began the deal.
        """
        return group.scalar(self._seed, "czd/mask", head, mark)

    def order(self, head: bytes, mark: bytes, count: int) -> list[int]:
        """How he shuffles: which card of the given list comes to each place."""
        return Draws(digest("czd/order", self._seed, head, mark)).shuffled(range(count))

    def key(self, head: bytes, mark: bytes, place: int) -> bytes:
        """His lock on the card at a place once all is shuffled."""
        return group.scalar(self._seed, "czd/key", head, mark, place)

    @property
    def nonce(self) -> bytes:
        """What chance in his proofs is made from."""
        return digest("czd/nonce", self._seed)


def masked(mask: bytes, order: Sequence[int], points: Sequence[bytes]) -> list[bytes]:
    """The first pass: all cards masked alike, in another order."""
    return [group.times(mask, points[at]) for at in order]


def carried(mask: bytes, keys: Sequence[bytes], points: Sequence[bytes]) -> list[bytes]:
    """A part of the first pass, over cards that stay in hands: this player's key off, his mask on.

    A card that he has no key on has ONE for it.
    """
    factors = [
        mask if key == group.ONE else group.product((group.inverse(key), mask)) for key in keys
    ]
    return group.all_times(factors, points)


def rekeyed(mask: bytes, keys: Sequence[bytes], points: Sequence[bytes]) -> list[bytes]:
    """The second pass: this player's mask off, for each card a key of its own on."""
    unmask = group.inverse(mask)
    return group.all_times([group.product((unmask, key)) for key in keys], points)


def traces(keys: Sequence[bytes]) -> list[bytes]:
    """What everybody may know of keys, to check them by when they are handed out."""
    return [group.generator_times(key) for key in keys]
