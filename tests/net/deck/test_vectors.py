"""Vectors for everything that is derived in a sealed deck: what one program does, every one does.

The formulas are in docs/sealed-deck.md.
"""

import json

from net.deck import group, proofs
from net.deck.keys import Keyring, carried, masked, rekeyed, traces
from net.deck.locks import over
from net.deck.proofs import NO_KEY, Context, prove_exchange, prove_mask
from net.deck.shuffle import axis
from net.hashing import digest
from net.log.deal import commitment
from tests.kit.places import VECTORS
from tests.net.facts import unhex

VECTOR = json.loads((VECTORS / "deck.json").read_text())
GID = bytes.fromhex(VECTOR["gid"])
CARDS = 5


HANDS = [
    (pid, Keyring(GID, pid, seed))
    for pid, seed in (unhex([told["pid"], told["seed"]]) for told in VECTOR["players"])
]


def test_open_faces_axes_and_what_a_seed_gives_by_itself() -> None:
    assert list(group.card_points(GID, CARDS)) == unhex(VECTOR["cards"])
    assert [axis(place) for place in range(3)] == unhex(VECTOR["axes"])
    assert NO_KEY.hex() == VECTOR["no key"]
    for (pid, ring), told in zip(HANDS, VECTOR["players"], strict=True):
        assert ring.nonce.hex() == told["nonce"]
        assert commitment(GID, pid, bytes.fromhex(told["seed"])).hex() == told["commitment"]


def play_out(deal: dict, kept: list[bytes], keys_on: list[list[bytes]]) -> tuple[list, list]:
    """Makes all passes of a deal as the vector tells it; gives the locks and the keys on them."""
    head = bytes.fromhex(deal["head"])
    points = list(group.card_points(GID, CARDS))
    masks: list[bytes] = []
    for (pid, ring), told, own in zip(HANDS, deal["masks"], keys_on, strict=True):
        context = Context(GID, head, pid)
        mark = group.fingerprint((*points, *kept))
        assert (mark.hex(), over(head, mark).hex()) == (told["mark"], told["over"])
        mask, order = ring.mask(head, mark), ring.order(head, mark, CARDS)
        assert (mask.hex(), order) == (told["mask"], told["order"])
        made, carry = masked(mask, order, points), carried(mask, own, kept)
        assert (made, carry) == (unhex(told["points"]), unhex(told["kept"]))
        trace = group.generator_times(mask)
        assert trace.hex() == told["trace"]
        proof = prove_mask(context, mask, order, points, made, ring.nonce)
        assert digest("czd/test", proof).hex() == told["proof"]
        assert proofs.mask_holds(context, trace, points, made, proof)
        other = prove_exchange(proofs.CARRYING, context, mask, own, kept, carry, ring.nonce)
        assert digest("czd/test", other).hex() == told["other"]
        assert proofs.exchange_holds(
            proofs.CARRYING, context, trace, traces(own), kept, carry, other
        )
        points, kept = made, carry
        masks.append(mask)
    points = [point for point in points if point not in kept]
    all_keys = []
    for (pid, ring), mask, told in zip(HANDS, masks, deal["rekeys"], strict=True):
        mark = group.fingerprint(points)
        assert (mark.hex(), over(head, mark).hex()) == (told["mark"], told["over"])
        keys = [ring.key(head, mark, place) for place in range(len(points))]
        made = rekeyed(mask, keys, points)
        assert [keys, made, traces(keys)] == [unhex(told[n]) for n in ("keys", "points", "traces")]
        context = Context(GID, head, pid)
        proof = prove_exchange(proofs.REKEYING, context, mask, keys, points, made, ring.nonce)
        assert digest("czd/test", proof).hex() == told["proof"]
        trace = group.generator_times(mask)
        assert proofs.exchange_holds(
            proofs.REKEYING, context, trace, traces(keys), points, made, proof
        )
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
