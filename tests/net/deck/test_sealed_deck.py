"""The sealed deck at an honest table: who can read what, and what becomes of every card."""

import pytest

from core.actions import DISCARD, NEXT, SHOW, Action
from core.state import HIDDEN
from net.deck.handing import Handed
from net.deck.locks import MASK, REKEY
from net.log.entries import VERSION, EntryError, pack
from net.log.referee import RefereeError
from tests.net.sealing import SealedTable, dealt, key_of

pytestmark = pytest.mark.usefixtures("toy")

HAND = 5

# -- dealing ---------------------------------------------------------------------------------------


def test_everybody_shuffles_and_locks_and_then_reads_his_own_hand() -> None:
    table = dealt()
    (deal,) = table.deck.deals
    pids = tuple(one.pid for one in table.people)
    made = [(step.stage, step.pid) for step in deal.steps]
    assert made == [(stage, pid) for stage in (MASK, REKEY) for pid in pids]
    table.expect_order()
    assert all(face == HIDDEN for face in table.game.face)  # of whom holds no key
    numbers = table.truth()
    for seat, one in enumerate(table.people):
        hand = table.game.hands[seat]
        assert len(hand) == HAND + (table.game.turn == seat)
        assert table.known(seat) == set(hand)
        read = table.seen_by(one).face
        assert [read[card] for card in hand] == [table.deck.faces[numbers[card]] for card in hand]  # type: ignore[index]


def test_nobody_acts_before_all_have_read_their_cards() -> None:
    table = SealedTable().open()
    table.until(lambda: table.deck.owed)
    owing = list(table.deck.owed)
    assert len(owing) == 3
    with pytest.raises(RefereeError, match="until the cards are dealt"):
        table.do(Action(NEXT, table.game.turn))
    while table.deck.owed:
        table.look()
    assert not table.referee.busy


# -- drawing, playing, showing ---------------------------------------------------------------------


def test_a_played_or_discarded_card_lies_open_for_all_with_the_number_that_it_had() -> None:
    table = dealt()
    numbers = table.truth()
    table.until(lambda: table.deck.opened)

    def discards() -> list[Action]:
        seat = table.game.turn
        game = table.seen_by(table.by_pid[table.referee.owners[seat]])
        return [move for move in game.legal(seat) if move.kind == DISCARD and move.cards]

    table.until(lambda: not table.referee.busy and discards())
    action = discards()[0]
    table.do(action)
    assert set(action.cards) <= table.deck.opened.keys() & set(table.game.discard)
    for card, number in table.deck.opened.items():
        assert numbers[card] == number
        assert card not in table.deck.locks
        assert table.game.face[card] == table.deck.faces[number]
    table.expect_order()


def stolen(table: SealedTable) -> tuple[int, int, int]:
    """Plays until a card is taken from a hand: which, by whom, and from whom."""
    while True:
        before = {card: seat for seat, hand in enumerate(table.game.hands) for card in hand}
        table.step()
        for seat, hand in enumerate(table.game.hands):
            for card in hand:
                if before.get(card, seat) != seat:
                    return card, seat, before[card]


def test_a_stolen_card_is_known_to_the_thief_and_to_whom_it_was_stolen_from() -> None:
    table = dealt()
    card, thief, victim = stolen(table)
    lock = table.deck.locks[card]
    assert table.deck.owed.keys() == {table.referee.owners[thief]}
    assert card not in table.known(thief)
    table.settle()
    assert table.deck.locks[card] == lock
    third = 3 - thief - victim
    assert [card in table.known(seat) for seat in (thief, victim, third)] == [True, True, False]
    table.expect_order()


def test_a_hand_is_shown_to_one_player_and_to_nobody_else() -> None:
    table = dealt()
    seat, to, third = table.game.turn, (table.game.turn + 1) % 3, (table.game.turn + 2) % 3
    hand = set(table.game.hands[seat])
    table.do(Action(SHOW, seat, to=to))
    assert table.deck.owed.keys() == {table.referee.owners[to]}
    table.settle()
    assert table.known(to) == hand | set(table.game.hands[to])
    assert table.known(third) == set(table.game.hands[third])
    mine, his = table.seen_by(table.people[seat]), table.seen_by(table.people[to])
    assert [mine.face[card] for card in hand] == [his.face[card] for card in hand]


# -- what is said about keys -----------------------------------------------------------------------


def test_a_key_fits_its_own_card_and_no_other() -> None:
    table = dealt()
    one, two = table.game.hands[0][:2]
    for pid, seed in table.secrets.items():
        key = key_of(table.deck, one, pid, seed)
        assert table.deck.fits(one, pid, key)
        assert not table.deck.fits(two, pid, key)
        others = [other for other in table.secrets if other != pid]
        assert not any(table.deck.fits(one, other, key) for other in others)


def test_keys_of_another_version_are_refused() -> None:
    for version in (VERSION, VERSION + 1):
        bunch = pack([pack([version, bytes(16), bytes(32), []]), bytes(64)])
        if version == VERSION:
            assert Handed.unseal(bunch).keys == {}
        else:
            with pytest.raises(EntryError, match="from another version"):
                Handed.unseal(bunch)


def test_an_entry_that_was_tried_out_gets_its_place_wherever_it_is_named() -> None:
    table = SealedTable().open()
    deck = table.until(lambda: table.deck.deal).deck
    assert deck.deal is not None
    tried, placed, other = (deck.deal.asked._replace(seq=seq) for seq in (70, 71, 72))
    for asked, then in ((tried, placed), (other, other)):
        deck.deal = deck.deal._replace(asked=asked)
        deck.owed = {b"ann": {1: tried, 2: other}, b"bo": {3: tried}}
        deck.entered(tried, placed)
        assert deck.deal.asked == then
        assert deck.owed == {b"ann": {1: placed, 2: other}, b"bo": {3: placed}}
