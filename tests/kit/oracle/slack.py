"""Standing effects on Slack: bonus, aura, sure, reward.

Each check is written from what the vocabulary says about its verb, and compares a table on which
the card is in force for Ann with one on which it is not, over all cards of the deck.
"""

from itertools import product

from core.actions import NEXT
from core.cards import Effect, Face
from core.state import CALL_PHASE, FREE_PHASE, Ask
from tests.kit.oracle.situations import (
    ANN,
    BO,
    CY,
    ENOUGH,
    LIFE,
    ROOM_CARDS,
    Stage,
    announcement,
    card_named,
    choose,
    deal,
    entered,
    everybody_passes,
    fits,
    has,
    held,
    is_illicit,
    lying,
    number,
    others,
    play,
    settle,
    stages,
    thrown,
)
from tests.kit.oracle.trials import target_effect


def bonus(face: Face, effect: Effect) -> None:
    """Such cards get a marker as they are played into the room, and no others."""
    what = effect.params["what"]
    for other in others(face, ROOM_CARDS):
        if (not fits(other, what) and other.effects) or target_effect(other) is not None:
            continue
        with_it, without = _worth_played(face, other)
        expected = number(effect) if fits(other, what) else 0
        if other.kind == "person" and not fits(other, what):
            assert with_it == without
        elif with_it is not None and without is not None:
            assert with_it - without == expected, f"{other.name} gets {with_it - without}"
        else:
            assert not fits(other, what), f"{other.name} could not be played"
    if fits(card_named("Talk Show"), what):
        bonus_on_thrown_tv(face, effect)
    bonus_stays(face, effect)


def _worth_played(face: Face, other: Face) -> tuple[int | None, int | None]:
    """What a card is worth as Ann plays it, with and without the face in force."""
    worths = []
    for stage in stages(face):
        deal(stage, ANN, [other])
        stage.discard += stage.pick(("Book",))
        phase = CALL_PHASE if other.kind == "person" else FREE_PHASE
        g = stage.build(ANN, phase, ENOUGH, ENOUGH)
        card = held(g, ANN, other)
        actions = [a for a in g.legal(ANN) if a.cards == (card,)]
        worths.append(entered(play(g, actions[0]), card) if actions else None)
    return worths[0], worths[1]


def bonus_on_thrown_tv(face: Face, effect: Effect) -> None:
    """The thrown card is its new owner's: what he has counts (RUL-8)."""
    show, nap = card_named("Talk Show"), card_named("Surf the Net")
    for stage, expected in zip(stages(face), (1 + number(effect), 1), strict=True):
        deal(stage, ANN, [nap])
        deal(stage, BO, [show])
        g = stage.build(free=2)
        card = held(g, BO, show)
        assert entered(thrown(g, BO, card, ANN, held(g, ANN, nap)), card) == expected


def bonus_stays(face: Face, effect: Effect) -> None:
    """The marker stays when its giver is gone, and a card already there gets none (R-ROLE-5/6)."""
    stage = Stage()
    stage.force(face)
    what = effect.params["what"]
    cards = stage.pick(what, 2, ("thing", "activity"))
    if len(cards) < 2:
        return  # only People get it
    early, late = cards[:2]
    stage.rooms[ANN].append(early)
    stage.hands[ANN].append(late)
    deal(stage, ANN, [card_named("New Job")])
    deal(stage, BO, [card_named("Sucks to Be You!")])
    g = stage.build(ANN, FREE_PHASE, ENOUGH, ENOUGH)
    card, old = held(g, ANN, late), lying(g, ANN, early)
    play(g, announcement(g, ANN, card))
    marker = g.mark[card]
    assert g.mark[old] == 0
    assert marker
    if face.kind == "role":
        play(g, announcement(g, ANN, held(g, ANN, card_named("New Job"))))
        assert g.roles[ANN] != (face.number,)
    else:
        source = next((laid.card for laid in g.table), -1)
        source = source if source >= 0 else lying(g, ANN, face)
        play(g, announcement(g, BO, held(g, BO, card_named("Sucks to Be You!")), on=source))
        assert source in g.discard
    assert g.mark[card] == marker
    assert g.mark[old] == 0


def aura(face: Face, effect: Effect) -> None:
    """While it is there each other such card counts more or less; gone, it counts as before."""
    what = effect.params["what"]
    for other in others(face, ROOM_CARDS):
        if not fits(other, what) and other.effects:
            continue
        worths = []
        for stage in stages(face):
            stage.rooms[ANN].append(stage.out(other))
            stage.rooms[BO] += stage.pick(what)
            g = stage.build()
            worths.append((g.worth(lying(g, ANN, other)), g.slack[ANN], g.slack[BO]))
        more = number(effect) if fits(other, what) else 0
        assert worths[0][0] - worths[1][0] == more
        assert worths[0][1] - worths[1][1] == more + face.slack + _auras_on(face, other)
        assert worths[0][2] == worths[1][2]
    stage = Stage()
    stage.force(face)
    stage.rooms[ANN] += stage.pick(what, 2)
    deal(stage, BO, [card_named("Sucks to Be You!")])
    g = stage.build()
    before = g.slack[ANN]
    count = len(g.rooms[ANN]) - 1
    gone = announcement(g, BO, held(g, BO, card_named("Sucks to Be You!")), on=g.rooms[ANN][0])
    play(g, gone)
    assert before - g.slack[ANN] == face.slack + count * number(effect)


def _auras_on(face: Face, other: Face) -> int:
    """What the other card adds to the face."""
    return sum(
        number(e) for e in other.effects if e.verb == "aura" and fits(face, e.params["what"])
    )


def sure(face: Face, effect: Effect) -> None:
    """Such Activities may take the fixed number or be rolled for, as the owner likes."""
    what = effect.params["what"]
    rolled = [f for f in LIFE if f.die is not None and fits(f, what) and not is_illicit(f)]
    assert rolled
    for other, fixed in product(rolled, (True, False)):
        stage = Stage()
        stage.force(face)
        deal(stage, ANN, [other])
        g = stage.build(ANN, FREE_PHASE, ENOUGH, ENOUGH)
        card = held(g, ANN, other)
        g.apply(announcement(g, ANN, card))
        everybody_passes(g)
        top = g.stack[-1]
        assert isinstance(top, Ask)
        assert (top.seat, set(top.options)) == (ANN, {0, number(effect)})
        events = choose(g, number(effect) if fixed else 0)
        events += settle(g, die=3)
        assert entered(events, card) == (number(effect) if fixed else 3 + (other.die or 0))
    stage = Stage()
    stage.force(face)
    deal(stage, ANN, [sleep := card_named("Sleep")])
    g = stage.build()
    g.apply(announcement(g, ANN, held(g, ANN, sleep)))
    everybody_passes(g)
    assert not g.stack, "only rolled Slack can be replaced"


def reward(face: Face, effect: Effect) -> None:
    """Tokens for such a card, if it is played by whom the effect means, and successfully."""
    what, by = effect.params["what"], effect.params["by"]
    for other, seat in product(others(face), (ANN, BO)):
        if other.kind == "whenever" or (other.effects and not fits(other, what)):
            continue
        if target_effect(other) is not None or has(other, "seeks"):
            continue  # it depends on what lies there
        gains = []
        for stage in stages(face):
            deal(stage, seat, [other])
            phase = CALL_PHASE if other.kind == "person" else FREE_PHASE
            g = stage.build(seat, phase, ENOUGH, ENOUGH)
            actions = [a for a in g.legal(seat) if a.kind != NEXT]
            if actions:
                play(g, actions[0])
            gains.append((g.tokens, bool(actions)))
        (with_it, could), (without, _) = gains
        meant = fits(other, what) and by in ("anybody", "you" if seat == ANN else "others")
        assert could or not fits(other, what)
        expected = [number(effect) if meant and s == ANN else 0 for s in range(4)]
        assert [a - b for a, b in zip(with_it, without, strict=True)] == expected, other.name
    reward_nothing(face, effect)


def reward_nothing(face: Face, effect: Effect) -> None:
    """No tokens for a card that is stopped or that fails."""
    stage = Stage()
    stage.force(face)
    cards = stage.pick(effect.params["what"], 1, ("thing", "activity"))
    if not cards or target_effect(cards[0]) is not None:
        return
    other = cards[0]
    stage.hands[BO].append(other)
    deal(stage, CY, [card_named("Brain Fart"), card_named("Wallet in the Other Pants")])
    g = stage.build(BO, FREE_PHASE, ENOUGH, ENOUGH)
    g.apply(announcement(g, BO, held(g, BO, other)))
    answers = [a for a in g.legal(CY) if a.kind == "cancel"]
    play(g, answers[0])
    assert g.tokens[ANN] == 0
    if other.die is not None:
        g = stage.build(BO, FREE_PHASE, ENOUGH, ENOUGH)
        play(g, announcement(g, BO, held(g, BO, other)), die=1)
        assert g.tokens[ANN] == 0
