"""Plays a life card in every kind of situation that its data speaks of."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from core.actions import CANCEL, DO, NOBODY, NOTHING, PLAY, THROW, Action
from core.cards import Effect, Face
from core.game import Game
from core.state import CALL_PHASE, FREE_PHASE
from tests.kit.oracle import situations as s
from tests.kit.oracle.referee import Case, Referee
from tests.kit.oracle.situations import ANN, BO, fits, has, held, refused, walk

CARD_VERBS: Final = ("take", "trash", "mark", "worth", "send")  # a card in play is named
ROOM_VERBS: Final = ("pest", "lose", "mark-all", "trash-all", "scare")  # they look into rooms
OLD_ROLE: Final = s.card_named("Telemarketer")
CANCELS: Final = tuple(f for f in s.LIFE if has(f, "cancel"))


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


def _words(face: Face) -> tuple[str, ...]:
    """All words of the card's filters, but not of what it cancels."""
    found: list[str] = []
    for effect in walk(face.effects):
        what = effect.params.get("what", ())
        if isinstance(what, tuple) and effect.verb != "cancel":
            found += what
    return tuple(found)


# -- setting the table -----------------------------------------------------------------------------


def furnished(face: Face, trial: Trial) -> tuple[s.Stage, list[Face]]:
    """A table with Ann about to play the card; and the cards it may name, if it must name one."""
    stage = s.staged(None, {ANN: [face]})
    stage.tried = face
    you = trial.to if face.kind == "person" and trial.to != NOBODY else ANN
    first = you if trial.to == NOBODY else trial.to
    around = [(first + i) % len(s.SEATS) for i in s.SEATS]
    targets: list[Face] = []
    for effect in walk(face.effects):
        what = effect.params.get("what", ())
        if effect.verb in ROOM_VERBS and trial.rich:
            for seat in around:
                stage.rooms[seat] += stage.pick(what, 2, s.ROOM_KINDS)
        elif effect.verb == "salvage":
            stage.discard += stage.pick(what, 2 if trial.rich else 1) + stage.bystanders(what)
        elif effect.verb == "send":
            targets = [stage.out(s.card_named("Hungry Girl"))]
            for seat in s.SEATS:
                stage.rooms[seat] += stage.pick(("Food",), 2 if trial.rich else 1)
        elif effect.verb in CARD_VERBS:
            targets = stage.pick(what, 2, s.ROOM_KINDS)
            targets = targets or stage.pick(what, 1, ("whenever",))  # it lies on the table
        elif effect.verb == "new-role":
            stage.roles[you if effect.params["who"] == "you" else trial.to] = OLD_ROLE
    if (naming := target_effect(face)) is not None:
        if targets[0].kind == "whenever":
            stage.beside.append((targets[0], whose_room(naming)))
        else:
            stage.rooms[whose_room(naming)] += targets
    if "Nookie" in face.categories and trial.rich:
        for seat, sleeps in ((BO, 2), (s.DI, 1), (s.CY, 1)):
            stage.rooms[seat] += stage.pick(("Sleep",), sleeps)
    for seat in s.SEATS:
        stage.rooms[seat] += stage.bystanders(_words(face))
        for _ in range(3 if trial.rich else seat == trial.to):
            stage.hands[seat] += stage.bystanders()
    return stage, targets


def seat_down(face: Face, trial: Trial) -> tuple[Referee, int, int]:
    """The referee at that table, Ann's card and the card it is played on."""
    stage, targets = furnished(face, trial)
    numbers = (face.cost + 2, 2) if face.kind in ("thing", "activity") else (None, None)
    g = stage.build(trial.turn, s.phase_of(face), *numbers)
    effect = target_effect(face)
    on = NOTHING
    if trial.target >= 0 and effect is not None:
        on = s.lying(g, whose_room(effect), targets[trial.target])
    return Referee(g, *trial.dice), held(g, ANN, face), on


# -- which situations ------------------------------------------------------------------------------


def trials(face: Face) -> Iterator[Trial]:
    turns = (ANN, BO, s.CY) if face.kind == "whenever" else (ANN,)
    effect = target_effect(face)
    places = [-1] if effect is None else list(range(len(furnished(face, Trial())[1])))
    rooms = [NOBODY]
    if face.kind == "person":
        rooms = [ANN] if s.is_house_pet(face) else [ANN, BO]
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
    called = face.kind == "person" and face.slack > 0 and not s.is_house_pet(face)
    if called or s.is_illicit(face):
        yield (1,)
        yield (2,)
        rows.append((3, 6))
    if face.die is not None and has(face, "endure"):
        rows.append(tuple(range(1, 7)))
    elif face.die is not None:
        safely = (6,) if rows else ()
        yield from ((*safely, value) for value in range(1, 1 - face.die))
        rows.append(tuple(range(max(1, 1 - face.die), 7)))
    if has(face, "roll"):
        rows.append((1, 3, 4, 6))
    yield from product(*rows)


def check_playing(face: Face) -> set[int]:
    """Plays the card in all these situations; the effects that were seen happening."""
    if has(face, "cancel"):
        return check_cancel(face)
    if has(face, "stranger"):
        return set()  # see SHOWN in standing.py
    seen: set[int] = set()
    for trial in trials(face):
        referee, card, on = seat_down(face, trial)
        referee.play(ANN, card, trial.to, on)
        referee.looks_ahead()
        seen |= referee.checked
    check_refusals(face)
    if "TV" in face.categories:
        check_throwing(face)
    return seen


# -- what must be refused --------------------------------------------------------------------------


def check_refusals(face: Face) -> None:
    """Not in another phase or turn, not on the wrong target, not without Income or Free Time."""
    first = next(trials(face))
    referee, card, on = seat_down(face, first)
    action = s.announcement(referee.g, ANN, card, first.to, on)
    stage, _ = furnished(face, first)
    if face.kind != "whenever":
        wrong = FREE_PHASE if face.kind == "person" else CALL_PHASE
        refused(stage.build(ANN, wrong), action)
        refused(stage.build(s.CY, s.phase_of(face)), action)
    if face.kind in ("thing", "activity"):
        if not s.is_illicit(face):
            refused(stage.build(income=face.cost, free=0), action)
        if face.cost:
            refused(stage.build(income=face.cost - 1), action)
    if s.is_house_pet(face):
        refused(referee.g, action._replace(to=BO))
    if names_player(face) and target_effect(face) is None:
        refused(referee.g, action._replace(to=NOBODY))
        if face.on == "others":
            refused(referee.g, action._replace(to=ANN))
    check_wrong_cards(face, action)


def _in_the_way(other: Face, face: Face) -> bool:
    """A card that keeps others safe or stays where it is, or the card on trial in the hand."""
    bans = s.of(other, "forbid")
    return has(other, "guard", "seeks") or any(fits(face, e.params["what"]) for e in bans)


def check_wrong_cards(face: Face, action: Action) -> None:
    """Of all cards in play it can name exactly those that its filter and its reach mean."""
    effect = target_effect(face)
    if effect is None:
        return
    what = effect.params["what"]
    whose = "others" if effect.verb == "take" else effect.params["whose"]
    rooms = {"any": (ANN, BO), "others": (BO,), "own": (ANN,)}[str(whose)]
    there = [
        f for f in s.others(face, s.ROOM_CARDS) if not f.permanent and not _in_the_way(f, face)
    ]
    for seat in (ANN, BO):
        stage = s.staged(None, {ANN: [face]}, {seat: there})
        stage.force(s.card_named("Raise"), seat)  # it lies on the table
        g = stage.build()
        card, beside = held(g, ANN, face), [laid.card for laid in g.table]
        legal = {m.on for m in g.legal(ANN) if m.kind == action.kind and m.cards == (card,)}
        reach = [*g.rooms[seat], *(beside if effect.verb == "trash" else [])]
        fitting = {c for c in reach if fits(g.printed(c), what)}
        assert legal == (fitting if seat in rooms else set())
        for other in (*g.rooms[seat], *beside):
            named = s.announcement(g, ANN, card, on=other)
            assert (g.refusal(named) is None) == (other in legal)
        refused(g, s.announcement(g, ANN, card))


# -- edges of single verbs -------------------------------------------------------------------------


def check_throwing(face: Face) -> None:
    """TV thrown at Bo's Activity: it comes into that room and all its effects are Bo's."""
    stage, _ = furnished(face, Trial(to=BO))
    sale = stage.out(s.card_named("Yard Sale"))
    stage.hands[BO].append(sale)
    g = stage.build(BO)
    referee = Referee(g)
    card, stopped = held(g, ANN, face), held(g, BO, sale)
    g.apply(Action(DO, BO, (stopped,)))
    g.apply(Action(THROW, ANN, (card,)))
    referee.free[BO] -= 1
    referee.hands[BO].remove(stopped)
    referee.hands[ANN].remove(card)
    referee.agrees()
    s.everybody_passes(g)
    referee.discard.add(stopped)
    referee.enters(card, BO)
    referee.closes()


# -- cards that cancel -----------------------------------------------------------------------------


def check_cancel(face: Face) -> set[int]:
    """Against every kind of card: stopped if the filter means it, refused if not."""
    effect = next(e for e in face.effects if e.verb == "cancel")
    words = effect.params["what"]
    assert isinstance(words, tuple)
    stopped = 0
    for other in s.tastes(f for f in s.LIFE if f not in CANCELS):
        before, now = announced(other.number, face.number if len(face.effects) > 1 else -1)
        answer = Action(CANCEL, BO, (held(now, BO, face),))
        if fits(other, words) or (other.kind == "thing" and "Shopping" in words):
            stopped += 1
            check_stopped(before.copy(), now.copy(), other, answer, "Shopping" in words)
        else:
            refused(now, answer)
    assert stopped, f"nothing in the deck can be stopped by {face.name}"
    stage = s.staged(None, {BO: [face]})
    stage.rooms[ANN] += stage.pick(words, 1, s.ROOM_KINDS)  # too late: it lies there already
    g = stage.build()
    for kind in (CANCEL, PLAY):
        refused(g, Action(kind, BO, (held(g, BO, face),)))
    return {id(effect) for effect in walk(face.effects)}


@cache
def announced(number: int, answer: int) -> tuple[Game, Game]:
    """The table before Ann announces a card and with the window open.

    Bo holds the answer, or with -1 all those that do nothing else.
    """
    other = s.CATALOG.faces[number]
    first = next(trials(other))
    stage, _ = furnished(other, first)
    alone = [f for f in CANCELS if len(f.effects) == 1]
    answers = [s.CATALOG.faces[answer]] if answer >= 0 else alone
    stage.hands[BO] += [stage.out(f) for f in answers]
    before = stage.build(ANN, s.phase_of(other), income=other.cost + 2, free=2)
    effect = target_effect(other)
    on = NOTHING
    if effect is not None:
        room = [*before.rooms[whose_room(effect)], *(laid.card for laid in before.table)]
        on = next(c for c in room if fits(before.printed(c), effect.params["what"]))
    now = before.copy()
    now.apply(s.playing(now, ANN, other, first.to, on))
    return before, now


def check_stopped(before: Game, now: Game, other: Face, answer: Action, trip: bool) -> None:
    """The card was never played: discarded, its Free Time gone, a stopped trip's Things back."""
    books = Referee(before)
    books.g = now
    card = held(before, ANN, other)
    now.apply(answer)
    s.everybody_passes(now)
    books.hands[BO].remove(answer.cards[0])
    books.discard.add(answer.cards[0])
    if other.kind != "thing" or s.is_illicit(other) or not trip:
        books.hands[ANN].remove(card)
        books.discard.add(card)
    if other.kind in ("thing", "activity"):
        books.free[ANN] -= not s.is_illicit(other)
    for effect in books.face(answer.cards[0]).effects:
        if effect.verb != "cancel":
            books.carry_out(effect, Case(BO, ANN, NOTHING, answer.cards[0]))
    books.closes()
