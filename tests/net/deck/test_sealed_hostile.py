"""Players with changed programs at a sealed table: what they send, withhold and ask for."""

from collections.abc import Sequence
from functools import partial

import pytest

from core.actions import Action
from net.deck import group
from net.deck.audit import audit
from net.deck.handing import Handed
from net.deck.keys import rekeyed
from net.deck.locks import MASK, REKEY, act_mark, joined
from net.deck.sealed import SealedDealer
from net.log.entries import Act, Entry, Place
from net.log.kinds import DO, GOT, PROTEST, REMOVE, SEED
from net.log.proofs import WRONG_KEY, Proof
from net.peer.peer import PeerGame
from net.peer.shares import Shares
from net.sessions.record import packed
from net.wire import messages as wire
from tests.net.honest import identity
from tests.net.sealing import small_deck, truth
from tests.net.tablesim.program import Program
from tests.net.tablesim.rogue import Rogue, expelled, game_of, unmoved, until
from tests.net.tablesim.sealedrogue import (
    Evil,
    begun,
    deck_of,
    kinds,
    reading_is_done,
    secrets,
    shares_of,
    table,
)
from tests.net.tablesim.table import SimTable
from tests.net.tricks import STRANGER, TWO

pytestmark = pytest.mark.usefixtures("small")


# -- passes ----------------------------------------------------------------------------------------


def doubling(program: Program, places: Sequence[int] = (0, 5, 10)) -> None:
    """Locks one card at several places, as a rule one in each hand; this needs to be done before
    others lock the cards."""
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


def protest_of(places: Sequence[int]) -> tuple[SimTable, Entry]:
    """A table whose first player deals one card to these places, and what came of it."""
    made = table(partial(doubling, places=places), 0)
    spoiled(made, 0)
    log = game_of(made.programs[0]).ledger.log
    return made, next(entry for entry in log if entry.act.kind == PROTEST)


def test_who_holds_a_card_that_somebody_else_opens_protests() -> None:
    made, protest = protest_of((0, 6, 12))
    assert game_of(made.programs[0]).ledger.log.entry(protest.seq - 1).act.kind == DO
    assert isinstance(protest.act.payload, list)
    deck = deck_of(made.programs[0])
    assert truth(deck, secrets(made))[protest.act.payload[0]] in deck.opened.values()


def test_who_is_dealt_the_same_card_twice_protests_at_once() -> None:
    made, protest = protest_of((0, 1))
    assert isinstance(protest.act.payload, list)
    dealt = truth(deck_of(made.programs[0]), secrets(made))
    assert dealt[protest.act.payload[0]] == dealt[protest.act.payload[2]]


def withholding_a_pass(program: Program) -> None:
    program.compute = lambda work, done: None  # type: ignore[method-assign]


def withholding_keys(program: Program) -> None:
    shares = shares_of(program)
    shares._bunch = lambda deck, pid, cards: None  # type: ignore[method-assign,assignment]


@pytest.mark.parametrize("number", [0, 2], ids=["host", "player"])
@pytest.mark.parametrize("evil", [withholding_a_pass, withholding_keys], ids=["pass", "keys"])
def test_who_withholds_a_pass_or_his_keys_is_named_and_can_be_voted_out(
    evil: Evil, number: int
) -> None:
    """A pass is missed by all; keys only by those who lack them, and each names the other."""
    made = table(evil, number)
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
    made = begun(table())
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
    made = table(wrong_keys)
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
    made = begun(table())
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


def test_whoever_asks_for_keys_gets_those_of_his_own_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = begun(table())
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
        made = table(peers=5)
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
    made = begun(table())
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
        assert expelled([one], rogue, "not signed for their reader by their sender")
    for garbage in (b"keys", handed.sealed[:-1]):
        one.expelled = []
        rogue.say(one, wire.Keys(gid, garbage))
        assert [pid for pid, _ in one.expelled] == [rogue.me.pid]


def test_keys_to_cards_that_are_none_of_my_business_are_not_kept() -> None:
    made = begun(table())
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
    made = begun(table())
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
    made = begun(table())
    rogue, others = Rogue(made, 0), made.programs[1:]
    payload = [1] if kind == GOT else undue(rogue)[kind]
    entry = rogue.entry(rogue.act(kind, payload))
    for other in others:
        rogue.append(other, entry)
    assert expelled(others, rogue, "entry")
    assert all(SEED not in kinds(other) for other in others)
