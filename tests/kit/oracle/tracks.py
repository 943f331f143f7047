"""Standing effects that only some editions have: seeks, endure, alibi, cunning, hoard, mood."""

from itertools import product

from core.actions import CALL, NEXT, SHOP, Action
from core.cards import Effect, Face
from core.state import CALL_PHASE, DISCARD_PHASE, FREE_PHASE
from tests.kit.oracle.situations import (
    ANN,
    BO,
    LIFE,
    ROOM_KINDS,
    Stage,
    announcement,
    card_named,
    deal,
    held,
    lying,
    next_turn_of,
    number,
    play,
    refused,
    settle,
    stages,
)


def seeks(face: Face, effect: Effect) -> None:
    """It can be called exactly into rooms that have such a card."""
    what = effect.params["what"]
    stage = Stage()
    deal(stage, ANN, [face])
    stage.rooms[BO] += stage.pick(what, 1, ROOM_KINDS)
    stage.rooms[ANN] += stage.bystanders(what)
    g = stage.build(ANN, CALL_PHASE)
    card = held(g, ANN, face)
    assert {a.to for a in g.legal(ANN) if a.kind == CALL} == {BO}
    refused(g, Action(CALL, ANN, (card,), to=ANN))


def endure(face: Face, effect: Effect) -> None:
    """Whatever is rolled, it stays and counts that."""
    for die in range(1, 7):
        stage = Stage()
        deal(stage, ANN, [face])
        g = stage.build(ANN, FREE_PHASE, face.cost, 1)
        card = held(g, ANN, face)
        g.apply(announcement(g, ANN, card))
        settle(g, die)
        assert g.owner(card) == ANN
        assert g.worth(card) == die + (face.die or 0)


def _illicit(face: Face, seat: int, die: int) -> tuple[bool, int]:
    """Whether an Illicit Thing comes off while Ann has the face, and the Free Time left."""
    contraband = next(
        f for f in LIFE
        if f is not face and f.kind == "thing" and "Illicit" in f.categories and not f.effects
    )  # fmt: skip
    stage, _ = stages(face)
    deal(stage, seat, [contraband])
    g = stage.build(seat, FREE_PHASE, contraband.cost, 2)
    card = held(g, seat, contraband)
    play(g, Action(SHOP, seat, (card,)), die)
    return g.owner(card) == seat, g.time_left(seat)


def alibi(face: Face, effect: Effect) -> None:
    """Caught, the owner keeps his Free Time; anybody else loses it."""
    for die in (1, 2):
        assert _illicit(face, ANN, die) == (False, 2)
        assert _illicit(face, BO, die) == (False, 0)


def cunning(face: Face, effect: Effect) -> None:
    """Added to the owner's Illicit rolls and to nobody else's."""
    for seat, die in product((ANN, BO), range(1, 7)):
        added = number(effect) if seat == ANN else 0
        assert _illicit(face, seat, die)[0] == (die + added >= 3)


def hoard(face: Face, effect: Effect) -> None:
    """A big hand may be kept at the end of the turn, and is trimmed when the card goes."""
    stage, without = stages(face)
    hand = [f for f in LIFE if f.kind == "activity" and f is not face][:8]
    for table in (stage, without):
        deal(table, ANN, hand)
        deal(table, BO, [card_named("Sucks to Be You!")])
    refused(without.build(ANN, DISCARD_PHASE), Action(NEXT, ANN))
    g = stage.build(ANN, DISCARD_PHASE)
    gone = announcement(g, BO, held(g, BO, card_named("Sucks to Be You!")), on=lying(g, ANN, face))
    kept = g.copy()
    kept.apply(Action(NEXT, ANN))
    assert len(kept.hands[ANN]) == len(hand)
    play(g, gone)
    assert len(g.hands[ANN]) == 6


def mood(face: Face, effect: Effect) -> None:
    """Everybody has more Slack while the card is there, and no longer when it is gone."""
    stage, _ = stages(face)
    deal(stage, BO, [card_named("Sucks to Be You!")])
    g = stage.build()
    assert g.slack == [face.slack + number(effect), *[number(effect)] * 3]
    card = lying(g, ANN, face)
    play(g, announcement(g, BO, held(g, BO, card_named("Sucks to Be You!")), on=card))
    assert g.slack == [0, 0, 0, 0]


def week(face: Face, effect: Effect) -> None:
    """It lies there for everybody, turn after turn, until the next Week comes."""
    other = next(f for f in LIFE if "Week" in f.categories and f is not face)
    stage = Stage()
    deal(stage, ANN, [face])
    deal(stage, BO, [other])
    g = stage.build()
    card, following = held(g, ANN, face), held(g, BO, other)
    play(g, announcement(g, ANN, card))
    assert [(laid.card, laid.seat) for laid in g.table] == [(card, -1)]
    assert all(face.number in g.stands[seat] for seat in range(4))
    later = next_turn_of(next_turn_of(g, BO), ANN)
    assert later.table[0].card == card
    play(g, announcement(g, BO, following))
    assert [laid.card for laid in g.table] == [following]
    assert card in g.discard
    assert not any(face.number in g.stands[seat] for seat in range(4))
