"""A player's part in a sealed deck: his passes, the keys he hands out, the cards he can read.

He gives a key of his only to somebody whom the log entitles to read that card, and only when so
many have signed the entry that no election can take it back.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from core.actions import Action
from core.game import Game
from core.state import HIDDEN
from net.deck import group
from net.deck.handing import Handed, Slot
from net.deck.keys import Keyring, carried, masked, rekeyed, traces
from net.deck.locks import MASK, REKEY, Deal, Lock, joined, over
from net.deck.proofs import CARRYING, REKEYING, Context, prove_exchange, prove_mask
from net.deck.sealed import SealedDealer
from net.identity import Identity
from net.peer.home import Home

REPEAT: Final = 1.0  # a player asks for keys that have not come so often


class Shares:
    """One player's secrets in a sealed deck."""

    def __init__(self, me: Identity, gid: bytes, home: Home) -> None:
        self._me = me
        self._gid = gid
        self._home = home
        self._ring = Keyring(gid, me.pid, home.deck_seed)
        self._numbers: dict[bytes, int] = {}  # the mark of a lock -> which card of the deck it is
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
        given, head = deal.points, deal.asked.head
        context = Context(self._gid, head, me) if deck.strict else None
        if deal.turn[0] == REKEY:
            return lambda: self._rekey(head, self._mask_of(deal), given, context)
        keys = self._keys_of_absent(deck, deck.strips(me, owners))
        staying = list(deal.staying)
        cards = [card for card, _ in deal.kept]
        own = [self._own(deck, lock) if me in lock.holders else group.ONE for _, lock in deal.kept]
        return lambda: self._mask(head, given, (cards, staying, own), keys, context)

    def _mask(
        self,
        head: bytes,
        given: Sequence[bytes],
        kept: tuple[list[int], list[bytes], list[bytes]],
        absent: list[tuple[int, bytes, bytes]],
        context: Context | None,
    ) -> list[object]:
        cards, staying, own = kept
        for card, _, key in absent:
            at = cards.index(card)
            staying[at] = group.times(group.inverse(key), staying[at])
        mark = group.fingerprint((*given, *staying))
        mask, order = self._ring.mask(head, mark), self._ring.order(head, mark, len(given))
        points, carry = masked(mask, order, given), carried(mask, own, staying)
        proof = other = b""
        if context is not None:
            nonce = self._ring.nonce
            proof = prove_mask(context, mask, order, given, points, nonce)
            if cards:
                other = prove_exchange(CARRYING, context, mask, own, staying, carry, nonce)
        trace = group.generator_times(mask)
        keys = list(map(list, absent))
        bound = over(head, mark)
        return [bound, joined(points), joined(carry), trace, keys, proof, other]

    def _rekey(
        self, head: bytes, mask: bytes, given: Sequence[bytes], context: Context | None
    ) -> list[object]:
        mark = group.fingerprint(given)
        keys = [self._ring.key(head, mark, place) for place in range(len(given))]
        points, proof = rekeyed(mask, keys, given), b""
        if context is not None:
            proof = prove_exchange(REKEYING, context, mask, keys, given, points, self._ring.nonce)
        return [over(head, mark), joined(points), joined(traces(keys)), proof]

    def _mask_of(self, deal: Deal) -> bytes:
        step = deal.step(MASK, self._me.pid)
        assert step is not None
        return self._ring.mask(deal.asked.head, step.mark)

    def _own(self, deck: SealedDealer, lock: Lock) -> bytes:
        """This player's key on a card."""
        deal = deck.deals[lock.deal]
        step = deal.step(REKEY, self._me.pid)
        assert step is not None
        return self._ring.key(deal.asked.head, step.mark, lock.place)

    def _keys_of_absent(
        self, deck: SealedDealer, wanted: Iterable[tuple[int, bytes]]
    ) -> list[tuple[int, bytes, bytes]]:
        keys = self._home.keys
        return [(card, holder, keys[deck.locks[card].mark][holder]) for card, holder in wanted]

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
        self, deck: SealedDealer, game: Game, owners: Sequence[bytes], pid: bytes
    ) -> Handed | None:
        """All keys for what a player may read by a table that is final: he lacks some of them."""
        cards = [card for reader, card in deck.entitled(game, owners) if reader == pid]
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
            if self._home.keys.get(deck.locks[card].mark, {}).get(pid) != key:
                self._home.keep_key(deck.locks[card].mark, pid, key)
        return None

    def lacking(self, deck: SealedDealer, cards: Iterable[int]) -> set[bytes]:
        """Whose keys are missing for these cards."""
        lacking: set[bytes] = set()
        for card in cards:
            lock = deck.locks[card]
            lacking.update(set(lock.holders).difference(self._home.keys.get(lock.mark, ())))
        return lacking - {self._me.pid}

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

    def double(self, deck: SealedDealer, game: Game, owners: Sequence[bytes]) -> int | None:
        """A card of this player's that lies open elsewhere, although there is only one of it."""
        opened = set(deck.opened.values())
        mine = [card for pid, card in deck.entitled(game, owners) if pid == self._me.pid]
        readable = (card for card in mine if not self.lacking(deck, [card]))
        return next((card for card in readable if self.number(deck, card) in opened), None)

    def twins(self, deck: SealedDealer, game: Game, owners: Sequence[bytes]) -> list[int]:
        """Two cards of this player's that are the same one; none if all is well."""
        first: dict[int | None, int] = {}
        for pid, card in deck.entitled(game, owners):
            if pid == self._me.pid and not self.lacking(deck, [card]):
                other = first.setdefault(self.number(deck, card), card)
                if other != card:
                    return [other, card]
        return []

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
        known = self._home.keys.get(lock.mark, {})
        me = self._me.pid
        return [self._own(deck, lock) if h == me else known[h] for h in lock.holders]

    def teach(self, deck: SealedDealer, game: Game, owners: Sequence[bytes]) -> bool:
        """Shows a replica of the table what this player can read; says whether that was news."""
        news = False
        for pid, card in deck.entitled(game, owners):
            if pid == self._me.pid and game.face[card] == HIDDEN:
                number = None if self.lacking(deck, [card]) else self.number(deck, card)
                if number is not None:
                    game.learn(card, deck.faces[number])
                    news = True
        return news

    def blind(self, deck: SealedDealer, game: Game, owners: Sequence[bytes]) -> bool:
        """Whether keys have been lost, so that this player doesn't know what he holds."""
        me = self._me.pid
        return any(
            pid == me and bool(self.lacking(deck, [card]))
            for pid, card in deck.entitled(game, owners)
        )

    def openings(self, deck: SealedDealer, action: Action) -> list[list[object]]:
        """What shows everybody that the hidden cards of an action are what it says."""
        made: list[list[object]] = []
        for card in action.cards:
            if card in deck.locks:
                number = None if self.lacking(deck, [card]) else self.number(deck, card)
                if number is None:
                    return []  # the referee refuses what can't be opened
                made.append([number, self.keys(deck, card)])
        return made
