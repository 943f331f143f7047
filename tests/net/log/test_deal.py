"""The shared-seed dealer: commit, show, and the same luck on every replica."""

import pytest

from core.actions import CHANCE, PICK, ROLE, ROLL, SHUFFLE, Action
from core.game import Game
from core.state import Need
from net.hashing import digest
from net.log.deal import SHARED_SEED, DealError, SharedSeedDealer, commitment, joint_seed
from net.log.dice import Draws
from tests.kit.recorded import NAMES, catalog

GID = bytes(16)
ANN, BO, CY = b"a" * 32, b"b" * 32, b"c" * 32
SEEDS = {ANN: b"1" * 32, BO: b"2" * 32, CY: b"3" * 32}


def dealer(*shown: bytes) -> SharedSeedDealer:
    made = SharedSeedDealer(GID, {pid: commitment(GID, pid, s) for pid, s in SEEDS.items()})
    for pid in shown:
        made.give(pid, SEEDS[pid])
    return made


def test_everybody_must_show_his_seed() -> None:
    made = dealer()
    assert made.method == SHARED_SEED
    assert made.missing([ANN, BO, CY]) == (ANN, BO, CY)
    with pytest.raises(DealError, match="no seed"):
        next(made.answers(Game(catalog(), NAMES[:3]), bytes(32)))
    made.give(BO, SEEDS[BO])
    assert made.missing([ANN, BO]) == (ANN,)
    assert dealer(ANN, BO, CY).missing([ANN, BO, CY]) == ()


@pytest.mark.parametrize(
    ("pid", "seed", "why"),
    [
        (b"x" * 32, b"1" * 32, "only players"),
        (ANN, b"1" * 31, "32 bytes"),
        (ANN, b"2" * 32, "committed"),
        (CY, SEEDS[CY], "already"),
    ],
)
def test_only_the_seed_that_was_committed_to(pid: bytes, seed: bytes, why: str) -> None:
    with pytest.raises(DealError, match=why):
        dealer(CY).give(pid, seed)


def test_a_copied_commitment_is_worth_nothing() -> None:
    copied = commitment(GID, ANN, SEEDS[ANN])
    made = SharedSeedDealer(GID, {ANN: copied, BO: copied})
    made.give(ANN, SEEDS[ANN])
    assert "committed" in str(made.refusal(BO, SEEDS[ANN]))
    with pytest.raises(DealError, match="32 bytes"):
        SharedSeedDealer(GID, {ANN: b"short"})


def test_every_seed_counts_and_order_does_not() -> None:
    joint = joint_seed(GID, SEEDS)
    assert joint == joint_seed(GID, dict(reversed(SEEDS.items())))
    others = [joint_seed(GID, {**SEEDS, pid: b"9" * 32}) for pid in SEEDS]
    others += [joint_seed(b"g" * 16, SEEDS), joint_seed(GID, {ANN: SEEDS[ANN]})]
    assert len({joint, *others}) == 6


def test_each_kind_of_need_is_answered_by_its_draw() -> None:
    made, six, pile = dealer(ANN, BO, CY), (1, 2, 3, 4, 5, 6), tuple(range(30))
    for number in range(9):
        luck, draws = Draws(digest("test", number)), Draws(digest("test", number))
        assert made._answer(Need(ROLL, 0, six), luck) == Action(ROLL, CHANCE, value=draws.d6())
        role = (10, 20, 30)[draws.below(3)]
        assert made._answer(Need(ROLE, 0, (10, 20, 30)), luck) == Action(ROLE, CHANCE, value=role)
        card = (7, 8)[draws.below(2)]
        assert made._answer(Need(PICK, 0, (7, 8)), luck) == Action(PICK, CHANCE, cards=(card,))
        seed = digest("czd/shuffle", GID, joint_seed(GID, SEEDS), draws.take(32))
        order = tuple(Draws(seed).shuffled(pile))
        assert made._answer(Need(SHUFFLE, 0, pile), luck) == Action(SHUFFLE, CHANCE, faces=order)
