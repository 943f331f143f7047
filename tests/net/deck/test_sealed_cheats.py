"""Every way to cheat with a sealed deck, and when it comes out; one log, all groups are real."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache

import pytest

from core.actions import Action
from net.deck import group
from net.deck.locks import MASK, REKEY
from net.identity import Identity
from net.log.entries import Entry
from net.log.kinds import DO, GOT, PROTEST, SEED
from net.log.referee import RefereeError
from net.sessions.record import packed
from tests.net.deck.points import NO_POINTS, SMALL
from tests.net.sealing import Payload, SealedTable, Trick, dealt, key_of
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

pytestmark = pytest.mark.usefixtures("small")

CHEAT = 1  # who does it


@cache
def _dealing(seed: int) -> SealedTable:
    table = SealedTable(3, seed).open()
    return table.until(lambda: table.deck.deal)


def dealing(seed: int = 1) -> SealedTable:
    """The first pass of the first deal is due."""
    return deepcopy(_dealing(seed))


def cheated(stage: str, trick: Trick, number: int = CHEAT) -> tuple[SealedTable, Identity]:
    """A first deal in which one player has cheated."""
    table = dealing()
    cheat = table.people[number]
    table.tricks[stage, cheat.pid] = trick
    while table.deck.deal is not None:
        table.make_pass()
    table.tricks.clear()
    return table, cheat


def rebuilding(trick: Trick | None = None) -> tuple[SealedTable, Identity]:
    """Somebody has vanished and the rest deal anew, hands stay; one of them cheats."""
    table = dealt()
    cheat = table.people[CHEAT]
    table.remove(table.people[2], table.people[0])
    if trick is not None:
        table.tricks[MASK, cheat.pid] = trick
    return table, cheat


# -- what comes out at once ------------------------------------------------------------------------


def refused(table: SealedTable, author: Identity, kind: str, payload: object, why: str) -> None:
    """The act is refused, nothing has changed, and the game goes on without it."""
    place, locks, deal = table.log.place, dict(table.deck.locks), table.deck.deal
    with pytest.raises(RefereeError, match=why):
        table.say(author, kind, payload)
    assert (table.log.place, table.deck.locks, table.deck.deal) == (place, locks, deal)


def put(payload: Payload, place: int, raw: object) -> Payload:
    return [*payload[:place], raw, *payload[place + 1 :]]


def bad_passes(stage: str, payload: Payload) -> Iterator[tuple[object, str]]:
    """An honest pass made wrong in every way that shows in itself, and why it is refused."""
    points = split(payload[POINTS])
    yield put(payload, POINTS, b"".join([*points[:-1], points[0]])), "two locked cards are the same"
    for place in (POINTS, KEPT) if stage == MASK else (POINTS,):
        given = split(payload[place])
        marked = group.add(given[1], SMALL["order 2"])  # could be found after every shuffle
        for bad in (*NO_POINTS.values(), marked):
            changed = b"".join([given[0], bad, *given[2:]])
            yield put(payload, place, changed), "no point of the group"
    for place in (POINTS, KEPT, TRACE) if stage == MASK else (POINTS, MARKS):
        raw = payload[place]
        assert type(raw) is bytes
        for wrong in (raw[:-32], raw[:-1], raw + raw[:32], b"", 7, "", [raw]):
            yield put(payload, place, wrong), "."
    for shape in ([], payload[:-1], [*payload, b""], {"points": payload[0]}, b"", 3):
        yield shape, "."
    yield [*payload[:-1], b"proof"], "and to none elsewhere"


@pytest.mark.parametrize("stage", [MASK, REKEY])
def test_a_pass_that_is_wrong_in_itself_is_refused_at_once(stage: str) -> None:
    table, _ = rebuilding()
    table.until(lambda: table.deck.deal and table.deck.deal.turn and table.due_pass()[1] == stage)
    author, _, payload = table.due_pass()
    for bad, why in bad_passes(stage, payload):
        refused(table, author, stage, bad, why)
    table.settle().expect_order()


def test_a_pass_over_other_cards_is_refused_so_nobody_is_blamed_for_it() -> None:
    """A host orders an honest player's pass behind cards that he has not seen."""
    (one, _), (two, _) = rebuilding(), rebuilding()
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
    table = dealt()
    table.until(lambda: not table.referee.busy and _opening(table) is not None)
    found = _opening(table)
    assert found is not None
    action, openings = found
    author = table.by_pid[table.referee.owners[action.seat]]
    (number, keys), faces = openings[0], table.deck.faces
    other = next(n for n in range(len(faces)) if n != number and faces[n] == faces[number])
    no_keys: tuple[list[object], ...] = (
        keys[:-1], [*keys, keys[0]], [TWO, *keys[1:]], [bytes(32), *keys[1:]], keys[::-1],
        [7] * len(keys), [b"", *keys[1:]],
    )  # fmt: skip
    for item, why in (
        ([other, keys], "another one than its author says"),
        *(([number, wrong], "not the keys on that card") for wrong in no_keys),
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
    for stage, change, told in (
        (MASK, forged, "shuffled falsely in deal 1"),
        (REKEY, swapped, "locked the cards falsely in deal 1"),  # other keys than the traces say
    ):
        table, cheat = cheated(stage, with_changed(POINTS, change))
        protested(table)
        assert table.deck.spoiled == "a card that was dealt is no card, or there are two of it"
        assert table.referee.over
        table.reveal().expect_named(cheat, told)


def test_a_doubled_card_comes_out_when_its_double_lies_open() -> None:
    """Only who locks the cards first can do that: others have a key of its own on each card."""
    table, cheat = cheated(REKEY, doubled(range(20)), 0)
    numbers = table.settle().truth()
    assert None not in numbers.values()
    assert len(set(numbers.values())) < len(numbers)
    protested(table)
    table.reveal().expect_named(cheat, "locked the cards falsely in deal 1")


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


def test_a_mark_on_a_card_is_named_by_the_audit_even_if_somebody_hides_his_seed() -> None:
    table, cheat = cheated(MASK, with_changed(POINTS, tagged))
    assert list(table.truth().values()).count(None) == 1
    table.play().reveal(table.people[0])
    assert table.verdicts()[table.people[0]] == "silent"
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
    table, cheat = rebuilding(with_changed(place, change))
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
    table = dealt()
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
    assert shares.twins(deck, table.game, table.referee.owners) == [], "there are no keys for it"
    for holder, key in zip(deck.locks[second].holders, keys[second], strict=True):
        shares._home.keep_key(point, holder, key)
    assert shares.twins(deck, table.game, table.referee.owners) == [first, second]
    table.say(one, PROTEST, both)
    assert "two of it" in table.deck.spoiled


def test_a_good_card_can_not_be_protested_against() -> None:
    table = dealt()
    card, one = table.game.hands[0][0], table.people[0]
    keys = table.shares[one.pid].keys(table.deck, card)
    refused(table, one, PROTEST, [card, keys], "what was dealt there is good")
    for wrong in (keys[::-1], [TWO, *keys[1:]], keys[1:]):
        refused(table, one, PROTEST, [card, wrong], "not the keys on that card")
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
    for wrong, why in (
        (seeds[other], "not the seed the player committed to"),
        (b"", "32 bytes"),
        (7, "made of bytes"),
    ):
        refused(table, mine, SEED, wrong, why)
    table.say(mine, SEED, seeds[mine])
    refused(table, mine, SEED, seeds[mine], "already")
