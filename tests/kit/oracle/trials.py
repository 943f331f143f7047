"""Plays a life card in every kind of situation that its data speaks of."""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from core.actions import CALL, DO, NOBODY, NOTHING, ROLE, THROW, Action
from core.cards import Effect, Face
from core.game import Game
from core.state import CALL_PHASE, FREE_PHASE
from tests.kit.oracle.referee import Referee
from tests.kit.oracle.situations import (
    ANN,
    BO,
    CY,
    DI,
    ROLES,
    ROOM_CARDS,
    ROOM_KINDS,
    SEATS,
    Stage,
    announcement,
    card_named,
    everybody_passes,
    fits,
    has,
    held,
    is_house_pet,
    is_illicit,
    lying,
    others,
    refused,
    roll,
    walk,
)

CARD_VERBS: Final = ("take", "trash", "mark", "worth", "send")  # a card in play is named
ROOM_VERBS: Final = ("pest", "lose", "mark-all", "trash-all", "scare")  # they look into rooms
OLD_ROLE: Final = card_named("Telemarketer")


class Trial(NamedTuple):
    """One way to play a card: in whose turn, on whom or what, with what in reach, which dice."""

    turn: int = ANN
    to: int = NOBODY
    target: int = -1  # the place of the target among the cards that fit
    rich: bool = True  # whether there is something for the card to work on
    dice: tuple[int, ...] = ()


def target_effect(face: Face) -> Effect | None:
    return next((e for e in face.effects if e.verb in CARD_VERBS), None)


def names_player(face: Face) -> bool:
    return any(e.params.get("who") == "target" or e.verb == "pilfer" for e in walk(face.effects))


def whose_room(effect: Effect) -> int:
    return ANN if effect.params.get("whose") == "own" else BO


# -- setting the table -----------------------------------------------------------------------------


def furnished(face: Face, trial: Trial) -> tuple[Stage, list[Face]]:
    """A table with Ann about to play the card; and the cards it may name, if it must name one."""
    stage = Stage()
    stage.tried = face
    stage.hands[ANN].append(stage.out(face))
    words = tuple(w for e in walk(face.effects) for w in _words(e))
    you = trial.to if face.kind == "person" and trial.to != NOBODY else ANN
    first = you if trial.to == NOBODY else trial.to
    around = [(first + i) % len(SEATS) for i in SEATS]
    targets: list[Face] = []
    for effect in walk(face.effects):
        if effect.verb in ROOM_VERBS and trial.rich:
            for seat in around:
                stage.rooms[seat] += stage.pick(effect.params["what"], 2, ROOM_KINDS)
        elif effect.verb == "salvage":
            stage.discard += stage.pick(effect.params["what"], 2 if trial.rich else 1)
            stage.discard += stage.bystanders(effect.params["what"])
        elif effect.verb == "send":
            targets = [stage.out(card_named("Hungry Girl"))]
            for seat in SEATS:
                stage.rooms[seat] += stage.pick(("Food",), 2 if trial.rich else 1)
        elif effect.verb in CARD_VERBS:
            targets = stage.pick(effect.params["what"], 2, ROOM_KINDS)
            if not targets:  # it lies on the table
                targets = stage.pick(effect.params["what"], 1, ("whenever",))
        elif effect.verb == "new-role":
            stage.roles[you if effect.params["who"] == "you" else trial.to] = OLD_ROLE
    if (naming := target_effect(face)) is not None:
        place = stage.beside if targets[0].kind == "whenever" else stage.rooms
        place[whose_room(naming)] += targets
    if "Nookie" in face.categories and trial.rich:
        stage.rooms[BO] += stage.pick(("Sleep",), 2)
        stage.rooms[DI] += stage.pick(("Sleep",), 1)
        stage.rooms[CY] += stage.pick(("Sleep",), 1)
    for seat in SEATS:
        stage.rooms[seat] += stage.bystanders(words)
        for _ in range(3 if trial.rich else seat == trial.to):
            stage.hands[seat] += stage.bystanders()
    return stage, targets


def _words(effect: Effect) -> tuple[str, ...]:
    what = effect.params.get("what", ())
    return what if isinstance(what, tuple) and effect.verb != "cancel" else ()


def seat_down(face: Face, trial: Trial) -> tuple[Referee, int, int]:
    """The referee at that table, Ann's card and the card it is played on."""
    stage, targets = furnished(face, trial)
    phase = CALL_PHASE if face.kind == "person" else FREE_PHASE
    numbers = (face.cost + 2, 2) if face.kind in ("thing", "activity") else (None, None)
    g = stage.build(trial.turn, phase, *numbers)
    effect = target_effect(face)
    on = NOTHING
    if trial.target >= 0 and effect is not None:
        on = lying(g, whose_room(effect), targets[trial.target])
    return Referee(g, *trial.dice), held(g, ANN, face), on


# -- which situations ------------------------------------------------------------------------------


def trials(face: Face) -> Iterator[Trial]:
    turns = (ANN, BO, CY) if face.kind == "whenever" else (ANN,)
    effect = target_effect(face)
    places = [-1]
    if effect is not None:
        places = list(range(len(furnished(face, Trial())[1])))
    rooms = [NOBODY]
    if face.kind == "person":
        rooms = [ANN] if is_house_pet(face) else [ANN, BO]
    elif names_player(face) and effect is None:  # else it is the owner of the card
        rooms = [BO] if face.on == "others" else [ANN, BO]
    # A Person that seeks something comes only where it is.
    reach = (True,) if has(face, "seeks") else (True, False)
    for turn, to, place, rich in product(turns, rooms, places, reach):
        for dice in all_dice(face):
            yield Trial(turn, to, place, rich, dice)


def all_dice(face: Face) -> Iterator[tuple[int, ...]]:
    """What may be rolled: who is not home, every rolled Slack, both sides of each other die."""
    rows: list[tuple[int, ...]] = []
    called = face.kind == "person" and face.slack > 0 and not is_house_pet(face)
    if called:
        yield (1,)
        yield (2,)
        rows.append((3, 6))
    if is_illicit(face):
        yield (1,)
        yield (2,)
        rows.append((3, 6))
    if face.die is not None and has(face, "endure"):
        rows.append(tuple(range(1, 7)))
    elif face.die is not None:
        safely = [(6,)] if rows else [()]
        yield from ((*luck, value) for luck in safely for value in range(1, 1 - face.die))
        rows.append(tuple(range(max(1, 1 - face.die), 7)))
    if has(face, "roll"):
        rows.append((1, 3, 4, 6))
    yield from product(*rows)


def check_playing(face: Face) -> set[int]:
    """Plays the card in all these situations; the effects that were seen happening."""
    if has(face, "stranger"):
        return check_stranger(face)
    seen: set[int] = set()
    for trial in trials(face):
        referee, card, on = seat_down(face, trial)
        referee.play(ANN, card, trial.to, on)
        referee.looks_ahead()
        seen |= referee.checked
    check_refusals(face)
    if "TV" in face.categories:
        check_throwing(face)
    if has(face, "trash"):
        check_trash_beside(face)
    if has(face, "salvage"):
        check_nothing_to_salvage(face)
    return seen


# -- what must be refused --------------------------------------------------------------------------


def check_refusals(face: Face) -> None:
    """Not in another phase or turn, not on the wrong target, not without Income or Free Time."""
    first = next(trials(face))
    referee, card, on = seat_down(face, first)
    action = announcement(referee.g, ANN, card, first.to, on)
    stage, _ = furnished(face, first)
    if face.kind != "whenever":
        wrong = FREE_PHASE if face.kind == "person" else CALL_PHASE
        refused(stage.build(ANN, wrong), action)
        refused(stage.build(CY, CALL_PHASE if face.kind == "person" else FREE_PHASE), action)
    if face.kind in ("thing", "activity"):
        if not is_illicit(face):
            refused(stage.build(income=face.cost, free=0), action)
        if face.cost:
            refused(stage.build(income=face.cost - 1), action)
    if is_house_pet(face):
        refused(referee.g, action._replace(to=BO))
    if names_player(face) and target_effect(face) is None:
        refused(referee.g, action._replace(to=NOBODY))
        if face.on == "others":
            refused(referee.g, action._replace(to=ANN))
    check_wrong_cards(face, action)


def _in_the_way(other: Face, face: Face) -> bool:
    """A card that keeps others safe or stays where it is, or the card on trial in the hand."""
    return any(has(other, verb) for verb in ("guard", "seeks")) or any(
        e.verb == "forbid" and fits(face, e.params["what"]) for e in other.effects
    )


def check_wrong_cards(face: Face, action: Action) -> None:
    """Of all cards in play it can name exactly those that its filter and its reach mean."""
    effect = target_effect(face)
    if effect is None:
        return
    what = effect.params["what"]
    whose = "others" if effect.verb == "take" else effect.params["whose"]
    rooms = {"any": (ANN, BO), "others": (BO,), "own": (ANN,)}[str(whose)]
    for seat in (ANN, BO):
        stage = Stage()
        stage.hands[ANN].append(stage.out(face))
        stage.rooms[seat] += [stage.out(f) for f in others(face, ROOM_CARDS) if not f.permanent]
        stage.rooms[seat] = [f for f in stage.rooms[seat] if not _in_the_way(f, face)]
        g = stage.build()
        card = held(g, ANN, face)
        legal = {a.on for a in g.legal(ANN) if a.kind == action.kind and a.cards == (card,)}
        fitting = {c for c in g.rooms[seat] if fits(g.printed(c), what)}
        assert legal == (fitting if seat in rooms else set())
        for other in g.rooms[seat]:
            named = announcement(g, ANN, card, on=other)
            assert (g.refusal(named) is None) == (other in legal)
        refused(g, announcement(g, ANN, card))


# -- TV --------------------------------------------------------------------------------------------


def check_throwing(face: Face) -> None:
    """Thrown at Bo's Activity: it comes into his room and all its effects are his."""
    stage, _ = furnished(face, Trial(to=BO))
    stage.hands[BO].append(stage.out(card_named("Yard Sale")))
    g = stage.build(BO)
    referee = Referee(g)
    card, stopped = held(g, ANN, face), held(g, BO, card_named("Yard Sale"))
    g.apply(Action(DO, BO, (stopped,)))
    g.apply(Action(THROW, ANN, (card,)))
    referee.free[BO] -= 1
    referee.hands[BO].remove(stopped)
    referee.hands[ANN].remove(card)
    referee.agrees()
    everybody_passes(g)
    referee.discard.add(stopped)
    referee.enters(card, BO)
    referee.closes()


# -- edges of single verbs -------------------------------------------------------------------------


def check_trash_beside(face: Face) -> None:
    """A lasting card on the table is in play too: it can be trashed if the filter means it."""
    effect = target_effect(face)
    assert effect is not None
    lasting = card_named("Raise")
    stage = Stage()
    stage.hands[ANN].append(stage.out(face))
    stage.force(lasting, BO)
    g = stage.build(BO)
    referee = Referee(g)
    card, on = held(g, ANN, face), g.table[0].card
    if fits(lasting, effect.params["what"]):
        referee.play(ANN, card, on=on)
    else:
        refused(g, announcement(g, ANN, card, on=on))


def check_nothing_to_salvage(face: Face) -> None:
    """A Whenever needs something to work on (RUL-20); anything else is worth playing anyway."""
    stage = Stage()
    stage.hands[ANN].append(stage.out(face))
    stage.discard += stage.bystanders(tuple(w for e in face.effects for w in _words(e)))
    g = stage.build()
    if face.kind == "whenever":
        refused(g, announcement(g, ANN, held(g, ANN, face)))
    else:
        Referee(g, *([6] if face.die is not None else [])).play(ANN, held(g, ANN, face))


# -- the stranger ----------------------------------------------------------------------------------


def check_stranger(face: Face) -> set[int]:
    """A role is drawn for him; its goal mod 3 is his Slack, and at 0 he is uninvited."""
    seen: set[int] = set()
    for role, die in product(ROLES, (2, 3)):
        slack = role.goal % 3
        g, card = stranger_called(face, role)
        if slack:
            roll(g, die)
        referee = Referee(g)
        assert (g.owner(card) == BO) == (slack == 0 or die == 3)
        assert g.slack[BO] == (slack if g.owner(card) == BO else 0)
        referee.closes()
        seen |= {id(e) for e in face.effects if e.verb == "stranger"}
    check_uninvited(face)
    return seen


def stranger_called(face: Face, role: Face, *guests: str) -> tuple[Game, int]:
    """He is called to Bo, where these guests already are, and the role drawn for him is this."""
    stage = Stage()
    stage.hands[ANN].append(stage.out(face))
    stage.rooms[BO] += [stage.out(card_named(name)) for name in guests]
    stage.hands[CY].append(stage.out(card_named("Fake a Gas Leak")))
    g = stage.build(ANN, CALL_PHASE)
    card = held(g, ANN, face)
    g.apply(Action(CALL, ANN, (card,), to=BO))
    everybody_passes(g)
    g.apply(Action(ROLE, -1, value=role.number))
    return g, card


def check_uninvited(face: Face) -> None:
    """At 0 he is no invited Person for other cards either; above 0 he is one."""
    for role in ROLES:
        g, card = stranger_called(face, role, "Bottomless Chili Pot")
        if role.goal % 3:
            roll(g, 6)
        assert g.worth(card) == (role.goal % 3 + 1 if role.goal % 3 else 0)
    check_stranger_leaves(face)


def check_stranger_leaves(face: Face) -> None:
    """Discarded, he is the printed card again, and the role drawn for him is discarded too."""
    leak = card_named("Fake a Gas Leak")
    for role in ROLES:
        g, card = stranger_called(face, role)
        if role.goal % 3:
            roll(g, 6)
        assert g.owner(card) == BO
        g.apply(announcement(g, CY, held(g, CY, leak), on=card))
        everybody_passes(g)
        assert card in g.discard
        assert g.printed(card) is face
        assert g.role_discard == [role.number]
