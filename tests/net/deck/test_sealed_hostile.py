"""Every way to cheat with a sealed deck, what comes of it, and when.

First at a table in one process, with one log; then with whole programs, of which one is changed.
All groups are real.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache, partial

import pytest

from core.actions import Action
from core.state import HIDDEN
from net.deck import group
from net.deck.audit import audit
from net.deck.handing import Handed
from net.deck.keys import rekeyed
from net.deck.locks import MASK, REKEY, Deal, Step, act_mark, joined
from net.deck.sealed import SEALED, STRICT, SealedDealer
from net.deck.strict import proven
from net.identity import Identity
from net.log.entries import Act, Entry, Place
from net.log.kinds import DO, GOT, PROTEST, REMOVE, SEED
from net.log.proofs import WRONG_KEY, Proof
from net.log.referee import RefereeError
from net.peer.peer import PeerGame
from net.peer.shares import Shares
from net.sessions.record import packed
from net.wire import messages as wire
from tests.net import tricks
from tests.net.deck.points import NO_POINTS, SMALL
from tests.net.honest import identity
from tests.net.sealing import Payload, SealedTable, Trick, dealt, key_of, small_deck, truth
from tests.net.tablesim import sealedrogue
from tests.net.tablesim.program import Program
from tests.net.tablesim.rogue import Rogue, expelled, game_of, unmoved, until
from tests.net.tablesim.sealedrogue import begun, deck_of, kinds, reading_is_done, shares_of
from tests.net.tablesim.table import SimTable
from tests.net.tricks import KEPT, MARKS, POINTS, STRANGER, TRACE, TWO, swapped, with_changed

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


def rebuilding(
    trick: Trick | None = None, stage: str = MASK, cards: str = SEALED
) -> tuple[SealedTable, Identity]:
    """Somebody has vanished and the rest deal anew, hands stay; one of them may cheat."""
    table = dealt(cards=cards)
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


def put(payload: Payload, place: int, raw: object) -> Payload:
    return [*payload[:place], raw, *payload[place + 1 :]]


def bad_passes(stage: str, payload: Payload) -> Iterator[tuple[object, str]]:
    """An honest pass made wrong in every way that shows in itself, and why it is refused."""
    points = tricks.split(payload[POINTS])
    yield put(payload, POINTS, b"".join([*points[:-1], points[0]])), "two locked cards are the same"
    for place in (POINTS, KEPT) if stage == MASK else (POINTS,):
        given = tricks.split(payload[place])
        marked = group.add(given[1], SMALL["order 2"])  # could be found after every shuffle
        for bad in (*NO_POINTS.values(), marked):
            changed = b"".join([given[0], bad, *given[2:]])
            yield put(payload, place, changed), "a point of the group"
    for place in (POINTS, KEPT, TRACE) if stage == MASK else (POINTS, MARKS):
        raw = payload[place]
        assert type(raw) is bytes
        for wrong in (raw[:-32], raw[:-1], raw + raw[:32], b"", 7, "", [raw]):
            yield put(payload, place, wrong), "."
    for shape in ([], payload[:-1], [*payload, b""], {"points": payload[0]}, b"", 3):
        yield shape, "."
    yield [*payload[:-1], b"proof"], "no other pass has them"


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
    table = dealing()  # or it was made for a deal that came to nothing
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
        ([other, keys], "isn't the one its author names"),
        *(([number, wrong], "aren't the keys on that card") for wrong in no_keys),
        ([len(faces), keys], "isn't the one being played"),
        ([-1, keys], "."),
        ([number], "opening"),
    ):
        refused(table, author, DO, [packed(action), [item]], why)
    refused(table, author, DO, [packed(action), []], "its hidden cards and no others")
    refused(
        table,
        author,
        DO,
        [packed(action), [*openings, *openings]],
        "its hidden cards and no others",
    )
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
        (MASK, tricks.forged, "shuffled dishonestly in deal 1"),
        (
            REKEY,
            swapped,
            "locked the cards dishonestly in deal 1",
        ),  # other keys than the traces say
    ):
        table, cheat = cheated(stage, with_changed(POINTS, change))
        protested(table)
        assert table.deck.spoiled == "a dealt card doesn't exist or was dealt twice"
        assert table.referee.over
        table.reveal().expect_named(cheat, told)


def test_a_doubled_card_comes_out_when_its_double_lies_open() -> None:
    """Only who locks the cards first can do that: others have a key of its own on each card."""
    table, cheat = cheated(REKEY, partial(tricks.doubled, range(20)), 0)
    numbers = table.settle().truth()
    assert None not in numbers.values()
    assert len(set(numbers.values())) < len(numbers)
    protested(table)
    table.reveal().expect_named(cheat, "locked the cards dishonestly in deal 1")


def test_a_card_of_ones_liking_under_the_last_lock_can_not_be_opened() -> None:
    table = dealing()
    cheat = table.people[2]
    table.tricks[REKEY, cheat.pid] = partial(tricks.liked, 0, 12)
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
    table.reveal().expect_named(cheat, "locked the cards dishonestly in deal 1")


def test_a_mark_on_a_card_is_named_by_the_audit_even_if_somebody_hides_his_seed() -> None:
    table, cheat = cheated(MASK, with_changed(POINTS, tricks.tagged))
    assert list(table.truth().values()).count(None) == 1
    table.play().reveal(table.people[0])
    assert table.verdicts()[table.people[0]] == "silent"
    table.expect_named(cheat, "shuffled dishonestly in deal 1")


@pytest.mark.parametrize(("stage", "place"), [(MASK, TRACE), (REKEY, MARKS)], ids=["mask", "keys"])
def test_a_false_trace_is_named_by_the_audit(stage: str, place: int) -> None:
    """Of the mask, or of the key on the last card of the deck, which nobody draws."""
    table = dealing(9)
    cheat = table.people[CHEAT]
    table.tricks[stage, cheat.pid] = with_changed(place, lambda given: [*given[:-1], STRANGER])
    table.play()
    assert len(table.deck.deals) == 1
    table.reveal().expect_named(cheat, "in deal 1")


# -- hands that stay -------------------------------------------------------------------------------


def scaled(points: list[bytes]) -> list[bytes]:
    return [group.times(TWO, points[0]), *points[1:]]


@pytest.mark.parametrize(
    ("place", "change"),
    [(KEPT, scaled), (KEPT, lambda points: [STRANGER, *points[1:]]), (POINTS, tricks.forged)],
    ids=["scaled", "stranger", "none left in the list"],
)
def test_a_hand_that_is_not_among_the_cards_stops_the_table_and_the_audit_names_who(
    place: int, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    table, cheat = rebuilding(with_changed(place, change))
    table.play()
    assert table.deck.spoiled == "a card in a hand isn't one of the shuffled cards"
    deal = table.deck.deal
    assert deal is None
    assert {step.stage for step in table.deck.deals[-1].steps} == {MASK}
    table.reveal().expect_named(cheat, "shuffled dishonestly in deal 2")


# -- looking, protesting, showing seeds ------------------------------------------------------------


def test_nobody_says_that_he_reads_what_is_not_his_or_not_due() -> None:
    table = SealedTable().open()
    table.until(lambda: table.deck.owed)
    mine, other = table.people[:2]
    due, his = (list(table.deck.owed[one.pid]) for one in (mine, other))
    deck = table.game.deck[-1]
    for wrong in (his, [deck], [], [*due, his[0]], [due[0], 999], "all", [str(due[0])]):
        refused(table, mine, GOT, wrong, "can't read that card")
    table.say(mine, GOT, due)
    refused(table, mine, GOT, due, "can't read that card")


def test_two_cards_in_a_hand_that_are_the_same_one_spoil_the_deck() -> None:
    table = dealt()
    deck, one = table.deck, table.people[0]
    shares, (first, second) = table.shares[one.pid], table.game.hands[0][:2]
    keys = {card: shares.keys(deck, card) for card in (first, second)}
    both = [first, keys[first], second, keys[second]]
    refused(table, one, PROTEST, both, "nothing is wrong with that deal")
    refused(table, one, PROTEST, [*both[:2], *both[:2]], "nothing is wrong with that deal")
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
    assert "dealt twice" in table.deck.spoiled


def test_a_good_card_can_not_be_protested_against() -> None:
    table = dealt()
    card, one = table.game.hands[0][0], table.people[0]
    keys = table.shares[one.pid].keys(table.deck, card)
    refused(table, one, PROTEST, [card, keys], "nothing is wrong with that deal")
    for wrong in (keys[::-1], [TWO, *keys[1:]], keys[1:]):
        refused(table, one, PROTEST, [card, wrong], "aren't the keys on that card")
    refused(table, one, PROTEST, [999, keys], "isn't hidden")
    refused(table, one, PROTEST, [card], ".")
    table.until(lambda: table.deck.opened)
    refused(table, one, PROTEST, [next(iter(table.deck.opened)), keys], "isn't hidden")


def test_no_seed_is_shown_before_the_end_and_no_other_one_then() -> None:
    table = SealedTable(seed=2).open()
    seeds = dict(zip(table.people, table.seeds, strict=True))
    for more in (0, 4, 10, 30):
        table.play(more)
        for one, seed in seeds.items():
            refused(table, one, SEED, seed, "stays secret while it hides cards")
    table.play()
    mine, other = table.people[:2]
    for wrong, why in (
        (seeds[other], "isn't the seed the player committed to"),
        (b"", "32 bytes"),
        (7, "made of bytes"),
    ):
        refused(table, mine, SEED, wrong, why)
    table.say(mine, SEED, seeds[mine])
    refused(table, mine, SEED, seeds[mine], "already")


# -- proofs at a strict table ----------------------------------------------------------------------


def steps(made: SealedTable) -> list[tuple[Deal, Step]]:
    """All passes at a table so far."""
    deck = made.deck
    deals = [*deck.deals, *([deck.deal] if deck.deal is not None else [])]
    return [(deal, step) for deal in deals for step in deal.steps]


def unproven(made: SealedTable, since: int = 0) -> list[tuple[str, bytes]]:
    """The passes without a proof that holds, of all that were made since."""
    return [
        (step.stage, step.pid)
        for deal, step in steps(made)[since:]
        if not proven(made.deck, deal, step)
    ]


def test_honest_passes_are_proven_and_no_proof_holds_for_another_pass_or_when_damaged() -> None:
    table = rebuilding(cards=STRICT)[0].settle()
    deck, made = table.deck, steps(table)
    assert len(made) == 3 * 2 + 2 * 2
    assert deck.deals[1].kept
    assert unproven(table) == []
    table.expect_order()
    (deal, one), (_, two) = made[:2]
    assert one.stage == two.stage == MASK
    assert not proven(deck, deal, one._replace(proofs=two.proofs))
    assert not proven(deck, deal, one._replace(pid=two.pid))
    assert not proven(deck, deck.deals[1]._replace(kept=()), one)
    for deal, step in (made[-4], made[-1]):
        proof = step.proofs[0]
        for bad in (b"x", proof[:-1], proof + b"\x00", bytes(len(proof)), b"\xff" * len(proof)):
            assert not proven(deck, deal, step._replace(proofs=(bad, *step.proofs[1:])))
        for bad in (bytes(32), b"\xff" * 32, STRANGER):
            assert not proven(deck, deal, step._replace(traces=(bad, *step.traces[1:])))


@pytest.mark.parametrize(
    ("stage", "trick"),
    [
        (MASK, with_changed(POINTS, tricks.tagged)),
        (MASK, with_changed(POINTS, swapped)),
        (MASK, with_changed(KEPT, swapped)),
        (MASK, with_changed(KEPT, scaled)),
        (MASK, with_changed(TRACE, lambda given: [STRANGER])),
        (REKEY, with_changed(POINTS, swapped)),
        (REKEY, with_changed(MARKS, swapped)),
    ],
    ids=["mark", "order", "carry in another order", "scaled carry", "mask", "lock", "trace"],
)
def test_no_cheat_can_be_proven_honest(stage: str, trick: Trick) -> None:
    made, cheat = rebuilding(trick, stage, STRICT)
    deals, before = len(made.deck.deals), len(steps(made))
    while made.deck.deal is not None and len(made.deck.deals) == deals and not made.deck.spoiled:
        made.make_pass()
    assert unproven(made, before)[:1] == [(stage, cheat.pid)]


def test_a_pass_without_its_proofs_is_refused() -> None:
    made, _ = rebuilding(cards=STRICT)
    while made.deck.deal is not None:
        author, stage, payload = made.due_pass()
        for place in range(len(payload)):
            if payload[place] and type(payload[place]) is bytes and place > 2:
                bad = [*payload[:place], b"", *payload[place + 1 :]]
                with pytest.raises(RefereeError):
                    made.say(author, stage, bad)
        made.say(author, stage, payload)
    made.settle().expect_order()


# -- passes ----------------------------------------------------------------------------------------


def doubling(program: Program, places: Sequence[int]) -> None:
    """Locks one card at several places; this needs to be done before others lock the cards."""
    shares = shares_of(program)

    def trick(head: bytes, mask: bytes, given: list[bytes], context: object) -> list[object]:
        honest = Shares._rekey(shares, head, mask, given, None)
        mark = group.fingerprint(given)
        keys = [shares._ring.key(head, mark, place) for place in range(len(given))]
        false = [given[0] if place in places else point for place, point in enumerate(given)]
        points = rekeyed(mask, keys, false)
        return [honest[0], joined(points), *honest[2:]]

    shares._rekey = trick  # type: ignore[method-assign,assignment]


def spoiled(made: SimTable, number: int) -> None:
    """The table stops, everybody shows his seed, and all find the same cheat."""
    until(made, lambda: all(p.game is not None and len(_seeds(p)) == 3 for p in made.programs), 200)
    cheat = made.programs[number].pid
    for program in made.programs:
        deck = deck_of(program)
        assert deck.spoiled
        assert not game_of(program).ledger.final.game.winners
        assert [f.pid for f in audit(deck) if f.verdict == "cheat"] == [cheat]


def _seeds(program: Program) -> dict[bytes, bytes]:
    final = game_of(program).ledger.final
    return final.sealed.seeds if final.last.seq and final.sealed is not None else {}


def test_who_holds_a_card_twice_or_one_that_somebody_else_opens_protests() -> None:
    """The first player deals one card to several places: to each hand, or twice to the first."""
    for places in ((0, 6, 12), (0, 1)):
        made = sealedrogue.table(partial(doubling, places=places), 0, seed=2)
        spoiled(made, 0)
        log, deck = game_of(made.programs[0]).ledger.log, deck_of(made.programs[0])
        protest = next(entry for entry in log if entry.act.kind == PROTEST)
        dealt, payload = truth(deck, sealedrogue.secrets(made)), protest.act.payload
        assert isinstance(payload, list)
        if len(places) == 2:
            assert dealt[payload[0]] == dealt[payload[2]]
        else:
            assert dealt[payload[0]] in deck.opened.values()
            assert log.entry(protest.seq - 1).act.kind == DO


def withholding_a_pass(program: Program) -> None:
    program.compute = lambda work, done: None  # type: ignore[method-assign]


def withholding_keys(program: Program) -> None:
    shares = shares_of(program)
    shares._bunch = lambda deck, pid, cards: None  # type: ignore[method-assign,assignment]


@pytest.mark.parametrize("number", [0, 2], ids=["host", "player"])
@pytest.mark.parametrize("evil", [withholding_a_pass, withholding_keys], ids=["pass", "keys"])
def test_who_withholds_a_pass_or_his_keys_is_named_and_can_be_voted_out(
    evil: sealedrogue.Evil, number: int
) -> None:
    """A pass is missed by all; keys only by those who lack them, and each names the other."""
    made = sealedrogue.table(evil, number)
    cheat, others = made.programs[number], [p for p in made.programs if p.number != number]
    until(made, lambda: all(cheat.pid in game_of(p).missing() for p in others))
    if evil is withholding_a_pass:
        until(made, lambda: all(game_of(p).missing() == (cheat.pid,) for p in others))
    until(made, lambda: all(cheat.pid not in game_of(p).ledger.final.players for p in others))
    assert all(REMOVE in kinds(p) for p in others)
    until(made, lambda: all(reading_is_done(p) for p in others))
    assert all(len(game_of(p).ledger.final.players) == 2 for p in others)
    assert all(p.expelled == [] for p in others)


def test_nobody_carries_his_hand_on_before_it_is_certain_that_he_must() -> None:
    """If that branch of the log were dropped, what others have seen in it would leave no trace."""
    made = begun(sealedrogue.table())
    first, lost = made.programs[0], made.programs[2]
    asked: list[object] = []
    first.compute = lambda work, done: asked.append(work)  # type: ignore[method-assign]
    made.kill(lost)
    until(made, lambda: bool(asked))
    game = game_of(first)
    tip, deal = game.ledger.tip, game.ledger.tip.sealed.deal  # type: ignore[union-attr]
    assert deal is not None
    assert deal.kept
    assert deal.turn == (MASK, first.pid)
    for certain, made_one in ((0, 0), (tip.last.seq - 1, 0), (tip.last.seq, 1)):
        game.dealing.rejected(MASK)
        asked.clear()
        game.dealing.look(certain, made.now)
        assert len(asked) == made_one


# -- keys ------------------------------------------------------------------------------------------


def wrong_keys(program: Program) -> None:
    shares = shares_of(program)

    def trick(deck: SealedDealer, pid: bytes, cards: list[int]) -> Handed | None:
        honest = Shares._bunch(shares, deck, pid, cards)
        if honest is None:
            return None
        return Handed.make(
            program.me, program.table.terms.gid, pid, dict.fromkeys(honest.keys, TWO)
        )

    shares._bunch = trick  # type: ignore[method-assign,assignment]


def test_who_hands_out_a_wrong_key_is_named_and_everybody_holds_the_proof() -> None:
    made = sealedrogue.table(wrong_keys)
    others = made.programs[:2]
    until(made, lambda: all(game_of(program).halted for program in others))
    for program in others:
        alarm = game_of(program).halted
        assert alarm is not None
        assert (alarm.kind, alarm.pid) == ("cheating", made.programs[2].pid)
        proof = Proof.read(alarm.report)
        assert (proof.kind, proof.holds()) == (WRONG_KEY, True)
        assert TWO not in [key for keys in program.home.keys.values() for key in keys.values()]


def test_a_wrong_key_can_not_be_laid_at_another_ones_door() -> None:
    """What an honest player has handed out fits the traces that he has shown."""
    made = begun(sealedrogue.table())
    honest = made.programs[0]
    log = game_of(honest).ledger.log
    acts = [entry.act for entry in log if entry.act.author == honest.pid]
    assert {MASK, REKEY} <= {act.kind for act in acts}
    handed = shares_of(honest)._bunch(deck_of(honest), made.programs[1].pid, [0, 1, 2])
    assert handed is not None
    other = Handed.make(made.programs[2].me, handed.gid, handed.reader, handed.keys)
    for signed in (handed, other):
        for act in acts:
            assert not Proof(WRONG_KEY, honest.pid, act.sealed, signed.sealed).holds()


@pytest.mark.parametrize(
    ("kind", "marks", "place", "wrong"),
    [
        (REKEY, STRANGER, 0, True),
        (REKEY, group.generator_times(TWO), 0, False),
        (REKEY, STRANGER, 1, False),
        (REKEY, 7, 0, False),
        (MASK, STRANGER, 0, False),
    ],
    ids=["another key", "the key", "beyond the cards", "no traces", "no lock"],
)
def test_a_wrong_key_can_only_be_one_on_a_card(
    kind: str, marks: object, place: int, wrong: bool
) -> None:
    ann, bo = identity(0), identity(1)
    act = Act.make(ann, bytes(16), 9, Place(1, bytes(32)), kind, [bytes(32), b"", marks, b""])
    handed = Handed.make(ann, bytes(16), bo.pid, {(act_mark(act), place): TWO})
    assert handed.wrong(act) is wrong


def sent_keys(made: SimTable, monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, bytes, Handed]]:
    """What is handed out from now on: by whom, to whom, and what."""
    sent: list[tuple[bytes, bytes, Handed]] = []
    post = made.wires.post

    def noted(sender: Program, pid: bytes, message: wire.Message) -> None:
        if isinstance(message, wire.Keys):
            sent.append((sender.pid, pid, Handed.unseal(message.keys)))
        post(sender, pid, message)

    monkeypatch.setattr(made.wires, "post", noted)
    return sent


def test_whoever_asks_for_keys_gets_those_of_his_own_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    made = begun(sealedrogue.table())
    rogue, one = Rogue(made, 2), made.programs[0]
    sent = sent_keys(made, monkeypatch)
    rogue.say(one, wire.Want(made.terms.gid, (one.pid,)))
    deck, game = deck_of(one), game_of(one).ledger.final.game
    mine = {deck.slot(card, one.pid) for card in game.hands[2]}
    assert [(pid, to) for pid, to, _ in sent] == [(one.pid, rogue.me.pid)]
    assert set(sent[0][2].keys) == mine


def test_who_orders_a_draw_and_says_that_he_has_read_it_gets_no_key_before_it_is_certain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A host of five shows one player what nobody else has confirmed, and asks for lost keys."""
    with small_deck(5):
        made = sealedrogue.table(peers=5)
        host, one = made.programs[:2]
        until(made, lambda: all(reading_is_done(program) for program in made.programs))
        until(made, lambda: fresh_draw(host, one), 300)
        rogue = Rogue(made, 0)
        made.wires.block({(a.pid, b.pid) for a in made.programs for b in made.programs})
        sent = sent_keys(made, monkeypatch)
        seen = game_of(one).ledger.log.last
        rogue.game.ledger.order(rogue.term, rogue.wish(GOT, fresh(rogue.game)))
        rogue.append(
            one, *rogue.game.ledger.log.slice(seen.seq, 100, 1 << 20), prev=wire.Point(*seen)
        )
        tip = game_of(one).ledger.tip
        assert tip.last == rogue.game.ledger.log.last
        assert rogue.me.pid not in tip.sealed.owed  # type: ignore[union-attr]
        rogue.say(one, wire.Want(rogue.gid, (one.pid,)))
        made.run(2.0)
        drawn = {tip.sealed.slot(card, one.pid) for card in fresh(game_of(one))}  # type: ignore[union-attr]
        assert sent
        assert not any(drawn & keys.keys.keys() for _, _, keys in sent)


def fresh(game: PeerGame) -> list[int]:
    """Cards in the hand of the first player that he has just drawn."""
    return sorted(set(game.ledger.tip.game.hands[0]) - set(game.ledger.final.game.hands[0]))


def fresh_draw(host: Program, one: Program) -> bool:
    """Whether the host draws by an entry that the other one has not seen yet."""
    mine, his = game_of(host).ledger, game_of(one).ledger
    owed = mine.tip.sealed.owed.get(host.pid, {})  # type: ignore[union-attr]
    return any(since.seq > len(his.log) for since in owed.values()) and bool(fresh(game_of(host)))


def test_keys_that_are_not_for_me_end_the_connection() -> None:
    made = begun(sealedrogue.table())
    rogue, one = Rogue(made, 2), made.programs[0]
    keys = {(bytes(32), 0): TWO}
    gid = made.terms.gid
    for handed in (
        Handed.make(rogue.me, bytes(16), one.pid, keys),
        Handed.make(rogue.me, gid, made.programs[1].pid, keys),
        Handed.make(made.programs[1].me, gid, one.pid, keys),
    ):
        one.expelled = []
        rogue.say(one, wire.Keys(gid, handed.sealed))
        assert expelled([one], rogue, "without their sender's signature for the reader")
    for garbage in (b"keys", handed.sealed[:-1]):
        one.expelled = []
        rogue.say(one, wire.Keys(gid, garbage))
        assert [pid for pid, _ in one.expelled] == [rogue.me.pid]


def test_keys_to_cards_that_are_none_of_my_business_are_not_kept() -> None:
    made = begun(sealedrogue.table())
    rogue, one = Rogue(made, 2), made.programs[0]
    deck, game = deck_of(one), game_of(one).ledger.final.game
    before = {mark: dict(keys) for mark, keys in one.home.keys.items()}
    handed = rogue.game.dealing._shares._bunch(deck, one.pid, [*game.hands[1], *game.deck])
    assert handed is not None
    rogue.say(one, wire.Keys(made.terms.gid, handed.sealed))
    assert one.home.keys == before
    assert one.expelled == []


# -- acts ------------------------------------------------------------------------------------------


def undue(rogue: Rogue) -> dict[str, object]:
    """Acts of each kind that are not due."""
    card, keys = rogue.game.ledger.final.game.hands[0][0], [STRANGER] * 3
    return {
        MASK: [bytes(32), b"", b"", bytes(32), [], b"", b""],
        GOT: [card],
        PROTEST: [card, keys],
        SEED: rogue.program.home.deck_seed,
        DO: [packed(Action("discard", 2, (card,), (0,))), [[0, keys]]],
    }


def test_acts_that_are_not_due_change_nothing() -> None:
    made = begun(sealedrogue.table())
    rogue, others = Rogue(made, 2), made.programs[:2]
    same = unmoved(others)
    for kind, payload in undue(rogue).items():
        act = rogue.act(kind, payload)
        for other in others:
            rogue.say(other, wire.Action(rogue.gid, act.sealed))
        made.run(2.0)
        assert same(), kind


@pytest.mark.parametrize("kind", [MASK, GOT, SEED])
def test_nobody_takes_such_an_act_from_a_host(kind: str) -> None:
    made = begun(sealedrogue.table())
    rogue, others = Rogue(made, 0), made.programs[1:]
    payload = [1] if kind == GOT else undue(rogue)[kind]
    entry = rogue.entry(rogue.act(kind, payload))
    for other in others:
        rogue.append(other, entry)
    assert expelled(others, rogue, "entry")
    assert all(SEED not in kinds(other) for other in others)


# -- programs at a strict table --------------------------------------------------------------------


def tagging(program: Program) -> None:
    """Puts out twice the point of another card, so as to find it again."""
    shares = shares_of(program)

    def trick(*given: object) -> list[object]:
        honest = Shares._mask(shares, *given)  # type: ignore[arg-type]
        points = with_changed(POINTS, tricks.tagged)
        return points(None, honest)  # type: ignore[arg-type]

    shares._mask = trick  # type: ignore[method-assign]


def named(programs: list[Program], cheat: Program) -> bool:
    """Everybody has stopped and knows who it was."""
    halts = [game_of(program).halted for program in programs]
    return all(alarm is not None and alarm.pid == cheat.pid for alarm in halts)


def test_who_marks_a_card_at_a_strict_table_is_named_before_anybody_gets_a_key() -> None:
    made = sealedrogue.table(tagging, cards=STRICT)
    others, cheat = made.programs[:2], made.programs[2]
    until(made, lambda: named(others, cheat))
    for program in others:
        assert program.home.keys == {}
        assert GOT not in kinds(program)


def test_who_marks_a_card_when_hands_stay_is_named_before_anybody_carries_his_on() -> None:
    """In such a deal, the pass of an honest player would show whose hand the card is in."""
    made = begun(sealedrogue.table(cards=STRICT, peers=3))
    lost, cheat, honest = made.programs[0], made.programs[1], made.programs[2]
    tagging(cheat)
    made.kill(lost)
    made.gone.add(lost)
    until(made, lambda: named([honest], cheat), 120)
    deck = game_of(honest).ledger.tip.sealed
    assert deck is not None
    assert deck.deal is not None
    assert [step.pid for step in deck.deal.steps] == [cheat.pid]


def test_an_honest_strict_table_deals_reads_and_goes_on_when_somebody_vanishes() -> None:
    made = begun(sealedrogue.table(cards=STRICT))
    lost, others = made.programs[2], made.programs[:2]
    made.kill(lost)
    made.gone.add(lost)
    until(made, lambda: all(lost.pid not in game_of(p).ledger.final.players for p in others))
    until(made, lambda: all(reading_is_done(program) for program in others))
    for number, program in enumerate(others):
        final = game_of(program).ledger.final
        assert all(final.game.face[card] != HIDDEN for card in final.game.hands[number])
        assert program.alarms == []
