"""The sealed deck when players vanish, leave and come back: what is kept, what is dealt anew."""

from collections.abc import Iterator

import pytest

from core.actions import LEAVE, REDEAL, SHUFFLE, Action
from core.state import HIDDEN
from net.deck.locks import MASK, REKEY, Lock
from net.identity import Identity
from net.log.referee import RefereeError
from tests.net.sealing import SealedTable, come_to, small_deck, truth
from tests.net.tablesim.toygroup import toy_group


@pytest.fixture(autouse=True)
def _deck() -> Iterator[None]:
    with small_deck(4), toy_group():
        yield


def begun(seed: int = 1) -> SealedTable:
    """Four players in the middle of a game, each with cards that only he has read."""
    table = SealedTable(4, seed).open().settle()
    return table.play(20).settle()


def hidden(table: SealedTable, seat: int) -> list[int]:
    return [card for card in table.game.hands[seat] if card in table.deck.locks]


def locks_of(table: SealedTable, cards: list[int]) -> list[Lock]:
    return [table.deck.locks[card] for card in cards]


def knows(table: SealedTable, one: Identity, card: int) -> bool:
    return table.seen_by(one).face[card] != HIDDEN


# -- somebody vanishes -----------------------------------------------------------------------------


def test_hands_stay_what_they_are_and_the_lost_one_goes_back_into_the_deck() -> None:
    table = begun()
    lost, heir = table.people[3], table.people[1]
    before = truth(table.deck, table.secrets)
    hands = [hidden(table, seat) for seat in range(4)]
    deck = [card for card in table.deck.locks if card in table.game.deck]
    table.remove(lost, heir)
    deal = table.deck.deal
    assert deal is not None
    assert deal.players == tuple(one.pid for one in table.people[:3])
    assert sorted(card for card, _ in deal.kept) == sorted(
        card for hand in hands[:3] for card in hand
    )
    assert set(deal.cards) == {*hands[3], *deck}
    table.settle()
    after = truth(table.deck, table.secrets)
    for seat in range(3):
        assert all(before[card] == after[card] for card in hands[seat])
    assert {before[card] for card in deal.cards} == {after[card] for card in deal.cards}
    assert [before[card] for card in deal.cards] != [after[card] for card in deal.cards]
    table.expect_order()
    assert all(knows(table, heir, card) for card in hands[3])
    assert not any(knows(table, lost, card) for card in deal.cards)


def test_nobody_needs_the_keys_of_who_is_gone() -> None:
    table = begun()
    lost = table.people[3]
    table.remove(lost, table.people[0])
    table.settle()
    assert all(lost.pid not in lock.holders for lock in table.deck.locks.values())
    table.play()
    assert table.game.winners
    table.reveal()
    assert table.verdicts()[lost] == "silent"
    table.expect_honest()


def test_a_draw_that_was_not_read_is_dealt_anew() -> None:
    """He may have read it before he claimed it, but nobody can know."""
    table = begun(seed=2)
    table.until(lambda: len(table.deck.owed) == 1)
    ((pid, cards),) = table.deck.owed.items()
    drawn = set(cards)
    victim = next(one for one in table.people if one.pid not in (pid, table.host.pid))
    table.hand_out()
    table.remove(victim, table.host)
    deal = table.deck.deal
    assert deal is not None
    assert not table.deck.owed
    assert drawn <= set(deal.cards)
    table.settle()
    seat = table.referee.owners.index(pid)
    assert drawn <= set(table.game.hands[seat])
    assert all(knows(table, table.by_pid[pid], card) for card in drawn)
    table.expect_order()


def test_who_had_been_shown_cards_knows_nothing_of_what_is_dealt_in_their_place() -> None:
    table = begun()
    table.do(Action("show", 3, to=1))
    table.settle()
    shown = hidden(table, 3)
    assert all(knows(table, table.people[1], card) for card in shown)
    table.remove(table.people[3], table.people[2])
    table.settle()
    assert not any(knows(table, table.people[1], card) for card in shown)
    assert all(knows(table, table.people[2], card) for card in shown)


def test_the_hand_of_a_player_without_an_heir_is_out_of_the_game_face_down() -> None:
    table = begun()
    hand = hidden(table, 3)
    table.remove(table.people[3])
    assert set(hand) <= set(table.game.discard)
    table.settle()
    assert set(hand) <= table.deck.locks.keys()
    assert not any(knows(table, one, card) for one in table.people for card in hand)
    table.expect_order()
    table.play()
    table.expect_order()


def test_a_pile_with_hidden_cards_is_shuffled_with_everything_else() -> None:
    """Nobody may know which of them were in the hand of who has left."""
    hand: list[int] = []
    deals: list[int] = []

    def one_less(seed: int) -> SealedTable:
        table = begun(seed)
        hand[:] = hidden(table, 3)
        table.remove(table.people[3])
        deals[:] = [len(table.settle().deck.deals)]
        return table

    table = come_to(one_less, lambda table: len(table.deck.deals) > deals[0])
    deal = table.deck.deals[-1]
    assert set(hand) <= set(deal.pile)
    assert deal.kept
    kinds = [action.kind for action in table.actions if action.kind in (SHUFFLE, REDEAL)]
    assert kinds[-1] == (REDEAL if deal.rest else SHUFFLE)
    table.settle().expect_order()
    table.play().reveal().expect_honest()


def test_somebody_leaves_and_the_others_play_on_with_the_hands_they_had() -> None:
    table = begun()
    before = truth(table.deck, table.secrets)
    hands = [hidden(table, seat) for seat in range(4)]
    table.do(Action(LEAVE, 2))
    assert table.people[2].pid not in table.referee.players
    table.settle()
    after = truth(table.deck, table.secrets)
    for seat in (0, 1, 3):
        assert all(before[card] == after[card] for card in hands[seat])
    table.expect_order()
    table.play().expect_order()
    table.reveal().expect_honest()


# -- somebody comes back ---------------------------------------------------------------------------


def test_what_a_stand_in_has_read_is_dealt_anew_for_who_returns() -> None:
    table = begun()
    table.remove(table.people[3], table.people[0])
    table.settle()
    table.play(10).settle()
    read = hidden(table, 3)
    assert read
    assert all(knows(table, table.people[0], card) for card in read)
    table.come_back(table.people[3])
    table.settle()
    assert set(read) <= set(table.game.hands[3])
    assert all(knows(table, table.people[3], card) for card in read)
    assert not any(knows(table, table.people[0], card) for card in read)
    assert all(table.people[3].pid in lock.holders for lock in locks_of(table, read))
    table.expect_order()
    table.play().reveal().expect_honest()


def test_who_returns_has_a_lock_on_the_deck_again_and_not_on_the_hands_of_others() -> None:
    table = begun()
    back = table.people[3]
    table.remove(back, table.people[0])
    table.settle()
    table.come_back(back)
    table.settle()
    in_deck = [table.deck.locks[card] for card in table.game.deck if card in table.deck.locks]
    assert in_deck
    assert all(back.pid in lock.holders for lock in in_deck)
    kept = [lock for seat in (1, 2) for lock in locks_of(table, hidden(table, seat))]
    assert kept
    assert all(back.pid not in lock.holders for lock in kept)
    table.expect_order()


@pytest.mark.parametrize("made", range(6))
def test_somebody_comes_back_while_the_rest_still_deal_without_him(made: int) -> None:
    table = begun(3)
    before = truth(table.deck, table.secrets)
    hands = [hidden(table, seat) for seat in range(4)]
    table.remove(table.people[3], table.people[0])
    for _ in range(made):
        table.make_pass()
    table.come_back(table.people[3])
    deal = table.deck.deal
    assert deal is not None
    assert len(deal.players) == 4
    table.settle().expect_order()
    after = truth(table.deck, table.secrets)
    assert all(before[card] == after[card] for seat in range(3) for card in hands[seat])
    assert all(knows(table, table.people[3], card) for card in hands[3])
    assert not any(knows(table, one, card) for one in table.people[:3] for card in hands[3])
    table.play().reveal().expect_honest()


# -- in the middle of a deal -----------------------------------------------------------------------


@pytest.mark.parametrize("made", range(8))
def test_somebody_vanishes_in_the_middle_of_the_first_deal(made: int) -> None:
    table = SealedTable(4).open()
    table.until(lambda: table.deck.deal)
    for _ in range(made):
        table.make_pass()
    table.remove(table.people[3], table.people[1])
    assert len(table.deck.deals) == 1
    assert table.deck.deal is not None
    assert table.deck.deal.asked.seq == len(table.log)
    table.settle().expect_order()
    table.play().reveal().expect_honest()


@pytest.mark.parametrize("made", range(6))
def test_one_more_vanishes_while_the_rest_deal_anew(made: int) -> None:
    table = begun(2)
    before = truth(table.deck, table.secrets)
    hands = [hidden(table, seat) for seat in range(4)]
    table.remove(table.people[3], table.people[0])
    for _ in range(made):
        table.make_pass()
    table.remove(table.people[2], table.people[1])
    assert [step.pid for step in table.deck.deals[-1].steps].count(table.people[2].pid) == (
        (made >= 3) + (made >= 6)
    )
    table.settle().expect_order()
    after = truth(table.deck, table.secrets)
    assert all(before[card] == after[card] for seat in (0, 1) for card in hands[seat])
    table.play().reveal().expect_honest()


@pytest.mark.parametrize("made", range(8))
def test_somebody_vanishes_while_an_open_pile_is_shuffled(made: int) -> None:
    """What he has locked and held is lost as at any other time."""
    table = come_to(lambda seed: SealedTable(4, seed).open().settle(), lambda it: it.deck.deal)
    deal = table.deck.deal
    assert deal is not None
    assert deal.pile
    assert not deal.kept
    for _ in range(made):
        table.make_pass()
    before = truth(table.deck, table.secrets)
    lost = hidden(table, 3)
    staying = {one.pid for one in table.people[:3]}
    read = {
        card
        for seat in range(3)
        for card in hidden(table, seat)
        if not staying.isdisjoint(table.deck.readers.get(card, ()))
    }
    assert read
    table.remove(table.people[3], table.people[1])
    deal = table.deck.deal
    assert deal is not None
    assert {card for card, _ in deal.kept} == read
    assert set(lost) <= set(deal.rest)
    table.settle().expect_order()
    assert all(table.people[3].pid not in lock.holders for lock in table.deck.locks.values())
    after = truth(table.deck, table.secrets)
    assert all(before[card] == after[card] for card in read)
    table.play().reveal().expect_honest()


def test_a_new_host_in_the_middle_of_a_deal_changes_nothing() -> None:
    table = begun()
    table.remove(table.people[3], table.people[1])
    table.make_pass()
    deal = table.deck.deal
    table.elect(table.people[1])
    assert table.deck.deal == deal
    table.settle().expect_order()


def test_a_deal_that_came_to_nothing_is_audited_all_the_same() -> None:
    table = SealedTable(4).open()

    def lie(_: SealedTable, payload: list[object]) -> list[object]:
        raw = payload[1]
        assert type(raw) is bytes
        return [payload[0], raw[32:64] + raw[:32] + raw[64:], *payload[2:]]

    cheat = table.people[1]
    table.tricks[MASK, cheat.pid] = lie
    table.until(lambda: table.deck.deal and len(table.deck.deal.steps) == 2)
    del table.tricks[MASK, cheat.pid]
    table.remove(table.people[3], table.people[0])
    table.play().reveal()
    table.expect_named(cheat, "shuffled falsely in deal 1")


# -- keys of the absent ----------------------------------------------------------------------------


def stripping() -> tuple[SealedTable, Identity, str, list[object]]:
    """The first pass after somebody has vanished, with his keys on the hand of its author."""
    table = begun()
    table.remove(table.people[3], table.people[1])
    author, stage, payload = table.due_pass()
    keys = payload[4]
    assert isinstance(keys, list)
    assert len(keys) == len(hidden(table, 0))
    assert {pid for _, pid, _ in keys} == {table.people[3].pid}
    return table, author, stage, payload


def test_the_keys_of_the_absent_are_taken_off_by_who_holds_the_cards() -> None:
    table, author, stage, payload = stripping()
    table.say(author, stage, payload)
    for card in hidden(table, 0):
        assert table.people[3].pid not in table.deck.locks[card].holders
    table.settle().expect_order()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda keys: keys[1:], "must be published, and no others"),
        (lambda keys: [*keys, keys[0]], "must be published, and no others"),
        (lambda keys: keys[::-1], "not the one on that card"),
        (lambda keys: [[*keys[0][:2], keys[1][2]], *keys[1:]], "not the one on that card"),
        (lambda keys: [[*keys[0][:2], bytes(32)], *keys[1:]], "not the one on that card"),
        (lambda keys: [keys[0][:2], *keys[1:]], "a key"),
    ],
)
def test_wrong_keys_of_the_absent_are_refused(change, why: str) -> None:  # type: ignore[no-untyped-def]
    table, author, stage, payload = stripping()
    before, locks = table.log.place, dict(table.deck.locks)
    with pytest.raises(RefereeError, match=why):
        table.say(author, stage, [*payload[:4], change(payload[4]), *payload[5:]])
    assert (table.log.place, table.deck.locks) == (before, locks)
    table.settle().expect_order()


def test_a_pass_is_made_by_whose_turn_it_is_and_once() -> None:
    table = begun()
    table.remove(table.people[3], table.people[1])
    author, stage, payload = table.due_pass()
    for one, kind in ((table.people[1], MASK), (author, REKEY), (table.people[3], MASK)):
        with pytest.raises(RefereeError, match=r"not due from|does not play"):
            table.say(one, kind, payload)
    table.say(author, stage, payload)
    with pytest.raises(RefereeError, match="not due from"):
        table.say(author, stage, payload)
