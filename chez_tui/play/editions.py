"""The editions as menus show them: their names, how many can play, what's new."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from chez_tui.play.pages import BASE, MIXES, Section, page_of
from core.cards import ROLE
from core.catalog import EDITIONS, edition_faces, edition_of
from core.clauses import spoken
from core.editions import Edition, words_of
from core.rules.setup import options_for
from core.setting import Setting
from core.state import MAX_SEATS

LONGEST: Final = 2  # editions that a form lists one by one


@cache
def _counts(key: str) -> tuple[int, int]:
    """Return how many roles and other cards an edition has."""
    faces = edition_faces(key)
    roles = sum(face.copies for face in faces if face.kind == ROLE)
    return roles, sum(face.copies for face in faces) - roles


def size_of(keys: Sequence[str]) -> str:
    """Return the number of roles and cards, in the words of the table."""
    counts = [_counts(key) for key in keys]
    roles, life = map(sum, zip(*counts, strict=True))
    return f"{roles} {words_of(editions_of(keys))['roles']}, {life} cards"


def editions_of(keys: Sequence[str]) -> tuple[Edition, ...]:
    return tuple(map(edition_of, keys))


def title_of(keys: Sequence[str]) -> str:
    """Return the editions by name: `Geek + Goth`; one that we don't have, by its key."""
    return " + ".join(edition_of(k).name if k in EDITIONS else k.capitalize() for k in keys)


def short_title(keys: Sequence[str]) -> str:
    """Return the same for little space."""
    return title_of(keys) if len(keys) <= LONGEST else f"mix of {len(keys)}"


def most_players(keys: Sequence[str]) -> int:
    """Return how many can play: one edition has its own limit, a mix only the number of seats."""
    return edition_of(keys[0]).max_players if len(keys) == 1 else MAX_SEATS


def seats_said(keys: Sequence[str]) -> str:
    return f"for 2 to {most_players(keys)} players"


def seats_problem(keys: Sequence[str], players: int) -> str:
    """Return why this many can't play that, if a mix could; otherwise an empty text."""
    most = most_players(keys)
    if not most < players <= MAX_SEATS:
        return ""
    return f"{title_of(keys)} takes up to {most} players; mix in another edition for {players}"


def options_that_matter(keys: Sequence[str]) -> dict[str, Setting]:
    """Return the house rules that make a difference with these editions, and what they mean."""
    words = words_of(editions_of(keys))
    known = options_for(keys).items()
    return {name: rule._replace(help=spoken(rule.help, words)) for name, rule in known}


def with_or_without(keys: Sequence[str], key: str) -> tuple[str, ...]:
    """Return the editions with one added or taken away, in the order of the boxes."""
    chosen = set(keys) ^ {key}
    return tuple(edition for edition in EDITIONS if edition in chosen)


def news_of(keys: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Return what's new with each edition, by name; in a mix that leaves out Geek."""
    told = [key for key in keys if len(keys) == 1 or key != BASE]
    return [(edition_of(key).name, edition_of(key).new_here) for key in told]


def different_in(keys: Sequence[str]) -> list[Section]:
    """Return what's different at a table with these editions, a paragraph each."""
    if len(keys) == 1:
        return list(page_of(keys[0]).different)
    mixed = [s for s in page_of(MIXES).different if not s.needs or s.needs in keys]
    return mixed + [s for key in keys if key != BASE for s in page_of(key).different]
