"""What each printed card is worth on paper, read from its data, whatever edition it comes from.

The unit is one Slack. The numbers are rules of thumb: a good player's feeling, not an analysis.
"""

from collections.abc import Container, Iterable
from functools import cache
from itertools import compress
from typing import Final

from core.cards import ROLE, WHENEVER, Face, Match, Op
from core.catalog import Catalog

INCOME: Final = 0.4  # one Income for one turn
TIME: Final = 1.3  # one Free Time for one turn
CARD: Final = 0.5  # one more card in the hand
TURNS: Final = 4  # turns that a lasting effect is reckoned for
PLAYS: Final = 11  # cards that a player brings into play in that time
RIVAL: Final = 0.4  # how glad we are of one Slack that a rival loses
TREAT: Final = 1.0  # a Thing that may be played for nothing
FRESH: Final = 1.5  # what an unknown card from the deck is worth in the hand


class Values:
    """The paper values of a catalog's faces, one number for each."""

    __slots__ = ("_all", "_copies", "audience", "expected", "keep", "nuisance", "standing", "trait")

    def __init__(self, catalog: Catalog) -> None:
        faces = catalog.faces
        self._copies = [f.copies if f.kind not in (ROLE, WHENEVER) else 0 for f in faces]
        self._all = sum(self._copies) or 1
        self.expected = [expected_slack(f) for f in faces]
        self.nuisance = [self._nuisance(f) for f in faces]
        self.trait = [self._standing(f) for f in faces]  # of roles and of lasting Whenevers
        self.standing = [
            self.trait[n] - self.nuisance[n] if f.kind not in (ROLE, WHENEVER) else 0.0
            for n, f in enumerate(faces)
        ]
        self.keep = [self._keep(f) for f in faces]
        self.audience = [sum(f.ops[at].extra for at in f.play) / 2 for f in faces]

    def plays(self, match: Match) -> float:
        """How many such cards a player is likely to bring into play from now on."""
        return PLAYS * sum(compress(self._copies, match)) / self._all

    def _nuisance(self, face: Face) -> float:
        """What a pest will eat, and what else a card does to the owner of the room each turn."""
        total = -TURNS * self._rough(face, face.each_turn, _TRACKS) + TURNS * INCOME * face.upkeep
        if face.pest:
            total += 0.5 + 0.4 * self.plays(face.pest)
        return total

    def _standing(self, face: Face) -> float:
        """What a card does for its owner while it lies there."""
        total = TURNS * (INCOME * face.earn + TIME * face.leisure + CARD * face.hand)
        total += 0.3 * (face.charm + face.nerve)
        total += 0.3 * face.cunning + 0.4 * face.alibi + 0.6 * face.hoard
        total += 0.5 * bool(face.shields) + 0.3 * face.permanent
        total -= 0.5 * (face.income_cap is not None) + 0.3 * (face.income_limit is not None)
        for match, amount in (*face.bonus, *face.aura):
            total += amount * self.plays(match)
        for match, amount in face.discount:
            total += INCOME * amount * self.plays(match)
        for match, amount in face.sure:
            total += max(0.2, amount - 2.0) * self.plays(match)
        for match, amount, by in face.reward:
            total += amount * self.plays(match) * {"you": 1, "others": 2, "anybody": 3}[by]
        for match, each in ((face.forbid, -1.6), (face.no_time, TIME), (face.guard, 0.15)):
            if match:
                total += each * self.plays(match)
        return total

    def _keep(self, face: Face) -> float:
        """What a Whenever is worth in the hand, before one knows what it will be good for."""
        if face.kind != WHENEVER:
            return 0.0
        total = self.expected[face.number] if face.stays else 0.0
        total += self._rough(face, face.play)
        if face.cancels:
            total += 0.7 + 0.3 * self.plays(face.cancels) + 0.4 * face.cancels_trip
            total += 0.5 * any(face.cancels[f] for f, kept in enumerate(self._copies) if not kept)
        if face.week:
            total += 0.5 + 0.1 * abs(self.trait[face.number])
        if face.lasting is not None:
            turns = TURNS if face.lasting.until == "end of game" else 1
            total += _sign(face.lasting.who) * self.trait[face.number] * turns / TURNS
        return max(total, 0.0)

    def _rough(self, face: Face, ops: Iterable[int], but: Container[str] = ()) -> float:
        return sum(self._rough_op(face, face.ops[number], but) for number in ops)

    def _rough_op(self, face: Face, op: Op, but: Container[str]) -> float:
        if op.verb in but:
            return 0.0
        if op.verb == "roll":
            return (self._rough(face, op.low, but) + self._rough(face, op.high, but)) / 2
        if op.verb in _ANY_TARGET:
            return _ANY_TARGET[op.verb] + (RIVAL * abs(op.amount) if op.verb == "mark" else 0.0)
        if op.verb == "mark-all":
            return _sign(op.who) * op.amount * self.plays(op.match) / 2
        return _sign(op.who) * _UNIT.get(op.verb, 0.0) * (op.amount or 1)


# One unit of what happens to a player, seen by him.
_UNIT: Final = {
    "income": INCOME, "time": TIME, "bill": -INCOME, "goal": -1.0, "tokens": 1.0, "draw": CARD,
    "drop": -CARD, "lose": -1.0, "trash-all": -1.5, "new-role": -0.5, "scare": -0.5,
    "gloom": 0.8, "madness": -0.4, "treat": TREAT,
}  # fmt: skip
_TRACKS: Final = ("gloom", "madness")  # turn by turn these depend on how much there is already
# What a free choice of target is worth to whoever plays the card.
_ANY_TARGET: Final = {
    "take": 1.8, "trash": 1.0, "mark": 0.3, "worth": 0.8, "send": 0.9, "pilfer": 1.0,
    "salvage": 1.2,
}  # fmt: skip


def _sign(who: str) -> float:
    """How much we like something good that happens to them."""
    return {"you": 1.0, "everybody": 0.3, "neighbors": -2 * RIVAL, "others": -2 * RIVAL}.get(
        who, -RIVAL
    )


def expected_slack(face: Face) -> float:
    """The Slack a card gives on average; a rolled result of 0 or less fails (R-ACT-3)."""
    if face.die is None:
        return float(face.slack)
    if face.endure:
        return 3.5 + face.die
    return sum(max(0, die + face.die) for die in range(1, 7)) / 6


@cache
def values_of(catalog: Catalog) -> Values:
    """The values of a catalog; reckoned once."""
    return Values(catalog)
