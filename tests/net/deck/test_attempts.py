"""Attempts to break the sealed deck, and what comes of them; told in docs/sealed-deck.md.

Some of them succeed as far as a table without proofs goes: then the proof of a strict table and the
audit after the game must see them.
"""

from collections import Counter
from itertools import permutations

from net.deck import group
from net.deck.keys import Keyring, carried, masked, rekeyed, traces
from net.deck.proofs import (
    CARRYING,
    Context,
    exchange_holds,
    mask_holds,
    prove_exchange,
    prove_mask,
)

GID = b"game" * 4
FIRST, SECOND = b"one." * 8, b"two." * 8  # the entries that begin two deals
TWO = (2).to_bytes(32, "little")
HALF = group.inverse(TWO)
CARDS = 8
FACES = group.card_points(GID, CARDS)


class Player:
    """One player's part in a deal."""

    def __init__(self, name: str) -> None:
        self.pid = name.encode() * 8
        self.ring = Keyring(GID, self.pid, b"seed" * 8)
        self.mask = group.ONE
        self.order: list[int] = []
        self.keys: list[bytes] = []

    def masks(
        self, head: bytes, points: list[bytes], kept: list[bytes], keys: list[bytes]
    ) -> tuple[list[bytes], list[bytes]]:
        """An honest mask pass: the cards, and those that stay in hands."""
        mark = group.fingerprint((*points, *kept))
        self.mask = self.ring.mask(head, mark)
        self.order = self.ring.order(head, mark, len(points))
        return masked(self.mask, self.order, points), carried(self.mask, keys, kept)

    def locks(self, head: bytes, points: list[bytes]) -> list[bytes]:
        """An honest rekey pass."""
        mark = group.fingerprint(points)
        self.keys = [self.ring.key(head, mark, place) for place in range(len(points))]
        return rekeyed(self.mask, self.keys, points)


ANN, BO, CY = (Player(name) for name in ("ann.", "bo..", "cy.."))
PLAYERS = (ANN, BO, CY)


def opened(locks: list[bytes], *keys: list[bytes]) -> list[bytes]:
    """What lies under locks."""
    return [
        group.times(group.inverse(group.product(on)), lock)
        for lock, *on in zip(locks, *keys, strict=True)
    ]


def honest_deal() -> list[bytes]:
    points = list(FACES)
    for player in PLAYERS:
        points, _ = player.masks(FIRST, points, [], [])
    for player in PLAYERS:
        points = player.locks(FIRST, points)
    return points


def test_a_mark_is_found_again_but_costs_a_card_and_has_no_proof() -> None:
    points, _ = ANN.masks(FIRST, list(FACES), [], [])
    known, lost = ANN.order[0], ANN.order[1]
    points[1] = group.times(TWO, points[0])  # now Ann can find both again
    proof = prove_mask(Context(GID, FIRST, ANN.pid), ANN.mask, ANN.order, FACES, points, b"s" * 32)
    trace = group.generator_times(ANN.mask)
    assert not mask_holds(Context(GID, FIRST, ANN.pid), trace, FACES, points, proof)
    for player in (BO, CY):
        points, _ = player.masks(FIRST, points, [], [])
    twice = {group.times(TWO, point): at for at, point in enumerate(points)}
    [(place, double)] = [(twice[point], at) for at, point in enumerate(points) if point in twice]
    points[double] = group.times(HALF, points[double])  # she puts it right with her keys
    assert len(points) - len(set(points)) == 1
    # Under keys of its own nothing shows of that: the deck looks like any other.
    for player in PLAYERS:
        points = player.locks(FIRST, points)
    assert len(set(points)) == CARDS
    dealt = opened(points, *(player.keys for player in PLAYERS))
    assert dealt[place] == dealt[double] == FACES[known], "she knows where it lies"
    assert Counter(dealt) == Counter(FACES) + Counter([FACES[known]]) - Counter([FACES[lost]])


def test_a_card_of_one_s_liking_fits_no_keys() -> None:
    locks = honest_deal()
    liked, factor = 5, group.scalar(b"any", "czd/test")
    locks[2] = group.times(factor, FACES[liked])  # the last one who touches the deck can do that
    assert group.times(factor, FACES[liked]) == locks[2], "a factor alone would open it"
    assert opened(locks, *(player.keys for player in PLAYERS))[2] not in FACES
    # The key that would do is known when the others have handed over theirs, and then the trace
    # of another one stands in the log.
    others = group.product((ANN.keys[2], BO.keys[2]))
    wanted = group.product((factor, group.inverse(others)))
    assert group.times(group.product((wanted, others)), FACES[liked]) == locks[2]
    assert group.generator_times(wanted) != traces(CY.keys)[2]


def kept_hands(locks: list[bytes]) -> tuple[list[bytes], list[list[bytes]]]:
    """Ann holds place 0, Bo places 1 to 3: these stay. Also the keys of each player on them."""
    return locks[:4], [player.keys[:4] for player in PLAYERS]


def test_nothing_is_learned_from_a_carry_that_is_asked_for_twice() -> None:
    # Ann knows all keys on her own card. She sends it around with Bo's key on any point she likes,
    # and Bo's mask comes back on that point; she has that branch of the log dropped.
    kept, keys = kept_hands(honest_deal())
    points, right = ANN.masks(SECOND, list(FACES), kept, keys[0])
    seen: dict[bytes, int] = {}
    for number, point in enumerate(points):
        asked = [group.times(keys[1][0], point), *right[1:]]
        _, answer = BO.masks(SECOND, points, asked, keys[1])
        seen[answer[0]] = number
        assert answer[0] == group.times(BO.mask, point), "so far it works"
    _, stays = BO.masks(SECOND, points, right, keys[1])
    assert not seen.keys() & set(stays), "but what stays in the log was masked otherwise"


def test_two_around_an_honest_player_see_his_order_but_have_no_proof() -> None:
    # Ann passes on a mixture of two cards for her own one. Cy, who comes last, tries which two
    # cards of Bo's list give what came back, and puts the right one in its place.
    kept, keys = kept_hands(honest_deal())
    mine = FACES.index(opened(kept, *keys)[0])
    before, right = ANN.masks(SECOND, list(FACES), kept, keys[0])
    own, victim = ANN.order.index(mine), ANN.order.index((mine + 1) % CARDS)
    mixture = group.add(before[own], group.times(TWO, before[victim]))
    sent = [group.times(group.product((keys[1][0], keys[2][0])), mixture), *right[1:]]
    context, trace = Context(GID, SECOND, ANN.pid), group.generator_times(ANN.mask)
    proof = prove_exchange(CARRYING, context, ANN.mask, keys[0], kept, sent, b"s" * 32)
    assert not exchange_holds(CARRYING, context, trace, traces(keys[0]), kept, sent, proof)
    after, passed = BO.masks(SECOND, before, sent, keys[1])
    came = group.times(group.inverse(keys[2][0]), passed[0])
    [(found, spied)] = [
        pair
        for pair in permutations(range(CARDS), 2)
        if group.add(after[pair[0]], group.times(TWO, after[pair[1]])) == came
    ]
    assert (BO.order[found], BO.order[spied]) == (own, victim), "they know two places of his order"
    repaired = [group.times(keys[2][0], after[found]), *passed[1:]]
    last, final = CY.masks(SECOND, after, repaired, keys[2])
    assert set(final) <= set(last), "and nobody sees anything wrong in play"
    assert carried(ANN.mask, keys[0], kept) != sent, "but the audit does"


def test_no_list_is_masked_twice_in_the_same_way() -> None:
    # The same mask and order on two lists would show the order: in the second list one card is
    # twice what it was, and so it is when it comes out.
    points = list(FACES)
    one, _ = ANN.masks(FIRST, points, [], [])
    points[3] = group.times(TWO, points[3])
    fixed = masked(ANN.mask, ANN.order, points)
    [place] = [at for at in range(CARDS) if fixed[at] != one[at]]
    assert ANN.order[place] == 3
    other, _ = ANN.masks(FIRST, points, [], [])
    assert not set(one) & set(other)
    again, _ = ANN.masks(SECOND, list(FACES), [], [])
    assert not set(one) & set(again)
