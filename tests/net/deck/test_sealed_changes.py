"""The sealed deck when players vanish, leave and come back: what is kept, what is dealt anew."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache

import pytest

from core.actions import REDEAL, SHUFFLE, Action
from core.state import HIDDEN
from net.deck.locks import MASK, REKEY
from net.identity import Identity
from net.log.referee import RefereeError
from tests.net.sealing import SealedTable, come_to, dealt
from tests.net.tricks import POINTS, swapped, with_changed

pytestmark = pytest.mark.usefixtures("toy")

PLAYERS = 4
LAST = 3  # passes after which a game is played to its end and verified


def begun(seed: int = 2) -> SealedTable:
    """Four players in the middle of a game, each with cards that nobody else has read."""
    return dealt(PLAYERS, seed, entries=20)


def knows(table: SealedTable, one: Identity, cards: list[int]) -> list[bool]:
    """Whether a player knows the faces of cards: of all, or of none."""
    face = table.seen_by(one).face
    return list({face[card] != HIDDEN for card in cards})


def staying(table: SealedTable, *seats: int) -> Callable[[], bool]:
    """Whether the hidden cards in these hands will still be what they are now."""
    hands = [card for seat in seats for card in table.hidden(seat)]
    before = table.truth()

    def same() -> bool:
        after = table.truth()
        return all(before[card] == after[card] for card in hands)

    return same


def expect_honest(table: SealedTable, made: int) -> None:
    """Every card is there, and everybody was honest; once, all that is left is played, too."""
    table.settle().expect_order()
    table.expect_honest_so_far()
    if made == LAST:
        table.play().reveal().expect_honest()


# -- somebody vanishes -----------------------------------------------------------------------------


def test_hands_stay_what_they_are_and_the_lost_one_goes_back_into_the_deck() -> None:
    table = begun()
    lost, heir = table.people[3], table.people[1]
    before, same = table.truth(), staying(table, 0, 1, 2)
    hands = [table.hidden(seat) for seat in range(4)]
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
    after = table.truth()
    assert same()
    assert {before[card] for card in deal.cards} == {after[card] for card in deal.cards}
    assert [before[card] for card in deal.cards] != [after[card] for card in deal.cards]
    table.expect_order()
    assert knows(table, heir, hands[3]) == [True]
    assert knows(table, lost, list(deal.cards)) == [False]
    assert all(lost.pid not in lock.holders for lock in table.deck.locks.values())
    table.play().reveal()
    assert table.game.winners
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
    assert knows(table, table.by_pid[pid], list(drawn)) == [True]
    table.expect_order()


def test_who_had_been_shown_cards_knows_nothing_of_what_is_dealt_in_their_place() -> None:
    table = begun()
    table.do(Action("show", 3, to=1))
    table.settle()
    shown = table.hidden(3)
    assert knows(table, table.people[1], shown) == [True]
    table.remove(table.people[3], table.people[2])
    table.settle()
    assert knows(table, table.people[1], shown) == [False]
    assert knows(table, table.people[2], shown) == [True]


def test_a_pile_with_hidden_cards_is_shuffled_with_everything_else() -> None:
    """Nobody may know which of them were in the hand of who has left."""
    hand: list[int] = []
    deals: list[int] = []

    def one_less(seed: int) -> SealedTable:
        table = begun(seed)
        hand[:] = table.hidden(3)
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


# -- somebody comes back ---------------------------------------------------------------------------


def test_what_a_stand_in_has_read_is_dealt_anew_for_who_returns() -> None:
    """Who returns has locks on his own cards and on the deck, and not on the hands of others."""
    table = begun()
    back = table.people[3]
    table.remove(back, table.people[0])
    table.settle().play(10).settle()
    read = table.hidden(3)
    assert knows(table, table.people[0], read) == [True]
    table.come_back(back)
    table.settle()
    assert set(read) <= set(table.game.hands[3])
    assert knows(table, back, read) == [True]
    assert knows(table, table.people[0], read) == [False]
    locks = table.deck.locks
    in_deck = [card for card in table.game.deck if card in locks]
    kept = [card for seat in (1, 2) for card in table.hidden(seat)]
    assert {back.pid in locks[card].holders for card in (*read, *in_deck)} == {True}
    assert {back.pid in locks[card].holders for card in kept} == {False}
    table.expect_order()
    table.play().reveal().expect_honest()


@pytest.mark.parametrize("made", range(6))
def test_somebody_comes_back_while_the_rest_still_deal_without_him(made: int) -> None:
    table = begun(3)
    same, lost = staying(table, 0, 1, 2), table.hidden(3)
    table.remove(table.people[3], table.people[0])
    for _ in range(made):
        table.make_pass()
    table.come_back(table.people[3])
    deal = table.deck.deal
    assert deal is not None
    assert len(deal.players) == 4
    table.settle()
    assert same()
    assert [knows(table, one, lost) for one in table.people] == [[False]] * 3 + [[True]]
    expect_honest(table, made)


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
    expect_honest(table, made)


@pytest.mark.parametrize("made", range(6))
def test_one_more_vanishes_while_the_rest_deal_anew(made: int) -> None:
    table = begun(2)
    same = staying(table, 0, 1)
    table.remove(table.people[3], table.people[0])
    for _ in range(made):
        table.make_pass()
    table.remove(table.people[2], table.people[1])
    assert [step.pid for step in table.deck.deals[-1].steps].count(table.people[2].pid) == (
        (made >= 3) + (made >= 6)
    )
    table.settle()
    assert same()
    expect_honest(table, made)


@cache
def shuffling() -> SealedTable:
    """A table at which an open pile is about to be shuffled, and nobody else has read a card of
    the last hand; play with a copy."""

    def holds(table: SealedTable) -> bool:
        last = {table.people[3].pid}
        alone = (last.issuperset(table.deck.readers.get(card, ())) for card in table.hidden(3))
        return table.deck.deal is not None and all(alone)

    return come_to(lambda seed: dealt(PLAYERS, seed), holds)


@pytest.mark.parametrize("made", range(8))
def test_somebody_vanishes_while_an_open_pile_is_shuffled(made: int) -> None:
    """What he has locked and held is lost as at any other time."""
    table = deepcopy(shuffling())
    deal = table.deck.deal
    assert deal is not None
    assert deal.pile
    assert not deal.kept
    for _ in range(made):
        table.make_pass()
    before = table.truth()
    lost = table.hidden(3)
    staying = {one.pid for one in table.people[:3]}
    read = {
        card
        for seat in range(3)
        for card in table.hidden(seat)
        if not staying.isdisjoint(table.deck.readers.get(card, ()))
    }
    assert read
    table.remove(table.people[3], table.people[1])
    deal = table.deck.deal
    assert deal is not None
    assert {card for card, _ in deal.kept} == read
    assert set(lost) <= set(deal.rest)
    after = table.settle().truth()
    assert all(table.people[3].pid not in lock.holders for lock in table.deck.locks.values())
    assert all(before[card] == after[card] for card in read)
    expect_honest(table, made)


def test_a_deal_that_came_to_nothing_is_audited_all_the_same() -> None:
    table = SealedTable(4).open()
    cheat = table.people[1]
    table.tricks[MASK, cheat.pid] = with_changed(POINTS, swapped)
    table.until(lambda: table.deck.deal and len(table.deck.deal.steps) == 2)
    del table.tricks[MASK, cheat.pid]
    table.remove(table.people[3], table.people[0])
    table.play().reveal()
    table.expect_named(cheat, "shuffled dishonestly in deal 1")


# -- keys of the absent ----------------------------------------------------------------------------


def stripping() -> tuple[SealedTable, Identity, str, list[object]]:
    """The first pass after somebody has vanished, with his keys on the hand of its author."""
    table = begun()
    table.remove(table.people[3], table.people[1])
    author, stage, payload = table.due_pass()
    keys = payload[4]
    assert isinstance(keys, list)
    assert len(keys) == len(table.hidden(0))
    assert {pid for _, pid, _ in keys} == {table.people[3].pid}
    return table, author, stage, payload


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda keys: keys[1:], "publish the keys of absent players and no others"),
        (lambda keys: [*keys, keys[0]], "publish the keys of absent players and no others"),
        (lambda keys: keys[::-1], "isn't the one on that card"),
        (lambda keys: [[*keys[0][:2], keys[1][2]], *keys[1:]], "isn't the one on that card"),
        (lambda keys: [[*keys[0][:2], bytes(32)], *keys[1:]], "isn't the one on that card"),
        (lambda keys: [keys[0][:2], *keys[1:]], "a key"),
    ],
)
def test_wrong_keys_of_the_absent_are_refused(change, why: str) -> None:  # type: ignore[no-untyped-def]
    table, author, stage, payload = stripping()
    before, locks = table.log.place, dict(table.deck.locks)
    with pytest.raises(RefereeError, match=why):
        table.say(author, stage, [*payload[:4], change(payload[4]), *payload[5:]])
    assert (table.log.place, table.deck.locks) == (before, locks)
    table.say(author, stage, payload)
    for card in table.hidden(0):
        assert table.people[3].pid not in table.deck.locks[card].holders
    table.settle().expect_order()


def test_a_pass_is_made_by_whose_turn_it_is_and_once() -> None:
    table, author, stage, payload = stripping()
    for one, kind in ((table.people[1], MASK), (author, REKEY), (table.people[3], MASK)):
        with pytest.raises(RefereeError, match=r"its author's turn|doesn't play"):
            table.say(one, kind, payload)
    table.say(author, stage, payload)
    with pytest.raises(RefereeError, match="its author's turn"):
        table.say(author, stage, payload)
