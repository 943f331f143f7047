"""Who and what a line means: players, cards, roles and phases by their names."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.cards import ROLE
from core.catalog import Catalog
from core.notation.lines import Line, fold, number, shown

PHASES: Final = ("draw", "roll", "call", "free time", "discard")

# Words that begin a line or a claim; a player of that name could not be told from them.
RESERVED: Final = frozenset((
    "title", "rules", "edition", "option", "players", "deck", "roles", "discard", "table", "turn",
    "shuffle", "phase", "waiting", "winner", "no",
))  # fmt: skip
RESERVED_STARTS: Final = frozenset(("roll", "role", "pick", "expect", "refuse"))
MAX_NAME: Final = 60
MAX_CARD_NAME: Final = 200  # nothing longer is looked up


class CardRef(NamedTuple):
    """A card as a line names it: which faces can be meant, and the how-manieth of them."""

    faces: tuple[int, ...]
    text: str
    nth: int = 1


class Target(NamedTuple):
    """What a card is aimed at: a player, or a card in play (of that player, if he is named)."""

    seat: int | None = None
    card: CardRef | None = None


def reserved(name: str) -> bool:
    """Whether the notation needs that name for itself, so that nobody can be called so."""
    folded = fold(name)
    words = folded.split()
    return (
        not words
        or folded in RESERVED
        or words[0] in RESERVED_STARTS
        or any(c in name for c in ":;#\n")
        or folded != folded.strip()
        or len(name) > MAX_NAME
    )


class Names:
    """Looks names up in the editions and among the players at the table."""

    def __init__(self, catalog: Catalog, seats: Sequence[str] = ()) -> None:
        self.catalog = catalog
        self.seats = tuple(seats)
        self._seats = {fold(name): seat for seat, name in enumerate(seats)}
        self._longest_first = sorted(self._seats.items(), key=lambda item: -len(item[0]))
        self._ids = {fold(face.id): face.number for face in reversed(catalog.faces)}

    # -- players ---------------------------------------------------------------------------------

    def find_seat(self, text: str) -> int | None:
        return self._seats.get(fold(text.strip()))

    def seat(self, line: Line, text: str) -> int:
        found = self.find_seat(text)
        if found is None:
            raise line.error(f"a player ({self.everybody()})", shown(text))
        return found

    def leading_seats(self, text: str) -> list[tuple[int, str]]:
        """Every way to read a player's name at the front: the seat and the rest behind it."""
        folded = fold(text)
        if len(folded) != len(text):  # folding changed lengths (ß): cut where the name ends
            return [
                (seat, text[cut:])
                for name, seat in self._longest_first
                for cut in range(1, min(len(text), MAX_NAME) + 1)
                if fold(text[:cut]) == name
            ]
        return [
            (seat, text[len(name) :])
            for name, seat in self._longest_first
            if folded.startswith(name)
        ]

    def owned(self, text: str) -> list[tuple[int, str]]:
        """Every way to read `NAME's CARD`: the seat and the text behind the apostrophe."""
        return [
            (seat, rest[3:].strip())
            for seat, rest in self.leading_seats(text)
            if fold(rest[:3]) in ("'s ", "’s ")
        ]

    def everybody(self) -> str:
        return ", ".join(self.seats) if self.seats else "the line players: must come first"

    # -- cards -----------------------------------------------------------------------------------

    def find_card(self, text: str) -> CardRef | None:
        """A life card by its name or id, `(2)` behind it for the second of several alike."""
        text = text.strip()
        faces = self._faces(text, role=False)
        if faces:
            return CardRef(faces, text)
        name, _, digits = text.removesuffix(")").rpartition("(")
        if text.endswith(")") and (nth := number(digits)) and nth > 0:
            name = name.strip()
            faces = self._faces(name, role=False)
            if faces:
                return CardRef(faces, name, nth)
        return None

    def card(self, line: Line, text: str) -> CardRef:
        found = self.find_card(text)
        if found is None:
            what = "the name of a card of " + " + ".join(e.name for e in self.catalog.editions)
            raise line.error(what, shown(text) if text.strip() else "nothing")
        return found

    def find_role(self, text: str) -> int | None:
        faces = self._faces(text.strip(), role=True)
        return faces[0] if faces else None

    def role(self, line: Line, text: str) -> int:
        found = self.find_role(text)
        if found is None:
            raise line.error("the name of a role", shown(text) if text.strip() else "nothing")
        return found

    def _faces(self, text: str, *, role: bool) -> tuple[int, ...]:
        if len(text) > MAX_CARD_NAME:
            return ()
        known = self._ids.get(fold(text))
        numbers = self.catalog.named(text) if known is None else (known,)
        catalog = self.catalog
        found = tuple(n for n in numbers if (catalog.faces[n].kind == ROLE) is role)
        # A stranger whom nobody wants is still the card that bears that name.
        return (*found, *(catalog.twins[n] for n in found if n in catalog.twins))

    # -- targets ---------------------------------------------------------------------------------

    def find_target(self, text: str) -> Target | None:
        """`NAME`, `NAME's CARD`, or a card that lies in play only once."""
        seat = self.find_seat(text)
        if seat is not None:
            return Target(seat=seat)
        for owner, rest in self.owned(text):
            card = self.find_card(rest)
            if card is not None:
                return Target(seat=owner, card=card)
            if self.find_role(rest) is not None:  # a role is no card in play
                return Target(seat=owner, card=CardRef((), rest))
        card = self.find_card(text)
        return None if card is None else Target(card=card)


def phase(line: Line, text: str) -> int:
    folded = fold(text.strip())
    if folded not in PHASES:
        raise line.error(f"a phase ({', '.join(PHASES)})", shown(text))
    return PHASES.index(folded)
