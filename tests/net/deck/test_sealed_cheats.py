"""Every way to cheat with a sealed deck, and when it comes out; one log, all groups are real."""

from collections.abc import Callable, Iterator

import pytest

from core.actions import Action
from net.deck import group
from net.deck.locks import MASK, REKEY
from net.identity import Identity
from net.log.entries import Entry
from net.log.kinds import DO, GOT, PROTEST, SEED
from net.log.referee import RefereeError
from net.sessions.record import packed
from tests.net.sealing import Payload, SealedTable, Trick, key_of, small_deck, truth
from tests.net.tricks import (
    KEPT,
    MARKS,
    POINTS,
    STRANGER,
    TRACE,
    TWO,
    doubled,
    forged,
    liked,
    split,
    swapped,
    tagged,
    with_changed,
)

CHEAT = 1  # who does it
# Points of order 2, 4 and 8, the neutral one in three spellings, and what is no point at all.
BAD_POINTS = {
    "order 2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order 4": "0000000000000000000000000000000000000000000000000000000000000000",
    "order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "neutral": "0100000000000000000000000000000000000000000000000000000000000000",
    "neutral, sign": "0100000000000000000000000000000000000000000000000000000000000080",
    "neutral, longer": "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "not on the curve": "0200000000000000000000000000000000000000000000000000000000000000",
    "beyond the field": "ff" * 32,
}


@pytest.fixture(autouse=True)
def _deck() -> Iterator[None]:
    with small_deck():
        yield


def dealing(seed: int = 1) -> SealedTable:
    table = SealedTable(3, seed).open()
    return table.until(lambda: table.deck.deal)


def cheated(stage: str, trick: Trick, number: int = CHEAT) -> tuple[SealedTable, Identity]:
    """A first deal in which one player has cheated."""
    table = dealing()
    cheat = table.people[number]
    table.tricks[stage, cheat.pid] = trick
    while table.deck.deal is not None:
        table.make_pass()
    table.tricks.clear()
    return table, cheat


def rebuilding(stage: str = MASK, trick: Trick | None = None) -> tuple[SealedTable, Identity]:
    """Somebody has vanished and the rest deal anew, hands stay; one of them cheats."""
    table = SealedTable().open().settle()
    cheat = table.people[CHEAT]
    table.remove(table.people[2], table.people[0])
    if trick is not None:
        table.tricks[stage, cheat.pid] = trick
    return table, cheat


# -- what comes out at once ------------------------------------------------------------------------


def refused(table: SealedTable, author: Identity, kind: str, payload: object, why: str) -> None:
    """The act is refused, nothing has changed, and the game goes on without it."""
    place, locks, deal = table.log.place, dict(table.deck.locks), table.deck.deal
    with pytest.raises(RefereeError, match=why):
        table.say(author, kind, payload)
    assert (table.log.place, table.deck.locks, table.deck.deal) == (place, locks, deal)


def passes(*stages: str) -> Iterator[tuple[SealedTable, Identity, str, Payload]]:
    """Passes of these kinds that are due."""
    for stage in stages:
        table, _ = rebuilding()
        while table.deck.deal is not None and table.deck.deal.turn is not None:
            if table.deck.deal.turn[0] == stage:
                yield table, *table.due_pass()
                break
            table.make_pass()


def test_the_same_card_twice_is_refused_at_once() -> None:
    for table, author, stage, payload in passes(MASK, REKEY):
        points = split(payload[POINTS])
        twice = [*points[:-1], points[0]]
        bad = [payload[0], b"".join(twice), *payload[2:]]
        refused(table, author, stage, bad, "two locked cards are the same")
        table.settle().expect_order()


def test_points_that_could_mark_a_card_are_refused_at_once() -> None:
    for table, author, stage, payload in passes(MASK, REKEY):
        for bad in map(bytes.fromhex, BAD_POINTS.values()):
            for place in (POINTS, KEPT) if stage == MASK else (POINTS,):
                points = split(payload[place])
                points[1] = bad
                changed = [*payload[:place], b"".join(points), *payload[place + 1 :]]
                refused(table, author, stage, changed, "no point of the group")


def test_a_card_with_a_bit_of_small_order_is_refused_at_once() -> None:
    """A point that is right but for a small part could be found again after every shuffle."""
    small = bytes.fromhex(BAD_POINTS["order 2"])
    for table, author, stage, payload in passes(MASK, REKEY):
        points = split(payload[POINTS])
        points[0] = group.add(points[0], small)
        changed = [payload[0], b"".join(points), *payload[2:]]
        refused(table, author, stage, changed, "no point of the group")


def test_lists_that_are_too_short_or_too_long_are_refused_at_once() -> None:
    for table, author, stage, payload in passes(MASK, REKEY):
        for place in (POINTS, KEPT, TRACE) if stage == MASK else (POINTS, MARKS):
            raw = payload[place]
            assert type(raw) is bytes
            for bad in (raw[:-32], raw[:-1], raw + raw[:32], b"", 7, "", [raw]):
                changed = [*payload[:place], bad, *payload[place + 1 :]]
                refused(table, author, stage, changed, ".")
        for shape in ([], payload[:-1], [*payload, b""], {"points": payload[0]}, b"", 3):
            refused(table, author, stage, shape, ".")
        table.settle().expect_order()


def test_a_proof_at_a_table_that_is_not_strict_is_refused() -> None:
    for table, author, stage, payload in passes(MASK, REKEY):
        refused(table, author, stage, [*payload[:-1], b"proof"], "and to none elsewhere")


def test_a_pass_over_other_cards_is_refused_so_nobody_is_blamed_for_it() -> None:
    """A host orders an honest player's pass behind cards that he has not seen."""
    table, other = rebuilding(), rebuilding(MASK, with_changed(POINTS, swapped))
    one, two = table[0], other[0]
    two.tricks[MASK, two.people[0].pid] = with_changed(POINTS, swapped)
    for made in (one, two):
        made.make_pass()
    author, stage, payload = one.due_pass()
    assert (stage, author) == (MASK, one.people[1])
    refused(two, author, stage, payload, "made over other cards")


def test_a_pass_of_a_deal_that_came_to_nothing_is_refused() -> None:
    table = dealing()
    table.make_pass()
    _, stage, payload = table.due_pass()
    table.remove(table.people[2], table.people[0])
    table.make_pass()
    refused(table, table.people[1], stage, payload, "made over other cards")
    table.settle().expect_order()


def test_nobody_opens_a_card_as_another_one() -> None:
    table = SealedTable().open().settle()
    table.until(lambda: not table.referee.busy and _opening(table) is not None)
    found = _opening(table)
    assert found is not None
    action, openings = found
    author = table.by_pid[table.referee.owners[action.seat]]
    (number, keys), faces = openings[0], table.deck.faces
    other = next(n for n in range(len(faces)) if n != number and faces[n] == faces[number])
    for item, why in (
        ([other, keys], "another one than its author says"),
        ([number, keys[:-1]], "not the keys on that card"),
        ([number, [*keys, keys[0]]], "not the keys on that card"),
        ([number, [TWO, *keys[1:]]], "not the keys on that card"),
        ([number, [bytes(32), *keys[1:]]], "not the keys on that card"),
        ([number, keys[::-1]], "not the keys on that card"),
        ([number, [7] * len(keys)], "not the keys on that card"),
        ([number, [b"", *keys[1:]]], "not the keys on that card"),
        ([len(faces), keys], "not the one that is played"),
        ([-1, keys], "."),
        ([number], "opening"),
    ):
        refused(table, author, DO, [packed(action), [item]], why)
    refused(table, author, DO, [packed(action), []], "opened, and no other")
    refused(table, author, DO, [packed(action), [*openings, *openings]], "opened, and no other")
    wrong = next(n for n, face in enumerate(faces) if face != faces[number])
    lie = action._replace(faces=(faces[wrong],))
    refused(table, author, DO, [packed(lie), [[wrong, keys]]], ".")
    table.do(action)


def _opening(table: SealedTable) -> tuple[Action, list[list]] | None:  # type: ignore[type-arg]
    """A legal action that plays one hidden card, and how it is opened."""
    for seat in table.game.waiting():
        one = table.by_pid[table.referee.owners[seat]]
        for action in table.seen_by(one).legal(seat):
            if len(action.cards) == 1 and action.cards[0] in table.deck.locks:
                return action, table.shares[one.pid].openings(table.deck, action)
    return None


# -- what comes out when a card is read ------------------------------------------------------------


def protested(table: SealedTable) -> Entry:
    """Plays until somebody shows that a card is none."""
    table.play()
    assert table.deck.spoiled
    assert not table.game.winners
    entry = table.log.entry(len(table.log))
    assert entry.act.kind == PROTEST
    return entry


def test_a_card_that_is_none_comes_out_when_it_is_drawn_and_the_audit_names_who_made_it() -> None:
    table, cheat = cheated(MASK, with_changed(POINTS, forged))
    protested(table)
    assert table.deck.spoiled == "a card that was dealt is no card, or there are two of it"
    assert table.referee.over
    table.reveal().expect_named(cheat, "shuffled falsely in deal 1")


def test_a_doubled_card_comes_out_when_its_double_lies_open() -> None:
    """Only who locks the cards first can do that: others have a key of its own on each card."""
    table, cheat = cheated(REKEY, doubled(range(20)), 0)
    table.settle()
    numbers = truth(table.deck, table.secrets)
    assert None not in numbers.values()
    assert len(set(numbers.values())) < len(numbers)
    protested(table)
    table.reveal().expect_named(cheat, "locked the cards falsely in deal 1")


def test_another_key_on_a_card_than_its_trace_says_comes_out_when_it_is_drawn() -> None:
    table, cheat = cheated(REKEY, with_changed(POINTS, swapped))
    protested(table)
    table.reveal().expect_named(cheat, "locked the cards falsely")


def test_a_card_of_ones_liking_under_the_last_lock_can_not_be_opened() -> None:
    table = dealing()
    cheat = table.people[2]
    table.tricks[REKEY, cheat.pid] = liked(0, 12)
    table.until(lambda: table.deck.owed)
    card = 12
    while card not in table.game.hands[2]:  # he waits until he draws it
        table.look() if table.deck.owed else table.step()
    table.hand_out()
    keys = table.shares[cheat.pid].keys(table.deck, card)
    assert table.deck.number_of(card, keys) is None
    holder = key_of(table.deck, card, cheat.pid, table.secrets[cheat.pid])
    assert keys[-1] == holder
    protested(table)
    table.reveal().expect_named(cheat, "locked the cards falsely in deal 1")


def test_a_mark_on_a_card_is_named_by_the_audit() -> None:
    table, cheat = cheated(MASK, with_changed(POINTS, tagged))
    numbers = truth(table.deck, table.secrets)
    assert list(numbers.values()).count(None) == 1
    table.play().reveal()
    table.expect_named(cheat, "shuffled falsely in deal 1")


@pytest.mark.parametrize(("stage", "place"), [(MASK, TRACE), (REKEY, MARKS)], ids=["mask", "keys"])
def test_a_false_trace_is_named_by_the_audit(stage: str, place: int) -> None:
    """Of the mask, or of the key on the last card of the deck, which nobody draws."""
    table = dealing(18)
    cheat = table.people[CHEAT]
    table.tricks[stage, cheat.pid] = with_changed(place, lambda given: [*given[:-1], STRANGER])
    table.play()
    assert len(table.deck.deals) == 1
    table.reveal().expect_named(cheat, "in deal 1")


# -- hands that stay -------------------------------------------------------------------------------


def twice_the_first(points: list[bytes]) -> list[bytes]:
    return [group.times(TWO, points[0]), *points[1:]]


@pytest.mark.parametrize(
    ("place", "change"),
    [(KEPT, twice_the_first), (KEPT, lambda points: [STRANGER, *points[1:]]), (POINTS, forged)],
    ids=["scaled", "stranger", "none left in the list"],
)
def test_a_hand_that_is_not_among_the_cards_stops_the_table_and_the_audit_names_who(
    place: int, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    table, cheat = rebuilding(MASK, with_changed(place, change))
    table.play()
    assert table.deck.spoiled == "a card in a hand is not among those that were shuffled"
    deal = table.deck.deal
    assert deal is None
    assert {step.stage for step in table.deck.deals[-1].steps} == {MASK}
    table.reveal().expect_named(cheat, "shuffled falsely in deal 2")


# -- looking, protesting, showing seeds ------------------------------------------------------------


def test_nobody_says_that_he_reads_what_is_not_his() -> None:
    table = SealedTable().open()
    table.until(lambda: table.deck.owed)
    mine, other = table.people[:2]
    his = list(table.deck.owed[other.pid])
    refused(table, mine, GOT, his, "nothing to read there")
    refused(table, mine, GOT, [table.game.deck[-1]], "nothing to read there")


def test_two_cards_in_a_hand_that_are_the_same_one_spoil_the_deck() -> None:
    table = SealedTable().open().settle()
    deck, one = table.deck, table.people[0]
    shares, (first, second) = table.shares[one.pid], table.game.hands[0][:2]
    keys = {card: shares.keys(deck, card) for card in (first, second)}
    both = [first, keys[first], second, keys[second]]
    refused(table, one, PROTEST, both, "what was dealt there is good")
    refused(table, one, PROTEST, [*both[:2], *both[:2]], "what was dealt there is good")
    assert shares.twins(deck, table.game, table.referee.owners) == []
    number = shares.number(deck, first)
    assert number is not None
    point = group.times(
        group.product(keys[second]), group.card_points(deck.gid, len(deck.faces))[number]
    )
    deck.locks[second] = deck.locks[second]._replace(mark=point, point=point)
    assert (
        shares.twins(deck, table.game, table.referee.owners) == []
    )  # nobody has given keys for it
    for holder, key in zip(deck.locks[second].holders, keys[second], strict=True):
        shares._home.keep_key(point, holder, key)
    assert shares.twins(deck, table.game, table.referee.owners) == [first, second]
    table.say(one, PROTEST, both)
    assert "two of it" in table.deck.spoiled


def test_a_good_card_can_not_be_protested_against() -> None:
    table = SealedTable().open().settle()
    card, one = table.game.hands[0][0], table.people[0]
    keys = table.shares[one.pid].keys(table.deck, card)
    refused(table, one, PROTEST, [card, keys], "what was dealt there is good")
    refused(table, one, PROTEST, [card, keys[::-1]], "not the keys on that card")
    refused(table, one, PROTEST, [card, [TWO, *keys[1:]]], "not the keys on that card")
    refused(table, one, PROTEST, [card, keys[1:]], "not the keys on that card")
    refused(table, one, PROTEST, [999, keys], "not hidden")
    refused(table, one, PROTEST, [card], ".")
    table.until(lambda: table.deck.opened)
    refused(table, one, PROTEST, [next(iter(table.deck.opened)), keys], "not hidden")


def test_no_seed_is_shown_before_the_end_and_no_other_one_then() -> None:
    table = SealedTable().open()
    seeds = dict(zip(table.people, table.seeds, strict=True))
    for more in (0, 4, 10, 30):
        table.play(more)
        for one, seed in seeds.items():
            refused(table, one, SEED, seed, "while cards are hidden by it")
    table.play()
    mine, other = table.people[:2]
    refused(table, mine, SEED, seeds[other], "not the seed the player committed to")
    refused(table, mine, SEED, bytes(32), "not the seed the player committed to")
    refused(table, mine, SEED, b"", "32 bytes")
    refused(table, mine, SEED, 7, "made of bytes")
    table.say(mine, SEED, seeds[mine])
    refused(table, mine, SEED, seeds[mine], "already")


def test_who_does_not_show_his_seed_is_named_and_hides_nobody_elses_cheating() -> None:
    table, cheat = cheated(MASK, with_changed(POINTS, tagged))
    table.play().reveal(table.people[0])
    assert table.verdicts()[table.people[0]] == "silent"
    table.expect_named(cheat, "shuffled falsely in deal 1")
