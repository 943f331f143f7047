"""Every card of the Geek edition is played, and what its data says has to happen.

A second referee (every_card/referee.py) carries effects out on paper and compares the whole table;
standing effects have a check for each verb. A card of which any effect, however deep inside others,
was not seen by one of them fails.
"""

from collections.abc import Callable
from itertools import pairwise

import pytest

from core.actions import DO, EVICT, SHOP, Action
from core.cards import Effect, Face
from core.events import ENTERED
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE, ROLL_PHASE
from core.vocabulary import VERBS
from tests.kit.oracle import limits, means, slack, tracks, turns
from tests.kit.oracle.cancels import check_cancel
from tests.kit.oracle.referee import ELSEWHERE, PLAYED
from tests.kit.oracle.situations import (
    ANN,
    BO,
    DI,
    FACES,
    LIFE,
    ROLES,
    Stage,
    card_named,
    fits,
    has,
    held,
    is_house_pet,
    is_illicit,
    lying,
    next_turn_of,
    number,
    play,
    refused,
    roll,
    settle,
    walk,
)
from tests.kit.oracle.trials import check_playing

STANDING: dict[str, Callable[[Face, Effect], None]] = {
    "bonus": slack.bonus,
    "aura": slack.aura,
    "sure": slack.sure,
    "reward": slack.reward,
    "earn": means.earn,
    "leisure": means.leisure,
    "hand": means.hand,
    "discount": means.discount,
    "no-time": means.no_time,
    "income-cap": means.income_cap,
    "income-limit": means.income_limit,
    "forbid": limits.forbid,
    "bar": limits.bar,
    "guard": limits.guard,
    "immune": limits.immune,
    "permanent": limits.permanent,
    "charm": turns.charm,
    "nerve": turns.nerve,
    "cling": turns.cling,
    "pest": turns.pest,
    "upkeep": turns.upkeep,
    "lasting": turns.lasting,
    "week": tracks.week,
    "seeks": tracks.seeks,
    "endure": tracks.endure,
    "alibi": tracks.alibi,
    "cunning": tracks.cunning,
    "hoard": tracks.hoard,
    "mood": tracks.mood,
}


def by_id(face: Face) -> str:
    return face.id


@pytest.mark.parametrize("face", FACES, ids=by_id)
def test_what_the_data_says_happens(face: Face) -> None:
    seen = played(face)
    for effect in walk(face.effects):
        if effect.verb == "each-turn":
            turns.each_turn(face, effect, seen)
            seen.add(id(effect))
        elif effect.verb in STANDING:
            if has(face, "week") and effect.verb != "week":
                seen.add(id(effect))  # it holds for everybody: the check of the Week looks at that
                continue
            STANDING[effect.verb](face, effect)
            seen.add(id(effect))
    unseen = [effect.verb for effect in walk(face.effects) if id(effect) not in seen]
    assert not unseen, f"no check has seen {unseen} of {face.name}"


def played(face: Face) -> set[int]:
    """Plays a life card in all situations; the effects that were seen happening."""
    if face.kind == "role":
        return set()
    return check_cancel(face) if has(face, "cancel") else check_playing(face)


def test_every_verb_has_a_check() -> None:
    assert set(VERBS) == {*PLAYED, *STANDING, *ELSEWHERE, "each-turn"}


# -- roles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES, ids=by_id)
def test_a_role_gives_its_numbers(role: Face) -> None:
    stage = Stage()
    stage.roles[ANN] = role
    g = stage.build(DI, DISCARD_PHASE)
    assert g.goal(ANN) == role.goal
    for die, at in ((1, 0), (3, 0), (4, 1), (6, 1)):
        later = next_turn_of(g, ANN, CALL_PHASE, die)
        assert (later.income_left(ANN), later.time_left(ANN)) == (
            role.income[at],
            role.free_time[at],
        )
        after = next_turn_of(later, BO, CALL_PHASE)
        assert (after.income_left(ANN), after.time_left(ANN)) == (0, 0), "nothing is saved"


@pytest.mark.parametrize("role", ROLES, ids=by_id)
def test_a_role_rolls_only_for_what_varies(role: Face) -> None:
    stage = Stage()
    stage.roles[ANN] = role
    g = stage.build(ANN, ROLL_PHASE)
    rolled = []
    while (need := g.need()) is not None:
        rolled.append(need.word)
        roll(g, 4)
    varies = [("income", role.income), ("free time", role.free_time)]
    assert rolled == [word for word, (low, high) in varies if low != high]


@pytest.mark.parametrize("role", ROLES, ids=by_id)
def test_a_role_is_won_with_at_its_goal(role: Face) -> None:
    sleep = card_named("Sleep")
    for short in (1, 2):
        stage = Stage()
        stage.roles[ANN] = role
        stage.hands[ANN].append(stage.out(sleep))
        g = stage.build(ANN, FREE_PHASE, free=1)
        bonus = sum(
            number(e) for e in role.effects if e.verb == "bonus" and fits(sleep, e.params["what"])
        )
        g.tokens[ANN] = role.goal - short - bonus
        g.refresh(ANN)
        g.moved = False
        play(g, Action(DO, ANN, (held(g, ANN, sleep),)))
        assert g.winners == ((ANN,) if short == 1 else ())


# -- kinds -----------------------------------------------------------------------------------------

PEOPLE = [f for f in LIFE if f.kind == "person"]
THINGS = [f for f in LIFE if f.kind == "thing"]


@pytest.mark.parametrize("face", PEOPLE, ids=by_id)
def test_a_person_is_rolled_away_unless_it_is_a_pet(face: Face) -> None:
    for die in range(1, 7):
        stage = Stage()
        stage.rooms[ANN].append(stage.out(face))
        g = stage.build(ANN, ROLL_PHASE)
        card = lying(g, ANN, face)
        if is_house_pet(face) or has(face, "cling"):
            refused(g, Action(EVICT, ANN, on=card))
        else:
            play(g, Action(EVICT, ANN, on=card), die)
            nerve = sum(number(e) for e in face.effects if e.verb == "nerve")
            assert (g.owner(card) != ANN) == (die + nerve >= 4)


def test_all_things_of_a_trip_enter_for_one_free_time() -> None:
    plain = [f for f in THINGS if not is_illicit(f) and f.die is None]
    for first, second in pairwise(plain):
        stage = Stage()
        for face in (first, second):
            stage.hands[ANN].append(stage.out(face))
        g = stage.build(ANN, FREE_PHASE, first.cost + second.cost, 1)
        cards = (held(g, ANN, first), held(g, ANN, second))
        events = g.apply(Action(SHOP, ANN, cards))
        assert (g.income_left(ANN), g.time_left(ANN)) == (0, 0)
        events += settle(g)
        came = [event.cards[0] for event in events if event.kind == ENTERED]
        assert came == list(cards)
