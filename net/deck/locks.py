"""What everybody knows of hidden cards: their locks, and the passes by which they came to be."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from net.deck import group
from net.hashing import digest
from net.log.entries import Act, Asked, EntryError

# A pass says first over what it was made (`over`), so that it is worth nothing anywhere else.
# [over, points, kept points, trace of the mask, keys of the absent, proof, proof about the kept]
MASK: Final = "mask"
REKEY: Final = "rekey"  # [over, points, traces of the keys, proof]
PASSES: Final = (MASK, REKEY)


class Lock(NamedTuple):
    """A hidden card: its point times a key of each holder."""

    mark: bytes  # the point when the lock was made: no two locks have the same, in any log
    point: bytes
    deal: int  # the number of the deal it comes from, and its place there
    place: int
    holders: tuple[bytes, ...]


class Step(NamedTuple):
    """A pass that one player has made over a list."""

    stage: str
    pid: bytes
    act: bytes  # a hash of the act that made it
    given: tuple[bytes, ...]
    points: tuple[bytes, ...]
    kept_given: tuple[bytes, ...]  # cards that stay in hands: with the keys of the absent off
    kept_points: tuple[bytes, ...]
    traces: tuple[bytes, ...]  # of the mask; or of the key at each place
    proofs: tuple[bytes, ...]  # empty unless the table is strict

    @property
    def mark(self) -> bytes:
        """What the keys of this pass are made for."""
        return group.fingerprint((*self.given, *self.kept_given))


class Deal(NamedTuple):
    """One shuffle of hidden cards, under way or done."""

    asked: Asked  # the entry that began it
    players: tuple[bytes, ...]  # who makes the passes, in this order
    cards: tuple[int, ...]  # what is dealt: these lie at the places of the shuffled list
    numbers: tuple[int, ...]  # the cards of the deck that may lie there, or in the hands kept
    kept: tuple[tuple[int, Lock], ...]  # hidden cards that stay: found in the list, taken out of it
    pile: tuple[int, ...]  # those of them that the rules want shuffled into a pile
    steps: tuple[Step, ...]
    points: tuple[bytes, ...]  # what the next pass is made over
    staying: tuple[bytes, ...]  # the kept cards, as far as keys are off and masks on

    @property
    def rest(self) -> tuple[int, ...]:
        """What is dealt anew where it lies."""
        return tuple(card for card in self.cards if card not in self.pile)

    @property
    def turn(self) -> tuple[str, bytes] | None:
        """Which pass is next, and whose; None: all are made."""
        made, players = len(self.steps), len(self.players)
        if made == len(PASSES) * players:
            return None
        return PASSES[made // players], self.players[made % players]

    def step(self, stage: str, pid: bytes) -> Step | None:
        """The pass that a player has made."""
        return next((s for s in self.steps if s.stage == stage and s.pid == pid), None)


def over(head: bytes, mark: bytes) -> bytes:
    """What a pass is bound to: the entry that began its deal, and the cards it is made with."""
    return digest("czd/over", head, mark)


def act_mark(act: Act) -> bytes:
    """What stands for an act where keys are said to belong to it."""
    return digest("czd/pass", act.raw)


def read_points(raw: object, count: int, what: str) -> tuple[bytes, ...]:
    """A list of points in one piece of bytes; their order in the group is not looked at here."""
    if type(raw) is not bytes or len(raw) != count * group.POINT_SIZE:
        raise EntryError(f"{what} must be {count} points")
    size = group.POINT_SIZE
    return tuple(raw[at : at + size] for at in range(0, len(raw), size))


def read_cards(raw: object, count: int) -> tuple[bytes, ...]:
    """Locked cards from a stranger: all different, and each one a point that can be a card."""
    points = read_points(raw, count, "a pass over the cards")
    if len(set(points)) != count:
        raise EntryError("two locked cards are the same")
    if not all(map(group.is_point, points)):
        raise EntryError("a locked card isn't a point of the group")
    return points


def joined(points: Sequence[bytes]) -> bytes:
    """Points as they are written into an act."""
    return b"".join(points)
