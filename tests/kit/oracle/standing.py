"""Standing effects, each checked from what the vocabulary says about its verb.

Most are rows of two tables: how to measure something at a table, and what becomes of the numbers
when the card is there. NUMBERS are measured once, TASTES with every kind of card that filters can
tell apart; gone again, a card leaves everything as it was. What is more than that has a check of
its own among the CHECKS; what a few cards do, in one way each, scenarios tell (SHOWN).
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import product
from typing import Final, NamedTuple

from core.actions import CALL, EVICT, KEEP, NEXT, THROW, TO_DISCARD, Action
from core.cards import Effect, Face
from core.events import ENTERED
from core.game import Game
from core.state import CALL_PHASE, DRAW_PHASE, FREE_PHASE, ROLL_PHASE, WORDS, Ask
from tests.kit.oracle import situations as s
from tests.kit.oracle.referee import HAND_LIMIT, LEAVES_ON, Case, Referee
from tests.kit.oracle.situations import ANN, BO, CY, fits, has, held, lying, number, play, playing
from tests.kit.oracle.trials import target_effect

Numbers = tuple[int, ...]
DICE: Final = range(1, 7)
SUCKS: Final = s.card_named("Sucks to Be You!")  # discards any card in play
SHOW: Final = s.card_named("Talk Show")
RPGS: Final = s.card_named("RPGs")
LOOT: Final = next(f for f in s.LIFE if f.kind == "thing" and s.is_illicit(f) and not f.effects)
PESTS: Final = tuple(f for f in s.ROOM_CARDS if has(f, "pest") and not has(f, "seeks"))
TAKES: Final = tuple(f for f in s.LIFE if has(f, "take") and f.kind == "whenever")
PLAINS: Final = tuple(f for f in s.tastes(s.ROOM_CARDS) if not f.effects)


class Setting(NamedTuple):
    """The card in force for Ann; not there; or discarded before anything is measured."""

    face: Face | None = None
    gone: bool = False

    def game(
        self,
        hands: Mapping[int, Iterable[Face]] = s.NOTHING_THERE,
        rooms: Mapping[int, Iterable[Face]] = s.NOTHING_THERE,
        turn: int = ANN,
        phase: int = FREE_PHASE,
        income: int | None = None,
        free: int | None = None,
    ) -> Game:
        """Return a table, where Bo holds the card that throws out all s.others."""
        stage = s.staged(self.face, {**hands, BO: [*hands.get(BO, ()), SUCKS]}, rooms)
        stage.discard += stage.pick(("Book", "Sleep"))  # for those who look for something there
        g = stage.build(turn, phase, income, free)
        if self.gone and self.face is not None:
            play(g, playing(g, BO, SUCKS, on=lying(g, ANN, self.face)))
        return g


# -- numbers ---------------------------------------------------------------------------------------


def in_a_turn(setting: Setting) -> Numbers:
    """Income, Free Time and cards in hand, in a turn of Ann's and in one of Bo's."""
    face = setting.face
    short = face is not None and face.lasting is not None and face.lasting.until == "end of turn"
    g = setting.game(turn=ANN if short else s.DI)
    found: list[int] = []
    for seat in (ANN, BO):
        there = g if short and seat == ANN else s.next_turn_of(g, seat, CALL_PHASE)
        cards = HAND_LIMIT if there is g else len(there.hands[seat])
        found += [there.income_left(seat), there.time_left(seat), cards]
    return tuple(found)


def slacks(setting: Setting) -> Numbers:
    """Everybody's Slack but for what is printed on the card itself."""
    g = setting.game()
    printed = sum(g.printed(card).slack for card in g.rooms[ANN])
    return (g.slack[ANN] - printed, *g.slack[1:])


def _dice(tried: Callable[[int], bool]) -> int:
    """On how many dice something succeeds; it must be the highest ones."""
    done = [tried(die) for die in DICE]
    assert done == sorted(done)
    return sum(done)


def _comes(setting: Setting, seat: int, to: int, die: int) -> bool:
    caller = s.card_named("Mr. Gamer")
    g = setting.game({seat: [caller]}, turn=seat, phase=CALL_PHASE)
    card = held(g, seat, caller)
    play(g, playing(g, seat, caller, to), die)
    return g.owner(card) == to


def calls(setting: Setting) -> Numbers:
    """On how many dice a Person comes whom Ann or Bo calls to Ann or Bo."""
    pairs = product((ANN, BO), (ANN, BO))
    return tuple(_dice(partial(_comes, setting, seat, to)) for seat, to in pairs)


def _goes(setting: Setting, seat: int, die: int) -> bool:
    guest = s.card_named("Captain Spoiler")
    g = setting.game({}, {seat: [guest]}, seat, ROLL_PHASE, s.ENOUGH, s.ENOUGH)
    card = lying(g, seat, guest)
    play(g, Action(EVICT, seat, on=card), die)
    return g.owner(card) != seat


def evictions(setting: Setting) -> Numbers:
    """On how many dice a guest of Ann's or Bo's goes."""
    return tuple(_dice(partial(_goes, setting, seat)) for seat in (ANN, BO))


def _bought(setting: Setting, seat: int, die: int) -> Game:
    g = setting.game({seat: [LOOT]}, {}, seat, FREE_PHASE, LOOT.cost, 2)
    play(g, playing(g, seat, LOOT), die)
    return g


def smuggling(setting: Setting) -> Numbers:
    """On how many dice something Illicit comes off for Ann or Bo, and the Free Time if caught."""
    found: list[int] = []
    for seat in (ANN, BO):
        tables = [_bought(setting, seat, die) for die in DICE]
        caught = [g for g in tables if any(g.face[c] == LOOT.number for c in g.discard)]
        found += [len(DICE) - len(caught), max((g.time_left(seat) for g in caught), default=0)]
        assert caught == tables[: len(caught)]
    return tuple(found)


def _more(added: int, rolls: int) -> int:
    """How many more dice succeed than these, if that is added to each."""
    return min(6, max(0, rolls + added)) - rolls


# What is measured, and the difference that the card makes.
NUMBERS: Final[dict[str, tuple[Callable[[Setting], Numbers], Callable[[int], Numbers]]]] = {
    "earn": (in_a_turn, lambda n: (n, 0, 0, 0, 0, 0)),
    "leisure": (in_a_turn, lambda n: (0, n, 0, 0, 0, 0)),
    "hand": (in_a_turn, lambda n: (0, 0, n, 0, 0, 0)),
    "mood": (slacks, lambda n: (n, n, n, n)),
    "charm": (calls, lambda n: (_more(n, 4), _more(n, 4), 0, 0)),
    "nerve": (evictions, lambda n: (_more(n, 3), 0)),
    "cunning": (smuggling, lambda n: (_more(n, 4), 0, 0, 0)),
    "alibi": (smuggling, lambda _: (0, 2, 0, 0)),
}


def measured(face: Face, measure: Callable[[Setting], Numbers]) -> None:
    """All the card's effects on these numbers add up, and are gone with it."""
    without = measure(Setting())
    changes = [
        NUMBERS[effect.verb][1](number(effect) if "amount" in effect.params else 0)
        for effect in s.walk(face.effects)
        if effect.verb in NUMBERS and NUMBERS[effect.verb][0] is measure
    ]
    if face.kind == "role" and measure is in_a_turn:
        free = face.free_time[0] - s.NEUTRAL_TIME
        changes.append((face.income[0] - s.NEUTRAL_INCOME, free, 0, 0, 0, 0))
    assert measure(Setting(face)) == tuple(map(sum, zip(without, *changes, strict=True)))
    if can_go(face):
        assert measure(Setting(face, gone=True)) == without


def can_go(face: Face) -> bool:
    """Whether the card can be discarded; a role can't, nor can what says so."""
    return face.kind != "role" and not face.permanent


# -- tastes ----------------------------------------------------------------------------------------

PAID, TOOK, IDLE, STOPPED, WORTH, TOKENS = range(1, 7)
USED: Final = 10  # numbers of one seat


def _use(setting: Setting, other: Face, seat: int) -> Numbers:
    """Whether somebody can play a card, with what cost, how it enters, and all tokens after that.

    The cost: Income, Free Time, whether it can be done with none, and be stopped by TV.
    """
    hands = {BO: [SHOW, *([other] if seat == BO else [])]} | ({ANN: [other]} if seat == ANN else {})
    rooms, target = {}, target_effect(other)
    if target is not None:
        what, whose = target.params["what"], BO if target.params.get("whose") == "own" else ANN
        prey = next((f for f in PLAINS if fits(f, what) and f is not setting.face), RPGS)
        rooms = {seat ^ whose ^ BO: [prey]}
    g = setting.game(hands, rooms, seat, s.phase_of(other), s.ENOUGH, s.ENOUGH)
    card = next(c for c in reversed(g.hands[seat]) if g.printed(c) is other)
    moves = [m for m in g.legal(seat) if m.cards == (card,) and (m.kind != CALL or m.to == seat)]
    if not moves:
        return (0,) * USED
    if target is not None:
        moves = [move for move in moves if g.printed(move.on) is prey] or moves
    before = g.copy()
    events = g.apply(moves[0])
    paid = before.income_left(seat) - g.income_left(seat)
    took = before.time_left(seat) - g.time_left(seat)
    for income in {paid, max(0, paid - 1)}:
        before.extra_income[seat] += income - before.income_left(seat)
        assert (before.refusal(moves[0]) is None) == (income == paid)
    before.extra_income[seat] += paid - before.income_left(seat)
    before.extra_time[seat] -= before.time_left(seat)
    idle = int(before.refusal(moves[0]) is None)
    stopped = int(seat == ANN and g.refusal(Action(THROW, BO, (held(g, BO, SHOW),))) is None)
    events += s.settle(g)
    worth = sum(e.n for e in events if e.kind == ENTERED and e.cards == (card,))
    return 1, paid, took, idle, stopped, worth, *g.tokens


@cache
def use(setting: Setting, other: Face) -> Numbers | None:
    """How Ann plays a card, and Bo; at last, whether she can throw it as TV."""
    if has(other, "income-limit", "cancel"):
        return None  # a role changes Income; and there is nothing to cancel
    g = setting.game({ANN: [other], BO: [RPGS]}, turn=BO)
    g.apply(playing(g, BO, RPGS))
    throw = g.refusal(Action(THROW, ANN, (held(g, ANN, other),))) is None
    assert throw == any(move.kind == THROW for move in g.legal(ANN))
    return *_use(setting, other, ANN), *_use(setting, other, BO), int(throw)


@cache
def presence(setting: Setting, other: Face) -> Numbers | None:
    """What a card is worth in Ann's room, her Slack without the giver, and Bo's Slack."""
    if other not in s.ROOM_CARDS:
        return None
    g = setting.game({}, {ANN: [other], BO: [f for f in PLAINS if f not in (other, setting.face)]})
    *giver, card = g.rooms[ANN]
    return g.worth(card), g.slack[ANN] - sum(map(g.worth, giver)), g.slack[BO]


@cache
def welcome(setting: Setting, other: Face) -> Numbers | None:
    """Whether a Person can be called to Ann by her or by Bo, or be sent there from Bo's room."""
    if other.kind != "person" or has(other, "seeks"):
        return None
    found = []
    for seat in (ANN, BO):
        g = setting.game({seat: [other]}, turn=seat, phase=CALL_PHASE)
        call = Action(CALL, seat, (held(g, seat, other),), to=ANN)
        found.append(int(g.refusal(call) is None))
        assert found[-1] == any(m.kind == CALL and m.to == ANN for m in g.legal(seat))
    if not s.is_house_pet(other) and not has(other, "cling"):
        g = setting.game({}, {BO: [other]}, BO, ROLL_PHASE)
        g.apply(Action(EVICT, BO, on=lying(g, BO, other)))
        s.roll(g, 6)
        top = g.stack[-1]
        assert isinstance(top, Ask)
        assert {*top.options} - {ANN} == {CY, s.DI, TO_DISCARD}
        found.append(int(ANN in top.options))
    return tuple(found)


@cache
def danger(setting: Setting, other: Face) -> Numbers | None:
    """Which cards can take a card out of Ann's room, and whether a pest eats it."""
    if other not in s.ROOM_CARDS or has(other, "guard", "seeks", "permanent", "bar"):
        return None
    g = setting.game({BO: TAKES}, {ANN: [other]}, BO)
    card = g.rooms[ANN][-1]
    found = [int(g.refusal(playing(g, BO, take, on=card)) is None) for take in TAKES]
    for pest in PESTS:
        if fits(other, s.of(pest, "pest")[0].params["what"]) and pest is not other:
            g = setting.game({BO: [pest]}, {ANN: [other]}, BO, CALL_PHASE)
            g.apply(playing(g, BO, pest, to=ANN))
            s.everybody_passes(g)
            if g.need() is not None:
                s.roll(g, 6)
            asked = g.stack[-1] if g.stack else None  # if it might take the giver as well
            bitten = asked.options if isinstance(asked, Ask) else g.discard
            return (*found, int(card in bitten))
    return tuple(found)


def _changed(changes: Mapping[int, int], was: Numbers) -> Numbers:
    return tuple(changes.get(place, n) for place, n in enumerate(was))


def _more_at(*places: int) -> "Becomes":
    return lambda e, was: _changed({at: was[at] + number(e) for at in places}, was)


def _rewarded(effect: Effect, was: Numbers) -> Numbers:
    """Tokens for Ann, if the card could be played and was by whom the effect means."""
    plays = {"you": (0,), "others": (USED,), "anybody": (0, USED)}[str(effect.params["by"])]
    return _changed({at + TOKENS: was[at + TOKENS] + number(effect) for at in plays}, was)


# What is measured with another card, and what becomes of the numbers if the filter means it.
Measure = Callable[[Setting, Face], Numbers | None]
Becomes = Callable[[Effect, Numbers], Numbers]
TASTES: Final[dict[str, tuple[Measure, Becomes]]] = {
    "bonus": (use, _more_at(WORTH)),
    "discount": (use, lambda e, was: _changed({PAID: max(0, was[PAID] - number(e))}, was)),
    "no-time": (use, lambda _, was: _changed({TOOK: 0, IDLE: 1, STOPPED: 0}, was)),
    "reward": (use, _rewarded),
    "forbid": (use, lambda _, was: (*[0] * USED, *was[USED:-1], 0)),
    "aura": (presence, _more_at(0, 1)),
    "bar": (welcome, lambda _, was: (0,) * len(was)),
    "guard": (danger, lambda _, was: (0,) * len(was)),
}


def tasted(face: Face, measure: Measure) -> None:
    """The numbers are as they must be with every kind of card, and as before without the giver."""
    effects = [e for e in s.walk(face.effects) if e.verb in TASTES and TASTES[e.verb][0] is measure]
    met: set[int] = set()
    for other in s.tastes(s.others(face, s.others(SUCKS, s.others(SHOW)))):
        meant = [effect for effect in effects if _means(effect, other)]
        without = measure(Setting(), other)
        if without is None or not any(without) or (other.effects and not meant):
            continue
        expected = without
        for effect in meant:
            expected = TASTES[effect.verb][1](effect, expected)
        assert measure(Setting(face), other) == expected, other.name
        if can_go(face) and not met.issuperset(map(id, meant)):
            assert measure(Setting(face, gone=True), other) == without, other.name
        met |= {id(effect) for effect in meant}
    itself = {id(effect) for effect in effects if fits(face, effect.params["what"])}
    assert len(met | itself) == len(effects), "some filter means nothing that was tried"


def _means(effect: Effect, other: Face) -> bool:
    """Whether the filter means the card, which must come into a room to get a bonus there."""
    what = effect.params["what"]
    comes = other in s.ROOM_CARDS or effect.verb != "bonus"
    return comes and (fits(other, what) or (other.kind == "thing" and what == ("Shopping",)))


# -- Slack -----------------------------------------------------------------------------------------


def bonus(face: Face, effect: Effect) -> None:
    """The marker stays when its giver is gone, and a card already there gets none (R-ROLE-5/6)."""
    stage = s.staged(face, {ANN: [s.card_named("New Job")], BO: [SUCKS]})
    cards = stage.pick(effect.params["what"], 2, ("thing", "activity"))
    if len(cards) < 2:
        return  # only People get it
    early, late = cards[:2]
    stage.rooms[ANN].append(early)
    stage.hands[ANN].append(late)
    g = stage.build(ANN, FREE_PHASE, s.ENOUGH, s.ENOUGH)
    card, old = held(g, ANN, late), lying(g, ANN, early)
    play(g, playing(g, ANN, late))
    marker = g.mark[card]
    assert marker
    if face.kind == "role":
        play(g, playing(g, ANN, s.card_named("New Job")))
        assert g.roles[ANN] != (face.number,)
    else:
        play(g, playing(g, BO, SUCKS, on=lying(g, ANN, face)))
    assert (g.mark[card], g.mark[old]) == (marker, 0)


def sure(face: Face, effect: Effect) -> None:
    """Such Activities may take the fixed number or be rolled for, as the owner likes."""
    what = effect.params["what"]
    rolled = [f for f in s.LIFE if f.die is not None and fits(f, what) and not s.is_illicit(f)]
    assert rolled
    for other, fixed in product(rolled, (True, False)):
        g = Setting(face).game({ANN: [other]}, income=s.ENOUGH, free=s.ENOUGH)
        card = held(g, ANN, other)
        g.apply(playing(g, ANN, other))
        s.everybody_passes(g)
        top = g.stack[-1]
        assert isinstance(top, Ask)
        assert (top.seat, set(top.options)) == (ANN, {0, number(effect)})
        s.choose(g, number(effect) if fixed else 0)
        s.settle(g, die=3)
        assert g.worth(card) == (number(effect) if fixed else 3 + (other.die or 0))
    sleep = s.card_named("Sleep")
    g = Setting(face).game({ANN: [sleep]})
    g.apply(playing(g, ANN, sleep))
    s.everybody_passes(g)
    assert not g.stack, "only rolled Slack can be replaced"


# -- what may be done to somebody, or to a card ----------------------------------------------------


def permanent(face: Face, effect: Effect) -> None:
    """Nothing in the deck discards the card or takes it."""
    g = Setting(face).game(turn=BO)
    s.refused(g, playing(g, BO, SUCKS, on=lying(g, ANN, face)))
    for f in s.different(s.others(face, s.others(SUCKS))):
        for e in s.walk(f.effects):
            if not fits(face, e.params.get("what", ())):
                continue
            target = e.params.get("who") == "target"
            by = ANN if e.params.get("who") == "you" else BO
            g = Setting(face).game({by: [f]}, {}, by, s.phase_of(f), s.ENOUGH, s.ENOUGH)
            card = lying(g, ANN, face)
            if e.verb in ("take", "trash"):
                s.refused(g, playing(g, BO, f, on=card))
            elif e.verb in ("lose", "trash-all", "pest", "scare"):
                play(g, playing(g, by, f, to=ANN if f.kind == "person" or target else -1))
                assert g.owner(card) == ANN


def guards_itself(face: Face, effect: Effect) -> None:
    g = Setting(face).game({BO: TAKES}, turn=BO)
    for take in TAKES if fits(face, effect.params["what"]) else ():
        s.refused(g, playing(g, BO, take, on=lying(g, ANN, face)))


# -- turn by turn ----------------------------------------------------------------------------------


def roll_phase(face: Face, effects: Iterable[Effect], income: int | None = None) -> Game:
    """Ann is about to enter her Roll phase with the card in her room and things it works on."""
    stage = s.staged(face)
    for effect in effects:
        stage.rooms[ANN] += stage.pick(effect.params.get("what", ()), 2)
    for seat in (BO, CY, s.DI):
        stage.hands[seat] += stage.bystanders()
    return stage.build(ANN, DRAW_PHASE, income)


def attempts(face: Face) -> list[tuple[str, int]]:
    """How a Roll phase may go for a guest: kept, or rolled for."""
    if face.kind != "person":
        return [("", 0)]
    rolls = [] if s.is_house_pet(face) or has(face, "cling") else [(EVICT, 1), (EVICT, 6)]
    return [(KEEP, 0), *rolls, ("ignored", 0)]


def goes_through(g: Game, card: int, attempt: str, die: int) -> bool:
    """The Roll phase begins and the attempt is made; whether the card now has its effect.

    If not, the guest goes to the discard pile; where nobody else may take it, nobody is asked.
    """
    g.apply(Action(NEXT, ANN))
    if attempt:
        s.settle(g, 1)  # what other cards there do
        g.apply(Action(NEXT, ANN) if attempt == "ignored" else Action(attempt, ANN, on=card))
    if die:
        s.roll(g, die)
    if die >= LEAVES_ON and g.stack:
        s.choose(g, TO_DISCARD)
    return die < LEAVES_ON


def each_turn(face: Face, effect: Effect) -> None:
    """The effects happen, or the pest bites, in the Roll phase, unless it is a guest who leaves."""
    inside = effect.params["effects"] if effect.verb == "each-turn" else (effect,)
    assert isinstance(inside, tuple)
    seen: set[int] = set()
    dice = (1, 3, 4, 6) if any(e.verb == "roll" for e in inside) else (0,)
    for (attempt, die), later in product(attempts(face), dice):
        g = roll_phase(face, s.walk(inside))
        card = lying(g, ANN, face)
        referee = Referee(g, *([later] if later else []))
        if goes_through(g, card, attempt, die):
            for e in inside:
                if e.verb == "pest":
                    referee.bite(e, card)
                else:
                    referee.carry_out(e, Case(ANN, ANN, -1, card))
        else:
            referee.trashed(card)
            referee.dice.clear()
        referee.closes()
        seen |= referee.checked
    assert seen == {id(e) for e in s.walk(inside)}


def upkeep(face: Face, effect: Effect) -> None:
    """In the Roll phase the owner pays or lets it go; without the Income it goes."""
    pay, let_go = WORDS.index("pay"), WORDS.index("let go")
    for (attempt, die), answer in product(attempts(face), (pay, let_go, None)):
        income = number(effect) - (answer is None)
        g = roll_phase(face, (), income)
        card = lying(g, ANN, face)
        stays = goes_through(g, card, attempt, die)
        if stays and answer is not None:
            s.choose(g, answer)
        kept = stays and answer == pay
        assert g.income_left(ANN) == income - (number(effect) if kept else 0)
        assert (g.owner(card) == ANN, card in g.discard) == (kept, not kept)


def pest_tastes(face: Face, effect: Effect) -> None:
    """Alone with any kind of card, it takes it if the filter means it."""
    for other in s.tastes(s.others(face, s.ROOM_CARDS)):
        g = s.staged(None, {ANN: [face]}, {BO: [other]}).build(ANN, CALL_PHASE)
        prey, action = lying(g, BO, other), playing(g, ANN, face, to=BO)
        if g.refusal(action) is None:
            play(g, action)
            safe = any(fits(other, e.params["what"]) for e in s.of(other, "guard"))
            eaten = fits(other, effect.params["what"]) and not safe and not other.permanent
            assert (prey in g.discard) == eaten, other.name
        else:
            assert has(other, "bar") or has(face, "seeks")


def lasting(face: Face, effect: Effect) -> None:
    """The card lies beside the player for as long as it says, then it is discarded."""
    until = effect.params["until"]
    for turn in (ANN, CY):
        to = BO if effect.params["who"] == "target" else -1
        beside = BO if to == BO else ANN
        g = s.staged(None, {ANN: [face]}).build(turn)
        card = held(g, ANN, face)
        play(g, playing(g, ANN, face, to))
        assert [(laid.card, laid.seat) for laid in g.table] == [(card, beside)]
        own_turns_ended = 0
        for turns_ended in range(9):
            over = {
                "end of turn": turns_ended >= 1,
                "end of next turn": own_turns_ended >= (2 if turn == beside else 1),
                "end of game": False,
            }[str(until)]
            assert (card in g.discard, bool(g.table)) == (over, not over)
            own_turns_ended += g.turn == beside
            g = s.next_turn_of(g, (g.turn + 1) % 4)


def week(face: Face, effect: Effect) -> None:
    """It lies there for everybody, turn after turn, until the next Week comes."""
    other = next(f for f in s.LIFE if "Week" in f.categories and f is not face)
    g = s.staged(None, {ANN: [face], BO: [other]}).build()
    card, following = held(g, ANN, face), held(g, BO, other)
    play(g, playing(g, ANN, face))
    assert [(laid.card, laid.seat) for laid in g.table] == [(card, -1)]
    assert all(face.number in stands for stands in g.stands)
    later = s.next_turn_of(s.next_turn_of(g, BO), ANN)
    assert later.table[0].card == card
    play(g, playing(g, BO, other))
    assert [laid.card for laid in g.table] == [following]
    assert card in g.discard
    assert not any(face.number in stands for stands in g.stands)


CHECKS: Final[dict[str, tuple[Callable[[Face, Effect], None], ...]]] = {
    "bonus": (bonus,),
    "sure": (sure,),
    "permanent": (permanent,),
    "guard": (guards_itself,),
    "each-turn": (each_turn,),
    "upkeep": (upkeep,),
    "pest": (each_turn, pest_tastes),
    "lasting": (lasting,),
    "week": (week,),
}
SHOWN: Final = ("income-cap", "income-limit", "hoard", "immune", "seeks", "cling", "stranger")
STANDING: Final = {*NUMBERS, *TASTES, *CHECKS}


def check_standing(face: Face) -> None:
    """Tries every standing effect of a card; those of a Week hold for everybody, see there."""
    effects = s.of(face, "week") or list(s.walk(face.effects))
    for table, check in ((NUMBERS, measured), (TASTES, tasted)):
        for measure in {table[effect.verb][0] for effect in effects if effect.verb in table}:
            check(face, measure)
    for effect in effects:
        for check in CHECKS.get(effect.verb, ()):
            check(face, effect)


def standing_faces() -> list[Face]:
    """One card of each row of standing effects, from each place in which they can hold."""
    found: dict[object, Face] = {}
    for face in reversed(s.FACES):
        rows = s.signature(
            tuple(e for e in face.effects if {x.verb for x in s.walk([e])} & STANDING)
        )
        if rows:
            own = (face.kind, s.is_house_pet(face), has(face, "stay"), rows)
            found[own] = face
    return list(found.values())[::-1]
