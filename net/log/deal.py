"""Who deals: turns the luck of all players into the chance actions that the rules wait for."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, Protocol, Self

from core.actions import CHANCE, PICK, ROLE, ROLL, SHUFFLE, Action
from core.game import Game
from core.state import Need
from net.hashing import DIGEST_SIZE, digest
from net.log.dice import Draws

SEED_SIZE: Final = 32
SHARED_SEED: Final = "shared seed"


class DealError(Exception):
    """A seed that was not the one committed to, or a deal that can't be made yet."""


class Dealer(Protocol):
    """Deals for one table; every replica has its own, and all of them deal the same."""

    @property
    def method(self) -> str:
        """How the cards are hidden, in the words that the lobby shows and the table signs."""
        ...

    def missing(self, players: Collection[bytes]) -> tuple[bytes, ...]:
        """Of these players, those who must still give their part before anything is dealt."""
        ...

    def refusal(self, pid: bytes, part: bytes) -> str | None:
        """Why a player can't give this part, or None."""
        ...

    def give(self, pid: bytes, part: bytes) -> None:
        """Takes a player's part."""
        ...

    def copy(self) -> Self:
        """Another one that knows the same, to go on with separately."""
        ...

    def answers(self, game: Game, beacon: bytes) -> Iterator[Action]:
        """What chance does, as long as it is chance's turn; apply each before taking the next."""
        ...


def commitment(gid: bytes, pid: bytes, seed: bytes) -> bytes:
    """What a player signs before the game, so that he can't choose his seed after the others'.

    His name is part of it: a copy of somebody else's commitment is worth nothing.
    """
    return digest("czd/seed", gid, pid, seed)


def joint_seed(gid: bytes, seeds: Mapping[bytes, bytes]) -> bytes:
    """The seeds of all players as one."""
    parts: list[bytes] = []
    for pid in sorted(seeds):
        parts += (pid, seeds[pid])
    return digest("czd/joint", gid, *parts)


def seed_problem(
    gid: bytes,
    commitments: Mapping[bytes, bytes],
    shown: Collection[bytes],
    pid: bytes,
    seed: bytes,
) -> str | None:
    """Why a player can't show this seed, or None."""
    if pid not in commitments:
        return "only players who committed to a seed can show one"
    if pid in shown:
        return "this player has already shown their seed"
    if len(seed) != SEED_SIZE:
        return f"a seed has {SEED_SIZE} bytes"
    if commitment(gid, pid, seed) != commitments[pid]:
        return "this isn't the seed the player committed to"
    return None


def drawn(need: Need, draws: Draws) -> Action:
    """What chance does when anything but a shuffled pile is needed: it all happens in the open."""
    if need.kind == ROLL:
        return Action(ROLL, CHANCE, value=draws.d6())
    if need.kind == ROLE:
        return Action(ROLE, CHANCE, value=draws.choice(need.options))
    return Action(PICK, CHANCE, cards=(draws.choice(need.options),))


class SharedSeedDealer:
    """Shuffles from a seed that all players make together: commit first, then show.

    Nobody can stack the deck, but nobody is kept from looking either: every program at the table
    knows the seed and can work out every hand and the whole deck, and so can anybody who is given
    the log. The program shows a player only what he may know (`core.view`); whoever changes it
    sees everything. The dice stay fair and unknown. A shuffle also uses the beacon of its moment,
    so even with all seeds shown nobody knows an order before the shuffle is due.
    """

    method: Final = SHARED_SEED

    def __init__(self, gid: bytes, commitments: Mapping[bytes, bytes]) -> None:
        if any(len(value) != DIGEST_SIZE for value in commitments.values()):
            raise DealError(f"a commitment has {DIGEST_SIZE} bytes")
        self._gid = gid
        self._commitments = dict(commitments)
        self._seeds: dict[bytes, bytes] = {}

    def missing(self, players: Collection[bytes]) -> tuple[bytes, ...]:
        return tuple(pid for pid in players if pid not in self._seeds)

    def refusal(self, pid: bytes, part: bytes) -> str | None:
        return seed_problem(self._gid, self._commitments, self._seeds, pid, part)

    def give(self, pid: bytes, part: bytes) -> None:
        problem = self.refusal(pid, part)
        if problem is not None:
            raise DealError(problem)
        self._seeds[pid] = part

    def copy(self) -> Self:
        other = type(self)(self._gid, self._commitments)
        other._seeds = self._seeds.copy()
        return other

    def answers(self, game: Game, beacon: bytes) -> Iterator[Action]:
        if not self._seeds:
            raise DealError("no seed has been shown yet")
        draws = Draws(beacon)
        while (need := game.need()) is not None:
            yield self._answer(need, draws)

    def _answer(self, need: Need, draws: Draws) -> Action:
        if need.kind != SHUFFLE:
            return drawn(need, draws)
        seed = joint_seed(self._gid, self._seeds)
        order = Draws(digest("czd/shuffle", self._gid, seed, draws.take(SEED_SIZE)))
        return Action(SHUFFLE, CHANCE, faces=tuple(order.shuffled(need.options)))
