"""Standing effects on what may be played, enter, be taken or be discarded."""

from itertools import product

from core.actions import CALL, EVICT, THROW, TO_DISCARD, Action
from core.cards import Effect, Face
from core.state import CALL_PHASE, FREE_PHASE, ROLL_PHASE, Ask
from tests.kit.oracle.situations import (
    ANN,
    BO,
    CY,
    DI,
    ENOUGH,
    LIFE,
    ROOM_CARDS,
    announcement,
    card_named,
    deal,
    fits,
    has,
    held,
    is_house_pet,
    lying,
    others,
    play,
    playable,
    refused,
    roll,
    stages,
    walk,
)


def forbid(face: Face, effect: Effect) -> None:
    """Of all cards of the deck exactly those are refused that were playable and are meant."""
    what = effect.params["what"]
    for phase in (CALL_PHASE, FREE_PHASE):
        with_it, without = stages(face)
        for stage in (with_it, without):
            deal(stage, ANN, others(face))
            stage.discard += stage.pick(("Sleep",))
        able = playable(without.build(ANN, phase, ENOUGH, ENOUGH), ANN)
        now = playable(with_it.build(ANN, phase, ENOUGH, ENOUGH), ANN)
        lost = {f.number for f in LIFE if f.number in able and fits(f, what)}
        assert able - now - limited() == lost - limited()
        g = with_it.build(ANN, phase, ENOUGH, ENOUGH)
        for f in others(face):
            if f.number in lost:
                refused(g, announcement(g, ANN, held(g, ANN, f)))
    shows = [f for f in others(face) if "TV" in f.categories]
    for show in shows:
        stage, _ = stages(face)
        deal(stage, ANN, [show])
        deal(stage, BO, [card_named("RPGs")])
        g = stage.build(BO)
        g.apply(announcement(g, BO, held(g, BO, card_named("RPGs"))))
        refusal = g.refusal(Action(THROW, ANN, (held(g, ANN, show),)))
        assert (refusal is not None) == fits(show, what), show.name


def limited() -> set[int]:
    """Cards that hang on the standing Income, which a role changes."""
    return {f.number for f in LIFE if has(f, "income-limit")}


def bar(face: Face, effect: Effect) -> None:
    """Such Persons can't be called there, nor be sent there when they leave another room."""
    what = effect.params["what"]
    people = [f for f in others(face) if f.kind == "person" and not has(f, "seeks")]
    for seat in (ANN, BO):
        stage, _ = stages(face)
        deal(stage, seat, people)
        g = stage.build(seat, CALL_PHASE)
        to_ann = {g.face[a.cards[0]] for a in g.legal(seat) if a.kind == CALL and a.to == ANN}
        welcome = {
            f.number for f in people if not fits(f, what) and (seat == ANN or not is_house_pet(f))
        }
        assert to_ann == welcome
        for f in people:
            if fits(f, what):
                refused(g, Action(CALL, seat, (held(g, seat, f),), to=ANN))
    for f in people:
        if is_house_pet(f) or has(f, "cling"):
            continue
        stage, _ = stages(face)
        stage.rooms[BO].append(stage.out(f))
        g = stage.build(BO, ROLL_PHASE)
        g.apply(Action(EVICT, BO, on=lying(g, BO, f)))
        roll(g, 6)
        top = g.stack[-1]
        assert isinstance(top, Ask)
        rooms = {CY, DI, TO_DISCARD} if fits(f, what) else {ANN, CY, DI, TO_DISCARD}
        assert set(top.options) == rooms


def guard(face: Face, effect: Effect) -> None:
    """Such cards can't be taken by others nor eaten by pests; all others can."""
    what = effect.params["what"]
    takes = [f for f in LIFE if has(f, "take") and f.kind == "whenever" and f is not face]
    stage, _ = stages(face)
    deal(stage, BO, takes)
    lot = [f for f in ROOM_CARDS if not f.permanent and not has(f, "guard") and not has(f, "seeks")]
    stage.rooms[ANN] += [stage.out(f) for f in lot if f.kind == "thing" or f.slack <= 1]
    g = stage.build(BO)
    legal = {(a.cards[0], a.on) for a in g.legal(BO) if a.kind == "play"}
    for by, card in product(takes, g.rooms[ANN]):
        taking = next(e for e in by.effects if e.verb == "take")
        takable = fits(g.printed(card), taking.params["what"])
        free = takable and not fits(g.printed(card), what)
        assert ((held(g, BO, by), card) in legal) == free
        if takable and not free:
            refused(g, announcement(g, BO, held(g, BO, by), on=card))
    for pest_face in others(face, ROOM_CARDS):
        if has(pest_face, "pest"):
            guard_from(face, effect, pest_face)


def guard_from(face: Face, effect: Effect, pest_face: Face) -> None:
    """The pest takes only what is not guarded."""
    what = effect.params["what"]
    wanted = next(e for e in pest_face.effects if e.verb == "pest").params["what"]
    stage, _ = stages(face)
    stage.rooms[ANN] += stage.pick(wanted, 3)
    deal(stage, BO, [pest_face])
    g = stage.build(BO, CALL_PHASE)
    prey = {c for c in g.rooms[ANN] if fits(g.printed(c), wanted)}
    safe = {c for c in prey if fits(g.printed(c), what) or g.printed(c).permanent}
    play(g, announcement(g, BO, held(g, BO, pest_face), to=ANN))
    assert safe <= set(g.rooms[ANN])
    assert len(prey & set(g.discard)) == (1 if prey - safe else 0)


def immune(face: Face, effect: Effect) -> None:
    """Others' misfortunes can't be played on the owner; his own can, and so can all other cards."""
    bad = [f for f in LIFE if f.misfortune]
    assert bad
    stage, _ = stages(face)
    deal(stage, BO, [*bad, card_named("Jury Duty")])
    g = stage.build(BO)
    for f in bad:
        refused(g, announcement(g, BO, held(g, BO, f), to=ANN))
        assert g.refusal(announcement(g, BO, held(g, BO, f), to=CY)) is None
    assert g.refusal(announcement(g, BO, held(g, BO, card_named("Jury Duty")), to=ANN)) is None
    for f in bad:
        stage, _ = stages(face)
        deal(stage, ANN, [f])
        g = stage.build()
        own = announcement(g, ANN, held(g, ANN, f), to=ANN)
        assert (g.refusal(own) is None) == (f.on == "anybody")


def permanent(face: Face, effect: Effect) -> None:
    """Nothing in the deck discards the card or takes it."""
    for f in others(face):
        for e in walk(f.effects):
            if "what" in e.params and fits(face, e.params["what"]):
                permanent_against(face, f, e)


def permanent_against(face: Face, f: Face, effect: Effect) -> None:
    if effect.verb in ("take", "trash"):
        stage, _ = stages(face)
        deal(stage, BO, [f])
        g = stage.build(BO)
        refused(g, announcement(g, BO, held(g, BO, f), on=lying(g, ANN, face)))
    elif effect.verb in ("lose", "trash-all", "pest", "scare"):
        by = ANN if effect.params.get("who") == "you" else BO
        stage, _ = stages(face)
        deal(stage, by, [f])
        phase = CALL_PHASE if f.kind == "person" else FREE_PHASE
        g = stage.build(by, phase, ENOUGH, ENOUGH)
        card = lying(g, ANN, face)
        to = ANN if f.kind == "person" or effect.params.get("who") == "target" else -1
        play(g, announcement(g, by, held(g, by, f), to=to))
        assert g.owner(card) == ANN
