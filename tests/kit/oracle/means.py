"""Standing effects on what a player has to spend: Income, Free Time, the hand, prices."""

from core.actions import THROW, Action
from core.cards import Effect, Face
from core.game import Game
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE
from tests.kit.oracle.referee import HAND_LIMIT
from tests.kit.oracle.situations import (
    ANN,
    BO,
    DI,
    ENOUGH,
    LIFE,
    NEUTRAL_INCOME,
    NEUTRAL_TIME,
    Stage,
    announcement,
    card_named,
    deal,
    everybody_passes,
    fits,
    held,
    is_illicit,
    lying,
    next_turn_of,
    number,
    others,
    play,
    playable,
    refused,
    settle,
    stages,
)
from tests.kit.oracle.trials import target_effect


def earn(face: Face, effect: Effect) -> None:
    _each_turn_brings(face, number(effect), 0)


def leisure(face: Face, effect: Effect) -> None:
    _each_turn_brings(face, 0, number(effect))


def _each_turn_brings(face: Face, income: int, free: int) -> None:
    """It is there in each coming turn, and no longer once the card is gone."""
    stage = Stage()
    stage.force(face)
    if face.lasting is not None and face.lasting.until == "end of turn":
        g = stage.build(ANN)
        assert (g.income_left(ANN), g.time_left(ANN)) == (
            NEUTRAL_INCOME + income,
            NEUTRAL_TIME + free,
        )
        g = next_turn_of(g, ANN, CALL_PHASE)
        assert (g.income_left(ANN), g.time_left(ANN)) == (NEUTRAL_INCOME, NEUTRAL_TIME)
        return
    deal(stage, BO, [card_named("Sucks to Be You!")])
    g = stage.build(DI)
    for _ in range(2):
        g = next_turn_of(g, ANN, CALL_PHASE)
        assert (g.income_left(ANN), g.time_left(ANN)) == (
            NEUTRAL_INCOME + income,
            NEUTRAL_TIME + free,
        )
        assert g.income_left(BO) == g.time_left(BO) == 0
    card = g.table[0].card if g.table else lying(g, ANN, face)
    play(g, announcement(g, BO, held(g, BO, card_named("Sucks to Be You!")), on=card))
    assert (g.income_left(ANN), g.time_left(ANN)) == (NEUTRAL_INCOME, NEUTRAL_TIME)
    g = next_turn_of(g, ANN, CALL_PHASE)
    assert (g.income_left(ANN), g.time_left(ANN)) == (NEUTRAL_INCOME, NEUTRAL_TIME)


def hand(face: Face, effect: Effect) -> None:
    """More cards are drawn, by the owner only; the end of the turn is as for everybody."""
    stage = Stage()
    stage.force(face)
    g = stage.build(DI, DISCARD_PHASE)
    g = next_turn_of(g, ANN)
    assert len(g.hands[ANN]) == HAND_LIMIT + number(effect)
    g = next_turn_of(g, BO)
    assert len(g.hands[ANN]) == HAND_LIMIT - 1
    assert len(g.hands[BO]) == HAND_LIMIT
    hand_too_big(face, effect)


def hand_too_big(face: Face, effect: Effect) -> None:
    """When it is gone in mid-turn, a hand that is now too big is trimmed at once (RUL-14)."""
    stage = Stage()
    stage.force(face)
    deal(stage, BO, [card_named("Sucks to Be You!"), card_named("You're Fired!")])
    g = next_turn_of(stage.build(DI, DISCARD_PHASE), ANN)
    if face.kind == "role":
        play(g, announcement(g, BO, held(g, BO, card_named("You're Fired!")), to=ANN))
    else:
        gone = lying(g, ANN, face)
        play(g, announcement(g, BO, held(g, BO, card_named("Sucks to Be You!")), on=gone))
    assert len(g.hands[ANN]) <= HAND_LIMIT


def discount(face: Face, effect: Effect) -> None:
    """Such cards cost less, never below 0; all others cost what is printed on them."""
    what = effect.params["what"]
    dear = [f for f in others(face) if f.kind in ("thing", "activity")]
    for income in range(7):
        stage, _ = stages(face)
        deal(stage, ANN, dear)
        able = playable(stage.build(ANN, FREE_PHASE, ENOUGH, ENOUGH), ANN)
        now = playable(stage.build(ANN, FREE_PHASE, income, ENOUGH), ANN)
        for other in dear:
            price = max(0, other.cost - (number(effect) if fits(other, what) else 0))
            if other.number in able:
                assert (other.number in now) == (price <= income), other.name
    for other in dear:
        if fits(other, what):
            stage, _ = stages(face)
            deal(stage, ANN, [other])
            g = stage.build(ANN, FREE_PHASE, ENOUGH, ENOUGH)
            card = held(g, ANN, other)
            moves = [a for a in g.legal(ANN) if a.cards == (card,)]
            if not moves and target_effect(other) is not None:
                continue  # nothing there for it to name
            g.apply(moves[0])
            assert g.income_left(ANN) == ENOUGH - max(0, other.cost - number(effect))


def no_time(face: Face, effect: Effect) -> None:
    """Such Activities can be done without Free Time and take none; TV can't stop them (RUL-7)."""
    what = effect.params["what"]
    if what == ("Shopping",):
        no_time_trips(face)
        return
    deeds = [f for f in others(face) if f.kind == "activity" and not is_illicit(f)]
    stage, without = stages(face)
    deal(stage, ANN, deeds)
    deal(without, ANN, deeds)
    assert playable(without.build(ANN, FREE_PHASE, ENOUGH, 0), ANN) == set()
    able = playable(stage.build(ANN, FREE_PHASE, ENOUGH, ENOUGH), ANN)
    now = playable(stage.build(ANN, FREE_PHASE, ENOUGH, 0), ANN)
    assert now == {f.number for f in deeds if f.number in able and fits(f, what)}
    assert now
    for other in deeds:
        if fits(other, what):
            stage, _ = stages(face)
            deal(stage, ANN, [other])
            tv = next(f for f in LIFE if "TV" in f.categories and stage.left[f.number])
            deal(stage, BO, [tv])
            g = stage.build(ANN, FREE_PHASE, ENOUGH, 1)
            g.apply(announcement(g, ANN, held(g, ANN, other)))
            assert g.time_left(ANN) == 1
            refused(g, Action(THROW, BO, (held(g, BO, tv),)))


def no_time_trips(face: Face) -> None:
    """Trips can be made without Free Time and take none; TV can't stop them (RUL-7)."""
    thing, show = card_named("Beer"), card_named("Talk Show")
    for free in (0, 2):
        stage, without = stages(face)
        for table in (stage, without):
            deal(table, ANN, [thing])
            deal(table, BO, [show])
        g = stage.build(ANN, FREE_PHASE, ENOUGH, free)
        g.apply(announcement(g, ANN, held(g, ANN, thing)))
        assert g.time_left(ANN) == free
        refused(g, Action(THROW, BO, (held(g, BO, show),)))
        g = without.build(ANN, FREE_PHASE, ENOUGH, 0)
        refused(g, announcement(g, ANN, held(g, ANN, thing)))


def income_cap(face: Face, effect: Effect) -> None:
    """Neither the role nor a lasting card brings Income above the cap; single gifts may."""
    cap = number(effect)
    rich = card_named("Corporate Drone")
    assert rich.income[0] > cap
    stage = Stage()
    stage.force(face)
    stage.roles[ANN] = rich
    stage.force(card_named("Raise"))
    stage.rooms[ANN] += [stage.out(card_named("Interview Suit"))]
    deal(stage, ANN, [card_named("Change in Couch")])
    g = next_turn_of(stage.build(DI), ANN, CALL_PHASE)
    assert g.income_left(ANN) == cap
    play(g, announcement(g, ANN, held(g, ANN, card_named("Change in Couch"))))
    assert g.income_left(ANN) == cap + 1
    income_cap_in_turn(face, cap, rich)


def income_cap_in_turn(face: Face, cap: int, rich: Face) -> None:
    """Played in mid-turn, it takes back at once what is above the cap (RUL-18)."""
    stage = Stage()
    stage.roles[ANN] = rich
    deal(stage, ANN, [face, card_named("Raise")])
    g = stage.build()
    play(g, announcement(g, ANN, held(g, ANN, face)))
    assert g.income_left(ANN) == rich.income[0] - face.cost - (rich.income[0] - cap)
    before = g.income_left(ANN)
    play(g, announcement(g, ANN, held(g, ANN, card_named("Raise"))))
    assert g.income_left(ANN) == before


def income_limit(face: Face, effect: Effect) -> None:
    """Not to be played above the limit, and gone as soon as the standing Income is above it."""
    limit = number(effect)
    assert limit == NEUTRAL_INCOME, "the ways to rise above it are tried from there"
    stage = Stage()
    deal(stage, ANN, [face])
    assert play_refusal(stage.build(ANN, FREE_PHASE, ENOUGH, ENOUGH), face) is None
    stage.roles[ANN] = card_named("Web Designer")
    assert stage.roles[ANN].income[0] > limit
    assert play_refusal(stage.build(ANN, FREE_PHASE, ENOUGH, ENOUGH), face) is not None
    for rise in ("Raise", "Interview Suit", "Trust-Fund Anarchist", "New Job"):
        other = card_named(rise)
        stage = Stage()
        stage.force(face)
        deal(stage, ANN, [other])
        phase = CALL_PHASE if other.kind == "person" else FREE_PHASE
        g = stage.build(ANN, phase, ENOUGH, ENOUGH)
        card = lying(g, ANN, face)
        g.apply(announcement(g, ANN, held(g, ANN, other)))
        everybody_passes(g)
        while g.stack:
            if g.need() is not None and g.need().kind == "role":  # type: ignore[union-attr]
                g.apply(Action("role", -1, value=card_named("Web Designer").number))
            else:
                settle(g)
        assert card in g.discard, f"{rise} lifts the Income above {limit}"
    income_limit_by_theft(face)


def income_limit_by_theft(face: Face) -> None:
    """Taking a card that brings Income counts as well."""
    theft, suit = card_named("Borrowed Since Forever"), card_named("Interview Suit")
    stage = Stage()
    stage.force(face)
    stage.rooms[BO].append(stage.out(suit))
    deal(stage, ANN, [theft])
    g = stage.build()
    card = lying(g, ANN, face)
    play(g, announcement(g, ANN, held(g, ANN, theft), on=lying(g, BO, suit)))
    assert g.standing_income(ANN) == NEUTRAL_INCOME + 1
    assert card in g.discard, "a stolen Income lifts it above the limit too"


def play_refusal(g: Game, face: Face) -> object:
    return g.refusal(announcement(g, ANN, held(g, ANN, face)))
