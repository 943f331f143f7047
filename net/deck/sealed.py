"""The deck as everybody knows it who knows no secret: who must do what, and what lies open.

Part of every referee. A card of the table (a number of the rules) either lies under a lock or is
opened, and then it is one certain card of the deck for all to see. What the players hide is in
`net.deck.keys`; this module only checks what they publish.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Self

from core.actions import CHANCE, REDEAL, SHUFFLE, Action
from core.game import Game
from net.deck import group
from net.deck.locks import (
    MASK,
    REKEY,
    Deal,
    Lock,
    Step,
    act_mark,
    over,
    read_cards,
    read_points,
)
from net.hashing import DIGEST_SIZE
from net.log.deal import DealError, drawn, seed_problem
from net.log.dice import Draws
from net.log.entries import PID_SIZE, Act, Asked, fields

SEALED: Final = "sealed"
STRICT: Final = "sealed, strict"
METHODS: Final = (SEALED, STRICT)
NO_PROOFS: Final = "every pass at a strict table needs proofs, and no other pass has them"

Owed = dict[bytes, dict[int, Asked]]  # player -> a card he may read but hasn't -> since which entry


class SealedDealer:
    """Implements `net.log.deal.Dealer` for a table on which nobody can look."""

    def __init__(
        self, gid: bytes, commitments: Mapping[bytes, bytes], faces: Sequence[int], method: str
    ) -> None:
        """`faces` is the deck: what is printed on each of its cards."""
        self.method: Final = method
        self.gid: Final = gid
        self.faces: Final = faces
        self.commitments: Final = commitments
        self.seeds: dict[bytes, bytes] = {}  # shown after the game
        self.locks: dict[int, Lock] = {}
        self.opened: dict[int, int] = {}  # card of the table -> number of a card of the deck
        self.readers: dict[int, frozenset[bytes]] = {}  # who has read a locked card
        self.deals: tuple[Deal, ...] = ()  # those that are over
        self.deal: Deal | None = None  # the one under way
        self.spoiled = ""  # why the deck is worth nothing any more
        self.owed: Owed = {}

    def copy(self) -> Self:
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other.seeds = self.seeds.copy()
        other.locks = self.locks.copy()
        other.opened = self.opened.copy()
        other.readers = self.readers.copy()
        return other

    @property
    def strict(self) -> bool:
        return self.method == STRICT

    @property
    def busy(self) -> bool:
        """Whether the game waits until cards are dealt and read."""
        return self.deal is not None or bool(self.owed)

    @property
    def begun(self) -> bool:
        """Whether any card has been dealt."""
        return bool(self.locks or self.opened)

    # -- seeds: shown when the game is over --------------------------------------------------------

    def missing(self, players: Collection[bytes]) -> tuple[bytes, ...]:
        """Nobody gives anything before the deal: what he has committed to stays his secret."""
        return ()

    def refusal(self, pid: bytes, part: bytes) -> str | None:
        return seed_problem(self.gid, self.commitments, self.seeds, pid, part)

    def give(self, pid: bytes, part: bytes) -> None:
        problem = self.refusal(pid, part)
        if problem is not None:
            raise DealError(problem)
        self.seeds[pid] = part

    def answers(self, game: Game, beacon: bytes) -> Iterator[Action]:
        """Dice, roles and picks come from the beacon; a pile is shuffled by all players."""
        draws = Draws(beacon)
        while (need := game.need()) is not None and need.kind != SHUFFLE:
            yield drawn(need, draws)

    # -- dealing -----------------------------------------------------------------------------------

    def begin(
        self,
        asked: Asked,
        players: tuple[bytes, ...],
        game: Game,
        owners: Sequence[bytes],
        lost: bool,
    ) -> None:
        """Begins to deal: the pile that the rules want shuffled, and all that has been `lost`.

        When the pile lies open everybody knows which cards it holds, and unless secrets went with
        a player nothing else is touched. Otherwise all hidden cards are dealt anew but those in
        the hands of players who have read them: what nobody can read any more, and what somebody
        else may read from now on.
        """
        self.abandon()
        need = game.need()
        shuffles = need is not None and need.kind == SHUFFLE
        cards = set(game.discard) if shuffles else set()
        kept: list[int] = []
        if shuffles and not lost and all(card in self.opened for card in cards):
            numbers = sorted(self.opened[card] for card in cards)
        else:
            hands = {card: owners[seat] for seat, hand in enumerate(game.hands) for card in hand}
            for card in range(len(game.where)):
                if card in self.opened or card in cards:
                    continue
                if hands.get(card) in self.readers.get(card, ()):
                    kept.append(card)
                else:
                    cards.add(card)
            taken = {number for card, number in self.opened.items() if card not in cards}
            numbers = [number for number in range(len(self.faces)) if number not in taken]
        points = group.card_points(self.gid, len(self.faces))
        self.deal = Deal(
            asked,
            players,
            tuple(sorted(cards)),
            tuple(numbers),
            tuple((card, self.locks[card]) for card in kept),
            tuple(sorted(game.discard)) if shuffles else (),
            (),
            tuple(points[number] for number in numbers),
            tuple(self.locks[card].point for card in kept),
        )

    def abandon(self) -> None:
        """The deal under way comes to nothing; the audit looks at its passes all the same."""
        if self.deal is not None:
            self.deals += (self.deal,)
            self.deal = None

    def strips(self, pid: bytes, owners: Mapping[int, bytes]) -> list[tuple[int, bytes]]:
        """Whose keys on which of his cards a player must publish: of those who deal no more."""
        assert self.deal is not None
        return [
            (card, holder)
            for card, _ in self.deal.kept
            if owners[card] == pid
            for holder in self.locks[card].holders
            if holder not in self.deal.players
        ]

    def step(self, act: Act, owners: Mapping[int, bytes]) -> None:
        """Takes a player's pass; `owners` says who holds each card that is in a hand."""
        deal = self.deal
        if deal is None or deal.turn != (act.kind, act.author):
            raise DealError("it isn't its author's turn to pass over the cards")
        if act.kind == MASK:
            self._mask(deal, act, owners)
        else:
            self._rekey(deal, act)

    def _mask(self, deal: Deal, act: Act, owners: Mapping[int, bytes]) -> None:
        bound, raw, staying, trace, keys, proof, other = fields(
            act.payload, "a mask", DIGEST_SIZE, bytes, bytes, group.POINT_SIZE, list, bytes, bytes
        )
        points = read_cards(raw, len(deal.points))
        kept = read_cards(staying, len(deal.kept))
        if (bool(proof), bool(other)) != (self.strict, self.strict and bool(kept)):
            raise DealError(NO_PROOFS)
        locks, before = self._stripped(self.strips(act.author, owners), keys)
        step = Step(
            MASK, act.author, act_mark(act), deal.points, points, before, kept, (trace,),
            (proof, other) if self.strict else (),
        )  # fmt: skip
        _check_bound(deal, step, bound)
        self.locks = locks
        deal = deal._replace(steps=(*deal.steps, step), points=points, staying=kept)
        self.deal = deal
        if len(deal.steps) == len(deal.players):
            self._take_out(deal)

    def _stripped(
        self, wanted: list[tuple[int, bytes]], given: list[object]
    ) -> tuple[dict[int, Lock], tuple[bytes, ...]]:
        """Takes the keys of absent players off cards that stay in hands.

        Gives the locks, and the kept cards as they are passed on then.
        """
        assert self.deal is not None
        if len(given) != len(wanted):
            raise DealError("publish the keys of absent players and no others")
        locks = self.locks.copy()
        cards = [card for card, _ in self.deal.kept]
        staying = list(self.deal.staying)
        for (card, holder), item in zip(wanted, given, strict=True):
            number, pid, key = fields(item, "a key", int, PID_SIZE, group.SCALAR_SIZE)
            if (number, pid) != (card, holder) or not self.fits(card, holder, key):
                raise DealError("a key of an absent player isn't the one on that card")
            lock, off, at = locks[card], group.inverse(key), cards.index(card)
            staying[at] = group.times(off, staying[at])
            locks[card] = lock._replace(
                point=group.times(off, lock.point),
                holders=tuple(other for other in lock.holders if other != holder),
            )
        return locks, tuple(staying)

    def _take_out(self, deal: Deal) -> None:
        """All have masked: the cards that stay in hands are found among the others."""
        staying = set(deal.staying)
        points = tuple(point for point in deal.points if point not in staying)
        self.deal = deal._replace(points=points)
        if len(points) != len(deal.points) - len(deal.kept):
            self.spoiled = "a card in a hand isn't one of the shuffled cards"

    def _rekey(self, deal: Deal, act: Act) -> None:
        bound, raw, marks, proof = fields(act.payload, "new keys", DIGEST_SIZE, bytes, bytes, bytes)
        points = read_cards(raw, len(deal.points))
        traces = read_points(marks, len(points), "the traces of keys")
        if bool(proof) != self.strict:
            raise DealError(NO_PROOFS)
        step = Step(
            REKEY, act.author, act_mark(act), deal.points, points, (), (), traces,
            (proof,) if self.strict else (),
        )  # fmt: skip
        _check_bound(deal, step, bound)
        self.deal = deal._replace(steps=(*deal.steps, step), points=points)
        if self.deal.turn is None:
            self._lock()

    def _lock(self) -> None:
        """All passes are made: what was dealt lies under its new locks."""
        deal = self.deal
        assert deal is not None
        for place, (card, point) in enumerate(zip(deal.cards, deal.points, strict=True)):
            self.locks[card] = Lock(point, point, len(self.deals), place, deal.players)
            self.opened.pop(card, None)
            self.readers.pop(card, None)
        self.abandon()

    def dealt(self) -> Iterator[Action]:
        """What the deal that was just made means for the rules; apply each before the next."""
        deal = self.deals[-1]
        if deal.pile:
            yield Action(SHUFFLE, CHANCE)
        if deal.rest:
            yield Action(REDEAL, CHANCE, cards=deal.rest)

    # -- reading -----------------------------------------------------------------------------------

    def trace(self, card: int, holder: bytes) -> bytes:
        """What is known of a player's key on a locked card."""
        lock = self.locks[card]
        step = self.deals[lock.deal].step(REKEY, holder)
        assert step is not None
        return step.traces[lock.place]

    def slot(self, card: int, holder: bytes) -> tuple[bytes, int]:
        """How a player names his key on a locked card: by the act that put it there, and where."""
        lock = self.locks[card]
        step = self.deals[lock.deal].step(REKEY, holder)
        assert step is not None
        return step.act, lock.place

    def fits(self, card: int, holder: bytes, key: bytes) -> bool:
        """Is this the key of that player on that card?"""
        return group.is_scalar(key) and group.generator_times(key) == self.trace(card, holder)

    def entitled(self, game: Game, owners: Sequence[bytes]) -> Iterator[tuple[bytes, int]]:
        """Who may read which locked card: his own hand, and what was shown to him."""
        locks = self.locks
        for seat, hand in enumerate(game.hands):
            for card in hand:
                if card in locks:
                    yield owners[seat], card
        for card, seen in game.seen.items():
            if card in locks:
                for seat in range(game.players):
                    if seen >> seat & 1 and game.alive[seat]:
                        yield owners[seat], card

    def reckon(self, asked: Asked, game: Game, owners: Sequence[bytes]) -> None:
        """Works out anew who owes himself a look at which cards."""
        before, self.owed = self.owed, {}
        if game.winners or self.spoiled or self.deal is not None:
            return
        for pid, card in self.entitled(game, owners):
            if pid not in self.readers.get(card, ()):
                since = before.get(pid, {}).get(card, asked)
                self.owed.setdefault(pid, {})[card] = since

    def entered(self, before: Asked, asked: Asked) -> None:
        """An entry that was tried out has its place in the log now."""
        if self.deal is not None and self.deal.asked == before:
            self.deal = self.deal._replace(asked=asked)
        for cards in self.owed.values():
            for card, since in cards.items():
                if since == before:
                    cards[card] = asked

    def got(self, pid: bytes, payload: object) -> None:
        """A player says that he can read cards he was entitled to."""
        owed = self.owed.get(pid, {})
        cards = payload if isinstance(payload, list) else []
        if not cards or not all(type(card) is int and card in owed for card in cards):
            raise DealError("its author can't read that card")
        for card in cards:
            self.readers[card] = self.readers.get(card, frozenset()) | {pid}

    # -- opening -----------------------------------------------------------------------------------

    def open(self, action: Action, payload: list[object]) -> None:
        """Checks that the cards of an action are what its author says, and turns them up."""
        closed = [n for n, card in enumerate(action.cards) if card in self.locks]
        if len(payload) != len(closed) or len(action.faces) != len(action.cards):
            raise DealError("a play has to open its hidden cards and no others")
        numbers: dict[int, int] = {}
        for at, item in zip(closed, payload, strict=True):
            number, keys = fields(item, "an opening", int, list)
            card, face = action.cards[at], action.faces[at]
            if number >= len(self.faces) or self.faces[number] != face:
                raise DealError("an opened card isn't the one being played")
            self._check_keys(card, keys)
            if self.number_of(card, keys) != number:
                raise DealError("a played card isn't the one its author names")
            numbers[card] = number
        if len({*numbers.values(), *self.opened.values()}) < len(numbers) + len(self.opened):
            raise DealError("a played card is open already")
        for card, number in numbers.items():
            del self.locks[card]
            self.readers.pop(card, None)
            self.opened[card] = number

    def _check_keys(self, card: int, keys: list[bytes]) -> None:
        """The key of each holder: one of them alone could make a card to his liking fit."""
        holders = self.locks[card].holders
        if len(keys) != len(holders) or not all(map(self.fits, [card] * len(keys), holders, keys)):
            raise DealError("these aren't the keys on that card")

    def protest(self, payload: object) -> None:
        """A player shows that a card he may read is none, or one that lies open already; or that
        two of them are the same one."""
        twins = isinstance(payload, list) and len(payload) == 4
        shape: tuple[type, ...] = (int, list, int, list) if twins else (int, list)
        shown = fields(payload, "a protest", *shape)
        numbers: dict[int, int | None] = {}
        for card, keys in zip(shown[::2], shown[1::2], strict=True):
            if card not in self.locks:
                raise DealError("that card isn't hidden")
            self._check_keys(card, keys)
            numbers[card] = self.number_of(card, keys)
        same = len(numbers) == 2 and len(set(numbers.values())) == 1
        bad = {None, *self.opened.values()}.intersection(numbers.values())
        if not same and not bad:
            raise DealError("nothing is wrong with that deal")
        self.spoiled = "a dealt card doesn't exist or was dealt twice"

    def number_of(self, card: int, keys: Sequence[bytes]) -> int | None:
        """Which card of the deck lies under these keys; None: it is no card at all."""
        point = group.times(group.inverse(group.product(keys)), self.locks[card].point)
        return _numbers(self.gid, len(self.faces)).get(point)


def _check_bound(deal: Deal, step: Step, bound: bytes) -> None:
    """Nobody's pass is put where he did not make it: he would be blamed for what came of it."""
    if bound != over(deal.asked.head, step.mark):
        raise DealError("this pass was made over other cards")


@lru_cache(maxsize=4)
def _numbers(gid: bytes, count: int) -> dict[bytes, int]:
    return {point: number for number, point in enumerate(group.card_points(gid, count))}
