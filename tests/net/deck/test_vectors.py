"""Vectors for everything that is derived in a sealed deck: what one program does, every one does.

The numbers are derived here once more from the formulas of docs/sealed-deck.md.
"""

import json
from collections.abc import Sequence
from hashlib import blake2b

from net.deck import group
from net.deck.group import ORDER
from net.deck.keys import Keyring, carried, masked, rekeyed, traces
from net.deck.locks import over
from net.deck.proofs import (
    CARRYING,
    NO_KEY,
    REKEYING,
    Context,
    exchange_holds,
    mask_holds,
    prove_exchange,
    prove_mask,
)
from net.deck.shuffle import axis
from net.hashing import digest
from net.log.deal import commitment
from net.log.dice import Draws
from tests.kit.places import VECTORS

VECTOR = json.loads((VECTORS / "deck.json").read_text())
GID = bytes.fromhex(VECTOR["gid"])
CARDS = 5


def unhex(values: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(value) for value in values]


def derived(ring: bytes, label: str, *parts: bytes | int) -> bytes:
    halves = (digest(label, ring, half, *parts) for half in (0, 1))
    number = int.from_bytes(b"".join(halves), "little") % ORDER
    return number.to_bytes(32, "little")


def printed(points: Sequence[bytes]) -> bytes:
    return blake2b(b"".join(points), digest_size=32, person=b"czd/points").digest()


class Hand:
    """One player of the vectors."""

    def __init__(self, told: dict[str, str]) -> None:
        self.pid, seed = bytes.fromhex(told["pid"]), bytes.fromhex(told["seed"])
        self.ring = Keyring(GID, self.pid, seed)
        self.secret = digest("czd/deck", GID, self.pid, seed)
        assert commitment(GID, self.pid, seed).hex() == told["commitment"]
        assert commitment(GID, self.pid, seed) == digest("czd/seed", GID, self.pid, seed)
        assert self.ring.nonce.hex() == told["nonce"]
        assert self.ring.nonce == digest("czd/nonce", self.secret)

    def mask(self, head: bytes, mark: bytes) -> bytes:
        mask = self.ring.mask(head, mark)
        assert mask == derived(self.secret, "czd/mask", head, mark)
        return mask

    def order(self, head: bytes, mark: bytes, count: int) -> list[int]:
        order = self.ring.order(head, mark, count)
        assert order == Draws(digest("czd/order", self.secret, head, mark)).shuffled(range(count))
        return order

    def keys(self, head: bytes, mark: bytes, count: int) -> list[bytes]:
        keys = [self.ring.key(head, mark, place) for place in range(count)]
        assert keys == [derived(self.secret, "czd/key", head, mark, j) for j in range(count)]
        return keys


HANDS = [Hand(told) for told in VECTOR["players"]]


def test_open_faces_and_axes() -> None:
    assert list(group.card_points(GID, CARDS)) == unhex(VECTOR["cards"])
    assert [axis(place) for place in range(3)] == unhex(VECTOR["axes"])


def play_out(deal: dict, kept: list[bytes], keys_on: list[list[bytes]]) -> tuple[list, list]:
    """Makes all passes of a deal as the vector tells it; gives the locks and the keys on them."""
    head = bytes.fromhex(deal["head"])
    points = list(group.card_points(GID, CARDS))
    masks: list[bytes] = []
    for hand, told, own in zip(HANDS, deal["masks"], keys_on, strict=True):
        context = Context(GID, head, hand.pid)
        mark = group.fingerprint((*points, *kept))
        assert mark == printed([*points, *kept]) == bytes.fromhex(told["mark"])
        assert over(head, mark) == digest("czd/over", head, mark) == bytes.fromhex(told["over"])
        mask, order = hand.mask(head, mark), hand.order(head, mark, CARDS)
        assert (mask.hex(), order) == (told["mask"], told["order"])
        made, carry = masked(mask, order, points), carried(mask, own, kept)
        assert (made, carry) == (unhex(told["points"]), unhex(told["kept"]))
        trace = group.generator_times(mask)
        assert trace.hex() == told["trace"]
        proof = prove_mask(context, mask, order, points, made, hand.ring.nonce)
        assert digest("czd/test", proof).hex() == told["proof"]
        assert mask_holds(context, trace, points, made, proof)
        other = prove_exchange(CARRYING, context, mask, own, kept, carry, hand.ring.nonce)
        assert digest("czd/test", other).hex() == told["other"]
        assert exchange_holds(CARRYING, context, trace, traces(own), kept, carry, other)
        points, kept = made, carry
        masks.append(mask)
    points = [point for point in points if point not in kept]
    all_keys = []
    for hand, mask, told in zip(HANDS, masks, deal["rekeys"], strict=True):
        mark = group.fingerprint(points)
        assert (mark.hex(), over(head, mark).hex()) == (told["mark"], told["over"])
        keys = hand.keys(head, mark, len(points))
        made = rekeyed(mask, keys, points)
        assert [keys, made, traces(keys)] == [unhex(told[n]) for n in ("keys", "points", "traces")]
        context = Context(GID, head, hand.pid)
        proof = prove_exchange(REKEYING, context, mask, keys, points, made, hand.ring.nonce)
        assert digest("czd/test", proof).hex() == told["proof"]
        trace = group.generator_times(mask)
        assert exchange_holds(REKEYING, context, trace, traces(keys), points, made, proof)
        points = made
        all_keys.append(keys)
    return points, all_keys


def faces(locks: list[bytes], keys: list[list[bytes]]) -> list[int]:
    """What lies under locks, with the keys of all."""
    cards = group.card_points(GID, CARDS)
    opened = [
        group.times(group.inverse(group.product(on)), lock)
        for lock, *on in zip(locks, *keys, strict=True)
    ]
    return [cards.index(point) for point in opened]


def test_a_deal_and_one_in_which_a_hand_stays() -> None:
    first, second = VECTOR["deals"]
    locks, keys = play_out(first, [], [[], []])
    assert faces(locks, keys) == first["faces"]
    assert sorted(first["faces"]) == list(range(CARDS))
    held = second["held"]  # places of the first deal
    kept = [locks[place] for place in held]
    again, new_keys = play_out(second, kept, [[own[place] for place in held] for own in keys])
    assert faces(again, new_keys) == second["faces"]
    assert sorted([*second["faces"], *(first["faces"][place] for place in held)]) == [0, 1, 2, 3, 4]


def test_no_key_has_a_trace_too() -> None:
    assert NO_KEY.hex() == VECTOR["no key"]
