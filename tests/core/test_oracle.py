"""Every card of all editions is played, and what its data says has to happen.

A second referee (tests/kit/oracle/referee.py) carries effects out on paper and compares the whole
table; standing effects are rows of tables with what they change. One card stands for all that have
the same signature: only their names, and numbers that are printed on them, differ.
"""

import pytest

from core.actions import EVICT, Action
from core.cards import Face
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE, ROLL_PHASE
from core.vocabulary import VERBS
from tests.kit.oracle import situations as s
from tests.kit.oracle.referee import EACH, ELSEWHERE, ONCE
from tests.kit.oracle.situations import ANN, BO, DI, LIFE, ROLES, has, play, staged
from tests.kit.oracle.standing import SHOWN, STANDING, check_standing, standing_faces
from tests.kit.oracle.trials import check_playing
from tests.kit.places import SCENARIOS


def by_id(face: Face) -> str:
    return face.id


def test_every_verb_has_a_check_or_every_card_a_scenario() -> None:
    assert set(VERBS) == {*EACH, *ONCE, *STANDING, *ELSEWHERE, *SHOWN}
    told = "".join(path.read_text(encoding="utf-8") for path in SCENARIOS.rglob("*.chez"))
    assert [f.name for f in s.FACES if has(f, *SHOWN) and f.name not in told] == []


@pytest.mark.parametrize("face", s.different(LIFE), ids=by_id)
def test_what_a_card_does_when_it_is_played(face: Face) -> None:
    seen = check_playing(face)
    played = [e for e in s.walk(face.effects) if e.verb in EACH or e.verb in ONCE]
    later = {id(e) for top in s.of(face, "each-turn") for e in s.walk([top])}  # see standing.py
    unseen = [effect.verb for effect in played if id(effect) not in seen | later]
    assert not unseen, f"no check has seen {unseen} of {face.name}"


@pytest.mark.parametrize("face", standing_faces(), ids=by_id)
def test_what_holds_while_a_card_is_there(face: Face) -> None:
    check_standing(face)


@pytest.mark.parametrize("role", ROLES, ids=by_id)
def test_a_role_gives_its_numbers_and_is_won_with_at_its_goal(role: Face) -> None:
    sleep = s.card_named("Sleep")
    stage = staged(role, {ANN: [sleep]})
    g = stage.build(DI, DISCARD_PHASE)
    assert g.goal(ANN) == role.goal
    for die, at in ((1, 0), (3, 0), (4, 1), (6, 1)):
        later = s.next_turn_of(g, ANN, CALL_PHASE, die)
        numbers = role.income[at], role.free_time[at]
        assert (later.income_left(ANN), later.time_left(ANN)) == numbers
        after = s.next_turn_of(later, BO, CALL_PHASE)
        assert (after.income_left(ANN), after.time_left(ANN)) == (0, 0), "nothing is saved"
    g = stage.build(ANN, ROLL_PHASE)
    rolled = []
    while (need := g.need()) is not None:
        rolled.append(need.word)
        s.roll(g, 4)
    varies = [("income", role.income), ("free time", role.free_time)]
    assert rolled == [word for word, (low, high) in varies if low != high]
    bonus = sum(s.number(e) for e in s.of(role, "bonus") if s.fits(sleep, e.params["what"]))
    for short in (1, 2):
        g = stage.build(ANN, FREE_PHASE, free=1)
        g.tokens[ANN] = role.goal - short - bonus
        g.refresh(ANN)
        g.moved = False
        play(g, s.playing(g, ANN, sleep))
        assert g.winners == ((ANN,) if short == 1 else ())


@pytest.mark.parametrize("face", s.different(f for f in LIFE if f.kind == "person"), ids=by_id)
def test_a_person_is_rolled_away_unless_it_is_a_pet(face: Face) -> None:
    nerve = sum(s.number(effect) for effect in s.of(face, "nerve"))
    for die in range(1, 7):
        g = staged(face).build(ANN, ROLL_PHASE)
        card = s.lying(g, ANN, face)
        if s.is_house_pet(face) or has(face, "cling"):
            s.refused(g, Action(EVICT, ANN, on=card))
        else:
            play(g, Action(EVICT, ANN, on=card), die)
            assert (g.owner(card) != ANN) == (die + nerve >= 4)
