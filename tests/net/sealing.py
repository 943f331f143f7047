"""A sealed table in one process: one log, the secrets of everybody, and whoever tampers with it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from typing import Self
from unittest.mock import patch

from core.actions import Action
from core.game import Game
from core.state import HIDDEN
from net.deck import group
from net.deck.audit import CHEAT, HONEST, SILENT, audit, opened_up
from net.deck.keys import Keyring
from net.deck.locks import REKEY
from net.deck.sealed import SEALED, SealedDealer
from net.identity import Identity
from net.log.entries import Entry
from net.log.kinds import DO, GOT, PROTEST, RETURN, SEATS, SEED
from net.log.terms import Terms
from net.log.verify import verify_log
from net.peer.home import Pocket
from net.peer.shares import Shares
from net.sessions import record
from net.sessions.record import Header, packed
from tests.net.honest import HonestTable
from tests.net.tablesim.decks import sealed_catalog

Payload = list[object]
Trick = Callable[["SealedTable", Payload], Payload]  # what becomes of the payload of a pass


@contextmanager
def small_deck(players: int = 3) -> Iterator[None]:
    """Everything within is played with a small deck."""
    with patch.object(record, "load_catalog", lambda *_: sealed_catalog(players)):
        yield


class SealedTable(HonestTable):
    """Everybody does what he owes the table, unless a trick is played instead."""

    def __init__(self, people: int = 3, seed: int = 1, cards: str = SEALED) -> None:
        super().__init__(people, seed=seed)
        names = [seat.name for seat in self.terms.seats]
        header = Header.of(sealed_catalog(people), names)
        self.terms = Terms.make(
            self.terms.players, self.terms.seats, 0, header, self.terms.manners, cards
        )
        self.homes = {
            one.pid: Pocket(self.log, mine, [])
            for one, mine in zip(self.people, self.seeds, strict=True)
        }
        self.shares = {one.pid: Shares(one, self.gid, self.homes[one.pid]) for one in self.people}
        self.tricks: dict[tuple[str, bytes], Trick] = {}  # a pass, and whose
        self.actions: list[Action] = []

    @property
    def deck(self) -> SealedDealer:
        deck = self.referee.sealed
        assert deck is not None
        return deck

    def open(self) -> Self:
        self.say(self.host, SEATS, self.founding)
        return self

    def say(self, author: Identity, kind: str, payload: object) -> Entry:
        entry = super().say(author, kind, payload)
        self.actions += self.referee.actions
        return entry

    # -- what everybody owes the table -------------------------------------------------------------

    def holders(self) -> dict[int, bytes]:
        hands = enumerate(self.game.hands)
        return {card: self.referee.owners[seat] for seat, hand in hands for card in hand}

    def due_pass(self) -> tuple[Identity, str, Payload]:
        """The pass that is due, as its player would make it, or as his trick has it."""
        deal = self.deck.deal
        assert deal is not None
        assert deal.turn is not None
        stage, pid = deal.turn
        payload = self.shares[pid].work(self.deck, self.holders())()
        trick = self.tricks.get((stage, pid))
        return self.by_pid[pid], stage, trick(self, payload) if trick else payload

    def make_pass(self) -> Entry:
        author, stage, payload = self.due_pass()
        return self.say(author, stage, payload)

    def hand_out(self) -> None:
        """Everybody gives the others the keys that are due to them."""
        deck, game, owners = self.deck, self.game, self.referee.owners
        for pid in self.referee.players:
            for reader, handed in self.shares[pid].hand_out(deck, self.log.place.seq):
                assert self.shares[reader].take(deck, game, owners, pid, handed) is None

    def look(self) -> Entry:
        """Somebody who may read cards reads them, or shows that they are none."""
        self.hand_out()
        pid = next(iter(self.deck.owed))
        cards, bad = self.shares[pid].read(self.deck, self.deck.owed[pid])
        if bad is not None:
            return self.protest(pid, bad)
        return self.say(self.by_pid[pid], GOT, cards)

    def protest(self, pid: bytes, card: int) -> Entry:
        keys = self.shares[pid].keys(self.deck, card)
        return self.say(self.by_pid[pid], PROTEST, [card, keys])

    def double(self) -> tuple[bytes, int] | None:
        """A card in somebody's hand that lies open elsewhere, and his name."""
        for pid in self.referee.players:
            card = self.shares[pid].double(self.deck, self.game, self.referee.owners)
            if card is not None:
                return pid, card
        return None

    def seen_by(self, one: Identity) -> Game:
        """The table as this player knows it."""
        game = self.game.copy()
        self.shares[one.pid].teach(self.deck, game, self.referee.owners)
        return game

    def hidden(self, seat: int) -> list[int]:
        """The cards in a hand that lie under locks."""
        return [card for card in self.game.hands[seat] if card in self.deck.locks]

    def known(self, number: int) -> set[int]:
        """The hidden cards that a player knows."""
        face = self.seen_by(self.people[number]).face
        return {card for card in self.deck.locks if face[card] != HIDDEN}

    def truth(self) -> dict[int, int | None]:
        return truth(self.deck, self.secrets)

    def do(self, action: Action) -> Entry:
        author = self.by_pid[self.referee.owners[action.seat]]
        openings = self.shares[author.pid].openings(self.deck, action)
        return self.say(author, DO, [packed(action), openings])

    def step(self) -> Entry:
        if self.referee.due is not None:
            return self.throw()
        if self.deck.deal is not None:
            return self.make_pass()
        double = self.double()
        if double is not None:
            return self.protest(*double)
        return self.look() if self.deck.owed else self.do(self.choice())

    def settle(self) -> "SealedTable":
        """Until a player's choice is what the table waits for."""
        while not self.referee.over and self.referee.busy:
            self.step()
        return self

    def until(self, holds: Callable[[], object], patience: int = 2_000) -> "SealedTable":
        while not holds():
            assert patience
            assert not self.referee.over
            self.step()
            patience -= 1
        return self

    def reveal(self, *silent: Identity) -> "SealedTable":
        """All show their seeds but these."""
        for one, seed in zip(self.people, self.seeds, strict=True):
            if one not in silent and one.pid in self.referee.players:
                self.say(one, SEED, seed)
        return self

    def come_back(self, one: Identity) -> Entry:
        """Somebody takes his seat back."""
        seed = bytes([self.log.place.seq % 256]) * 32
        return self.say(one, RETURN, self.fresh_anchor(one, seed))

    # -- what is true ------------------------------------------------------------------------------

    @property
    def secrets(self) -> dict[bytes, bytes]:
        return {one.pid: seed for one, seed in zip(self.people, self.seeds, strict=True)}

    def expect_order(self) -> None:
        expect_all_cards(self.deck, self.secrets)

    def expect_honest_so_far(self) -> None:
        """What an audit would find if everybody showed his seed now."""
        deck = self.deck.copy()
        deck.seeds = self.secrets
        assert {found.verdict for found in audit(deck)} == {HONEST}

    def verdicts(self) -> dict[Identity, str]:
        return {self.by_pid[found.pid]: found.verdict for found in audit(self.deck)}

    def expect_named(self, cheat: Identity, text: str = "") -> None:
        """The audit names this player, and nobody else."""
        found = [found for found in audit(self.deck) if found.verdict == CHEAT]
        assert [one.pid for one in found] == [cheat.pid]
        assert text in found[0].text
        report = verify_log(self.data)
        assert not report.good
        assert str(report.fault).startswith(self.referee.name(cheat.pid))

    def expect_honest(self) -> None:
        assert set(self.verdicts().values()) <= {HONEST, SILENT}
        report = verify_log(self.data)
        assert report.good
        assert (report.cards == "audited: yes") == (SILENT not in self.verdicts().values())
        game = self.terms.game()
        for action in opened_up(self.deck, self.actions):
            game.apply(action)
        assert game.digest() == self.game.digest()


@cache
def _dealt(people: int, seed: int, cards: str, entries: int, one: bytes) -> SealedTable:
    return SealedTable(people, seed, cards).open().settle().play(entries).settle()


def dealt(people: int = 3, seed: int = 1, cards: str = SEALED, entries: int = 0) -> SealedTable:
    """A table at which everybody has read the first hand, or where some entries followed.

    It is dealt once, and everybody gets a copy.
    """
    return deepcopy(_dealt(people, seed, cards, entries, group.ONE))


def key_of(deck: SealedDealer, card: int, pid: bytes, seed: bytes) -> bytes:
    """A player's key on a locked card, from his seed."""
    lock = deck.locks[card]
    deal = deck.deals[lock.deal]
    step = deal.step(REKEY, pid)
    assert step is not None
    ring = Keyring(deck.gid, pid, seed)
    return ring.key(deal.asked.head, step.mark, lock.place)


def truth(deck: SealedDealer, secrets: Mapping[bytes, bytes]) -> dict[int, int | None]:
    """Which card of the deck each card of the table is; None: it is none."""
    found: dict[int, int | None] = dict(deck.opened)
    for card, lock in deck.locks.items():
        keys = [key_of(deck, card, pid, secrets[pid]) for pid in lock.holders]
        found[card] = deck.number_of(card, keys)
    return found


def expect_all_cards(deck: SealedDealer, secrets: Mapping[bytes, bytes]) -> None:
    """Every card of the deck is at the table exactly once, open or under a lock."""
    assert not deck.opened.keys() & deck.locks.keys()
    numbers = truth(deck, secrets)
    everything = list(range(len(deck.faces)))
    assert sorted(numbers) == everything
    assert sorted(number for number in numbers.values() if number is not None) == everything


def come_to(
    make: Callable[[int], SealedTable], holds: Callable[[SealedTable], object]
) -> SealedTable:
    """The first table, by its seed, that comes to such a moment, however bots play by now."""
    for seed in range(1, 100):
        table = make(seed)
        while not table.referee.over:
            if holds(table):
                return table
            table.step()
    raise AssertionError("no game comes to that")
