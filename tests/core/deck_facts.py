"""What is given about the cards of a deck, and the deck to hold it against."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.cards import Effect, Face
from core.catalog import load_catalog
from core.vocabulary import VERBS

Deed = tuple[str, Mapping[str, Any]]
Range = tuple[int, int]


def deed(verb: str, **params: Any) -> Deed:
    """An effect as a fact: what is not said is the verb's default."""
    defaults = {name: param.default for name, param in VERBS[verb].params.items()}
    return verb, {**defaults, **params}


def as_deed(effect: Effect) -> Deed:
    return effect.verb, {name: _plain(value) for name, value in effect.params.items()}


def _plain(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    return tuple(as_deed(item) if isinstance(item, Effect) else item for item in value)


def deeds(face: Face) -> tuple[Deed, ...]:
    return tuple(map(as_deed, face.effects))


def walk(effects: Iterable[object]) -> Iterator[Effect]:
    """All effects, those within others too."""
    for effect in effects:
        if isinstance(effect, Effect):
            yield effect
            for value in effect.params.values():
                if isinstance(value, tuple):
                    yield from walk(value)


def verbs(face: Face) -> set[str]:
    return {effect.verb for effect in walk(face.effects)}


class Fact(NamedTuple):
    """What is given about a life card."""

    name: str
    kind: str
    categories: str = ""
    cost: int = 0
    slack: int | str = 0
    effects: tuple[Deed, ...] = ()
    copies: int = 1
    guest: bool = False
    misfortune: bool = False


class RoleFact(NamedTuple):
    """What is given about a role; None is ours to choose."""

    name: str
    income: Range | None = None
    free_time: Range | None = None
    trait: tuple[Deed, ...] | None = None
    goal: int | None = None


class Deck:
    """The cards of one edition."""

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.catalog = load_catalog((edition,))
        self.faces = [f for f in self.catalog.faces if f.copies]  # those that are in the box
        self.life = [f for f in self.faces if f.kind != "role"]
        self.roles = [f for f in self.faces if f.kind == "role"]

    def named(self, name: str) -> Face:
        numbers = self.catalog.named(name)
        assert len(numbers) == 1, f"{len(numbers)} cards are named {name}"
        return self.catalog.faces[numbers[0]]

    def within(self, category: str) -> list[Face]:
        return [f for f in self.life if category in f.categories]

    def fact(self, name: str) -> Fact:
        """What the card says of itself."""
        face = self.named(name)
        return Fact(
            face.name,
            face.kind,
            " ".join(face.categories),
            face.cost,
            face.printed_slack,
            deeds(face),
            face.copies,
            face.guest,
            face.misfortune,
        )

    def agrees(self, fact: RoleFact) -> bool:
        """Whether a role is what it was said to be."""
        role = self.named(fact.name)
        own = RoleFact(role.name, role.income, role.free_time, deeds(role), role.goal)
        return role.kind == "role" and all(
            given in (None, there) for given, there in zip(fact, own, strict=True)
        )

    def several(self) -> dict[str, int]:
        """The cards that come more than once."""
        return {f.name: f.copies for f in self.faces if f.copies > 1}
