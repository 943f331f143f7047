"""Tables on which single cards are tried out, and the few moves a trial makes on them.

Filters are read here once more, from their documentation, so that the tables the engine compiles
are checked against a second reading of the same data.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Final

from core.actions import (
    CALL,
    CHANCE,
    CHOOSE,
    DISCARD,
    DO,
    NEXT,
    NOBODY,
    NOTHING,
    PASS,
    PLAY,
    ROLE,
    ROLL,
    SHOP,
    SHUFFLE,
    THROW,
    Action,
)
from core.arrangement import Arrangement, Beside, Placed, Seat, arrange, begin
from core.cards import Effect, Face
from core.catalog import EDITIONS, Catalog, edition_faces, load_catalog
from core.events import ENTERED, Event
from core.game import Game
from core.state import CALL_PHASE, DISCARD_PHASE, DRAW_PHASE, FREE_PHASE, Ask, Treat, Trim, Window


def everything() -> Catalog:
    """The cards of all editions by the rules of one, so that each is tried against all others."""
    geek = load_catalog().edition._replace(gloom=True, madness=True)
    return Catalog([geek], [face for key in EDITIONS for face in edition_faces(key)])


CATALOG: Final = everything()
FACES: Final = tuple(f for f in CATALOG.faces if f.copies)  # those that are cards in the box
LIFE: Final = tuple(f for f in FACES if f.kind != "role")
ROLES: Final = tuple(f for f in FACES if f.kind == "role")
NAMES: Final = ("Ann", "Bo", "Cy", "Di")
ANN, BO, CY, DI = SEATS = range(4)
NEUTRAL_INCOME, NEUTRAL_TIME = 3, 2
CARDS: Final = Counter(CATALOG.life())
BOX: Final = tuple(sorted(CARDS))  # one copy of each
BEHIND: Final = 60  # so many cards lie in the deck of a trial
ENOUGH: Final = 30  # Income or Free Time that never runs out


@cache
def fresh() -> Game:
    """A table before the deal, to be copied."""
    return Game(CATALOG, NAMES)


def card_named(name: str) -> Face:
    return next(f for f in FACES if f.name == name)


def fits(face: Face, words: object) -> bool:
    """Whether a filter means the card: a category, a kind, invited or not, or its very name."""
    assert isinstance(words, tuple)
    return not _meant_by(face).isdisjoint(words)


@cache
def _meant_by(face: Face) -> frozenset[str]:
    """The words that mean a card; none means a role."""
    if face.kind == "role":
        return frozenset()
    own = {face.name, face.kind.capitalize(), *face.categories}
    if face.kind == "person":
        own.add("invited" if face.slack > 0 else "uninvited")
    return frozenset(own)


@cache
def _meant(word: str) -> tuple[Face, ...]:
    """The cards that a word means."""
    return tuple(face for face in LIFE if fits(face, (word,)))


def inner(effect: Effect) -> Iterator[Effect]:
    """The effects inside an effect."""
    for value in effect.params.values():
        if isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Effect))


def walk(effects: Iterable[Effect]) -> Iterator[Effect]:
    """All effects, those inside others too."""
    for effect in effects:
        yield effect
        yield from walk(inner(effect))


def number(effect: Effect, name: str = "amount") -> int:
    value = effect.params[name]
    assert isinstance(value, int)
    return value


def has(face: Face, verb: str) -> bool:
    return any(effect.verb == verb for effect in face.effects)


# Things and Activities without any effect, the last in the box first.
PLAIN: Final = tuple(
    face
    for face in reversed(LIFE)
    if not face.effects and face.die is None and face.kind in ("thing", "activity")
)
ROOM_KINDS: Final = ("person", "thing", "activity")
ROOM_CARDS: Final = tuple(f for f in LIFE if f.kind in ROOM_KINDS or has(f, "stay"))


def is_house_pet(face: Face) -> bool:
    return face.kind == "person" and "Pet" in face.categories and "Dog" not in face.categories


def _plainness(face: Face, tried: Face | None) -> tuple[bool, int, int]:
    """Cards that keep others out or safe, or change the card on trial, come last."""
    in_the_way = any(has(face, verb) for verb in ("bar", "guard", "permanent", "mood"))
    for effect in face.effects:
        what = effect.params.get("what", ())
        in_the_way |= tried is not None and fits(tried, what)
    return in_the_way, len(face.effects), face.number


def is_illicit(face: Face) -> bool:
    return "Illicit" in face.categories


class Stage:
    """What lies where before a trial; cards come out of one box, so none is used too often."""

    def __init__(self) -> None:
        self.left = CARDS.copy()
        self.taken: list[int] = []
        self.hands: list[list[Face]] = [[] for _ in NAMES]
        self.rooms: list[list[Face]] = [[] for _ in NAMES]
        self.beside: list[list[Face]] = [[] for _ in NAMES]
        self.roles: dict[int, Face] = {}
        self.discard: list[Face] = []
        self.tried: Face | None = None  # the card on trial

    def out(self, face: Face) -> Face:
        """A copy of the card out of the box."""
        assert self.left[face.number], f"no {face.name} left in the box"
        self.left[face.number] -= 1
        self.taken.append(face.number)
        return face

    def pick(self, words: object, count: int = 1, kinds: Sequence[str] = ()) -> list[Face]:
        """So many cards that a filter means, plain ones first, a different word for each."""
        assert isinstance(words, tuple)
        chosen: list[Face] = []
        for word in (words * count)[: max(count, len(words))]:
            fitting = [f for f in _meant(word) if self._free(f, kinds)]
            if fitting:
                best = min(fitting, key=lambda f: _plainness(f, self.tried))
                chosen.append(self.out(best))
        return chosen

    def bystanders(self, words: object = ()) -> list[Face]:
        """A card without effects that the filter does not mean, if there is one."""
        others = (f for f in PLAIN if self.left[f.number] and not fits(f, words))
        return [self.out(f) for f in islice(others, 1)]

    def _free(self, face: Face, kinds: Sequence[str]) -> bool:
        return self.left[face.number] > 0 and (not kinds or face.kind in kinds)

    def force(self, face: Face, seat: int = ANN) -> None:
        """Puts a card where its standing effects hold for the seat."""
        if face.kind == "role":
            self.roles[seat] = face
        elif face.kind == "whenever" and not has(face, "stay"):
            self.beside[seat].append(self.out(face))
        else:
            self.rooms[seat].append(self.out(face))

    def _box(self) -> tuple[int, ...]:
        """The cards that were taken out, and a few others: laying out all 600 takes long."""
        return (*self.taken, *islice((n for n in BOX if self.left[n]), BEHIND))

    def build(
        self,
        turn: int = ANN,
        phase: int = FREE_PHASE,
        income: int | None = None,
        free: int | None = None,
    ) -> Game:
        """The table; the numbers are what the player whose turn it is has left in it."""
        early = phase < CALL_PHASE  # then the numbers stand in for the dice of the Roll phase
        seats = tuple(
            Seat(
                (self.roles[s].number,) if s in self.roles else (),
                tuple(f.number for f in self.hands[s]),
                tuple(Placed(f.number) for f in self.rooms[s]),
                income=income if s == turn and early else None,
                free_time=free if s == turn and early else None,
            )
            for s in SEATS
        )
        plan = Arrangement(
            seats,
            discard=tuple(f.number for f in self.discard),
            table=tuple(Beside(f.number, s) for s in SEATS for f in self.beside[s]),
            turn=turn,
            phase=phase,
        )
        game = fresh().copy()
        game.house = game.house._replace(life=self._box())
        arrange(game, plan)
        begin(game, plan)
        if income is not None and not early:
            game.extra_income[turn] += income - game.income_left(turn)
        if free is not None and not early:
            game.extra_time[turn] += free - game.time_left(turn)
        return game


# -- finding cards ---------------------------------------------------------------------------------


def held(g: Game, seat: int, face: Face) -> int:
    return next(c for c in g.hands[seat] if g.face[c] == face.number)


def lying(g: Game, seat: int, face: Face) -> int:
    """The card in that room, or on the table."""
    there = [*g.rooms[seat], *(laid.card for laid in g.table)]
    return next(c for c in there if g.face[c] == face.number)


# -- moves -----------------------------------------------------------------------------------------


def announcement(g: Game, seat: int, card: int, to: int = NOBODY, on: int = NOTHING) -> Action:
    """The way to play a card of that kind; a Person comes to one's own room unless said."""
    kind = g.printed(card).kind
    if kind == "person":
        return Action(CALL, seat, (card,), to=seat if to == NOBODY else to)
    verb = {"thing": SHOP, "activity": DO, "whenever": PLAY}[kind]
    return Action(verb, seat, (card,), to=to, on=on)


def playable(g: Game, seat: int) -> set[int]:
    """The faces of the cards that the seat may now play from the hand in some way."""
    verbs = (CALL, SHOP, DO, PLAY)
    actions = [a for a in g.legal(seat) if a.kind in verbs]
    assert all(g.refusal(a) is None for a in actions)
    return {g.face[a.cards[0]] for a in actions}


def roll(g: Game, value: int) -> list[Event]:
    need = g.need()
    assert need is not None, "a die should be thrown"
    assert need.kind == ROLL, f"a die should be thrown, not {need.kind}"
    return g.apply(Action(ROLL, CHANCE, value=value))


def choose(g: Game, option: int) -> list[Event]:
    """Answers the open question with that option (not its place among them)."""
    top = g.stack[-1]
    assert isinstance(top, Ask)
    return g.apply(Action(CHOOSE, top.seat, value=top.options.index(option)))


def everybody_passes(g: Game) -> list[Event]:
    events: list[Event] = []
    while g.stack and isinstance(g.stack[-1], Window):
        events += g.apply(Action(PASS, g.waiting()[0]))
    return events


def settle(g: Game, die: int = 6) -> list[Event]:
    """Lets whatever is pending happen: everybody passes, the first option is chosen."""
    events: list[Event] = []
    while g.stack and not g.winners:
        events += _one_step(g, die)
    return events


def _one_step(g: Game, die: int) -> list[Event]:
    top = g.stack[-1]
    need = g.need()
    if isinstance(top, Window):
        return everybody_passes(g)
    if isinstance(top, Ask):
        return g.apply(Action(CHOOSE, top.seat, value=0))
    if isinstance(top, Trim):
        return g.apply(g.legal(top.seat)[0])
    if isinstance(top, Treat):
        return g.apply(Action(PASS, top.seat))
    assert need is not None
    if need.kind == ROLL:
        return roll(g, die)
    if need.kind == ROLE:
        return g.apply(Action(ROLE, CHANCE, value=need.options[0]))
    if need.kind == SHUFFLE:
        return g.apply(Action(SHUFFLE, CHANCE, faces=need.options))
    return g.apply(Action(need.kind, CHANCE, cards=need.options[:1]))


def play(g: Game, action: Action, die: int = 6) -> list[Event]:
    """Announces something and lets it happen."""
    return [*g.apply(action), *settle(g, die)]


def entered(events: Sequence[Event], card: int) -> int | None:
    """What the card was worth as it entered, or None if it did not."""
    worths = [event.n for event in events if event.kind == ENTERED and event.cards == (card,)]
    return worths[0] if worths else None


def thrown(g: Game, by: int, card: int, at: int, activity: int) -> list[Event]:
    """One player does an Activity, another throws TV at it."""
    g.apply(Action(DO, at, (activity,)))
    g.apply(Action(THROW, by, (card,)))
    return everybody_passes(g)


def end_phase(g: Game, die: int = 1) -> None:
    """The player whose turn it is goes on to his next phase, discarding if he must."""
    spare = len(g.hands[g.turn]) - 5
    if g.phase == DISCARD_PHASE and spare > 0:
        g.apply(Action(DISCARD, g.turn, tuple(g.hands[g.turn][-spare:])))
    g.apply(Action(NEXT, g.turn))
    settle(g, die)


def next_turn_of(g: Game, seat: int, phase: int = DRAW_PHASE, die: int = 1) -> Game:
    """A copy of the game, played on idly until that phase of the seat's next turn."""
    later = g.copy()
    later_turn = later.turn
    while later.turn == later_turn:
        end_phase(later, die)
    while later.turn != seat or later.phase != phase:
        end_phase(later, die)
    return later


# -- for and against -------------------------------------------------------------------------------


def refused(g: Game, action: Action) -> None:
    assert g.refusal(action) is not None, f"{action} should be refused"
    assert action not in g.legal(action.seat)


def others(face: Face, among: Iterable[Face] = LIFE) -> list[Face]:
    """The cards of which one is left when the face is in use."""
    return [f for f in among if f is not face or f.copies > 1]


def stages(face: Face) -> tuple[Stage, Stage]:
    """A table with the card in force for Ann, and one without it."""
    with_it = Stage()
    with_it.force(face)
    return with_it, Stage()


def deal(stage: Stage, seat: int, cards: Iterable[Face]) -> None:
    stage.hands[seat] += [stage.out(f) for f in cards]
