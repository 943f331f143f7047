"""What comes with the turns: guests and their rolls, pests, upkeep, lasting cards."""

from collections.abc import Iterable
from itertools import product
from typing import Final

from core.actions import CALL, EVICT, KEEP, NEXT, TO_DISCARD, Action
from core.cards import Effect, Face
from core.game import Game
from core.state import CALL_PHASE, DRAW_PHASE, ROLL_PHASE, WORDS
from tests.kit.oracle.books import Case
from tests.kit.oracle.referee import COMES_ON, Referee
from tests.kit.oracle.situations import (
    ANN,
    BO,
    CY,
    DI,
    ENOUGH,
    ROOM_CARDS,
    Stage,
    announcement,
    card_named,
    choose,
    deal,
    fits,
    has,
    held,
    is_house_pet,
    lying,
    next_turn_of,
    number,
    others,
    play,
    refused,
    roll,
    settle,
    stages,
    walk,
)

LEAVES_ON: Final = 4


def charm(face: Face, effect: Effect) -> None:
    """Added to the owner's call rolls, whomever the Person is for, and to nobody else's."""
    caller = card_named("Mr. Gamer")
    for seat, to, die in product((ANN, BO), (ANN, BO), range(1, 7)):
        stage, _ = stages(face)
        deal(stage, seat, [caller])
        g = stage.build(seat, CALL_PHASE)
        card = held(g, seat, caller)
        play(g, Action(CALL, seat, (card,), to=to), die)
        added = number(effect) if seat == ANN else 0
        assert (g.owner(card) == to) == (die + added >= COMES_ON)
    charms_add_up(face, effect)


def charms_add_up(face: Face, effect: Effect) -> None:
    """With a book in the room that subtracts 1, both count."""
    caller, book = card_named("Mr. Gamer"), card_named("Conversational Goblin")
    for die in range(1, 7):
        stage, _ = stages(face)
        less = -1 if face is not book else 0
        stage.rooms[ANN] += [stage.out(book)] if less else []
        deal(stage, ANN, [caller])
        g = stage.build(ANN, CALL_PHASE)
        card = held(g, ANN, caller)
        play(g, Action(CALL, ANN, (card,), to=ANN), die)
        assert (g.owner(card) == ANN) == (die + number(effect) + less >= COMES_ON)


def nerve(face: Face, effect: Effect) -> None:
    """Added to the owner's rolls to get rid of People, and to nobody else's."""
    guest = card_named("Captain Spoiler")
    for seat, die in product((ANN, BO), range(1, 7)):
        stage, _ = stages(face)
        stage.rooms[seat].append(stage.out(guest))
        g = stage.build(seat, ROLL_PHASE, ENOUGH, ENOUGH)
        card = lying(g, seat, guest)
        play(g, Action(EVICT, seat, on=card), die)
        added = number(effect) if seat == ANN else 0
        assert (g.owner(card) != seat) == (die + added >= LEAVES_ON)


def cling(face: Face, effect: Effect) -> None:
    """He may be kept, but there is no roll to get rid of him."""
    stage, _ = stages(face)
    g = stage.build(ANN, ROLL_PHASE)
    card = lying(g, ANN, face)
    refused(g, Action(EVICT, ANN, on=card))
    assert Action(KEEP, ANN, on=card) in g.legal(ANN)


# -- turn by turn ----------------------------------------------------------------------------------


def roll_phase(face: Face, effects: Iterable[Effect], income: int | None = None) -> Game:
    """Ann is about to enter her Roll phase with the card in her room and things it works on."""
    stage, _ = stages(face)
    for effect in effects:
        if "what" in effect.params:
            stage.rooms[ANN] += stage.pick(effect.params["what"], 2)
    for seat in (BO, CY, DI):
        stage.hands[seat] += stage.bystanders()
    return stage.build(ANN, DRAW_PHASE, income)


def attempts(face: Face) -> list[tuple[str, int]]:
    """How a Roll phase may go for a guest: kept, or rolled for."""
    if face.kind != "person":
        return [("", 0)]
    if is_house_pet(face) or has(face, "cling"):
        return [(KEEP, 0), ("ignored", 0)]
    return [(KEEP, 0), (EVICT, 1), (EVICT, 6), ("ignored", 0)]


def go_through(g: Game, card: int, attempt: str, die: int) -> bool:
    """The Roll phase begins and the attempt is made; whether the card now has its effect."""
    g.apply(Action(NEXT, ANN))
    if attempt:
        settle(g, 1)  # what other cards there do
    if attempt == "ignored":
        g.apply(Action(NEXT, ANN))
    elif attempt:
        g.apply(Action(attempt, ANN, on=card))
    if die:
        roll(g, die)
    return die < LEAVES_ON


def sent_away(g: Game) -> None:
    """The guest goes to the discard pile; where nobody else may take it, nobody is asked."""
    if g.stack:
        choose(g, TO_DISCARD)


def each_turn(face: Face, effect: Effect, seen: set[int]) -> None:
    """The effects happen in the owner's Roll phase, unless it is a guest who leaves."""
    inside = effect.params["effects"]
    assert isinstance(inside, tuple)
    dice = (1, 3, 4, 6) if any(e.verb == "roll" for e in inside) else (0,)
    for (attempt, die), later in product(attempts(face), dice):
        g = roll_phase(face, walk(inside))
        card = lying(g, ANN, face)
        referee = Referee(g, *([later] if later else []))
        if go_through(g, card, attempt, die):
            for e in inside:
                referee.carry_out(e, Case(ANN, ANN, -1, card))
        else:
            sent_away(g)
            referee.trashed(card)
            referee.dice.clear()
        referee.closes()
        seen |= referee.checked


def upkeep(face: Face, effect: Effect) -> None:
    """In the Roll phase the owner pays or lets it go; without the Income it goes."""
    pay, let_go = WORDS.index("pay"), WORDS.index("let go")
    answers = (pay, let_go, None)
    for (attempt, die), answer in product(attempts(face), answers):
        income = number(effect) - 1 if answer is None else number(effect)
        g = roll_phase(face, (), income)
        card = lying(g, ANN, face)
        if go_through(g, card, attempt, die):
            if answer is not None:
                choose(g, answer)
            kept = answer == pay
            assert g.income_left(ANN) == income - (number(effect) if kept else 0)
            assert (g.owner(card) == ANN) == kept
            assert (card in g.discard) != kept
        else:
            assert g.income_left(ANN) == income
            sent_away(g)


def pest(face: Face, effect: Effect) -> None:
    """Each turn it stays it takes a card; sent to another room, it takes one there at once."""
    for attempt, die in attempts(face):
        g = roll_phase(face, (effect,))
        card = lying(g, ANN, face)
        referee = Referee(g)
        if go_through(g, card, attempt, die):
            referee.bite(effect, card)
        else:
            sent_away(g)
            referee.trashed(card)
        referee.closes()
    stage, _ = stages(face)
    for seat in (ANN, BO):
        stage.rooms[seat] += stage.pick(effect.params["what"], 2)
    g = stage.build(ANN, DRAW_PHASE)
    card = lying(g, ANN, face)
    referee = Referee(g)
    go_through(g, card, EVICT, 6)
    choose(g, BO)
    referee.enters(card, BO, referee.leaves(card))
    referee.closes()
    pest_tastes(face, effect)


def pest_tastes(face: Face, effect: Effect) -> None:
    """Alone with any card of the deck, it takes it if the filter means it."""
    for other in others(face, ROOM_CARDS):
        stage = Stage()
        deal(stage, ANN, [face])
        stage.rooms[BO].append(stage.out(other))
        g = stage.build(ANN, CALL_PHASE)
        card, prey = held(g, ANN, face), lying(g, BO, other)
        action = Action(CALL, ANN, (card,), to=BO)
        if g.refusal(action) is None:
            play(g, action)
            safe = other.permanent or any(
                fits(other, e.params["what"]) for e in other.effects if e.verb == "guard"
            )
            eaten = fits(other, effect.params["what"]) and not safe
            assert (prey in g.discard) == eaten, other.name
        else:
            assert has(other, "bar") or has(face, "seeks")


# -- lasting ---------------------------------------------------------------------------------------


def lasting(face: Face, effect: Effect) -> None:
    """The card lies beside the player for as long as it says, then it is discarded."""
    until = effect.params["until"]
    for turn in (ANN, CY):
        to = BO if effect.params["who"] == "target" else -1
        beside = BO if to == BO else ANN
        stage = Stage()
        deal(stage, ANN, [face])
        g = stage.build(turn)
        card = held(g, ANN, face)
        play(g, announcement(g, ANN, card, to))
        assert [(laid.card, laid.seat) for laid in g.table] == [(card, beside)]
        own_turns_ended = 0
        for turns_ended in range(9):
            over = {
                "end of turn": turns_ended >= 1,
                "end of next turn": own_turns_ended >= (2 if turn == beside else 1),
                "end of game": False,
            }[str(until)]
            assert (card in g.discard) == over
            assert bool(g.table) != over
            own_turns_ended += g.turn == beside
            g = next_turn_of(g, (g.turn + 1) % 4)
