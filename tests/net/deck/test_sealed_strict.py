"""A strict table: every pass is proven, and a cheat is named before he gains anything by it."""

import pytest

from core.state import HIDDEN
from net.deck import group
from net.deck.locks import MASK, REKEY, Deal, Step
from net.deck.sealed import STRICT
from net.deck.strict import proven
from net.log.kinds import GOT
from net.log.referee import RefereeError
from net.peer.shares import Shares
from tests.net.sealing import SealedTable, Trick, dealt, small_deck
from tests.net.tablesim.program import Program
from tests.net.tablesim.rogue import game_of, until
from tests.net.tablesim.sealedrogue import begun, kinds, reading_is_done, shares_of, table
from tests.net.tricks import (
    KEPT,
    MARKS,
    POINTS,
    STRANGER,
    TRACE,
    TWO,
    swapped,
    tagged,
    with_changed,
)

pytestmark = pytest.mark.usefixtures("small")


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


def rebuilding() -> SealedTable:
    """Somebody has vanished, and the rest deal anew with the hands that stay."""
    made = dealt(cards=STRICT)
    made.remove(made.people[2], made.people[0])
    return made


@pytest.fixture(scope="module")
def rebuilt() -> SealedTable:
    """Everybody is honest: a first deal, and one after somebody has vanished; don't change it."""
    with small_deck():
        return rebuilding().settle()


def test_honest_passes_are_proven_and_everything_else_is_as_without_proofs(
    rebuilt: SealedTable,
) -> None:
    assert len(steps(rebuilt)) == 3 * 2 + 2 * 2
    assert rebuilt.deck.deals[1].kept
    assert unproven(rebuilt) == []
    rebuilt.expect_order()


def test_a_proof_is_worth_nothing_for_another_pass(rebuilt: SealedTable) -> None:
    masks = [(deal, step) for deal, step in steps(rebuilt) if step.stage == MASK][:2]
    (deal, one), (_, two) = masks
    assert not proven(rebuilt.deck, deal, one._replace(proofs=two.proofs))
    assert not proven(rebuilt.deck, deal, one._replace(pid=two.pid))
    other = rebuilt.deck.deals[1]
    assert not proven(rebuilt.deck, other._replace(kept=()), one)


def test_damaged_proofs_and_traces_that_are_no_points_prove_nothing(rebuilt: SealedTable) -> None:
    for deal, step in (steps(rebuilt)[-4], steps(rebuilt)[-1]):
        proof = step.proofs[0]
        for bad in (b"x", proof[:-1], proof + b"\x00", bytes(len(proof)), b"\xff" * len(proof)):
            changed = step._replace(proofs=(bad, *step.proofs[1:]))
            assert not proven(rebuilt.deck, deal, changed)
        for bad in (bytes(32), b"\xff" * 32, STRANGER):
            changed = step._replace(traces=(bad, *step.traces[1:]))
            assert not proven(rebuilt.deck, deal, changed)


@pytest.mark.parametrize(
    ("stage", "trick"),
    [
        (MASK, with_changed(POINTS, tagged)),
        (MASK, with_changed(POINTS, swapped)),
        (MASK, with_changed(KEPT, swapped)),
        (MASK, with_changed(KEPT, lambda given: [group.times(TWO, given[0]), *given[1:]])),
        (MASK, with_changed(TRACE, lambda given: [STRANGER])),
        (REKEY, with_changed(POINTS, swapped)),
        (REKEY, with_changed(MARKS, swapped)),
    ],
    ids=["mark", "order", "carry in another order", "scaled carry", "mask", "lock", "trace"],
)
def test_no_cheat_can_be_proven_honest(stage: str, trick: Trick) -> None:
    made = rebuilding()
    cheat = made.people[1]
    made.tricks[stage, cheat.pid] = trick
    deals, before = len(made.deck.deals), len(steps(made))
    while made.deck.deal is not None and len(made.deck.deals) == deals and not made.deck.spoiled:
        made.make_pass()
    assert unproven(made, before)[:1] == [(stage, cheat.pid)]


def test_a_pass_without_its_proofs_is_refused() -> None:
    made = rebuilding()
    while made.deck.deal is not None:
        author, stage, payload = made.due_pass()
        for place in range(len(payload)):
            if payload[place] and type(payload[place]) is bytes and place > 2:
                bad = [*payload[:place], b"", *payload[place + 1 :]]
                with pytest.raises(RefereeError):
                    made.say(author, stage, bad)
        made.say(author, stage, payload)
    made.settle().expect_order()


# -- whole programs --------------------------------------------------------------------------------


def tagging(program: Program) -> None:
    """Puts out twice the point of another card, so as to find it again."""
    shares = shares_of(program)

    def trick(*given: object) -> list[object]:
        honest = Shares._mask(shares, *given)  # type: ignore[arg-type]
        points = with_changed(POINTS, tagged)
        return points(None, honest)  # type: ignore[arg-type]

    shares._mask = trick  # type: ignore[method-assign]


def named(programs: list[Program], cheat: Program) -> bool:
    """Everybody has stopped and knows who it was."""
    halts = [game_of(program).halted for program in programs]
    return all(alarm is not None and alarm.pid == cheat.pid for alarm in halts)


def test_who_marks_a_card_at_a_strict_table_is_named_before_anybody_gets_a_key() -> None:
    made = table(tagging, cards=STRICT)
    others, cheat = made.programs[:2], made.programs[2]
    until(made, lambda: named(others, cheat))
    for program in others:
        assert program.home.keys == {}
        assert GOT not in kinds(program)


def test_who_marks_a_card_when_hands_stay_is_named_before_anybody_carries_his_on() -> None:
    """In such a deal, the pass of an honest player would show whose hand the card is in."""
    made = begun(table(cards=STRICT, peers=3))
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
    made = begun(table(cards=STRICT))
    lost, others = made.programs[2], made.programs[:2]
    made.kill(lost)
    made.gone.add(lost)
    until(made, lambda: all(lost.pid not in game_of(p).ledger.final.players for p in others))
    until(made, lambda: all(reading_is_done(program) for program in others))
    for number, program in enumerate(others):
        final = game_of(program).ledger.final
        assert all(final.game.face[card] != HIDDEN for card in final.game.hands[number])
        assert program.alarms == []
