"""A player's part in a sealed deck: his passes, the keys he hands out, the cards he can read.

He gives a key of his only to somebody whom the log entitles to read that card, and only when so
many have signed the entry that no election can take it back.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from core.actions import Action
from core.game import Game
from core.state import HIDDEN
from net.deck import group
from net.deck.keys import Keyring, carried, masked, rekeyed, traces
from net.deck.locks import CARRY, MASK, REKEY, Deal, Lock, joined
from net.deck.sealed import SealedDealer
from net.hashing import DIGEST_SIZE
from net.identity import PID_SIZE, SIGNATURE_SIZE, Identity, verify
from net.log.entries import GID_SIZE, VERSION, EntryError, fields, pack, unpack

MAX_KEYS: Final = 1 << 15  # bytes of a bunch
REPEAT: Final = 1.0  # a player asks for keys that have not come so often

Slot = tuple[bytes, int]  # the act by which a player locked cards, and the place of one of them


@dataclass(frozen=True, slots=True)
class Handed:
    """Keys of one player for another, signed: if one of them is wrong, that can be shown."""

    raw: bytes
    signature: bytes
    gid: bytes
    reader: bytes
    keys: dict[Slot, bytes]

    @classmethod
    def make(cls, me: Identity, gid: bytes, reader: bytes, keys: dict[Slot, bytes]) -> Self:
        listed = [[act, place, key] for (act, place), key in keys.items()]
        raw = pack([VERSION, gid, reader, listed])
        return cls(raw, me.sign("czd/keys", raw), gid, reader, keys)

    @property
    def sealed(self) -> bytes:
        return pack([self.raw, self.signature])

    @classmethod
    def unseal(cls, sealed: bytes) -> Self:
        what = "a bunch of keys"
        raw, signature = fields(unpack(sealed, MAX_KEYS, what), what, bytes, SIGNATURE_SIZE)
        version, gid, reader, listed = fields(
            unpack(raw, MAX_KEYS, what), what, int, GID_SIZE, PID_SIZE, list
        )
        if version != VERSION:
            raise EntryError("a bunch of keys is of another version")
        keys: dict[Slot, bytes] = {}
        for item in listed:
            act, place, key = fields(item, "a key", DIGEST_SIZE, int, group.SCALAR_SIZE)
            keys[act, place] = key
        return cls(raw, signature, gid, reader, keys)

    def signed_by(self, pid: bytes) -> bool:
        return verify(pid, self.signature, "czd/keys", self.raw)


class Shares:
    """One player's secrets in a sealed deck."""

    def __init__(self, me: Identity, gid: bytes, seed: bytes) -> None:
        self._me = me
        self._gid = gid
        self._ring = Keyring(gid, me.pid, seed)
        # By the marks of locks: what others have handed to this player, and what he has read.
        self._keys: dict[bytes, dict[bytes, bytes]] = {}
        self._numbers: dict[bytes, int] = {}
        self._sent: set[tuple[bytes, bytes]] = set()  # player, mark
        self._asked = 0.0

    # -- passes ------------------------------------------------------------------------------------

    def work(self, deck: SealedDealer, owners: dict[int, bytes]) -> Callable[[], list[object]]:
        """What this player has to do for the deal under way: long, so for another thread.

        It gives the payload of his pass.
        """
        deal, me = deck.deal, self._me.pid
        assert deal is not None
        assert deal.turn is not None
        stage, given, head = deal.turn[0], deal.points, deal.asked.head
        if stage == MASK:
            keys = self._keys_of_absent(deck, deck.strips(me, owners))
            return lambda: self._mask(head, given, keys)
        mask = self._mask_of(deal)
        if stage == CARRY:
            slots = [
                self._own(deck, lock) if me in lock.holders else group.ONE for _, lock in deal.kept
            ]
            return lambda: [joined(carried(mask, slots, given)), b""]
        return lambda: self._rekey(head, mask, given)

    def _mask(self, head: bytes, given: Sequence[bytes], keys: list[list[object]]) -> list[object]:
        points = masked(self._ring, head, given)
        trace = group.generator_times(self._ring.mask(head, group.fingerprint(given)))
        return [joined(points), trace, keys, b""]

    def _rekey(self, head: bytes, mask: bytes, given: Sequence[bytes]) -> list[object]:
        mark = group.fingerprint(given)
        keys = [self._ring.key(head, mark, place) for place in range(len(given))]
        return [joined(rekeyed(mask, keys, given)), joined(traces(keys)), b""]

    def _mask_of(self, deal: Deal) -> bytes:
        step = deal.step(MASK, self._me.pid)
        assert step is not None
        return self._ring.mask(deal.asked.head, group.fingerprint(step.given))

    def _own(self, deck: SealedDealer, lock: Lock) -> bytes:
        """This player's key on a card."""
        deal = deck.deals[lock.deal]
        step = deal.step(REKEY, self._me.pid)
        assert step is not None
        return self._ring.key(deal.asked.head, group.fingerprint(step.given), lock.place)

    def _keys_of_absent(
        self, deck: SealedDealer, wanted: Iterable[tuple[int, bytes]]
    ) -> list[list[object]]:
        return [
            [card, holder, self._keys[deck.locks[card].mark][holder]] for card, holder in wanted
        ]

    # -- keys for others ---------------------------------------------------------------------------

    def hand_out(self, deck: SealedDealer, certain: int) -> list[tuple[bytes, Handed]]:
        """Keys that are due to others; `certain` is the last entry that no election can drop."""
        due: dict[bytes, list[int]] = {}
        for pid, cards in deck.owed.items():
            if pid == self._me.pid:
                continue
            for card, since in cards.items():
                if since.seq <= certain and (pid, deck.locks[card].mark) not in self._sent:
                    due.setdefault(pid, []).append(card)
        return [
            (pid, handed)
            for pid, cards in due.items()
            if (handed := self._bunch(deck, pid, cards)) is not None
        ]

    def again(
        self, deck: SealedDealer, game: Game, owners: Sequence[bytes], pid: bytes, certain: int
    ) -> Handed | None:
        """All keys for what a player may read, because he has lost them or never got them."""
        owed = deck.owed.get(pid, {})
        cards = [
            card
            for reader, card in deck.entitled(game, owners)
            if reader == pid and (card not in owed or owed[card].seq <= certain)
        ]
        return self._bunch(deck, pid, cards)

    def _bunch(self, deck: SealedDealer, pid: bytes, cards: Iterable[int]) -> Handed | None:
        keys: dict[Slot, bytes] = {}
        for card in cards:
            lock = deck.locks[card]
            self._sent.add((pid, lock.mark))
            if self._me.pid in lock.holders:
                keys[deck.slot(card, self._me.pid)] = self._own(deck, lock)
        return Handed.make(self._me, self._gid, pid, keys) if keys else None

    # -- what this player may read -----------------------------------------------------------------

    def take(
        self, deck: SealedDealer, game: Game, owners: Sequence[bytes], pid: bytes, handed: Handed
    ) -> int | None:
        """Keeps the keys that another player has handed over; says at which card one is wrong.

        What comes too late or too early is passed over: it will be asked for again.
        """
        for reader, card in deck.entitled(game, owners):
            if reader != self._me.pid or pid not in deck.locks[card].holders:
                continue
            key = handed.keys.get(deck.slot(card, pid))
            if key is None:
                continue
            if not deck.fits(card, pid, key):
                return card
            self._keys.setdefault(deck.locks[card].mark, {})[pid] = key
        return None

    def lacking(self, deck: SealedDealer, cards: Iterable[int]) -> set[bytes]:
        """Whose keys are missing for these cards."""
        return {
            holder
            for card in cards
            for holder in deck.locks[card].holders
            if holder != self._me.pid and holder not in self._keys.get(deck.locks[card].mark, {})
        }

    def wants(
        self, deck: SealedDealer, game: Game, owners: Sequence[bytes], now: float
    ) -> set[bytes]:
        """Whom to ask for keys now."""
        if now < self._asked:
            return set()
        self._asked = now + REPEAT
        me = self._me.pid
        return self.lacking(deck, [c for pid, c in deck.entitled(game, owners) if pid == me])

    def read(self, deck: SealedDealer, cards: Iterable[int]) -> tuple[list[int], int | None]:
        """Which of these cards this player can read, and one that turns out to be none."""
        readable: list[int] = []
        for card in cards:
            if self.lacking(deck, [card]):
                continue
            number = self.number(deck, card)
            if number is None or number in deck.opened.values():
                return [], card
            readable.append(card)
        return readable, None

    def number(self, deck: SealedDealer, card: int) -> int | None:
        """Which card of the deck it is, once all keys are here."""
        mark = deck.locks[card].mark
        if mark not in self._numbers:
            number = deck.number_of(card, self.keys(deck, card))
            if number is None:
                return None
            self._numbers[mark] = number
        return self._numbers[mark]

    def keys(self, deck: SealedDealer, card: int) -> list[bytes]:
        """The keys of all holders, in their order."""
        lock = deck.locks[card]
        known = self._keys.get(lock.mark, {})
        me = self._me.pid
        return [self._own(deck, lock) if h == me else known[h] for h in lock.holders]

    def teach(self, deck: SealedDealer, game: Game, owners: Sequence[bytes]) -> bool:
        """Shows a replica of the table what this player can read; says whether that was news."""
        news = False
        for pid, card in deck.entitled(game, owners):
            if pid == self._me.pid and game.face[card] == HIDDEN:
                number = self._numbers.get(deck.locks[card].mark)
                if number is not None:
                    game.learn(card, deck.faces[number])
                    news = True
        return news

    def openings(self, deck: SealedDealer, action: Action) -> list[list[object]]:
        """What shows everybody that the hidden cards of an action are what it says."""
        made: list[list[object]] = []
        for card in action.cards:
            if card in deck.locks:
                number = None if self.lacking(deck, [card]) else self.number(deck, card)
                if number is None:
                    return []  # the referee refuses what can't be opened
                made.append([number, group.product(self.keys(deck, card))])
        return made
