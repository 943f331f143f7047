"""The cards of one edition, and how what is printed on a card is written in `tests/data/decks`."""

from collections.abc import Iterable, Iterator

from core.cards import ROLE, Effect, Face
from core.catalog import load_catalog


class Deck:
    """The cards of one edition."""

    def __init__(self, edition: str) -> None:
        self.catalog = load_catalog((edition,))
        self.faces = [f for f in self.catalog.faces if f.copies]  # those that are in the box
        self.life = [f for f in self.faces if f.kind != ROLE]

    def named(self, name: str) -> Face:
        """Return the only card with that name."""
        (number,) = self.catalog.named(name)
        return self.catalog.faces[number]

    def within(self, category: str) -> list[Face]:
        """Return the life cards of a category."""
        return [f for f in self.life if category in f.categories]


def walk(effects: Iterable[object]) -> Iterator[Effect]:
    """Yield all effects, those within others too."""
    for effect in effects:
        if isinstance(effect, Effect):
            yield effect
            for value in effect.params.values():
                if isinstance(value, tuple):
                    yield from walk(value)


def printed(face: Face) -> str:
    """Return the line of a card: `2 Schpitz; thing Booze; cost 1; slack 1`.

    What is 0, empty or the usual is left out, except for the parameters of effects, where only
    what is empty is.
    """
    facts = [" ".join((face.kind, *face.categories))]
    if face.kind == ROLE:
        for word, (low, high) in (("income", face.income), ("free time", face.free_time)):
            facts.append(f"{word} {low}" if low == high else f"{word} {low}-{high}")
    for word, value in (
        ("goal", face.goal),
        ("cost", face.cost),
        ("slack", face.printed_slack),
        ("guest", face.guest),
        ("misfortune", face.misfortune),
        ("on", face.on if face.on != "anybody" else ""),
    ):
        facts += _said(word, value)
    facts += map(_effect, face.effects)
    facts += _said("German", face.german)
    return "; ".join((f"{face.copies} {face.name}", *facts))


def _effect(effect: Effect) -> str:
    params = [part for name, value in effect.params.items() for part in _said(name, value)]
    return f"{effect.verb} {', '.join(params)}".rstrip()


def _said(word: str, value: object) -> list[str]:
    """Return a fact in words, or nothing where there is none."""
    if isinstance(value, tuple) and value:
        effects = [_effect(part) for part in value if isinstance(part, Effect)]
        value = f"[{'; '.join(effects)}]" if effects else "/".join(map(str, value))
    if value is True:
        return [word]
    return [f"{word} {value}"] if value else []
