"""The rules as people look them up: by clause, by topic, by what they call a thing."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from chez_tui.play.cards import fold
from core.catalog import EDITIONS, edition_of
from core.clauses import Clause, clauses, spoken
from core.editions import words_of

MIXED: Final = "Mixes"  # the topic about several editions at one table
FAMILIES: Final = {"greek": "GREEK", "goth": "GOTH", "grunt": "GRUNT", "cthulhu": "CTH"}
ENDINGS: Final = r"(?:s|es|\w?ed|\w?ing)?"  # canceled, cats


# -- looking for words -----------------------------------------------------------------------------


@cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Return every word that has synonyms, with all of them."""
    lines = Path(__file__).with_name("synonyms.txt").read_text("utf-8").splitlines()
    known: dict[str, tuple[str, ...]] = {}
    for line in lines:
        names = tuple(fold(line).split(", ")) if line and line[0] != "#" else ()
        for name in names:
            known[name] = (*known.get(name, ()), *names)
    return known


def wanted(search: str) -> list[re.Pattern[str]]:
    """Return what a clause must contain to match a search.

    A synonym finds all its synonyms as whole words; anything else matches inside words.
    """
    said = " ".join(fold(search).split())
    return [
        re.compile(
            rf"\b(?:{'|'.join(map(re.escape, synonyms()[word]))}){ENDINGS}\b"
            if word in synonyms()
            else re.escape(word),
            re.IGNORECASE,
        )
        for word in ([said] if said in synonyms() else said.split())
    ]


def found(search: str = "", editions: Sequence[str] = ()) -> dict[str, list[Clause]]:
    """Return the topics in order, each with the clauses that a search finds.

    Given editions, leave out the clauses of others, put theirs first, and use their words.
    """
    patterns = wanted(search)
    names = [edition_of(key).name for key in editions]
    topics: dict[str, list[Clause]] = {topic: [] for topic in (*names, MIXED) if names}
    for printed in clauses().values():
        clause = in_words(printed, editions)
        said = fold(" ".join((*printed, *clause)))  # a search for room finds quarters
        if holds(clause, editions) and all(pattern.search(said) for pattern in patterns):
            topics.setdefault(clause.topic, []).append(clause)
    return {topic: some for topic, some in topics.items() if some}


def holds(clause: Clause, editions: Sequence[str]) -> bool:
    """Return whether a clause matters at a table with these editions, or anywhere."""
    if not editions or clause.topic not in (*edition_topics(), MIXED):
        return True
    if clause.topic != MIXED:
        return edition_topics()[clause.topic] in editions
    families = {family for key, family in FAMILIES.items() if key not in editions}
    return len(editions) > 1 and clause.id.split("-")[1] not in families


def in_words(clause: Clause, editions: Sequence[str]) -> Clause:
    """Return the clause in the words of a table with these editions."""
    if not editions:
        return clause
    words = words_of(tuple(map(edition_of, editions)))
    return clause._replace(title=spoken(clause.title, words), text=spoken(clause.text, words))


@cache
def edition_topics() -> dict[str, str]:
    """Return the topics about one edition each, and the edition."""
    return {edition_of(key).name: key for key in EDITIONS}


# -- reading them out ------------------------------------------------------------------------------


def read_out(search: str, editions: Sequence[str] = ()) -> list[str]:
    """Return lines of text for a clause id, a topic, or words in a rule; empty if none match.

    Without a search, return the topics.
    """
    book, topics, name = clauses(), found("", editions), fold(search.strip())
    if name.upper() in book:
        clause = in_words(book[name.upper()], editions)
        return [f"{clause.id}, {clause.title}: {clause.text}"]
    if not name:
        return [f"Topics: {', '.join(topics)}."]
    exact = [some for topic, some in topics.items() if fold(topic) == name]
    return listed(*exact) if exact else listed(*found(search, editions).values())


def listed(*topics: Iterable[Clause]) -> list[str]:
    """Return a line for each clause."""
    return [f"{clause.id}: {clause.title}" for some in topics for clause in some]


# -- which rules belong together -------------------------------------------------------------------


@cache
def groups() -> tuple[tuple[str, ...], ...]:
    """Return the groups of clauses that point to each other."""
    lines = Path(__file__).with_name("crossrefs.txt").read_text("ascii").splitlines()
    return tuple(tuple(line.split()) for line in lines if line and line[0] != "#")


@cache
def related(clause: str) -> tuple[str, ...]:
    """Return the clauses to read next, in the order of the rules."""
    near = {other for group in groups() if clause in group for other in group}
    return tuple(other for other in clauses() if other in near and other != clause)
