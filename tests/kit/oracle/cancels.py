"""Cards that cancel, against every card of the deck."""

from functools import cache
from typing import Final

from core.actions import CANCEL, DO, NOTHING, PLAY, Action
from core.cards import Face
from core.game import Game
from core.state import CALL_PHASE, FREE_PHASE
from tests.kit.oracle.books import Case
from tests.kit.oracle.referee import Referee
from tests.kit.oracle.situations import (
    ANN,
    BO,
    CATALOG,
    CY,
    LIFE,
    ROOM_KINDS,
    Stage,
    announcement,
    card_named,
    deal,
    everybody_passes,
    fits,
    has,
    held,
    is_illicit,
    refused,
    walk,
)
from tests.kit.oracle.trials import furnished, target_effect, trials, whose_room

CANCELS: Final = tuple(f for f in LIFE if has(f, "cancel"))


def check_cancel(face: Face) -> set[int]:
    """Against every card of the deck: stopped if the filter means it, refused if not."""
    effect = next(e for e in face.effects if e.verb == "cancel")
    words = effect.params["what"]
    assert isinstance(words, tuple)
    stopped = 0
    for other in LIFE:
        if other in CANCELS:
            continue
        before, now = announced(other.number, face.number if len(face.effects) > 1 else -1)
        answer = Action(CANCEL, BO, (held(now, BO, face),))
        if fits(other, words) or (other.kind == "thing" and "Shopping" in words):
            stopped += 1
            check_stopped(before.copy(), now.copy(), other, answer, "Shopping" in words)
        else:
            refused(now, answer)
    assert stopped, f"nothing in the deck can be stopped by {face.name}"
    if "Whenever" in words:
        check_counter(face)
    check_too_late(face, words)
    return {id(effect) for effect in walk(face.effects)}


@cache
def announced(number: int, answer: int) -> tuple[Game, Game]:
    """The table before Ann announces a card and with the window open.

    Bo holds the answer, or with -1 all those that do nothing else.
    """
    other = CATALOG.faces[number]
    first = next(trials(other))
    stage, _ = furnished(other, first)
    alone = [f for f in CANCELS if len(f.effects) == 1]
    deal(stage, BO, [CATALOG.faces[answer]] if answer >= 0 else alone)
    phase = CALL_PHASE if other.kind == "person" else FREE_PHASE
    before = stage.build(ANN, phase, income=other.cost + 2, free=2)
    effect = target_effect(other)
    on = NOTHING
    if effect is not None:
        room = [*before.rooms[whose_room(effect)], *(laid.card for laid in before.table)]
        on = next(c for c in room if fits(before.printed(c), effect.params["what"]))
    now = before.copy()
    now.apply(announcement(now, ANN, held(now, ANN, other), first.to, on))
    return before, now


def check_stopped(before: Game, now: Game, other: Face, answer: Action, trip: bool) -> None:
    """The card was never played: discarded, its Free Time gone, a stopped trip's Things back."""
    books = Referee(before)
    books.g = now
    card = held(before, ANN, other)
    now.apply(answer)
    everybody_passes(now)
    books.hands[BO].remove(answer.cards[0])
    books.discard.add(answer.cards[0])
    if other.kind != "thing" or is_illicit(other) or not trip:
        books.hands[ANN].remove(card)
        books.discard.add(card)
    if other.kind in ("thing", "activity"):
        books.free[ANN] -= not is_illicit(other)
    case = Case(BO, ANN, NOTHING, answer.cards[0])
    for effect in books.face(answer.cards[0]).effects:
        if effect.verb != "cancel":
            books.carry_out(effect, case)
    books.closes()


def check_counter(face: Face) -> None:
    """A card against Whenevers saves Ann's Sleep from Bo's noise."""
    sleep, noise = card_named("Sleep"), card_named("Car Alarm")
    stage = Stage()
    stage.hands[ANN].append(stage.out(sleep))
    stage.hands[BO].append(stage.out(noise))
    stage.hands[CY].append(stage.out(face))
    g = stage.build()
    g.apply(Action(DO, ANN, (held(g, ANN, sleep),)))
    g.apply(Action(CANCEL, BO, (held(g, BO, noise),)))
    g.apply(Action(CANCEL, CY, (held(g, CY, face),)))
    everybody_passes(g)
    assert [g.printed(c).name for c in g.rooms[ANN]] == ["Sleep"]
    assert {g.printed(c).name for c in g.discard} == {noise.name, face.name}


def check_too_late(face: Face, words: tuple[str, ...]) -> None:
    """What lies in a room already, or a moment without announcement, is nothing to cancel."""
    stage = Stage()
    stage.hands[BO].append(stage.out(face))
    stage.rooms[ANN] += stage.pick(words, 1, ROOM_KINDS)
    g = stage.build()
    refused(g, Action(CANCEL, BO, (held(g, BO, face),)))
    refused(g, Action(PLAY, BO, (held(g, BO, face),)))
