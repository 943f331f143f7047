"""The printed cards as a reader meets them: searched, and shown as a line or as data."""

import unicodedata
from typing import Final

from chez_tui.errors import UserError
from core import vocabulary
from core.cards import PERSON, ROLE, Face
from core.catalog import Catalog

KINDS: Final = (ROLE, *vocabulary.KINDS)
MANNERS: Final = ("invited", "uninvited")  # searched like categories, but not printed
UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(text: str) -> str:
    """Return text for comparing, without upper case and accents, so cafe finds Café."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


def select(
    catalog: Catalog,
    search: str = "",
    kind: str | None = None,
    category: str | None = None,
    edition: str | None = None,
) -> list[Face]:
    """Return the printed cards that fit all criteria, in catalog order."""
    faces = [
        face
        for face in catalog.faces
        if face.copies and edition in (None, face.edition) and kind in (None, face.kind)
    ]
    if category is not None:
        wanted = fold(category)
        known = (*vocabulary.CATEGORIES, *MANNERS)
        if wanted not in map(fold, known):
            raise UserError(f"unknown category {category!r} (choose {', '.join(known)})", 2)
        faces = [face for face in faces if wanted in map(fold, words(face))]
    wanted = fold(search)
    return [f for f in faces if any(wanted in fold(text) for text in _said(f))]


def _said(face: Face) -> tuple[str, ...]:
    """Return all that a search looks through; German names also as typed without umlauts."""
    said = (face.name, face.text, *words(face))
    return (*said, face.german, face.german.casefold().translate(UMLAUTS)) if face.german else said


def words(face: Face) -> tuple[str, ...]:
    """Return the card's categories, and for a Person whether it must be invited."""
    if face.kind != PERSON:
        return face.categories
    return (MANNERS[0] if face.invited else MANNERS[1], *face.categories)


def _span(pair: tuple[int, int]) -> int | list[int]:
    low, high = pair
    return low if low == high else [low, high]


def as_json(face: Face) -> dict[str, object]:
    """Return the card as data for other programs."""
    data: dict[str, object] = {
        "id": face.id,
        "name": face.name,
        "edition": face.edition,
        "kind": face.kind,
        "categories": list(face.categories),
        "copies": face.copies,
        "cost": face.cost,
        "slack": face.printed_slack,
        "text": face.text,
        "flavor": face.flavor,
        "guest": face.guest,
        "german": face.german,
    }
    if face.kind == ROLE:
        data |= {
            "income": _span(face.income),
            "free_time": _span(face.free_time),
            "goal": face.goal,
        }
    return data


def spoken(pair: tuple[int, int]) -> str:
    """Return a role's number as printed: `3`, or `2/3` if a die decides."""
    low, high = pair
    return str(low) if low == high else f"{low}/{high}"


def as_line(face: Face, edition: str = "") -> str:
    """Return the card in one line, for pipes, with its edition if there are several."""
    many = f", {face.copies} copies" if face.copies > 1 else ""
    if face.kind == ROLE:
        numbers = (
            f"Income {spoken(face.income)}, Free Time {spoken(face.free_time)}, Goal {face.goal}"
        )
    else:
        numbers = f"cost {face.cost}, Slack {face.printed_slack}"
    said = words(face)
    kind = face.kind.capitalize() + (f" ({', '.join(said)})" if said else "")
    notes = ", ".join(filter(None, (edition, face.german)))
    name = f"{face.name} ({notes})" if notes else face.name
    return f"{name}: {kind}, {numbers}{many}. {face.text}"
