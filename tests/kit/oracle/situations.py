"""Tables on which single cards are tried out, and the few moves a trial makes on them.

Filters are read here once more, from their documentation, so that the tables the engine compiles
are checked against a second reading of the same data.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Final

from core import actions as a
from core.actions import CHANCE, NOBODY, NOTHING, Action
from core.cards import Effect, Face
from core.catalog import EDITIONS, Catalog, edition_faces, load_catalog
from core.events import Event
from core.game import Game
from core.state import CALL_PHASE, DISCARD_PHASE, DRAW_PHASE, FREE_PHASE, Ask, Treat, Trim, Window
from tests.kit.table import laid_out


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
BEHIND: Final = 60  # cards that lie in the deck of a trial
ENOUGH: Final = 30  # Income or Free Time that never runs out
LOUD: Final = 5  # from there on Nookie keeps the neighbors awake
SPOKEN_OF: Final = frozenset(
    ("Nookie", "Sleep", "TV", "Illicit", "Military", "Week", "Pet", "Dog", "Cat")
)
ROOM_KINDS: Final = ("person", "thing", "activity")
WAYS: Final = {"thing": a.SHOP, "activity": a.DO, "whenever": a.PLAY, "person": a.CALL}
NOTHING_THERE: Final[Mapping[int, Iterable[Face]]] = MappingProxyType({})
START: Final = Game(CATALOG, NAMES)  # a table before the deal, to be copied


# -- reading cards ---------------------------------------------------------------------------------


@cache
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


def of(face: Face, verb: str) -> list[Effect]:
    """The effects of a card with that verb."""
    return [effect for effect in face.effects if effect.verb == verb]


def has(face: Face, *verbs: str) -> bool:
    return any(effect.verb in verbs for effect in face.effects)


def is_house_pet(face: Face) -> bool:
    return face.kind == "person" and "Pet" in face.categories and "Dog" not in face.categories


def is_illicit(face: Face) -> bool:
    return "Illicit" in face.categories


# Things and Activities without any effect, the last in the box first.
PLAIN: Final = tuple(
    face
    for face in reversed(LIFE)
    if not face.effects and face.die is None and face.kind in ("thing", "activity")
)
ROOM_CARDS: Final = tuple(f for f in LIFE if f.kind in ROOM_KINDS or has(f, "stay"))
NAMED: Final = {
    word
    for face in FACES
    for effect in walk(face.effects)
    for value in effect.params.values()
    if isinstance(value, tuple)
    for word in value
    if isinstance(word, str)
}


def signature(value: object) -> object:
    """What makes one card, effect or parameter different from another in a trial of its own.

    Of its categories those count that rules speak of, and whether it means itself; which cards
    filters mean is tried with all of them.
    """
    if isinstance(value, Face):
        own = [fits(value, e.params["what"]) for e in walk(value.effects) if "what" in e.params]
        numbers = (value.income, value.free_time) if value.kind == "role" else (value.die,)
        return (
            value.kind, SPOKEN_OF & {*value.categories}, numbers, value.on, value.misfortune,
            bool(value.cost), value.slack > 0, value.slack >= LOUD, tuple(own),
            signature(value.effects),
        )  # fmt: skip
    if isinstance(value, Effect):
        return value.verb, tuple((key, signature(item)) for key, item in value.params.items())
    return tuple(map(signature, value)) if isinstance(value, tuple) else value


def different(faces: Iterable[Face]) -> list[Face]:
    """One card of each signature."""
    return list({signature(face): face for face in reversed(list(faces))}.values())[::-1]


def tastes(among: Iterable[Face]) -> list[Face]:
    """One card, as plain as possible, for each set of words that filters can mean it by."""
    plainest = sorted(among, key=lambda f: -len(f.effects))
    return list({_meant_by(face) & NAMED: face for face in plainest}.values())


def others(face: Face, among: Iterable[Face] = LIFE) -> list[Face]:
    """The cards of which one is left when the face is in use."""
    return [f for f in among if f is not face or f.copies > 1]


# -- setting a table -------------------------------------------------------------------------------


@cache
def _plainness(face: Face, tried: Face | None) -> tuple[bool, int, int]:
    """Cards that keep others out or safe, or change the card on trial, come last."""
    in_the_way = has(face, "bar", "guard", "permanent", "mood")
    for effect in face.effects:
        in_the_way |= tried is not None and fits(tried, effect.params.get("what", ()))
    return in_the_way, len(face.effects), face.number


class Stage:
    """What lies where before a trial; cards come out of one box, so none is used too often."""

    def __init__(self) -> None:
        self.left = CARDS.copy()
        self.taken: list[int] = []
        self.hands: list[list[Face]] = [[] for _ in NAMES]
        self.rooms: list[list[Face]] = [[] for _ in NAMES]
        self.beside: list[tuple[Face, int]] = []
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
        """That many cards that a filter means, plain ones first, a different word for each."""
        assert isinstance(words, tuple)
        chosen: list[Face] = []
        for word in (words * count)[: max(count, len(words))]:
            fitting = [
                f for f in _meant(word) if self.left[f.number] and (not kinds or f.kind in kinds)
            ]
            if fitting:
                best = min(fitting, key=lambda f: _plainness(f, self.tried))
                chosen.append(self.out(best))
        return chosen

    def bystanders(self, words: object = ()) -> list[Face]:
        """A card without effects that the filter does not mean, if there is one."""
        others = (f for f in PLAIN if self.left[f.number] and not fits(f, words))
        return [self.out(f) for f in islice(others, 1)]

    def force(self, face: Face, seat: int = ANN) -> None:
        """Puts a card where its standing effects hold for the seat."""
        if face.kind == "role":
            self.roles[seat] = face
        elif face.kind == "whenever" and not has(face, "stay"):
            self.beside.append((self.out(face), seat))
        else:
            self.rooms[seat].append(self.out(face))

    def build(
        self,
        turn: int = ANN,
        phase: int = FREE_PHASE,
        income: int | None = None,
        free: int | None = None,
    ) -> Game:
        """The table; the numbers are what the player whose turn it is has left in it."""
        early = phase < CALL_PHASE  # then the numbers stand in for the dice of the Roll phase
        box = (*self.taken, *islice((n for n in BOX if self.left[n]), BEHIND))
        game = laid_out(
            START, box, {seat: role.number for seat, role in self.roles.items()},
            [[f.number for f in hand] for hand in self.hands],
            [[f.number for f in room] for room in self.rooms],
            [(f.number, seat) for f, seat in self.beside],
            [f.number for f in self.discard],
            turn, phase, (income, free) if early else (None, None),
        )  # fmt: skip
        if income is not None and not early:
            game.extra_income[turn] += income - game.income_left(turn)
        if free is not None and not early:
            game.extra_time[turn] += free - game.time_left(turn)
        return game


def staged(
    face: Face | None,
    hands: Mapping[int, Iterable[Face]] = NOTHING_THERE,
    rooms: Mapping[int, Iterable[Face]] = NOTHING_THERE,
) -> Stage:
    """A table with the card in force for Ann, if there is one, and with these hands and rooms."""
    stage = Stage()
    if face is not None:
        stage.force(face)
    for where, there in ((stage.hands, hands), (stage.rooms, rooms)):
        for seat, cards in there.items():
            where[seat] += [stage.out(card) for card in cards]
    return stage


def phase_of(face: Face) -> int:
    """The phase in which a card of that kind is played."""
    return CALL_PHASE if face.kind == "person" else FREE_PHASE


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
    if kind == "person" and to == NOBODY:
        to = seat
    return Action(WAYS[kind], seat, (card,), to=to, on=on)


def playing(g: Game, seat: int, face: Face, to: int = NOBODY, on: int = NOTHING) -> Action:
    """The way to play the card with that face from the hand."""
    return announcement(g, seat, held(g, seat, face), to, on)


def roll(g: Game, value: int) -> list[Event]:
    need = g.need()
    assert need is not None, "a die should be thrown"
    assert need.kind == a.ROLL, f"a die should be thrown, not {need.kind}"
    return g.apply(Action(a.ROLL, CHANCE, value=value))


def choose(g: Game, option: int) -> list[Event]:
    """Answers the open question with that option (not its place among them)."""
    top = g.stack[-1]
    assert isinstance(top, Ask)
    return g.apply(Action(a.CHOOSE, top.seat, value=top.options.index(option)))


def everybody_passes(g: Game) -> list[Event]:
    events: list[Event] = []
    while g.stack and isinstance(g.stack[-1], Window):
        events += g.apply(Action(a.PASS, g.waiting()[0]))
    return events


def settle(g: Game, die: int = 6) -> list[Event]:
    """Lets whatever is pending happen: everybody passes, the first option is chosen."""
    events: list[Event] = []
    while g.stack and not g.winners:
        events += g.apply(_one_step(g, die))
    return events


def _one_step(g: Game, die: int) -> Action:
    top, need = g.stack[-1], g.need()
    if isinstance(top, Window | Treat):
        return Action(a.PASS, g.waiting()[0])
    if isinstance(top, Ask):
        return Action(a.CHOOSE, top.seat, value=0)
    if isinstance(top, Trim):
        return g.legal(top.seat)[0]
    assert need is not None
    if need.kind == a.ROLL:
        return Action(a.ROLL, CHANCE, value=die)
    if need.kind == a.ROLE:
        return Action(a.ROLE, CHANCE, value=need.options[0])
    if need.kind == a.SHUFFLE:
        return Action(a.SHUFFLE, CHANCE, faces=need.options)
    return Action(need.kind, CHANCE, cards=need.options[:1])


def play(g: Game, action: Action, die: int = 6) -> list[Event]:
    """Announces something and lets it happen."""
    return [*g.apply(action), *settle(g, die)]


def end_phase(g: Game, die: int = 1) -> None:
    """The player whose turn it is goes on to the next phase, discarding if that is needed."""
    spare = len(g.hands[g.turn]) - 5
    if g.phase == DISCARD_PHASE and spare > 0:
        g.apply(Action(a.DISCARD, g.turn, tuple(g.hands[g.turn][-spare:])))
    g.apply(Action(a.NEXT, g.turn))
    settle(g, die)


def next_turn_of(g: Game, seat: int, phase: int = DRAW_PHASE, die: int = 1) -> Game:
    """A copy of the game, played on idly until that phase of the seat's next turn."""
    later = g.copy()
    while later.turn == g.turn:
        end_phase(later, die)
    while later.turn != seat or later.phase != phase:
        end_phase(later, die)
    return later


def refused(g: Game, action: Action) -> None:
    assert g.refusal(action) is not None, f"{action} should be refused"
    assert action not in g.legal(action.seat)
